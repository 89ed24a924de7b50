"""Broadcasts of a table: what each connection is sent of a change, and what it may see of it.

What everybody is sent alike is made once; the rest is added for each connection.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import msgspec

from rebelote.rules.view import rule_card
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import Notice
from rebelote.server.base.protocol.updates import Player, Update
from rebelote.server.table.model.broadcast import (
    DelayedBroadcast,
    Moment,
    TimedBroadcast,
    as_snapshot,
    updates,
    view_from_seat,
)
from rebelote.server.table.model.event_log import Acted, Claimed, Dealt, Sealed
from rebelote.server.table.model.state import Change
from rebelote.server.table.room import NOBODY, OFFLINE_SECONDS, Listener, Room

ONLOOKERS_NAMED: Final = limit(
    30, "spectators listed by name", per="table", beyond="the others are counted"
)

_PLAY: Final = (Acted, Claimed, Sealed, Dealt)
"""Entries that a single card, call or pack writes."""

Moments = tuple[Moment, ...]


class Broadcaster:
    """The broadcasts to the connections of one room."""

    __slots__ = (
        "_delayed",
        "_following",
        "_players",
        "_players_from",
        "_sent_absences",
        "_sent_version",
        "_timed",
        "room",
        "table",
    )

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = room.table
        self._delayed = DelayedBroadcast()
        self._timed = TimedBroadcast(room.metadata.delay)
        self._following: set[Listener] = set()
        """Spectators who were sent all of a delayed broadcast so far."""
        self._sent_absences: frozenset[int] = frozenset()
        """The seats whose absence everybody was sent last."""
        self._players: tuple[Player, ...] = ()
        self._players_from: tuple[object, ...] = ()
        """The facts that the players were made from."""
        self._sent_version = self.table.version
        """The version that everybody here was sent last."""

    # --- sending

    def broadcast(
        self, now: float, change: Change | None = None, but: Listener | None = None
    ) -> None:
        """Send everybody here, `but` one, what `change` brought, or the current state.

        While a change is committed and its result is being written, its own broadcast is awaited.
        """
        if change is None and self._sent_version != self.table.version:
            return
        self._sent_version = self.table.version
        shared = self._shared_update(self.table.version - (change is not None), now)
        host = self.room.host
        away = (player.seat for player in shared.players if player.person and not player.connected)
        self._sent_absences = frozenset(away)
        released = self._released(shared, change)
        if change is not None and self._late:
            self._timed.add(self._open(shared), now)
        goes_on = change is not None and self.table.playing and isinstance(change.entry, _PLAY)
        at_once = not (self._timed.delay or self._following or self.table.terms.watch == "seat")
        for listener in list(self.room.listeners):
            if goes_on and self.room.hides_play_from(listener.person.id):
                continue  # no single card for whom the table may not be watched
            if listener is but:
                continue
            if at_once:
                listener.send(self._personal_update(listener, shared, host))
                continue
            for update in self._updates(listener, shared, host, change, released):
                listener.send(update)

    @property
    def shows_absences(self) -> bool:
        """Whether somebody was last shown as away."""
        return bool(self._sent_absences)

    def broadcast_absences(self, now: float) -> None:
        """Broadcast that people are away, once they have been so for long enough."""
        if self.room.absent_seats(now, OFFLINE_SECONDS) != self._sent_absences:
            self.broadcast(now)

    def broadcast_late(self, now: float) -> None:
        """Send spectators of an evening what was played so long ago that they may see it."""
        if self._timed.is_empty:
            return
        for update in self._timed.released(now):
            shared, host = self._shared_update(None, now), self.room.host
            for listener in self._late:
                seen = update if listener in self._following else as_snapshot(update)
                self._following.add(listener)
                listener.send(self._with_presence(listener, seen, shared, host))

    def notify(self, code: str) -> None:
        """Send everyone connected here a notice by the code of its sentence."""
        for listener in list(self.room.listeners):
            with contextlib.suppress(Exception):  # a connection may be what has failed
                listener.send(Notice(code))

    def welcome(self, listener: Listener, since: int | None, now: float) -> None:
        """Send a new connection the current state; a spectator of a seat gets the previous deal."""
        if self._is_late(listener) and self._timed.is_empty:
            self._timed.add(self._open(self._shared_update(None, now)), now)
        seat = self._watched_seat(listener)
        if since is not None or seat is None or not self._delayed.shown:
            listener.send(self.update(listener, since, now))
            return
        shared, host = self._shared_update(None, now), self.room.host
        self._following.add(listener)
        for update in self._delayed.replay(seat):
            listener.send(self._with_presence(listener, update, shared, host))

    def forget(self, listener: Listener) -> None:
        """Forget what a connection was sent; it is closed."""
        self._following.discard(listener)
        if not self._late:
            self._timed.clear()

    # --- updates

    def update(self, listener: Listener, since: int | None, now: float) -> Update:
        """Return the update for a reconnecting client since version `since`, or a snapshot."""
        shared, host = self._shared_update(since, now), self.room.host
        if self._is_late(listener):
            return self._late_update(listener, shared, host, from_snapshot=True)
        if (seat := self._delayed_seat(listener)) is not None:
            missed = self._delayed.missed(seat, since)
            return self._with_presence(listener, missed, shared, host)
        return self._personal_update(listener, shared, host)

    def players(self, now: float) -> tuple[Player, ...]:
        """Return the occupants of the seats; the same object while nothing has changed."""
        room, table = self.room, self.table
        away, host = room.absent_seats(now, OFFLINE_SECONDS), room.host
        votes = NOBODY if room.clock.paused else frozenset(table.pause_votes)
        sets = frozenset(table.ready), frozenset(table.substituted), votes, table.surrender_votes
        facts = table.seats, table.terms.level, *sets, away, host, tuple(room.ratings.items())
        if facts == self._players_from:
            return self._players
        self._players_from = facts
        self._players = tuple(
            Player(
                seat=seat,
                name=who.name,
                bot=who.bot is not None,
                connected=who.person is not None and seat not in away,
                ready=seat in table.ready,
                level=table.bot_in(seat) or "",
                person=who.person,
                stand_in=seat in table.substituted,
                rating=room.ratings.get(who.person or ""),
                host=who.person is not None and who.person == host,
                asks_to_pause=seat in votes,
                asks_to_surrender=seat in table.surrender_votes,
                program=who.program,
                portrait=who.portrait,
            )
            for seat, who in enumerate(table.seats)
        )
        return self._players

    def _updates(
        self,
        listener: Listener,
        shared: Update,
        host: str,
        change: Change | None,
        released: Moments,
    ) -> Iterator[Update]:
        if self._is_late(listener):
            if change is None:
                yield self._late_update(listener, shared, host)
            return
        seat, follows = self._watched_seat(listener), listener in self._following
        if seat is None:
            self._following.discard(listener)
        if seat is None or not (released or self._delayed_seat(listener) is not None):
            yield self._personal_update(listener, shared, host)
            return
        self._following.add(listener)
        if released:
            for update in updates(released, seat, from_snapshot=not follows):
                yield self._with_presence(listener, update, shared, host)
        elif change is None or not follows:
            since = self._delayed.shown[-1].update.version if follows else None
            missed = self._delayed.missed(seat, since)
            yield self._with_presence(listener, missed, shared, host)

    # --- spectators of an evening, some time later

    @property
    def _late(self) -> list[Listener]:
        """The connections that see the table with a delay."""
        if not self._timed.delay:
            return []
        return [listener for listener in self.room.listeners if self._is_late(listener)]

    def _is_late(self, listener: Listener) -> bool:
        return bool(self._timed.delay) and self.room.hides_play_from(listener.person.id)

    def _open(self, shared: Update) -> Update:
        """Return an update as spectators see it later: with the public view and no clock."""
        seen = self.table.seen_from(shared.view, None)
        return msgspec.structs.replace(
            shared, view=seen, clock=None, delay=self.room.metadata.delay
        )

    def _late_update(
        self, listener: Listener, shared: Update, host: str, from_snapshot: bool = False
    ) -> Update:
        """Return the delayed state for a spectator, with the people who are here now."""
        if (shown := self._timed.shown) is None:
            hidden = self._personal_update(listener, shared, host)
            return msgspec.structs.replace(hidden, delay=self.room.metadata.delay)
        follows = listener in self._following and not from_snapshot
        self._following.add(listener)
        since = shown.version if follows else None
        update = msgspec.structs.replace(shown, since=since, events=())
        return self._with_presence(listener, update, shared, host)

    def _shared_update(self, since: int | None, now: float) -> Update:
        """Return the part of an update that is the same for all, with the public view."""
        table, room = self.table, self.room
        missed = table.missed(since)
        onlookers = room.onlookers
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
            clock=room.shown_clock(now),
            code=room.code,
            matched=room.metadata.matched,
            rated=room.rated,
            unrated=room.unrated,
            tournament=room.metadata.tournament,
            onlookers=onlookers[:ONLOOKERS_NAMED],
            pack=table.pack_in_play() if missed is None else None,
            claim=table.claim_seen_from(None),
            ends_at=table.ends_at,
            practice=table.practice,
        )

    def _personal_update(self, listener: Listener, shared: Update, host: str) -> Update:
        """Return the same with what this one may see."""
        table, person = self.table, listener.person.id
        you = table.seat_of(person)
        if self.room.hides_play_from(person):
            hidden = {"view": None, "clock": None, "claim": None}
            shared = msgspec.structs.replace(shared, since=None, events=(), **hidden)
        seen = table.seen_from(shared.view, you)
        if listener.watch is not None and shared.view is not None and table.hides_nothing:
            watched = self._watched_seat(listener)
            if watched is not None:
                seen = view_from_seat(shared.view, table.match, watched)
        pack = None if you is None and table.terms.watch == "none" else shared.pack
        return msgspec.structs.replace(
            shared,
            view=seen,
            you=you,
            host=person == host,
            pack=pack,
            claim=shared.claim and table.claim_seen_from(you),
            may_claim=table.may_claim(you),
            may_take_back=self.room.may_take_back(person) and table.may_take_back(you),
        )

    # --- spectators of a seat, one deal later

    def _watched_seat(self, listener: Listener) -> int | None:
        """Return the seat whose hand a spectator watches, where the table allows it."""
        table, seat = self.table, listener.watch
        if seat is None or table.terms.watch != "seat" or not 0 <= seat < len(table.seats):
            return None
        return seat if table.seat_of(listener.person.id) is None else None

    def _delayed_seat(self, listener: Listener) -> int | None:
        """Return the same seat while its deal is played: its hand is sent only afterwards."""
        hidden = self.table.playing and not self.table.hides_nothing
        return self._watched_seat(listener) if hidden and self._delayed.shown else None

    def _released(self, shared: Update, change: Change | None) -> Moments:
        """Return the moments that spectators of a seat may see now; store them only for such."""
        table = self.table
        if table.terms.watch != "seat" or not shared.watching:
            self._delayed.clear()
        elif change is not None and change.match is not None:
            moment = Moment(shared, change.match, change.entry, table.pack_in_play())
            return self._delayed.add(moment, table.hides_nothing)
        return ()

    def _with_presence(
        self, listener: Listener, update: Update, shared: Update, host: str
    ) -> Update:
        """Return an update of the delayed broadcast, with those who are here now (`shared`)."""
        here = {"watching": shared.watching, "onlookers": shared.onlookers, "claim": None}
        return msgspec.structs.replace(update, host=listener.person.id == host, **here)
