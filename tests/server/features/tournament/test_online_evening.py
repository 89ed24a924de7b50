"""Evenings on the server: joining, tables that open automatically, and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import MELEE, Online
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from server_process import Person
from waiting import until

from rebelote.server.features.tournament.online import OnlineTournaments
from rebelote.server.table.bots import UNATTENDED, scheduling_key


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def test_an_evening_is_joined_drawn_played_and_ranked(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    assert [team["name"] for team in online.state["teams"]] == ["Ann", "Bo", "Cé", "Dré"]
    online.draw()
    tables = {online.table(player) for player in online.players}
    assert len(tables) == 1
    online.bots_finish()
    [game] = online.state["rounds"][0]["games"]
    assert sum(game["points"]) in (162, 182, 252, 272)
    assert online.place(online.players[0])["table"] == ""
    online.draw()
    assert tables.isdisjoint({online.table(player) for player in online.players})
    online.bots_finish()
    assert online.state["next"] == "over"
    standings = online.state["standings"]
    assert [(row["played"], row["absent"]) for row in standings] == [(0, 2)] * 4, "nobody came"


def test_a_restart_in_a_round_changes_nothing(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        online = Online(server, "Ann", "Bo", "Cé", "Dré", rounds=1)
        online.draw()
        table = online.table(online.players[0])
        before = online.state
        server.stop()
        server.start()
        assert online.state["rounds"] == before["rounds"]
        assert online.table(online.players[0]) == table
        online.bots_finish()
        assert online.state["next"] == "over"


def test_tables_that_were_not_opened_before_a_stop_are_opened_after_it(server: InProcess) -> None:
    online = Online(server, *(f"Player {number}" for number in range(8)))
    online.draw()
    until(online.all_open)
    first = {online.table(player) for player in online.players}
    [(lost,)] = in_the_file(server, "SELECT min(table_id) FROM tournament_tables")
    server.work(
        server.core.accounts.write(("DELETE FROM tournament_tables WHERE table_id = ?", (lost,)))
    )
    server.work(server.core[OnlineTournaments].attend_all())
    now = {online.table(player) for player in online.players}
    assert len(first) == len(now) == 2
    assert first & now == first - {lost}


def test_one_at_a_time_looks_after_an_evening(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré", rounds=1)
    evenings, at_work, most = server.core[OnlineTournaments], 0, 0
    end = evenings._end

    async def counted(tournament: str) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await end(tournament)
        at_work -= 1

    monkeypatch.setattr(evenings, "_end", counted)

    async def attend() -> None:
        first, second = (asyncio.create_task(evenings.attend(online.event)) for _ in range(2))
        await first  # the second goes on, and a third comes
        await asyncio.gather(second, evenings.attend(online.event))

    server.work(attend())
    assert most == 1 and not evenings._attending


def test_tables_of_an_evening_share_one_turn_of_the_bots(server: InProcess) -> None:
    online = Online(server, *(f"Player {number}" for number in range(8)))
    online.draw()
    until(online.all_open)
    tables = {online.table(player): player for player in online.players}
    rooms = [server.work(server.core.lobby.find(table)).room for table in tables]
    assert len(tables) == 2 and {scheduling_key(room) for room in rooms} == {UNATTENDED}
    with ExitStack() as stack:
        for table, player in tables.items():
            person = Person(server, {"table": table, "cookie": player.cookie})
            stack.enter_context(closing(person)).sit()
        assert {scheduling_key(room) for room in rooms} == {online.event}


def test_of_two_partners_one_waits_and_the_other_joins(server: InProcess) -> None:
    online = Online(server, "Ann", entrants="teams", rounds=1)
    bo, cé = Browser(server, "Bo"), Browser(server, "Cé")
    [ann] = online.players
    assert online.place(bo)["lone"] == [1]
    bo.post(f"{online.here}/players", 200, partner=1)
    [team] = online.state["teams"]
    assert (team["name"], team["players"]) == ("Ann & Bo", ["Ann", "Bo"])
    assert cé.code("POST", f"{online.here}/players", 409, partner=1) == "seat-taken"
    assert cé.code("POST", f"{online.here}/players", 404, partner=7) == "no-such-team"
    ann.ask("DELETE", f"{online.here}/players", 200)
    assert online.state["teams"][0]["name"] == "Bo"
    assert (online.place(ann)["team"], online.place(bo)["team"]) == (0, 1)
    cé.post(f"{online.here}/players", 200, partner=0)
    online.draw()
    assert online.table(bo) == online.table(cé), "each plays with a bot"


def test_who_left_is_drawn_no_more_and_can_come_back(server: InProcess) -> None:
    online = Online(server, "Ann")
    [ann] = online.players
    ann.ask("DELETE", f"{online.here}/players", 200)
    assert [team["here"] for team in online.state["teams"]] == [False]
    ann.post(f"{online.here}/players", 200, partner=0)
    ann.post(f"{online.here}/players", 200, partner=0)
    assert [team["here"] for team in online.state["teams"]] == [True]


def test_nobody_else_sits_or_watches_and_its_seats_stay(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    online.draw()
    table = online.table(online.players[0])
    with closing(at(server, Browser(server, "Eva"), table)) as eva:
        eva.knock()
        assert eva.receive("refused")["code"] == "no-watching"
    with closing(at(server, online.players[0], table)) as ann:
        update = ann.sit()
        assert update["event"] == online.event
        assert not update["rated"]
        assert ann.ask("stand")["code"] == "event-table"
        assert ann.ask("pause", on=True)["code"] == "no-pause"
        code = update["code"]
    online.bots_finish()
    eva_there = Browser(server, "Eva")
    with closing(at(server, eva_there, table)) as eva:
        eva.knock()
        assert eva.receive("refused")["code"] == "no-watching", "after the end neither"
    for name in (table, code):
        for path in (f"/api/tables/{name}", f"/api/tables/{name}/qr.svg", f"/join/{name}"):
            assert server.get(path, eva_there.cookie)[0] == 404, path
        assert server.get(f"/api/tables/{name}", online.players[0].cookie)[0] == 200


def test_people_are_called_on_any_page_and_seen_at_their_table(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    with closing(Person(server, {"cookie": online.players[0].cookie})) as ann:
        ann.dial()
        ann.send({"type": "listen"})
        ann.send({"type": "follow", "event": online.event})
        assert until(lambda: online.place(online.by)["here"]) == [1]
        online.draw()
        called = ann.receive("news")
        table = online.table(online.players[0])
        assert called == {"type": "news", "what": "called", "table": table, "name": "Friday"}
        assert absent(online) == {"Ann", "Bo", "Cé", "Dré"}
        ann.seated["table"] = table
        ann.sit()
        until(lambda: absent(online) == {"Bo", "Cé", "Dré"})


def test_spectators_see_the_leading_table_and_no_card_before_its_time(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré", delay=60, wait=10)
    online.draw()
    table, eva = online.table(online.players[0]), Browser(server, "Eva")
    assert online.place(eva)["leading"] == table
    with (
        closing(at(server, online.players[0], table)) as ann,
        closing(at(server, eva, table)) as spectator,
    ):
        ann.sit()
        assert (spectator.sit()["view"], spectator.update["delay"]) == (None, 60)
        server.pass_time(11)
        ann.play_until(lambda view: sum(view["tricks_won"]) >= 2)
        assert spectator.ask("why")["code"] == "not-seated"
        spectator.send({"type": "since", "version": spectator.version})
        spectator.receive("update")
        assert not any(one["view"] for one in spectator.updates)
        assert not any(one["events"] for one in spectator.updates)
        then = ann.version
        server.pass_time(60)
        while not spectator.view or spectator.version != then:
            spectator.receive("update")
        assert spectator.view["trick"] == ann.view["trick"]
        assert spectator.view["hand"] == []


def test_where_no_delay_is_set_nobody_is_shown_a_table(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    online.draw()
    online.table(online.players[0])
    assert online.place(online.by)["leading"] == ""


def absent(online: Online) -> set[str]:
    """Return the players missing from the only table of the round."""
    [game] = online.place(online.by)["games"]
    assert game["open"]
    return set(game["absent"])


def at(server: InProcess, browser: Browser, table: str) -> Person:
    """Return a person who opens this table."""
    return Person(server, {"table": table, "cookie": browser.cookie})


def test_what_does_not_fit_is_refused(server: InProcess) -> None:
    by = Browser(server, "Secretary")

    def refused(**format: Any) -> str:
        agreed = {**MELEE, "place": "online", **format}
        return by.code("POST", "/api/tournaments", 422, name="Friday", format=agreed)

    assert refused(preset="flemish", house={"booms": 9}, deals=0, rounds=1) == "match-too-long"
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    assert online.refused(409, {"entry": "entered", "name": "Zed"}) == "joined-by-link"
    online.draw()
    assert online.refused(409, {"entry": "draw-undone"}) == "draw-stands"
    hall = by.post("/api/tournaments", 201, name="Hall", format=MELEE)["tournament"]
    assert by.code("POST", f"/api/tournaments/{hall}/players", 409, partner=0) == "played-in-hall"


def test_erasing_a_player_takes_the_name_out_of_the_log(server: InProcess) -> None:
    online = Online(server, "Ann", entrants="teams")
    bo = Browser(server, "Bo")
    bo.post(f"{online.here}/players", 200, partner=1)
    [ann] = online.players
    assert ann.get("/api/me/export")["tournament_players"]
    ann.ask("DELETE", "/api/me", 204, {})
    assert online.state["teams"][0]["players"] == ["?", "Bo"]
    lines = in_the_file(server, "SELECT line FROM log_entries")
    assert not any("Ann" in line for (line,) in lines)
