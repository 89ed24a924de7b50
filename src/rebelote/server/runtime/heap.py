"""Return of freed memory to the system, where the C library is glibc.

glibc raises the size from which a block has pages of its own to that of the largest block freed so
far, at most 32 MiB. The blocks in which passwords are hashed are smaller than that, and would then
stay in the heap. Python's own objects lie in arenas of 1 MiB, each of which goes back once nothing
is left in it; what a crowd of sockets leaves in them is used by the next.
"""

from __future__ import annotations

import asyncio
import ctypes
import functools
import platform
from collections.abc import Sized
from typing import Final

_MMAP_THRESHOLD: Final = -3
"""The parameter of `mallopt` (malloc.h)."""
LARGE: Final = 1 << 20
"""Bytes from which a block has pages of its own, which go back when it is freed."""
FALL: Final = 100
"""By how many sockets fewer there are when free pages of the heap are returned."""


@functools.cache
def _glibc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None


def keep_large_blocks_apart() -> None:
    """Have every large block go back to the system when it is freed."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_MMAP_THRESHOLD, LARGE)


class Trimmer:
    """Returns free pages of the heap when many sockets have closed."""

    def __init__(self, sockets: Sized) -> None:
        self._sockets = sockets
        self._most = 0

    async def run(self) -> None:
        """Return them if there are fewer sockets than there were, by `FALL` or more."""
        now = len(self._sockets)
        self._most = max(self._most, now)
        if self._most - now >= FALL:
            self._most = now
            if (libc := _glibc()) is not None:
                await asyncio.to_thread(libc.malloc_trim, 0)
