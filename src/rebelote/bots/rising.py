"""Calling where bids of points rise: a bid shows the worth of a hand, a raise its addition.

The calls of others are predicted and read by the same table of meaning (`meanings`).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from rebelote.bots import by_worth
from rebelote.bots.meanings import NEVER, POINTS_BID, HandWorth
from rebelote.bots.needs import SHARED, Needs
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble, Value, points_bid
from rebelote.rules.auctions import rising
from rebelote.rules.auctions.rising import RISING as LAW
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import TRUMPS
from rebelote.rules.contract import Called
from rebelote.rules.view import View

SURER: Final = 10
"""The points by which a bid that keeps a margin is harder to double, at the most."""
RAISED: Final = 8
"""The points that each raise of a trump shows beyond the first bid, against a double."""
PLANNED: Final = 2
"""The points by which a hand may fall short of a double, or a redouble, and try it in worlds."""
SURE: Final = 100
"""The worth with which a hand opens no lower: partner could not read it in less."""
HIGH: Final = 120
"""The points beyond which a bid asks for its margin twice."""
EVERY_TRICK_FROM: Final = 120
"""The points from which bids of every trick are tried out in worlds."""
WITHIN: Final = 20
"""The points by which a trump may fall short of the least bid and be tried out in worlds."""
BID_SCALE: Final = 12.0
"""The scale of the model of bids: so many points more or less than the worth are likely."""
PASS_SCALE: Final = 8.0
"""The scale of the logistic model of passes and doubles."""


class BidsSoFar(NamedTuple):
    """The bids of a trump so far.

    `support`: the promise of partner's first bid, to which one's own hand adds; `raised`: points by
    which partner raised one's own; `theirs`: whether the other side named it.
    """

    support: float | None = None
    raised: float = 0.0
    theirs: bool = False


class Position(by_worth.Position):
    """The auction so far, and the calls on offer, where points are bid.

    `steps`: the points that may be bid, from the least, for which `needed` points are enough.
    `bids_so_far`: by trump, where it was named. `to_double`: the least expected deficit of the
    standing bid for a double.
    """

    law = LAW

    def __init__(self, so_far: AuctionSoFar, needs: Needs) -> None:
        super().__init__(so_far, needs)
        standing = self.standing
        own = standing is not None and standing.attacker == self.seat
        higher = () if own else rising.bids(so_far, standing)
        self.steps = _points_from(higher[0].value, so_far) if higher else ()
        theirs = standing is not None and not so_far.is_own(standing, self.seat)
        least = self.steps[0] if self.steps else 0
        self.needed = _enough_over_them(least, needs) if theirs else least
        self.trumps = tuple(trump.code for trump in rising.trumps(so_far.rules))
        named = {one.trump.code for one in so_far.calls if one.trump is not None}
        self.bids_so_far = {code: _bids_so_far(so_far, self.seat, code, needs) for code in named}
        self.doubles = rising.may_double(so_far, standing, self.seat)
        self.redoubles = rising.may_redouble(so_far, standing, self.seat)
        trump = None if standing is None else standing.trump
        self.raises = sum(one.trump is trump for one in so_far.calls) - 1 if trump else 0
        self.to_double = needs.double + RAISED * self.raises + min(SURER, _surer(so_far, needs))
        sides = so_far.sides
        if any(one.trump and sides[one.seat] == sides[self.seat] for one in so_far.calls):
            self.to_double += needs.own_suit

    def enough(self, value: int) -> float:
        """Return the least worth for a bid of this value here."""
        return promised(self.needed if value == self.steps[0] else value, self.needs)


def _points_from(least: Value | None, so_far: AuctionSoFar) -> tuple[int, ...]:
    """Return the points that may be bid from the least on; () where only every trick is left."""
    steps = rising.ladder(so_far.rules)
    return tuple(step for step in steps[steps.index(least) :] if isinstance(step, int))


def _bids_so_far(so_far: AuctionSoFar, seat: int, code: int, needs: Needs) -> BidsSoFar:
    sides = so_far.sides
    bids = [at for at, one in enumerate(so_far.calls) if one.trump is TRUMPS[code]]
    own = [at for at in bids if sides[so_far.calls[at].seat] == sides[seat]]
    said = [(so_far.calls[at].seat, meant(so_far, at, needs)) for at in own]
    points = [(bidder, worth) for bidder, worth in said if worth is not None]
    if not points:
        return BidsSoFar(theirs=not own)
    opener, opened = points[0]
    if opener != seat:
        return BidsSoFar(support=opened)
    partner = [value for bidder, value in points if bidder != seat]
    return BidsSoFar(raised=max(0.0, partner[-1] - opened) if partner else 0.0)


def _enough_over_them(value: int, needs: Needs) -> float:
    """Return the points that are enough for the least bid over the other side's: to fail costs
    little more than to let them make theirs."""
    return min(value, max(needs.over_them, value - needs.short))


def meant(so_far: AuctionSoFar, at: int, needs: Needs) -> float | None:
    """Return the least worth with which this call is made; None where it names no points."""
    called = so_far.calls[at]
    if (value := points_bid(called.value)) is None:
        return None
    so_far = so_far._replace(calls=so_far.calls[:at])
    standing = LAW.contract(so_far)
    if standing is None or standing.value is None or so_far.is_own(standing, called.seat):
        return promised(value, needs)
    least = rising.higher(so_far.rules, standing.value)[0] == called.value
    return promised(_enough_over_them(value, needs) if least else value, needs)


def _surer(so_far: AuctionSoFar, needs: Needs) -> float:
    """Return the worth of the last bid less the points that it names."""
    for at, called in reversed([*enumerate(so_far.calls)]):
        if called.trump:
            worth, value = meant(so_far, at, needs), points_bid(called.value)
            return 0.0 if worth is None or value is None else worth - value
    return 0.0


# --- the call -------------------------------------------------------------------------------------


def promised(value: float, needs: Needs = SHARED) -> float:
    """Return the least worth for a bid of this value: half of the deals bring less than the worth
    of the hand, and a failure costs far more than a higher bid brings."""
    return value + needs.margin * (max(0, value - needs.sure) + max(0, value - HIGH))


def biddable(worth: float, announced: float, needs: Needs = SHARED) -> float:
    """Return the points that may be bid with this worth; announcements are a sure part of it."""
    played, sure, margin = worth - announced, needs.sure, needs.margin
    if played <= sure:
        return worth
    if played <= (high := promised(HIGH, needs)):
        return announced + sure + (played - sure) / (1 + margin)
    return announced + HIGH + (played - high) / (1 + 2 * margin)


def totals(hand: HandWorth, at: Position) -> list[float]:
    """Return the points that the own side may bid by trump, given its bids so far."""
    limits = hand.opening
    if at.bids_so_far:
        limits = limits[:]
        for code, bids_so_far in at.bids_so_far.items():
            limits[code] = _total(hand, bids_so_far, code)
    if max(limits) <= at.needs.sure:
        return limits
    return [biddable(worth, hand.announced, at.needs) for worth in limits]


def _total(hand: HandWorth, bids_so_far: BidsSoFar, code: int) -> float:
    """Return the points that the own side can expect."""
    if bids_so_far.theirs:
        return NEVER
    opening = hand.opening[code] + bids_so_far.raised
    return (
        opening
        if bids_so_far.support is None
        else max(opening, hand.support[code] + bids_so_far.support)
    )


def judged(hand: HandWorth, at: Position) -> Call:
    if at.redoubles:
        return Redouble() if redouble_margin(hand, at) >= 0 else Pass()
    if at.doubles and double_margin(hand, at) >= 0:
        return Double()
    if not at.steps:
        return Pass()
    limits = totals(hand, at)
    best = max(at.trumps, key=limits.__getitem__)
    if limits[best] < at.needed:
        return Pass()
    return _best_bid(at, best, limits[best])


def _best_bid(at: Position, code: int, worth: float) -> Bid:
    """Return the highest bid at a trump that so many points allow, or the least."""
    return Bid(TRUMPS[code], at.steps[max(0, bisect_right(at.steps, worth) - 1)])


def double_margin(hand: HandWorth, at: Position) -> float:
    """Return the expected deficit of the standing bid, less the deficit that a double needs."""
    if at.standing is None or points_bid(at.standing.value) is None:
        return NEVER
    return hand.defence[at.standing.trump.code] - at.to_double


def redouble_margin(hand: HandWorth, at: Position) -> float:
    """Return the expected surplus of a doubled bid, less the surplus that a redouble needs."""
    if at.standing is None or (points := points_bid(at.standing.value)) is None:
        return NEVER
    code = at.standing.trump.code
    return _total(hand, at.bids_so_far[code], code) - points - at.needs.redouble


class _RisingCalling(by_worth.CallingByWorth[Position]):
    def worths(self, view: View) -> dict[Call, float]:
        """Return the worth of the best bids above their promise; a pass is the other choice."""
        hand, at = self.asked(view)
        limits = totals(hand, at)
        named: dict[Call, float] = {}
        for code in at.trumps if at.steps else ():
            if (worth := limits[code]) > 0:
                value = max((step for step in at.steps if step <= worth), default=at.steps[0])
                enough = at.needed if value == at.steps[0] else value
                named[Bid(TRUMPS[code], value)] = round(worth - enough, 1)
        if at.doubles:
            named[Double()] = double_margin(hand, at)
        if at.redoubles:
            named[Redouble()] = redouble_margin(hand, at)
        return named

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Return bids at the two best trumps, a double or redouble where offered, a pass last.

        Before any bid, a hand worth `SURE` points bids so: partner could not read it in less.
        """
        hand, at = self.asked(view)
        limits = totals(hand, at)
        likely = [code for code in at.trumps if at.steps and limits[code] >= at.needed - WITHIN]
        likely.sort(key=limits.__getitem__, reverse=True)
        tried: list[Call] = [bid for code in likely[:1] for bid in _bids(at, code, limits[code])]
        tried += [Bid(TRUMPS[code], "generale") for code in likely[:1] if hand.sure_alone(code)]
        tried += [_best_bid(at, code, limits[code]) for code in likely[1:2]]
        tried += [Double()] if double_margin(hand, at) >= -PLANNED else []
        tried += [Redouble()] if redouble_margin(hand, at) >= -PLANNED else []
        tried = [call for call in tried if not _too_high(hand, at, call)]
        offered = set(view.legal.calls) if view.legal is not None else set()
        if at.standing is None and likely and limits[likely[0]] >= SURE:
            return tuple(call for call in tried if call in offered and _is_strong(call))
        return (*(call for call in tried if call in offered), Pass())

    def readable(self, view: View, call: Call) -> bool:
        """Return whether the hand has the cards that partner reads in a bid."""
        if not isinstance(call, Bid):
            return True
        hand, at = self.asked(view)
        return totals(hand, at)[call.trump.code] > 0


def _too_high(hand: HandWorth, at: Position, call: Call) -> bool:
    """Return whether a bid is more than so few trumps are worth that partner has not named."""
    if not isinstance(call, Bid) or not isinstance(call.value, int):
        return False
    code = call.trump.code
    so_far = at.bids_so_far.get(code, BidsSoFar())
    partner = so_far.support is not None or so_far.raised > 0
    return not partner and call.value > hand.most(code)


def _is_strong(call: Call) -> bool:
    """Return whether a bid asks for `SURE` points, or for every trick."""
    return isinstance(call, Bid) and (not isinstance(call.value, int) or call.value >= SURE)


def _bids(at: Position, code: int, worth: float) -> list[Bid]:
    """Return the bids at one trump from the least to one step beyond the worth of the hand."""
    steps = at.steps[: max(1, bisect_right(at.steps, worth + 10))]
    every: list[Bid] = [Bid(TRUMPS[code], value) for value in steps]
    return [*every, *([Bid(TRUMPS[code], "capot")] if worth >= EVERY_TRICK_FROM else ())]


def _likely(at: Position, called: Called) -> Callable[[HandWorth], float]:
    return partial(_likelihood, at, called)


def _likelihood(at: Position, called: Called, hand: HandWorth) -> float:
    if called.said == "double":
        return _logistic(double_margin(hand, at))
    if called.said == "redouble":
        return _logistic(redouble_margin(hand, at))
    if not at.steps or called.said == "redeal":
        return 1.0
    limits = totals(hand, at)
    best = max(map(limits.__getitem__, at.trumps))
    if called.trump is None:
        return 1 - _logistic(best - at.needed)
    worth = limits[called.trump.code]
    if not isinstance(called.value, int):
        return _logistic(worth - EVERY_TRICK_FROM)
    fewer = called.value - at.needed if called.value == at.steps[0] else 0.0
    middle = called.value + 5 - fewer / 2
    distance = max(0.0, abs(worth - middle) - fewer / 2) + max(0.0, best - worth)
    return max(1e-4, math.exp(-distance / BID_SCALE))


def _logistic(margin: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, margin / PASS_SCALE))))


RISING: Final = _RisingCalling(POINTS_BID, Position, judged, _likely)
