"""Matches between strangers, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.core import Core, OpenSocket
from rebelote.server.feature import Feature
from rebelote.server.protocol.messages import Ack, Seek, Unseek
from rebelote.server.quickmatch import routes
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


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    messages={Seek: _seek, Unseek: _unseek},
    disconnected=_disconnected,
    services={Queue: _queue},
    chores=lambda core: (Chore("queue", core[Queue].match_seekers, EVERY),),
)
