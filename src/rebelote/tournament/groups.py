"""The groups of a contest: in which each team plays, and its place there."""

from __future__ import annotations

from msgspec.structs import replace

from rebelote.tournament.standings import preliminary, standings
from rebelote.tournament.state import Tournament
from rebelote.tournament.ways import groups_of


def places_in_groups(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return the group of each team, from 1, and its place in it; nothing before the first draw.

    Only games of the groups count, also while the knock-out after them is played. Equal teams share
    a place.
    """
    if not (tournament.format.groups and tournament.rounds):
        return {}
    before = replace(tournament, rounds=preliminary(tournament))
    rank = {row.team: row.rank for row in standings(before)}
    drawn = groups_of(tournament.rounds[0].order, tournament.format.groups)
    return {
        team: (number, _place(rank[team], [rank[one] for one in group]))
        for number, group in enumerate(drawn, 1)
        for team in group
    }


def _place(own: int, ranks: list[int]) -> int:
    """Return one more than how many have a better rank; 0 for a team without a rank."""
    return 1 + sum(0 < one < own for one in ranks) if own else 0
