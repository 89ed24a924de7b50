"""Calling by the worth of a hand: the common part of bidding points and bidding trumps."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial
from typing import ClassVar, Final, Generic, Self, TypeVar

from rebelote.bots import needs
from rebelote.bots.meanings import HandWorth, Meanings
from rebelote.bots.needs import Needs
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call
from rebelote.rules.auctions import Auction, AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Called, Contract
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of


class Position:
    """An auction as the seat to call sees it before it looks at its hand; with what may follow.

    `needs`: what calls need in this rule set.
    """

    law: ClassVar[Auction]

    def __init__(self, so_far: AuctionSoFar, needs: Needs) -> None:
        self.so_far, self.needs = so_far, needs
        self.seat, self.over = self.law.speaker(so_far), self.law.over(so_far)
        self.standing = self.law.contract(so_far)
        self._after: dict[Call, Self] = {}

    def after(self, call: Call) -> Self:
        if call not in self._after:
            self._after[call] = type(self)(self.so_far.after(self.seat, call), self.needs)
        return self._after[call]


At = TypeVar("At", bound=Position)


class CallingByWorth(Generic[At]):
    """The part of a `Calling` that is the same for each table of meaning.

    `judged`: the call of a hand in a position. `likely`: the likelihood, by the hand, of a call
    that was made in a position.
    """

    draws: Final = 6
    by_hand: Final = "by_worth"
    silent: Final = "no_bid"

    def __init__(
        self,
        table: Meanings,
        position: type[At],
        judged: Callable[[HandWorth, At], Call],
        likely: Callable[[At, Called], Callable[[HandWorth], float]],
    ) -> None:
        self.table = table
        self.worth = lru_cache(maxsize=1 << 12)(partial(HandWorth, table=table))
        self.position = lru_cache(maxsize=256)(position)
        self.judged, self.likely = judged, likely

    def asked(self, view: View) -> tuple[HandWorth, At]:
        """Return the hand and the position of the seat to call."""
        rules = rules_of(view)
        at = self.position(auction_of(view, rules), needs.of(rules))
        return self.worth(view.hand, rules), at

    def call(self, view: View) -> Call:
        """Return the call by the worth of the hand only."""
        return self.judged(*self.asked(view))

    def natural(self, view: View) -> Call | None:
        """Return the call by the worth of the hand, kept unless another is clearly better."""
        return self.call(view)

    def known(self, view: View) -> CardSet:
        """Return the hand."""
        return view.hand

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """Return the contract after this call if all call by the worth of these first hands."""
        at = self.position(auction_of(view, rules), needs.of(rules)).after(call)
        while not at.over:
            at = at.after(self.judged(self.worth(first[at.seat], rules), at))
        return at.standing

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        """Return the likelihood of a seat's calls by its first hand, by the table of meaning."""
        so_far, needed = auction_of(view, rules), needs.of(rules)
        made = [
            self.likely(self.position(so_far._replace(calls=so_far.calls[:number]), needed), called)
            for number, called in enumerate(so_far.calls)
            if called.seat == seat
        ]

        def likely(held: CardSet) -> float:
            if not made:
                return 1.0
            hand = HandWorth(held, rules, self.table)
            return math.prod(each(hand) for each in made)

        return likely
