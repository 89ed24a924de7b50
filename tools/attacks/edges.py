"""Attacks at the edges of HTTP: odd keys, media types and addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attacks.once import finding
from attacks.target import Refused, Someone, address, serving

CLEANING: Final = 75.0
"""Seconds in which the server has looked once for garbage and returned what is free."""


@finding("S14", "a key of the options is taken for a parameter of the server's own")
async def options_named_as_parameters(folder: Path) -> str:
    """Open tables with options called as parameters are."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        works = []
        for name in ("preset", "self", "cls", "options"):
            form = {"level": "beginner", "options": {name: "french"}}
            if (await mal.ask("POST", "/api/tables", form)).status_code >= 500:
                works.append(f"{name} is a fault")
        return ", ".join(works)


@finding("S17", "a form or plain text is taken for JSON, which another site sends without asking")
async def forms_as_json(folder: Path) -> str:
    """Rename oneself by bodies of other kinds."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        body = json.dumps({"name": "Eve"}).encode()
        works = []
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            sent = {"content": body, "headers": {"content-type": kind}}
            if (await mal.ask("POST", "/api/me", **sent)).status_code < 400:
                works.append(kind or "no kind at all")
        return ", ".join(works)


@contextlib.contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment while a server is started with it."""
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]


@finding("S26", "figures are read through a proxy on this machine that adds no header")
async def figures_through_a_proxy(folder: Path) -> str:
    """Ask as such a proxy does: from this machine, under its own name."""
    with environment("REBELOTE_METRICS_TOKEN", "a secret of the operator"):
        async with serving(folder) as target:
            mal = Someone(target)
            works = [] if (await mal.ask("GET", "/metrics")).status_code == 403 else ["/metrics"]
            received = (await mal.ask("GET", "/health")).json()
            works += ["/health"] if "version" in received else []
            return ", ".join(works)


@finding("S24", "a flood of logins leaves the server with the memory of its hashes", quick=False)
async def memory_of_logins(folder: Path) -> str:
    """Eight people at eight addresses log in again and again."""
    async with serving(folder) as target:
        people = [Someone(target, address(number)) for number in range(8)]
        await asyncio.gather(*(one.come() for one in people))
        before = target.memory

        async def guess(one: Someone) -> None:
            for number in range(8):
                with contextlib.suppress(Refused):
                    name = f"Absent {chr(65 + number)}"
                    await one.post("/api/login", name=name, password="a wrong passphrase")

        await asyncio.gather(*map(guess, people))
        after = target.memory
        return "" if after <= before * 1.1 else f"memory {before:.0f} -> {after:.0f} MB"


@finding("S23", "each crowd of sockets leaves the server larger than the one before", quick=False)
async def memory_of_sockets(folder: Path) -> str:
    """Open 600 sockets and close them, three times: the next uses what the one before left."""
    async with serving(folder) as target:
        people = [Someone(target, address(number)) for number in range(60)]
        await asyncio.gather(*(one.come() for one in people))
        seen = []
        for _ in range(3):
            for one in people:
                for _ in range(10):
                    with contextlib.suppress(Refused):
                        await one.socket()
            lines = [line for one in people for line in one.lines]
            await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)
            for one in people:
                one.lines.clear()
            await asyncio.sleep(1)
            seen.append(target.memory)
        first, most = seen[0], 1.1 * seen[0]
        last = await target.memory_within(most, CLEANING)
        return "" if last <= most else f"memory {first:.0f} -> {last:.0f} MB"
