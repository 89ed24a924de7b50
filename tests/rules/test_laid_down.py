"""A hand that wins the game before the first card: its record, its events, and who sees it."""

from __future__ import annotations

import pytest
from needs import needs_kernel

from rebelote import Cut, IllegalActionError, Match, Pass, Take, apply, legal_actions, start, views
from rebelote.analysis.review import finished_deals, review_deal
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import Teller
from rebelote.rules import deck, presets
from rebelote.rules.actions import Challenge
from rebelote.rules.cards import Trump, parse_cards
from rebelote.rules.deal import LaidDown
from rebelote.rules.events import DealEnded, MatchEnded, MeldsShown, Took, narrate
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record
from rebelote.rules.scoring import Line, Settlement, won_by_hand

HANDS = (
    "7S 8S 9S TS 7D 8D 9D TD",
    "7H 8H 9H TH JH QH KH AH",
    "JS QS KS AS 7C 8C 9C TC",
    "JC QC KC AC JD QD KD AD",
)
NAMED = Take(Trump.DIAMONDS)


def begun(rules: Rules) -> tuple[Match, Record]:
    """Return a match before its first call; seat 3 deals, and seat 1 will have all hearts."""
    pack = deck.pack_of([parse_cards(hand) for hand in HANDS], (3, 3), 0)
    state = start(rules, deck.cut(pack, 16), 3)
    record = Record.begin(state, ()).act(Cut(16))
    return apply(state, 2, Cut(16)), record


def test_it_is_over_with_the_last_call() -> None:
    before, record = begun(presets.rules("bela"))
    before, record = apply(before, 0, Pass()), record.act(Pass())
    state, record = apply(before, 1, NAMED), record.act(NAMED)
    assert isinstance(state.deal, LaidDown) and state.over and legal_actions(state) == []
    assert (state.winner, state.scores, state.sheet[-1].outcome) == (1, (0, 0), "eight")
    assert record.replay() == state
    text = str(record)
    assert "\neight 0 0\n" in text and str(Record.parse(text)) == text

    events = list(narrate(before, 1, NAMED, state))
    assert [type(event) for event in events] == [Took, MeldsShown, DealEnded, MatchEnded]
    for seat, seen in enumerate(views(state)):
        (shown,) = [held for held in seen.melds if held.shown]
        assert (shown.seat, len(shown.shown[0].cards)) == (1, 8)
        assert seen.hand == state.deal.hands[seat] and seen.legal is None
    for language in LANGUAGES:
        teller = Teller(words(language, "bela"), 0, ("Ann", "Bea", "Cas", "Dov"))
        assert all(teller.event(event) for event in events)


def test_it_is_written_as_a_line_without_points() -> None:
    line = Line("eight", 1, 0, "bela:eight")
    assert won_by_hand(1, 2, 20) == Settlement(
        outcome="eight", marks=(0, 0), held=20, sweep=False, lines=(line,), wins=1
    )


@needs_kernel
def test_it_can_be_reviewed() -> None:
    record = begun(presets.rules("bela"))[1].act(NAMED)
    assert finished_deals(record) == [1] and review_deal(record, 1).marks == (0, 0)


def test_nothing_is_to_be_challenged() -> None:
    rules = presets.rules("bela").as_in_real_life().agree({"revoke_policy": "challenge"})
    state = apply(begun(rules)[0], 0, NAMED)
    assert isinstance(state.deal, LaidDown)
    with pytest.raises(IllegalActionError):
        apply(state, 0, Challenge(1))


def test_elsewhere_it_is_a_run() -> None:
    state = apply(begun(presets.rules("bela", eight_of_suit="run"))[0], 0, NAMED)
    assert not state.over and state.to_act == 0
