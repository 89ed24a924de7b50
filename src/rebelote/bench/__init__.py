"""How fast is it, on this machine, now? Rules, kernel, solver, bots and server, in one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rebelote import arena
from rebelote.bench import rules, server, solver

Figures = dict[str, Any]


def bot_figures(quick: bool) -> Figures:
    """What the regular bot gains on a random player."""
    found = arena.compare("regular", "random", deals=200 if quick else 2000, seed=2026)
    gain = f"{found.points:+.1f} ± {found.points_error:.1f}"
    return {
        "regular over random, card points a deal": gain,
        "regular, microseconds a decision": round(found.microseconds),
    }


def main(quick: bool = False, as_json: bool = False) -> None:
    """Print every figure; `quick` takes about 20 seconds, the whole about a minute."""
    parts: dict[str, Callable[[bool], Figures]] = {
        "rules in Python": rules.python_figures,
        "kernel": rules.kernel_figures,
        "solver": solver.figures,
        "bots": bot_figures,
        "log": server.log_figures,
        "server": server.server_figures,
    }
    found: dict[str, Figures] = {}
    for name, measure in parts.items():
        found[name] = measure(quick)
        if not as_json:
            _print(name, found[name])
    if as_json:
        print(json.dumps(found))


def _print(name: str, figures: Figures) -> None:
    print(name)
    for what, value in figures.items():
        print(f"  {what:<48} {value:,}" if isinstance(value, int) else f"  {what:<48} {value}")
