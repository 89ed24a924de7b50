"""Strategies of hypothesis for hands, positions and rule sets, in one place."""

from __future__ import annotations

from random import Random

from drawn_matches import drawn_rules
from hypothesis import strategies as st

from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Card, CardSet

trumps = st.sampled_from(SUIT_TRUMPS)
seeds = st.integers(0, 2**32)
hands = st.sets(st.sampled_from(CARDS), min_size=8, max_size=8).map(CardSet.of)
rule_sets = st.integers(0, 2**32).map(lambda seed: drawn_rules(Random(seed)))


@st.composite
def positions(draw: st.DrawFn) -> tuple[CardSet, tuple[Card, ...]]:
    """Draw a hand of 1 to 8 cards, and the 0 to 3 cards that lie before it."""
    cards = draw(st.permutations(CARDS))
    held, laid = draw(st.integers(1, 8)), draw(st.integers(0, 3))
    return CardSet.of(cards[:held]), tuple(cards[held : held + laid])
