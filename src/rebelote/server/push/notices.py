"""Notices of a table: whom it waits for while they are away, and what is sent to them.

A notice names the table, in the reader's language, and nothing of the play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.i18n import person_name, words
from rebelote.server.limits import limit
from rebelote.server.live.room import Room
from rebelote.server.tables.table import Table

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
    """A person who is away from a table at which others sit, and on whose place it now depends."""

    person: str
    kind: Literal["turn", "stand_in"]
    seconds: int


class Notification(msgspec.Struct, frozen=True):
    """What the service worker shows; `url` is where a tap leads, from the same origin."""

    title: str
    body: str
    url: str
    tag: str
    lang: str


def awaited(room: Room, now: float) -> Iterator[Awaited]:
    """Those to be notified: whose turn it is, and whom a bot replaces; nobody in a pause."""
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
    """Whether anybody else sits there: bots alone wait for nobody."""
    return any(who.person not in (None, person) for who in table.seats)


def _is_to_act(table: Table, seat: int) -> bool:
    """Whether a seat is to play, or to agree to the next deal."""
    return table.to_act == seat or (table.to_act is None and seat not in table.ready)


def _quick(room: Room) -> int:
    return LIFETIME_SECONDS if room.clock.pace is None else QUICK_LIFETIME_SECONDS


def _left(room: Room, now: float) -> int:
    """Seconds until the clock runs out, where there is one."""
    left = room.clock.left(now)
    return LIFETIME_SECONDS if left is None else max(LIFETIME_LEAST, int(left))


def notification(room: Room, person: str, kind: Kind, language: str) -> Notification:
    """What is sent to one of the table's people."""
    say, table = words(language), room.table
    others = ", ".join(
        person_name(who.name, language) for who in table.seats if who.person != person
    )
    title, body = say(_TITLES[kind]), say(_TEXTS[kind], names=others)
    return Notification(title, body, f"/#/table/{table.id}", f"rebelote.{table.id}", language)


def invitation(by: str, table_id: str, language: str) -> Notification:
    """What a friend is sent who is invited to a table by a person of this name."""
    say, name = words(language), person_name(by, language)
    title, body = say("notify.invited", name=name), say("notify.invited.text")
    return Notification(title, body, f"/#/table/{table_id}", f"rebelote.{table_id}", language)


def topic(table_id: str) -> str:
    """By which a newer message about a table takes the place of an older one.

    A push service learns nothing from it that matters: a table's id alone opens it.

    >>> len(topic("abcdefghijkl")), topic("abcdefghijkl").isalnum()
    (32, True)
    """
    return hashlib.sha256(f"push topic {table_id}".encode()).hexdigest()[:TOPIC_LENGTH]
