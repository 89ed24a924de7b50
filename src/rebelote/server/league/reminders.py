"""Reminders: a push message to who has asked for it and has not played today's deal of a league.

Once a day for all leagues, from the hour that the member has chosen. That one is sent is in the
database before it is, so none is sent twice.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.league.leagues import OPEN, Leagues
from rebelote.server.limits import limit
from rebelote.server.people.database import Person
from rebelote.server.push.notifier import PushNotifier

REMIND_EVERY: Final = 60.0
"""Seconds between two looks for members to be reminded."""
PER_RUN: Final = limit(
    100, "members of leagues reminded in a minute", per="server", beyond="the others later"
)
_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR

_SET: Final = (
    "INSERT INTO league_reminders (person, hour, sent) VALUES (?, ?, ?) "
    "ON CONFLICT (person) DO UPDATE SET hour = excluded.hour, sent = CASE "
    "WHEN league_reminders.sent > excluded.sent THEN league_reminders.sent ELSE excluded.sent END"
)
_END: Final = "DELETE FROM league_reminders WHERE person = ?"
_OF: Final = "SELECT hour FROM league_reminders WHERE person = ?"
_PENDING: Final = (
    "SELECT league_reminders.person, league_members.league FROM league_reminders "
    "JOIN league_members ON league_members.person = league_reminders.person "
    f"WHERE hour <= ?1 AND sent < ?2 AND NOT gone AND {OPEN} AND NOT EXISTS (SELECT 1 "
    "FROM league_lines AS played WHERE played.league = league_members.league AND played.day = ?2 "
    "AND played.person = league_reminders.person AND played.line IS NOT NULL) "
    "ORDER BY league_reminders.person, league_members.league DESC LIMIT ?3"
)
_SENT: Final = "UPDATE league_reminders SET sent = ? WHERE person = ?"


class LeagueReminders:
    """Which members of leagues are reminded, and when."""

    def __init__(self, leagues: Leagues, push: PushNotifier) -> None:
        self.leagues, self.push = leagues, push
        self.store, self.accounts = leagues.store, leagues.lobby.accounts

    async def hour(self, person: str) -> int | None:
        """The hour (UTC) from which a person is reminded; None where they are not."""
        rows = await self.store.read(_OF, person)
        return rows[0][0] if rows else None

    async def set(self, person: Person, hour: int | None) -> None:
        """Remind a person from this hour on, from tomorrow where it has passed; None: no more.

        IllegalActionError `no-push` where the server sends no messages.
        """
        if hour is None:
            await self.accounts.write((_END, (person.id,)))
            return
        if self.push.delivery.sender is None:
            raise IllegalActionError("no-push")
        sent = self.leagues.today() if hour <= self._hour() else ""
        await self.accounts.write((_SET, (person.id, hour, sent)))

    async def run(self) -> None:
        """Remind those who have not played today; nobody while the clock is in doubt."""
        if self.accounts.timekeeper.in_doubt:
            return
        day = self.leagues.today()
        rows = await self.store.read(_PENDING, self._hour(), day, PER_RUN)
        for person, league in dict(rows).items():
            await self.accounts.write((_SENT, (day, person)))
            game = await self.leagues.game(league)
            if game is not None and await self.leagues.counts(person):
                left = _DAY - int(self.store.time.wall()) % _DAY
                await self.push.remind(person, league, game.name, game.preset, left)

    def _hour(self) -> int:
        return int(self.store.time.wall()) % _DAY // _HOUR
