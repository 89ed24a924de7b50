"""Calling where trumps are bid in their order: by the expected marks of each contract.

The worth of a hand at a trump is a number of points above half of the deal's (`meanings`). The bids
of partner and of the other side add to it, and a normal distribution about it gives the chance that
the contract is made, and the marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from rebelote.bots import by_worth
from rebelote.bots.meanings import NEVER, TRUMPS_BID, HandWorth
from rebelote.bots.needs import Needs
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.auctions.ranked import RANKED as LAW
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import TRUMPS, Trump
from rebelote.rules.contract import Called, Contract
from rebelote.rules.view import View


class Deal(NamedTuple):
    """The deals of one kind of contract: their marks, and the standard deviation of the expected
    points of a hand.

    The points promised by a bid: `opened`, over partner's bid, over the other side's.
    """

    marks: float
    deviation: float
    opened: float
    over_partner: float
    over_them: float


SUIT: Final = Deal(17, 40, 32, 48, 26)
WITHOUT_SUIT: Final = {Trump.ALL: Deal(28, 64, 50, 60, 33), Trump.NONE: Deal(28, 58, 41, 60, 43)}
"""In no trumps each point counts twice."""
DOUBLED: Final = 40
"""The points that a double takes from the promise of the bid: no player doubles with fewer."""
FROM_BIDS: Final = {
    "partner": {"suit": {Trump.ALL: 21, Trump.NONE: 4}, "none": {Trump.ALL: -12}},
    "them": {"suit": {Trump.ALL: -19, Trump.NONE: -6}, "none": {Trump.ALL: 4}},
}
"""The points that a bid of a suit, or of no trumps, adds to one's own higher bid, by its bidder.
Other suits disclose nothing of each other."""
REACH: Final = 600
"""More points above or below half than any hand and auction can come to."""
SCALE: Final = 2.0
"""The marks by which a call must be better to be e times as likely."""
LEAST: Final = 0.001
"""The least likelihood of a call: not all players call by this table."""
TRIED: Final = {Bid: -8.0, Double: -2.0, Redouble: 0.0}
"""The marks by which a call may fall short of what it has to make, and be tried out in worlds."""
TRIED_OVER_PARTNER: Final = -2.0
"""The same for a bid over partner's: those that fall short by more lose 3 marks on average."""


def deal_of(trump: Trump) -> Deal:
    return WITHOUT_SUIT.get(trump, SUIT)


def expected(points: int, kind: Deal, stake: int) -> float:
    """Return the expected difference in marks of a contract to its bidder."""
    at = points / kind.deviation
    made = 0.5 * (1 + math.erf(at / math.sqrt(2)))
    if stake > 1:
        return stake * kind.marks * (2 * made - 1)
    ahead = points * made + kind.deviation * math.exp(-at * at / 2) / math.sqrt(2 * math.pi)
    return ahead / 5 - kind.marks * (1 - made)


Curve = Sequence[float]
"""The marks to expect by points above half, from -REACH to REACH."""


@cache
def _curve(trump: Trump, stake: int) -> Curve:
    """Build the table of expected marks of a contract: a call of *master* looks them up a hundred
    thousand times."""
    return [expected(points, deal_of(trump), stake) for points in range(-REACH, REACH + 1)]


def _at(curve: Curve, points: float) -> float:
    return curve[int(points + REACH + 0.5)]


def _promised(so_far: AuctionSoFar, standing: Contract) -> float:
    """Return the points above half that the standing bid promises, by the bid before it."""
    kind = deal_of(standing.trump)
    bidders = [one.seat for one in so_far.calls if one.trump is not None][:-1]
    if not bidders:
        return kind.opened
    return kind.over_partner if so_far.is_own(standing, bidders[-1]) else kind.over_them


class Position(by_worth.Position):
    """The auction so far, and the calls on offer, where trumps are bid."""

    law = LAW

    def __init__(self, so_far: AuctionSoFar, needs: Needs) -> None:
        super().__init__(so_far, needs)
        self.offers = () if self.over else LAW.offers(so_far)
        sides, own = so_far.sides, so_far.sides[self.seat]
        bids = [(one.seat, one.trump) for one in so_far.calls if one.trump is not None]
        self.partners = [bid for by, bid in bids if sides[by] == own and by != self.seat]
        self.theirs = [bid for by, bid in bids if sides[by] != own]
        self.ours = self.standing is not None and so_far.is_own(self.standing, self.seat)
        self.mine = self.standing is not None and self.standing.attacker == self.seat
        self.promised = 0.0 if self.standing is None else _promised(so_far, self.standing)
        self.others_bids = {trump: self._from_bids(trump) for trump in TRUMPS}
        self._prepare()

    def _prepare(self) -> None:
        """Prepare the curves of the standing bid and of each bid on offer for `leads`."""
        named = [call.trump for call in self.offers if isinstance(call, Bid)]
        self.bids = [(trump.code, self.others_bids[trump], _curve(trump, 1)) for trump in named]
        self.sign, self.stakes = 1 if self.ours else -1, list[Curve]()
        needs = self.needs
        self.needed_to_bid = needs.over_partner if self.ours else needs.against_them
        self.needed_to_double = needs.ranked_redouble if self.ours else needs.ranked_double
        if self.standing is None:
            self.needed_to_bid = needs.opened
            return
        stake, trump = self.standing.stake, self.standing.trump
        doubles = len(self.offers) > len(named) + 1
        self.stakes = [_curve(trump, each) for each in (stake, 2 * stake)[: 1 + doubles]]

    def _from_bids(self, trump: Trump) -> float:
        """Return the points that the others' bids add to a bid of this trump."""
        bids = {
            (who, "suit" if bid.suit is not None else "none")
            for who, bids in (("partner", self.partners), ("them", self.theirs))
            for bid in bids
            if bid is not Trump.ALL
        }
        return sum(FROM_BIDS[who][kind].get(trump, 0) for who, kind in bids)


# --- the call -------------------------------------------------------------------------------------


def standing_points(hand: HandWorth, at: Position, standing: Contract) -> float:
    """Return the expected points above half of the standing contract for its bidder."""
    code = standing.trump.code
    doubted = DOUBLED if standing.stake > 1 else 0
    if at.mine:
        return max(hand.opening[code], -REACH / 2) + at.others_bids[standing.trump] - doubted
    added = hand.support[code] if at.ours else -hand.defence[code]
    return at.promised + added - doubted


def leads(hand: HandWorth, at: Position) -> list[float]:
    """Return the marks by which each call on offer, a pass first, is better than a pass, less the
    marks required."""
    gains, passed = [0.0], 0.0
    if at.standing is not None:
        stands = standing_points(hand, at, at.standing)
        passed, *others = (at.sign * _at(curve, stands) for curve in at.stakes)
        gains += [marks - passed - at.needed_to_double for marks in others]
    for code, others_bids, curve in at.bids:
        points = hand.opening[code]
        lead = NEVER if points < NEVER / 2 else _at(curve, points + others_bids) - passed
        gains.append(lead - at.needed_to_bid)
    return gains


def judged(hand: HandWorth, at: Position) -> Call:
    by_call = leads(hand, at)
    return at.offers[by_call.index(max(by_call))]


class _RankedCalling(by_worth.CallingByWorth[Position]):
    def worths(self, view: View) -> dict[Call, float]:
        """Return the marks by which each call is better than a pass."""
        return {call: round(lead, 1) for call, lead in self._led(view) if lead > NEVER / 2}

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Return every call on offer that the hand does not forbid, a pass last."""
        over_partner = {Bid: TRIED_OVER_PARTNER} if self.asked(view)[1].ours else {}
        least = TRIED | over_partner
        return (*(call for call, lead in self._led(view) if lead >= least[type(call)]), Pass())

    def readable(self, view: View, call: Call) -> bool:
        """Return whether the hand has the cards that partner reads in a bid."""
        return not isinstance(call, Bid) or self.asked(view)[0].opening[call.trump.code] > NEVER / 2

    def _led(self, view: View) -> Iterator[tuple[Call, float]]:
        """Yield every call on offer but a pass, and its lead over a pass."""
        hand, at = self.asked(view)
        calls = zip(at.offers, leads(hand, at), strict=True)
        return (each for each in calls if not isinstance(each[0], Pass))


def _likely(at: Position, called: Called) -> Callable[[HandWorth], float]:
    return partial(_likelihood, at, at.offers.index(called.call))


def _likelihood(at: Position, number: int, hand: HandWorth) -> float:
    """Return the likelihood of a call, by its number among those on offer: softmax of leads."""
    by_call = leads(hand, at)
    best = max(by_call)
    shares = [math.exp(max(-60.0, (lead - best) / SCALE)) for lead in by_call]
    return max(LEAST, shares[number] / sum(shares))


RANKED: Final = _RankedCalling(TRUMPS_BID, Position, judged, _likely)
