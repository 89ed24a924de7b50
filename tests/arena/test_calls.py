"""The audit of calls: what is next to a call, which layouts explain an auction, what it counts."""

from __future__ import annotations

import json
from typing import Final

import msgspec
import pytest
from command import run
from needs import needs_kernel
from volume import volume

from rebelote.arena import auditing, bids, calls
from rebelote.arena.calls import CallAudit, Comparison
from rebelote.arena.playing import settings
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble, Take
from rebelote.rules.cards import Trump
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import view

FFB: Final = presets.rules("ffb-contree-2016", shuffle="each_deal_full")
EIGHTY, NINETY = Bid(Trump.SPADES, 80), Bid(Trump.SPADES, 90)


@pytest.mark.parametrize(
    ("before", "call", "kind"),
    [
        ([], EIGHTY, "opening"),
        ([(0, Pass())], EIGHTY, "opening"),
        ([(0, Pass())], Pass(), "pass"),
        ([(3, EIGHTY), (0, Pass())], NINETY, "raise"),
        ([(3, EIGHTY), (0, Pass())], Pass(), "pass to partner"),
        ([(0, EIGHTY)], NINETY, "overcall"),
        ([(0, EIGHTY)], Pass(), "pass to a bid"),
        ([(0, EIGHTY)], Double(), "double"),
        ([(3, EIGHTY), (0, Double())], Redouble(), "redouble"),
        ([(3, EIGHTY), (0, Double())], Pass(), "pass to partner"),
        ([(0, Take(Trump.SPADES))], Pass(), "pass to a bid"),
    ],
)
def test_the_kind_of_a_call_follows_from_the_last_bid(
    before: calls.Auction, call: Call, kind: str
) -> None:
    assert calls.kind_of(FFB, before, 1, call) == kind


def test_next_to_a_bid_are_the_values_of_its_trump_and_a_pass_below_the_least() -> None:
    [setting] = settings(FFB, 1, 7)
    state = bids.begun("beginner", FFB, setting)
    assert state.deal.to_act is not None
    seen = view(state, state.deal.to_act)
    assert calls.next_to(seen, FFB, EIGHTY) == [("instead", Pass()), ("higher", NINETY)]
    below, above = calls.next_to(seen, FFB, NINETY)
    assert below == ("lower", EIGHTY)
    assert above == ("higher", Bid(Trump.SPADES, 100))


@needs_kernel
@pytest.mark.parametrize("preset", ["ffb-contree-2016", "bulgarian", "french", "bela"])
def test_each_comparison_is_of_two_calls_that_were_on_offer(preset: str) -> None:
    rules = presets.rules(preset, shuffle="each_deal_full")
    [setting] = settings(rules, 1, 3)
    auction = calls.called("beginner", rules, setting)
    comparisons, left_out = calls.judged("beginner", rules, setting)
    passes = sum(isinstance(call, Pass) for _, call in auction)
    judged = len(auction) - max(0, passes - 1)
    assert len({one.auction for one in comparisons}) + left_out <= judged
    for one in comparisons:
        assert one.call != one.other
        assert one.auction.split() == [
            call_word(call) for _, call in auction[: len(one.auction.split())]
        ]


ALL: Final = tuple(presets.PRESETS)
SOME: Final = ("baloot", "bela-bitola", "pilotta")
"""Rule sets of three kinds of auction, in one of which the turned card is bought."""


@needs_kernel
@pytest.mark.parametrize("preset", ALL if volume(0, 1) else SOME)
def test_every_audit_runs_for_every_rule_set(preset: str) -> None:
    rules = presets.rules(preset, shuffle="each_deal_full")
    seed = ALL.index(preset)
    assert calls.run("beginner", rules, 2, seed, jobs=1).deals == 2
    assert auditing.run("beginner", rules, 2, seed, jobs=1).decisions
    if rules.bidding.names_values:
        assert bids.run("beginner", rules, 2, seed, jobs=1).deals == 2


@needs_kernel
@pytest.mark.parametrize(("value", "doubled", "down"), [(160, True, True), (160, False, False)])
def test_a_doubled_contract_far_from_made_is_counted_against_its_side(
    value: int, doubled: bool, down: bool
) -> None:
    [setting] = settings(FFB, 1, 7)
    said: list[Call] = [Bid(Trump.SPADES, value), Double() if doubled else Pass(), Pass(), Pass()]
    state, side = bids.played_out("beginner", FFB, setting, *said)
    assert state.sheet[-1].outcome == "failed"
    attack = FFB.sides[state.deal.contract.attacker]  # type: ignore[union-attr]
    assert bids.two_down(state.deal, attack) is down
    assert not bids.two_down(state.deal, 1 - attack)
    assert side in (0, 1)


def of(kind: calls.Kind, beside: calls.Beside, lead: float, deal: int = 0) -> Comparison:
    return Comparison(
        deal=deal,
        seat=0,
        hand="",
        auction="",
        kind=kind,
        call="90S",
        beside=beside,
        other="80S",
        lead=lead,
    )


def test_calls_of_a_kind_are_summed_up_and_an_interval_needs_two() -> None:
    later, first = of("raise", "lower", -10, deal=1), of("raise", "lower", 30)
    audit = calls.summed("club", FFB, 2, [((later,), 1), ((first, of("pass", "instead", 5)), 2)])
    raised, passed = audit.kinds
    assert (raised.kind, raised.calls, raised.lead, raised.behind) == ("raise", 2, 10, 1)
    assert raised.interval is not None and passed.interval is None
    assert audit.left_out == 3
    assert [one.deal for one in audit.comparisons] == [0, 0, 1]


@needs_kernel
def test_the_command_reports_the_calls_of_each_kind() -> None:
    asked = ("audit", "beginner", "--calls", "--rules", "bulgarian", "--deals", "2")
    said, line = run(*asked), run(*asked, "--json")
    assert said.returncode == line.returncode == 0, said.stderr + line.stderr
    result = msgspec.convert(json.loads(line.stdout), CallAudit)
    assert "calls in 2 deals (seed 1)" in said.stdout
    assert all(one.kind in said.stdout for one in result.kinds) and result.kinds


def test_the_command_refuses_no_deals_and_two_audits_at_once() -> None:
    none = run("audit", "club", "--calls", "--deals", "0")
    assert none.returncode == 1 and "there is at least 1 deal" in none.stderr
    both = run("audit", "club", "--calls", "--bids")
    assert both.returncode == 1 and "use one of --show, --bids, --calls and" in both.stderr
