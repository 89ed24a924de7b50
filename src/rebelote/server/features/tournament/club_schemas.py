"""HTTP schemas of clubs and their seasons: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.tournament.schemas import OfTournament
from rebelote.tournament import clubs as log
from rebelote.tournament.clubs import MOST_MEMBERS
from rebelote.tournament.roles import GivenRole, Role
from rebelote.tournament.seasons import SeasonRule

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
    """One row of GET /api/clubs; `mine`: whether it is one's own; `others`: with a role in it."""

    club: str
    name: str
    mine: bool
    others: int


class ClubTournament(OfTournament, frozen=True, kw_only=True):
    """A tournament; `mine`: whether one may delete it."""

    name: str
    created: float
    mine: bool


class ClubMember(Message, frozen=True):
    """A member; `also`: other names of theirs; `here`: whether a tournament offers them."""

    number: int
    name: str
    also: tuple[str, ...]
    here: bool


class ClubSeason(Message, frozen=True):
    """A season: its rule, and its tournaments in their order."""

    number: int
    name: str
    rule: SeasonRule
    tournaments: tuple[str, ...] = msgspec.field(name="events")


class ClubHome(Message, frozen=True, kw_only=True):
    """GET /api/clubs/{club}: a club as everybody may see it; members and key for secretaries.

    `role`: what one is there; `secretary`: whether one may enter something, `mine`: whether it is
    one's own.
    """

    club: str
    version: int
    name: str
    seasons: tuple[ClubSeason, ...]
    tournaments: tuple[ClubTournament, ...] = msgspec.field(name="evenings")
    secretary: bool
    mine: bool
    role: Role
    members: tuple[ClubMember, ...] = ()
    key: str = ""


class RoleOf(Message, frozen=True):
    """A person with a role in a club or a tournament, and since when."""

    person: str
    name: str
    role: Role
    since: float


class RoleKey(Message, frozen=True):
    """The key of a link that gives a role."""

    role: GivenRole
    key: str


class ClubRoles(Message, frozen=True):
    """GET /api/clubs/{club}/people: the people with roles, and the keys of roles; for the owner.

    Also of a tournament of no club, at /api/tournaments/{tournament}/people.
    """

    people: tuple[RoleOf, ...]
    keys: tuple[RoleKey, ...]


class GivenClubRole(Message, frozen=True):
    """PUT /api/clubs/{club}/people/{person}: the role that a person gets; empty: none any more.

    Also /api/tournaments/{tournament}/people/{person}.

    Who gives away that of the owner is a secretary then; so is an owner who takes that role, after
    whom the one who has been a secretary longest is the owner.
    """

    role: Role


class ForgottenMember(Message, frozen=True):
    """The answer where a person is forgotten: in how many places the name was."""

    places: int


class ForgottenName(Message, frozen=True):
    """POST /api/tournaments/{tournament}/forgotten: a name as it stands, or stood, in a team."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class NewClubEntries(Message, frozen=True):
    """POST /api/clubs/{club}/entries: all of them or none.

    `version`: the one that was seen; what others have entered since is no obstacle unless it is
    about the same member, season or name.
    """

    version: int
    entries: Annotated[
        tuple[ByClubSecretary, ...], msgspec.Meta(min_length=1, max_length=MOST_MEMBERS)
    ]


class TakenTournament(Message, frozen=True):
    """POST /api/clubs/{club}/tournaments: a tournament that one has prepared becomes the club's.

    `event`: its id from a program that knows the former name.
    """

    tournament: Annotated[str, msgspec.Meta(max_length=40)] = ""
    event: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SeasonTournament(OfTournament, frozen=True, kw_only=True):
    """A tournament of a season; `at`: when its first round was drawn, or it was prepared."""

    name: str
    at: float


class SeasonCell(Message, frozen=True):
    """A tournament's result of a player or team; `counted`: whether the season counts it."""

    value: int
    rank: int
    wins: int
    counted: bool


class SeasonLine(Message, frozen=True, kw_only=True):
    """A row of a season's table, as `rebelote.tournament.seasons.SeasonRow`.

    `members`: the number of the member that each name is, or 0.
    """

    rank: int
    names: tuple[str, ...]
    members: tuple[int, ...]
    tournaments: tuple[SeasonCell | None, ...] = msgspec.field(name="evenings")
    total: int
    divisor: int
    enough: bool
    line: Literal["", "up", "down"]


class SeasonState(Message, frozen=True, kw_only=True):
    """GET /api/clubs/{club}/seasons/{season}: the table as it follows from the tournaments now.

    `doubled`: the tournament, counted from 0, and a name that several teams have there.
    """

    club: str
    name: str
    number: int
    season: str
    rule: SeasonRule
    tournaments: tuple[SeasonTournament, ...] = msgspec.field(name="evenings")
    rows: tuple[SeasonLine, ...]
    doubled: tuple[tuple[int, str], ...]
    secretary: bool
