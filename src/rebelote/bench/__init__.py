"""Benchmarks of rules, kernel, solver, bots and server on this machine, in one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

from rebelote import arena, bots
from rebelote.bench import engine, review, rules, server, solver

Figures = dict[str, object]


def bot_figures(quick: bool) -> Figures:
    """Measure the time of a decision of each level; for strength see `docs/bots.md`."""
    figures: Figures = {}
    for lower, higher in pairwise(bots.LEVELS):
        result = arena.compare(higher, lower, deals=10 if quick else 20, seed=2026)
        figures[f"{higher}, milliseconds per decision"] = round(result.mean_ms, 1)
    return figures


def measured(quick: bool, shown: Callable[[str, Figures], None]) -> dict[str, Figures]:
    """Measure every part, and pass each one's figures to `shown` at once."""
    parts: dict[str, Callable[[bool], Figures]] = {
        "rules in Python": rules.python_figures,
        "kernel": rules.kernel_figures,
        "engine": engine.engine_figures,
        "solver": solver.figures,
        "bots": bot_figures,
        "review": review.figures,
        "log": server.log_figures,
        "server": server.server_figures,
    }
    result: dict[str, Figures] = {}
    for name, measure in parts.items():
        result[name] = measure(quick)
        shown(name, result[name])
    return result


def main(quick: bool = False, as_json: bool = False) -> None:
    """Print every figure; `quick` takes about 20 seconds, the whole three minutes."""
    if as_json:
        print(json.dumps(measured(quick, lambda name, figures: None)))
    else:
        measured(quick, show)


def show(name: str, figures: Figures) -> None:
    """Print a part's figures."""
    print(name)
    for what, value in figures.items():
        print(f"  {what:<48} {text(value)}", flush=True)


def text(value: object) -> str:
    """Return a figure as it is printed."""
    return f"{value:,}" if isinstance(value, int) else str(value)
