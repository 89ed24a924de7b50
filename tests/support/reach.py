"""Whether a position of a few cards can come about: a whole deal is looked for that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rebelote.rules import play
from rebelote.rules.cards import CARDS, Card, CardSet, Trump
from rebelote.rules.play import Law

DEALS = 5000
"""Deals that are tried for one position."""
Hands = list[CardSet]


def reachable(
    held: Sequence[CardSet], leader: int, trick: Sequence[Card], law: Law, each: int
) -> bool:
    """Return whether a deal leads to this trick, with `each` hand having so many cards before it.

    `held`: what is known of the hands once the trick lies so; seats left out may hold anything.
    """
    if law.trump is Trump.NONE:
        law = Law(
            trump=Trump.HEARTS,
            obligations=law.obligations,
            partners=law.partners,
            king_first=law.king_first,
        )
    chance = Random(0)
    return any(_deal_leads_there(held, leader, trick, law, each, chance) for _ in range(DEALS))


def _deal_leads_there(
    held: Sequence[CardSet],
    leader: int,
    trick: Sequence[Card],
    law: Law,
    each: int,
    chance: Random,
) -> bool:
    hands = [held[seat] if seat < len(held) else CardSet() for seat in range(4)]
    for turn, card in enumerate(trick):
        seat = (leader + turn) % 4
        hands[seat] = hands[seat] | CardSet.of((card,))
    known = CardSet.of(card for hand in hands for card in hand)
    rest = [card for card in CARDS if card not in known]
    chance.shuffle(rest)
    for seat, hand in enumerate(hands):
        missing = each - len(hand)
        assert missing >= 0, "a hand has too many cards"
        hands[seat] = hand | CardSet.of(rest[:missing])
        del rest[:missing]
    past = [CardSet.of(rest[seat::4]) for seat in range(4)]
    assert all(len(cards) == 8 - each for cards in past)
    return _legal_trick(hands, leader, trick, law) and _played(hands, past, leader, law)


def _legal_trick(hands: Hands, leader: int, trick: Sequence[Card], law: Law) -> bool:
    return all(
        card in play.legal(hands[(leader + turn) % 4], trick[:turn], law)
        for turn, card in enumerate(trick)
    )


def _played(hands: Hands, past: Hands, leader: int, law: Law) -> bool:
    """Return whether the past cards can have been played by the law, so that `leader` leads."""
    if not past[0]:
        return True
    search = _Search(hands, law, leader)
    return any(search.trick(list(past), first, ()) for first in range(4))


class _Search:
    """A search for one order of the cards of the past, given up after some steps."""

    STEPS = 150

    def __init__(self, hands: Hands, law: Law, leader: int) -> None:
        self.hands, self.law, self.leader, self.left = hands, law, leader, self.STEPS

    def trick(self, past: Hands, first: int, lying: tuple[Card, ...]) -> bool:
        """Return whether play can go on to the end from here."""
        self.left -= 1
        if self.left < 0:
            return False
        if len(lying) == 4:
            winner = (first + play.winner(lying, self.law.trump)) % 4
            if not past[0]:
                return winner == self.leader
            return self.trick(past, winner, ())
        seat = (first + len(lying)) % 4
        legal = play.legal(self.hands[seat] | past[seat], lying, self.law)
        return any(
            self.trick(_without(past, seat, card), first, (*lying, card))
            for card in legal & past[seat]
        )


def _without(past: Hands, seat: int, card: Card) -> Hands:
    return [cards.without(card) if at == seat else cards for at, cards in enumerate(past)]
