"""Flemish *belot* for three, each alone. By `flemish:74`."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import flemish

RULES: Final = Rules.of(
    {
        **flemish.RULES.flat(),
        "preset": "flemish3",
        "players": 3,
        "packets": ((3, 3),),
        "tie_rule": "made",
    }
)
