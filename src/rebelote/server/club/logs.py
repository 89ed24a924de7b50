"""The logs of evenings and clubs, a page at a time: entries, and among them changes of roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import Final, NamedTuple

from rebelote.club import changes, comparison
from rebelote.club.about import About, Kind, kind_of
from rebelote.club.clubs import ClubEntry
from rebelote.club.entries import Entry
from rebelote.club.event import Event, game_of
from rebelote.server.club import schemas
from rebelote.server.club.clubs import OpenClub
from rebelote.server.club.events import OpenEvent
from rebelote.server.club.stored import RoleChange
from rebelote.server.people.accounts import Accounts

PAGE: Final = 50
"""Lines of a page."""


class Logged(NamedTuple):
    """A line of a log; `person`: who made the change, by id; `number`: of an entry, else 0."""

    at: float
    person: str
    what: Entry | ClubEntry | RoleChange
    number: int = 0
    about: About = About()
    undoable: bool = False
    hidden: bool = False

    @property
    def kind(self) -> Kind:
        """What it belongs to where the log is filtered."""
        return "roles" if isinstance(self.what, RoleChange) else kind_of(self.what)


def of_event(evening: OpenEvent, roles: Iterable[RoleChange]) -> Iterator[Logged]:
    """The log of an evening, the first line first.

    Secretaries may play an evening on the server themselves: what a table made of a deal is hidden
    from them too until all have played it.
    """
    event = evening.event
    deals = comparison.to_be_played(event) if event.format.online else frozenset()
    undoable = changes.undoable(
        [line.entry for line in evening.lines], evening.inverses, evening.event
    )
    entries = (
        Logged(
            line.at,
            line.person,
            line.entry,
            line.number,
            about,
            can,
            hidden=bool(deals) and _deal_of(line.entry, event) in deals,
        )
        for line, about, can in zip(evening.lines, evening.about, undoable, strict=True)
    )
    return _merged(entries, roles)


def of_club(club: OpenClub, roles: Iterable[RoleChange]) -> Iterator[Logged]:
    """The log of a club, the first line first."""
    lines = zip(club.lines, club.about, strict=True)
    return _merged(
        (Logged(line.at, line.person, line.entry, line.number, about) for line, about in lines),
        roles,
    )


def _merged(entries: Iterable[Logged], roles: Iterable[RoleChange]) -> Iterator[Logged]:
    return merge(
        entries, (Logged(one.at, one.by, one) for one in roles), key=lambda logged: logged.at
    )


def _deal_of(entry: Entry, event: Event) -> int:
    """The deal of a duplicate whose result an entry is about; 0 for any other."""
    match changes.subject(entry):
        case ("game", round, game):
            return game_of(event, round, game).deal
    return 0


async def page(
    log: Iterable[Logged], kind: Kind | None, before: int, accounts: Accounts
) -> schemas.ClubLog:
    """A page of a log, the last line first, with the names of people as they are now.

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
    return schemas.ClubLog(
        tuple(_line(place, one, names) for place, one in shown), len(lines) > PAGE
    )


def _people(lines: Iterable[Logged]) -> Iterator[str]:
    for one in lines:
        yield one.person
        if isinstance(one.what, RoleChange):
            yield one.what.person


def _line(place: int, one: Logged, names: dict[str, str]) -> schemas.ClubLine:
    what = one.what
    return schemas.ClubLine(
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
