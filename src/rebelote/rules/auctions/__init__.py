"""The kinds of auction: who speaks, what may be said, and what contract comes of it.

Each kind is a module with one `Auction`, found by its name in the option `auction_kind`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rebelote.rules.actions import Pass, Value
from rebelote.rules.auctions.named import NAMED
from rebelote.rules.auctions.purchase import PURCHASE
from rebelote.rules.auctions.ranked import RANKED
from rebelote.rules.auctions.rising import RISING
from rebelote.rules.auctions.state import Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.auctions.turned import TURNED
from rebelote.rules.cards import CARDS

KINDS: Final[dict[str, Auction]] = {
    "turned": TURNED,
    "rising": RISING,
    "ranked": RANKED,
    "named": NAMED,
    "purchase": PURCHASE,
}
"""The kinds of auction by name."""
_PASSES: Final = 100
"""The number of passes that no auction outlasts."""


@lru_cache(64)
def may_die(rules: AuctionRules, sides: tuple[int, ...]) -> bool:
    """Return whether an auction can end without a contract, in a dead deal: all pass."""
    auction = KINDS[rules.auction_kind]
    so_far = AuctionSoFar(rules, sides, 0, CARDS[0] if auction.turns_up else None)
    for _ in range(_PASSES):
        if auction.over(so_far):
            return auction.contract(so_far) is None
        if Pass() not in auction.offers(so_far):
            return False
        so_far = so_far.after(auction.speaker(so_far), Pass())
    return False


def impossible(rules: AuctionRules, value: Value | None, stake: int) -> str:
    """Explain why no auction ends with this value and stake; empty where one may."""
    can = KINDS[rules.auction_kind].outcomes(rules)
    if value not in (None, *can.values):
        return f"{value} cannot be bid by these rules"
    return "" if stake in can.stakes else f"no double by these rules makes a stake of {stake}"


__all__ = ["KINDS", "Auction", "AuctionSoFar", "Outcomes", "impossible", "may_die"]
