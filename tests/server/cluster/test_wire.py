"""The wire between nodes, over a transport that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from waiting import until_async

from rebelote.server.cluster import wire as wires
from rebelote.server.cluster.messages import Heartbeat, decode
from rebelote.server.cluster.wire import Wire


class Failing:
    """A transport whose first connections fail in this way."""

    most = 7_900

    def __init__(self, *errors: Exception) -> None:
        self.errors = [*errors]
        self.sent: list[bytes] = []

    async def open(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
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
    wire = Wire("here", transport)

    async def tried() -> None:
        running = asyncio.create_task(wire.run(lambda *_: None, lambda: wire.tell(Heartbeat(1))))
        await until_async(lambda: transport.sent or running.done())
        assert wire.up
        running.cancel()

    asyncio.run(tried())
    assert [decode(sent).messages for sent in transport.sent] == [(Heartbeat(1),)]


def test_the_more_nodes_hear_it_the_more_is_told_at_once() -> None:
    """What comes after a pause is told at once, what follows it is gathered."""
    transport = Failing()
    wire = Wire("here", transport)
    wire.others = wires.MOST_HEARD

    async def told() -> None:
        running = asyncio.create_task(wire.run(lambda *_: None, lambda: wire.tell(Heartbeat(1))))
        await until_async(lambda: len(transport.sent) == 1)
        for number in range(2, 32):
            wire.tell(Heartbeat(number))
            await asyncio.sleep(0)
        await until_async(lambda: len(transport.sent) > 1)
        running.cancel()

    asyncio.run(told())
    heard = [decode(sent).messages for sent in transport.sent]
    assert heard[0] == (Heartbeat(1),)
    assert heard[1][:2] == (Heartbeat(2), Heartbeat(3)), "gathered, and not told one by one"
