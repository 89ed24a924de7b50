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
from strategies import play_match

from rebelote.i18n import (
    LANGUAGES,
    TABLE_WORDS,
    USUAL_PRESETS,
    at_tables,
    catalogue,
    messages,
    person_name,
    rule_catalogue,
    rule_words,
    words,
)
from rebelote.i18n.speech import Teller, value_name
from rebelote.rules import events, presets, record_letters, scoring
from rebelote.rules.cards import CARDS, Card, Rank, Suit
from rebelote.rules.melds import DecidedBy, Kind, Meld
from rebelote.rules.options import Rules
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.settlements.by_bid import by_bid
from rebelote.server.protocol import chat
from rebelote.server.protocol.table_settings import BOT_NAMES, PACES


def placeholders(sentence: str) -> set[str]:
    return messages.placeholders(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        assert sentence.strip(), key
        assert placeholders(sentence) == placeholders(english[key]), key


FRENCH_BREAKS = re.compile(r" [?!:;»%](?!\w)|« ")
"""Ordinary spaces at which a line would break before a sign, or after an opening quotation mark."""
BREAKS = dict.fromkeys(LANGUAGES, re.compile(r"[ \u00a0\u202f]%"))
"""The same for the other languages, by their own custom: all but three write 5% without a space."""
BREAKS |= {"fr": FRENCH_BREAKS, "sv": re.compile(" %"), "hr": re.compile(" %")}


def result(language: str, unwanted: re.Pattern[str]) -> dict[str, str]:
    """The texts of a language in which this occurs: of the page, the lessons and the rules."""
    texts = [catalogue(language)]
    texts += [json.loads(file.read_text("utf-8")) for file in CATALOGUES.glob(f"*/{language}.json")]
    assert len(texts) == 3
    return {key: text for each in texts for key, text in each.items() if unwanted.search(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_breaks_before_a_sign(language: str) -> None:
    assert result(language, BREAKS[language]) == {}


@pytest.mark.parametrize(
    ("language", "synonyms"),
    [("nl", r"boer(en)?\b|knecht"), ("nl", "doublet|doubl?eer|doubler"), ("fr", r"\bbots?\b")],
)
def test_one_thing_has_one_name(language: str, synonyms: str) -> None:
    """In Flanders the jack is a *zot* and a double a *contra*; in French a bot is a *robot*."""
    assert result(language, re.compile(synonyms, re.IGNORECASE)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_every_line_of_a_score_has_its_words(language: str) -> None:
    source = "".join(map(inspect.getsource, (scoring, import_module(by_bid.__module__))))
    codes = set(re.findall(r'[Ll]ine\(\s*"([a-z-]+)"', source))
    codes |= {"failed-swept", "failed-all", "made", "failed", "tie", "bid-failed"}
    assert len(codes) >= 22
    say = words(language)
    assert all(say(f"score.{code}") for code in codes)
    assert all(say(f"refusal.{code}") for code in REFUSALS)


def received(rules: Rules, seed: int) -> tuple[list[events.Event], list[scoring.Settlement]]:
    """Every event of a random match, and how its deals were written."""
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
        seen += [events.PackSealed("abcdef0123"), events.SealOpened(1, "00ff")]
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
    """Every event in every language to every seat, without a hole."""
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


HOME = Path(__file__).parent.parent.parent
CATALOGUES = HOME / "src" / "rebelote" / "i18n"


def test_plurals_are_said_as_written_down() -> None:
    """The client's tests compare with the same file."""
    stored = json.loads(plurals.FILE.read_text("utf-8"))
    assert plurals.sentences() == stored, "run make generated"


def test_every_language_is_in_the_tables_by_language() -> None:
    """English writes a decimal point, and Arabic with these digits."""
    for table in (USUAL_PRESETS, record_letters.RANKS, record_letters.SUITS):
        assert table.keys() == set(LANGUAGES)
    half = {one: messages.formatted(one, "{n, number}", {"n": 0.5}) for one in LANGUAGES}
    assert [one for one, written in half.items() if written != "0,5"] == ["ar", "en"]


def test_no_sentence_of_the_catalogues_is_unused() -> None:
    """By name, or by a name that code makes of a beginning and a code of the rules."""
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


AT_TABLES_ALONE = ("contract.raised.", "ui.real.akka")
"""How keys begin of what is said only where a game has a word of its own for it."""


@pytest.mark.parametrize("folder", sorted(set(TABLE_WORDS.values())))
def test_tables_with_words_of_their_own(folder: str) -> None:
    """Of sentences that there are, with the same holes, and in no other words than ours."""
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
                assert placeholders(own[key]) == placeholders(usual[key])


def test_tables_say_the_words_of_their_game() -> None:
    assert words("fr", "bela")("said.rebelote") == "Od bele\u00a0!"
    assert words("nl", "klaverjas-forehand")("rank.J") == "boer"
    assert words("nl", "flemish")("rank.J") == words("nl")("rank.J") == "zot"
    assert "vier boeren" in rule_words("nl", "klaverjas-amsterdam-kbn")("rule.trick_melds.roem")
    assert set(TABLE_WORDS) <= set(presets.PRESETS)


@pytest.mark.parametrize(("preset", "said"), [("pilotta", "9"), ("ffb-contree-2016", "90")])
def test_bids_of_pilotta_are_said_in_tens_in_every_language(preset: str, said: str) -> None:
    """`pilotta:bids`."""
    for language in LANGUAGES:
        assert value_name(words(language, preset), 90) == said
