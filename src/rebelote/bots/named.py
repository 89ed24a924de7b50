"""Calling where a suit is named, by the expected points of a hand with it as trump.

The worth of a hand is that of the table where trumps are bid (`meanings.TRUMPS_BID`), in points
above half of the deal's. The threshold of a suit depends on the consequences of a pass: the next
seat to speak, and the seat that must name if no other does.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from rebelote.bots import needs
from rebelote.bots.meanings import NEVER, TRUMPS_BID, HandWorth
from rebelote.bots.needs import Needs
from rebelote.bots.plain_calling import PlainCalling
from rebelote.rules.actions import Call, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.options import Rules
from rebelote.rules.view import View

MARKS: Final = 4
"""The marks that a deal brings more for each point of worth, over the same deals."""
_worth: Final = lru_cache(maxsize=1 << 12)(partial(HandWorth, table=TRUMPS_BID._replace(long=2)))
"""Any suit of two cards may be named, also without its jack and nine."""


def needed(so_far: AuctionSoFar, table: Needs) -> int:
    """Return the worth from which the seat to call names a suit; 0 where it must.

    The first to speak needs less than a contract is worth, since the next would name; the fourth
    more, since an opponent who has passed must; the third least of all, since then partner must.
    """
    by_passes = {"first_again": table.after_passes, "last": table.before_last}
    each = by_passes.get(so_far.rules.must_name, ())
    return each[so_far.passes] if so_far.passes < len(each) else 0


class _NamedCalling(PlainCalling):
    scale = 32.0

    def candidates(self, view: View) -> tuple[Call, ...]:
        worths = self.worths(view)
        return tuple(call for call in super().candidates(view) if worths[call] > NEVER)

    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        opening, table = _worth(hand, rules).opening, needs.of(rules)
        if isinstance(call, Take):
            return MARKS * (opening[call.trump.code] - needed(so_far, table))
        named = rules.bidding.contract(so_far)
        assert named is not None
        raises = {1: table.kontra, 2: table.rekontra, 4: table.superkraken}
        return MARKS * (opening[named.trump.code] - raises[named.stake])


NAMED: Final = _NamedCalling()
