"""The totals of a game: what they can add up to, by the rules."""

from __future__ import annotations

import pytest

from rebelote import IllegalActionError
from rebelote.club import sums
from rebelote.club.entries import Score
from rebelote.club.formats import Format
from rebelote.club.sums import DealSums, deal_sums
from rebelote.rules import presets
from rebelote.rules.paper import form

CONTEST = Format(house={"rounding": "none"})


def test_a_deal_of_a_contest_holds_162() -> None:
    assert deal_sums(CONTEST.rules) == DealSums(162, 162, 20, 90, 0)
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
    points: tuple[int, int], known: dict[str, int], fits: bool
) -> None:
    score = Score(points, **known)
    if fits:
        sums.check(CONTEST, score)
    else:
        with pytest.raises(IllegalActionError, match="game-sum"):
            sums.check(CONTEST, score)


def test_announcements_come_on_top() -> None:
    game = Format(preset="french", house={"rounding": "none"}, deals=1)
    sums.check(game, Score((182, 30), announced=50))
    sums.check(game, Score((182, 30)))
    for wrong in (Score((182, 31)), Score((182, 30), announced=20, belotes=0)):
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
    sums.check(game, Score((1003, 700)))
    sums.check(game, Score((1000, 944), deals=12))
    with pytest.raises(IllegalActionError, match="game-sum"):
        sums.check(game, Score((1000, 945), deals=12))
