"""The page for native readers, and its way back into the catalogues."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from command import run

from rebelote.i18n import LANGUAGES
from rebelote.proofreading import page
from rebelote.proofreading.sentences import CATALOGUES, files

seen = cache(page.page)


def corrected(language: str, key: str, sentence: str) -> str:
    """Return the page of a language with one sentence in other words."""
    before, _, after = seen(language).partition(f"[{key}]\n")
    block, end, rest = after.partition("\n\n")
    return f"{before}[{key}]\n{block.partition('= ')[0]}= {sentence}{end}{rest}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_sentences_that_players_see_most(language: str) -> None:
    blocks = seen(language).split("\n\n")
    assert sum(block.startswith("[") for block in blocks) == (144 if language == "en" else 150)
    assert all("\n= " in block for block in blocks if block.startswith("["))
    assert page.read(language, seen(language)) == page.Reading([], [])


def test_a_sentence_is_shown_in_its_place_and_in_use() -> None:
    text = seen("hr")
    assert text.index("The bidding\n-----------") < text.index("[event.passed]\n")
    assert "English: {name} wins the trick: {points, plural," in text
    assert "1 bod. / " in text and "2 boda. / " in text and "5 bodova." in text
    assert "[tables/bela/hr.json event.took]\n" in text
    assert seen("ar").count("[tables/baloot/ar.json ") > 3


def test_a_corrected_sentence_is_written_and_no_other_line_changes(tmp_path: Path) -> None:
    for file in [*files("fr"), *files("en")]:
        copy = tmp_path / file.relative_to(CATALOGUES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    text = corrected("fr", "event.passed", "{name} dit : je passe !")
    reading = page.read("fr", text.replace("\u00a0", " "), tmp_path)
    assert reading.wrong == []
    page.write(reading.right, tmp_path)
    old = (CATALOGUES / "fr.json").read_text("utf-8").split("\n")
    new = (tmp_path / "fr.json").read_text("utf-8").split("\n")
    assert [line for line in new if line not in old] == [
        '  "event.passed": "{name} dit\u00a0: je passe\u00a0!",'
    ]
    assert len(new) == len(old)
    assert [one.key for one in reading.right] == ["event.passed"]


def test_lines_that_a_mail_program_wraps_and_quotes_are_joined() -> None:
    block = "> [event.passed]\n> English: {name} passes.\n> = {name}\n> zegt pas.\n"
    (one,) = page.corrections("nl", block)
    assert (one.file, one.key, one.text) == ("nl.json", "event.passed", "{name} zegt pas.")


@pytest.mark.parametrize(
    ("language", "key", "sentence", "fault"),
    [
        ("fr", "event.took", "{name} prend.", "lacks {suit}"),
        ("fr", "event.took", "{name} prend {suit}, {number}.", "has no value for {number}"),
        ("fr", "event.took", "{name} prend {suit.", "braces"),
        ("fr", "event.took", "", "no sentence after ="),
        ("hr", "event.trick_won", "{name}: {points, plural, one {# a} other {# b}}", "lacks few"),
        ("sv", "ui.hint.busy", "Funderar...", "write …"),
        ("nl", "event.took", "{name} kiest {suit}: de boer.", "say zot"),
    ],
)
def test_a_fault_of_a_corrected_sentence_is_said_with_its_line(
    language: str, key: str, sentence: str, fault: str
) -> None:
    text = corrected(language, key, sentence)
    reading = page.read(language, text)
    ((line, said),) = reading.wrong
    assert reading.right == [] and fault in said
    assert text.split("\n")[line - 1].startswith("=")


def test_what_is_no_such_page_is_refused() -> None:
    with pytest.raises(ValueError, match="no sentence"):
        page.read("fr", "Bonjour")
    ((line, said),) = page.read("fr", "[event.nothing]\n= Rien").wrong
    assert (line, said) == (2, "[event.nothing] is no sentence of fr.json")
    ((line, said),) = page.read("fr", 2 * "[call.take]\n= Je prends\n\n").wrong
    assert (line, said) == (5, "[call.take] stands in line 2 too")


def test_the_command_writes_a_page_and_reads_it_back(tmp_path: Path) -> None:
    file = tmp_path / "sv.txt"
    assert run("words", "sv", "--out", str(file)).returncode == 0
    assert file.read_text("utf-8") == run("words", "sv").stdout == seen("sv")
    file.write_text(corrected("sv", "event.took", "{name} tar."), "utf-8")
    said = run("words", "sv", "--read", str(file))
    assert (said.returncode, said.stdout) == (1, "0 sentences written\n")
    assert said.stderr.startswith("rebelote: line ") and "lacks {suit}" in said.stderr
    assert "is not a supported language" in run("words", "xx").stderr
