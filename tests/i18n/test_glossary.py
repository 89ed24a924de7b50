"""The glossary of each language."""

from __future__ import annotations

import pytest

from rebelote.i18n import LANGUAGES, glossary

EMPTY = "\n".join(f'[{language}]\nname = "{language}"' for language in LANGUAGES)


def section(rows: str, language: str = "fr") -> str:
    """Return a glossary that has rows in one language only."""
    head = f'[{language}]\nname = "{language}"'
    return EMPTY.replace(head, f"{head}\n{rows}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_of_a_language_stands_twice(language: str) -> None:
    rows = glossary.glossaries()[language]
    terms = [(row.term, row.games, row.keys) for row in rows.terms]
    names = [row.name for row in rows.patterns]
    assert [one for one in terms if terms.count(one) > 1] == []
    assert [one for one in names if names.count(one) > 1] == []


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ('[[fr.terms]]\nterm = "trick"', r"fr, terms 1 \(trick\).*`word`"),
        ('[[fr.terms]]\nterm = "a"\nword = "b"\nforbiden = []', r"terms 1 \(a\).*`forbiden`"),
        ('[[fr.terms]]\nterm = "a"\nword = "b"\nforbidden = ["("]', r"fr, terms 1 \(a\)"),
        ('[[fr.patterns]]\nname = "a"\npattern = "["\nwhy = "b"', r"fr, patterns 1 \(a\)"),
        ('[[fr.words]]\nterm = "a"', "fr: unknown words"),
    ],
)
def test_a_fault_of_the_glossary_is_said_with_its_language_and_row(rows: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        glossary.read(section(rows))


def test_a_glossary_without_a_language_is_refused() -> None:
    with pytest.raises(ValueError, match="differ: xx"):
        glossary.read(f'{EMPTY}\n[xx]\nname = "xx"')
