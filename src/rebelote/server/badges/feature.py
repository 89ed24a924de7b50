"""Badges, as a feature."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get

from rebelote.analysis.statistics import Tallies
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.badges.badges import Badges, Figures, badges, longest_streak
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address
from rebelote.server.learn.progress import COURSE
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.storage.store import Reader

LOOKED_AT: Final = limit(
    1000,
    "latest matches whose contracts count for a badge",
    per="person",
    beyond="older ones do not",
)

_COUNTED: Final = {"made": "contracts", "swept": "sweeps", "doubled": "doubled"}
"""The figure for which the total of a tally counts, by its subject."""
_PLAYED: Final = (
    "SELECT count(*), sum(CASE WHEN won THEN 1 ELSE 0 END) FROM played WHERE person = ? "
    "GROUP BY preset"
)
_TALLIES: Final = (
    "SELECT tallies FROM match_statistics WHERE person = ? ORDER BY ended DESC LIMIT ?"
)
_SOLVED: Final = "SELECT count(*) FROM puzzle_answers WHERE person = ? AND correct"
_LEARNT: Final = (
    "SELECT count(*) FROM lessons_done WHERE person = ? "
    f"AND lesson IN ({', '.join('?' * len(COURSE))})"
)
_DAYS: Final = (
    "SELECT day FROM puzzle_answers WHERE person = ?1 AND rated "
    "UNION SELECT date FROM daily WHERE person = ?1 AND line IS NOT NULL"
)


@get(
    "/api/people/{person:str}/badges",
    summary="What a person has played, won and learnt",
    opt=described("no-such-person"),
)
async def badges_of(request: AppRequest, person: str, visitor: Person | None, core: Core) -> Badges:
    """Matches and wins, which profiles show to everybody; the rest to friends and oneself."""
    count_address("read", request, core)
    store = core.store.long
    if not await store.read("SELECT 1 FROM people WHERE id = ?", person):
        raise IllegalActionError("no-such-person")
    figures = await _played(store, person)
    if visitor is not None and await _shows(core.accounts, person, visitor.id):
        figures = await _more(store, person, figures)
    return Badges(figures.matches, figures.wins, tuple(badges(figures)))


async def _shows(accounts: Accounts, person: str, visitor: str) -> bool:
    return person == visitor or visitor in await accounts.relations.friends(person)


async def _played(store: Reader, person: str) -> Figures:
    rows = await store.read(_PLAYED, person)
    wins = [won for _, won in rows]
    return Figures(sum(count for count, _ in rows), sum(wins), sum(won > 0 for won in wins))


async def _more(store: Reader, person: str, figures: Figures) -> Figures:
    rows = await store.read(_TALLIES, person, LOOKED_AT)
    counted = dict.fromkeys(_COUNTED.values(), 0)
    for (tallies,) in rows:
        for tally in msgspec.json.decode(tallies, type=Tallies):
            if tally.subject in _COUNTED:
                counted[_COUNTED[tally.subject]] += int(tally.total)
    [(solved,)] = await store.read(_SOLVED, person)
    [(learnt,)] = await store.read(_LEARNT, person, *COURSE)
    days = [day for (day,) in await store.read(_DAYS, person)]
    return figures._replace(**counted, puzzles=solved, lessons=learnt, days=longest_streak(days))


FEATURE: Final = Feature(routes=(badges_of,))
