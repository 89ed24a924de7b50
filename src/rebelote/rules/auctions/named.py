"""The auction of klaverjas: in turn each names a suit as trump or passes, and one of them must.

Who speaks first and who may not pass are agreed on (`klaverjas-nku:naming`, `klaverjas-kbn:naming`,
`question:55`); the first to name a suit ends it, and no deal dies.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.actions import Call, Pass, Take
from rebelote.rules.auctions.state import Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.cards import SUIT_TRUMPS
from rebelote.rules.contract import Contract

_SUITS: Final = tuple(map(Take, SUIT_TRUMPS))


def opener(rules: AuctionRules, eldest: int, players: int) -> int:
    """Return the seat that speaks first: the dealer (`klaverjas-nku:naming`), or the next
    (`klaverjas-kbn:naming`)."""
    return (eldest - (rules.first_speaker == "dealer")) % players


def bound(rules: AuctionRules, players: int) -> int:
    """Return the number of passes that bind the next seat to name trump (`klaverjas-nku:naming`,
    `question:55`)."""
    return {"first_again": players, "last": players - 1, "first": 0}[rules.must_name]


class _Named(Auction):
    by_four = True
    debated = (
        *("must_name", "first_speaker", "trick_melds", "partner_exempts", "undertrump"),
        *("end_deals", "swept_attack_pays", "tie_rule", "packets", "last_trick_view"),
    )

    def speaker(self, so_far: AuctionSoFar) -> int:
        first = opener(so_far.rules, so_far.eldest, so_far.players)
        return (first + len(so_far.calls)) % so_far.players

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        if so_far.passes >= bound(so_far.rules, so_far.players):
            return _SUITS
        return (Pass(), *_SUITS)

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        last = so_far.calls[-1] if so_far.calls else None
        return None if last is None or last.trump is None else Contract(last.seat, last.trump)

    def over(self, so_far: AuctionSoFar) -> bool:
        return self.contract(so_far) is not None

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        return Outcomes(stakes=(1,))

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        return _SUITS


NAMED: Final = _Named()
