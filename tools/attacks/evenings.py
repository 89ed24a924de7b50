"""Attacks on clubs, their evenings, leagues, and what both show of people."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from pathlib import Path
from typing import Any, Final

from attacks.once import finding, tried
from attacks.target import Line, Refused, Someone, Target, address, received, serving

BELA: Final = {"preset": "bela", "deals": 100, "rounds": 4, "draw": "lots"}
"""A format whose sums of points have large gaps."""
ONLINE: Final = {
    "place": "online",
    "rounds": 2,
    "deals": 1,
    "draw": "lots",
    "entrants": "melee",
}
"""An evening of single people at tables of the server."""
WIDE: Final = "\U0001d538"
"""A letter of four bytes."""
STALL: Final = 0.5
"""Seconds that others' requests may take while one is answered, on a busy machine too."""


async def evening(host: Someone, **format: Any) -> str:
    """Create an evening, and return its id."""
    return str(
        (await host.post("/api/tournaments", name="E", format={**ONLINE, **format}))["tournament"]
    )


async def enter(host: Someone, event: str, *entries: dict[str, Any]) -> None:
    """Write entries after the last one. Refused."""
    version = (await host.get(f"/api/tournaments/{event}"))["version"]
    await host.post(f"/api/tournaments/{event}/entries", version=version, entries=list(entries))


async def processor_seconds(target: Target, work: Any) -> float:
    """Return the processor time that the server takes for something."""
    stat = Path(f"/proc/{target.pid}/stat")

    def used() -> float:
        fields = stat.read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    before = used()
    await work
    return used() - before


@finding("totals", "one request about possible totals holds the server")
async def totals(folder: Path) -> str:
    """Ask for the totals of a long evening, as anybody can, after each change of its format."""
    async with serving(folder) as target:
        mal, anybody = await Someone(target).come(), Someone(target, address(1))
        event = await evening(mal, **{**BELA, "place": "hall", "entrants": "teams"})
        taken = await processor_seconds(
            target, anybody.ask("GET", f"/api/tournaments/{event}/totals")
        )
        return f"{taken:.1f} s of the processor" if taken > STALL else ""


@finding("evening-bytes", "one guest fills the disk with the log of an evening")
async def heavy_entries(folder: Path) -> str:
    """Change the format, with the longest prizes, again and again."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        event = await evening(mal)
        prizes = [WIDE * 60] * 9
        state = await mal.get(f"/api/tournaments/{event}")
        refused = 0
        for at in range(30):
            version = (await mal.get(f"/api/tournaments/{event}"))["version"]
            changes = [
                {"entry": "format-changed",
                 "format": {**state["format"], "prizes": [f"{at:03d}{n:04d}" + WIDE * 53, *prizes]}}
                for n in range(80)
            ]  # fmt: skip
            try:
                await mal.post(
                    f"/api/tournaments/{event}/entries", version=version, entries=changes
                )
            except Refused:
                refused += 1
        [(size,)] = target.rows("SELECT coalesce(sum(length(line)), 0) FROM log_entries")
        return f"{size / 1e6:.1f} MB in one log" if size > 2e6 else ""


@finding("evening-full", "strangers fill an evening's log, and its results have no place", False)
async def full_log(folder: Path) -> str:
    """Join and leave until it is refused; the secretary still draws."""
    async with serving(folder) as target:
        ann, mal = await Someone(target, address(1)).come("Ann"), await Someone(target).come()
        event = await evening(ann)
        here = f"/api/tournaments/{event}/players"
        changes = 0
        with contextlib.suppress(Refused):
            while changes < 200:
                received(await mal.ask("POST", here, {}))
                received(await mal.ask("DELETE", here))
                changes += 2
        return f"one person made {changes} changes" if changes >= 60 else ""


@finding("sent-out", "nobody can be sent out of an online evening")
async def comes_back(folder: Path) -> str:
    """Be sent out by the secretary, and join again."""
    async with serving(folder) as target:
        ann, mal = await Someone(target, address(1)).come("Ann"), await Someone(target).come()
        event = await evening(ann)
        await mal.post(f"/api/tournaments/{event}/players")
        for kind in ("sent-out", "left"):
            with contextlib.suppress(Refused):
                await enter(ann, event, {"entry": kind, "team": 1})
                break
        else:
            return "the secretary could not"
        return (
            "joined again" if await tried([mal.post(f"/api/tournaments/{event}/players")]) else ""
        )


@finding("presence", "an evening shows everybody who is connected, anywhere and for ever")
async def followed(folder: Path) -> str:
    """Ask whether a person who hides their presence, and only has a page open, is here."""
    async with serving(folder) as target:
        ann, mal = await Someone(target, address(1)).come("Ann"), Someone(target)
        event = await evening(ann)
        await ann.post(f"/api/tournaments/{event}/players")
        allowed = {"presence": "nobody", "asked": "nobody"}
        received(await ann.ask("PUT", "/api/friends/settings", allowed))
        line = await ann.socket()
        await line.is_open()
        await asyncio.sleep(1.5)  # it is looked up once a second
        here = (await mal.get(f"/api/tournaments/{event}/players"))["here"]
        return "a stranger sees it" if here else ""


@finding("erased-names", "erasure leaves names in the log of an evening")
async def left_names(folder: Path) -> str:
    """Join, be called otherwise, be erased; search the file."""
    async with serving(folder) as target:
        ann = await Someone(target, address(1)).come("Ann")
        mal = await Someone(target).come("Oldokapi")
        event = await evening(ann, entrants="teams")
        await mal.post(f"/api/tournaments/{event}/players")
        received(await mal.ask("PUT", "/api/me/name", {"name": "Newokapi"}))
        bo = await Someone(target, address(2)).come("Firstbongo")
        with contextlib.suppress(Refused):
            await bo.post(f"/api/tournaments/{event}/players", partner=1)
            received(await bo.ask("DELETE", f"/api/tournaments/{event}/players"))
        await mal.ask("DELETE", "/api/me", {})
        await bo.ask("DELETE", "/api/me", {})
        lines = " ".join(line for (line,) in target.rows("SELECT line FROM log_entries"))
        names = [name for name in ("Oldokapi", "Newokapi", "Firstbongo") if name in lines]
        return ", ".join(names)


@finding("profile", "a profile shows how the deal of the day went before others have played it")
async def result_shown_early(folder: Path) -> str:
    """Play the day's deal; a stranger looks at the profile."""
    async with serving(folder) as target:
        ann, mal = await Someone(target, address(1)).sign_up("Ann Account"), Someone(target)
        table = (await ann.ask("POST", "/api/daily")).json()["table"]
        line = await ann.socket(table)
        await line.play(lambda view: view["phase"] == "match_over")
        await asyncio.sleep(0.5)
        profile = await mal.get(f"/api/people/{ann.id}")
        return "marks and result" if '"marks"' in json.dumps(profile) else ""


@finding("bot-row", "a refused bot account leaves a person behind")
async def refused_bots(folder: Path) -> str:
    """Make more bots than an account may have."""
    async with serving(folder) as target:
        mal = await Someone(target).sign_up("Mal Account")
        await tried([mal.post("/api/me/bots", name=f"Bot number {at}") for at in range(8)])
        listed = len(await mal.get("/api/me/bots"))
        [(people,)] = target.rows("SELECT count(*) FROM people WHERE name LIKE 'Bot number%'")
        return f"{people - listed} rows" if people > listed else ""


@finding("double-length", "a request with two lengths is answered")
async def two_lengths(folder: Path) -> str:
    """Send Content-Length and Transfer-Encoding in one request (RFC 9112, 6.1)."""
    request = (
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    )
    async with serving(folder) as target:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", target.port, family=socket.AF_INET
        )
        writer.write(request)
        status = (await asyncio.wait_for(reader.readline(), 10)).split()[1]
        writer.close()
        return "" if status == b"400" else status.decode()


@finding("embed-host", "the policy of an embedded page is what a foreign Host says")
async def poisoned_policy(folder: Path) -> str:
    """Ask for the page, which caches keep, by another name."""
    async with serving(folder) as target:
        answer = await Someone(target).ask("GET", "/embed/record", headers={"Host": "evil.example"})
        policy = answer.headers.get("content-security-policy", "")
        varies = "host" in answer.headers.get("vary", "").lower()
        public = "public" in answer.headers.get("cache-control", "")
        return policy if "evil.example" in policy and public and not varies else ""


@finding("repeated-id", "another message under a known id is acknowledged, and not carried out")
async def repeated_id(folder: Path) -> str:
    """Send a message, and another one under its id."""
    async with serving(folder) as target:
        ann = await Someone(target).come("Ann")
        table = await ann.table(level="beginner", preset="bga", begin=False)
        line = await ann.socket(table)
        await line.send({"type": "sit", "id": "one", "seat": 2})
        await line.receive("ack")
        await line.send({"type": "sit", "id": "one", "seat": 3})
        try:
            await line.receive("ack", given=10)
        except Refused as refused:
            return "" if refused.code == "id-used" else refused.code
        except TimeoutError:
            return "no answer"
        return "acknowledged"


@finding("paused-day", "the clock of a sealed deal is paused by who plays it")
async def paused(folder: Path) -> str:
    """Ask for a pause at a table of the day."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = (await mal.ask("POST", "/api/daily")).json()["table"]
        line = await mal.socket(table)
        return "" if await _is_refused(line, "pause", on=True) else "paused"


async def _is_refused(line: Line, kind: str, **fields: Any) -> bool:
    try:
        await line.ask(kind, **fields)
    except Refused:
        return True
    return False


@finding("over-table", "a table of an evening shows its names and code once its match is over")
async def over_table(folder: Path) -> str:
    """Play an evening of four, and look at its table as a stranger."""
    async with serving(folder) as target:
        people = [await Someone(target, address(at)).come(f"Player {at}") for at in range(4)]
        event = await evening(people[0], rounds=1)
        for one in people:
            await one.post(f"/api/tournaments/{event}/players")
        version = (await people[0].get(f"/api/tournaments/{event}"))["version"]
        await people[0].post(
            f"/api/tournaments/{event}/draw", version=version, phrase="four of a kind"
        )
        end = time.monotonic() + 30
        rows: list[Any] = []
        while not rows and time.monotonic() < end:
            await asyncio.sleep(0.2)
            rows = target.rows("SELECT table_id FROM tournament_tables")
        if not rows:
            return "no table was opened"
        lines = [await one.socket(rows[0][0]) for one in people]
        over = lambda view: view["phase"] == "match_over"  # noqa: E731
        await asyncio.gather(*(line.play(over) for line in lines))
        answer = await Someone(target).ask("GET", f"/api/tables/{rows[0][0]}")
        return "" if answer.status_code == 404 else answer.text[:60]
