"""Several nodes at one table: an action on one of them has the same result on all."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import math
import secrets
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from company import all_receive, seeker
from evenings_on_server import Evening
from http_person import Browser
from in_process import InProcess
from looking_together import Reader, after, first_lead, played
from nats_server import remote_requests, running_nats, running_remote_worker
from needs import a_database
from nodes import node_of, serving_nodes
from server_process import PASSWORD, Person, free_port
from waiting import until

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster import questions
from rebelote.server.base.cluster.node import FRESH_SECONDS, POLL_SECONDS
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.history import retention
from rebelote.server.features.quickmatch.queue import Queue
from rebelote.server.features.shared_replays import stored as stored_replays
from rebelote.server.table import bots, coordination
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.room import AWAY_SECONDS

asyncpg = pytest.importorskip("asyncpg", reason="the extra rebelote[postgres] is not installed")
from rebelote.server.base.cluster.notify import CHANNEL  # noqa: E402

Nodes = list[InProcess]

WIRES = ("notify", pytest.param("nats", marks=pytest.mark.full))
over_each_wire = pytest.mark.parametrize("pair", WIRES, indirect=True)
over_each_wire_alone = pytest.mark.parametrize("servers", WIRES, indirect=True)
over_both_wires = pytest.mark.parametrize("pair", ["notify", "nats"], indirect=True)
"""The same in `make test` too: what NATS carries is tested once more in cluster/test_nats.py."""


@pytest.fixture
def database_of_its_own() -> Iterator[str]:
    """Yield a new database in PostgreSQL."""
    with a_database() as database:
        yield database


@pytest.fixture
def servers(request: pytest.FixtureRequest, database_of_its_own: str) -> Iterator[Nodes]:
    """Yield two nodes over a database of their own, by default over LISTEN and NOTIFY."""
    with two_nodes(database_of_its_own, getattr(request, "param", "notify")) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def pairs() -> Iterator[Callable[[str], Nodes]]:
    """Yield two nodes over each wire, for tests that leave both and their time as they are."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def pair(wire: str) -> Nodes:
            return stack.enter_context(two_nodes(stack.enter_context(a_database()), wire))

        yield pair


@pytest.fixture
def pair(request: pytest.FixtureRequest, pairs: Callable[[str], Nodes]) -> Nodes:
    """Return the two nodes over a wire, by default LISTEN and NOTIFY."""
    return pairs(getattr(request, "param", "notify"))


@contextlib.contextmanager
def two_nodes(database: str, wire: str) -> Iterator[Nodes]:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(running_nats()).url if wire == "nats" else ""
        yield stack.enter_context(serving_nodes(database, wire=url))


def four(servers: Nodes, **form: Any) -> list[Person]:
    """Seat four people at one table, in turn on one node and the other."""
    host = Person(servers[0], servers[0].new_table("Ann", begin=False, **form))
    host.sit()
    people = [host]
    for seat, name in enumerate(("Bea", "Cas", "Dov"), 1):
        server = servers[seat % len(servers)]
        seated = {"table": host.seated["table"], "cookie": server.guest(name)}
        person = Person(server, seated)
        person.sit()
        assert person.ask("sit", seat=seat)["type"] == "ack"
        people.append(person)
    for person in people:
        incoming(person, lambda update: all(it["person"] for it in update["players"]))
    return people


def incoming(person: Person, done: Any) -> dict[str, Any]:
    """Return the first update, or the last one, of which this is true."""
    while not done(person.update):
        person.receive("update")
    return person.update


def log_of(server: InProcess, table: str) -> list[Any]:
    return server.work(server.core.store.log(table))


def play(people: list[Person], done: Any) -> None:
    """Have everybody do what they are asked to."""
    while not done(people[0].view):
        for person in people:
            message = person.action()
            mine = person.update["players"][person.update["you"]]
            if message is None or (message["type"] == "ready" and mine["ready"]):
                continue
            person.send(message)
            answer = person.receive("ack", "refused")
            assert answer["type"] == "ack", answer
            all_receive(people, answer["version"])
            break
        else:
            people[0].receive("update")


@over_both_wires
def test_four_people_on_two_nodes_play_a_deal_and_the_next_begins(pair: Nodes) -> None:
    people = four(pair)
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        incoming(person, lambda update: update["view"] is not None)
    play(people, lambda view: view["phase"] == "deal_over")
    play(people, lambda view: view["phase"] != "deal_over")
    lines = log_of(pair[0], people[0].seated["table"])
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    versions = {
        server.core.lobby.tables[people[0].seated["table"]].table.version for server in pair
    }
    assert len(versions) == 1
    by_version = [{it["version"]: it["events"] for it in one.updates} for one in people]
    shared = set.intersection(*(set(known) for known in by_version))
    assert len(shared) > 20
    for version in shared:
        assert len({json.dumps(known[version]) for known in by_version}) == 1, version


def test_who_is_there_is_known_on_every_node(servers: Nodes) -> None:
    ann, bea, *_ = people = four(servers)
    assert all(player["connected"] for player in ann.update["players"])
    bea.close()
    room = servers[0].core.lobby.tables[ann.seated["table"]].room
    until(lambda: len(room.connected) == 3)
    for server in servers:
        server.pass_time(AWAY_SECONDS + 1)
    incoming(ann, lambda update: not update["players"][1]["connected"])
    eve = Person(servers[1], {"table": ann.seated["table"], "cookie": servers[1].guest("Eve")})
    eve.sit()
    incoming(people[2], lambda update: update["watching"] == 1)
    assert people[2].update["onlookers"][0]["name"] == "Eve"


def test_who_closes_one_of_two_sockets_is_still_there(servers: Nodes) -> None:
    """Another join is received after it; a person whose last connection is closed is gone."""
    here, there = servers
    coordinator = here.core.coordinator
    assert coordinator is not None

    def people() -> int:
        """Count those who have a connection to another node."""
        return len(set().union(*coordinator.online.values()))

    ann, eve = ({"cookie": there.guest(name), "table": "none"} for name in ("Ann", "Eve"))
    first, second, other = (Person(there, seated) for seated in (ann, ann, eve))
    for person in (first, second):
        person.knock()
        person.receive("refused")
    until(lambda: people() == 1)
    second.close()
    other.knock()
    until(lambda: people() == 2)
    first.close()
    until(lambda: people() == 1)
    other.close()
    until(lambda: people() == 0)


@over_each_wire
def test_what_is_said_is_received_on_every_node(pair: Nodes) -> None:
    ann, bea, *_ = four(pair)
    ann.send({"type": "say", "id": "1", "phrase": "well_played"})
    assert bea.receive("said")["name"] == "Ann"


def test_a_node_that_received_nothing_takes_no_card_twice(
    servers: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node's wire is down; it finds that the key is taken, reads on, and answers."""
    people = four(servers)
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        incoming(person, lambda update: update["view"] is not None)
    seat = next(seat for seat, person in enumerate(people) if person.action())
    there, elsewhere = seat % 2, (seat + 1) % 2
    monkeypatch.setattr(node_of(servers[elsewhere]).wire, "_receive", lambda *_: None)
    message = people[seat].action()
    assert message is not None
    twin = Person(servers[elsewhere], {**people[seat].seated})
    twin.sit()
    people[seat].send(message)
    acked = people[seat].receive("ack")
    answer = twin.ask("act", expect=twin.version, action=message["action"])
    assert (answer["type"], answer["code"]) == ("refused", "stale"), there
    assert incoming(twin, lambda update: update["version"] >= acked["version"])
    lines = log_of(servers[there], twin.seated["table"])
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))


@over_each_wire_alone
def test_what_a_node_could_not_publish_is_read_as_soon_as_it_can(
    servers: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its wire is down while a person acts; the others would not read the logs for an hour."""
    people = four(servers)
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        incoming(person, lambda update: update["view"] is not None)
    monkeypatch.setattr(coordination, "LOGS_SECONDS", 3600.0)
    until(lambda: all(map(_has_read_since, servers)))
    seat = next(seat for seat, person in enumerate(people) if person.action())
    wire = node_of(servers[seat % 2]).wire
    transport = wire._transport
    with monkeypatch.context() as down:
        down.setattr(transport, "open", _refuse)
        servers[seat % 2].work(transport.close())
        until(lambda: not wire.up)
        message = people[seat].action()
        assert message is not None
        people[seat].send(message)
        version = people[seat].receive("ack")["version"]
    for person in people:
        assert incoming(person, lambda update: update["version"] >= version)


def _has_read_since(server: InProcess) -> bool:
    coordinator = server.core.coordinator
    assert coordinator is not None
    return math.isfinite(coordinator._read_at)


async def _refuse(*_: object) -> None:
    raise OSError


@over_each_wire_alone
def test_two_on_two_nodes_look_at_a_match_together(servers: Nodes) -> None:
    with contextlib.ExitStack() as lines:
        ann, bea = (
            lines.enter_context(contextlib.closing(Reader(server, Browser(server, name))))
            for server, name in zip(servers, ("Ann", "Bea"), strict=True)
        )
        match = played(ann.browser)
        lead = first_lead(servers[1], match)
        replay = ann.browser.post("/api/shared-replays", 201, match=match)["replay"]
        ann.open(replay)
        ann.do("lead_replay", deal=1, step=4)
        bea.open(replay)
        assert bea.sees(lambda it: it["leader"] == ann.id)["place"]["step"] == 4
        ann.sees(lambda it: len(it["here"]) == 2)
        word = after(servers[1], match, lead)["choices"][0]["word"]
        bea.do("try_move", word=word, deal=1, step=lead)
        ann.do("comment_on", text="yes", deal=1, step=lead)
        for person in (ann, bea):
            state = person.sees(lambda it: it["moves"] and it["comments"])
            assert (state["moves"][0]["by"], state["comments"][0]["by"]) == (bea.id, ann.id)
        bea.do("lead_replay", deal=1, step=lead)
        ann.sees(lambda it: (it["leader"], it["place"]["step"]) == (bea.id, lead))
        servers[1].stop()
        ann.sees(lambda it: it["here"] == [ann.id])


def test_what_another_node_has_removed_is_written_to_no_more(pair: Nodes) -> None:
    with contextlib.ExitStack() as lines:
        ann = lines.enter_context(contextlib.closing(Reader(pair[0], Browser(pair[0], "Ann"))))
        match = played(ann.browser)
        replay = ann.browser.post("/api/shared-replays", 201, match=match)["replay"]
        ann.open(replay)
        elsewhere = Browser(pair[1])
        elsewhere.cookie = ann.browser.cookie
        for _ in range(stored_replays.MOST_OPENED):
            elsewhere.post("/api/shared-replays", 201, match=match)
        assert ann.do("comment_on", text="lost", deal=1, step=0)["code"] == "no-such-replay"
        with pytest.raises(Exception):  # noqa: B017 - the socket is closed
            while True:
                ann.next()
        assert ann.open(replay)["code"] == "no-such-replay"
        sql = "SELECT 1 FROM shared_replay_lines WHERE replay = ?"
        assert not pair[0].work(pair[0].core.store.read(sql, replay))


@over_both_wires
def test_who_is_removed_from_a_shared_replay_is_so_on_every_node(pair: Nodes) -> None:
    with contextlib.ExitStack() as lines:
        ann, bea = (
            lines.enter_context(contextlib.closing(Reader(server, Browser(server, name))))
            for server, name in zip(pair, ("Ann", "Bea"), strict=True)
        )
        match = played(ann.browser)
        replay = ann.browser.post("/api/shared-replays", 201, match=match)["replay"]
        ann.open(replay)
        bea.open(replay)
        ann.sees(lambda it: len(it["here"]) == 2)
        said = bea.do("comment_on", text="look", deal=1, step=0)["version"]
        ann.sees(lambda it: it["comments"])
        ann.do("withdraw", number=said)
        bea.sees(lambda it: not it["comments"])
        assert ann.do("show_out", person=bea.id)["type"] == "ack"
        assert bea.receive("refused")["code"] == "shown-out"
        ann.sees(lambda it: it["here"] == [ann.id])
        assert bea.open(replay)["code"] == "shown-out"


@over_each_wire
def test_strangers_on_two_nodes_are_brought_to_one_table(pair: Nodes) -> None:
    names = enumerate(("Ann", "Bo", "Cy", "Di"))
    people = [seeker(pair[n % 2], name, preset="bga") for n, name in names]
    [table] = {person.receive("matched")["table"] for person in people}
    for person in people:
        person.send({"type": "join", "table": table})
        person.receive("update")
    assert sorted(person.update["you"] for person in people) == [0, 1, 2, 3]
    assert not any(server.core[Queue].searches for server in pair)


@over_each_wire
def test_who_cancels_on_one_node_is_not_at_the_table_that_another_has_opened(
    pair: Nodes,
) -> None:
    names = enumerate(("Ann", "Bo", "Cy", "Di"))
    people = [seeker(pair[n % 2], name, preset="bga") for n, name in names]
    [table] = {person.receive("matched")["table"] for person in people}
    for person in people[:2]:
        answer = person.ask("unseek")
        assert (answer["type"], answer["version"]) == ("ack", 0)
    for person in people[2:]:
        person.send({"type": "join", "table": table})
        person.receive("update")
        incoming(person, lambda update: sum(it["stand_in"] for it in update["players"]) == 2)
    for server in pair:
        assert len(server.core.lobby.tables[table].table.no_shows) == 2


class Eavesdropper:
    """A role that may connect to the database, and nothing else."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.incoming: list[bytes] = []

    async def connected(self, what: Callable[[Any], Awaitable[None]]) -> None:
        name = f"listener_{secrets.token_hex(4)}"
        owner = await asyncpg.connect(self.database)
        await owner.execute(f"CREATE ROLE {name} LOGIN")
        try:
            mine = await asyncpg.connect(self.database, user=name)
            await mine.add_listener(
                CHANNEL, lambda *received: self.incoming.append(received[3].encode())
            )
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await mine.execute("SELECT * FROM log")
            await what(mine)
            await mine.close()
        finally:
            await owner.execute(f"DROP ROLE {name}")
            await owner.close()

    def listens_while(self, work: Callable[[], None]) -> None:
        async def listen(_: Any) -> None:
            await asyncio.to_thread(work)

        asyncio.run(self.connected(listen))

    def notifies(self, *envelopes: bytes) -> None:
        async def notify(mine: Any) -> None:
            for text in envelopes:
                await mine.execute("SELECT pg_notify($1, $2)", CHANNEL, text.decode())

        asyncio.run(self.connected(notify))


def test_a_role_that_may_only_connect_receives_no_pack_and_is_not_believed(
    servers: Nodes, database_of_its_own: str
) -> None:
    ann, *others = people = four(servers)
    room = servers[1].core.lobby.tables[ann.seated["table"]].room
    stranger = Eavesdropper(database_of_its_own)

    def play_a_deal() -> None:
        assert ann.ask("begin")["type"] == "ack"
        for person in people:
            incoming(person, lambda update: update["view"] is not None)
        play(people, lambda view: view["phase"] == "deal_over")
        ann.send({"type": "say", "id": "1", "phrase": "well_played"})
        until(lambda: any(b'"chat"' in text for text in stranger.incoming))

    stranger.listens_while(play_a_deal)
    assert sum(b'"log":"acted"' in text for text in stranger.incoming) > 5
    for secret in (b'"pack"', b'"secret"', b'"log":"started"', b'"log":"dealt"'):
        assert not any(secret in text for text in stranger.incoming), secret
    table, chat = ann.seated["table"], [*room_lines(servers[1], ann)]
    mallory = {"name": "Mallory", "person": "mallory"}
    forged = [
        {"is": "replaced", "old": room.table.seats[2].person, "new": mallory},
        {"is": "written", "table": table, "first": room.table.version + 1, "lines": [[None, {}]]},
        {"is": "beat", "tables": 1},
    ]
    envelopes = [json.dumps(["made up", [it]]).encode() for it in forged]
    refused = node_of(servers[1]).wire.refused
    stranger.notifies(*envelopes, *(text for text in stranger.incoming if b'"chat"' in text))
    until(lambda: node_of(servers[1]).wire.refused >= refused + len(envelopes) + 1)
    assert room_lines(servers[1], ann) == chat
    assert all(who.name != "Mallory" for who in room.table.seats)
    health = json.loads(servers[1].get("/health")[1])
    assert health["other_nodes"] == [node_of(servers[0]).name]
    assert {"wire-refused", "public-may-connect"} <= set(health["warnings"])
    assert len(others) == 3


def room_lines(server: InProcess, person: Person) -> list[Any]:
    """Return the chat lines of a person's table, as a node knows them."""
    return list(server.core.lobby.tables[person.seated["table"]].chat.lines)


def test_a_table_that_one_node_loads_is_not_deleted_by_another(servers: Nodes) -> None:
    """The other node has listed the tables unused for long, and deletes them just then."""
    here, there = servers
    loaded, unused = (here.new_table(begin=False)["table"] for _ in range(2))
    write = here.core.accounts.write
    here.work(write(("UPDATE tables SET used = 0", ())))
    there.work(there.core.lobby.find(loaded))
    for table in (loaded, unused):
        here.work(write(*retention.deletion(table, 1.0)))
    assert log_of(there, loaded) and not log_of(there, unused)
    with pytest.raises(IllegalActionError, match="no-such-table"):
        there.work(there.core.lobby.find(unused))
    assert there.work(there.core.lobby.find(loaded)).table.id == loaded


def test_who_signs_out_elsewhere_is_gone_here_at_once(pair: Nodes) -> None:
    cookie = pair[0].account("Anton")
    table = pair[0].new_table(cookie=cookie, begin=False)
    there = Person(pair[1], {**table, "cookie": cookie})
    there.sit()
    assert pair[0].ask("POST", "/api/logout", b"", cookie)[0] == 204
    with pytest.raises(Exception):  # noqa: B017 - the socket is closed
        while True:
            there.next()
    assert pair[1].ask("GET", "/api/me/sessions", cookie=cookie)[0] == 401


def test_a_guest_who_gets_an_account_has_it_on_every_node(pair: Nodes) -> None:
    people = four(pair)
    bea = people[1]
    form = json.dumps({"name": "Beatrix", "password": PASSWORD}).encode()
    status, *_ = pair[0].ask("POST", "/api/me/account", form, bea.seated["cookie"])
    assert status in (200, 201)
    for person in (people[0], people[3]):
        incoming(person, lambda update: update["players"][1]["name"] == "Beatrix")


def test_a_table_that_anybody_may_join_is_listed_by_every_node(pair: Nodes) -> None:
    host = Person(pair[0], pair[0].new_table("Ann", begin=False, terms={"sit": "open"}))
    host.sit()

    def listed() -> list[Any]:
        result: list[Any] = json.loads(pair[1].get("/api/tables")[1])
        return result

    until(lambda: [card["table"] for card in listed()] == [host.seated["table"]])
    [card] = listed()
    assert card["players"][0]["connected"]


def test_friends_are_seen_to_be_here_from_every_node(pair: Nodes) -> None:
    ann, bea = pair[0].account("Fay"), pair[0].account("Gus")
    for one, other in ((ann, "Gus"), (bea, "Fay")):
        [result] = json.loads(pair[0].get(f"/api/people?name={other}", one)[1])
        body = json.dumps({"kind": "friend"}).encode()
        path = f"/api/me/relations/{result['person']}"
        assert pair[0].ask("PUT", path, body, one)[0] < 300
    table = pair[1].new_table(cookie=bea, begin=False)
    there = Person(pair[1], table)
    there.sit()

    def here() -> bool:
        return bool(json.loads(pair[0].get("/api/me/relations", ann)[1])[0]["here"])

    def place() -> tuple[str, str, str]:
        [result] = json.loads(pair[0].get("/api/friends", ann)[1])["friends"]
        return result["state"], result["table"], result["may"]

    until(here)
    until(lambda: place() == ("table", table["table"], "join"))
    news = Person(pair[0], {"table": "", "cookie": ann})
    news.dial()
    news.send({"type": "listen"})
    news.send({"type": "ping"})
    news.receive("pong")
    me = json.loads(pair[0].get("/api/me", ann)[1])["id"]
    body = json.dumps({"person": me, "table": table["table"]}).encode()
    assert pair[1].ask("POST", "/api/friends/invitations", body, bea)[0] == 204
    assert news.receive("news")["what"] == "invitation"
    news.close()
    there.close()
    until(lambda: not here())
    until(lambda: place() == ("away", "", ""))


def test_who_follows_an_evening_gets_a_notice_of_an_entry_to_another_node(pair: Nodes) -> None:
    evening = Evening(Browser(pair[0], "Secretary"))
    page = Person(pair[1], {"table": "", "cookie": pair[1].guest("Eve")})
    notice = {"type": "evening_changed", "event": evening.event}
    with contextlib.closing(page):
        page.dial()
        page.send({"type": "follow", "event": evening.event})
        assert page.receive("evening_changed", "refused") == notice
        evening.teams("Ann", "Bo")
        assert page.receive("evening_changed") == notice


def test_bots_are_played_by_one_node(pair: Nodes) -> None:
    """Two look on from two nodes; whichever thinks, the log has each card once."""
    host = Person(pair[0], pair[0].new_table("Ann", preset="bga"))
    host.sit()
    eve = Person(pair[1], {"table": host.seated["table"], "cookie": pair[1].guest("Eve")})
    eve.sit()
    host.play_until(lambda view: view["phase"] == "deal_over")
    incoming(eve, lambda update: update["view"]["phase"] == "deal_over")
    lines = log_of(pair[0], host.seated["table"])
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))


def test_a_node_that_has_not_read_the_log_judges_nothing_by_time(servers: Nodes) -> None:
    """Time jumps on one node, as for one that was stopped: nobody's turn is over for that."""
    people = four(servers, terms={"pace": "fast"})
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        incoming(person, lambda update: update["view"] is not None)
    table = people[0].seated["table"]
    before = len(log_of(servers[0], table))
    servers[0].time.advance(3600)
    node = node_of(servers[0])
    until(lambda: node.is_fresh(servers[0].core.lobby.now()))
    live = servers[0].core.lobby.tables[table]
    servers[0].work(live.timers.sweep(servers[0].core.lobby.now()))
    lines = log_of(servers[0], table)
    assert not [line for line in lines[before:] if b"relieved" in line.entry]


def test_a_table_that_is_stuck_keeps_no_node_from_reading_the_logs(
    servers: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordination, "LEARNT_WITHIN", 0.05)
    # The other node thinks for the bots at once, though it may be this one's turn to.
    monkeypatch.setattr(bots, "BOT_STEP_SECONDS", 0.0)
    host = Person(servers[1], servers[1].new_table("Ann", level="beginner"))
    host.sit()
    eve = Person(servers[0], {"table": host.seated["table"], "cookie": servers[0].guest("Eve")})
    eve.sit()
    live = servers[0].core.lobby.tables[host.seated["table"]]
    servers[0].work(live.lock.acquire())
    version = live.table.version
    host.play_until(lambda view: view["phase"] == "deal_over")
    coordinator = servers[0].core.coordinator
    assert coordinator is not None
    coordinator._read_at = -math.inf
    servers[0].work(asyncio.wait_for(coordinator.poll(), 30))
    assert live.table.version == version < len(log_of(servers[1], live.table.id))

    async def release() -> None:
        live.lock.release()

    servers[0].work(release())
    incoming(eve, lambda update: update["view"]["phase"] == "deal_over")


def test_an_outage_makes_nobody_absent(servers: Nodes) -> None:
    """A player who could not come back during the outage has their full time after it."""
    people = four(servers)
    people[1].close()
    live = servers[0].core.lobby.tables[people[0].seated["table"]]
    until(lambda: len(live.room.connected) == 3)
    servers[0].time.advance(60)
    node, lobby = node_of(servers[0]), servers[0].core.lobby

    async def absent() -> frozenset[int]:
        """Return the absent seats in the server's own thread, between two of its steps."""
        return live.room.absent_seats(lobby.now())

    until(lambda: node.is_fresh(lobby.now()))
    assert not servers[0].work(absent())


def test_who_came_while_a_node_was_cut_off_is_not_absent_to_it(
    servers: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordination, "REPUBLISH_SECONDS", math.inf)
    people = four(servers)
    table = people[0].seated["table"]
    live, node = servers[0].core.lobby.tables[table], node_of(servers[0])
    coordinator = servers[0].core.coordinator
    assert coordinator is not None
    people[1].close()
    until(lambda: len(live.room.connected) == 3)
    signer, node.wire.signer = node.wire.signer, None  # so it receives nothing
    people[1].sit()
    other = servers[1].core.lobby.tables[table]
    until(lambda: len(other.room.connected) == 4 and not node_of(servers[1]).wire._unsent)
    assert len(live.room.connected) == 3
    node.wire.signer = signer

    async def connected_again() -> None:
        coordinator._connected()

    servers[0].work(connected_again())
    until(lambda: len(live.room.connected) == 4)


def test_what_time_decided_is_not_written_late(servers: Nodes) -> None:
    """The log is locked while nodes write that a person's time is up, and longer than they may.

    So it is with a node that is stopped between its look at the log and the line.
    """
    people = four(servers, terms={"pace": "fast"})
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        incoming(person, lambda update: update["view"] is not None and update["version"] > 2)
    table = people[0].seated["table"]
    lives = [server.core.lobby.tables[table] for server in servers]
    until(lambda: all(live.table.to_act is not None for live in lives))
    before = log_of(servers[0], table)
    with log_locked(servers[0].address) as waiting_for:
        until(lambda: let_turns_end(servers, lives))
        until(lambda: waiting_for() > FRESH_SECONDS + POLL_SECONDS)
    until(lambda: not any(live.lock.locked() for live in lives))
    assert log_of(servers[0], table) == before
    left = [live.room.clock.left(live.services.now()) for live in lives]
    assert all(seconds is not None and seconds > 1 for seconds in left), left
    player = people[lives[0].table.to_act or 0]
    message = player.action()
    assert message is not None
    player.send(message)
    assert player.receive("ack", "refused")["type"] == "ack"


def let_turns_end(servers: Nodes, lives: list[LiveTable]) -> bool:
    """Move on by a step in which no node falls behind; return whether a person's time is up."""
    for server in servers:
        assert server.core.coordinator is not None
        server.work(server.core.coordinator.poll())
    for server in servers:
        server.time.advance(FRESH_SECONDS / 2)
    return any(live.room.clock.left(live.services.now()) == 0 for live in lives)


@contextlib.contextmanager
def log_locked(database: str) -> Iterator[Callable[[], float]]:
    """Lock the log, and yield a function: the seconds that both nodes have waited to write."""
    waiting = (
        "SELECT CASE WHEN count(*) = 2 THEN "
        "extract(epoch FROM min(clock_timestamp() - query_start))::float8 ELSE 0 END "
        "FROM pg_stat_activity WHERE application_name = 'rebelote' "
        "AND wait_event_type = 'Lock' AND datname = current_database()"
    )
    with asyncio.Runner() as runner:
        locker, watcher = (runner.run(asyncpg.connect(database)) for _ in range(2))
        try:
            runner.run(locker.execute("BEGIN; LOCK TABLE log IN EXCLUSIVE MODE"))
            yield lambda: runner.run(watcher.fetchval(waiting))
        finally:
            runner.run(locker.close())
            runner.run(watcher.close())


@over_each_wire
def test_health_and_admins_see_every_node(pair: Nodes) -> None:
    health = json.loads(pair[0].get("/health")[1])
    assert health["ok"] and health["actual"]["log"] and "wire-down" not in health["warnings"]
    assert health["other_nodes"] == [node_of(pair[1]).name]
    coordinator = pair[0].core.coordinator
    assert coordinator is not None
    assert [card.asked for card in coordinator.cards()] == [True, False]


def test_a_node_that_ends_is_counted_out_at_once(servers: Nodes) -> None:
    servers[1].stop()
    assert not node_of(servers[0]).membership.others
    servers[1].start()
    until(lambda: len(node_of(servers[0]).membership.others) == 1)


def test_play_goes_on_while_nats_is_away(database_of_its_own: str) -> None:
    """The nodes poll the log, nobody is taken for absent, and then NATS carries it again."""
    with running_nats() as nats, serving_nodes(database_of_its_own, wire=nats.url) as servers:
        people = four(servers)
        nats.stop()
        until(lambda: not any(node_of(server).wire.up for server in servers))
        assert not json.loads(servers[0].get("/health")[1])["wire"]
        result = metrics.REGISTRY.get_sample_value("rebelote_polled_lines_total") or 0
        assert people[0].ask("begin")["type"] == "ack"
        for person in people:
            incoming(person, lambda update: update["view"] is not None)
        assert (metrics.REGISTRY.get_sample_value("rebelote_polled_lines_total") or 0) > result
        for server in servers:
            live = server.core.lobby.tables[people[0].seated["table"]]
            assert not live.room.absent_seats(server.core.lobby.now())
            assert len(node_of(server).membership.others) == 1
        nats.start()
        until(lambda: all(node_of(server).wire.up for server in servers))
        people[0].send({"type": "say", "id": "1", "phrase": "well_played"})
        assert people[1].receive("said")["name"] == "Ann"


def unanswered() -> float:
    """Return the number of requests that no remote worker answered."""
    return remote_requests("absent") + remote_requests("late")


def test_bots_think_on_another_machine_until_it_is_gone(
    database_of_its_own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A question that is lost while the worker leaves costs less than a person waits, and no pause.
    monkeypatch.setattr(questions, "PATIENCE_SECONDS", 8.0)
    monkeypatch.setattr(questions, "LATE_SECONDS", 0.0)
    with (
        running_nats() as nats,
        running_remote_worker(nats.url, tmp_path / "thinker.log") as remote_worker,
        serving_nodes(database_of_its_own, 1, nats.url) as [server],
    ):
        elsewhere = server.core.remote_workers
        assert elsewhere is not None
        until(lambda: elsewhere.connected)
        person = Person(server, server.new_table("Ann", level="club"))
        person.sit()
        before = remote_requests("answered")
        play([person], lambda _: remote_requests("answered") >= before + 3)
        remote_worker.terminate()  # it answers what it has taken
        assert remote_worker.wait(30) == 0
        absent = remote_requests("absent")
        play([person], lambda _: remote_requests("absent") > absent)
        play([person], lambda view: view["phase"] in ("deal_over", "match_over"))


def test_a_server_starts_where_nats_cannot_be_reached(database_of_its_own: str) -> None:
    pytest.importorskip("nats", reason="nats-py is not installed: run `make setup`")
    wire = f"nats://127.0.0.1:{free_port()}"
    with serving_nodes(database_of_its_own, 1, wire) as [server]:
        health = json.loads(server.get("/health")[1])
        assert health["ok"] and health["wire"] is False and "wire-down" in health["warnings"]
