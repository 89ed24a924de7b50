"""The clock of a table. It has no timers: the time is an argument, in seconds.

Each action has its own time, then the bank of its seat; the bank is full again with every deal, and
once a deal one who is to act may have it filled a second time, to think.

Banks, extra time and a pause follow from the table's log (`follow`): what a turn took from the bank
is in the entry that ended it. The turn in progress is in no entry: after a restart it begins
again, so an outage is charged to nobody.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.table_settings import PACES, Pace
from rebelote.server.base.protocol.updates import Clock
from rebelote.server.table.model.event_log import (
    Acted,
    Agreed,
    Claimed,
    Dealt,
    Entry,
    ExtraTime,
    Started,
    Substituted,
)

ALLOWANCE: Final = limit(3.0, "added to each action for network delay", unit="s", per="action")
"""Seconds given with each action for the way there and back, and for what is still being shown."""
TO_GO_ON: Final = limit(
    30.0, "time to agree to the next deal", unit="s", per="table", beyond="it begins anyway"
)


class TableClock:
    """The clock of one table; without a pace it never runs out."""

    __slots__ = ("_had_more", "_since", "_stopped", "banks", "pace", "paused", "seat")

    def __init__(self, pace: Pace | None = None, seats: int = 0) -> None:
        self.pace = pace
        self.banks = [0.0] * seats
        self.paused = False
        """Whether people agreed to a pause."""
        self.seat: int | None = None
        self._since: float | None = None
        self._stopped: float | None = None
        self._had_more: set[int] = set()
        self._refill()

    # --- from the log

    def follow(self, entry: Entry, seat: int | None) -> None:
        """Take over an entry of the log; `seat` was to act before it."""
        match entry:
            case Agreed():
                self.pace, self.banks = PACES[entry.terms.pace], [0.0] * len(entry.seats)
                self._refill()
            case Started() | Dealt():
                self._refill()
            case Acted() | Claimed() if seat is not None:
                self._take(seat, entry.spent / 1000)
            case Substituted(why="clock"):
                self.banks[entry.seat] = 0.0
            case Substituted():
                self._take(entry.seat, entry.spent / 1000)
            case ExtraTime() if self.pace is not None:
                self.banks[entry.seat] += self.pace.bank
                self._had_more.add(entry.seat)

    def _take(self, seat: int, seconds: float) -> None:
        self.banks[seat] = max(0.0, self.banks[seat] - seconds)

    def _refill(self) -> None:
        """Fill every bank again, and allow extra time again."""
        self._had_more.clear()
        self.banks = [self.pace.bank if self.pace else 0.0] * len(self.banks)

    # --- the turn in progress

    def turn(self, seat: int | None, now: float) -> None:
        """Begin the turn of `seat`; None: people are to agree to go on."""
        self.seat, self._since = seat, now
        self._stopped = now if self.paused else None

    def restart(self, now: float) -> None:
        """Take no account of the time since this action began, if one is awaited."""
        if self._since is not None and not self.paused:
            self._since = now

    def stop(self) -> None:
        """Stop waiting for a turn."""
        self._since = None

    def stand_or_run(self, now: float) -> None:
        """Stop from now on where a pause began, or run again; a pause is charged to nobody."""
        if self.paused:
            self._stopped = now if self._stopped is None else self._stopped
            return
        if self._stopped is not None and self._since is not None:
            self._since += now - self._stopped
        self._stopped = None

    def spent(self, now: float) -> int:
        """Return the milliseconds that this turn has used of its seat's bank so far."""
        if self._since is None or self.seat is None or self.pace is None:
            return 0
        over = self._used(self._since, now) - self.pace.move - ALLOWANCE
        return round(1000 * min(max(0.0, over), self.banks[self.seat]))

    def _used(self, since: float, now: float) -> float:
        return (now if self._stopped is None else self._stopped) - since

    @property
    def more(self) -> float:
        """Seconds that the seat to act may have added, once a deal; 0 where it had them."""
        if self.pace is None or self._since is None or self.seat is None:
            return 0.0
        return 0.0 if self.seat in self._had_more else self.pace.bank

    # --- requests

    def left(self, now: float) -> float | None:
        """Return the seconds until it has run out, at least 0; None where it does not run."""
        if self._since is None or self.pace is None or self.paused:
            return None
        total = TO_GO_ON
        if self.seat is not None:
            total = self.pace.move + ALLOWANCE + self.banks[self.seat]
        return max(0.0, total - self._used(self._since, now))

    def shown(self, now: float) -> Clock | None:
        """Return the clock in the form that people are sent, if there is one."""
        if self.pace is None:
            return None
        banks = tuple(round(bank, 1) for bank in self.banks)
        left = self.left(now)
        left = None if left is None else round(left, 1)
        return Clock(seat=self.seat, left=left, banks=banks, paused=self.paused, more=self.more)
