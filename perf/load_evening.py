"""The time until the tables of an evening begin: 200 by default, each with four people.

Everybody has a page of ours open, is called there as the round is drawn, and goes to their table.
The server has one core and the people another; all traffic stays on loopback, and after a minute
the run ends in any case. The last line printed is one JSON object of every figure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from array import array
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from load import OPTIONS, Figures, machine, metrics, on_core, quickly, serving, spread
from people import PROTOCOL
from wire import Http, Wire, WireError, new_person

SEATS: Final = 4
AT_ONCE: Final = 8
"""People who come in at the same time."""
WITHIN: Final = 60.0
"""Seconds after which nobody is waited for any more."""
TOGETHER_MS: Final = 5000
"""Milliseconds from the first table that is open to the last."""
LAG: Final = "rebelote_loop_lag_seconds"


class Message(msgspec.Struct):
    """A message of the server's, as far as we need it."""

    type: str
    what: str = ""
    table: str | None = None
    code: str = ""


_decode = msgspec.json.Decoder(Message).decode


class Player(Wire):
    """A person who waits on a page of ours, is called to a table, and comes to it."""

    def __init__(self, port: int, cookie: str) -> None:
        super().__init__(f"127.0.0.1:{port}", cookie)
        loop = asyncio.get_running_loop()
        self.listens, self.joined = loop.create_future(), loop.create_future()
        self.called_at = self.joined_at = 0.0
        self.table = ""

    def opened(self) -> None:
        """Ask for news."""
        self.send(b'{"type":"listen"}')
        self.listens.set_result(None)

    def incoming(self, payload: bytes) -> None:
        """Go where one is called to."""
        message, now = _decode(payload), time.perf_counter()
        if message.type == "news" and message.what == "called":
            self.called_at, self.table = now, message.table or ""
            join = {"type": "join", "table": self.table, "since": None, "protocol": PROTOCOL}
            self.send(msgspec.json.encode(join))
        elif message.type == "update" and not self.joined.done():
            self.joined_at = now
            self.joined.set_result(None)
        elif message.type == "refused" and not self.joined.done():
            self.joined.set_exception(WireError(message.code))

    def lost(self) -> None:
        """Give up the player, who cannot come any more."""
        if not self.joined.done():
            self.joined.set_exception(WireError("lost line"))


def _same(player: Player) -> Player:
    return player


async def posted(http: Http, path: str, body: Any, cookie: str) -> Any:
    """Send a request, and return the answer. WireError where it was refused."""
    status, _, content = await http.ask("POST", path, body, cookie)
    if status >= 300:
        raise WireError(f"{path}: {status} {content[:200]!r}")
    return msgspec.json.decode(content)


async def gather(port: int, event: str, count: int) -> list[Player]:
    """Bring so many people to a page; all take part."""
    players: list[Player] = []
    numbers = iter(range(count))
    loop = asyncio.get_running_loop()

    async def usher() -> None:
        http = Http(port)
        for number in numbers:
            cookie = await new_person(http, f"Player {number}")
            await posted(http, f"/api/tournaments/{event}/players", {"partner": 0}, cookie)
            player = Player(port, cookie)
            await loop.create_connection(partial(_same, player), "127.0.0.1", port)
            await player.listens
            players.append(player)
        await http.close()

    await asyncio.gather(*(usher() for _ in range(AT_ONCE)))
    return players


async def measure(port: int, tables: int) -> Figures:
    """Prepare and draw an evening, and bring all people to their tables."""
    http = Http(port)
    by = await new_person(http, "Secretary")
    format = {
        "entrants": "melee",
        "draw": "lots",
        "rounds": 1,
        "deals": 12,
        "place": "online",
        "wait": 900,
    }
    made = await posted(http, "/api/tournaments", {"name": "Friday", "format": format}, by)
    here = f"/api/tournaments/{made['tournament']}"
    players = await gather(port, made["tournament"], SEATS * tables)
    await asyncio.sleep(2)
    before = await asyncio.to_thread(metrics, port)
    _, _, state = await http.ask("GET", here, cookie=by)
    version, began = msgspec.json.decode(state)["version"], time.perf_counter()
    await posted(http, f"{here}/draw", {"version": version, "phrase": "three diamonds"}, by)
    drawn = time.perf_counter()
    await asyncio.wait([player.joined for player in players], timeout=WITHIN)
    there = [one for one in players if one.joined.done() and not one.joined.exception()]
    await asyncio.sleep(2)
    after = await asyncio.to_thread(metrics, port)
    await http.close()
    called = sorted(one.called_at - began for one in there)
    result = {
        "tables": len({one.table for one in there}),
        "people": len(there),
        "missing": len(players) - len(there),
        "draw_ms": round(1000 * (drawn - began)),
        "first_called_ms": round(1000 * called[0]),
        "last_called_ms": round(1000 * called[-1]),
        "together_ms": round(1000 * (called[-1] - called[0])),
        "joined_ms": spread(array("d", (one.joined_at - one.called_at for one in there))),
        "stalls_over_50_ms": int(
            (after[f"{LAG}_count"] - after[f'{LAG}_bucket{{le="0.05"}}'])
            - (before[f"{LAG}_count"] - before[f'{LAG}_bucket{{le="0.05"}}'])
        ),
        "longest_stall_ms": round(1000 * after["rebelote_loop_stall_longest_seconds"], 1),
        "load_average": os.getloadavg()[0],
    }
    for player in players:
        player.close()
    return result


def is_met(result: Figures) -> bool:
    """Return whether all came, the tables opened together, and the event loop never stalled."""
    together = result["together_ms"] <= TOGETHER_MS
    return together and not (result["missing"] or result["stalls_over_50_ms"])


def run(tables: int) -> Figures:
    """Measure a server of our own. Both are pinned where there are two cores."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    mine, other = (cores[1], cores[0]) if len(cores) > 1 else (None, None)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "evening.sqlite", other, *OPTIONS) as (port, _),
        on_core(mine),
    ):
        time.sleep(2)
        return quickly(measure(port, tables))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    result = run(asked.parse_args().tables)
    print(machine(), f"Promises are {'met' if is_met(result) else 'not met'}.", sep="\n")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
