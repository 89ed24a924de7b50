"""A duplicate on the server: sealed packs at every table, deal by deal, and hidden results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from evenings_on_server import Online
from http_person import in_the_file, log_of
from in_process import InProcess, serving_in_process
from server_process import Person, is_settled
from waiting import until

from rebelote.server.table.model.table import Table
from rebelote.server.table.room import ABANDONED_SECONDS
from rebelote.tournament.packs import pack_of

WAIT = 10
HOWELL = {"entrants": "teams", "draw": "howell", "deals": 2, "ties": [], "wait": WAIT}
NAMES = ("Ann", "Bo", "Cé", "Dré")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def play_alone(server: InProcess, online: Online, table: str) -> None:
    """Have Ann play a deal; bots play for those who do not come to her table."""
    ann = online.players[0]
    with closing(Person(server, {"table": table, "cookie": ann.cookie})) as there:
        there.sit()
        server.pass_time(WAIT + 1)
        there.play_until(is_settled)
        until(lambda: online.place(ann)["table"] != table)


def test_all_tables_play_the_sealed_packs_deal_by_deal(server: InProcess) -> None:
    online = Online(server, *NAMES, rounds=1, **HOWELL)
    online.draw()
    first = {online.table(player) for player in online.players}
    assert len(first) == 2
    until(lambda: _finished_by_bots(server, online))
    state = online.state
    games = [(one["deal"], one["state"]) for one in state["rounds"][0]["games"]]
    assert games == [(1, "over"), (2, "over"), (1, "over"), (2, "over")]
    secret = bytes.fromhex(state["cards"])
    tables = in_the_file(server, "SELECT game, table_id FROM tournament_tables ORDER BY game")
    for (deal, _), (_, table) in zip(games, tables, strict=True):
        match = Table.restore(table, log_of(server, table)).match
        assert match.deal.pack == pack_of(match.rules, secret, "three diamonds", deal)
        assert match.deal.dealer == deal - 1
        assert match.number == 1


def _finished_by_bots(server: InProcess, online: Online) -> bool:
    server.pass_time(ABANDONED_SECONDS + 1)
    return bool(online.state["next"] != "scores")


def test_a_result_is_hidden_until_all_have_played_the_deal(server: InProcess) -> None:
    online = Online(server, *NAMES, rounds=1, **HOWELL)
    online.draw()
    table = online.table(online.players[0])
    play_alone(server, online, table)
    second = online.table(online.players[0])
    assert second != table, "the next deal of the round is dealt at once"
    for reader in (online.by, online.players[0], online.players[1]):
        games = reader.get(online.here)["rounds"][0]["games"]
        assert [one["state"] for one in games].count("over") == 1
        assert {one["points"] for one in games} == {None}
        assert all(row["value"] == 0 for row in reader.get(online.here)["standings"])
    assert "played" not in {line["entry"]["entry"] for line in online.log()}
    assert online.by.code("GET", f"{online.here}/cards?drawn=1", 409) == "dealt-by-server"
    until(lambda: _finished_by_bots(server, online))
    assert all(one["values"] for one in online.state["rounds"][0]["games"])
    assert [line["entry"]["entry"] for line in online.log()].count("played") == 4
