"""What follows when somebody asks about seats? From a message to changes of the table; no I/O.

The changes come one after another: each is to be committed before the next is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from rebelote import bots
from rebelote.rules.refusals import IllegalAction
from rebelote.server.protocol import messages
from rebelote.server.tables import seating
from rebelote.server.tables.event_log import Occupant, Seats
from rebelote.server.tables.table import Change, Table


def arranged(
    table: Table, who: Occupant, is_host: bool, message: messages.AtTable, secret: bytes
) -> Iterator[Change]:
    """The changes that `who` asks for. Raises IllegalAction."""
    if isinstance(message, messages.Back):
        change = table.come_back(_seat(table, who))
        if change is not None:
            yield change
    elif isinstance(message, messages.Sit | messages.Stand):
        yield from _seated(table, _moved(table, who, message), message.id)
    else:
        if not is_host:
            raise IllegalAction("not-the-host")
        if table.under_way:
            raise IllegalAction("match-under-way")
        yield from _hosted(table, message, secret)


def _seat(table: Table, who: Occupant) -> int:
    seat = table.seat_of(who.person or "")
    if seat is None:
        raise IllegalAction("not-seated")
    return seat


def _moved(table: Table, who: Occupant, message: messages.Sit | messages.Stand) -> Seats:
    if isinstance(message, messages.Sit):
        return seating.sit(table.seats, message.seat, who, table.under_way)
    return seating.stand(table.seats, _seat(table, who), table.under_way, table.terms.level)


def _seated(table: Table, seats: Seats, client_id: str | None) -> Iterator[Change]:
    if seats != table.seats:
        yield table.seated(seats, client_id)


def _hosted(table: Table, message: messages.AtTable, secret: bytes) -> Iterator[Change]:
    """What only the host does, and only between matches."""
    if isinstance(message, messages.Begin):
        yield from _seated(table, seating.filled(table.seats, table.terms.level), None)
        yield table.start(secret, message.id)
    elif isinstance(message, messages.SeatBot):
        level = message.level or table.terms.level
        if level not in bots.LEVELS:
            raise IllegalAction("wrong-options")
        yield from _seated(table, seating.seat_bot(table.seats, message.seat, level), message.id)
    elif isinstance(message, messages.Unseat):
        yield from _seated(table, seating.unseat(table.seats, message.seat), message.id)
    elif isinstance(message, messages.Swap):
        yield from _seated(table, seating.swap(table.seats, *message.seats), message.id)
