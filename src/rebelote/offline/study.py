"""Requests of the page about deals that are over, answered without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from rebelote.offline import answers, board, calls, hints, practice, puzzles, reviews, speed
from rebelote.rules.codec import decode_hook

Request = (
    reviews.ReviewRequest
    | reviews.OpinionRequest
    | puzzles.PuzzleRequest
    | puzzles.PuzzlesRequest
    | puzzles.DrillRequest
    | puzzles.DrilledRequest
    | board.ReplayRequest
    | board.VariationRequest
    | board.EnteredRequest
    | calls.ShownRequest
    | hints.HintRequest
    | practice.DealsRequest
    | practice.ErrorsRequest
    | practice.MistakesRequest
    | practice.PositionRequest
    | practice.PractisedRequest
    | speed.SpeedRequest
)
_DECODER: Final = msgspec.json.Decoder(Request, dec_hook=decode_hook, strict=False)


def answer(asked: str, report: Callable[[float], object] = bool) -> str:
    """Return the response as JSON under `answer`, or the refusal as for a table.

    `report` is called with the part of a review that is done.
    """
    reviews.report_progress(report)
    return answers.answered(asked, _DECODER, lambda request: request.answer())
