"""The puzzles of the last days, as a server lists its own and the page those without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Final

from rebelote.analysis.puzzle_choice import chosen
from rebelote.analysis.puzzles import Puzzle
from rebelote.analysis.themes import theme_of
from rebelote.server.base.limits import limit
from rebelote.server.features.daily.schemas import PuzzleArchive, PuzzlePast

DAYS_BACK: Final = limit(30, "days whose puzzle is still asked", per="server")


def is_public(day: str, today: str) -> bool:
    """Return whether the puzzle of a day may be looked at."""
    try:
        date_of = date.fromisoformat(day)
    except ValueError:
        return False
    age = date.fromisoformat(today) - date_of
    return day == date_of.isoformat() and timedelta(0) <= age <= timedelta(DAYS_BACK)


RightOf = Callable[[str, Puzzle], bool | None]
"""Returns whether the puzzle of a day was answered rightly, None before an answer."""


def archive(today: str, secret: bytes, game: str, right_of: RightOf) -> PuzzleArchive:
    """Return the puzzles of the last days, the latest first.

    Today's has a theme once it is answered.
    """
    return PuzzleArchive(game, tuple(_past(date.fromisoformat(today), secret, game, right_of)))


def _past(today: date, secret: bytes, game: str, right_of: RightOf) -> Iterator[PuzzlePast]:
    for age in range(DAYS_BACK + 1):
        day = today - timedelta(age)
        puzzle = chosen(day, secret, game)
        right = right_of(day.isoformat(), puzzle)
        theme = theme_of(puzzle) if age or right is not None else None
        yield PuzzlePast(day.isoformat(), puzzle.kind, theme, right)
