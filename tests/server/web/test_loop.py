"""No route and no message of the socket holds the event loop, however large what it is asked.

Processor time of the loop's thread is measured, callback by callback, which no load adds to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import get_args

import pytest
from in_process import InProcess, serving_in_process
from largest_inputs import LARGEST, MESSAGES, SMALL, World, place
from processor_time import MOST, Stalls, watching

from rebelote.server.base.protocol import messages
from rebelote.server.main.app import HANDLERS

PARAMETER = re.compile(r"{(\w+):\w+}")
WITHOUT_ID = ("join", "since", "listen", "follow", "ping", "open_replay")
NAME = r"{\1}"
ROUTES = sorted(
    f"{method} {PARAMETER.sub(NAME, path)}"
    for handler in HANDLERS
    for path in handler.paths
    for method in handler.http_methods
)
SERVING = serving_in_process


@pytest.fixture(scope="module")
def world(server: InProcess) -> World:
    return World(server)


@pytest.fixture(scope="module")
def stalls(server: InProcess) -> Iterator[Stalls]:
    with watching(server.loop) as stalls:
        yield stalls


def test_every_route_has_a_largest_input_or_a_reason() -> None:
    small = [route for routes in SMALL.values() for route in routes]
    assert sorted([*LARGEST, *small]) == ROUTES


@pytest.mark.parametrize("route", sorted(LARGEST))
def test_no_route_holds_the_loop(world: World, stalls: Stalls, route: str) -> None:
    verb = route.partition(" ")[0]
    for path, body in LARGEST[route](world):
        stalls.take()
        sent = None if body is None else world.encoded(path, body)
        status, answer, _ = world.server.ask(verb, path, sent, world.owner.cookie)
        assert status < 500, answer
        stall = stalls.take()
        assert stall.seconds < MOST, (path, stall)


def test_every_message_has_a_largest_input() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(messages.FromClient)}
    assert MESSAGES.keys() == kinds


@pytest.mark.parametrize("where", sorted({where for where, _ in MESSAGES.values()}))
def test_no_message_holds_the_loop(world: World, stalls: Stalls, where: str) -> None:
    assert world.match and world.shared
    stalls.take()
    with closing(place(world, where)) as person:
        for kind, (at, inputs) in MESSAGES.items():
            for number, fields in enumerate(inputs if at == where else ()):
                named = {} if kind in WITHOUT_ID else {"id": f"{kind}-{number}"}
                person.send({"type": kind, **named, **fields})
                person.send({"type": "ping"})
                person.receive("pong")
                stall = stalls.take()
                assert stall.seconds < MOST, (kind, stall)
