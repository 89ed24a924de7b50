"""Today: a person's results, the days in a row, and the results of friends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser
from in_process import InProcess, serving_in_process
from server_process import Person

from rebelote.server.features.daily import deals
from rebelote.server.features.daily.deals import FIRST
from rebelote.server.features.daily.puzzle_days import DAYS_BACK
from rebelote.server.features.daily.streaks import streak
from rebelote.server.features.daily.today import DAYS, marks

DAY = 86_400.0
COINCHE = "ffb-coinchee-2015"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[InProcess]:
    """Yield a server at the first hour of a day."""
    with serving_in_process(tmp_path / "rebelote.sqlite") as server:
        server.time.advance(DAY - server.time.source.wall() % DAY + 3600)
        yield server


def play(browser: Browser, game: str = FIRST) -> None:
    """Play the deal of the day."""
    seated = browser.post(f"/api/daily?preset={game}", 201)
    with closing(Person(browser.server, {**seated, "cookie": browser.cookie})) as person:
        person.sit()
        person.play_the_deal_of_the_day()


def solve(browser: Browser) -> None:
    """Give any answer to the puzzle of the day."""
    position = browser.get("/api/puzzle")["position"]
    choices = list(position["calls"]) or position["view"]["legal"]["cards"]
    browser.post("/api/puzzle", 200, choice=choices[0])


def befriend(one: Browser, other: Browser) -> None:
    """Make each a friend of the other; a guest cannot ask strangers."""
    one.sign_up(f"{one.me['name']} with an account")
    for me, friend in ((one, other), (other, one)):
        me.ask("PUT", f"/api/me/relations/{known(friend)}", 204, {"kind": "friend"})


def known(browser: Browser) -> Any:
    """Return a person's id."""
    return browser.get("/api/me")["id"]


def test_today_shows_ones_own_state_and_days_in_a_row(place: InProcess) -> None:
    ann = Browser(place, "Ann")
    before = ann.get("/api/today")
    assert not any(deal["mine"] for deal in before["deals"])
    assert [deal["preset"] for deal in before["deals"]] == list(deals.GAMES)
    assert (before["deal_streak"], before["puzzle_streak"], before["friends"]) == (0, 0, [])
    assert before["puzzle"]["right"] is None
    play(ann)
    solve(ann)
    after = ann.get("/api/today")
    assert after["deals"][0]["mine"] is not None and after["deals"][1]["mine"] is None
    assert (after["deal_streak"], after["puzzle_streak"]) == (1, 1)
    assert after["puzzle"]["right"] is not None
    mine, last = after["deals"][0]["mine"], after["days"][-1]
    assert last["lead"] == mine["marks"] - mine["others"]
    assert last["day"] == after["date"] and len(after["days"]) == DAYS
    place.time.advance(2 * DAY)
    later = ann.get("/api/today")
    assert (later["deal_streak"], later["puzzle_streak"]) == (1, 1), "one missed day is forgiven"
    assert later["days"][-3]["lead"] == last["lead"] and later["days"][-1]["lead"] is None
    place.time.advance(DAY)
    lost = ann.get("/api/today")
    assert (lost["deal_streak"], lost["puzzle_streak"]) == (0, 0)


def test_a_friends_result_is_shown_once_one_has_played_the_same_deal(place: InProcess) -> None:
    ann, bo, cy = (Browser(place, name) for name in ("Ann", "Bo", "Cy"))
    befriend(ann, bo)
    ann.ask("PUT", f"/api/friends/{known(cy)}", 204)  # not answered
    play(bo)
    play(cy)
    [friend] = ann.get("/api/today")["friends"]
    assert (friend["name"], friend["preset"], friend["line"]) == ("Bo", FIRST, None)
    play(ann, COINCHE)
    [friend] = ann.get("/api/today")["friends"]
    assert friend["line"] is None, "she has played another deal"
    play(ann)
    [friend] = ann.get("/api/today")["friends"]
    assert friend["line"] == bo.get("/api/today")["deals"][0]["mine"]
    assert cy.get("/api/today")["friends"] == []


def test_who_is_nobody_yet_sees_what_there_is_today(place: InProcess) -> None:
    today = Browser(place).get("/api/today?preset=bulgarian")
    assert today["puzzle"]["preset"] == "bulgarian"
    assert today["deals"][0]["preset"] == FIRST
    near = {
        "baloot": "baloot",
        "bela-bitola": "bela",
        "klaverjas-forehand": "klaverjas-rotterdam-nku",
    }
    for preset, game in (*near.items(), ("cannes-2016", COINCHE), ("flemish", FIRST)):
        first, *others = Browser(place).get(f"/api/today?preset={preset}")["deals"]
        assert first["preset"] == game
        assert {deal["preset"] for deal in others} == {*deals.GAMES} - {game}
    assert all(day["lead"] is None and day["right"] is None for day in today["days"])


def test_past_puzzles_have_themes_and_todays_once_it_is_answered(place: InProcess) -> None:
    ann = Browser(place, "Ann")
    archive = ann.get("/api/puzzles")
    assert archive["preset"] == FIRST and len(archive["days"]) == DAYS_BACK + 1
    today, *past = archive["days"]
    assert today["theme"] is None and all(one["theme"] and one["right"] is None for one in past)
    assert all((one["theme"] in ("bid", "pass")) == (one["kind"] == "call") for one in past)
    solve(ann)
    first = ann.get("/api/puzzles")["days"][0]
    shown = ann.get("/api/puzzle")
    assert first["theme"] == shown["theme"] is not None
    assert first["right"] == shown["answered"]["right"]


# --- without a server -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "length"),
    [
        ("", 0),
        ("21", 1),
        ("20", 1),  # today is not over
        ("19", 1),  # and one missed day is forgiven
        ("18", 0),
        ("21 20 19", 3),
        ("21 19 17", 3),
        ("21 20 17 16", 2),
        ("20 18 17 14", 3),
    ],
)
def test_one_missed_day_is_forgiven_and_two_in_a_row_are_not(days: str, length: int) -> None:
    assert streak([f"2026-11-{day}" for day in days.split()], "2026-11-21") == length


def test_the_marks_are_of_the_last_days_today_the_last() -> None:
    result = marks({"2026-03-01": -20, "2026-01-01": 5}, {"2026-02-28": True}, "2026-03-01")
    assert len(result) == DAYS and result[-1].lead == -20 and result[-2].right is True
    assert result[0].day == "2026-02-16" and result[-1].right is None
