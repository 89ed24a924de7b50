"""Which lessons a person has done, on whatever device."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Annotated, Final

import msgspec

from rebelote.learn import lessons
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.base.storage.store import Reader, Store
from rebelote.server.people.database import Person

FIRST_COURSE: Final = (
    *("trick", "follow", "trumps", "ruff", "partner", "taking", "contract", "belote", "announce"),
    *("last", "count", "draw", lessons.GUIDED),
)
"""The lessons of the only course that there was at first, as its names were stored."""
_DONE: Final = "SELECT lesson FROM lessons_done WHERE person = ? ORDER BY lesson"
_ADD: Final = "INSERT INTO lessons_done (person, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING"
_Name = Annotated[str, msgspec.Meta(max_length=48)]
MOST: Final = 500
"""The most names in a message: more than all lessons of all courses."""


class LessonsDone(Message, frozen=True):
    """PUT /api/me/lessons: names of lessons, as a course says they are stored."""

    done: Annotated[tuple[_Name, ...], msgspec.Meta(max_length=MOST)]


@cache
def courses() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return each course as its lessons, each with the names under which it may be stored."""
    return tuple(map(lessons.all_stored_names, lessons.PRESETS))


@cache
def known() -> frozenset[str]:
    """Return the names under which a lesson may be stored."""
    return frozenset(name for course in courses() for names in course for name in names)


def whole_courses(done: Collection[str]) -> int:
    """Count the courses of which every lesson is done; the first course counts as it was."""
    whole = sum(all(map(set(done).intersection, course)) for course in courses())
    return max(whole, int(set(FIRST_COURSE) <= set(done)))


async def all_done(store: Reader, person: str) -> tuple[str, ...]:
    """Return the names of the lessons that a person has done."""
    return tuple(name for (name,) in await store.read(_DONE, person))


async def add_done(store: Store, person: Person, more: LessonsDone) -> LessonsDone:
    """Add these to the lessons that the person has done, and return them all.

    A name that this server does not know is left out: the page may be of another version.
    """
    if names := known().intersection(more.done):
        await store.write(*((_ADD, (person.id, name)) for name in sorted(names)))
    return LessonsDone(await all_done(store, person.id))
