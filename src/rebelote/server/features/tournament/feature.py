"""Clubs and their tournaments, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.rules.match import Match
from rebelote.server.base.protocol.messages import Follow
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.friends.presence import Presence, page_of
from rebelote.server.features.tournament import (
    bin_routes,
    club_routes,
    file_routes,
    online_routes,
    people_routes,
    recovery_routes,
    routes,
)
from rebelote.server.features.tournament.bin import Bin
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.erasure import REFERRED, unnamed
from rebelote.server.features.tournament.following import Following
from rebelote.server.features.tournament.online import OnlineTournaments
from rebelote.server.features.tournament.opening import Files
from rebelote.server.features.tournament.ownership import inherited
from rebelote.server.features.tournament.recovery import RecoverySheets
from rebelote.server.features.tournament.stored import decode_line
from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.server.people.personal import Personal
from rebelote.server.table.events import TableListener
from rebelote.server.table.room import TableMetadata
from rebelote.server.web.core import Core, OpenSocket
from rebelote.server.web.feature import Feature
from rebelote.server.web.notifier import Notifier

PERIOD: Final = 3600.0
ATTEND_EVERY: Final = 5.0
"""Seconds between two looks at the rounds that are played on the server."""


async def _follow(core: Core, socket: OpenSocket, message: Follow) -> None:
    following = core[Following]
    if not message.tournament:
        following.leave(socket.send)
        return
    core.limits.by_person("club", socket.person.id, socket.address)
    await core[Tournaments].stored.find(message.tournament)
    following.follow(message.tournament, socket.send, socket.person.id)


def _disconnected(core: Core, socket: OpenSocket) -> None:
    core[Following].leave(socket.send)


def _following(core: Core) -> Following:
    def moved(tournament: str, person: str, came: bool) -> None:
        core[Presence].moved(page_of(tournament), person, came)

    return Following(core.coordinator, moved)


class TournamentsAtTables(TableListener):
    """Enters the results of games of tournaments that are played on the server."""

    def __init__(self, online: OnlineTournaments) -> None:
        self._online = online

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Enter the result of a game."""
        if metadata.tournament:
            await self._online.record(table, match)

    def person_replaced(self, person: str) -> None:
        """Forget the open tournaments, in which they may be."""
        self._online.tournaments.forget()


_OWNED: Final = (
    "(SELECT id FROM tournaments WHERE person = ?1 UNION SELECT id FROM clubs WHERE person = ?1)"
)
FEATURE: Final = Feature(
    table=lambda core: TournamentsAtTables(core[OnlineTournaments]),
    messages={Follow: _follow},
    disconnected=_disconnected,
    of_unopened=("DELETE FROM tournament_tables WHERE table_id = ?1",),
    routes=(
        *routes.HANDLERS,
        *online_routes.HANDLERS,
        *club_routes.HANDLERS,
        *people_routes.HANDLERS,
        *bin_routes.HANDLERS,
        *file_routes.HANDLERS,
        *recovery_routes.HANDLERS,
    ),
    former_addresses={
        r"/api/club(?=/|$)": "/api/tournaments",
        r"(/api/clubs/[^/]+)/evenings$": r"\1/tournaments",
    },
    services={
        Following: _following,
        Tournaments: lambda core: Tournaments(
            core.accounts, core.limits, core.worker, core[Following]
        ),
        Clubs: lambda core: Clubs(core[Tournaments]),
        RecoverySheets: lambda core: RecoverySheets(core[Tournaments].stored),
        Files: lambda core: Files(core[Clubs], core.verifier.worker),
        Bin: lambda core: Bin(core[Clubs], core[OnlineTournaments]),
        OnlineTournaments: lambda core: OnlineTournaments(
            core[Tournaments], core.lobby, core[Presence], core[Notifier]
        ),
    },
    chores=lambda core: (
        Chore("tournaments", core[Tournaments].forget_old, PERIOD, once=True),
        Chore("deleted tournaments", core[Bin].empty, PERIOD, once=True),
        Chore(
            "tournaments on the server",
            core[OnlineTournaments].attend_all,
            ATTEND_EVERY,
            at_start=True,
            once=True,
        ),
        Chore("followed tournaments", core[OnlineTournaments].look_around, ATTEND_EVERY),
    ),
    personal=(
        Personal(
            table="log_entries",
            kept=True,
            exported="log, number, at, line",
            order="log, number",
            decode=decode_line,
            before_takeover=(REFERRED,),
            rewritten=unnamed,
            before_erasure=(
                REFERRED,
                f"DELETE FROM log_entries WHERE log IN {_OWNED}",
                f"DELETE FROM roles WHERE log IN {_OWNED}",
                f"DELETE FROM role_changes WHERE log IN {_OWNED}",
            ),
        ),
        Personal(table="roles", key=("log",), taken_over=True, exported="log, role, since"),
        Personal(table="role_changes", kept=True, exported="log, at, role", order="id"),
        Personal(
            table="role_changes",
            column="by",
            kept=True,
            exported="log, at, role",
            subject="roles_given",
            order="id",
        ),
        Personal(
            table="tournament_players",
            key=("tournament",),
            taken_over=True,
            exported="tournament, team, place",
        ),
        Personal(
            table="tournaments",
            taken_over=True,
            exported="id, club, name, created, touched, deleted",
            rewritten=inherited,
        ),
        Personal(table="clubs", taken_over=True, exported="id, name, created, touched, deleted"),
    ),
)
