"""Personal data: export, a guest's takeover by an account, erasure.

Games stay, for they are others' games too; a person who leaves becomes one without a name, by an
id that leads nowhere (`gone-...`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
import structlog

from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import ACCOUNT_SECONDS, NOTICE_SECONDS, SESSION_SECONDS
from rebelote.server.personal import Personal, declared, of_erasure, of_takeover
from rebelote.server.storage.store import LogLine, Reader, Row, Rows, Statement
from rebelote.server.tables import event_log, seating
from rebelote.server.tables.event_log import Agreed, Occupant, Seating

log = structlog.get_logger()

FORGET_EVERY: Final = 3600.0
"""Seconds between two runs that erase unused guests."""
PER_RUN: Final = 100
"""Unused guests erased in one run at most."""

_WRITTEN: Final = frozenset({"reason", "outcome"})
"""The facts of an entry of the audit log that are free text."""


def nobody() -> Occupant:
    """The substitute of a person who has gone, and left no name."""
    return Occupant("", None, f"gone-{secrets.token_urlsafe(9)}")


# --- what is held ---------------------------------------------------------------------------------


async def export(store: Reader, person: Person) -> dict[str, object]:
    """Everything the file holds on a person, by subject; times in seconds since 1970.

    The password, recovery codes and links are kept as digests, which are not exported; neither are
    the keys of notified browsers; the records of the tables named are at
    `/api/tables/{id}/record`. Others' reports on the person are not exported.
    """
    held = {one.name: await _exported(store, one, person.id) for one in declared() if one.exported}
    return {**held, "person": next(iter(held["person"]), {})}


async def _exported(store: Reader, one: Personal, person: str) -> list[Row]:
    rows = await store.rows(one.select, person)
    if one.decode is not None:
        for row in rows:
            one.decode(row)
    return rows


# --- games under another name ---------------------------------------------------------------------


async def takeover(store: Reader, guest: Person, account: Person) -> tuple[Statement, ...]:
    """Statements that transfer everything of a guest to an account, seats in logs included.

    Where both have it (a rating, a deal of the day) the account's stays. Reads the logs of all the
    guest's tables. `Lobby.replace_person` is to follow.
    """
    both = (guest.id, account.id)
    seats = await _seats(
        store, guest.id, Occupant(account.name, None, account.id, portrait=account.portrait)
    )
    after = ((sql, both[1:]) for one in declared() for sql in one.after_takeover)
    return (*seats, *_for(both, of_takeover(declared())), *after)


async def deletion(store: Reader, person_id: str, instead: Occupant) -> tuple[Statement, ...]:
    """SQL that erases a person from the database."""
    both = (person_id, instead.person)
    seats = await _seats(store, person_id, instead)
    reasons = await _reasons(store, person_id)
    return (*seats, *reasons, *_for(both, of_erasure(declared())))


async def _reasons(store: Reader, person_id: str) -> list[Statement]:
    """Statements that take what administrators wrote of a person out of the audit log."""
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
    """Each with as many of the values as it asks for."""
    return ((sql, values[: 1 + ("?2" in sql)]) for sql in statements)


async def _seats(store: Reader, old: str, new: Occupant) -> list[Statement]:
    """Statements that replace person `old` by `new` in logs, facts and reports."""
    statements: list[Statement] = []
    for (table_id,) in await store.read("SELECT table_id FROM seated WHERE person = ?", old):
        lines = await store.lasting_lines(table_id)
        details = await store.read("SELECT facts FROM tables WHERE id = ?", table_id)
        statements += await asyncio.to_thread(_seats_of, table_id, lines, details, old, new)
    sql = "SELECT id, talk FROM reports WHERE talk LIKE ?"
    for report, talk in await store.read(sql, f"%{old}%"):
        if old in talk:  # in an id `_` is itself, in a pattern it is any letter
            update = "UPDATE reports SET talk = ? WHERE id = ?"
            statements.append((update, (_said(talk, old, new), report)))
    return statements


def _seats_of(
    table_id: str, lines: Sequence[LogLine], details: Rows, old: str, new: Occupant
) -> list[Statement]:
    statements: list[Statement] = []
    named = [line for line in lines if old.encode() in line.entry]
    for seq, _, line in named:
        if (seated := _seated(line, old, new)) is not None:
            update = "UPDATE log SET entry = ? WHERE table_id = ? AND seq = ?"
            statements.append((update, (seated, table_id, seq)))
    for (encoded,) in details:
        result = msgspec.json.decode(encoded)
        if result.get("host") == old:
            changed = msgspec.json.encode({**result, "host": new.person})
            statements.append(("UPDATE tables SET facts = ? WHERE id = ?", (changed, table_id)))
    return statements


def _seated(line: bytes, old: str, new: Occupant) -> bytes | None:
    """An entry of a log with `new` where `old` sat; None where it has no seats.

    Nobody stays in the file because a table cannot be read any more.
    """
    try:
        entry = event_log.decode(line)
    except ValueError:
        return _replaced(line, old, new)
    if not isinstance(entry, Agreed | Seating):
        return None
    seats = seating.replaced(entry.seats, old, new)
    return event_log.encode(msgspec.structs.replace(entry, seats=seats))


def _replaced(line: bytes, old: str, new: Occupant) -> bytes:
    """The same of an entry that this server cannot read: as JSON, whatever it is."""
    return line.replace(msgspec.json.encode(old), msgspec.json.encode(new.person))


def _said(talk: str, old: str, new: Occupant) -> str:
    """What was said, by the new name; what those have said who left is not kept."""
    said = msgspec.json.decode(talk)
    kept = [line for line in said if line["person"] != old or new.name]
    for line in kept:
        if line["person"] == old:
            line |= {"person": new.person, "name": new.name}
    return msgspec.json.encode(kept).decode()


# --- erasure --------------------------------------------------------------------------------------


async def forget(accounts: Accounts, person_id: str, instead: Occupant) -> None:
    """Erase a person (GDPR) from the database, and from its deleted pages and write-ahead log."""
    store = accounts.store
    await _delete(accounts, person_id, instead)
    await asyncio.to_thread(store.wipe, [person_id])


async def _delete(accounts: Accounts, person_id: str, instead: Occupant) -> None:
    async with accounts.store.rewriting:
        statements = await deletion(accounts.store.long, person_id, instead)
        await accounts.write(*statements)
    accounts.sessions.invalidate(person_id)


async def forget_unused(accounts: Accounts) -> int:
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
    result = [row[0] for row in rows]
    for person_id in result:
        await _delete(accounts, person_id, nobody())
    unused = "DELETE FROM sessions WHERE seen < ? AND person IN (SELECT id FROM people WHERE {})"
    holders = unused.format("account_name IS NOT NULL")
    await accounts.write(
        (holders, (timekeeper.cutoff(ACCOUNT_SECONDS),)),
        ("DELETE FROM notices WHERE at < ?", (timekeeper.cutoff(NOTICE_SECONDS),)),
        ("DELETE FROM mail_links WHERE expires <= ?", (timekeeper.now(),)),
    )
    if result:
        await asyncio.to_thread(store.wipe, result)
    return len(result)
