"""The matches of one person: listed page by page, filtered, starred and noted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import Reader, Statement
from rebelote.server.features.history.schemas import MyMatch, MyMatches, ReplayPlayer

PAGE: Final = limit(30, "one's own matches", per="page")
_MATCHES: Final = (
    "SELECT played.table_id, played.version, ended, preset, rated, won, marks, others, given_up, "
    "bot IS NOT NULL, coalesce(starred, FALSE), coalesce(note, '') FROM played "
    "LEFT JOIN match_notes AS notes ON notes.person = played.person "
    "AND notes.table_id = played.table_id AND notes.version = played.version "
    "WHERE played.person = ?"
)
_BEFORE: Final = (
    " AND (ended, played.table_id, played.version) < (SELECT ended, table_id, version "
    "FROM played WHERE person = ? AND table_id = ? AND version = ?)"
)
_TEXT: Final = (
    " AND (lower(coalesce(note, '')) LIKE ? ESCAPE '!' OR EXISTS (SELECT 1 FROM played AS other "
    "JOIN people ON people.id = other.person WHERE other.table_id = played.table_id "
    "AND other.version = played.version AND other.person <> played.person "
    "AND (lower(people.name) LIKE ? ESCAPE '!' OR people.account_name LIKE ? ESCAPE '!')))"
)
"""A name in small letters is compared as the database knows them; an account's as Python does."""
_ONLY: Final = {
    "won": " AND won AND bot IS NULL",
    "lost": " AND NOT won AND bot IS NULL AND (marks <> others OR given_up)",
    "rated": " AND rated",
    "starred": " AND starred",
}
_NEWEST_FIRST: Final = (
    f" ORDER BY ended DESC, played.table_id DESC, played.version DESC LIMIT {PAGE + 1}"
)
_PLAYERS: Final = (
    "SELECT table_id, version, coalesce(name, ''), bot, played.person, bots.person IS NOT NULL "
    "FROM played LEFT JOIN people ON people.id = played.person "
    "LEFT JOIN bots ON bots.person = played.person WHERE table_id IN (?*) "
    "ORDER BY table_id, version, seat"
)
_PLAYED: Final = "SELECT 1 FROM played WHERE person = ? AND table_id = ? AND version = ?"
_KEEP: Final = (
    "INSERT INTO match_notes (person, table_id, version, starred, note) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (person, table_id, version) "
    "DO UPDATE SET starred = excluded.starred, note = excluded.note"
)
_FORGET: Final = "DELETE FROM match_notes WHERE person = ? AND table_id = ? AND version = ?"
Match = tuple[str, int]
"""A table, and the line of its log with which the match began."""


class Filters(msgspec.Struct, frozen=True):
    """Which matches are listed: of a rule set, `only` some, with a text in a name or a note."""

    preset: str = ""
    only: Collection[str] = ()
    text: str = ""

    def conditions(self) -> list[tuple[str, Sequence[object]]]:
        """Return the added SQL conditions, each with its values."""
        result: list[tuple[str, Sequence[object]]] = []
        if self.preset:
            result.append((" AND preset = ?", (self.preset,)))
        if self.text:
            result.append((_TEXT, (_pattern(self.text),) * 3))
        return result + [(condition, ()) for name, condition in _ONLY.items() if name in self.only]


def _pattern(text: str) -> str:
    """Return a text as a pattern, in which every sign means itself."""
    escaped = text.casefold().translate({ord(sign): f"!{sign}" for sign in "!%_"})
    return f"%{escaped}%"


async def listed(store: Reader, person: str, filters: Filters, before: Match | None) -> MyMatches:
    """Return a page of a person's matches, the newest first; those before a match."""
    conditions = filters.conditions()
    if before is not None:
        conditions.append((_BEFORE, (person, *before)))
    sql = "".join((_MATCHES, *(sql for sql, _ in conditions), _NEWEST_FIRST))
    rows = await store.read(sql, person, *(value for _, given in conditions for value in given))
    page = rows[:PAGE]
    players = await _players(store, {row[0] for row in page})
    matches = tuple(
        MyMatch(
            match=f"{table}-{version}",
            at=at,
            preset=preset,
            rated=bool(rated),
            won=bool(won) and not left,
            marks=marks,
            others=others,
            given_up=bool(given_up),
            left=bool(left),
            players=tuple(players[table, version]),
            starred=bool(starred),
            note=note,
        )
        for (
            table,
            version,
            at,
            preset,
            rated,
            won,
            marks,
            others,
            given_up,
            left,
            starred,
            note,
        ) in page
    )
    return MyMatches(matches, matches[-1].match if len(rows) > PAGE else "")


async def _players(store: Reader, tables: Collection[str]) -> dict[Match, list[ReplayPlayer]]:
    """Return the players of each match at these tables, by seat."""
    result: dict[Match, list[ReplayPlayer]] = {}
    for table, version, name, bot, person, program in await store.read_of(_PLAYERS, tables):
        player = ReplayPlayer(
            name=name, level=bot or "", person=person or None, program=bool(program)
        )
        result.setdefault((table, version), []).append(player)
    return result


async def has_played(store: Reader, person: str, match: Match) -> bool:
    return bool(await store.read(_PLAYED, person, *match))


def kept(person: str, match: Match, starred: bool, note: str) -> Statement:
    """Build the statement that stores star and note, or deletes the row without either."""
    if not (starred or note):
        return _FORGET, (person, *match)
    return _KEEP, (person, *match, starred, note)
