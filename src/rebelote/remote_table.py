"""A table of a server, at which an agent plays by the token of a bot account.

`rebelote join` is its command; `docs/bots-api.md` describes the messages.
"""

from __future__ import annotations

import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from rebelote import agents
from rebelote.bots import Bot
from rebelote.rules.actions import Action
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.view import View

PROTOCOL: Final = 2
FIRST_WAIT: Final = 0.5
"""Seconds before the second connection; each further wait is twice as long."""
LONGEST_WAIT: Final = 30.0
PATIENCE: Final = 3600.0
"""Seconds without an update after which a table is given up."""
PASSING: Final = ("server-busy", "too-many", "too-many-sockets", "network-full", "closing")
"""Refusals after which the same message is sent again later."""
FINAL_STATUS: Final = (400, 401, 403, 404)
"""Statuses of a refused connection: a token that does not hold, or another kind of server."""

OnLost = Callable[[str, float], object]
"""Gets why a connection was lost, and in how many seconds the next is made."""


class RemoteTableError(RuntimeError):
    """A server's refusal in its sentence, a fault of the agent, or a server that is gone."""


def open_table(server: str, token: str, terms: Mapping[str, object]) -> str:
    """Return the id of a new table on these terms (`POST /api/tables`). RemoteTableError."""
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
    server: str,
    token: str,
    table: str,
    agent: Bot,
    seat: int | None = None,
    *,
    once: bool = False,
    on_lost: OnLost | None = None,
) -> tuple[int, ...]:
    """Play until the match is over, and return the scores by side.

    After a broken connection or a restart of the server it connects again, with growing waits, and
    goes on from the version that it knows.

    Args:
        server: Its address, `https://rebelote.example`.
        token: A secret with the scope `play`.
        table: The id of the table.
        agent: Chooses for each view in which it is to act.
        seat: The seat to take; None where the account has one.
        once: Whether to end with the first connection.
        on_lost: Gets why a connection was lost, and the seconds until the next.

    Raises:
        RemoteTableError: where the server refuses, the agent fails, or the server is gone.
    """
    place = _Place(table, agent, seat)
    waits = _Waits()
    while True:
        try:
            return place.play(f"{server.replace('http', 'ws', 1)}/ws", token, waits)
        except (OSError, WebSocketException) as error:
            why = _reason(server, error)
            if once or place.version is None or _is_final(error) or waits.is_too_long():
                raise RemoteTableError(why) from None
        wait = waits.next()
        if on_lost is not None:
            on_lost(why, wait)
        time.sleep(wait)


def _by(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def _reason(server: str, error: Exception) -> str:
    if isinstance(error, ConnectionClosed):
        return f"the server has closed the connection: {error}"
    return f"{server} cannot be played at: {error}"


def _is_final(error: Exception) -> bool:
    """Return whether another connection would be refused, too."""
    return isinstance(error, InvalidStatus) and error.response.status_code in FINAL_STATUS


class _Waits:
    """The waits between two connections; they grow until an update comes."""

    def __init__(self) -> None:
        self.tries = 0
        self.since = time.monotonic()

    def reset(self) -> None:
        """Begin again: the table has answered."""
        self.tries, self.since = 0, time.monotonic()

    def next(self) -> float:
        """Return the seconds to wait; two clients of one server do not wait equally long."""
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0**self.tries)
        self.tries += 1
        return wait * random.uniform(0.5, 1)

    def is_too_long(self) -> bool:
        """Return whether the last update was too long ago."""
        return time.monotonic() - self.since > PATIENCE


class _Stamped(msgspec.Struct, tag_field="type"):
    """A message about the game: its id, and the version acted upon."""

    id: str
    expect: int


class _Act(_Stamped, tag="act"):
    action: Action


class _Ready(_Stamped, tag="ready"):
    pass


class _Answer(msgspec.Struct, kw_only=True):
    """A message of the server, of any type."""

    type: str
    id: str | None = None
    version: int = 0
    code: str = ""
    message: str = ""
    rule: str = ""
    you: int | None = None
    view: dict[str, object] | None = None
    fields: dict[str, object] = {}


class _Place:
    """The place of an account at a table, over as many connections as it takes."""

    def __init__(self, table: str, agent: Bot, seat: int | None) -> None:
        self.table, self.agent, self.seat = table, agent, seat
        self.version: int | None = None
        """The version of the last update; None before the first."""
        self.view: dict[str, object] = {}
        self.last: _Act | _Ready | None = None
        """The last message about the game."""

    def play(self, address: str, token: str, waits: _Waits) -> tuple[int, ...]:
        """Play over one connection until the match is over."""
        with connect(address, additional_headers=_by(token), max_size=None) as socket:
            visit = _Visit(self, socket, waits)
            visit.join()
            while True:
                scores = visit.take(msgspec.json.decode(socket.recv(), type=_Answer))
                if scores is not None:
                    return scores

    def seen(self) -> View | None:
        """Return the view; None without a deal."""
        return msgspec.convert(self.view, View, dec_hook=decode_hook) if self.view else None

    def fault(self, sentence: str) -> RemoteTableError:
        """Return the error of an agent, with its deal and seat."""
        view = self.seen()
        where = "" if view is None else f"deal {view.deal_number}, seat {view.seat}: "
        return RemoteTableError(where + sentence)


class _Visit:
    """One connection to a table."""

    def __init__(self, place: _Place, socket: ClientConnection, waits: _Waits) -> None:
        self.place, self.socket, self.waits = place, socket, waits
        prefix = secrets.token_hex(8)  # an id is unique for the account and the table, for good
        self.ids = (f"{prefix}-{number}" for number in count())
        self.is_new = True
        self.sent: _Act | _Ready | None = None
        """The last message about the game over this connection."""

    def join(self) -> None:
        """Join the table, from the version that is known."""
        place = self.place
        since = {} if place.version is None else {"since": place.version}
        self._send({"type": "join", "table": place.table, "protocol": PROTOCOL, **since})

    def take(self, message: _Answer) -> tuple[int, ...] | None:
        """Take a message, and answer it; return the scores once the match is over."""
        match message.type:
            case "update" | "changed":
                self._look(message)
                return self._answer()
            case "ack":
                self._check(message)
            case "refused":
                self._refused(message)
        return None

    def _send(self, message: object) -> None:
        self.socket.send(msgspec.json.encode(message, enc_hook=encode_hook).decode())

    def _look(self, message: _Answer) -> None:
        place = self.place
        if message.type == "update":
            place.view = message.view or {}
            if self.is_new:
                self._sit(message.you)
        else:  # what differs from the update before
            whole = message.fields.get("view", place.view)
            place.view = {**(whole if isinstance(whole, dict) else {}), **(message.view or {})}
        if message.version != place.version or self.is_new:
            self.waits.reset()
        place.version, self.is_new = message.version, False

    def _sit(self, seat: int | None) -> None:
        """Take the seat that was asked for, unless the account sits there already."""
        if self.place.seat is not None and self.place.seat != seat:
            self._send({"type": "sit", "id": next(self.ids), "seat": self.place.seat})

    def _answer(self) -> tuple[int, ...] | None:
        place, view = self.place, self.place.seen()
        if view is None:
            return None
        if view.phase == "match_over":
            return view.scores
        if place.last is None or place.last.expect != place.version:
            place.last = self._message(view)
        if place.last is not None and place.last is not self.sent:
            self._send(place.last)
            self.sent = place.last
        return None

    def _message(self, view: View) -> _Act | _Ready | None:
        """Return what is to be sent at this view; None where others are to act."""
        place = self.place
        stamp = next(self.ids), place.version or 0
        if view.legal is not None and view.to_act == view.seat:
            try:
                return _Act(*stamp, agents.decide(place.agent, view))
            except agents.AgentError as error:
                raise place.fault(str(error)) from None
        waits = view.phase == "deal_over" and view.settlement is not None  # else it goes on itself
        return _Ready(*stamp) if waits else None

    def _check(self, ack: _Answer) -> None:
        """Check that an action was carried out at a later version than the one acted upon."""
        last = self.place.last
        if isinstance(last, _Act) and ack.id == last.id and ack.version <= last.expect:
            raise RemoteTableError(
                f"the server takes message {ack.id} for an earlier one, of version "
                f"{ack.version}: the action was not carried out"
            )

    def _refused(self, refusal: _Answer) -> None:
        """Send the last message again later where the refusal passes. RemoteTableError."""
        if refusal.code == "stale":  # it is answered again, once the table is as it is now
            return
        last = self.place.last if self.place.last and refusal.id == self.place.last.id else None
        concerns = last is not None or refusal.id is None
        if refusal.code in PASSING and concerns and not self.waits.is_too_long():
            time.sleep(self.waits.next())
            if last is not None:
                self._send(last)
        elif isinstance(last, _Act):
            why = f"{refusal.message} ({refusal.code}; {refusal.rule})"
            raise self.place.fault(agents.refused(self.place.agent, last.action, why))
        else:
            raise RemoteTableError(refusal.message)
