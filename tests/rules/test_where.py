"""Functions named for a rule: a changed switch changes their answer."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import pytest
from documented import resolve
from drawn_matches import play_match

from rebelote import Rules
from rebelote.bots import signals
from rebelote.i18n import rulecard
from rebelote.rules import melds, play, presets, scoring_rules, tallies
from rebelote.rules.actions import Bid, Call, Double, Pass, Take
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import CARDS, CardSet, Rank, Trump, parse_cards
from rebelote.rules.contract import Called, Contract
from rebelote.rules.deal import PlayedOut, Playing, Trick, tally
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.options import REAL_LIFE
from rebelote.rules.settlements.by_bid import Written

replace = msgspec.structs.replace
Function = Callable[..., Any]
States = Sequence[Match]
FUNCTIONS = {
    key: received.function for of in rulecard.SECTIONS.values() for key, received in of.items()
}
SITUATIONS = [play.Situation.at(index) for index in range(128)]


class Case(NamedTuple):
    """A switch turned from `before` to `after`, and what the function is asked under both."""

    after: dict[str, Any]
    ask: Callable[[Function, Rules, States], Any]
    preset: str = "french"
    before: Mapping[str, Any] = MappingProxyType({})
    asked_as: str = ""
    """The function's own name for the switch, where it is passed by another."""


def once_time_is_up(function: Function, rules: Rules, states: States) -> Any:
    try:
        return function(replace(states[0], rules=rules)).late
    except ValueError:
        return None


# --- what a function is asked ---------------------------------------------------------------------


def of_rules(function: Function, rules: Rules, _: States) -> Any:
    return function(rules)


def of_deals(function: Function, rules: Rules, states: States) -> Any:
    return [function(replace(state.deal, rules=rules)) for state in states]


def of_seats(function: Function, rules: Rules, states: States) -> Any:
    """Return each deal, as the seat that is to act sees it."""
    asked = [state.deal for state in states if state.deal.to_act is not None]
    return [function(replace(deal, rules=rules), deal.to_act) for deal in asked]


def of_players(function: Function, rules: Rules, states: States) -> Any:
    """Return each deal in which cards are played, as the seat that is to act sees it."""
    playing = [state.deal for state in states if isinstance(state.deal, Playing)]
    return [function(replace(deal, rules=rules), deal.to_act) for deal in playing]


def of_matches(function: Function, rules: Rules, states: States) -> Any:
    """Return each state of a match between two deals."""
    over = [state for state in states if state.written]
    return [
        function(replace(state, rules=rules, deal=replace(state.deal, rules=rules)))
        for state in over
    ]


def of_sheets(function: Function, rules: Rules, states: States) -> Any:
    """Return the sheet after each deal of a match."""
    return [function(rules, state.sheet) for state in states if state.written]


def of_situations(trump: Trump) -> Callable[[Function, Rules, States], Any]:
    return lambda function, rules, _: [
        function(rules.law(trump).obligations, situation) for situation in SITUATIONS
    ]


def asked(function: Function, tally: tallies.Tally, rules: scoring_rules.ScoringRules) -> Any:
    return function(tally, rules)


def of_scoring(ask: Callable[..., Any], **changed: Any) -> Callable[..., Any]:
    """Return a deal that failed with announcements and belotes on both sides, or `changed`."""
    details: dict[str, Any] = {
        "attack": 0,
        "points": (60, 102),
        "tricks": (3, 5),
        "melds": (20, 50),
        "belote": (20, 0),
    }
    tally = tallies.Tally(**(details | changed))
    return lambda function, rules, _: ask(function, tally, rules.scoring)


def of_a_hand(cards: str) -> Callable[[Function, Rules, States], Any]:
    hand = CardSet.parse(cards)
    return lambda function, rules, _: list(function(hand, rules.melds))


def of_a_meld(cards: str) -> Callable[[Function, Rules, States], Any]:
    return lambda function, rules, _: function(meld(cards, rules), rules.melds)


def of_a_run(function: Function, rules: Rules, _: States) -> Any:
    return function(parse_cards("AS KS QS JS TS 9S 8S 7S"), rules.melds)


def of_totals(*totals: int) -> Callable[[Function, Rules, States], Any]:
    return lambda function, rules, _: function(totals, rules, 0)


def meld(cards: str, rules: Rules) -> melds.Meld:
    result = melds.of_cards(CardSet.parse(cards), rules.melds)
    assert result is not None
    return result


def claim(function: Function, rules: Rules, _: States) -> Any:
    return function(meld("9S TS JS", rules), 2, Trump.HEARTS, rules.melds)


def claim_in_trumps(function: Function, rules: Rules, _: States) -> Any:
    return function(meld("9S TS JS", rules), 2, Trump.SPADES, rules.melds)


def a_run_and_a_square(function: Function, rules: Rules, _: States) -> Any:
    """Seat 0 announces a run, seat 1 a square."""
    named = {0: (meld("9S TS JS", rules),), 1: (meld("KS KH KD KC", rules),)}
    return function(named, Trump.SPADES, rules.melds, rules.sides, 0)


def a_second_card_of_belote(function: Function, rules: Rules, _: States) -> Any:
    """Seat 1 has led the king of trump, and leads the queen."""
    pair = CardSet.parse("KS QS")
    trick = Trick(1, parse_cards("KS 7S 8S 9H"), 1)
    details = {**taken(rules, Trump.SPADES), "belotes": ((1, pair),)}
    details["hands"] = (CardSet(), CardSet.parse("QS"), CardSet(), CardSet())
    deal = Playing(**details, announced=((),) * 4, tricks=(trick,), leader=1)
    return function(deal, 1, parse_cards("QS")[0])


def a_lead_of_hearts(function: Function, rules: Rules, _: States) -> Any:
    """Build a deal in which the ace of hearts has fallen, and seat 1 leads the ten."""
    trick = Trick(0, parse_cards("AH 7H 8H 9H"), 1)
    deal = Playing(**taken(rules, Trump.SPADES), announced=((),) * 4, tricks=(trick,), leader=1)
    return function(deal, parse_cards("TH")[0])


def taken(rules: Rules, trump: Trump) -> dict[str, Any]:
    """Return the fields, before its first card, of a deal that seat 1 took."""
    return {
        "rules": rules,
        "dealer": 3,
        "pack": (),
        "depth": 10,
        "packets": (3, 2),
        "turned": CARDS[0],
        "dealt": ((CARDS[0],),) * 4,
        "hands": (CardSet.parse("AH"),) * 4,
        "calls": (Called(seat=1, round=1, trump=trump),),
        "contract": Contract(1, trump),
        "law": rules.law(trump),
        "belotes": (),
    }


def equal_announcements(function: Function, rules: Rules, states: States) -> Any:
    """Build a deal in which seats 0 and 1 hold equal runs; 0 leads the first trick, 1 the third."""
    runs = [meld(cards, rules) for cards in ("9S TS JS", "9H TH JH")]
    trick = Trick(0, parse_cards("7S 8S QS KS"), 1)
    deal = Playing(
        **taken(rules, Trump.DIAMONDS),
        announced=((runs[0],), (runs[1],), (), ()),
        tricks=(trick, trick),
        leader=1,
    )
    return function(deal)


def belotes(function: Function, rules: Rules, states: States) -> Any:
    return [
        function(replace(state.deal, rules=rules), seat, pair)
        for state in states
        if isinstance(state.deal, PlayedOut)
        for seat, pair in state.deal.belotes
    ]


def a_bid_by_seat_2(function: Function, rules: Rules, _: States) -> Any:
    so_far = AuctionSoFar(rules.auction, rules.sides, 1)
    return function(so_far.after(1, Pass()).after(2, Bid(Trump.SPADES, 80)), 2)


def at_baloot(rules: Rules, calls: str = "") -> AuctionSoFar:
    """Return an auction of baloot after these passes and suns, the nine of hearts turned up."""
    so_far = AuctionSoFar(rules.auction, rules.sides, 0, CARDS[10])
    for seat, call in enumerate(calls.split()):
        so_far = so_far.after(seat, Take(Trump.NONE) if call == "sun" else Pass())
    return so_far


def a_belote_thrown_away(function: Function, rules: Rules, _: States) -> Any:
    """Build a deal in all trumps: seat 1 discards the king of spades, and later the queen."""
    tricks = (
        Trick(0, parse_cards("7H KS 8H 9H"), 3),
        Trick(3, parse_cards("7D 8D QS 9D"), 0),
    )
    deal = PlayedOut(**taken(rules, Trump.ALL), announced=((),) * 4, tricks=tricks, leader=0)
    return function(deal, 1, CardSet.parse("KS QS"))


def a_belote_in_a_hundred(function: Function, rules: Rules, _: States) -> Any:
    """Build a hokum in which seat 1 has announced a run of five with king and queen of trump."""
    announced = ((), (meld("TS JS QS KS AS", rules),), (), ())
    deal = PlayedOut(**taken(rules, Trump.SPADES), announced=announced, tricks=(), leader=0)
    return function(deal, 1, CardSet.parse("KS QS"))


def a_lesser_announcement(function: Function, rules: Rules, _: States) -> Any:
    """Seat 0 forgot to show the best one; seat 1 is about to play its fourth card."""
    run = meld("9S TS JS", rules)
    trick = Trick(0, parse_cards("7S 8S QS KS"), 1)
    deal = Playing(
        **taken(rules, Trump.DIAMONDS),
        announced=((), (run,), (), ()),
        contest=melds.Contest(1, "alone"),
        forgotten=(0,),
        tricks=(trick, trick, trick),
        leader=1,
    )
    return function(deal, 1)


ROW = SheetRow(
    number=1,
    dealer=3,
    contract=Contract(0, Trump.SPADES),
    outcome="made",
    sweep=False,
    marks=(0, 0),
    held=50,
    totals=(1020, 900),
)


def a_row(function: Function, rules: Rules, states: States) -> Any:
    """Return the last deal of a match, with points that wait."""
    return function(replace(states[0], rules=rules), ROW)


def just_there(function: Function, rules: Rules, states: States) -> Any:
    """After each deal that failed, as if both sides had reached the target with it."""
    result = []
    for state in states:
        if state.settlement is not None and state.settlement.outcome == "failed":
            marks = state.settlement.marks
            totals = tuple(rules.ending.target - 1 + mark for mark in marks)
            row = replace(state.sheet[-1], totals=totals)
            attack = rules.sides[row.contract.attacker] if row.contract else 0
            won = tally(state.deal) if isinstance(state.deal, PlayedOut) else None
            result.append(function(replace(state, rules=rules), row, attack, won))
    return result


def after_a_sweep(function: Function, rules: Rules, states: States) -> Any:
    return function(replace(states[0], rules=rules), replace(ROW, sweep=True), 0, None)


def of_booms(function: Function, rules: Rules, _: States) -> Any:
    """Ask with a game won by each side, the second by more."""
    first = replace(ROW, totals=(1010, 0), boom_winner=0)
    return function((first, replace(ROW, totals=(0, 1300), boom=2, boom_winner=1)), rules)


def of_one_boom(function: Function, rules: Rules, _: States) -> Any:
    return function((replace(ROW, boom_winner=0),), rules)


def at_the_end(function: Function, rules: Rules, states: States) -> Any:
    """Return each deal that was played to its end, written at the end of a match."""
    result = []
    for state in states:
        if isinstance(deal := state.deal, PlayedOut):
            now = replace(state, rules=rules)
            result.append(function(now, deal.dealer, deal.contract, tally(deal)))
    return result


CALLS: dict[str, Call] = {
    "pass": Pass(),
    "double": Double(),
    "90S": Bid(Trump.SPADES, 90),
    "82S": Bid(Trump.SPADES, 82),
    "80S": Bid(Trump.SPADES, 80),
    "capotS": Bid(Trump.SPADES, "capot"),
}


def called(rules: Rules, calls: str) -> AuctionSoFar:
    """Return an auction in which seat 1 speaks first, and the others follow in turn."""
    so_far = AuctionSoFar(rules.auction, rules.sides, eldest=1)
    for place, call in enumerate(calls.split()):
        so_far = so_far.after((1 + place) % 4, CALLS[call])
    return so_far


def of_bidding(calls: str) -> Callable[[Function, Rules, States], Any]:
    """After some calls, with the contract as it stands then."""

    def ask(function: Function, rules: Rules, _: States) -> Any:
        so_far = called(rules, calls)
        return function(so_far, rules.bidding.contract(so_far))

    return ask


def of_doubling(calls: str) -> Callable[[Function, Rules, States], Any]:
    """Return the same, asked of every seat."""

    def ask(function: Function, rules: Rules, _: States) -> Any:
        so_far = called(rules, calls)
        return [function(so_far, rules.bidding.contract(so_far), seat) for seat in range(4)]

    return ask


def of_a_bid(ask: Callable[..., Any] = asked, **changed: Any) -> Callable[..., Any]:
    """Return a deal settled by its bid: 90 bid, 100 made, or `changed`."""
    details: dict[str, Any] = {
        "points": (100, 62),
        "tricks": (5, 3),
        "melds": (0, 0),
        "belote": (0, 20),
        "value": 90,
    }
    return of_scoring(ask, **(details | changed))


def of_line(function: Function, rules: Rules, _: States) -> int:
    """Build a doubled deal with 100 in tricks, a bid of 90 and a belote."""
    parts: int = function(Written(100, 90, 20), 2, rules.scoring)
    return parts


EVERY: Mapping[str, Any] = MappingProxyType({"points": (162, 0), "tricks": (8, 0)})
"""The points and tricks of a sweep."""
CONTREE = "ffb-contree-2016"
BULGARIAN = "bulgarian"

CASES: dict[str, Case] = {
    "auction_kind": Case({"auction_kind": "rising", "packets": [[8]]}, of_rules),
    "least_bid": Case({"least_bid": 82}, lambda f, rules, _: f(rules.auction), CONTREE),
    "highest_bid": Case({"highest_bid": 180}, lambda f, rules, _: f(rules.auction), CONTREE),
    "all_tricks_bid": Case(
        {"all_tricks_bid": "none"}, lambda f, rules, _: f(rules.auction), CONTREE
    ),
    "no_suit_bids": Case({"no_suit_bids": "both"}, lambda f, rules, _: f(rules.auction), CONTREE),
    "double": Case({"double": "any_time"}, of_doubling("80S"), CONTREE),
    "double_from": Case({"double_from": 90}, of_doubling("80S"), CONTREE),
    "overbid_double": Case({"overbid_double": True}, of_bidding("80S double"), CONTREE),
    "after_double": Case(
        {"after_double": "everybody"}, of_bidding("pass 80S double pass"), CONTREE
    ),
    "raise_oneself": Case({"raise_oneself": True}, of_bidding("80S pass"), CONTREE),
    "capot_ends": Case(
        {"capot_ends": True}, lambda f, rules, _: f(called(rules, "capotS")), CONTREE
    ),
    "redouble": Case({"redouble": "none"}, of_doubling("80S double"), CONTREE),
    "settlement": Case(
        {"settlement": "majority"},
        of_a_bid(lambda f, tally, rules: f(tally, 0, rules)),
        CONTREE,
    ),
    "eighty_needs": Case({"eighty_needs": 82}, lambda f, rules, _: f(80, rules.scoring), CONTREE),
    "bids_need": Case({"bids_need": "two_more"}, lambda f, rules, _: f(90, rules.scoring), CONTREE),
    "beat_defence": Case({"beat_defence": True}, of_a_bid(points=(81, 81), value=80), CONTREE),
    "made_pays": Case({"made_pays": "bid"}, of_a_bid(), CONTREE),
    "doubled_defence": Case({"doubled_defence": "nothing"}, of_a_bid(stake=2), CONTREE),
    "failed_pays": Case({"failed_pays": "160"}, of_a_bid(points=(60, 102)), CONTREE),
    "multiplied": Case({"multiplied": "bid"}, of_line, CONTREE),
    "eighty_two_writes": Case({"eighty_two_writes": 82}, of_a_bid(value=82), "bga-coinche"),
    "no_trumps_twice": Case(
        {"no_trumps_twice": False}, of_a_bid(no_trumps=True), "stephanoise-1996"
    ),
    "no_trumps_stake": Case(
        {"no_trumps_stake": "as_suits"}, of_a_bid(no_trumps=True), "bazar-blot"
    ),
    "defence_belote": Case({"defence_belote": False}, of_a_bid(), CONTREE),
    "capot_value": Case({"capot_value": 250}, of_a_bid(**EVERY, value="capot"), CONTREE),
    "generale_value": Case(
        {"generale_value": 1000},
        of_a_bid(**EVERY, value="generale"),
        CONTREE,
        {"all_tricks_bid": "capot_and_generale"},
    ),
    "capot_points": Case({"capot_points": "252"}, of_a_bid(**EVERY, value="capot"), CONTREE),
    "failed_capot_base": Case({"failed_capot_base": "252"}, of_a_bid(value="capot"), CONTREE),
    "unbid_sweep": Case({"unbid_sweep": 250}, of_a_bid(**EVERY), CONTREE),
    "no_suit_points": Case(
        {"no_suit_points": "pagat"},
        lambda f, rules, _: f(rules, Trump.ALL),
        CONTREE,
        {"no_suit_bids": "both"},
    ),
    "last_deal_exact": Case({"last_deal_exact": True}, at_the_end, CONTREE, {"target": 100}),
    "players": Case({"players": 3, "packets": [[3, 3]]}, lambda f, rules, _: f(rules.table)),
    "direction": Case({"direction": "cw"}, lambda f, rules, _: f(rules).direction),
    "first_dealer": Case({"first_dealer": "low_card"}, lambda f, rules, _: f(rules, Random(1))),
    "shuffle": Case({"shuffle": "limited(4)"}, of_sheets),
    "dead_deals_shuffle": Case({"dead_deals_shuffle": 1}, of_sheets),
    "pile_join": Case({"pile_join": "random"}, lambda f, rules, _: f(rules, 0)),
    "cut_min": Case({"cut_min": 3}, of_rules),
    "packets": Case({"packets": [[4, 1]]}, of_deals),
    "misdeal": Case({"misdeal": "next_dealer"}, of_matches, before={"misdeal": "redeal"}),
    "round2_turned_suit": Case(
        {"round2_turned_suit": False},
        lambda f, rules, _: f(CARDS[0], 2, rules.auction.round2_turned_suit),
        asked_as="turned_suit_again",
    ),
    "round3": Case({"round3": "all_or_no_trump"}, lambda f, rules, _: f(rules.auction)),
    "dead_deals_per_dealer": Case({"dead_deals_per_dealer": 2}, of_matches),
    "first_speaker": Case({"first_speaker": "dealer"}, lambda f, rules, _: f(rules.auction, 1, 4)),
    "must_name": Case({"must_name": "last"}, lambda f, rules, _: f(rules.auction, 4)),
    "named_doubles": Case({"named_doubles": "double"}, lambda f, rules, _: f(rules.auction, 1)),
    "hokum_waits": Case(
        {"hokum_waits": "first_round"},
        lambda f, rules, _: f(at_baloot(rules), Called(seat=0, round=2, trump=Trump.HEARTS)),
    ),
    "ashkal": Case({"ashkal": False}, lambda f, rules, _: f(at_baloot(rules, "pass pass"))),
    "ashkal_round2": Case(
        {"ashkal_round2": True}, lambda f, rules, _: f(at_baloot(rules, "pass " * 6))
    ),
    "gablak": Case({"gablak": True}, lambda f, rules, _: f(at_baloot(rules, "pass sun"), 1)),
    "sun_double": Case(
        {"sun_double": "from_100"},
        lambda f, rules, _: f(at_baloot(rules)._replace(scores=(100, 90)), Contract(0, Trump.NONE)),
    ),
    "kawesh": Case(
        {"kawesh": "same_dealer"},
        lambda f, rules, _: f(at_baloot(rules), CardSet.parse("7S 8S 9S 7H 9D")),
    ),
    "kawesh_bought": Case(
        {"kawesh_bought": True},
        lambda f, rules, _: f(at_baloot(rules, "sun")),
        before={"kawesh": "same_dealer"},
    ),
    "closed_play": Case(
        {"closed_play": False},
        lambda f, rules, _: f(at_baloot(rules), Contract(0, Trump.HEARTS)),
    ),
    "first_lead": Case({"first_lead": "first_bidder"}, a_bid_by_seat_2),
    "rise_trump_led": Case({"rise_trump_led": "vs_opponents"}, of_situations(Trump.SPADES)),
    "rise_all_trump": Case(
        {"rise_all_trump": "never"}, lambda f, rules, _: f(rules.play, Trump.ALL)
    ),
    "rise_plain": Case({"rise_plain": True}, of_situations(Trump.SPADES)),
    "cut_when_void": Case({"cut_when_void": "never"}, of_situations(Trump.SPADES)),
    "partner_exempts": Case({"partner_exempts": "trump_only"}, of_situations(Trump.SPADES)),
    "voluntary_trump": Case({"voluntary_trump": "must_rise"}, of_situations(Trump.SPADES)),
    "undertrump": Case({"undertrump": "forbidden"}, of_situations(Trump.SPADES)),
    "last_trick_view": Case({"last_trick_view": "never"}, of_seats),
    "akka": Case({"akka": True}, a_lead_of_hearts),
    "signals": Case(
        {"signals": "direct"},
        lambda f, rules, _: [f(card, Trump.SPADES, signals.agreed(rules)) for card in CARDS],
        asked_as="convention",
    ),
    "belote_order": Case(
        {"belote_order": "king_first"},
        lambda f, rules, _: f(rules.law(Trump.SPADES)),
        asked_as="king_first",
    ),
    "belote_order_violation": Case(
        {"belote_order_violation": "illegal"},
        belotes,
        before={"belote_order": "king_first", "belote_order_violation": "forfeits_20"},
        asked_as="belote_order_forfeits",
    ),
    "belote": Case({"belote": "none"}, lambda f, rules, _: f(rules.law(Trump.SPADES))),
    "belote_all_trumps": Case(
        {"belote_all_trumps": False},
        lambda f, rules, _: f(rules.law(Trump.ALL)),
        "bga",
    ),
    "belote_discard_ok": Case({"belote_discard_ok": False}, a_belote_thrown_away, "bga"),
    "belote_safe_on_fail": Case(
        {"belote_safe_on_fail": False}, of_scoring(lambda f, tally, rules: f(tally, rules, 1))
    ),
    "failed_belote": Case(
        {"failed_belote": "void"},
        of_scoring(lambda f, tally, rules: f(tally, rules, 1)),
        before={"belote_safe_on_fail": False},
    ),
    "melds": Case({"melds": "none"}, of_players),
    "run_points": Case({"run_points": [20, 50, 100, 100, 100, 120]}, of_a_run),
    "meld_card_reuse": Case({"meld_card_reuse": True}, of_a_hand("9S 9H 9D 9C TS JS QS AH")),
    "split_runs": Case({"split_runs": True}, of_a_hand("7S 8S 9S TS JS QS KS AS")),
    "short_runs": Case({"short_runs": False}, of_a_hand("7S 8S 9S TS JS JH JD JC")),
    "eight_of_suit": Case(
        {"eight_of_suit": "wins_game"},
        lambda f, rules, _: f(CardSet.parse("7S 8S 9S TS JS QS KS AS"), rules.melds),
    ),
    "run_length_rank_cap": Case({"run_length_rank_cap": 8}, of_a_run),
    "equal_hundreds": Case(
        {"equal_hundreds": "height"},
        lambda f, rules, _: f(meld("KS KH KD KC", rules), 0, Trump.SPADES, rules.melds),
    ),
    "carre_beats_run": Case({"carre_beats_run": False}, of_a_meld("AS AH AD AC")),
    "carre_order": Case({"carre_order": "trump"}, of_a_meld("TS TH TD TC")),
    "squares": Case({"squares": "baloot"}, lambda f, rules, _: f(rules.melds, Rank.JACK)),
    "low_carre_points": Case(
        {"low_carre_points": 50}, lambda f, rules, _: f(rules.melds, Rank.SEVEN)
    ),
    "low_carre_rank": Case(
        {"low_carre_rank": "as_carre"},
        of_a_meld("7S 7H 7D 7C"),
        before={"low_carre_points": 50},
    ),
    "meld_said": Case(
        {"meld_said": "before_play"},
        lambda f, rules, _: f(Playing(**taken(rules, Trump.HEARTS), announced=((),) * 4, leader=0)),
    ),
    "meld_show_trick": Case({"meld_show_trick": 3}, of_rules),
    "meld_show_on_demand": Case({"meld_show_on_demand": False}, of_players, before=REAL_LIFE),
    "meld_fallback_trick": Case(
        {"meld_fallback_trick": None}, a_lesser_announcement, "flemish", REAL_LIFE
    ),
    "meld_tie": Case({"meld_tie": "earliest"}, claim),
    "meld_tie_order": Case({"meld_tie_order": "show_trick"}, equal_announcements, "flemish"),
    "contract_goal": Case({"contract_goal": "fixed_82_tricks"}, of_scoring(asked, points=(82, 80))),
    "contract_counts": Case(
        {"contract_counts": []}, of_scoring(lambda f, tally, rules: f(tally, 0, rules))
    ),
    "failed_melds": Case(
        {"failed_melds": "void"}, of_scoring(lambda f, tally, rules: f(tally, rules, 1))
    ),
    "fail_base": Case(
        {"fail_base": "everything"}, of_scoring(asked, points=(162, 0), tricks=(8, 0))
    ),
    "swept_attack_pays": Case(
        {"swept_attack_pays": 162}, of_scoring(asked, points=(0, 162), tricks=(0, 8))
    ),
    "swept_belote": Case(
        {"swept_belote": "to_winner"}, of_scoring(asked, points=(0, 162), tricks=(0, 8))
    ),
    "marks_compare": Case(
        {"marks_compare": "marks"},
        of_scoring(asked, points=(56, 106), melds=(50, 0), belote=(0, 0)),
        "baloot",
    ),
    "marks_level": Case(
        {"marks_level": "each_own"},
        of_scoring(asked, points=(81, 81), melds=(0, 0), belote=(0, 0)),
        "baloot",
    ),
    "sweep_points": Case({"sweep_points": 100}, of_scoring(asked)),
    "swept_melds": Case({"swept_melds": "void"}, of_scoring(asked, points=(0, 162), tricks=(0, 8))),
    "three_beaten_to": Case(
        {"three_beaten_to": "each"},
        of_scoring(
            lambda f, tally, rules: f(tally, [1, 2], rules),
            points=(40, 62, 60),
            tricks=(3, 4, 3),
            melds=(0, 0, 0),
            belote=(0, 0, 0),
        ),
        "flemish3",
    ),
    "rounding": Case({"rounding": "half_down"}, lambda f, rules, _: f((85, 77), 0, rules.scoring)),
    "after_sweep": Case({"after_sweep": "winner_writes"}, a_row, BULGARIAN),
    "belote_blocked": Case({"belote_blocked": True}, a_belote_in_a_hundred, "baloot"),
    "belote_said": Case({"belote_said": "twice"}, a_second_card_of_belote, BULGARIAN),
    "meld_contest": Case({"meld_contest": "together"}, a_run_and_a_square, BULGARIAN),
    "trump_run_first": Case({"trump_run_first": True}, claim_in_trumps, BULGARIAN),
    "trick_melds": Case({"trick_melds": "roem"}, lambda f, rules, _: f(rules.melds, Trump.CLUBS)),
    "no_trumps_melds": Case(
        {"no_trumps_melds": True}, lambda f, rules, _: f(rules.melds, Trump.NONE), BULGARIAN
    ),
    "least_mark": Case({"least_mark": True}, lambda f, rules, _: f((160, 2), 0, rules.scoring)),
    "unit": Case({"unit": 10}, lambda f, rules, _: f((85, 77), 0, rules.scoring)),
    "tie_rule": Case(
        {"tie_rule": "made"}, of_scoring(asked, points=(81, 81), melds=(0, 0), belote=(0, 0))
    ),
    "tie_belote_held": Case(
        {"tie_belote_held": False}, of_scoring(asked, points=(71, 91), melds=(0, 0))
    ),
    "held_at_end": Case({"held_at_end": "paid"}, a_row),
    "target": Case({"target": 1500}, of_totals(1000, 900)),
    "target_strict": Case({"target_strict": True}, of_totals(1000, 900)),
    "end_rule": Case({"end_rule": "attack_first"}, of_totals(1000, 1010)),
    "end_level": Case(
        {"end_level": "attack"}, lambda f, rules, _: f((1010, 1010), (0, 1), rules, 0)
    ),
    "time_limit": Case({"time_limit": 40}, once_time_is_up),
    "end_deals": Case({"end_deals": 5}, lambda f, rules, _: f((ROW,), rules)),
    "no_win_on_belote_only": Case({"no_win_on_belote_only": True}, just_there),
    "no_win_on_sweep": Case({"no_win_on_sweep": True}, after_a_sweep),
    "booms": Case({"booms": 2}, of_one_boom),
    "excess": Case({"excess": "ignore"}, of_booms, before={"booms": 2}),
    "assistance": Case({"assistance": "none"}, of_seats),
    "revoke_policy": Case({"revoke_policy": "prevented"}, of_rules, before=REAL_LIFE),
    "early_double": Case(
        {"early_double": "prevented"},
        of_rules,
        "cannes-2016",
        before={"assistance": "none"},
    ),
    "failed_claim": Case({"failed_claim": "loses_deal"}, of_rules, before={"assistance": "none"}),
    "meld_show_mode": Case({"meld_show_mode": "auto"}, of_rules, before=REAL_LIFE),
    "belote_announce": Case({"belote_announce": "auto"}, of_rules, before=REAL_LIFE),
    "false_play_award": Case(
        {"false_play_award": "252"},
        lambda f, rules, _: f((20, 0), (0, 0), rules.scoring),
    ),
    "bots_remember": Case({"bots_remember": True}, of_matches),
}


@cache
def states(preset: str, before: str) -> tuple[Match, ...]:
    """Return every state of eight matches of a few deals."""
    rules = presets.rules(preset, **msgspec.json.decode(before))
    return tuple(state for seed in range(8) for state in play_match(rules, seed, deals=6)[0])


def function_named(name: str) -> Function:
    """Return the function that a name stands for; for a property, the one behind it."""
    result: Any = resolve(name)
    if isinstance(result, property):
        return result.fget  # type: ignore[return-value]
    return result.func if isinstance(result, cached_property) else result


def test_every_option_is_asked() -> None:
    assert set(CASES) == set(FUNCTIONS)


@pytest.mark.parametrize("key", CASES)
def test_the_answer_of_the_function_named_changes_with_the_switch(key: str) -> None:
    case, function = CASES[key], function_named(FUNCTIONS[key])
    rules = presets.rules(case.preset, **case.before)
    seen = states(case.preset, msgspec.json.encode(dict(case.before)).decode())
    answer = case.ask(function, rules, seen)
    assert case.ask(function, rules, seen) == answer
    assert case.ask(function, rules.agree(case.after), seen) != answer


@pytest.mark.parametrize("key", CASES)
def test_the_function_named_reads_the_switch_itself(key: str) -> None:
    """The function does not delegate the question."""
    function = inspect.unwrap(function_named(FUNCTIONS[key]))
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    read |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert (CASES[key].asked_as or key) in read


def test_the_questions_name_every_switch_but_those_of_the_table() -> None:
    asked = {name for question in rulecard.QUESTIONS for name in rulecard.answers(question)}
    assert set(FUNCTIONS) - asked == {"direction"}
    assert all(resolve(rulecard.function_of(name)) is not None for name in asked)
