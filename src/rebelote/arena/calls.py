"""Audit of calls: the gain of each over its neighbours, with the hand and the auction fixed.

The level calls a deal at every seat. Each of its calls is then judged in random layouts: deals in
which its hand is the same, and the others hold cards with which they would have called as they did,
by the table of meaning. In each the deal is called and played to its end after this call and after
another, with that level at every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import Final, Literal, get_args

import msgspec

from rebelote import bots
from rebelote.arena import bids, confidence
from rebelote.arena.playing import Setting
from rebelote.arena.spreading import each_deal
from rebelote.bots import calling
from rebelote.bots.payoffs import ahead
from rebelote.rules import match
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.auctions.rising import ladder
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import Phase
from rebelote.rules.options import Rules
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import View, view

PLAYED: Final = 12
"""The layouts in which a call and another are played out."""
TRIES: Final = 4000
"""The layouts that are tried to find those: a call is left out where they are too few."""

Kind = Literal[
    "opening",
    "raise",
    "overcall",
    "double",
    "redouble",
    "pass",
    "pass to partner",
    "pass to a bid",
]
"""The place of a call in its auction: the last bid was nobody's, partner's or the other side's."""
Beside = Literal["lower", "higher", "instead"]
"""The other call: the next lower value of the same trump, the next higher, or what the table of
meaning puts next."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ORDER: Final[tuple[Beside, ...]] = get_args(Beside)


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A call beside another: the marks a deal by which it is ahead, on average of the layouts.

    `auction`: the calls before it, in our notation. `two_down`: the layouts in which its side then
    fails by two tricks in a doubled contract.
    """

    deal: int
    seat: int
    hand: str
    auction: str
    kind: Kind
    call: str
    beside: Beside
    other: str
    lead: float
    two_down: int = 0


class KindOfCall(msgspec.Struct, frozen=True, kw_only=True):
    """All calls of one kind compared with others: their mean lead in marks a deal, with its
    `interval` (None for fewer than two calls), and the number of calls behind.

    `two_down`: the share of layouts in which their side fails by two tricks in a doubled contract.
    """

    kind: Kind
    beside: Beside
    calls: int
    lead: float
    interval: float | None
    behind: int
    two_down: float


class CallAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The calls of a level beside those next to them. `left_out`: calls for which too few layouts
    were found."""

    level: str
    rules: str
    deals: int
    kinds: tuple[KindOfCall, ...]
    left_out: int
    comparisons: tuple[Comparison, ...]


Judged = tuple[tuple[Comparison, ...], int]
"""The comparisons of a deal, and the number of calls left out."""


def run(level: str, rules: Rules, deals: int, seed: int, jobs: int | None = None) -> CallAudit:
    """Audit the calls of a level in so many deals, `jobs` at once.

    Raises:
        ValueError: for an unknown level, or a number that is too small.
    """
    bots.make(level)
    result = each_deal(partial(judged, level, rules), rules, deals, seed, jobs)
    return summed(level, rules, deals, list(result))


def summed(level: str, rules: Rules, deals: int, judgements: Sequence[Judged]) -> CallAudit:
    """Join the comparisons of all deals, in their order."""
    every = sorted((one for some, _ in judgements for one in some), key=lambda one: one.deal)
    kinds = (
        _summed(kind, beside, some)
        for kind in KINDS
        for beside in ORDER
        if (some := [one for one in every if (one.kind, one.beside) == (kind, beside)])
    )
    left_out = sum(number for _, number in judgements)
    return CallAudit(
        level=level,
        rules=rules.preset,
        deals=deals,
        kinds=tuple(kinds),
        left_out=left_out,
        comparisons=tuple(every),
    )


def _summed(kind: Kind, beside: Beside, some: Sequence[Comparison]) -> KindOfCall:
    leads = [one.lead for one in some]
    lead, half = confidence.mean(leads) if len(leads) > 1 else (leads[0], None)
    down = fmean(one.two_down for one in some) / PLAYED
    return KindOfCall(
        kind=kind,
        beside=beside,
        calls=len(leads),
        lead=lead,
        interval=half,
        behind=sum(one < 0 for one in leads),
        two_down=down,
    )


# --- one deal -------------------------------------------------------------------------------------


def judged(level: str, rules: Rules, setting: Setting) -> Judged:
    """Compare the calls of a deal with others; of the passes only one, drawn at random."""
    auction = called(level, rules, setting)
    passes = [at for at, (_, call) in enumerate(auction) if isinstance(call, Pass)]
    chance = Random(setting.seed)
    one = chance.choice(passes) if passes else None
    comparisons: list[Comparison] = []
    left_out = 0
    for at, (_, call) in enumerate(auction):
        if not isinstance(call, Pass) or at == one:
            some = _beside_others(level, rules, setting, auction, at, chance)
            left_out += some is None
            comparisons += some or ()
    return tuple(comparisons), left_out


Auction = Sequence[tuple[int, Call]]
"""The calls of a deal with their seats, in turn."""


def called(level: str, rules: Rules, setting: Setting) -> list[tuple[int, Call]]:
    """Return the auction of a deal, with this level at every seat."""
    state = bids.begun(level, rules, setting)
    players = [bots.make(level, setting.seed + seat) for seat in range(rules.players)]
    result: list[tuple[int, Call]] = []
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        call = players[seat].choose(view(state, seat))
        assert isinstance(call, Call)
        result.append((seat, call))
        state = match.apply(state, seat, call)
    return result


def _beside_others(
    level: str, rules: Rules, setting: Setting, auction: Auction, at: int, chance: Random
) -> list[Comparison] | None:
    """Compare a call with each of those next to it; None where too few layouts are found."""
    seat, call = auction[at]
    before = auction[:at]
    calls = [said for _, said in before]
    begun = bids.begun(level, rules, setting)
    seen = view(bids.after_calls(level, rules, setting, calls), seat)
    others = next_to(seen, rules, call)
    if not others:
        return []
    kept = seen.hand | calling.of(rules).known(seen) | _turned(view(begun, seat))
    like = list(_layouts(level, rules, setting, kept, before, chance))
    if len(like) < PLAYED:
        return None

    def marks(last: Call) -> float:
        return fmean(bids.played(level, rules, one, *calls, last) for one in like)

    ends = [bids.played_out(level, rules, one, *calls, call) for one in like]
    own = fmean(ahead(state.sheet[-1].marks, side) for state, side in ends)
    down = sum(bids.two_down(state.deal, side) for state, side in ends)
    return [
        Comparison(
            deal=setting.number,
            seat=seat,
            hand=str(seen.hand),
            auction=" ".join(map(call_word, calls)),
            kind=kind_of(rules, before, seat, call),
            call=call_word(call),
            beside=beside,
            other=call_word(other),
            lead=own - marks(other),
            two_down=down,
        )
        for beside, other in others
    ]


def _turned(seen: View) -> CardSet:
    """Return the card that lay open before anybody called, on which every call depends."""
    return CardSet.of(() if seen.turned is None else (seen.turned,))


def kind_of(rules: Rules, before: Auction, seat: int, call: Call) -> Kind:
    """Classify a call, given the calls before it."""
    if isinstance(call, Double):
        return "double"
    if isinstance(call, Redouble):
        return "redouble"
    bidders = [one for one, said in before if not isinstance(said, Pass | Double | Redouble)]
    passes = isinstance(call, Pass)
    if not bidders:
        return "pass" if passes else "opening"
    if rules.sides[bidders[-1]] == rules.sides[seat]:
        return "pass to partner" if passes else "raise"
    return "pass to a bid" if passes else "overcall"


def next_to(seen: View, rules: Rules, call: Call) -> list[tuple[Beside, Call]]:
    """Return the calls next to one: the values below and above it in an auction of values.

    Elsewhere the best other call by the table of meaning.
    """
    assert seen.legal is not None
    result: list[tuple[Beside, Call]] = []
    if isinstance(call, Bid) and call.value is not None:
        same = {
            one.value: one
            for one in seen.legal.calls
            if isinstance(one, Bid) and one.value is not None and one.trump == call.trump
        }
        steps = [value for value in ladder(rules.auction) if value in same]
        at = steps.index(call.value)
        result += [("lower", same[value]) for value in steps[max(0, at - 1) : at]]
        result += [("higher", same[value]) for value in steps[at + 1 : at + 2]]
        if at == 0 and Pass() in seen.legal.calls:
            result.insert(0, ("instead", Pass()))
        return result
    worths = {Pass(): 0.0} | calling.of(rules).worths(seen)
    others = [one for one in worths if one != call and one in seen.legal.calls]
    return [("instead", max(others, key=lambda one: worths[one]))] if others else []


def _layouts(
    level: str, rules: Rules, setting: Setting, kept: CardSet, before: Auction, chance: Random
) -> Iterator[Setting]:
    """Yield layouts that keep these cards in place and explain the others' calls."""
    count = 0
    for one in bids.layouts(setting, kept, TRIES, chance):
        if _would_call(level, rules, one, before):
            yield one
            count += 1
            if count == PLAYED:
                return


def _would_call(level: str, rules: Rules, setting: Setting, before: Auction) -> bool:
    """Return whether every call follows from its seat's hand by the table of meaning."""
    state = bids.begun(level, rules, setting)
    for seat, call in before:
        if calling.call(view(state, seat)) != call:
            return False
        state = match.apply(state, seat, call)
    return True
