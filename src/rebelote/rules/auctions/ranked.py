"""The auction of Bulgarian belot: trumps are bid in an order, each higher than the last.

Clubs are lowest, then diamonds, hearts, spades, no trumps, all trumps. What the other side bid may
be doubled, what one's own did redoubled, and a higher bid clears both away. Three passes after any
call end it; four passes at once make a dead deal (`bulgaria:auction`).
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.auctions.state import DOUBLED, AuctionSoFar, PlainAuction
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract

ORDER: Final = (
    Trump.CLUBS,
    Trump.DIAMONDS,
    Trump.HEARTS,
    Trump.SPADES,
    Trump.NONE,
    Trump.ALL,
)
"""What can be bid, from low to high (`bulgaria:auction`)."""
REDOUBLED: Final = 4
"""What a redouble multiplies by (`bulgaria:double`)."""
_BIDS: Final = tuple(map(Bid, ORDER))


def higher(standing: Contract | None) -> tuple[Bid, ...]:
    """Every bid above the standing one, doubled or not (`bulgaria:auction`)."""
    return _BIDS[ORDER.index(standing.trump) + 1 :] if standing is not None else _BIDS


def doubling(so_far: AuctionSoFar, standing: Contract | None, seat: int) -> tuple[Call, ...]:
    """The double or redouble that this seat may say of the standing bid (`bulgaria:double`)."""
    if standing is None:
        return ()
    if so_far.is_own(standing, seat):
        return (Redouble(),) if standing.stake == DOUBLED else ()
    return (Double(),) if standing.stake == 1 else ()


class _Ranked(PlainAuction):
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


RANKED: Final = _Ranked()
