"""Par: the contract of two sides that see all cards, and bid and play without an error."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rebelote.analysis.worth import TrueAuction
from rebelote.bots.payoffs import MarksOnly
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding
from rebelote.rules.match import Match
from rebelote.rules.tallies import Points
from rebelote.rules.view import view


class Par(NamedTuple):
    """The contract of the best auction and the marks that it brings; none where both sides pass.

    `exact`: whether the marks are those of best play, not an estimate.
    """

    contract: Contract | None
    marks: Points
    exact: bool = True

    def ahead(self, side: int) -> int:
        """Return the marks of a side less those of the other."""
        return self.marks[side] - self.marks[side ^ 1]


def par(match: Match) -> Par:
    """Compute the par of a deal in its auction, from its first call on.

    Each side bids, doubles, redoubles or passes as is best for it, with every card seen; of equal
    ways the first is taken: a pass, a double, the lowest bid. A bid of every trick by one player is
    left out.

    Raises:
        ValueError: outside an auction in which points are bid.
        NoKernelError: where the native module was not built.
    """
    deal = match.deal
    if not isinstance(deal, Bidding) or not deal.rules.bidding.names_values:
        raise ValueError("par is that of a deal in its auction, where points are bid")
    return _Auction(match, deal).par()


class _Auction:
    """The bids of a deal, and the par of each once it stands."""

    def __init__(self, match: Match, deal: Bidding) -> None:
        self.deal, self.seen = deal, view(match, deal.eldest)
        self.rules = deal.rules
        self.agreed = deal.rules.auction
        self.trumps, values, _ = self.rules.bidding.outcomes(self.agreed)
        self.values = [value for value in values if isinstance(value, int) or value == "capot"]
        self.worth = TrueAuction(MarksOnly(self.rules, (0,) * self.rules.side_count))
        self.standing = cache(self._standing)

    def par(self) -> Par:
        first = self.rules.sides[self.deal.eldest]
        passed = _best(first ^ 1, [Par(None, (0, 0)), *self.bids(first ^ 1)])
        return _best(first, [passed, *self.bids(first)])

    def bids(self, side: int, above: int = -1) -> Iterator[Par]:
        """Yield the par of each higher bid of a side, the lowest first."""
        for number in range(above + 1, len(self.values)):
            for trump in self.trumps:
                yield self.standing(side, number, trump)

    def _standing(self, side: int, number: int, trump: Trump) -> Par:
        """Return the par of a bid, after the best answer to it."""
        value = self.values[number]
        answers = [self.ended(side, number, trump, 1)]
        if not isinstance(value, int) or value >= self.agreed.double_from:
            answers += self.doubled(side, number, trump)
        return _best(side ^ 1, [*answers, *self.bids(side ^ 1, number)])

    def doubled(self, side: int, number: int, trump: Trump) -> list[Par]:
        """Return the par of a doubled bid, or of a redouble, where that is better."""
        _, *stakes = self.rules.bidding.stakes(self.agreed, trump)
        ways = [self.ended(side, number, trump, stake) for stake in dict.fromkeys(stakes)]
        return [_best(side, ways)] if ways else []

    def ended(self, side: int, number: int, trump: Trump, stake: int) -> Par:
        """Return the par of a bid as the contract."""
        eldest = self.deal.eldest
        seat = eldest if self.rules.sides[eldest] == side else (eldest + 1) % self.rules.players
        contract = Contract(seat, trump, self.values[number], stake)
        worth = self.worth.of(self.deal, self.seen, contract)
        return Par(contract, worth.settled.marks, worth.exact)


def _best(side: int, ways: list[Par]) -> Par:
    """Return the best for a side, the first of equals."""
    return max(ways, key=lambda way: way.ahead(side))
