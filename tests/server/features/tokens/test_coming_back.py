"""Programs that come back: one match over the end of the client, of the server, and of both."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from documented import HOME
from http_person import Browser, in_the_file
from server_process import Server, serving
from waiting import until

from rebelote.remote_table import open_table

COMMANDS = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
ENDED = ("client", "server", "both")
RULES = {"preset": "french", "level": "beginner", "begin": True, "options": {"target": 501}}


def node() -> str | None:
    """Return a Node that has WebSocket."""
    program = shutil.which("node", path=COMMANDS)
    if program is None:
        return None
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return program if int(version.stdout[1:].split(".")[0]) >= 22 else None


def command(client: str, server: Server, table: str, folder: Path) -> list[str]:
    """Return the command of a client at a table."""
    if client == "join":
        call = [sys.executable, "-m", "rebelote", "join", server.url, "beginner"]
        return [*call, "--token-file", str(folder / "token"), "--table", table]
    secret = (folder / "token").read_text()
    program = {
        "python": [sys.executable, str(HOME / "examples/server_bot.py")],
        "node": [node() or "node", str(HOME / "examples/server_bot.mjs")],
    }[client]
    return [*program, server.url, secret, table]


@contextmanager
def playing(client: str, server: Server, table: str, folder: Path) -> Iterator[Any]:
    with (folder / "said").open("w+") as said:
        call = command(client, server, table, folder)
        process = subprocess.Popen(call, stdout=said, stderr=subprocess.STDOUT, cwd=HOME)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def moves(server: Server, table: str) -> int:
    """Return how many messages of the program are in the log."""
    sql = "SELECT count(*) FROM log WHERE table_id = ? AND client_id IS NOT NULL"
    return int(in_the_file(server, sql, table)[0][0])


def wait_for_more(server: Server, table: str, more: int = 3) -> None:
    """Wait until the program has done something more."""
    enough = moves(server, table) + more
    until(lambda: moves(server, table) >= enough)


@pytest.mark.parametrize(
    ("client", "ended"),
    [
        *(("join", ended) for ended in ENDED),
        ("python", "both"),
        *(pytest.param("python", ended, marks=pytest.mark.full) for ended in ENDED[:2]),
        *(pytest.param("node", ended, marks=pytest.mark.full) for ended in ENDED),
    ],
)
def test_a_match_is_played_over_the_end_of(tmp_path: Path, client: str, ended: str) -> None:
    if client == "node" and node() is None:
        pytest.skip("there is no Node 22 here")
    with serving(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Ann")
        ann.sign_up("Anna")
        robo = ann.post("/api/me/bots", 201, name="Robo Ann")["person"]
        token = ann.post("/api/me/tokens", 201, name="here", scopes=["play"], bot=robo)
        (tmp_path / "token").write_text(token["secret"])
        table = open_table(server.url, token["secret"], RULES)
        with playing(client, server, table, tmp_path) as process:
            wait_for_more(server, table)
            if ended != "client":
                server.kill()
            if ended != "server":
                process.kill()
                process.wait()
            if ended != "client":
                server.start()
            if ended == "server":
                finish(server, table, process, tmp_path)
                return
        with playing(client, server, table, tmp_path) as process:
            finish(server, table, process, tmp_path)


def finish(server: Server, table: str, process: Any, folder: Path) -> None:
    """Wait for the end of the match, and check that the program played it without a refusal."""
    wait_for_more(server, table)
    assert process.wait(timeout=300) == 0, (folder / "said").read_text()
    said = (folder / "said").read_text()
    assert " to " in said and "moved on" not in said and "message with this id" not in said, said
    sql = "SELECT entry FROM log WHERE table_id = ? ORDER BY seq"
    entries = [json.loads(entry)["log"] for (entry,) in in_the_file(server, sql, table)]
    assert entries[-1] == "acted" and entries.count("started") == 1
