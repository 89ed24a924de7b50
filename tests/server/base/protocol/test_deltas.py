"""Delta encoding of updates: complete, and small."""

from __future__ import annotations

import json
import statistics
from random import Random
from typing import Any

import pytest
from changes import whole
from server_process import Person, Server
from volume import volume

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages, schemas, updates
from rebelote.server.base.protocol.deltas import delta
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.people.database import Person as Account
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.model.event_log import Acted
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata

PRESETS = ("french", "flemish", "flemish3", "bga")
MATCHES = volume(1, 3, 250)
"""Matches of each rule set."""
MEDIAN_BYTES = 350
MEAN_BYTES = 700


class Ear:
    """A line at a table, on which a client makes updates whole again."""

    def __init__(self, person: str, watch: int | None = None) -> None:
        self.person = Account(id=person, name=person.title())
        self.watch = watch
        self.received: updates.Update | None = None
        self.known: dict[str, Any] = {}
        self.sizes: list[int] = []

    def send(self, message: object) -> None:
        """Send a message as a socket does, and check that the whole is rebuilt from the delta."""
        assert isinstance(message, updates.Update)
        frame = schemas.encode(delta(self.received, message))
        received = json.loads(frame)
        self.known = whole(self.known, received) if received["type"] == "changed" else received
        self.received = message
        self.sizes.append(len(frame))
        assert self.known == json.loads(schemas.encode(message))

    def remove(self, code: str) -> None:
        """Fail: nobody is removed here."""
        raise AssertionError(code)

    def close_to_reconnect(self) -> None:
        """Send nobody to another node."""


class Company:
    """A table with people who do whatever comes to mind, and others who look on."""

    def __init__(self, rules: Rules, chance: Random) -> None:
        self.chance = chance
        self.table = Table("t" * 12)
        self.room = Room(self.table, TableMetadata(host="p0"), "ABCDEF", 0.0)
        self.broadcaster = Broadcaster(self.room)
        self.seated = [Ear(f"p{seat}") for seat in range(rules.players)]
        self.others = [Ear("eve"), Ear("eve", 1)]
        seats = tuple(
            Occupant(name=ear.person.name, bot=None, person=ear.person.id) for ear in self.seated
        )
        self.table.commit(self.table.agree(rules, Terms(watch="seat"), seats))
        for ear in (*self.seated, *self.others):
            self.room.add(ear, 0.0)
            self.broadcaster.welcome(ear, None, 0.0)
        self.sizes: list[int] = []

    def play(self) -> None:
        """Play a match to its end; now and then a person asks for missed updates."""
        now = 0.0
        change = self.table.start(self.chance.randbytes(32))
        while True:
            self.table.commit(change)
            self.room.set_clock(now)
            of_a_move = isinstance(change.entry, Acted)
            self.broadcaster.broadcast(now, change)
            if of_a_move:
                self.sizes += [ear.sizes[-1] for ear in self.seated]
            self.ask_again(now)
            if self.table.match.winner is not None:
                return
            change = self.next_change()
            now += self.chance.random() * 3

    def next_change(self) -> Any:
        """Return a bot's action, or the next deal."""
        seat = self.table.to_act
        if seat is None:
            return self.table.go_on(self.chance.randbytes(32))
        bot = bots.make("beginner", self.chance.randrange(1 << 30))
        return self.table.act(seat, bot.choose(view(self.table.match, seat)))

    def ask_again(self, now: float) -> None:
        """Have a person ask for missed updates or join again, or send presence to all."""
        ear = self.chance.choice((*self.seated, *self.others))
        if self.chance.random() < 0.05:
            ear.send(
                self.broadcaster.update(ear, self.table.version - self.chance.randrange(40), now)
            )
        elif self.chance.random() < 0.05:
            ear.received = None
            self.broadcaster.welcome(ear, None, now)
        elif self.chance.random() < 0.05:
            self.broadcaster.broadcast(now)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_client_that_receives_deltas_knows_all_after_every_message(preset: str) -> None:
    for seed in range(MATCHES):
        Company(presets.rules(preset), Random(seed)).play()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_move_is_broadcast_in_few_bytes(preset: str) -> None:
    company = Company(presets.rules(preset), Random(7))
    company.play()
    assert len(company.sizes) > 100
    assert statistics.median(company.sizes) <= MEDIAN_BYTES
    assert statistics.mean(company.sizes) <= MEAN_BYTES


def test_a_snapshot_is_whole() -> None:
    ear = Ear("p0")
    company = Company(presets.rules("french"), Random(1))
    update = company.broadcaster.update(ear, None, 0.0)
    assert delta(update, update) is update
    other = updates.Update(
        table="other table!", since=0, version=1, events=(), view=None, players=()
    )
    assert delta(update, other) is other


# --- the server -----------------------------------------------------------------------------------


def kinds(person: Person) -> list[str]:
    """Return the types of the messages received, in order, without acknowledgements."""
    received = [json.loads(frame)["type"] for frame in person.frames]
    return [kind for kind in received if kind != "ack"]


@pytest.mark.parametrize("protocol", messages.PROTOCOLS)
def test_the_server_speaks_the_newest_protocol_and_the_one_before(
    server: Server, protocol: int
) -> None:
    ann = Person(server, server.new_table(level="beginner"), protocol)
    ann.sit()
    ann.play_until(lambda view: view["phase"] == "deal_over")
    received = kinds(ann)
    assert received[0] == "update"
    assert set(received[1:]) == ({"changed"} if protocol == 2 else {"update"})


def test_a_page_that_names_no_protocol_speaks_the_first() -> None:
    assert messages.decode(b'{"type":"join","table":"t"}') == messages.Join("t", protocol=1)


@pytest.mark.parametrize("protocol", [0, 3, -1])
def test_a_page_of_another_version_is_notified_and_keeps_its_seat(
    server: Server, protocol: int
) -> None:
    table = server.new_table(level="beginner")
    old = Person(server, table, protocol)
    old.knock()
    refused = old.receive("refused", "update")
    assert (refused["code"], refused["id"]) == ("other-protocol", None)
    assert "reload it" in refused["message"]
    old.close()
    ann = Person(server, table)
    assert ann.sit()["you"] == 0
