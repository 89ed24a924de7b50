"""The lessons in the page: the server's answers under `/api/learn`, from the same functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from rebelote.learn import counting, courses, guided
from rebelote.learn.schemas import CountDeal, Course, GuidedDeal
from rebelote.offline import answers


class LessonRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request: the lessons, the guided deal after what was `done`, or a deal to count in."""

    of: Literal["course", "deal", "count"]
    preset: str
    language: str
    done: tuple[str, ...] = ()
    level: int = 1
    seed: int = 0


def _course(asked: LessonRequest) -> Course:
    return courses.course(asked.preset, asked.language)


def _deal(asked: LessonRequest) -> GuidedDeal:
    return guided.guided(asked.preset, asked.done, asked.language)


def _count(asked: LessonRequest) -> CountDeal:
    return counting.count_deal(asked.preset, asked.level, asked.seed, asked.language)


ANSWERS: Final[dict[str, Callable[[LessonRequest], Course | GuidedDeal | CountDeal]]] = {
    "course": _course,
    "deal": _deal,
    "count": _count,
}


_DECODER: Final = msgspec.json.Decoder(LessonRequest)


def answer(asked: str) -> str:
    """Return the response as JSON under `answer`, or the refusal as for a table."""
    return answers.answered(asked, _DECODER, lambda request: ANSWERS[request.of](request))
