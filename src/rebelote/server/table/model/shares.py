"""The shares of a match that bots played for people, from the log of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rebelote.server.base.protocol.occupants import Seats
from rebelote.server.table.model.event_log import (
    Acted,
    Agreed,
    Entry,
    Returned,
    Seating,
    Started,
    Substituted,
)


def played_themselves(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the people who began the last match in a log and played half of it or more.

    A person who had nothing to do in it played it too.
    """
    seats: Seats = ()
    starters: Seats = ()
    away = set[int]()
    acts, by_bots = Counter[int](), Counter[int]()
    for entry in entries:
        match entry:
            case Agreed() | Seating():
                away = {seat for seat in away if entry.seats[seat] == seats[seat]}
                seats = entry.seats
            case Started():
                starters, acts, by_bots = seats, Counter(), Counter()
            case Substituted():
                away.add(entry.seat)
            case Returned():
                away.discard(entry.seat)
            case Acted():
                acts[entry.seat] += 1
                by_bots[entry.seat] += entry.seat in away or not seats[entry.seat].person
            case _:
                pass
    return frozenset(
        who.person
        for seat, who in enumerate(starters)
        if who.person and 2 * by_bots[seat] <= acts[seat]
    )
