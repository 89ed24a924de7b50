"""A real server as its own process, and a person who speaks its protocol."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`rebelote serve` on a port of its own."""

    def __init__(self, database: Path, port: int | None = None) -> None:
        self.database = database
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ["--port", str(self.port), "--database", str(self.database)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rebelote.cli", "serve", *where],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=0.2):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As when the plug is pulled: SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """As an administrator stops it: SIGTERM. What it logged."""
        assert self.process is not None
        self.process.terminate()
        _, logged = self.process.communicate(timeout=15)
        return logged.decode()

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of a page."""
        return _fetch(urllib.request.Request(self.url + path))

    def post(self, path: str, body: bytes) -> tuple[int, Any]:
        """Status and JSON answer of a request with this body."""
        headers = {"content-type": "application/json"}
        status, answer = _fetch(urllib.request.Request(self.url + path, body, headers))
        return status, json.loads(answer)

    def new_table(self, **facts: Any) -> dict[str, Any]:
        """A new table: its id, the seat, the token."""
        status, seated = self.post("/api/tables", json.dumps(facts).encode())
        assert status == 201, seated
        return dict(seated)


def _fetch(request: urllib.request.Request) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    """A server for the length of a test."""
    server = Server(database)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
        if server.process is not None and server.process.stderr is not None:
            server.process.stderr.close()


def seated(server: Server, **facts: Any) -> Person:
    """Ann at a table of her own."""
    person = Person(server, server.new_table(name="Ann", **facts))
    person.sit()
    return person


class Person:
    """Somebody at a table: keeps the newest view, and acts on it."""

    def __init__(self, server: Server, seated: dict[str, Any]) -> None:
        self.server = server
        self.seated = seated
        self.version: int | None = None
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.acked: dict[str, int] = {}
        self.frames: list[str] = []
        self.socket: ClientConnection | None = None
        self.sent = 0

    def sit(self, since: int | None = None) -> dict[str, Any]:
        """Connect and join; the first update."""
        self.knock(since)
        return self.hear("update")

    def knock(self, since: int | None = None) -> None:
        """Connect and ask to join."""
        self.socket = connect(f"ws://127.0.0.1:{self.server.port}/ws", max_size=None, legacy=True)
        who = {"table": self.seated["table"], "token": self.seated["token"]}
        self.send({"type": "join", **who, "since": since})

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        """Send a message, or any frame."""
        assert self.socket is not None
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types; the others are taken note of."""
        while True:
            message = self.next()
            if message["type"] in kinds:
                return message

    def next(self) -> dict[str, Any]:
        """The next message."""
        assert self.socket is not None
        frame = self.socket.recv(timeout=10)
        self.frames.append(str(frame))
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "update":
            self.version, self.view = message["version"], message["view"]
            self.events += message["events"]
        if message["type"] == "ack":
            self.acked[message["id"]] = message["version"]
        return message

    def action(self) -> dict[str, Any] | None:
        """What to send now: the first thing that may be done, or going on."""
        legal = self.view["legal"]
        self.sent += 1
        stamp = {"id": f"{id(self)}-{self.sent}", "expect": self.version}
        if legal:
            return {"type": "act", **stamp, "action": first_action(legal)}
        if self.view["phase"] == "deal_over" and self.view["settlement"]:
            return {"type": "ready", **stamp}
        return None

    def play_until(self, done: Any) -> None:
        """Act on every view until `done(view)`."""
        while not done(self.view):
            message = self.action()
            if message is not None:
                self.send(message)
                answer = self.hear("ack", "refused")
                assert answer["type"] == "ack", answer
            self.hear("update")

    def close(self) -> None:
        """Go away."""
        if self.socket is not None:
            self.socket.close()


def first_action(legal: dict[str, Any]) -> dict[str, Any]:
    """The first thing on offer; announcements in full."""
    if "cut" in legal["actions"]:
        return {"do": "cut", "depth": legal["cut_min"] + 9}
    if "packets" in legal["actions"]:
        return {"do": "packets", "packets": legal["packets"][0]}
    if "take" in legal["actions"]:
        return {"do": "take", "contract": legal["trumps"][0]}
    kinds = [meld["kind"] for meld in legal["announce"]]
    return {"do": "play", "card": legal["cards"][0], "announce": kinds}
