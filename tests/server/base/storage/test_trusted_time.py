"""Clocks that jump: nobody loses anything by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from http_person import Browser
from hypothesis import given
from hypothesis import strategies as st
from in_process import InProcess, serving_in_process

from rebelote.server.base.storage.trusted_time import (
    DAY,
    GRACE_SECONDS,
    HOLD_SECONDS,
    JUMP_SECONDS,
    Jump,
    TrustedTime,
)

START = 1_800_000_000.0


# --- both clocks as arguments ---------------------------------------------------------------------


def in_doubt(trusted: TrustedTime) -> bool:
    return trusted.in_doubt


def test_it_follows_a_clock_that_goes_on_and_is_set_by_a_little() -> None:
    trusted = TrustedTime(START, START, 0.0)
    for passed, wrong in ((60, 0.5), (3600, -20), (5 * DAY, 3600)):
        assert trusted.read(START + passed + wrong, passed) == START + passed + wrong
        assert not in_doubt(trusted)


@pytest.mark.parametrize("jump", [200 * DAY, -400 * DAY])
def test_a_jump_that_does_not_hold_changes_nothing(jump: float) -> None:
    trusted = TrustedTime(START, START, 0.0)
    assert trusted.read(START + jump + 5, 5.0) == START + 5
    assert in_doubt(trusted)
    assert trusted.read(START + 10, 10.0) == START + 10
    assert not in_doubt(trusted)
    assert trusted.jumps == ()


@pytest.mark.parametrize("jump", [200 * DAY, -400 * DAY])
def test_a_time_that_holds_is_trusted_and_no_age_counts_what_was_skipped(jump: float) -> None:
    trusted = TrustedTime(START, START, 0.0)
    age = 30 * DAY
    before = trusted.cutoff(age)
    trusted.read(START + jump, 0.0)
    trusted.read(START + jump + HOLD_SECONDS, HOLD_SECONDS)
    assert not in_doubt(trusted)
    assert trusted.now == START + jump + HOLD_SECONDS
    assert trusted.cutoff(age) <= before + HOLD_SECONDS
    later = HOLD_SECONDS + GRACE_SECONDS
    trusted.read(START + jump + later, later)
    assert trusted.cutoff(age) == trusted.now - age


def test_a_clock_that_keeps_jumping_holds_nothing() -> None:
    trusted = TrustedTime(START, START, 0.0)
    for number in range(1, 100):
        trusted.read(START + number * 2 * DAY, number * HOLD_SECONDS / 2)
        assert in_doubt(trusted)


def test_two_jumps_are_both_forgiven_and_one_that_is_undone_is_forgotten() -> None:
    known = (Jump(START - DAY, 7 * DAY), Jump(START - 2 * GRACE_SECONDS, 500 * DAY))
    trusted = TrustedTime(START, START, 0.0, known)
    assert trusted.cutoff(0.0) == START - 7 * DAY
    trusted.read(START - 3 * DAY, 0.0)
    trusted.read(START - 3 * DAY + HOLD_SECONDS, HOLD_SECONDS)
    assert trusted.jumps == ()


@given(
    st.lists(
        st.tuples(
            st.floats(0, 30 * DAY),
            st.one_of(st.just(0.0), st.floats(-500 * DAY, 500 * DAY)),
        ),
        max_size=20,
    )
)
def test_whatever_the_clock_does_nothing_grows_old_faster_than_time_goes_by(
    steps: list[tuple[float, float]],
) -> None:
    """This holds within the grace period; a step is seconds that pass, then the clock's error."""
    trusted, passed = TrustedTime(START, START, 0.0), 0.0
    for seconds, wrong in steps:
        if passed + seconds >= GRACE_SECONDS:
            break
        passed += seconds
        trusted.read(START + passed + wrong, passed)
        grown = trusted.cutoff(DAY) - (START - DAY)
        assert grown <= passed + JUMP_SECONDS * (len(steps) + 1)


# --- a server whose clock jumps -------------------------------------------------------------------


SKIPPED = 200 * DAY


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def test_a_clock_that_jumps_ahead_for_a_moment_deletes_nobody(server: InProcess) -> None:
    guest, holder = Browser(server, "A guest"), Browser(server)
    holder.sign_up("Holder Hans")
    for jump in (SKIPPED, 0.0):
        server.time.wrong = jump
        server.run_chores()
        assert guest.get("/api/me") == guest.me
        assert holder.get("/api/me")["name"] == "Holder Hans"


def test_who_came_while_the_clock_was_behind_is_still_known_when_it_is_right(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite", wrong=-400 * DAY) as server:
        guest, holder = Browser(server, "A guest"), Browser(server)
        holder.sign_up("Holder Hans")
        server.time.wrong = 0.0
        for passed in (0.0, HOLD_SECONDS + 1, 10 * DAY):
            server.time.advance(passed)
            server.run_chores()
            assert guest.get("/api/me") == guest.me
            assert holder.get("/api/me")["name"] == "Holder Hans"
        server.stop()
        server.start()
        assert guest.get("/api/me") == guest.me


def test_who_does_not_come_for_half_a_year_is_let_go_also_after_a_jump(server: InProcess) -> None:
    guest, other = Browser(server, "A guest"), Browser(server, "Another")
    server.time.wrong = SKIPPED
    server.run_chores()
    assert other.get("/api/me") == other.me
    server.time.advance(2 * HOLD_SECONDS)
    assert other.get("/api/me") == other.me
    server.time.advance(GRACE_SECONDS + DAY)
    server.run_chores()
    assert guest.get("/api/me") is None
    assert other.get("/api/me") == other.me
