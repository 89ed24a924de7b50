"""Load without people: parties of four scripted people, over real sockets.

They do what the browser does: ping, come back after a lost line (longer waits each time, each a
little different), send again what was not acknowledged, and add nonces of their own to the packs.
They play any legal card.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import Counter
from random import Random
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from wire import Http, Wire, WireError, new_person, new_table

from rebelote.rules.fairness import NONCE_BYTES, commitment

QUIET_AFTER: Final = 2.1
SEND_WITHIN: Final = 10.0
GIVE_UP_AFTER: Final = 9.0
RETRY_FIRST: Final = 0.4
RETRY_MOST: Final = 8.0
"""Seconds; as in web/src/net/socket.ts."""
BEAT_EVERY: Final = 0.25
"""Seconds from one look at a person's connection to the next."""
PROTOCOL: Final = 2
ACT: Final = b'"type":"act"'
PING: Final = b'{"type":"ping"}'
SEALED: Final = b'"pack_sealed"'
MADE: Final = b'"pack_made"'
SNAPSHOT: Final = b'"pack":{'
WAITS: Final = b'"nonces":null'
"""In a message about the pack: events, and how a snapshot says that it is awaited."""
CAREFUL: Final = 0.3
"""The share of chances to take at which a person passes."""
OVER: Final = frozenset({"deal_over", "match_over"})
"""Phases in which only agreement to what comes next is possible."""


class Legal(msgspec.Struct):
    """The legal actions, as far as we need them."""

    actions: list[str]
    cut_min: int = 0
    packets: list[msgspec.Raw] = []
    trumps: list[msgspec.Raw] = []
    cards: list[str] = []


class Seen(msgspec.Struct):
    """A view, as far as we need it; of a change what has changed."""

    phase: str | UnsetType = UNSET
    legal: Legal | UnsetType | None = UNSET
    settlement: dict[str, msgspec.Raw] | UnsetType | None = UNSET

    def after(self, before: Seen) -> Seen:
        """Return the whole view; unchanged parts are as they were before."""
        return Seen(
            before.phase if self.phase is UNSET else self.phase,
            before.legal if self.legal is UNSET else self.legal,
            before.settlement if self.settlement is UNSET else self.settlement,
        )


class Fields(msgspec.Struct, frozen=True):
    """The fields of an update that have changed, as far as we need them."""

    view: Seen | UnsetType | None = UNSET


class Received(msgspec.Struct):
    """A message of the server's, as far as we need it."""

    type: str
    id: str | None = None
    version: int = 0
    since: int | None = None
    code: str = ""
    view: Seen | None = None
    fields: Fields = Fields()

    def seen(self, before: Seen | None) -> Seen | None:
        """Return the view as it stands with this message."""
        if self.type == "update":
            return self.view
        if self.fields.view is not UNSET:
            return self.fields.view
        return before if before is None or self.view is None else self.view.after(before)


_decode = msgspec.json.Decoder(Received).decode


class Tally:
    """The measurements of all people together; times in seconds."""

    def __init__(self) -> None:
        self.acks = array("d")
        self.seen = array("d")
        self.back = array("d")
        self.moves = 0
        self.errors: Counter[str] = Counter()

    def clear(self) -> None:
        """Begin to measure again."""
        self.__init__()  # type: ignore[misc]


class Party:
    """Four people at one table. A step of the game every `pace` seconds."""

    def __init__(self, port: int, tally: Tally, pace: float, chance: Random) -> None:
        self.port, self.tally, self.pace, self.chance = port, tally, pace, chance
        self.table = ""
        self.version = -1
        self.ready_at = 0.0
        self.sent: tuple[int, float, Person] | None = None
        self.people: list[Person] = []
        self.acked: dict[str, int] = {}
        """Moves that were acknowledged: the version by the message's id."""
        self.settled = False
        """Whether a deal has been settled."""
        self.over = False

    async def gather(self, http: Http, preset: str, pace: str, players: int = 4) -> None:
        """Open a table, seat four people, and begin as the host."""
        cookies = [await new_person(http, f"Seat {seat}") for seat in range(players)]
        terms = {"pace": pace, "level": "beginner"}
        self.table = await new_table(http, cookies[0], preset=preset, terms=terms, begin=False)
        for seat, cookie in enumerate(cookies):
            person = self.newcomer(seat, cookie)
            self.people.append(person)
            await person.come()
            if seat:
                await person.ask({"type": "sit", "seat": seat})
            person.commit()
        await self.people[0].ask({"type": "begin"})

    def newcomer(self, seat: int, cookie: str) -> Person:
        """Build the person for a seat."""
        return Person(self, seat, cookie)

    def saw(self, version: int, now: float, played: bool) -> None:
        """Note that a person received this version; `played`: whether it was a move."""
        if version > self.version:
            self.version = version
            self.ready_at = max(self.ready_at + self.pace * played, now)

    def end(self) -> None:
        self.over = True
        for person in self.people:
            person.close()


class Person(Wire):
    """One of them."""

    retry_most: float = RETRY_MOST
    """Seconds between two attempts at a lost line, at most, give or take half of it."""

    def __init__(self, party: Party, seat: int, cookie: str) -> None:
        super().__init__(f"127.0.0.1:{party.port}", cookie)
        self.party, self.seat, self.port = party, seat, party.port
        self.version: int | None = None
        self.view: Seen | None = None
        self.waiting: dict[str, asyncio.Future[Received]] = {}
        self.requests: dict[str, bytes] = {}
        """The unanswered messages that `ask` has sent, by their ids."""
        self.unacked: tuple[str, int, bytes, float] | None = None
        self.doing = -1
        self.agreed = False
        """Whether one has agreed to the next deal or match."""
        self.tries = 0
        self.number = 0
        self.last_received = self.last_sent = 0.0
        self.asked_at: float | None = None
        """Since when nothing was received though an answer is pending."""
        self.lost_at: float | None = None
        self.nonces: dict[bytes, str] = {}
        """The nonces of this pack and the next, by their digests."""
        self.awaited = False
        """Whether a pack is sealed and not made yet."""

    # --- the line

    async def come(self) -> None:
        """Connect, and receive the state. TimeoutError, OSError, WireError where not."""
        joined = self.waiting["join"] = asyncio.get_running_loop().create_future()
        await self.connect()
        await asyncio.wait_for(joined, 20)

    async def connect(self) -> None:
        """Open the socket; OSError where no server listens."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)

    def opened(self) -> None:
        """Say where to, and again what was not acknowledged."""
        self.last_received = self.asked_at = time.perf_counter()
        table, since = self.party.table, self.version
        join = {"type": "join", "table": table, "since": since, "protocol": PROTOCOL}
        self.send(msgspec.json.encode(join))
        if self.nonces:
            self.commit()
        for request in self.requests.values():
            self.send(request)
        if self.unacked is not None:
            self.send(self.unacked[2])

    def lost(self) -> None:
        """Try again, as the browser does."""
        if self.party.over:
            return
        now = time.perf_counter()
        self.lost_at = now if self.lost_at is None else self.lost_at
        self.party.tally.errors["lost line"] += 1
        wait = min(self.retry_most, RETRY_FIRST * 2**self.tries) * (
            0.5 + self.party.chance.random()
        )
        self.tries += 1
        asyncio.get_running_loop().call_later(wait, self._retry)

    def _retry(self) -> None:
        if not self.party.over:
            trying = asyncio.ensure_future(self.connect())
            trying.add_done_callback(lambda done: self.lost() if done.exception() else None)

    def send(self, payload: bytes) -> None:
        """Send a text, and take note."""
        self.last_sent = time.perf_counter()
        super().send(payload)

    def beat(self, now: float) -> None:
        """Ask whether a quiet line stands; one on which no answer came for long is given up."""
        if self.transport is None:
            return
        if self.asked_at is None:
            if now - self.last_received > QUIET_AFTER or now - self.last_sent > SEND_WITHIN:
                self.asked_at = now
                self.send(PING)
        elif now - self.asked_at > self.patience():
            self.transport.abort()

    def patience(self) -> float:
        """Return the seconds to wait for an answer."""
        return GIVE_UP_AFTER

    # --- hearing

    def incoming(self, payload: bytes) -> None:
        """Take note, and act when it is time."""
        self.last_received = now = time.perf_counter()
        self.asked_at = None
        message = _decode(payload)
        if message.type in ("update", "changed"):
            self._receive_pack(payload)
            self._updated(message, now)
        elif message.type in ("ack", "refused"):
            self._answered(message, now)

    def _updated(self, message: Received, now: float) -> None:
        self._measure(message, now)
        self.tries = 0
        between = self._between_deals()
        self.version, self.view = message.version, message.seen(self.view)
        self.party.saw(message.version, now, not (between and self._between_deals()))
        self.agreed = self.agreed and self._between_deals()
        self.party.settled = self.party.settled or bool(self.view and self.view.settlement)
        if joined := self.waiting.pop("join", None):
            joined.set_result(message)
        self._plan(now)

    def _between_deals(self) -> bool:
        """Return whether a deal or match is over, and all that is possible is to go on."""
        return self.view is not None and self.view.phase in OVER

    def _plan(self, now: float) -> None:
        """Act on the newest view when it is time, if it asks for that and nothing was done yet."""
        assert self.version is not None
        if self.unacked is None and self.doing < self.version and self.command() is not None:
            self.doing = self.version
            asyncio.get_running_loop().call_later(max(0.0, self.party.ready_at - now), self.act)

    def _measure(self, message: Received, now: float) -> None:
        if self.lost_at is not None:
            self.party.tally.back.append(now - self.lost_at)
            self.lost_at = None
        sent = self.party.sent
        news = self.version is None or message.version > self.version
        if news and sent is not None and sent[2] is not self and message.version == sent[0] + 1:
            self.party.tally.seen.append(now - sent[1])

    def _answered(self, message: Received, now: float) -> None:
        if asked := self.waiting.pop(message.id or "", None):
            asked.set_result(message)
        elif self.unacked is not None and message.id == self.unacked[0]:
            self._settled(message, now)
        elif message.type == "refused":
            self.party.tally.errors[message.code] += 1

    def _settled(self, message: Received, now: float) -> None:
        """Record that the message sent is on disk, or will never be."""
        assert self.unacked is not None
        message_id, _, sent, at = self.unacked
        self.unacked = None
        if message.type == "ack":
            self.party.tally.acks.append(now - at)
            if ACT in sent:
                self.party.acked[message_id] = message.version
            else:
                self.agreed = self._between_deals()
            self._plan(now)
        else:
            self.party.tally.errors[message.code] += 1
            self.doing = -1

    # --- the pack

    def commit(self) -> None:
        """Commit to a nonce for the next pack; to the same one on a new line."""
        digest = list(self.nonces)[-1].decode() if self.nonces else self._promise()
        message = {"type": "commit", "id": self._new_id(), "digest": digest}
        self.send(msgspec.json.encode(message))

    def _promise(self) -> str:
        """Promise the digest of a new nonce; of the earlier ones, one is still good."""
        nonce = self.party.chance.randbytes(NONCE_BYTES)
        digest = commitment(nonce)
        kept = list(self.nonces.items())[-1:]
        self.nonces = dict([*kept, (digest.encode(), nonce.hex())])
        return digest

    def _receive_pack(self, payload: bytes) -> None:
        """Reveal the promised nonce, where a pack waits for it."""
        snapshot = SNAPSHOT in payload
        if MADE in payload or (snapshot and WAITS not in payload):
            self.awaited = False
        elif SEALED in payload:
            mine = [nonce for digest, nonce in self.nonces.items() if digest in payload]
            self.awaited = bool(mine)
            for nonce in mine:
                said = {"type": "reveal", "id": self._new_id(), "nonce": nonce}
                self.send(msgspec.json.encode({**said, "digest": self._promise()}))

    # --- doing

    async def ask(self, message: dict[str, object]) -> Received:
        """Send something that is answered; WireError where it is refused."""
        message_id = self._new_id()
        answer = self.waiting[message_id] = asyncio.get_running_loop().create_future()
        self.requests[message_id] = msgspec.json.encode({**message, "id": message_id})
        self.send(self.requests[message_id])
        try:
            received: Received = await asyncio.wait_for(answer, 20)
        finally:
            del self.requests[message_id]
        if received.type == "refused":
            raise WireError(f"{message['type']}: {received.code}")
        return received

    def _new_id(self) -> str:
        self.number += 1
        return f"{self.party.table}-{self.seat}-{self.number}"

    def act(self) -> None:
        """Do what is to be done in the newest view."""
        command = self.command()
        if command is None or self.unacked is not None or self.transport is None:
            self.doing = -1
            return
        assert self.version is not None
        now, message_id = time.perf_counter(), self._new_id()
        payload = b'{"id":"%s","expect":%d,%s}' % (message_id.encode(), self.version, command)
        self.unacked = message_id, self.version, payload, now
        self.asked_at = now if self.asked_at is None else self.asked_at
        if command.startswith(ACT):
            self.party.sent = self.version, now, self
            self.party.tally.moves += 1
        self.send(payload)

    def command(self) -> bytes | None:
        """Return the command that the newest view calls for, if any."""
        view = self.view
        if view is None or self.awaited or self.agreed:
            return None
        if view.phase == "match_over":
            return b'"type":"rematch"'
        if view.phase == "deal_over" and view.settlement is not None:
            return b'"type":"ready"'
        if not isinstance(view.legal, Legal):
            return None
        return b'"type":"act","action":' + any_action(view.legal, self.party.chance)


def any_action(legal: Legal, chance: Random) -> bytes:
    """Choose one of the legal actions, as JSON."""
    if "cut" in legal.actions:
        return b'{"do":"cut","depth":%d}' % legal.cut_min
    if "packets" in legal.actions:
        return b'{"do":"packets","packets":%s}' % bytes(legal.packets[0])
    if "take" in legal.actions and chance.random() > CAREFUL:
        return b'{"do":"take","contract":%s}' % bytes(chance.choice(legal.trumps))
    if "pass" in legal.actions:
        return b'{"do":"pass"}'
    return b'{"do":"play","card":"%s"}' % chance.choice(legal.cards).encode()


async def ping_all(people: list[Person]) -> None:
    """Ping on all lines, one after the other, until cancelled."""
    began, turn = time.perf_counter(), 0
    while people:
        await asyncio.sleep(0.02)
        now = time.perf_counter()
        while turn < (now - began) / BEAT_EVERY * len(people):
            people[turn % len(people)].beat(now)
            turn += 1
