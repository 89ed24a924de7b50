"""Parts shared by handlers of sessions: cookies, the security log, the own profile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from litestar import Response
from litestar.datastructures import Cookie

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import names
from rebelote.server.base.runtime.addresses import address
from rebelote.server.people import schemas
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import SESSION_SECONDS
from rebelote.server.web.cookies import (
    COOKIE,
    DEVICE_COOKIE,
    DEVICE_SECONDS,
    cookie_name,
    device_cookie,
)
from rebelote.server.web.core import Core
from rebelote.server.web.requests import AppRequest, count_person, place

_WRONG: Final = {"wrong-login": "wrong password", "wrong-recovery-code": "wrong recovery code"}
"""Refusals that are recorded in the security log."""


def _scheme(request: AppRequest) -> str:
    return str(request.scope["scheme"])


def agent(request: AppRequest) -> str:
    """Return the browser's name for itself, by which people know the session; empty without."""
    return request.headers.get("user-agent", "")


def cookie(
    request: AppRequest, value: str, of: str = COOKIE, seconds: int = SESSION_SECONDS
) -> Cookie:
    """Return the session's cookie, or another; an empty value takes it away."""
    return Cookie(
        cookie_name(_scheme(request), of),
        value=value,
        max_age=seconds if value else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=_scheme(request) == "https",
    )


async def cookies(
    request: AppRequest, accounts: Accounts, person: Person, secret: str
) -> list[Cookie]:
    """Return the cookies for a browser at which an account's holder has logged in."""
    device = await device_cookie(accounts, person.id)
    return [cookie(request, secret), cookie(request, device, DEVICE_COOKIE, DEVICE_SECONDS)]


@contextmanager
def security_logged(request: AppRequest, event: str, account: str, core: Core) -> Iterator[None]:
    """Write to the security log what is done with a password, and a wrong one."""
    security_log = core.security_log
    try:
        yield
    except IllegalActionError as error:
        if error.refusal.code in _WRONG:
            security_log.event(_WRONG[error.refusal.code], address(request), account)
        raise
    security_log.event(event, address(request), account)


async def check_password(
    request: AppRequest, me: Person, password: str, event: str, core: Core
) -> None:
    """Ask the holder of an account for the password once more, and write down what for.

    IllegalActionError `wrong-login`, `too-many`; `who-are-you` for a guest, who has none.
    """
    if not me.account:
        raise IllegalActionError("who-are-you")
    count_person("password", me.id, request, core)
    with (
        place("logins", request, core),
        security_logged(request, event, names.key(me.name), core),
    ):
        await core.accounts.check(me, password)


async def logged_in(
    request: AppRequest, person: Person, secret: str, core: Core
) -> Response[schemas.Me]:
    """Return the response to a login: who one is, and the cookies of the session."""
    accounts = core.accounts
    return Response(
        await own_profile(person, accounts),
        cookies=await cookies(request, accounts, person, secret),
    )


async def own_profile(person: Person, accounts: Accounts) -> schemas.Me:
    """Return the profile that people are sent of themselves, with the account's settings."""
    settings = await accounts.settings(person)
    return schemas.Me(
        id=person.id,
        name=person.name,
        account=person.account,
        role=person.role,
        settings=settings,
        portrait=person.portrait,
    )


def dismiss(core: Core, *people: str) -> None:
    """End the sockets of these people; they come again with the cookie they have by then."""
    for person in people:
        for socket in core.sockets_of(person):
            socket.close_to_reconnect()
