"""Addresses of databases in PostgreSQL, and how they are told without their password."""

from __future__ import annotations

import re


def is_address(database: str) -> bool:
    """Whether a database is named as PostgreSQL's."""
    return database.startswith(("postgresql://", "postgres://"))


def shown(database: str) -> str:
    """What a database may be called where others read it: without its password.

    >>> shown("postgresql://club:secret@db.example:5433/rebelote?sslmode=require")
    'postgresql://club@db.example:5433/rebelote'
    >>> shown("postgresql://club:s@cret@db.example/rebelote"), shown("club.sqlite")
    ('postgresql://...', 'club.sqlite')
    """
    if not is_address(database):
        return database
    parts = re.fullmatch(r"(\w+://)(?:([^:@/?]*)(?::[^@]*)?@)?([^@?]*)(?:\?.*)?", database)
    if parts is None:
        return "postgresql://..."
    return "".join((parts[1], f"{parts[2]}@" if parts[2] else "", parts[3]))
