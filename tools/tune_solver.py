"""Tuning of the solver's weights, written to kernel/src/solve/weights.rs.

An evolution of one: change a few weights, keep the change if a sample of deals takes fewer
positions, and take a fresh sample now and then so that nothing is learnt by heart. Run it as
`.venv/bin/python tools/tune_solver.py --minutes 30 one_trump`, then build the kernel again.
"""

from __future__ import annotations

import argparse
import re
import time
from array import array
from pathlib import Path
from random import Random

from rebelote.kernel import solver
from rebelote.rules import presets
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Card, CardSet, Trump

FILE = Path(__file__).parent.parent / "kernel" / "src" / "solve" / "weights.rs"
CONTRACTS = {"one_trump": SUIT_TRUMPS, "one_order": (Trump.ALL, Trump.NONE)}
LAWS = ("french", "bga", "flemish")
STEPS = (4, 16, 64, 200)
ROUND = 120
WIDTH = 100
HARD = 0.75
"""Less than 1, so that a few hard deals do not decide alone."""


class Sample:
    """Deals of one contract, packed as the kernel takes them."""

    def __init__(self, chance: Random, trumps: tuple[Trump, ...], deals: int) -> None:
        law = presets.rules(chance.choice(LAWS)).law(chance.choice(trumps))
        self.law = solver.kernel_law(law)
        cards: list[Card] = list(CARDS)
        hands: list[int] = []
        for _ in range(deals):
            chance.shuffle(cards)
            hands += [CardSet.of(cards[i : i + 8]).mask for i in range(0, 32, 8)]
        self.hands = array("I", hands).tobytes()
        self.leaders = bytes(chance.randrange(4) for _ in range(deals))

    def cost(self, weights: list[int]) -> float:
        """Return the cost of the sample with these weights."""
        nodes = self.law.search_nodes(self.hands, self.leaders, weights)
        return float(sum(count**HARD for count in nodes))


def read(name: str) -> list[int]:
    """Read the weights of this name in the file."""
    result = _block(name).search(FILE.read_text(encoding="utf-8"))
    if result is None:
        raise SystemExit(f"there are no weights {name} in {FILE}")
    return [int(number) for number in re.findall(r"-?\d+", result[2])]


def write(name: str, weights: list[int]) -> None:
    """Put these weights into the file."""
    lines, line = [], "   "
    for number in weights:
        if len(line) + len(f" {number},") > WIDTH:
            lines.append(line)
            line = "   "
        line += f" {number},"
    text = "\n".join([*lines, line])
    old = FILE.read_text(encoding="utf-8")
    FILE.write_text(_block(name).sub(rf"\g<1>{text}\n\g<3>", old), encoding="utf-8")


def _block(name: str) -> re.Pattern[str]:
    return re.compile(rf"({name.upper()}: Weights = Weights\(\[\n)([^\]]*)(\]\))")


def mutated(weights: list[int], chance: Random) -> list[int]:
    """Change one to three of the weights."""
    child = list(weights)
    for _ in range(chance.randint(1, 3)):
        place, step = chance.randrange(len(child)), chance.choice(STEPS)
        child[place] += chance.randint(-step, step)
        if not chance.randrange(12):
            child[place] = 0
    return [max(-30_000, min(30_000, weight)) for weight in child]


def tune(name: str, minutes: float, deals: int, seed: int) -> None:
    """Search for so many minutes, and write the best."""
    chance, weights = Random(seed), read(name)
    end, tries, kept = time.monotonic() + 60 * minutes, 0, 0
    best = 0.0
    sample = Sample(chance, CONTRACTS[name], deals)
    while time.monotonic() < end:
        if tries % ROUND == 0:
            sample = Sample(chance, CONTRACTS[name], deals)
            best = sample.cost(weights)
            write(name, weights)
            print(f"{tries} tries, {kept} kept, {best / deals:.0f} a deal", flush=True)
        tries += 1
        child = mutated(weights, chance)
        cost = sample.cost(child)
        if cost < best:
            weights, best, kept = child, cost, kept + 1
    write(name, weights)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("name", choices=CONTRACTS)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--deals", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()
    tune(chosen.name, chosen.minutes, chosen.deals, chosen.seed)


if __name__ == "__main__":
    main()
