"""Write the players' pages of every rule set in every language, and the pictures of the cards.

They are docs/rules (with the index of rules and functions), docs/cards, docs/sources.md, the
words in the glossary and the picture in docs/library.md. The sentences are those of the rule
card, so that page, table and engine cannot differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from rebelote.game import Game
from rebelote.i18n import (
    LANGUAGES,
    Words,
    catalogue,
    glossary,
    rule_words,
    rulebook,
    rulecard,
    sources,
    words,
)
from rebelote.i18n.rulecard import RuleLine
from rebelote.rules import presets
from rebelote.rules.cards import CARDS, Card
from rebelote.rules.options import Rules

DOCS = Path(__file__).parent.parent / "docs"
PACKAGE = DOCS.parent / "src" / "rebelote"


# --- the pictures ---------------------------------------------------------------------------------


def row(cards: Sequence[Card], between: str = " ") -> str:
    """Draw cards side by side."""
    return between.join(f"![{card}](../../cards/{card}.svg)" for card in cards)


def order(received: rulebook.Opening) -> str:
    """Draw cards from high to low, with their points."""
    values = " | ".join(map(str, received.points))
    return f"| {row(received.cards, ' | ')} |\n|{':-:|' * len(received.cards)}\n| {values} |"


# --- the pages ------------------------------------------------------------------------------------


def page(rules: Rules, language: str) -> str:
    """Write the rules of one rule set for players."""
    say, say_more = rule_words(language, rules.preset), words(language, rules.preset)
    parts = [
        f"# {say(f'preset.{rules.preset}')}",
        f"*{say(f'preset.{rules.preset}.where')}* · {others(rules.preset, language)}",
    ]
    rules = rules.as_in_real_life()
    lines = [*rulecard.lines(rules, language)]
    for section in rulecard.SECTIONS:
        received = "\n".join(bullet(line, say_more) for line in lines if line.section == section)
        if said := [*opening(section, rules, say), *([received] if received else [])]:
            parts += [f"## {say(f'section.{section}')}", *said]
    return "\n\n".join(part for part in parts if part).rstrip() + f"\n\n{tail(say_more)}\n"


def tail(say: Words) -> str:
    """Link to the next pages."""
    return f"[{say('ui.rulecard')}](../README.md)"


def others(preset: str, language: str) -> str:
    """Link to the same page in the other languages."""
    return " · ".join(
        f"[{catalogue(other)['language.name']}](../{other}/{preset}.md)"
        for other in LANGUAGES
        if other != language
    )


def bullet(line: RuleLine, say: Words) -> str:
    """Write a rule with its source and the function that decides it."""
    link = f"../../../src/rebelote/{module(line.function)}"
    return f"- {line.sentence} <sub>{cited(line.source, say)} · [`{line.function}`]({link})</sub>"


def cited(rule: str, say: Words, page: str = "../../sources.md") -> str:
    """Link the sources of a rule to the page of sources."""
    return "; ".join(
        f"[{sources.label(one, say)}]({page}#{one.anchor})" for one in sources.citations(rule)
    )


def module(function: str) -> str:
    """Return the file that defines a function: `bots/signals.py` of `bots.signals.called`."""
    parts = function.split(".")
    while not (PACKAGE / "/".join(parts)).is_dir():
        result = f"{'/'.join(parts)}.py"
        if (PACKAGE / result).is_file():
            return result
        parts.pop()
    return f"{'/'.join(parts)}/__init__.py"


def opening(section: str, rules: Rules, say: Words) -> Iterator[str]:
    """Yield the sentences and cards that go without saying at a table."""
    for received in rulebook.openings(section, rules, say):
        yield received.sentence
        if received.cards:
            yield order(received) if received.points else row(received.cards)


def index() -> str:
    """List every page, the functions by question, and the rules by function."""
    say = rule_words("en")
    names = " | ".join(catalogue(language)["language.name"] for language in LANGUAGES)
    rows = "\n".join(
        f"| {say(f'preset.{preset}')} | "
        + " | ".join(f"[{language}]({language}/{preset}.md)" for language in LANGUAGES)
        + " |"
        for preset in presets.PRESETS
    )
    return (
        "# The rules\n\nOne page a rule set, for players. Written by `make generated` from "
        "the sentences of the rule cards. Who comes from another site finds "
        "[its table](../as-there.md).\n\n"
        f"| | {names} |\n|---|{'---|' * len(LANGUAGES)}\n{rows}\n\n"
        f"## Where is the rule of ...?\n\n{WHERE}\n\n{where()}\n\n"
        "## From a function to its rules\n\n| function | decides | sources |\n|---|---|---|\n"
        + "\n".join(functions())
        + "\n"
    )


def functions() -> Iterator[str]:
    """Yield each function that decides rules, with the options it reads."""
    decided: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for options in rulecard.SECTIONS.values():
        for key, received in options.items():
            decided[received.function].append((key, received.source))
    for function, keys in sorted(decided.items()):
        options_ = ", ".join(f"`{key}`" for key, _ in keys)
        rules = " ".join(dict.fromkeys(" ".join(source for _, source in keys).split()))
        link = f"../../src/rebelote/{module(function)}"
        links = cited(rules, words("en"), "../sources.md")
        yield f"| [`{function}`]({link}) | {options_} | {links} |"


# --- where the rules come from --------------------------------------------------------------------


def all_sources() -> str:
    """Write the page of sources, with the statement of each cited place."""
    parts = [
        "# Where the rules come from",
        "In our own words; a number is a line of the text or a section. A citation such as "
        "`flemish:33` names a source and a place in it.\n"
        "Written by `make generated` from `src/rebelote/i18n/sources.toml`; a server shows "
        "the same at `/sources`.",
    ]
    for name, source in sources.sources().items():
        parts += one_source(name, source)
    return "\n\n".join(parts) + "\n"


def one_source(name: str, source: sources.Source) -> Iterator[str]:
    """Yield a source with its places."""
    yield f'## <a id="{name}"></a>{source.name}'
    details = ", ".join(filter(None, (source.author, source.year)))
    where = f"\n<{source.address}>" if source.address else ""
    read = f"\nRead {source.read}." if source.read else ""
    yield f"{source.title}. By {details}. Cited as `{name}`.{where}{read}"
    if source.says:
        yield source.says
    rows = []
    for place, text in source.places.items():
        names = "".join(f'<a id="{one}"></a>' for one in sources.anchors(name, place))
        rows.append(f"- {names}**{place.replace('-', '–')}** {text}")
    if rows:
        yield "\n".join(rows)


# --- where the rules are ------------------------------------------------------------------------


WHERE = """\
Names are relative to `src/rebelote/` (package `rebelote`): `rules.match.winner` is in
`src/rebelote/rules/match.py`. A test flips each option and checks that the listed functions then
return something else. The rows are those of `i18n.rulecard.QUESTIONS`."""


def where() -> str:
    """Tabulate the questions, with the functions that answer each and the options these read."""
    rows = []
    for question in rulecard.QUESTIONS:
        names = rulecard.answers(question)
        result = dict.fromkeys(f"`{rulecard.function_of(name)}`" for name in names)
        options_ = ", ".join(f"`{name}`" for name in names if "." not in name)
        rows.append(f"| {question} | {', '.join(result)} | {options_} |")
    return "| question | answer | options |\n|---|---|---|\n" + "\n".join(rows)


def with_words(text: str) -> str:
    """Fill the glossary's table: the words of each term, and the rule of those that have one."""
    known = {word: rulecard.function_of(option) for word, option in rulecard.WORDS.items()}
    before, start, table = text.partition("\n| word |")
    table, end, after = table.partition("\n\n")
    lines = []
    for line in table.split("\n")[2:]:
        cells = [cell.strip() for cell in line.split("|")]
        term, function = cells[1], f"`{known[cells[1]]}`" if cells[1] in known else cells[-2]
        lines.append(f"| {' | '.join((term, *words_of(term), function))} |")
    head = "\n".join(table.split("\n")[:2])
    return f"{before}{start}{head}\n" + "\n".join(lines) + f"{end}{after}"


def words_of(term: str) -> Iterator[str]:
    """Yield the words of a term in every language but English."""
    for language in LANGUAGES:
        if language != "en":
            yield glossary.glossaries()[language].word(term)


def in_mid_trick() -> str:
    """Draw the game on the page of the library, from the lines above it there."""
    game = Game("french", seed=1)
    while len(game.trick) < 2:
        game.act(game.legal[-1])
    return game.svg()


def files() -> Iterator[tuple[Path, str]]:
    for preset, rules in presets.PRESETS.items():
        for language in LANGUAGES:
            yield DOCS / "rules" / language / f"{preset}.md", page(rules, language)
    yield DOCS / "rules" / "README.md", index()
    yield DOCS / "sources.md", all_sources()
    yield DOCS / "glossary.md", with_words((DOCS / "glossary.md").read_text(encoding="utf-8"))
    yield DOCS / "game.svg", in_mid_trick()
    for card in CARDS:
        corner = catalogue("en")[f"index.{card.rank.letter}"]
        yield DOCS / "cards" / f"{card}.svg", rulebook.picture(card, corner)
