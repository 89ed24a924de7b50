"""HTTP routes of files: a tournament or a club is saved, and opened on another server."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.tournament.club_routes import SECRETARY as CLUB_SECRETARY
from rebelote.server.features.tournament.files import FILE_BYTES, Kind
from rebelote.server.features.tournament.opening import Files
from rebelote.server.features.tournament.routes import SECRETARY
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_person

FILE: Final = ("file-later", "file-too-large")


class OpenedFile(Message, frozen=True):
    """The answer to POST /api/files: what was opened, and its id."""

    kind: Kind
    id: str


class SavedFile(Message, frozen=True):
    """POST /api/files: a file as it was saved, as text."""

    text: str


def _file(text: bytes) -> Response[bytes]:
    return Response(text, media_type="application/json")


@get(
    "/api/tournaments/{tournament:str}/file",
    summary="A tournament as a file",
    opt=described(*SECRETARY, *FILE, answer={"application/json": dict}),
)
async def save_tournament(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> Response[bytes]:
    """Return all that was entered, for secretaries, to be opened on another server."""
    count_person("club-draws", me.id, request, core)
    return _file(await core[Files].of_tournament(tournament, me))


@get(
    "/api/clubs/{club:str}/file",
    summary="A club with its tournaments as a file",
    opt=described(*CLUB_SECRETARY, "no-such-event", *FILE, answer={"application/json": dict}),
)
async def save_club(request: AppRequest, club: str, me: Person, core: Core) -> Response[bytes]:
    """Return all that was entered, for secretaries, to be opened on another server."""
    count_person("club-draws", me.id, request, core)
    return _file(await core[Files].of_club(club, me))


@post(
    "/api/files",
    summary="Open a file of a tournament or a club",
    request_max_body_size=2 * FILE_BYTES,
    opt=described(
        "file-broken",
        "file-newer",
        "file-too-large",
        "too-many-events",
        "too-many-clubs",
        "slow-record",
        "banned",
    ),
)
async def open_file(request: AppRequest, data: SavedFile, me: Person, core: Core) -> OpenedFile:
    """Store a copy of what was saved, whose owner one is; it goes on from there."""
    count_person("club-events", me.id, request, core)
    return OpenedFile(*await core[Files].open(data.text.encode(), me))


HANDLERS: Final = (save_tournament, save_club, open_file)
