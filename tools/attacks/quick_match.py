"""Attacks on the quick match: people who look for a table, and are not there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from attacks.once import finding
from attacks.target import Line, Someone, address, serving


async def seeking(person: Someone) -> Line:
    """Open a socket on which a person looks for a table."""
    line = await person.socket()
    await line.send({"type": "seek", "id": person.id, "preset": "french", "pace": "fast"})
    await line.receive("seeking")
    return line


@finding("Q1", "a search that is cancelled as its table is found is played and rated all the same")
async def cancelled_search(folder: Path) -> str:
    """Four look for a table; one cancels while it is being made, and never joins."""
    async with serving(folder) as target:
        people = [await Someone(target, address(n)).sign_up(f"Person {n}") for n in range(4)]
        lines = [await seeking(person) for person in people]
        table = (await lines[0].receive("matched"))["table"]
        works = []
        try:
            await lines[3].ask("unseek")
        except TimeoutError:
            works.append("cancelling is not answered")
        others = [await person.socket(table) for person in people[:3]]
        await asyncio.gather(*(line.drain(0.5) for line in others))
        seats = {it["person"]: it for it in others[0].update["players"]}
        if others[0].update["rated"]:
            works.append("the match counts")
        if not seats[people[3].id]["stand_in"]:
            works.append("no bot plays for who has cancelled")
        return ", ".join(works)
