"""The kinds of auction: who speaks, what may be said, and what contract comes of it.

Each kind is a module with one `Auction`, found by its name in the option `auction_kind`.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.auctions.ranked import RANKED
from rebelote.rules.auctions.rising import RISING
from rebelote.rules.auctions.state import Auction, AuctionSoFar
from rebelote.rules.auctions.turned import TURNED

KINDS: Final[dict[str, Auction]] = {"turned": TURNED, "rising": RISING, "ranked": RANKED}
"""The kinds of auction by name."""

__all__ = ["KINDS", "Auction", "AuctionSoFar"]
