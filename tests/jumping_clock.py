"""`rebelote` with a wall clock that jumps, and housekeeping that need not be waited for.

The first argument is a file of two numbers: by how many seconds the wall clock is wrong, and how
many seconds more the monotonic clock counts. Whatever sleeps for a minute or longer in a coroutine
sleeps for a twentieth of a second.
"""

import asyncio
import sys
import time
from pathlib import Path

from rebelote import cli

SET = Path(sys.argv.pop(1))
real_time, real_monotonic, real_sleep = time.time, time.monotonic, asyncio.sleep


def shown() -> float:
    return real_time() + float(SET.read_text().split()[0])


def passed() -> float:
    return real_monotonic() + float(SET.read_text().split()[1])


async def short_sleep(seconds: float, result: object = None) -> object:
    return await real_sleep(0.05 if seconds >= 60 else seconds, result)


time.time, time.monotonic = shown, passed
asyncio.sleep = short_sleep  # type: ignore[assignment]
cli.main()
