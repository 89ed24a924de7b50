"""Laws of play that no rule set has: tricks with bonuses, and trumps that may not be led."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.rules.cards import CARDS, CardSet, Rank, Suit, Trump, card
from rebelote.rules.play import Law

RUN_OF_THREE = 20
FOURTH = 10
"""Added for a run of four, which holds two of three."""
MARRIAGE = 20
ALIKE = 100

Bonuses = tuple[tuple[CardSet, int], ...]


def bonuses(trump: Trump) -> Bonuses:
    """Return runs of three and four, king and queen of trump, and four of a rank, in one trick."""
    marriages = ((pair, MARRIAGE) for pair in Law(trump=trump).belotes)
    alike = ((CardSet.of(c for c in CARDS if c.rank is rank), ALIKE) for rank in Rank)
    return (*runs(3, RUN_OF_THREE), *runs(4, FOURTH), *marriages, *alike)


def runs(length: int, points: int) -> Iterator[tuple[CardSet, int]]:
    """Yield every run of so many cards."""
    ranks = sorted(Rank)
    for suit in Suit:
        for first in range(len(ranks) - length + 1):
            yield CardSet.of(card(suit, rank) for rank in ranks[first : first + length]), points


def laws(trump: Trump) -> Iterator[Law]:
    """Yield laws with bonuses, with cards that may not be led, and with both."""
    some = CardSet.of(c for c in CARDS if c.rank in (Rank.SEVEN, Rank.KING, Rank.ACE))
    for not_led in (CardSet(), trump.cards, some):
        for result in ((), bonuses(trump)):
            if not_led or result:
                yield Law(trump=trump, king_first=not_led == some, not_led=not_led, bonuses=result)
