"""Reminders: push messages to subscribers who have not played today's deal of a league.

Once a day for all leagues, from the hour that the member has chosen. That one is sent is in the
database before it is, so none is sent twice.
"""

from __future__ import annotations

import contextlib
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import MustChange, UnmetError
from rebelote.server.features.league.leagues import OPEN, Leagues
from rebelote.server.people.database import Person
from rebelote.server.web.notifier import Notifier

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
_SENT: Final = "UPDATE league_reminders SET sent = ?1 WHERE person = ?2 AND sent <> ?1"


class LeagueReminders:
    """Which members of leagues are reminded, and when."""

    def __init__(self, leagues: Leagues, notifier: Notifier) -> None:
        self.leagues, self.notifier = leagues, notifier
        self.store, self.accounts = leagues.store, leagues.lobby.accounts
        self._each: Each[tuple[str, str]] = Each(
            "league reminders", leagues.lobby.now, named=lambda pending: pending[1]
        )

    async def hour(self, person: str) -> int | None:
        """Return the hour (UTC) of a person's reminder; None without one."""
        rows = await self.store.read(_OF, person)
        return rows[0][0] if rows else None

    async def set(self, person: Person, hour: int | None) -> None:
        """Remind a person from this hour on, from tomorrow where it has passed; None: no more.

        IllegalActionError `no-push` where the server sends no messages.
        """
        if hour is None:
            await self.accounts.write((_END, (person.id,)))
            return
        if not self.notifier.available:
            raise IllegalActionError("no-push")
        sent = self.leagues.today() if hour <= self._hour() else ""
        await self.accounts.write((_SET, (person.id, hour, sent)))

    async def run(self) -> None:
        """Remind those who have not played today; nobody while the clock is in doubt."""
        if self.accounts.timekeeper.in_doubt:
            return
        day = self.leagues.today()
        rows = await self.store.read(_PENDING, self._hour(), day, PER_RUN)

        async def remind(pending: tuple[str, str]) -> None:
            await self._remind(day, *pending)

        await self._each.do(remind, dict(rows).items())

    async def _remind(self, day: str, person: str, league: str) -> None:
        with contextlib.suppress(UnmetError):  # another run has just reminded them
            await self.accounts.write(MustChange(_SENT, (day, person)))
            await self._send(person, league)

    async def _send(self, person: str, league: str) -> None:
        game = await self.leagues.game(league)
        if game is not None and await self.leagues.counts(person):
            left = _DAY - int(self.store.time.wall()) % _DAY
            await self.notifier.remind(person, league, game.name, game.preset, left)

    def _hour(self) -> int:
        return int(self.store.time.wall()) % _DAY // _HOUR
