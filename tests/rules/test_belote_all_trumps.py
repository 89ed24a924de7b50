"""All trumps with a belote in each suit, and with none, as in Board Game Arena's coinche."""

from __future__ import annotations

import pytest

from rebelote import IllegalActionError, Match, Play, apply, start, views
from rebelote.bots.meanings import HandWorth
from rebelote.bots.turned import hand_worth
from rebelote.kernel import solver
from rebelote.knowledge import worlds
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Pass
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.deal import PlayedOut, legal_cards, tally
from rebelote.rules.events import CardPlayed, Event, narrate
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record

NONE = presets.rules("bga-coinche")
EACH = NONE.agree({"belote_all_trumps": True})
HANDS = (
    "KS QS JS 9S KH QH AD 7C",
    "AS TS 8S 7S AH TH KD 8C",
    "JH 9H 8H 7H TD QD 9C TC",
    "JD 9D 8D 7D AC KC QC JC",
)
"""Seat 0 has king and queen of spades and of hearts, seat 3 those of clubs."""


def in_all_trumps(rules: Rules) -> Match:
    """Seat 0 was dealt the first of these hands and plays 82 in all trumps."""
    pack = tuple(Card(word) for hand in HANDS for word in hand.split())
    state = apply(start(rules, pack, 3), 0, Bid(Trump.ALL, 82))
    while state.deal.contract is None:
        assert state.to_act is not None
        state = apply(state, state.to_act, Pass())
    return state


def play_out(state: Match) -> tuple[Match, list[Event]]:
    """Play the deal to its end, each seat the first legal card."""
    events: list[Event] = []
    while (seat := state.to_act) is not None:
        action = Play(next(iter(legal_cards(state.deal))))
        after = apply(state, seat, action)
        events += narrate(state, seat, action, after)
        state = after
    return state, events


def spoken(events: list[Event]) -> list[str]:
    return [e.said for e in events if isinstance(e, CardPlayed) and e.said]


def test_there_a_belote_is_neither_said_nor_published_nor_counted() -> None:
    over, events = play_out(in_all_trumps(NONE))
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).belote == (0, 0)
    assert spoken(events) == [] and over.deal.belotes == ()
    assert all(view.belote == () for view in views(over))


def test_where_it_is_agreed_the_same_cards_have_three_belotes() -> None:
    over, events = play_out(in_all_trumps(EACH))
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).belote == (40, 20)
    assert sorted(spoken(events)) == ["belote"] * 3 + ["rebelote"] * 3


def test_in_real_life_none_can_be_said() -> None:
    state = in_all_trumps(NONE.as_in_real_life())
    with pytest.raises(IllegalActionError, match="not part of your belote"):
        apply(state, 0, Play(Card("KS"), belote=True))
    apply(in_all_trumps(EACH.as_in_real_life()), 0, Play(Card("KS"), belote=True))


def test_who_plays_a_king_in_silence_may_still_hold_its_queen() -> None:
    """If belotes are said, the silence reveals that the queen lies elsewhere."""
    result = []
    for rules in (NONE, EACH):
        state = apply(in_all_trumps(rules), 0, Play(Card("AD")))
        state = apply(state, 1, Play(Card("KD")))
        result.append(worlds.hidden(views(state)[0]).may_hold[1])
    assert Card("QD") in result[0] and Card("QD") not in result[1]


def test_a_belote_that_counts_nothing_makes_no_bid_and_no_solution_better() -> None:
    hand = CardSet.parse(HANDS[0])
    none, each = (HandWorth(hand, rules).opening[Trump.ALL.code] for rules in (NONE, EACH))
    assert each - none == 40
    law, other = (rules.law(Trump.ALL) for rules in (NONE, EACH))
    assert hand_worth(hand, law) < hand_worth(hand, other)
    assert NONE.belote_is_sure(Trump.ALL)
    held = [CardSet.parse(cards) for cards in ("KS QS", "AS TS", "8S 7S", "JS 9S")]
    if solver.KERNEL:
        points = [solver.solve(held, 0, (), at, belote=20).points for at in (law, other)]
        assert points[1][0] - points[0][0] == 20


def test_a_match_from_before_the_option_keeps_its_belotes() -> None:
    """Its rules were written down without the option; the text of its record names it now."""
    before = {name: value for name, value in NONE.flat().items() if name != "belote_all_trumps"}
    rules = Rules.of(before)
    assert rules == EACH
    over, _ = play_out(in_all_trumps(rules))
    record = Record.begin(start(rules, over.deal.pack, 3))
    text = str(record)
    assert "[Option belote_all_trumps true]" in text
    assert Record.parse(text).rules == rules
