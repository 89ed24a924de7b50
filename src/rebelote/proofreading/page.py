"""The page for native readers: the sentences that players see most, each with a line to correct.

It is plain text, which every phone, mail program and editor opens and changes. A sentence is a
block: its key in brackets, the English sentence, what it says with names and numbers filled in, and
after `=` the sentence itself, which the reader changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from rebelote.i18n import LANGUAGES, TABLE_WORDS, USUAL_PRESETS, messages, words
from rebelote.proofreading import lints
from rebelote.proofreading.sentences import CATALOGUES, Sentence, sentences

INTRODUCTION: Final = """\
{name}: the sentences of Rebelote that players see most

Read each sentence as a player would say it. Where you would say it otherwise, change the line after
the = sign; leave every other line as it is. Words in braces, such as {{name}}, are filled in by the
program: keep them, wherever you put them. The line "reads" shows how it looks with a name and
numbers. In {{count, plural, ...}} each form stands in braces of its own, and # is the number.
Send the file back, or open an issue with the lines that you have changed."""
COUNTS: Final = (1, 2, 5, 100)
"""Numbers that show every plural form of each language but nought."""
_HEAD: Final = re.compile(r"\[([^\]\s]+)(?: ([^\]\s]+))?\]")


class Screen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A screen, with the keys of its sentences in their order."""

    name: str
    keys: tuple[str, ...]


@cache
def screens() -> tuple[Screen, ...]:
    """Return the screens that players see most."""
    import tomllib

    text = files(__name__.rpartition(".")[0]).joinpath("screens.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["screens"], tuple[Screen, ...])


# --- to write it ----------------------------------------------------------------------------------


def most_seen(language: str, folder: Path = CATALOGUES) -> Iterator[tuple[str, list[Sentence]]]:
    """Yield each screen with its sentences, as the game says them that the language plays most."""
    said: dict[str, Sentence] = {}
    own = TABLE_WORDS.get(USUAL_PRESETS[language], "")
    for sentence in sentences(language, folder):
        at_own_table = Path(sentence.file).parent == Path("tables", own)
        if sentence.file == f"{language}.json" or (own and at_own_table):
            said[sentence.key] = sentence
    for screen in screens():
        keys = [key for name in screen.keys for key in _named(name, said)]
        if language == "en":  # the refusals are generated from `rules/refusals.py`
            keys = [key for key in keys if not key.startswith("refusal.")]
        yield screen.name, [said[key] for key in keys]


def _named(name: str, keys: Iterable[str]) -> list[str]:
    return [key for key in keys if key.startswith(name[:-1])] if name.endswith("*") else [name]


def page(language: str, folder: Path = CATALOGUES) -> str:
    """Return the page of a language; ValueError for one that is not there."""
    _check(language)
    say, english = words(language), _english(folder)
    parts = [INTRODUCTION.format(name=say("language.name"))]
    for name, received in most_seen(language, folder):
        parts.append(f"{name}\n{'-' * len(name)}")
        parts += [_block(language, sentence, english) for sentence in received]
    return "\n\n".join(parts) + "\n"


def _check(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(
            f"{language!r} is not a supported language; there are: {', '.join(LANGUAGES)}"
        )


def _english(folder: Path) -> dict[tuple[str, str], str]:
    return {(one.file, one.key): one.text for one in sentences("en", folder)}


def _block(language: str, sentence: Sentence, english: Mapping[tuple[str, str], str]) -> str:
    place = (
        sentence.key if sentence.file == f"{language}.json" else f"{sentence.file} {sentence.key}"
    )
    own = sentence.file.replace(f"{language}.json", "en.json")
    lines = [f"[{place}]"]
    if language != "en":
        said = english.get((own, sentence.key)) or english["en.json", sentence.key]
        lines.append(f"English: {said}")
    if "{" in sentence.text:
        lines.append(f"reads: {' / '.join(dict.fromkeys(_examples(language, sentence)))}")
    return "\n".join([*lines, f"= {sentence.text}"])


def _examples(language: str, sentence: Sentence) -> Iterator[str]:
    """Yield what a sentence says with names, cards and, where it has a plural, some numbers."""
    say = words(language)
    form = "rank" if sentence.key in lints.BARE_CARDS else "rank.the"
    queen = say("card.name", rank=say(f"{form}.Q"), suit=say("suit.H"))
    named: dict[str, object] = {
        **dict.fromkeys(("name", "names", "by", "who", "seat"), say("bot.name.Margot")),
        "other": say("bot.name.Lucien"),
        "bid": say("call.bid", value="90", suit=say("suit.H")),
        **dict.fromkeys(("card", "cards", "action"), queen),
        **dict.fromkeys(("suit", "trump"), say("suit.H")),
        **dict.fromkeys(("kinds", "kind", "melds", "meld"), say("kind.run.3")),
        "reason": say("contest.by.height"),
        **dict.fromkeys(("us", "value", "needed"), 90),
        "them": 72,
    }
    has_plural = ", plural," in sentence.text
    for count in COUNTS if has_plural else COUNTS[-1:]:
        values = {name: named.get(name, count) for name in messages.placeholders(sentence.text)}
        yield messages.formatted(language, sentence.text, values)


# --- to read it back ------------------------------------------------------------------------------


class Correction(NamedTuple):
    """A sentence of a page: its line, its place, and its present text."""

    line: int
    file: str
    key: str
    text: str


class Reading(NamedTuple):
    """The contents of a corrected page: valid sentences, and the errors by line."""

    right: Sequence[Correction]
    wrong: Sequence[tuple[int, str]]


def corrections(language: str, text: str) -> Iterator[Correction]:
    """Yield every sentence of a page; lines that a mail program has wrapped are joined."""
    lines = [line.strip().removeprefix("> ") for line in text.removeprefix("\ufeff").splitlines()]
    number = 0
    while number < len(lines):
        head = _HEAD.fullmatch(lines[number])
        number += 1
        if not head:
            continue
        file, key = (head[1], head[2]) if head[2] else (f"{language}.json", head[1])
        while number < len(lines) and lines[number] and not lines[number].startswith("="):
            number += 1
        begin, said = number, []
        while number < len(lines) and lines[number] and not _HEAD.fullmatch(lines[number]):
            said.append(lines[number].strip())
            number += 1
        yield Correction(begin + 1, file, key, " ".join(said).removeprefix("=").strip())


def read(language: str, text: str, folder: Path = CATALOGUES) -> Reading:
    """Check a corrected page against the catalogues; ValueError where it is no such page."""
    _check(language)
    before, english = sentences(language, folder), sentences("en", folder)
    stored = {(one.file, one.key): one for one in before}
    changed = dict(stored)
    lines: dict[tuple[str, str], int] = {}
    wrong: list[tuple[int, str]] = []
    for one in corrections(language, text):
        place = one.file, one.key
        if place in lines:
            wrong.append((one.line, f"[{one.key}] stands in line {lines[place]} too"))
        elif place not in stored:
            wrong.append((one.line, f"[{one.key}] is no sentence of {one.file}"))
        else:
            changed[place] = Sentence(one.file, one.key, with_breaks(language, one.text))
        lines.setdefault(place, one.line)
    if not lines:
        raise ValueError("this file has no sentence: each begins with its key in brackets")
    for place in lines.keys() & stored.keys():
        if fault := _fault_of_form(changed[place], stored[place]):
            wrong.append((lines[place], f"[{place[1]}] {fault}"))
            changed[place] = stored[place]
        elif changed[place].text.split() == stored[place].text.split():
            changed[place] = stored[place]  # spaces that may not break, lost on the way
    for each in lints.new_faults(language, before, list(changed.values()), english):
        place = each.sentence.file, each.sentence.key
        wrong.append((lines[place], f"[{place[1]}] {each.match!r}: {each.why}"))
    faulty = {line for line, _ in wrong}
    right = [
        Correction(line, *place, changed[place].text)
        for place, line in lines.items()
        if place in stored and changed[place] != stored[place] and line not in faulty
    ]
    return Reading(right, sorted(wrong))


def _fault_of_form(new: Sentence, old: Sentence) -> str:
    """Say what makes a sentence unusable: its braces or placeholders; empty where all is well."""
    if not new.text:
        return "there is no sentence after ="
    try:
        here, there = messages.placeholders(new.text), messages.placeholders(old.text)
    except (SyntaxError, ValueError) as error:
        return f"the braces are not in pairs: {error}"
    if lost := sorted(there - here):
        return f"lacks {', '.join(f'{{{name}}}' for name in lost)}"
    if more := sorted(here - there):
        return f"has no value for {', '.join(f'{{{name}}}' for name in more)}"
    return ""


def with_breaks(language: str, text: str) -> str:
    """Put back the spaces at which a line may not break, which mail programs lose."""
    if language == "fr":
        text = re.sub(r" (?=[?!:;»%])|(?<=«) ", "\u00a0", text)
    elif language in ("sv", "hr"):
        text = text.replace(" %", "\u00a0%")
    return text


def write(right: Iterable[Correction], folder: Path = CATALOGUES) -> None:
    """Write corrected sentences into the catalogues; no other line of them changes."""
    for one in right:
        path = folder / one.file
        lines = path.read_text(encoding="utf-8").split("\n")
        begin = f"  {json.dumps(one.key)}: "
        for number, line in enumerate(lines):
            if line.startswith(begin):
                said = json.dumps(one.text, ensure_ascii=False)
                lines[number] = f"{begin}{said}{',' if line.endswith(',') else ''}"
        path.write_text("\n".join(lines), encoding="utf-8")
