"""Klaverjas in which the player after the dealer must name trump (`klaverjas-forehand`).

All else is as in Rotterdam.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import klaverjas_rotterdam_nku

RULES: Final = Rules.of(
    {
        **klaverjas_rotterdam_nku.RULES.flat(),
        "preset": "klaverjas-forehand",
        "first_speaker": "eldest",
        "must_name": "first",
    }
)
