"""Minimax: a deal with all cards seen, solved by trying every card."""

from __future__ import annotations

from typing import NamedTuple

from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.play import Law
from rebelote.rules.scoring import LAST_TRICK


class Minimax(NamedTuple):
    """The law that is played by, the seats whose points count, and what else counts."""

    law: Law
    side: frozenset[int]
    belote: int = 0
    last_trick: int = LAST_TRICK

    def value(self, hands: tuple[CardSet, ...], leader: int, trick: tuple[Card, ...]) -> int:
        """What the side gets from here on, by trying everything."""
        if not trick and not any(hands):
            return 0
        seat = (leader + len(trick)) % len(hands)
        values = [
            self.after(hands, leader, trick, card)
            for card in play.legal(hands[seat], trick, self.law)
        ]
        return max(values) if seat in self.side else min(values)

    def after(
        self, hands: tuple[CardSet, ...], leader: int, trick: tuple[Card, ...], card: Card
    ) -> int:
        """The same when this card is played next; a belote counts with its first card."""
        seat = (leader + len(trick)) % len(hands)
        left = tuple(hand.without(card) if s == seat else hand for s, hand in enumerate(hands))
        pairs = [pair for pair in self.law.belotes if pair <= hands[seat]]
        said = self.belote * any(card in pair for pair in pairs) * (seat in self.side)
        cards = (*trick, card)
        if len(cards) < len(hands):
            return said + self.value(left, leader, cards)
        winner = (leader + play.winner(cards, self.law.trump)) % len(hands)
        table = self.law.points
        points = sum(table[card] for card in cards)
        half = (play.trick_points(cards, self.law) - points) // 2
        points += self.last_trick * (not any(left))
        won = points + half if winner in self.side else -half
        return said + won + self.value(left, winner, ())
