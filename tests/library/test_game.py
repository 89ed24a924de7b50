"""`rebelote.Game`: a match played step by step."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from needs import needs_kernel

import rebelote
from rebelote import Card, CardSet, Cut, Game, IllegalActionError, Match, Rank, Rules, Suit, Trump
from rebelote.rules.records import notation

PLAYED = "beginner"


def at_the_first_card(preset: str = "french", seed: int = 1) -> Game:
    """Return a game whose first contract has just been settled."""
    game = Game(preset, seed=seed)
    for _ in game:
        if game.contract is not None and game.legal_cards:
            return game
        game.act(game.legal[-1])
    raise AssertionError("nobody has taken")


def test_everything_that_is_exported_is_there() -> None:
    for name in rebelote.__all__:
        assert getattr(rebelote, name) is not None
    assert set(rebelote.__all__) <= set(dir(rebelote))
    with pytest.raises(AttributeError, match="Gane"):
        rebelote.Gane  # noqa: B018


@pytest.mark.parametrize("preset", rebelote.PRESETS)
def test_a_match_of_every_rule_set_is_played_recorded_and_drawn(preset: str) -> None:
    game = Game(preset, seed=3)
    drawn = 0
    for seat in game:
        assert game.view().seat == seat == game.turn
        game.act(game.hint(PLAYED).action)
        if drawn < 40:
            drawn += 1
            ElementTree.fromstring(game.svg())
            assert str(game).startswith(preset)
    assert game.over and game.turn is None and game.legal == []
    assert "the match is over" in str(game)
    assert game.record.replay() == game.match
    again = Game.from_record(str(game.record))
    assert again.match == game.match and again.over


def test_the_same_seed_gives_the_same_match() -> None:
    matches = {Game("bga", seed=5).play_out(PLAYED).match for _ in range(2)}
    other = Game("bga", seed=6).play_out(PLAYED).match
    assert len(matches) == 1 and other not in matches


def test_a_card_is_an_object_or_its_text_and_announces_what_there_is() -> None:
    game = at_the_first_card()
    card = next(iter(game.legal_cards))
    usual = game.legal[0]
    assert game.play(card.text).match == game.undo().act(usual).match


def test_calls_are_objects_or_their_text() -> None:
    game = Game("ffb-contree-2016", seed=1)
    assert game.bid("90S").contract is None
    assert game.double().deal.calls[-1].call == rebelote.Double()
    assert game.redouble().deal.calls[-1].call == rebelote.Redouble()
    french = Game("french", seed=1)
    assert french.turn is not None and french.deal.turned is not None
    assert french.take(french.deal.turned.suit.letter).contract is not None


def test_what_cannot_be_read_is_refused_and_changes_nothing() -> None:
    game = Game("ffb-contree-2016", seed=1)
    before = game.match
    for act in (
        lambda: game.bid("S"),
        lambda: game.take("X"),
        lambda: game.act("nonsense"),
        lambda: game.play("1S"),
        lambda: game.view(4),
        lambda: game.act("pass", seat=7),
        lambda: game.undo(),
        lambda: game.solve(),
        lambda: game.review(),
        lambda: game.hint("wizard"),
        lambda: Game("chess"),
        lambda: Game("french", tarjet=3),  # type: ignore[call-arg]
    ):
        with pytest.raises(ValueError, match=r"\w"):
            act()
    with pytest.raises(IllegalActionError) as refused:
        game.play("JS")
    assert refused.value.refusal.code == "not-now"
    with pytest.raises(IllegalActionError):
        game.next_deal()
    assert game.match is before


def test_undo_takes_back_whole_deals_with_their_packs() -> None:
    game = at_the_first_card("bga")
    states: list[Match] = [game.match]
    while len(game.sheet) < 2:
        if game.turn is None:
            game.next_deal()
        else:
            game.act(game.hint(PLAYED).action)
        states.append(game.match)
    record = str(game.record)
    game.undo(len(states) - 1)
    assert game.match == states[0]
    for state in states[1:]:
        game.next_deal() if game.turn is None else game.act(game.hint(PLAYED).action)
        assert game.match == state
    assert str(game.record) == record


def test_a_game_is_copied_and_pickled() -> None:
    game = at_the_first_card("bga")
    twins = (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)))
    before = game.match
    ended = game.play_out(PLAYED).match
    for twin in twins:
        assert twin.match == before
        assert twin.play_out(PLAYED).match == ended


def test_players_cut_and_deal_by_hand() -> None:
    game = Game("french", seed=1, by_hand=True, dealer=0)
    assert game.turn == 3 and isinstance(game.legal[0], Cut)
    assert game.act("16").act("3-2").deal.turned is not None


def test_what_is_done_out_of_turn_stands_in_the_record() -> None:
    game = Game("pagat-coinche", seed=1)
    game.bid("90S")
    early = next(seat for seat in range(4) if game.view(seat).may.calls)
    game.double(early)
    assert Game.from_record(game.record).match == game.match


@needs_kernel
@pytest.mark.parametrize("preset", ["french", "flemish3", "bulgarian"])
def test_the_rest_of_a_deal_is_solved(preset: str) -> None:
    game = at_the_first_card(preset)
    result = game.solve(values=True, line=True)
    assert result.values is not None and CardSet.of(result.values) == game.legal_cards
    assert result.line is not None and result.line[0] in game.legal_cards


@needs_kernel
def test_a_deal_is_reviewed_and_a_hint_says_why() -> None:
    game = Game("french", seed=2)
    while not game.sheet or game.settlement is None:
        game.next_deal() if game.turn is None else game.act(game.hint(PLAYED).action)
    report = game.review()
    assert report.number == game.match.number
    assert report == game.review(game.match.number)
    hint = game.next_deal().hint("club", language="fr")
    assert hint.why and notation.word(hint.action, game.rules) in hint.worth


# --- the values underneath ------------------------------------------------------------------------


def test_cards_are_read_as_people_write_them() -> None:
    ten = Card("TH")
    for text in ("10H", "T♥", "10♥"):
        assert Card(text) is ten
    assert Card(Rank.TEN, Suit.HEARTS) is ten
    for wrong in ("1H", "JX", "", "10", "th"):
        with pytest.raises(ValueError, match="is not a card"):
            Card(wrong)


def test_legal_actions_are_those_of_a_match_or_of_its_deal() -> None:
    match = Game("french", seed=1).match
    assert rebelote.legal_actions(match) == rebelote.legal_actions(match.deal) != []


def test_a_wrong_argument_is_answered_with_a_sentence() -> None:
    game: Any = at_the_first_card()
    library: Any = rebelote
    match, cards = game.match, Game("ffb-contree-2016", seed=1)
    wrong = (
        (lambda: library.legal_actions("x"), TypeError, "'x' is no match, and no deal"),
        (lambda: library.apply(match, 0, "JS"), TypeError, "'JS' is not an action, such as"),
        (lambda: library.Play("JS"), TypeError, "Play: card is 'JS', and should be Card"),
        (lambda: library.view(match, 4), ValueError, "seats are 0 to 3, not 4"),
        (lambda: game.view("x"), ValueError, "seats are 0 to 3, not 'x'"),
        (lambda: game.act(3), TypeError, "3 is not an action"),
        (lambda: game.play(None), ValueError, "None is not a card"),
        (lambda: game.view([]), ValueError, "seats are 0 to 3, not []"),
        (lambda: library.Take("S"), TypeError, "Take: trump is 'S', and should be Trump"),
        (lambda: library.Bid(None), TypeError, "Bid: trump is None, and should be Trump"),
        (lambda: library.Bid(Trump.SPADES, "all"), TypeError, "'all' is no value of a bid, such"),
        (lambda: library.Game(7), TypeError, "Game: rules is 7, and should be str or Rules"),
        (lambda: library.Game(names="abcd"), TypeError, "names is 'abcd', and should be tuple"),
        (
            lambda: library.Game.from_record(None),
            TypeError,
            "Game.from_record: record is None, and should be Record or str or Path",
        ),
        (lambda: library.Rules(7), TypeError, "Rules: preset is 7, and should be str"),
        (lambda: library.Rules.of(7), TypeError, "Rules.of: flat is 7, and should be Mapping"),
        (lambda: game.rules.agree(7), TypeError, "options is 7, and should be Mapping"),
        (lambda: game.review(), ValueError, "no deal is over yet"),
        (lambda: cards.bid("nonsense"), ValueError, "'nonsense' is not a bid, such as 90H"),
        (lambda: library.Card("J", "X"), ValueError, "'JX' is not a card"),
    )
    for done, kind, sentence in wrong:
        with pytest.raises(kind, match=re.escape(sentence)):
            done()
    assert game.match == match


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("tarjet", 3, "did you mean target?"),
        ("undertrump", "never", "undertrump is not 'never'; its values are 'forced', 'free'"),
        ("meld_fallback_trick", 9, "its values are 3, 4, None"),
        ("target", "many", "target: expected `int`, got `str`"),
    ],
)
def test_a_wrong_option_is_answered_with_the_right_ones(
    option: str, value: object, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
        Rules("french").agree({option: value})
