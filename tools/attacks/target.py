"""A fresh server to be attacked, and people who ask it things from addresses of their own.

Everything stays on loopback, where every address of 127.0.0.0/8 is this machine: so an attack can
come from several addresses, and strangers play from others.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import IO, Any, Final, Protocol

import httpx
from load import resident
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rebelote.bench.server import first_action, free_port

ATTACKER: Final = "127.0.0.66"
"""Where an attack comes from that needs one address only."""
PASSWORD: Final = "tierce belote quarante-deux"
GIVEN: Final = 20.0
"""Seconds that an answer may take."""

Message = dict[str, Any]


def address(number: int) -> str:
    """Return one of many addresses, none of them the attacker's first."""
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


class Process(Protocol):
    """The options of a server's process."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...


Launch = Callable[[Sequence[str], IO[bytes]], Process]
"""Starts `rebelote` with these arguments, which logs to this file."""


def script_started(script: str = "") -> Launch:
    """Return the launch of a new interpreter, with a script in place of the command."""
    program = ["-c", script] if script else ["-m", "rebelote.cli"]
    return lambda arguments, log: subprocess.Popen(
        [sys.executable, *program, *arguments], stdout=subprocess.DEVNULL, stderr=log
    )


class Target:
    """A server in a folder of its own, started with its defaults."""

    launch: Launch = staticmethod(script_started())

    def __init__(self, folder: Path, *options: str, script: str = "") -> None:
        self.database = folder / "club.sqlite"
        self.log = folder / "server.log"
        self.options = options
        self.script = script
        self.port = free_port()
        self.process: Process | None = None
        self.people: list[Someone] = []

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ["--port", str(self.port), "--database", str(self.database), *self.options]
        where += [] if "--bot-pace" in self.options else ["--bot-pace", "0"]
        with self.log.open("ab") as log:
            start = script_started(self.script) if self.script else self.launch
            self.process = start(["serve", *where], log)
        for _ in range(400):
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient() as client:
                    await client.get(f"http://127.0.0.1:{self.port}/api/me")
                return
            await asyncio.sleep(0.05)
        raise RuntimeError(f"the server does not answer: {self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def dismiss(self) -> None:
        """Close whatever people have open."""
        await asyncio.gather(*(person.leave() for person in self.people), return_exceptions=True)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def memory(self) -> float:
        """Megabytes that the server holds."""
        return resident(self.pid)

    async def memory_within(self, most: float, seconds: float) -> float:
        """Wait for its memory to fall to this, or for so many seconds; return it in megabytes."""
        end = time.monotonic() + seconds
        while (now := self.memory) > most and time.monotonic() < end:
            await asyncio.sleep(1)
        return now

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query of its file."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as connection:
            return connection.execute(sql, values).fetchall()

    def log_lines(self) -> int:
        """Count the lines in the logs of all tables."""
        count: int = self.rows("SELECT count(*) FROM log")[0][0]
        return count

    def command(self, *words: str) -> str:
        """Run a command on the server's machine, and return its output."""
        done = subprocess.run(
            [sys.executable, "-m", "rebelote.cli", *words, "--database", str(self.database)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.stdout + done.stderr


@contextlib.asynccontextmanager
async def serving(folder: Path, *options: str, script: str = "") -> AsyncIterator[Target]:
    """Yield a fresh server for the length of an attack."""
    target = Target(folder, *options, script=script)
    await target.start()
    try:
        yield target
    finally:
        await target.dismiss()
        await asyncio.to_thread(target.stop)


class Refused(Exception):
    """The server would not; `code` says why."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class Someone:
    """A browser: one cookie, one address."""

    def __init__(self, target: Target, where: str = ATTACKER) -> None:
        self.target, self.where = target, where
        self.client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{target.port}",
            transport=httpx.AsyncHTTPTransport(
                local_address=where, limits=httpx.Limits(max_connections=400)
            ),
            timeout=GIVEN,
        )
        self.id = ""
        self.lines: list[Line] = []
        target.people.append(self)

    async def leave(self) -> None:
        await asyncio.gather(*(line.close() for line in self.lines), return_exceptions=True)
        await self.client.aclose()

    async def ask(self, verb: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send any request, and return the answer."""
        sent = {} if body is None else {"json": body}
        return await self.client.request(verb, path, **sent, **more)

    async def get(self, path: str) -> Any:
        """Get the JSON at an address. Raises Refused."""
        return received(await self.ask("GET", path))

    async def post(self, path: str, **body: Any) -> Any:
        """Send a form, and return the answer. Raises Refused."""
        return received(await self.ask("POST", path, body))

    async def come(self, name: str = "Mal") -> Someone:
        """Become a guest. Raises Refused."""
        self.id = (await self.post("/api/me", name=name))["id"]
        return self

    async def sign_up(self, name: str) -> Someone:
        """Become the holder of an account. Raises Refused."""
        await self.come(name)
        await self.post("/api/me/account", name=name, password=PASSWORD)
        return self

    async def table(self, **details: Any) -> str:
        """Open a table, and return its id. Raises Refused."""
        return str((await self.post("/api/tables", **details))["table"])

    @property
    def cookie(self) -> str:
        """The cookies, as the header that is sent along."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    async def socket(self, table: str = "", watch: int | None = None) -> Line:
        """Open a socket, at a table if one is named. Refused, ConnectionClosed, OSError."""
        line = Line(
            await connect(
                f"ws://127.0.0.1:{self.target.port}/ws",
                local_addr=(self.where, 0),
                additional_headers={"Cookie": self.cookie},
                max_size=None,
                max_queue=None,  # what is not read yet keeps no ping from being answered
                close_timeout=1,
                ping_interval=None,
            )
        )
        self.lines.append(line)
        if table:
            seen = {} if watch is None else {"watch": watch}
            await line.send({"type": "join", "table": table, "since": None, **seen})
            await line.receive("update")
        return line


def received(answer: httpx.Response) -> Any:
    """Return the content of an answer. Raises Refused."""
    if answer.status_code >= 400:
        with contextlib.suppress(ValueError, TypeError, KeyError):
            raise Refused(answer.status_code, answer.json()["code"])
        raise Refused(answer.status_code, "")
    return answer.json() if answer.content else None


class Line:
    """A socket that stores what it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.incoming: list[Message] = []
        self.update: Message = {}
        self.sent = 0

    async def send(self, message: Message) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, given: float = GIVEN) -> Message:
        """Receive the next message. TimeoutError, ConnectionClosed."""
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), given))
        self.incoming.append(message)
        if message["type"] == "update":
            self.update = message
        return message

    async def receive(self, *kinds: str, given: float = GIVEN) -> Message:
        """Receive the next of one of these types. Refused where a refusal comes first."""
        while True:
            message = await self.next(given)
            if message["type"] in kinds:
                return message
            if message["type"] == "refused":
                raise Refused(0, message["code"])

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Ask for something about seats or clocks; its acknowledgement. Refused."""
        self.sent += 1
        message_id = f"{id(self)}-{self.sent}"
        await self.send({"type": kind, "id": message_id, **fields})
        while True:
            message = await self.next()
            if message["type"] == "refused" and message.get("id") in (None, message_id):
                raise Refused(0, message["code"])
            if message["type"] == "ack" and message["id"] == message_id:
                return message

    async def drain(self, seconds: float) -> None:
        """Receive messages for so many seconds."""
        end = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while (left := end - time.monotonic()) > 0:
                await self.next(left)

    async def is_open(self) -> bool:
        """Return whether the server still answers here."""
        with contextlib.suppress(TimeoutError, ConnectionClosed, OSError):
            await self.send({"type": "ping"})
            while (await self.next(5.0))["type"] != "pong":
                pass
            return True
        return False

    async def play(self, until: Callable[[Message], bool]) -> None:
        """Do the first thing that may be done at each turn, until `until(view)`. Refused.

        A move that comes too soon after others is made again later.
        """
        while not until(self.update["view"]):
            if (message := self._step()) is not None:
                try:
                    await self.ask(message.pop("type"), **message)
                except Refused as error:
                    if error.code != "too-many":
                        raise
                    await asyncio.sleep(1)
                    continue
            await self.receive("update")

    def _step(self) -> Message | None:
        view, expect = self.update["view"], self.update["version"]
        if view["legal"]:
            return {"type": "act", "expect": expect, "action": first_action(view["legal"])}
        if view["phase"] == "deal_over" and view["settlement"]:
            return {"type": "ready", "expect": expect}
        return None

    async def close(self) -> None:
        await self.socket.close()
