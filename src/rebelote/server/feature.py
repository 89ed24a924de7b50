"""The contract of a feature: what the folder of one adds to the server.

A package of the server with a module `feature` is a feature; that module's `FEATURE` says what it
adds, and what it keeps of people (`server.personal`). There is no list to extend.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache

import msgspec
from litestar.handlers import HTTPRouteHandler

from rebelote.server.core import Builders, Core, OpenSocket
from rebelote.server.personal import Personal, feature_modules
from rebelote.server.runtime.supervision import Chore, Part

MessageHandler = Callable[..., Awaitable[None]]
"""Carries out a message of a socket; called with core, socket and message."""


def _none(_: Core) -> tuple[()]:
    return ()


def _do_nothing(_: Core, __: OpenSocket) -> None:
    pass


class Feature(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a feature adds to the server.

    Attributes:
        routes: Its HTTP handlers.
        messages: The handlers of messages that a socket may receive at any place, by class.
        connected: What is done when a socket has opened.
        disconnected: What is done when a socket has closed.
        services: How its services are built; handlers ask the core for them by class.
        chores: Its background work; a chore that is `once` is done by one node for all.
        parts: Those of its parts that have a condition in `/health`, by name.
        warnings: What the operator should see to: codes of `/health`.
        close: Closes its processes and connections at the end.
        schemas: Schemas that handlers encode themselves, so that no annotation names them.
        personal: Which of its columns name a person, and what becomes of their rows.
    """

    routes: tuple[HTTPRouteHandler, ...] = ()
    messages: Mapping[type, MessageHandler] = msgspec.field(default_factory=dict)
    connected: Callable[[Core, OpenSocket], object] = _do_nothing
    disconnected: Callable[[Core, OpenSocket], object] = _do_nothing
    services: Builders = msgspec.field(default_factory=dict)
    chores: Callable[[Core], Iterable[Chore]] = _none
    parts: Callable[[Core], Iterable[tuple[str, Part]]] = _none
    warnings: Callable[[Core], Iterable[str]] = _none
    close: Callable[[Core], object] = _none
    schemas: tuple[type, ...] = ()
    personal: tuple[Personal, ...] = ()


@cache
def features() -> tuple[Feature, ...]:
    """Every feature of the server, in the order of their names."""
    return tuple(module.FEATURE for module in feature_modules())


@cache
def message_handlers() -> Mapping[type, MessageHandler]:
    """The handlers of messages of all features."""
    return {kind: handler for one in features() for kind, handler in one.messages.items()}


def builders() -> Builders:
    """How the services of all features are built."""
    return {kind: build for one in features() for kind, build in one.services.items()}
