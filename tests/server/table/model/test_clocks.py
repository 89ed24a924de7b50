"""Clocks of a table, without waiting, since the time is an argument."""

from __future__ import annotations

from random import Random

import pytest
from evening import Evening
from volume import volume

from rebelote import bots
from rebelote.rules.actions import Pass
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.table_settings import PACES, Pace
from rebelote.server.table.model import event_log
from rebelote.server.table.model.clock import ALLOWANCE, TO_GO_ON, TableClock
from rebelote.server.table.model.event_log import (
    Acted,
    Claimed,
    Dealt,
    Entry,
    ExtraTime,
    Substituted,
)
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import AWAY_SECONDS, OFFLINE_SECONDS, Room, TableMetadata

PACE = Pace(10, 60)


def test_an_action_has_its_own_time_and_then_the_bank() -> None:
    clock = TableClock(PACE, 4)
    assert clock.left(0) is None
    clock.turn(2, 100)
    assert clock.left(100) == 10 + ALLOWANCE + 60
    acts(clock, 3, 100 + ALLOWANCE + 9)
    assert clock.banks == [60, 60, 60, 60]
    acts(clock, 2, clock_after(clock, 30))
    assert clock.banks == [60, 60, 60, 60 - 20]
    assert clock.left(10**6) == 0


def acts(clock: TableClock, following: int, now: float) -> None:
    """Have the player to act do so, and then begin the turn of `following`."""
    clock.follow(Acted(clock.seat or 0, Pass(), clock.spent(now)), clock.seat)
    clock.turn(following, now)


def clock_after(clock: TableClock, seconds: float) -> float:
    """Return the time `seconds` and what is allowed after the turn began."""
    left = clock.left(112)
    assert left is not None
    return 112 + seconds + ALLOWANCE


def test_a_pause_is_nobodys_time() -> None:
    clock = TableClock(PACE, 4)
    clock.turn(0, 0)
    clock.paused = True
    clock.stand_or_run(5)
    assert clock.left(1000) is None and clock.shown(1000).paused  # type: ignore[union-attr]
    clock.paused = False
    clock.stand_or_run(1000)
    assert clock.left(1001) == 10 + ALLOWANCE + 60 - 6
    acts(clock, 1, 1001)
    assert clock.banks[0] == 60


def test_who_is_to_act_may_have_more_time_once_a_deal() -> None:
    clock = TableClock(PACE, 4)
    assert clock.more == 0
    clock.turn(1, 0)
    clock.follow(ExtraTime(1), 1)
    assert (clock.left(0), clock.more) == (10 + ALLOWANCE + 120, 0)
    acts(clock, 2, 10 + ALLOWANCE + 100)
    assert (clock.banks[1], clock.more) == (20, 60)
    acts(clock, 1, 1000)
    assert clock.more == 0
    clock.stop()
    clock.follow(Dealt(None), None)
    clock.turn(1, 2000)
    assert (clock.banks[1], clock.more) == (60, 60)


@pytest.mark.parametrize(
    ("entry", "bank"),
    [
        (Acted(2, Pass(), 1500), 58.5),
        (Acted(0, Pass(), 1500), 58.5),  # out of turn: whoever was to act has spent it
        (Claimed(2, (), 10**6), 0),
        (Substituted(2, "gone", 1500), 58.5),
        (Substituted(2, "clock"), 0),
        (ExtraTime(2), 120),
        (Dealt(None), 60),
    ],
)
def test_the_bank_of_the_seat_to_act_follows_from_the_log(entry: Entry, bank: float) -> None:
    clock = TableClock(PACE, 4)
    clock.follow(entry, 2)
    assert clock.banks == [60, 60, bank, 60]


def test_what_was_not_spent_is_not_written_down() -> None:
    assert b"spent" not in event_log.encode(Acted(0, Pass()))
    assert b'"spent":7' in event_log.encode(Acted(0, Pass(), 7))


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
    evening.table.commit(evening.table.substitute(seat, "clock"))
    evening.room.set_clock(evening.now)
    assert evening.table.bot_in(seat) == "club"
    assert evening.room.clock.left(evening.now) is None
    back = evening.table.resume(seat)
    assert back is not None
    evening.table.commit(back)
    evening.room.set_clock(evening.now + 500)
    assert evening.table.bot_in(seat) is None
    assert evening.room.overdue(evening.now + 501) is None


def test_a_bot_substitutes_for_an_absent_player_only_where_people_wait() -> None:
    for others, expected in ((True, "gone"), (False, None)):
        evening = Evening("none")
        seat = evening.to_a_person()
        mine, other = ("ann", "bea") if seat == 0 else ("bea", "ann")
        evening.room.remove(evening.ears[mine], evening.now)
        if not others:
            evening.room.remove(evening.ears[other], evening.now)
        assert evening.room.overdue(evening.now + AWAY_SECONDS) is None
        overdue = evening.room.overdue(evening.now + AWAY_SECONDS + 0.1)
        assert (overdue and overdue[1]) == expected


@pytest.mark.parametrize("pace", ["none", "slow"])
def test_everybody_sees_the_seconds_until_a_bot_substitutes(pace: str) -> None:
    evening = Evening(pace)
    seat = evening.to_a_person()
    mine, other = ("ann", "bea") if seat == 0 else ("bea", "ann")
    left, room = evening.now, evening.room
    room.remove(evening.ears[mine], left)
    assert room.shown_clock(left + 1) == room.clock.shown(left + 1), "it may be a reload"
    for passed in (OFFLINE_SECONDS, AWAY_SECONDS - 1, AWAY_SECONDS + 1):
        clock = room.shown_clock(left + passed)
        assert clock is not None
        assert (clock.seat, clock.left) == (seat, max(0, AWAY_SECONDS - passed))
    room.remove(evening.ears[other], left)
    late = left + AWAY_SECONDS
    assert room.shown_clock(late) == room.clock.shown(late), "nobody waits"


def test_a_paused_table_waits() -> None:
    evening = Evening()
    evening.to_a_person()
    evening.room.clock.paused = True
    assert evening.room.overdue(evening.now + 10**5) is None


def test_a_paused_table_waits_for_who_is_away() -> None:
    evening = Evening("none")
    seat = evening.to_a_person()
    evening.room.remove(evening.ears["ann" if seat == 0 else "bea"], evening.now)
    evening.room.clock.paused = True
    assert evening.room.overdue(evening.now + 10**5) is None
    evening.room.clock.paused = False
    assert evening.room.overdue(evening.now + 10**5) == (seat, "gone")


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


def happens(evening: Evening, change: Change | None) -> None:
    """Write a change, commit it, and settle the clock."""
    assert change is not None
    change = evening.room.charged(change, evening.now)
    evening.table.commit(change)
    evening.room.settle_clock(change, evening.now)


def test_who_was_slow_with_the_last_card_has_a_full_bank_in_the_next_deal() -> None:
    evening = Evening()
    player, last = bots.make("random", 5), -1
    while (seat := evening.table.to_act) is not None:
        evening.now += 25
        happens(evening, evening.table.act(seat, player.choose(view(evening.table.match, seat))))
        last = seat
    assert last in evening.table.people
    assert evening.room.clock.banks[last] < 20
    happens(evening, evening.table.go_on(bytes(32)))
    assert evening.room.clock.banks == [20, 20, 20, 20]


def test_one_who_comes_back_out_of_turn_gives_nobody_a_new_turn() -> None:
    evening = Evening()
    seat = evening.to_a_person()
    other = 2 - seat
    evening.table.commit(evening.table.substitute(other, "gone"))
    evening.now += 15
    left = evening.room.clock.left(evening.now)
    happens(evening, evening.table.resume(other))
    assert evening.room.clock.left(evening.now) == left


def test_a_restored_table_has_its_banks_and_a_turn_that_begins_again() -> None:
    evening = Evening("normal")
    seat = evening.to_a_person()
    evening.now += 30
    happens(evening, evening.table.substitute(seat, "gone"))
    happens(evening, evening.table.resume(seat))
    bank = evening.room.clock.banks[seat]
    evening.now += 20
    again = Room(evening.table, TableMetadata(host="ann"), "", 5.0)
    again.set_clock(5.0)
    normal = PACES["normal"]
    assert normal is not None
    assert bank == normal.bank + normal.move + ALLOWANCE - 30 < normal.bank
    assert again.clock.left(5.0) == normal.move + ALLOWANCE + bank


@pytest.mark.parametrize("seed", range(volume(5, 20)))
def test_a_clock_read_back_from_the_log_is_as_it_was(seed: int) -> None:
    chance, evening = Random(seed), Evening()
    log: list[tuple[int, str | None, bytes]] = []
    received = Table("evening")

    def written(change: Change) -> None:
        log.append((received.version + 1, change.client_id, change.encoded()))
        received.commit(change)

    table, room = evening.table, evening.room
    written(received.agree(table.rules, table.terms, table.seats))
    written(received.start(bytes(32)))
    evening.table = room.table = received
    room.set_clock(evening.now)
    for _ in range(150):
        evening.now += chance.choice([0.1, 5.0, 14.0, 40.0])
        change = room.charged(any_change(received, room, chance, evening.now), evening.now)
        written(change)
        room.settle_clock(change, evening.now)
        again = Table.restore("evening", log)
        assert stands(again) == stands(received)
    assert b'"spent"' in b"".join(line for *_, line in log)


def stands(table: Table) -> tuple[object, ...]:
    """Return all that the table decides by, except the turn in progress."""
    clock = table.clock
    return clock.banks, clock.paused, clock._had_more, table.ready, table.pause_votes


def any_change(table: Table, room: Room, chance: Random, now: float) -> Change:
    """Draw a person's move or request, or the change of the table that is due."""
    result: list[Change | None] = []
    for seat in (0, 2):
        result += [table.resume(seat), table.vote_to_pause(seat, chance.random() < 0.7, "vote")]
    if overdue := room.overdue(now):
        return table.substitute(*overdue)
    if table.to_act is None:
        secret = chance.randbytes(32)
        agreed = chance.choice([0, 2])
        if agreed not in table.ready and len(table.people) == 2 and not table.ready:
            ready = table.receive(agreed, messages.Ready(f"{now}", table.version), secret)
            result.append(ready if isinstance(ready, Change) else None)
        result.append(table.go_on(secret) if table.playing else table.start(secret))
    else:
        seat = table.to_act
        if seat == table.clock.seat and table.clock.more:
            result.append(table.give_extra_time(seat, "time"))
        action = bots.make("random", chance.randrange(99)).choose(view(table.match, seat))
        result += [table.act(seat, action)] * 6
    return chance.choice([change for change in result if change is not None])


@pytest.mark.parametrize("pace", PACES)
def test_every_pace_gives_time_to_think(pace: str) -> None:
    result = PACES[pace]
    assert result is None or (result.move >= 5 and result.bank >= 2 * result.move)
