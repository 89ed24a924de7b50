"""Klaverjas in which the player after the dealer must name trump, as it is usually played.

*Utrechts* or *verplicht spelen* (`klaverjas-forehand:law`); all else is as in Amsterdam.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import klaverjas_amsterdam_kbn

RULES: Final = Rules.of(
    {
        **klaverjas_amsterdam_kbn.RULES.flat(),
        "preset": "klaverjas-utrecht",
        "must_name": "first",
    }
)
