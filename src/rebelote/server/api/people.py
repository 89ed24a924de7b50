"""Who am I, and who are the others?"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State

from rebelote.server import forms
from rebelote.server.accounts import COOKIE, SESSION_SECONDS, Accounts, Person


def _me(person: Person) -> forms.Me:
    return forms.Me(person.id, person.name, person.account, person.role, {})


@get("/api/me", summary="Who the cookie says one is", sync_to_thread=False)
def who_am_i(somebody: Person | None) -> forms.Me | None:
    """The person asking; null without a session."""
    return None if somebody is None else _me(somebody)


@post("/api/me", summary="Play as a guest of this name")
async def new_guest(
    request: Request[Any, Any, Any], data: forms.NewName, state: State
) -> Response[forms.Me]:
    """A guest, and the cookie of the session."""
    accounts: Accounts = state.accounts
    agent = request.headers.get("user-agent", "")
    person, secret = await accounts.new_guest(data.name, agent)
    cookie = Cookie(
        COOKIE, value=secret, max_age=SESSION_SECONDS, httponly=True, samesite="lax", path="/"
    )
    return Response(_me(person), cookies=[cookie])


HANDLERS: Final = (who_am_i, new_guest)
