"""A person replaced by another in the logs of tables, and as their host."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.storage.store import LogLine, Reader, Rows, Statement
from rebelote.server.table.model import event_log, seating
from rebelote.server.table.model.event_log import Agreed, Seating


async def in_tables(store: Reader, old: str, new: Occupant) -> list[Statement]:
    """Build the statements that put `new` in the place of person `old` at all their tables."""
    statements: list[Statement] = []
    for (table_id,) in await store.read("SELECT table_id FROM seated WHERE person = ?", old):
        lines = await store.lasting_lines(table_id)
        details = await store.read("SELECT facts FROM tables WHERE id = ?", table_id)
        statements += await asyncio.to_thread(_seats_of, table_id, lines, details, old, new)
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
        metadata = msgspec.json.decode(encoded)
        if metadata.get("host") == old:
            changed = msgspec.json.encode({**metadata, "host": new.person})
            statements.append(("UPDATE tables SET facts = ? WHERE id = ?", (changed, table_id)))
    return statements


def _seated(line: bytes, old: str, new: Occupant) -> bytes | None:
    """Return an entry of a log with `new` where `old` sat; None where it has no seats.

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
    """Replace a person in an entry that this server cannot read: as JSON, whatever it is."""
    return line.replace(msgspec.json.encode(old), msgspec.json.encode(new.person))
