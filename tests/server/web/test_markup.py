"""Text from others on a page of the server, which is never markup."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from outside_games import known

from rebelote import i18n
from rebelote.rules import presets
from rebelote.rules.records.record import Header
from rebelote.server.web import api_page, pages

CLIENT = "<html><head><title>Rebelote</title></head><body></body></html>"
HARMLESS = "Ann"
PLANTED = """Ann'"></textarea></title><script>alert(1)</script>&lt;"""
HOME = "https://club.example"


class Tags(HTMLParser):
    """The tags of a page with the names of their attributes, and all its text and values."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, *(name for name, _ in attrs)))
        self.texts += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    """Yield a game from outside, which is known for a test."""
    with known("raised_game"):
        yield


def card(name: str) -> str:
    return pages.rule_card(presets.rules("forehand"), "en", f"{HOME}/{name}")


def api(name: str) -> str:
    """Return a page with a name wherever a description has text."""
    details = {
        "operationId": "x",
        "tags": ["x"],
        "summary": name,
        "description": name,
        "parameters": [{"name": name, "description": name, "schema": {"enum": [name]}}],
        "responses": {"404": {"description": f"- `{name}`: {name}"}},
        "security": [{}],
    }
    return api_page.page(
        {
            "info": {"description": name},
            "tags": [{"name": "x", "description": name}],
            "paths": {f"/{name}": {"get": details}},
            "components": {
                "schemas": {"X": {"description": name, "properties": {name: {"type": name}}}},
                "securitySchemes": {"cookie": {"description": name}},
            },
        },
        "/x",
    )


def match(name: str) -> str:
    header = Header("forehand", (name, "Bo", "Cy", "Di"), (1010, 700))
    return pages.match_preview(CLIENT, "en", header, HOME, name)


PAGES: dict[str, Callable[[str], str]] = {
    "rule_sets": lambda name: pages.rule_sets("en"),
    "rule_card": card,
    "verify": lambda name: pages.verify(name, (name,)),
    "refused": lambda name: pages.refused("en", "no-such-table", name),
    "invitation": lambda name: pages.invitation(
        CLIENT, "en", "french", name, HOME, f"/{name}", name
    ),
    "match_preview": match,
    "with_games": lambda name: pages.with_games(CLIENT),
    "api_page": api,
}
"""Every page with a name that comes from outside: of a game, a person, a file or a request."""


@pytest.mark.parametrize("page", PAGES)
def test_a_name_with_markup_is_text(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def written(name: str) -> Tags:
        for file in ("en", "rules/en"):
            monkeypatch.setitem(i18n.ADDED, file, {**i18n.ADDED[file], "preset.forehand": name})
        i18n.forget()
        pages.rule_card.cache_clear()
        return Tags(PAGES[page](name))

    planted = written(PLANTED)
    assert planted.tags == written(HARMLESS).tags
    assert any(PLANTED in text.replace('\\"', '"') for text in planted.texts)


def test_each_page_is_looked_at() -> None:
    """`sources_page` has no words but those of the package, `whole_page` is their frame."""
    drawn = {
        name
        for name, _ in inspect.getmembers(pages, callable)
        if not name.startswith("_") and getattr(pages, name).__module__ == pages.__name__
    }
    assert drawn - {"language", "sources_page", "whole_page"} == set(PAGES) - {"api_page"}
