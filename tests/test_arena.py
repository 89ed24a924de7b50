"""Does the arena measure what it says? Fair seats, signs, counts, and the same figures again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebelote import arena, variants


def test_a_bot_gains_nothing_on_itself() -> None:
    """With sides swapped the same play is on both sides: every pair of deals cancels."""
    result = arena.compare("regular", "regular", deals=20, seed=4)
    assert result.points == result.points_interval == 0
    assert result.marks == result.marks_interval == 0
    assert 0 < result.taken <= 0.5


def test_what_one_gains_the_other_loses() -> None:
    one = arena.compare("regular", "random", deals=30, seed=6)
    other = arena.compare("random", "regular", deals=30, seed=6)
    assert (one.first, one.second, one.deals) == ("regular", "random", 30)
    assert one.points == pytest.approx(-other.points)
    assert one.marks == pytest.approx(-other.marks)
    assert one.points_interval == pytest.approx(other.points_interval)
    assert one.taken + other.taken <= 1


def test_the_same_seed_gives_the_same_deals() -> None:
    one, same, another = (
        arena.compare("regular", "random", deals=20, seed=seed) for seed in (1, 1, 2)
    )
    assert (one.points, one.marks, one.made) == (same.points, same.marks, same.made)
    assert one.points != another.points


def test_points_and_shares_stay_within_the_game() -> None:
    """162 points lie in a deal; a share is a share."""
    result = arena.compare("random", "random", deals=30, seed=3)
    assert abs(result.points) <= 162
    assert 0 <= result.made <= 1


def test_three_players_and_every_rule_set_are_measured() -> None:
    for preset in variants.PRESETS:
        rules = variants.rules(preset, shuffle="each_deal_full")
        result = arena.compare("beginner", "random", rules, deals=12, seed=3)
        assert (result.rules, result.deals) == (preset, 12)
        assert result.points > 0


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    """A run that stopped goes on, also after a line that was cut off; another run is refused."""
    file = tmp_path / "run.jsonl"
    whole = arena.compare("beginner", "random", deals=12, seed=5)
    arena.compare("beginner", "random", deals=5, seed=5, saved=file)
    with file.open("ab") as lines:
        lines.write(b'{"number": 5, "ma')
    resumed = arena.compare("beginner", "random", deals=12, seed=5, saved=file)
    assert (resumed.marks, resumed.points) == (whole.marks, whole.points)
    with pytest.raises(ValueError, match="another seed"):
        arena.compare("beginner", "random", deals=12, seed=6, saved=file)


def test_two_processes_find_the_same() -> None:
    one, two = (arena.compare("beginner", "random", deals=20, jobs=jobs) for jobs in (1, 2))
    assert (one.marks, one.points, one.taken) == (two.marks, two.points, two.taken)


def test_too_few_deals_and_unknown_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        arena.compare("regular", "random", deals=1)
    with pytest.raises(ValueError, match="is not a bot"):
        arena.compare("regular", "nobody", deals=2)
