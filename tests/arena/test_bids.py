"""The audit of opening bids: layouts, what is made in them, and what is asked of high openings."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from statistics import fmean
from typing import Final

import msgspec
import pytest
from command import run
from needs import needs_kernel
from volume import volume

from rebelote.arena import bids
from rebelote.arena.bids import BidAudit, Opening
from rebelote.arena.playing import Setting, settings
from rebelote.bots import calling
from rebelote.rules import presets
from rebelote.rules.actions import Bid
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.deal import Bidding
from rebelote.rules.view import View, view

FFB: Final = presets.rules("ffb-contree-2016", shuffle="each_deal_full")
EVERY_TRICK: Final = CardSet.parse("JS 9S AS TS KS AH TH AD")
MEAN, WORST = 0.82, 0.55
"""The least shares of high openings that are made: a bid of the whole worth, 0.78 and 0.50."""


def first(setting: Setting) -> View:
    """Return the view of the first to speak."""
    state = bids.begun("beginner", FFB, setting)
    assert state.deal.to_act is not None
    return view(state, state.deal.to_act)


def holding(hand: CardSet, setting: Setting, later: int = 0) -> Setting:
    """Return a setting in which the first to speak, or one so much later, holds this hand."""
    deal = bids.begun("beginner", FFB, setting).deal
    assert isinstance(deal, Bidding)
    held = deal.hands[(deal.to_act + later) % 4]
    pairs = list(zip(held - hand, hand - held, strict=True))
    swapped = dict(pairs) | {card: other for other, card in pairs}
    pack = tuple(swapped.get(card, card) for card in setting.pack)
    return msgspec.structs.replace(setting, pack=pack)


def of_every_dealer() -> list[Setting]:
    """Return a setting for each dealer, and so for each first to speak."""
    [one] = settings(FFB, 1, 7)
    return [msgspec.structs.replace(one, dealer=dealer) for dealer in range(4)]


@pytest.mark.parametrize("setting", of_every_dealer(), ids=lambda one: f"dealer {one.dealer}")
def test_a_layout_keeps_the_hand_and_moves_the_other_cards(setting: Setting) -> None:
    seen = first(setting)
    result = list(bids.layouts(setting, seen.hand, 20, Random(1)))
    assert len({one.pack for one in result}) == 20
    for one in result:
        assert sorted(one.pack) == sorted(setting.pack)
        assert (first(one).hand, first(one).seat) == (seen.hand, seen.seat)


@needs_kernel
@pytest.mark.parametrize("setting", of_every_dealer(), ids=lambda one: f"dealer {one.dealer}")
def test_what_is_made_is_what_the_side_of_the_opener_can_take(setting: Setting) -> None:
    strong = bids.begun("beginner", FFB, holding(EVERY_TRICK, setting))
    weak = bids.begun("beginner", FFB, holding(EVERY_TRICK, setting, later=1))
    for value in (80, 160, "capot"):
        call = Bid(Trump.SPADES, value)
        assert bids.makes(strong, call) and not bids.makes(weak, call)


@needs_kernel
def test_high_openings_are_made_as_often_as_is_meant() -> None:
    """The worth of the hand alone decides; deals are seeded and played by the quickest level."""
    result: list[Opening] = []
    for setting in settings(FFB, 10_000, 2027):
        call = calling.call(first(setting))
        if isinstance(call, Bid) and call.value is not None and bids.is_high(call.value):
            opened = bids.opened("beginner", FFB, setting)
            assert opened is not None and opened.value == call.value
            result.append(opened)
        if len(result) == volume(8, 15):
            break
    made = [one.made for one in result]
    assert fmean(made) >= MEAN and min(made) >= WORST, sorted(made)
    assert all((one.lead is not None) is (one.value in (130, 140, 150, 160)) for one in result)


@needs_kernel
def test_two_processes_find_what_one_finds() -> None:
    result = bids.run("beginner", FFB, 3, 3)
    assert result == bids.run("beginner", FFB, 3, 3, jobs=2)
    assert sum(step.openings for step in result.steps) == len(result.openings) > 0


def test_an_interval_needs_two_openings_and_the_high_ones_are_summed_up() -> None:
    low, high = (
        Opening(deal=0, hand="", call="90S", value=90, made=0.6, lead=None),
        Opening(deal=1, hand="", call="130S", value=130, made=0.9, lead=10.0),
    )
    one = bids.summed("club", FFB, 9, [low, high])
    assert (one.lead, one.interval, one.played) == (None, None, 1)
    capot = Opening(deal=2, hand="", call="capotS", value="capot", made=0.7, lead=None)
    two = bids.summed("club", FFB, 9, [low, high, high, capot])
    assert two.lead == 10 and two.interval == 0 and two.high is not None
    assert (two.high.openings, two.high.worst) == (3, 0.7)
    assert [step.value for step in two.steps] == ["90", "130", "capot"]


def said(*arguments: str, code: int = 0) -> str:
    result = run("audit", "--bids", *arguments)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout + result.stderr


@needs_kernel
def test_the_command_reports_how_often_openings_are_made() -> None:
    asked = ("beginner", "--rules", "ffb-contree-2016", "--deals", "3", "--seed", "5")
    result = msgspec.convert(json.loads(said(*asked, "--json")), BidAudit)
    shown = said(*asked)
    assert f"opens {len(result.openings)} of 3 deals (seed 5)" in shown
    for step in islice(result.steps, 3):
        assert f"{step.made:.0%}" in shown


def test_the_command_refuses_in_a_sentence_what_it_cannot_audit() -> None:
    assert "no points are bid by the rules 'french'" in said("club", "--rules", "french", code=1)
    assert "use one of --show, --bids, --calls and" in said("club", "--show", "donation", code=1)
    contree = ("--rules", "ffb-contree-2016")
    assert "there is at least 1 deal" in said("club", *contree, "--deals", "0", code=1)
