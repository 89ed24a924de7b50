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
VARIANTS: Final = {"nl-NL": "nl"}
"""Variants of a language by their tag: `nl` is that of Flanders, and the files of `nl-NL` have what
is said otherwise in the Netherlands, and nothing else."""
SPOKEN: Final = (*LANGUAGES, *VARIANTS)
"""The languages and their variants: what a person may choose."""
RIGHT_TO_LEFT: Final = ("ar",)
"""The languages whose lines run from right to left."""
USUAL_PRESETS: Final = {
    "fr": "french",
    "nl": "flemish",
    "nl-NL": "klaverjas-amsterdam-kbn",
    "sv": "french",
    "bg": "bulgarian",
    "hr": "bela",
    "el": "pilotta",
    "ar": "baloot",
    "hy": "bazar-blot-301",
    "en": "french",
}
"""The rule set that newcomers are offered, by language."""
FIRST_OF_THEIR_KIND: Final = (
    "french",
    "french-plain",
    "coinche",
    "bela",
    "klaverjas-amsterdam-kbn",
    "klaverjas-utrecht",
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
        (
            *("klaverjas-amsterdam-kbn", "klaverjas-utrecht"),
            *("klaverjas-rotterdam-nku", "klaverjas-forehand", "klaverjas-kraken"),
        ),
        "klaverjas",
    ),
    **dict.fromkeys(("bela", "bela-bitola"), "bela"),
    **dict.fromkeys(("pilotta", "pilotta-kypros"), "pilotta"),
    **dict.fromkeys(("baloot", "baloot-jawaker"), "baloot"),
    **dict.fromkeys(("bazar-blot", "bazar-blot-301"), "bazar-blot"),
}
"""Rule sets of ours whose tables say some sentences in other words: a folder of `tables` each."""


VARIANTS_AT_TABLES: Final = {"klaverjas": {"nl": "nl-NL"}}
"""The variant of a language that tables with these words speak, whichever else was chosen."""


def spoken(tag: str) -> str | None:
    """Return the language or variant of a language tag; None where it is not spoken here.

    >>> spoken("nl-NL"), spoken("nl-be"), spoken("fr-CH"), spoken("ja")
    ('nl-NL', 'nl', 'fr', None)
    """
    tag = tag.lower()
    return next((one for known in (tag, tag[:2]) for one in SPOKEN if one.lower() == known), None)


def spoken_at(language: str, preset: str) -> str:
    """Return the variant of a language at tables of a rule set: klaverjas is Dutch, not Flemish.

    >>> spoken_at("nl", "klaverjas-forehand"), spoken_at("nl", "flemish")
    ('nl-NL', 'nl')
    """
    folder = TABLE_WORDS.get(preset, "")
    return VARIANTS_AT_TABLES.get(folder, {}).get(language, language)


@cache
def at_tables(folder: str, file: str) -> dict[str, str]:
    """Return the sentences of a folder of `tables`; empty where it has none in this file."""
    table = files(__name__).joinpath("tables", folder, f"{file}.json")
    return msgspec.json.decode(table.read_bytes(), type=dict[str, str]) if table.is_file() else {}


def overruled(preset: str, file: str) -> dict[str, str]:
    """Return the words peculiar to tables of a rule set, by file as in `ADDED`."""
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
    """Return the direction of a language's lines, in HTML's terms: `ltr` or `rtl`."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return every sentence of a language by its key; ValueError for an unknown language."""
    return sentences("", language)


@cache
def rule_catalogue(language: str) -> dict[str, str]:
    """Return the sentences of the rules, in files of their own: a table does not need them."""
    return sentences("rules", language)


def sentences(part: str, language: str) -> dict[str, str]:
    """Return the sentences of a part: of the table, or of one that has a folder of its own."""
    if language not in SPOKEN:
        raise ValueError(
            f"{language!r} is not a supported language; there are: {', '.join(SPOKEN)}"
        )
    return dict(item for one in _layers(language) for item in _read(_file(part, one)).items())


def _read(name: str) -> dict[str, str]:
    text = files(__name__).joinpath(f"{name}.json").read_bytes()
    return {**msgspec.json.decode(text, type=dict[str, str]), **ADDED.get(name, {})}


def _layers(language: str) -> tuple[str, ...]:
    """Return the catalogues of a language in order: before a variant its language."""
    return (VARIANTS[language], language) if language in VARIANTS else (language,)


def _file(part: str, language: str) -> str:
    return f"{part}/{language}" if part else language


class LearnWords:
    """The sentences of the lessons, in files of their own like those of the rules."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._sentences = sentences("learn", language)
        self.keys = self._sentences.keys()

    def __call__(self, key: str, **values: object) -> str:
        return formatted(self.language, self._sentences[key], values)

    def of(self, key: str) -> str:
        """Return the sentence with its placeholders, to be filled later."""
        return self._sentences[key]


@cache
def learn_words(language: str) -> LearnWords:
    """Return the sentences of the lessons in a language; ValueError for an unknown one."""
    return LearnWords(language)


def rule_words(language: str, preset: str = "") -> Words:
    """Return a function that fills the sentence of a `key` of the rules.

    `preset`: the rule set that it is about, whose game may have words of its own.
    """
    return _speaker(rule_catalogue, language, preset, "rules")


def words(language: str, preset: str = "") -> Words:
    """Return a function that fills the sentence of a `key`; `preset` as in `rule_words`."""
    return _speaker(catalogue, language, preset, "")


def _speaker(read: Callable[[str], dict[str, str]], language: str, preset: str, part: str) -> Words:
    language = spoken_at(language, preset)
    said = read(language)
    for one in _layers(language):
        if own := overruled(preset, _file(part, one)):
            said = {**said, **own}
    return lambda key, **values: formatted(language, said[key], values)


def coded(say: Words, key: str, otherwise: str | None = None, /, **values: object) -> str:
    """Return the sentence whose key ends in a code; by default `otherwise`, or the code itself."""
    try:
        return say(key, **values)
    except KeyError:
        return key.partition(".")[2] if otherwise is None else otherwise


@cache
def guest_names() -> dict[str, str]:
    """Return the name of guests without one, by language, with a placeholder for their number.

    The catalogues are not kept for it: no other sentence is needed in every language.
    """
    return {language: sentences("", language)["seat.guest"] for language in LANGUAGES}


@cache
def _guest_names() -> re.Pattern[str]:
    """Return the names of guests without one in all languages; the number is the only group."""
    names = map(re.escape, guest_names().values())
    either = "|".join(name.replace(re.escape("{number}"), "") for name in names)
    return re.compile(rf"(?:{either})([0-9]+)")


def is_nameless(name: str) -> bool:
    """Return whether a name only says that a person is a guest.

    >>> is_nameless("Invité 490"), is_nameless("Guest"), is_nameless("Jeanne")
    (True, False, False)
    """
    return _guest_names().fullmatch(name) is not None


def person_name(name: str, language: str = STORED_LANGUAGE) -> str:
    """Return a name in a language; the name of a nameless guest is translated.

    A bot, whose name no one else may have, gets one of the reader's country.

    >>> person_name("Гост 417"), person_name("Guest 417", "fr"), person_name("Jeanne", "fr")
    ('Guest 417', 'Invité 417', 'Jeanne')
    >>> person_name("Lucien"), person_name("Lucien", "bg")
    ('Lucien', 'Любен')
    """
    guest = _guest_names().fullmatch(name)
    if guest is None and language != STORED_LANGUAGE:
        return catalogue(language).get(f"bot.name.{name}", name)
    if guest is None:
        return name
    return guest_names()[_layers(language)[0]].replace("{number}", guest[1])
