"""Features that our own games lack: calls by name, closed leads, scores in the auction, the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from drawn_matches import play_match
from outside_games import known

from rebelote import Record, view
from rebelote.engine import Engine
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import Teller, action_name
from rebelote.rules import events, match, melds, play, presets
from rebelote.rules.actions import Double, NamedCall, Pass, Take
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.deal import Playing
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.terminal import parsing

NAMES = ("Anna", "Margot", "Lucien", "Odette")


@pytest.fixture
def rules() -> Iterator[Rules]:
    with known("closed_game"):
        yield presets.rules("closed")


def called(rules: Rules, *calls: NamedCall | Take | Pass | Double) -> Match:
    state = match.start(rules, match.first_pack(rules, Random(3)), 3)
    while not state.deal.dealt:
        state = match.apply(state, state.to_act or 0, match.legal_actions(state)[0])
    for call in calls:
        assert state.to_act is not None
        state = match.apply(state, state.to_act, call)
    return state


def test_trumps_are_not_led_in_a_closed_game(rules: Rules) -> None:
    for last, closed in ((NamedCall("close"), True), (Double(), False)):
        state = called(rules, Take(Trump.HEARTS), Pass(), last, Pass())
        assert isinstance(state.deal, Playing)
        assert bool(state.deal.contract.closed) is closed
        said = Teller(words("en", "closed"), 0, NAMES).bid_worth(state.deal.contract)
        assert said == ", doubled" + ", trumps not led" * closed
        assert (state.deal.contract.stake, state.deal.leader) == (3, 0)
        hand = state.deal.hands[0]
        led = play.legal(hand, (), state.deal.law)
        assert led == (hand - Trump.HEARTS.cards if closed else hand)
        assert play.legal(CardSet.parse("9H 7H"), (), state.deal.law) == CardSet.parse("9H 7H")


def test_the_turned_card_is_a_gift(rules: Rules) -> None:
    for call, seat in ((Take(Trump.CLUBS), 0), (NamedCall("gift", Trump.CLUBS), 2)):
        deal = called(rules, call).deal
        assert deal.turned is not None and deal.turned in deal.hands[seat]
        assert {len(hand) for hand in deal.hands} == {8}


def test_an_auction_sees_the_scores(rules: Rules) -> None:
    state = called(rules, Take(Trump.HEARTS))
    assert NamedCall("close") in match.legal_actions(state)
    ahead = state.rules.bidding
    so_far = state.deal.auction  # type: ignore[union-attr]
    assert so_far.scores == (0, 0)
    assert NamedCall("close") not in ahead.offers(so_far._replace(scores=(10, 20)))
    assert view(state, 1).legal is not None


def test_calls_by_name_are_written_read_said_and_typed(rules: Rules) -> None:
    state, say = called(rules), words("en")
    gift = NamedCall("gift", Trump.SPADES)
    assert notation.read_call(notation.call_word(gift)) == gift
    assert notation.read("call", "2:say(gift:S)", rules) == notation.OutOfTurn(2, gift)
    assert action_name(say, gift) == "A gift to partner: spades"
    for typed in ("say(gift:S)", "a gift to partner: spades"):
        assert parsing.read(typed, view(state, 0), say, NAMES) == gift


def test_matches_are_played_described_and_read_back(rules: Rules) -> None:
    seen, ended = set(), 0
    for seed in range(12):
        states, record = play_match(rules, seed)
        assert Record.parse(str(record)).replay() == states[-1]
        for step in record.steps():
            seen |= {getattr(step.action, "name", "")}
            received = events.narrate(step.before, step.seat, step.action, step.after)
            for language in LANGUAGES:
                teller = Teller(words(language), 0, NAMES)
                assert all(map(teller.event, received))
        last = states[-1].sheet[-1]
        ended += max(last.totals) < rules.ending.target
    assert seen >= {"gift", "close"} and ended


def test_squares_and_contests_have_names(rules: Rules) -> None:
    queens = "QS QH QD QC"
    assert melds.best_melds(CardSet.parse(queens), rules.melds)[0].kind.points == 300
    held = {
        0: melds.best_melds(CardSet.parse(queens), rules.melds),
        1: melds.best_melds(CardSet.parse("7S 8S 9S"), rules.melds),
    }
    assert melds.contest(held, Trump.CLUBS, rules.melds, rules.sides, 0).side == 1
    assert Card("QS") in held[0][0].card_set


def test_the_engine_knows_them(rules: Rules) -> None:
    asked = {"op": "auction", "rules": "closed", "eldest": 0, "turned": "7S"}
    calls = ["say(gift:H)", "pass"]
    answer = json.loads(Engine().answer(json.dumps({"id": 1, **asked, "calls": calls}).encode()))
    assert answer["contract"]["turned_to"] == 2
    for scores, offered in (((0, 10), False), ((10, 0), True), ((1, 2, 3), None)):
        more = {"calls": ["H"], "scores": scores}
        answer = json.loads(Engine().answer(json.dumps({"id": 1, **asked, **more}).encode()))
        assert answer["ok"] is (offered is not None)
        assert offered is None or ("say(close)" in answer["offers"]) is offered
