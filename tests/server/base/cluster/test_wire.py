"""The wire between nodes, over a transport that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest
from waiting import until_async

from rebelote.server.base.cluster import wire as wires
from rebelote.server.base.cluster.messages import (
    PROTOCOL,
    Envelope,
    Heartbeat,
    Message,
    decode,
    message_in,
)
from rebelote.server.base.cluster.signing import AGE_MOST, SIGNATURE, ForgedMessageError, Signer
from rebelote.server.base.cluster.wire import Wire

KEY = b"a key that only the database has"


def wire_over(transport: Failing) -> Wire:
    wire = Wire("here", transport)
    wire.signer = Signer(KEY)
    return wire


def messages(sent: bytes) -> tuple[Message, ...]:
    return tuple(message_in(text) for text in decode(sent[SIGNATURE:]).messages)


class Failing:
    """A transport whose first connections fail in this way."""

    most = 7_900

    def __init__(self, *errors: Exception) -> None:
        self.errors = [*errors]
        self.sent: list[bytes] = []

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        pass

    async def send(self, envelope: bytes) -> None:
        if self.errors:
            raise self.errors.pop()
        self.sent.append(envelope)

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("error", [ConnectionError("lost"), RuntimeError("a state of its own")])
def test_a_wire_is_there_again_whatever_it_has_failed_with(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires, "RETRY_SECONDS", 0.0)
    transport = Failing(error)
    wire = wire_over(transport)

    async def tried() -> None:
        running = asyncio.create_task(
            wire.run(lambda *_: None, lambda: wire.publish(Heartbeat(tables=1)))
        )
        await until_async(lambda: transport.sent or running.done())
        assert wire.up
        running.cancel()

    asyncio.run(tried())
    assert [messages(sent) for sent in transport.sent] == [(Heartbeat(tables=1),)]


def test_the_more_nodes_receive_it_the_more_is_sent_at_once() -> None:
    """The first message after a pause is sent at once, those that follow are gathered."""
    transport = Failing()
    wire = wire_over(transport)
    wire.others = wires.MOST_RECEIVED

    async def reported() -> None:
        running = asyncio.create_task(
            wire.run(lambda *_: None, lambda: wire.publish(Heartbeat(tables=1)))
        )
        await until_async(lambda: len(transport.sent) == 1)
        for number in range(2, 32):
            wire.publish(Heartbeat(tables=number))
            await asyncio.sleep(0)
        await until_async(lambda: len(transport.sent) > 1)
        running.cancel()

    asyncio.run(reported())
    incoming = [messages(sent) for sent in transport.sent]
    assert incoming[0] == (Heartbeat(tables=1),)
    assert incoming[1][:2] == (Heartbeat(tables=2), Heartbeat(tables=3)), (
        "gathered, and not told one by one"
    )


# --- what is heard --------------------------------------------------------------------------------


def raw(*texts: bytes) -> tuple[msgspec.Raw, ...]:
    return tuple(msgspec.Raw(text) for text in texts)


BEAT = b'{"is":"beat","tables":3}'


def test_a_failing_message_of_an_envelope_keeps_no_other_from_being_received() -> None:
    """One message is of a kind that only a later release knows, and handling another fails."""
    wire, there, incoming = wire_over(Failing()), Signer(KEY), list[Message]()

    def receive(_: str, message: Message) -> None:
        if message == Heartbeat(tables=1):
            raise RuntimeError("a fault at one table")
        incoming.append(message)

    later = b'{"is":"of a later release","table":"t"}'
    sent = there.signed("there", raw(b'{"is":"beat","tables":1}', later, BEAT), 0.0)
    wire._receive(sent, receive)
    assert incoming == [Heartbeat(tables=3)]
    assert (wire.received, wire.unread, wire.refused) == (3, 1, 0)


@pytest.mark.parametrize("protocol", [0, PROTOCOL + 1])
def test_messages_of_another_protocol_are_left_unread(protocol: int) -> None:
    """Their meaning may differ; lines that are in the log are read from the log."""

    class Other(Signer):
        def signed(self, node: str, messages: tuple[msgspec.Raw, ...], now: float) -> bytes:
            text = msgspec.json.encode(
                Envelope(node=node, number=1, at=now, messages=messages, protocol=protocol)
            )
            return self._signature(text) + text

    wire, incoming = wire_over(Failing()), list[Message]()
    wire._receive(
        Other(KEY).signed("there", raw(BEAT, BEAT), 0.0), lambda _, it: incoming.append(it)
    )
    assert not incoming
    assert (wire.unread, wire.refused) == (2, 0)
    assert wire.condition().actual["unread"] == 2, "/health says so"


def test_what_no_node_of_this_database_has_signed_is_rejected() -> None:
    wire, incoming = wire_over(Failing()), list[Message]()
    plain = msgspec.json.encode(["there", [{"is": "beat"}]])
    stranger = Signer(b"another key").signed("there", raw(BEAT), 0.0)
    good = Signer(KEY).signed("there", raw(BEAT), 0.0)
    changed = good.replace(b'"tables":3', b'"tables":9')
    for text in (plain, b"{}", b"0" * SIGNATURE, stranger, changed):
        wire._receive(text, lambda _, message: incoming.append(message))
    assert not incoming and wire.refused == 5
    wire._receive(good, lambda _, message: incoming.append(message))
    assert incoming == [Heartbeat(tables=3)] and wire.refused == 5
    assert not wire.condition().ok, "it was never connected"


def test_an_envelope_is_received_once_and_while_it_is_new() -> None:
    there, here = Signer(KEY), Signer(KEY)
    first, second = (there.signed("there", raw(BEAT), 100.0) for _ in range(2))
    assert here.opened(second, 101.0) == Envelope(
        node="there", number=2, at=100.0, messages=raw(BEAT), protocol=PROTOCOL
    )
    for again in (second, first):
        with pytest.raises(ForgedMessageError):
            here.opened(again, 101.0)
    with pytest.raises(ForgedMessageError):
        Signer(KEY).opened(first, 100.0 + AGE_MOST + 1)


def test_of_messages_that_cannot_be_sent_the_newest_are_kept() -> None:
    wire = wire_over(Failing())
    wire.up = True
    for number in range(wires.WAITING + 1):
        wire.publish(Heartbeat(tables=number))
    assert wire.condition().actual["waiting"] == wires.WAITING
