"""A load balancer for tests: leads each connection to another of several servers that answer."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SOCKET = b"GET /ws"
"""The first request on a connection that becomes a socket."""


class Balancer:
    """A balancer on a port of its own, which passes on all bytes unchanged."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        self.port = 0
        self.sockets: Counter[int] = Counter()
        """The number of open sockets, by the server's port."""
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, ready: threading.Event) -> None:
        async with await asyncio.start_server(self._joined, "127.0.0.1", 0) as listening:
            self.port = listening.sockets[0].getsockname()[1]
            ready.set()
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                for task in self._tasks:
                    task.cancel()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError), contextlib.closing(writer):
            await self._passed_on(reader, writer)
        self._tasks.discard(task)

    async def _passed_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not (first := await reader.read(65536)):
            return
        port, from_server, to_server = await self._a_server()
        is_socket = first.startswith(SOCKET)
        self.sockets[port] += is_socket
        try:
            to_server.write(first)
            ways = {
                asyncio.create_task(_pipe(reader, to_server)),
                asyncio.create_task(_pipe(from_server, writer)),
            }
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        finally:
            self.sockets[port] -= is_socket
            to_server.close()

    async def _a_server(self) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection to the next server that takes one. OSError where none does."""
        for _ in self.ports:
            port = self.ports[self._turn % len(self.ports)]
            self._turn += 1
            with contextlib.suppress(OSError):
                return port, *await asyncio.open_connection("127.0.0.1", port)
        raise ConnectionRefusedError("no server answers")


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


@contextmanager
def balanced(ports: Sequence[int]) -> Iterator[Balancer]:
    """Yield a balancer before these servers, in a thread of its own."""
    balancer, ready = Balancer(ports), threading.Event()
    loop = asyncio.new_event_loop()
    serving = loop.create_task(balancer.serve(ready))

    def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(serving)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(30)
    try:
        yield balancer
    finally:
        loop.call_soon_threadsafe(serving.cancel)
        thread.join(30)
