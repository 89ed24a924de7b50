"""The leagues, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.daily import deals
from rebelote.server.feature import Feature
from rebelote.server.league import routes
from rebelote.server.league.leagues import LEAVE, Leagues
from rebelote.server.league.reminders import REMIND_EVERY, LeagueReminders
from rebelote.server.personal import Personal
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.runtime.supervision import Chore

SETTLE_EVERY: Final = 60.0
"""Seconds between two looks for days and seasons that are over."""


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={
        Leagues: lambda core: Leagues(core.store, core.lobby),
        LeagueReminders: lambda core: LeagueReminders(core[Leagues], core[PushNotifier]),
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
            exported="league, day, table_id, line, points, steps",
            order="day, league",
            decode=deals.decode_line,
        ),
        Personal(table="league_reminders", key=(), exported="hour, sent"),
    ),
)
