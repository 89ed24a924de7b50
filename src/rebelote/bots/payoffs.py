"""Payoffs of outcomes: marks on the sheet, and near the end match equity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import add, sub
from typing import Final, NamedTuple

import msgspec

from rebelote.kernel.solver import Outcome
from rebelote.rules import match, melds, play, scoring, settlements, tallies
from rebelote.rules.melds import Kind
from rebelote.rules.options import Rules
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.tallies import ContractTerms, Points
from rebelote.rules.view import View, contract_of, rules_of

EQUITY_DEALS: Final = 2
"""The deals expected after this one with which match equity counts instead of marks."""
MARKS_WEIGHT: Final = 0.02
"""The weight of a mark even then: a side that has surely won or lost plays on for marks."""


@cache
def _scale(rules: Rules) -> tuple[float, float]:
    """Return standard deviation and mean of the marks of a deal in the table's unit."""
    spread = rules.settling.spread
    return spread.deviation / rules.scoring.unit, spread.mean / rules.scoring.unit


class MatchState(msgspec.Struct, frozen=True):
    """The state of the match before a deal: scores, length, and the weight of the game.

    `deals_left`: the deals that a match of a fixed length has after this one; None to a target.
    `weight`: the increase by a won game of the probability to win the match, from 0 to 1.
    """

    rules: Rules
    scores: Points
    deals_left: int | None = None
    weight: float = 1.0

    def match_equity(self, marks: Points, side: int, attack: int, wins: int | None = None) -> float:
        """Return the difference in marks; near the end, the gain in match equity, scaled to marks.

        The scores before the deal choose the scale, so all outcomes of a deal are on the same one.
        Match equity: the probability to win the match, as in backgammon. A dead deal is worth 0.
        `wins`: the side that wins the game with this deal, whatever the scores.
        """
        gain = ahead(marks, side)
        more = (
            self._gain(marks, side, attack, wins) if self.near_end else self._led(marks, side, wins)
        )
        return self.weight * more + (1 - self.weight) * gain

    def _gain(self, marks: Points, side: int, attack: int, wins: int | None) -> float:
        """Return the gain in match equity, scaled to marks."""
        totals = tuple(map(add, self.scores, marks))
        won = self.won_by(marks, attack) if wins is None else wins
        left = self._left(totals, self.deals_left)
        after = self._chance(totals, left, side) if won is None else 1.0 if won == side else -1.0
        # The deal itself was still to come.
        to_come = None if self.deals_left is None else self.deals_left + 1
        before = self._chance(self.scores, self._left(self.scores, to_come), side)
        return 2 * _scale(self.rules)[0] * (after - before) + MARKS_WEIGHT * ahead(marks, side)

    def _led(self, marks: Points, side: int, wins: int | None) -> float:
        """Return the difference in marks, where marks beyond the end of the game count little."""
        return ahead(
            tuple(self._counted(each, marks[each], wins) for each in range(len(marks))), side
        )

    def _counted(self, side: int, marks: int, wins: int | None) -> float:
        """Return the marks that bring a side nearer to the end; all that it lacks if it wins."""
        if self.deals_left is not None:
            return max(marks, self._target) if wins == side else marks
        needed = self._target - self.scores[side]
        if wins != side and marks <= needed:
            return marks
        return needed + MARKS_WEIGHT * max(0, marks - needed)

    @property
    def _target(self) -> int:
        return self.rules.ending.target + self.rules.ending.target_strict

    @property
    def near_end(self) -> bool:
        """Whether at most `EQUITY_DEALS` deals are expected after this one."""
        if self.deals_left is not None:
            return self.deals_left <= EQUITY_DEALS
        return self._left(self.scores, None) - 1 <= EQUITY_DEALS

    def _left(self, totals: Points, deals: int | None) -> float:
        """Estimate the number of deals to come."""
        if deals is not None:
            return deals
        return (self._target - max(totals)) / _scale(self.rules)[1]

    def _chance(self, totals: Points, left: float, side: int) -> float:
        """Return the chance of `side` to win less that to lose, by a normal model."""
        lead = totals[side] - max(t for s, t in enumerate(totals) if s != side)
        return math.erf(lead / (_scale(self.rules)[0] * math.sqrt(2 * max(1.0, left))))

    def won_by(self, marks: Points, attack: int) -> int | None:
        """Return the side that wins the game where these marks are written; None if it goes on."""
        totals = tuple(map(add, self.scores, marks))
        if self.deals_left is None:
            return match.winner(totals, self.rules, attack)
        return None if self.deals_left else match.highest(totals, range(len(totals)))


class MarksOnly(MatchState, frozen=True):
    """A match of which only the marks of this deal count."""

    def match_equity(self, marks: Points, side: int, attack: int, wins: int | None = None) -> float:
        """Return the difference in marks."""
        return ahead(marks, side)


def ahead(marks: Sequence[float], side: int) -> float:
    """Return the marks of a side less those of the other, or less the mean of the others."""
    return marks[side] - (sum(marks) - marks[side]) / (len(marks) - 1)


class Settled(NamedTuple):
    """The settlement of a deal: the result of the contract, and the marks by side."""

    outcome: scoring.Outcome | None
    marks: Points
    wins: int | None = None


class DealState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a deal: the points of each side so far, and the state of its match."""

    match_state: MatchState
    side: int
    attack: int
    points: Points
    winners: int
    melds: Points
    belote: Points
    held: int
    terms: ContractTerms = ContractTerms()

    def payoff(self, to_come: Outcome) -> float:
        """Return the payoff to `side` of this outcome of the rest of the deal."""
        end = self.settled(to_come)
        return self.match_state.match_equity(end.marks, self.side, self.attack, end.wins)

    def settled(self, to_come: Outcome) -> Settled:
        """Settle the deal with this outcome of the rest of it."""
        points = tuple(map(add, self.points, to_come.points))
        winners = self.winners | to_come.winners
        rules = self.match_state.rules
        return _settled(
            rules.scoring,
            self.attack,
            *_whole(points, winners, to_come.last),
            self.melds,
            self.belote,
            self.held,
            self.terms,
            rules.left_in_stock > 0,
        )


def _whole(points: Points, winners: int, last: int) -> tuple[Points, Points]:
    """Return points and tricks in the form of a tally."""
    tricks = _tricks(winners, len(points))
    if len(points) == 3 and tricks.count(0) == 1:
        unpaid = tallies.LAST_TRICK
        points = tuple(p - unpaid * (side == last) for side, p in enumerate(points))
    return points, tricks


@cache
def _tricks(winners: int, sides: int) -> Points:
    """Return tricks by side; only which sides have any is known, and matters."""
    took = [side for side in range(sides) if winners >> side & 1]
    tricks = [0] * sides
    for number in range(8 if sides == 2 else 10):
        tricks[took[number % len(took)]] += 1
    return tuple(tricks)


@lru_cache(maxsize=1 << 15)
def _settled(
    rules: ScoringRules,
    attack: int,
    points: Points,
    tricks: Points,
    melds: Points,
    belote: Points,
    held: int,
    terms: ContractTerms,
    part_dealt: bool,
) -> Settled:
    without = len(points) > 2 and tricks.count(0) == 1
    fallen = _trick_melds(points, terms)
    in_play = sum(points) - sum(fallen) - tallies.LAST_TRICK * (not without)
    tally = tallies.Tally(
        attack=attack,
        points=tuple(map(sub, points, fallen)),
        tricks=tricks,
        melds=melds,
        belote=belote,
        trick_melds=fallen,
        alone=_swept(attack, tricks),  # who of the side took them is not known here
        dealt=sum(tricks) if part_dealt else None,
        **terms._replace(cards=in_play)._asdict(),
    )
    written = settlements.settle(tally, held, rules)
    wins = None if written.wins is msgspec.UNSET else written.wins
    return Settled(written.outcome, written.marks, wins)


def _trick_melds(points: Points, terms: ContractTerms) -> Points:
    """Return the points of combinations in tricks: those above the cards and the last ten.

    The side that took them is not known here; only their sum matters.
    """
    left, fallen = max(0, sum(points) - terms.cards - tallies.LAST_TRICK), []
    for of_side in points:
        fallen.append(min(of_side, left))
        left -= fallen[-1]
    return tuple(fallen)


def _swept(attack: int, tricks: Points) -> bool:
    return tricks[attack] == sum(tricks)


def match_state(view: View) -> MatchState:
    """Return the state of the match in which this deal is played."""
    rules = rules_of(view)
    scores = view.scores or (0,) * rules.side_count
    left = 1 if view.late else match.deals_left(view.sheet, rules)
    side = rules.sides[view.seat]
    won = match.booms_won(view.sheet, rules.side_count)
    ahead = won[side] - max(w for s, w in enumerate(won) if s != side)
    weight = _weight(ahead, rules.ending.booms - 1 - sum(won))
    return MatchState(rules, scores, None if left is None else max(0, left - 1), weight)


@cache
def _weight(ahead: int, to_come: int) -> float:
    """Return the gain in match equity from a won game, given the lead and the games to come."""
    return _win_probability(ahead + 1, to_come) - _win_probability(ahead - 1, to_come)


def _win_probability(ahead: int, to_come: int) -> float:
    """Return the probability to have most games at the end, each a coin flip; a tie is half."""
    result = 0.0
    for won in range(to_come + 1):
        lead = ahead + 2 * won - to_come
        result += math.comb(to_come, won) * (lead > 0) + math.comb(to_come, won) * 0.5 * (lead == 0)
    return result / (1 << to_come)


def deal_state(
    view: View, belote_of: int | None = None, now: MatchState | None = None
) -> DealState:
    """Return the state of a deal in play for the seat of this view.

    `belote_of`: the seat assumed to hold king and queen of trump in its hidden hand. `now`: the
    state of the match, where it is not that of the view.
    """
    rules, contract = rules_of(view), contract_of(view)
    points, winners, law = [0] * rules.side_count, 0, rules.law_of(contract)
    for trick in view.tricks:
        side = rules.sides[trick.winner]
        points[side] += play.trick_points(trick.cards, law)
        winners |= 1 << side
    return DealState(
        match_state=now or match_state(view),
        side=rules.sides[view.seat],
        attack=rules.sides[contract.attacker],
        points=tuple(points),
        winners=winners,
        melds=_announced(view, rules),
        belote=_belote(view, rules, belote_of),
        held=view.held,
        terms=ContractTerms.of(contract, law),
    )


def _announced(view: View, rules: Rules) -> Points:
    """Return the expected points of announcements, by side."""
    kinds: dict[int, Sequence[Kind]] = {m.seat: m.kinds for m in view.melds if not m.lost}
    if view.legal is not None and view.legal.announce:
        kinds[view.seat] = [meld.kind for meld in view.legal.announce]
    separate = rules.melds.meld_contest == "apart"
    shapes = ((shape,) for shape in melds.SHAPES) if separate else (melds.SHAPES,)
    each = [_of_shapes(view, rules, kinds, those) for those in shapes]
    return tuple(map(sum, zip(*each, strict=True)))


def _of_shapes(
    view: View, rules: Rules, kinds: Mapping[int, Sequence[Kind]], shapes: Sequence[melds.Shape]
) -> Points:
    """Return the expected points of announcements of these shapes, contested together."""
    payoff = [
        [kind.points for kind in kinds.get(seat, ()) if kind.shape in shapes]
        for seat in range(rules.players)
    ]
    best = [0] * rules.side_count
    for side, points in zip(rules.sides, payoff, strict=True):
        best[side] = max([best[side], *points])
    ahead = best.index(max(best)) if best.count(max(best)) == 1 else None
    counts = ahead if view.contest is None else view.contest.winner(shapes[0])
    by_side = rules.by_side([sum(points) for points in payoff])
    return tuple(points * (side == counts) for side, points in enumerate(by_side))


def _belote(view: View, rules: Rules, belote_of: int | None) -> Points:
    """Return the points of belotes said, held or assumed to be held, by side."""
    pairs = rules.law_of(contract_of(view)).belotes
    mine = sum(pair <= view.hand for pair in pairs)
    known = [*view.belote, *([view.seat] * mine), *([] if belote_of is None else [belote_of])]
    return rules.by_side([tallies.BELOTE * known.count(seat) for seat in range(rules.players)])
