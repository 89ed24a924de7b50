"""Installations with only some of the extras, and the sentence about a missing one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import environments
import pytest
from environments import Environment
from needs import needs_kernel

CORE = {"click", "msgspec", "pyicumessageformat"}
GAME = Path(__file__).parents[1] / "games" / "ties-are-held.txt"
DEALS = environments.HOME / "tests" / "data" / "double_dummy_forced.jsonl"
DEAL = DEALS.read_text("utf-8").partition("\n")[0]
NEEDING = {
    ("serve",): "server",
    ("backup", "copies"): "server",
    ("restore", "copy"): "server",
    ("admin", "list"): "server",
    ("admin", "ban", "Ann", "--reason", "noise"): "server",
    ("join", "http://localhost:1", "random", "--token-file", "-"): "server",
    ("play",): "terminal",
    ("replay", str(GAME)): "terminal",
    ("arena", "regular", "random"): "arena",
    ("bench",): "all",
}
"""Commands that need an extra, and which."""


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment in which nothing but the core is installed."""
    return environments.with_sources(tmp_path_factory.mktemp("core"))


def test_the_core_needs_three_packages() -> None:
    assert set(environments.required(environments.asked_for())) == CORE


def test_the_library_plays_where_only_the_core_is_installed(core: Environment) -> None:
    script = re.findall(
        r"^(?:>>>|\.\.\.) ?(.*)$", (environments.HOME / "README.md").read_text(), re.M
    )
    said = core.run("-c", "\n".join(script).replace("regular", "random") + "\nprint('played')")
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines()[-1] == "played"


@pytest.mark.parametrize(
    ("words", "typed", "received"),
    [
        (("--help",), "", "serve"),
        (("serve", "--help"), "", "--public-url"),
        (("rules", "flemish"), "", "flemish"),
        (("engine", "--schema"), "", "$defs"),
        (("engine",), '{"op": "hello", "id": 7}', '"id":7'),
        (("replay", str(GAME), "--json"), "", '"deals"'),
        (("replay", str(GAME), "--steps"), "", '"steps"'),
        pytest.param(("solve", "-"), DEAL, '"line"', marks=needs_kernel),
    ],
)
def test_the_core_has_these_commands(
    core: Environment, words: tuple[str, ...], typed: str, received: str
) -> None:
    said = core.run("-m", "rebelote", *words, typed=typed + "\n")
    assert said.returncode == 0, said.stderr
    assert received.lower() in said.stdout.lower()


@pytest.mark.full
def test_the_core_writes_tables(core: Environment, tmp_path: Path) -> None:
    deals, played = tmp_path / "deals.csv", tmp_path / "played.csv"
    for words in (
        ("export", str(GAME), "--to", str(deals)),
        ("selfplay", "--level", "random", "--deals", "3", "--jobs", "2", "--to", str(played)),
    ):
        said = core.run("-m", "rebelote", *words)
        assert said.returncode == 0, said.stderr
    assert played.read_text("utf-8").count("\n") == 4
    said = core.run("-m", "rebelote", "export", str(GAME), "--to", str(tmp_path / "deals.parquet"))
    assert "needs the extra `data`" in said.stderr


@pytest.mark.parametrize("words", NEEDING, ids=" ".join)
def test_a_missing_extra_is_named_in_one_sentence(
    core: Environment, words: tuple[str, ...]
) -> None:
    said = core.run("-m", "rebelote", *words)
    assert said.returncode == 1
    assert f"pip install 'rebelote[{NEEDING[words]}]'" in said.stderr
    assert said.stderr.count("\n") == 1 and not said.stdout


@pytest.mark.full
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("server", ("admin", "list", "--database", "nowhere.sqlite")),
        ("terminal", ("replay", str(GAME))),
        ("arena", ("arena", "random", "random", "--deals", "2", "--json")),
    ],
)
def test_an_extra_brings_all_that_its_commands_need(
    tmp_path: Path, extra: str, words: tuple[str, ...]
) -> None:
    said = environments.with_sources(tmp_path, extra).run("-m", "rebelote", *words)
    assert "pip install" not in said.stderr and "Traceback" not in said.stderr
    assert said.returncode == (1 if extra == "server" else 0), said.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("push", ("--push", "mailto:keeper@club.example", "--database", "club.sqlite")),
        ("postgres", ("--database", "postgresql://club:hidden@127.0.0.1:1/club")),
    ],
)
def test_a_server_needs_an_extra_for_push_and_for_postgresql(
    tmp_path: Path, extra: str, words: tuple[str, ...]
) -> None:
    said = environments.with_sources(tmp_path, "server").run("-m", "rebelote", "serve", *words)
    assert (said.returncode, said.stdout) == (1, "")
    assert f"pip install 'rebelote[{extra}]'" in said.stderr and said.stderr.count("\n") == 1


def test_all_holds_every_extra_but_the_cluster() -> None:
    project = tomllib.loads((environments.HOME / "pyproject.toml").read_text("utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"all", "cluster"}
    assert set(environments.asked_for("all")) == set(environments.asked_for(*extras))
