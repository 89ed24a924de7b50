"""The learnt play policy against the play of players who search."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from needs import needs_kernel
from volume import volume

from rebelote import Match, bots
from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.kernel.solver import PlayHistory
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.knowledge.worlds import World
from rebelote.rules import deck, match, play, presets
from rebelote.rules.cards import CARDS, Card
from rebelote.rules.view import view

pytestmark = needs_kernel


def tables(preset: str, level: str, deals: int) -> Iterator[tuple[Match, Observation]]:
    """Yield every choice of a card in these deals: the match, and the table as its seat sees it."""
    rules = presets.rules(preset)
    for seed in range(deals):
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
        players = [bots.make(level, seed + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            if now.phase == "play" and len(fair(now).cards) > 1:
                yield state, Observation(now, fair(now))
            state = match.apply(state, seat, players[seat].choose(now))


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_it_is_certain_that_one_of_the_legal_cards_is_played(preset: str) -> None:
    result = [_chances(state.deal.hands, at) for state, at in tables(preset, "beginner", 20)]
    assert len(result) > 150
    assert [sum(chances) for chances in result] == pytest.approx([1.0] * len(result))


def _chances(hands: World, at: Observation) -> list[float]:
    """Return the probability of each legal card being played now."""
    other = (at.me + 1) % at.players

    def said(left: World, history: PlayHistory) -> float:
        return solver.log_likelihoods([left], at.law, history, other)[0]

    def after(card: Card) -> float:
        left = tuple(hand.without(card) for hand in hands)
        return said(left, at.history._replace(cards=(*at.history.cards, card)))

    before = said(hands, at.history)
    return [math.exp(after(card) - before) for card in at.legal]


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_what_was_played_speaks_for_the_true_hands(preset: str) -> None:
    """Among worlds that can be, the true one makes what players did likelier than most."""
    chance, ranks = Random(3), []
    for state, at in tables(preset, "regular", volume(4, 12)):
        if len(at.view.tricks) < 2:
            continue
        drawn = worlds.sample(worlds.hidden(at.view), 40, chance)
        true, *others = solver.log_likelihoods(
            [state.deal.hands, *drawn], at.law, at.history, at.me
        )
        ranks.append(sum(true > other for other in others) / 40)
        ranks[-1] += sum(true == other for other in others) / 80
    assert len(ranks) > volume(30, 100)
    assert sum(ranks) / len(ranks) > 0.55


@pytest.mark.parametrize("preset", ["french", "ffb-contree-2016", "flemish3"])
def test_what_is_believed_is_every_world_by_its_likelihood(preset: str) -> None:
    """All worlds are taken if there are few, else some in proportion."""
    chance, seen = Random(5), 0
    for _, at in tables(preset, "beginner", volume(2, 6)):
        known = worlds.hidden(at.view)._replace(announced_by_others=None)
        every = worlds.every(known, 60)
        if every is None or len(every) < 2:
            continue
        seen += 1
        logs = solver.log_likelihoods(every, at.law, at.history, at.me)
        likely = dict(zip(every, (math.exp(0.6 * (log - max(logs))) for log in logs), strict=True))
        reading = worlds.Reading(at.law, at.history, 60, 0.6)
        total, each, weights = worlds.believed(known, 60, reading, chance)
        assert total == len(every)
        assert dict(zip(each, weights, strict=True)) == pytest.approx(likely)
        sums: Counter[World] = Counter()
        for _ in range(60):
            _, each, weights = worlds.believed(known, 1, reading, chance)
            sums.update(dict(zip(each, weights, strict=True)))
        assert set(sums) <= set(every) and sum(sums.values()) == 60
        best = max(likely, key=lambda world: likely[world])
        share = likely[best] / sum(likely.values())
        assert abs(sums[best] / 60 - share) < 0.3
    assert seen > 5


# --- heuristics and kernel ------------------------------------------------------------------------

WEIGHTS = 14_284
"""The number of weights of a kind of contract (`WEIGHTS` in kernel/src/habits.rs)."""
TRICK_FEATURE = 1
"""The feature that says how a card stands in its trick, and what else is inferred there."""


class Inferred(NamedTuple):
    """The inferences of both sides for a card: the heuristics in Python, the policy in Rust."""

    standing: int
    role: int
    trump: int
    master: int
    wins: int
    sure: int
    partner_sure: int


def by_the_kernel(place: int) -> Inferred:
    """Return the components of a card's trick feature, from the index of its weight."""
    within = place % WEIGHTS - 720
    sizes, digits = (5, 3, 2, 2, 2, 2, 2), []
    for size in reversed(sizes):
        within, digit = divmod(within, size)
        digits.append(digit)
    return Inferred(*reversed(digits))


def by_the_heuristics(at: Observation, card: Card) -> Inferred:
    """Return the same from the view of the seat."""
    length, wins = len(at.trick), at.wins_now(card)
    best = at.trick[play.winner(at.trick, at.trump)] if at.trick else None
    return Inferred(
        0 if length < 2 else 2 * length - 3 + (not at.partner_wins),
        0 if at.took else 1 if at.attacking else 2,
        card in at.trumps,
        at.is_master(card),
        wins,
        wins and at.sure(card),
        at.partner_wins and best is not None and at.sure(best),
    )


@given(st.sampled_from(tuple(presets.PRESETS)), st.integers(0, 2**32))
def test_heuristics_and_kernel_infer_the_same_from_what_was_played(preset: str, seed: int) -> None:
    """The winner, possible takers and masters agree at every choice of a random deal."""
    rules = presets.rules(preset)
    state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
    players = [bots.make("random", seed + seat) for seat in range(rules.players)]
    first: World = ()
    choices: list[Observation] = []
    while (seat := state.to_act) is not None and not state.sheet:
        now = view(state, seat)
        if now.phase == "play":
            first = first or state.deal.hands
            choices.append(Observation(now, fair(now)))
        state = match.apply(state, seat, players[seat].choose(now))
    assume(choices)
    by_number = {len(at.history.cards): at for at in choices}
    last = choices[-1]
    result = solver.kernel_law(last.law).habits([hand.mask for hand in first], last.history)
    assert len(result) > 5
    for number, by_card in result:
        for code, places in by_card:
            inferred = by_the_heuristics(by_number[number], CARDS[code])
            assert by_the_kernel(places[TRICK_FEATURE]) == inferred
