"""The kinds of auction: who speaks, what may be said, and what contract comes of it.

Each kind is a module with one `Auction`, found by its name in the option `auction_kind`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rebelote.rules.actions import Pass, Value
from rebelote.rules.auctions import purchase, ranked, rising
from rebelote.rules.auctions.named import NAMED
from rebelote.rules.auctions.purchase import PURCHASE
from rebelote.rules.auctions.ranked import RANKED
from rebelote.rules.auctions.rising import RISING
from rebelote.rules.auctions.state import DOUBLED, Auction, AuctionRules, AuctionSoFar
from rebelote.rules.auctions.turned import THIRD_ROUND, TURNED
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Trump

KINDS: Final[dict[str, Auction]] = {
    "turned": TURNED,
    "rising": RISING,
    "ranked": RANKED,
    "named": NAMED,
    "purchase": PURCHASE,
}
"""The kinds of auction by name."""
_PASSES: Final = 100
"""How many passes no auction outlasts."""


@lru_cache(64)
def may_die(rules: AuctionRules, sides: tuple[int, ...]) -> bool:
    """Whether an auction can end without a contract, in a dead deal: all pass."""
    auction = KINDS[rules.auction_kind]
    so_far = AuctionSoFar(rules, sides, 0, CARDS[0] if auction.turns_up else None)
    for _ in range(_PASSES):
        if auction.over(so_far):
            return auction.contract(so_far) is None
        if Pass() not in auction.offers(so_far):
            return False
        so_far = so_far.after(auction.speaker(so_far), Pass())
    return False


class Outcomes(NamedTuple):
    """What auctions of some rules can end with; `values` is empty where no points are bid."""

    trumps: tuple[Trump, ...]
    values: tuple[Value, ...]
    stakes: tuple[int, ...]


def outcomes(rules: AuctionRules) -> Outcomes:
    """What an auction of ours can end with; of games from outside, the suits and usual stakes."""
    match rules.auction_kind:
        case "turned":
            beyond = () if rules.round3 == "none" else THIRD_ROUND
            return Outcomes((*SUIT_TRUMPS, *beyond), (), (1,))
        case "rising":
            stakes = (1,) if rules.double == "none" else rising.stakes(rules)
            return Outcomes(rising.trumps(rules), rising.ladder(rules), stakes)
        case "ranked":
            return Outcomes(tuple(Trump), (), (1, DOUBLED, ranked.REDOUBLED))
        case "named":
            return Outcomes(SUIT_TRUMPS, (), (1,))
        case "purchase":
            return Outcomes((*SUIT_TRUMPS, Trump.NONE), (), purchase.STAKES)
        case _:
            return Outcomes(SUIT_TRUMPS, (), (1, 2, 4))


def stakes_of(rules: AuctionRules, trump: Trump) -> tuple[int, ...]:
    """What doubling can make of a contract with this trump: a sun is doubled once
    (`baloot:raises`)."""
    every = outcomes(rules).stakes
    sun = rules.auction_kind == "purchase" and trump is Trump.NONE
    return every[: every.index(DOUBLED) + 1] if sun else every


def impossible(rules: AuctionRules, value: Value | None, stake: int) -> str:
    """Why no auction of ours ends with this value and stake; empty where one may."""
    if rules.auction_kind not in ("turned", "rising", "ranked", "named", "purchase"):
        return ""
    can = outcomes(rules)
    if value not in (None, *can.values):
        return f"{value} cannot be bid by these rules"
    return "" if stake in can.stakes else f"no double by these rules makes a stake of {stake}"


__all__ = [
    "KINDS",
    "Auction",
    "AuctionSoFar",
    "Outcomes",
    "impossible",
    "may_die",
    "outcomes",
    "stakes_of",
]
