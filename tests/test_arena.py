"""Does the arena measure what it says? Fair seats, signs, counts, and the same figures again."""

from __future__ import annotations

import pytest

from rebelote import arena


def test_a_bot_gains_nothing_on_itself() -> None:
    """With sides swapped the same play is on both sides: every pair of deals cancels."""
    result = arena.compare("regular", "regular", deals=20, seed=4)
    assert result.points == result.points_error == 0
    assert result.marks == result.marks_error == 0
    assert 0 < result.taken <= 0.5


def test_what_one_gains_the_other_loses() -> None:
    one = arena.compare("regular", "random", deals=30, seed=6)
    other = arena.compare("random", "regular", deals=30, seed=6)
    assert (one.first, one.second, one.deals) == ("regular", "random", 30)
    assert one.points == pytest.approx(-other.points)
    assert one.marks == pytest.approx(-other.marks)
    assert one.points_error == pytest.approx(other.points_error)
    assert one.taken + other.taken <= 1


def test_the_same_seed_gives_the_same_deals() -> None:
    one, same, another = (arena.compare("regular", "random", 20, seed) for seed in (1, 1, 2))
    assert (one.points, one.marks, one.made) == (same.points, same.marks, same.made)
    assert one.points != another.points


def test_points_and_shares_stay_within_the_game() -> None:
    """162 points lie in a deal; a share is a share."""
    result = arena.compare("random", "random", deals=30, seed=3)
    assert abs(result.points) <= 162
    assert 0 <= result.made <= 1


def test_too_few_deals_and_unknown_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        arena.compare("regular", "random", deals=1)
    with pytest.raises(ValueError, match="is not a bot"):
        arena.compare("regular", "nobody", deals=2)
