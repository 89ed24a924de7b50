"""Benchmark of the rules, in Python and in the kernel."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from rebelote import views
from rebelote.kernel import solver
from rebelote.rules import deck, events, match, play
from rebelote.rules.actions import Action
from rebelote.rules.cards import CARDS, CardSet, Trump
from rebelote.rules.deal import legal_actions
from rebelote.rules.options import Rules

Figures = dict[str, object]


def timed(work: Callable[[], int], seconds: float) -> float:
    """Return the counts that `work` returns, per second of this thread's processor time."""
    began, done = time.thread_time(), 0
    while time.thread_time() - began < seconds:
        done += work()
    return done / (time.thread_time() - began)


def _random_match(chance: Random) -> list[tuple[match.Match, int, Action]]:
    """Return every action of a random match with the state before it."""
    state = match.start(Rules(), deck.shuffled(chance), 0)
    history: list[tuple[match.Match, int, Action]] = []
    while not state.over:
        if state.to_act is None:
            state = match.next_deal(state)
            continue
        action = chance.choice(legal_actions(state.deal))
        history.append((state, state.to_act, action))
        state = match.apply(state, state.to_act, action)
    return history


def python_figures(quick: bool) -> Figures:
    """Measure legal cards, and the rules' cost of one move: apply, events, and four views."""
    history = _random_match(Random(1))
    law = play.Law(trump=Trump.SPADES)
    chance = Random(2)
    hands = [(CardSet.of(s[:6]), s[6:8]) for s in (chance.sample(CARDS, 8) for _ in range(1000))]

    def legal() -> int:
        for hand, trick in hands:
            play.legal(hand, trick, law)
        return len(hands)

    def moves() -> int:
        for state, seat, action in history:
            after = match.apply(state, seat, action)
            events.narrate(state, seat, action, after)
            views(after)
        return len(history)

    seconds = 0.5 if quick else 3.0
    a_move = 1e6 / timed(moves, seconds)
    return {
        "legal cards, positions per second": round(timed(legal, seconds)),
        "time per move (apply, events, four views), microseconds": round(a_move),
    }


def kernel_figures(quick: bool) -> Figures:
    """Measure perft and random playouts of whole deals, on one core."""
    if not solver.KERNEL:
        return {"skipped": "the native kernel is not built"}
    cards = list(CARDS)
    Random(3).shuffle(cards)
    hands = [CardSet.of(cards[i : i + 8]) for i in range(0, 32, 8)]
    law, seconds = play.Law(trump=Trump.HEARTS), 0.5 if quick else 3.0
    seed = iter(range(1 << 30))

    def playouts() -> int:
        solver.playouts(hands, 0, (), law, 200_000, next(seed))
        return 200_000

    return {
        "perft, nodes per second": round(
            timed(lambda: solver.perft(hands, 0, (), law, 12), seconds)
        ),
        "playouts of a whole deal per second": round(timed(playouts, seconds)),
    }
