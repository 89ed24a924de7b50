"""Ownership of clubs and tournaments: given by the owner, and inherited where the owner is erased.

What several people keep is not deleted with one of them: of those who have a role in it, the one
who may do most, and of these the one who has had a role longest, is the owner from then on.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.base.storage.store import Reader, Statement


def _heir(of: str) -> str:
    """Return the SQL for the heir of a row that `?1` owns; null where nobody has a role."""
    return (
        f"(SELECT heir.person FROM roles AS heir WHERE heir.log = {of}.id "
        "AND heir.person <> ?1 ORDER BY CASE heir.role WHEN 'secretary' THEN 0 "
        "WHEN 'helper' THEN 1 ELSE 2 END, heir.since, heir.person LIMIT 1)"
    )


def _pass_on(of: str, own: str) -> tuple[str, str]:
    """Return the SQL that notes and makes the heirs of rows of a table."""
    heir = _heir(of)
    return (
        "INSERT INTO role_changes (log, at, person, by, role) "
        f"SELECT id, ?2, {heir}, ?1, 'owner' FROM {of} WHERE {own} AND {heir} IS NOT NULL",
        f"UPDATE {of} SET person = {heir} WHERE {own} AND {heir} IS NOT NULL",
    )


_MINE: Final = "(SELECT mine.id FROM clubs AS mine WHERE mine.person = ?1)"
INHERITED: Final = (
    *_pass_on("clubs", "person = ?1"),
    *_pass_on("tournaments", "person = ?1 AND club = ''"),
    "UPDATE tournaments SET person = (SELECT whole.person FROM clubs AS whole "
    f"WHERE whole.id = tournaments.club) WHERE person = ?1 AND club <> '' AND club NOT IN {_MINE}",
    f"UPDATE tournaments SET person = {_heir('tournaments')}, club = '' "
    f"WHERE person = ?1 AND {_heir('tournaments')} IS NOT NULL",
    f"UPDATE tournaments SET club = '' WHERE person <> ?1 AND club IN {_MINE}",
)
"""Pass on what `?1` owns at the time `?2`: clubs, and tournaments of none, to who has a role in
them, tournaments of a club to its owner, and those of a club that is deleted to their secretaries.
"""
_KNOWN: Final = "EXISTS (SELECT 1 FROM roles WHERE roles.log = ?1 AND roles.person = ?2)"
_GIVE: Final = (
    f"UPDATE tournaments SET person = ?2 WHERE person = ?3 AND club = ?1 AND {_KNOWN} "
    "AND EXISTS (SELECT 1 FROM clubs WHERE clubs.id = ?1 AND clubs.person = ?3)",
    f"UPDATE clubs SET person = ?2 WHERE person = ?3 AND id = ?1 AND {_KNOWN}",
    f"UPDATE tournaments SET person = ?2 WHERE person = ?3 AND id = ?1 AND {_KNOWN}",
)
_IS_OWNER: Final = (
    "(EXISTS (SELECT 1 FROM clubs WHERE clubs.id = ?1 AND clubs.person = ?2) "
    "OR EXISTS (SELECT 1 FROM tournaments WHERE tournaments.id = ?1 AND tournaments.person = ?2))"
)
_SECRETARY: Final = (
    f"UPDATE roles SET role = 'secretary' WHERE log = ?1 AND person IN (?2, ?3) AND {_IS_OWNER}"
)
_LOG: Final = (
    "INSERT INTO role_changes (log, at, person, by, role) "
    f"SELECT ?1, ?4, ?2, ?3, 'owner' WHERE {_IS_OWNER}"
)
VOID: Final = "DELETE FROM recovery_sheets WHERE log = ?1"
"""Make the recovery sheet of a club or a tournament invalid."""


async def inherited(store: Reader, person: str, now: float) -> list[Statement]:
    """Build the statements that pass on what a person owns who is erased."""
    return [(sql, (person, now) if "?2" in sql else (person,)) for sql in INHERITED]


def given(club: str, owner: str, other: str, now: float) -> list[Statement]:
    """Build the statements by which an owner makes another person with a role the owner.

    The recovery sheet of before is void.
    """
    return [*_passed(club, owner, other), (_LOG, (club, other, owner, now)), (VOID, (club,))]


def claimed(id: str, owner: str, other: str, now: float) -> list[Statement]:
    """Build the statements by which a person with a role and the sheet becomes the owner."""
    return [*_passed(id, owner, other), (_LOG, (id, other, other, now))]


def _passed(id: str, owner: str, other: str) -> list[Statement]:
    """Build the statements that pass a club, or a tournament of none, from an owner to another.

    Tournaments of the club that the owner has are the other's too. Both are secretaries, whatever
    else.
    """
    return [
        *((sql, (id, other, owner)) for sql in _GIVE),
        (_SECRETARY, (id, other, owner)),
    ]
