"""HTTP schemas of clubs and their seasons: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.club import clubs as log
from rebelote.club.clubs import MOST_MEMBERS
from rebelote.club.roles import GivenRole, Role
from rebelote.club.seasons import SeasonRule
from rebelote.server.protocol.schemas import Message

ClubName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
ByClubSecretary = (
    log.ClubRenamed | log.MemberAdded | log.MemberChanged | log.SeasonOpened | log.SeasonChanged
)


class NewClub(Message, frozen=True):
    """POST /api/clubs."""

    name: ClubName


class OpenedClub(Message, frozen=True):
    """The answer to POST /api/clubs: the id of the club, by which its page is found."""

    club: str


class ClubCard(Message, frozen=True):
    """One row of GET /api/clubs; `mine`: whether one has founded it."""

    club: str
    name: str
    mine: bool


class ClubEvening(Message, frozen=True):
    """An evening of a club; `mine`: whether one may delete it."""

    event: str
    name: str
    created: float
    mine: bool


class ClubMember(Message, frozen=True):
    """A member; `also`: other names of theirs; `here`: whether they are offered for an evening."""

    number: int
    name: str
    also: tuple[str, ...]
    here: bool


class ClubSeason(Message, frozen=True):
    """A season: its rule, and its evenings in their order."""

    number: int
    name: str
    rule: SeasonRule
    events: tuple[str, ...]


class ClubHome(Message, frozen=True, kw_only=True):
    """GET /api/clubs/{club}: a club as everybody may see it; members and key for secretaries.

    `role`: what one is there; `secretary`: whether one may enter something, `mine`: whether one has
    founded it.
    """

    club: str
    version: int
    name: str
    seasons: tuple[ClubSeason, ...]
    evenings: tuple[ClubEvening, ...]
    secretary: bool
    mine: bool
    role: Role
    members: tuple[ClubMember, ...] = ()
    key: str = ""


class RoleOf(Message, frozen=True):
    """A person with a role in a club, and since when."""

    person: str
    name: str
    role: Role
    since: float


class RoleKey(Message, frozen=True):
    """The key of a link that gives a role."""

    role: GivenRole
    key: str


class ClubRoles(Message, frozen=True):
    """GET /api/clubs/{club}/people: who has a role, for the owner, and the keys that give one."""

    people: tuple[RoleOf, ...]
    keys: tuple[RoleKey, ...]


class GivenClubRole(Message, frozen=True):
    """PUT /api/clubs/{club}/people/{person}: the role that a person gets; empty: none any more."""

    role: GivenRole | Literal[""]


class NewClubEntries(Message, frozen=True):
    """POST /api/clubs/{club}/entries: all of them or none.

    `version`: the one that was seen; what others have entered since is no obstacle unless it is
    about the same member, season or name.
    """

    version: int
    entries: Annotated[
        tuple[ByClubSecretary, ...], msgspec.Meta(min_length=1, max_length=MOST_MEMBERS)
    ]


class TakenEvening(Message, frozen=True):
    """POST /api/clubs/{club}/evenings: an evening that one has prepared becomes one of the club."""

    event: Annotated[str, msgspec.Meta(max_length=40)]


class SeasonEvening(Message, frozen=True):
    """An evening of a season; `at`: when its first round was drawn, or it was prepared."""

    event: str
    name: str
    at: float


class SeasonCell(Message, frozen=True):
    """What a player or team has of an evening; `counted`: whether it is among those that count."""

    value: int
    rank: int
    wins: int
    counted: bool


class SeasonLine(Message, frozen=True, kw_only=True):
    """A row of a season's table, as `rebelote.club.seasons.SeasonRow`.

    `members`: the number of the member that each name is, or 0.
    """

    rank: int
    names: tuple[str, ...]
    members: tuple[int, ...]
    evenings: tuple[SeasonCell | None, ...]
    total: int
    divisor: int
    enough: bool
    line: Literal["", "up", "down"]


class SeasonState(Message, frozen=True, kw_only=True):
    """GET /api/clubs/{club}/seasons/{season}: the table as it follows from the evenings now.

    `doubled`: the evening, counted from 0, and a name that several teams have there.
    """

    club: str
    name: str
    number: int
    season: str
    rule: SeasonRule
    evenings: tuple[SeasonEvening, ...]
    rows: tuple[SeasonLine, ...]
    doubled: tuple[tuple[int, str], ...]
    secretary: bool
