"""Calling where bids of points rise: what a hand is worth is bid, and what it adds is raised.

What is expected of others, and read from their calls, is the same table of meaning (`meanings`).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from rebelote.bots.meanings import HandWorth, hand_worth
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.auctions import rising
from rebelote.rules.auctions.rising import RISING as LAW
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import TRUMPS, CardSet
from rebelote.rules.contract import Called, Contract
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

DOUBLE_FROM: Final = 12
"""The points by which a bid must be expected to fail to be doubled."""
REDOUBLE_FROM: Final = 30
"""The points above a doubled bid from which it is redoubled."""
PARTNERS_BID: Final = 10
"""The points that a partner who has bid is expected to take against the other side's trump."""
EVERY_TRICK_FROM: Final = 130
"""The worth from which bids of every trick are tried out in worlds."""
WITHIN: Final = 20
"""The points by which a trump may fall short of the least bid and be tried out in worlds."""
BID_SCALE: Final = 12.0
"""The scale of the model of bids: so many points more or less than the worth are likely."""
PASS_SCALE: Final = 8.0
"""The scale of the logistic model of passes and doubles."""
NEVER: Final = -1000.0
"""The worth of a trump that is not to be named."""


class Heard(NamedTuple):
    """What one's own side has said of a trump: what is added to the hand's support, or opening."""

    support: float | None = None
    opening: float = 0.0
    theirs: bool = False


class Position(NamedTuple):
    """An auction as the seat to call sees it: what is known before it looks at its hand."""

    seat: int
    over: bool
    standing: Contract | None
    ours: bool
    steps: tuple[int, ...]
    trumps: tuple[int, ...]
    heard: tuple[Heard, ...]
    doubles: bool
    redoubles: bool
    partner_bid: bool

    @property
    def least(self) -> int:
        """The least bid of points; out of reach where none is left."""
        return self.steps[0] if self.steps else 10_000


@lru_cache(maxsize=1 << 14)
def position(so_far: AuctionSoFar) -> Position:
    """The position after these calls."""
    standing, seat = LAW.contract(so_far), LAW.speaker(so_far)
    values = dict.fromkeys(bid.value for bid in rising.bids(so_far, standing))
    ours = standing is not None and so_far.sides[standing.attacker] == so_far.sides[seat]
    mine = standing is not None and standing.attacker == seat
    partner = (seat + 2) % so_far.players
    return Position(
        seat,
        LAW.over(so_far),
        standing,
        ours,
        () if mine else tuple(value for value in values if isinstance(value, int)),
        tuple(trump.code for trump in rising.trumps(so_far.rules)),
        tuple(_heard(so_far, seat, code) for code in range(len(TRUMPS))),
        rising.may_double(so_far, standing, seat),
        rising.may_redouble(so_far, standing, seat),
        any(one.seat == partner and one.trump is not None for one in so_far.calls),
    )


def _heard(so_far: AuctionSoFar, seat: int, code: int) -> Heard:
    """What has been said of one trump so far."""
    bids = [one for one in so_far.calls if one.trump is TRUMPS[code]]
    own = [(one.seat, one.value) for one in bids if so_far.sides[one.seat] == so_far.sides[seat]]
    points = [(bidder, value) for bidder, value in own if isinstance(value, int)]
    if not points:
        return Heard(theirs=bool(bids))
    opener, opened = points[0]
    if opener != seat:
        return Heard(support=opened)
    return Heard(opening=_raised(points, seat))


def _raised(points: list[tuple[int, int]], seat: int) -> float:
    """By how much partner has raised one's own first bid."""
    partner = [value for bidder, value in points if bidder != seat]
    return partner[-1] - points[0][1] if partner else 0.0


# --- the call -------------------------------------------------------------------------------------


def totals(hand: HandWorth, at: Position) -> dict[int, float]:
    """The points that one's side can expect by trump, with what it has said of it."""
    return {code: _total(hand, at.heard[code], code) for code in at.trumps}


def _total(hand: HandWorth, heard: Heard, code: int) -> float:
    if heard.theirs:
        return NEVER
    opening = hand.opening[code] + heard.opening if hand.natural[code] else NEVER
    return opening if heard.support is None else max(opening, hand.support[code] + heard.support)


def judged(hand: HandWorth, at: Position) -> Call:
    """The call of a hand in this position."""
    if at.redoubles and at.standing is not None:
        return Redouble() if redouble_margin(hand, at) >= 0 else Pass()
    if at.doubles and double_margin(hand, at) >= 0:
        return Double()
    found = totals(hand, at)
    best = max(found, key=lambda code: found[code])
    if found[best] < at.least:
        return Pass()
    return Bid(TRUMPS[best], max(value for value in at.steps if value <= found[best]))


def double_margin(hand: HandWorth, at: Position) -> float:
    """By how much the standing bid is expected to fail, less what a double needs."""
    if at.standing is None or not isinstance(at.standing.value, int):
        return NEVER
    return hand.defence[at.standing.trump.code] + PARTNERS_BID * at.partner_bid - DOUBLE_FROM


def redouble_margin(hand: HandWorth, at: Position) -> float:
    """By how much a doubled bid is expected to be made, less what a redouble needs."""
    if at.standing is None or not isinstance(at.standing.value, int):
        return NEVER
    code = at.standing.trump.code
    return _total(hand, at.heard[code], code) - at.standing.value - REDOUBLE_FROM


@lru_cache(maxsize=1 << 14)
def _worth(hand: CardSet, rules: Rules) -> HandWorth:
    return hand_worth(hand, rules)


class _RisingCalling:
    draws: Final = 4

    def worths(self, view: View) -> dict[Call, float]:
        """The worth of the best bids above what they promise; a pass is the other choice."""
        hand, at = self._asked(view)
        found = {code: worth for code, worth in totals(hand, at).items() if worth > NEVER}
        named: dict[Call, float] = {}
        for code, worth in found.items() if at.steps else ():
            value = max((step for step in at.steps if step <= worth), default=at.least)
            named[Bid(TRUMPS[code], value)] = worth - value
        if at.doubles:
            named[Double()] = double_margin(hand, at)
        if at.redoubles:
            named[Redouble()] = redouble_margin(hand, at)
        return named

    def _asked(self, view: View) -> tuple[HandWorth, Position]:
        rules = rules_of(view)
        return _worth(view.hand, rules), position(auction_of(view, rules))

    def call(self, view: View) -> Call:
        """Bid what the hand is worth, raise by what it adds, double what should fail, or pass."""
        return judged(*self._asked(view))

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Some bids at the two best trumps, a double or redouble where offered, a pass last."""
        hand, at = self._asked(view)
        found = totals(hand, at)
        likely = [code for code in found if found[code] >= at.least - WITHIN]
        likely.sort(key=lambda code: -found[code])
        tried = [bid for code in likely[:2] for bid in _bids(at, code, found[code])]
        offered = set(view.legal.calls) if view.legal is not None else set()
        calls: list[Call] = [*tried, *([Double()] if at.doubles else ())]
        calls += [Redouble()] if at.redoubles else []
        return (*(call for call in calls if call in offered), Pass())

    def known(self, view: View) -> CardSet:
        """The hand."""
        return view.hand

    def readable(self, view: View, call: Call) -> bool:
        """Whether a bid says what partner will read in it."""
        if not isinstance(call, Bid):
            return True
        hand, at = self._asked(view)
        heard = at.heard[call.trump.code]
        return hand.natural[call.trump.code] or heard.support is not None

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """The contract after this call if everybody calls by the worth of these first hands."""
        so_far = auction_of(view, rules).after(view.seat, call)
        while not (at := position(so_far)).over:
            so_far = so_far.after(at.seat, judged(_worth(first[at.seat], rules), at))
        return at.standing

    def likelihood(self, view: View, rules: Rules, seat: int, held: CardSet) -> float:
        """The likelihood of a seat's calls with this first hand, by the table of meaning."""
        likely = 1.0
        hand = hand_worth(held, rules)
        for at, called in _positions(auction_of(view, rules)):
            if called.seat == seat:
                likely *= _likelihood(hand, at, called)
        return likely


def _bids(at: Position, code: int, worth: float) -> list[Bid]:
    """Bids at one trump about the worth of the hand: the least, and up to one step beyond."""
    near = [step for step in at.steps if step <= worth + 10]
    values = sorted({*at.steps[:1], *near[-2:]})
    every: list[Bid] = [Bid(TRUMPS[code], value) for value in values]
    return [*every, *([Bid(TRUMPS[code], "capot")] if worth >= EVERY_TRICK_FROM else ())]


@lru_cache(maxsize=64)
def _positions(so_far: AuctionSoFar) -> tuple[tuple[Position, Called], ...]:
    """Each call so far, with the position in which it was made."""
    return tuple(
        (position(so_far._replace(calls=so_far.calls[:number])), called)
        for number, called in enumerate(so_far.calls)
    )


def _likelihood(hand: HandWorth, at: Position, called: Called) -> float:
    """The likelihood of one call."""
    if called.said:
        margin = double_margin(hand, at) if called.said == "double" else redouble_margin(hand, at)
        return _logistic(margin)
    found = totals(hand, at)
    best = max(found.values())
    if called.trump is None:
        return 1 - _logistic(best - at.least)
    worth = found.get(called.trump.code, NEVER)
    if not isinstance(called.value, int):
        return _logistic(worth - EVERY_TRICK_FROM)
    apart = abs(worth - called.value - 5) + max(0.0, best - worth)
    return max(1e-4, math.exp(-apart / BID_SCALE))


def _logistic(margin: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, margin / PASS_SCALE))))


RISING: Final = _RisingCalling()
