"""Badges, as a feature: computed from figures that are stored for other reasons.

A badge is for what a person learnt or did: nothing is bought, lost or counted down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec
from litestar import get

from rebelote.analysis.statistics import Tallies
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import readable_by
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.base.storage.store import Reader
from rebelote.server.features.daily import streaks
from rebelote.server.features.learn.progress import all_done, whole_courses
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address

BadgeKind = Literal["wins", "rules", "contracts", "sweeps", "doubled", "puzzles", "lessons", "days"]
LEVELS: Final[dict[BadgeKind, tuple[int, ...]]] = {
    "wins": (1, 10, 50, 200, 1000),
    "rules": (3, 6, 10),
    "contracts": (10, 50, 200, 1000),
    "sweeps": (1, 10, 50, 200),
    "doubled": (10, 50, 200),
    "puzzles": (10, 50, 200, 1000),
    "lessons": (1,),
    "days": (7, 30, 100, 365),
}
"""The counts that have a badge, by kind."""


class Badge(Message, frozen=True):
    """A badge: matches won, rule sets by which some were won, contracts made, deals with every
    trick (`sweeps`), doubled deals won, puzzles solved, whole courses of lessons done, or days in a
    row with one of the day.

    `level`: how much it is for; `count`: how much there is; `next`: for how much the next is, null
    after the last.
    """

    kind: BadgeKind
    level: int
    count: int
    next: int | None


class Badges(Message, frozen=True):
    """GET /api/people/{person}/badges: a person's numbers of matches and wins, and their badges."""

    matches: int
    won: int
    badges: tuple[Badge, ...]


class Figures(NamedTuple):
    """The figures that badges are computed from."""

    matches: int = 0
    wins: int = 0
    rules: int = 0
    contracts: int = 0
    sweeps: int = 0
    doubled: int = 0
    puzzles: int = 0
    lessons: int = 0
    days: int = 0


def badges(figures: Figures) -> Iterator[Badge]:
    """Yield the badges that these figures have earned, one of each kind.

    >>> list(badges(Figures(matches=20, wins=12, rules=2)))
    [Badge(kind='wins', level=10, count=12, next=50)]
    """
    for kind, levels in LEVELS.items():
        count: int = getattr(figures, kind)
        if reached := [level for level in levels if level <= count]:
            following = next((level for level in levels if level > count), None)
            yield Badge(kind, reached[-1], count, following)


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
    f"AND bot IS NULL AND {readable_by('played')} GROUP BY preset"
)
_TALLIES: Final = (
    "SELECT tallies FROM match_statistics WHERE person = ? ORDER BY ended DESC LIMIT ?"
)
_SOLVED: Final = "SELECT count(*) FROM puzzle_answers WHERE person = ? AND correct"
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
    """Return matches and wins to everybody; the rest only to friends and to oneself."""
    count_address("read", request, core)
    store = core.store.long
    if not await store.read("SELECT 1 FROM people WHERE id = ?", person):
        raise IllegalActionError("no-such-person")
    reader = "" if visitor is None else visitor.id
    figures = await _played(core, person, reader)
    if reader and await _shows(core.accounts, person, reader):
        figures = await _more(store, person, figures)
    return Badges(figures.matches, figures.wins, tuple(badges(figures)))


async def _shows(accounts: Accounts, person: str, visitor: str) -> bool:
    return person == visitor or visitor in await accounts.relations.friends(person)


async def _played(core: Core, person: str, reader: str) -> Figures:
    values = person, *core.accounts.disclosure.reader(reader)
    rows = await core.store.long.read(_PLAYED, *values)
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
    learnt = whole_courses(await all_done(store, person))
    days = [day for (day,) in await store.read(_DAYS, person)]
    return figures._replace(**counted, puzzles=solved, lessons=learnt, days=streaks.longest(days))


FEATURE: Final = Feature(routes=(badges_of,))
