"""HTTP routes of people: guests, accounts, sessions, friends and blocks, personal data."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import Final

from litestar import Response, delete, get, post, put

from rebelote.server.base.protocol import names
from rebelote.server.base.protocol.schemas import JsonObject
from rebelote.server.base.runtime.addresses import address, household
from rebelote.server.people import privacy, schemas
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.recovery import RecoveryCodes
from rebelote.server.people.tokens import Tokens
from rebelote.server.table.seats import occupant
from rebelote.server.web import logins
from rebelote.server.web.cookies import DEVICE_COOKIE, cookie_in, known_device, secret_in
from rebelote.server.web.core import Core
from rebelote.server.web.described import NAME, PASSWORD, described
from rebelote.server.web.feature import declared
from rebelote.server.web.requests import AppRequest, count_address, count_person, place

# --- guests and accounts --------------------------------------------------------------------------


@get("/api/me", summary="Who the cookie says one is", opt=described(scope="any"))
async def who_am_i(visitor: Person | None, core: Core) -> schemas.Me | None:
    """Return the person asking; null without a session."""
    return None if visitor is None else await logins.own_profile(visitor, core.accounts)


@post(
    "/api/me",
    summary="Play as a guest of this name",
    opt=described(*NAME, examples={"a guest": {"name": "Ann"}}, also={200: schemas.Me}),
)
async def become_guest(
    request: AppRequest, data: schemas.NewName, visitor: Person | None, core: Core
) -> Response[schemas.Me]:
    """Create a guest and set the session cookie; a person with a session stays as they are."""
    accounts = core.accounts
    if visitor is not None:
        return Response(await logins.own_profile(visitor, accounts), status_code=200)
    count_address("guest", request, core)
    person, secret = await accounts.new_guest(data.name, logins.agent(request))
    return Response(
        await logins.own_profile(person, accounts), cookies=[logins.cookie(request, secret)]
    )


@put("/api/me/name", summary="Change one's name", opt=described(*NAME))
async def rename(request: AppRequest, data: schemas.NewName, me: Person, core: Core) -> schemas.Me:
    """Rename the person, at every table too."""
    count_person("name", me.id, request, core)
    return await _changed(await core.accounts.rename(me, data.name), core)


@put("/api/me/portrait", summary="Choose a portrait", opt=described("no-such-portrait"))
async def choose_portrait(
    request: AppRequest, data: schemas.NewPortrait, me: Person, core: Core
) -> schemas.Me:
    """Set the portrait that others see at tables, in lists and on the profile."""
    count_person("settings", me.id, request, core)
    return await _changed(await core.accounts.choose_portrait(me, data.portrait), core)


async def _changed(person: Person, core: Core) -> schemas.Me:
    """Show a person as they are now to everybody who sits at their tables."""
    for socket in core.sockets_of(person.id):
        socket.person = person
    await core.lobby.replace_person(person.id, occupant(person))
    return await logins.own_profile(person, core.accounts)


@post(
    "/api/me/account",
    summary="Keep all this under a name and a password",
    opt=described(*NAME, *PASSWORD, "have-account"),
)
async def sign_up(
    request: AppRequest, data: schemas.NewAccount, visitor: Person | None, core: Core
) -> Response[schemas.Me]:
    """Make the guest the holder of an account; without a guest, one is created with it."""
    count_address("account", request, core)
    accounts = core.accounts
    account = names.key(data.name)
    with (
        place("logins", request, core),
        logins.security_logged(request, "signed up", account, core),
    ):
        person, secret = await accounts.sign_up(
            visitor, data.name, data.password, logins.agent(request)
        )
    await core.lobby.replace_person(person.id, occupant(person))
    logins.dismiss(core, person.id)
    return await logins.logged_in(request, person, secret, core)


@post(
    "/api/login",
    status_code=200,
    summary="Come back to an account",
    opt=described("wrong-login", "password-expired", "too-many-guesses"),
)
async def log_in(
    request: AppRequest, data: schemas.Login, visitor: Person | None, core: Core
) -> Response[schemas.Me]:
    """Open a session; the account takes over everything this browser's guest did."""
    count_address("login", request, core)
    accounts = core.accounts
    account, device = names.key(data.name), await _device(request, data.name, visitor, accounts)
    where = device or household(address(request))
    count_person("password", f"{account} {where}", request, core)
    guess = nullcontext() if device else core.limits.guess(account, address(request))
    with (
        guess,
        place("logins", request, core),
        logins.security_logged(request, "logged in", account, core),
    ):
        person = await accounts.holder(data.name, data.password)
    secret = await _open_session(request, person, visitor, bool(device), core)
    if visitor is not None:
        accounts.sessions.invalidate(visitor.id)
        await core.moderation.refresh()
        if not visitor.account:
            await core.lobby.replace_person(visitor.id, occupant(person))
        logins.dismiss(core, visitor.id)
    return await logins.logged_in(request, person, secret, core)


async def _device(
    request: AppRequest, name: str, visitor: Person | None, accounts: Accounts
) -> str:
    """Return the browser's device if the holder of this account has logged in on it before."""
    holder = await accounts.by_account_name(name)
    if holder is None:
        return ""
    if visitor is not None and visitor.id == holder.id:
        return holder.id
    return await known_device(accounts, cookie_in(request.scope, DEVICE_COOKIE), holder.id)


async def _open_session(
    request: AppRequest, holder: Person, before: Person | None, known: bool, core: Core
) -> str:
    """Open a session of the holder and return its secret; `before`: this browser's last person.

    What a guest has becomes the holder's with it, or not at all.
    """
    accounts, lobby, agent = core.accounts, core.lobby, logins.agent(request)
    if before is None or before.account:
        ended = () if before is None else (accounts.sessions.logged_out(secret_in(request.scope)),)
        return await accounts.sessions.open(holder, agent, *ended, known=known)
    async with (
        accounts.store.rewriting,
        lobby.replacing_person(before.id, occupant(holder)),
    ):
        taken = await privacy.takeover(lobby.store.long, before, holder, declared())
        return await accounts.sessions.open(holder, agent, *taken, known=known)


@post("/api/logout", status_code=204, summary="End this session")
async def log_out(request: AppRequest, me: Person, core: Core) -> Response[None]:
    """End this session and void its cookie; a guest cannot come back."""
    await core.accounts.sessions.log_out(me, secret_in(request.scope))
    logins.dismiss(core, me.id)
    return Response(None, status_code=204, cookies=[logins.cookie(request, "")])


@post(
    "/api/me/password",
    status_code=204,
    summary="Another password",
    opt=described("wrong-login", *PASSWORD),
)
async def change_password(
    request: AppRequest, data: schemas.NewPassword, me: Person, core: Core
) -> Response[None]:
    """Change the password, end every other session and renew the cookie of this one."""
    count_person("password", me.id, request, core)
    accounts = core.accounts
    account = names.key(me.name)
    with (
        place("logins", request, core),
        logins.security_logged(request, "password changed", account, core),
    ):
        secret = await accounts.change_password(me, data.old, data.new, logins.agent(request))
    logins.dismiss(core, me.id)
    cookies = await logins.cookies(request, accounts, me, secret)
    return Response(None, status_code=204, cookies=cookies)


# --- recovery codes -------------------------------------------------------------------------------


@get("/api/me/recovery-codes", summary="How many recovery codes are left")
async def recovery_codes_left(me: Person, core: Core) -> schemas.RecoveryCodesLeft:
    """Count the unused recovery codes of the account."""
    return schemas.RecoveryCodesLeft(await core[RecoveryCodes].left(me))


@post(
    "/api/me/recovery-codes",
    status_code=200,
    summary="New recovery codes",
    opt=described("wrong-login"),
)
async def renew_recovery_codes(
    request: AppRequest, data: schemas.RecoveryRequest, me: Person, core: Core
) -> schemas.NewRecoveryCodes:
    """Return new codes for a forgotten password, shown only once; needs the password."""
    await logins.check_password(request, me, data.password, "recovery codes made", core)
    return schemas.NewRecoveryCodes(await core[RecoveryCodes].renew(me))


@post(
    "/api/recover",
    status_code=200,
    summary="Another password by a recovery code",
    opt=described("wrong-recovery-code", *PASSWORD),
)
async def recover(request: AppRequest, data: schemas.Recovery, core: Core) -> Response[schemas.Me]:
    """Set a password by a recovery code, end every session and open a new one here."""
    count_address("recover", request, core)
    account = names.key(data.name)
    with (
        place("logins", request, core),
        logins.security_logged(request, "password recovered", account, core),
    ):
        person, secret = await core[RecoveryCodes].recover(
            data.name, data.code, data.password, logins.agent(request)
        )
    logins.dismiss(core, person.id)
    return await logins.logged_in(request, person, secret, core)


# --- sessions and settings ------------------------------------------------------------------------


@get("/api/me/sessions", summary="Where one is signed in")
async def sessions(request: AppRequest, me: Person, core: Core) -> list[schemas.Session]:
    """List all sessions, the last used first."""
    return await core.accounts.sessions.of(me, secret_in(request.scope))


@delete("/api/me/sessions/{session:str}", summary="End a session", opt=described("no-such-session"))
async def end_session(session: str, me: Person, core: Core) -> None:
    """End a session and void its cookie."""
    await core.accounts.sessions.end(me, session)
    logins.dismiss(core, me.id)


@delete("/api/me/sessions", summary="End every other session")
async def end_others(request: AppRequest, me: Person, core: Core) -> None:
    """End every session except the one that asks."""
    await core.accounts.sessions.end_others(me, secret_in(request.scope))
    logins.dismiss(core, me.id)


@get("/api/me/notices", summary="What was done to one's account elsewhere")
async def notices(request: AppRequest, me: Person, core: Core) -> list[schemas.SecurityNotice]:
    """List new sessions and changed passwords since the last visit, the newest first."""
    return await core.accounts.sessions.notices(me, secret_in(request.scope))


@delete("/api/me/notices/{last:int}", summary="Dismiss a notice and all before it")
async def dismiss_notices(request: AppRequest, last: int, me: Person, core: Core) -> None:
    """Hide a notice and all before it from this session."""
    await core.accounts.sessions.dismiss_notices(me, secret_in(request.scope), last)


@put("/api/me/settings", status_code=204, summary="Keep settings")
async def keep_settings(request: AppRequest, data: JsonObject, me: Person, core: Core) -> None:
    """Replace the stored settings of the client; at most 4 KiB."""
    count_person("settings", me.id, request, core)
    await core.accounts.keep_settings(me, data)


# --- one's own data -------------------------------------------------------------------------------


@get("/api/me/export", summary="All that is kept of one")
async def export(request: AppRequest, me: Person, core: Core) -> Response[dict[str, object]]:
    """Return a JSON file of everything the database holds on the person asking."""
    count_person("export", me.id, request, core)
    held = await privacy.export(core.store.long, me, declared())
    name = f"rebelote-{time.strftime('%Y-%m-%d')}.json"
    return Response(held, headers={"content-disposition": f'attachment; filename="{name}"'})


@delete("/api/me", summary="Erase my account and data", opt=described("wrong-login"))
async def forget_me(
    request: AppRequest, me: Person, core: Core, data: schemas.AccountErasure | None = None
) -> Response[None]:
    """Remove the names of the person and of their bots everywhere; games stay, anonymised.

    An account confirms by password.
    """
    count_address("erasure", request, core)
    accounts = core.accounts
    if me.account:
        password = data.password if data else ""
        await logins.check_password(request, me, password, "left for good", core)
    await accounts.sessions.end_all(me)
    logins.dismiss(core, me.id)
    for bot in await core[Tokens].bots(me):
        await _erase(Person(id=bot.person, name=bot.name, owner=me.id), core)
    await _erase(me, core)
    await core.moderation.refresh()
    gone = [logins.cookie(request, ""), logins.cookie(request, "", DEVICE_COOKIE)]
    return Response(None, status_code=204, cookies=gone)


async def _erase(person: Person, core: Core) -> None:
    """Free the seats of a person, and erase them in memory and on disk."""
    instead = privacy.nobody()
    await core.lobby.leave_every_seat(person)
    await core.lobby.replace_person(person.id, instead)
    await privacy.forget(core.accounts, person.id, instead, declared())
    await core.lobby.replace_person(person.id, instead)


HANDLERS: Final = (
    who_am_i,
    become_guest,
    rename,
    choose_portrait,
    sign_up,
    log_in,
    log_out,
    change_password,
    recovery_codes_left,
    renew_recovery_codes,
    recover,
    sessions,
    end_session,
    end_others,
    notices,
    dismiss_notices,
    keep_settings,
    export,
    forget_me,
)
