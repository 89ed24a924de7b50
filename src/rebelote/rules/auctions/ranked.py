"""The auction of Bulgarian belot: trumps are bid in an order, each higher than the last.

Clubs are lowest, then diamonds, hearts, spades, no trumps, all trumps. What the other side bid may
be doubled, what one's own did redoubled, and a higher bid clears both away. Three passes after any
call end it; four passes at once make a dead deal (`bulgaria:auction`).
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.auctions.state import DOUBLED, Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract

ORDER: Final = (Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.SPADES, Trump.NONE, Trump.ALL)
"""The bids, from low to high (`bulgaria:auction`)."""
REDOUBLED: Final = 4
"""The factor of a redouble (`bulgaria:double`)."""
_BIDS: Final = tuple(map(Bid, ORDER))


def higher(standing: Contract | None) -> tuple[Bid, ...]:
    """Return every bid above the standing one, doubled or not (`bulgaria:auction`)."""
    return _BIDS[ORDER.index(standing.trump) + 1 :] if standing is not None else _BIDS


def doubling(so_far: AuctionSoFar, standing: Contract | None, seat: int) -> tuple[Call, ...]:
    """Return the double or redouble that this seat may make of the standing bid
    (`bulgaria:double`)."""
    if standing is None:
        return ()
    if so_far.is_own(standing, seat):
        return (Redouble(),) if standing.stake == DOUBLED else ()
    return (Double(),) if standing.stake == 1 else ()


class _Ranked(Auction):
    by_four = True
    ranks_trumps = True
    tabulated = True
    debated = (
        *("meld_contest", "belote_discard_ok", "undertrump", "target", "no_win_on_sweep"),
        *("rounding", "no_suit_points", "held_at_end", "melds", "shuffle"),
    )

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        standing = self.contract(so_far)
        return (Pass(), *doubling(so_far, standing, self.speaker(so_far)), *higher(standing))

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        if isinstance(call, Double | Redouble):
            return "no-double"
        if not isinstance(call, Bid):
            return "not-now"
        return "bid-too-low" if call in _BIDS else "no-such-bid"

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        return so_far.standing(REDOUBLED)

    def over(self, so_far: AuctionSoFar) -> bool:
        spoken = self.contract(so_far) is not None
        return so_far.passes >= so_far.players - spoken

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        return Outcomes(tuple(Trump), stakes=(1, DOUBLED, REDOUBLED))

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        return (*_BIDS, Double(), Redouble())


RANKED: Final = _Ranked()
