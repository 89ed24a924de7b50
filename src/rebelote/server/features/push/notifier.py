"""The notifier: informs people by web push that it is their turn while they are away.

Once for each absence, and once more after hours where nobody plays on. That a person has been
notified is in the database before a message is sent, so none is sent twice. A notice names the
table, in the reader's language, and nothing of the play.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple

import h11
import msgspec
import structlog

from rebelote.i18n import person_name, words
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import ConflictError, StoreBusyError
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.push.delivery import (
    ForbiddenAddressError,
    PushDelivery,
    PushMessage,
    Urgency,
)
from rebelote.server.features.push.name_lookup import UnresolvedNameError
from rebelote.server.features.push.subscriptions import PushSubscriptions, Subscription
from rebelote.server.table.events import TableListener
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room
from rebelote.server.web.notifier import Notifier

GRACE_SECONDS: Final = limit(
    60.0, "time that a person is away before being notified of a turn", unit="s", per="person"
)
LIFETIME_SECONDS: Final = limit(
    24 * 3600,
    "time that a push service keeps a message, at a table without a clock",
    unit="s",
    per="message",
)
QUICK_LIFETIME_SECONDS: Final = limit(
    600, "time that it keeps one about a substitute, with a clock", unit="s", per="message"
)
LIFETIME_LEAST: Final = 30
"""Seconds that it keeps any message."""
TOPIC_LENGTH: Final = 32
"""Characters of a topic (RFC 8030)."""

Kind = Literal["turn", "stand_in", "waits"]
_TITLES: Final[dict[Kind, str]] = {
    "turn": "notify.turn",
    "stand_in": "ui.replaced",
    "waits": "notify.waits",
}
_TEXTS: Final[dict[Kind, str]] = {
    "turn": "notify.table",
    "stand_in": "notify.stand_in.text",
    "waits": "notify.table",
}


class Awaited(NamedTuple):
    """An absent person at a table with others, which waits for this person."""

    person: str
    kind: Literal["turn", "stand_in"]
    seconds: int


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    """A notification for the service worker; `url`: the same-origin page that a tap opens."""

    title: str
    body: str
    url: str
    tag: str
    lang: str


def awaited(room: Room, now: float) -> Iterator[Awaited]:
    """Yield the absent people on turn or replaced by a bot; nobody in a pause."""
    table = room.table
    if not table.playing or table.awaited is not None or room.clock.paused:
        return
    for seat, who in enumerate(table.seats):
        if who.person and who.person not in room.connected and _is_with_others(table, who.person):
            if seat in table.substituted:
                yield Awaited(who.person, "stand_in", _quick(room))
            elif _is_to_act(table, seat) and room.absence(who.person, now) >= GRACE_SECONDS:
                yield Awaited(who.person, "turn", _left(room, now))


def _is_with_others(table: Table, person: str) -> bool:
    """Return whether anybody else sits there: bots alone wait for nobody."""
    return any(who.person not in (None, person) for who in table.seats)


def _is_to_act(table: Table, seat: int) -> bool:
    """Return whether a seat is to play, or to agree to the next deal."""
    return table.to_act == seat or (table.to_act is None and seat not in table.ready)


def _quick(room: Room) -> int:
    return LIFETIME_SECONDS if room.clock.pace is None else QUICK_LIFETIME_SECONDS


def _left(room: Room, now: float) -> int:
    """Return the lifetime of a message: the seconds left on the clock, or the longest."""
    left = room.clock.left(now)
    return LIFETIME_SECONDS if left is None else max(LIFETIME_LEAST, int(left))


def notification(room: Room, person: str, kind: Kind, language: str) -> Notification:
    """Build the notification to one of the table's people."""
    say, table = words(language, room.table.rules.preset), room.table
    others = say("ui.comma").join(
        person_name(who.name, language) for who in table.seats if who.person != person
    )
    title, body = say(_TITLES[kind]), say(_TEXTS[kind], names=others)
    return Notification(
        title=title,
        body=body,
        url=f"/#/table/{table.id}",
        tag=f"rebelote.{table.id}",
        lang=language,
    )


def invitation(by: str, table_id: str, language: str) -> Notification:
    """Build the notification to a friend invited to a table by a person of this name."""
    say, name = words(language), person_name(by, language)
    title, body = say("notify.invited", name=name), say("notify.invited.text")
    return Notification(
        title=title,
        body=body,
        url=f"/#/table/{table_id}",
        tag=f"rebelote.{table_id}",
        lang=language,
    )


def call(event: str, table_id: str, language: str) -> Notification:
    """Build the notification to a player of an evening of this name that the table is open."""
    title = words(language)("ui.club.called")
    return Notification(
        title=title,
        body=event,
        url=f"/#/table/{table_id}",
        tag=f"rebelote.{table_id}",
        lang=language,
    )


def reminder(league: str, club: str, preset: str, language: str) -> Notification:
    """Build the reminder to a member of a league who has not played its deal of today.

    `club`: the name of the league's club; empty for the league of a game.
    """
    say = words(language)
    name = club or say(f"preset.{preset}")
    title, body = say("ui.league.deal"), say("notify.league", league=name)
    return Notification(
        title=title, body=body, url=f"/#/league/{league}", tag="rebelote.league", lang=language
    )


def topic(about: str) -> str:
    """Return the topic by which a newer message about a table or league replaces an older one.

    The id is hashed, because a table's id is enough to open the table.

    >>> len(topic("abcdefghijkl")), topic("abcdefghijkl").isalnum()
    (32, True)
    """
    return hashlib.sha256(f"push topic {about}".encode()).hexdigest()[:TOPIC_LENGTH]


log = structlog.get_logger()

NOTIFY_EVERY: Final = 5.0
"""Seconds between two looks for people to be notified."""
REMIND_SECONDS: Final = limit(
    6 * 3600.0,
    "time that a table without a clock waits before it says so once more",
    unit="s",
    per="table",
)
PER_RUN: Final = limit(12, "people notified in five seconds", per="server", beyond="later")
AT_ONCE: Final = limit(40, "messages under way", per="server", beyond="the others wait")
LOOKED_AT: Final = 100
"""Tables that are looked at before others may do something."""
GONE: Final = (404, 410)
"""The statuses with which a push service reports that a subscription has ended."""

_SENT: Final = "SELECT 1 FROM turn_notifications WHERE table_id = ? AND person = ?"
_SENT_TO: Final = "SELECT table_id, person FROM turn_notifications WHERE person IN (?*)"
_KEEP_SENT: Final = (
    "INSERT INTO turn_notifications (table_id, person, sent, reminds) "
    "SELECT ?1, id, ?3, ?4 FROM people WHERE id = ?2"
)
"""Breaks the key where another node has notified them already."""
_FORGET: Final = "DELETE FROM turn_notifications WHERE table_id = ? AND person = ?"
_REMINDED: Final = "UPDATE turn_notifications SET reminds = FALSE WHERE table_id = ? AND person = ?"
_TO_REMIND: Final = (
    "SELECT table_id, person FROM turn_notifications WHERE reminds AND sent < ? "
    "ORDER BY sent LIMIT ?"
)


class _Pending(NamedTuple):
    """A person to be notified of something at a table."""

    room: Room
    person: str
    kind: Kind
    seconds: int


class PushNotifier(Notifier, TableListener):
    """The notifier of one server, by push messages."""

    def __init__(
        self, lobby: Lobby, subscriptions: PushSubscriptions, delivery: PushDelivery
    ) -> None:
        self.lobby = lobby
        self.store, self.accounts = lobby.store, lobby.accounts
        self.subscriptions = subscriptions
        self.delivery = delivery
        self._each: Each[_Pending] = Each(
            "push messages", lobby.now, named=lambda pending: pending.room.table.id
        )
        self._running = asyncio.Lock()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._asking: set[asyncio.Task[None]] = set()

    @property
    def available(self) -> bool:
        """Whether anybody can be notified: the operator has enabled push messages."""
        return self.delivery.sender is not None

    async def seated(self, table: str, person: str) -> None:
        """Note that a person is back, so that their next absence is notified anew."""
        if self.available and await self.store.read(_SENT, table, person):
            with contextlib.suppress(StoreBusyError):
                self.store.write((_FORGET, (table, person)))

    async def run(self) -> None:
        """Notify those for whom a table waits, and remind those who let others wait for hours."""
        async with self._running:
            pending = [*(await self._turns()), *(await self._reminders())]
            await asyncio.gather(*(self._each.do(self._notify, [one]) for one in pending))

    # --- who is due

    async def _turns(self) -> list[_Pending]:
        """Return the pending notifications for tables in memory, once for each absence."""
        result: list[_Pending] = []
        rooms = [live.room for live in self.lobby.tables.values()]
        for at in range(0, len(rooms), LOOKED_AT):
            if len(result) < PER_RUN:
                result += await self._untold(rooms[at : at + LOOKED_AT])
            await asyncio.sleep(0)
        return result[:PER_RUN]

    async def _untold(self, rooms: Iterable[Room]) -> list[_Pending]:
        """Return the notifications for people at these tables who can get one and have not."""
        waited_for = [
            _Pending(room, one.person, one.kind, one.seconds)
            for room in rooms
            for one in awaited(room, self.lobby.now())
        ]
        people = {one.person for one in waited_for}
        reached = await self.subscriptions.exist_for(people)
        sent = {(table, person) for table, person in await self.store.read_of(_SENT_TO, reached)}
        return [
            one
            for one in waited_for
            if one.person in reached and (one.room.table.id, one.person) not in sent
        ]

    async def _reminders(self) -> list[_Pending]:
        """Return the reminders for tables that have waited for hours and still do."""
        if not self.lobby.services.replication.leads:
            return []
        before = self.accounts.timekeeper.cutoff(REMIND_SECONDS)
        rows = await self.store.read(_TO_REMIND, before, PER_RUN)
        reminders = [await self._reminder(*row) for row in rows]
        return [one for one in reminders if one is not None]

    async def _reminder(self, table_id: str, person: str) -> _Pending | None:
        await self.accounts.write((_REMINDED, (table_id, person)))
        try:
            room = (await self.lobby.find(table_id)).room
        except IllegalActionError:  # deleted, or unreadable
            await self.accounts.write((_FORGET, (table_id, person)))
            return None
        seat = room.table.seat_of(person)
        plays = room.table.playing and seat is not None and person not in room.connected
        waits = plays and room.table.to_act in (None, seat)
        return _Pending(room, person, "waits", LIFETIME_SECONDS) if waits else None

    # --- publishing them

    async def _notify(self, pending: _Pending) -> None:
        """Record that a person is notified, then notify every browser, unless they are back."""
        table_id = pending.room.table.id
        if pending.kind != "waits":
            reminds = pending.kind == "turn" and pending.room.clock.pace is None
            now = self.accounts.timekeeper.now()
            try:
                await self.accounts.write((_KEEP_SENT, (table_id, pending.person, now, reminds)))
            except ConflictError:
                return
        if pending.person in pending.room.connected:
            await self.accounts.write((_FORGET, (table_id, pending.person)))
            return
        browsers = await self.subscriptions.of(pending.person)
        await asyncio.gather(*(self._send(one, pending) for one in browsers))

    async def _send(self, to: Subscription, pending: _Pending) -> None:
        """Send one browser its pending notice."""
        notice = notification(pending.room, pending.person, pending.kind, to.language)
        urgency: Urgency = "normal" if pending.kind == "waits" else "high"
        tag = topic(pending.room.table.id)
        message = PushMessage(msgspec.json.encode(notice), pending.seconds, tag, urgency)
        await self._deliver(to, message, pending.person)

    async def invite(self, person: str, by: str, table_id: str, seconds: int) -> None:
        """Notify a person's browsers, soon, that a friend of this name invites them to a table."""
        await self._ask_to_come(person, partial(invitation, by, table_id), table_id, seconds)

    async def call(self, person: str, event: str, table_id: str, seconds: int) -> None:
        """Notify a person's browsers, soon, that their table in an evening of this name is open."""
        await self._ask_to_come(person, partial(call, event, table_id), table_id, seconds)

    async def remind(self, person: str, league: str, club: str, preset: str, seconds: int) -> None:
        """Notify a person's browsers that today's deal of a league waits."""
        notice = partial(reminder, league, club, preset)
        await self._ask_to_come(person, notice, league, seconds, "normal")

    async def _ask_to_come(
        self,
        person: str,
        notice: Callable[[str], Notification],
        about: str,
        seconds: int,
        urgency: Urgency = "high",
    ) -> None:
        """Send what is said in the language of each browser, for so many seconds."""
        if not self.available:
            return
        for browser in await self.subscriptions.of(person):
            text, tag = msgspec.json.encode(notice(browser.language)), topic(about)
            sending = self._deliver(browser, PushMessage(text, seconds, tag, urgency), person)
            task = asyncio.ensure_future(sending)
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _deliver(self, to: Subscription, message: PushMessage, person: str) -> None:
        """Send one message; its result decides whether the subscription stays."""
        async with self._places:
            try:
                status = await self.delivery.send(to, message, person)
            except UnresolvedNameError:
                metrics.PUSHES.labels("unresolved").inc()
                return
            except (ForbiddenAddressError, ValueError):
                status = GONE[0]
            except (OSError, TimeoutError, h11.RemoteProtocolError):
                status = 0
        await self._settle(to.endpoint, status)

    async def _settle(self, endpoint: str, status: int) -> None:
        if 200 <= status < 300:
            metrics.PUSHES.labels("sent").inc()
            await self.subscriptions.delivered(endpoint)
        elif status in GONE:
            metrics.PUSHES.labels("gone").inc()
            await self.subscriptions.drop(endpoint)
        else:
            metrics.PUSHES.labels("failed").inc()
            log.warning("a push message was not taken", status=status)
            await self.subscriptions.failed(endpoint)
