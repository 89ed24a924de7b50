"""What changes at live tables when a person leaves, is renamed, or becomes an account."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.cluster.messages import PersonReplaced
from rebelote.server.live.lobby import Lobby
from rebelote.server.people.database import Person
from rebelote.server.protocol import messages
from rebelote.server.tables.event_log import Occupant


async def leave_every_seat(lobby: Lobby, person: Person) -> None:
    """Free every seat of a person, as if the person had asked for it."""
    for live in list(lobby.tables.values()):
        if live.table.seat_of(person.id) is not None:
            with contextlib.suppress(IllegalActionError):
                stand = messages.Stand(secrets.token_urlsafe(9))
                await live.seats.arrange(person, stand, lambda _: None)


async def replace(lobby: Lobby, old: str, new: Occupant) -> None:
    """Replace a person by another: an account instead of a guest, or nobody any more.

    The log is changed by `people.privacy`; here, the tables in memory, and those that are loaded
    from what was read before, on all nodes. Doing so again is harmless.
    """
    await take_over(lobby, old, new)
    lobby.services.replication.publish(PersonReplaced(old, new))


@contextlib.asynccontextmanager
async def replacing(lobby: Lobby, old: str, new: Occupant) -> AsyncIterator[None]:
    """Write meanwhile that `old` is `new`: where that fails, both stay as they are at the tables.

    The tables in memory that name `old` write nothing until then, and know `new` from then on;
    `replace` is to follow, for all others.
    """
    async with contextlib.AsyncExitStack() as held:
        found = [live for live in await lobby.all_loaded() if live.names(old)]
        for live in sorted(found, key=lambda live: live.table.id):
            await held.enter_async_context(live.lock)
        yield
        for live in found:
            live.replace_now(old, new)


async def take_over(lobby: Lobby, old: str, new: Occupant) -> None:
    """Do the same in this node's memory."""
    for live in await lobby.all_loaded():
        if live.names(old):
            await live.replace(old, new)
    for hook in lobby.services.replaced:
        hook(old)
