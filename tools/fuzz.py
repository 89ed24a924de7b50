"""Fuzzing of the server with messages and requests: `make fuzz`.

    PYTHONPATH=perf:tests/support .venv/bin/python tools/fuzz.py --inputs 1000000

A real server on loopback is sent raw frames, messages that are nearly right (made from the types of
`messages` and then spoilt), legal moves between them, and HTTP requests made from its own
description of itself. After each round the answers are held against the table's log: a card that is
named there and was hidden is a leak. The last line is JSON; the exit code is 1 where a promise is
broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import sys
import tempfile
from collections import Counter
from random import Random
from typing import Any, Final, get_args

import msgspec
from chaos import Server
from listening import known_to
from msgspec import inspect
from people import Legal, Seen, any_action
from wire import Http, Wire, new_person, new_table, person_id

from rebelote.rules.actions import VALUE_PATTERN
from rebelote.rules.cards import CARDS, Card, CardSet
from rebelote.rules.fairness import NONCE_BYTES, commitment
from rebelote.server.base.protocol import messages
from rebelote.server.table.model import event_log
from rebelote.server.table.model.table import Table

AT_ONCE: Final = 8
"""Tables that are sent garbage at the same time."""
ROUND: Final = 80
"""Inputs on one socket."""
ODD: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 4, 255, 1 << 31, 1 << 63, 1 << 200, -0.5, 1e308, "", "\0", "💥" * 50,
    "a" * 5000, "ZZ", [], {}, [[]], {"do": "play", "card": "JH"}, [0] * 500, "../../etc/passwd",
    "<script>", "' OR 1=1 --",
)  # fmt: skip
"""Values of wrong kinds."""
DEEP: Final = 900
UNHURRIED: Final = (
    "--limit",
    "person.messages=1000000/0.000001",
    "--limit",
    "person.chat=1e6/1e-6",
)
"""Options of the server: whatever is sent is to be read, and not refused unread."""
CARD: Final = re.compile(rb'"([789TJQKA][SHDC])"')
FIELDS: Final = (
    "name", "password", "preset", "options", "terms", "begin", "level", "kind", "old",
    "new", "table", "person", "reason", "text", "real_life",
)  # fmt: skip
"""The fields of forms that are sent over HTTP."""
Figures = dict[str, Any]


# --- what is sent ---------------------------------------------------------------------------------


class Maker:
    """Makes inputs from one seed."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.kinds = [inspect.type_info(kind) for kind in get_args(messages.FromClient)]

    def message(self) -> bytes:
        """Make a message of any kind, right or spoilt."""
        made = self.value(self.chance.choice(self.kinds))
        for _ in range(self.chance.choice((0, 0, 1, 1, 2, 5))):
            made = self.spoilt(made)
        text = json.dumps(made).encode()
        if self.chance.random() < 0.1:
            text = self.cut(text)
        return b"[" * DEEP if self.chance.random() < 0.002 else text

    def value(self, kind: Any) -> Any:
        """Make any value of a type."""
        chance = self.chance
        if isinstance(kind, inspect.StructType):
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {f.encode_name: self.value(f.type) for f in kind.fields}
        if isinstance(kind, inspect.UnionType):
            return self.value(chance.choice(kind.types))
        if isinstance(kind, inspect.LiteralType):
            return chance.choice(kind.values)
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            return [self.value(kind.item_type) for _ in range(chance.randrange(4))]
        if isinstance(kind, inspect.TupleType):
            return [self.value(item) for item in kind.item_types]
        if isinstance(kind, inspect.CustomType):
            return chance.choice(CARDS).text
        return self.plain(kind)

    def plain(self, kind: Any) -> Any:
        """Make a value that holds no other."""
        chance = self.chance
        if isinstance(kind, inspect.IntType):
            return chance.choice((0, 1, 2, 3, 3, 4, 8, 16, 31, chance.randrange(200)))
        if isinstance(kind, inspect.BoolType):
            return chance.random() < 0.5
        if isinstance(kind, inspect.StrType) and kind.pattern == VALUE_PATTERN:
            return chance.choice(("capot", "generale", f"{chance.randrange(1, 1000)}0capot"))
        if isinstance(kind, inspect.StrType) and kind.pattern:
            digits = int(re.sub(r".*{(\d+)}.*", r"\1", kind.pattern))
            return chance.choice(("0" * digits, f"{chance.getrandbits(4 * digits):0{digits}x}"))
        if isinstance(kind, inspect.StrType):
            return chance.choice(("", "normal", "hello", f"id{chance.randrange(1 << 40)}"))
        if isinstance(kind, inspect.NoneType):
            return None
        return chance.choice(ODD)

    def spoilt(self, made: Any) -> Any:
        """Return the value with one thing wrong."""
        if isinstance(made, dict) and made and self.chance.random() < 0.8:
            key = self.chance.choice(list(made))
            rest = {name: value for name, value in made.items() if name != key}
            return rest if self.chance.random() < 0.3 else made | {key: self.spoilt(made[key])}
        if isinstance(made, list) and made:
            at = self.chance.randrange(len(made))
            return [*made[:at], self.spoilt(made[at]), *made[at:]]
        return self.chance.choice(ODD)

    def cut(self, text: bytes) -> bytes:
        """Return the bytes with some gone, doubled or changed."""
        at, to = sorted(self.chance.randrange(len(text) + 1) for _ in range(2))
        return text[:at] + self.chance.choice((b"", text[at:to] * 2, b"\xff\x00")) + text[to:]

    def raw_frame(self) -> bytes:
        """Make bytes that may be no frame at all."""
        chance = self.chance
        body = chance.randbytes(chance.choice((0, 1, 5, 125, 126, 300, 5000)))
        first = chance.randrange(256) if chance.random() < 0.5 else 0x80 | chance.randrange(1, 11)
        length = len(body) if chance.random() < 0.8 else chance.randrange(1 << 16)
        small = length < 126
        size = bytes((0x80 | length,)) if small else b"\xfe" + length.to_bytes(2, "big")
        return bytes((first,)) + size + chance.randbytes(4) + body

    def request(self, paths: dict[str, Any]) -> tuple[str, str, Any]:
        """Make a verb, an address and a body, more or less as the server describes them."""
        chance = self.chance
        path = chance.choice([*paths, "/", "/metrics", "/health", "/verify", "/nowhere"])
        described = [verb.upper() for verb in paths.get(path, {})]
        verb = chance.choice([*described * 4, "GET", "POST", "DELETE"])
        words = ("club", "french", "1", "-1", "%00", "%2e%2e", "x" * 300, "%F0%9F%92%A5", "ABCDEF")
        path = re.sub(r"\{[^}]*\}", lambda _: chance.choice(words), path)
        if chance.random() < 0.4:
            names = ("switch", "lang", "format", "token", "page", "x")
            path += f"?{chance.choice(names)}={chance.choice(words)}"
        return verb, path, self.body() if verb != "GET" else None

    def body(self) -> Any:
        """Make a form, or something else."""
        made = {name: self.chance.choice(ODD) for name in self.chance.sample(FIELDS, 4)}
        return made if self.chance.random() < 0.9 else self.chance.choice(ODD)


# --- who sends it ---------------------------------------------------------------------------------


class Sender(Wire):
    """A socket that receives everything, and says when the server has come to a mark."""

    def __init__(self, port: int, cookie: str) -> None:
        super().__init__(f"127.0.0.1:{port}", cookie)
        self.port = port
        self.frames: list[bytes] = []
        self.seen: Seen | None = None
        self.version = 0
        self._mark: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        await asyncio.wait_for(self._ready, 20)

    def opened(self) -> None:
        """Say so."""
        self._ready.set_result(True)

    def lost(self) -> None:
        """End all waiting: no more answers will come."""
        for waiting in (self._ready, self._mark):
            if not waiting.done():
                waiting.set_result(False)

    def incoming(self, payload: bytes) -> None:
        """Keep it; take note of how things stand."""
        self.frames.append(payload)
        if payload == b'{"type":"pong"}' and not self._mark.done():
            self._mark.set_result(True)
        if payload.startswith(b'{"type":"update"'):
            result = _update.decode(payload)
            self.version, self.seen = result.version, result.view

    async def mark(self) -> bool:
        """Wait until the server has answered all that was sent; whether the line still stands."""
        if self.transport is None:
            return False
        self._mark = asyncio.get_running_loop().create_future()
        self.send(b'{"type":"ping"}')
        return await asyncio.wait_for(self._mark, 30)

    def raw(self, data: bytes) -> None:
        if self.transport is not None:
            self.transport.write(data)


class _Update(msgspec.Struct):
    version: int
    view: Seen | None = None


_update = msgspec.json.Decoder(_Update)


class Fuzzer:
    """One server, and what was learnt about it."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.chance = server, Random(seed)
        self.maker = Maker(self.chance)
        self.http = Http(server.port)
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.cookies: list[str] = []
        self.people: list[str] = []
        self.passers: list[str] = []
        self.table = ""
        self.paths: dict[str, Any] = {}

    async def run(self, inputs: int) -> None:
        """Send so many inputs, in rounds of one kind each."""
        _, _, described = await self.http.ask("GET", "/api/schema/openapi.json")
        self.paths = json.loads(described)["paths"]
        rounds = (self.messages_round, self.messages_round, self.http_round, self.raw_round)
        number = 0
        while sum(self.sent.values()) < inputs and not self.wrong:
            if number % 40 == 0:
                await self.new_table()
            await rounds[number % len(rounds)]()
            number += 1
        await self.http.close()
        self.look()

    async def new_table(self) -> None:
        """Open a table of four people, with two who only watch."""
        names = ("Ann", "Bea", "Cas", "Dov", "Eve")
        self.cookies = [await new_person(self.http, name) for name in names]
        self.people = [await person_id(self.http, cookie) for cookie in self.cookies]
        terms = {"watch": self.chance.choice(("none", "table"))}
        self.table = await new_table(
            self.http, self.cookies[0], preset=self.chance.choice(("french", "flemish", "bga")),
            real_life=self.chance.random() < 0.3, terms=terms, begin=False,
        )  # fmt: skip
        for seat, cookie in enumerate(self.cookies[:4]):
            who = await self.sit_down(cookie)
            if seat:
                who.send(b'{"type":"sit","id":"sit%d","seat":%d}' % (seat, seat))
            await who.mark()
            who.close()
        host = await self.sit_down(self.cookies[0])
        self.promise(host)
        host.send(b'{"type":"begin","id":"begin"}')
        await host.mark()
        host.close()

    async def sit_down(self, cookie: str) -> Sender:
        """Open a socket at the table."""
        who = Sender(self.server.port, cookie)
        await who.connect()
        who.send(json.dumps({"type": "join", "table": self.table}).encode())
        await who.mark()
        return who

    # --- rounds

    async def messages_round(self) -> None:
        """Send messages on one socket, some of them legal moves."""
        who = await self.sit_down(self.chance.choice(self.cookies))
        for _ in range(ROUND // 4):
            for _ in range(3):
                who.send(self.maker.message())
            if who.seen is not None and who.seen.legal is not None:
                who.send(self.legal(who))
            if self.chance.random() < 0.1:
                self.promise(who)
            self.sent["messages"] += 3
            if not await who.mark():
                break
        await self.settle(who)

    def promise(self, who: Sender) -> None:
        """Commit to a nonce, of a few; reveal those of a pack that is awaited."""
        nonces = [n.to_bytes(NONCE_BYTES, "big") for n in range(8)]
        digest = commitment(self.chance.choice(nonces))
        who.send(b'{"type":"commit","id":"c","digest":"%s"}' % digest.encode())
        if any(b'"pack_sealed"' in frame for frame in who.frames[-4:]):
            for nonce in self.chance.sample(nonces, 6):
                who.send(b'{"type":"reveal","id":"r","nonce":"%s"}' % nonce.hex().encode())

    def legal(self, who: Sender) -> bytes:
        """Choose a move that may be made now."""
        assert who.seen is not None and isinstance(who.seen.legal, Legal)
        action = any_action(who.seen.legal, self.chance)
        stamp = b'"id":"%d","expect":%d' % (self.chance.randrange(1 << 60), who.version)
        return b'{"type":"act",%s,"action":%s}' % (stamp, action)

    async def raw_round(self) -> None:
        """Send bytes, on one socket after the other: the server soon closes each."""
        for _ in range(ROUND // 8):
            who = Sender(self.server.port, self.chance.choice(self.cookies))
            await who.connect()
            if self.chance.random() < 0.3:
                who.send(json.dumps({"type": "join", "table": self.table}).encode())
            await self.say_bytes(who)
            await self.settle(who)

    async def say_bytes(self, who: Sender) -> None:
        """Send what may be frames, until the line is cut or the server waits for the rest of
        one."""
        for _ in range(ROUND // 2):
            who.raw(self.maker.raw_frame())
            self.sent["raw"] += 1
            try:
                if not await asyncio.wait_for(who.mark(), 0.2):
                    return
            except TimeoutError:
                break
        if who.transport is not None:
            who.transport.abort()

    async def http_round(self) -> None:
        """Send requests with and without a cookie, some of people who may log out or leave."""
        self.passers = [await new_person(self.http, name) for name in ("Fay", "Gus")]
        for _ in range(ROUND // 4):
            verb, path, body = self.maker.request(self.paths)
            cookie = self.chance.choice((*self.passers, *self.passers, "", "x" * 500, "%00"))
            self.sent["http"] += 1
            try:
                status, _, answer = await self.http.ask(verb, path, body, cookie)
            except (asyncio.IncompleteReadError, OSError):
                await self.http.close()
                continue
            self.answers[f"http {status}"] += 1
            if status >= 500 and path.partition("?")[0] != "/health":
                self.wrong.append(f"{verb} {path} {body!r}: {status} {answer[:300]!r}")

    # --- what was answered

    async def settle(self, who: Sender) -> None:
        """Look for what should not have been sent, and disconnect."""
        person = self.people[self.cookies.index(who.cookie)]
        frames = tuple(who.frames)  # before the log is read: what comes meanwhile it may not have
        known = await asyncio.to_thread(self.known, person)
        for frame in frames:
            self.answers[_kind(frame)] += 1
            if received := named_in(frame) - known:
                self.wrong.append(f"{person} was told of {received}: {frame!r}")
        who.close()
        if self.server.process is None or self.server.process.poll() is not None:
            self.wrong.append("the server has ended")

    def known(self, person: str) -> CardSet:
        """Return every card that this person may have been sent at this table, in any seat.

        The log is read on the way: one that is no game by the rules raises.
        """
        result, table = CardSet(), Table(self.table)
        rows = self.server.read(
            "SELECT client_id, entry FROM log WHERE table_id = ? ORDER BY seq", self.table
        )
        for client_id, encoded in rows:
            entry = event_log.decode(encoded)
            if isinstance(entry, event_log.Started):
                result |= CardSet.of(entry.drawn)
            table.commit(table._change(entry, client_id))
            if table.begun:
                seat, deal = table.seat_of(person), table.match.deal
                dealt = seat is not None and seat < len(deal.hands)
                held = deal.hands[seat or 0] if dealt else CardSet()
                result |= known_to(-1 if seat is None else seat, deal, held)
        return result

    def look(self) -> None:
        """Check that the server's own log has no error."""
        text = self.server.log.read_text(encoding="utf-8")
        for line in text.splitlines():
            if "Traceback" in line or "level='error'" in line:
                self.wrong.append(line)


def named_in(frame: bytes) -> CardSet:
    """Return every card that these bytes name."""
    return CardSet.of(Card(text.decode()) for text in CARD.findall(frame))


def _kind(frame: bytes) -> str:
    result = json.loads(frame)
    return (
        f"{result['type']} {result.get('code', '') if result['type'] == 'refused' else ''}".strip()
    )


async def fuzz(inputs: int, seed: int) -> Figures:
    """Send so many inputs to a server of our own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, *UNHURRIED)
        server.start()
        try:
            await server.serving()
            fuzzers = [Fuzzer(server, seed * AT_ONCE + number) for number in range(AT_ONCE)]
            await asyncio.gather(*(fuzzer.run(-(-inputs // AT_ONCE)) for fuzzer in fuzzers))
        finally:
            server.end(signal.SIGTERM)
    return {
        "inputs": dict(sum((fuzzer.sent for fuzzer in fuzzers), Counter())),
        "answers": dict(sum((fuzzer.answers for fuzzer in fuzzers), Counter()).most_common()),
        "wrong": [wrong for fuzzer in fuzzers for wrong in fuzzer.wrong],
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--inputs", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    result = asyncio.run(fuzz(given.inputs, given.seed))
    for wrong in result["wrong"]:
        print(wrong, file=sys.stderr)
    print(json.dumps({**result, "wrong": len(result["wrong"])}))
    sys.exit(bool(result["wrong"]))


if __name__ == "__main__":
    main()
