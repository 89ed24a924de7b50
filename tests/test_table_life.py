"""How long does a table live? What ends a match that goes on and on, and what stops a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server_process import Person, Server, serving
from test_tables import catch_up, everybody_hears, four, open_table

from rebelote import variants
from rebelote.actions import Pass
from rebelote.refusals import IllegalAction
from rebelote.server.store import Store
from rebelote.server.table import Table
from rebelote.server.terms import LONGEST, MOST_DEALS, check_length

SHORT: dict[str, Any] = {"cut_min": None, "packets": [[3, 2]]}


# --- the longest match ----------------------------------------------------------------------------

ENDLESS = [
    {"preset": "bga", "options": {"target": 10**9}},
    {"preset": "flemish", "options": {"booms": 20}},
    {"preset": "flemish3", "options": {"target": 1000}},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("life") / "log.sqlite") as server:
        yield server


@pytest.mark.parametrize("form", ENDLESS)
def test_a_match_that_would_take_for_ever_is_refused(server: Server, form: Any) -> None:
    host = open_table(server)
    for path in ("/api/tables", f"/api/tables/{host.seated['table']}/terms"):
        status, answer = server.post(path, json.dumps(form).encode(), host.seated["cookie"])
        assert (status, answer["code"]) == (422, "match-too-long")
        assert answer["message"].endswith(".")
    host.close()


@pytest.mark.parametrize("preset", variants.PRESETS)
def test_every_rule_set_as_it_stands_is_short_enough(preset: str) -> None:
    rules = variants.PRESETS[preset]
    check_length(rules)
    check_length(rules.agree({"booms": 5}))
    with pytest.raises(IllegalAction, match="match-too-long"):
        check_length(rules.agree({"target": LONGEST * 162}))


def all_pass(database: Path, table_id: str, deals: int) -> None:
    """Write into a table's log that everybody passed, until this deal is being bid."""
    store = Store(str(database))
    table = Table.restore(table_id, ((line.client_id, line.entry) for line in store.log(table_id)))
    while table.match.number < deals:
        seat = table.to_act
        change = table.by_itself(bytes(32)) if seat is None else table.act(seat, Pass())
        assert change is not None
        store.append(table_id, table.version + 1, None, change.encoded())
        table.commit(change)
    store.close()


def passed(people: list[Person]) -> None:
    """Everybody passes once more, in turn."""
    for _ in range(8):
        (turn,) = (person for person in people if person.view["legal"])
        turn.sent += 1
        stamp = {"id": str(turn.sent), "expect": turn.version}
        turn.send({"type": "act", **stamp, "action": {"do": "pass"}})
        everybody_hears(people, turn.hear("ack")["version"])


def test_a_match_of_too_many_deals_is_called_off_and_another_can_begin(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        people = four(server, options=SHORT)
        table = people[0].seated["table"]
        server.stop()
        all_pass(server.database, table, MOST_DEALS)
        server.start()
        for person in people:
            person.sit()
        assert people[0].view["deal_number"] == MOST_DEALS
        passed(people)
        everybody_hears(people, (people[0].version or 0) + 1)
        over = {"event": "match_called_off", "deals": MOST_DEALS}
        for person in people:
            assert over in person.events
            assert (person.view["phase"], person.view["winner"]) == ("match_over", None)
        server.kill()
        server.start()
        for person in people:
            assert person.sit()["view"]["phase"] == "match_over"
        rematch(people)
        assert all(catch_up(person)["view"]["deal_number"] == 1 for person in people)
        for person in people:
            person.close()


def rematch(people: list[Person]) -> None:
    """Everybody wants another match."""
    for person in people:
        answer = person.ask("ready", expect=person.version)
        assert answer["code"] == "match-over"
        assert person.ask("rematch", expect=person.version)["type"] == "ack"
