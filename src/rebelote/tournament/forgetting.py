"""A person without an account is forgotten: a number stands in the logs instead of every name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from rebelote.tournament import clubs
from rebelote.tournament import entries as log
from rebelote.tournament.clubs import ClubEntry
from rebelote.tournament.entries import Entry
from rebelote.tournament.seasons import BETWEEN, name_key
from rebelote.tournament.state import Team

_PARTS: Final = re.compile(f"({BETWEEN.pattern})", re.IGNORECASE)


class Forgotten(NamedTuple):
    """The keys of the names of a person, and their replacement."""

    keys: frozenset[str]
    instead: str


def entries_of(member: int, entries: Iterable[ClubEntry]) -> dict[int, ClubEntry]:
    """Find the entries about a member in the log of a club, by their place from 0."""
    result, number = dict[int, ClubEntry](), 0
    for place, entry in enumerate(entries):
        number += isinstance(entry, clubs.MemberAdded)
        added = isinstance(entry, clubs.MemberAdded) and number == member
        if added or (isinstance(entry, clubs.MemberChanged) and entry.member == member):
            result[place] = entry
    return result


def names_in(entry: ClubEntry) -> tuple[str, ...]:
    """Return the names of a member in an entry about them."""
    match entry:
        case clubs.MemberAdded():
            return (entry.name,)
        case clubs.MemberChanged():
            return (entry.name, *entry.also)
    return ()


def unnamed(entry: ClubEntry, instead: str) -> ClubEntry:
    """Write an entry about a member without any name of theirs.

    >>> unnamed(clubs.MemberChanged(4, "Denise", ("Denise B.",)), "#4")
    MemberChanged(member=4, name='#4', also=(), here=True)
    """
    match entry:
        case clubs.MemberAdded():
            return clubs.MemberAdded(instead)
        case clubs.MemberChanged():
            return clubs.MemberChanged(entry.member, instead, (), entry.here)
    return entry


def without(entry: Entry, forgotten: Forgotten) -> tuple[Entry, int]:
    """Write an entry of a tournament without these names, and count the places.

    >>> forgotten = Forgotten(frozenset({"denise b."}), "#4")
    >>> without(log.Entered("Ann & Denise  B."), forgotten)
    (Entered(name='Ann & #4', players=(), number=0), 1)
    """
    match entry:
        case log.Entered() | log.Renamed():
            name, places = _in_team(entry.name, forgotten)
            players = [_in_team(one, forgotten) for one in entry.players]
            changed = replace(entry, name=name, players=tuple(one for one, _ in players))
            return changed, places + sum(count for _, count in players)
        case log.Penalised() | log.Reseated():
            reason, places = _in_text(entry.reason, forgotten)
            return replace(entry, reason=reason), places
    return entry, 0


def team_of(keys: Collection[str], teams: Iterable[Team]) -> int:
    """Return the number of the team in which a person plays under one of these names, or 0."""
    forgotten = Forgotten(frozenset(keys), "")
    named = (
        one.number
        for one in teams
        if any(_in_team(text, forgotten)[1] for text in (one.name, *one.players))
    )
    return next(named, 0)


def _in_name(name: str, forgotten: Forgotten) -> tuple[str, int]:
    return (forgotten.instead, 1) if name_key(name) in forgotten.keys else (name, 0)


def _in_team(name: str, forgotten: Forgotten) -> tuple[str, int]:
    """Replace a name of the person among those of a team, or as the whole name."""
    whole, places = _in_name(name, forgotten)
    if places:
        return whole, places
    parts = [_in_name(part, forgotten) for part in _PARTS.split(name)]
    return "".join(part for part, _ in parts), sum(count for _, count in parts)


def _in_text(text: str, forgotten: Forgotten) -> tuple[str, int]:
    """Replace names of the person that stand between words of a free text."""
    keys = "|".join(map(re.escape, sorted(forgotten.keys, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{keys})(?!\w)", re.IGNORECASE)
    return pattern.subn(lambda _: forgotten.instead, text) if keys else (text, 0)


def free_number(number: int, texts: Collection[str]) -> str:
    """Choose the replacement of a name: this number, extended where that is taken."""
    name = f"#{number}"
    while any(name in text for text in texts):
        name += "#"
    return name
