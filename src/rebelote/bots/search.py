"""Which card is best over the worlds that may be? Each is played out, and scored as written."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from rebelote import play, solver, worlds
from rebelote.bots import beliefs
from rebelote.bots.stakes import Stakes, stakes
from rebelote.bots.thumbs import Table
from rebelote.cards import Card, CardSet
from rebelote.solver import Seen
from rebelote.view import Legal, View, rules_of
from rebelote.worlds import World

Worths = dict[Card, float]


def seen_by_all(view: View, legal: Legal) -> Seen:
    """What everybody has seen of the play."""
    assert view.contract is not None
    voids = Table(view, legal).voids
    bits = tuple(sum(1 << suit for suit in voids[seat]) for seat in range(view.rules.players))
    return Seen(view.contract.attacker, bits, len(view.tricks))


def worths(view: View, legal: Legal, count: int, chance: Random, weigh: bool) -> Worths:
    """By card what it brings on average in so many worlds, played out by rules of thumb."""
    assert view.contract is not None
    law = rules_of(view).law(view.contract.trump)
    known = worlds.hidden(view)
    drawn = worlds.sample(known, count, chance)
    weights = beliefs.weights(view, drawn, chance) if weigh else [1.0] * len(drawn)
    seen = seen_by_all(view, legal)
    sums: defaultdict[Card, float] = defaultdict(float)
    for at, group, share in _by_belote(view, drawn, weights):
        found = solver.forecast(group, share, view.trick.leader, view.trick.cards, law, seen)
        for card, outcomes in found.items():
            sums[card] += sum(outcome.weight * at.worth(outcome) for outcome in outcomes)
    total = sum(weights)
    return {card: sums[card] / total for card in legal.cards if card in sums}


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
