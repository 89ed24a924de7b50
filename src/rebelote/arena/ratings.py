"""Ratings of bots that all played each other, on one scale, with their uncertainty.

The model is that of Bradley and Terry as Weng and Lin estimate it (JMLR 12, 2011), from the library
openskill. Its units are chosen so that 400 points between two bots are odds of ten to one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from rebelote.arena.confidence import NORMAL_95
from rebelote.arena.playing import TaskResult

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull, BradleyTerryFullRating

FIXED: Final = 1000.0
"""The rating of the bot that holds the scale in place."""
UNSURE: Final = 350.0
"""The standard deviation of a rating before anything was played."""
ODDS_OF_E: Final = 400 / math.log(10)
"""Points that make the odds e to one."""


class BotRating(msgspec.Struct, frozen=True):
    """A bot's rating, and half of its 95 % interval: of the distance to the bot that is fixed."""

    bot: str
    rating: float
    interval: float


def rated(names: Iterable[str], played: Iterable[TaskResult], fixed: str) -> list[BotRating]:
    """Return the ratings, highest first; a deal or match is won, lost or drawn by its lead.

    Results count in the order given.
    """
    scale = model()
    now = {name: scale.rating() for name in names}
    for each in played:
        first, second = each.pair
        [[now[first]], [now[second]]] = scale.rate(
            [[now[first]], [now[second]]], scores=[each.lead, 0.0]
        )
    ratings = [_bot_rating(name, now, fixed) for name in now]
    return sorted(ratings, key=lambda result: -result.rating)


def _bot_rating(name: str, now: Mapping[str, BradleyTerryFullRating], fixed: str) -> BotRating:
    mine, anchor = now[name], now[fixed]
    half = NORMAL_95 * math.hypot(mine.sigma, anchor.sigma) if name != fixed else 0.0
    return BotRating(name, FIXED + (mine.mu - anchor.mu), half)


def model() -> BradleyTerryFull:
    """Constant strengths: nothing is forgotten, and the interval is no wider than it is."""
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(
        mu=FIXED,
        sigma=UNSURE,
        beta=ODDS_OF_E / math.sqrt(2),
        kappa=1e-9,
        tau=0.0,
        gamma=lambda *_: 1.0,
    )
