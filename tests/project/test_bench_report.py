"""The page of benchmarks: what was measured, and what was written by hand."""

from __future__ import annotations

from pathlib import Path

import gains
import paint
import pytest
import report
from needs import needs_kernel

from rebelote.bench import Figures, review, rules, solver
from rebelote.bench.server import server_figures

HOME = Path(__file__).parents[2]


def test_every_figure_stands_beside_its_goal() -> None:
    figures: dict[str, Figures] = {
        "kernel": {"playouts of a whole deal per second": 3_400_000},
        "solver": {"value of a whole deal, mean, milliseconds": 0.9},
        "log": {"durable writes per second": 9_000},
    }
    assert report.our_table(figures).splitlines()[2:] == [
        "| kernel: playouts of a whole deal per second | 3,400,000 | at least 3,500,000 | **no** |",
        "| solver: value of a whole deal, mean, milliseconds | 0.9 | at most 1.0 | yes |",
        "| log: durable writes per second | 9,000 |  |  |",
    ]


def test_what_stands_outside_the_marks_is_kept() -> None:
    page = (HOME / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    once = report.page(page, "some figures")
    assert "\n\nsome figures\n\n" in once and report.page(once, "some figures") == once
    (before, _), (_, after) = page.split(report.MARKS[0]), page.split(report.MARKS[1])
    assert once.startswith(before) and once.endswith(after) and "### Card play" in after
    with pytest.raises(ValueError, match="lacks its marks"):
        report.page("a page of another kind", "some figures")


@pytest.mark.full
@needs_kernel
def test_every_goal_of_the_kernel_is_measured() -> None:
    measured = solver.figures(quick=True) | rules.kernel_figures(quick=True)
    measured |= review.figures(quick=True)
    assert set(report.GOALS) - set(measured) == {"refused", "value, 4 trumps"}


@pytest.mark.full
def test_the_servers_bench_is_played_without_a_refusal() -> None:
    figures = server_figures(quick=True)
    assert figures["refused"] == 0
    moves = figures["moves per second, people"]
    assert isinstance(moves, int) and moves > 0


def test_the_first_page_is_judged_by_paint_requests_bytes_and_the_first_cards() -> None:
    fast, slow = paint.LINES
    good, heavy = paint.Visit(1.0, 1.1, 7, 48_000), paint.Visit(1.0, 1.1, 9, 48_000)
    late, idle = paint.Visit(3.2, 3.3, 7, 48_000), good._replace(dealt=4.1)
    received = paint.text(
        {
            fast.name: {"this": [good, good], "before": [heavy]},
            slow.name: {"this": [late], "before": [idle]},
        }
    )
    no = "**no** |"
    verdicts = [row.split(" | ")[-1] for row in received.splitlines()[2:]]
    assert verdicts == ["yes |", no, no, no]
    assert received.splitlines()[2].startswith(
        "| 1.6 Mbit/s, 150 ms | this | 1.00 | 1.2 | 1.10 | 7 | 48,000"
    )


def test_a_gain_is_divided_between_the_calls_and_the_cards() -> None:
    """The calls of ours bring their side 10, our play 30, the first side's cards 100."""

    def lead(called: int, played: int) -> int:
        """Ours, where we called for one side and play the cards of one."""
        first = 100 + (10 if called == 0 else -10) + (30 if played == 0 else -30)
        return first if played == 0 else -first

    leads, swapped = [lead(0, 0), lead(1, 1)], [lead(0, 1), lead(1, 0)]
    assert gains.shared(leads, swapped) == gains.Share(calls=10, cards=30)
    assert sum(leads) / 2 == 40
