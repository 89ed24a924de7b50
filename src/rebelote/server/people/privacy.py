"""Personal data: export, a guest's takeover by an account, erasure.

Games stay, for they are others' games too; whoever leaves becomes somebody without a name, by an
id that leads nowhere (`gone-...`).
"""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import structlog

from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import ACCOUNT_SECONDS, NOTICE_SECONDS, SESSION_SECONDS
from rebelote.server.storage.store import LogLine, Reader, Rows, Statement
from rebelote.server.tables import event_log, seating
from rebelote.server.tables.event_log import Agreed, Occupant, Seating

log = structlog.get_logger()

OFFLINE_KEPT: Final = 100
"""Matches played without a network that are kept of one person: the latest handed in."""
FORGET_EVERY: Final = 3600.0
"""Seconds between two runs that erase unused guests."""
PER_RUN: Final = 100
"""Unused guests erased in one run at most."""

_OF_ONE_PERSON: Final = {
    "person": "SELECT id, name, created, seen, account_name, account_since, settings, role, shows "
    "FROM people WHERE id = ?",
    "sessions": "SELECT id, created, seen, agent FROM sessions WHERE person = ?",
    "notices": "SELECT at, what FROM notices WHERE person = ?",
    "recovery_codes": "SELECT count(*) AS left FROM recovery_codes WHERE person = ?",
    "email_addresses": "SELECT address, confirmed FROM email_addresses WHERE person = ?",
    "mail_links": "SELECT purpose, address, expires FROM mail_links WHERE person = ?",
    "relations": "SELECT other, kind, since FROM relations WHERE person = ?",
    "tables": "SELECT table_id AS id FROM seated WHERE person = ?",
    "played": "SELECT table_id, version, seat, bot, preset, ended, rated, won, marks, others, mu, "
    "sigma FROM played WHERE person = ? ORDER BY ended",
    "match_notes": "SELECT table_id, version, starred, note FROM match_notes WHERE person = ?",
    "practice_positions": "SELECT table_id, version, deal, step, decisive, loss, due, schedule "
    "FROM practice_positions WHERE person = ?",
    "match_statistics": "SELECT table_id, version, preset, ended, tallies FROM match_statistics "
    "WHERE person = ?",
    "shared_replays": "SELECT id, table_id, version, record, created, touched FROM shared_replays "
    "WHERE person = ?",
    "shared_replay_lines": "SELECT replay, number, line FROM shared_replay_lines WHERE person = ?",
    "puzzle_answers": "SELECT puzzle, preset, day, choice, correct, rated, at FROM puzzle_answers "
    "WHERE person = ?",
    "puzzle_ratings": "SELECT mu, sigma, answers, changed FROM puzzle_ratings WHERE person = ?",
    "ratings": "SELECT preset, mu, sigma, matches, changed FROM ratings WHERE person = ?",
    "offline_matches": "SELECT digest, handed_in, preset, seat, won, marks, others, record, packed "
    "FROM offline_matches WHERE person = ? ORDER BY handed_in",
    "daily": "SELECT date, preset, table_id, line, counts FROM daily WHERE person = ?",
    "reports": "SELECT at, against, table_id, version, reason, text, settled, outcome FROM reports "
    "WHERE by = ?",
    "sanctions": "SELECT kind, reason, since, until, lifted FROM sanctions WHERE person = ?",
    "removed_spectators": "SELECT table_id, since FROM removed_spectators WHERE person = ?",
    "removed_from_replays": "SELECT replay, since FROM removed_from_replays WHERE person = ?",
    "push_subscriptions": "SELECT endpoint, language, since FROM push_subscriptions "
    "WHERE person = ?",
    "turn_notifications": "SELECT table_id, sent FROM turn_notifications WHERE person = ?",
    "match_claims": "SELECT since FROM match_claims WHERE person = ?",
    "acts": "SELECT at, act, about, facts FROM audit WHERE by = ?",
}


def _move(table: str, *key: str, column: str = "person") -> str:
    """A statement that makes ?2 of ?1, but where ?2 has a row of that key already."""
    same = " AND ".join(f"kept.{name} = {table}.{name}" for name in key) or "TRUE"
    kept = f"SELECT 1 FROM {table} AS kept WHERE kept.{column} = ?2 AND {same}"
    return f"UPDATE {table} SET {column} = ?2 WHERE {column} = ?1 AND NOT EXISTS ({kept})"


_MOVED: Final = (
    "UPDATE played SET person = ?2 WHERE person = ?1",
    _move("daily", "date", "preset"),
    "DELETE FROM daily WHERE person = ?1",
    "UPDATE reports SET by = ?2 WHERE by = ?1",
    "UPDATE reports SET against = ?2 WHERE against = ?1",
    "UPDATE reports SET settled_by = ?2 WHERE settled_by = ?1",
    "UPDATE sanctions SET by = ?2 WHERE by = ?1",
    "UPDATE sanctions SET lifted_by = ?2 WHERE lifted_by = ?1",
    "UPDATE audit SET by = ?2 WHERE by = ?1",
    "UPDATE audit SET about = ?2 WHERE about = ?1",
    "UPDATE shared_replays SET person = ?2 WHERE person = ?1",
    "UPDATE shared_replay_lines SET person = ?2 WHERE person = ?1",
)
"""What becomes somebody else's, whoever that is."""
_SAID: Final = (
    "UPDATE reports SET text = '' WHERE by = ?1",
    "UPDATE reports SET outcome = '' WHERE against = ?1 AND outcome IS NOT NULL",
    """DELETE FROM shared_replay_lines WHERE person = ?1 AND line LIKE '{"line":"commented"%'""",
    "DELETE FROM shared_replay_lines WHERE replay IN "
    "(SELECT id FROM shared_replays WHERE person = ?1 AND record <> '')",
    "DELETE FROM shared_replays WHERE person = ?1 AND record <> ''",
)
"""What goes with who wrote it, handed it in or is judged by it, before rows become another's."""
_WRITTEN: Final = frozenset({"reason", "outcome"})
"""The facts of an entry of the audit log that are free text."""
TRIM_OFFLINE_MATCHES: Final = (
    "DELETE FROM offline_matches WHERE person = ?1 AND digest NOT IN (SELECT digest FROM "
    f"offline_matches WHERE person = ?1 ORDER BY handed_in DESC LIMIT {OFFLINE_KEPT})"
)
"""Forget the oldest of a person's matches beyond those kept."""
_TAKEN_OVER: Final = (
    "DELETE FROM relations WHERE person IN (?1, ?2) AND other IN (?1, ?2)",
    _move("ratings", "preset"),
    _move("relations", "other", "kind"),
    _move("relations", "person", "kind", column="other"),
    _move("seated", "table_id"),
    _move("removed_spectators", "table_id"),
    _move("removed_from_replays", "replay"),
    _move("turn_notifications", "table_id"),
    "UPDATE sanctions SET person = ?2 WHERE person = ?1",
    _move("offline_matches", "digest"),
    _move("match_notes", "table_id", "version"),
    _move("practice_positions", "table_id", "version", "deal", "step"),
    _move("match_statistics", "table_id", "version"),
    _move("puzzle_answers", "puzzle"),
    _move("puzzle_ratings"),
)
_DELETED: Final = (
    "DELETE FROM ratings WHERE person = ?1",
    "DELETE FROM relations WHERE person = ?1",
    "DELETE FROM relations WHERE other = ?1",
    "DELETE FROM seated WHERE person = ?1",
    "DELETE FROM removed_spectators WHERE person = ?1",
    "DELETE FROM removed_from_replays WHERE person = ?1",
    "DELETE FROM sanctions WHERE person = ?1",
    "DELETE FROM sessions WHERE person = ?1",
    "DELETE FROM notices WHERE person = ?1",
    "DELETE FROM recovery_codes WHERE person = ?1",
    "DELETE FROM push_subscriptions WHERE person = ?1",
    "DELETE FROM turn_notifications WHERE person = ?1",
    "DELETE FROM offline_matches WHERE person = ?1",
    "DELETE FROM match_notes WHERE person = ?1",
    "DELETE FROM practice_positions WHERE person = ?1",
    "DELETE FROM match_statistics WHERE person = ?1",
    "DELETE FROM puzzle_answers WHERE person = ?1",
    "DELETE FROM puzzle_ratings WHERE person = ?1",
    "DELETE FROM email_addresses WHERE person = ?1",
    "DELETE FROM mail_links WHERE person = ?1",
    "DELETE FROM match_claims WHERE person = ?1",
    "DELETE FROM people WHERE id = ?1",
)


def nobody() -> Occupant:
    """Whoever sat there has gone, and left no name."""
    return Occupant("", None, f"gone-{secrets.token_urlsafe(9)}")


# --- what is held ---------------------------------------------------------------------------------


async def export(store: Reader, person: Person) -> dict[str, object]:
    """Everything the file holds on a person, by subject; times in seconds since 1970.

    The password, recovery codes and links are kept as digests, which are not told, and neither are
    the keys of notified browsers; the records of the tables named are at
    `/api/tables/{id}/record`. Others' reports on the person are not told.
    """
    held = {subject: await store.rows(sql, person.id) for subject, sql in _OF_ONE_PERSON.items()}
    for match in held["offline_matches"]:
        match["record"] = unpacked_record(match["record"], match.pop("packed"))
    for day in held["daily"]:
        day["line"] = None if day["line"] is None else day["line"].decode()
    row = next(iter(held["person"]), {})
    return {**held, "person": row}


def unpacked_record(record: str, packed: bytes | None) -> str:
    """The record of a match played without a network; older ones are not compressed."""
    return record if packed is None else zlib.decompress(packed).decode()


# --- games under another name ---------------------------------------------------------------------


async def takeover(store: Reader, guest: Person, account: Person) -> tuple[Statement, ...]:
    """Statements that transfer everything of a guest to an account, seats in logs included.

    Where both have it (a rating, a deal of the day) the account's stays. Reads the logs of all the
    guest's tables. The lobby is to be told (`live.person_changes.replace`).
    """
    both = (guest.id, account.id)
    seats = await _seats(store, guest.id, Occupant(account.name, None, account.id))
    trimmed = (TRIM_OFFLINE_MATCHES, both[1:])
    return (*seats, *_for(both, _MOVED, _TAKEN_OVER), trimmed, *_for(both[:1], _DELETED))


async def deletion(store: Reader, person_id: str, instead: Occupant) -> tuple[Statement, ...]:
    """SQL that erases a person from the database."""
    both = (person_id, instead.person)
    seats = await _seats(store, person_id, instead)
    reasons = await _reasons(store, person_id)
    return (*seats, *reasons, *_for(both, _SAID, _MOVED), *_for(both[:1], _DELETED))


async def _reasons(store: Reader, person_id: str) -> list[Statement]:
    """Statements that take what administrators wrote of a person out of the audit log."""
    statements: list[Statement] = []
    for entry, facts in await store.read("SELECT id, facts FROM audit WHERE about = ?", person_id):
        kept = {key: one for key, one in msgspec.json.decode(facts).items() if key not in _WRITTEN}
        update = "UPDATE audit SET facts = ? WHERE id = ?"
        statements.append((update, (msgspec.json.encode(kept).decode(), entry)))
    return statements


def _for(values: tuple[object, ...], *groups: Sequence[str]) -> Iterator[Statement]:
    """Each with as many of the values as it asks for."""
    return ((sql, values[: 1 + ("?2" in sql)]) for group in groups for sql in group)


async def _seats(store: Reader, old: str, new: Occupant) -> list[Statement]:
    """Statements that replace person `old` by `new` in logs, facts and reports."""
    statements: list[Statement] = []
    for (table_id,) in await store.read("SELECT table_id FROM seated WHERE person = ?", old):
        lines = await store.lines_with(table_id, old.encode())
        facts = await store.read("SELECT facts FROM tables WHERE id = ?", table_id)
        statements += await asyncio.to_thread(_seats_of, table_id, lines, facts, old, new)
    sql = "SELECT id, talk FROM reports WHERE talk LIKE ?"
    for report, talk in await store.read(sql, f"%{old}%"):
        if old in talk:  # in an id `_` is itself, in a pattern it is any letter
            update = "UPDATE reports SET talk = ? WHERE id = ?"
            statements.append((update, (_said(talk, old, new), report)))
    return statements


def _seats_of(
    table_id: str, lines: Sequence[LogLine], facts: Rows, old: str, new: Occupant
) -> list[Statement]:
    statements: list[Statement] = []
    for seq, _, line in lines:
        if (seated := _seated(line, old, new)) is not None:
            update = "UPDATE log SET entry = ? WHERE table_id = ? AND seq = ?"
            statements.append((update, (seated, table_id, seq)))
    for (encoded,) in facts:
        found = msgspec.json.decode(encoded)
        if found.get("host") == old:
            changed = msgspec.json.encode({**found, "host": new.person})
            statements.append(("UPDATE tables SET facts = ? WHERE id = ?", (changed, table_id)))
    return statements


def _seated(line: bytes, old: str, new: Occupant) -> bytes | None:
    """An entry of a log with `new` where `old` sat; None where no seats stand in it.

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
    found = [row[0] for row in rows]
    for person_id in found:
        await _delete(accounts, person_id, nobody())
    unused = "DELETE FROM sessions WHERE seen < ? AND person IN (SELECT id FROM people WHERE {})"
    holders = unused.format("account_name IS NOT NULL")
    await accounts.write(
        (holders, (timekeeper.cutoff(ACCOUNT_SECONDS),)),
        ("DELETE FROM notices WHERE at < ?", (timekeeper.cutoff(NOTICE_SECONDS),)),
        ("DELETE FROM mail_links WHERE expires <= ?", (timekeeper.now(),)),
    )
    if found:
        await asyncio.to_thread(store.wipe, found)
    return len(found)
