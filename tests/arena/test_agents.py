"""Agents of the arena: bots by name, classes and functions of a module, programs."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from documented import HOME

from rebelote import Game, agents, arena
from rebelote.agents import AgentError
from rebelote.bots.random_bot import simplest
from rebelote.rules.actions import Action, Pass
from rebelote.rules.view import View

PLAYER = f"cmd:{sys.executable} {HOME / 'examples' / 'player.py'}"
OWN = "examples.own_bot:Careful"
NAME = __name__


class Simple:
    """An agent of a module: it is called with a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Anything that is legal."""
        return simplest(view)


def simple(view: View) -> Action:
    """The same as a function."""
    return simplest(view)


def illegal(view: View) -> Action:
    """An agent that passes whenever it is asked."""
    return Pass()


def program(folder: Path, text: str) -> str:
    """The agent of a program with this text."""
    (folder / "player.py").write_text(text, encoding="utf-8")
    return f"cmd:{sys.executable} {folder / 'player.py'}"


@pytest.mark.parametrize("agent", [PLAYER, OWN, f"{NAME}:Simple", f"{NAME}:simple", "random"])
@pytest.mark.parametrize("preset", ["french", "ffb-contree-2016", "flemish3"])
def test_an_agent_of_every_kind_plays_a_match(agent: str, preset: str) -> None:
    game = Game(preset, seed=1, shuffle="each_deal_full").play_out(agent, "random")
    assert game.over


def test_an_agent_of_an_installed_package_plays_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "made_up-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
    named = f"[rebelote.bots]\nmade-up = {NAME}:Simple\nclub = {NAME}:simple\n"
    (package / "entry_points.txt").write_text(named)
    monkeypatch.syspath_prepend(tmp_path)
    agents.installed.cache_clear()
    assert isinstance(agents.make("made-up", 7), Simple)
    assert not isinstance(agents.make("club"), agents.FunctionAgent)
    agents.installed.cache_clear()


def test_the_engine_is_an_agent() -> None:
    engine = f"cmd:{sys.executable} -m rebelote engine"
    result = arena.compare(engine, "beginner", deals=4, jobs=1)
    assert not result.faults and result.taken > 0


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_example_in_node_plays_like_the_one_in_python() -> None:
    node = f"cmd:node {HOME / 'examples' / 'player.mjs'}"
    result = [arena.compare(agent, "beginner", deals=3, jobs=1) for agent in (node, PLAYER)]
    assert result[0].marks == result[1].marks and not result[0].faults


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("raise SystemExit(1)", "crash"),
        ("input(); print('certainly')", "answer"),
        ('input(); print(\'{"id": 7, "ok": true, "card": "JS"}\')', "answer"),
        ('input(); print(\'{"id": 1, "ok": false, "error": "tired"}\')', "answer"),
        ("input(); print('x' * 3_000_000)", "answer"),
    ],
)
def test_a_program_that_fails_loses_by_its_fault(tmp_path: Path, text: str, fault: str) -> None:
    agent = program(tmp_path, text)
    result = arena.compare(agent, "beginner", deals=2, jobs=1)
    assert result.faults == {f"{agent}: {fault}": 4}
    assert result.marks < -100


def test_a_program_that_is_late_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "START_LIMIT", 0.2)
    bot = agents.make(program(tmp_path, "input(); input()"))
    with pytest.raises(AgentError) as late:
        bot.choose(Game("ffb-contree-2016", seed=1).view())
    assert late.value.fault == "timeout"


def test_what_the_rules_refuse_is_a_fault_too() -> None:
    agent = f"{NAME}:illegal"
    result = arena.compare(agent, "beginner", matches=2, jobs=1)
    assert result.faults == {f"{agent}: illegal": 4}
    assert result.won == 0
    assert "lost by a fault" in arena.text(result, 1)


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("wizard", "is not a bot"),
        ("no_such_module:Bot", "cannot be loaded"),
        (f"{NAME}:nothing", "cannot be loaded"),
        (f"{NAME}:NAME", "neither a class nor a function"),
        ("builtins:int", "has a method choose"),
        ("cmd:", "names no program"),
        ("cmd:./nowhere --fast", "cmd:./nowhere --fast: there is no program ./nowhere"),
    ],
)
def test_an_agent_that_there_is_not_is_refused(agent: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        agents.make(agent)
