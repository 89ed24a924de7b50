"""Write the tables of action numbers and of the observation in docs/learning.md, from the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rebelote.env import actions, observation
from rebelote.rules.presets import PRESETS

PAGE: Final = Path(__file__).parent.parent / "docs" / "learning.md"
END: Final = "<!-- until here -->"


def table(columns: str, rows: Iterable[Sequence[object]]) -> str:
    """Write a table as Markdown."""
    head = columns.split("|")
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def action_table() -> str:
    """Tabulate the rows of the action space; bids of points are one."""
    points = actions.BIDS[5:]
    first, after = (actions.ROWS.index(row) for row in (points[0], actions.SAYS[0]))
    step = f"{points[0].what}, {points[1].what.removeprefix('bid ')} ... "
    last = points[-1].what.removeprefix("bid ")
    rows = [
        *((span(row.first, row.last), row.what) for row in actions.ROWS[:first]),
        (span(points[0].first, points[-1].last), f"{step}{last}, six each"),
        *((span(row.first, row.last), row.what) for row in actions.ROWS[after:]),
    ]
    return table("numbers|action", rows)


def size_table() -> str:
    """Tabulate how many numbers each rule set needs."""
    rows = sorted((actions.size(rules), f"`{name}`") for name, rules in PRESETS.items())
    sizes = sorted({size for size, _ in rows})
    return table(
        "numbers needed|rule sets",
        [(size, ", ".join(name for at, name in rows if at == size)) for size in sizes],
    )


def layout_table() -> str:
    """Tabulate the parts of an observation."""
    rows = (
        (
            span(observation.STARTS[part.name], observation.STARTS[part.name] + part.width - 1),
            f"`{part.name}`",
            " × ".join(map(str, part.shape)),
            part.what,
        )
        for part in observation.PARTS
    )
    return table("bytes|part|shape|holds", rows)


TABLES: Final = {"actions": action_table, "sizes": size_table, "observation": layout_table}


def page() -> str:
    """Write docs/learning.md with the tables as the code has them."""
    text = PAGE.read_text(encoding="utf-8")
    for name, made in TABLES.items():
        before, begun, rest = text.partition(f"<!-- {name}, written by `make generated` -->\n")
        _, ended, after = rest.partition(END)
        assert begun and ended, f"{PAGE.name} has no place for {name}"
        text = f"{before}{begun}\n{made()}\n\n{ended}{after}"
    return text


def files() -> Iterator[tuple[Path, str]]:
    yield PAGE, page()
