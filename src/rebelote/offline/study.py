"""Reviews and puzzles in the page: the server's answers, from the same functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Final

import msgspec

from rebelote.analysis import puzzle_choice
from rebelote.analysis.report import Decision
from rebelote.analysis.themes import theme_of
from rebelote.kernel import solver
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import schemas
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.features.daily.schemas import PuzzleAnswered, PuzzleOfTheDay
from rebelote.server.features.study import work
from rebelote.server.features.study.schemas import PracticePosition

UNRATED: Final = Rated(0, 0, True)
"""The rating of a puzzle here, which is not shown."""


class ReviewRequest(msgspec.Struct, frozen=True, tag_field="of", tag="review"):
    """The request: the review of a deal of a record."""

    record: str
    deal: int

    def answer(self) -> bytes:
        """Return it (`Review`)."""
        _check_kernel()
        return b'{"done":1.0,"reviewed":%b}' % work.reviewed(self.record, self.deal)


class OpinionRequest(msgspec.Struct, frozen=True, tag_field="of", tag="opinion"):
    """The request: what a master would have done after so many actions of a deal."""

    record: str
    deal: int
    action: int

    def answer(self) -> bytes:
        """Return it (`MastersOpinion`)."""
        _check_kernel()
        return work.masters_opinion(self.record, self.deal, self.action)


class PuzzleRequest(msgspec.Struct, frozen=True, tag_field="of", tag="puzzle"):
    """The request: the puzzle of a day and of the game nearest to a rule set, or its answer."""

    preset: str
    day: str
    choice: str = ""

    def answer(self) -> bytes:
        """Return it (`PuzzleOfTheDay`): that of a server whose secret is empty, unrated."""
        game = puzzle_choice.nearest(self.preset)
        puzzle = puzzle_choice.chosen(date.fromisoformat(self.day), b"", game)
        answered = self._answered(puzzle.record, puzzle.decision) if self.choice else None
        position = work.position(puzzle.record, 1, puzzle.decision.number, BOT_NAMES)
        return schemas.encode(
            PuzzleOfTheDay(
                self.day,
                puzzle.kind,
                puzzle.preset,
                tuple(puzzle_choice.by_game()),
                schemas.encoded(PracticePosition, position),
                UNRATED,
                theme=theme_of(puzzle) if answered else None,
                answered=answered,
                turns=puzzle.decision.kind == "decisive",
            )
        )

    def _answered(self, record: str, decision: Decision) -> PuzzleAnswered:
        work.check(record, 1, decision.number, self.choice)
        words = {self.choice, decision.choice, *decision.advised} if decision.call else ()
        right = self.choice in decision.advised
        return PuzzleAnswered(self.choice, right, decision, work.calls_by_word(words), 0)


class _Progress:
    """The number that a review writes its progress to, each new percent of which is reported."""

    def __init__(self, report: Callable[[float], object]) -> None:
        self._report, self._value = report, 0.0

    @property
    def value(self) -> float:
        return self._value

    @value.setter
    def value(self, done: float) -> None:
        if abs(done - self._value) >= 0.01:
            self._report(done)
            self._value = done


def _check_kernel() -> None:
    if not solver.KERNEL:
        raise IllegalActionError("needs-network")


_decoder = msgspec.json.Decoder(ReviewRequest | OpinionRequest | PuzzleRequest)


def answer(asked: str, report: Callable[[float], object] = bool) -> str:
    """Return the response as JSON under `answer`, or the refusal as for a table.

    `report` is called with the part of the work that is done.
    """
    work.share_progress(_Progress(report))
    try:
        return json.dumps({"answer": json.loads(_decoder.decode(asked).answer())})
    except IllegalActionError as error:
        return json.dumps({"refused": error.refusal.code, "message": error.refusal.sentence})
