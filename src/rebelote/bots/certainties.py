"""Certainties of the play, from the rules and the view of one seat: who may take a trick.

A hidden card counts as held by each seat that may hold it. Explanations of bots and reviews say
nothing that is not certain here, or very likely over the worlds that were searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_

from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.knowledge import worlds
from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet, Suit, overtakers
from rebelote.rules.view import rules_of


class Certainties:
    """The certain facts about the current trick, as the seat to play sees it."""

    def __init__(self, at: Observation) -> None:
        self.at, self.rules = at, rules_of(at.view)

    @cached_property
    def may_hold(self) -> Sequence[CardSet]:
        """The cards that each seat may hold; all that are out where false cards are possible, or
        where no kernel says what a card excludes."""
        if self.rules.revocable or not solver.KERNEL:
            return [self.at.out] * self.rules.players
        return worlds.hidden(self.at.view).may_hold

    @cached_property
    def to_play(self) -> list[int]:
        """The seats that still play to the trick."""
        return self.at.after_me(self.at.players - 1 - len(self.at.trick))

    @cached_property
    def opponents_to_play(self) -> list[int]:
        """The opponents that still play to the trick."""
        return [seat for seat in self.to_play if seat != self.at.partner]

    @cached_property
    def winning(self) -> Card:
        """The card that wins the trick so far."""
        return self.at.trick[play.winner(self.at.trick, self.at.trump)]

    @cached_property
    def partner_sure(self) -> bool:
        """Whether no opponent can take the trick from partner any more."""
        at = self.at
        return at.partner_wins and not self.could_be_taken(self.winning)

    @cached_property
    def lost(self) -> bool:
        """Whether the opponents win the trick, whatever card is played."""
        at, partner = self.at, self.at.partner
        if not at.trick or at.partner_wins or any(at.wins_now(card) for card in at.legal):
            return False
        return partner not in self.to_play or not self.could_take(partner, self.winning)

    def could_take(self, seat: int, card: Card) -> bool:
        """Return whether a seat may hold a card that takes the trick from this one."""
        over = CardSet(self.may_hold[seat].mask & overtakers(self.at.trump)[card])
        led = self.at.trick[0].suit if self.at.trick else card.suit
        return bool(over & led.cards if self.follows(seat, led) else over)

    def follows(self, seat: int, suit: Suit) -> bool:
        """Return whether a seat is known to hold a card of a suit: one that no other may hold."""
        if self.rules.revocable or self.rules.left_in_stock:
            return False
        others = [cards for other, cards in enumerate(self.may_hold) if other != seat]
        return bool(self.at.out & suit.cards - reduce(or_, others))

    def could_be_taken(self, card: Card) -> bool:
        """Return whether an opponent still to play may take the trick from this card."""
        return any(self.could_take(seat, card) for seat in self.opponents_to_play)

    def wins_surely(self, card: Card) -> bool:
        """Return whether the card takes the trick, and no opponent can take it back."""
        return self.at.wins_now(card) and not self.could_be_taken(card)

    def void(self, seat: int, suit: Suit) -> bool:
        """Return whether a seat is known to be void in a suit."""
        return not self.rules.revocable and not self.may_hold[seat] & suit.cards

    def could_ruff(self, seats: Iterable[int], suit: Suit) -> bool:
        """Return whether one of these is known to be void in a plain suit and may hold a trump."""
        trumps = self.at.trumps
        return suit != self.at.trump.suit and any(
            self.void(seat, suit) and self.may_hold[seat] & trumps for seat in seats
        )
