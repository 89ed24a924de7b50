"""Puzzles in the page: those of a server whose secret is empty, unrated.

A server's own secret must not leave it: whoever knew it would know tomorrow's puzzles.
"""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from rebelote.analysis import puzzle_choice, puzzles
from rebelote.analysis.puzzles import Puzzle
from rebelote.analysis.themes import theme_of
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import schemas
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.features.daily import puzzle_days
from rebelote.server.features.daily.schemas import (
    Drill,
    Drilled,
    PuzzleAnswered,
    PuzzleArchive,
    PuzzleOfTheDay,
)
from rebelote.server.features.study import work
from rebelote.server.features.study.schemas import PracticePosition

SECRET: Final = b""
UNRATED: Final = Rated(0, 0, True)
"""The rating of a puzzle here, which is not shown."""


class PuzzleRequest(msgspec.Struct, frozen=True, tag_field="of", tag="puzzle"):
    """The request: the puzzle of a day and of the game nearest to a rule set, or its answer.

    `choices`: the answers so far, by game and day (`_key`).
    """

    preset: str
    day: str
    choices: dict[str, str] = {}
    choice: str = ""

    def answer(self) -> PuzzleOfTheDay:
        """Return it."""
        game = puzzle_choice.nearest(self.preset)
        puzzle = puzzle_choice.chosen(_date(self.day), SECRET, game)
        kept = self.choices.get(_key(game, self.day), "")
        answered = _answered(puzzle, self.choice) if self.choice else _if_legal(puzzle, kept)
        position = work.position(puzzle.record, 1, puzzle.decision.number, BOT_NAMES)
        return PuzzleOfTheDay(
            day=self.day,
            kind=puzzle.kind,
            preset=puzzle.preset,
            presets=tuple(puzzle_choice.by_game()),
            position=schemas.encoded(PracticePosition, position),
            rating=UNRATED,
            theme=theme_of(puzzle) if answered else None,
            answered=answered,
            turns=puzzle.turns,
        )


class PuzzlesRequest(msgspec.Struct, frozen=True, tag_field="of", tag="puzzles"):
    """The request: the puzzles of the last days up to one, by theme; `choices` as above."""

    preset: str
    day: str
    choices: dict[str, str] = {}

    def answer(self) -> PuzzleArchive:
        """Return them."""
        game, today = puzzle_choice.nearest(self.preset), _date(self.day).isoformat()
        return puzzle_days.archive(today, SECRET, game, self._right_of)

    def _right_of(self, day: str, puzzle: Puzzle) -> bool | None:
        choice = self.choices.get(_key(puzzle.preset, day))
        return None if choice is None else choice in puzzle.decision.advised


class DrillRequest(msgspec.Struct, frozen=True, tag_field="of", tag="drill"):
    """The request: the puzzles of a drill; `about`: a group of mistakes, or a theme."""

    preset: str
    about: puzzle_choice.Drilled | None = None

    def answer(self) -> Drill:
        """Return them."""
        game = puzzle_choice.nearest(self.preset)
        return Drill(game, puzzle_choice.drill(game, self.about))


class DrilledRequest(msgspec.Struct, frozen=True, tag_field="of", tag="drilled"):
    """The request: a puzzle of a drill, or an answer to it."""

    puzzle: str
    choice: str = ""

    def answer(self) -> Drilled:
        """Return it. IllegalActionError `malformed` for none."""
        line = puzzle_choice.store().get(self.puzzle)
        if line is None:
            raise IllegalActionError("malformed")
        puzzle = puzzles.decode(line)
        answered = _answered(puzzle, self.choice) if self.choice else None
        position = work.position(puzzle.record, 1, puzzle.decision.number, BOT_NAMES)
        return Drilled(
            kind=puzzle.kind,
            preset=puzzle.preset,
            position=schemas.encoded(PracticePosition, position),
            rating=UNRATED,
            theme=theme_of(puzzle) if answered else None,
            answered=answered,
            turns=puzzle.turns,
        )


def _answered(puzzle: Puzzle, choice: str) -> PuzzleAnswered:
    decision = puzzle.decision
    work.check(puzzle.record, 1, decision.number, choice)
    return PuzzleAnswered(
        choice=choice,
        right=choice in decision.advised,
        decision=decision,
        calls=work.calls_of(decision, choice),
        answers=0,
        own=decision.with_choice(choice),
        record=puzzle.record,
    )


def _if_legal(puzzle: Puzzle, choice: str) -> PuzzleAnswered | None:
    """Return an earlier answer; None where another release had another puzzle on that day."""
    try:
        return _answered(puzzle, choice) if choice else None
    except IllegalActionError:
        return None


def _key(game: str, day: str) -> str:
    return f"{game}/{day}"


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise IllegalActionError("malformed") from None
