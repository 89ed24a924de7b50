"""The totals of a game: what they can add up to, by the rules."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from processor_time import MOST, spent

from rebelote import IllegalActionError
from rebelote.rules import presets
from rebelote.rules.paper import form
from rebelote.tournament import sums
from rebelote.tournament.entries import Score
from rebelote.tournament.formats import MOST_DEALS, Format
from rebelote.tournament.sums import DealSums, deal_sums

CONTEST = Format(house={"rounding": "none"})


def test_a_deal_of_a_contest_holds_162() -> None:
    assert deal_sums(CONTEST.rules) == DealSums(least=162, most=162, belote=20, sweep=90, step=0)
    assert sums.half(CONTEST) == 972


@pytest.mark.parametrize(
    ("points", "known", "fits"),
    [
        ((1000, 944), {}, True),
        ((1000, 964), {}, True),
        ((1000, 1034), {}, True),
        ((1000, 945), {}, False),
        ((1000, 943), {}, False),
        ((1000, 944), {"belotes": 0, "sweeps": 0}, True),
        ((1000, 944), {"belotes": 1, "sweeps": 0}, False),
        ((1000, 1034), {"sweeps": 1, "belotes": 0}, True),
        ((1000, 1034), {"sweeps": 0}, False),
        ((1000, 994), {}, False),
        ((1244, 900), {"sweeps": 2}, True),
    ],
)
def test_what_twelve_deals_add_up_to(
    points: tuple[int, int], known: dict[str, Any], fits: bool
) -> None:
    score = Score(points=points, **known)
    if fits:
        sums.check(CONTEST, score)
    else:
        with pytest.raises(IllegalActionError, match="game-sum"):
            sums.check(CONTEST, score)


@pytest.mark.parametrize("seed", range(40))
def test_the_possible_totals_are_those_that_fit(seed: int) -> None:
    """Belotes, sweeps and announcements are counted one by one here, in loops."""
    random = Random(seed)
    least, deals = random.choice((16, 160, 162)), random.randint(1, 6)
    most = least + random.choice((0, 0, 1, 10))
    adds = DealSums(
        least=least,
        most=most,
        belote=random.choice((0, 2, 20)),
        sweep=random.choice((-1, 0, 9, 37, 90)),
        step=seed % 3,
    )
    top = deals * (adds.most + adds.belote + adds.sweep)
    announced = range(0, top, adds.step) if adds.step else (0,)
    expected = {
        deals * least + spread + belotes * adds.belote + sweeps * adds.sweep + more
        for spread in range(deals * (most - least) + 1)
        for belotes in range(deals + 1)
        for sweeps in range(deals + 1)
        for more in announced
    }
    assert list(adds.possible(deals)) == sorted(one for one in expected if one <= top)
    for total in range(top + 1):
        assert adds.fits(total, deals, Score(points=(0, 0))) == (total in expected)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_totals_of_the_longest_games_are_counted_at_once(preset: str) -> None:
    """At any legal bonus for a sweep; in processor time, with room for a slow machine."""
    for deals, sweep in product((1, MOST_DEALS), (0, 999)):
        try:
            long = Format(preset=preset, house={"sweep_points": sweep}, deals=deals)
            deal_sums(long.rules)
        except IllegalActionError:
            continue
        assert spent(partial(_count, long)) < MOST
        assert bool(sums.possible(long, 400)) == bool(deal_sums(long.rules))


def _count(format: Format) -> None:
    """Ask for the totals of a game, and check some that may be wrong."""
    sums.possible(format, 400)
    for points in ((1, 0), (50_000, 50_000), (99_999, 1)):
        with suppress(IllegalActionError):
            sums.check(format, Score(points=points))


def test_announcements_come_on_top() -> None:
    game = Format(preset="french", house={"rounding": "none"}, deals=1)
    sums.check(game, Score(points=(182, 30), announced=50))
    sums.check(game, Score(points=(182, 30)))
    for wrong in (Score(points=(182, 31)), Score(points=(182, 30), announced=20, belotes=0)):
        with pytest.raises(IllegalActionError, match="game-sum"):
            sums.check(game, wrong)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_sums_are_known_where_no_value_is_bid(preset: str) -> None:
    rules = presets.rules(preset)
    if rules.side_count == 2:
        result = deal_sums(rules)
        assert (result is None) == bool(form(rules).values)
        assert result is None or 0 < result.least <= result.most


def test_games_to_a_target_are_checked_where_the_deals_are_counted() -> None:
    game = Format(deals=0, house={"rounding": "none"})
    sums.check(game, Score(points=(1003, 700)))
    sums.check(game, Score(points=(1000, 944), deals=12))
    with pytest.raises(IllegalActionError, match="game-sum"):
        sums.check(game, Score(points=(1000, 945), deals=12))
