"""Dutch of the Netherlands beside that of Flanders: a catalogue, and its differences."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import rebelote.i18n
from rebelote.i18n import (
    TABLE_WORDS,
    VARIANTS,
    VARIANTS_AT_TABLES,
    messages,
    person_name,
    rulecard,
    spoken,
    words,
)
from rebelote.proofreading import lints
from rebelote.proofreading.sentences import sentences as sentences_of
from rebelote.rules import presets
from rebelote.server.web.pages import language

FOLDER = Path(rebelote.i18n.__file__).parent
FILES = [(file, one) for one in VARIANTS for file in sorted(FOLDER.rglob(f"{one}.json"))]
KLAVERJAS = "klaverjas-rotterdam-nku"
FLEMISH = re.compile(
    r"\b(?:giften?|toon|(?:re)?belot|delers?|dames?|zot(?:ten)?|koeken|(?:af)?gelangd\w*|blik"
    r"|onderpissen|overkopen|carrés?|misdeling|den boek|toestel\w*|gsm|verwittig\w*|opgelet)\b",
    re.IGNORECASE,
)
"""Words that players in the Netherlands do not use."""
ELSEWHERE = re.compile(
    r"bot\.name\.|preset\.|source\.|(?:ui\.club\.log\.filter|ui\.practice\.show|ui\.league\.all|said\.demand)$"
)
"""Keys of names, and of sentences in which *toon* is the verb."""


def sentences(file: Path) -> dict[str, str]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


@pytest.mark.parametrize(("file", "variant"), FILES, ids=lambda one: str(one)[-40:])
def test_a_variant_has_the_differences_alone(file: Path, variant: str) -> None:
    whole, said = sentences(file.with_name(f"{VARIANTS[variant]}.json")), sentences(file)
    assert said
    for key, text in said.items():
        assert text != whole[key], key
        assert messages.placeholders(text) == messages.placeholders(whole[key]), key


@pytest.mark.parametrize("lint", sorted(lints.LINTS.keys() - {"forbidden_words"}))
def test_a_variant_has_no_fault_that_a_machine_sees(lint: str) -> None:
    """Words that Flanders does not say are right in it."""
    for variant, whole in VARIANTS.items():
        own = lints.Language(whole, sentences_of(variant), sentences_of("en"))
        assert own.sentences
        assert list(lints.LINTS[lint](own)) == []


@pytest.mark.parametrize("part", ["", "rules", "learn"])
def test_the_netherlands_have_no_word_of_flanders(part: str) -> None:
    flemish = {
        key: text
        for key, text in rebelote.i18n.sentences(part, "nl-NL").items()
        if FLEMISH.search(text) and not ELSEWHERE.match(key)
    }
    assert flemish == {}


def test_who_chose_a_variant_has_it_at_every_table() -> None:
    for preset in ("", "flemish", "bela", KLAVERJAS):
        say = words("nl-NL", preset)
        assert (say("rank.J"), say("rank.Q"), say("ui.close")) == ("boer", "vrouw", "Sluiten")
    assert words("nl-NL", "bela")("said.belote") == "Bela!"
    assert "heer en vrouw" in words("nl-NL", "bela")("ui.help.belote", points=20)


def test_klaverjas_is_dutch_by_default_and_belot_flemish() -> None:
    assert (words("nl", KLAVERJAS)("rank.Q"), words("nl", "flemish")("rank.Q")) == ("vrouw", "dame")
    rules = presets.rules(KLAVERJAS)
    assert rulecard.text(rules, "nl") == rulecard.text(rules, "nl-NL")
    flemish = presets.rules("flemish")
    assert rulecard.text(flemish, "nl") != rulecard.text(flemish, "nl-NL")
    assert set(VARIANTS_AT_TABLES) <= set(TABLE_WORDS.values())


@pytest.mark.parametrize(
    ("asked", "preferred", "expected"),
    [
        ("", "nl-NL,nl;q=0.9,en;q=0.8", "nl-NL"),
        ("", "nl,nl-NL;q=0.9", "nl"),
        ("", "nl-BE,nl;q=0.9", "nl"),
        ("nl-nl", "fr", "nl-NL"),
        ("nl", "nl-NL", "nl"),
        ("de", "ja, hr;q=0.5", "hr"),
        ("", "", "en"),
    ],
)
def test_a_browser_is_spoken_to_in_what_it_prefers(
    asked: str, preferred: str, expected: str
) -> None:
    assert language(asked, preferred) == expected


def test_a_variant_counts_and_names_guests_as_its_language() -> None:
    assert messages.formatted("nl-NL", "{gain, number}", {"gain": 1.5}) == "1,5"
    assert person_name("Guest 417", "nl-NL") == person_name("Guest 417", "nl")
    assert spoken("nl-SR") == "nl"
