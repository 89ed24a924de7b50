"""The logs of tournaments and clubs, a page at a time: entries, and among them changes of roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import Final, NamedTuple

from rebelote.server.features.tournament import schemas
from rebelote.server.features.tournament.clubs import OpenClub
from rebelote.server.features.tournament.stored import RoleChange
from rebelote.server.features.tournament.tournaments import OpenTournament
from rebelote.server.people.accounts import Accounts
from rebelote.tournament import changes, comparison
from rebelote.tournament.about import About, Kind, kind_of
from rebelote.tournament.clubs import ClubEntry
from rebelote.tournament.entries import Entry
from rebelote.tournament.people import about_with_names, entry_with_names
from rebelote.tournament.state import Tournament, game_of

PAGE: Final = 50
"""Lines of a page."""


class Logged(NamedTuple):
    """A line of a log; `person`: the author's id; `number`: the entry's number, else 0."""

    at: float
    person: str
    what: Entry | ClubEntry | RoleChange
    number: int = 0
    about: About = About()
    undoable: bool = False
    hidden: bool = False

    @property
    def kind(self) -> Kind:
        """The kind by which the log is filtered."""
        return "roles" if isinstance(self.what, RoleChange) else kind_of(self.what)


def of_tournament(opened: OpenTournament, roles: Iterable[RoleChange]) -> Iterator[Logged]:
    """Return the log of a tournament, the first line first.

    Secretaries may play on the server themselves: what a table made of a deal is hidden from them
    too until all have played it.
    """
    tournament = opened.tournament
    deals = comparison.to_be_played(tournament) if tournament.format.online else frozenset()
    undoable = changes.undoable(
        [line.entry for line in opened.lines], opened.inverses, opened.tournament
    )
    entries = (
        Logged(
            line.at,
            line.person,
            entry_with_names(line.entry, opened.names),
            line.number,
            about_with_names(about, opened.names),
            can,
            hidden=bool(deals) and _deal_of(line.entry, tournament) in deals,
        )
        for line, about, can in zip(opened.lines, opened.about, undoable, strict=True)
    )
    return _merged(entries, roles)


def of_club(club: OpenClub, roles: Iterable[RoleChange]) -> Iterator[Logged]:
    """Return the log of a club, the first line first."""
    lines = zip(club.lines, club.about, strict=True)
    return _merged(
        (Logged(line.at, line.person, line.entry, line.number, about) for line, about in lines),
        roles,
    )


def _merged(entries: Iterable[Logged], roles: Iterable[RoleChange]) -> Iterator[Logged]:
    return merge(
        entries, (Logged(one.at, one.by, one) for one in roles), key=lambda logged: logged.at
    )


def _deal_of(entry: Entry, tournament: Tournament) -> int:
    """Return the duplicate deal whose result an entry is about; 0 for any other entry."""
    match changes.subject(entry):
        case ("game", round, game):
            return game_of(tournament, round, game).deal
    return 0


async def page(
    log: Iterable[Logged], kind: Kind | None, before: int, accounts: Accounts
) -> schemas.PageOfLog:
    """Return a page of a log, the last line first, with the names of people as they are now.

    Args:
        log: all lines, the first one first.
        kind: of which lines; None: of all.
        before: the place before which the page ends, counted from 1; 0: it ends with the last line.
        accounts: who knows the names.
    """
    lines = [
        (place, one)
        for place, one in enumerate(log, 1)
        if not one.hidden and kind in (None, one.kind) and (not before or place < before)
    ]
    shown = lines[: -PAGE - 1 : -1]
    names = await accounts.names(set(_people(one for _, one in shown)) - {""})
    return schemas.PageOfLog(
        tuple(_line(place, one, names) for place, one in shown), len(lines) > PAGE
    )


def _people(lines: Iterable[Logged]) -> Iterator[str]:
    for one in lines:
        yield one.person
        if isinstance(one.what, RoleChange):
            yield one.what.person


def _line(place: int, one: Logged, names: dict[str, str]) -> schemas.LogLine:
    what = one.what
    return schemas.LogLine(
        place=place,
        number=one.number,
        at=one.at,
        name=names.get(one.person, ""),
        entry=_role(what, names) if isinstance(what, RoleChange) else what,
        about=one.about,
        undoable=one.undoable,
    )


def _role(change: RoleChange, names: dict[str, str]) -> schemas.RoleChanged:
    return schemas.RoleChanged(
        names.get(change.person, ""), change.role, linked=change.by == change.person
    )
