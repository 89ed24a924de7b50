"""Bugs that were seen at other sites' tables, and are tested nowhere else.

Those that live in the browser are in `browser/test_bugs_seen.py`.
"""

from __future__ import annotations

import asyncio
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
from server_process import Line, Server, seated, serving
from waiting import until

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules import presets
from rebelote.rules.actions import Pass, Take
from rebelote.rules.cards import Card, Trump
from rebelote.rules.view import view
from rebelote.server.base.protocol.messages import Begin, Pong
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.workers.bots import BotWorkers
from rebelote.server.features.ratings.results import Results
from rebelote.server.main.compose import open_core
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person as Person_
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model import seating
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.seats import occupant
from rebelote.server.table.table_services import TableServices
from rebelote.server.web.websocket import UNSENT_LIMIT, Connection, Socket


@contextmanager
def broken_disk(server: Server) -> Iterator[None]:
    """Make the log unwritable for a while."""
    trigger = "CREATE TRIGGER broken BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'disk'); END"
    with looking_into(server.database) as connection:
        connection.execute(trigger)
    try:
        yield
    finally:
        with looking_into(server.database) as connection:
            connection.execute("DROP TRIGGER broken")
        connection.close()


def test_a_bot_that_returns_an_illegal_card_stops_no_table(tmp_path: Path) -> None:
    """The bot's thought is replaced, and the table goes on."""

    class Cheats(BotWorkers):
        async def think(self, name: str, seed: int, view: Any, wish: Any = None) -> Thought:
            legal = view.legal
            wrong = Pass() if "play" in legal.actions else Take(Trump.SPADES)
            return Thought(action=wrong, code="only")

    async def evening() -> int:
        store = SqliteStore(str(tmp_path / "log.sqlite"))
        lobby = Lobby(TableServices(store=store, accounts=Accounts(store), results=Results(store)))
        lobby.services.bot_workers = Cheats()
        await lobby.accounts.timekeeper.load()
        ann, _ = await lobby.accounts.new_guest("Ann", "")
        seats = seating.filled((occupant(ann), FREE, FREE, FREE), "beginner")
        metadata = TableMetadata(host=ann.id)
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


def test_no_route_of_a_table_shows_a_hand_of_a_live_deal(server: Server) -> None:
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


def begun_with_bots(level: str) -> Table:
    """Return a table of four bots, as the first card is led by seat 0."""
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


def test_bots_think_the_same_under_load() -> None:
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


def test_a_dead_bot_worker_is_reported_and_replaced(tmp_path: Path) -> None:
    async def evening() -> tuple[bool, bool, Thought, bool]:
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
            return before, dead, again, workers.alive
        finally:
            workers.close()

    before, dead, again, after = asyncio.run(evening())
    assert (before, dead, after) == (True, False, True)
    assert again == bots.make("club", 1).think(view(begun_with_bots("club").match, 0))


def test_who_acted_in_time_is_not_replaced_however_late_the_look_is() -> None:
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


def test_a_refusal_gives_no_fresh_clock(tmp_path: Path) -> None:
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


@pytest.mark.sqlite
def test_a_start_that_failed_is_not_reported_and_can_be_repeated(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        bea = come(server, host, "Bea")
        with broken_disk(server):
            assert host.ask("begin")["code"] == "server-busy"
            assert catch_up(bea)["view"] is None
            assert names(bea) == ["Ann", "", "", ""]
        assert not [e for e in bea.events if e["event"] == "match_began"]
        assert host.ask("begin")["type"] == "ack"


def test_leaving_as_the_match_starts_leaves_a_bot_in_the_seat(server: Server) -> None:
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
def test_the_end_of_a_match_is_published_once_it_is_written(tmp_path: Path) -> None:
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


def test_votes_for_a_pause_end_with_the_deal() -> None:
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


def test_heartbeats_keep_a_silent_line(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite"
    with serving_in_process(file, ws_ping_interval=0.1, ws_ping_timeout=60) as server:
        person = seated(server)
        assert isinstance(person.socket, Line)
        line = person.socket
        until(lambda: line.heartbeats >= 10)
        person.send({"type": "ping"})
        assert person.receive("pong")["type"] == "pong"


def test_a_client_that_reads_nothing_is_closed_before_its_queue_grows(tmp_path: Path) -> None:
    async def evening() -> tuple[int, bool]:
        async def never(*message: object) -> Any:
            await asyncio.Event().wait()

        context = open_core(str(tmp_path / "log.sqlite"), Limits())
        connection = Connection(Socket(never, never), Person_(id="p", name="Ann"), "", context)
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
