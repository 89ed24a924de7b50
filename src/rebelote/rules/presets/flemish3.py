"""How do three play Flemish *belot*, each alone? By `flemish:74`."""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.options import Rules
from rebelote.rules.presets import flemish

RULES: Final[Rules] = msgspec.structs.replace(
    flemish.RULES,
    preset="flemish3",
    players=3,
    packets=((3, 3),),
    tie_rule="made",
)
