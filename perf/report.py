"""The results on this machine, and beside colver: prints the tables and writes them down.

`make bench` runs it. docs/benchmarks.md is rewritten between two marks, and nowhere else: what
is measured rarely stands there below. Without colver our figures stand alone, and the page says so.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

import paint

from rebelote import bench
from rebelote.bench import Figures
from rebelote.kernel import solver

HOME: Final = Path(__file__).resolve().parent.parent
PAGE: Final = HOME / "docs" / "benchmarks.md"
PEER: Final = HOME / "build" / "peer"
"""The folder that colver is installed in."""
MARKS: Final = ("<!-- written by `make bench` -->", "<!-- until here -->")
PAINT_MARKS: Final = (
    "<!-- first page, written by `make bench` -->",
    "<!-- end of the first page -->",
)
DEALS: Final = {"solver_against_colver": 100, "play_against_colver": 8}
ASKED: Final = {
    "solver_against_colver": (),
    "play_against_colver": ("--levels", "master", "--agents", "rule,isdd-20", "--json"),
}
"""The commands that measure Rebelote and colver; each prints lines of JSON."""


AGENTS: Final = {"rule": "its rule player", "isdd-20": "IS-DD, 20 uniform worlds"}
"""Colver's players by the names that they have in the documents."""


class Goal(NamedTuple):
    """The target of a figure."""

    limit: float
    at_least: bool = False

    def met(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value <= self.limit

    @property
    def text(self) -> str:
        return f"at {'least' if self.at_least else 'most'} {bench.text(self.limit)}"


GOALS: Final[Mapping[str, Goal]] = {
    "value of a whole deal, mean, milliseconds": Goal(1.0),
    "value of a whole deal, p99, milliseconds": Goal(10),
    "values of all opening cards, mean, milliseconds": Goal(3),
    "playouts of a whole deal per second": Goal(3_500_000, at_least=True),
    "a whole deal, mean, milliseconds": Goal(2000),
    "a whole deal, p95, milliseconds": Goal(4000),
    "exact costs of a whole deal, mean, milliseconds": Goal(60),
    "refused": Goal(0),
    "value, 4 trumps": Goal(25, at_least=True),
}
"""The texts of figures and of questions to both, by name; of a question: how many times faster."""


# --- the tables -----------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table as Markdown; figures are on the right."""
    rule = ["---", *("---:" for _ in columns[1:])]
    lines = (f"| {' | '.join(map(bench.text, row))} |" for row in (columns, rule, *rows))
    return "\n".join(lines) + "\n"


def judged(name: str, value: Any) -> tuple[str, str]:
    """Return the target, and whether it was reached."""
    goal = GOALS.get(name)
    if goal is None:
        return "", ""
    return goal.text, "yes" if goal.met(value) else "**no**"


def our_table(result: Mapping[str, Figures]) -> str:
    """Tabulate every figure of ours beside its target."""
    rows = [
        (f"{part}: {what}", value, *judged(what, value))
        for part, figures in result.items()
        for what, value in figures.items()
    ]
    return table(("figure", "reached", "wanted", "met"), rows)


def solver_table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Tabulate the same positions, solved by both."""
    columns = (
        "the same positions, mean|ours, ms|colver, ms|times faster|wanted|met|values that differ"
    )
    return table(
        columns.split("|"),
        (
            (
                row["name"],
                row["ours_ms"],
                row["colver_ms"],
                row["times_faster"],
                *judged(row["name"], row["times_faster"]),
                f"{row['mismatches']} of {row['values']:,}",
            )
            for row in rows
        ),
    )


def play_table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Tabulate the time that a card takes both in the same games."""
    return table(
        ("a decision in the same games, mean", "ours, ms", "colver, ms"),
        (
            (
                f"{r['level']} beside {AGENTS.get(r['agent'], r['agent'])}",
                r["our_ms"],
                r["their_ms"],
            )
            for r in rows
        ),
    )


def page(page: str, written: str, marks: tuple[str, str] = MARKS) -> str:
    """Return the page with this between its marks; ValueError for a page without them."""
    before, begun, rest = page.partition(marks[0])
    _, ended, after = rest.partition(marks[1])
    if not (begun and ended):
        raise ValueError(f"the page lacks its marks: {' and '.join(marks)}")
    return f"{before}{begun}\n\n{written.strip()}\n\n{ended}{after}"


# --- measuring ------------------------------------------------------------------------------------


def machine(load: float) -> str:
    """Describe the machine, and how busy it was before."""
    return (
        f"{date.today()}, {os.cpu_count()} cores {platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}. Load average before the run: "
        f"{load:.1f}. Processor time of one thread; engine, bots, log and server by the clock."
    )


def beside(name: str) -> list[dict[str, Any]]:
    """Run a program beside colver, and return its lines of JSON; exit if it fails."""
    program = [sys.executable, str(HOME / "perf" / f"{name}.py"), "--deals", str(DEALS[name])]
    paths = os.pathsep.join(filter(None, (str(PEER), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [*program, *ASKED[name]],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{name} failed: what was measured is not written down")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def is_peer_there() -> bool:
    """Return whether colver was installed, and our solver was built."""
    return solver.KERNEL and (PEER / "done").exists()


def peer_part() -> str:
    """Write the part with both programs, side by side."""
    if not is_peer_there():
        return "Colver could not be installed here, or our kernel not built: nothing was compared."
    solved, played = (beside(name) for name in ASKED)
    deals = ", ".join(f"{count} ({name})" for name, count in DEALS.items())
    intro = (
        "Both programs in one process, in turn, one thread each; processor time. "
        f"Random deals: {deals}.\n"
    )
    return "\n".join((intro, solver_table(solved[-1]["rows"]), play_table(played)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="ours coarsely; nothing is written down"
    )
    parser.add_argument(
        "--paint", action="store_true", help="the first page alone; its part is written down"
    )
    parser.add_argument(
        "--before", type=Path, help="a checkout with its client built, to measure the page beside"
    )
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    if asked.paint:
        write(painted(load, asked.before), PAINT_MARKS)
        return
    result = bench.measured(
        asked.quick, lambda part, _: print(f"measured: {part}", file=sys.stderr)
    )
    ours = "\n\n".join((machine(load), "### Ours", our_table(result)))
    print(ours)
    both = "### Beside colver\n\n" + peer_part()
    print(both)
    if not asked.quick:
        write(f"{ours}\n{both}")
        write(painted(load, asked.before), PAINT_MARKS)


def painted(load: float, before: Path | None) -> str:
    """Print and return the part about the first page."""
    result = f"{machine(load)}\n\n{paint.section(before)}"
    print(result)
    return result


def write(written: str, marks: tuple[str, str] = MARKS) -> None:
    """Put this between its marks on the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), written, marks), encoding="utf-8")


if __name__ == "__main__":
    main()
