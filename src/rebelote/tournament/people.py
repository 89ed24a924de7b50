"""People of a server in a log: an entry holds their ids, and names are put in when it is shown.

An id stands in a name between two marks, which no typed name can contain. So a team can be called
*Ann & Bo* by reference, and a log shows no old name of a person who has left or been renamed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from rebelote.tournament import entries as log
from rebelote.tournament.about import About
from rebelote.tournament.entries import Entry
from rebelote.tournament.state import Tournament

MARK: Final = "\u2063"
"""Beside an id; it is no sign that can be seen, which names must be made of."""
NOBODY: Final = "?"
"""The name of a person who was erased."""
Names = Mapping[str, str]
"""The names of people now, by id; empty for those who were erased."""
_REFERENCE: Final = re.compile(f"{MARK}([A-Za-z0-9_-]+){MARK}")
_BETWEEN: Final = " & "
_T = TypeVar("_T", bound=log.Entered | log.Renamed)


def reference(person: str) -> str:
    """Write a person in a name.

    >>> list(referred(f"{reference('abc')} & Bo"))
    ['abc']
    """
    return f"{MARK}{person}{MARK}"


def referred(text: str) -> Iterator[str]:
    """Yield the ids of the people in a name."""
    return (match[1] for match in _REFERENCE.finditer(text))


def people_of(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the ids of the people in entries."""
    named = (one for one in entries if isinstance(one, log.Entered | log.Renamed))
    texts = (text for one in named for text in (one.name, *one.players))
    return frozenset(person for text in texts for person in referred(text))


def with_names(text: str, names: Names) -> str:
    """Put names into a text.

    >>> with_names(f"{reference('abc')} & {reference('gone')}", {"abc": "Ann", "gone": ""})
    'Ann & ?'
    """
    return _REFERENCE.sub(lambda match: names.get(match[1]) or NOBODY, text)


def tournament_with_names(tournament: Tournament, names: Names) -> Tournament:
    """Put names into the teams of a tournament."""
    teams = tuple(
        replace(
            team,
            name=with_names(team.name, names),
            players=tuple(with_names(one, names) for one in team.players),
        )
        for team in tournament.teams
    )
    return replace(tournament, teams=teams)


def entry_with_names(entry: Entry, names: Names) -> Entry:
    """Put names into an entry."""
    if not isinstance(entry, log.Entered | log.Renamed):
        return entry
    return _changed(entry, lambda text: with_names(text, names))


def about_with_names(about: About, names: Names) -> About:
    """Put names into the subject of an entry."""
    seats = tuple(replace(seat, names=_all_with_names(seat.names, names)) for seat in about.seats)
    return replace(about, names=_all_with_names(about.names, names), seats=seats)


def _all_with_names(texts: Iterable[str], names: Names) -> tuple[str, ...]:
    return tuple(with_names(one, names) for one in texts)


def by_reference(entry: Entry, tournament: Tournament, names: Names) -> Entry:
    """Write a team's new name by reference where it is made of the names of its people.

    `tournament`: the state with references, of which `names` has the people.
    """
    if not isinstance(entry, log.Renamed) or not 1 <= entry.team <= len(tournament.teams):
        return entry
    team = tournament.teams[entry.team - 1]
    people = {who for text in (team.name, *team.players) for who in referred(text)}
    known = {names[who]: reference(who) for who in people if names.get(who)}
    return _changed(
        entry, lambda text: _BETWEEN.join(known.get(one, one) for one in text.split(_BETWEEN))
    )


def _changed(entry: _T, change: Callable[[str], str]) -> _T:
    return replace(entry, name=change(entry.name), players=tuple(map(change, entry.players)))
