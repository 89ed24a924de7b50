"""Who is at a table in memory, and what is each of them told? One table, those here, its clock.

Each table has one owner at a time: whoever holds its lock.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

import msgspec

from rebelote.bots import Thought
from rebelote.rules.fairness import SECRET_BYTES
from rebelote.rules.view import rule_card
from rebelote.server.people.accounts import Person
from rebelote.server.protocol.messages import FromServer, Onlooker, Player, Rated, Said, Update
from rebelote.server.protocol.table_settings import PACES
from rebelote.server.runtime.rate_limits import Keys
from rebelote.server.runtime.supervision import TABLE_BACKOFF_MOST, Backoff
from rebelote.server.tables.broadcast import DelayedBroadcast, Moment, over_a_shoulder, updates
from rebelote.server.tables.clock import Clock
from rebelote.server.tables.event_log import Acted, Dealt, Occupant, Sealed
from rebelote.server.tables.sealing import REVEAL_SECONDS
from rebelote.server.tables.table import Change, Packs, Table

AWAY_SECONDS: Final = 10.0
"""How long a line may be down before others are told, and a bot may stand in."""
DESERTED_SECONDS: Final = 60.0
"""How long a table goes on at which people sit, but nobody is here; with bots alone it stops."""
ABANDONED_SECONDS: Final = 300.0
"""How long a rated match waits for any of its people; then bots play it to its end."""
TALK_KEPT: Final = 50
"""Sayings kept in memory, for a report."""
ONLOOKERS_NAMED: Final = 30
"""Those who look on that are told by name; of all the others only how many they are."""


Moments = tuple[Moment, ...]


class TableFacts(msgspec.Struct, frozen=True):
    """What is written down once about a table, by whoever opens it, and never changed.

    `seed` makes its packs, where there is one; `daily`: the date whose deal is played. Any other
    table with a seed is one for tests. `matched`: the quick match opened it, for strangers.
    `rated`: the first match counts for ratings.
    """

    host: str
    seed: str | None = None
    daily: str | None = None
    matched: bool = False
    rated: bool = False

    @property
    def packs(self) -> Packs:
        """How its packs come about."""
        if self.seed is None:
            return "drawn"
        return "shared" if self.daily else "fixed"


class Hint(NamedTuple):
    """A hint that was given, kept as long as the position stands."""

    played_at: int
    seat: int
    thought: Thought


class Listener(Protocol):
    """A socket at a table."""

    person: Person
    watch: int | None

    def send(self, message: FromServer) -> None:
        """Tell it something."""

    def turn_away(self, code: str) -> None:
        """It is at the table no more, and is told why."""


class OpenTable:
    """A table in memory: its facts, its owner's lock, and who is here."""

    def __init__(self, table: Table, facts: TableFacts, code: str, now: float) -> None:
        self.table = table
        table.packs = facts.packs
        self.facts = facts
        self.code = code
        self.lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.seen: dict[str, float] = {}
        self.left_at = now
        self.sweeping = Backoff(TABLE_BACKOFF_MOST)
        self.advancing: asyncio.Task[None] | None = None
        self.clock = Clock(PACES[table.terms.pace], len(table.seats))
        self.asked_to_pause: set[str] = set()
        self.shown_out: set[str] = set()
        self.untold = False
        self.places: Keys = ()
        """What it takes up of the quotas of whoever opened it."""
        self.hint: Hint | None = None
        self.talk: tuple[Said, ...] = ()
        self.ratings: dict[str, Rated] = {}
        self.reveals_until = now + REVEAL_SECONDS
        self.broadcast = DelayedBroadcast()
        self._following: set[Listener] = set()
        """Those who look over a shoulder and were sent all of the broadcast so far."""
        self._shown_away: frozenset[int] = frozenset()

    # --- chance

    def secret(self) -> bytes:
        """What packs are made from; a table with a seed deals the same packs again."""
        if self.facts.seed is None:
            return secrets.token_bytes(SECRET_BYTES)
        return hashlib.sha256(f"{self.facts.seed} {self.table.played_at}".encode()).digest()

    def chance(self) -> int:
        """The seed of a bot's next thought; a table with a seed thinks the same again."""
        return int.from_bytes(self.secret()[:4], "big")

    @property
    def rated(self) -> bool:
        """Whether the match in play, or the last, counts for ratings: a rematch never does."""
        return self.facts.rated and self.table.matches <= 1

    # --- who is here

    def arrive(self, listener: Listener, now: float) -> None:
        """Listen; several sockets of one person may, and all are told the same."""
        if not self.listeners:
            self.await_reveals(now)
            if not self.rated:
                self.clock.restart(now)
        self.listeners.append(listener)
        self.seen[listener.person.id] = now

    def depart(self, listener: Listener, now: float) -> None:
        """Stop listening."""
        self.listeners.remove(listener)
        self.table.commitments.drop(listener)
        self._following.discard(listener)
        self.seen[listener.person.id] = now
        self.left_at = now

    @property
    def here(self) -> set[str]:
        """The people of whom a socket is open."""
        return {listener.person.id for listener in self.listeners}

    def away(self, now: float) -> frozenset[int]:
        """The seats of those who have been away long enough for others to be told."""
        here, long_ago = self.here, now - AWAY_SECONDS
        return frozenset(
            seat
            for seat, who in enumerate(self.table.seats)
            if who.person
            and who.person not in here
            and self.seen.setdefault(who.person, self.left_at) < long_ago
        )

    @property
    def owes_a_result(self) -> bool:
        """Whether a rated match is under way: that all have left does not end it."""
        return self.rated and self.table.playing

    def is_deserted(self, now: float) -> bool:
        """Whether nobody has been here for a while."""
        return not self.listeners and now - self.left_at >= DESERTED_SECONDS

    def stands_still(self, now: float) -> bool:
        """Whether nothing happens until somebody comes: nobody is here for whom it would."""
        if self.listeners or self.owes_a_result:
            return False
        sits = any(who.person for who in self.table.seats)
        return not sits or self.is_deserted(now)

    def is_abandoned(self, now: float) -> bool:
        """Whether its people have all been away for so long that bots end their rated match."""
        gone = not self.listeners and now - self.left_at >= ABANDONED_SECONDS
        return gone and self.owes_a_result

    @property
    def going_on(self) -> bool:
        """Whether bots, or the table itself, are about to do something."""
        return self.advancing is not None and not self.advancing.done()

    @property
    def host(self) -> str:
        """Who may change seats and begin: the one who opened it, or who sits first while away."""
        here = self.here
        if self.facts.host in here:
            return self.facts.host
        seated = (who.person for who in self.table.seats if who.person in here)
        return next(seated, None) or self.facts.host

    @property
    def at_home(self) -> bool:
        """Whether anybody is here who opened the table, sits there, or began its last match."""
        return bool(self.here & {self.facts.host, *self.table.participants})

    @property
    def served_as(self) -> str:
        """Who waits in turn for a bot's thought here: the host for all of their tables together.

        A table of the quick match, which nobody opened, is served for itself.
        """
        return self.table.id if self.facts.matched else self.facts.host

    @property
    def watching(self) -> int:
        """How many look on."""
        return len(self.onlookers)

    @property
    def onlookers(self) -> tuple[Onlooker, ...]:
        """Those who are here and have no seat."""
        seated = {who.person for who in self.table.seats}
        people = {listener.person.id: listener.person.name for listener in self.listeners}
        return tuple(Onlooker(*known) for known in people.items() if known[0] not in seated)

    def is_closed_to(self, person: str) -> bool:
        """Whether the quick match has begun a match here with others: nobody joins it."""
        began = any(who.person == person for who in self.table.starters)
        return self.facts.matched and self.table.playing and not began

    def has_a_seat_for(self, person: str) -> bool:
        """Whether somebody could sit down now, where a seat is free or a bot's."""
        free = any(who.person is None for who in self.table.seats)
        return free and not self.is_closed_to(person)

    def is_kept_from_play(self, person: str) -> bool:
        """Whether somebody is told nothing of the play: here for a seat, where nobody may watch."""
        table = self.table
        return table.terms.watch == "none" and table.begun and table.seat_of(person) is None

    def remember(self, said: Said) -> None:
        """Keep what was said, for a report; of the oldest nothing is kept."""
        self.talk = (*self.talk, said)[-TALK_KEPT:]

    # --- who is another now

    def knows(self, person: str) -> bool:
        """Whether anything here still names this person."""
        return (
            self.facts.host == person
            or person in self.table.participants
            or any(said.person == person for said in self.talk)
            or any(person in kept for kept in (self.seen, self.ratings))
            or any(person in people for people in self._sets)
        )

    def replace(self, old: str, new: Occupant) -> None:
        """`new` stands wherever the person `old` did; what nobody has said is forgotten."""
        person = new.person or ""
        self.table.replace(old, new)
        if self.facts.host == old:
            self.facts = msgspec.structs.replace(self.facts, host=person)
        renamed = (_renamed(said, old, new) for said in self.talk)
        self.talk = tuple(said for said in renamed if said.name)
        for people in self._sets:
            if old in people:
                people.remove(old)
                people.add(person)
        if old in self.seen:
            self.seen[person] = self.seen.pop(old)
        if old in self.ratings:
            self.ratings[person] = self.ratings.pop(old)

    @property
    def _sets(self) -> tuple[set[str], ...]:
        """People who are remembered here for something."""
        return self.asked_to_pause, self.shown_out

    # --- telling

    def players(self, now: float) -> tuple[Player, ...]:
        """Who sits where."""
        away, table, host = self.away(now), self.table, self.host
        asked = frozenset() if self.clock.paused else self.asked_to_pause
        return tuple(
            Player(
                seat,
                who.name,
                who.bot is not None,
                who.person is not None and seat not in away,
                seat in table.ready,
                table.bot_in(seat) or "",
                who.person,
                seat in table.relieved,
                self.ratings.get(who.person or ""),
                who.person is not None and who.person == host,
                who.person in asked,
            )
            for seat, who in enumerate(table.seats)
        )

    def update(self, listener: Listener, since: int | None, now: float) -> Update:
        """All that one who listens missed after version `since`, or a snapshot."""
        told, host = self._for_everybody(since, now), self.host
        if (seat := self._behind(listener)) is not None:
            return self._delayed(listener, self.broadcast.missed(seat, since), told, host)
        return self._for(listener, told, host)

    def welcome(self, listener: Listener, since: int | None, now: float) -> None:
        """Send one who has come how things stand, or over a shoulder how the deal before went."""
        seat = self._shoulder(listener)
        if since is not None or seat is None or not self.broadcast.shown:
            listener.send(self.update(listener, since, now))
            return
        told, host = self._for_everybody(None, now), self.host
        self._following.add(listener)
        for update in self.broadcast.replay(seat):
            listener.send(self._delayed(listener, update, told, host))

    def tell(self, now: float, change: Change | None = None, but: Listener | None = None) -> None:
        """Send everybody here, `but` one, what `change` brought, or how things stand."""
        told = self._for_everybody(self.table.version - (change is not None), now)
        host = self.host
        away = (player.seat for player in told.players if player.person and not player.connected)
        self._shown_away = frozenset(away)
        news = self._news(told, change)
        for listener in list(self.listeners):
            if listener is not but and self._concerns(listener, change):
                for update in self._updates(listener, told, host, change, news):
                    listener.send(update)

    def _updates(
        self, listener: Listener, told: Update, host: str, change: Change | None, news: Moments
    ) -> Iterator[Update]:
        """What one who listens is sent of a change."""
        seat, follows = self._shoulder(listener), listener in self._following
        if seat is None:
            self._following.discard(listener)
        if seat is None or not (news or self._behind(listener) is not None):
            yield self._for(listener, told, host)
            return
        self._following.add(listener)
        if news:
            for update in updates(news, seat, from_snapshot=not follows):
                yield self._delayed(listener, update, told, host)
        elif change is None or not follows:
            since = self.broadcast.shown[-1].told.version if follows else None
            yield self._delayed(listener, self.broadcast.missed(seat, since), told, host)

    def _concerns(self, listener: Listener, change: Change | None) -> bool:
        """Whether one who listens is told of a change: not of each card where nobody may watch."""
        of_play = change is not None and isinstance(change.entry, Acted | Sealed | Dealt)
        goes_on = of_play and self.table.playing
        return not (goes_on and self.is_kept_from_play(listener.person.id))

    def _for_everybody(self, since: int | None, now: float) -> Update:
        """What all are told alike; the view is what lies open."""
        table = self.table
        missed = table.missed(since)
        onlookers = self.onlookers
        return Update(
            table=table.id,
            since=None if missed is None else since,
            version=table.version,
            events=missed or (),
            view=table.public(),
            players=self.players(now),
            watching=len(onlookers),
            terms=table.terms,
            rules=rule_card(table.rules),
            clock=self.clock.shown(now),
            code=self.code,
            matched=self.facts.matched,
            rated=self.rated,
            onlookers=onlookers[:ONLOOKERS_NAMED],
            pack=table.pack_in_play() if missed is None else None,
        )

    def _for(self, listener: Listener, told: Update, host: str) -> Update:
        """The same with what this one may see."""
        table, person = self.table, listener.person.id
        you = table.seat_of(person)
        if self.is_kept_from_play(person):
            told = msgspec.structs.replace(told, since=None, events=(), view=None, clock=None)
        seen = table.seen_from(told.view, you)
        shoulder = self._shoulder(listener)
        if shoulder is not None and told.view is not None and table.hides_nothing:
            seen = over_a_shoulder(told.view, table.match, shoulder)
        pack = None if you is None and table.terms.watch == "none" else told.pack
        return msgspec.structs.replace(told, view=seen, you=you, host=person == host, pack=pack)

    # --- over a shoulder, a deal later

    def _shoulder(self, listener: Listener) -> int | None:
        """The seat that one who listens looks over the shoulder of, where the table allows it."""
        table, seat = self.table, listener.watch
        allowed = table.terms.watch == "seat" and table.seat_of(listener.person.id) is None
        return seat if allowed and seat is not None and 0 <= seat < len(table.seats) else None

    def _behind(self, listener: Listener) -> int | None:
        """The same seat while a deal is played, of which its hand is told only afterwards."""
        hidden = self.table.playing and not self.table.hides_nothing
        return self._shoulder(listener) if hidden and self.broadcast.shown else None

    def _news(self, told: Update, change: Change | None) -> Moments:
        """What may be shown over a shoulder since a change; kept only where somebody looks on."""
        table = self.table
        if table.terms.watch != "seat" or not told.watching:
            self.broadcast.clear()
        elif change is not None and change.match is not None:
            moment = Moment(told, change.match, change.entry, table.pack_in_play())
            return self.broadcast.add(moment, table.hides_nothing)
        return ()

    def _delayed(self, listener: Listener, update: Update, told: Update, host: str) -> Update:
        """An update of the broadcast, with those who are here now (`told`)."""
        here = {"watching": told.watching, "onlookers": told.onlookers}
        return msgspec.structs.replace(update, host=listener.person.id == host, **here)

    def tell_who_left(self, now: float) -> None:
        """Tell where somebody has been away for so long now that others should know."""
        if self.away(now) != self._shown_away:
            self.tell(now)

    # --- time

    def set_clock(self, now: float) -> None:
        """The clock after a change: it runs for whoever is awaited, and for bots not at all."""
        table, clock = self.table, self.clock
        if not table.playing or table.awaited is not None:
            clock.stop(now)
        elif (seat := table.to_act) is None:
            clock.turn(None, now)
            clock.refill()
        elif table.bot_in(seat):
            clock.stop(now)
            clock.seat = seat
        else:
            clock.turn(seat, now)

    def new_clock(self) -> None:
        """A full clock, after terms or seats were changed."""
        pace = PACES[self.table.terms.pace]
        if pace != self.clock.pace or len(self.clock.banks) != len(self.table.seats):
            self.clock = Clock(pace, len(self.table.seats))

    def overdue(self, now: float) -> tuple[int, str] | None:
        """The seat in which a bot is to stand in now, and why.

        Out of time; or away, where somebody else who plays is here and would wait.
        """
        table = self.table
        seat = table.to_act
        if seat is None or seat not in table.people or self.clock.paused:
            return None
        if self.clock.left(now) == 0:
            return seat, "clock"
        if seat not in self.away(now):
            return None
        others = {table.seats[other].person for other in table.people - {seat}}
        return (seat, "gone") if self.facts.matched or others & self.here else None

    def nobody_goes_on(self, now: float) -> bool:
        """Whether those who should agree to the next deal have had their time, or are away."""
        table = self.table
        if not table.playing or table.to_act is not None or table.awaited is not None:
            return False
        waiting = table.people - table.ready
        here = waiting - self.away(now)
        return self.clock.left(now) == 0 or (bool(table.ready) and not here)

    def await_reveals(self, now: float) -> None:
        """From now on players are given their time to reveal what they committed to."""
        self.reveals_until = now + REVEAL_SECONDS

    def pack_is_due(self, now: float) -> bool:
        """Whether an awaited pack is to be made: all have revealed, or had their time."""
        awaited = self.table.awaited
        return awaited is not None and (awaited.complete or now >= self.reveals_until)


def _renamed(said: Said, old: str, new: Occupant) -> Said:
    if said.person != old:
        return said
    return msgspec.structs.replace(said, person=new.person or "", name=new.name)
