"""Benchmark of the server: moves a second and their latency, by scripted players.

The server is a process of its own; the players are another; all traffic stays on loopback and ends
by itself. Every table is one person against three bots, as in the browser.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from rebelote.server.base.storage.sqlite_store import SqliteStore

Figures = dict[str, object]
TABLES = 200
AT_ONCE = 2_000
"""Lines that wait for the log together."""
PACE = 2.0
LEVEL = b'{"level": "beginner"}'  # what is measured is the server, not how its bots think
"""Seconds between a person's moves at one table, about as fast as people play."""


def log_figures(quick: bool) -> Figures:
    """Measure lines a second of the log with many waiting, each durable (`synchronous=FULL`)."""
    lines = 5_000 if quick else 40_000
    with tempfile.TemporaryDirectory() as folder:
        rate = asyncio.run(_lines_a_second(Path(folder) / "log.sqlite", lines))
    return {"durable writes per second": round(rate)}


async def _lines_a_second(file: Path, lines: int) -> float:
    store = SqliteStore(str(file))
    began = time.perf_counter()
    for first in range(0, lines, AT_ONCE):
        some = range(first, min(first + AT_ONCE, lines))
        await asyncio.gather(
            *(store.append(f"table{seq % 200}", seq, f"id{seq}", b"x" * 60) for seq in some)
        )
    rate = lines / (time.perf_counter() - began)
    store.close()
    return rate


class ScriptedPlayer:
    """A scripted person at a table of its own: the first legal thing, at a person's pace."""

    def __init__(self, port: int, pace: float) -> None:
        self.port, self.pace = port, pace
        self.latencies: list[float] = []
        self.version = 0
        self.refused = 0

    async def play(self, until: float) -> None:
        """Sit down at a new table and play on until that time."""
        table, cookie = await asyncio.to_thread(self.new_table)
        headers = {"Cookie": cookie}
        address = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(address, compression=None, additional_headers=headers) as line:
            await line.send(json.dumps({"type": "join", "table": table}))
            while time.monotonic() < until:
                await self.one_message(line, until)

    def new_table(self) -> tuple[str, str]:
        """Come as a guest and open a table: its id, and the cookie."""
        with self.post("/api/me", b'{"name": "Ann"}', "") as answer:
            cookie = str(answer.headers["set-cookie"]).partition(";")[0]
        with self.post("/api/tables", LEVEL, cookie) as answer:
            return str(json.load(answer)["table"]), cookie

    def post(self, path: str, body: bytes, cookie: str) -> HTTPResponse:
        """Ask over HTTP."""
        headers = {"content-type": "application/json", "cookie": cookie}
        url = f"http://127.0.0.1:{self.port}{path}"
        answer: HTTPResponse = urllib.request.urlopen(urllib.request.Request(url, body, headers))
        return answer

    async def one_message(self, line: ClientConnection, until: float) -> None:
        """Read one message, and act on it if it is our turn."""
        try:
            message = json.loads(await asyncio.wait_for(line.recv(), until - time.monotonic()))
        except TimeoutError:
            return
        self.refused += message["type"] == "refused"
        if message["type"] == "update":
            self.version = message["version"]
            if (command := self.command(message["view"])) is not None:
                await asyncio.sleep(self.pace)
                await self.act(line, command)

    async def act(self, line: ClientConnection, command: dict[str, object]) -> None:
        """Send a command, and time its acknowledgement."""
        stamp = {"id": f"{self.version}-{time.monotonic_ns()}", "expect": self.version}
        began = time.perf_counter()
        await line.send(json.dumps({**command, **stamp}))
        while json.loads(await line.recv())["type"] not in ("ack", "refused"):
            pass
        self.latencies.append(time.perf_counter() - began)

    def command(self, view: dict[str, object]) -> dict[str, object] | None:
        if view["phase"] == "match_over":
            return {"type": "rematch"}
        if view["phase"] == "deal_over" and view["settlement"]:
            return {"type": "ready"}
        legal = view["legal"]
        if not legal:
            return None
        return {"type": "act", "action": first_action(legal)}


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """The legal actions of a view, reduced to the fields that the players here read."""

    actions: list[str]
    cut_min: int = 0
    packets: tuple[tuple[int, ...], ...] = ()
    calls: tuple[dict[str, object], ...] = ()
    trumps: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    announce: tuple[dict[str, object], ...] = ()


def first_action(given: object, deeper: int = 0) -> dict[str, object]:
    """Return the first action of a view's `legal` in JSON, with announcements in full.

    The pack is cut as high up as may be, or so many cards `deeper`.
    """
    legal = msgspec.convert(given, Legal)
    if "cut" in legal.actions:
        return {"do": "cut", "depth": legal.cut_min + deeper}
    if "packets" in legal.actions:
        return {"do": "packets", "packets": legal.packets[0]}
    if "take" in legal.actions:
        return {"do": "take", "contract": legal.trumps[0]}
    if legal.calls:
        return legal.calls[0]
    kinds = [meld["kind"] for meld in legal.announce]
    return {"do": "play", "card": legal.cards[0], "announce": kinds}


def _resident(pid: int) -> int:
    """Return the bytes of memory that a process holds; 0 on systems that do not report them."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start(folder: str, port: int) -> subprocess.Popen[bytes]:
    where = ["--port", str(port), "--database", str(Path(folder) / "bench.sqlite")]
    where += ["--uncounted", "127.0.0.1", "--bot-pace", "0"]
    command = [sys.executable, "-m", "rebelote.cli", "serve", *where]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(1200):  # a minute: other work may keep the processors
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.05)
    server.kill()
    raise RuntimeError("the server does not answer")


def server_figures(quick: bool) -> Figures:
    """Measure moves a second, acknowledgement and memory at 200 tables (50 when quick)."""
    tables, seconds = (50, 6.0) if quick else (TABLES, 25.0)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = _start(folder, port)
        try:
            time.sleep(1)
            base = _resident(server.pid)
            players = [ScriptedPlayer(port, PACE) for _ in range(tables)]
            asyncio.run(_all_play(players, seconds))
            grown = _resident(server.pid)
        finally:
            server.terminate()
            server.wait()
    return _figures(players, seconds, base, grown)


async def _all_play(players: list[ScriptedPlayer], seconds: float) -> None:
    """Run the players until the time is up; their starts are spread over the first seconds."""
    until = time.monotonic() + seconds
    tasks = []
    for player in players:
        tasks.append(asyncio.create_task(player.play(until)))
        await asyncio.sleep(PACE / len(players))
    await asyncio.gather(*tasks)


def _figures(players: list[ScriptedPlayer], seconds: float, base: int, grown: int) -> Figures:
    latencies = sorted(1000 * taken for player in players for taken in player.latencies)
    versions = sum(player.version for player in players)
    at = {share: latencies[int(share * (len(latencies) - 1))] for share in (0.5, 0.95, 0.99, 1.0)}
    return {
        "tables": len(players),
        "moves per second, people": round(len(latencies) / seconds),
        "moves per second, people and bots": round(versions / seconds),
        "refused": sum(player.refused for player in players),
        "acknowledgement latency, p50 / p95 / p99 / max, ms": " / ".join(
            f"{value:.1f}" for value in at.values()
        ),
        "memory before the first connection, MB": round(base / 1e6),
        "memory per connection and table, KB": round((grown - base) / 1000 / len(players)),
    }
