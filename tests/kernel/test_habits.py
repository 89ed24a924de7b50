"""Do the habits that the kernel has learnt say how players play?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest
from needs import needs_kernel

from rebelote import Match, bots
from rebelote.bots.heuristics import Table
from rebelote.kernel import solver
from rebelote.kernel.solver import Played
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.knowledge.worlds import World
from rebelote.rules import deck, match, presets
from rebelote.rules.cards import Card
from rebelote.rules.view import view

pytestmark = needs_kernel


def tables(preset: str, level: str, deals: int) -> Iterator[tuple[Match, Table]]:
    """Every choice of a card in these deals: the match, and the table as its seat sees it."""
    rules = presets.rules(preset)
    for seed in range(deals):
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
        players = [bots.make(level, seed + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            if now.phase == "play" and len(fair(now).cards) > 1:
                yield state, Table(now, fair(now))
            state = match.apply(state, seat, players[seat].choose(now))


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_it_is_certain_that_one_of_the_legal_cards_is_played(preset: str) -> None:
    found = [_chances(state.deal.hands, at) for state, at in tables(preset, "beginner", 20)]
    assert len(found) > 150
    assert [sum(chances) for chances in found] == pytest.approx([1.0] * len(found))


def _chances(hands: World, at: Table) -> list[float]:
    """By legal card how likely it is played now."""
    other = (at.me + 1) % at.players

    def said(left: World, so_far: Played) -> float:
        return solver.likely([left], at.law, so_far, other)[0]

    def after(card: Card) -> float:
        left = tuple(hand.without(card) for hand in hands)
        return said(left, at.so_far._replace(cards=(*at.so_far.cards, card)))

    before = said(hands, at.so_far)
    return [math.exp(after(card) - before) for card in at.legal]


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_what_was_played_speaks_for_the_true_hands(preset: str) -> None:
    """Among worlds that can be, the true one makes what players did likelier than most."""
    chance, ranks = Random(3), []
    for state, at in tables(preset, "regular", 12):
        if len(at.view.tricks) < 2:
            continue
        drawn = worlds.sample(worlds.hidden(at.view), 40, chance)
        true, *others = solver.likely([state.deal.hands, *drawn], at.law, at.so_far, at.me)
        ranks.append(sum(true > other for other in others) / 40)
        ranks[-1] += sum(true == other for other in others) / 80
    assert len(ranks) > 100
    assert sum(ranks) / len(ranks) > 0.55
