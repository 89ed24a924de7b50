"""People who play at tables that several nodes serve: whose node does not answer goes to another.

Each keeps what they were shown of every version, so that it can be held against the log.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec
from changes import whole
from people import ACT, GIVE_UP_AFTER, Party, Person, Received, Tally
from wire import Http

PATIENCE: Final = 1.2
"""Seconds that an answer may take, or twice the slowest of late, until another node is tried."""
PATIENCE_MOST: Final = 4.5
"""However slow the answers of late, no longer than this; as in socket.ts."""
FADING: Final = 0.8
"""The factor by which the slowest answer shrinks for each quicker one; as in socket.ts."""
RETRY_MOST: Final = 1.0
ASK_AGAIN: Final = 0.3
"""Seconds after a refusal until a person acts again."""
LEFT_ALONE: Final = 5.0
"""Seconds in which no one returns to a node that did not answer, where there are others."""
SHOWS: Final = (b'{"type":"update"', b'{"type":"changed"')
"""Beginnings of messages that show a table."""
Message = dict[str, Any]


def digest_of(view: object) -> bytes:
    """Return a digest that two views share only if they are the same."""
    text = msgspec.json.encode(view, order="deterministic")
    return hashlib.blake2b(text, digest_size=8).digest()


class Witness:
    """The views of a table that one person was shown, on whichever node."""

    def __init__(self) -> None:
        self.views: dict[int, bytes] = {}
        """The digest of the view, by version."""
        self.faults: list[str] = []
        self._update: Message = {}
        self._version = 0

    def receive(self, message: Message) -> None:
        """Take note of an update, or a change."""
        if message["type"] == "changed":
            message = whole(self._update, message)
        since, version = message["since"], message["version"]
        if since is not None and since > self._version:
            self.faults.append(f"{version} follows {since}, but {self._version} was shown last")
        if version < self._version:
            self.faults.append(f"{version} was shown after {self._version}")
        self._update, self._version = message, version
        if message["view"] is not None:
            shown = digest_of(message["view"])
            if self.views.setdefault(version, shown) != shown:
                self.faults.append(f"there were two views of version {version}")


class RoamingParty(Party):
    """Four people at one table, spread over nodes at random."""

    people: list[Roamer]  # type: ignore[assignment]

    def __init__(self, ports: Sequence[int], tally: Tally, pace: float, chance: Random) -> None:
        super().__init__(chance.choice(ports), tally, pace, chance)
        self.ports = ports
        self.came = time.perf_counter()
        self.incoming: dict[int, float] = {}
        """When each version was first received by any person."""
        self.last_new = 0.0

    async def gather_somewhere(self, preset: str, clock: str) -> None:
        """Open a table on one of the nodes, seat four people, and begin as the host."""
        http = Http(self.port)
        await self.gather(http, preset, clock)
        await http.close()

    def newcomer(self, seat: int, cookie: str) -> Roamer:
        """Build the person for a seat, on any node."""
        return Roamer(self, seat, cookie)

    def saw(self, version: int, now: float, played: bool) -> None:
        """Note that a person received this version; `played`: whether it was a move."""
        if version > self.version:
            self.incoming[version] = self.last_new = now
            self.version, self.ready_at = version, now + self.pace * played


class Roamer(Person):
    """One of them."""

    retry_most = RETRY_MOST

    def __init__(self, party: RoamingParty, seat: int, cookie: str) -> None:
        super().__init__(party, seat, cookie)
        self.ports = party.ports
        self.witness = Witness()
        self.refused: list[str] = []
        """Moves that were refused."""
        self.slowest = 0.0
        """The seconds that the slowest recent answer took, or was waited for in vain."""
        self._moves = False
        self._left_at = dict.fromkeys(self.ports, float("-inf"))
        self._go_to(party.chance.choice(self.ports))

    def _go_to(self, port: int) -> None:
        self.port, self.host = port, f"127.0.0.1:{port}"

    # --- the line

    async def connect(self) -> None:
        """Open a socket to this one's node; OSError where no server listens."""
        self.last_received = self.asked_at = time.perf_counter()
        await super().connect()

    def move(self, port: int) -> None:
        """Leave for another node, though nothing is wrong with this one."""
        if self.transport is not None:
            self._go_to(port)
            self._moves = True
            self.transport.abort()

    def lost(self) -> None:
        """Try another node, where there is one."""
        if not self._moves:
            self._leave_alone()
        self._moves = False
        super().lost()

    def _leave_alone(self) -> None:
        """Go to a node that has not been left of late."""
        now = time.perf_counter()
        self._left_at[self.port] = now
        good = [port for port, left_at in self._left_at.items() if now - left_at > LEFT_ALONE]
        oldest = min(self.ports, key=self._left_at.__getitem__)
        self._go_to(self.party.chance.choice(good or [oldest]))

    def patience(self) -> float:
        """Return the seconds to wait for an answer: a node that is only slow is not left."""
        return min(PATIENCE_MOST, max(PATIENCE, 2 * self.slowest))

    def beat(self, now: float) -> None:
        """Ask whether a quiet line stands; where it does not, go to another node at once."""
        super().beat(now)
        if self.transport is not None and self.transport.is_closing():
            self.party.tally.errors["silent node"] += 1
            self._waited(now)
            self.tries = -1

    def _waited(self, now: float) -> None:
        """Note how long an answer was waited for."""
        if self.asked_at is not None:
            took = min(GIVE_UP_AFTER, now - self.asked_at)
            self.slowest = max(took, FADING * self.slowest)

    # --- hearing

    def incoming(self, payload: bytes) -> None:
        """Take note of what is shown."""
        self._waited(time.perf_counter())
        if payload.startswith(SHOWS):
            self.witness.receive(msgspec.json.decode(payload))
        super().incoming(payload)

    def _answered(self, message: Received, now: float) -> None:
        super()._answered(message, now)
        if message.type == "refused" and message.id is None and self.transport is not None:
            self.transport.abort()  # this node cannot let anybody in now

    def _settled(self, message: Received, now: float) -> None:
        assert self.unacked is not None
        message_id, _, sent, _ = self.unacked
        super()._settled(message, now)
        if message.type == "refused":
            if ACT in sent:
                self.refused.append(message_id)
            asyncio.get_running_loop().call_later(ASK_AGAIN, self._look_again)

    def _look_again(self) -> None:
        if self.transport is not None and self.version is not None:
            self._plan(time.perf_counter())
