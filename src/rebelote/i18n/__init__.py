"""Translations into French, Flemish, Swedish, Bulgarian, Croatian, Greek, Arabic, Armenian and
English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from rebelote.i18n.messages import formatted

LANGUAGES: Final = ("fr", "nl", "sv", "bg", "hr", "el", "ar", "hy", "en")
RIGHT_TO_LEFT: Final = ("ar",)
"""The languages whose lines run from right to left."""
USUAL_PRESETS: Final = {
    "fr": "french",
    "nl": "flemish",
    "sv": "french",
    "bg": "bulgarian",
    "hr": "bela",
    "el": "pilotta",
    "ar": "baloot",
    "hy": "bazar-blot",
    "en": "french",
}
"""The rule set that newcomers are offered, by language."""
FIRST_OF_THEIR_KIND: Final = (
    "french",
    "french-plain",
    "coinche",
    "bela",
    "klaverjas-rotterdam-nku",
)
"""The rule sets that come, in this order, before all others with the same kind of auction."""
STORED_LANGUAGE: Final = "en"
"""The language in which the names of guests without one are stored."""
Words = Callable[..., str]


ADDED: Final[dict[str, dict[str, str]]] = {}
"""Sentences of games from outside (`rebelote.games`), by part and language: `fr`, `rules/fr`."""


def add(part: str, language: str, sentences: Mapping[str, str]) -> None:
    """Add sentences to those of a language: of the table, or of the part `rules`."""
    name = _file(part, language)
    ADDED[name] = {**ADDED.get(name, {}), **sentences}
    forget()


OVERRULED: Final[dict[tuple[str, str], dict[str, str]]] = {}
"""Sentences of the table that a game says in other words for its rule sets: by rule set and file,
as in `ADDED`."""


TABLE_WORDS: Final = {
    **dict.fromkeys(
        ("klaverjas-rotterdam-nku", "klaverjas-amsterdam-kbn", "klaverjas-forehand"), "klaverjas"
    ),
    **dict.fromkeys(("bela", "bela-bitola"), "bela"),
    "pilotta": "pilotta",
    "baloot": "baloot",
    "bazar-blot": "bazar-blot",
}
"""Rule sets of ours whose tables say some sentences in other words: a folder of `tables` each."""


@cache
def at_tables(folder: str, file: str) -> dict[str, str]:
    """The sentences of a folder of `tables`; empty where it has none in this file."""
    result = files(__name__).joinpath("tables", folder, f"{file}.json")
    return msgspec.json.decode(result.read_bytes(), type=dict[str, str]) if result.is_file() else {}


def overruled(preset: str, file: str) -> dict[str, str]:
    """What tables of a rule set say in words of their own, by file as in `ADDED`."""
    if (own := OVERRULED.get((preset, file))) is not None:
        return own
    return at_tables(TABLE_WORDS[preset], file) if preset in TABLE_WORDS else {}


def overrule(preset: str, part: str, language: str, sentences: Mapping[str, str]) -> None:
    """Have sentences of a language said in these words at tables of a rule set."""
    OVERRULED[preset, _file(part, language)] = dict(sentences)


def forget() -> None:
    """Rebuild the catalogues when they are next read."""
    for kept in (catalogue, rule_catalogue, guest_names, _guest_names):
        kept.cache_clear()


def direction(language: str) -> str:
    """Which way the lines of a language run, as HTML names it: `ltr` or `rtl`."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every sentence of a language by its key; ValueError for a language that is not there."""
    return sentences("", language)


@cache
def rule_catalogue(language: str) -> dict[str, str]:
    """The sentences of the rules, in files of their own: a table does not need them."""
    return sentences("rules", language)


def sentences(part: str, language: str) -> dict[str, str]:
    """The sentences of a part: of the table, or of one that has a folder of its own."""
    if language not in LANGUAGES:
        raise ValueError(
            f"{language!r} is not a supported language; there are: {', '.join(LANGUAGES)}"
        )
    name = _file(part, language)
    text = files(__name__).joinpath(f"{name}.json").read_bytes()
    return {**msgspec.json.decode(text, type=dict[str, str]), **ADDED.get(name, {})}


def _file(part: str, language: str) -> str:
    return f"{part}/{language}" if part else language


class LearnWords:
    """The sentences of the lessons, in files of their own like those of the rules."""

    def __init__(self, language: str) -> None:
        self._sentences = sentences("learn", language)
        self.keys = self._sentences.keys()

    def __call__(self, key: str, **values: object) -> str:
        """The sentence, its placeholders filled."""
        return self._sentences[key].format(**values)

    def of(self, key: str) -> str:
        """The sentence with its placeholders, to be filled later."""
        return self._sentences[key]


@cache
def learn_words(language: str) -> LearnWords:
    """The sentences of the lessons in a language; ValueError for one that is not there."""
    return LearnWords(language)


def rule_words(language: str, preset: str = "") -> Words:
    """A function that says `key` of the rules with its placeholders filled.

    `preset`: the rule set that it is about, whose game may have words of its own.
    """
    return _speaker(language, rule_catalogue(language), preset, "rules")


def words(language: str, preset: str = "") -> Words:
    """A function that says `key` with its placeholders filled; `preset` as in `rule_words`."""
    return _speaker(language, catalogue(language), preset, "")


def _speaker(language: str, sentences: dict[str, str], preset: str, part: str) -> Words:
    if own := overruled(preset, _file(part, language)):
        sentences = {**sentences, **own}
    return lambda key, **values: formatted(language, sentences[key], values)


def coded(say: Words, key: str, otherwise: str | None = None, /, **values: object) -> str:
    """A sentence whose key ends in a code; `otherwise`, or the code itself, where there is none."""
    try:
        return say(key, **values)
    except KeyError:
        return key.partition(".")[2] if otherwise is None else otherwise


@cache
def guest_names() -> dict[str, str]:
    """The name of guests without one, by language, with a placeholder for their number.

    The catalogues are not kept for it: no other sentence is needed in every language.
    """
    return {language: sentences("", language)["seat.guest"] for language in LANGUAGES}


@cache
def _guest_names() -> re.Pattern[str]:
    """The names of guests without one in all languages; the number is the only group."""
    names = map(re.escape, guest_names().values())
    either = "|".join(name.replace(re.escape("{number}"), "") for name in names)
    return re.compile(rf"(?:{either})([0-9]+)")


def is_nameless(name: str) -> bool:
    """Whether a name only says that a person is a guest.

    >>> is_nameless("Invité 490"), is_nameless("Guest"), is_nameless("Jeanne")
    (True, False, False)
    """
    return _guest_names().fullmatch(name) is not None


def person_name(name: str, language: str = STORED_LANGUAGE) -> str:
    """A name as it is said in a language: that of a guest without one is translated.

    A bot, whose name no one else may have, gets one of the reader's country.

    >>> person_name("Гост 417"), person_name("Guest 417", "fr"), person_name("Jeanne", "fr")
    ('Guest 417', 'Invité 417', 'Jeanne')
    >>> person_name("Lucien"), person_name("Lucien", "bg")
    ('Lucien', 'Любен')
    """
    guest = _guest_names().fullmatch(name)
    if guest is None and language != STORED_LANGUAGE:
        return catalogue(language).get(f"bot.name.{name}", name)
    return name if guest is None else guest_names()[language].replace("{number}", guest[1])
