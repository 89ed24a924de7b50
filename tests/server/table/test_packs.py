"""Packs that nobody knows or chooses: real servers and sockets, honest and not."""

from __future__ import annotations

import json
import secrets
import signal
from pathlib import Path
from typing import Any

import pytest
from company import FRIENDS, Player, all_receive, begin, four, play_until
from databases import looking_into
from server_process import Person, Server, seated, serving

from rebelote import Record
from rebelote.rules import fairness
from rebelote.rules.cards import parse_cards
from rebelote.rules.fairness import NONCE_BYTES, commitment, seal

# --- packs that somebody knows --------------------------------------------------------------------


def test_nobody_opens_a_table_whose_cards_they_know(server: Server) -> None:
    for begins in (True, False):
        form = json.dumps({"seed": 7, "begin": begins}).encode()
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
        matched = strangers[0].receive("matched")["table"]
        met = Person(server, {**strangers[0].seated, "table": matched})
        assert met.sit()["rated"] is False
        for person in (*people, again, *strangers, met):
            person.close()
        warned = server.stop()
    assert "packs are fixed for tests" in warned


# --- packs that nobody chooses --------------------------------------------------------------------


def sitting(server: Server, people: int = 4, **form: Any) -> list[Player]:
    """Seat friends at a table, the first its host, before anybody has committed to anything."""
    table = server.new_table(FRIENDS[0], begin=False, **{"preset": "bga", **form})
    players = [Player(server, table)]
    players += [
        Player(server, {**table, "cookie": server.guest(name)}) for name in FRIENDS[1:people]
    ]
    for seat, player in enumerate(players):
        player.sit()
        if seat:
            assert player.ask("sit", seat=seat)["type"] == "ack"
    return players


def entries(server: Server, player: Player) -> list[str]:
    """Return the kinds of the entries in the log of a table."""
    return [json.loads(line)["log"] for line in log(server, player)]


def log(server: Server, player: Player) -> list[bytes]:
    sql = "SELECT entry FROM log WHERE table_id = ? ORDER BY seq"
    with looking_into(server.database) as connection:
        return [row[0] for row in connection.execute(sql, (player.seated["table"],))]


def play_a_deal(players: list[Player]) -> None:
    """Have everybody play the first legal action until a deal is written."""
    all_receive(list(players), max(player.version or 0 for player in players))
    play_until(list(players), lambda view: bool(view and view["settlement"]))
    all_receive(list(players), players[0].version or 0)


def record(server: Server, player: Player) -> Record:
    path = f"/api/tables/{player.seated['table']}/record"
    return Record.parse(server.get(path, player.seated["cookie"])[1].decode())


def test_players_and_server_make_the_pack_together_and_nobody_alone(server: Server) -> None:
    players = sitting(server)
    digests = [player.commit() for player in players]
    begin(players)
    nonces = [player.until("pack_made")["nonces"] for player in players]
    assert nonces == [[player.revealed[0] for player in players]] * 4
    sealed = players[0].received("pack_sealed")
    assert [it["commitments"] for it in sealed] == [digests]
    assert (sealed[0]["match"], sealed[0]["number"]) == (1, 1)
    play_a_deal(players)
    opened = players[3].until("seal_opened")
    secret = bytes.fromhex(opened["secret"])
    assert seal(secret) == sealed[0]["commitment"] and opened["nonces"] == nonces[0]
    received = record(server, players[1])
    assert next(fairness.verify(received)).endswith("; 4 players added secrets of their own")
    pack = received.deals[0].pack
    assert pack is not None
    turned = players[0].received("cards_dealt")[0]["turned"]
    assert pack[20] == parse_cards(turned)[0]
    assert pack != Record.parse(str(received)).rules.pack
    for player in players:
        assert not any(opened["secret"] in frame for frame in before(player, "seal_opened"))


def before(player: Player, event: str) -> list[str]:
    """Return the frames that were received before one about this."""
    at = next(n for n, frame in enumerate(player.frames) if f'"{event}"' in frame)
    return player.frames[:at]


def test_a_seal_is_published_before_any_nonce_and_cards_after_all_of_them(server: Server) -> None:
    players = sitting(server, people=2)
    for player in players:
        player.honest = False
        player.commit()
    assert players[0].ask("begin")["version"] == len(log(server, players[0]))
    sealed = players[1].until("pack_sealed")
    assert entries(server, players[0])[-1] == "sealed"
    assert players[0].reveal(players[0].nonce)["type"] == "ack"
    assert entries(server, players[0])[-1] == "sealed" and not players[1].view
    assert players[1].reveal(players[1].nonce)["type"] == "ack"
    assert players[1].until("pack_made")["nonces"][2:] == ["", ""]
    [secret] = [it["secret"] for it in map(json.loads, log(server, players[0])) if "secret" in it]
    assert seal(bytes.fromhex(secret)) == sealed["commitment"]


def test_who_never_reveals_is_not_waited_for_long_and_is_left_out(server: Server) -> None:
    players = sitting(server)
    players[2].honest = False
    for player in players:
        player.commit()
    begin(players)
    made = players[0].until("pack_made")["nonces"]
    assert [bool(nonce) for nonce in made] == [True, True, False, True]
    assert players[2].reveal(players[2].nonce)["code"] == "no-pack-awaited"
    play_a_deal(players)
    proof = next(fairness.verify(record(server, players[0])))
    assert proof.endswith("; 3 players added secrets of their own, 1 did not reveal theirs")


def test_who_reveals_something_else_is_refused_and_left_out(server: Server) -> None:
    players = sitting(server, people=2)
    players[1].honest = False
    for player in players:
        player.commit()
    begin(players)
    answer = players[1].reveal(secrets.token_hex(NONCE_BYTES))
    assert (answer["type"], answer["code"]) == ("refused", "wrong-reveal")
    assert players[0].until("pack_made")["nonces"][1] == ""


@pytest.mark.parametrize(
    "message",
    [
        {"type": "commit", "id": "1", "digest": "00"},
        {"type": "commit", "id": "1", "digest": "A" * 64},
        {"type": "commit", "id": "1"},
        {"type": "reveal", "id": "1", "nonce": "0" * 31},
        {"type": "reveal", "id": "1", "nonce": "0" * 32, "digest": "x"},
    ],
)
def test_what_is_no_digest_or_nonce_is_refused(server: Server, message: dict[str, Any]) -> None:
    player = sitting(server, people=1)[0]
    player.send(message)
    assert player.receive("ack", "refused")["code"] == "malformed"


def test_where_nobody_commits_a_match_begins_at_once_as_ever(server: Server) -> None:
    player = sitting(server, people=1)[0]
    assert player.ask("begin")["type"] == "ack"
    assert player.until("pack_sealed")["commitments"] == []
    assert "sealed" not in entries(server, player) and player.view["turned"]
    play_a_deal([player])
    assert next(fairness.verify(record(server, player))).endswith("; no player added a secret")


DRAINED = pytest.param(signal.SIGUSR1, marks=pytest.mark.sqlite)
"""A node that drains deals on until its people are sent to others."""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, DRAINED])
def test_a_server_that_ends_with_a_pack_awaited_goes_on_with_the_same_seal(
    tmp_path: Path, how: signal.Signals
) -> None:
    """After a crash one of them does not come back, and is left out."""
    with serving(tmp_path / "log.sqlite") as server:
        players = sitting(server)
        for player in players:
            player.honest = False
            player.commit()
        assert players[0].ask("begin")["type"] == "ack"
        sealed = players[0].until("pack_sealed")
        assert players[1].reveal(players[1].nonce)["type"] == "ack"
        assert server.process is not None
        server.process.send_signal(how)
        server.process.wait(timeout=60)
        assert entries(server, players[0])[-1] == "sealed"
        server.start()
        back = players[: 3 if how == signal.SIGKILL else 4]
        for player in back:
            nonce = player.revealed[0] if player.revealed else player.nonce
            again = player.sit()["pack"]
            assert again["sealed"] == sealed and again["nonces"] is None
            assert player.reveal(nonce)["type"] == "ack"
        if players[3] not in back:
            players[3].sit()
        made = players[2].until("pack_made")["nonces"]
        assert made == [player.revealed[-1] if player in back else "" for player in players]
        assert entries(server, players[0]).count("sealed") == 1
        play_a_deal(players)
        list(fairness.verify(record(server, players[0])))


def test_while_a_pack_is_awaited_nobody_acts_and_no_clock_runs(server: Server) -> None:
    players = sitting(server, people=2, terms={"pace": "fast"})
    for player in players:
        player.commit()
    begin(players)
    play_a_deal(players)
    host, other = players
    other.honest = False
    for player in players:
        assert player.ask("ready", expect=player.version)["type"] == "ack"
    while other.seals[-1]["number"] == 1:
        other.receive("update")
    assert other.seals[-1]["commitments"][1] and other.update["clock"]["left"] is None
    play = {"do": "play", "card": "AS"}
    assert other.ask("act", expect=other.version, action=play)["code"] == "pack-awaited"
    assert other.ask("ready", expect=other.version)["type"] == "ack"
    assert other.ask("stand")["type"] == "ack"
    assert other.ask("commit", digest="0" * 64)["code"] == "not-seated"
    assert other.reveal(other.nonce)["type"] == "ack"
    made = host.until("pack_made", 2)["nonces"]
    assert made[:2] == [host.revealed[-1], other.revealed[-1]]
    assert host.update["players"][1]["bot"] and host.view["deal_number"] == 2


def test_while_the_first_pack_is_awaited_the_match_is_under_way(server: Server) -> None:
    players = sitting(server, people=3)
    for player in players:
        player.honest = False
        player.commit()
    begin(players)
    host, second, third = players
    form = json.dumps({"preset": "flemish3"}).encode()
    path = f"/api/tables/{host.seated['table']}/terms"
    assert server.post(path, form, host.seated["cookie"])[1]["code"] == "match-under-way"
    for message in ("begin", "unseat", "seat_bot"):
        seat = {} if message == "begin" else {"seat": 2}
        assert host.ask(message, **seat)["code"] == "match-under-way"
    assert third.ask("stand")["type"] == "ack"
    assert third.update["players"][2]["bot"]
    assert third.ask("sit", seat=3)["type"] == "ack"
    for player in players:
        assert player.reveal(player.nonce)["type"] == "ack"
    made = host.until("pack_made")["nonces"]
    assert made == [*(player.revealed[0] for player in players), ""]
    play_a_deal(players)
    assert second.view["hand_sizes"] == [0] * 4


def test_a_nonce_is_used_once_and_by_who_is_there(server: Server) -> None:
    players = sitting(server, people=3)
    host, second, third = players
    for player in players:
        player.honest = False
        player.commit()
    third.close()
    caught_up = host.ask("commit", digest="1" * 64)
    assert caught_up["type"] == "ack"
    sealed = begin([host])
    assert [bool(digest) for digest in sealed["commitments"]] == [True, True, False, False]
    assert sealed["commitments"][0] == "1" * 64
    second.until("pack_sealed")
    second.revealed.append(second.nonce)
    assert second.ask("reveal", nonce=second.nonce)["type"] == "ack"
    assert host.until("pack_made")["nonces"] == ["", second.nonce, "", ""]
    third.sit()
    play_a_deal(players)
    for player in players:
        assert player.ask("ready", expect=player.version)["type"] == "ack"
    while host.view["deal_number"] == 1:
        host.receive("update")
    assert entries(server, host).count("sealed") == 1
    assert host.received("pack_sealed")[-1]["commitments"] == []


def test_of_two_browsers_of_one_person_the_last_to_commit_counts(server: Server) -> None:
    phone = sitting(server, people=1)[0]
    laptop = Player(server, phone.seated)
    laptop.sit()
    phone.commit()
    digest = laptop.commit()
    sealed = begin([phone])
    assert sealed["commitments"] == [digest, "", "", ""]
    assert laptop.until("pack_made")["nonces"][0] == laptop.revealed[0]


def test_who_watches_sees_how_the_pack_is_made_and_adds_nothing(server: Server) -> None:
    host = sitting(server, people=1)[0]
    host.honest = False
    host.commit()
    early = Player(server, {**host.seated, "cookie": server.guest("Early")})
    early.sit()
    assert early.ask("commit", digest="0" * 64)["code"] == "not-seated"
    sealed = begin([host])
    assert early.until("pack_sealed") == sealed
    assert early.reveal("0" * 32)["code"] == "wrong-reveal"
    late = Player(server, {**host.seated, "cookie": server.guest("Late")})
    assert late.sit()["pack"]["sealed"] == sealed
    host.reveal(host.nonce)
    assert early.until("pack_made") == late.until("pack_made")
    latest = Player(server, {**host.seated, "cookie": server.guest("Latest")})
    pack = latest.sit()["pack"]
    assert (pack["sealed"], pack["nonces"]) == (sealed, [host.revealed[-1], "", "", ""])
    assert (pack["depth"], pack["packets"]) == (None, [3, 2])
    assert late.update["pack"] is None


def test_at_a_table_that_nobody_may_watch_nobody_sees_how_the_pack_is_made(server: Server) -> None:
    host = sitting(server, people=1, terms={"watch": "none"})[0]
    host.commit()
    begin([host])
    stranger = Person(server, {**host.seated, "cookie": server.guest("Stranger")})
    stranger.knock()
    answer = stranger.receive("update", "refused")
    assert answer.get("pack") is None


def test_a_rematch_and_a_deal_that_nobody_took_have_packs_of_everybody_too(server: Server) -> None:
    players = sitting(server, options={"target": 100})
    for player in players:
        player.commit()
    begin(players)
    nobody_takes(players)
    assert [it["number"] for it in players[0].received("pack_sealed")] == [1, 2]
    all_receive(list(players), players[0].version or 0)
    while players[0].view["winner"] is None:
        play_a_deal(players)
        if players[0].view["winner"] is None:
            agree(players, "ready")
    agree(players, "rematch")
    last = players[0].received("pack_sealed")[-1]
    assert (last["match"], last["number"]) == (2, 1)
    assert all(player.view["deal_number"] == 1 for player in players)
    play_a_deal(players)
    added = "proven: the pack was fixed before the cut; 4 players added secrets of their own"
    assert next(fairness.verify(record(server, players[0]))) == f"deal 1: {added}"


def agree(players: list[Player], to: str) -> None:
    """Have everybody ask for the next deal or match, and receive its beginning."""
    seals = len(players[0].received("pack_sealed"))
    for player in players:
        assert player.ask(to, expect=player.version)["type"] == "ack"
    for player in players:
        player.until("pack_sealed", seals + 1)
    for player in players:
        player.until("pack_made", seals + 1)


def nobody_takes(players: list[Player]) -> None:
    """Have everybody pass until the deal dies; the next is dealt without anybody's asking."""
    while not players[0].received("deal_died"):
        all_receive(list(players), max(player.version or 0 for player in players))
        for player in players:
            if player.view["to_act"] == player.update["you"]:
                act = {"do": "pass"}
                answer = player.ask("act", expect=player.version, action=act)
                assert answer["type"] == "ack"
                all_receive(list(players), answer["version"])
    for event in ("pack_sealed", "pack_made"):
        for player in players:
            player.until(event, 2)


def test_a_table_with_bots_begins_with_the_nonce_of_who_opens_it(server: Server) -> None:
    nonce = secrets.token_hex(NONCE_BYTES)
    digest = commitment(bytes.fromhex(nonce))
    table = server.new_table("Ann", preset="bga", digest=digest)
    player = Player(server, table)
    player.nonce = nonce
    assert player.sit()["pack"]["sealed"]["commitments"] == [digest, "", "", ""]
    assert player.until("pack_made")["nonces"] == [nonce, "", "", ""]
    play_a_deal([player])


def test_strangers_who_are_put_together_begin_with_the_nonces_of_all(server: Server) -> None:
    nonces = [secrets.token_hex(NONCE_BYTES) for _ in range(4)]
    digests = [commitment(bytes.fromhex(nonce)) for nonce in nonces]
    seekers = [seated(server, begin=False) for _ in nonces]
    for seeker, digest in zip(seekers, digests, strict=True):
        seek = {"type": "seek", "id": "s", "preset": "bga", "pace": "fast", "digest": digest}
        seeker.send(seek)
    players = []
    for seeker, nonce in zip(seekers, nonces, strict=True):
        matched = seeker.receive("matched")["table"]
        players.append(Player(server, {**seeker.seated, "table": matched}))
        players[-1].nonce = nonce
    for player in players:
        player.sit()
    made = players[0].until("pack_made")["nonces"]
    assert sorted(made) == sorted(nonces)
