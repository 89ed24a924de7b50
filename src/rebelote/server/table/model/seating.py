"""Seats: who may take which, and the events that show it. Pure: seats in, seats out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.occupants import FREE, Occupant, Seats
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.base.protocol.updates import SeatLeft, SeatsSwapped, SeatTaken, TableEvent

GONE: Final = Occupant(person="gone")
"""A person without a name, who has been erased."""


def resized(seats: Seats, players: int) -> Seats:
    """Return the seats for so many players; people beyond are not seated any more."""
    if players < len(seats):
        seats = tuple(sorted(seats, key=lambda who: who.person is None)[:players])
    return (*seats, *(FREE for _ in range(players - len(seats))))


def _replaced(seats: Seats, changed: dict[int, Occupant]) -> Seats:
    return tuple(changed.get(seat, who) for seat, who in enumerate(seats))


def _existing(seats: Seats, seat: int) -> Occupant:
    if not 0 <= seat < len(seats):
        raise IllegalActionError("no-such-seat")
    return seats[seat]


def bot(seats: Seats, level: str) -> Occupant:
    """Return a bot with a name nobody here has."""
    taken = {who.name for who in seats}
    return Occupant(name=next(name for name in BOT_NAMES if name not in taken), bot=level)


def sit(seats: Seats, seat: int, who: Occupant, playing: bool) -> Seats:
    """Seat a person where it is free or a bot's; before a match also instead of another."""
    occupant = _existing(seats, seat)
    if occupant.person == who.person:
        return seats
    if occupant.person is not None:
        raise IllegalActionError("seat-taken")
    mine = next((s for s, other in enumerate(seats) if other.person == who.person), None)
    if mine is None:
        return _replaced(seats, {seat: who})
    if playing:
        raise IllegalActionError("match-under-way")
    return _replaced(seats, {mine: occupant, seat: who})


def stand(seats: Seats, seat: int, playing: bool, level: str) -> Seats:
    """Let a person get up: the seat is free, or in the midst of a match a bot's."""
    return _replaced(seats, {seat: bot(seats, level) if playing else FREE})


def seat_bot(seats: Seats, seat: int, level: str) -> Seats:
    """Seat a bot in a free seat, or another in a bot's."""
    if _existing(seats, seat).person is not None:
        raise IllegalActionError("seat-taken")
    return _replaced(seats, {seat: bot(_replaced(seats, {seat: FREE}), level)})


def unseat(seats: Seats, seat: int) -> Seats:
    _existing(seats, seat)
    return _replaced(seats, {seat: FREE})


def swap(seats: Seats, one: int, other: int) -> Seats:
    """Let two occupants change places."""
    return _replaced(seats, {one: _existing(seats, other), other: _existing(seats, one)})


def filled(seats: Seats, level: str) -> Seats:
    """Seat bots in all free seats."""
    for seat, who in enumerate(seats):
        if who.free:
            seats = seat_bot(seats, seat, level)
    return seats


def replaced(seats: Seats, old: str, new: Occupant) -> Seats:
    """Seat `new` in place of the person `old`, or `GONE` where `new` sits there already."""
    if old != new.person and any(who.person == new.person for who in seats):
        new = GONE
    return tuple(new if who.person == old else who for who in seats)


def changes(before: Seats, after: Seats) -> Iterator[TableEvent]:
    """Yield the visible changes from the seats of `before` to those of `after`."""
    changed = [s for s in range(len(after)) if _at(before, s) != after[s]]
    if len(changed) == 2 and _are_swapped(before, after, *changed):
        yield SeatsSwapped((changed[0], changed[1]))
        return
    for seat in range(len(after), len(before)):
        yield from _left(before, seat)
    for seat in changed:
        yield from _left(before, seat)
        if not after[seat].free:
            yield SeatTaken(seat, after[seat].name, after[seat].bot is not None)


def _at(seats: Seats, seat: int) -> Occupant:
    return seats[seat] if seat < len(seats) else FREE


def _left(before: Seats, seat: int) -> Iterator[TableEvent]:
    if not _at(before, seat).free:
        yield SeatLeft(seat, before[seat].name)


def _are_swapped(before: Seats, after: Seats, one: int, other: int) -> bool:
    was = _at(before, one), _at(before, other)
    return was == (after[other], after[one]) and not was[0].free and not was[1].free
