"""Killed servers and bad networks: short runs of tools/chaos.py."""

from __future__ import annotations

import asyncio

import chaos
import pytest
from volume import volume


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.full)])
def test_no_move_is_lost_when_the_plug_is_pulled(seed: int) -> None:
    result = asyncio.run(chaos.crash(cycles=volume(1, 5), tables=4, resting=200, seed=seed))
    assert result["acknowledged_moves"] > volume(4, 25)
    assert not chaos.is_wrong(result), result


def test_bad_lines_lose_no_move_and_freeze_no_table() -> None:
    result = asyncio.run(chaos.network(seconds=volume(5, 15), seed=3, moves=6))
    assert all(moves > volume(3, 5) for moves in result["acknowledged_moves"].values()), result
    assert not chaos.is_wrong(result), result
    assert result["unsent_most"] <= 256
