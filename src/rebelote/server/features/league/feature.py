"""The leagues, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.daily import deals
from rebelote.server.features.league import routes
from rebelote.server.features.league.leagues import LEAVE, Leagues
from rebelote.server.features.league.reminders import REMIND_EVERY, LeagueReminders
from rebelote.server.people.personal import Personal
from rebelote.server.web.feature import Feature
from rebelote.server.web.notifier import Notifier

SETTLE_EVERY: Final = 60.0
"""Seconds between two looks for days and seasons that are over."""


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    table=lambda core: core[Leagues],
    of_unopened=("DELETE FROM league_lines WHERE table_id = ?1 AND line IS NULL",),
    services={
        Leagues: lambda core: Leagues(core.store, core.lobby),
        LeagueReminders: lambda core: LeagueReminders(core[Leagues], core[Notifier]),
    },
    chores=lambda core: (
        Chore("leagues", core[Leagues].settle, SETTLE_EVERY, at_start=True, once=True),
        Chore("league reminders", core[LeagueReminders].run, REMIND_EVERY, once=True),
    ),
    personal=(
        Personal(
            table="league_members",
            key=("league", "season"),
            kept=True,
            exported="league, season, division, joined, gone",
            order="season, league",
            before_erasure=(LEAVE,),
        ),
        Personal(
            table="league_lines",
            key=("league", "day"),
            kept=True,
            exported="league, day, table_id, line, points, steps, division",
            order="day, league",
            decode=deals.decode_line,
        ),
        Personal(table="league_reminders", key=(), exported="hour, sent"),
    ),
)
