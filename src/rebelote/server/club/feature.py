"""Clubs and their evenings, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.club import club_routes, routes
from rebelote.server.club.clubs import Clubs
from rebelote.server.club.events import ClubEvents
from rebelote.server.club.stored import decode_line
from rebelote.server.feature import Feature
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore

PERIOD: Final = 3600.0

FEATURE: Final = Feature(
    routes=(*routes.HANDLERS, *club_routes.HANDLERS),
    services={
        ClubEvents: lambda core: ClubEvents(core.accounts),
        Clubs: lambda core: Clubs(core[ClubEvents]),
    },
    chores=lambda core: (
        Chore("evenings of clubs", core[ClubEvents].forget_old, PERIOD, once=True),
    ),
    personal=(
        Personal(
            table="club_entries",
            kept=True,
            exported="event, number, at, line",
            order="event, number",
            decode=decode_line,
            before_erasure=(
                "UPDATE club_events SET club = '' WHERE person <> ?1 AND club IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
                "DELETE FROM club_entries WHERE event IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
                "DELETE FROM club_secretaries WHERE event IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
            ),
        ),
        Personal(
            table="club_secretaries", key=("event",), taken_over=True, exported="event, since"
        ),
        Personal(table="club_events", taken_over=True, exported="id, club, name, created, touched"),
    ),
)
