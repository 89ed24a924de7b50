"""Friends over HTTP: requests, presence, invitations, partners, and other relations."""

from __future__ import annotations

from typing import Final, Literal

from litestar import delete, get, post, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import News
from rebelote.server.features.friends import schemas
from rebelote.server.features.friends.friendships import Friendships
from rebelote.server.features.friends.invitations import Invitations, has_room, may_sit, may_watch
from rebelote.server.features.friends.partners import partners as partners_of
from rebelote.server.features.friends.presence import Presence
from rebelote.server.people.database import Person
from rebelote.server.people.schemas import PersonName
from rebelote.server.people.tokens import Tokens
from rebelote.server.table.live_table import LiveTable
from rebelote.server.web.core import Core
from rebelote.server.web.described import TABLE, described
from rebelote.server.web.requests import AppRequest, count_address, count_person

LOOKED_AT: Final = limit(
    20,
    "tables of friends that are looked at",
    per="list",
    beyond="of the others it is only said that friends are at one",
)

# --- friends --------------------------------------------------------------------------------------


@get("/api/friends", summary="Friends, requests and invitations")
async def friends(request: AppRequest, me: Person, core: Core) -> schemas.Friends:
    """List friends, with the presence that each of them allows."""
    count_person("friends", me.id, request, core)
    friendships = core[Friendships]
    return schemas.Friends(
        friends=await _friends(me, core),
        requests=await friendships.received(me),
        sent=await friendships.sent(me),
        invitations=await core[Invitations].of(me),
        bots=await _bots(me, core),
    )


async def _bots(me: Person, core: Core) -> tuple[schemas.Friend, ...]:
    """Return the bots of this person and of friends that are connected."""
    presence = core[Presence]
    owners = [me.id, *(friend.id for friend in await core[Friendships].of(me))]
    return tuple(
        schemas.Friend(
            person=bot.person,
            name=bot.name,
            state="table" if presence.tables(bot.person) else "online",
        )
        for bot in await core[Tokens].bots_of(owners)
        if presence.is_here(bot.person)
    )


async def _friends(me: Person, core: Core) -> tuple[schemas.Friend, ...]:
    presence, looks = core[Presence], LOOKED_AT
    result: list[schemas.Friend] = []
    friends = await core[Friendships].of(me)
    visible = await presence.visible_to(me.id, [friend.id for friend in friends])
    for friend in friends:
        person, name, portrait = friend.id, friend.name, friend.portrait
        if not (person in visible and presence.is_here(person)):
            result.append(schemas.Friend(person=person, name=name, state="away", portrait=portrait))
            continue
        tables = presence.tables(person)
        place: tuple[str, Literal["", "join", "watch"]] = ("", "")
        for table in tables[: max(0, looks)]:
            looks -= 1
            if (place := await _place(me, person, table, core))[1]:
                break
        state: Literal["table", "online"] = "table" if tables else "online"
        result.append(
            schemas.Friend(
                person=person,
                name=name,
                state=state,
                table=place[0],
                may=place[1],
                portrait=portrait,
            )
        )
    return tuple(result)


async def _place(
    me: Person, friend: str, table: str, core: Core
) -> tuple[str, Literal["", "join", "watch"]]:
    """Return a friend's table, and whether one may join or watch; empty for a private one."""
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
    """Return whether a person's friends may see the table where the person is, as its host decides.

    A table open only by link is shown only to friends of the host.
    """
    metadata = live.room.metadata
    if metadata.arranged:
        return False
    return live.table.terms.sit != "link" or metadata.host == friend


@put(
    "/api/friends/{person:str}",
    status_code=204,
    summary="Ask somebody to be a friend, or accept",
    opt=described("no-such-person", "friends-full", "no-request"),
)
async def ask(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """Send a request, or accept that person's own, and both are friends from now on."""
    await _ask(request, person, me, core)


async def _ask(request: AppRequest, person: str, me: Person, core: Core) -> None:
    count_address("ask", request, core)
    count_person("ask", me.id, request, core)
    friendships = core[Friendships]
    if await friendships.ask(me, person):
        core[Presence].announce(person, News("friend"))
    elif await friendships.gets(person, me.id):
        core[Presence].announce(person, News("request"))
    core.accounts.relations.publish_changed(me.id)


@delete("/api/friends/{person:str}", summary="Be friends no more, or take a request back")
async def end(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """End a friendship on both lists; nobody is notified."""
    count_person("relations", me.id, request, core)
    await core[Friendships].end(me, person)


@delete("/api/friends/requests/{person:str}", summary="Refuse a request")
async def refuse(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """Hide this request and any later one of this person; they are not notified."""
    count_person("relations", me.id, request, core)
    await core[Friendships].refuse(me, person)


@get("/api/friends/settings", summary="What others may see of one, and ask")
async def allowed(me: Person, core: Core) -> schemas.FriendSettings:
    """Return one's settings; by default friends see one's presence and anyone may ask."""
    return await core[Friendships].settings(me)


@put("/api/friends/settings", status_code=204, summary="Change what others may see, and ask")
async def allow(request: AppRequest, data: schemas.FriendSettings, me: Person, core: Core) -> None:
    """Store one's settings."""
    count_person("friends", me.id, request, core)
    await core[Friendships].allow(me, data)


@get("/api/friends/partners", summary="Whom one has met of late, and pairs")
async def partners(request: AppRequest, me: Person, core: Core) -> schemas.Partners:
    """List the partners of matches that one has played to their end."""
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
    """Invite a friend, or a bot account of one's own or a friend's.

    They are notified by socket, and by push where they have subscribed.
    """
    count_person("invite", me.id, request, core)
    await core[Invitations].invite(me, data.person, data.table)


@get("/api/me/invitations", summary="The tables one is invited to", opt=described(scope="play"))
async def invitations(request: AppRequest, me: Person, core: Core) -> list[schemas.TableInvitation]:
    """List invitations to tables with free seats, the latest first."""
    count_person("friends", me.id, request, core)
    return list(await core[Invitations].of(me))


@delete(
    "/api/friends/invitations/{person:str}",
    summary="Dismiss a friend's invitation",
    opt=described(scope="play"),
)
async def dismiss(request: AppRequest, person: str, me: Person, core: Core) -> None:
    """Hide an invitation; the friend is not notified."""
    count_person("relations", me.id, request, core)
    await core[Invitations].dismiss(me, person)


# --- people, and all relations --------------------------------------------------------------------


@get("/api/people", summary="Find people by name")
async def find(request: AppRequest, name: str, me: Person, core: Core) -> list[PersonName]:
    """Find accounts of this name, or whose names begin so and who allow it; ten at most."""
    count_person("find", me.id, request, core)
    people = await core[Friendships].find(me, name)
    return [PersonName(person.id, person.name) for person in people]


@get("/api/me/relations", summary="Friends, and those one mutes or blocks")
async def relations(me: Person, core: Core) -> list[schemas.Known]:
    """List all people with a relation to oneself; friends with the presence they allow."""
    friends = [friend.id for friend in await core[Friendships].of(me)]
    shown = await core[Presence].visible_to(me.id, friends)
    return [
        schemas.Known(
            person=other.id,
            name=other.name,
            kind=kind,
            here=kind == "friend" and other.id in shown and core[Presence].is_here(other.id),
            pending=kind == "friend" and not mutual,
        )
        for other, kind, mutual in await core.accounts.relations.of(me)
    ]


@put(
    "/api/me/relations/{person:str}",
    status_code=204,
    summary="Ask to be friends, mute or block",
    opt=described("no-such-person", "friends-full", "relations-full", "no-request"),
)
async def set_relation(
    request: AppRequest, person: str, data: schemas.NewKnown, me: Person, core: Core
) -> None:
    """Ask a person to be a friend, mute them, or block them from now on."""
    count_person("relations", me.id, request, core)
    if data.kind == "friend":
        await _ask(request, person, me, core)
        return
    await core.accounts.relations.avoid(me, person, data.kind)
    core.accounts.relations.publish_changed(me.id)


@delete("/api/me/relations/{person:str}", summary="Remove a relation")
async def remove_relation(person: str, me: Person, core: Core) -> None:
    """Remove any relation to this person."""
    await core.accounts.relations.remove(me, person)
    core.accounts.relations.publish_changed(me.id)


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
