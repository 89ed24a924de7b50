"""Rounding of points to tens, and to the marks of a sheet (`reading:rounding`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.tallies import SUIT_LIMIT, Points, by_attack


def half_up(points: int) -> int:
    """Round to the nearest ten, 5 up (`ffb:10.3`: 84 is 80, 85 is 90)."""
    return (points + 5) // 10 * 10


def half_down(points: int) -> int:
    """Round to the nearest ten, 5 down."""
    return (points + 4) // 10 * 10


def _lower_side_up(raw: Points, attack: int, limit: int) -> Points:
    """Round 5 down; where both end in 6 only the smaller side goes up (Bulgarian)."""
    marks = [half_down(points) for points in raw]
    if raw[0] % 10 == raw[1] % 10 == 6:
        marks[raw.index(max(raw))] -= 10
    return tuple(marks)


def _complement(raw: Points, attack: int, limit: int) -> Points:
    """Round the attack, 5 down; the defence gets the rest of the rounded sum."""
    mine = half_down(raw[attack])
    return by_attack(attack, mine, half_down(sum(raw)) - mine)


def _by_contract(raw: Points, attack: int, limit: int) -> Points:
    """Round up above the last digit that is the limit of the contract, down below it; at the limit
    the side with less goes up, and of equals the attack, whose points then wait
    (`bulgaria:rounding`)."""

    def lifted(side: int) -> bool:
        digit, mine, theirs = raw[side] % 10, raw[side], raw[side ^ 1]
        goes_up = mine < theirs or (mine == theirs and side == attack)
        return digit > limit or (digit == limit and goes_up)

    return tuple(points // 10 * 10 + 10 * lifted(side) for side, points in enumerate(raw))


def _higher_rest(raw: Points, attack: int, limit: int) -> Points:
    """Round down; the side with the larger last digit, or of equal ones with more, gets the sum of
    the last digits, rounded, if that is ten or more (`pilotta:rounding`)."""
    down = [points // 10 * 10 for points in raw]
    up = max(range(len(raw)), key=lambda side: (raw[side] % 10, raw[side]))
    left = sum(raw) // 10 * 10 - sum(down)
    return tuple(points + left * (side == up) for side, points in enumerate(down))


def _higher_up(raw: Points, attack: int, limit: int) -> Points:
    """Round down, except for the side with the larger last digit, of equal ones with more, of equal
    sides the attack: it always goes up (`question:88`)."""
    up = max(range(len(raw)), key=lambda side: (raw[side] % 10, raw[side], side == attack))
    return tuple(
        points // 10 * 10 + 10 * (side == up and points % 10 > 0) for side, points in enumerate(raw)
    )


def _complement_up(raw: Points, attack: int, limit: int) -> Points:
    """Round the attack, 5 up; the defence gets the rest of the rounded sum."""
    mine = half_up(raw[attack])
    return by_attack(attack, mine, half_down(sum(raw)) - mine)


def from_seven(points: int) -> int:
    """Round to tens, up from a last digit of 7 on (`question:88`)."""
    return (points + 3) // 10 * 10


_ROUNDINGS: Final[dict[str, Callable[[Points, int, int], Points]]] = {
    "none": lambda raw, _, __: raw,
    "half_up": lambda raw, _, __: tuple(map(half_up, raw)),
    "half_down": lambda raw, _, __: tuple(map(half_down, raw)),
    "lower_side_up": _lower_side_up,
    "complement": _complement,
    "by_contract": _by_contract,
    "higher_rest": _higher_rest,
    "higher_up": _higher_up,
    "complement_up": _complement_up,
    "from_seven": lambda raw, _, __: tuple(map(from_seven, raw)),
}


ROUNDED_BY_PAIRS: Final = frozenset(_ROUNDINGS) - {"none", "half_up", "half_down", "from_seven"}
"""The ways of rounding that look at both sides."""


def rounded_points(
    raw: Points, attack: int, rules: ScoringRules, limit: int = SUIT_LIMIT
) -> Points:
    """Round points to tens by the table's rules; `limit` of the contract (`Tally.limit`)."""
    rounded = _ROUNDINGS[rules.rounding](raw, attack, limit)
    return _with_least_mark(raw, rounded) if rules.least_mark else rounded


def _with_least_mark(raw: Points, rounded: Points) -> Points:
    """Give ten to a side that won something and would write nothing; the richest side gives it."""
    poor = [side for side, points in enumerate(raw) if points > 0 == rounded[side]]
    rich = max(range(len(raw)), key=lambda side: rounded[side])
    return tuple(
        points + 10 * (side in poor) - 10 * len(poor) * (side == rich)
        for side, points in enumerate(rounded)
    )


def rounded_marks(raw: Points, attack: int, rules: ScoringRules, limit: int = SUIT_LIMIT) -> Points:
    """Return the marks on the sheet: rounded, and in units (`flemish:61` writes tens)."""
    return tuple(points // rules.unit for points in rounded_points(raw, attack, rules, limit))


def round_points(points: int, rules: ScoringRules, limit: int = SUIT_LIMIT) -> int:
    """Round held points as if they were written (`reading:held`)."""
    if rules.rounding == "none":
        return points
    if rules.rounding == "by_contract":
        return (points + 10 - limit) // 10 * 10 // rules.unit
    each = {"half_up": half_up, "from_seven": from_seven}.get(rules.rounding, half_down)
    return each(points) // rules.unit
