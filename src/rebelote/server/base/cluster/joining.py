"""Joining a cluster: a server over PostgreSQL is one of its nodes, however many there are."""

from __future__ import annotations

import secrets
import socket
from typing import Final
from urllib.parse import urlsplit

from rebelote.server.base.cluster.node import Node
from rebelote.server.base.cluster.questions import RemoteWorkers
from rebelote.server.base.cluster.wire import Transport, Wire
from rebelote.server.base.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.base.storage.postgres_settings import is_address

NAME_BYTES: Final = 4
"""Random bytes of a node's name, which is another after every start."""
SCHEMES: Final = ("nats", "tls")
"""The schemes of a NATS server's address; by `tls` the connection is encrypted."""


def joined(database: str, wire: str = "") -> Node | None:
    """Return this server as a node; None over a file, which one server has to itself.

    `wire`: the address of the NATS server over which nodes exchange messages, if there is one.
    """
    if not is_address(database):
        return None
    name = f"{socket.gethostname()}-{secrets.token_hex(NAME_BYTES)}"
    return Node(name, Wire(name, _transport(database, wire)))


def _transport(database: str, wire: str) -> Transport:
    """Return the transport of the wire; only the client of the chosen one is imported."""
    if wire:
        from rebelote.server.base.cluster.nats import NatsTransport

        return NatsTransport(wire)
    from rebelote.server.base.cluster.notify import NotifyTransport

    return NotifyTransport(database)


def remote_workers(wire: str, time: TimeSource = SYSTEM) -> RemoteWorkers | None:
    """Return the remote workers that this server may ask over NATS; None without such a wire."""
    if not wire:
        return None
    from rebelote.server.base.cluster.nats import NatsRemoteWorkers

    return NatsRemoteWorkers(wire, time.monotonic)


def check_wire(database: str, wire: str) -> None:
    """Check that nodes over this database can use this wire. Raises ValueError with a sentence."""
    if not is_address(database):
        raise ValueError("--wire is for several nodes: it needs --database postgresql://...")
    check_nats(wire)


def check_nats(wire: str) -> None:
    """Check the address of a NATS server. Raises ValueError with a sentence."""
    address = urlsplit(wire)
    if address.scheme not in SCHEMES or not address.hostname:
        raise ValueError("--wire needs the address of a NATS server: nats://host:port")
