"""The moderation queue: reports as they are kept and read, in groups and pages.

A person has one open report about another: a second one adds to it. Those that wait are
grouped by whom they are about; first come those that the holder of an account made, for accounts
cost more to make than guests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import Said
from rebelote.server.base.storage.store import Reader, Row, Statement
from rebelote.server.people import schemas

ROWS: Final = limit(100, "reports", per="page")
GROUPS: Final = limit(25, "people whom open reports are about", per="page")
SHOWN: Final = limit(5, "reports shown about one of them", per="person")
TEXT_KEPT: Final = limit(
    1000,
    "earlier text kept when a person reports again",
    unit="characters",
    per="report",
    beyond="the rest is cut",
)
TALK_KEPT: Final = limit(
    100, "chat messages kept with a report", per="report", beyond="those in the middle are dropped"
)

_GUEST: Final = "(CASE WHEN one.account_name IS NULL THEN 1 ELSE 0 END)"
"""1 where a guest reports: a number, for PostgreSQL has no `min` and no `sum` of truth values."""
_ABOUT: Final = (
    "FROM reports "
    "LEFT JOIN people AS one ON one.id = by "
    "LEFT JOIN people AS other ON other.id = against "
    "LEFT JOIN people AS settler ON settler.id = settled_by "
)
_REPORTED: Final = (
    f"SELECT reports.id, at, by, coalesce(one.name, '') AS by_name, {_GUEST} = 0 AS by_account, "
    "(SELECT count(*) FROM reports AS others WHERE others.by = reports.by "
    "AND others.settled IS NULL) AS by_open, against, coalesce(other.name, '') AS against_name, "
    'table_id AS "table", replay, version, reason, text, talk, times, settled, settled_by, '
    f"coalesce(settler.name, '') AS settled_by_name, outcome {_ABOUT}"
)


def _decoded(rows: Sequence[Row]) -> list[schemas.Reported]:
    decoded = [{**row, "talk": msgspec.json.decode(row["talk"], type=list[Said])} for row in rows]
    return msgspec.convert(decoded, list[schemas.Reported], strict=False)


async def settled(store: Reader, after: int | None, limit: int = ROWS) -> list[schemas.Reported]:
    """List the settled reports, the latest first; `after` the report of this id."""
    sql = (
        f"{_REPORTED} WHERE settled IS NOT NULL AND (CAST(?1 AS BIGINT) IS NULL "
        "OR (settled, reports.id) < (SELECT settled, id FROM reports WHERE id = ?1)) "
        "ORDER BY settled DESC, reports.id DESC LIMIT ?2"
    )
    return _decoded(await store.rows(sql, after, limit))


async def waiting(
    store: Reader,
    against: str | None = None,
    by: str | None = None,
    after: int | None = None,
    limit: int = ROWS,
) -> list[schemas.Reported]:
    """List the open reports about or by a person: first the accounts', then the oldest.

    `after` the report of this id, open or not.
    """
    sql = (
        f"{_REPORTED} WHERE settled IS NULL AND (CAST(?1 AS TEXT) IS NULL OR against = ?1) "
        "AND (CAST(?2 AS TEXT) IS NULL OR by = ?2) "
        f"AND (CAST(?3 AS BIGINT) IS NULL OR ({_GUEST}, reports.id) > (SELECT {_GUEST}, reports.id "
        "FROM reports LEFT JOIN people AS one ON one.id = by "
        f"WHERE reports.id = ?3)) ORDER BY {_GUEST}, reports.id LIMIT ?4"
    )
    return _decoded(await store.rows(sql, against, by, after, limit))


async def groups(store: Reader, after: str = "") -> schemas.ReportPage:
    """Return a page of people with open reports; `after`: `next` of the page before."""
    guests, first = _cursor(after)
    sql = (
        f"SELECT * FROM (SELECT min({_GUEST}) AS guests, min(reports.id) AS first, against, "
        "coalesce(other.name, '') AS against_name, count(*) AS reports, "
        f"sum(1 - {_GUEST}) AS accounts {_ABOUT} WHERE settled IS NULL "
        "GROUP BY against, other.name) AS grouped "
        "WHERE (guests, first) > (?, ?) ORDER BY guests, first LIMIT ?"
    )
    rows = await store.rows(sql, guests, first, GROUPS + 1)
    groups = [await _group(store, row) for row in rows[:GROUPS]]
    last = rows[GROUPS - 1] if len(rows) > GROUPS else None
    return schemas.ReportPage(
        tuple(groups), None if last is None else f"{last['guests']}-{last['first']}"
    )


def _cursor(after: str) -> tuple[int, int]:
    """Return whether only guests had reported the last one seen, and the id of the first report."""
    guests, _, first = after.partition("-")
    digits = guests.isascii() and first.isascii() and guests.isdigit() and first.isdigit()
    return (int(guests[:1]), int(first[:18])) if digits else (-1, 0)


async def _group(store: Reader, row: Row) -> schemas.ReportGroup:
    first = await waiting(store, against=row["against"], limit=SHOWN)
    return schemas.ReportGroup(
        against=row["against"],
        against_name=row["against_name"],
        count=row["reports"],
        accounts=row["accounts"],
        reports=tuple(first),
    )


async def added(
    store: Reader, at: float, by: str, complaint: schemas.Report, version: int, talk: Sequence[Said]
) -> Statement:
    """Build the statement that stores a report, or adds it to an open one of the same person."""
    sql = "SELECT id, text, talk FROM reports WHERE by = ? AND against = ? AND settled IS NULL"
    rows = await store.read(sql, by, complaint.person)
    if not rows:
        sql = (
            "INSERT INTO reports "
            "(at, by, against, table_id, replay, version, reason, text, talk) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        said = msgspec.json.encode(_more_talk((), talk)).decode()
        where = complaint.table, complaint.replay, version
        return sql, (at, by, complaint.person, *where, complaint.reason, complaint.text, said)
    report, text, said = rows[0]
    before = msgspec.json.decode(said, type=list[Said])
    sql = (
        "UPDATE reports SET table_id = ?, replay = ?, version = ?, reason = ?, text = ?, talk = ?, "
        "times = times + 1 WHERE id = ?"
    )
    more = msgspec.json.encode(_more_talk(before, talk)).decode()
    where = complaint.table, complaint.replay, version
    values = (*where, complaint.reason, _more_text(text, complaint.text), more, report)
    return sql, values


def _more_text(before: str, text: str) -> str:
    new = text and text not in before.split("\n")
    return "\n".join(filter(None, (before[:TEXT_KEPT], text))) if new else before


def _more_talk(before: Sequence[Said], talk: Sequence[Said]) -> list[Said]:
    """Return the same of what was said: of too much the beginning and the end stay."""
    said = [*before, *(line for line in talk if line not in before)]
    over = len(said) > TALK_KEPT
    return [*said[: TALK_KEPT // 2], *said[-TALK_KEPT // 2 :]] if over else said
