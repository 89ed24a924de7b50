"""Shares of a match: who played it themselves, by the log of its table."""

from __future__ import annotations

from rebelote.rules import presets
from rebelote.rules.actions import Pass
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.features.tournament.online import absent_in
from rebelote.server.table.model.event_log import (
    Acted,
    Entry,
    Returned,
    Seating,
    Started,
    Substituted,
)
from rebelote.server.table.model.shares import played_themselves
from rebelote.tournament.state import Game

SEATS = (*(Occupant(name="", person=who) for who in "abc"), Occupant(name="Margot", bot="club"))


STARTED = Started(rules=presets.rules("french-plain"), pack=(), dealer=0)


def acts(seat: int, count: int) -> list[Entry]:
    return [Acted(seat, Pass())] * count


def test_who_was_there_for_half_of_it_played_it() -> None:
    log: list[Entry] = [Seating(SEATS), STARTED, Substituted(0, "gone"), *acts(0, 5), *acts(1, 9)]
    assert played_themselves(log) == {"b", "c"}
    assert played_themselves([*log, Returned(0), *acts(0, 5)]) == {"a", "b", "c"}


def test_only_the_last_match_counts() -> None:
    log: list[Entry] = [
        Seating(SEATS),
        STARTED,
        *acts(0, 9),
        STARTED,
        Substituted(0, "gone"),
        *acts(0, 1),
    ]
    assert played_themselves(log) == {"b", "c"}


def test_a_team_is_absent_where_nobody_of_it_was_there() -> None:
    game = Game(sides=((1, 2), (3, 4)))
    people = {1: ["a"], 2: ["b", "x"], 3: ["y"]}
    assert absent_in(game, people, {"b"}) == (1, 3)
