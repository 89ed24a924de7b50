"""Partners: people recently met at tables, and the pairs of a person with them."""

from __future__ import annotations

from typing import Final

from rebelote.rules import presets
from rebelote.rules.options import SEATINGS
from rebelote.server.base.limits import limit
from rebelote.server.features.friends.schemas import Partner, Partners
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

LOOKED_AT: Final = limit(
    2000, "latest matches from which pairs are counted", per="person", beyond="older ones are left"
)
SHOWN: Final = 12
"""People met of late, and pairs, those of most matches, that are shown."""

_LATEST: Final = (
    "SELECT table_id, version, seat, preset, ended, won, bot FROM played WHERE person = ?1 "
    "ORDER BY ended DESC LIMIT ?2"
)
_WITH: Final = (
    "SELECT theirs.person, mine.preset, mine.seat, theirs.seat, mine.won, mine.ended, "
    "mine.bot IS NULL "
    f"FROM ({_LATEST}) AS mine JOIN played AS theirs ON theirs.table_id = mine.table_id "
    "AND theirs.version = mine.version AND theirs.person NOT IN ('', ?1)"
)


class _Met:
    """The number of matches with a person, and the time of the last."""

    __slots__ = ("at", "matches", "won")

    def __init__(self) -> None:
        self.matches = self.won = 0
        self.at = 0.0

    def add(self, won: bool, at: float) -> None:
        self.matches += 1
        self.won += won
        self.at = max(self.at, at)


async def partners(accounts: Accounts, person: Person) -> Partners:
    """Return the people met recently, and the pairs, without those blocked either way."""
    met: dict[str, _Met] = {}
    paired: dict[str, _Met] = {}
    rows = await accounts.store.long.read(_WITH, person.id, LOOKED_AT)
    for other, preset, mine, theirs, won, at, stayed in rows:
        met.setdefault(other, _Met()).add(bool(won and stayed), at)
        if stayed and are_partners(preset, mine, theirs):
            paired.setdefault(other, _Met()).add(bool(won), at)
    blocked = (await accounts.relations.blocked_by([person.id]))[person.id]
    friends = await accounts.relations.friends(person.id)
    recent = sorted(met.keys() - blocked, key=lambda who: -met[who].at)[: 2 * SHOWN]
    pairs = sorted(paired.keys() - blocked, key=lambda who: (-paired[who].matches, who))
    kept = await accounts.people({*recent, *pairs[: 2 * SHOWN]})

    programs = await accounts.relations.programs(kept)

    def listed(ids: list[str], meetings: dict[str, _Met]) -> tuple[Partner, ...]:
        return tuple(
            Partner(
                person=who,
                name=kept[who].name,
                matches=one.matches,
                won=one.won,
                at=one.at,
                friend=who in friends,
                portrait=kept[who].portrait,
                program=who in programs,
            )
            for who in [known for known in ids if known in kept][:SHOWN]
            for one in (meetings[who],)
        )

    return Partners(listed(recent, met), listed(pairs[: 2 * SHOWN], paired))


def are_partners(preset: str, mine: int, theirs: int) -> bool:
    """Return whether two seats of a match by these rules are of one side.

    >>> are_partners("french", 0, 2), are_partners("french", 0, 1)
    (True, False)
    """
    if preset not in presets.PRESETS:
        return False
    sides = SEATINGS[presets.PRESETS[preset].players].sides
    return mine < len(sides) and theirs < len(sides) and sides[mine] == sides[theirs]
