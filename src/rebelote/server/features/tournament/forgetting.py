"""People without an account are forgotten by the owner, in the logs of a club or a tournament."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import Rows, Statement
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.stored import CLUB_FORM, TOURNAMENT_FORM, rewritten
from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.server.people.database import Person
from rebelote.tournament import clubs as log
from rebelote.tournament import forgetting
from rebelote.tournament.forgetting import Forgotten
from rebelote.tournament.seasons import name_key

_LINES: Final = (
    "SELECT log, number, line FROM log_entries WHERE log IN "
    "(SELECT id FROM tournaments WHERE id = ?1 OR club = ?1) ORDER BY log, number"
)
_REREAD: Final = (
    "UPDATE tournaments SET rewrites = rewrites + 1 WHERE id = ?1 OR club = ?1",
    "UPDATE clubs SET rewrites = rewrites + 1 WHERE id = ?1",
)


async def forget_member(clubs: Clubs, club: str, member: int, me: Person) -> int:
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
    places = await _write_without(clubs, club, rows, forgotten, own)
    await _set_aside(clubs, club, member, me)
    await asyncio.to_thread(clubs.accounts.store.wipe, sorted(names))
    return places + sum(len(forgetting.names_in(entry)) for _, entry in lines)


async def forget_name(tournaments: Tournaments, tournament: str, name: str, me: Person) -> int:
    """Replace a name by the number of its team in the log of a tournament; return in how many
    places. IllegalActionError `no-such-event`, and as `require`.
    """
    await tournaments.of_owner(tournament, me)
    opened = await tournaments.read(tournament)
    rows = await tournaments.stored.store.read(_LINES, tournament)
    key = frozenset({name_key(name)})
    team = forgetting.team_of(key, opened.state.teams)
    forgotten = Forgotten(key, forgetting.free_number(team, [row[2] for row in rows]))
    places = await _write_without(tournaments, tournament, rows, forgotten)
    await asyncio.to_thread(tournaments.accounts.store.wipe, [name])
    return places


async def _write_without(
    logs: Clubs | Tournaments,
    id: str,
    rows: Rows,
    forgotten: Forgotten,
    also: Sequence[Statement] = (),
) -> int:
    """Write entries of tournaments without a person; return in how many places."""
    statements, places = await asyncio.to_thread(_without, rows, forgotten)
    await logs.accounts.write(*also, *statements, *((sql, (id,)) for sql in _REREAD))
    return places


async def _set_aside(clubs: Clubs, club: str, member: int, me: Person) -> None:
    """Enter that a member is offered for no tournament any more."""
    opened = await clubs.read(club)
    one = opened.club.members[member - 1]
    if one.here:
        gone = log.MemberChanged(member, one.name, (), here=False)
        await clubs.enter(club, me, opened.club.version, [gone])


def _without(rows: Rows, forgotten: Forgotten) -> tuple[list[Statement], int]:
    """Build the statements that write entries of tournaments without a person; count the places."""
    statements, places = list[Statement](), 0
    for tournament, number, line in rows:
        changed, count = forgetting.without(TOURNAMENT_FORM.decode(line), forgotten)
        if count:
            places += count
            statements.append(rewritten(tournament, number, TOURNAMENT_FORM.encode(changed)))
    return statements, places
