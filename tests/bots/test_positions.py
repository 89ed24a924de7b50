"""Positions from real deals with one right card, and the levels that find it.

Each has one card that is clearly best over two thousand worlds solved exactly: they were found by
`tools/find_positions.py`, and are named by what is done with the card.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.bots import LEVELS
from rebelote.knowledge.conduct import fair
from rebelote.rules.actions import Play
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook
from rebelote.rules.view import View

SUITE = Path(__file__).parents[1] / "data" / "positions.jsonl"
LINES: list[dict[str, Any]] = [json.loads(line) for line in SUITE.read_text().splitlines()]
LEAST = {"beginner": 0.2, "regular": 0.6, "club": 0.75, "expert": 0.85, "master": 0.9}
"""The share that each level must find."""

pytestmark = needs_kernel


def seen(line: dict[str, Any]) -> View:
    return msgspec.convert(line["view"], View, dec_hook=decode_hook)


def test_the_suite_is_one() -> None:
    """At least sixty positions with names of their own, and a choice in each."""
    assert len(LINES) >= 60
    assert len({line["name"] for line in LINES}) == len(LINES)
    assert len({line["name"].split(": ")[1].rstrip(" 0123456789") for line in LINES}) >= 8
    for line in LINES:
        legal = fair(seen(line)).cards
        assert Card(line["card"]) in legal and len(legal) > 1 and line["lead"] >= 6


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_finds_its_share(level: str) -> None:
    result, asked = 0, LINES[:: volume(3, 1)]
    for number, line in enumerate(asked):
        action = bots.make(level, number).choose(seen(line))
        assert isinstance(action, Play)
        result += action.card.text == line["card"]
    print(f"{level}: {result} of {len(asked)}")
    assert result >= LEAST[level] * len(asked)
