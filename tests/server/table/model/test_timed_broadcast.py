"""Messages to spectators of an evening: nothing early, in order, and not too much."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rebelote.server.base.protocol.updates import Update
from rebelote.server.table.model.broadcast import TIMED, TimedBroadcast

DELAY = 60.0


def change(version: int) -> Update:
    return Update(table="T", since=version - 1, version=version, events=(), view=None, players=())


@given(st.lists(st.integers(0, 90), max_size=40))
def test_each_change_is_shown_in_order_and_never_before_its_time(pauses: list[int]) -> None:
    timed, now, made, shown = TimedBroadcast(DELAY), 0.0, dict[int, float](), list[int]()
    for version, pause in enumerate(pauses, 1):
        now += pause
        timed.add(change(version), now)
        made[version] = now
        for update in timed.released(now):
            assert now - made[update.version] >= DELAY
            shown.append(update.version)
    shown += [update.version for update in timed.released(now + DELAY)]
    assert shown == list(made)


def test_of_too_many_changes_the_oldest_are_left_out_and_the_next_needs_none_of_them() -> None:
    timed = TimedBroadcast(DELAY)
    for version in range(1, TIMED + 11):
        timed.add(change(version), float(version))
    assert list(timed.released(DELAY)) == []
    first, *others = timed.released(DELAY + TIMED + 10)
    assert (first.version, first.since) == (11, None)
    assert [one.since for one in others] == [one.version - 1 for one in others]
    timed.clear()
    assert timed.is_empty
