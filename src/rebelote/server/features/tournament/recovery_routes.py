"""HTTP routes of recovery sheets: printed and made void by owners, and used."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import delete, get, post

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.tournament.recovery import RecoverySheets
from rebelote.server.features.tournament.routes import picture
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person, draw, home
from rebelote.server.web.security import is_loopback_name

OWNED: Final = ("no-such-club", "not-a-secretary", "not-your-role")


class RecoverySheet(Message, frozen=True):
    """GET /api/recovery-sheets/{owned}: when the sheet that counts was printed, if there is one."""

    printed: float | None


class PrintedSheet(Message, frozen=True):
    """POST /api/recovery-sheets/{owned}: a new sheet; its secret is told this once.

    `address`: what is opened, and `picture` its QR code as SVG; without the server's name, and
    without a picture, where only this computer knows that name.
    """

    address: str
    picture: str


class SheetKey(Message, frozen=True):
    """POST /api/recovery-sheets/{owned}/owner: the secret of a sheet."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


@get(
    "/api/recovery-sheets/{owned:str}",
    summary="Whether there is a recovery sheet",
    opt=described(*OWNED),
)
async def read(request: AppRequest, owned: str, me: Person, core: Core) -> RecoverySheet:
    """Return when the sheet of a club, or of a tournament of none, was printed; for the owner."""
    count_person("club", me.id, request, core)
    return RecoverySheet(await core[RecoverySheets].printed(owned, me))


@post(
    "/api/recovery-sheets/{owned:str}",
    status_code=200,
    summary="Print a recovery sheet",
    opt=described(*OWNED),
)
async def print_sheet(request: AppRequest, owned: str, me: Person, core: Core) -> PrintedSheet:
    """Make a new sheet for the owner; an earlier one is void."""
    count_person("club", me.id, request, core)
    key = await core[RecoverySheets].print(owned, me)
    server, path = home(request, core), f"#/owner/{owned}/{key}"
    if is_loopback_name(server.partition("://")[2]):
        return PrintedSheet(path, "")
    svg = await draw(picture, f"{server}/{path}")
    return PrintedSheet(f"{server}/{path}", svg.decode())


@delete(
    "/api/recovery-sheets/{owned:str}",
    summary="Make a recovery sheet invalid",
    opt=described(*OWNED),
)
async def void(request: AppRequest, owned: str, me: Person, core: Core) -> None:
    """Make the sheet of a club or a tournament invalid, for its owner."""
    count_person("club", me.id, request, core)
    await core[RecoverySheets].void(owned, me)


@post(
    "/api/recovery-sheets/{owned:str}/owner",
    status_code=204,
    summary="Become the owner by a recovery sheet",
    opt=described("no-such-club", "wrong-sheet"),
)
async def claim(request: AppRequest, owned: str, data: SheetKey, me: Person, core: Core) -> None:
    """Make the holder of a sheet the owner; the owner of before is a secretary."""
    count_address("login", request, core)
    await core[RecoverySheets].claim(owned, data.key, me)


HANDLERS: Final = (read, print_sheet, void, claim)
