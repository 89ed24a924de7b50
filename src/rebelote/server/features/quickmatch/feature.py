"""Matches between strangers, as a feature."""

from __future__ import annotations

from collections import Counter
from typing import Final

from litestar import get

from rebelote.server.base.protocol.messages import Ack, Seek, Unseek
from rebelote.server.base.protocol.schemas import Message, Unrated
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.quickmatch.queue import EVERY, Queue
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core, OpenSocket
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address


def _queue(core: Core) -> Queue:
    queue = Queue(core.lobby, core[Results])
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
    """GET /api/searches: how many people look for a table, by preset; no preset without any.

    `unrated`: why a match of one's own would not count, as far as that follows from one's account:
    `new-accounts` unless one's partner's is older.
    """

    presets: dict[str, int]
    unrated: Unrated = ""


@get("/api/searches", summary="How many people look for a table")
async def searchers(request: AppRequest, visitor: Person | None, core: Core) -> Searchers:
    """Count the searchers by rule set, without names, as in the messages to those who wait."""
    count_address("read", request, core)
    queue = core[Queue]
    return Searchers(dict(Counter(queue.presets())), await queue.unrated_for(visitor))


FEATURE: Final = Feature(
    routes=(searchers,),
    messages={Seek: _seek, Unseek: _unseek},
    disconnected=_disconnected,
    services={Queue: _queue},
    chores=lambda core: (Chore("queue", core[Queue].match_seekers, EVERY),),
)
