"""Malformed messages and requests: a short run of tools/fuzz.py."""

from __future__ import annotations

import asyncio

import fuzz
from volume import volume


def test_garbage_neither_crashes_nor_leaks_nor_spoils_a_game() -> None:
    result = asyncio.run(fuzz.fuzz(inputs=volume(1_200, 4_000), seed=11))
    assert result["wrong"] == []
    assert all(result["inputs"][kind] > volume(60, 200) for kind in ("messages", "http", "raw"))
    assert result["answers"]["ack"] > volume(5, 20)
    assert result["answers"]["refused malformed"] > volume(60, 200)
