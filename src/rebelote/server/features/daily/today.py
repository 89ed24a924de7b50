"""Today's page for a person: the deals and the puzzle, one's streaks, and friends' results."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.features.daily import deals, field, streaks
from rebelote.server.features.daily.deals import Daily
from rebelote.server.features.daily.puzzles import Puzzles
from rebelote.server.features.daily.schemas import Today, TodayDeal, TodayFriend, TodayMark
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

DAYS: Final = 14
"""The last days that are shown."""
FRIENDS: Final = limit(50, "friends whose results of the day are shown", per="person")
_PLAYED: Final = (
    "SELECT date, line FROM daily WHERE person = ? AND line IS NOT NULL ORDER BY date DESC LIMIT ?"
)
_YEAR: Final = 366 * len(deals.GAMES)


class TodayOf:
    """Today's deals, puzzle and results for each person of one server."""

    def __init__(self, daily: Daily, puzzles: Puzzles, accounts: Accounts) -> None:
        self.daily, self.puzzles, self.accounts = daily, puzzles, accounts

    async def of(self, visitor: Person | None, preset: str | None) -> Today:
        """Return today's page for a visitor who plays by a rule set."""
        today = utc_date(self.accounts.store.time.wall())
        person = visitor.id if visitor else None
        games = sorted(deals.GAMES, key=lambda game: game != deals.nearest(preset))
        today_deals = [await self._deal(today, game, person) for game in games]
        leads = {} if person is None else await self._leads(person)
        answers = {} if person is None else await self.puzzles.days(person)
        return Today(
            date=today,
            deals=tuple(today_deals),
            deal_streak=streaks.streak(leads, today),
            puzzle=await self.puzzles.today(preset, person),
            puzzle_streak=streaks.streak(answers, today),
            days=marks(leads, answers, today),
            friends=await self._friends(person, today, today_deals) if person else (),
        )

    async def _deal(self, day: str, game: str, person: str | None) -> TodayDeal:
        shown, _ = await self.daily.standings(day, game, person)
        return TodayDeal(
            preset=game,
            table=shown.table,
            mine=shown.mine,
            played=shown.played,
            rank=shown.rank,
            better_than=shown.better_than,
        )

    async def _leads(self, person: str) -> dict[str, int]:
        """Return a person's best lead in marks on each day."""
        result: dict[str, int] = {}
        for day, line in await self.accounts.store.read(_PLAYED, person, _YEAR):
            ahead = field.lead(field.FORM.decode(line).line)
            result[day] = max(ahead, result.get(day, ahead))
        return result

    async def _friends(
        self, person: str, day: str, played: list[TodayDeal]
    ) -> tuple[TodayFriend, ...]:
        """Return the friends who have played the day's deals; results once one has played, too."""
        known = {deal.preset for deal in played if deal.mine}
        circle = await self._circle(person)
        places = ", ".join("?" * len(circle))
        sql = (
            "SELECT people.id, people.name, preset, line FROM daily JOIN people ON id = person "
            f"WHERE date = ? AND line IS NOT NULL AND person IN ({places}) ORDER BY name, id"
        )
        rows = await self.accounts.store.read(sql, day, *circle) if circle else ()
        return tuple(
            TodayFriend(
                friend, name, preset, field.FORM.decode(line).line if preset in known else None
            )
            for friend, name, preset, line in rows
        )

    async def _circle(self, person: str) -> list[str]:
        """Return the friends of a person."""
        return sorted(await self.accounts.relations.friends(person))[:FRIENDS]


def marks(
    leads: Mapping[str, int], answers: Mapping[str, bool], today: str
) -> tuple[TodayMark, ...]:
    """Return the marks of the last days, today the last."""
    last = date.fromisoformat(today)
    days = [(last - timedelta(age)).isoformat() for age in reversed(range(DAYS))]
    return tuple(TodayMark(day, leads.get(day), answers.get(day)) for day in days)
