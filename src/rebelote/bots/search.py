"""Which card is best over the worlds that may be? Each is played out, and scored as written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import likelihood
from rebelote.bots.heuristics import Table
from rebelote.bots.level_config import Mind
from rebelote.bots.payoffs import Stakes, stakes
from rebelote.kernel import solver
from rebelote.kernel.solver import Forecast
from rebelote.knowledge import memory, worlds
from rebelote.knowledge.worlds import World
from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet, overtakers
from rebelote.rules.scoring import LAST_TRICK
from rebelote.rules.view import View, rules_of

ENOUGH: Final = 200
"""Worlds asked how often a card stands: more say the same."""
TOLD_APART: Final = 1
"""Points that a sweep adds for the solver: who takes every trick has every point, so any bonus has
the same cards played, and one point tells a sweep from all points but a worthless trick."""


class Looked(NamedTuple):
    """What was seen: by card what it brings on average; the worlds, and how likely each is."""

    worth: dict[Card, float]
    worlds: list[World]
    weights: list[float]

    def stands(self, at: Table, card: Card) -> float | None:
        """How likely no opponent after me can beat a card that wins now; None where it does not.

        None also where nobody could anyway.
        """
        after = at.after_me(at.players - 1 - len(at.trick))
        opponents = [seat for seat in after if seat != at.partner]
        if not at.wins_now(card) or not any(at.may_take(seat, card) for seat in opponents):
            return None
        trick, over = (*at.trick, card), CardSet(overtakers(at.trump)[card])

        def beaten(world: World) -> bool:
            return any(play.legal(world[seat], trick, at.law) & over for seat in opponents)

        some = list(zip(self.worlds, self.weights, strict=True))[:ENOUGH]
        held = sum(weight for world, weight in some if not beaten(world))
        return held / sum(weight for _, weight in some)


def look(at: Table, mind: Mind, chance: Random) -> Looked:
    """What cards bring: near the end, or remembered, worlds are solved; before played out."""
    view = at.view
    known = memory.worlds(view)
    drawn, weights = (known, [1.0] * len(known)) if known else _worlds(at, mind, chance)
    exactly = mind.solves(view) or (known and at.players == 4)
    ends = _solved if exactly else _played_out
    sums: defaultdict[Card, float] = defaultdict(float)
    for stake, group, share in _by_belote(view, drawn, weights):
        for card, outcomes in ends(at, group, share):
            sums[card] += sum(outcome.weight * stake.worth(outcome) for outcome in outcomes)
    total = sum(weights)
    worth = {card: sums[card] / total for card in at.legal if card in sums}
    return Looked(worth, drawn, weights)


def _worlds(at: Table, mind: Mind, chance: Random) -> tuple[list[World], list[float]]:
    """The worlds to look at, each once, and how likely each is."""
    view, count = at.view, mind.looked_at(at.view)
    sifts = mind.sifts if at.so_far.cards else 1
    drawn = worlds.sample(worlds.hidden(view), count * sifts, chance)
    kept = Counter(likelihood.sift(at, drawn, count, chance) if sifts > 1 else drawn)
    each = list(kept)
    likely = likelihood.weights(view, each, chance) if mind.weigh else [1.0] * len(each)
    return each, [kept[world] * weight for world, weight in zip(each, likely, strict=True)]


def _played_out(
    at: Table, group: list[World], weights: list[float]
) -> Iterable[tuple[Card, list[Forecast]]]:
    """By card what comes of it when everybody goes by rules of thumb."""
    return solver.forecast(group, weights, at.law, at.so_far).items()


def _solved(
    at: Table, group: list[World], weights: list[float]
) -> Iterable[tuple[Card, list[Forecast]]]:
    """By card what comes of it when all cards are seen and both sides play their best."""
    trick, taken = at.view.trick, _taken(at.view)
    sweep = TOLD_APART if 0 in taken else 0
    left = _left(at, group[0])
    for world, weight in zip(group, weights, strict=True):
        found = solver.solve(
            world, trick.leader, trick.cards, at.law, values=True, sweep=sweep, taken=taken
        )
        for card, value in (found.values or {}).items():
            yield card, [_outcome(at.me % 2, value, left, weight)]


def _outcome(side: int, value: int, left: int, weight: float) -> Forecast:
    """What a value says: points by side, and who still wins a trick.

    Beyond `left`, or below nought, one side wins every trick of the deal.
    """
    mine = min(max(value, 0), left)
    points = (mine, left - mine) if side == 0 else (left - mine, mine)
    swept = side if value > left else 1 - side if value < 0 else None
    return Forecast(points, 0b11 if swept is None else 1 << swept, 0, weight)


def _taken(view: View) -> tuple[int, int]:
    """How many tricks each of two sides has."""
    sides = rules_of(view).sides
    won = [sides[trick.winner] for trick in view.tricks]
    return won.count(0), won.count(1)


def _left(at: Table, world: World) -> int:
    """The points still to come to both sides, the last trick's included."""
    cards = CardSet.of(at.trick)
    for hand in world:
        cards = cards | hand
    return sum(map(at.points, cards)) + LAST_TRICK


def _by_belote(
    view: View, drawn: list[World], weights: list[float]
) -> list[tuple[Stakes, list[World], list[float]]]:
    """The worlds by whose hidden hand holds king and queen of trump, each group with its stakes."""
    assert view.contract is not None
    pairs = play.belote_pairs(view.contract.trump)
    groups: defaultdict[int | None, tuple[list[World], list[float]]] = defaultdict(lambda: ([], []))
    for world, weight in zip(drawn, weights, strict=True):
        holder = _holder(view, world, pairs[0]) if len(pairs) == 1 else None
        groups[holder][0].append(world)
        groups[holder][1].append(weight)
    return [(stakes(view, holder), *group) for holder, group in groups.items()]


def _holder(view: View, world: World, pair: CardSet) -> int | None:
    others = (seat for seat in range(len(world)) if seat != view.seat and pair <= world[seat])
    return next(others, None)
