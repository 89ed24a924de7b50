"""A real server as its own process, and a person who speaks its protocol."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import itertools
import json
import os
import resource
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import forked
from changes import whole
from databases import address_of
from forked import Forked
from waiting import until
from websockets.frames import Opcode
from websockets.sync.client import ClientConnection, connect

from rebelote.bench.server import first_action
from rebelote.server.base.protocol.message_ids import message_key
from rebelote.server.base.protocol.messages import PROTOCOLS
from rebelote.server.base.runtime import rate_limits

PASSWORD = "a lamp in the north"
BEHIND_A_PROXY = ("--trusted-proxy", "127.0.0.1", "--uncounted", "127.0.0.1")
"""Options of a server where each person of a test may come from an address of their own."""
STARTING = 120.0
"""Seconds in which a server starts on however busy a machine: all of Rebelote is imported."""


RANGES = 40
PORTS = 500
"""Ports of each process that runs tests, so that no two start servers on the same one."""
FIRST_PORT = 10_000
"""Below those that the system gives to clients."""
BARRED = 10_080
"""The one port among these that browsers refuse to connect to (Fetch standard, "bad ports")."""
_numbers = itertools.count()


def free_port() -> int:
    """Find a port that nobody listens on, nor will meanwhile."""
    for number in itertools.islice(_numbers, PORTS):
        port = first_port()[0] + number % PORTS
        if port == BARRED:
            continue
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@functools.cache
def first_port() -> tuple[int, IO[bytes]]:
    """Return the first port of this process, with the lock that keeps its ports to its end."""
    for number in range(RANGES):
        lock = (Path(tempfile.gettempdir()) / f"rebelote-tests-{number}.lock").open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
        else:
            return FIRST_PORT + PORTS * number, lock
    raise AssertionError("no range of ports is free")


class Server:
    """`rebelote serve` on a port of its own; nobody is counted there unless `options` say so."""

    program: tuple[str, ...] = (sys.executable, "-m", "rebelote.cli")
    copied = forked.POSSIBLE
    """Whether it and its workers are copies of a process that has imported everything."""

    def __init__(
        self,
        database: Path,
        port: int | None = None,
        options: tuple[str, ...] = ("--uncounted", "127.0.0.1"),
        files: int | None = None,
        address: str = "",
    ) -> None:
        self.database = database
        self.address = address or address_of(database)
        """The value of `--database`: the file, or the address in PostgreSQL."""
        self.files = files
        self.options = options
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.log: IO[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self.log is not None:
            self.log.close()
        self.log = tempfile.TemporaryFile("a+b")  # noqa: SIM115, closed once it has ended
        where = ["--port", str(self.port), "--database", self.address, *self.options]
        if "--bot-pace" not in self.options:
            where += ["--bot-pace", "0"]
        process = self.process = self._started(["serve", *where], self.log)
        until(lambda: self._listens() or process.poll() is not None, patience=STARTING)
        assert process.poll() is None, "the server did not start"

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=0.2).close()
        except OSError:
            return False
        return True

    def _started(self, arguments: list[str], log: IO[bytes]) -> subprocess.Popen[bytes] | Forked:
        """Start the process, which logs to a file: a full pipe that nobody reads would stop it."""
        if self.copied and self.program == Server.program:
            with open(os.devnull, "wb") as nowhere:
                return forked.started(arguments, nowhere.fileno(), log.fileno(), self.files)
        return subprocess.Popen(
            [*self.program, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=log,
            preexec_fn=self._lessen if self.files else None,
        )

    def _lessen(self) -> None:
        """Let the server have so many open files and connections at most."""
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files or 0, self.files or 0))

    def kill(self) -> None:
        """Kill the server with SIGKILL, as when the plug is pulled."""
        assert self.process is not None
        self.process.kill()
        self.ended()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop the server as an administrator does, or with another signal; return its log."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> str:
        """Wait for the server's end, and return its log."""
        assert self.process is not None and self.log is not None
        self.process.wait(timeout=60)
        with self.log:
            self.log.seek(0)
            logged = self.log.read().decode()
        assert "refusal not described" not in logged, logged
        return logged

    def get(self, path: str, cookie: str = "") -> tuple[int, bytes]:
        """Request a page; return status and body."""
        return self.ask("GET", path, None, cookie)[:2]

    def post(self, path: str, body: bytes, cookie: str = "") -> tuple[int, Any]:
        """Send this body; return the status and the JSON answer."""
        status, answer, _ = self.ask("POST", path, body, cookie)
        return status, json.loads(answer) if answer else None

    def ask(
        self, verb: str, path: str, body: bytes | None = None, cookie: str = ""
    ) -> tuple[int, bytes, Any]:
        """Send a request; return status, body and headers of the answer."""
        headers = {"content-type": "application/json", "cookie": cookie}
        request = urllib.request.Request(self.url + path, body, headers, method=verb)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), error.headers

    def guest(self, name: str = "Ann") -> str:
        """Create a guest; return the cookie."""
        status, body, headers = self.ask("POST", "/api/me", json.dumps({"name": name}).encode())
        assert status == 201, body
        return str(headers["set-cookie"]).partition(";")[0]

    def account(self, name: str = "Ann") -> str:
        """Create an account with a name of its own and `PASSWORD`; return the cookie."""
        form = json.dumps({"name": name, "password": PASSWORD}).encode()
        status, body, headers = self.ask("POST", "/api/me/account", form)
        assert status == 201, body
        return str(headers["set-cookie"]).partition(";")[0]

    def new_table(self, name: str = "Ann", cookie: str = "", **details: Any) -> dict[str, Any]:
        """Open a table; return its id, code and seat, with the cookie of its host.

        Its bots are beginners unless `details` give their level: those of the usual level take four
        times as long, and worker processes, for a deal.
        """
        cookie = cookie or self.guest(name)
        form = {"level": "beginner", **details}
        status, seated = self.post("/api/tables", json.dumps(form).encode(), cookie)
        assert status == 201, seated
        return {**seated, "cookie": cookie}


@contextmanager
def serving(database: Path, *options: str, files: int | None = None) -> Iterator[Server]:
    """Yield a server for the length of a test; with so many open files at most."""
    server = Server(database, options=options) if options else Server(database)
    server.files = files
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
        if server.log is not None:
            server.log.close()


def kept_back(*rates: str) -> tuple[str, ...]:
    """Return options by which these rates, as large as they are, return nothing for a day."""
    most = {rate: rate_limits.rows()[rate].most for rate in rates}
    return tuple(part for rate in rates for part in ("--limit", f"{rate}={most[rate]:g}/86400"))


def seated(server: Server, **details: Any) -> Person:
    """Seat Ann at a table of her own."""
    person = Person(server, server.new_table(name="Ann", **details))
    person.sit()
    return person


def encryption(address: str) -> ssl.SSLContext | None:
    """Return the TLS settings for a WebSocket to this address, None if it is not encrypted.

    TLS 1.3 sends tickets after the handshake. The client's thread that reads takes them while the
    request is being written, and OpenSSL allows one thread at a time: some requests were lost.
    """
    if not address.startswith("wss:"):
        return None
    context = ssl.create_default_context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


class Line(ClientConnection):
    """A client's end of a socket, which takes note of the server's heartbeats."""

    def __init__(self, *ends: Any, **how: Any) -> None:
        self.heartbeats = 0
        super().__init__(*ends, **how)

    def process_event(self, event: Any) -> None:
        """Process an event, and count the heartbeats."""
        if getattr(event, "opcode", None) is Opcode.PING:
            self.heartbeats += 1
        super().process_event(event)


def is_settled(view: dict[str, Any]) -> bool:
    """Return whether a deal that left marks is over, or its match with it."""
    over = view["phase"] == "deal_over" and view["settlement"] is not None
    return over or bool(view["phase"] == "match_over")


CONNECTED: list[Person] = []
"""Whoever has opened a socket; `tests/conftest.py` closes those of a test after it."""


class Person:
    """A person at a table: keeps the newest view, and acts on it."""

    def __init__(
        self, server: Server, seated: dict[str, Any], protocol: int = PROTOCOLS[-1]
    ) -> None:
        self.server = server
        self.protocol = protocol
        self.seated = seated
        self.watch: int | None = None
        self.address = ""
        """Where the proxy in front says that this person is; the server must trust it."""
        self.update: dict[str, Any] = {}
        self.version: int | None = None
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.acked: dict[str, int] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        """The last message sent under each id."""
        self.frames: list[str] = []
        self.updates: list[dict[str, Any]] = []
        """Every update received; what came as a change is made whole."""
        self.socket: ClientConnection | None = None
        self.sent = 0
        self.mark = secrets.token_hex(4)
        """Begins the ids of messages: one that the table has seen is acknowledged, and no more."""

    def sit(self, since: int | None = None) -> dict[str, Any]:
        """Connect and join; the first update."""
        self.knock(since)
        return self.receive("update")

    def knock(self, since: int | None = None) -> None:
        """Connect and ask to join."""
        self.dial()
        join: dict[str, Any] = {"type": "join", "table": self.seated["table"], "since": since}
        join["protocol"] = self.protocol
        self.send(join if self.watch is None else {**join, "watch": self.watch})

    def dial(self) -> None:
        headers = {"Cookie": self.seated["cookie"]} if self.seated.get("cookie") else {}
        if self.address:
            headers["X-Forwarded-For"] = self.address
        table = self.seated.get("table", "")
        address = f"ws{self.server.url.removeprefix('http')}/ws?table={table}"
        # Who has not read everything cannot hear that the line is closed: that is not waited for.
        # The server sends heartbeats; one's own would draw from `random` under hypothesis.
        self.socket = connect(
            address,
            ssl=encryption(address),
            max_size=None,
            max_queue=None,  # pings are answered also by who reads late
            legacy=True,
            additional_headers=headers,
            open_timeout=STARTING,
            close_timeout=1,
            ping_interval=None,
            create_connection=Line,
        )
        CONNECTED.append(self)

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        """Send a message, or any frame."""
        assert self.socket is not None
        if isinstance(message, dict) and "id" in message:
            self.asked[message["id"]] = message
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def receive(self, *kinds: str) -> dict[str, Any]:
        """Receive the next message of one of these types; note the others."""
        while True:
            message = self.next()
            if message["type"] in kinds:
                return message

    def next(self) -> dict[str, Any]:
        """Receive the next message."""
        assert self.socket is not None
        frame = self.socket.recv(timeout=60)
        self.frames.append(str(frame))
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "changed":
            message = whole(self.update, message)
        if message["type"] == "update":
            self.updates.append(message)
            self.version, self.view, self.update = message["version"], message["view"], message
            self.events += message["events"]
        if message["type"] == "ack":
            self.acked[message["id"]] = message["version"]
        return message

    def action(self) -> dict[str, Any] | None:
        """Build the message to send now: the first legal action, or going on."""
        legal = self.view["legal"]
        self.sent += 1
        stamp = {"id": f"{self.mark}-{self.sent}", "expect": self.version}
        if legal:
            return {"type": "act", **stamp, "action": first_action(legal, deeper=9)}
        if self.view["phase"] == "deal_over" and self.view["settlement"]:
            return {"type": "ready", **stamp}
        return None

    def play_until(self, done: Any) -> None:
        """Act on every view until `done(view)`."""
        while not done(self.view):
            message = self.action()
            if message is not None:
                self.send(message)
                answer = self.receive("ack", "refused")
                if answer["type"] == "refused" and answer["code"] == "too-many":
                    time.sleep(0.1)  # as the refusal asks: faster than people may play
                    continue
                assert answer["type"] == "ack", answer
            self.receive("update")

    def play_the_deal_of_the_day(self) -> None:
        """Play it to its end; where its sides are even, the table ends it without being asked."""
        self.play_until(is_settled)
        while self.view["phase"] != "match_over":
            self.next()

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request about seats or clocks, and wait for its answer."""
        self.sent += 1
        self.send({"type": kind, "id": f"{self.mark}-{self.sent}", **fields})
        return self.receive("ack", "refused")

    def missed_since(self, version: int) -> dict[str, Any]:
        """Ask what happened after this version; other updates may come before the answer."""
        self.send({"type": "since", "version": version})
        while (answer := self.receive("update"))["since"] != version:
            pass
        return answer

    def keys_of(self, acked: dict[str, int]) -> dict[str, int]:
        """Return the versions of acknowledged messages, by their keys in the table's log."""
        me = json.loads(self.server.get("/api/me", self.seated["cookie"])[1])["id"]
        return {message_key(me, asked): version for asked, version in acked.items()}

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
