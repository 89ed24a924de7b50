"""Seat commands: from a message about seats to changes of the table. Pure.

The changes come one after another: each is to be committed before the next is requested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rebelote import bots
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.messages import Back, Begin, SeatBot, Sit, Stand, Swap, Unseat
from rebelote.server.base.protocol.occupants import Occupant, Seats
from rebelote.server.table.model import seating
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table

HostCommand = SeatBot | Unseat | Swap | Begin
"""Commands of the host only, and only between matches."""
SeatChange = Sit | Stand | Back | HostCommand
"""Commands that change the occupants of seats."""


def changes(
    table: Table, who: Occupant, is_host: bool, message: SeatChange, secret: bytes
) -> Iterator[Change]:
    """Yield the changes that `who` asks for. Raises IllegalActionError."""
    match message:
        case Back():
            if (change := table.resume(_seat(table, who))) is not None:
                yield change
        case Sit():
            seats = seating.sit(table.seats, message.seat, who, table.under_way)
            yield from _seated(table, seats, message.id)
        case Stand():
            seat, level = _seat(table, who), table.terms.level
            seats = seating.stand(table.seats, seat, table.under_way, level)
            yield from _seated(table, seats, message.id)
        case _:
            if not is_host:
                raise IllegalActionError("not-the-host")
            if table.under_way:
                raise IllegalActionError("match-under-way")
            yield from _hosted(table, message, secret)


def _seat(table: Table, who: Occupant) -> int:
    seat = table.seat_of(who.person or "")
    if seat is None:
        raise IllegalActionError("not-seated")
    return seat


def _seated(table: Table, seats: Seats, client_id: str | None) -> Iterator[Change]:
    if seats != table.seats:
        yield table.seated(seats, client_id)


def _hosted(table: Table, message: HostCommand, secret: bytes) -> Iterator[Change]:
    match message:
        case Begin():
            yield from _seated(table, seating.filled(table.seats, table.terms.level), None)
            yield table.start(secret, message.id)
        case SeatBot():
            seats = seating.seat_bot(table.seats, message.seat, _level(table, message))
            yield from _seated(table, seats, message.id)
        case Unseat():
            yield from _seated(table, seating.unseat(table.seats, message.seat), message.id)
        case Swap():
            yield from _seated(table, seating.swap(table.seats, *message.seats), message.id)
        case _:
            assert_never(message)


def _level(table: Table, message: SeatBot) -> str:
    level = message.level or table.terms.level
    if level not in bots.LEVELS:
        raise IllegalActionError("wrong-options")
    return level
