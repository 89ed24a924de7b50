"""The time source of a server: the two clocks of the machine, or those that a test moves.

All that the server measures or dates uses the source it was given; only sleeps are real. Ages are
judged by the trusted time (`trusted_time`), which reads the source as well; the clock of a game
(`clock`) gets the time as an argument.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple


class TimeSource(NamedTuple):
    """Two clocks in seconds: `monotonic` never goes back, `wall` counts from 1970."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


SYSTEM: Final = TimeSource()
"""The clocks of this machine."""


def utc(wall: float) -> datetime:
    """Return this time (seconds since 1970) as a date and an hour."""
    return datetime.fromtimestamp(wall, UTC)


def utc_date(wall: float) -> str:
    """Return the date at this time (seconds since 1970), as in 2026-11-21.

    >>> utc_date(1_795_219_199), utc_date(1_795_219_200)
    ('2026-11-20', '2026-11-21')
    """
    return utc(wall).date().isoformat()
