"""Erasure of a person from logs of tournaments on the server.

Entries refer to people by their ids (`tournament.people`), which become those of the substitute.
Entries of before hold names that were copied: what the person was called is in the entries that
they made themselves by joining, and it is taken out of all entries about the same team.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from rebelote.server.base.storage.store import Reader, Statement
from rebelote.server.features.tournament.stored import TOURNAMENT_FORM, rewritten
from rebelote.tournament import entries as log
from rebelote.tournament.entries import Entry
from rebelote.tournament.people import MARK, NOBODY

OLD_LENGTH: Final = 60
"""Signs after which names of two were cut off."""

_JOINED: Final = (
    "SELECT log, number, person, line FROM log_entries WHERE log IN "
    "(SELECT log FROM log_entries WHERE person = ?) AND (number = 1 OR "
    """line LIKE '{"entry":"entered"%' OR line LIKE '{"entry":"renamed"%') """
    "ORDER BY log, number"
)
_NAME: Final = "SELECT name FROM people WHERE id = ?"
REFERRED: Final = (
    f"UPDATE log_entries SET line = replace(line, '{MARK}' || ?1 || '{MARK}', "
    f"'{MARK}' || ?2 || '{MARK}') "
    "WHERE log IN (SELECT log FROM log_entries WHERE person = ?1) "
    f"AND line LIKE '%{MARK}' || ?1 || '{MARK}%'"
)
"""Replace the references to `?1` by those to `?2`. Who is in a log has made an entry in it."""


class _Line(NamedTuple):
    """An entry about a team's people, by the team's number; `person`: its author."""

    tournament: str
    number: int
    person: str
    team: int
    entry: log.Entered | log.Renamed


async def unnamed(store: Reader, person: str, now: float) -> list[Statement]:
    """Build the statements that take copied names of a person out of logs."""
    current = [name for (name,) in await store.read(_NAME, person)]
    statements: list[Statement] = []
    for lines in _by_tournament(await store.read(_JOINED, person)):
        teams = {line.team for line in lines if line.person == person}
        own = [line for line in lines if line.team in teams]
        names = {*current, *(one for line in own if line.person == person for one in _own(line))}
        statements += [
            rewritten(line.tournament, line.number, TOURNAMENT_FORM.encode(changed))
            for line in own
            if (changed := _without(line.entry, names)) != line.entry
        ]
    return statements


def _by_tournament(rows: Iterable[Sequence[str]]) -> Iterator[list[_Line]]:
    """Yield the entries about teams of each tournament on the server."""
    tournaments: dict[str, list[tuple[int, str, Entry]]] = {}
    for tournament, number, person, line in rows:
        entry = _decoded(line)
        if entry is not None:
            tournaments.setdefault(tournament, []).append((int(number), person or "", entry))
    for tournament, (first, *others) in tournaments.items():
        if isinstance(first[2], log.Created) and first[2].format.online:
            yield list(_of_teams(tournament, others))


def _decoded(line: str) -> Entry | None:
    """Read an entry; None for that of a club."""
    try:
        return TOURNAMENT_FORM.decode(line)
    except ValueError:
        return None


def _of_teams(tournament: str, entries: Iterable[tuple[int, str, Entry]]) -> Iterator[_Line]:
    entered = 0
    for number, person, entry in entries:
        if isinstance(entry, log.Entered):
            entered += 1
            yield _Line(tournament, number, person, entered, entry)
        elif isinstance(entry, log.Renamed):
            yield _Line(tournament, number, person, entry.team, entry)


def _own(line: _Line) -> tuple[str, ...]:
    """Return the name under which a person joined by an entry of theirs; none by leaving."""
    entry = line.entry
    return entry.players[-1:] if isinstance(entry, log.Entered) or len(entry.players) > 1 else ()


def _without(entry: log.Entered | log.Renamed, names: set[str]) -> log.Entered | log.Renamed:
    """Return an entry without these names."""
    cut = len(entry.name) == OLD_LENGTH

    def is_one(part: str) -> bool:
        return part in names or (cut and any(name.startswith(part) for name in names))

    shown = " & ".join(NOBODY if is_one(part) else part for part in entry.name.split(" & "))
    players = tuple(NOBODY if one in names else one for one in entry.players)
    return msgspec.structs.replace(entry, name=shown, players=players)
