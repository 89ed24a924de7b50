"""Payoffs: the end of a match, and what a deal does for winning it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any, Final

import msgspec
import pytest
from needs import needs_kernel
from positions import untouched

from rebelote import bots
from rebelote.bots.payoffs import MatchState, match_state
from rebelote.kernel.solver import Outcome
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Take
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.match import SheetRow
from rebelote.rules.options import Rules
from rebelote.rules.tallies import Points
from rebelote.rules.view import View, view


def agreed(**options: Any) -> Rules:
    return presets.rules("bga", **options)


def row(number: int, totals: Points, boom_winner: int | None = None, boom: int = 1) -> SheetRow:
    contract = Contract(0, Trump.HEARTS)
    return SheetRow(
        number=number,
        dealer=0,
        contract=contract,
        outcome="made",
        sweep=False,
        marks=totals,
        held=0,
        totals=totals,
        boom=boom,
        boom_winner=boom_winner,
    )


def to_bid(rules: Rules, seed: int, sheet: tuple[SheetRow, ...], scores: Points) -> View:
    """Return the view of the first to bid in a deal that comes after these."""
    state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
    assert state.to_act is not None
    now = view(state, state.to_act)
    return msgspec.structs.replace(now, sheet=sheet, scores=scores, deal_number=len(sheet) + 1)


def value(before: MatchState, outcomes: list[Outcome]) -> float:
    """Return the mean payoff of side 0, which took, over equally likely outcomes."""
    deal = untouched(before)
    return sum(deal.payoff(each) for each in outcomes) / len(outcomes)


SAFE = [Outcome((92, 70), 0b11, 0)]
FAILED = Outcome((60, 102), 0b11, 1)
BOLD = [Outcome((162, 0), 0b01, 0), FAILED, FAILED]
"""A contract that is made for sure, and one that is a sweep once in three times, else fails."""


@pytest.mark.parametrize(
    ("left", "scores", "bold"), [(0, (0, 30), True), (0, (30, 0), False), (5, (0, 30), False)]
)
def test_who_is_behind_in_the_last_deal_plays_for_the_bonus(
    left: int, scores: Points, bold: bool
) -> None:
    """22 more than the others for sure do not make up for 30; a sweep may."""
    before = MatchState(agreed(end_deals=6), scores, left)
    assert (value(before, BOLD) > value(before, SAFE)) == bold


def test_who_has_lost_in_any_case_still_plays_for_marks() -> None:
    before = MatchState(agreed(end_deals=6), (0, 300), 0)
    assert value(before, SAFE) > value(before, [FAILED])


def test_the_last_deal_of_a_fixed_number_is_known_from_the_sheet() -> None:
    rules = agreed(end_deals=3)
    dead = SheetRow(
        number=2,
        dealer=0,
        contract=None,
        outcome=None,
        sweep=False,
        marks=(0, 0),
        held=0,
        totals=(0, 30),
    )
    for sheet, left in (((), 2), ((row(1, (0, 30)),), 1), ((row(1, (0, 30)), dead), 1)):
        assert match_state(to_bid(rules, 1, sheet, (0, 30))).deals_left == left
    assert match_state(to_bid(agreed(), 1, (), (0, 30))).deals_left is None


@needs_kernel
def test_who_is_behind_in_the_last_deal_takes_on_weaker_hands() -> None:
    def takes(deals: int) -> int:
        rules, sheet = agreed(end_deals=deals), (row(1, (30, 0)),)
        seen = [to_bid(rules, seed, sheet, (30, 0)) for seed in range(60)]
        calls = [bots.make("club", seed).choose(now) for seed, now in enumerate(seen)]
        return sum(isinstance(call, Take) for call in calls)

    assert takes(deals=2) > 1.4 * takes(deals=50) > 0


def test_reaching_the_target_is_not_passing_it() -> None:
    made = [Outcome((100, 62), 0b11, 0)]
    reached = MatchState(agreed(), (900, 800))
    strict = MatchState(agreed(target_strict=True), (900, 800))
    assert value(reached, made) > value(strict, made)
    more = [Outcome((101, 61), 0b11, 0)]
    assert value(strict, more) == pytest.approx(value(reached, more), rel=0.05)


def test_a_game_of_several_is_not_the_match() -> None:
    """A target that is reached ends a game; where others follow, points beyond it count too."""
    rules = agreed(booms=3)
    just, plenty = [Outcome((100, 62), 0b11, 0)], [Outcome((130, 32), 0b11, 0)]
    won = (row(1, (1010, 700), boom_winner=0),)
    level = (*won, row(2, (700, 1010), boom_winner=1, boom=2))
    side_0 = [to_bid(rules, 1, sheet, (910, 700)) for sheet in ((), won, level)]
    first, second, last = (match_state(msgspec.structs.replace(now, seat=0)) for now in side_0)
    assert (first.weight, second.weight, last.weight) == (0.5, 0.5, 1.0)
    assert value(last, plenty) - value(last, just) < 2 < value(first, plenty) - value(first, just)
    decided = (*won, row(2, (1010, 700), boom_winner=0, boom=2))
    assert match_state(msgspec.structs.replace(side_0[0], seat=0, sheet=decided)).weight == 0


SHARES: Final = (0.0, 0.3, 0.6, 0.75, 0.9, 0.99)
"""Scores as shares of the target."""
SPREADS: Final = (0.0, 0.3, 0.7, 1.0, 1.5, 2.5, 4.0, 6.0)
"""Marks as shares of what a deal mostly differs by."""


def states(rules: Rules) -> Iterator[MatchState]:
    """Yield states of a match by these rules, from its beginning to its last deals."""
    last = 0 if rules.side_count == 2 else 1
    for mine, theirs in product(SHARES, repeat=2):
        scores = tuple(int(rules.ending.target * share) for share in (mine, theirs))
        whole = (*scores, *scores[1:] * last)
        for left in (None,) if rules.ending.end_deals is None else (0, 1, 2, 5):
            yield MatchState(rules, whole, left)


@pytest.mark.parametrize("preset", presets.PRESETS)
@pytest.mark.parametrize("strict", [False, True])
def test_a_bigger_loss_is_never_better_and_a_match_lost_is_the_worst(
    preset: str, strict: bool
) -> None:
    rules = presets.rules(preset, target_strict=strict)
    deviation = rules.settling.spread.deviation / rules.scoring.unit
    marks = [int(deviation * share) for share in SPREADS]
    others = (0,) * (rules.side_count - 2)
    for now, attack in product(states(rules), (0, 1)):
        lost = [now.match_equity((0, each, *others), 0, attack) for each in marks]
        won = [now.match_equity((each, 0, *others), 0, attack) for each in marks]
        assert all(less >= more for less, more in pairwise(lost)), (now, lost)
        assert all(more >= less for less, more in pairwise(won)), (now, won)
        for at, each in enumerate(marks):
            assert now.match_equity((0, each, *others), 0, attack, wins=1) <= lost[at]
            assert now.match_equity((each, 0, *others), 0, attack, wins=0) >= won[at]


def test_the_coffee_costs_more_than_a_deal_lost_four_times() -> None:
    """A won one is worth as much more."""
    baloot = presets.rules("baloot")
    for scores in ((0, 0), (60, 112), (112, 60), (100, 100)):
        now = MatchState(baloot, scores)
        four, coffee = now.match_equity((0, 64), 0, 1), now.match_equity((0, 64), 0, 1, wins=1)
        assert coffee < four or now.won_by((0, 64), 1) == 1
        four, coffee = now.match_equity((64, 0), 0, 1), now.match_equity((64, 0), 0, 1, wins=0)
        assert coffee > four or now.won_by((64, 0), 1) == 0
