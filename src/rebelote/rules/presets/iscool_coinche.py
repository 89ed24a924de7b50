"""*Belote & Coinche* of IsCool, with announcements (`apps:iscool`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import coinche

RULES: Final = Rules.of(
    {
        **coinche.RULES.flat(),
        "preset": "iscool-coinche",
        "direction": "cw",
        "redouble": "3",
        "melds": "full",
        "contract_counts": (),
    }
)
