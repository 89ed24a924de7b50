"""Seals of duplicates on the server: tables with a deal that is public by now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rebelote.server.base.disclosure import unseal
from rebelote.server.people.accounts import Accounts
from rebelote.tournament import comparison
from rebelote.tournament.state import Tournament

_SEALED: Final = (
    "SELECT round, game, played.table_id FROM tournament_tables AS played JOIN sealed_tables "
    "ON sealed_tables.table_id = played.table_id WHERE tournament = ?"
)


async def open_seals(accounts: Accounts, id: str, tournament: Tournament) -> None:
    """Unseal the tables of a tournament whose deal no table has yet to play."""
    rows = await accounts.store.read(_SEALED, id)
    hidden = comparison.to_be_played(tournament) if rows else frozenset()
    played = [
        table for round, game, table in rows if not _is_hidden(tournament, round, game, hidden)
    ]
    if played:
        await accounts.write(*map(unseal, played))


def _is_hidden(tournament: Tournament, round: int, game: int, hidden: Collection[int]) -> bool:
    """Return whether a deal is hidden; one whose draw was undone is while any other is."""
    games = tournament.rounds[round - 1].games if round <= len(tournament.rounds) else ()
    return games[game - 1].deal in hidden if game <= len(games) else bool(hidden)
