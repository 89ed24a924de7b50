"""Waiting for a condition instead of for a length of time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

PATIENCE: Final = 120.0
"""Seconds after which a condition counts as never met, on however busy a machine."""
LOOK_EVERY: Final = 0.02
"""Seconds between two looks."""
AT_LEISURE: Final = 0.1
"""The same where a look is a request to a server that is calculating what is waited for."""

T = TypeVar("T")


def until(condition: Callable[[], T], patience: float = PATIENCE, every: float = LOOK_EVERY) -> T:
    """Wait for a true value of `condition` and return it; AssertionError where it does not come."""
    end = time.monotonic() + patience
    while not (result := condition()):
        assert time.monotonic() < end, f"not met within {patience} s"
        time.sleep(every)
    return result


async def until_async(condition: Callable[[], T], patience: float = PATIENCE) -> T:
    """Wait for a true value on an event loop, which goes on meanwhile."""
    end = time.monotonic() + patience
    while not (result := condition()):
        assert time.monotonic() < end, f"not met within {patience} s"
        await asyncio.sleep(LOOK_EVERY)
    return result


def wait_until_written(write: Callable[..., Awaitable[None]], *values: object) -> None:
    """Call a store's `write` or `append` on an event loop, and wait until it is done, or raises."""

    async def wait() -> None:
        await asyncio.wait_for(write(*values), PATIENCE)

    asyncio.run(wait())
