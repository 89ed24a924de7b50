"""Attacks on what is shared and handed in: shared replays, offline matches, puzzles, erasure."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import time
from pathlib import Path
from typing import Final

from attacks.floods import flood
from attacks.once import GONE, finding
from attacks.target import PASSWORD, Line, Refused, Someone, address, serving
from rebelote import legal_actions
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.fairness import Stream
from rebelote.rules.records.record import Recorded
from rebelote.server.base.protocol.table_settings import BOT_NAMES

LISTENERS: Final = 6
"""Connections that each attacker keeps at the shared replay."""
MOST_BYTES: Final = 50_000
"""Bytes a second that one who only looks on may be sent."""
WRITTEN: Final = 30
"""Comments that fill a shared replay before others come and go."""


# --- shared replays -------------------------------------------------------------------------------


async def opened(host: Someone) -> str:
    """Open a shared replay of a match of one deal that a person has played."""
    options = {"end_deals": 1}
    table = await host.table(level="beginner", preset="bulgarian", options=options)
    line = await host.socket(table)
    await line.play(lambda view: view["phase"] == "match_over")
    await line.close()
    match = (await host.get(f"/api/matches/{table}"))["match"]
    return str((await host.post("/api/shared-replays", match=match))["replay"])


async def entered(who: Someone, replay: str) -> Line:
    """Connect to a shared replay. Raises Refused."""
    line = await who.socket()
    await line.send({"type": "open_replay", "replay": replay, "protocol": 2})
    await line.receive("shared_replay")
    return line


async def say(line: Line, text: str) -> int:
    """Comment on the first position; return the comment's number. Raises Refused."""
    return int((await line.ask("comment_on", text=text, deal=1, step=0))["version"])


@finding("S11", "each coming and going sends the whole shared replay to all")
async def comings_and_goings(folder: Path) -> str:
    """Three guests come and go while one looks on."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).come("Ann")
        replay = await opened(ann)
        writer = await entered(ann, replay)
        for _ in range(WRITTEN):
            await say(writer, "x" * 200)
        watcher = await entered(await Someone(target, address(1)).come("Bea"), replay)
        watcher.incoming.clear()

        async def come_and_go(number: int) -> None:
            mal = await Someone(target, address(2 + number)).come(f"Mal {number}")
            while True:
                await (await entered(mal, replay)).close()

        began = time.monotonic()
        going = [asyncio.create_task(come_and_go(number)) for number in range(3)]
        await watcher.drain(5.0)
        for task in going:
            task.cancel()
        seconds = time.monotonic() - began
        sent = sum(len(json.dumps(message)) for message in watcher.incoming) / seconds
        return f"{sent:,.0f} bytes a second to who looks on" if sent > MOST_BYTES else ""


@finding("S8", "strangers fill a shared replay, and its host can do nothing about it")
async def filled(folder: Path) -> str:
    """Write and take back as much as the limits allow; then the host writes, and removes them."""
    limits = ("--limit", "person.tries=2000/0.001", "--limit", "person.messages=5000/0.001")
    async with serving(folder, *limits) as target:
        ann = await Someone(target, address(0)).come("Ann")
        mal = await Someone(target, address(1)).come("Mal")
        replay = await opened(ann)
        host, line = await entered(ann, replay), await entered(mal, replay)
        for _ in range(260):
            await line.ask("withdraw", number=await say(line, "again"))
        with contextlib.suppress(Refused):
            while True:
                await say(line, "rude")
        await say(host, "mine")
        received = {"replay": replay, "person": mal.id, "reason": "abuse"}
        await ann.post("/api/reports", **received)
        await host.ask("show_out", person=mal.id)
        for again in (mal, await blocked(target_of=ann)):
            try:
                await entered(again, replay)
            except Refused:
                continue
            return "who was removed or blocked is there again"
        rows = target.rows("SELECT count(*) FROM shared_replay_lines")[0][0]
        return f"{rows} lines are stored" if rows > 100 else ""


async def blocked(target_of: Someone) -> Someone:
    """Another person, whom this one has blocked."""
    other = await Someone(target_of.target, address(3)).come("Eve")
    answer = await target_of.ask("PUT", f"/api/me/relations/{other.id}", {"kind": "block"})
    assert answer.status_code == 204
    return other


_replays: dict[int, str] = {}
"""The shared replay that all four connections attack, by port."""


@flood("S11")
async def many_comings(mal: Someone, number: int) -> None:
    """Listeners at one shared replay, and one more who comes and goes."""
    own = await Someone(mal.target, address(number)).come(f"Mal {number}")
    if not number:
        _replays[own.target.port] = replay = await opened(own)
        line = await entered(own, replay)
        for _ in range(WRITTEN):
            await say(line, "x" * 200)
    while (result := _replays.get(own.target.port)) is None:
        await asyncio.sleep(0.05)
    for _ in range(LISTENERS):
        listener = await entered(own, result)
        _reading.add(asyncio.create_task(listener.drain(60.0)))
    while True:
        with contextlib.suppress(Refused, *GONE):
            await (await entered(own, result)).close()


_reading: set[asyncio.Task[None]] = set()
"""Tasks that read on the connections of listeners."""


@flood("S8")
async def written_and_taken_back(mal: Someone, number: int) -> None:
    """Comments that are taken back, and places led to, in a shared replay of one's own."""
    own = await Someone(mal.target, address(number)).come(f"Mal {number}")
    line = await entered(own, await opened(own))
    while True:
        with contextlib.suppress(Refused):
            await line.ask("withdraw", number=await say(line, "again"))
            await line.ask("lead_replay", deal=1, step=1)


# --- matches played without a network -------------------------------------------------------------


def made_up() -> str:
    """Make up the record of a match, unlike any other."""
    rules, draw = presets.rules("bulgarian"), Stream(secrets.token_bytes(32))
    start = matches.start(rules, matches.first_pack(rules, draw), 0)
    so_far = Recorded.begin(start, ("0", *BOT_NAMES[:3]))
    while so_far.match.winner is None:
        while (seat := so_far.match.to_act) is not None:
            so_far = so_far.act(seat, legal_actions(so_far.match.deal)[-1])
        if so_far.match.winner is None:
            so_far = so_far.next_deal(matches.new_pack(so_far.match, draw))
    return str(so_far.record)


async def hand_in(mal: Someone) -> int:
    """Return the status of the answer to a match that was made up."""
    body = {"record": made_up()}
    return (await mal.ask("POST", "/api/me/offline-matches", body)).status_code


@finding("S7", "made-up offline matches fill the disk", quick=False)
async def made_up_matches(folder: Path) -> str:
    """Hand in a hundred as two guests of one address."""
    async with serving(folder) as target:
        guests = [await Someone(target).come(f"Mal {number}") for number in range(2)]
        taken = 0
        for guest in itertools.islice(itertools.cycle(guests), 100):
            taken += await hand_in(guest) == 200
        sql = "SELECT avg(length(record) + coalesce(length(packed), 0)) FROM offline_matches"
        size = target.rows(sql)[0][0] or 0
        if not taken or taken > 65:
            return f"{taken} of 100 were taken"
        return f"{size:.0f} bytes each" if size > 8000 else ""


@flood("S7")
async def many_made_up_matches(mal: Someone, number: int) -> None:
    """Invented matches, each from an address of its own."""
    own = await Someone(mal.target, address(number)).come(f"Mal {number}")
    while True:
        await hand_in(own)
        await asyncio.sleep(0.1)


# --- puzzles and erasure --------------------------------------------------------------------------


@finding("S19", "guests move the rating of the puzzle of the day")
async def rated_by_guests(folder: Path) -> str:
    """Ten guests answer it."""
    async with serving(folder) as target:
        ratings = set()
        for number in range(10):
            guest = await Someone(target, address(number)).come(f"Mal {number}")
            asked = await guest.get("/api/puzzle")
            ratings.add(asked["rating"]["value"])
            position = asked["position"]
            choices = list(position["calls"]) or position["view"]["legal"]["cards"]
            ratings.add((await guest.post("/api/puzzle", choice=choices[0]))["rating"]["value"])
        return f"from {min(ratings)} to {max(ratings)}" if len(ratings) > 1 else ""


@finding("S9", "what a person reported, and their name in a record of another, outlive erasure")
async def erased(folder: Path) -> str:
    """Report a person, hand in a record with a name, erase the account, and read the files."""
    async with serving(folder) as target:
        zeb = await Someone(target, address(0)).sign_up("Zebedaeus Quux")
        ann = await Someone(target, address(1)).come("Ann")
        replay = await opened(zeb)
        line = await entered(ann, replay)
        await say(line, "hello")
        received = {"replay": replay, "person": ann.id, "reason": "abuse", "text": "zebreported"}
        await zeb.post("/api/reports", **received)
        match = target.rows("SELECT table_id, version FROM shared_replays")[0]
        record = (await zeb.ask("GET", f"/api/matches/{match[0]}-{match[1]}/record")).text
        assert "Zebedaeus" in record
        await ann.post("/api/shared-replays", record=record)
        answer = await zeb.ask("DELETE", "/api/me", {"password": PASSWORD})
        assert answer.status_code == 204
        result = {
            trace
            for path in folder.glob("club.sqlite*")
            for trace in (b"zebreported", b"Zebedaeus")
            if trace in path.read_bytes()
        }
        return f"still in the file: {result}" if result else ""
