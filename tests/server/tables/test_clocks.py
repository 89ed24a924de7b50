"""Clocks of a table: no waiting, for the time is an argument."""

from __future__ import annotations

from random import Random

import pytest
from evening import Evening

from rebelote import bots
from rebelote.rules.view import view
from rebelote.server.live.room import AWAY_SECONDS, Room, TableFacts
from rebelote.server.protocol.table_settings import PACES, Pace
from rebelote.server.tables.clock import ALLOWANCE, TO_GO_ON, TableClock

PACE = Pace(10, 60)


def test_an_action_has_its_own_time_and_then_the_bank() -> None:
    clock = TableClock(PACE, 4)
    assert clock.left(0) is None
    clock.turn(2, 100)
    assert clock.left(100) == 10 + ALLOWANCE + 60
    clock.turn(3, 100 + ALLOWANCE + 9)
    assert clock.banks == [60, 60, 60, 60]
    clock.turn(2, clock_after(clock, 30))
    assert clock.banks == [60, 60, 60, 60 - 20]
    assert clock.left(10**6) == 0


def clock_after(clock: TableClock, seconds: float) -> float:
    """The time `seconds` and what is allowed after the turn began."""
    left = clock.left(112)
    assert left is not None
    return 112 + seconds + ALLOWANCE


def test_a_pause_is_nobodys_time() -> None:
    clock = TableClock(PACE, 4)
    clock.turn(0, 0)
    clock.pause(5)
    assert clock.left(1000) is None and clock.shown(1000).paused  # type: ignore[union-attr]
    clock.resume(1000)
    assert clock.left(1001) == 10 + ALLOWANCE + 60 - 6
    clock.turn(1, 1001)
    assert clock.banks[0] == 60


def test_who_is_to_act_may_have_more_time_once_a_deal() -> None:
    clock = TableClock(PACE, 4)
    assert clock.more == 0
    with pytest.raises(ValueError):
        clock.grant_more_time()
    clock.turn(1, 0)
    clock.grant_more_time()
    assert (clock.left(0), clock.more) == (10 + ALLOWANCE + 120, 0)
    with pytest.raises(ValueError):
        clock.grant_more_time()
    clock.turn(2, 10 + ALLOWANCE + 100)
    assert (clock.banks[1], clock.more) == (20, 60)
    clock.turn(1, 1000)
    assert clock.more == 0
    clock.stop(1001)
    clock.refill()
    clock.turn(1, 2000)
    assert (clock.banks[1], clock.more) == (60, 60)


def test_without_a_pace_there_is_no_clock() -> None:
    clock = TableClock(None, 4)
    clock.turn(0, 0)
    assert (clock.left(10**9), clock.shown(0)) == (None, None)


def test_a_bot_stands_in_when_the_time_has_run_out_and_not_before() -> None:
    evening = Evening()
    seat = evening.to_a_person()
    left = evening.room.clock.left(evening.now)
    assert left == 8 + ALLOWANCE + 20
    assert evening.room.overdue(evening.now + left - 0.1) is None
    assert evening.room.overdue(evening.now + left) == (seat, "clock")
    evening.table.commit(evening.table.relieve(seat, "clock"))
    evening.room.set_clock(evening.now)
    assert evening.table.bot_in(seat) == "club"
    assert evening.room.clock.left(evening.now) is None
    back = evening.table.come_back(seat)
    assert back is not None
    evening.table.commit(back)
    evening.room.set_clock(evening.now + 500)
    assert evening.table.bot_in(seat) is None
    assert evening.room.overdue(evening.now + 501) is None


def test_a_bot_stands_in_for_who_is_away_only_where_somebody_waits() -> None:
    for others, expected in ((True, "gone"), (False, None)):
        evening = Evening("none")
        seat = evening.to_a_person()
        mine, other = ("ann", "bea") if seat == 0 else ("bea", "ann")
        evening.room.remove(evening.ears[mine], evening.now)
        if not others:
            evening.room.remove(evening.ears[other], evening.now)
        assert evening.room.overdue(evening.now + AWAY_SECONDS) is None
        due = evening.room.overdue(evening.now + AWAY_SECONDS + 0.1)
        assert (due and due[1]) == expected


def test_a_paused_table_waits() -> None:
    evening = Evening()
    evening.to_a_person()
    evening.room.clock.pause(evening.now)
    assert evening.room.overdue(evening.now + 10**5) is None


def test_the_next_deal_does_not_wait_for_ever() -> None:
    evening = Evening()
    player = bots.make("random", 4)
    while (seat := evening.table.to_act) is not None:
        evening.table.commit(
            evening.table.act(seat, player.choose(view(evening.table.match, seat)))
        )
    evening.room.set_clock(evening.now)
    assert not evening.room.next_deal_is_overdue(evening.now + TO_GO_ON - 1)
    assert evening.room.next_deal_is_overdue(evening.now + TO_GO_ON)
    change = evening.table.go_on(Random(1).randbytes(32))
    assert change is not None
    evening.table.commit(change)
    assert evening.table.to_act is not None


def test_who_was_slow_with_the_last_card_has_a_full_bank_in_the_next_deal() -> None:
    evening = Evening()
    player, last = bots.make("random", 5), -1
    while (seat := evening.table.to_act) is not None:
        evening.room.set_clock(evening.now)
        evening.table.commit(
            evening.table.act(seat, player.choose(view(evening.table.match, seat)))
        )
        last = seat
    assert last in evening.table.people
    evening.room.set_clock(evening.now + 25)
    assert evening.room.clock.banks == [20, 20, 20, 20]


def test_a_table_brought_back_has_a_full_clock() -> None:
    evening = Evening("normal")
    seat = evening.to_a_person()
    evening.room.clock.banks[seat] = 0
    again = Room(evening.table, TableFacts("ann"), "", 5.0)
    again.set_clock(5.0)
    normal = PACES["normal"]
    assert normal is not None
    assert again.clock.left(5.0) == normal.move + ALLOWANCE + normal.bank


@pytest.mark.parametrize("pace", PACES)
def test_every_pace_gives_time_to_think(pace: str) -> None:
    found = PACES[pace]
    assert found is None or (found.move >= 5 and found.bank >= 2 * found.move)
