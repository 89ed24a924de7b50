"""Notices to people who are away: features ask for them, and one of these sends them."""

from __future__ import annotations


class Notifier:
    """A notifier that reaches nobody; the feature that sends messages has one that does."""

    @property
    def available(self) -> bool:
        """Whether anybody can be notified."""
        return False

    async def invite(self, person: str, by: str, table_id: str, seconds: int) -> None:
        """Notify a person's browsers, soon, that a friend of this name invites them to a table."""

    async def call(self, person: str, event: str, table_id: str, seconds: int) -> None:
        """Notify a person's browsers, soon, that their table in an evening of this name is open."""

    async def remind(self, person: str, league: str, club: str, preset: str, seconds: int) -> None:
        """Notify a person's browsers that today's deal of a league waits."""
