"""Events that are open: each the state of its log, which is read on and appended to.

Entries are checked against the state and written under the event's lock; the key of a line decides
between nodes. A draw is computed beside the event loop: of 200 teams it takes up to 60 ms; in a
process of its own, which leaves the interpreter to the loop, where it takes a second.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from rebelote.club import changes, draws, sums
from rebelote.club import entries as log
from rebelote.club.about import About, about
from rebelote.club.entries import Created, Entry, Score
from rebelote.club.event import Event, after, game_of
from rebelote.club.formats import Format
from rebelote.club.roles import right_for
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club import keys, schemas
from rebelote.server.club.following import Following
from rebelote.server.club.roles import require
from rebelote.server.club.stored import MOST_ENTRIES, Line, Owned, StoredEvents
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.storage.store import Statement
from rebelote.server.workers.jobs import Worker

OPEN: Final = 64
"""Events whose state is kept in memory."""
MOST_IN_A_THREAD: Final = 200
"""Teams that are drawn in a thread of the server."""
FOR_SECRETARIES: Final = 1000
"""Entries of a log that tables cannot use up."""
BEGIN: Final = "INSERT INTO club_rounds (event) VALUES (?) ON CONFLICT DO NOTHING"
"""Note that a round is played at tables of the server."""
_ABOUT_DRAWS: Final = (log.Drawn, log.DrawUndone)
MOST_REPORTS: Final = limit(
    10, "scores that a side enters", per="game of an evening", beyond="too-many"
)


class OpenEvent:
    """An event with its log, as far as it was read, and whose it is."""

    def __init__(self, id: str, owned: Owned) -> None:
        self.id, self.owned = id, owned
        self.lines: list[Line[Entry]] = []
        self.inverses: list[Entry | None] = []
        self.about: list[About] = []
        self.lock = asyncio.Lock()
        self.shown: dict[tuple[int, str, bool], schemas.ClubState] = {}
        """What was made of its last version to be read, by version, club and what is hidden."""
        self._event: Event | None = None

    @property
    def secret(self) -> str:
        """What its keys and packs are made from."""
        return self.owned.secret

    @property
    def club(self) -> str:
        """The club that it belongs to, or empty."""
        return self.owned.club

    @property
    def event(self) -> Event:
        """Its state."""
        assert self._event is not None, "the log of an event begins with its creation"
        return self._event

    def add(self, lines: Iterable[Line[Entry]]) -> None:
        """Take over lines that are on disk."""
        for line in lines:
            before, self._event = self._event, _next(self._event, line.entry)
            self.inverses.append(changes.inverse(before, line.entry) if before else None)
            self.about.append(about(before, line.entry) if before else About())
            self.lines.append(line)

    def drawn_at(self) -> list[float]:
        """When each of its rounds was drawn."""
        times: list[float] = []
        for line in self.lines:
            if isinstance(line.entry, log.Drawn):
                times.append(line.at)
            elif isinstance(line.entry, log.DrawUndone):
                times.pop()
        return times

    def since(self, version: int) -> list[Entry]:
        """The entries after a version."""
        return [line.entry for line in self.lines[max(0, version) :]]


def _next(event: Event | None, entry: Entry) -> Event:
    if event is not None:
        return after(event, entry)
    assert isinstance(entry, Created)
    return Event(entry.name, entry.format)


class ClubEvents:
    """The events of one server."""

    def __init__(self, accounts: Accounts, worker: Worker, following: Following) -> None:
        self.accounts, self.stored, self.worker = accounts, StoredEvents(accounts), worker
        self.following = following
        self._open: OrderedDict[str, OpenEvent] = OrderedDict()

    async def create(self, name: str, format: Format, me: Person, club: str = "") -> str:
        """Store a new event and return its id.

        IllegalActionError `wrong-options`, `bad-name`, `too-many-events`; `club-full`, and
        `not-a-secretary` where it is not one of a club of one's own.
        """
        format.check()
        if club:
            require(await self.stored.role_of(club, me), "enter")
        return await self.stored.create(Created(tidy(name), _named(format)), me, club)

    async def read(self, event: str) -> OpenEvent:
        """An event as it is on disk now. IllegalActionError `no-such-event`."""
        owned = await self.stored.find(event)
        evening = self._open[event] = (
            self._open.pop(event) if event in self._open else OpenEvent(event, owned)
        )
        evening.owned, is_new = owned, not evening.lines
        if len(self._open) > OPEN:
            self._open.popitem(last=False)
        await self._take_over(evening)
        if is_new:  # what a game holds, which a standing needs, is counted once, beside the loop
            await asyncio.to_thread(sums.half, evening.event.format)
        return evening

    async def _catch_up(self, evening: OpenEvent) -> Owned:
        owned = await self.stored.find(evening.id)
        await self._take_over(evening)
        return owned

    async def _take_over(self, evening: OpenEvent) -> None:
        lines = await self.stored.lines(evening.id, len(evening.lines))
        evening.add(line for line in lines if line.number > len(evening.lines))

    async def of_secretary(self, event: str, me: Person) -> OpenEvent:
        """An event that one may change. IllegalActionError `no-such-event`, and as `require`."""
        evening = await self.read(event)
        require(await self.stored.role_of(event, me), "enter")
        return evening

    async def admit(self, event: str, key: str, me: Person) -> None:
        """Give a person the role of a key. IllegalActionError `not-a-secretary` for another key."""
        owned = await self.stored.find(event)
        await self.stored.add_role(event, me, owned.role_of(key))

    async def delete(self, event: str, me: Person) -> None:
        """Delete an event that one has created. IllegalActionError as `require`."""
        await self.stored.find(event)
        require(await self.stored.role_of(event, me), "delete")
        await self.stored.delete(event)
        self._open.pop(event, None)

    # --- entries ---

    async def enter(
        self, event: str, me: Person, version: int, entries: Sequence[Entry]
    ) -> OpenEvent:
        """Append entries of who has seen this version; what was done already, once.

        IllegalActionError `changed-meanwhile`, as `require`, and what the state refuses.
        """
        evening = await self.read(event)
        role = await self.stored.role_of(event, me)
        require(role, "score")
        if evening.event.format.online and any(isinstance(one, log.Entered) for one in entries):
            raise IllegalActionError("not-now")

        async def new() -> list[Entry]:
            since = evening.since(version)
            tidy = map(_tidied, entries)
            rest = [entry for entry in tidy if not changes.repeats(entry, since)]
            if any(changes.collides(entry, since) for entry in rest):
                raise IllegalActionError("changed-meanwhile")
            for entry in rest:
                require(role, right_for(entry, evening.event))
            return rest

        await self.append(evening, me.id, new)
        return evening

    async def draw(self, event: str, me: Person, version: int, phrase: str) -> OpenEvent:
        """Draw the next round, unless one was drawn since this version (`changed-meanwhile`)."""
        evening = await self.of_secretary(event, me)
        also = [(BEGIN, (event,))] if evening.event.format.online else []

        async def new() -> list[Entry]:
            since = [one for one in evening.since(version) if isinstance(one, _ABOUT_DRAWS)]
            if not since:
                return [await self._drawn(evening.event, phrase)]
            if isinstance(since[-1], log.Drawn) and since[-1].phrase == phrase:
                return []
            raise IllegalActionError("changed-meanwhile")

        await self.append(evening, me.id, new, also)
        return evening

    async def _drawn(self, event: Event, phrase: str) -> log.Drawn:
        if len(event.here) <= MOST_IN_A_THREAD:
            return await asyncio.to_thread(draws.draw, event, phrase)
        return await self.worker.run(draws.draw, event, phrase)

    async def undo(self, event: str, me: Person, number: int) -> OpenEvent:
        """Undo an entry of the log, unless a later one is about the same (`changed-meanwhile`)."""
        evening = await self.of_secretary(event, me)
        undone = evening.inverses[number - 1] if 1 <= number <= len(evening.lines) else None
        if undone is None:
            raise IllegalActionError("not-now")

        async def new() -> list[Entry]:
            if changes.collides(undone, evening.since(number)):
                raise IllegalActionError("changed-meanwhile")
            return [undone]

        await self.append(evening, me.id, new)
        return evening

    async def report(self, event: str, key: str, own: int, other: int) -> OpenEvent:
        """What a side enters at its table. The same once more changes nothing.

        IllegalActionError `wrong-slip`, `not-now` for a game that is over, `game-sum`, `too-many`,
        `event-full`.
        """
        evening = await self.read(event)

        async def new() -> list[Entry]:
            round, table, side = keys.place_of(evening.secret, evening.event, key)
            score = Score((own, other) if side == 0 else (other, own))
            game = game_of(evening.event, round, table)
            if score == (game.score or game.reports[side]):
                return []
            entry = log.ScoreReported(round, table, side, score)
            if self._reports(evening, entry) >= MOST_REPORTS:
                raise IllegalActionError("too-many")
            if len(evening.lines) >= MOST_ENTRIES - FOR_SECRETARIES:
                raise IllegalActionError("event-full")
            return [entry]

        await self.append(evening, "", new)
        return evening

    def _reports(self, evening: OpenEvent, entry: log.ScoreReported) -> int:
        """How often this side has entered a score of this game."""
        return sum(
            isinstance(line.entry, log.ScoreReported)
            and (line.entry.round, line.entry.game, line.entry.side)
            == (entry.round, entry.game, entry.side)
            for line in evening.lines
        )

    async def append(
        self,
        evening: OpenEvent,
        person: str,
        new: Callable[[], Awaitable[list[Entry]]],
        also: Sequence[Statement] = (),
    ) -> None:
        """Write what `new` gives for the state as it is; again where another node was faster.

        `also`: what is written with it, as `new` has left it.
        """

        async def lines() -> list[Line[Entry]]:
            return self._numbered(evening, person, await new())

        async with evening.lock:
            written = await self.stored.append(
                evening.id, lambda: self._catch_up(evening), lines, also
            )
            evening.add(line for line in written if line.number > len(evening.lines))
        if written:
            self.following.changed(evening.id)

    def _numbered(self, evening: OpenEvent, person: str, entries: list[Entry]) -> list[Line[Entry]]:
        """The lines of entries, each of which the state before it allows."""
        event, now = evening.event, self.accounts.timekeeper.now()
        if event.version + len(entries) > MOST_ENTRIES:
            raise IllegalActionError("event-full")
        for entry in entries:
            event = after(event, entry)
        first = len(evening.lines) + 1
        return [Line(number, person, now, entry) for number, entry in enumerate(entries, first)]

    def forget(self) -> None:
        """Read every log again: a name in it was changed."""
        self._open.clear()

    async def forget_old(self) -> None:
        """Delete events without an entry for long."""
        await self.stored.forget_old()


def _tidied(entry: Entry) -> Entry:
    """The same with its names in single spaces. IllegalActionError `bad-name` for an empty one."""
    if isinstance(entry, log.Entered):
        return log.Entered(tidy(entry.name), tuple(map(tidy, entry.players)))
    if isinstance(entry, log.Renamed):
        return log.Renamed(entry.team, tidy(entry.name), tuple(map(tidy, entry.players)))
    if isinstance(entry, log.FormatChanged):
        return log.FormatChanged(_named(entry.format))
    return entry


def _named(format: Format) -> Format:
    """The same with its prizes in single spaces. IllegalActionError as `tidy`."""
    return replace(format, prizes=tuple(map(tidy, format.prizes)))


def tidy(name: str) -> str:
    """A name in single spaces. IllegalActionError `bad-name` for one of no signs to be seen."""
    shown = " ".join(name.split())
    if not shown or not shown.isprintable():
        raise IllegalActionError("bad-name")
    return shown
