"""The documentation site's version of a page that is written for a forge."""

from __future__ import annotations

import re

import docs_site
import pytest
from documented import HOME

import rebelote
from rebelote.rules.options import OPTIONS


def links(text: str, here: str) -> str:
    written = docs_site.OUTSIDE.get(here, f"docs/{here}")
    return docs_site.LINK.sub(lambda result: docs_site.link(result, here, written), text)


def test_headings_have_the_anchors_of_a_forge() -> None:
    assert docs_site.slug("Where is the rule of ...?", "-") == "where-is-the-rule-of-"


@pytest.mark.parametrize(
    ("here", "link", "there"),
    [
        ("bots.md", "[a](arena.md#ratings)", "[a](arena.md#ratings)"),
        ("tutorial/bot.md", "[a](../../examples/README.md)", "[a](../examples.md)"),
        ("contributing.md", "[a](docs/rules/README.md#x)", "[a](rules/README.md#x)"),
        ("keeping.md", "[`caddy`](../deploy/Caddyfile)", "`caddy`"),
        ("keeping.md", "[a](https://example.org/b)", "[a](https://example.org/b)"),
        ("keeping.md", "[a](../nowhere.md)", "[a](../nowhere.md)"),
    ],
)
def test_a_link_leads_to_a_page_of_the_site_or_is_text(here: str, link: str, there: str) -> None:
    assert links(link, here) == there


def test_a_list_needs_no_empty_line_before_it() -> None:
    assert docs_site.spaced("Two:\n- a\n  b\n- c") == "Two:\n\n- a\n  b\n- c"


def test_code_is_left_as_it_is() -> None:
    text = "[a](x)\n```\n[a](x)\n```\n"
    assert docs_site.outside_code(text, str.upper) == "[A](X)\n```\n[a](x)\n```\n"


def test_every_public_name_is_in_the_reference() -> None:
    pages = "\n".join(docs_site.reference().values())
    named = {name for name in rebelote.__all__ if re.search(rf"^::: [\w.]+\.{name}$", pages, re.M)}
    assert named == {*rebelote.__all__}


def test_every_option_is_in_the_reference() -> None:
    assert set(re.findall(r"^\| `(\w+)` ", docs_site.options(), re.M)) == {*OPTIONS}


def test_every_page_is_in_the_navigation() -> None:
    navigation = (HOME / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    pages = {path.relative_to(HOME / "docs").as_posix() for path in (HOME / "docs").rglob("*.md")}
    shown = {page for page in pages if not re.match("rules/../", page)}
    assert shown | {*docs_site.OUTSIDE, *docs_site.reference()} == {
        *re.findall(r": ([\w/-]+\.md)$", navigation, re.M)
    }
