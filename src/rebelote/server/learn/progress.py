"""Which lessons a person has done, on whatever device."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

import msgspec

from rebelote.learn import lessons
from rebelote.server.people.database import Person
from rebelote.server.protocol.schemas import Message
from rebelote.server.storage.store import Store

GUIDED: Final = "deal"
"""The guided deal, which ends the course."""
COURSE: Final = (*(lesson.name for lesson in lessons.LESSONS), GUIDED)
"""What the badge is for: the lessons, and the guided deal."""
_DONE: Final = "SELECT lesson FROM lessons_done WHERE person = ? ORDER BY lesson"
_ADD: Final = "INSERT INTO lessons_done (person, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING"
_Name = Annotated[str, msgspec.Meta(max_length=20)]


class LessonsDone(Message, frozen=True):
    """PUT /api/me/lessons: names of lessons, and `deal` for the guided one."""

    done: Annotated[tuple[_Name, ...], msgspec.Meta(max_length=40)]


@cache
def known() -> frozenset[str]:
    """The names of all lessons; those on auctions load what bots call with."""
    from rebelote.learn import auctions

    return frozenset((*COURSE, *(lesson.name for lesson in auctions.LESSONS)))


async def add_done(store: Store, person: Person, more: LessonsDone) -> LessonsDone:
    """Add these to the lessons that the person has done, and return them all.

    A name that this server does not know is left out: the page may be of another version.
    """
    if names := known().intersection(more.done):
        await store.write(*((_ADD, (person.id, name)) for name in sorted(names)))
    rows = await store.read(_DONE, person.id)
    return LessonsDone(tuple(name for (name,) in rows))
