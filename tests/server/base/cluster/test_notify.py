"""The wire over LISTEN and NOTIFY of a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import pytest
from needs import a_database
from waiting import until_async

from rebelote.server.base.cluster.messages import Message, PersonChanged, Written, WrittenLine
from rebelote.server.base.cluster.signing import Signer
from rebelote.server.base.cluster.wire import Wire

asyncpg = pytest.importorskip("asyncpg", reason="the extra rebelote[postgres] is not installed")
from rebelote.server.base.cluster.notify import MOST, NotifyTransport  # noqa: E402


@pytest.fixture
def url() -> Iterator[str]:
    with a_database() as database:
        yield database


class End:
    """One node's end of the wire."""

    def __init__(self, name: str, url: str) -> None:
        self.incoming: list[tuple[str, Message]] = []
        self.connected = 0
        self.wire = Wire(name, NotifyTransport(url))
        self.wire.signer = Signer(b"of both")

    def receive(self, node: str, message: Message) -> None:
        self.incoming.append((node, message))

    def count(self) -> None:
        self.connected += 1


def between(url: str, evening: Callable[[End, End], Awaitable[None]]) -> None:
    """Run a story over two open ends of the wire."""

    async def run() -> None:
        ends = End("a", url), End("b", url)
        tasks = [asyncio.create_task(end.wire.run(end.receive, end.count)) for end in ends]
        try:
            await until_async(lambda: all(end.wire.up for end in ends))
            await evening(*ends)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())


def test_the_others_receive_everything_in_order_and_the_sender_nothing(url: str) -> None:
    async def evening(one: End, other: End) -> None:
        said = [PersonChanged(f"person {number}") for number in range(2000)]
        for message in said:
            one.wire.publish(message)
        await until_async(lambda: len(other.incoming) == len(said))
        assert other.incoming == [("a", message) for message in said]
        assert one.incoming == []

    between(url, evening)


def test_lines_that_are_too_long_are_reported_without_their_text(url: str) -> None:
    async def evening(one: End, other: End) -> None:
        long = msgspec.Raw(msgspec.json.encode("x" * MOST))
        one.wire.publish(Written("table", 7, (WrittenLine("id", long),)))
        one.wire.publish(PersonChanged("x" * MOST))
        one.wire.publish(Written("table", 8, (WrittenLine(None, msgspec.Raw(b"{}")),)))
        await until_async(lambda: len(other.incoming) == 2)
        assert other.incoming[0][1] == Written("table", 7)
        assert other.incoming[1][1] == Written("table", 8, (WrittenLine(None, msgspec.Raw(b"{}")),))

    between(url, evening)


def are_up_again(ends: tuple[End, End], times: int) -> bool:
    """Return whether both have been connected so often."""
    return all(end.connected >= times for end in ends)


def test_a_wire_that_is_cut_is_up_again(url: str) -> None:
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'rebelote wire' AND datname = current_database()"
    )

    async def evening(one: End, other: End) -> None:
        connection = await asyncpg.connect(url)
        for times in range(2, 5):
            said = "a", PersonChanged(str(times))
            with contextlib.suppress(asyncpg.PostgresError):
                await connection.fetch(cut)
            await until_async(functools.partial(are_up_again, (one, other), times))
            one.wire.publish(said[1])
            await until_async(functools.partial(other.incoming.__contains__, said))
        await connection.close()

    between(url, evening)
