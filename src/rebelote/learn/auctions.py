"""Lessons on the auction: real deals in which a call is asked for, one lesson a kind of auction.

A deal follows from its seed. What the others call, what is right and why the rest is not are asked
of the table of meaning by which bots call (`bots.meanings`); nothing of it is said here again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import calling, named, rising
from rebelote.bots.meanings import (
    NEVER,
    HandWorth,
    Meaning,
    reckoned,
)
from rebelote.bots.rising import RISING, BidsSoFar
from rebelote.learn.wording import auction_form
from rebelote.rules import deck, presets
from rebelote.rules import match as matches
from rebelote.rules.actions import Action, Bid, Call, Cut, Double, Packets, Pass, Redouble, Take
from rebelote.rules.auctions.named import NAMED
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Trump
from rebelote.rules.records.notation import read_call
from rebelote.rules.view import View, rules_of, view


class Exercise(NamedTuple):
    """A call of seat 0 in a real deal, by default its first; `name` leads to its sentences.

    `seed` makes the pack that `dealer` deals; `options` are calls in the notation, made up around
    the right one where there are none. `best`: what is right where the worth of the hand alone does
    not say it, which a test finds again. `before`: the calls of seat 0 before this one.
    """

    name: str
    seed: int
    dealer: int
    options: str = ""
    best: str = ""
    before: int = 0


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
            Exercise("partner", 491, 1, "pass bidall"),
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
            Exercise("open", 299, 3, "pass 80S 100S 140S"),
            Exercise("weak", 2, 3, "pass 80C 100C"),
            Exercise("boy", 45, 3, "pass 80S 100none 140none"),
            Exercise("raise", 13, 1, "pass 110S 120S 150S"),
            Exercise("over", 87, 2, "pass 120D 150D"),
            Exercise("kontra", 114, 2, "pass double"),
        ),
    ),
)
"""The lessons whose deals were chosen by hand, one a game whose auction is its own."""


# --- deals that are searched for ------------------------------------------------------------------

DEALERS: Final = (3, 2, 1)
MOST_DEALS: Final = 2000
"""Deals that are looked through for an exercise."""


def lesson(preset: str) -> AuctionLesson:
    """Return the lesson on the auction of a rule set: its own, or one whose deals are searched."""
    own = next((lesson for lesson in LESSONS if lesson.preset == preset), None)
    return own or _found(preset)


@lru_cache(maxsize=32)
def _found(preset: str) -> AuctionLesson:
    rules = presets.rules(preset)
    asked, auction = ASKED[auction_form(rules)], rules.auction
    if auction.named_doubles != "none":
        asked = (*asked, "double")
    steps = [_exercise(name, preset) for name in asked]
    if auction.gablak:
        steps.append(GABLAK)
    return AuctionLesson("auction", preset, tuple(steps))


def _exercise(name: str, preset: str) -> Exercise:
    """Return the first deal in which the best call is of the kind that is asked about."""
    fits = FITS[name]
    first = list(FITS).index(name) * MOST_DEALS  # no two exercises are of the same deal
    for seed in range(first, first + MOST_DEALS):
        step = Exercise(name, seed, DEALERS[seed % len(DEALERS)])
        at = _asked(step, preset)
        if at and _in_suits(at) and _counts_whole(at) and fits(at, calling.call(at)):
            return step
    raise LookupError(f"no deal of {preset} has a call for {name!r}")


def _asked(step: Exercise, preset: str) -> View | None:
    """Return the learner's view before a call; None where the auction ends before."""
    try:
        return seen(step, preset)
    except ValueError:
        return None


def _in_suits(at: View) -> bool:
    """Return whether suits alone were named so far, and the best call names no other trump."""
    named = [one.trump for one in at.calls]
    if isinstance(best := calling.call(at), Take | Bid):
        named.append(best.trump)
    return all(trump is None or trump.suit is not None for trump in named)


def _counts_whole(at: View) -> bool:
    """Return whether no suit of the hand has too few trumps to bid all that it is worth."""
    if not rules_of(at).bidding.names_values:
        return True
    hand, _ = RISING.asked(at)
    return all(hand.opening[trump.code] < hand.most(trump.code) for trump in SUIT_TRUMPS)


def _speaks_first(at: View) -> bool:
    return not at.calls


def _raises_partner(at: View, best: Call) -> bool:
    """Return whether the best call bids more in the suit that the partner alone has bid."""
    named = [one for one in at.calls if one.trump is not None]
    if not named or not isinstance(best, Bid) or not isinstance(best.value, int):
        return False
    return {one.seat for one in named} == {2} and best.trump is named[-1].trump


FITS: Final[dict[str, Callable[[View, Call], bool]]] = {
    "open": lambda at, best: _speaks_first(at) and isinstance(best, Take | Bid),
    "weak": lambda at, best: bool(at.legal and len(at.legal.calls) > 1) and isinstance(best, Pass),
    "raise": _raises_partner,
    "double": lambda at, best: isinstance(best, Double),
    "again": lambda at, best: _speaks_first(at) and isinstance(best, Take | Bid),
}
"""The exercises, by what the best call is."""
ASKED: Final = {
    "rising": ("open", "weak", "raise", "double"),
    "named": ("open", "weak"),
    "forced": ("open", "again"),
    "purchase": ("open", "weak"),
}
"""The exercises by the kind of auction."""
GABLAK: Final = Exercise("gablak", 232, 3, before=1)
"""The exercise on a sun that may still be taken, in a deal too rare to be searched."""
FURTHER: Final = (10, 30)
"""Differences of wrong bids from the right one."""


def _around(best: Call, at: View) -> Iterator[Call]:
    """Yield the calls to choose from: a pass, the right one, and others of its kind."""
    legal = set(at.legal.calls) if at.legal else set()
    bids = [call for call in at.legal.calls if isinstance(call, Take | Bid)] if at.legal else []
    if Pass() in legal:
        yield Pass()
    if isinstance(best, Bid) and isinstance(best.value, int):
        yield best
        more = (Bid(best.trump, best.value + further) for further in FURTHER)
        yield from (bid for bid in more if bid in legal)
    elif isinstance(best, Take | Bid):
        others = [call for call in bids if call != best]
        yield from sorted((best, *others[:2]), key=bids.index)
    elif isinstance(best, Pass):
        yield from bids[:2]
    else:
        yield best


# --- the deal -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def seen(step: Exercise, preset: str) -> View:
    """Return the learner's view before a call; the others call by the table of meaning."""
    rules = presets.rules(preset)
    now = matches.start(rules, deck.shuffled(Random(step.seed), rules.pack), step.dealer)
    asked = 0
    while (seat := now.to_act) is not None:
        at = view(now, seat)
        if seat == LEARNER and at.phase == "bidding":
            if asked == step.before:
                return at
            asked += 1
        if at.phase == "play":
            break
        now = matches.apply(now, seat, _move(at))
    raise ValueError(f"nobody asks the learner in {step.name}")


def _move(at: View) -> Action:
    """Return the cut in the middle, the first packets, or the call of the hand."""
    if at.phase == "cut":
        return Cut(len(rules_of(at).pack) // 2)
    if at.phase == "packets" and at.legal is not None:
        return Packets(at.legal.packets[0])
    return calling.call(at)


def options(step: Exercise, at: View) -> tuple[Call, ...]:
    """Return the calls to choose from."""
    if step.options:
        return tuple(read_call(word) for word in step.options.split())
    return tuple(_around(calling.call(at), at))


def best_call(step: Exercise, at: View) -> Call:
    return read_call(step.best) if step.best else calling.call(at)


def worths(step: Exercise, at: View) -> dict[Call, float]:
    """Return the worth of each call offered here.

    Where trumps are bid: its expected marks relative to a pass. Elsewhere: the points of the hand
    less those that the call needs; far below nought where a suit is too short.
    """
    rules = rules_of(at)
    worths = calling.of(rules).worths(at)
    unit = named.MARKS if rules.bidding is NAMED else 1
    return {call: worths[call] / unit for call in options(step, at) if call in worths}


def too_short(worth: float) -> bool:
    """Return whether a suit of this worth has too few cards to be named."""
    return worth < NEVER / 2


# --- what a hand is worth -------------------------------------------------------------------------


class Reckoning(NamedTuple):
    """The worth of a hand with one trump, and its parts by the table's columns."""

    trump: Trump
    parts: dict[str, float]

    @property
    def worth(self) -> float:
        """All of it."""
        return sum(self.parts.values())


def reckoning(at: View, trump: Trump) -> Reckoning:
    """Reckon the worth of the learner's hand: by itself, with partner's bid, or in defence."""
    hand, position = RISING.asked(at)
    asked = position.bids_so_far.get(trump.code, BidsSoFar())
    if asked.theirs:
        return Reckoning(trump, _based(_parts(hand, at.hand, trump, hand.table.defence), "defence"))
    alone = Reckoning(trump, _named(_parts(hand, at.hand, trump, hand.table.opening), trump))
    if asked.support is None:
        return alone
    parts = _based(_parts(hand, at.hand, trump, hand.table.support), "support")
    return max(Reckoning(trump, {"partner": asked.support, **parts}), alone, key=_worth)


def _parts(hand: HandWorth, held: CardSet, trump: Trump, meaning: Meaning) -> dict[str, float]:
    """Return the parts of a hand's worth, with its announcements and the cards to come."""
    parts = reckoned(held, trump, meaning)
    parts["base"] = parts.get("base", 0) + meaning.unseen * hand.to_come
    announced = {"announced": hand.more * meaning.announced} if hand.more else {}
    return {**parts, **announced}


def _named(parts: dict[str, float], trump: Trump) -> dict[str, float]:
    """Rename the parts of a reckoning: at no trumps aces have names of their own."""
    without = trump is Trump.NONE
    return {
        f"none.{name}" if without and name != "announced" else name: parts[name] for name in parts
    }


def _worth(reckoning: Reckoning) -> float:
    return reckoning.worth


def _based(parts: dict[str, float], of: str) -> dict[str, float]:
    """Rename the base of a reckoning after this part of the table."""
    return {f"base.{of}" if name == "base" else name: points for name, points in parts.items()}


def to_double(at: View) -> int:
    """Return the points by which their bid must be expected to fail, where points are bid."""
    return round(RISING.asked(at)[1].to_double) if rules_of(at).bidding.names_values else 0


def is_named(at: View, trump: Trump) -> bool:
    """Return whether the hand holds what a suit is named with."""
    return RISING.asked(at)[0].opening[trump.code] > NEVER / 2


# --- why not --------------------------------------------------------------------------------------


def trump_in_question(at: View, call: Call, right: Call) -> Trump:
    """Return the trump whose worth shows why a call is right, or another is not.

    Where a pass is right: that of the best bid that one could still make.
    """
    for said in (call, right):
        if isinstance(said, Bid):
            return said.trump
    hand, position = RISING.asked(at)
    if position.standing is not None and isinstance(right, Double | Redouble):
        return position.standing.trump
    limits = rising.totals(hand, position)
    return max(SUIT_TRUMPS, key=lambda trump: limits[trump.code])


def why_not(at: View, call: Call, right: Call) -> str:
    """Return the code of what is wrong with a call: `call.<code>` in the catalogues."""
    if not rules_of(at).bidding.names_values:
        return "marks"
    match call:
        case Pass():
            return "enough" if isinstance(right, Bid) else "doubled"
        case Bid():
            return _why_not_bid(at, call, right)
    return "sure"


def _why_not_bid(at: View, bid: Bid, right: Call) -> str:
    reckoned = reckoning(at, bid.trump)
    if "partner" not in reckoned.parts and not is_named(at, bid.trump):
        return "named"
    if isinstance(bid.value, int) and reckoned.worth < RISING.asked(at)[1].enough(bid.value):
        return "little"
    if not isinstance(bid.value, int):
        return "tricks"
    return "more" if isinstance(right, Bid) and right.trump is bid.trump else "better"
