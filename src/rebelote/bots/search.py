"""Which card is best over the worlds that may be? Each is played out, and scored as written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from rebelote import play, solver, worlds
from rebelote.bots import beliefs
from rebelote.bots.mind import Mind
from rebelote.bots.stakes import Stakes, stakes
from rebelote.bots.thumbs import Table
from rebelote.cards import Card, CardSet
from rebelote.solver import Forecast, Seen
from rebelote.view import Legal, View, rules_of
from rebelote.worlds import World

Worths = dict[Card, float]


def seen_by_all(view: View, legal: Legal) -> Seen:
    """What everybody has seen of the play."""
    assert view.contract is not None
    voids = Table(view, legal).voids
    bits = tuple(sum(1 << suit for suit in voids[seat]) for seat in range(view.rules.players))
    return Seen(view.contract.attacker, bits, len(view.tricks))


def worths(view: View, legal: Legal, mind: Mind, chance: Random) -> Worths:
    """By card what it brings on average: near the end solved exactly, before it played out."""
    assert view.contract is not None
    drawn = worlds.sample(worlds.hidden(view), mind.looked_at(view), chance)
    weights = beliefs.weights(view, drawn, chance) if mind.weigh else [1.0] * len(drawn)
    ends = _solved if mind.solves(view) else _played_out
    sums: defaultdict[Card, float] = defaultdict(float)
    for at, group, share in _by_belote(view, drawn, weights):
        for card, outcomes in ends(view, legal, group, share):
            sums[card] += sum(outcome.weight * at.worth(outcome) for outcome in outcomes)
    total = sum(weights)
    return {card: sums[card] / total for card in legal.cards if card in sums}


def _played_out(
    view: View, legal: Legal, group: list[World], weights: list[float]
) -> Iterable[tuple[Card, list[Forecast]]]:
    """By card what comes of it when everybody goes by rules of thumb."""
    assert view.contract is not None
    law = rules_of(view).law(view.contract.trump)
    seen = seen_by_all(view, legal)
    trick = view.trick
    return solver.forecast(group, weights, trick.leader, trick.cards, law, seen).items()


def _solved(
    view: View, legal: Legal, group: list[World], weights: list[float]
) -> Iterable[tuple[Card, list[Forecast]]]:
    """By card what comes of it when all cards are seen and both sides play their best."""
    assert view.contract is not None
    law = rules_of(view).law(view.contract.trump)
    side = view.seat % 2
    for world, weight in zip(group, weights, strict=True):
        found = solver.solve(world, view.trick.leader, view.trick.cards, law, values=True)
        whole = sum(found.points)
        for card, points in (found.values or {}).items():
            by_side = (points, whole - points) if side == 0 else (whole - points, points)
            winners = sum(1 << s for s, p in enumerate(by_side) if p)
            yield card, [Forecast(by_side, winners, 0, weight)]


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
