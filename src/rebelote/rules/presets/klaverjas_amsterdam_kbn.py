"""Klaverjas, the Amsterdam system of the Dutch card players' union (`klaverjas-kbn`).

What is not said is as in Rotterdam.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import klaverjas_rotterdam_nku

RULES: Final = Rules.of(
    {
        **klaverjas_rotterdam_nku.RULES.flat(),
        "preset": "klaverjas-amsterdam-kbn",
        "first_speaker": "eldest",
        "partner_exempts": "any",
        "undertrump": "forbidden",
        "voluntary_trump": "must_rise",
        "trick_melds": "roem",
    }
)
