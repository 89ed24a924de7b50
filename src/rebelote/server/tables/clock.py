"""The clock of a table. No timers: whoever asks says what time it is, in seconds.

Each action has its own time, then the bank of its seat; the bank is full again with every deal, and
once a deal one who is to act may have it filled a second time, to think. A
clock that starts anew (the server was away) starts full: an outage is charged to nobody.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.protocol.messages import Clock
from rebelote.server.protocol.table_settings import Pace

ALLOWANCE: Final = 3.0
"""Seconds given with each action for the way there and back, and for what is still being shown."""
TO_GO_ON: Final = 30.0
"""Seconds in which people agree to go on with the next deal; then the table does."""


class TableClock:
    """The clock of one table; without a pace it never runs out."""

    def __init__(self, pace: Pace | None, seats: int) -> None:
        self.pace = pace
        self.banks = [pace.bank if pace else 0.0] * seats
        self.seat: int | None = None
        self._since: float | None = None
        self._paused: float | None = None
        self._had_more: set[int] = set()

    def turn(self, seat: int | None, now: float) -> None:
        """`seat` is to act from now on; None: people are to agree to go on."""
        self._charge(now)
        self.seat, self._since = seat, now
        self._paused = now if self._paused is not None else None

    def restart(self, now: float) -> None:
        """Take no account of the time since this action began, if one is awaited."""
        if self._since is not None and not self.paused:
            self._since = now

    def stop(self, now: float) -> None:
        """Nothing is awaited any more."""
        self._charge(now)
        self._since = None

    def refill(self) -> None:
        """Every bank is full again, and more may be asked for again."""
        self._had_more.clear()
        self.banks = [self.pace.bank if self.pace else 0.0] * len(self.banks)

    @property
    def more(self) -> float:
        """Seconds that the seat to act may have added, once a deal; 0 where it had them."""
        if self.pace is None or self._since is None or self.seat is None:
            return 0.0
        return 0.0 if self.seat in self._had_more else self.pace.bank

    def grant_more_time(self) -> None:
        """Give the seat to act those seconds. ValueError where there are none."""
        if self.seat is None or not self.more:
            raise ValueError("there is no extra time left")
        self.banks[self.seat] += self.more
        self._had_more.add(self.seat)

    def _charge(self, now: float) -> None:
        if self._since is not None and self.seat is not None and self.pace is not None:
            used = self._used(self._since, now) - self.pace.move - ALLOWANCE
            self.banks[self.seat] = max(0.0, self.banks[self.seat] - max(0.0, used))

    def _used(self, since: float, now: float) -> float:
        return (self._paused if self._paused is not None else now) - since

    # --- paused

    @property
    def paused(self) -> bool:
        """Whether people agreed that it stands still."""
        return self._paused is not None

    def pause(self, now: float) -> None:
        """Stand still."""
        self._paused = self._paused if self._paused is not None else now

    def resume(self, now: float) -> None:
        """Run again; the time between is charged to nobody."""
        if self._paused is not None and self._since is not None:
            self._since += now - self._paused
        self._paused = None

    # --- asked

    def left(self, now: float) -> float | None:
        """Seconds until it has run out, at least 0; None where it does not run."""
        if self._since is None or self.pace is None or self.paused:
            return None
        total = TO_GO_ON
        if self.seat is not None:
            total = self.pace.move + ALLOWANCE + self.banks[self.seat]
        return max(0.0, total - self._used(self._since, now))

    def shown(self, now: float) -> Clock | None:
        """The clock as people are sent it; None where there is none."""
        if self.pace is None:
            return None
        banks = tuple(round(bank, 1) for bank in self.banks)
        left = self.left(now)
        left = None if left is None else round(left, 1)
        return Clock(self.seat, left, banks, self.paused, self.more)
