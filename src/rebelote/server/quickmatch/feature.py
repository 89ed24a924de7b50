"""Matches between strangers, as a feature."""

from __future__ import annotations

from collections import Counter
from typing import Final

from litestar import get

from rebelote.server.core import Core, OpenSocket
from rebelote.server.feature import Feature
from rebelote.server.http.requests import AppRequest, count_address
from rebelote.server.protocol.messages import Ack, Seek, Unseek
from rebelote.server.protocol.schemas import Message
from rebelote.server.quickmatch.queue import EVERY, Queue
from rebelote.server.runtime.supervision import Chore


def _queue(core: Core) -> Queue:
    queue = Queue(core.lobby, core.results)
    if core.coordinator is not None:
        core.coordinator.subscribe(queue)
    return queue


async def _seek(core: Core, socket: OpenSocket, message: Seek) -> None:
    core.lobby.services.check_ban(socket.person.id)
    origin = core.limits.origin(socket.address)
    await core[Queue].seek(socket.person, message, socket.send, origin)


async def _unseek(core: Core, socket: OpenSocket, message: Unseek) -> None:
    await core[Queue].unseek(socket.person.id)
    socket.send(Ack(message.id, socket.version))


def _disconnected(core: Core, socket: OpenSocket) -> None:
    core[Queue].disconnected(socket.person.id, socket.send)


class Searchers(Message, frozen=True):
    """GET /api/searches: how many people look for a table, by preset; no preset without any."""

    presets: dict[str, int]


@get("/api/searches", summary="How many people look for a table")
async def searchers(request: AppRequest, core: Core) -> Searchers:
    """By what they look for: nobody is named, as in what those who wait are sent themselves."""
    count_address("read", request, core)
    return Searchers(dict(Counter(core[Queue].presets())))


FEATURE: Final = Feature(
    routes=(searchers,),
    messages={Seek: _seek, Unseek: _unseek},
    disconnected=_disconnected,
    services={Queue: _queue},
    chores=lambda core: (Chore("queue", core[Queue].match_seekers, EVERY),),
)
