"""Agents of the arena: bots by name, classes and functions of a module, programs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from documented import HOME
from forked import run
from waiting import until

from rebelote import Game, agents, arena
from rebelote.agents import AgentError
from rebelote.bots.random_bot import simplest
from rebelote.rules.actions import Action, Pass
from rebelote.rules.view import View

PLAYER = f"cmd:{sys.executable} {HOME / 'examples' / 'player.py'}"
OWN = "examples.own_bot:Careful"
NAME = __name__


class Simple:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        return simplest(view)


def simple(view: View) -> Action:
    """Return the same as a function."""
    return simplest(view)


def illegal(view: View) -> Action:
    """Return an agent that passes whenever it is asked."""
    return Pass()


def none(view: View) -> None:
    """Forget to return an action."""


def text(view: View) -> str:
    """Return an agent that answers in words."""
    return "pass"


def broken(view: View) -> Action:
    return simplest(dict[str, View]()["view"])


class WithoutSeed(Simple):
    def __init__(self) -> None:
        super().__init__(0)


def program(folder: Path, text: str) -> str:
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


@pytest.mark.parametrize("volume", [("--deals", "1"), ("--matches", "1")])
def test_one_deal_is_enough_to_try_a_bot(volume: tuple[str, str]) -> None:
    done = run("arena", "random", "beginner", "--set", "end_deals=1", *volume)
    assert done.returncode == 0 and " ± ?\n" in done.stdout, done.stderr
    as_json = run("arena", "random", "beginner", "--set", "end_deals=1", *volume, "--json")
    assert '"marks_interval":null' in as_json.stdout
    pool = run("arena", "pool", "random", "beginner", "--set", "end_deals=1", *volume)
    assert pool.returncode == 0, pool.stderr


@pytest.mark.parametrize(
    ("agent", "fault", "sentence"),
    [
        ("none", "answer", "answered None: that is no action"),
        ("text", "answer", "answered 'pass': that is no action"),
        ("broken", "crash", "KeyError: 'view' (test_agents.py, line "),
        ("illegal", "illegal", 'answered {"do":"pass"}: You cannot do that'),
    ],
)
def test_a_fault_of_a_function_is_one_sentence(agent: str, fault: str, sentence: str) -> None:
    result = arena.compare(f"{NAME}:{agent}", "beginner", matches=2, jobs=1)
    assert result.faults == {f"{NAME}:{agent}: {fault}": 4}
    (first,) = result.first_faults
    assert sentence in first.sentence and (first.number, first.deal) == (1, 1)
    report = arena.text(result, 1)
    assert f"    {NAME}:{agent}, match 1, deal 1, seat {first.seat}: {first.sentence}\n" in report


def test_faults_of_a_program_quote_its_answers_and_are_saved_and_logged(tmp_path: Path) -> None:
    agent = program(tmp_path, "input(); print('certainly ' * 60)")
    save, log = tmp_path / "save.jsonl", tmp_path / "log.txt"
    done = run("arena", agent, "beginner", "--deals", "2", "--save", str(save), "--log", str(log))
    said = f"{agent}, deal 1, seat "
    assert done.stdout.count(said) == 1 and "request 1, answered certainly certainly" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 500
    assert save.read_text().count('"sentence":"request ') == 4
    assert log.read_text().count("< certainly") == 4 and '> {"id":1,"op":' in log.read_text()


def test_the_time_of_a_decision_that_never_comes_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, "START_LIMIT", 0.2)
    result = arena.compare(program(tmp_path, "input(); input()"), "beginner", deals=2, jobs=1)
    assert result.longest_ms > 199 and result.mean_ms > 10


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
@pytest.mark.parametrize("ended", ["stopped", "killed"])
def test_a_program_is_ended_with_all_that_it_has_started(tmp_path: Path, ended: str) -> None:
    script = tmp_path / "run.sh"
    script.write_text(f"sleep 1000 & echo $! > {tmp_path}/grandchild\nread line\necho junk\nwait\n")
    if ended == "killed":
        code = (
            "import os, signal; from rebelote import agents\n"
            "agents.Program._fault = lambda *said: os.kill(os.getpid(), signal.SIGKILL)\n"
            f"agents.Program(['sh', {str(script)!r}]).ask({{'op': 'bid'}})"
        )
        assert subprocess.run([sys.executable, "-c", code]).returncode == -signal.SIGKILL
    else:
        with pytest.raises(AgentError, match="answered junk: that is no answer"):
            agents.Program(["sh", str(script)]).ask({"op": "bid"})
    grandchild = int((tmp_path / "grandchild").read_text())
    until(lambda: not lives(grandchild))


def lives(process: int) -> bool:
    """Return whether a process is there; one that nobody has waited for is not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        (f"{NAME}:WithoutSeed", "cannot be made with a seed: TypeError: "),
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
