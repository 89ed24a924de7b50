"""Replays that several people look at together, as a feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar import Response, get, post

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.messages import AtReplay, FromClient
from rebelote.server.base.protocol.replay_messages import LeadReplay, OpenReplay
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.history import schemas as history_schemas
from rebelote.server.features.history.replays import Replays
from rebelote.server.features.history.routes import DEAL_BYTES, RECORD_BYTES
from rebelote.server.features.shared_replays import open_replay, replay
from rebelote.server.features.shared_replays.sessions import FORGET_EVERY, SharedReplays
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.web.core import Core, OpenSocket
from rebelote.server.web.described import ANSWERS_GIVEN, ENDED_MATCH, RECORD_GIVEN, described
from rebelote.server.web.feature import Feature, MessageHandler
from rebelote.server.web.requests import AppRequest, compressed, count_address, count_person


def _sessions(core: Core) -> SharedReplays:
    sessions = SharedReplays(core.lobby.services, core[Replays])
    core.accounts.relations.followers.append(sessions.relations_changed)
    if core.coordinator is not None:
        core.coordinator.subscribe(sessions)
    return sessions


@post(
    "/api/shared-replays",
    summary="Look at a match or a record together",
    request_max_body_size=RECORD_BYTES,
    opt=described(*ENDED_MATCH, *RECORD_GIVEN, "banned", "muted"),
)
async def create(
    request: AppRequest, data: replay.NewSharedReplay, me: Person, core: Core
) -> replay.OpenedReplay:
    """Open a shared replay of a readable match, or of a `record` in place of `match`.

    Others join it by its id, over `/ws`.
    """
    count_person("notes", me.id, request, core)
    if data.record:
        count_address("shared", request, core)
    return replay.OpenedReplay(await core[SharedReplays].create(me, data))


@get(
    "/api/shared-replays/{shared_id:str}",
    summary="What is looked at together, step by step",
    opt=described(
        "no-such-replay", *ENDED_MATCH, *RECORD_GIVEN, "too-large", answer=history_schemas.Replay
    ),
)
async def steps(
    request: AppRequest, shared_id: str, visitor: Person | None, core: Core
) -> Response[bytes]:
    """Return the match or the record step by step (`Replay`), for its readers."""
    count_address("record", request, core)
    return await compressed(request, await core[SharedReplays].replay(shared_id, visitor))


@post(
    "/api/shared-replays/{shared_id:str}/variation",
    status_code=200,
    summary="Play on in another way together",
    request_max_body_size=DEAL_BYTES,
    opt=described(
        "no-such-replay",
        *ENDED_MATCH,
        *RECORD_GIVEN,
        "no-such-step",
        *ANSWERS_GIVEN,
        answer=history_schemas.Variation,
    ),
)
async def variation(
    request: AppRequest,
    shared_id: str,
    data: history_schemas.NewVariation,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """Return a deal with a variation from a step on (`Variation`)."""
    count_address("entered", request, core)
    position = await core[SharedReplays].varied(shared_id, visitor, data)
    return await compressed(request, position)


# --- sockets --------------------------------------------------------------------------------------


async def enter(core: Core, socket: OpenSocket, message: OpenReplay) -> None:
    """Join a shared replay, and be sent its state."""
    socket.check_may_enter(message.protocol)
    core.limits.by_address("join", socket.address)
    socket.protocol = message.protocol
    replay = await core[SharedReplays].enter(socket, message.replay)
    socket.place = _AtReplay(core, socket, replay)


class _AtReplay:
    """A socket at a shared replay: what it asks there is counted, and carried out."""

    __slots__ = ("_core", "_replay", "_socket")

    version = 0

    def __init__(self, core: Core, socket: OpenSocket, replay: open_replay.OpenReplay) -> None:
        self._core, self._socket, self._replay = core, socket, replay

    async def receive(self, message: FromClient) -> None:
        """Carry out a message. Raises IllegalActionError."""
        if not isinstance(message, AtReplay):
            raise IllegalActionError("join-first")
        socket, rate = self._socket, "leads" if isinstance(message, LeadReplay) else "tries"
        self._core.limits.by_person(rate, socket.person.id, socket.address)
        await self._core[SharedReplays].receive(socket, self._replay, message, socket.send)

    def catch_up(self, version: int | None) -> None:
        """Do nothing: no message names a version."""

    def leave(self) -> None:
        """Remove the socket, which is closed."""
        self._core[SharedReplays].leave(self._socket, self._replay)


MESSAGES: Final[Mapping[type, MessageHandler]] = {OpenReplay: enter}


FEATURE: Final = Feature(
    table=lambda core: core[SharedReplays],
    routes=(create, steps, variation),
    messages=MESSAGES,
    services={SharedReplays: _sessions},
    chores=lambda core: (
        Chore("shared replays", core[SharedReplays].forget_old, FORGET_EVERY, once=True),
    ),
    personal=(
        Personal(
            table="shared_replays",
            kept=True,
            exported="id, table_id, version, record, created, touched",
            before_erasure=(
                "DELETE FROM shared_replay_lines WHERE replay IN "
                "(SELECT id FROM shared_replays WHERE person = ?1 AND record <> '')",
                "DELETE FROM shared_replays WHERE person = ?1 AND record <> ''",
            ),
        ),
        Personal(
            table="shared_replay_lines",
            kept=True,
            exported="replay, number, line",
            before_erasure=(
                "DELETE FROM shared_replay_lines "
                """WHERE person = ?1 AND line LIKE '{"line":"commented"%'""",
            ),
        ),
        Personal(
            table="removed_from_replays",
            key=("replay",),
            taken_over=True,
            exported="replay, since",
        ),
    ),
)
