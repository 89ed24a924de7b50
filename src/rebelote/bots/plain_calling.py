"""Calling for authors of games: all of a `Calling` but the worth of a hand for a call."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Final

from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call, Pass
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import calls_of
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

SCALE: Final = 8.0
"""The points within which players differ about the worth of a hand."""


class PlainCalling:
    """Calling by a function of the hand: the points by which it exceeds the needs of a call.

    A legal pass is worth 0. The call with the highest worth is made, and others are assumed to
    call so, too.
    """

    draws: int = 1
    by_hand: str = "hand"
    silent: str = "pass"
    scale: float = SCALE

    @abstractmethod
    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        """Return the points by which a hand exceeds the needs of a call; each game defines it."""

    def _worths(self, hand: CardSet, so_far: AuctionSoFar, rules: Rules) -> dict[Call, float]:
        offered = calls_of(rules.bidding, so_far, hand)
        return {
            call: 0.0 if isinstance(call, Pass) else self.worth(hand, call, so_far, rules)
            for call in offered
        }

    def worths(self, view: View) -> dict[Call, float]:
        """Return the points by which the hand exceeds the needs of each call."""
        rules = rules_of(view)
        return self._worths(view.hand, auction_of(view, rules), rules)

    def call(self, view: View) -> Call:
        """Return the call with the highest worth by the hand only."""
        return _best(self.worths(view))

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Return every call on offer, a pass last."""
        return tuple(sorted(self.worths(view), key=lambda call: isinstance(call, Pass)))

    def known(self, view: View) -> CardSet:
        """Return the hand."""
        return view.hand

    def readable(self, view: View, call: Call) -> bool:
        """Return whether the hand is worth the call."""
        return self.worths(view).get(call, 0.0) >= 0

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """Return the contract after this call, if all go on by the worth of these first hands."""
        auction, so_far = rules.bidding, auction_of(view, rules).after(view.seat, call)
        while not auction.over(so_far):
            seat = auction.speaker(so_far)
            so_far = so_far.after(seat, _best(self._worths(first[seat], so_far, rules)))
        return auction.contract(so_far)

    def natural(self, view: View) -> Call | None:
        """Return None: the call that wins most in worlds is made."""
        return None

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        """Return the likelihood of a seat's calls by its first hand: logistic in their worth."""
        return partial(self._likelihood, view, rules, seat)

    def _likelihood(self, view: View, rules: Rules, seat: int, held: CardSet) -> float:
        so_far, likely = auction_of(view, rules), 1.0
        for number, called in enumerate(so_far.calls):
            if called.seat == seat:
                before = so_far._replace(calls=so_far.calls[:number])
                worths = self._worths(held, before, rules)
                best = max(worths.values())
                shares = {call: math.exp((one - best) / self.scale) for call, one in worths.items()}
                likely *= shares.get(called.call, 0.0) / sum(shares.values())
        return likely


def _best(worths: dict[Call, float]) -> Call:
    """Return the call with the highest worth, the first of equals."""
    return max(worths, key=lambda call: worths[call])
