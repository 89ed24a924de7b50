"""Freed memory goes back to the system: in processes of their own, whose heap is known."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the heap is not glibc's")

BEGIN = """
import asyncio, ctypes, os
from rebelote.server.base.runtime import memory

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def taken(size):
    block = libc.malloc(size)
    ctypes.memset(block, 1, size)
    return block
"""
LARGE_BLOCKS = """
for _ in range(3):
    libc.free(taken(19 << 20))
"""
MANY_BLOCKS = """
blocks = [taken(4000) for _ in range(10_000)]
above = taken(4000)  # so that the blocks are not at the end of the heap, which goes back anyway
for block in blocks:
    libc.free(block)
"""


def held(work: str, *lines: str) -> int:
    """Return how many megabytes more a process holds after some work."""
    script = [BEGIN, lines[0], "before = resident()", work, *lines[1:]]
    script.append("print((resident() - before) >> 20)")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(script)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_a_large_block_goes_back_when_it_is_freed() -> None:
    """The block is like those for hashing passwords, which the heap would otherwise keep."""
    assert held(LARGE_BLOCKS, "") >= 15
    assert held(LARGE_BLOCKS, "memory.separate_large_blocks()") <= 2


def test_the_heap_is_trimmed_once_many_sockets_have_closed() -> None:
    """The heap is not trimmed while they stay, nor when a few close."""
    sockets = ["sockets = [None] * 500", "trimmer = memory.Trimmer(sockets)"]
    begin = "\n".join([*sockets, "asyncio.run(trimmer.run())"])
    few, many = "del sockets[450:]", "del sockets[100:]"
    assert held(MANY_BLOCKS, begin, few, "asyncio.run(trimmer.run())") >= 30
    assert held(MANY_BLOCKS, begin, many, "asyncio.run(trimmer.run())") <= 5
