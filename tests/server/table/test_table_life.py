"""The life of a table: endless matches, deserted tables, retention."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest
from company import all_receive, catch_up, four, open_table, play_until, strangers
from databases import address_of, looking_into
from evening import Evening
from http_person import in_the_file
from in_process import InProcess, serving_in_process
from listening import Ear
from server_process import Person, Server, serving
from waiting import until

from rebelote.rules import presets
from rebelote.rules.actions import Pass
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import (
    LONGEST,
    MOST_DEALS,
    RULES_NAME_LONGEST,
    check_length,
)
from rebelote.server.base.runtime.addresses import networks
from rebelote.server.base.runtime.rate_limits import AT_ONCE_BY_PERSON, Limits, changed
from rebelote.server.features.history import retention
from rebelote.server.features.history.retention import (
    CLOSED_SECONDS,
    COMPACTED,
    DAY,
    NEVER_BEGUN_SECONDS,
    RESUMED_AFTER,
    UNFINISHED_SECONDS,
)
from rebelote.server.features.ratings.ratings import ANCHORS
from rebelote.server.main.compose import store_of
from rebelote.server.table.lobby import IDLE_SECONDS
from rebelote.server.table.model.recent import KEPT
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import ABANDONED_SECONDS, DESERTED_SECONDS, TableMetadata

BOT = Occupant(name="Margot", bot="beginner")
SHORT: dict[str, Any] = {"cut_min": None, "packets": [[3, 2]]}


# --- the longest match ----------------------------------------------------------------------------

ENDLESS = [
    {"preset": "bga", "options": {"target": 10**9}},
    {"preset": "flemish", "options": {"booms": 20}},
    {"preset": "flemish3", "options": {"target": 1000}},
]


@pytest.mark.parametrize("form", ENDLESS)
def test_a_match_that_would_take_for_ever_is_refused(server: Server, form: Any) -> None:
    host = open_table(server)
    for path in ("/api/tables", f"/api/tables/{host.seated['table']}/terms"):
        status, answer = server.post(path, json.dumps(form).encode(), host.seated["cookie"])
        assert (status, answer["code"]) == (422, "match-too-long")
        assert answer["message"].endswith(".")


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_every_rule_set_as_it_stands_is_short_enough(preset: str) -> None:
    rules = presets.PRESETS[preset]
    check_length(rules)
    to_a_target = rules.agree({"end_deals": None, "end_level": "extra_deal", "time_limit": None})
    booms = 4 if rules.ending.target * rules.scoring.unit < 3000 else 2
    check_length(to_a_target.agree({"booms": booms}))
    with pytest.raises(IllegalActionError, match="match-too-long"):
        check_length(to_a_target.agree({"target": LONGEST * 162}))


async def all_pass(database: Path, table_id: str, deals: int) -> None:
    """Write into a table's log that everybody passed, until this deal is being bid."""
    store = store_of(address_of(database))
    await store.start()
    table = Table.restore(table_id, await store.log(table_id))
    while table.match.number < deals:
        seat = table.to_act
        change = table.by_itself(bytes(32)) if seat is None else table.act(seat, Pass())
        assert change is not None
        line = (table_id, table.version + 1, None, change.encoded())
        store.append(*line, kind=change.kind)
        table.commit(change)
    await store.stop()


def passed(people: list[Person]) -> None:
    for _ in range(8):
        (turn,) = (person for person in people if person.view["legal"])
        turn.sent += 1
        stamp = {"id": str(turn.sent), "expect": turn.version}
        turn.send({"type": "act", **stamp, "action": {"do": "pass"}})
        all_receive(people, turn.receive("ack")["version"])


def test_a_match_of_too_many_deals_is_called_off_and_another_can_begin(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        people = four(server, options=SHORT)
        table = people[0].seated["table"]
        server.stop()
        asyncio.run(all_pass(server.database, table, MOST_DEALS))
        server.start()
        for person in people:
            person.sit()
        assert people[0].view["deal_number"] == MOST_DEALS
        passed(people)
        all_receive(people, (people[0].version or 0) + 1)
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


def rematch(people: list[Person]) -> None:
    for person in people:
        answer = person.ask("ready", expect=person.version)
        assert answer["code"] == "match-over"
        assert person.ask("rematch", expect=person.version)["type"] == "ack"


# --- nobody is there ------------------------------------------------------------------------------


def entries(server: Server, table: str) -> int:
    with looking_into(server.database) as file:
        result: int = file.execute(
            "SELECT count(*) FROM log WHERE table_id = ?", (table,)
        ).fetchone()[0]
    return result


def stops(server: InProcess, table: str) -> int:
    """Return the length of a table's log once nobody is there and nothing goes on."""
    live = server.core.lobby.tables[table]
    until(lambda: not live.room.listeners and not live.bots.is_advancing)
    return entries(server, table)


def deserted(server: Server) -> Person:
    """Return a person who opened a table of bots, got up, and went."""
    host = Person(server, server.new_table("Ann", level="beginner", options={"target": 4000}))
    host.sit()
    assert host.ask("stand")["type"] == "ack"
    assert catch_up(host)["you"] is None
    host.close()
    return host


def test_bots_alone_do_not_play_for_ever_and_go_on_when_a_person_comes(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        for host in [deserted(server) for _ in range(3)]:
            assert server.ask("POST", "/api/logout", b"", host.seated["cookie"])[0] == 204
            length = stops(server, host.seated["table"])
            eve = Person(server, {**host.seated, "cookie": server.guest("Eve")})
            assert eve.sit()["version"] == length
            assert eve.view["phase"] != "match_over", "it stood still in the midst of a match"
            while (eve.version or 0) <= length + 10:
                eve.receive("update")
            eve.close()
            stops(server, host.seated["table"])


def test_a_table_that_everybody_left_stands_still_after_a_while() -> None:
    evening = Evening()
    table, room = evening.table, evening.room
    assert not room.is_suspended(evening.now + 10**6), "somebody is here"
    for ear in evening.ears.values():
        room.remove(ear, evening.now)
    assert not room.is_suspended(evening.now + DESERTED_SECONDS - 1)
    assert room.is_suspended(evening.now + DESERTED_SECONDS)
    eve = Ear("eve")
    room.add(eve, evening.now)
    assert not room.is_suspended(evening.now + 10**6), "somebody looks on"
    room.remove(eve, evening.now)
    for seat in (0, 2):
        change = table.seated(tuple(who if n != seat else BOT for n, who in enumerate(table.seats)))
        table.commit(change)
    assert room.is_suspended(evening.now), "bots alone wait for nobody"


def test_who_comes_back_to_a_table_that_stood_still_has_the_time_as_it_was() -> None:
    evening = Evening("fast")
    seat = evening.to_a_person()
    left = evening.room.clock.left(evening.now)
    for ear in evening.ears.values():
        evening.room.remove(ear, evening.now)
    back = evening.now + 5 * DESERTED_SECONDS
    evening.room.add(evening.ears["ann"], back)
    evening.room.add(evening.ears["bea"], back)
    assert evening.room.clock.left(back) == left
    assert evening.room.overdue(back + 1) is None
    assert evening.table.bot_in(seat) is None


def test_a_rated_match_does_not_stand_still_and_is_abandoned_in_the_end() -> None:
    evening = Evening()
    evening.room.metadata = TableMetadata(host="ann", matched=True, rated=True)
    for ear in evening.ears.values():
        assert not evening.room.is_abandoned(evening.now + ABANDONED_SECONDS)
        evening.room.remove(ear, evening.now)
    assert not evening.room.is_suspended(evening.now + 10**6)
    assert not evening.room.is_abandoned(evening.now + ABANDONED_SECONDS - 1)
    assert evening.room.is_abandoned(evening.now + ABANDONED_SECONDS)


@pytest.fixture
def beginners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat only beginners at the tables of strangers; they need no worker process."""
    levels = {"beginner": ANCHORS["beginner"]}
    monkeypatch.setattr("rebelote.server.features.quickmatch.queue.ANCHORS", levels)


@pytest.mark.usefixtures("beginners")
def test_a_rated_match_that_all_have_left_is_played_to_its_end_and_lost_by_all(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite", trusted_proxy="127.0.0.1") as server:
        people = strangers(server, pace="fast")
        lobby, table = server.core.lobby, people[0].seated["table"]
        for person in people:
            person.close()
        until(lambda: not lobby.tables[table].room.listeners)
        server.pass_time(max(ABANDONED_SECONDS, IDLE_SECONDS) + 1)
        lobby.unload_idle()
        assert table in lobby.tables, "it stays in memory until it is over"

        def results() -> list[Any]:
            server.pass_time(1)
            return in_the_file(server, "SELECT person, rated, bot, mu FROM played")

        result = until(results, patience=120)
        assert len(result) == 4
        assert all(rated and bot for _, rated, bot, _ in result)
        assert all(mu < 1500 for *_, mu in result), "who leaves has lost"


# --- codes ----------------------------------------------------------------------------------------


def test_a_code_that_another_table_has_is_drawn_again(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        taken: str = server.new_table("Ann", begin=False)["code"]
        draws = iter([taken, taken, "FREEXY"])
        server.core.lobby.services.draw_code = lambda: next(draws)
        assert server.new_table("Bea", begin=False)["code"] == "FREEXY"
        server.core.lobby.services.draw_code = lambda: taken
        status, answer = server.post("/api/tables", b"{}", server.guest("Cas"))
        assert (status, answer["code"]) == (503, "server-busy")


# --- how much is written, and how many tables run -------------------------------------------------

QUOTA = AT_ONCE_BY_PERSON["tables"].most


def change_terms(server: Server, host: Person, **terms: Any) -> tuple[int, Any]:
    """Ask for other terms, and return the status and the answer."""
    form = json.dumps({"terms": terms}).encode()
    path = f"/api/tables/{host.seated['table']}/terms"
    return server.post(path, form, host.seated["cookie"])


def test_terms_cannot_be_changed_without_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        before = entries(server, host.seated["table"])
        answers = [change_terms(server, host, pace=("slow", "fast")[n % 2]) for n in range(100)]
        refused = {answer["code"] for status, answer in answers if status != 200}
        assert refused == {"too-many"}
        assert 10 <= entries(server, host.seated["table"]) - before <= 50, "a host may try a few"


def test_nothing_is_written_where_nothing_changes(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        assert change_terms(server, host, pace="slow")[0] == 200
        before = entries(server, host.seated["table"])
        for _ in range(80):
            assert change_terms(server, host, pace="slow")[0] == 200
        for _ in range(5):
            assert host.ask("swap", seats=[1, 2])["type"] == "ack"
            assert host.ask("unseat", seat=1)["type"] == "ack"
            assert host.ask("sit", seat=0)["type"] == "ack"
        assert entries(server, host.seated["table"]) == before


def test_seats_cannot_be_changed_without_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "person.seats=30/2") as server:
        host = open_table(server)
        before = entries(server, host.seated["table"])
        answers = [host.ask("swap", seats=[n % 2, 1 - n % 2]) for n in range(200)]
        assert host.ask("swap", seats=[0, 2])["code"] == "too-many"
        written = entries(server, host.seated["table"]) - before
        assert 20 <= written <= 60
        assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"too-many"}


def test_one_person_has_so_many_tables_open_and_no_more(tmp_path: Path) -> None:
    limits = Limits(changes=changed(["person.table=1000/1"]))
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        me = server.guest("Mal")
        hosts = []
        for _ in range(QUOTA):
            hosts.append(Person(server, server.new_table(cookie=me, level="beginner")))
        status, answer = server.post("/api/tables", b"{}", me)
        assert (status, answer["code"]) == (429, "too-many-tables")
        assert server.post("/api/tables", b"{}", server.guest("Ann"))[0] == 201, "others may"
        hosts[0].sit()
        server.time.advance(DESERTED_SECONDS + 1)
        for _ in range(QUOTA - 1):
            until(lambda: server.post("/api/tables", b"{}", me)[0] == 201)
        hosts[0].close()


# --- how long a table is kept ---------------------------------------------------------------------


def pass_days(server: InProcess, days: float) -> None:
    """Let days pass, which the clocks of the machine agree on, with nobody at any table."""
    for _ in range(round(days)):
        server.time.advance(DAY)
        server.core.accounts.timekeeper.now()
    server.core.lobby.unload_idle()


def kept(server: Server) -> set[str]:
    return {table for (table,) in in_the_file(server, "SELECT id FROM tables")}


def finished(server: Server) -> Person:
    """Return a person whose match of one deal is over."""
    options = {**SHORT, "end_deals": 1}
    person = Person(server, server.new_table("Ann", level="beginner", options=options))
    person.sit()
    person.play_until(lambda view: view["phase"] == "match_over")
    return person


def test_tables_go_by_their_ages_and_finished_matches_stay(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        waiting = open_table(server)
        begun = Person(server, server.new_table("Bea", level="beginner"))
        begun.sit()
        over = finished(server)
        people = (waiting, begun, over)
        ids = [person.seated["table"] for person in people]
        for person in people:
            person.close()
        lobby = server.core.lobby
        until(lambda: not any(live.room.listeners for live in lobby.tables.values()))
        pass_days(server, NEVER_BEGUN_SECONDS / DAY - 1)
        server.work(retention.run(server.core.lobby))
        assert kept(server) == set(ids)
        pass_days(server, 2)
        server.work(retention.run(server.core.lobby))
        assert kept(server) == set(ids[1:]), "no match ever began at the first"
        assert server.get(f"/api/tables/{ids[0]}")[0] == 404
        assert begun.sit()["version"] == begun.version, "whoever comes back finds it as it was"
        assert len(begun.update["code"]) == 6
        begun.close()
        until(lambda: not any(live.room.listeners for live in lobby.tables.values()))
        pass_days(server, UNFINISHED_SECONDS / DAY - 1)
        server.work(retention.run(server.core.lobby))
        assert kept(server) == set(ids[1:])
        pass_days(server, 2)
        server.work(retention.run(server.core.lobby))
        assert kept(server) == {ids[2]}, "finished matches stay"
        assert in_the_file(server, "SELECT DISTINCT table_id FROM log") == [(ids[2],)]
        assert server.get(f"/api/tables/{ids[2]}")[0] == 200


def test_the_picture_of_an_address_has_the_name_of_the_rules(server: Server) -> None:
    seated = server.new_table(begin=False)
    cookie, path = seated["cookie"], f"/api/tables/{seated['table']}/qr.svg"
    plain, named = (server.get(f"{path}{more}", cookie) for more in ("", "?rules=At+our+place"))
    assert plain[0] == named[0] == 200
    assert plain[1] != named[1]
    assert server.get(f"{path}?rules={'x' * (RULES_NAME_LONGEST + 1)}", cookie)[0] == 400


def test_a_code_is_freed_when_nobody_comes_any_more_and_a_new_one_given(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = finished(server)
        code = ann.seated["code"]
        ann.close()
        lobby = server.core.lobby
        until(lambda: not lobby.tables[ann.seated["table"]].room.listeners)
        assert server.get(f"/api/tables/{code}")[0] == 200
        pass_days(server, CLOSED_SECONDS / DAY + 1)
        server.work(retention.run(server.core.lobby))
        assert server.get(f"/api/tables/{code}")[0] == 404
        again = ann.sit()["code"]
        assert len(again) == 6
        assert server.get(f"/api/tables/{again}")[0] == 200


def test_a_clock_that_jumps_deletes_no_table(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        host.close()
        lobby = server.core.lobby
        until(lambda: not lobby.tables[host.seated["table"]].room.listeners)
        server.time.advance(IDLE_SECONDS + 1)
        lobby.unload_idle()
        assert not lobby.tables
        real = server.time.source
        lobby.store.time = real._replace(wall=lambda: real.wall() + 400 * DAY)
        lobby.accounts.timekeeper._time = lobby.store.time
        server.work(retention.run(server.core.lobby))
        assert kept(server) == {host.seated["table"]}
        assert server.get(f"/api/tables/{host.seated['code']}")[0] == 200


@pytest.mark.usefixtures("beginners")
def test_a_rated_match_that_a_stopped_server_left_behind_is_played_to_its_end(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite", trusted_proxy="127.0.0.1") as server:
        people = strangers(server, pace="fast")
        table = people[0].seated["table"]
        live = server.core.lobby.tables[table]
        play_until(people, lambda _: len(live.table.acted) == 4)
        for person in people:
            person.close()
        server.stop()
        server.start()
        assert table not in server.core.lobby.tables
        server.time.advance(RESUMED_AFTER + 1)
        server.work(retention.run(server.core.lobby))
        assert table in server.core.lobby.tables
        server.pass_time(ABANDONED_SECONDS)

        def results() -> list[Any]:
            server.pass_time(1)
            return in_the_file(server, "SELECT person FROM played")

        assert len(until(results, patience=120)) == 4
        assert in_the_file(server, "SELECT stage FROM tables") == [("over",)]


def test_a_log_before_the_first_match_is_folded(tmp_path: Path) -> None:
    limits = Limits(networks("127.0.0.1"), changed(["person.messages=1000/1"]))
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        host = open_table(server)
        table = host.seated["table"]
        host.ask("seat_bot", seat=3, level="master")
        for number in range(COMPACTED + 30):
            host.send({"type": "swap", "id": f"swap {number}", "seats": [0, 1]})
            assert host.receive("ack")["id"] == f"swap {number}"
        before = catch_up(host)
        assert entries(server, table) > COMPACTED
        server.work(retention.compact_logs(server.core.lobby))
        assert entries(server, table) == KEPT + 1
        server.core.lobby.tables.pop(table)
        again = Person(server, host.seated)
        assert again.sit()["players"] == before["players"]
        assert again.version == before["version"]
        again.send({"type": "swap", "id": f"swap {COMPACTED + 29}", "seats": [0, 1]})
        assert again.receive("ack")["version"] == before["version"], "done before it was folded"
        assert again.ask("begin")["type"] == "ack"


def test_memory_and_places_come_back_when_those_who_took_them_are_gone(tmp_path: Path) -> None:
    limits = Limits(changes=changed(["person.messages=1000/1"]))
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        lobby = server.core.lobby
        for name in ("Mal", "Mel", "Mil"):
            me = server.guest(name)
            people = [
                Person(server, server.new_table(cookie=me, level="beginner")) for _ in range(8)
            ]
            for person in people:
                person.sit()
                assert person.ask("stand")["type"] == "ack"
                person.close()
        assert len(lobby.tables) == 24 and limits.under_way
        tables = [weakref.ref(live) for live in lobby.tables.values()]
        until(lambda: not any(live.room.listeners for live in lobby.tables.values()))
        until(lambda: not any(live.bots.is_advancing for live in lobby.tables.values()))

        async def let_go() -> None:
            """Unload idle tables at once, before anything else looks at them."""
            server.time.advance(IDLE_SECONDS + 1)
            lobby.unload_idle()

        server.work(let_go())
        assert not lobby.tables
        until(lambda: not limits.under_way)

        def forgotten() -> bool:
            gc.collect()
            return all(table() is None for table in tables)

        until(forgotten)
