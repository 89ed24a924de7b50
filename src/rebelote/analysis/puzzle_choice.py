"""The puzzles that come with Rebelote: which of them comes on which day, and which are drilled.

One of each of a few games every day: a call, a lead and an ending in turn. Which one follows from
a secret: that of a server, or of a page that trains without one. A drill has those of one kind, or
all of a game one after another.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from datetime import date
from importlib import resources
from random import Random
from typing import Final

from rebelote.analysis import puzzles
from rebelote.analysis.mistakes import GROUPS, Group, group_of
from rebelote.analysis.puzzles import Kind, Puzzle
from rebelote.analysis.themes import THEMES, Theme, theme_of
from rebelote.rules import presets
from rebelote.rules.options import Rules

FILE: Final = "puzzles.jsonl"
"""The puzzles of the days, one a line, in this package."""
MORE: Final = "positions.jsonl"
"""Further ones for drills, of mistakes that bots seldom make."""
FIRST: Final = "french"
"""The game that is meant where none is named; there were puzzles of it before there were others."""
KEPT: Final = 256
"""Puzzles that are kept in memory."""
TEN: Final = 10
"""Positions of a drill of one kind."""
Drilled = Group | Theme
DRILLED: Final[tuple[Drilled, ...]] = (*GROUPS, *THEMES)
"""Subjects of drills: groups of mistakes, and themes."""


@functools.cache
def by_game() -> dict[str, dict[Kind, tuple[bytes, ...]]]:
    """Return the lines of each kind's file by preset, in the order of the file."""
    result: dict[str, dict[Kind, list[bytes]]] = {}
    for line in _lines(FILE):
        puzzle = puzzles.decode(line)
        result.setdefault(puzzle.preset, defaultdict(list))[puzzle.kind].append(line)
    return {
        game: {kind: tuple(lines[kind]) for kind in puzzles.KINDS if kind in lines}
        for game, lines in result.items()
    }


def _lines(file: str) -> list[bytes]:
    return resources.files(__package__).joinpath(file).read_bytes().splitlines()


@functools.cache
def store() -> dict[str, bytes]:
    """Return the lines of all puzzles by their identifiers, those of the days first."""
    lines = [line for file in (FILE, MORE) for line in _lines(file)]
    return {puzzles.decode(line).id: line for line in lines}


@functools.cache
def drill(game: str, about: Drilled | None = None) -> tuple[str, ...]:
    """Return the puzzles of a drill, by their identifiers: the dearest mistakes first.

    About a group of mistakes or a theme there are ten at most: those of the game, then those of
    the games nearest to it. Otherwise it has all of the game.
    """
    asked = presets.PRESETS[game]
    every = [puzzles.decode(line) for line in store().values()]
    if about is None:
        return tuple(one.id for one in sorted(every, key=_dearest) if one.preset == game)
    kept = [one for one in every if about in (group_of(one.decision), theme_of(one))]
    kept.sort(key=lambda one: (_distance(asked, one.preset), _dearest(one)))
    return tuple(one.id for one in kept[:TEN])


def _dearest(puzzle: Puzzle) -> float:
    return -puzzle.decision.loss_known


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
