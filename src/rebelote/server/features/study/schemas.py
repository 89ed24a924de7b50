"""HTTP schemas of reviews, practice and statistics: requests and responses."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rebelote.analysis.mistakes import MistakeGroup
from rebelote.analysis.opinion import Opinion
from rebelote.analysis.report import DealReport, Decision
from rebelote.analysis.statistics import ShownSubject
from rebelote.rules.actions import Call
from rebelote.rules.view import View
from rebelote.server.base.protocol.schemas import Message, StatisticsPart


class ReviewedDeal(Message, frozen=True):
    """The review of a deal. `calls`: what the words mean by which it names calls."""

    report: DealReport
    calls: dict[str, Call]


class MastersOpinion(Message, frozen=True):
    """GET /api/tables/{table}/deals/{deal}/actions/{action}/opinion: what a master would have done,
    or nothing yet."""

    opinion: Opinion | None = None


class Review(Message, frozen=True, kw_only=True):
    """GET /api/tables/{table}/deals/{deal}/review: the review of a deal, or how far it is.

    `ahead`: reviews that are made before it. `done`: the part of this one, from 0 to 1. `seconds`:
    about how long it will be. `newcomer`: the reader has ended few matches; errors are shown to
    them only when they ask.
    """

    ahead: int = 0
    done: float = 0.0
    seconds: float = 0.0
    newcomer: bool = False
    reviewed: ReviewedDeal | None = None


class DeviceReview(Message, frozen=True):
    """POST /api/tables/{table}/deals/{deal}/review: the report of a review that a device made, as
    JSON."""

    report: str


class PracticePlace(Message, frozen=True, kw_only=True):
    """The place of an error; `step`: the number of the deal's actions before it."""

    match: str
    deal: int
    step: int
    preset: str
    decisive: bool


class PracticeList(Message, frozen=True):
    """GET /api/me/practice: errors to practise, the most instructive first.

    `due`: how many are due in all. `waiting`: deals of the match that are still to be reviewed.
    `groups`: one's latest errors, due or not, by what a teacher would say of them.
    """

    positions: tuple[PracticePlace, ...]
    due: int
    waiting: int = 0
    groups: tuple[MistakeGroup, ...] = ()


class PracticePosition(Message, frozen=True):
    """GET /api/me/practice/{match}/{deal}/{step}: what the seat knew before it decided.

    `names` by seat. `calls`: what may be called, by the word that is the answer. `points`: of each
    trick of the view.
    """

    view: View
    names: tuple[str, ...]
    calls: dict[str, Call]
    points: tuple[int, ...] = ()


class PracticeAnswer(Message, frozen=True):
    """POST /api/me/practice/{match}/{deal}/{step}: a card, or the word of a call."""

    choice: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PracticeAnswered(Message, frozen=True, kw_only=True):
    """The verdict on an answer (among the best or not), and the review of the decision.

    `calls`: what the words mean by which it names calls. `again`: when it is repeated, in
    seconds since 1970. `own`: the decision as the answer makes it, null where that is not known.
    """

    right: bool
    decision: Decision
    calls: dict[str, Call]
    again: float
    own: Decision | None = None


class StatisticsFigure(Message, frozen=True, kw_only=True):
    """The mean of so many values, with both ends of its 95 % interval where there is one.

    `about`: which trick, trump, position or kind of decision, empty for all. `few`: it rests on few
    values. `average`: that of people of the same level, where they are enough.
    """

    subject: ShownSubject
    about: str
    count: int
    mean: float
    low: float | None
    high: float | None
    few: bool
    average: float | None = None


class StatisticsMonth(Message, frozen=True):
    """The figures of a month, named as `2026-11`."""

    month: str
    figures: tuple[StatisticsFigure, ...]


class PlayedPreset(Message, frozen=True):
    """The number of matches under a rule set, and of those that are counted."""

    preset: str
    played: int
    counted: int


class Statistics(Message, frozen=True, kw_only=True):
    """GET /api/me/statistics: what a person's matches by one rule set add up to.

    `level`: that of the bot nearest to one's rating; `people`: whose averages are given too, of the
    same level; 0 where they are too few. `shows`: what is on one's profile.
    """

    preset: str
    presets: tuple[PlayedPreset, ...]
    figures: tuple[StatisticsFigure, ...]
    months: tuple[StatisticsMonth, ...]
    level: str = ""
    people: int = 0
    shows: tuple[StatisticsPart, ...] = ()


class StatisticsShown(Message, frozen=True):
    """PUT /api/me/statistics: the parts of one's statistics that are on one's profile."""

    shows: Annotated[tuple[StatisticsPart, ...], msgspec.Meta(max_length=3)]
