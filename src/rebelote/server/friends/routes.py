"""Friends over HTTP: requests, presence, invitations, partners, and other relations."""

from __future__ import annotations

from typing import Final, Literal

from litestar import delete, get, post, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.friends import schemas
from rebelote.server.friends.friendships import Friendships
from rebelote.server.friends.invitations import Invitations, has_room, may_sit, may_watch
from rebelote.server.friends.partners import partners as partners_of
from rebelote.server.friends.presence import Presence
from rebelote.server.http.described import TABLE, described
from rebelote.server.http.requests import AppRequest, count_address, count_person
from rebelote.server.limits import limit
from rebelote.server.live.live_table import LiveTable
from rebelote.server.people.database import Person
from rebelote.server.people.schemas import PersonName
from rebelote.server.protocol.messages import News
from rebelote.server.shared_replays.sessions import SharedReplays
from rebelote.server.tokens.tokens import Tokens

LOOKED_AT: Final = limit(
    20,
    "tables of friends that are looked at",
    per="list",
    beyond="of the others it is only said that friends are at one",
)
_RELATIONS: Final = ["/api/me/relations", "/api/me/circle"]
_RELATION: Final = [f"{path}/{{person:str}}" for path in _RELATIONS]
"""The second address is the one that pages of the previous version ask for."""

# --- friends --------------------------------------------------------------------------------------


@get("/api/friends", summary="Friends, requests and invitations")
async def friends(request: AppRequest, me: Person, core: Core) -> schemas.Friends:
    """Where friends are is shown as each of them allows it."""
    count_person("friends", me.id, request, core)
    friendships = core[Friendships]
    return schemas.Friends(
        await _friends(me, core),
        await friendships.received(me),
        await friendships.sent(me),
        await core[Invitations].of(me),
        await _bots(me, core),
    )


async def _bots(me: Person, core: Core) -> tuple[schemas.Friend, ...]:
    """The bots of this person and of friends that are connected."""
    presence = core[Presence]
    owners = [me.id, *(friend.id for friend, _ in await core[Friendships].of(me))]
    return tuple(
        schemas.Friend(bot.person, bot.name, "table" if presence.tables(bot.person) else "online")
        for bot in await core[Tokens].bots_of(owners)
        if presence.is_here(bot.person)
    )


async def _friends(me: Person, core: Core) -> tuple[schemas.Friend, ...]:
    presence, looks = core[Presence], LOOKED_AT
    result: list[schemas.Friend] = []
    for friend, shown in await core[Friendships].of(me):
        person, name, portrait = friend.id, friend.name, friend.portrait
        if not (shown and presence.is_here(person)):
            result.append(schemas.Friend(person, name, "away", portrait=portrait))
            continue
        tables = presence.tables(person)
        place: tuple[str, Literal["", "join", "watch"]] = ("", "")
        for table in tables[: max(0, looks)]:
            looks -= 1
            if (place := await _place(me, person, table, core))[1]:
                break
        state: Literal["table", "online"] = "table" if tables else "online"
        result.append(schemas.Friend(person, name, state, *place, portrait))
    return tuple(result)


async def _place(
    me: Person, friend: str, table: str, core: Core
) -> tuple[str, Literal["", "join", "watch"]]:
    """The table at which a friend is, and what one may do there; empty for a private one."""
    try:
        live = await core.lobby.find(table)
    except IllegalActionError:  # deleted, or unreadable
        return "", ""
    if not _is_shown(live, friend):
        return "", ""
    if live.table.seat_of(me.id) is not None:
        return table, "join"
    if has_room(live, me.id) and await may_sit(live, me):
        return table, "join"
    return (table, "watch") if await may_watch(live, me) else ("", "")


def _is_shown(live: LiveTable, friend: str) -> bool:
    """Whether friends of a person who is there may know of a table: its host decides.

    One that is for those who have the link is shown to friends of the host alone.
    """
    metadata = live.room.metadata
    if metadata.daily or metadata.organised:
        return False
    return live.table.terms.sit != "link" or metadata.host == friend


@put(
    "/api/friends/{person:str}",
    status_code=204,
    summary="Ask somebody to be a friend, or accept",
    opt=described("no-such-person", "friends-full", "no-request"),
)
async def ask(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """A request; where that person has sent one, both are friends from now on."""
    await _ask(request, person, me, core)


async def _ask(request: AppRequest, person: str, me: Person, core: Core) -> None:
    count_address("ask", request, core)
    count_person("ask", me.id, request, core)
    friendships = core[Friendships]
    if await friendships.ask(me, person):
        core[Presence].announce(person, News("friend"))
    elif await friendships.gets(person, me.id):
        core[Presence].announce(person, News("request"))
    core[SharedReplays].relations_changed(me.id)


@delete("/api/friends/{person:str}", summary="Be friends no more, or take a request back")
async def end(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """Neither is on the other's list any more; nobody is notified."""
    count_person("relations", me.id, request, core)
    await core[Friendships].end(me, person)


@delete("/api/friends/requests/{person:str}", summary="Refuse a request")
async def refuse(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """It is not shown any more, nor is another of this person's; they are not notified."""
    count_person("relations", me.id, request, core)
    await core[Friendships].refuse(me, person)


@get("/api/friends/settings", summary="What others may see of one, and ask")
async def allowed(me: Person, core: Core) -> schemas.FriendSettings:
    """Presence for friends, requests of anyone, no search by first letters, unless changed."""
    return await core[Friendships].settings(me)


@put("/api/friends/settings", status_code=204, summary="Change what others may see, and ask")
async def allow(request: AppRequest, data: schemas.FriendSettings, me: Person, core: Core) -> None:
    """From now on."""
    count_person("friends", me.id, request, core)
    await core[Friendships].allow(me, data)


@get("/api/friends/partners", summary="Whom one has met of late, and pairs")
async def partners(request: AppRequest, me: Person, core: Core) -> schemas.Partners:
    """By the matches that one has played to their end."""
    count_person("friends", me.id, request, core)
    return await partners_of(core.accounts, me)


# --- invitations ----------------------------------------------------------------------------------


@post(
    "/api/friends/invitations",
    status_code=204,
    summary="Invite a friend, or a bot, to a table",
    opt=described(*TABLE, "not-friends", "not-yours", "seat-taken"),
)
async def invite(request: AppRequest, data: schemas.NewInvitation, me: Person, core: Core) -> None:
    """A friend, or a bot account of one's own or a friend's.

    They are notified by socket, and by push where they have subscribed.
    """
    count_person("invite", me.id, request, core)
    await core[Invitations].invite(me, data.person, data.table)


@get("/api/me/invitations", summary="The tables one is invited to", opt=described(scope="play"))
async def invitations(request: AppRequest, me: Person, core: Core) -> list[schemas.TableInvitation]:
    """Those at which there still is room, the latest first."""
    count_person("friends", me.id, request, core)
    return list(await core[Invitations].of(me))


@delete(
    "/api/friends/invitations/{person:str}",
    summary="Dismiss a friend's invitation",
    opt=described(scope="play"),
)
async def dismiss(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """It is not shown any more; the friend is not notified."""
    count_person("relations", me.id, request, core)
    await core[Invitations].dismiss(me, person)


# --- people, and all relations --------------------------------------------------------------------


@get("/api/people", summary="Find people by name")
async def find(request: AppRequest, name: str, me: Person, core: Core) -> list[PersonName]:
    """Holders of accounts of this name, or whose names begin so and who allow it; ten at most."""
    count_person("find", me.id, request, core)
    result = await core[Friendships].find(me, name)
    return [PersonName(person.id, person.name) for person in result]


@get(
    _RELATIONS,
    summary="Friends, and those one mutes or blocks",
    opt=described(former=(_RELATIONS[1],)),
)
async def relations(me: Person, core: Core) -> list[schemas.Known]:
    """Everybody to whom one has a relation; of friends whether they are here, as they allow."""
    shown = {friend.id for friend, shows in await core[Friendships].of(me) if shows}
    return [
        schemas.Known(
            other.id,
            other.name,
            kind,
            kind == "friend" and other.id in shown and core[Presence].is_here(other.id),
            kind == "friend" and not mutual,
        )
        for other, kind, mutual in await core.accounts.relations.of(me)
    ]


@put(
    _RELATION,
    status_code=204,
    summary="Ask to be friends, mute or block",
    opt=described("no-such-person", "friends-full", "no-request", former=(_RELATION[1],)),
)
async def set_relation(
    request: AppRequest, person: str, data: schemas.NewKnown, me: Person, core: Core
) -> None:
    """This person is asked to be a friend, is muted, or is not met from now on."""
    count_person("relations", me.id, request, core)
    if data.kind == "friend":
        await _ask(request, person, me, core)
        return
    await core.accounts.relations.avoid(me, person, data.kind)
    core[SharedReplays].relations_changed(me.id)


@delete(_RELATION, summary="Remove a relation", opt=described(former=(_RELATION[1],)))
async def remove_relation(person: str, me: Person, core: Core) -> None:
    """This person is nobody in particular any more."""
    await core.accounts.relations.remove(me, person)
    core[SharedReplays].relations_changed(me.id)


HANDLERS: Final = (
    friends,
    ask,
    end,
    refuse,
    allowed,
    allow,
    partners,
    invite,
    invitations,
    dismiss,
    find,
    relations,
    set_relation,
    remove_relation,
)
