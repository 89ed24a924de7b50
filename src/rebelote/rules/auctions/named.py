"""The auction of klaverjas: in turn each names a suit as trump or passes, and one of them must.

Who speaks first and who may not pass are agreed on (`klaverjas-nku:naming`, `klaverjas-kbn:naming`,
`question:55`); the first to name a suit has it, and no deal dies. The others may then double, the
side that plays redouble, and the others once more, where that is agreed on
(`klaverjas-kraken:doubles`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.actions import SUPERKRAKEN, Call, Double, Pass, Redouble, Take
from rebelote.rules.auctions.state import DOUBLED, Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.cards import SUIT_TRUMPS
from rebelote.rules.contract import Contract

_SUITS: Final = tuple(map(Take, SUIT_TRUMPS))
_RAISES: Final[dict[str, tuple[Call, ...]]] = {
    "none": (),
    "double": (Double(),),
    "redouble": (Double(), Redouble()),
    "superkraken": (Double(), Redouble(), SUPERKRAKEN),
}
"""The raises that may follow each other, by what is agreed on."""


def opener(rules: AuctionRules, eldest: int, players: int) -> int:
    """Return the seat that speaks first: the dealer (`klaverjas-nku:naming`), or the next
    (`klaverjas-kbn:naming`)."""
    return (eldest - (rules.first_speaker == "dealer")) % players


def bound(rules: AuctionRules, players: int) -> int:
    """Return the number of passes that bind the next seat to name trump (`klaverjas-nku:naming`,
    `question:55`)."""
    return {"first_again": players, "last": players - 1, "first": 0}[rules.must_name]


def raises(rules: AuctionRules, stake: int) -> tuple[Call, ...]:
    """Return the raise of such a stake, where one is left (`klaverjas-kraken:doubles`)."""
    said = stake.bit_length() - 1
    return _RAISES[rules.named_doubles][said : said + 1]


class _Named(Auction):
    by_four = True
    debated = (
        *("must_name", "first_speaker", "trick_melds", "partner_exempts", "undertrump"),
        *("named_doubles", "end_deals", "swept_attack_pays", "tie_rule", "packets"),
        "last_trick_view",
    )

    def speaker(self, so_far: AuctionSoFar) -> int:
        if self.contract(so_far) is None:
            first = opener(so_far.rules, so_far.eldest, so_far.players)
            return (first + len(so_far.calls)) % so_far.players
        raiser = next(one.seat for one in reversed(so_far.calls) if not one.passed)
        return (raiser + 1 + 2 * so_far.passes) % so_far.players

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        named = self.contract(so_far)
        if named is not None:
            return (Pass(), *raises(so_far.rules, named.stake))
        if so_far.passes >= bound(so_far.rules, so_far.players):
            return _SUITS
        return (Pass(), *_SUITS)

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        standing = so_far.standing(DOUBLED)
        raised = sum(one.said != "" for one in so_far.calls)
        return standing and msgspec.structs.replace(standing, stake=DOUBLED**raised)

    def settled(self, so_far: AuctionSoFar) -> bool:
        return self.contract(so_far) is not None

    def over(self, so_far: AuctionSoFar) -> bool:
        named = self.contract(so_far)
        if named is None:
            return False
        return so_far.passes == so_far.players // 2 or not raises(so_far.rules, named.stake)

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        return Outcomes(
            stakes=tuple(DOUBLED**n for n in range(len(_RAISES[rules.named_doubles]) + 1))
        )

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        return (*_SUITS, *_RAISES[rules.named_doubles])


NAMED: Final = _Named()
