"""ASGI, the interface between web servers and applications in Python: its types, and requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping

# What a key holds depends on the `type` of a scope or message: only its reader knows.
from typing import Any

Scope = Mapping[str, Any]
"""The request that opened a connection."""
Message = MutableMapping[str, Any]
"""A message between a server and an application."""
AppState = dict[str, Any]
"""The state of an application for all its connections."""
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]  # each framework has its own types
"""An ASGI application; it is called with a scope, a Receive and a Send."""


def header(scope: Scope, name: bytes) -> str:
    """Return a header of a request; empty where there is none."""
    values = (value.decode("latin-1") for key, value in scope["headers"] if key == name)
    return next(values, "")


def client_address(scope: Scope) -> str:
    """Return the address from which a request comes; empty where it is not known."""
    return str(scope["client"][0]) if scope.get("client") else ""
