"""Benchmark of the double-dummy solver, on one thread."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from random import Random

from rebelote.kernel import solver
from rebelote.kernel.solving import DoubleDummyProblem
from rebelote.rules import play, presets
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Card, CardSet
from rebelote.rules.options import Rules

Figures = dict[str, object]
Position = tuple[list[CardSet], int, play.Law]
SHOWN = {
    "mean": "mean_ms",
    "median": "median_ms",
    "p95": "p95_ms",
    "p99": "p99_ms",
    "max": "max_ms",
}


def random_deals(count: int, seed: int, rules: Rules | None = None) -> list[Position]:
    """Whole deals of four hands, each with some suit as trump."""
    chance, cards = Random(seed), list(CARDS)
    result: list[Position] = []
    for _ in range(count):
        chance.shuffle(cards)
        hands = [CardSet.of(cards[i : i + 8]) for i in range(0, 32, 8)]
        law = (rules or presets.rules()).law(chance.choice(SUIT_TRUMPS))
        result.append((hands, chance.randrange(4), law))
    return result


def later(deal: Position, left: int, chance: Random) -> Position:
    """Play a deal at random until so many tricks are left."""
    hands, leader, law = list(deal[0]), deal[1], deal[2]
    while len(hands[leader]) > left:
        trick: list[Card] = []
        for seat in ((leader + turn) % 4 for turn in range(4)):
            trick.append(chance.choice(list(play.legal(hands[seat], trick, law))))
            hands[seat] = hands[seat].without(trick[-1])
        leader = (leader + play.winner(trick, law.trump)) % 4
    return hands, leader, law


def times(deals: Iterable[Position], values: bool = False) -> list[float]:
    """Measure this thread's milliseconds of processor time per deal."""
    result = []
    for hands, leader, law in deals:
        solver.kernel_law(law)
        began = time.thread_time_ns()
        solver.solve(hands, leader, (), law, values=values)
        result.append((time.thread_time_ns() - began) / 1e6)
    return result


def summary(taken: list[float]) -> Figures:
    """Mean, median, tail and sum of these milliseconds."""
    ordered = sorted(taken)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 4)

    return {
        "n": len(ordered),
        "mean_ms": round(sum(ordered) / len(ordered), 4),
        "median_ms": at(0.5),
        "p95_ms": at(0.95),
        "p99_ms": at(0.99),
        "max_ms": at(1.0),
        "cpu_s": round(sum(ordered) / 1e3, 4),
    }


def figures(quick: bool) -> Figures:
    """Measure solving of whole deals, of every opening card, and of endings."""
    if not solver.KERNEL:
        return {"skipped": "the native kernel is not built"}
    deals, chance = random_deals(100 if quick else 1000, seed=2026), Random(2027)
    value, values = summary(times(deals)), summary(times(deals, values=True))
    result: Figures = {
        f"value of a whole deal, {name}, milliseconds": value[key] for name, key in SHOWN.items()
    }
    result["values of all opening cards, mean, milliseconds"] = values["mean_ms"]
    for left in (6, 4):
        near = summary(times([later(deal, left, chance) for deal in deals]))
        result[f"value with {left} tricks left, mean, milliseconds"] = near["mean_ms"]
    return result


def main(lines: Iterable[str], rules: Rules, as_json: bool) -> None:
    """Solve the deals of these lines and print what it took."""
    problems = [DoubleDummyProblem.parse(line) for line in lines if line.strip()]
    if not problems:
        raise ValueError("there is no deal to solve")
    deals = [(problem.sets(), problem.leader, problem.law(rules)) for problem in problems]
    result = summary(times(deals))
    result["values_mean_ms"] = summary(times(deals, values=True))["mean_ms"]
    _print(result, as_json)


def _print(figures: Figures, as_json: bool) -> None:
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"  {name:<16} {value}")
