"""The trusted time as it is kept in the database; reads the clocks.

Whatever is deleted or ends because of its age asks here, and not the clock.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.server.storage.store import Statement, Store
from rebelote.server.storage.trusted_time import Jump, TrustedTime

READ_TRUSTED_TIME: Final = "SELECT latest, jumps FROM trusted_time"
_KEEP: Final = (
    "INSERT INTO trusted_time VALUES (1, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET latest = excluded.latest, jumps = excluded.jumps"
)


class Timekeeper:
    """The trusted time of one store, which has to be loaded before it is asked for."""

    _trusted: TrustedTime

    def __init__(self, store: Store) -> None:
        self._store, self._time = store, store.time

    async def load(self) -> None:
        """Read what was written down last."""
        rows = await self._store.read(READ_TRUSTED_TIME)
        wall, monotonic = self._time.wall(), self._time.monotonic()
        latest, jumps = rows[0] if rows else (wall, "[]")
        kept = msgspec.json.decode(jumps, type=tuple[Jump, ...])
        self._trusted = TrustedTime(latest, wall, monotonic, kept)

    def now(self) -> float:
        """The trusted time, in seconds since 1970."""
        return self._trusted.read(self._time.wall(), self._time.monotonic())

    def cutoff(self, age: float) -> float:
        """The date before which something is older than this many seconds."""
        self.now()
        return self._trusted.cutoff(age)

    @property
    def in_doubt(self) -> bool:
        """Whether the clock is not believed now: nothing is deleted for its age."""
        self.now()
        return self._trusted.in_doubt

    def kept(self) -> Statement:
        """What writes the trusted time down, for the next start."""
        jumps = msgspec.json.encode(self._trusted.jumps).decode()
        return _KEEP, (self.now(), jumps)
