"""How likely is a world? By what a sound player would have called, announced and played in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from rebelote.bots import signals
from rebelote.bots.heuristics import Table, margins
from rebelote.kernel import solver
from rebelote.knowledge.conduct import played_by
from rebelote.knowledge.worlds import World
from rebelote.rules import melds
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of

DOUBT: Final = 7.0
"""How far from the bar a hand must be worth for its call to be all but certain."""
SILENT: Final = 0.05
"""How likely a player who could announce something says nothing."""
TRUST: Final = 0.6
"""How far others are trusted to play by habit: the power to which the habit's chance is raised."""


def sift(at: Table, drawn: Sequence[World], count: int, chance: Random) -> list[World]:
    """So many of the worlds drawn, by how likely sound players would have played so in them."""
    logs = solver.likely(drawn, at.law, at.so_far, at.me)
    most = max(logs)
    shares = [math.exp(TRUST * (log - most)) for log in logs]
    return chance.choices(drawn, shares, k=count)


def weights(view: View, drawn: Sequence[World], chance: Random) -> list[float]:
    """By world how likely the calls, announcements and signals of the others are in it."""
    rules = rules_of(view)
    played = [played_by(view, seat) for seat in range(rules.players)]
    others = [seat for seat in range(rules.players) if seat != view.seat]
    signalled = [thrown for thrown in signals.seen(view) if thrown.seat != view.seat]
    return [
        _weight(view, rules, world, played, others, chance) * signals.likely(signalled, world)
        for world in drawn
    ]


def _weight(
    view: View,
    rules: Rules,
    world: World,
    played: Sequence[CardSet],
    others: Sequence[int],
    chance: Random,
) -> float:
    weight = 1.0
    announced = {held.seat for held in view.melds}
    for seat in others:
        dealt = world[seat] | played[seat]
        if rules.melds == "full" and played[seat] and seat not in announced:
            weight *= SILENT if melds.can_hold_any(dealt) else 1.0
        weight *= likely_calls(view, rules, seat, first_cards(view, rules, seat, dealt, chance))
    return weight


def first_cards(view: View, rules: Rules, seat: int, dealt: CardSet, chance: Random) -> CardSet:
    """What the seat may have held when it called: some of its hand, without the turned card."""
    turned = CardSet.of(() if view.turned is None else (view.turned,))
    return CardSet.of(chance.sample(sorted(dealt - turned), rules.first_part))


def likely_calls(view: View, rules: Rules, seat: int, held: CardSet) -> float:
    """How likely the calls of a seat are with these cards before the auction."""
    if view.turned is None:
        return 1.0
    likely = 1.0
    for call in view.calls:
        if call.seat != seat:
            continue
        found = margins(held, view.turned, call.round, rules)
        takes = 1 / (1 + math.exp(-max(found.values()) / DOUBT))
        likely *= 1 - takes if call.trump is None else takes * _preferred(found, call.trump)
    return likely


def _preferred(found: dict[Trump, int], called: Trump) -> float:
    """How likely this trump was chosen among those on offer."""
    shares = {trump: math.exp(margin / DOUBT) for trump, margin in found.items()}
    return shares.get(called, 0.0) / sum(shares.values()) if called in shares else 1.0
