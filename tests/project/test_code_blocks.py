"""The code on the pages: Python runs, and what a shell is given exists.

A page is written in an empty folder first: a block below a file's name is that file. Blocks with
`>>>` give what they say, other Python blocks run, and of the tutorial so do its commands.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from documented import HOME
from forked import run
from needs import needs_kernel

from rebelote import games
from rebelote.cli import app
from rebelote.cli.measuring import DefaultGroup

OUTSIDE = ("README.md", "CONTRIBUTING.md", "examples/README.md", "perf/README.md")
PAGES = [*map(HOME.joinpath, OUTSIDE), *sorted((HOME / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^(?:`([\w/.-]+)`:\n\n)?```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`(?:\.venv/bin/)?((?:rebelote(?! pack`)|make) [^`\n]+)`")
"""A command in a sentence; `rebelote pack` are the 14 bytes that a seal begins with."""
TARGETS = re.findall(r"^([a-z][a-z-]*):", (HOME / "Makefile").read_text("utf-8"), re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A block of a page, and the file that it is, if it is one."""

    file: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*result.groups("")) for result in BLOCK.finditer(page.read_text("utf-8"))]


def name(page: Path) -> str:
    return page.relative_to(HOME).with_suffix("").as_posix()


def in_language(*languages: str) -> list[Path]:
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, from which modules can be imported; games are forgotten again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def write(page: Path, folder: Path) -> None:
    for block in blocks(page):
        if block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")


TAKES_LONG = HOME / "docs" / "learning.md"
"""A learner is trained there."""


@needs_kernel
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.full if page == TAKES_LONG else ())
        for page in in_language("python")
    ],
    ids=name,
)
def test_python_runs(page: Path, folder: Path) -> None:
    write(page, folder)
    before, modules = [dict(registry) for registry in games.registries()], {*sys.modules}
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    namespace: dict[str, object] = {"__name__": "page"}
    try:
        for block in blocks(page):
            if block.language != "python" or block.file:
                continue
            if ">>> " in block.text:
                test = doctest.DocTestParser().get_doctest(
                    block.text, namespace, name(page), str(page), 0
                )
                said: list[str] = []
                runner.run(test, out=said.append, clear_globs=False)
                assert not said, "".join(said)
                namespace = test.globs
            else:
                exec(compile(block.text, str(page), "exec"), namespace)
    finally:
        games.restore(before)
        for module in {*sys.modules} - modules:
            if (folder / module.partition(".")[0]).exists() or (folder / f"{module}.py").exists():
                del sys.modules[module]


@needs_kernel
@pytest.mark.full
@pytest.mark.parametrize(
    "page", [page for page in in_language("sh") if page.parent.name == "tutorial"], ids=name
)
def test_the_commands_of_the_tutorial_run(page: Path, folder: Path) -> None:
    write(page, folder)
    for block in blocks(page):
        for line in block.text.splitlines() if block.language == "sh" else ():
            program, *words = shlex.split(line, comments=True)
            assert program == "rebelote"
            done = run(*words, folder=folder)
            assert done.returncode == 0, done.stderr


# --- shell ----------------------------------------------------------------------------------------


def commands(page: Path) -> list[list[str]]:
    """Return the words of each command on a page, also in a sentence, without its variables."""
    shells = [block.text for block in blocks(page) if block.language == "sh"]
    shells += SPAN.findall(page.read_text("utf-8"))
    lines = "\n".join(shells).replace("\\\n", " ").splitlines()
    split = (shlex.split(line, comments=True) for line in lines)
    return [words for line in split for words in pieces(line) if words]


def pieces(words: list[str]) -> list[list[str]]:
    """Return the commands of a line, each from the name of its program on."""
    result: list[list[str]] = [[]]
    for word in words:
        if word in ("&&", "|", ";", "||"):
            result.append([])
        elif result[-1] or not re.fullmatch(r"[A-Z_]+=.*|sudo|exec|-u|rebelote\.service", word):
            result[-1].append(word)
    return result


def fault(words: list[str]) -> str | None:
    """Return the part of a command that does not exist, None if all does."""
    program = words[0].rpartition("/")[2]
    if program == "make":
        named = [word for word in words[1:] if re.fullmatch("[a-z][a-z-]*", word)]
        return next((f"make {word}" for word in named if word not in TARGETS), None)
    if program in ("python", "python3", "node", "sh"):
        return next(
            (
                word
                for word in words
                if re.search(r"\w/.*\.(py|mjs|sh)$", word) and not (HOME / word).exists()
            ),
            None,
        )
    return fault_of_ours(words[1:]) if program == "rebelote" else None


def fault_of_ours(words: list[str]) -> str | None:
    """Return the same of `rebelote`: its commands and their options."""
    command: click.Command = app
    context = click.Context(command)
    for word in words:
        if isinstance(command, click.Group) and not word.startswith("-"):
            result = command.get_command(context, word)
            if result is None and isinstance(command, DefaultGroup):
                result = next(iter(command.commands.values()))
            if result is None:
                return f"rebelote {word}"
            command, context = result, click.Context(result, parent=context)
        elif word.startswith("--"):
            known = {
                option for parameter in command.get_params(context) for option in parameter.opts
            }
            if word.partition("=")[0] not in known:
                return f"{context.command_path} {word}"
    return None


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_options_exist(page: Path) -> None:
    assert [result for words in commands(page) if (result := fault(words))] == []


def test_a_command_that_does_not_exist_is_found() -> None:
    assert fault(["rebelote", "think", "--wire", "x"]) is None
    assert fault(["rebelote", "dance"]) == "rebelote dance"
    assert "--tempo" in (fault(["rebelote", "arena", "club", "--tempo", "3"]) or "")
    assert fault(["make", "dance"]) == "make dance"


@pytest.mark.parametrize("page", in_language("json", "jsonl"), ids=name)
def test_json_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "jsonl":
            assert [json.loads(line) for line in block.text.splitlines()]
