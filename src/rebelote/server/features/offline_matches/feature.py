"""Matches played without a network, as a feature: handed in, and read again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import MediaType, get, post

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message, PlayedMatch
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.offline_matches.matches import FORGET_EVERY, PERSONAL, OfflineMatches
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, count_person

RECORD_BYTES: Final = limit(
    1 << 16,
    "a match handed in that was played without a network",
    unit="bytes",
    per="request",
    beyond="too-large",
)


class OfflineMatch(Message, frozen=True):
    """POST /api/me/offline-matches: a match that has ended, as its record (`docs/notation.md`).

    Its seats are called by the names of bots, the player's by its number; no remarks, no seals.
    """

    record: str


@post(
    "/api/me/offline-matches",
    status_code=200,
    summary="Hand in a match that was played without a network",
    request_max_body_size=RECORD_BYTES,
    opt=described("wrong-match-record", "slow-record", "offline-full"),
)
async def hand_in(request: AppRequest, data: OfflineMatch, me: Person, core: Core) -> PlayedMatch:
    """Replay a match by the rules and store it, unrated, for oneself; a repeat adds nothing."""
    count_address("offline", request, core)
    count_person("offline", me.id, request, core)
    return await core[OfflineMatches].hand_in(me, data.record)


@get(
    "/api/me/offline-matches/{digest:str}",
    media_type=MediaType.TEXT,
    summary="The record of a match that was handed in",
    opt=described("no-such-match"),
)
async def record(request: AppRequest, digest: str, me: Person, core: Core) -> str:
    """Return an offline match in the record notation, only to its player."""
    count_address("record", request, core)
    count_person("record", me.id, request, core)
    return await core[OfflineMatches].record(me, digest)


def _chores(core: Core) -> Iterator[Chore]:
    forget = core[OfflineMatches].forget_old
    yield Chore("offline matches", forget, FORGET_EVERY, once=True)


FEATURE: Final = Feature(
    routes=(hand_in, record),
    services={OfflineMatches: lambda core: OfflineMatches(core.accounts, core.verifier)},
    chores=_chores,
    personal=PERSONAL,
)
