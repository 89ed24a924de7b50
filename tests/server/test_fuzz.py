"""Malformed messages and requests: a short run of tools/fuzz.py."""

from __future__ import annotations

import asyncio

import fuzz


def test_garbage_neither_crashes_nor_leaks_nor_spoils_a_game() -> None:
    found = asyncio.run(fuzz.fuzz(inputs=4_000, seed=11))
    assert found["wrong"] == []
    assert all(found["inputs"][kind] > 200 for kind in ("messages", "http", "raw"))
    assert found["answers"]["ack"] > 20
    assert found["answers"]["refused malformed"] > 200
