"""Citations: each names a place that is summarised in our own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from documented import HOME
from drawn_matches import play_match

from rebelote.i18n import LANGUAGES, rulecard, sources, words
from rebelote.i18n.sources import Citation
from rebelote.rules import presets
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.view import views
from rebelote.server.web import pages

FOLDERS = ("src", "kernel", "web/src", "web/tests", "docs", "tests", "tools", "perf")
KINDS = {".py", ".rs", ".ts", ".svelte", ".md", ".json", ".jsonl", ".toml"}
NAMES = "|".join(sorted(sources.sources(), key=len, reverse=True))
CITED = re.compile(rf"(?<![\w./-])({NAMES}):([0-9a-z][\w.,-]*\w|[0-9a-z])")
PRIVATE = re.compile(r"\b[0-2]:L\d|\bRULES (?:§|\d|Q|section)|\bFFB-[BCK]\b")
"""A former way to cite rules, which a stranger cannot read."""
NO_RULE = {"table", "engine"}
"""The source of a refusal where no rule of the game is broken."""
HERE = Path(__file__)


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((HOME / folder).rglob("*")):
            built = {"node_modules", "static", "target", "v1"} & set(path.parts)
            if path.suffix in KINDS and not built and path != HERE:
                yield path


def cited_in(text: str) -> Iterator[Citation]:
    return (Citation(*result) for result in CITED.findall(text))


def test_every_citation_in_the_tree_names_a_known_place() -> None:
    count = 0
    for path in files():
        for cited in cited_in(path.read_text(encoding="utf-8")):
            assert sources.resolves(cited), f"{path.relative_to(HOME)}: {cited}"
            count += 1
    assert count > 1000


def test_no_rule_is_cited_by_a_number_that_only_we_know() -> None:
    wrong = {
        str(path.relative_to(HOME)): result
        for path in files()
        if (result := PRIVATE.findall(path.read_text(encoding="utf-8")))
    }
    assert not wrong


def said_to_players() -> Iterator[str]:
    """Yield every rule that goes over the wire: refusals, rule cards, lines of a score."""
    yield from (refusal.rule for refusal in REFUSALS.values() if refusal.rule not in NO_RULE)
    for options in rulecard.SECTIONS.values():
        yield from (received.source for received in options.values())
    rules = HOME / "src" / "rebelote" / "rules"
    for path in (rules / "scoring.py", *(rules / "settlements").glob("*.py")):
        scoring = path.read_text(encoding="utf-8")
        yield from re.findall(rf'"((?:(?:{NAMES})(?::[\w.,-]+)? ?)+)"', scoring)


def test_every_citation_that_players_see_resolves() -> None:
    received = list(said_to_players())
    assert len(received) > 100
    for rule in received:
        result = list(sources.citations(rule))
        assert " ".join(map(str, result)) == rule
        assert all(map(sources.resolves, result)), rule


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_every_rule_of_a_match_that_is_sent_resolves(preset: str) -> None:
    """The lines of its scores, and every card that was refused to the player to act."""
    received: set[str] = set()
    for seed in range(6):
        for state in play_match(presets.rules(preset), seed, deals=4)[0]:
            received |= (
                {line.rule for line in state.settlement.lines} if state.settlement else set()
            )
            for seen in views(state):
                received |= {card.rule for card in seen.legal.refused} if seen.legal else set()
    assert len(received) > 8
    for rule in received:
        result = list(sources.citations(rule))
        assert " ".join(map(str, result)) == rule
        assert all(map(sources.resolves, result)), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_citation_is_shown_in_words(language: str) -> None:
    say = words(language)
    for rule in said_to_players():
        for cited in sources.citations(rule):
            label = sources.label(cited, say)
            assert label and str(cited) not in label and not re.search(r"[{}:]", label)
    assert sources.labels("table", say) == ""


def test_labels_read_as_one_would_write_them() -> None:
    say = words("en")
    received = "Flemish rules, line 33; French rules, lines 14–16; FFB 5.2; Bulgarian rules"
    assert sources.labels("flemish:33 french:14-16 ffb:5.2 bulgaria", say) == received
    assert sources.labels("contree:made contree:failed", say) == "Contrée and coinche"


def test_a_source_has_places_or_says_something() -> None:
    for name, source in sources.sources().items():
        assert bool(source.places) != bool(source.says), name
        assert source.title and source.author
        assert name in sources.OURS or source.read


def test_all_questions_are_listed() -> None:
    assert list(sources.sources()["question"].places) == [str(n) for n in range(1, 98)]


class Ids(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.result: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.result |= {value for name, value in attrs if name == "id" and value}


def test_the_page_and_the_document_have_every_anchor() -> None:
    document = (HOME / "docs" / "sources.md").read_text(encoding="utf-8")
    assert Ids(pages.sources_page()).result == Ids(document).result == sources.all_anchors()


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_the_links_of_a_rule_card_lead_to_anchors(preset: str) -> None:
    page = pages.rule_card(presets.rules(preset), "fr", "https://example.test/rules", cited=True)
    linked = set(re.findall(r'href="/sources#([^"]+)"', page))
    assert len(linked) > 20
    assert linked <= sources.all_anchors()


def test_every_example_names_where_it_comes_from() -> None:
    vectors = sorted((HOME / "tests" / "vectors").glob("*.json"))
    for vector in (one for path in vectors for one in json.loads(path.read_text("utf-8"))):
        result = list(sources.citations(vector["source"]))
        assert " ".join(map(str, result)) == vector["source"], vector["id"]
        assert all(map(sources.resolves, result)), vector["id"]
