"""The programs on the pages of the packages for JavaScript, and what Python says in their place."""

from __future__ import annotations

import re

import npm_packages

from rebelote.kernel import solver
from rebelote.rules import play, presets
from rebelote.rules.cards import CardSet, Trump, parse_cards


def block(name: str, language: str) -> str:
    """Return the one block in a language on a package's page."""
    page = (npm_packages.SOURCES / name / "README.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return str(found)


def program(name: str) -> str:
    """Return the program on a package's page: ten lines, and an empty one after the imports."""
    result = block(name, "js")
    assert result.count("\n") <= 11
    return result


def _texts(name: str) -> list[str]:
    """Return the texts in a program, in their order, without the packages that it imports."""
    return [text for text in re.findall("'([^']*)'", program(name)) if "@" not in text]


def solved() -> list[str]:
    """Return the lines of the kernel's program, the cards in the order of their numbers."""
    preset, trump, *hands, both = _texts("kernel")
    law = presets.rules(preset).law(Trump(trump))
    result = solver.solve([*map(CardSet.parse, hands)], 0, (), law, values=True)
    values = sorted((result.values or {}).items())
    return [f"{both} {result.points[0]} {result.points[1]}", *(f"{c} {v}" for c, v in values)]


def legal() -> list[str]:
    """Return the lines of the rules' program."""
    preset, hand, trick = _texts("rules")
    rules = presets.rules(preset)
    return [
        f"{trump.value} {play.legal(CardSet.parse(hand), parse_cards(trick), rules.law(trump))}"
        for trump in rules.bidding.outcomes(rules.auction).trumps
    ]


EXPECTED = {"kernel": solved, "rules": legal}
