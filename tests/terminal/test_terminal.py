"""Every rule set played by typing, real-life tables included."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import msgspec
import pytest
from drawn_matches import play_match

from rebelote import Record, bots, terminal
from rebelote.i18n import words
from rebelote.knowledge import conduct
from rebelote.rules import presets
from rebelote.rules.actions import Action, Bid, Play, Show, Take, points_bid
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.view import View, rules_of, view
from rebelote.terminal import parsing

Answer = Callable[[View], str]
SAY = words("en")
REPEATED = 5
"""A line typed so often in the same position would be typed for ever."""


class Typist:
    """Stands where standard input does: each line is typed in answer to what the game shows."""

    def __init__(self, game: terminal.TerminalGame, answer: Answer) -> None:
        self.game, self.answer = game, answer
        self.typed: list[tuple[View, str]] = []

    def readline(self) -> str:
        now = view(self.game.match, 0)
        line = now, self.answer(now)
        assert self.typed[-REPEATED:] != [line] * REPEATED, f"{line[1]} is never read"
        self.typed = [*self.typed[1 - REPEATED :], line]
        return line[1] + "\n"


def typed(action: Action, now: View) -> str:
    """Return the text to type for an action: the record's word, announcements after a space."""
    match action:
        case Show():
            return "show"
        case Play():
            return notation.word(action, rules_of(now)).replace("(", " ").strip(")")
    word = notation.word(action, rules_of(now))
    if isinstance(action, Bid) and (points := points_bid(action.value)):
        unit = int(words("en", rules_of(now).preset)("value.unit"))
        word = word.replace(str(points), str(points // unit))
    return {"pass": "p"}.get(word, word)


def like_a_bot(now: View) -> str:
    """Return a sound player's answer; at the end of a deal, Enter."""
    return "" if now.legal is None else typed(bots.make("beginner").choose(now), now)


def play(
    rules: Rules,
    seed: int,
    answer: Answer,
    monkeypatch: pytest.MonkeyPatch,
    language: str = "en",
) -> terminal.TerminalGame:
    game = terminal.TerminalGame(language, rules, seed, "beginner")
    monkeypatch.setattr(sys, "stdin", Typist(game, answer))
    game.play()
    return game


def played_until(
    sentence: str,
    rules: Rules,
    answer: Answer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> terminal.TerminalGame:
    """Return the first match of some in which that sentence is printed."""
    for seed in range(1, 25):
        game = play(rules, seed, answer, monkeypatch)
        if sentence in " ".join(capsys.readouterr().out.split()):
            return game
    raise AssertionError(f"never told: {sentence}")


KINDS = ("assisted", "real")
TABLES = [
    pytest.param(
        preset,
        bool(real_life),
        id=f"{preset}-{kind}",
        marks=[] if number % 4 == 2 * real_life else [pytest.mark.full],
    )
    for number, preset in enumerate(presets.PRESETS)
    for real_life, kind in enumerate(KINDS)
]
"""Every rule set, with the help of the table and as in real life; for a quick test one of four."""


@pytest.mark.parametrize(("preset", "real_life"), TABLES)
def test_a_match_of_every_rule_set(
    preset: str, real_life: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = presets.PRESETS[preset]
    rules = rules.as_in_real_life() if real_life else rules
    game = play(rules, 5, like_a_bot, monkeypatch)
    assert game.match.winner is not None
    assert Record.parse(str(game.so_far.record)).replay() == game.match


@pytest.mark.parametrize(
    ("language", "king"),
    [
        ("fr", "R♠"),
        ("nl", "hs"),
        ("sv", "ks"),
        ("bg", "ks"),
        ("hr", "ks"),
        ("el", "ks"),
        ("ar", "ks"),
        ("hy", "ks"),
        ("en", "KS"),
    ],
)
def test_a_card_is_typed_as_it_stands_on_the_card(
    language: str,
    king: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The king of spades is typed only once a card that must not be played was refused."""
    refused: list[Card] = []

    def naming(now: View) -> str:
        legal = now.legal.cards if now.legal and now.phase == "play" else ()
        if Card("KS") not in legal or now.trick.cards[:1] == () or len(legal) == len(now.hand):
            return like_a_bot(now)
        if refused and refused[-1] in now.hand:
            return king
        refused.append(next(iter(now.hand - CardSet.of(legal))))
        return str(refused[-1])

    say = words(language)
    for seed in range(1, 25):
        play(presets.rules("french", target=300), seed, naming, monkeypatch, language)
        received = capsys.readouterr().out
        if refused:
            break
    name = say("card.name", rank=say("rank.the.K"), suit=say("suit.S"))
    assert say("event.card_played.you", card=name) in received
    assert say("refusal.must-follow").replace("\xa0", " ") in " ".join(received.split())


def test_a_false_card_is_challenged_by_a_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def revoking(now: View) -> str:
        if now.legal is None or now.phase != "play":
            return like_a_bot(now)
        false = now.hand - CardSet.of(conduct.fair(now).cards)
        return str(next(iter(false))) if false else like_a_bot(now)

    rules = presets.rules("flemish", target=20).as_in_real_life()
    game = play(rules, 5, revoking, monkeypatch)
    assert "illegal play" in capsys.readouterr().out
    fallen = [row for row in game.match.sheet if row.outcome == "false_play"]
    assert fallen and all(row.marks[0] == 0 < row.marks[1] for row in fallen)


@pytest.mark.parametrize("whom", ["challenge 1", "challenge Margot", "challenge marg"])
def test_a_false_accusation_costs_all_points(
    whom: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def accusing(now: View) -> str:
        return whom if 1 in now.may.challenge else like_a_bot(now)

    game = play(presets.rules("flemish", target=20).as_in_real_life(), 5, accusing, monkeypatch)
    received = " ".join(capsys.readouterr().out.split())
    assert SAY("event.challenged.you", other="Margot") in received
    assert all(row.marks[0] == 0 < row.marks[1] for row in game.match.sheet if row.outcome)


def test_a_player_may_be_accused_after_the_last_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def at_the_end(now: View) -> str:
        return "challenge 1" if now.legal is None and now.may.challenge else like_a_bot(now)

    rules = presets.rules("flemish", target=30).as_in_real_life()
    game = play(rules, 5, at_the_end, monkeypatch)
    assert game.match.winner == 1
    assert all(row.outcome == "false_play" for row in game.match.sheet if row.outcome)


def test_a_toon_not_shown_with_the_third_card_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forgetful(now: View) -> str:
        answer = like_a_bot(now)
        if answer != "show" or now.legal is None:
            return answer
        return str(conduct.fair(now).cards[0])

    rules = presets.rules("flemish", target=60).as_in_real_life()
    played_until(SAY("event.melds_lost.you"), rules, forgetful, monkeypatch, capsys)


def test_a_hint_is_given_where_the_table_helps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[int] = []

    def curious(now: View) -> str:
        if now.legal is None or len(now.hand) != 8 or len(asked) > 1:
            return like_a_bot(now)
        asked.append(now.deal_number)
        return "hint"

    hint = SAY("ui.hint.text", action="")
    played_until(hint, presets.rules("french", target=50), curious, monkeypatch, capsys)
    asked.clear()
    real = presets.rules("flemish", target=20).as_in_real_life()
    played_until(SAY("refusal.no-hint"), real, curious, monkeypatch, capsys)


def test_all_trumps_and_no_trumps_are_called_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for called, other in (("all", "none"), ("none", "all")):

        def waiting(now: View, called: str = called) -> str:
            if now.phase == "bidding" and now.legal is not None:
                offered = [trump.value for trump in now.legal.trumps]
                return called if called in offered else "p"
            return like_a_bot(now)

        took = SAY("event.took.you", suit=SAY(f"suit.{called}"))
        game = played_until(took, presets.rules("bga", target=500), waiting, monkeypatch, capsys)
        named = {row.contract.trump.value for row in game.match.sheet if row.contract}
        assert called in named - {other}


@pytest.mark.parametrize(
    ("language", "typed_suit", "letter"),
    [("fr", "coeur", "H"), ("fr", "Cœ", "H"), ("fr", "tr", "C"), ("nl", "koek", "D"),
     ("nl", "schoppen", "S"), ("sv", "hjart", "H"), ("bg", "купа", "H"),
     ("bg", "СПАТ", "C"), ("hr", "Herc", "H"), ("el", "ΜΠΑΣ", "S"),
     ("ar", "شيريا", "C"), ("hy", "սիրտ", "H"),
     ("en", "clubs", "C"), ("en", "♦", "D")],
)  # fmt: skip
def test_a_suit_is_typed_by_its_name(language: str, typed_suit: str, letter: str) -> None:
    now = asked(presets.rules("french", round2_turned_suit=True), any_suit_may_be_named)
    assert parsing.read(typed_suit, now, words(language), ()) == Take(Trump(letter))


@pytest.mark.parametrize(
    ("language", "typed_bid", "meant"),
    [("en", "90h", "90H"), ("en", "90 hearts", "90H"), ("fr", "100 coeur", "100H"),
     ("nl", "80 schoppen", "80S"), ("sv", "110 hjart", "110H"), ("en", "capot ♠", "capotS"),
     ("bg", "100 купа", "100H"), ("bg", "капо пика", "capotS"), ("bg", "пас", "pass"),
     ("bg", "Контра", "double"), ("hr", "90 herc", "90H"), ("hr", "dalje", "pass"),
     ("el", "100 κούπα", "100H"), ("el", "πάσο", "pass"),
     ("ar", "90 هاص", "90H"), ("ar", "بس", "pass"),
     ("hy", "90 սիրտ", "90H"), ("hy", "պաս", "pass"),
     ("en", "", "pass"), ("en", "p", "pass"), ("en", "x", "double")],
)  # fmt: skip
def test_a_bid_is_typed_as_it_is_said(language: str, typed_bid: str, meant: str) -> None:
    now = asked(presets.rules("ffb-contree-2016"), in_auction)
    assert parsing.choices(now) == "p, 80S/H/D/C, capotS/H/D/C"
    assert read_as(typed_bid, now, language) == meant
    with pytest.raises(ValueError, match="hearts"):
        parsing.read("hearts", now, SAY, ())


@pytest.mark.parametrize(
    ("language", "typed_bid", "meant"),
    [("en", "h", "bidH"), ("en", "hearts", "bidH"), ("en", "bidS", "bidS"), ("en", "nt", "bidnone"),
     ("en", "no trumps", "bidnone"), ("en", "all", "bidall"), ("en", "♣", "bidC"),
     ("fr", "tout", "bidall"), ("fr", "sans atout", "bidnone"), ("bg", "без коз", "bidnone"),
     ("bg", "всичко", "bidall"), ("sv", "utan", "bidnone"), ("nl", "alles", "bidall"),
     ("hr", "sve", "bidall"), ("hr", "bez", "bidnone"), ("el", "όλα", "bidall"),
     ("ar", "بدون", "bidnone"), ("hy", "ամբողջը", "bidall"), ("hy", "առանց", "bidnone")],
)  # fmt: skip
def test_a_trump_alone_is_typed_as_it_is_said(language: str, typed_bid: str, meant: str) -> None:
    now = asked(presets.rules("bulgarian"), in_auction)
    assert parsing.choices(now) == "p, C/D/H/S/none/all"
    assert read_as(typed_bid, now, language) == meant


@pytest.mark.parametrize(
    ("language", "typed_card", "card"),
    [("sv", "KnR", "JD"), ("sv", "EK", "AC"), ("sv", "KC", "KC"), ("sv", "DD", "QD"),
     ("fr", "VT", "JC"), ("fr", "VC", "JC"), ("fr", "AP", "AS"), ("hr", "10K", "TD")],
)  # fmt: skip
def test_a_card_is_typed_by_its_letters(language: str, typed_card: str, card: str) -> None:
    """French C is of two suits, and clubs in English, which it means."""
    matches, _ = play_match(presets.rules("french", target=100), 1)
    views = (view(match, match.to_act) for match in matches if match.to_act is not None)
    now = next(seen for seen in views if seen.phase == "play")
    played = parsing.read(typed_card, now, words(language), ())
    assert isinstance(played, Play)
    assert played.card == Card(card)


def read_as(typed: str, now: View, language: str) -> str:
    """Read typed text, and return it in the notation of records."""
    return notation.word(parsing.read(typed, now, words(language), ()), rules_of(now))


def asked(rules: Rules, expected: Callable[[View], bool]) -> View:
    """Return the first such view of a player to act, where everybody presses Enter."""
    game = terminal.TerminalGame("en", rules, 1, "beginner")
    now = view(game.match, game.match.to_act or 0)
    while not expected(now):
        game.act(now.seat, parsing.read("", now, SAY, game.page.names))
        now = view(game.match, game.match.to_act or 0)
    return now


def in_auction(now: View) -> bool:
    return now.phase == "bidding"


def any_suit_may_be_named(now: View) -> bool:
    """Return whether any suit may be named, as in the second round at a turned card."""
    return now.legal is not None and len(now.legal.trumps) > 1


def test_a_replay_names_everybody_and_a_hint_names_the_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = terminal.TerminalGame("fr", presets.rules("french"), 5, "beginner")
    hints: list[str] = []
    while not any(row.outcome == "made" for row in game.match.sheet):
        if game.match.to_act is None:
            game.next_deal()
            continue
        now = view(game.match, game.match.to_act)
        if now.seat == 0 and now.phase == "play" and not hints:
            capsys.readouterr()
            game.hint()
            hints.append(" ".join(capsys.readouterr().out.split()))
        game.act(now.seat, bots.make("beginner").choose(now))
    assert re.match(r"Conseil : (le|la|l’)\W?\w+ de (pique|cœur|carreau|trèfle)\.", hints[0])
    capsys.readouterr()
    named = msgspec.structs.replace(game.so_far.record, names=("Anna", "Bert", "Cleo", "Dora"))
    terminal.replay(named, "fr")
    received = " ".join(capsys.readouterr().out.split())
    assert "Vous" not in received and "Anna + Cleo" in received and "Bert + Dora" in received
