"""A match in which each seat was dealt a given hand, and a seat took spades."""

from __future__ import annotations

from collections.abc import Sequence

from rebelote import Match, Pass, Take, apply, start, views
from rebelote.rules.cards import Card, Trump
from rebelote.rules.options import Rules


def dealt(rules: Rules, hands: Sequence[str], attacker: int = 0) -> Match:
    """Deal these hands in a new match, the last seat dealing, and have spades taken."""
    held = [[Card(word) for word in hand.split()] for hand in hands]
    first = [c for hand in held for c in hand[:3]] + [c for hand in held for c in hand[3:5]]
    turned = held[attacker][5]
    rest = [c for s, hand in enumerate(held) for c in hand[5:] if s != attacker or c is not turned]
    state = start(rules, (*first, turned, *rest), 3)
    while state.deal.contract is None:
        state = take_or_pass(state, attacker)
    assert [set(map(str, hand)) for hand in state.deal.hands] == [set(h.split()) for h in hands]
    return state


def take_or_pass(state: Match, attacker: int) -> Match:
    """Take spades with the attacker once they are on offer, and pass with all others."""
    seat = state.to_act
    assert seat is not None
    offered = views(state)[seat].legal
    assert offered is not None
    spades = Trump.SPADES in offered.trumps
    return apply(state, seat, Take(Trump.SPADES) if seat == attacker and spades else Pass())
