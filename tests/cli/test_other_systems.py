"""The library and the commands of the core where a system lacks what POSIX has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GAME = Path(__file__).parents[1] / "games" / "ties-are-held.txt"
WITHOUT_POSIX = """
import os, signal, sys
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
for name in ("SIGUSR1", "SIGUSR2", "SIGHUP", "SIGPIPE", "SIGALRM", "setitimer", "ITIMER_PROF"):
    delattr(signal, name)
for name in ("geteuid", "getuid", "nice", "sched_getaffinity"):
    delattr(os, name)
"""
"""A script that removes names, as on Windows, but for those that the standard library needs."""


def ran(
    script: str, *words: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a script in a process of its own."""
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", script, *words],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, **environment},
    )


def test_the_library_plays_without_posix() -> None:
    script = """
from rebelote import Game, read_many
import rebelote.agents, rebelote.arena, rebelote.batch, rebelote.engine, rebelote.env
import rebelote.server.main.app, rebelote.server.base.ops.remote_worker, rebelote.terminal
game = Game("ffb-contree-2016", seed=1, end_deals=1).play_out("beginner")
(again,) = read_many(str(game.record).splitlines())
print(again.replay().scores == game.scores)
"""
    said = ran(WITHOUT_POSIX + script)
    assert (said.returncode, said.stdout.strip()) == (0, b"True"), said.stderr.decode()


def test_the_commands_run_without_posix(tmp_path: Path) -> None:
    command = "from rebelote.cli import main\nmain()"
    for words, typed in (
        (("rules", "baloot"), ""),
        (("replay", str(GAME), "--steps"), ""),
        (("engine",), '{"op": "hello"}\n'),
        (("selfplay", "--level", "random", "--deals", "2", "--to", str(tmp_path / "x.csv")), ""),
    ):
        said = ran(WITHOUT_POSIX + command, *words, typed=typed)
        assert said.returncode == 0 and said.stdout + said.stderr, (words, said.stderr.decode())


def test_pipes_are_utf8_in_any_code_page() -> None:
    script = "from rebelote.cli import main\nmain()"
    seats = "".join(f'[Seat {n} "{name}"]\n' for n, name in enumerate(["Zoé", "Бо", "Cy", "Di"]))
    record = GAME.read_text("utf-8").replace("[Dealer 0]", f"{seats}[Dealer 0]", 1)
    old = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for words in (("replay", "-", "--json"), ("replay", "-", "--language", "bg")):
        said = ran(script, *words, typed=record, **old)
        assert said.returncode == 0, said.stderr.decode()
        assert "Zoé" in said.stdout.decode("utf-8") and "Бо" in said.stdout.decode("utf-8")
