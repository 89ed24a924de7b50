"""Calling in each kind of auction, by the worth of a hand and the expected calls of others.

Each kind of `rules.auctions` has one `Calling`, found by its name in the option `auction_kind`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rebelote.bots import match_point
from rebelote.bots.named import NAMED
from rebelote.bots.purchase import PURCHASE
from rebelote.bots.ranked import RANKED
from rebelote.bots.rising import RISING
from rebelote.bots.turned import TURNED
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call, Pass
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of


class Calling(Protocol):
    """The calling of a player in one kind of auction: pure functions of its view."""

    @property
    def draws(self) -> int:
        """The number of worlds drawn for each one searched: of several, the likely are kept."""

    @property
    def by_hand(self) -> str:
        """The code of the reason for a call by the worth of the hand only."""

    @property
    def silent(self) -> str:
        """The code of the reason for a pass that was tried out in worlds."""

    def worths(self, view: View) -> dict[Call, float]:
        """Return the points by which the hand exceeds the needs of each call."""

    def call(self, view: View) -> Call:
        """Return the call by the worth of the hand only."""

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Return the calls worth trying out in worlds, a pass last."""

    def known(self, view: View) -> CardSet:
        """Return the cards that the seat of this view knows not to be in other hands."""

    def readable(self, view: View, call: Call) -> bool:
        """Return whether the hand has the cards that partner reads in the call."""

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """Return the contract after this call, if all go on by the worth of these first hands."""

    def natural(self, view: View) -> Call | None:
        """Return the call that is kept unless another is clearly better; None if there is none."""

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        """Return the likelihood of a seat's calls, as a function of its first hand.

        Of the view only the auction counts: results are kept for other views of it.
        """


KINDS: Final[dict[str, Calling]] = {
    "turned": TURNED,
    "rising": RISING,
    "ranked": RANKED,
    "named": NAMED,
    "purchase": PURCHASE,
}
"""The kinds by the name of their auction."""


def of(rules: Rules) -> Calling:
    """Return the calling for the auction of these rules."""
    return KINDS[rules.auction.auction_kind]


def call(view: View) -> Call:
    """Return the call by the worth of the hand only, in any kind of auction."""
    best = of(rules_of(view)).call(view)
    return Pass() if match_point.brings_nothing(view, best) else best


def candidates(view: View) -> tuple[Call, ...]:
    """Return the calls worth trying out in worlds, a pass last, in any kind of auction."""
    tried = of(rules_of(view)).candidates(view)
    return tuple(one for one in tried if not match_point.brings_nothing(view, one)) or (Pass(),)
