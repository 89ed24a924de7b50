"""Several nodes over one PostgreSQL, each a server in a thread of the tests' own process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from in_process import InProcess
from waiting import until

from rebelote.server.base.cluster.node import Node


def node_of(server: InProcess) -> Node:
    """Return the node of a server."""
    assert server.core.coordinator is not None
    return server.core.coordinator.node


@contextmanager
def serving_nodes(database: str, number: int = 2, wire: str = "") -> Iterator[list[InProcess]]:
    """Yield so many nodes, which know of each other. `wire`: the NATS server they use."""
    servers = [InProcess(Path("in PostgreSQL")) for _ in range(number)]
    try:
        for server in servers:
            server.address, server.wire = database, wire
            server.start()
        until(lambda: all(len(node_of(it).membership.others) == number - 1 for it in servers))
        yield servers
    finally:
        for server in servers:
            if hasattr(server, "thread") and server.thread.is_alive():
                server.stop()
