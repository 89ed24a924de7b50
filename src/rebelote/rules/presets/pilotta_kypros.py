"""*Pilotta* by the text of kypros.org (`pilotta:points`): the bid is never written.

The first who bid leads to the first trick (`pilotta:lead`).
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import pilotta

RULES: Final = Rules.of(
    {
        **pilotta.RULES.flat(),
        "preset": "pilotta-kypros",
        "first_lead": "first_bidder",
        "made_pays": "points",
        "failed_pays": "all",
        "multiplied": "line",
    }
)
