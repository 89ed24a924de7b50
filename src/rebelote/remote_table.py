"""A table of a server, at which an agent plays by the token of a bot account.

`rebelote join` is its command; `docs/bots-api.md` describes the messages.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from rebelote.bots import Bot
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.view import View

PROTOCOL: Final = 2


class RemoteTableError(RuntimeError):
    """What a server refuses, in its sentence, or that it does not answer."""


def open_table(server: str, token: str, terms: Mapping[str, object]) -> str:
    """The id of a new table on these terms (`POST /api/tables`). RemoteTableError."""
    headers = {**_by(token), "content-type": "application/json"}
    body = json.dumps(terms).encode()
    try:
        with urllib.request.urlopen(
            urllib.request.Request(f"{server}/api/tables", body, headers)
        ) as answer:
            return str(json.load(answer)["table"])
    except urllib.error.HTTPError as error:
        raise RemoteTableError(json.load(error)["message"]) from None
    except urllib.error.URLError as error:
        raise RemoteTableError(f"{server} does not answer: {error.reason}") from None


def play(
    server: str, token: str, table: str, agent: Bot, seat: int | None = None
) -> tuple[int, ...]:
    """Play until the match is over; the scores by side.

    Args:
        server: Its address, `https://rebelote.example`.
        token: A secret with the scope `play`.
        table: The id of the table.
        agent: Chooses for each view in which it is to act.
        seat: The seat to take; None where the account has one.

    Raises:
        RemoteTableError: where the server refuses, or the connection ends.
    """
    address = server.replace("http", "ws", 1) + "/ws"
    try:
        with connect(address, additional_headers=_by(token), max_size=None) as socket:
            return _played(socket, table, agent, seat)
    except ConnectionClosed as error:
        raise RemoteTableError(f"the server has closed the connection: {error}") from None
    except (OSError, WebSocketException) as error:
        raise RemoteTableError(f"{server} cannot be played at: {error}") from None


def _by(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def _played(socket: ClientConnection, table: str, agent: Bot, seat: int | None) -> tuple[int, ...]:
    numbers = map(str, count())
    _send(socket, type="join", table=table, protocol=PROTOCOL)
    if seat is not None:
        _send(socket, type="sit", id=next(numbers), seat=seat)
    answered = -1
    for version, view in _views(socket):
        if view is None or version == answered:
            continue
        stamp = {"id": next(numbers), "expect": version}
        if view.phase == "match_over":
            return view.scores
        if view.legal is not None and view.to_act == view.seat:
            _send(socket, type="act", **stamp, action=agent.choose(view))
        elif view.phase == "deal_over":
            _send(socket, type="ready", **stamp)
        else:
            continue
        answered = version
    raise AssertionError  # the views end with an exception


def _send(socket: ClientConnection, **message: object) -> None:
    socket.send(msgspec.json.encode(message, enc_hook=encode_hook).decode())


def _views(socket: ClientConnection) -> Iterator[tuple[int, View | None]]:
    """What the seat sees after each update, with the version of the table; None without a deal.

    RemoteTableError for what is refused.
    """
    version, seen = 0, dict[str, object]()
    while True:
        message = json.loads(socket.recv())
        match message["type"]:
            case "update":
                version, seen = message["version"], message["view"] or {}
            case "changed":  # what differs from the update before
                whole = message.get("fields", {}).get("view", seen)
                version, seen = message["version"], {**(whole or {}), **message.get("view", {})}
            case "refused" if message["code"] != "stale":
                raise RemoteTableError(message["message"])
            case _:  # what is stale is answered again, once the table is as it is now
                continue
        yield version, msgspec.convert(seen, View, dec_hook=decode_hook) if seen else None
