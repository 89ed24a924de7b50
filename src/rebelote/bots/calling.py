"""How each kind of auction is called: by the worth of a hand, and as others would go on.

Each kind of `rules.auctions` has one `Calling`, found by its name in the option `auction_kind`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rebelote.bots.named import NAMED
from rebelote.bots.purchase import PURCHASE
from rebelote.bots.ranked import RANKED
from rebelote.bots.rising import RISING
from rebelote.bots.turned import TURNED
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of


class Calling(Protocol):
    """What a player knows of calling in one kind of auction: pure functions of its view."""

    @property
    def draws(self) -> int:
        """How many worlds are drawn for each that is searched: of several, the likely are kept."""

    @property
    def by_hand(self) -> str:
        """The code of the reason for a call by the worth of the hand alone."""

    @property
    def silent(self) -> str:
        """The code of the reason for a pass that was tried out in worlds."""

    def worths(self, view: View) -> dict[Call, float]:
        """By call the points by which the hand is better than it needs to be."""

    def call(self, view: View) -> Call:
        """The call by the worth of the hand alone."""

    def candidates(self, view: View) -> tuple[Call, ...]:
        """The calls that are worth trying out in worlds, a pass last."""

    def known(self, view: View) -> CardSet:
        """The cards that the seat of this view knows not to be in other hands."""

    def readable(self, view: View, call: Call) -> bool:
        """Whether partner can read the call: the hand holds what it says."""

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """The contract after this call, if everybody goes on by the worth of these first hands."""

    def natural(self, view: View) -> Call | None:
        """The call that is kept unless another is clearly better; None where there is none."""

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        """The likelihood of a seat's calls, by its first hand."""


KINDS: Final[dict[str, Calling]] = {
    "turned": TURNED,
    "rising": RISING,
    "ranked": RANKED,
    "named": NAMED,
    "purchase": PURCHASE,
}
"""The kinds by the name of their auction."""


def of(rules: Rules) -> Calling:
    """How the auction of these rules is called."""
    return KINDS[rules.auction.auction_kind]


def call(view: View) -> Call:
    """The call by the worth of the hand alone, in whatever auction this is."""
    return of(rules_of(view)).call(view)
