"""What is an outcome worth? What the sheet will say of it, and near the end the chance to win."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import add
from typing import Final

import msgspec

from rebelote import play, scoring
from rebelote.melds import Kind
from rebelote.rules import Rules
from rebelote.scoring import Points, ScoringRules
from rebelote.solver import Forecast
from rebelote.view import View, rules_of

SPREAD: Final = 115
"""The standard deviation of what one side writes more than the other in a deal, in points."""
USUAL: Final = 90
"""What a side writes a deal on average, in points."""


class Stakes(msgspec.Struct, frozen=True):
    """How a deal stands: what each side has won so far, and the match it belongs to."""

    rules: Rules
    side: int
    attack: int
    points: Points
    winners: int
    melds: Points
    belote: Points
    held: int
    scores: Points

    def worth(self, to_come: Forecast) -> float:
        """What this end of the deal is worth to `side`."""
        points = tuple(map(add, self.points, to_come.points))
        winners = self.winners | to_come.winners
        marks = _marks(
            self.rules.scoring,
            self.attack,
            *_whole(points, winners, to_come.last),
            self.melds,
            self.belote,
            self.held,
        )
        return prospect(self.rules, self.scores, marks, self.side)


def _whole(points: Points, winners: int, last: int) -> tuple[Points, Points]:
    """Points and tricks as a tally has them."""
    tricks = _tricks(winners, len(points))
    if len(points) == 3 and tricks.count(0) == 1:
        unpaid = scoring.LAST_TRICK
        points = tuple(p - unpaid * (side == last) for side, p in enumerate(points))
    return points, tricks


@cache
def _tricks(winners: int, sides: int) -> Points:
    """Tricks by side; only who has any is known, and matters."""
    took = [side for side in range(sides) if winners >> side & 1]
    tricks = [0] * sides
    for number in range(8 if sides == 2 else 10):
        tricks[took[number % len(took)]] += 1
    return tuple(tricks)


@lru_cache(maxsize=1 << 15)
def _marks(
    rules: ScoringRules,
    attack: int,
    points: Points,
    tricks: Points,
    melds: Points,
    belote: Points,
    held: int,
) -> Points:
    tally = scoring.Tally(attack=attack, points=points, tricks=tricks, melds=melds, belote=belote)
    return scoring.settle(tally, held, rules).marks


@cache
def _scale(rules: Rules) -> tuple[float, float]:
    """Spread and usual marks of a deal in the table's unit."""
    return SPREAD / rules.unit, USUAL / rules.unit


def prospect(rules: Rules, scores: Points, marks: Points, side: int) -> float:
    """Marks more than the others write; near the end of the match, what they do for winning."""
    spread, usual = _scale(rules)
    mine = scores[side] + marks[side]
    theirs = max(scores[s] + marks[s] for s in range(len(marks)) if s != side)
    others = (sum(marks) - marks[side]) / (len(marks) - 1)
    if max(mine, theirs) < rules.target - 2 * usual:
        return marks[side] - others
    if max(mine, theirs) >= rules.target:
        return 2 * spread if mine > theirs else -2 * spread
    left = max(1.0, (rules.target - max(mine, theirs)) / usual)
    return 2 * spread * math.erf((mine - theirs) / (spread * math.sqrt(2 * left)))


def stakes(view: View, belote_of: int | None = None) -> Stakes:
    """How a deal in play stands for the seat of this view.

    `belote_of`: the seat in whose hidden hand king and queen of trump are believed to lie.
    """
    assert view.contract is not None
    rules = rules_of(view)
    points, winners = [0] * rules.side_count, 0
    for trick in view.tricks:
        side = rules.sides[trick.winner]
        points[side] += play.trick_points(trick.cards, view.contract.trump)
        winners |= 1 << side
    return Stakes(
        rules,
        rules.sides[view.seat],
        rules.sides[view.contract.attacker],
        tuple(points),
        winners,
        _announced(view, rules),
        _belote(view, rules, belote_of),
        view.held,
        view.scores or (0,) * len(points),
    )


def _announced(view: View, rules: Rules) -> Points:
    """What announcements are expected to count, by side."""
    said: dict[int, Sequence[Kind]] = {m.seat: m.kinds for m in view.melds if not m.lost}
    if view.legal is not None and view.legal.announce:
        said[view.seat] = [meld.kind for meld in view.legal.announce]
    worth = [[kind.points for kind in said.get(seat, ())] for seat in range(rules.players)]
    best = [0] * rules.side_count
    for side, points in zip(rules.sides, worth, strict=True):
        best[side] = max([best[side], *points])
    ahead = best.index(max(best)) if best.count(max(best)) == 1 else None
    counts = ahead if view.contest is None else view.contest.side
    by_side = rules.by_side([sum(points) for points in worth])
    return tuple(points * (side == counts) for side, points in enumerate(by_side))


def _belote(view: View, rules: Rules, belote_of: int | None) -> Points:
    """What belotes count that were said, are held, or are believed to be held, by side."""
    assert view.contract is not None
    mine = sum(pair <= view.hand for pair in play.belote_pairs(view.contract.trump))
    known = [*view.belote, *([view.seat] * mine), *([] if belote_of is None else [belote_of])]
    return rules.by_side([scoring.BELOTE * known.count(seat) for seat in range(rules.players)])
