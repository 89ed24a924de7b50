"""Completeness of every language, for terminal and browser alike."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import get_args

import plurals
import pytest
from drawn_matches import play_match

from rebelote.bots.bot import Thought
from rebelote.i18n import (
    LANGUAGES,
    SPOKEN,
    TABLE_WORDS,
    USUAL_PRESETS,
    at_tables,
    catalogue,
    messages,
    person_name,
    rule_catalogue,
    rule_words,
    rulecard,
    words,
)
from rebelote.i18n.speech import Teller, advice, advised_name, value_name, why
from rebelote.rules import events, presets, scoring
from rebelote.rules.actions import Action, Bid, Double, Pass, Play, Take
from rebelote.rules.cards import CARDS, Card, Rank, Suit, Trump
from rebelote.rules.melds import DecidedBy, Kind, Meld
from rebelote.rules.options import Rules
from rebelote.rules.records.letters import RANKS, SUITS
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.settlements import majority
from rebelote.rules.settlements.by_bid import by_bid
from rebelote.server.base.protocol import chat
from rebelote.server.base.protocol.table_settings import BOT_NAMES, PACES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        assert sentence.strip(), key
        own = {"who"} if key.startswith("reason.is.") else set()
        assert messages.placeholders(sentence) - own == messages.placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_every_line_of_a_score_has_its_words(language: str) -> None:
    source = "".join(map(inspect.getsource, (scoring, majority, import_module(by_bid.__module__))))
    codes = set(re.findall(r'[Ll]ine(?:_if_any)?\(\s*"([a-z-]+)"', source))
    codes |= {"failed-swept", "failed-all", "made", "failed", "tie", "bid-failed"}
    assert len(codes) >= 22
    say = words(language)
    assert all(say(f"score.{code}") for code in codes)
    assert all(say(f"refusal.{code}") for code in REFUSALS)


def received(rules: Rules, seed: int) -> tuple[list[events.Event], list[scoring.Settlement]]:
    """Return every event of a random match, and how its deals were written."""
    states, record = play_match(rules, seed)
    seen = list(events.match_began(states[0], (Card("AS"),) * rules.players))
    for step in record.steps():
        seen += events.narrate(step.before, step.seat, step.action, step.after)
    return seen, [state.settlement for state in states if state.settlement is not None]


NAMES = ("Anna", "Margot", "Lucien", "Odette")


def test_every_event_of_a_match_has_a_sentence_in_every_language_for_every_seat() -> None:
    by_players: dict[int, set[events.Event]] = {3: set(), 4: set()}
    for seed in range(90):
        preset = ("french", "flemish3")[seed % 2] if seed < 60 else "pagat-coinche"
        rules = presets.rules(preset).as_in_real_life()
        rules = rules.agree({"misdeal": "redeal", "booms": 2, "target": 20})
        seen, written = received(rules, seed)
        seen += [events.PackSealed(commitment="abcdef0123"), events.SealOpened(1, "00ff")]
        seen += [events.Doubled(2, early=True), events.RedealAsked(1), events.CallSaid(2, "three")]
        seen += [events.ClaimRefused(1, 0), events.ClaimFailed(0, 3)]
        seen += [events.PackMade(("00ff",) * people + ("",)) for people in range(3)]
        by_players[rules.players] |= set(seen)
        check_reported([], written, NAMES[: rules.players])
    for players, happened in by_players.items():
        check_reported(happened, [], NAMES[:players])
    kinds = {type(event) for happened in by_players.values() for event in happened}
    assert kinds == set(get_args(events.Event))


def check_reported(
    seen: Iterable[events.Event], written: list[scoring.Settlement], names: tuple[str, ...]
) -> None:
    """Check every event in every language to every seat: no placeholder is left."""
    for language in LANGUAGES:
        for seat in range(len(names)):
            teller = Teller(words(language), seat, names)
            for event in seen:
                assert not re.search(r"[{}]|\bNone\b", teller.event(event)), event
            for settlement in written:
                assert all(all(map(str, line)) for line in teller.settlement(settlement))


def test_you_are_addressed_by_you_and_your_side_is_ours() -> None:
    card_played = events.CardPlayed(2, Card("QH"), "belote")
    ended = events.DealEnded(1, (90, 70))
    to_lucien, to_margot = (Teller(words("en"), seat, NAMES) for seat in (2, 1))
    assert to_lucien.event(card_played) == "You play the queen of hearts. Belote!"
    assert to_margot.event(card_played) == "Lucien plays the queen of hearts. Belote!"
    assert to_lucien.event(ended) == "The deal is over. We 90, they 70."
    assert to_margot.event(ended) == "The deal is over. We 70, they 90."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_kind_and_verdict_has_its_words(language: str) -> None:
    say = words(language)
    teller = Teller(say, 0, ("Anna", "Margot", "Lucien", "Odette"))
    assert len({teller.card(card) for card in CARDS}) == 32
    squares = [
        Meld(Kind("square", 4, 100), Card(f"{rank.letter}C"), tuple(CARDS[:4])) for rank in Rank
    ]
    runs = [
        Meld(Kind("run", length, 20), Card(f"A{suit.letter}"), tuple(CARDS[:length]))
        for length in range(3, 9)
        for suit in Suit
    ]
    assert len({teller.meld(meld) for meld in squares}) == len(squares)
    assert len({teller.meld(meld) for meld in runs}) == len(runs)
    assert all(say(f"contest.by.{verdict}") for verdict in get_args(DecidedBy))
    assert all(say(f"outcome.{outcome}") for outcome in get_args(scoring.Outcome))


def test_the_languages_do_not_repeat_each_other() -> None:
    sentences = [key for key in catalogue("en") if key.startswith(("refusal.", "score."))]
    for language in set(LANGUAGES) - {"en"}:
        same = [k for k in sentences if catalogue(language)[k] == catalogue("en")[k] != "Total"]
        assert not same, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_the_comma_of_its_language(language: str) -> None:
    kinds = (Kind("run", 3, 20), Kind("square", 4, 100))
    teller = Teller(words(language), 0, NAMES)
    said = teller.event(events.Announced(1, kinds))
    comma = "، " if language == "ar" else ", "
    assert comma.join(map(teller.kind, kinds)) in said
    assert (", " in said) == (language != "ar")


def test_no_list_of_the_client_has_the_comma_of_one_language() -> None:
    """But for dates of a browser that lacks the language, which is not Arabic."""
    joined = re.compile(r"""join\(["'], ["']\)""")
    sources = [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    assert [file.name for file in sources if joined.search(file.read_text())] == ["times.ts"]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a supported language"):
        words("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_said_and_every_pace_have_their_words(language: str) -> None:
    say = words(language)
    assert all(say(f"phrase.{name}") for name in chat.PHRASES)
    assert all(say(f"reaction.{name}") for name in chat.REACTIONS)
    for name, pace in PACES.items():
        received = [int(number) for number in re.findall(r"\d+", say(f"ui.terms.pace.{name}"))]
        if pace is None:
            assert not received
        else:
            assert received == [pace.move, pace.bank / (60 if pace.bank >= 60 else 1)]


def test_a_hint_speaks_to_the_reader_and_the_reason_of_a_bot_does_not() -> None:
    french, fed = words("fr"), Thought(action=Play(Card("TH")), code="feed_partner")
    assert advice(french, fed) == "Le pli est à votre partenaire\u00a0: chargez."
    assert why(french, fed) == "Le pli est au partenaire\u00a0: on charge."
    free = Thought(action=Play(Card("TH")), code="any")
    assert advice(french, free) == why(french, free) == "N’importe quelle carte permise."


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_says_otherwise_what_a_bot_says_of_itself(language: str) -> None:
    said = catalogue(language)
    advised = [key for key in said if key.startswith("advice.")]
    assert advised
    assert [key for key in advised if key.replace("advice", "why") not in said] == []


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (Play(Card("QC")), "the queen of clubs", "la dame de trèfle"),
        (Pass(), "pass", "passer"),
        (Double(), "double", "contrer"),
        (Take(Trump("H")), "take hearts", "prendre à cœur"),
        (Bid(Trump("S"), 90), "90 spades", "90 pique"),
    ],
)
def test_a_hint_names_what_to_do(action: Action, english: str, french: str) -> None:
    assert advised_name(words("en"), action) == english
    assert advised_name(words("fr"), action) == french


HOME = Path(__file__).parent.parent.parent
CATALOGUES = HOME / "src" / "rebelote" / "i18n"
CLIENT = HOME / "web" / "src"


def test_plurals_are_said_as_written_down() -> None:
    """The client's tests compare with the same file."""
    stored = json.loads(plurals.FILE.read_text("utf-8"))
    assert plurals.sentences() == stored, "run make generated"


def test_every_language_is_in_the_tables_by_language() -> None:
    """English writes a decimal point, and Arabic with these digits."""
    for table in (RANKS, SUITS):
        assert table.keys() == set(LANGUAGES)
    assert USUAL_PRESETS.keys() == set(SPOKEN)
    half = {one: messages.formatted(one, "{n, number}", {"n": 0.5}) for one in LANGUAGES}
    assert [one for one, written in half.items() if written != "0,5"] == ["ar", "en"]


def test_no_sentence_of_the_catalogues_is_unused() -> None:
    """Code uses a whole key, or builds it from a prefix and a code of the rules."""
    code = "\n".join(
        path.read_text()
        for folder, ending in (
            ("src/rebelote", "*.py"),
            ("web/src", "*.ts"),
            ("web/src", "*.svelte"),
        )
        for path in (HOME / folder).rglob(ending)
    )
    named = set(re.findall(r"""['"`]([\w.-]+)['"`]""", code))
    made = tuple(set(re.findall(r"""['"`]([a-z][\w.-]*\.)(?:\$\{|\{|['"`])""", code)) - {"ui."})
    unused = [key for key in catalogue("en") if key not in named and not key.startswith(made)]
    assert not unused, unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_names_of_the_country_that_differ(language: str) -> None:
    names = [words(language)(f"bot.name.{name}") for name in BOT_NAMES]
    assert len(set(names)) == len(BOT_NAMES) == 4
    assert [person_name(name, language) for name in BOT_NAMES] == names
    scripts = {"bg": "[А-я]+", "el": "[Ά-ώ]+", "ar": "[ء-ي]+", "hy": "[Ա-և]+"}
    for spoken, letters in scripts.items():
        assert (language == spoken) == all(re.fullmatch(letters, name) for name in names)


AT_TABLES_ALONE = (
    "contract.raised.",
    "ui.real.akka",
    "action.pass.",
    "call.pass.",
    "event.passed.",
    "ask.auction.purchase.keep",
    "action.take.over",
)
"""Prefixes of keys that are used only where a game has a word of its own."""


@pytest.mark.parametrize("folder", sorted(set(TABLE_WORDS.values())))
def test_tables_with_words_of_their_own(folder: str) -> None:
    """Their keys exist; their sentences keep the placeholders, but differ from the usual ones."""
    for language in LANGUAGES:
        for file, usual in (
            (language, catalogue(language)),
            (f"rules/{language}", rule_catalogue(language)),
        ):
            own = at_tables(folder, file)
            more = own.keys() - usual.keys()
            assert all(key.startswith(AT_TABLES_ALONE) for key in more)
            assert more <= at_tables(folder, file.replace(language, "en")).keys()
            for key in own.keys() - more:
                assert own[key] != usual[key]
                assert messages.placeholders(own[key]) == messages.placeholders(usual[key])


def test_tables_say_the_words_of_their_game() -> None:
    assert words("fr", "bela")("said.rebelote") == "Od bele\u00a0!"
    assert words("nl", "klaverjas-forehand")("rank.J") == "boer"
    assert words("nl", "flemish")("rank.J") == words("nl")("rank.J") == "zot"
    roem = rulecard.sentence("trick_melds", "roem", rule_words("nl", "klaverjas-amsterdam-kbn"))
    assert "vier boeren 200" in roem
    assert set(TABLE_WORDS) <= set(presets.PRESETS)


@pytest.mark.parametrize(("preset", "said"), [("pilotta", "9"), ("ffb-contree-2016", "90")])
def test_bids_of_pilotta_are_said_in_tens_in_every_language(preset: str, said: str) -> None:
    """`pilotta:bids`."""
    for language in LANGUAGES:
        assert value_name(words(language, preset), 90) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_has_no_number_of_a_rule(language: str) -> None:
    """Numbers of a rule are filled in by the rules of the table; keys of a keyboard are none."""
    said = {"": catalogue(language)} | {
        folder: at_tables(folder, language) for folder in set(TABLE_WORDS.values())
    }
    numbered = {
        (folder, key): text
        for folder, sentences in said.items()
        for key, text in sentences.items()
        if key.startswith("ui.help.") and not key.startswith("ui.help.keys")
        if re.search(r"\d", re.sub(r"\{.*\}", "", text))
    }
    assert numbered == {}
