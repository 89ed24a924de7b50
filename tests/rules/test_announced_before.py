"""Announcements that all say in turn before the first card, as in the Croatian bela."""

from __future__ import annotations

from random import Random

import pytest
from drawn_matches import play_match

from rebelote import Game, IllegalActionError, bots
from rebelote.env import Env
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Announce, Play
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing, legal_actions
from rebelote.rules.events import Announced, narrate
from rebelote.rules.match import Match
from rebelote.rules.melds import Kind
from rebelote.rules.records.record import Record
from rebelote.rules.view import view

BELA = presets.rules("bela", meld_said="before_play", cut_min=None)
RUN, LONGER, NONE = Kind("run", 3, 20), Kind("run", 4, 50), Announce()
HANDS = (
    "7S 8S 9S TH AH KD QC 7C",
    "JH QH KH 7H 8D 9D AS TS",
    "8H 9H 7D TD JD QD AD 8C",
    "JS QS KS 9C TC JC KC AC",
)
"""Hands with a run each: of 7 to 9, jack to king, ten to queen, and in seat 3 two of three."""


def taken() -> Match:
    """Return the deal of `HANDS` by seat 3, in which seat 0 has called hearts."""
    held = [[Card(word) for word in hand.split()] for hand in HANDS]
    pack = [
        card
        for part in (slice(3), slice(3, 6), slice(6, 8))
        for hand in held
        for card in hand[part]
    ]
    state = match.start(BELA, tuple(pack), 3)
    return match.apply(state, 0, legal_actions(state.deal)[2])


def test_all_say_in_turn_what_they_hold_before_the_first_card() -> None:
    state = taken()
    assert isinstance(state.deal, Playing)
    trump = state.deal.contract.trump
    offers = []
    for seat in range(4):
        assert state.to_act == seat
        (said,) = legal_actions(state.deal)
        assert isinstance(said, Announce)
        offers.append([kind.length for kind in said.announce])
        seen = view(state, seat).legal
        assert seen is not None and seen.actions == ("announce",) and seen.cards == ()
        before, state = state, match.apply(state, seat, said)
        assert narrate(before, seat, said, state) == (Announced(seat, said.announce),)
    assert offers == [[3], [3], [3], [3, 3]]
    contract = state.deal.contract
    assert contract and state.to_act == 0 and trump is contract.trump
    first = legal_actions(state.deal)
    assert first and all(isinstance(one, Play) and one.announce == () for one in first)
    assert len(view(state, 2).melds) == 4


def test_one_may_keep_silent_and_say_nothing_later() -> None:
    state = taken()
    for seat in range(4):
        before, state = state, match.apply(state, seat, NONE)
        assert narrate(before, seat, NONE, state) == (Announced(seat, ()),)
    for action, code in (
        (Play(Card("7S"), (RUN,)), "too-late-to-announce"),
        (Announce((RUN,)), "not-now"),
    ):
        with pytest.raises(IllegalActionError, match=code):
            match.apply(state, 0, action)


def test_no_card_is_played_before_all_have_spoken() -> None:
    state = taken()
    for action, seat, code in (
        (Play(Card("7S")), 0, "announce-first"),
        (Announce((LONGER,)), 0, "not-held"),
        (NONE, 1, "not-your-turn"),
    ):
        with pytest.raises(IllegalActionError, match=code):
            match.apply(state, seat, action)


def test_the_best_counts_as_where_it_is_said_with_the_card() -> None:
    """The same deal, said before the play and with the cards: the same is written."""
    with_card = presets.rules("bela", cut_min=None)
    for seed in range(12):
        written = []
        for rules in (BELA, with_card):
            state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % 4)
            while state.to_act is not None:
                state = match.apply(state, state.to_act, legal_actions(state.deal)[0])
            written.append(state.sheet[-1])
        assert written[0] == written[1]


@pytest.mark.parametrize("real", [False, True])
def test_every_level_announces_and_plays(real: bool) -> None:
    rules = BELA.as_in_real_life() if real else BELA
    for level in (*bots.LEVELS, "random"):
        state = taken() if not real else match.start(rules, taken().deal.pack, 3)
        players = [bots.make(level, seat) for seat in range(4)]
        said: list[Announce | Play] = []
        while (seat := state.to_act) is not None and len(said) < 6:
            action = players[seat].think(view(state, seat)).action
            said += [action] if isinstance(action, Announce | Play) else []
            state = match.apply(state, seat, action)
        assert [type(one) for one in said] == [Announce] * 4 + [Play] * 2


def test_a_record_holds_what_was_said_and_reads_back_the_same() -> None:
    game = Game(BELA, seed=4)
    while game.turn is not None:
        game.act(game.legal[0])
    text = str(game.record)
    assert "announce(" in text
    assert str(Record.parse(text)) == text


def test_matches_and_environments_play_by_it() -> None:
    assert play_match(BELA, 3)[0][-1].over
    env = Env(BELA, seed=5)
    while not env.over:
        env.step(env.legal[0])
    assert len(env.returns) == 4 and any(env.returns)
