"""Audit of opening bids, where points are bid: their success and their gain.

Each opening of the first to speak is judged in random layouts: deals in which its hand is the same
and every other card lies at random. Some are solved double dummy; others are called and played to
their end after this bid and after one that is lower, with that level at every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import Final

import msgspec

from rebelote import bots
from rebelote.arena import confidence
from rebelote.arena.playing import Setting
from rebelote.arena.spreading import each_deal
from rebelote.bots import bidding
from rebelote.bots.payoffs import MarksOnly, ahead
from rebelote.bots.search import SWEEP_BONUS, implied
from rebelote.kernel import solver
from rebelote.rules import match
from rebelote.rules.actions import Bid, Call, Cut, Pass, Value, points_bid
from rebelote.rules.auctions.rising import ladder
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Cutting, Deal, Phase, PlayedOut, tally
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import LAST_TRICK, ContractTerms
from rebelote.rules.view import view

SOLVED: Final = 200
"""The layouts in which an opening is solved double dummy."""
HIGH: Final = 120
"""The points from which an opening is high."""
PLAYED: Final = 12
"""The layouts in which an opening is played out, and a lower one beside it."""
PLAYED_FROM: Final = 130
"""The points from which an opening is played out."""
TWO_TRICKS: Final = 40
"""Points that two tricks hold in the mean: a contract that fails by them is far from made."""
LOWER: Final = 20
"""The points by which the bid is lower beside which an opening is played out."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """An opening: the hand, the bid, and the share of the solved layouts in which it is made.

    `lead`: the marks by which it is ahead of the lower bid, both played out, on average; None where
    it is not played out.
    """

    deal: int
    hand: str
    call: str
    value: Value
    made: float
    lead: float | None


class Step(msgspec.Struct, frozen=True):
    """Openings of one value, or of several: how many, and how often they are made in the mean and
    at worst."""

    value: str
    openings: int
    made: float
    worst: float


class BidAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The openings of a level: those of each value and the high ones together; and by how much the
    highest are ahead of a lower bid, give or take `interval`.

    `lead` is None where there are too few.
    """

    level: str
    rules: str
    deals: int
    steps: tuple[Step, ...]
    high: Step | None
    played: int
    lead: float | None
    interval: float | None
    openings: tuple[Opening, ...]


def run(level: str, rules: Rules, deals: int, seed: int, jobs: int | None = None) -> BidAudit:
    """Audit the openings of a level in so many deals, `jobs` at once.

    ValueError where the rules have no such openings, or a number is too small.
    """
    bots.make(level)
    if not rules.bidding.names_values:
        raise ValueError(f"no points are bid by the rules {rules.preset!r}")
    result = each_deal(partial(opened, level, rules), rules, deals, seed, jobs)
    every = [one for one in result if one is not None]
    return summed(level, rules, deals, sorted(every, key=lambda one: one.deal))


def summed(level: str, rules: Rules, deals: int, openings: Sequence[Opening]) -> BidAudit:
    values = ladder(rules.auction)
    by_value = [[one for one in openings if one.value == value] for value in values]
    high = [one for one in openings if is_high(one.value)]
    leads = [one.lead for one in openings if one.lead is not None]
    lead, half = confidence.mean(leads) if len(leads) > 1 else (None, None)
    return BidAudit(
        level=level,
        rules=rules.preset,
        deals=deals,
        steps=tuple(_step(str(each[0].value), each) for each in by_value if each),
        high=_step(f"{HIGH} and more", high) if high else None,
        played=len(leads),
        lead=lead,
        interval=half,
        openings=tuple(openings),
    )


def is_high(value: Value, least: int = HIGH) -> bool:
    """Return whether a bid is of `least` points or more, or of every trick."""
    return not isinstance(value, int) or value >= least


def _step(name: str, openings: Sequence[Opening]) -> Step:
    made = [one.made for one in openings]
    return Step(name, len(openings), fmean(made), min(made))


# --- one deal -------------------------------------------------------------------------------------


def opened(level: str, rules: Rules, setting: Setting) -> Opening | None:
    """Return the opening of the first to speak, with its success; None where it does not bid."""
    state = begun(level, rules, setting)
    seat = state.deal.to_act
    assert seat is not None
    seen = view(state, seat)
    call = bots.make(level, setting.seed + seat).choose(seen)
    value = call.value if isinstance(call, Bid) else None
    if not isinstance(call, Bid) or value is None:
        return None
    chance = Random(setting.seed)
    to_solve = layouts(setting, seen.hand, SOLVED, chance)
    made = fmean(makes(begun(level, rules, layout), call) for layout in to_solve)
    lower, lead = _lower(rules, call), None
    if lower is not None:
        to_play = layouts(setting, seen.hand, PLAYED, chance)
        lead = fmean(
            played(level, rules, layout, call) - played(level, rules, layout, lower)
            for layout in to_play
        )
    return Opening(
        deal=setting.number,
        hand=str(seen.hand),
        call=call_word(call),
        value=value,
        made=made,
        lead=lead,
    )


def _lower(rules: Rules, call: Bid) -> Bid | None:
    """Return the lower bid to compare with; None for a low bid, or one without points."""
    if not isinstance(call.value, int) or call.value < PLAYED_FROM:
        return None
    value = call.value - LOWER
    return msgspec.structs.replace(call, value=value) if value in ladder(rules.auction) else None


def layouts(setting: Setting, hand: CardSet, count: int, chance: Random) -> Iterator[Setting]:
    """Yield the setting with all cards but those of this hand in random places of the pack."""
    others = [card for card in setting.pack if card not in hand]
    for _ in range(count):
        chance.shuffle(others)
        rest = iter(others)
        pack = tuple(card if card in hand else next(rest) for card in setting.pack)
        yield msgspec.structs.replace(setting, pack=pack, seed=chance.randrange(1 << 30))


def begun(level: str, rules: Rules, setting: Setting) -> Match:
    """Return a match before its first call."""
    state = match.start(rules, setting.pack, setting.dealer)
    while (seat := state.to_act) is not None and state.deal.phase is not Phase.BIDDING:
        cutting = isinstance(state.deal, Cutting)
        action = Cut(setting.depth) if cutting else bots.make(level).choose(view(state, seat))
        state = match.apply(state, seat, action)
    return state


def makes(state: Match, call: Bid) -> bool:
    """Return whether this opening is made double dummy, if everyone else passes."""
    taker = state.deal.to_act
    assert taker is not None
    after = match.apply(state, taker, call)
    while (seat := after.to_act) is not None and after.deal.phase is Phase.BIDDING:
        after = match.apply(after, seat, Pass())
    rules, deal = after.rules, after.deal
    law, leader, side = rules.law(call.trump), deal.leader, rules.sides[taker]
    sweep = 0 if isinstance(call.value, int) else SWEEP_BONUS
    own = [seat for seat in range(rules.players) if rules.sides[seat] == side]
    value = solver.solve(deal.hands, leader, (), law, sweep=sweep, maximisers=own).points[0]
    outcome = implied(side, value, sum(law.points) + LAST_TRICK)
    now = MarksOnly(rules, (0,) * rules.side_count)
    seen = view(after, taker)
    before = bidding.deal_at_first_card(seen, now, deal.hands, taker, call.trump, leader)
    terms = ContractTerms.of(Contract(taker, call.trump, call.value), law)
    return msgspec.structs.replace(before, terms=terms).settled(outcome).outcome == "made"


def after_calls(level: str, rules: Rules, setting: Setting, calls: Iterable[Call]) -> Match:
    state = begun(level, rules, setting)
    for call in calls:
        assert state.to_act is not None
        state = match.apply(state, state.to_act, call)
    return state


def played(level: str, rules: Rules, setting: Setting, *calls: Call) -> float:
    """Return the marks by which the side of the last of these calls is ahead after the deal."""
    state, side = played_out(level, rules, setting, *calls)
    return ahead(state.sheet[-1].marks, side)


def played_out(level: str, rules: Rules, setting: Setting, *calls: Call) -> tuple[Match, int]:
    """Return the match after a deal that began with these calls, and the side of the last one."""
    *before, call = calls
    state = after_calls(level, rules, setting, before)
    caller = state.to_act
    assert caller is not None
    state = match.apply(state, caller, call)
    players = [bots.make(level, setting.seed + seat) for seat in range(rules.players)]
    while (seat := state.to_act) is not None:
        state = match.apply(state, seat, players[seat].choose(view(state, seat)))
    return state, rules.sides[caller]


def two_down(deal: Deal, side: int) -> bool:
    """Return whether a side failed by `TWO_TRICKS` or more in a contract that was doubled."""
    if not isinstance(deal, PlayedOut) or deal.contract.stake == 1 or deal.rules.side_count != 2:
        return False
    won = tally(deal)
    if won.attack != side:
        return False
    others, value = won.attack ^ 1, points_bid(won.value)
    if value is None and won.value is not None:
        return won.tricks[others] > 1
    mine = won.total(side)
    return (
        (won.total(others) - mine) / 2 >= TWO_TRICKS
        if value is None
        else value - mine >= TWO_TRICKS
    )
