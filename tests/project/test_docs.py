"""The documents against what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import refusals
from documented import HOME, PACKAGES, resolve

from rebelote import REFUSALS, Record
from rebelote.engine import Engine
from rebelote.engine.messages import OPS
from rebelote.rules import auctions, settlements
from rebelote.server.base.runtime import rate_limits

PAGES = [HOME / "README.md", HOME / "CONTRIBUTING.md", *sorted((HOME / "docs").rglob("*.md"))]
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)+)(?:\([^`]*\))?`")
LINK = re.compile(r"\]\(([^)#:]+)\)")


def names(page: Path) -> set[str]:
    """Return the dotted names on a page that begin with a package of ours."""
    return names_in(page.read_text(encoding="utf-8"))


def names_in(text: str) -> set[str]:
    """Return the same in a text: modules, functions, classes and their attributes."""
    limits = rate_limits.rows()  # such as `server.confirmations`
    return {
        name
        for name in NAME.findall(text)
        if name.split(".")[0] in PACKAGES and not name.endswith(".py") and name not in limits
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_every_function_named_exists(page: Path) -> None:
    for name in names(page):
        assert resolve(name) is not None


def test_a_name_inside_a_class_is_checked_too() -> None:
    (name,) = names_in("`server.people.moderation.Admin.report`")
    with pytest.raises(AttributeError):
        resolve(name)


def test_the_pages_name_functions() -> None:
    assert len(names(HOME / "docs" / "rules" / "README.md")) >= 80
    assert len(names(HOME / "docs" / "glossary.md")) >= 15
    assert len(names(HOME / "docs" / "rules" / "en" / "french.md")) >= 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_example_record_is_a_record() -> None:
    text = (HOME / "docs" / "notation.md").read_text(encoding="utf-8")
    example = text.split("```record\n")[1].split("```")[0]
    assert str(Record.parse(example)) == example


def test_every_refusal_is_documented_with_its_sentence() -> None:
    """In English; both pages together have each of them once."""
    for path, written in refusals.files():
        assert path.read_text("utf-8") == written, "run make generated"
    tables = [one for page in refusals.TABLES.values() for one in page.values()]
    rows = [sum(belongs(refusal) for belongs in tables) for refusal in REFUSALS.values()]
    assert set(rows) == {1}


def test_every_request_of_the_engine_is_documented() -> None:
    text = (HOME / "docs" / "engine.md").read_text(encoding="utf-8")
    assert all(f"| `{op}` |" in text for op in OPS)


def test_the_examples_of_the_engine_are_answered_so() -> None:
    text = (HOME / "docs" / "engine.md").read_text(encoding="utf-8")
    lines = text.split("```jsonl\n")[1].split("```")[0].splitlines()
    engine = Engine()
    for asked, answer in zip(lines[::2], lines[1::2], strict=True):
        assert json.loads(engine.answer(asked.encode())) == json.loads(answer), asked


def test_the_architecture_names_every_kind_of_auction_and_settlement() -> None:
    text = (HOME / "docs" / "architecture.md").read_text("utf-8")
    kinds = text[text.index("## Kinds of game") :]
    kinds = kinds[: kinds.index("\n## ")]
    missing = [name for name in (*auctions.KINDS, *settlements.KINDS) if f"`{name}`" not in kinds]
    assert missing == []
