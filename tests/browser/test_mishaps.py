"""Twelve mishaps of a hall, each mended at the desk in at most four taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from evenings_on_server import EXACT, scored
from playwright.sync_api import Page, expect
from server_process import Server
from waiting import until

from browser.conftest import Visit
from browser.steps import accessible

MOST_TAPS = 4
HOWELL = {"draw": "howell", "rounds": 0, "deals": 2, "ties": []}


class Desk:
    """A secretary's desk, which counts taps."""

    def __init__(self, page: Page, server: Server, teams: int, **format: Any) -> None:
        self.page, self.url, self.taps = page, server.url, 0
        page.goto(server.url)
        self.ask("POST", "/api/me", name="Secretary")
        agreed = {"name": "Tuesday", "format": {**EXACT, **format}}
        self.id = self.ask("POST", "/api/tournaments", **agreed)["tournament"]
        self.here = f"/api/tournaments/{self.id}"
        names = (f"Family {number}" for number in range(1, teams + 1))
        self.enter(*({"entry": "entered", "name": name} for name in names))

    def ask(self, verb: str, path: str, **body: Any) -> Any:
        return self.page.evaluate(
            """async ([method, path, body]) => {
              const headers = { 'Content-Type': 'application/json' }
              const sent = method === 'GET' ? {} : { headers, body: JSON.stringify(body) }
              const answer = await fetch(path, { method, ...sent })
              if (!answer.ok) throw new Error(await answer.text())
              return answer.json()
            }""",
            [verb, path, body],
        )

    @property
    def state(self) -> Any:
        return self.ask("GET", self.here)

    def enter(self, *entries: dict[str, Any]) -> None:
        version = self.state["version"]
        self.ask("POST", f"{self.here}/entries", version=version, entries=list(entries))

    def draw(self) -> None:
        body = {"version": self.state["version"], "phrase": "three diamonds"}
        self.ask("POST", f"{self.here}/draw", **body)

    def score_all(self, round: int) -> None:
        games = range(1, len(self.games(round)) + 1)
        self.enter(*(scored(round, game, 972 + game, 972 - game) for game in games))

    def games(self, round: int = 1) -> Any:
        return self.state["rounds"][round - 1]["games"]

    def open(self) -> None:
        self.page.goto(f"{self.url}/#/tournament/{self.id}")
        expect(self.page.get_by_test_id("club-seat")).to_be_visible()
        self.taps = 0

    def tap(self, testid: str) -> None:
        self.page.get_by_test_id(testid).first.click()
        self.taps += 1

    def type(self, testid: str, text: str) -> None:
        """Type into a field that is reached by Tab or has one tap more."""
        self.page.get_by_test_id(testid).fill(text)

    def seen(self, is_so: Callable[[Any], bool]) -> None:
        """Wait until the server's state is so, within the taps that a mishap may take."""
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        until(lambda: is_so(self.state))
        assert self.taps <= MOST_TAPS


def members(game: Any) -> list[int]:
    return [one for side in game["sides"] for one in side]


def table_of(state: Any, team: int, round: int = 1) -> int:
    games = state["rounds"][round - 1]["games"]
    return next((game["table"] for game in games if team in members(game)), 0)


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit("desktop")


@pytest.fixture
def drawn(page: Page, server: Server) -> Desk:
    """Return the desk of eight teams whose first round is drawn."""
    desk = Desk(page, server, 8)
    desk.draw()
    return desk


def exchange(desk: Desk) -> tuple[int, int]:
    """Exchange the first teams of the first two tables."""
    one, other = (members(game)[0] for game in desk.games()[:2])
    desk.open()
    desk.tap("club-seat")
    desk.tap(f"seat-team-{one}")
    desk.tap(f"seat-team-{other}")
    accessible(desk.page)
    desk.tap("seat-do")
    return one, other


def test_two_teams_at_the_wrong_table_are_exchanged_before_play(drawn: Desk) -> None:
    one, other = exchange(drawn)
    drawn.seen(lambda state: (table_of(state, one), table_of(state, other)) == (2, 1))
    expect(drawn.page.get_by_test_id("club-status").first).to_have_text(
        "Changed by hand: Sat at the wrong table"
    )
    drawn.page.goto(f"{drawn.url}/#/hall/{drawn.id}")
    seats = drawn.page.get_by_test_id("hall-seats")
    expect(seats.get_by_text("Changed by hand: Sat at the wrong table")).to_have_count(4)


def test_two_teams_at_the_wrong_table_keep_what_they_played(drawn: Desk) -> None:
    drawn.score_all(1)
    one, other = exchange(drawn)
    drawn.seen(lambda state: (table_of(state, one), table_of(state, other)) == (2, 1))
    assert drawn.games()[0]["points"] == [973, 971]


@pytest.mark.parametrize(
    ("teams", "format"),
    [
        (7, {}),
        (7, HOWELL),
        (7, {"draw": "round-robin", "rounds": 0}),
        (7, {"draw": "groups", "groups": 2, "rounds": 0}),
    ],
    ids=["lots", "howell", "round-robin", "groups"],
)
def test_a_late_pair_plays_who_sits_out(
    page: Page, server: Server, teams: int, format: dict[str, Any]
) -> None:
    desk = Desk(page, server, teams, **format)
    desk.draw()
    if not format:
        desk.enter(scored(1, 1, 1000, 944))
    desk.open()
    desk.tap("club-seat")
    desk.type("seat-late", "Late & Later")
    desk.tap("seat-late-enter")
    desk.seen(lambda state: bool(table_of(state, teams + 1)) and not state["rounds"][0]["byes"])


def test_two_of_a_family_drawn_together_are_parted(drawn: Desk) -> None:
    one, kin = members(drawn.games()[0])
    other = members(drawn.games()[1])[0]
    drawn.open()
    drawn.tap("club-seat")
    drawn.tap(f"seat-team-{kin}")
    drawn.tap(f"seat-team-{other}")
    drawn.tap("seat-do")
    drawn.seen(lambda state: table_of(state, one) != table_of(state, kin))


def test_somebody_with_a_stick_gets_the_first_table(drawn: Desk) -> None:
    """Two tables change places now, and the wish holds from the next draw on."""
    lame = members(drawn.games()[3])[0]
    drawn.open()
    drawn.tap("club-seat")
    drawn.tap("seat-table-4")
    drawn.tap("seat-table-1")
    drawn.tap("seat-do")
    drawn.seen(lambda state: table_of(state, lame) == 1)
    drawn.taps = 0
    drawn.tap("tab-teams")
    drawn.tap(f"club-team-{lame}")
    drawn.type("team-table", "1")
    drawn.tap("team-fix")
    drawn.seen(lambda state: state["teams"][lame - 1]["table"] == 1)
    drawn.score_all(1)
    drawn.draw()
    assert table_of(drawn.state, lame, 2) == 1


def test_a_corrected_quarter_final_repairs_the_semi_final(page: Page, server: Server) -> None:
    desk = Desk(page, server, 8, draw="lots", rounds=1, finalists=8)
    for round in (1, 2):
        desk.draw()
        desk.score_all(round)
    desk.draw()
    winner, loser = members(desk.games(2)[0])
    desk.enter(scored(2, 1, 900, 1044))
    desk.open()
    expect(desk.page.get_by_test_id("club-repair")).to_be_visible()
    accessible(desk.page)
    desk.tap("club-repair-do")
    desk.seen(lambda state: table_of(state, loser, 3) > 0 and not table_of(state, winner, 3))
    expect(desk.page.get_by_test_id("club-repair")).to_have_count(0)


def test_a_leader_who_leaves_is_not_placed(page: Page, server: Server) -> None:
    desk = Desk(page, server, 8, rounds=2, leavers="unplaced")
    desk.draw()
    desk.score_all(1)
    leader = desk.state["standings"][0]["team"]
    desk.open()
    desk.tap("tab-teams")
    desk.tap(f"club-team-{leader}")
    desk.tap("team-leave")
    desk.seen(lambda state: state["standings"][-1]["rank"] == 0)
    page.get_by_test_id("tab-standings").click()
    row = page.get_by_test_id("club-standings").locator("tbody tr").last
    expect(row).to_contain_text(f"Family {leader}")
    expect(row.get_by_test_id("club-remark")).to_have_text("left")


def test_a_score_at_the_wrong_table_moves_to_its_own(drawn: Desk) -> None:
    drawn.enter(scored(1, 1, 1000, 944))
    drawn.open()
    drawn.tap("club-more")
    drawn.tap("club-move")
    drawn.tap("club-move-3")
    drawn.seen(lambda state: state["rounds"][0]["games"][2]["points"] == [1000, 944])
    assert drawn.games()[0]["points"] is None


def test_two_without_a_game_get_a_table_more(drawn: Desk) -> None:
    drawn.enter(*({"entry": "entered", "name": name} for name in ("Late", "Later")))
    drawn.open()
    drawn.tap("club-seat")
    drawn.tap("seat-team-9")
    drawn.tap("seat-team-10")
    drawn.tap("seat-do")
    drawn.seen(lambda state: table_of(state, 9) == table_of(state, 10) == 5)
