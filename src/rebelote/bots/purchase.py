"""Calling in baloot: the worth of a hand with the turned card as a hokum or a sun, and of full
hands for a raise.

The worth of a hand is that of a turned card (`bots.turned.hand_worth`).
"""

from __future__ import annotations

from typing import Final

from rebelote.bots.plain_calling import PlainCalling
from rebelote.bots.turned import hand_worth
from rebelote.rules.actions import Call, NamedCall, Redeal, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.purchase import ASHKAL, SUN, purchase
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

HOKUM_NEEDED: Final = 26
SUN_NEEDED: Final = 30
"""The worth of six cards (five and the turned one) from which hokum and sun are bought."""
ASHKAL_NEEDED: Final = 30
"""The worth of five cards from which a sun is bought whose card goes to partner."""
RAISE_NEEDED: Final = 38
"""The worth of a full hand from which a hokum is doubled."""
SUN_DOUBLED: Final = 36
"""The same of a sun."""
EACH_RAISE: Final = 15
"""The additional need of each further raise."""
WITHIN: Final = 15
"""The worth that a hand may lack for a raise and still try it in worlds."""
KAWESH: Final = 30.0
"""The gain of dealing again over a pass for a hand of only low cards."""


class _PurchaseCalling(PlainCalling):
    def candidates(self, view: View) -> tuple[Call, ...]:
        every = super().candidates(view)
        redeals = tuple(call for call in every if isinstance(call, Redeal))
        if redeals or not purchase(auction_of(view, rules_of(view))).bought:
            return redeals or every
        worths = self.worths(view)
        return tuple(call for call in every if worths[call] >= -WITHIN)

    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        if isinstance(call, Redeal):
            return KAWESH
        outcome = purchase(so_far)
        if outcome.bought and outcome.contract is not None:
            contract = outcome.contract
            needed = SUN_DOUBLED if contract.trump is Trump.NONE else RAISE_NEEDED
            return (
                hand_worth(hand, rules.law(contract.trump))
                - needed
                - EACH_RAISE * (contract.stake - 1)
            )
        if call == ASHKAL:
            return hand_worth(hand, rules.law(Trump.NONE)) - ASHKAL_NEEDED
        trump = call.trump if isinstance(call, Take | NamedCall) and call.trump else Trump.NONE
        turned = CardSet.of(() if so_far.turned is None else (so_far.turned,))
        needed = SUN_NEEDED if call == SUN else HOKUM_NEEDED
        return hand_worth(hand | turned, rules.law(trump)) - needed


PURCHASE: Final = _PurchaseCalling()
