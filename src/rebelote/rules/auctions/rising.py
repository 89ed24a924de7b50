"""The auction of contrée and coinche: bids of points with a trump, each higher than the last.

Three passes after a bid end it, as does a redouble; four passes at once make a dead deal
(`contree:auction`).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from rebelote.rules.actions import (
    Bid,
    Call,
    Double,
    Pass,
    Redeal,
    Redouble,
    Value,
    points_bid,
    with_capot,
)
from rebelote.rules.auctions.state import (
    DOUBLED,
    Auction,
    AuctionRules,
    AuctionSoFar,
    Outcomes,
    seat_after,
)
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.contract import Contract

REDOUBLED: Final = {"none": DOUBLED, "3": 3, "4": 4}
"""The factor of a redouble (`contree:redouble`)."""


@cache
def ladder(rules: AuctionRules) -> tuple[Value, ...]:
    """Return every value that can be bid, from low to high (`contree:bids`, `contree:capot`); those
    with every trick come after points only (`bazar-blot:capot`)."""
    points = (rules.least_bid, *range(90, rules.highest_bid + 1, 10))
    above: dict[str, tuple[Value, ...]] = {
        "none": (),
        "capot": ("capot",),
        "capot_and_generale": ("capot", "generale"),
        "with_points": tuple(map(with_capot, points)),
    }
    return (*points, *above[rules.all_tricks_bid])


@cache
def higher(rules: AuctionRules, value: Value) -> tuple[Value, ...]:
    """Return the values above a bid: more points, and every trick where the bid asked for it."""
    steps, least = ladder(rules), points_bid(value)
    if rules.all_tricks_bid != "with_points" or least is None:
        return steps[steps.index(value) + 1 :]
    more = (step for step in steps if (points_bid(step) or 0) > least)
    return tuple(step for step in more if isinstance(step, str) or isinstance(value, int))


def stakes(rules: AuctionRules) -> tuple[int, ...]:
    """Return the possible stakes (`contree:double`, `contree:redouble`)."""
    return 1, DOUBLED, REDOUBLED[rules.redouble]


def trumps(rules: AuctionRules) -> tuple[Trump, ...]:
    """Return the trumps that can be named (`contree:trumps`)."""
    beyond = {"none": (), "no_trumps": (Trump.NONE,), "both": (Trump.NONE, Trump.ALL)}
    return (*SUIT_TRUMPS, *beyond[rules.no_suit_bids])


@cache
def _every_bid(rules: AuctionRules, above: Value | None = None) -> tuple[Bid, ...]:
    values = ladder(rules) if above is None else higher(rules, above)
    return tuple(Bid(trump, value) for value in values for trump in trumps(rules))


def bids(so_far: AuctionSoFar, standing: Contract | None) -> tuple[Bid, ...]:
    """Return every bid that is high enough; none over a double, where that is not agreed on."""
    rules = so_far.rules
    if standing is None or standing.value is None:
        return _every_bid(rules)
    if standing.stake > 1 and not rules.overbid_double:
        return ()
    every = _every_bid(rules, standing.value)
    if next_speaker(so_far, standing) != standing.attacker:
        return every
    return tuple(bid for bid in every if bid.trump is not standing.trump)


def next_speaker(so_far: AuctionSoFar, standing: Contract | None) -> int:
    """Return the seat whose call it is; after a double perhaps only the doubled side speaks
    (`contree:double`), after one out of turn first whose bid it was (`cannes`)."""
    if standing is not None and doubled_early(so_far):
        return standing.attacker
    seat = seat_after(so_far)
    if standing is None or standing.stake == 1 or so_far.rules.after_double == "everybody":
        return seat
    if so_far.rules.after_double == "bidder":
        return standing.attacker
    return seat if so_far.is_own(standing, seat) else (seat + 1) % so_far.players


def passes_to_end(so_far: AuctionSoFar, standing: Contract | None) -> int:
    """Return the number of passes that end the auction (`contree:passes`)."""
    if standing is None:
        return so_far.players
    if standing.stake > 1 and so_far.rules.after_double != "everybody":
        return so_far.players // 2 if so_far.rules.after_double == "doubled_side" else 1
    return so_far.players - 1 + so_far.rules.raise_oneself


def is_last(so_far: AuctionSoFar) -> bool:
    """Return whether the last call ends the auction at once: a redouble, perhaps a bid of every
    trick."""
    if not so_far.calls:
        return False
    last = so_far.calls[-1]
    every_trick = last.value in ("capot", "generale")
    return last.said in ("redouble", "redeal") or (so_far.rules.capot_ends and every_trick)


def doubled_early(so_far: AuctionSoFar) -> bool:
    """Return whether the call just made is a double out of turn, against the rules (`cannes`)."""
    if not so_far.early or not so_far.calls or so_far.calls[-1].said != "double":
        return False
    before = so_far._replace(calls=so_far.calls[:-1])
    return RISING.speaker(before) != so_far.calls[-1].seat


def may_double(so_far: AuctionSoFar, standing: Contract | None, seat: int) -> bool:
    """Return whether this seat may double the standing bid of the other side: in turn, or at any
    moment if agreed (`contree:double`); early, where it can be answered (`cannes`)."""
    rules = so_far.rules
    if standing is None or standing.value is None or standing.stake > 1:
        return False
    at_once = rules.double == "any_time" or so_far.early
    if not at_once and seat != next_speaker(so_far, standing):
        return False
    high = not isinstance(standing.value, int) or standing.value >= rules.double_from
    return rules.double != "none" and high and not so_far.is_own(standing, seat)


def may_redouble(so_far: AuctionSoFar, standing: Contract | None, seat: int) -> bool:
    """Return whether this seat may redouble its own side's doubled bid (`contree:redouble`); at any
    moment where that is agreed for a double."""
    if standing is None or so_far.rules.redouble == "none":
        return False
    at_once = so_far.rules.double == "any_time" and so_far.rules.after_double != "bidder"
    if not at_once and seat != next_speaker(so_far, standing):
        return False
    return standing.stake == DOUBLED and so_far.is_own(standing, seat)


def _doubling(so_far: AuctionSoFar, standing: Contract | None, seat: int) -> tuple[Call, ...]:
    doubles = (Double(),) if may_double(so_far, standing, seat) else ()
    return doubles or ((Redouble(),) if may_redouble(so_far, standing, seat) else ())


class _Rising(Auction):
    by_four = True
    names_values = True
    tabulated = True
    debated = (
        *("double", "multiplied", "failed_pays", "unbid_sweep", "no_suit_bids", "melds"),
        *("undertrump", "target", "belote_safe_on_fail", "rounding"),
    )

    def speaker(self, so_far: AuctionSoFar) -> int:
        return next_speaker(so_far, self.contract(so_far))

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        standing, seat = self.contract(so_far), self.speaker(so_far)
        again = (Redeal(),) if doubled_early(so_far) else ()
        return (Pass(), *_doubling(so_far, standing, seat), *again, *bids(so_far, standing))

    def out_of_turn(self, so_far: AuctionSoFar, seat: int) -> tuple[Call, ...]:
        standing = self.contract(so_far)
        in_turn = seat == next_speaker(so_far, standing)
        return () if in_turn else _doubling(so_far, standing, seat)

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        standing = self.contract(so_far)
        if not isinstance(call, Bid):
            return "no-double" if isinstance(call, Double | Redouble) else "not-now"
        if call not in _every_bid(so_far.rules):
            return "no-such-bid"
        if standing is not None and standing.stake > 1:
            return "doubled"
        if standing is None or self.speaker(so_far) != standing.attacker:
            return "bid-too-low"
        return "same-suit" if standing.trump is call.trump else "bid-too-low"

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        return None if so_far.redealt else so_far.standing(REDOUBLED[so_far.rules.redouble])

    def over(self, so_far: AuctionSoFar) -> bool:
        return is_last(so_far) or so_far.passes >= passes_to_end(so_far, self.contract(so_far))

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        can = (1,) if rules.double == "none" else stakes(rules)
        return Outcomes(trumps(rules), ladder(rules), can)

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        return (*_every_bid(rules), Double(), Redouble(), Redeal())


RISING: Final = _Rising()
