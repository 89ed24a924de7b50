"""The puzzles that come with Rebelote, and which of them comes on which day.

One of each of a few games every day: a call, a lead and an ending in turn. Which one follows from
a secret: that of a server, or of a page that trains without one.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from datetime import date
from importlib import resources
from random import Random
from typing import Final

from rebelote.analysis import puzzles
from rebelote.analysis.puzzles import Kind, Puzzle
from rebelote.rules import presets
from rebelote.rules.options import Rules

FILE: Final = "puzzles.jsonl"
"""The puzzles there are, one a line, in this package."""
FIRST: Final = "french"
"""The game that is meant where none is named; there were puzzles of it before there were others."""
KEPT: Final = 256
"""Puzzles that are kept in memory."""


@functools.cache
def by_game() -> dict[str, dict[Kind, tuple[bytes, ...]]]:
    """Return the lines of each kind's file by preset, in the order of the file."""
    result: dict[str, dict[Kind, list[bytes]]] = {}
    for line in resources.files(__package__).joinpath(FILE).read_bytes().splitlines():
        puzzle = puzzles.decode(line)
        result.setdefault(puzzle.preset, defaultdict(list))[puzzle.kind].append(line)
    return {
        game: {kind: tuple(lines[kind]) for kind in puzzles.KINDS if kind in lines}
        for game, lines in result.items()
    }


@functools.lru_cache(KEPT)
def chosen(day: date, secret: bytes, game: str) -> Puzzle:
    """Return the puzzle of a day and game: none comes again before all of its kind have come."""
    kinds = by_game()[game]
    turn, place = divmod(day.toordinal(), len(kinds))
    kind = list(kinds)[place]
    lines = kinds[kind]
    said = kind if game == FIRST else f"{game} {kind}"
    order = Random(secret + said.encode()).sample(range(len(lines)), len(lines))
    return puzzles.decode(lines[order[turn % len(lines)]])


@functools.cache
def nearest(preset: str | None) -> str:
    """Return the game with puzzles nearest to a rule set; the first for an unknown one.

    It is one of the same kind of auction, if there is any, that differs in the fewest options.
    """
    asked = presets.PRESETS.get(preset or FIRST)
    if asked is None:
        return FIRST
    return min(by_game(), key=functools.partial(_distance, asked))


def _distance(asked: Rules, game: str) -> tuple[bool, int]:
    rules = presets.PRESETS[game]
    return rules.auction.auction_kind != asked.auction.auction_kind, len(asked.differs(rules))
