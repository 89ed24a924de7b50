"""Fair play, as a feature: evidence of pairs, and the cases of moderators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.features.fair_play import routes
from rebelote.server.features.fair_play.cases import Cases
from rebelote.server.features.fair_play.pairs import FairPlay
from rebelote.server.people.personal import Personal
from rebelote.server.web.feature import Feature

_ANSWERS: Final = (
    "DELETE FROM fair_play_answers WHERE case_id IN "
    "(SELECT id FROM fair_play_cases WHERE person = ?1 OR other = ?1)"
)
_TABLES: Final = {
    "fair_play_sums": "person, other, detector, deals, total, squares",
    "fair_play_matches": "person, other, table_id, version, side, scores",
    "fair_play_cases": "person, other, deals, asked, decision, note, settled",
}
"""The exported columns of each table of pairs; its rows end with either of the two."""


def _of_pairs() -> Iterator[Personal]:
    for table, exported in _TABLES.items():
        for column in ("person", "other"):
            yield Personal(
                table=table,
                column=column,
                exported=exported,
                subject=f"{table}_{column}",
                before_erasure=(_ANSWERS,) if table == "fair_play_cases" else (),
            )


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={
        Cases: lambda core: Cases(core.accounts, core.moderation),
        FairPlay: lambda core: FairPlay(core.accounts, core[Cases]),
    },
    chores=lambda core: (core[FairPlay].projection.chore,),
    close=lambda core: core[FairPlay].close(),
    personal=(
        *_of_pairs(),
        Personal(table="fair_play_cases", column="by", kept=True),
        Personal(table="fair_play_answers", exported="case_id, at, text"),
    ),
)
