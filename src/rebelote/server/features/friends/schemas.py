"""HTTP schemas of friends: requests and responses."""

from __future__ import annotations

from typing import Literal

from rebelote.server.base.protocol.schemas import Message


class Friend(Message, frozen=True, kw_only=True):
    """A friend, and where they are, as far as they let friends see it.

    `state`: `away` also for those who let nobody see it; `table`: at a table. `table`: its id,
    where one `may` join or watch it; empty else.
    """

    person: str
    name: str
    state: Literal["away", "online", "table"]
    table: str = ""
    may: Literal["", "join", "watch"] = ""
    portrait: int = 0


class FriendRequest(Message, frozen=True):
    """A request to be friends, of this person or to this person."""

    person: str
    name: str
    since: float
    portrait: int = 0


class TableInvitation(Message, frozen=True, kw_only=True):
    """A friend's invitation to a table at which there is room."""

    person: str
    name: str
    table: str
    at: float
    portrait: int = 0


class FriendSettings(Message, frozen=True):
    """GET, PUT /api/friends/settings: the presence and requests that one allows.

    `presence`: who sees where one is. `findable`: also by the first letters of one's name.
    `asked`: whose requests one gets; nobody's: nobody finds one by name either.
    """

    presence: Literal["friends", "nobody"] = "friends"
    findable: bool = False
    asked: Literal["anyone", "met", "nobody"] = "anyone"


class Friends(Message, frozen=True, kw_only=True):
    """GET /api/friends: friends, requests to and from others, and invitations.

    `bots`: bot accounts that can be invited to a table: one's own and those of friends, as long as
    their programs are connected.
    """

    friends: tuple[Friend, ...]
    requests: tuple[FriendRequest, ...]
    sent: tuple[FriendRequest, ...]
    invitations: tuple[TableInvitation, ...]
    bots: tuple[Friend, ...] = ()


class NewInvitation(Message, frozen=True):
    """POST /api/friends/invitations: invite this friend to a table at which one sits."""

    person: str
    table: str


class Partner(Message, frozen=True, kw_only=True):
    """A person with whom one has played, the number of matches as partners, and of those won.

    `at`: when the last match ended; `friend`: whether they are a friend; `program`: a bot account.
    """

    person: str
    name: str
    matches: int
    won: int
    at: float
    friend: bool
    portrait: int = 0
    program: bool = False


class Partners(Message, frozen=True):
    """GET /api/friends/partners: the people met recently, and the pairs one has been part of.

    In `recent`, `matches` counts those at one table, on whichever side.
    """

    recent: tuple[Partner, ...]
    pairs: tuple[Partner, ...]


class Known(Message, frozen=True, kw_only=True):
    """One row of GET /api/me/relations: a friend, a person muted or blocked.

    `here`: has a socket open; sent only of friends who let it be seen. `pending`: a request that
    the other has not accepted.
    """

    person: str
    name: str
    kind: Literal["friend", "mute", "block"]
    here: bool
    pending: bool = False


class NewKnown(Message, frozen=True):
    """PUT /api/me/relations/{person}: add this person; DELETE takes every kind off.

    To add a friend is to ask, or to accept.
    """

    kind: Literal["friend", "mute", "block"]
