"""Lessons on the auction: real deals in which a call is asked for, one lesson a kind of auction.

A deal follows from its seed. What the others call, what is right and why the rest is not are asked
of the table of meaning by which bots call (`bots.meanings`); nothing of it is said here again.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import calling
from rebelote.bots.meanings import DEFENCE, NEVER, OPENING, SUPPORT, reckoned
from rebelote.bots.rising import RISING, BidsSoFar
from rebelote.rules import deck, presets
from rebelote.rules import match as matches
from rebelote.rules.actions import Action, Bid, Call, Cut, Packets, Pass
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.notation import read_call
from rebelote.rules.view import View, rules_of, view


class Exercise(NamedTuple):
    """The first call of seat 0 in a real deal; `name` leads to its sentences.

    `seed` makes the pack that `dealer` deals; `options` are calls in the notation. `best`: what is
    right where the worth of the hand alone does not say it, which a test finds again.
    """

    name: str
    seed: int
    dealer: int
    options: str
    best: str = ""


class AuctionLesson(NamedTuple):
    """The auction of one rule set, in a few deals."""

    name: str
    preset: str
    steps: tuple[Exercise, ...]


LEARNER: Final = 0
LESSONS: Final = (
    AuctionLesson(
        "contree",
        "ffb-contree-2016",
        (
            Exercise("open", 8, 3, "pass 80H 110H 150H"),
            Exercise("eighty", 28, 3, "pass 80D 110D"),
            Exercise("aces", 41, 3, "pass 80S 80D"),
            Exercise("raise", 376, 1, "pass 100H 110H 140H"),
            Exercise("double", 240, 2, "pass double"),
            Exercise("capot", 100332, 3, "100H 160H capotH", best="capotH"),
        ),
    ),
    AuctionLesson(
        "bulgarian",
        "bulgarian",
        (
            Exercise("suit", 17, 3, "pass bidH bidnone bidall"),
            Exercise("weak", 21, 3, "pass bidnone"),
            Exercise("none", 12, 3, "pass bidnone"),
            Exercise("all", 20, 3, "bidC bidD bidall"),
            Exercise("partner", 110, 1, "pass bidall"),
        ),
    ),
    AuctionLesson(
        "klaverjas",
        "klaverjas-rotterdam-nku",
        (
            Exercise("dealer", 2, 0, "pass H C"),
            Exercise("weak", 11, 0, "pass S H"),
            Exercise("partner", 34, 2, "pass H"),
            Exercise("last", 1103, 1, "pass S"),
        ),
    ),
    AuctionLesson(
        "bela",
        "bela",
        (
            Exercise("first", 72, 3, "pass H D"),
            Exercise("weak", 11, 3, "pass C D"),
            Exercise("partner", 9, 2, "pass C"),
            Exercise("last", 88, 1, "pass H"),
        ),
    ),
    AuctionLesson(
        "baloot",
        "baloot",
        (
            Exercise("first", 15, 3, "pass H none"),
            Exercise("weak", 0, 3, "pass D none"),
            Exercise("ace", 43, 2, "pass D none"),
            Exercise("over", 0, 1, "pass none"),
        ),
    ),
    AuctionLesson(
        "bazar-blot",
        "bazar-blot",
        (
            Exercise("open", 43, 3, "pass 80H 100H 140H"),
            Exercise("weak", 2, 3, "pass 80C 100C"),
            Exercise("boy", 45, 3, "pass 80S 100none 140none"),
            Exercise("raise", 13, 1, "pass 110S 120S 150S"),
            Exercise("over", 88, 2, "pass 120S 150S"),
            Exercise("kontra", 114, 2, "pass double"),
        ),
    ),
)
"""The lessons, one a game whose auction is its own."""


# --- the deal -------------------------------------------------------------------------------------


@cache
def seen(step: Exercise, preset: str) -> View:
    """What the learner sees when asked: the others have called by the table of meaning."""
    rules = presets.rules(preset)
    now = matches.start(rules, deck.shuffled(Random(step.seed), rules.pack), step.dealer)
    while (seat := now.to_act) is not None:
        at = view(now, seat)
        if seat == LEARNER and at.phase == "bidding":
            return at
        now = matches.apply(now, seat, _move(at))
    raise ValueError(f"nobody asks the learner in {step.name}")


def _move(at: View) -> Action:
    """The pack is cut in the middle and dealt in the first packets; then the hand is called."""
    if at.phase == "cut":
        return Cut(len(rules_of(at).pack) // 2)
    if at.phase == "packets" and at.legal is not None:
        return Packets(at.legal.packets[0])
    return calling.call(at)


def options(step: Exercise) -> tuple[Call, ...]:
    """The calls to choose from."""
    return tuple(read_call(word) for word in step.options.split())


def best_call(step: Exercise, at: View) -> Call:
    """The call that is right."""
    return read_call(step.best) if step.best else calling.call(at)


def worths(step: Exercise, at: View) -> dict[Call, float]:
    """The marks to be expected of each call offered here, beside a pass, where trumps are bid; or
    the points of the hand beside those that a call needs, where they decide."""
    result = calling.of(rules_of(at)).worths(at)
    return {call: result[call] for call in options(step) if call in result}


# --- what a hand is worth -------------------------------------------------------------------------


class Reckoning(NamedTuple):
    """The worth of a hand with one trump, and what it is added up from, by the table's columns."""

    trump: Trump
    parts: dict[str, float]

    @property
    def worth(self) -> float:
        """All of it."""
        return sum(self.parts.values())


def reckoning(at: View, trump: Trump) -> Reckoning:
    """What the learner's hand is worth: by itself, with what partner has bid, or against them."""
    asked = RISING.asked(at)[1].bids_so_far.get(trump.code, BidsSoFar())
    if asked.theirs:
        return Reckoning(trump, _based(reckoned(at.hand, trump, DEFENCE), "defence"))
    alone = Reckoning(trump, _named(reckoned(at.hand, trump, OPENING), trump))
    if asked.support is None:
        return alone
    parts = _based(reckoned(at.hand, trump, SUPPORT), "support")
    return max(Reckoning(trump, {"partner": asked.support, **parts}), alone, key=_worth)


def _named(parts: dict[str, float], trump: Trump) -> dict[str, float]:
    """The same, what aces are worth without trumps under names of its own."""
    return {f"none.{name}" if trump is Trump.NONE else name: parts[name] for name in parts}


def _worth(result: Reckoning) -> float:
    return result.worth


def _based(parts: dict[str, float], of: str) -> dict[str, float]:
    """The same, what it begins with under the name of this part of the table."""
    return {f"base.{of}" if name == "base" else name: points for name, points in parts.items()}


def to_double(at: View) -> int:
    """The points by which their bid must be expected to fail, where points are bid."""
    return round(RISING.asked(at)[1].to_double) if rules_of(at).bidding.names_values else 0


def is_named(at: View, trump: Trump) -> bool:
    """Whether the hand holds what a suit is named with."""
    return RISING.asked(at)[0].opening[trump.code] > NEVER / 2


# --- why not --------------------------------------------------------------------------------------


def trump_in_question(at: View, call: Call, right: Call) -> Trump:
    """The trump whose worth shows why a call is right, or another is not."""
    for said in (call, right):
        if isinstance(said, Bid):
            return said.trump
    hand, position = RISING.asked(at)
    if position.standing is not None:
        return position.standing.trump
    return max(SUIT_TRUMPS, key=lambda trump: hand.opening[trump.code])


def why_not(at: View, call: Call, right: Call) -> str:
    """The code of what is wrong with a call: `call.<code>` in the catalogues."""
    if not rules_of(at).bidding.names_values:
        return "marks"
    match call:
        case Pass():
            return "enough" if isinstance(right, Bid) else "doubled"
        case Bid():
            return _why_not_bid(at, call, right)
    return "sure"


def _why_not_bid(at: View, bid: Bid, right: Call) -> str:
    result = reckoning(at, bid.trump)
    if "partner" not in result.parts and not is_named(at, bid.trump):
        return "named"
    if isinstance(bid.value, int) and result.worth < RISING.asked(at)[1].enough(bid.value):
        return "little"
    if not isinstance(bid.value, int):
        return "tricks"
    return "more" if isinstance(right, Bid) and right.trump is bid.trump else "better"
