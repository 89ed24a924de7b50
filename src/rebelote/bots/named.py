"""Calling where a suit is named, by the expected points of a hand with it as trump.

The worth of a hand is that of the table where trumps are bid (`meanings.TRUMPS_BID`), in points
above half of the deal's. The threshold of a suit depends on the consequences of a pass: the next
seat to speak, and the seat that must name if no other does.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from rebelote.bots.meanings import NEVER, TRUMPS_BID, HandWorth
from rebelote.bots.plain_calling import PlainCalling
from rebelote.rules.actions import Call, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.options import Rules
from rebelote.rules.view import View

NEEDED: Final = {"first_again": (27, 33, 18, 42), "last": (31, 28, 31), "first": ()}
"""The worth from which a suit is named, by the seat that may not pass and the number of passes.

With 33 a contract brings as much as it costs, over 16,000 deals played by the heuristics. The first
to speak needs less, since the next would name; the fourth more, since an opponent who has passed
must; the third least of all, since then partner must. Where the last must (bela), they come from
60,000 deals called with six cards.
"""
DOUBLED_WITH: Final = 40.5
REDOUBLED_WITH: Final = 60.5
"""The worth of a hand in the suit that was named from which it doubles, and redoubles: above 40 on
the other side, seven contracts in ten failed, of 2,100 that the heuristics called and played."""
MARKS: Final = 4
"""The marks that a deal brings more for each point of worth, over the same deals."""
_worth: Final = lru_cache(maxsize=1 << 12)(partial(HandWorth, table=TRUMPS_BID._replace(long=2)))
"""Any suit of two cards may be named, also without its jack and nine."""


def needed(so_far: AuctionSoFar) -> int:
    """Return the worth from which the seat to call names a suit; 0 where it must."""
    table = NEEDED[so_far.rules.must_name]
    return table[so_far.passes] if so_far.passes < len(table) else 0


class _NamedCalling(PlainCalling):
    scale = 32.0

    def candidates(self, view: View) -> tuple[Call, ...]:
        worths = self.worths(view)
        return tuple(call for call in super().candidates(view) if worths[call] > NEVER)

    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        opening = _worth(hand, rules).opening
        if isinstance(call, Take):
            return MARKS * (opening[call.trump.code] - needed(so_far))
        named = rules.bidding.contract(so_far)
        assert named is not None
        least = REDOUBLED_WITH if named.stake > 1 else DOUBLED_WITH
        return MARKS * (opening[named.trump.code] - least)


NAMED: Final = _NamedCalling()
