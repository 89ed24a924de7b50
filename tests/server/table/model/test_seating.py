"""Seats, as pure functions of them: everybody has one at most."""

from __future__ import annotations

import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.table.model import seating

ANN, BO = (Occupant(name=name, bot=None, person=name.lower()) for name in ("Ann", "Bo"))
BOT = Occupant(name="Margot", bot="club")
SEATS = (ANN, FREE, BOT, BO)


def test_who_sits_down_elsewhere_before_a_match_leaves_what_was_there_in_the_seat_before() -> None:
    assert seating.sit(SEATS, 1, ANN, playing=False) == (FREE, ANN, BOT, BO)
    assert seating.sit(SEATS, 2, ANN, playing=False) == (BOT, FREE, ANN, BO)
    assert seating.sit(SEATS, 0, ANN, playing=True) == SEATS


@pytest.mark.parametrize(
    ("seat", "playing", "code"),
    [(1, True, "match-under-way"), (3, False, "seat-taken"), (4, False, "no-such-seat")],
)
def test_no_seat_is_taken_from_anybody_nor_changed_in_a_match(
    seat: int, playing: bool, code: str
) -> None:
    with pytest.raises(IllegalActionError, match=code):
        seating.sit(SEATS, seat, ANN, playing)


def test_who_gets_up_leaves_a_bot_in_a_match_and_a_free_seat_before() -> None:
    assert seating.stand(SEATS, 3, False, "club") == (ANN, FREE, BOT, FREE)
    left = seating.stand(SEATS, 3, True, "expert")[3]
    assert left.person is None and left.bot == "expert" and left.name != BOT.name
