"""Occupants of seats: people by id, bots by level; and how people look now."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec


class Occupant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The occupant of a seat: a person by id, a `bot` of a level, or neither where it is free.

    `program`: the person is a bot account, for which a program plays. `portrait`: the one that the
    person has chosen, from 1; 0 without.

    The name and the portrait of a person are not written down here, so that they go with the
    account.
    """

    name: str = ""
    bot: str | None = None
    person: str | None = None
    program: bool = False
    portrait: int = 0

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.bot is None and self.person is None


Seats = tuple[Occupant, ...]
FREE = Occupant()


class Look(NamedTuple):
    """The present name and portrait of a person."""

    name: str = ""
    portrait: int = 0


def named(seats: Seats, look_of: Callable[[str], Look]) -> Seats:
    """Return the same with the names and portraits that people have now."""
    return tuple(
        msgspec.structs.replace(who, **look_of(who.person)._asdict()) if who.person else who
        for who in seats
    )


def by_name(name_of: Callable[[str], str]) -> Callable[[str], Look]:
    """Build a lookup of names without portraits."""
    return lambda person: Look(name_of(person))


def unseen(_: str) -> Look:
    """Return the empty look, for logs that hold no names."""
    return Look()
