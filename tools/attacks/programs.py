"""Attacks by programs: what tokens and bot accounts could do beyond what they are for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from attacks.once import finding
from attacks.target import Line, Message, Refused, Someone, address, serving
from rebelote.server.base.runtime.rate_limits import BY_PERSON

CARD: Final = re.compile(r"\b[789TJQKA][SHDC]\b")
OPEN: Final = ("trick", "last_trick", "tricks", "turned", "melds", "belote_cards", "contest")
"""Fields of a view whose cards lie open."""
BOT_NAMES: Final = ("Ed", "Flo", "Gus", "Ida", "Jon")
EACH: Final = 150
"""Requests, or messages, of each token of a flood."""
EXPORTS: Final = (
    "/api/me/matches",
    "/api/me/matches.ndjson",
    "/api/me/matches.txt",
    "/api/matches/{}",
    "/api/matches/{}/record",
    "/api/matches/{}/record?format=json",
    "/api/tables/{}",
    "/api/tables/{}/record",
    "/api/matches/{}/deals/1/review",
    "/api/matches/{}/deals/1/actions/1/opinion",
    "/api/tables/{}/deals/1/review",
    "/api/tables/{}/deals/1/actions/1/opinion",
    "/api/shared-replays/{}",
    "/api/oembed?url=%2Fm%2F{}",
    "/m/{}",
)
"""Where matches, tables, records and reviews are read, by the id of a table."""
ASKED_BY: Final = {
    "matches": ("/api/me/matches", "/api/me/matches.ndjson", "/api/me/matches.txt"),
    "play": ("/api/me/invitations",),
}
"""Requests that only a token with this scope may make."""


async def made(owner: Someone, *scopes: str, bot: str = "") -> dict[str, Any]:
    """Create a token of an account, for itself or for a bot."""
    token: dict[str, Any] = await owner.post(
        "/api/me/tokens", name="mal", scopes=list(scopes), bot=bot
    )
    return token


async def robot(owner: Someone, name: str = "Robo Mal", *scopes: str) -> dict[str, Any]:
    """Create a token by which a bot account plays, and reads its matches."""
    person = (await owner.post("/api/me/bots", name=name))["person"]
    return await made(owner, *(scopes or ("play", "matches")), bot=person)


def bearing(secret: str) -> dict[str, str]:
    """Return the header by which a program sends its token."""
    return {"authorization": f"Bearer {secret}"}


async def line_of(mal: Someone, secret: str) -> Line:
    """Open a socket with a token."""
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
                    if answer.status_code != 403 or answer.json()["code"] != "token-scope":
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
                await line.receive("update")
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
        if (await line.receive("ack", "refused"))["type"] == "ack":
            return "it sits there"
        return ""


@finding("T4", "an expired token goes on")
async def expired(folder: Path) -> str:
    """Keep a socket open whose token expires, and ask by it over HTTP."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        mal, token = Someone(target, address(1)), await robot(ann)
        line = await line_of(mal, token["secret"])
        with contextlib.closing(sqlite3.connect(target.database, timeout=10)) as file, file:
            file.execute("UPDATE tokens SET expires = 1 WHERE id = ?", (token["token"]["id"],))
        answer = await mal.ask("GET", "/api/me", headers=bearing(token["secret"]))
        if answer.status_code != 401:
            return f"it is answered with {answer.status_code}"
        await line.drain(10)
        return "its socket stays open" if await line.is_open() else ""


@finding("T5", "many tokens and bots of one account are given more than one", quick=False)
async def flooding(folder: Path) -> str:
    """Ask and send by all of them, each from an address of its own."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        secrets = [(await robot(ann, f"Robo {name}"))["secret"] for name in BOT_NAMES]
        many = [Someone(target, address(1 + number)) for number in range(len(secrets))]
        began = time.monotonic()
        answered = await asyncio.gather(*map(asked, many, secrets))
        most = BY_PERSON["requests"]
        allowed = most.most + (time.monotonic() - began) / most.seconds + len(secrets)
        if sum(answered) > allowed:
            return f"{sum(answered)} requests are answered, not {allowed:.0f}"
        lines = await asyncio.gather(*map(line_of, many, secrets))
        began = time.monotonic()
        taken = await asyncio.gather(*map(pinged, lines))
        most = BY_PERSON["bots"]
        allowed = most.most + (time.monotonic() - began) / most.seconds + len(secrets)
        return f"{sum(taken)} messages are taken, not {allowed:.0f}" if sum(taken) > allowed else ""


async def asked(who: Someone, secret: str) -> int:
    """Count the answers to many requests by a token."""
    answers = [await who.ask("GET", "/api/me", headers=bearing(secret)) for _ in range(EACH)]
    return sum(one.status_code == 200 for one in answers)


async def pinged(line: Line) -> int:
    """Count the pongs to many pings."""
    for _ in range(EACH):
        await line.send({"type": "ping"})
    return sum([(await line.next())["type"] == "pong" for _ in range(EACH)])


@finding("T8", "a token of one scope is taken for another, or made where none may be made")
async def other_scopes(folder: Path) -> str:
    """Read and play by tokens of either scope, and make tokens that are not allowed."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        mal = await Someone(target, address(1)).sign_up("Mal Owner")
        reads, plays = await made(mal, "matches"), await robot(mal, "Robo Mal", "play")
        for scope, token in (("matches", plays), ("play", reads)):
            for path in ASKED_BY[scope]:
                answer = await mal.ask("GET", path, headers=bearing(token["secret"]))
                if answer.status_code != 403:
                    return f"{path} is answered without {scope}"
        answer = await mal.ask("POST", "/api/tables", {}, headers=bearing(reads["secret"]))
        if answer.status_code != 403:
            return "a table is opened without play"
        for form in (
            {"scopes": ["play"], "bot": ""},
            {"scopes": [], "bot": ""},
            {"scopes": ["matches", "admin"], "bot": ""},
            {
                "scopes": ["play"],
                "bot": (await ann.post("/api/me/bots", name="Robo Ann"))["person"],
            },
        ):
            answer = await mal.ask("POST", "/api/me/tokens", {"name": "mal", **form})
            if answer.is_success:
                return f"a token is made of {form}"
        return await by_other_doors(mal, reads["secret"], plays["secret"])


async def by_other_doors(mal: Someone, reads: str, plays: str) -> str:
    """Open a socket without the scope for it, and send a token where none is read."""
    try:
        line = await line_of(mal, reads)
        await line.send({"type": "ping"})
        await line.receive("pong")
        return "a socket is opened without play"
    except (InvalidStatus, Refused, ConnectionClosed):
        pass
    async with httpx.AsyncClient() as stranger:
        url = f"http://127.0.0.1:{mal.target.port}/api/me/matches"
        for headers in ({"cookie": f"rebelote={plays}"}, {"x-api-key": reads}):
            if (await stranger.get(f"{url}?token={reads}", headers=headers)).is_success:
                return "a token is read from the address, a cookie or another header"
    return ""


# --- cards ----------------------------------------------------------------------------------------


@finding("T6", "a bot is sent a card that its seat does not know", quick=False)
async def hidden_cards(folder: Path) -> str:
    """Play a match, read every byte of the socket, and ask for all that is exported meanwhile."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        mal, secret = Someone(target, address(1)), (await robot(ann))["secret"]
        form = {"preset": "bga", "level": "beginner", "options": {"end_deals": 1}}
        answer = await mal.ask("POST", "/api/tables", form, headers=bearing(secret))
        table, line = answer.json()["table"], await line_of(mal, secret)
        await line.send({"type": "join", "table": table})
        await line.receive("update")

        def half_played(view: dict[str, Any]) -> bool:
            return len(view["tricks_won"]) > 0 and sum(view["hand_sizes"]) < 17

        await line.play(half_played)
        for path in EXPORTS:
            answer = await mal.ask("GET", path.format(table), headers=bearing(secret))
            if CARD.search(answer.text):
                return f"{path} names cards of a deal that is being played"
        nowhere, page = [(await mal.ask("GET", f"/embed/{m}")).content for m in ("abc", table)]
        if nowhere != page:
            return "the page to be embedded is another one for each match"
        await line.play(lambda view: view["phase"] == "match_over")
        answer = await mal.ask("GET", f"/api/matches/{table}", headers=bearing(secret))
        return hidden_cards_in(line.incoming, answer.json()["deals"][0]["steps"])


def hidden_cards_in(received: Iterable[Message], steps: Iterable[Message]) -> str:
    """Name the cards that the first seat was sent before the deal was over without knowing them."""
    own = {card for step in steps for card in (step["hands"] or [[]])[0]}
    seen = 0
    for message in received:
        view = message.get("view")
        if view is not None and view["phase"] in ("deal_over", "match_over"):
            break
        named = set(CARD.findall(json.dumps(message)))
        lies_open = json.dumps([view[name] for name in OPEN] if view else [])
        seen += len(named)
        if hidden := named - own - set(CARD.findall(lies_open)):
            return f"a {message['type']} names {', '.join(sorted(hidden))}"
    return "" if seen else "nothing was read"


@finding("T7", "a private match is read by the tokens of others, or by one for other things")
async def matches_of_others(folder: Path) -> str:
    """Ask for it by each kind of token, and from the page that other sites embed."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Owner")
        form = {"preset": "bga", "level": "beginner", "options": {"end_deals": 1}}
        table = await ann.table(**form, terms={"watch": "none"})
        line = await ann.socket(table)
        await line.play(lambda view: view["phase"] == "match_over")
        if not CARD.search((await ann.ask("GET", f"/api/matches/{table}/record")).text):
            return "its player cannot read it"
        mal = await Someone(target, address(1)).sign_up("Mal Reader")
        tokens = [
            await made(mal, "matches"),
            await robot(mal),
            await robot(ann, "Robo Ann"),
            await robot(ann, "Robo Bea", "play"),
        ]
        for headers in [{}, *(bearing(token["secret"]) for token in tokens)]:
            who = Someone(target, address(2))
            for path in EXPORTS:
                answer = await who.ask("GET", path.format(table), headers=headers)
                if table in answer.text and answer.status_code == 200 and "tables" not in path:
                    return f"{path} names it"
                if CARD.search(answer.text):
                    return f"{path} names its cards"
        return ""
