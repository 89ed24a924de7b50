"""Reports of comparisons and ratings: as text, or as one line of JSON."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rebelote.arena.pairs import Result
from rebelote.arena.pool import Pool

HALF = "(± is half of the 95 % interval)"


def as_json(found: Result | Pool) -> str:
    """The measure as one line."""
    return msgspec.json.encode(found).decode()


def text(result: Result, seed: int) -> str:
    """The comparison in words."""
    won = f"  won                 {_won(result)} of the matches\n" if result.matches else ""
    its_deals = "the deals" if result.matches else "its deals"
    return (
        f"{result.first} against {result.second}, {result.rules}: {_count(result)}, each with "
        f"the seats swapped (seed {seed})\n"
        f"{won}"
        f"  marks a deal        {_about(result.marks, result.marks_interval)}\n"
        f"  card points a deal  {_about(result.points, result.points_interval)}\n"
        f"  took {result.taken:.0%} of {its_deals} and made {result.made:.0%} of those\n"
        f"  {result.mean_ms:.1f} ms a decision, {result.longest_ms:.1f} the longest\n"
        f"{HALF}"
    )


def pool_text(found: Pool, seed: int) -> str:
    """The ratings as a table, and under it what each pair did to each other."""
    one = found.pairs[0]
    each = "matches" if one.matches else "deals"
    return (
        f"everybody against everybody, {found.rules}: {_count(one)} a pair, each with "
        f"the seats swapped (seed {seed})\n\n"
        f"{_table([('bot', 'rating', ''), *_ratings(found)])}\n\n"
        f"{_table([_heading(one), *map(_pair, found.pairs)])}\n\n"
        f"{HALF}\n"
        f"(a bot rated 100 above another does better in 64 {each} of 100, 400 above in 91)"
    )


def _count(result: Result) -> str:
    if result.matches is None:
        return f"{result.deals} deals"
    return f"{result.matches} matches"


def _about(value: float, half: float) -> str:
    return f"{value:+.1f} ± {half:.1f}"


def _won(result: Result) -> str:
    if result.won is None or result.won_from is None or result.won_to is None:
        return ""
    return f"{result.won:.0%} ({result.won_from:.0%} to {result.won_to:.0%})"


def _ratings(found: Pool) -> list[tuple[str, ...]]:
    return [
        (
            each.bot,
            f"{each.rating:.0f}",
            "fixed" if each.bot == found.fixed else f"± {each.interval:.0f}",
        )
        for each in found.ratings
    ]


def _heading(result: Result) -> tuple[str, ...]:
    won = ("matches won",) if result.matches else ()
    return ("", *won, "marks a deal", "card points a deal", "made", "ms a decision")


def _pair(result: Result) -> tuple[str, ...]:
    return (
        f"{result.first} against {result.second}",
        *((_won(result),) if result.matches else ()),
        _about(result.marks, result.marks_interval),
        _about(result.points, result.points_interval),
        f"{result.made:.0%}",
        f"{result.mean_ms:.1f}",
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """The rows with their columns one under the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines)
