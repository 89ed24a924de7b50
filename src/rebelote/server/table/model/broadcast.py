"""Broadcast delay: what spectators are sent of a seat, one deal behind the play, or of a table of
an evening, some time behind it.

A hand is shown once the deal is over and nothing that is still hidden follows from it. By then all
its cards have been seen, or will never be played, so what a spectator knows helps no player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.match import Match
from rebelote.rules.view import View, seen_by
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.updates import PackInPlay, Update
from rebelote.server.table.model.event_log import Dealt, Entry, Started

MOMENTS: Final = limit(
    128, "changes kept for the broadcast delay", per="table", beyond="the oldest are dropped"
)
TIMED: Final = limit(
    512, "changes kept for spectators of an evening", per="table", beyond="the oldest are left out"
)


class Moment(NamedTuple):
    """A change as everybody was sent it, with the table as it was afterwards."""

    update: Update
    match: Match
    entry: Entry
    pack: PackInPlay | None

    @property
    def begins(self) -> bool:
        """Whether a deal begins with it."""
        return isinstance(self.entry, Started | Dealt)

    def seen_from(self, seat: int, snapshot: bool) -> Update:
        """Return the same as it was seen from a seat, for a spectator."""
        view = (
            None if self.update.view is None else view_from_seat(self.update.view, self.match, seat)
        )
        since = None if snapshot or self.begins else self.update.since
        pack = self.pack if since is None else None
        return msgspec.structs.replace(self.update, since=since, view=view, clock=None, pack=pack)


def view_from_seat(public: View, match: Match, seat: int) -> View:
    """Return a spectator's view of a seat: open cards and its hand, without legal actions."""
    seen = seen_by(public, match, seat, remembers=False)
    return msgspec.structs.replace(seen, tricks=(), legal=None, may=public.may)


class DelayedBroadcast:
    """The changes of a table that wait until their deal is over, and those of the deal before."""

    __slots__ = ("_waiting", "shown")

    def __init__(self) -> None:
        self.shown: tuple[Moment, ...] = ()
        self._waiting: list[Moment] = []

    def add(self, moment: Moment, is_over: bool) -> tuple[Moment, ...]:
        """Return the moments that may be shown now: all that waited once the deal `is_over`.

        A match that was called off is never shown to its end: the next begins without it.
        """
        if isinstance(moment.entry, Started):
            self._waiting.clear()
        self._waiting.append(moment)
        del self._waiting[:-MOMENTS]
        if not is_over:
            return ()
        news = tuple(self._waiting)
        self._waiting.clear()
        kept = () if any(one.begins for one in news) else self.shown
        self.shown = (*kept, *news)[-MOMENTS:]
        return news

    def clear(self) -> None:
        """Forget everything: no spectator watches a seat here."""
        self.shown = ()
        self._waiting.clear()

    def replay(self, seat: int) -> Iterator[Update]:
        """Return the deal before, from a snapshot of how it began."""
        return updates(self.shown, seat, from_snapshot=True)

    def missed(self, seat: int, since: int | None) -> Update:
        """Return all that was shown after version `since` in one, or a snapshot of the last."""
        last = self.shown[-1].seen_from(seat, snapshot=True)
        first = self.shown[0].update.version
        if since is None or not first <= since <= last.version:
            return msgspec.structs.replace(last, events=())
        later = [one.update.events for one in self.shown if one.update.version > since]
        events = tuple(event for missed in later for event in missed)
        return msgspec.structs.replace(last, since=since, events=events, pack=None)


class TimedBroadcast:
    """The public updates of a table, for spectators who see them `delay` seconds later.

    Kept while there are spectators. Where there is too much, what is oldest is left out, and
    nothing is shown any earlier for that.
    """

    __slots__ = ("_waiting", "delay", "shown")

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.shown: Update | None = None
        self._waiting: list[tuple[float, Update]] = []

    def add(self, update: Update, now: float) -> None:
        """Store the public update of a change that was made now."""
        self._waiting.append((now, update))
        if len(self._waiting) > TIMED:
            del self._waiting[0]
            at, first = self._waiting[0]
            self._waiting[0] = at, as_snapshot(first)

    def released(self, now: float) -> Iterator[Update]:
        """Yield the updates that may be shown from now on, in order."""
        while self._waiting and now - self._waiting[0][0] >= self.delay:
            _, self.shown = self._waiting.pop(0)
            yield self.shown

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return self.shown is None and not self._waiting

    def clear(self) -> None:
        """Forget everything: nobody watches here."""
        self.shown = None
        self._waiting.clear()


def as_snapshot(update: Update) -> Update:
    """Return the update as a snapshot, for a spectator without the earlier ones."""
    return msgspec.structs.replace(update, since=None, events=())


def updates(moments: tuple[Moment, ...], seat: int, from_snapshot: bool) -> Iterator[Update]:
    """Yield moments for a spectator of a seat; each deal begins with a snapshot."""
    for number, moment in enumerate(moments):
        yield moment.seen_from(seat, snapshot=from_snapshot and number == 0)
