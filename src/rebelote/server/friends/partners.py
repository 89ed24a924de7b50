"""Partners: whom a person has met at tables of late, and the pairs they have been part of."""

from __future__ import annotations

from typing import Final

from rebelote.rules import presets
from rebelote.rules.options import SEATINGS
from rebelote.server.friends.schemas import Partner, Partners
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

LOOKED_AT: Final = limit(
    2000, "latest matches from which pairs are counted", per="person", beyond="older ones are left"
)
SHOWN: Final = 12
"""People met of late, and pairs, those of most matches, that are shown."""

_LATEST: Final = (
    "SELECT table_id, version, seat, preset, ended, won FROM played WHERE person = ?1 "
    "ORDER BY ended DESC LIMIT ?2"
)
_WITH: Final = (
    "SELECT theirs.person, mine.preset, mine.seat, theirs.seat, mine.won, mine.ended "
    f"FROM ({_LATEST}) AS mine JOIN played AS theirs ON theirs.table_id = mine.table_id "
    "AND theirs.version = mine.version AND theirs.person NOT IN ('', ?1)"
)


class _Met:
    """How often a person was met, and when last."""

    __slots__ = ("at", "matches", "won")

    def __init__(self) -> None:
        self.matches = self.won = 0
        self.at = 0.0

    def add(self, won: bool, at: float) -> None:
        self.matches += 1
        self.won += won
        self.at = max(self.at, at)


async def partners(accounts: Accounts, person: Person) -> Partners:
    """The people met of late, and the pairs; nobody who is blocked, either way."""
    met: dict[str, _Met] = {}
    paired: dict[str, _Met] = {}
    rows = await accounts.store.long.read(_WITH, person.id, LOOKED_AT)
    for other, preset, mine, theirs, won, at in rows:
        met.setdefault(other, _Met()).add(bool(won), at)
        if are_partners(preset, mine, theirs):
            paired.setdefault(other, _Met()).add(bool(won), at)
    blocked = (await accounts.relations.blocked_by([person.id]))[person.id]
    friends = await accounts.relations.friends(person.id)
    recent = sorted(met.keys() - blocked, key=lambda who: -met[who].at)[: 2 * SHOWN]
    pairs = sorted(paired.keys() - blocked, key=lambda who: (-paired[who].matches, who))
    kept = await accounts.people({*recent, *pairs[: 2 * SHOWN]})

    def listed(ids: list[str], result: dict[str, _Met]) -> tuple[Partner, ...]:
        return tuple(
            Partner(
                who,
                kept[who].name,
                one.matches,
                one.won,
                one.at,
                who in friends,
                kept[who].portrait,
            )
            for who in [known for known in ids if known in kept][:SHOWN]
            for one in (result[who],)
        )

    return Partners(listed(recent, met), listed(pairs[: 2 * SHOWN], paired))


def are_partners(preset: str, mine: int, theirs: int) -> bool:
    """Whether two seats of a match by these rules are of one side.

    >>> are_partners("french", 0, 2), are_partners("french", 0, 1)
    (True, False)
    """
    if preset not in presets.PRESETS:
        return False
    sides = SEATINGS[presets.PRESETS[preset].players].sides
    return mine < len(sides) and theirs < len(sides) and sides[mine] == sides[theirs]
