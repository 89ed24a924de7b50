"""Trusted time: a clock that jumps must not make anything look old.

It is computed from two readings: the wall clock, which gives dates and may be set, and the
monotonic clock, which only advances. The trusted time follows the wall clock as long as the two
agree. Where the wall clock jumps it goes on by the monotonic one, until the wall clock has held its
new time; what a jump skipped is then not held against anything for a grace period.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import Statement, Store

DAY: Final = 86_400.0
JUMP_SECONDS: Final = limit(
    1 * DAY, "jump of the clock that is not trusted", unit="s", per="server"
)
HOLD_SECONDS: Final = limit(
    600.0, "time before a clock that jumped is trusted", unit="s", per="server"
)
GRACE_SECONDS: Final = 30 * DAY
"""Seconds for which the time that a jump skipped is left out of every age."""


class Jump(msgspec.Struct, frozen=True):
    """The wall clock went ahead by so many seconds, and has been trusted since that time."""

    since: float
    seconds: float


class TrustedTime:
    """The time by which things grow old; `now`: that of the last reading."""

    def __init__(
        self, latest: float, wall: float, monotonic: float, jumps: tuple[Jump, ...] = ()
    ) -> None:
        self.now = latest
        self.jumps = jumps
        self._monotonic = monotonic
        self._doubted: tuple[float, float] | None = None
        self.read(wall, monotonic)

    @property
    def in_doubt(self) -> bool:
        """Whether the wall clock is not believed now: nothing is deleted for its age."""
        return self._doubted is not None

    def read(self, wall: float, monotonic: float) -> float:
        """Return the trusted time, given both readings."""
        self.now += monotonic - self._monotonic
        self._monotonic = monotonic
        if abs(wall - self.now) <= JUMP_SECONDS:
            self.now, self._doubted = wall, None
        elif self._has_held(wall, monotonic):
            self._accept(wall)
        return self.now

    def _has_held(self, wall: float, monotonic: float) -> bool:
        """Return whether a wall clock in doubt has gone on evenly for long enough."""
        since = wall - monotonic
        if self._doubted is None or abs(since - self._doubted[0]) > JUMP_SECONDS:
            self._doubted = (since, monotonic)
        return monotonic - self._doubted[1] >= HOLD_SECONDS

    def _accept(self, wall: float) -> None:
        """Trust the wall clock again; the jumps of a time that has not come yet are undone."""
        skipped = wall - self.now
        kept = (jump for jump in self.jumps if wall - GRACE_SECONDS < jump.since <= wall)
        self.jumps = (*kept, Jump(wall, skipped)) if skipped > 0 else tuple(kept)
        self.now, self._doubted = wall, None

    def cutoff(self, age: float) -> float:
        """Return the date before which something is older than this age."""
        recent = (jump for jump in self.jumps if self.now - jump.since < GRACE_SECONDS)
        return self.now - age - sum(jump.seconds for jump in recent)


READ_TRUSTED_TIME: Final = "SELECT latest, jumps FROM trusted_time"
_KEEP: Final = (
    "INSERT INTO trusted_time VALUES (1, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET latest = excluded.latest, jumps = excluded.jumps"
)


class Timekeeper:
    """The trusted time of one store; `load` it before use."""

    _trusted: TrustedTime

    def __init__(self, store: Store) -> None:
        self._store, self._time = store, store.time

    async def load(self) -> None:
        """Read the time that was stored last."""
        rows = await self._store.read(READ_TRUSTED_TIME)
        wall, monotonic = self._time.wall(), self._time.monotonic()
        latest, jumps = rows[0] if rows else (wall, "[]")
        kept = msgspec.json.decode(jumps, type=tuple[Jump, ...])
        self._trusted = TrustedTime(latest, wall, monotonic, kept)

    def now(self) -> float:
        """Return the trusted time, in seconds since 1970."""
        return self._trusted.read(self._time.wall(), self._time.monotonic())

    def cutoff(self, age: float) -> float:
        """Return the date before which something is older than this many seconds."""
        self.now()
        return self._trusted.cutoff(age)

    @property
    def in_doubt(self) -> bool:
        """Whether the clock is not believed now: nothing is deleted for its age."""
        self.now()
        return self._trusted.in_doubt

    def kept(self) -> Statement:
        """Build the statement that stores the trusted time, for the next start."""
        jumps = msgspec.json.encode(self._trusted.jumps).decode()
        return _KEEP, (self.now(), jumps)
