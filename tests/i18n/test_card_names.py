"""Names of cards, suits and players within sentences: articles and contractions are right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import rebelote.i18n
from rebelote.i18n import LANGUAGES, catalogue, messages, words
from rebelote.i18n.speech import Teller, action_name, card_name
from rebelote.rules.actions import Bid
from rebelote.rules.cards import CARDS, Card, Rank, Trump
from rebelote.rules.events import Challenged, Demanded
from rebelote.rules.melds import Kind, Meld

CATALOGUES: Final = Path(rebelote.i18n.__file__).parent
RUNS: Final = {
    "fr": "au sept, au huit, au neuf, au dix, au valet, à la dame, au roi, à l’as",
    "en": "the seven, the eight, the nine, the ten, the jack, the queen, the king, the ace",
    "nl": "zeven, acht, negen, tien, zot, dame, heer, aas",
    "sv": "sju, åtta, nio, tio, knekt, dam, kung, ess",
    "bg": "седмица, осмица, деветка, десетка, вале, дама, поп, асо",
    "hr": "sedmice, osmice, devetke, desetke, dečka, dame, kralja, asa",
    "el": "στο εφτάρι, στο οχτάρι, στο εννιάρι, στο δεκάρι, "
    "στον βαλέ, στην ντάμα, στον ρήγα, στον άσο",
    "ar": "سبعة, ثمانية, تسعة, عشرة, ولد, بنت, شايب, إكة",
    "hy": "յոթը, ութը, ինը, տասը, վալետը, դաման, թագավորը, տուզը",
}
RUN: Final = {
    "fr": "tierce {} de cœur",
    "en": "tierce to {} of hearts",
    "nl": "derde tot harten {}",
    "sv": "tre i följd till hjärter {}",
    "bg": "терца до {} купа",
    "hr": "terca do herc {}",
    "el": "τρίτη {} κούπα",
    "ar": "سرا حتى {} هاص",
    "hy": "տերց՝ մինչև սիրտ {}",
}
"""A run by its highest card, from the seven to the ace."""

BARE: Final = ("state.turned", "event.cards_dealt", "ui.daily.first", "ui.turned", "ui.played")
"""Sentences that list a card without an article."""
WRONG: Final = {
    "fr": re.compile(
        r"\b(?:[àÀ] les?|[dD]e les?|au (?:dame|as|la|le|l’)"
        r"|(?:[dD]e|[qQ]ue|[lL][ea]|[jJ]e|[nN]e|[sS]e)"
        r" (?:as|un|une|atout|annonce|[AEIOUÉ]\w+|eux|elle))\b"
    ),
    "en": re.compile(r"\b[aA] (?:eight|ace)\b|\bthe the\b|\bof the the\b"),
    "nl": re.compile(r"\b(?:het (?:zot|heer|dame)|de de|van jij|jij’s)\b"),
    "sv": re.compile(r"(?:s|z|x)s\b(?= hand)"),
    "bg": re.compile(r"\bдо до\b|\bна на\b"),
    "ar": re.compile(r"\b(?:حتى حتى|من من)\b"),
    "hy": re.compile(r"\b(\w+) \1\b"),
    "el": re.compile(r"\b(?:στον?|στην?) (?:στον?|στην?)\b"),
    "hr": re.compile(
        r"\b(?:do|od|iz) (?:\w+ )?(?:sedmic|osmic|devetk|desetk|dam)u\b"
        r"|\b(?:do|od|iz|s) (?:Odette|Lucas|Émile)\b|\b(\w+) \1\b"
    ),
}
"""Faults that no sentence may have once a name has filled it."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_names_its_highest_card_with_the_right_article(language: str) -> None:
    teller = Teller(words(language), 0, ("Anna", "Margot", "Lucien", "Odette"))
    melds = [
        teller.meld(Meld(Kind("run", 3, 20), Card(f"{rank.letter}H"), CARDS[:3])) for rank in Rank
    ]
    assert melds == [RUN[language].format(top) for top in RUNS[language].split(", ")]


def fillings(language: str, key: str, placeholder: str) -> list[str]:
    """Return the names that may fill a placeholder: cards, calls, suits or players."""
    say = words(language)
    suits = [say(f"suit.{trump.value}") for trump in Trump]
    calls = [action_name(say, Bid(trump, 90)) for trump in Trump] + [*suits, say("call.pass")]
    people = ["Odette", "Lucas", "Émile"]
    form = "rank" if key in BARE else "rank.the"
    cards = [card_name(say, card, form) for card in CARDS]
    match placeholder:
        case "card":
            return cards
        case "suit" | "trump":
            return suits
        case "bid" | "contract":
            return calls
        case "rank" if key == "meld.run":
            return [say(f"rank.run.{rank.letter}") for rank in Rank]
        case "rank" if key == "card.name":
            return [say(f"{f}.{rank.letter}") for rank in Rank for f in ("rank", "rank.the")]
        case "rank" if key != "ui.daily.rank":
            return [say(f"rank.{rank.letter}") for rank in Rank]
        case "other" | "instead" if key.startswith(("why.", "advice.")):
            return cards + calls
        case "right":
            return cards if key.startswith("count.because.3") else calls
        case "action" if key in ("ui.hint.text", "ui.opinion.other"):
            return cards + calls
        case "name" | "other" | "seat" | "who" | "by" | "about":
            return people
        case "side":
            return [*people, say("side.us"), say("side.them")]
    return []


def templates(language: str) -> Iterator[tuple[str, str]]:
    """Yield every sentence: of the page, the lessons and the rules."""
    for part in ("", "learn", "rules"):
        file = CATALOGUES / part / f"{language}.json"
        yield from json.loads(file.read_text("utf-8")).items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_right_whatever_name_fills_it(language: str) -> None:
    tried = 0
    wrong: dict[str, str] = {}
    for key, text in templates(language):
        for placeholder in messages.placeholders(text):
            for name in fillings(language, key, placeholder):
                filled = text.replace(f"{{{placeholder}}}", name)
                tried += 1
                if WRONG[language].search(filled):
                    wrong.setdefault(key, filled)
    assert tried > 2000
    assert wrong == {}


def test_who_is_asked_or_accused_is_spoken_to() -> None:
    names = ("Anna", "Margot", "Lucien", "Odette")
    teller = Teller(words("fr"), 0, names)
    assert teller.event(Demanded(3, 0)) == "Odette vous demande de montrer votre annonce."
    assert teller.event(Demanded(1, 3)) == "Margot demande à Odette de montrer son annonce."
    assert teller.event(Challenged(3, 0)).startswith("Odette vous accuse de faute.")


def test_every_rank_has_each_of_its_forms() -> None:
    for language in LANGUAGES:
        for form in ("", "the.", "many.", "run."):
            assert all(catalogue(language)[f"rank.{form}{rank.letter}"] for rank in Rank)
