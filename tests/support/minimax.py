"""Minimax: a deal with all cards seen, solved by trying every card.

It shares the law of play with the package and no search: no bounds, and no order of cards.
"""

from __future__ import annotations

from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.play import Law
from rebelote.rules.tallies import LAST_TRICK

Position = tuple[tuple[CardSet, ...], int, tuple[Card, ...]]
"""The hands, who led, and the cards of the trick."""


class Minimax:
    """The law that is played by, the seats whose points count, and what else counts."""

    def __init__(
        self, law: Law, side: frozenset[int], belote: int = 0, last_trick: int = LAST_TRICK
    ) -> None:
        self.law, self.side = law, side
        self.belote, self.last_trick = belote, last_trick
        self.points, self.belotes = law.points, law.belotes
        self.known: dict[Position, int] = {}
        """Values found so far, as one position is reached in several ways."""

    def value(self, hands: tuple[CardSet, ...], leader: int, trick: tuple[Card, ...]) -> int:
        """Return the side's points from here on, found by trying everything."""
        if not trick and not any(hands):
            return 0
        position = (hands, leader, trick)
        if position not in self.known:
            values = self.values(*position).values()
            seat = (leader + len(trick)) % len(hands)
            self.known[position] = max(values) if seat in self.side else min(values)
        return self.known[position]

    def values(
        self, hands: tuple[CardSet, ...], leader: int, trick: tuple[Card, ...]
    ) -> dict[Card, int]:
        """Return these values by the legal card that is played next."""
        hand = hands[(leader + len(trick)) % len(hands)]
        cards = play.legal(hand, trick, self.law) if len(hand) > 1 else hand
        return {card: self._after(hands, leader, trick, card) for card in cards}

    def _after(
        self, hands: tuple[CardSet, ...], leader: int, trick: tuple[Card, ...], card: Card
    ) -> int:
        """Return the value after this card; a belote counts with its first card."""
        seat = (leader + len(trick)) % len(hands)
        hand, cards = hands[seat], (*trick, card)
        left = (*hands[:seat], CardSet(hand.mask & ~card.bit), *hands[seat + 1 :])
        said = 0
        if self.belote and seat in self.side:
            said = self.belote * any(card in pair and pair <= hand for pair in self.belotes)
        if len(cards) < len(hands):
            return said + self.value(left, leader, cards)
        winner = (leader + play.winner(cards, self.law.trump)) % len(hands)
        half = play.trick_bonus(cards, self.law) // 2
        won = -half
        if winner in self.side:
            won = half + sum(self.points[each] for each in cards)
            won += self.last_trick * (not any(left))
        return said + won + self.value(left, winner, ())
