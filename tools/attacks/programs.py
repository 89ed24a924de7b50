"""Attacks by programs: what tokens and bot accounts could do beyond what they are for."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from attacks.once import finding
from attacks.target import Line, Refused, Someone, address, serving


async def made(owner: Someone, *scopes: str, bot: str = "") -> dict[str, Any]:
    """A token that an account makes, for itself or for a bot."""
    token: dict[str, Any] = await owner.post(
        "/api/me/tokens", name="mal", scopes=list(scopes), bot=bot
    )
    return token


async def robot(owner: Someone) -> dict[str, Any]:
    """A token by which a bot account plays."""
    person = (await owner.post("/api/me/bots", name="Robo Mal"))["person"]
    return await made(owner, "play", "matches", bot=person)


def bearing(secret: str) -> dict[str, str]:
    """The header by which a program sends its token."""
    return {"authorization": f"Bearer {secret}"}


async def line_of(mal: Someone, secret: str) -> Line:
    """A socket that a token opens."""
    url = f"ws://127.0.0.1:{mal.target.port}/ws"
    line = Line(await connect(url, local_addr=(mal.where, 0), additional_headers=bearing(secret)))
    mal.lines.append(line)
    return line


@finding("T1", "a token does what it does not say")
async def beyond_its_scope(folder: Path) -> str:
    """Ask everything that the server describes, by the token of an account and by that of a bot."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        mal = Someone(target, address(1))
        document = await ann.get("/api/schema/openapi.json")
        for token in (await made(ann, "matches"), await robot(ann)):
            for path, operations in document["paths"].items():
                for verb, operation in operations.items():
                    if {"token": []} in operation["security"] or {} in operation["security"]:
                        continue
                    where = re.sub(r"{\w+}", "1", path)
                    body: Any = None if verb == "get" else {}
                    answer = await mal.ask(
                        verb.upper(), where, body, headers=bearing(token["secret"])
                    )
                    if answer.status_code not in (400, 403, 429):
                        return f"{verb} {path} is answered with {answer.status_code}"
        if len(await ann.get("/api/me/tokens")) != 2:
            return "a token has made or revoked another"
        return ""


@finding("T2", "a revoked token goes on")
async def revoked(folder: Path) -> str:
    """Keep a socket open whose token is revoked, and ask by it over HTTP."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        token = await robot(ann)
        mal = Someone(target, address(1))
        line = await line_of(mal, token["secret"])
        await ann.ask("DELETE", f"/api/me/tokens/{token['token']['id']}")
        answer = await mal.ask("GET", "/api/me", headers=bearing(token["secret"]))
        if answer.status_code != 401:
            return f"it is answered with {answer.status_code}"
        try:
            async with asyncio.timeout(15):
                await line.hear("update")
        except (Refused, ConnectionClosed):
            return ""
        except TimeoutError:
            return "its socket stays open"
        return "its socket is sent updates"


@finding("T3", "a bot sits at tables of strangers")
async def at_tables_of_strangers(folder: Path) -> str:
    """Take a seat at an open table, and look for a match."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        host = await Someone(target, address(1)).come("Host")
        table = await host.table(preset="french")
        await host.socket(table)
        line = await line_of(Someone(target, address(2)), (await robot(ann))["secret"])
        await line.send({"type": "join", "table": table, "protocol": 2})
        await line.send({"type": "sit", "id": "1", "seat": 2})
        if (await line.hear("ack", "refused"))["type"] == "ack":
            return "it sits there"
        return ""
