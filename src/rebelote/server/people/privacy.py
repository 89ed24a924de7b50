"""Personal data: export, a guest's takeover by an account, erasure.

Games stay, for they are others' games too; a person who leaves becomes one without a name, by an
id that leads nowhere (`gone-...`). Which columns name people is an argument: features declare them
(`server.people.personal`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
import structlog

from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import Reader, Row, Statement
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal, of_erasure, of_takeover
from rebelote.server.people.sessions import ACCOUNT_SECONDS, NOTICE_SECONDS, SESSION_SECONDS

log = structlog.get_logger()

FORGET_EVERY: Final = 3600.0
"""Seconds between two runs that erase unused guests."""
PER_RUN: Final = 100
"""Unused guests erased in one run at most."""

_WRITTEN: Final = frozenset({"reason", "outcome"})
"""The facts of an entry of the audit log that are free text."""


def nobody() -> Occupant:
    """Return the substitute of a person who has gone, and left no name."""
    return Occupant(name="", bot=None, person=f"gone-{secrets.token_urlsafe(9)}")


# --- what is held ---------------------------------------------------------------------------------


async def export(store: Reader, person: Person, columns: Sequence[Personal]) -> dict[str, object]:
    """Return all stored data on a person, by subject; times in seconds since 1970.

    The password, recovery codes and links are kept as digests, which are not exported; neither are
    the keys of notified browsers; the records of the tables named are at
    `/api/tables/{id}/record`. Others' reports on the person are not exported.
    """
    held = {one.name: await _exported(store, one, person.id) for one in columns if one.exported}
    return {**held, "person": next(iter(held["person"]), {})}


async def _exported(store: Reader, one: Personal, person: str) -> list[Row]:
    rows = await store.rows(one.select, person)
    if one.decode is not None:
        for row in rows:
            one.decode(row)
    return rows


# --- games under another name ---------------------------------------------------------------------


async def takeover(
    store: Reader, guest: Person, account: Person, columns: Sequence[Personal]
) -> tuple[Statement, ...]:
    """Build the statements that transfer all of a guest to an account, seats in logs included.

    Where both have it (a rating, a deal of the day) the account's stays. Reads the logs of all the
    guest's tables. `Lobby.replace_person` is to follow.
    """
    both = (guest.id, account.id)
    new = Occupant(name=account.name, bot=None, person=account.id, portrait=account.portrait)
    seats = await _replaced(store, guest.id, new, columns)
    after = ((sql, both[1:]) for one in columns for sql in one.after_takeover)
    return (*seats, *_for(both, of_takeover(columns)), *after)


async def deletion(
    store: Reader, person_id: str, instead: Occupant, now: float, columns: Sequence[Personal]
) -> tuple[Statement, ...]:
    """Build the statements that erase a person from the database, at the time `now`."""
    both = (person_id, instead.person)
    seats = await _replaced(store, person_id, instead, columns)
    reasons = await _reasons(store, person_id)
    rewritten = [one.rewritten for one in columns if one.rewritten is not None]
    others = [sql for build in rewritten for sql in await build(store, person_id, now)]
    return (*seats, *reasons, *others, *_for(both, of_erasure(columns)))


async def _reasons(store: Reader, person_id: str) -> list[Statement]:
    """Build the statements that delete administrators' words on a person from the audit log."""
    statements: list[Statement] = []
    for entry, details in await store.read(
        "SELECT id, facts FROM audit WHERE about = ?", person_id
    ):
        kept = {
            key: one for key, one in msgspec.json.decode(details).items() if key not in _WRITTEN
        }
        update = "UPDATE audit SET facts = ? WHERE id = ?"
        statements.append((update, (msgspec.json.encode(kept).decode(), entry)))
    return statements


def _for(values: tuple[object, ...], statements: Iterable[str]) -> Iterator[Statement]:
    """Yield each statement with as many of the values as it asks for."""
    return ((sql, values[: 1 + ("?2" in sql)]) for sql in statements)


async def _replaced(
    store: Reader, old: str, new: Occupant, columns: Sequence[Personal]
) -> list[Statement]:
    """Build the statements that replace person `old` by `new` in reports and others' rows."""
    builds = [one.replaced for one in columns if one.replaced is not None]
    statements = [sql for build in builds for sql in await build(store, old, new)]
    sql = "SELECT id, talk FROM reports WHERE talk LIKE ?"
    for report, talk in await store.read(sql, f"%{old}%"):
        if old in talk:  # in an id `_` is itself, in a pattern it is any letter
            update = "UPDATE reports SET talk = ? WHERE id = ?"
            statements.append((update, (_said(talk, old, new), report)))
    return statements


def _said(talk: str, old: str, new: Occupant) -> str:
    """Return the chat with the new name, or without the lines of a person who left."""
    said = msgspec.json.decode(talk)
    kept = [line for line in said if line["person"] != old or new.name]
    for line in kept:
        if line["person"] == old:
            line |= {"person": new.person, "name": new.name}
    return msgspec.json.encode(kept).decode()


# --- erasure --------------------------------------------------------------------------------------


async def forget(
    accounts: Accounts, person_id: str, instead: Occupant, columns: Sequence[Personal]
) -> None:
    """Erase a person (GDPR) from the database, and from its deleted pages and write-ahead log."""
    store = accounts.store
    await _delete(accounts, person_id, instead, columns)
    await asyncio.to_thread(store.wipe, [person_id])


async def _delete(
    accounts: Accounts, person_id: str, instead: Occupant, columns: Sequence[Personal]
) -> None:
    async with accounts.store.rewriting:
        statements = await deletion(
            accounts.store.long, person_id, instead, accounts.timekeeper.now(), columns
        )
        await accounts.write(*await accounts.erased_names.kept(person_id), *statements)
    accounts.sessions.invalidate(person_id)


async def forget_unused(accounts: Accounts, columns: Sequence[Personal]) -> int:
    """Erase guests and end sessions that have not been used for long; how many guests.

    Nobody while the clock is in doubt.
    """
    timekeeper, store = accounts.timekeeper, accounts.store
    await accounts.write(timekeeper.kept())
    if timekeeper.in_doubt:
        log.warning("the clock jumped: deletion by age is paused until the clock is stable")
        return 0
    old = "SELECT id FROM people WHERE account_name IS NULL AND seen < ? LIMIT ?"
    rows = await store.read(old, timekeeper.cutoff(SESSION_SECONDS), PER_RUN)
    ids = [row[0] for row in rows]

    async def erase(person_id: str) -> None:
        await _delete(accounts, person_id, nobody(), columns)

    each: Each[str] = Each("unused guests", store.time.monotonic, named=lambda _: "")
    await each.do(erase, ids)
    unused = "DELETE FROM sessions WHERE seen < ? AND person IN (SELECT id FROM people WHERE {})"
    holders = unused.format("account_name IS NOT NULL")
    await accounts.write(
        (holders, (timekeeper.cutoff(ACCOUNT_SECONDS),)),
        ("DELETE FROM notices WHERE at < ?", (timekeeper.cutoff(NOTICE_SECONDS),)),
        ("DELETE FROM mail_links WHERE expires <= ?", (timekeeper.now(),)),
        accounts.erased_names.freed(),
    )
    if ids:
        await asyncio.to_thread(store.wipe, ids)
    return len(ids)
