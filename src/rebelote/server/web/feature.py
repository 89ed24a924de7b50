"""The contract of a feature: what the folder of one adds to the server.

A folder of `server.features` is a feature; the `FEATURE` of its module `feature` says what it adds,
and what it keeps of people (`server.people.personal`). Features are found by their folders: there
is no list to extend, and nothing below them imports one.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import msgspec
from litestar.handlers import HTTPRouteHandler

from rebelote.server.base.runtime.supervision import Chore, Part
from rebelote.server.people.personal import Personal
from rebelote.server.table.events import TableListener
from rebelote.server.web.core import Builders, Core, OpenSocket

MessageHandler = Callable[..., Awaitable[None]]
"""Carries out a message of a socket; called with core, socket and message."""


def _none(_: Core) -> tuple[()]:
    return ()


def _do_nothing(_: Core, __: OpenSocket) -> None:
    pass


class Feature(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The parts that a feature adds to the server.

    Attributes:
        routes: Its HTTP handlers.
        former_addresses: The addresses in place of its former ones, by regular expressions of how
            these begin.
        messages: The handlers of messages that a socket may receive at any place, by class.
        connected: Called when a socket has opened.
        disconnected: Called when a socket has closed.
        services: Builders of its services, by class; handlers ask the core for these.
        table: Builds its listener for events at tables.
        chores: Its background work; a chore that is `once` is done by one node for all.
        parts: Its parts with a condition in `/health`, by name.
        warnings: Warnings for the operator: codes of `/health`.
        close: Closes its processes and connections at the end.
        schemas: Schemas that handlers encode themselves, so that no annotation names them.
        personal: Which of its columns name a person, and what becomes of their rows.
        of_unopened: Statements that delete its rows of a table that was never opened, whose id
            is ?1.
    """

    routes: tuple[HTTPRouteHandler, ...] = ()
    former_addresses: Mapping[str, str] = msgspec.field(default_factory=dict)
    messages: Mapping[type, MessageHandler] = msgspec.field(default_factory=dict)
    connected: Callable[[Core, OpenSocket], object] = _do_nothing
    disconnected: Callable[[Core, OpenSocket], object] = _do_nothing
    services: Builders = msgspec.field(default_factory=dict)
    table: Callable[[Core], TableListener] | None = None
    chores: Callable[[Core], Iterable[Chore]] = _none
    parts: Callable[[Core], Iterable[tuple[str, Part]]] = _none
    warnings: Callable[[Core], Iterable[str]] = _none
    close: Callable[[Core], object] = _none
    schemas: tuple[type, ...] = ()
    personal: tuple[Personal, ...] = ()
    of_unopened: tuple[str, ...] = ()


FEATURES: Final = "rebelote.server.features"
"""The package in which each folder is a feature."""


@cache
def features() -> tuple[Feature, ...]:
    """Return every feature of the server, in the order of their names."""
    folders = find_spec(FEATURES)
    assert folders is not None
    names = (
        f"{FEATURES}.{each.name}.feature"
        for each in pkgutil.iter_modules(folders.submodule_search_locations)
    )
    return tuple(import_module(name).FEATURE for name in names)


@cache
def declared() -> tuple[Personal, ...]:
    """Return the personal data of all features, in the order of their names."""
    return tuple(one for feature in features() for one in feature.personal)


@cache
def message_handlers() -> Mapping[type, MessageHandler]:
    return {kind: handler for one in features() for kind, handler in one.messages.items()}


def builders() -> Builders:
    return {kind: build for one in features() for kind, build in one.services.items()}


def table_listeners(core: Core) -> Iterator[TableListener]:
    """Yield the table listeners of all features, in the order of their names."""
    return (one.table(core) for one in features() if one.table is not None)
