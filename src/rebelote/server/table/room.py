"""The room of a table: the people connected to it, the absence of others, and its deadlines.

In memory alone: the time is an argument, and nothing is written or sent from here.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, Literal, Protocol

import msgspec

from rebelote.rules.fairness import SECRET_BYTES
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import Connected
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import FromServer
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.schemas import Rated, Unrated
from rebelote.server.base.protocol.updates import Clock, Onlooker
from rebelote.server.people.database import Person
from rebelote.server.table.model.clock import TableClock
from rebelote.server.table.model.event_log import (
    Acted,
    Claimed,
    Dealt,
    Entry,
    Returned,
    Sealed,
    Started,
    Substituted,
    TakenBack,
)
from rebelote.server.table.model.sealing import REVEAL_SECONDS
from rebelote.server.table.model.state import Change, Packs
from rebelote.server.table.model.table import Table

OFFLINE_SECONDS: Final = limit(
    2.0,
    "time without a connection before others see that a player is offline",
    unit="s",
    per="person",
    beyond="they see it",
)
"""Longer than a reload of a page, which is not shown as a departure."""
AWAY_SECONDS: Final = limit(
    10.0,
    "time without a connection before a player counts as away",
    unit="s",
    per="person",
    beyond="a bot may take over",
)
"""The grace period to reconnect: so long a connection may be down before a bot may substitute."""
DESERTED_SECONDS: Final = limit(
    60.0, "time before a deserted table pauses", unit="s", per="table", beyond="it pauses"
)
"""Seconds that a table goes on while all its people are away; with bots only it stops."""
ABANDONED_SECONDS: Final = limit(
    300.0,
    "time that a deserted rated match waits for its players",
    unit="s",
    per="table",
    beyond="bots finish it",
)


NOBODY: Final[frozenset[int]] = frozenset()
"""No seat at all."""


class TableMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """The facts written about a table when it is opened, and never changed.

    `seed` makes its packs, where there is one; `daily`: the date whose deal is played. Any other
    table with a seed is one for tests. `matched`: the quick match opened it, for strangers.
    `rated`: the first match counts for ratings; `unrated`: why not, of a table of the quick match.
    `language`: the host's, in which invitations speak. `tournament`: the one whose game is
    played; `wait`: seconds until a bot plays there for who has not come. `pack`: what the pack of
    its only deal is made from, in hexadecimal digits, and `dealer` who deals it: in a duplicate.
    `delay`: by how many seconds spectators see it later, though nobody else watches; 0: nobody.
    """

    host: str
    seed: str | None = None
    daily: str | None = None
    matched: bool = False
    rated: bool = False
    language: str = ""
    unrated: Unrated = ""
    tournament: str = msgspec.field(name="event", default="")
    wait: int = 0
    pack: str = ""
    dealer: int | None = None
    delay: int = 0

    @property
    def organised(self) -> bool:
        """Whether only the server puts the players together."""
        return self.matched or bool(self.tournament)

    @property
    def arranged(self) -> bool:
        """Whether the server says who plays what here: its people agree on nothing."""
        return self.organised or bool(self.daily)

    def check_may_rearrange(self) -> None:
        """Refuse to change who plays here, and what follows: `played-today`, `event-table`."""
        if self.daily:
            raise IllegalActionError("played-today")
        if self.tournament:
            raise IllegalActionError("event-table")

    @property
    def packs(self) -> Packs:
        """The origin of its packs."""
        if self.pack:
            return "laid"
        if self.seed is None:
            return "drawn"
        return "shared" if self.daily else "fixed"


class Listener(Protocol):
    """A connection to a table."""

    person: Person
    watch: int | None

    def send(self, message: FromServer) -> None:
        """Send it a message."""

    def remove(self, code: str) -> None:
        """Remove it from the table, and send it the reason."""

    def close_to_reconnect(self) -> None:
        """Close it so that its client reconnects, and joins again."""


class Room:
    """A table in memory with its metadata, the connections to it, and its clock."""

    __slots__ = (
        "_came", "_seen", "code", "connected", "elsewhere", "left_at", "listeners",
        "metadata", "ratings", "removed", "reveal_deadline", "table",
    )  # fmt: skip

    def __init__(self, table: Table, metadata: TableMetadata, code: str, now: float) -> None:
        self.table = table
        table.packs, table.first_dealer = metadata.packs, metadata.dealer
        self.metadata = metadata
        self.code = code
        self.listeners: list[Listener] = []
        self.elsewhere: dict[str, tuple[Connected, ...]] = {}
        """The people connected to the table by other nodes, by node."""
        self.connected: set[str] = set()
        """The people who have a connection open, here or to another node."""
        self.left_at = now
        """When the last connection was closed."""
        self.removed: set[str] = set()
        """The people whom the host has sent away for good."""
        self.ratings: dict[str, Rated] = {}
        self.reveal_deadline = now + REVEAL_SECONDS
        self._seen: dict[str, float] = {}
        self._came: frozenset[str] = frozenset()
        """The people seated here by the server who have been connected at any time."""

    # --- randomness

    def secret(self) -> bytes:
        """Return the secret of the next pack; a table with a seed deals the same packs again."""
        if self.metadata.pack:
            return bytes.fromhex(self.metadata.pack)
        if self.metadata.seed is None:
            return secrets.token_bytes(SECRET_BYTES)
        return hashlib.sha256(f"{self.metadata.seed} {self.table.played_at}".encode()).digest()

    def bot_seed(self) -> int:
        """Return the seed of a bot's next thought; a table with a seed thinks the same again."""
        return int.from_bytes(
            secrets.token_bytes(4) if self.metadata.pack else self.secret()[:4], "big"
        )

    # --- presence

    def add(self, listener: Listener, now: float) -> None:
        """Add a connection; one person may have several, and all are sent the same."""
        if not self.connected:
            self._person_arrives(now)
        self.listeners.append(listener)
        self.connected.add(listener.person.id)
        first = self.metadata.tournament and listener.person.id not in self._came
        self._note_arrivals()
        if first and self.table.seat_of(listener.person.id) == self.table.to_act:
            self.clock.restart(now)
        self._seen[listener.person.id] = now

    def remove(self, listener: Listener, now: float) -> None:
        self.listeners.remove(listener)
        self.table.commitments.drop(listener)
        self._seen[listener.person.id] = self.left_at = now
        self._count_connected(now)

    def set_elsewhere(self, node: str, people: Sequence[Connected], now: float) -> None:
        """Set the people that another node connects to the table."""
        was_empty = not self.connected
        for one in self.elsewhere.pop(node, ()):
            if all(one.person != other.person for other in people):
                self.table.commitments.drop((node, one.person))
        if people:
            self.elsewhere[node] = tuple(people)
        self._count_connected(now)
        if was_empty and self.connected:
            self._person_arrives(now)
        for one in people:
            if one.rated is not None:
                self.ratings[one.person] = one.rated

    def _count_connected(self, now: float) -> None:
        here = {listener.person.id for listener in self.listeners}
        here.update(one.person for people in self.elsewhere.values() for one in people)
        for person in self.connected ^ here:
            self._seen[person] = now
        if not here >= self.connected:
            self.left_at = now
        self.connected = here
        self._note_arrivals()

    def _note_arrivals(self) -> None:
        if self.metadata.organised and not self.connected <= self._came:
            self._came |= self.connected

    def is_no_show(self, seat: int) -> bool:
        """Return whether the quick match has seated a person here who never joined the match.

        After a restart it is not known who was connected; then only what the log says counts:
        a person who has added to the pack, or has played, has joined.
        """
        person = self.table.seats[seat].person
        came = person in self._came or seat in self.table.acted
        return self.metadata.matched and self.table.matches <= 1 and not came

    def _person_arrives(self, now: float) -> None:
        """Restart the timers that stood still without anybody here."""
        self.restart_reveal_deadline(now)
        if not self.rated:
            self.clock.restart(now)

    def restart_turns(self, now: float) -> None:
        """Let turns and absences begin now: until now nobody could act, or connect."""
        self.clock.restart(now)
        self.restart_reveal_deadline(now)
        self.left_at = now
        self._seen = dict.fromkeys(self._seen, now)

    def connected_here(self) -> tuple[Connected, ...]:
        """Return the people connected by this node, as it publishes them to the others."""
        people = {listener.person.id: listener.person.name for listener in self.listeners}
        return tuple(Connected(*known, self.ratings.get(known[0])) for known in people.items())

    def absent_seats(self, now: float, after: float = AWAY_SECONDS) -> frozenset[int]:
        """Return the seats of those who have been away for longer than so many seconds."""
        absent = [
            (seat, who.person)
            for seat, who in enumerate(self.table.seats)
            if who.person and who.person not in self.connected
        ]
        if not absent:
            return NOBODY
        long_ago = now - after
        return frozenset(
            seat
            for seat, person in absent
            if self._seen.setdefault(person, self.left_at) < long_ago
        )

    def absence(self, person: str, now: float) -> float:
        """Return the seconds that a person has been away; 0 while connected."""
        return 0.0 if person in self.connected else now - self._seen.get(person, self.left_at)

    @property
    def host(self) -> str:
        """The person who may change seats and begin: the opener, or while away the first seated."""
        connected = self.connected
        if self.metadata.host in connected:
            return self.metadata.host
        seated = (who.person for who in self.table.seats if who.person in connected)
        return next(seated, None) or self.metadata.host

    @property
    def has_own_people(self) -> bool:
        """Whether anybody is here who opened the table, sits there, or began its last match."""
        return bool(self.connected & {self.metadata.host, *self.table.participants})

    @property
    def onlookers(self) -> tuple[Onlooker, ...]:
        """The people who are here and have no seat."""
        seated = {who.person for who in self.table.seats}
        people = {listener.person.id: listener.person.name for listener in self.listeners}
        if self.elsewhere:
            others = (one for served in self.elsewhere.values() for one in served)
            people |= {one.person: one.name for one in others}
        return tuple(Onlooker(*known) for known in people.items() if known[0] not in seated)

    # --- lifetime

    @property
    def rated(self) -> bool:
        """Whether the match in play, or the last, counts for ratings.

        A rematch never does, nor a match that one of its people never joined.
        """
        return self.metadata.rated and self.table.matches <= 1 and not self.table.no_shows

    @property
    def unrated(self) -> Unrated:
        """The reason why the match of strangers in play, or the last, does not count, or empty."""
        if self.rated or not self.metadata.matched:
            return ""
        if self.table.matches > 1:
            return "rematch"
        return "no-show" if self.metadata.rated else self.metadata.unrated

    @property
    def has_pending_result(self) -> bool:
        """Whether a match that counts is under way: that all have left does not end it."""
        return (self.rated or bool(self.metadata.tournament)) and self.table.playing

    def is_deserted(self, now: float) -> bool:
        """Return whether nobody has been here for a while."""
        return not self.connected and now - self.left_at >= DESERTED_SECONDS

    def is_suspended(self, now: float) -> bool:
        """Return whether nothing happens until a person connects for whom it would."""
        if self.connected or self.has_pending_result:
            return False
        sits = any(who.person for who in self.table.seats)
        return not sits or self.is_deserted(now)

    def is_abandoned(self, now: float) -> bool:
        """Return whether its people have been away for so long that bots end their rated match."""
        gone = not self.connected and now - self.left_at >= ABANDONED_SECONDS
        return gone and self.has_pending_result

    # --- permissions

    def is_closed_to(self, person: str) -> bool:
        """Return whether the server has arranged a match here for others: one can never join it."""
        began = any(who.person == person for who in self.table.starters)
        return self.metadata.organised and self.table.begun and not began

    def is_hidden_from(self, person: str) -> bool:
        """Return whether it is others' deal of the day, or game of an event without spectators."""
        metadata = self.metadata
        closed = metadata.daily or (metadata.tournament and not metadata.delay)
        return bool(closed) and person not in {metadata.host, *self.table.participants}

    def may_take_back(self, person: str) -> bool:
        """Return whether nobody else plays in the match, or looks on, and it does not count."""
        return self.connected <= {person} and not (self.rated or self.metadata.arranged)

    def has_seat_for(self, person: str) -> bool:
        """Return whether a person could sit down now, where a seat is free or a bot's."""
        free = any(who.person is None for who in self.table.seats)
        return free and not self.is_closed_to(person)

    def hides_play_from(self, person: str) -> bool:
        """Return whether a person is sent no play: here for a seat, where nobody watches."""
        table = self.table
        return table.terms.watch == "none" and table.begun and table.seat_of(person) is None

    # --- accounts that change

    def names(self, person: str) -> bool:
        """Return whether anything here still names this person."""
        return (
            self.metadata.host == person
            or person in self.table.participants
            or any(person in kept for kept in (self._seen, self._came, self.ratings, self.removed))
        )

    def replace(self, old: str, new: Occupant) -> None:
        """Put `new` wherever the person `old` was."""
        person = new.person or ""
        self.table.replace(old, new)
        if self.metadata.host == old:
            self.metadata = msgspec.structs.replace(self.metadata, host=person)
        if old in self.removed:
            self.removed.remove(old)
            self.removed.add(person)
        if old in self._came:
            self._came = self._came - {old} | {person}
        if old in self._seen:
            self._seen[person] = self._seen.pop(old)
        if old in self.ratings:
            self.ratings[person] = self.ratings.pop(old)

    # --- clock and deadlines

    @property
    def clock(self) -> TableClock:
        return self.table.clock

    def charged(self, change: Change, now: float) -> Change:
        """Return a change that ends a turn, with what that turn has taken from the time bank."""
        if not isinstance(change.entry, Acted | Claimed | Substituted):
            return change
        if not (spent := self.clock.spent(now)):
            return change
        entry = msgspec.structs.replace(change.entry, spent=spent)
        return msgspec.structs.replace(change, entry=entry)

    def settle_clock(self, change: Change, now: float) -> None:
        """Set the clock after a change."""
        self.clock.stand_or_run(now)
        if isinstance(change.entry, Sealed):
            self.restart_reveal_deadline(now)
        if self._begins_turn(change.entry) or not self.table.playing:
            self.set_clock(now)

    def _begins_turn(self, entry: Entry) -> bool:
        """Return whether an entry begins another turn, or the same one again."""
        if isinstance(entry, Returned):
            return entry.seat == self.table.to_act
        begins = Sealed | Started | Acted | Claimed | Dealt | Substituted | TakenBack
        return isinstance(entry, begins)

    def set_clock(self, now: float) -> None:
        """Run the clock for the person to act, and for bots not at all."""
        table, clock = self.table, self.clock
        if not table.playing or table.awaited is not None:
            clock.stop()
        elif (seat := table.to_act) is not None and table.bot_in(seat):
            clock.stop()
            clock.seat = seat
        else:
            clock.turn(seat, now)

    def vote_to_pause(self, person: str, on: bool, client_id: str) -> Change | None:
        """Pause by unanimous consent (a vote): the clock stops once every player has asked.

        One player is enough to resume. A vote lapses when the next deal begins. None where it
        would change nothing. Raises IllegalActionError.
        """
        if self.metadata.arranged:
            raise IllegalActionError("no-pause")
        if (seat := self.table.seat_of(person)) is None:
            raise IllegalActionError("not-seated")
        return self.table.vote_to_pause(seat, on, client_id)

    def vote_to_surrender(self, person: str, on: bool, client_id: str) -> Change | None:
        """Propose a vote to give up the match, or not to. None where it would change nothing.

        Raises IllegalActionError.
        """
        if (seat := self.table.seat_of(person)) is None:
            raise IllegalActionError("not-seated")
        return self.table.vote_to_surrender(seat, on, client_id)

    def give_extra_time(self, person: str, client_id: str) -> Change:
        """Propose more time for the person to act. Raises IllegalActionError."""
        if (seat := self.table.seat_of(person)) is None:
            raise IllegalActionError("no-more-time")
        return self.table.give_extra_time(seat, client_id)

    def substitution(self, seat: int, why: Literal["clock", "gone"]) -> Change:
        """Propose a bot in place of the person in this seat."""
        return self.table.substitute(seat, why, self.is_no_show(seat))

    def is_attended(self, now: float) -> bool:
        """Return whether a person is to act and has time left, and all who sit here are connected:
        nothing is overdue then."""
        table = self.table
        if table.to_act is None or not table.is_played_by_a_person(table.to_act):
            return False
        if table.awaited is not None or table.ends_at is not None:
            return False
        for who in table.seats:
            if who.person is not None and who.person not in self.connected:
                return False
        left = table.clock.left(now)
        return left is None or left > 0

    def overdue(self, now: float) -> tuple[int, Literal["clock", "gone"]] | None:
        """Return the seat in which a bot is to substitute now, and why.

        Out of time; or away, where another who plays is here and would wait.
        """
        if (seat := self._seat_to_act(now)) is None:
            return None
        if self.clock.left(now) == 0:
            return seat, "clock"
        grace = self._grace(seat, now)
        return (seat, "gone") if grace is not None and grace < 0 else None

    def shown_clock(self, now: float) -> Clock | None:
        """Return the clock in the form that people are sent, if there is one.

        It runs for an absent player to act without a pace, too, until a bot substitutes.
        """
        clock, seat = self.clock.shown(now), self.table.to_act
        if seat is None or self.table.seats[seat].person in self.connected:
            return clock
        seat = self._seat_to_act(now)
        grace = None if seat is None else self._grace(seat, now)
        if grace is None or AWAY_SECONDS - grace < OFFLINE_SECONDS:
            return clock
        clock = clock or Clock(seat=seat, left=None, banks=(), paused=False)
        left = round(max(0.0, grace), 1)
        return msgspec.structs.replace(clock, left=min(left, clock.left or left))

    def _seat_to_act(self, now: float) -> int | None:
        """Return the seat whose person the table waits for now."""
        seat = self.table.to_act
        if seat is None or not self.table.is_played_by_a_person(seat) or self.clock.paused:
            return None
        return None if self._is_awaited(seat, now) else seat

    def _grace(self, seat: int, now: float) -> float | None:
        """Return the seconds left to reconnect, where an absent player would be substituted."""
        table = self.table
        person = table.seats[seat].person
        if not person or person in self.connected:
            return None
        others = {table.seats[other].person for other in table.people - {seat}}
        if not (self.metadata.organised or others & self.connected):
            return None
        return AWAY_SECONDS - self.absence(person, now)

    def _is_awaited(self, seat: int, now: float) -> bool:
        """Return whether a person has not come to their table of an event, but still may."""
        person = self.table.seats[seat].person
        if not self.metadata.wait or not person or person in self._came | self.connected:
            return False
        return seat not in self.table.acted and self.absence(person, now) < self.metadata.wait

    def next_deal_is_overdue(self, now: float) -> bool:
        """Return whether those who should agree to the next deal are late, or away."""
        table = self.table
        if not table.playing or table.to_act is not None or table.awaited is not None:
            return False
        waiting = table.people - table.ready
        here = waiting - self.absent_seats(now)
        return self.clock.left(now) == 0 or (bool(table.ready) and not here)

    def restart_reveal_deadline(self, now: float) -> None:
        """Give players their time again to reveal the nonces they committed to."""
        self.reveal_deadline = now + REVEAL_SECONDS

    def pack_is_overdue(self, now: float) -> bool:
        """Return whether an awaited pack is to be made: all have revealed, or had their time."""
        awaits = self.table.awaited is not None
        return awaits and (self.all_have_revealed or now >= self.reveal_deadline)

    @property
    def all_have_revealed(self) -> bool:
        """Whether everybody has revealed who committed for the pack that is awaited."""
        return self.table.awaited is not None and self.table.awaited.complete
