"""Who can know or choose a pack? Real servers and sockets, honest and not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_process import Person, Server, seated, serving
from test_tables import four

from rebelote import Record, fairness


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("packs") / "log.sqlite") as server:
        yield server


# --- packs that somebody knows --------------------------------------------------------------------


def test_nobody_opens_a_table_whose_cards_they_know(server: Server) -> None:
    for begin in (True, False):
        form = json.dumps({"seed": 7, "begin": begin}).encode()
        status, answer = server.post("/api/tables", form, server.guest())
        assert (status, answer["code"]) == (400, "malformed")
    table = server.new_table(begin=False)
    terms = json.dumps({"seed": 7}).encode()
    status, _ = server.post(f"/api/tables/{table['table']}/terms", terms, table["cookie"])
    assert status == 400


def test_packs_fixed_for_tests_are_neither_sealed_nor_rated(tmp_path: Path) -> None:
    options = ("--uncounted", "127.0.0.1", "--fixed-packs", "7")
    with serving(tmp_path / "log.sqlite", *options) as server:
        people = four(server, preset="bga")
        again = seated(server, preset="bga")
        assert people[0].view["turned"] == again.view["turned"] is not None
        again.play_until(lambda view: any(row["outcome"] for row in view["sheet"]))
        assert not {"pack_sealed", "seal_opened"} & {event["event"] for event in again.events}
        path = f"/api/tables/{again.seated['table']}/record"
        record = Record.parse(server.get(path, again.seated["cookie"])[1].decode())
        assert next(iter(fairness.verify(record))) == "deal 1: not sealed"
        strangers = [seated(server, begin=False) for _ in range(4)]
        for stranger in strangers:
            stranger.send({"type": "seek", "id": "s", "preset": "french", "pace": "fast"})
        matched = strangers[0].hear("matched")["table"]
        met = Person(server, {**strangers[0].seated, "table": matched})
        assert met.sit()["rated"] is False
        for person in (*people, again, *strangers, met):
            person.close()
        warned = server.stop()
    assert "packs are fixed for tests" in warned
