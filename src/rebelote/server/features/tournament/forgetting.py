"""A member of a club is forgotten, in its log and in those of its tournaments, by its owner."""

from __future__ import annotations

import asyncio
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import Rows, Statement
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.stored import CLUB_FORM, TOURNAMENT_FORM, rewritten
from rebelote.server.people.database import Person
from rebelote.tournament import clubs as log
from rebelote.tournament import forgetting
from rebelote.tournament.forgetting import Forgotten
from rebelote.tournament.seasons import name_key

_LINES: Final = (
    "SELECT log, number, line FROM log_entries WHERE log IN "
    "(SELECT id FROM tournaments WHERE club = ?1) ORDER BY log, number"
)
_REREAD: Final = (
    "UPDATE tournaments SET rewrites = rewrites + 1 WHERE club = ?1",
    "UPDATE clubs SET rewrites = rewrites + 1 WHERE id = ?1",
)


async def forget(clubs: Clubs, club: str, member: int, me: Person) -> int:
    """Replace the names of a member of a club by a number wherever they are entered.

    Return in how many places. The member is offered for no tournament any more.
    IllegalActionError `no-such-club`, also for a member that there is not, and as `require`.
    """
    await clubs.of_owner(club, me)
    opened = await clubs.read(club)
    if not 1 <= member <= len(opened.club.members):
        raise IllegalActionError("no-such-club")
    lines = [(opened.lines[at].number, entry) for at, entry in opened.about_member(member).items()]
    names = {name for _, entry in lines for name in forgetting.names_in(entry)}
    rows = await clubs.stored.store.read(_LINES, club)
    keys = frozenset(map(name_key, names)) - opened.club.keys_of_others(member)
    texts = [*(row[2] for row in rows), *opened.club.known]
    forgotten = Forgotten(keys, forgetting.free_number(member, texts))
    own = [
        rewritten(club, number, CLUB_FORM.encode(forgetting.unnamed(entry, forgotten.instead)))
        for number, entry in lines
    ]
    statements, places = await asyncio.to_thread(_without, rows, forgotten)
    await clubs.accounts.write(*own, *statements, *((sql, (club,)) for sql in _REREAD))
    await _set_aside(clubs, club, member, me)
    await asyncio.to_thread(clubs.accounts.store.wipe, sorted(names))
    return places + sum(len(forgetting.names_in(entry)) for _, entry in lines)


async def _set_aside(clubs: Clubs, club: str, member: int, me: Person) -> None:
    """Enter that a member is offered for no tournament any more."""
    opened = await clubs.read(club)
    one = opened.club.members[member - 1]
    if one.here:
        gone = log.MemberChanged(member, one.name, (), here=False)
        await clubs.enter(club, me, opened.club.version, [gone])


def _without(rows: Rows, forgotten: Forgotten) -> tuple[list[Statement], int]:
    """Build the statements that write entries of tournaments without a member; count the places."""
    statements, places = list[Statement](), 0
    for tournament, number, line in rows:
        changed, count = forgetting.without(TOURNAMENT_FORM.decode(line), forgotten)
        if count:
            places += count
            statements.append(rewritten(tournament, number, TOURNAMENT_FORM.encode(changed)))
    return statements, places
