"""Bugs that were seen at other sites' tables: one test each, named after the bug.

The list is that of bugs seen in the wild; those that live in the browser are in
`browser/test_bugs_seen.py` (25 to 29).
"""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from company import catch_up, come, four, names, open_table, play, to_my_turn
from databases import looking_into
from evening import Evening
from in_process import serving_in_process
from listening import named_in
from server_process import Line, Person, Server, seated, serving
from waiting import until
from websockets.exceptions import ConnectionClosed

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules import presets
from rebelote.rules.actions import Pass, Take
from rebelote.rules.cards import Card, Trump
from rebelote.rules.view import view
from rebelote.server.compose import open_core
from rebelote.server.http.websocket import UNSENT_LIMIT, Connection, Socket
from rebelote.server.live.lobby import IDLE_SECONDS, Lobby
from rebelote.server.live.room import AWAY_SECONDS, TableMetadata
from rebelote.server.live.seats import occupant
from rebelote.server.live.table_services import TableServices
from rebelote.server.ops.backup import back_up, restore
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person as Person_
from rebelote.server.protocol.messages import Begin, Pong
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.ratings.results import Results
from rebelote.server.runtime.rate_limits import Limits
from rebelote.server.storage.sqlite_store import SqliteStore
from rebelote.server.tables import seating
from rebelote.server.tables.event_log import FREE
from rebelote.server.tables.state import Change
from rebelote.server.tables.table import Table
from rebelote.server.workers.bots import BotWorkers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("bugs") / "log.sqlite") as server:
        yield server


@contextmanager
def broken_disk(server: Server) -> Iterator[None]:
    """The log cannot be written to for a while."""
    trigger = "CREATE TRIGGER broken BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'disk'); END"
    with looking_into(server.database) as connection:
        connection.execute(trigger)
    try:
        yield
    finally:
        with looking_into(server.database) as connection:
            connection.execute("DROP TRIGGER broken")
        connection.close()


def test_bug_01_a_card_already_played_is_sent_again_and_accepted(server: Server) -> None:
    person = seated(server)
    message = to_my_turn(person)
    person.send(message)
    person.receive("ack")
    person.receive("update")
    person.play_until(lambda view: view["legal"])
    person.send({**message, "id": "again", "expect": person.version})
    assert person.receive("ack", "refused")["code"] == "not-your-card"
    person.close()


def test_bug_02_a_bot_returns_an_illegal_card(tmp_path: Path) -> None:
    """The bot's thought is replaced, and the table goes on."""

    class Cheats(BotWorkers):
        async def think(self, name: str, seed: int, view: Any, wish: Any = None) -> Thought:
            legal = view.legal
            wrong = Pass() if "play" in legal.actions else Take(Trump.SPADES)
            return Thought(wrong, "only")

    async def evening() -> int:
        store = SqliteStore(str(tmp_path / "log.sqlite"))
        lobby = Lobby(TableServices(store, Accounts(store), Results(store)))
        lobby.services.bot_workers = Cheats()
        await lobby.accounts.timekeeper.load()
        ann, _ = await lobby.accounts.new_guest("Ann", "")
        seats = seating.filled((occupant(ann), FREE, FREE, FREE), "beginner")
        metadata = TableMetadata(ann.id)
        live = await lobby.create(metadata, presets.rules("french"), Terms(), seats)
        await live.seats.arrange(ann, Begin("b"), lambda _: None)
        while live.table.playing and len(live.table.match.sheet) < 1:
            await asyncio.sleep(0)
            if live.table.to_act == 0:
                legal = bots.make("random", 1).choose(view(live.table.match, 0))
                async with live.lock:
                    await live.session.commit(live.table.act(0, legal))
                live.bots.advance()
        store.close()
        return live.table.version

    assert asyncio.run(asyncio.wait_for(evening(), 30)) > 30


def test_bug_03_a_malformed_field_kills_the_socket_and_the_deal(server: Server) -> None:
    person = seated(server)
    message = to_my_turn(person)
    wrong: list[Any] = [{"do": "play", "card": 7}, {"do": "play", "card": "1Z"}, {"do": []}, None]
    for bad in wrong:
        person.send({**message, "action": bad})
        assert person.receive("refused")["code"] == "malformed"
    person.send(message)
    assert person.receive("ack")["id"] == message["id"]
    person.close()


def test_bug_04_loading_the_page_again_is_a_free_redeal(server: Server) -> None:
    person = seated(server)
    person.play_until(lambda view: view["phase"] == "bidding" and view["legal"])
    hand, version = person.view["hand"], person.version
    person.close()
    person.sit()
    assert (person.view["hand"], person.version) == (hand, version)
    person.close()


def test_bug_05_the_api_shows_the_hands_of_a_live_deal(server: Server) -> None:
    people = four(server)
    play(people, lambda view: view["phase"] == "play")
    views = [catch_up(person)["view"] for person in people]
    on_table = {card for view in views for card in view["trick"]["cards"]}
    hidden = {Card(card) for view in views for card in view["hand"]} - {Card(c) for c in on_table}
    table = people[0].seated["table"]
    eve = server.guest("Eve")
    paths = ["", "/record", "/qr.svg", "/terms"]
    asked = [f"/api/tables/{table}{path}" for path in paths] + ["/api/tables", "/health"]
    for path in asked:
        _, body = server.get(path, eve)
        assert not [card for card in named_in(body) if card in hidden], path
    for person in people:
        person.close()


def test_bug_06_a_silent_person_freezes_the_table() -> None:
    evening = Evening("fast")
    seat = evening.to_a_person()
    left = evening.room.clock.left(evening.now)
    assert left is not None and left < 60
    assert evening.room.overdue(evening.now + left) == (seat, "clock")


def begun_with_bots(level: str) -> Table:
    """A table of four bots, as the first card is led by seat 0."""
    table = Table("busy")
    seats = seating.filled((FREE,) * 4, level)
    table.commit(table.agree(presets.rules("french"), Terms(), seats))
    secret = 0
    table.commit(table.start(secret.to_bytes(32, "big")))
    while table.match.deal.phase.name != "PLAY" or table.to_act != 0:
        if table.to_act is None or table.match.deal.phase.name == "PLAY":
            secret += 1
            table.commit(table.start(secret.to_bytes(32, "big")))
        seat = table.to_act or 0
        table.commit(table.act(seat, bots.make("beginner").choose(view(table.match, seat))))
    return table


def test_bug_07_bots_are_weaker_under_load_and_nobody_says_so() -> None:
    """Twenty thoughts asked for at once are the thoughts of an idle server."""
    waiting = begun_with_bots("regular").bot_to_act()
    assert waiting is not None

    async def thoughts() -> list[Thought]:
        workers = BotWorkers(1)
        try:
            asked = [workers.think("club", seed % 4, waiting[2]) for seed in range(20)]
            return await asyncio.gather(*asked)
        finally:
            workers.close()

    result = asyncio.run(thoughts())
    alone = [bots.make("club", seed).think(waiting[2]) for seed in range(4)]
    assert result == alone * 5


def test_bug_08_a_part_that_died_is_called_healthy(tmp_path: Path) -> None:
    """A killed bot worker is reported, and the next thought has another."""

    async def evening() -> tuple[bool, bool, str, bool]:
        workers = BotWorkers(1)
        seen = view(begun_with_bots("club").match, 0)
        try:
            await workers.think("club", 1, seen)
            before = workers.alive
            assert workers._pool is not None
            for process in list((workers._pool._processes or {}).values()):
                process.kill()
                process.join()
            dead = workers.alive
            again = await workers.think("club", 1, seen)
            return before, dead, again.code, workers.alive
        finally:
            workers.close()

    before, dead, code, after = asyncio.run(evening())
    assert (before, dead, after) == (True, False, True)
    assert code


def test_bug_09_a_timer_fires_after_it_was_cancelled() -> None:
    """There are no timers: a player who acted in time is not replaced, however late the look is."""
    evening = Evening("fast")
    seat = evening.to_a_person()
    left = evening.room.clock.left(evening.now)
    assert left is not None
    evening.now += left - 0.01
    action = bots.make("random").choose(view(evening.table.match, seat))
    evening.table.commit(evening.table.act(seat, action))
    evening.room.set_clock(evening.now)
    expected = evening.room.overdue(evening.now + 1)
    assert expected is None


def test_bug_10_an_error_gives_the_offender_a_fresh_clock(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        person = seated(server, terms={"pace": "fast"})
        message = to_my_turn(person)
        before = catch_up(person)["clock"]
        server.time.advance(3)
        person.send({**message, "action": {"do": "pass"}})
        assert person.receive("refused")["code"] == "not-now"
        person.send({"type": "since", "version": person.version})
        after = person.receive("update")["clock"]
        assert after["left"] <= before["left"] - 3
        person.close()


@pytest.mark.sqlite
def test_bug_11_a_start_is_reported_although_it_failed(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        bea = come(server, host, "Bea")
        with broken_disk(server):
            assert host.ask("begin")["code"] == "server-busy"
            assert catch_up(bea)["view"] is None
            assert names(bea) == ["Ann", "", "", ""]
        assert not [e for e in bea.events if e["event"] == "match_began"]
        host.close()
        bea.close()


def test_bug_12_leaving_as_it_starts_leaves_a_ghost_in_the_seat(server: Server) -> None:
    for _ in range(5):
        host = open_table(server, level="beginner")
        bea = come(server, host, "Bea")
        bea.ask("sit", seat=1)
        host.send({"type": "begin", "id": "b"})
        bea.send({"type": "stand", "id": "s"})
        host.receive("ack")
        bea.receive("ack")
        player = catch_up(host)["players"][1]
        assert player["bot"] and player["person"] is None
        host.play_until(lambda view: view["phase"] == "play")
        host.close()
        bea.close()


@pytest.mark.sqlite
def test_bug_13_the_end_of_a_match_is_published_before_it_is_written(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        person = seated(server, options={"end_deals": 1}, level="beginner")
        person.play_until(lambda view: len(view["hand"]) == 1 and view["legal"])
        message = person.action()
        assert message is not None
        with broken_disk(server):
            person.send(message)
            assert person.receive("ack", "refused")["code"] == "server-busy"
            assert catch_up(person)["view"]["phase"] == "play"
        assert not [e for e in person.events if e["event"] in ("match_ended", "deal_ended")]
        person.send(message)
        assert person.receive("ack")["id"] == message["id"]
        while person.view["phase"] == "play":
            person.receive("update")
        assert person.view["phase"] in ("deal_over", "match_over")
        person.close()


@pytest.mark.sqlite
def test_bug_14_a_table_is_stuck_after_an_update_that_failed(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server, level="beginner")
        with broken_disk(server):
            assert host.ask("begin")["code"] == "server-busy"
        assert host.ask("begin")["type"] == "ack"
        host.play_until(lambda view: view["phase"] == "play")
        host.close()


def test_bug_15_seats_are_counted_wrongly_until_the_table_is_full(server: Server) -> None:
    host = open_table(server)
    bea = come(server, host, "Bea")
    for turn in range(40):
        assert bea.ask("sit", seat=1 + turn % 3)["type"] == "ack"
        if turn % 4 == 3:
            assert bea.ask("stand")["type"] == "ack"
    others = [come(server, host, name) for name in ("Cas", "Dov", "Eef")]
    for seat, person in enumerate(others, 1):
        assert person.ask("sit", seat=seat)["type"] == "ack"
    assert names(others[-1]) == ["Ann", "Cas", "Dov", "Eef"]
    for person in (host, bea, *others):
        person.close()


def test_bug_16_who_logs_out_is_led_back_to_the_old_table(server: Server) -> None:
    person = seated(server)
    cookie = person.seated["cookie"]
    assert server.ask("POST", "/api/logout", b"", cookie)[0] in (200, 201, 204)
    assert person.socket is not None
    with pytest.raises(ConnectionClosed):
        while True:
            person.socket.recv(timeout=60)
    assert server.get("/api/me", cookie) == (200, b"null")
    assert server.get(f"/api/tables/{person.seated['table']}/record", cookie)[0] == 401


def test_bug_17_a_question_still_open_survives_the_end_of_the_match() -> None:
    """Nobody surrenders here; the one question that waits for others is the pause, a deal long."""
    evening = Evening("normal")
    evening.table.pause_votes = {0}
    player = bots.make("random", 4)

    def happens(change: Change) -> None:
        evening.table.commit(change)
        evening.room.settle_clock(change, evening.now)

    async def one_deal() -> None:
        while (seat := evening.table.to_act) is not None:
            assert evening.table.pause_votes == {0}
            happens(evening.table.act(seat, player.choose(view(evening.table.match, seat))))
        following = evening.table.go_on(bytes(32))
        assert following is not None
        happens(following)

    asyncio.run(one_deal())
    assert evening.table.pause_votes == set()


def test_bug_18_a_lost_line_goes_unnoticed_while_the_clock_runs() -> None:
    evening = Evening("normal")
    seat = evening.to_a_person()
    mine = ("ann", "bea")[seat // 2]
    evening.room.remove(evening.ears[mine], evening.now)
    assert evening.broadcaster.players(evening.now)[seat].connected
    late = evening.now + AWAY_SECONDS + 0.1
    assert not evening.broadcaster.players(late)[seat].connected
    evening.broadcaster.broadcast_absences(late)
    other = evening.ears["bea" if mine == "ann" else "ann"]
    received = json.loads(other.incoming)
    assert not received["players"][seat]["connected"]


def test_bug_19_the_line_is_back_but_not_what_was_missed(server: Server) -> None:
    people = four(server)
    gone = people[3]
    version = catch_up(gone)["version"]
    gone.close()
    play(people[:3], lambda view: view["to_act"] == 3)
    gone.sit(since=version)
    latest = catch_up(people[0])
    assert (gone.version, gone.view["to_act"]) == (latest["version"], 3)
    for person in people:
        person.close()


def test_bug_20_a_restart_judges_a_match_out_of_time(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        person = seated(server, terms={"pace": "slow"}, level="beginner")
        to_my_turn(person)
        scores, version = person.view["scores"], person.version
        left = person.update["clock"]["left"]
        server.stop()
        server.time.advance(3600)
        server.start()
        person.sit(since=person.version)
        assert (person.view["scores"], person.version) == (scores, version)
        assert person.update["clock"]["left"] >= left
        person.close()


def test_bug_21_a_heartbeat_makes_its_own_disconnects(tmp_path: Path) -> None:
    """A line on which nothing is said for many heartbeats is still the same line."""
    file = tmp_path / "log.sqlite"
    with serving_in_process(file, ws_ping_interval=0.1, ws_ping_timeout=60) as server:
        person = seated(server)
        assert isinstance(person.socket, Line)
        line = person.socket
        until(lambda: line.heartbeats >= 10)
        person.send({"type": "ping"})
        assert person.receive("pong")["type"] == "pong"
        person.close()


def test_bug_22_a_reader_half_dead_makes_a_queue_without_end(tmp_path: Path) -> None:
    """A client that takes nothing more is let go once so many messages wait."""

    async def evening() -> tuple[int, bool]:
        async def never(*message: object) -> Any:
            await asyncio.Event().wait()

        context = open_core(str(tmp_path / "log.sqlite"), Limits())
        connection = Connection(Socket(never, never), Person_("p", "Ann"), "", context)
        most = 0
        for _ in range(3 * UNSENT_LIMIT):
            connection.send(Pong())
            await asyncio.sleep(0)
            most = max(most, len(connection.unsent))
        assert connection.sending is not None
        connection.sending.cancel()
        return most, connection.closed

    most, over = asyncio.run(evening())
    assert most <= UNSENT_LIMIT
    assert over


def test_bug_23_a_sleeping_task_keeps_a_finished_table_in_memory(tmp_path: Path) -> None:
    async def evening() -> bool:
        store = SqliteStore(str(tmp_path / "log.sqlite"))
        lobby = Lobby(TableServices(store, Accounts(store), Results(store)))
        await lobby.accounts.timekeeper.load()
        ann, _ = await lobby.accounts.new_guest("Ann", "")
        seats = seating.filled((occupant(ann), FREE, FREE, FREE), "beginner")
        metadata = TableMetadata(ann.id)
        live = await lobby.create(metadata, presets.rules("french"), Terms(), seats)
        await live.seats.arrange(ann, Begin("b"), lambda _: None)
        while live.bots.is_advancing:
            await asyncio.sleep(0.01)
        live.room.left_at -= IDLE_SECONDS + 1
        kept = weakref.ref(live)
        del live
        lobby.unload_idle()
        gc.collect()
        store.close()
        return kept() is None

    assert asyncio.run(evening())


def test_bug_24_a_restart_costs_the_one_to_move_the_game(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        people = four(server, terms={"pace": "fast"})
        mover = people[people[0].view["to_act"]]
        server.kill()
        for person in people:
            person.close()
        server.start()
        for person in people:
            person.sit(since=person.version)
        assert not any(player["stand_in"] for player in mover.update["players"])
        message = mover.action()
        assert message is not None
        mover.send(message)
        assert mover.receive("ack")["id"] == message["id"]
        for person in people:
            person.close()


@pytest.mark.sqlite
def test_bug_30_the_file_burns_with_the_house_it_stood_in(tmp_path: Path) -> None:
    """A copy elsewhere is the file again, to the last move before it was made."""
    with serving(tmp_path / "log.sqlite") as server:
        person = seated(server, level="beginner")
        to_my_turn(person)
        back_up(str(server.database), str(tmp_path / "elsewhere.sqlite"))
        version, hand = person.version, person.view["hand"]
        person.close()
    for burnt in tmp_path.glob("log.sqlite*"):
        burnt.unlink()
    restore(str(tmp_path / "elsewhere.sqlite"), str(tmp_path / "new.sqlite"))
    with serving(tmp_path / "new.sqlite") as server:
        again = Person(server, person.seated)
        again.sit()
        assert (again.version, again.view["hand"]) == (version, hand)
        again.close()
