"""Attacks that go on, from four connections, while strangers play at honest tables.

Each runs in a process of its own, so that the attacker's work is not the players'; measured are the
players' acknowledgements and the server's memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from load import spread
from people import Party, Tally, ping_all
from wire import Http

from attacks.once import GONE, origin
from attacks.target import ATTACKER, Line, Refused, Someone, Target, serving
from rebelote import legal_actions
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.fairness import Stream, seal
from rebelote.rules.records.record import Recorded

CONNECTIONS: Final = 4
PARTIES: Final = 4
PACE: Final = 0.1
"""Seconds between moves at an honest table."""
SECONDS: Final = 8.0
"""For how long an attack goes on."""
ACKNOWLEDGED: Final = 50.0
"""Milliseconds in which 99 of 100 honest moves are on disk, whatever the attacker does."""
MEMORY_BACK: Final = 0.10
"""Share by which the server's memory may lie above what it was before."""
WARM_UP: Final = 2.0
"""Seconds of the attack before memory is measured: what a first use loads stays, and is no leak."""
SETTLING: Final = 60.0
"""Seconds that memory is given to come back."""

Flood = Callable[[Someone, int], Awaitable[None]]
"""The acts of one connection until it is cancelled; the number is its own, of four."""
FLOODS: Final[dict[str, Flood]] = {}


def flood(name: str) -> Callable[[Flood], Flood]:
    """Put an attack on the list, under the name of its finding."""

    def note(attack: Flood) -> Flood:
        FLOODS[name] = attack
        return attack

    return note


# --- what is sent ---------------------------------------------------------------------------------


@flood("H1")
async def bot_tables(mal: Someone, number: int) -> None:
    """Tables of bots, as many as may be."""
    await mal.come(f"Mal {number}")
    while True:
        try:
            await mal.table(level="beginner", preset="bga", options={"target": 10**9})
        except Refused as error:
            if error.status == 422:
                await mal.table(level="beginner", preset="bga")
            await asyncio.sleep(0.05)


@flood("H2")
async def made_up_tables(mal: Someone, number: int) -> None:
    """Records of tables that do not exist."""
    await mal.come(f"Mal {number}")
    while True:
        await mal.ask("GET", f"/api/tables/{secrets.token_hex(6)}{'x' * 50_000}/record")


@flood("H3")
async def many_records(mal: Someone, number: int) -> None:
    """The record of a match that is over, again and again."""
    await mal.come(f"Mal {number}")
    options = {"end_deals": 4}
    table = await mal.table(level="beginner", preset="bga", options=options)
    line = await mal.socket(table)
    await line.play(lambda result: result["phase"] == "match_over")
    while True:
        await mal.ask("GET", f"/api/tables/{table}/record")


@flood("H4")
async def long_records(mal: Someone, number: int) -> None:
    """A record of many sealed deals to be verified."""
    body = {"data": {"record": sealed_record()}, "headers": {"Origin": origin(mal.target)}}
    while True:
        await mal.ask("POST", "/verify", **body)


@cache
def sealed_record(deals: int = 60) -> str:
    """Build the record of so many deals, each of them sealed."""
    rules, secret = presets.rules("bga", target=10**5), bytes(32)
    so_far = Recorded.begin(matches.start(rules, matches.first_pack(rules, Stream(secret)), 0), ())
    for number in range(1, deals + 1):
        so_far = _sealed(so_far, secret)
        while (seat := so_far.match.to_act) is not None:
            so_far = so_far.act(seat, legal_actions(so_far.match.deal)[-1])
        secret = number.to_bytes(32, "big")
        so_far = so_far.next_deal(matches.new_pack(so_far.match, Stream(secret)))
    return str(so_far.record)


def _sealed(so_far: Recorded, secret: bytes) -> Recorded:
    *before, last = so_far.record.deals
    deal = msgspec.structs.replace(last, seal=seal(secret), secret=secret.hex())
    record = msgspec.structs.replace(so_far.record, deals=(*before, deal))
    return so_far._replace(record=record)


@flood("H5")
async def drawings(mal: Someone, number: int) -> None:
    """Rule cards under long names of hosts, and under the right one."""
    while True:
        await mal.ask("GET", "/rules/french", headers={"Host": "a" * 2500})
        await mal.ask("GET", f"/rules/french?target={1000 + secrets.randbelow(1000)}")


@flood("H9")
async def many_hints(mal: Someone, number: int) -> None:
    """Hints on several sockets of each of several tables."""
    await mal.come(f"Mal {number}")
    lines: list[Line] = []
    for _ in range(2):
        table = await mal.table(level="beginner")
        for _ in range(3):
            with contextlib.suppress(Refused, *GONE):
                lines.append(await mal.socket(table))
    await asyncio.gather(*(_keep_asking(line) for line in lines))


async def _keep_asking(line: Line) -> None:
    with contextlib.suppress(Refused):
        await line.play(lambda result: result["to_act"] == result["seat"])
    for number in range(10**6):
        expect = line.update["version"]
        await line.send({"type": "hint", "id": f"{id(line)}-{number}", "expect": expect})
        with contextlib.suppress(Refused):
            await line.receive("hinted")


@flood("M4")
async def many_sockets(mal: Someone, number: int) -> None:
    """Sockets, each with most of a message that never ends."""
    await mal.come(f"Mal {number}")
    table = await mal.table(level="beginner", begin=False)
    kept: list[asyncio.Task[None]] = []

    async def endless(line: Line) -> None:
        async def pieces() -> Any:
            for _ in range(900):
                yield "x" * 1000
            await asyncio.sleep(3600)

        with contextlib.suppress(*GONE):
            await line.socket.send(pieces())

    while True:
        try:
            line = await mal.socket(table)
        except (Refused, *GONE):
            await asyncio.sleep(0.05)
            continue
        kept.append(asyncio.create_task(endless(line)))
        await asyncio.sleep(0.05)


@flood("M5")
async def half_requests(mal: Someone, number: int) -> None:
    """Requests that are never sent to their end."""
    kept = []
    while True:
        with contextlib.suppress(OSError):
            opened = await asyncio.open_connection(
                "127.0.0.1", mal.target.port, local_addr=(ATTACKER, 0)
            )
            opened[1].write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
            kept.append(opened)
        await asyncio.sleep(0.01)


@flood("M9")
async def many_terms(mal: Someone, number: int) -> None:
    """Other terms for one's own table, again and again."""
    await mal.come(f"Mal {number}")
    table = await mal.table(level="beginner", begin=False)
    while True:
        for pace in ("slow", "fast"):
            form = {"preset": "bga", "terms": {"pace": pace}}
            await mal.ask("POST", f"/api/tables/{table}/terms", form)


async def attack(name: str, port: int, seconds: float) -> None:
    """Four connections that do this for so long: what the attacker's process runs."""
    target = Target(Path())
    target.port = port

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(Exception):
                await FLOODS[name](Someone(target), number)
            await asyncio.sleep(0.1)

    working = [asyncio.create_task(one(number)) for number in range(CONNECTIONS)]
    await asyncio.sleep(seconds)
    for task in working:
        task.cancel()
    await asyncio.wait(working, timeout=1)


# --- what the others feel -------------------------------------------------------------------------


class Felt(NamedTuple):
    """An attack as strangers felt it: milliseconds to the acknowledgement, megabytes."""

    quiet: dict[str, float]
    attacked: dict[str, float]
    moves: int
    memory_before: float
    memory_after: float

    @property
    def wrong(self) -> str:
        """The limits that were not held; empty where all were."""
        result = []
        if not self.attacked or self.attacked["p99"] > ACKNOWLEDGED:
            result.append(f"p99 of a move {self.attacked.get('p99')} ms")
        if self.memory_after > self.memory_before * (1 + MEMORY_BACK):
            result.append(f"memory {self.memory_before:.0f} -> {self.memory_after:.0f} MB")
        return ", ".join(result)


async def felt(name: str, folder: Path, seconds: float = SECONDS) -> Felt:
    """Measure what four honest tables feel of an attack on a fresh server."""
    async with serving(folder) as target:
        tally, http = Tally(), Http(target.port)
        parties = [Party(target.port, tally, PACE, Random(number)) for number in range(PARTIES)]
        for party in parties:
            await party.gather(http, "french", "normal")
        await http.close()
        pings = asyncio.create_task(ping_all([p for party in parties for p in party.people]))
        try:
            await _attacked(name, target.port, WARM_UP)
            await asyncio.sleep(1)
            tally.clear()
            await asyncio.sleep(seconds / 2)
            quiet, before = spread(tally.acks), target.memory
            tally.clear()
            await _attacked(name, target.port, seconds)
            attacked, moves = spread(tally.acks), tally.moves
            after = await target.memory_within(before * (1 + MEMORY_BACK), SETTLING)
        finally:
            pings.cancel()
            for party in parties:
                party.end()
        return Felt(quiet, attacked, moves, before, after)


async def _attacked(name: str, port: int, seconds: float) -> None:
    """Wait while a process of its own attacks."""
    command = [sys.executable, str(Path(__file__).parent.parent / "attack.py"), "--flood", name]
    process = await asyncio.create_subprocess_exec(
        *command, "--port", str(port), "--seconds", str(seconds),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await asyncio.wait_for(process.wait(), seconds + 30)
    finally:
        if process.returncode is None:
            process.kill()
