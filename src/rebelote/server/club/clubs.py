"""Clubs that are open: each the state of its log, and the tables of its seasons."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from rebelote.club import clubs as log
from rebelote.club.about import About, about_club
from rebelote.club.clubs import Club, ClubEntry, Founded, Season, after, collides, repeats
from rebelote.club.roles import GivenRole
from rebelote.club.seasons import SeasonTable, season_table
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club.events import ClubEvents, OpenEvent, tidy
from rebelote.server.club.roles import require
from rebelote.server.club.stored import MOST_ENTRIES, Line, Owned
from rebelote.server.people.database import Person

OPEN: Final = 64
"""Clubs whose state is kept in memory."""
TABLES: Final = 16
"""Tables of seasons that are kept in memory."""


class OpenClub:
    """A club with its log, as far as it was read."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lines: list[Line[ClubEntry]] = []
        self.about: list[About] = []
        self.lock = asyncio.Lock()
        self._club: Club | None = None

    @property
    def club(self) -> Club:
        """Its state."""
        assert self._club is not None, "the log of a club begins with its founding"
        return self._club

    def add(self, lines: Iterable[Line[ClubEntry]]) -> None:
        """Take over lines that are on disk."""
        for line in lines:
            if line.number > len(self.lines):
                before, self._club = self._club, _next(self._club, line.entry)
                self.about.append(about_club(before, line.entry) if before else About())
                self.lines.append(line)


def _next(club: Club | None, entry: ClubEntry) -> Club:
    if club is not None:
        return after(club, entry)
    assert isinstance(entry, Founded)
    return Club(entry.name)


class Clubs:
    """The clubs of one server."""

    def __init__(self, events: ClubEvents) -> None:
        self.events, self.accounts, self.stored = events, events.accounts, events.stored
        self._open: OrderedDict[str, OpenClub] = OrderedDict()
        self._tables: OrderedDict[tuple[str, int], tuple[object, SeasonTable]] = OrderedDict()

    async def create_club(self, name: str, me: Person) -> str:
        """Store a new club and return its id. IllegalActionError `bad-name`, `too-many-clubs`."""
        return await self.stored.create_club(Founded(tidy(name)), me)

    async def read(self, club: str) -> tuple[OpenClub, Owned]:
        """A club as it is on disk now, and whose it is. IllegalActionError `no-such-club`."""
        opened = self._open[club] = self._open.pop(club) if club in self._open else OpenClub(club)
        if len(self._open) > OPEN:
            self._open.popitem(last=False)
        return opened, await self._catch_up(opened)

    async def _catch_up(self, opened: OpenClub) -> Owned:
        try:
            owned = await self.stored.find_club(opened.id)
        except IllegalActionError:
            self._open.pop(opened.id, None)
            raise
        opened.add(await self.stored.club_lines(opened.id, len(opened.lines)))
        return owned

    async def of_secretary(self, club: str, me: Person) -> OpenClub:
        """A club that one may change. IllegalActionError `no-such-club`, and as `require`."""
        opened, _ = await self.read(club)
        require(await self.stored.role_of(club, me), "enter")
        return opened

    async def admit(self, club: str, key: str, me: Person) -> None:
        """Give a person the role of a key. IllegalActionError `not-a-secretary` for another key."""
        owned = await self.stored.find_club(club)
        await self.stored.add_role(club, me, owned.role_of(key))

    async def of_owner(self, club: str, me: Person) -> Owned:
        """A club in which one gives roles. IllegalActionError `no-such-club`, and as `require`."""
        owned = await self.stored.find_club(club)
        require(await self.stored.role_of(club, me), "appoint")
        return owned

    async def appoint(
        self, club: str, me: Person, person: str, role: GivenRole | Literal[""]
    ) -> None:
        """Give a person of the club another role; an empty one takes it.

        IllegalActionError as `of_owner`; `no-such-person` for the owner and who has no role.
        """
        owned = await self.of_owner(club, me)
        before = {one.person: one.role for one in await self.stored.people(club)}
        if person not in before or person == owned.person:
            raise IllegalActionError("no-such-person")
        if role == "":
            await self.stored.take_roles(club, person, me)
        elif role != before[person]:
            await self.stored.change_role(club, person, before[person], role, me)

    async def delete(self, club: str, me: Person) -> None:
        """Delete a club that one has founded; its evenings stay.

        IllegalActionError `no-such-club`, and as `require`.
        """
        await self.stored.find_club(club)
        require(await self.stored.role_of(club, me), "delete")
        await self.stored.delete_club(club)
        self._open.pop(club, None)

    async def take_in(self, club: str, event: str, me: Person) -> None:
        """Make an evening of one's own one of the club.

        IllegalActionError `no-such-club`, `not-a-secretary`, `no-such-event`, `club-full`, and
        `not-yours` for one that another has prepared or that is another club's.
        """
        await self.of_secretary(club, me)
        owned = await self.stored.find(event)
        if owned.person != me.id or owned.club not in ("", club):
            raise IllegalActionError("not-yours")
        await self.stored.take_in(event, club)

    async def enter(
        self, club: str, me: Person, version: int, entries: Sequence[ClubEntry]
    ) -> None:
        """Append entries of a secretary who has seen this version; what was done already, once.

        IllegalActionError `changed-meanwhile`, and what the state refuses.
        """
        opened = await self.of_secretary(club, me)
        tidied = [_tidied(entry) for entry in entries]

        async def new() -> list[Line[ClubEntry]]:
            since = [line.entry for line in opened.lines[max(0, version) :]]
            rest = [entry for entry in tidied if not repeats(entry, since)]
            if any(collides(entry, since) for entry in rest):
                raise IllegalActionError("changed-meanwhile")
            return self._numbered(opened, me.id, rest)

        async with opened.lock:
            opened.add(await self.stored.append(club, lambda: self._catch_up(opened), new))
            if any(isinstance(entry, log.ClubRenamed) for entry in tidied):
                await self.stored.rename(club, opened.club.name)

    def _numbered(
        self, opened: OpenClub, person: str, entries: Sequence[ClubEntry]
    ) -> list[Line[ClubEntry]]:
        """The lines of entries, each of which the state before it allows."""
        club, now = opened.club, self.accounts.timekeeper.now()
        if club.version + len(entries) > MOST_ENTRIES:
            raise IllegalActionError("club-full")
        for entry in entries:
            club = after(club, entry)
        first = len(opened.lines) + 1
        return [Line(number, person, now, entry) for number, entry in enumerate(entries, first)]

    async def season(
        self, club: str, number: int
    ) -> tuple[Club, Season, list[OpenEvent], SeasonTable]:
        """A season, its evenings and its table; without evenings that are not the club's any more.

        It is computed beside the event loop, and again once something was entered.
        IllegalActionError `no-such-club`.
        """
        opened, _ = await self.read(club)
        state = opened.club
        season = state.season(number)
        own = {one.event for one in await self.stored.evenings(club, None)}
        evenings = [await self.events.read(event) for event in season.events if event in own]
        played = [evening.event for evening in evenings]
        seen = state.version, [(one.id, one.event.version) for one in evenings]
        known, table = self._tables.get((club, number), (None, SeasonTable(())))
        if known != seen:
            table = await asyncio.to_thread(season_table, season.rule, played, state.known)
        self._tables[club, number] = seen, table
        self._tables.move_to_end((club, number))
        if len(self._tables) > TABLES:
            self._tables.popitem(last=False)
        return state, season, evenings, table


def _tidied(entry: ClubEntry) -> ClubEntry:
    """The same with its names in single spaces. IllegalActionError `bad-name`."""
    match entry:
        case log.MemberChanged():
            also = tuple(map(tidy, entry.also))
            return log.MemberChanged(entry.member, tidy(entry.name), also, entry.here)
        case log.SeasonChanged():
            return log.SeasonChanged(entry.season, tidy(entry.name), entry.rule, entry.events)
        case log.SeasonOpened():
            return log.SeasonOpened(tidy(entry.name), entry.rule)
        case log.MemberAdded():
            return log.MemberAdded(tidy(entry.name))
        case log.ClubRenamed():
            return log.ClubRenamed(tidy(entry.name))
        case log.Founded():
            return log.Founded(tidy(entry.name))
