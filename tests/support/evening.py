"""A table in memory with two people, two bots and a time of its own."""

from __future__ import annotations

from listening import Ear

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.view import view
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.model import seating
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata


class Evening:
    """A table with two people and two bots, and the time it is."""

    def __init__(self, pace: str = "fast") -> None:
        self.now = 1000.0
        self.table = Table("evening")
        people = (
            Occupant(name="Ann", bot=None, person="ann"),
            FREE,
            Occupant(name="Bea", bot=None, person="bea"),
            FREE,
        )
        seats = seating.filled(people, "beginner")
        terms = Terms(pace=pace)  # type: ignore[arg-type]
        self.table.commit(self.table.agree(presets.rules("french"), terms, seats))
        self.table.commit(self.table.start(bytes(32)))
        self.room = Room(self.table, TableMetadata(host="ann"), "", self.now)
        self.broadcaster = Broadcaster(self.room)
        self.ears = {"ann": Ear("ann"), "bea": Ear("bea")}
        for ear in self.ears.values():
            self.room.add(ear, self.now)
        self.room.set_clock(self.now)

    def to_a_person(self) -> int:
        """Play on until a person is to act; their seat."""
        player = bots.make("random", 3)
        while True:
            seat = self.table.to_act
            assert seat is not None
            if seat in self.table.people:
                return seat
            self.table.commit(self.table.act(seat, player.choose(view(self.table.match, seat))))
            self.room.set_clock(self.now)
