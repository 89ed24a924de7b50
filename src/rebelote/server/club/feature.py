"""Clubs and their evenings, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.club import club_routes, online_routes, routes
from rebelote.server.club.clubs import Clubs
from rebelote.server.club.events import ClubEvents
from rebelote.server.club.following import Following
from rebelote.server.club.online import NOBODY, OnlineEvents
from rebelote.server.club.stored import decode_line
from rebelote.server.core import Core, OpenSocket
from rebelote.server.feature import Feature
from rebelote.server.friends.presence import Presence
from rebelote.server.personal import Personal
from rebelote.server.protocol.messages import Follow
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.runtime.supervision import Chore

PERIOD: Final = 3600.0
ATTEND_EVERY: Final = 5.0
"""Seconds between two looks at the rounds that are played on the server."""
_NAME: Final = "(SELECT name FROM people WHERE id = ?1)"


def _without(before: str, after: str) -> str:
    """The statement that takes the name of an erased player out of entries, between these."""
    named = f"'{before}' || {_NAME} || '{after}'"
    return (
        f"UPDATE club_entries SET line = replace(line, {named}, '{before}{NOBODY}{after}') "
        "WHERE event IN (SELECT event FROM club_players WHERE person = ?1) AND "
        """(line LIKE '{"entry":"entered"%' OR line LIKE '{"entry":"renamed"%')"""
    )


_UNNAMED: Final = (
    _without('"name":"', '"'),
    _without('"name":"', " & "),
    _without(" & ", '"'),
    _without('"players":["', '"'),
    _without(',"', '"]'),
)


async def _follow(core: Core, socket: OpenSocket, message: Follow) -> None:
    following = core[Following]
    if not message.event:
        following.leave(socket.send)
        return
    core.limits.by_person("club", socket.person.id, socket.address)
    await core[ClubEvents].stored.find(message.event)
    following.follow(message.event, socket.send)


def _disconnected(core: Core, socket: OpenSocket) -> None:
    core[Following].leave(socket.send)


FEATURE: Final = Feature(
    messages={Follow: _follow},
    disconnected=_disconnected,
    routes=(*routes.HANDLERS, *online_routes.HANDLERS, *club_routes.HANDLERS),
    services={
        Following: lambda core: Following(core.coordinator),
        ClubEvents: lambda core: ClubEvents(core.accounts, core.worker, core[Following]),
        Clubs: lambda core: Clubs(core[ClubEvents]),
        OnlineEvents: lambda core: OnlineEvents(
            core[ClubEvents], core.lobby, core[Presence], core[PushNotifier]
        ),
    },
    chores=lambda core: (
        Chore("evenings of clubs", core[ClubEvents].forget_old, PERIOD, once=True),
        Chore(
            "evenings on the server",
            core[OnlineEvents].attend_all,
            ATTEND_EVERY,
            at_start=True,
            once=True,
        ),
        Chore("followed evenings", core[OnlineEvents].look_around, ATTEND_EVERY),
    ),
    personal=(
        Personal(
            table="club_entries",
            kept=True,
            exported="event, number, at, line",
            order="event, number",
            decode=decode_line,
            before_erasure=(
                *_UNNAMED,
                "UPDATE club_events SET club = '' WHERE person <> ?1 AND club IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
                "DELETE FROM club_entries WHERE event IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
                "DELETE FROM club_secretaries WHERE event IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
                "DELETE FROM club_role_changes WHERE event IN "
                "(SELECT id FROM club_events WHERE person = ?1)",
            ),
        ),
        Personal(
            table="club_secretaries", key=("event",), taken_over=True, exported="event, role, since"
        ),
        Personal(table="club_role_changes", kept=True, exported="event, at, role", order="id"),
        Personal(
            table="club_role_changes",
            column="by",
            kept=True,
            exported="event, at, role",
            subject="club_roles_given",
            order="id",
        ),
        Personal(
            table="club_players", key=("event",), taken_over=True, exported="event, team, place"
        ),
        Personal(table="club_events", taken_over=True, exported="id, club, name, created, touched"),
    ),
)
