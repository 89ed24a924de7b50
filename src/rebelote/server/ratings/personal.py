"""Personal data of results and ratings."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
    Personal(
        table="played",
        kept=True,
        exported="table_id, version, seat, bot, preset, ended, rated, won, marks, others, mu, "
        "sigma",
        order="ended",
    ),
    Personal(
        table="ratings",
        key=("preset",),
        taken_over=True,
        exported="preset, mu, sigma, matches, changed",
    ),
    Personal(table="match_claims", exported="since"),
)
