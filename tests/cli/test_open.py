"""`rebelote open`, by which an evening is served from one computer."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rebelote.bench.server import free_port
from rebelote.cli import opening

OPEN = (sys.executable, "-m", "rebelote.cli", "open")


@contextmanager
def opened(folder: Path, *words: str) -> Iterator[str]:
    """Open an evening in a folder, and yield what is printed until the server answers."""
    command = (*OPEN, *words)
    environment = {**os.environ, "BROWSER": "echo browser %s"}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        try:
            printed: list[str] = []
            while not printed or "On this computer" not in printed[-1]:
                printed.append(program.stdout.readline().decode())
                assert printed[-1], printed
            yield "".join(printed)
        finally:
            program.send_signal(signal.SIGINT)


def test_an_evening_is_opened_once_and_kept_in_its_folder(tmp_path: Path) -> None:
    port = free_port()
    words = (f"--port={port}", "--no-browser")
    with opened(tmp_path, *words) as printed:
        assert str(tmp_path / opening.NAME) in printed and "█" in printed
        assert opening.answers(port) and (tmp_path / opening.NAME).exists()
        again = subprocess.run((*OPEN, *words), cwd=tmp_path, capture_output=True, check=True)
        assert again.stdout.decode() == f"On this computer: http://localhost:{port}/#/guide\n"
    assert not opening.answers(port)


def test_another_program_on_the_port_is_left_alone(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)), opened(tmp_path, f"--port={port}") as printed:
        (address,) = (line for line in printed.splitlines() if "On this computer" in line)
        assert port < int(address.rpartition(":")[2].partition("/")[0]) < port + opening.PORTS


def test_without_a_network_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rebelote.server.main.app.reached_at", lambda host: "localhost")
    opening._print_address(8000)
    assert capsys.readouterr().out.strip() == opening.NO_NETWORK


def test_the_program_keeps_its_file_beside_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "stick" / "Rebelote"))
    assert opening.own_folder() == tmp_path / "stick"
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert opening.own_folder() == tmp_path / "Rebelote"
