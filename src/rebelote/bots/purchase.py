"""Calling in baloot: the worth of a hand with the turned card as a hokum or a sun, and of full
hands for a raise.

The worth of a hand is that of a turned card (`bots.turned.hand_worth`).
"""

from __future__ import annotations

from typing import Final

from rebelote.bots import needs
from rebelote.bots.plain_calling import PlainCalling
from rebelote.bots.turned import hand_worth
from rebelote.rules.actions import Call, NamedCall, Redeal, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.purchase import ASHKAL, SUN, purchase
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

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
        outcome, table = purchase(so_far), needs.of(rules)
        if outcome.bought and outcome.contract is not None:
            contract = outcome.contract
            needed = table.sun_raised if contract.trump is Trump.NONE else table.hokum_raised
            return (
                hand_worth(hand, rules.law(contract.trump))
                - needed
                - table.each_raise * (contract.stake - 1)
            )
        if call == ASHKAL:
            return hand_worth(hand, rules.law(Trump.NONE)) - table.ashkal
        trump = call.trump if isinstance(call, Take | NamedCall) and call.trump else Trump.NONE
        turned = CardSet.of(() if so_far.turned is None else (so_far.turned,))
        first = len(so_far.calls) < so_far.players
        if call == SUN:
            needed = table.sun if first else table.sun_second
        else:
            needed = table.hokum if first else table.hokum_second
        return hand_worth(hand | turned, rules.law(trump), table.alone) - needed


PURCHASE: Final = _PurchaseCalling()
