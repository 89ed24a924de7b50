"""Joining a cluster: a server over PostgreSQL is one of its nodes, however many there are."""

from __future__ import annotations

import secrets
import socket
from typing import Final

from rebelote.server.cluster.node import Node
from rebelote.server.cluster.wire import Wire
from rebelote.server.storage.address import is_address

NAME_BYTES: Final = 4
"""Random bytes of a node's name, which is another after every start."""


def joined(database: str) -> Node | None:
    """This server as a node; None over a file, which one server has to itself."""
    if not is_address(database):
        return None
    from rebelote.server.cluster.notify import NotifyTransport

    name = f"{socket.gethostname()}-{secrets.token_hex(NAME_BYTES)}"
    return Node(name, Wire(name, NotifyTransport(database)))
