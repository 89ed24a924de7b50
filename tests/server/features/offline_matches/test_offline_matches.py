"""Matches that were played without a network: handed in, verified, and counted nowhere."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from databases import looking_into
from http_person import Browser, in_the_file
from in_process import serving_in_process
from offline_play import Player, played_out
from server_process import Server

from rebelote.offline.table import finished
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.features.history.retention import DAY
from rebelote.server.features.offline_matches import matches as offline_matches
from rebelote.server.features.offline_matches import reading as offline_match
from rebelote.server.features.offline_matches.feature import RECORD_BYTES
from rebelote.server.features.offline_matches.matches import KEPT

HERE = "/api/me/offline-matches"


def proof(player: Player) -> str:
    """Return the proof that the device hands in."""
    result = finished(player.table.table, (line for _, _, line in player.log), "Ann")
    assert result is not None
    return result.proof


@pytest.fixture(scope="module")
def record() -> str:
    return proof(played_out("french"))


def everything_rated(server: Server) -> list[Any]:
    return [in_the_file(server, f"SELECT * FROM {name}") for name in ("ratings", "played", "daily")]


def test_a_match_handed_in_stands_with_ones_own_and_counts_nowhere(
    server: Server, record: str
) -> None:
    ann = Browser(server, "Ann")
    before = everything_rated(server)
    received = ann.post(HERE, 200, record=record)
    again = ann.post(HERE, 200, record=record.replace("\n", "\n\n"))
    assert received == again, "handed in twice it is one match"
    assert received["offline"] and not received["rated"] and received["table"] is None
    mine = ann.get(f"/api/people/{ann.me['id']}")
    assert mine["matches"] == [received]
    assert not mine["standings"] and not mine["points"]
    assert everything_rated(server) == before
    status, text = server.get(f"{HERE}/{received['offline']}", ann.cookie)
    assert status == 200
    assert set(Record.parse(text.decode()).names) == {"Ann", *BOT_NAMES[:3]}


def test_nobody_else_sees_it_or_hands_it_in_for_one(server: Server, record: str) -> None:
    ann, bob = Browser(server, "Ann"), Browser(server, "Bob")
    received = ann.post(HERE, 200, record=record)
    assert not bob.get(f"/api/people/{ann.me['id']}")["matches"]
    assert bob.code("GET", f"{HERE}/{received['offline']}", 404) == "no-such-match"
    assert Browser(server).code("POST", HERE, 401, record=record) == "who-are-you"
    named = record.replace('[Seat 0 "0"]', '[Seat 0 "Bob"]')
    assert ann.code("POST", HERE, 422, record=named) == "wrong-match-record"
    assert in_the_file(
        server, "SELECT count(*) FROM offline_matches WHERE person = ?", bob.me["id"]
    ) == [(0,)]


def wrong(record: str) -> dict[str, str]:
    """Return records that are not those of a whole match on a device."""
    play = re.compile(r"(?m)^(1\. )(\w\w) (\w\w)")
    return {
        "one card": play.sub(r"\1\3 \2", record, count=1),
        "the marks": re.sub(r"(?m)^(made|failed) (\d+)", r"\1 9\2", record, count=1),
        "unfinished": record[: record.rindex("[Deal ")],
        "a remark": record.replace("[Deal 1]", "[Deal 1]\n; buy this"),
        "two people": record.replace(BOT_NAMES[0], "1"),
        "nobody": record.replace('[Seat 0 "0"]', f'[Seat 0 "{BOT_NAMES[3]}"]'),
        "no names": re.sub(r"(?m)^\[Seat.*\n", "", record),
        "deals": record + "[Deal 1]\n" * 300,
        "nothing": "",
    }


def test_a_record_that_the_law_does_not_play_again_is_refused(server: Server, record: str) -> None:
    ann = Browser(server, "Ann")
    for what, text in wrong(record).items():
        assert text != record, what
        assert ann.code("POST", HERE, 422, record=text) == "wrong-match-record", what
    assert ann.code("POST", HERE, 413, record=record + " " * RECORD_BYTES) == "too-large"
    assert not ann.get(f"/api/people/{ann.me['id']}")["matches"]


def test_a_record_with_seals_is_refused_for_the_device_made_the_packs() -> None:
    player = played_out("french")
    result = finished(player.table.table, (line for _, _, line in player.log), "0")
    assert result is not None and "seal " in result.record and "seal " not in result.proof
    with pytest.raises(IllegalActionError, match="wrong-match-record"):
        offline_match.verified(result.record)


@pytest.mark.parametrize("preset", ["flemish", "flemish3", "bga"])
def test_matches_of_every_rule_set_can_be_handed_in(preset: str) -> None:
    player = played_out(preset, 150)
    result = finished(player.table.table, (line for _, _, line in player.log), "Ann")
    assert result is not None
    kept = offline_match.verified(result.proof)
    assert kept.record == result.proof
    details = (result.preset, result.won, result.marks, result.others)
    assert (kept.preset, kept.won, kept.marks, kept.others) == details


def test_it_goes_with_the_person_and_comes_with_the_account(server: Server, record: str) -> None:
    eva, guest = Browser(server), Browser(server, "Guest")
    eva.sign_up("Eva Offline")
    received = guest.post(HERE, 200, record=record)
    account = eva.get("/api/me")["id"]
    guest.log_in("Eva Offline")
    (held,) = guest.get("/api/me/export")["offline_matches"]
    assert held["digest"] == received["offline"] and held["record"] == record
    assert (
        in_the_file(
            server, "SELECT person FROM offline_matches WHERE digest = ?", received["offline"]
        ).count((account,))
        == 1
    )
    fay = Browser(server, "Fay")
    fay.post(HERE, 200, record=record)
    fay.ask("DELETE", "/api/me", 204)
    assert not in_the_file(server, "SELECT 1 FROM offline_matches WHERE person = ?", fay.me["id"])


def test_the_latest_of_a_person_are_kept(server: Server, record: str) -> None:
    """A hundred are kept; the oldest is forgotten as one more comes."""
    gus = Browser(server, "Gus")
    server.stop()
    rows = [(gus.me["id"], f"old-{n}", n, "french", 0, True, 1, 0, "") for n in range(150)]
    with looking_into(server.database) as file:
        columns = "person, digest, handed_in, preset, seat, won, marks, others, record"
        insert = f"INSERT INTO offline_matches ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        file.executemany(insert, rows)
    server.start()
    gus.post(HERE, 200, record=record)
    kept = in_the_file(
        server, "SELECT handed_in FROM offline_matches WHERE person = ? ORDER BY 1", gus.me["id"]
    )
    assert len(kept) == KEPT
    assert kept[0] == (51,)


def test_it_is_kept_compressed_and_one_of_before_is_read(server: Server, record: str) -> None:
    hal = Browser(server, "Hal")
    received = hal.post(HERE, 200, record=record)["offline"]
    sql = "SELECT length(packed), length(record) FROM offline_matches WHERE person = ?"
    [(packed, plain)] = in_the_file(server, sql, hal.me["id"])
    assert packed < len(record) and plain == 0
    server.stop()
    with looking_into(server.database) as file:
        update = "UPDATE offline_matches SET packed = NULL, record = ? WHERE person = ?"
        file.execute(update, (record, hal.me["id"]))
    server.start()
    status, text = server.get(f"{HERE}/{received}", hal.cookie)
    assert (status, text.decode()) == (200, record.replace('[Seat 0 "0"]', '[Seat 0 "Hal"]'))
    assert hal.get("/api/me/export")["offline_matches"][0]["record"] == record


def test_a_guests_match_is_kept_for_a_week(tmp_path: Path, record: str) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        guest, holder = Browser(server, "Guest"), Browser(server)
        holder.sign_up("Holder")
        for person in (guest, holder):
            person.post(HERE, 200, record=record)
        server.time.advance(offline_matches.GUEST_SECONDS - DAY)
        for _ in range(2):
            for person in (guest, holder):
                assert person.get(f"/api/people/{person.get('/api/me')['id']}")["matches"]
            server.run_chores()
        server.time.advance(2 * DAY)
        server.run_chores()
        assert not guest.get(f"/api/people/{guest.me['id']}")["matches"]
        assert holder.get(f"/api/people/{holder.get('/api/me')['id']}")["matches"]


def test_all_of_them_together_have_a_most_size_of_which_guests_fill_half(
    tmp_path: Path, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(zlib.compress(record.encode()))
    monkeypatch.setattr(offline_matches, "MOST_BYTES", 2 * size)
    with serving_in_process(tmp_path / "log.sqlite") as server:
        guests = [Browser(server, name) for name in ("One", "Two")]
        holders = [Browser(server) for _ in range(2)]
        for number, holder in enumerate(holders):
            holder.sign_up(f"Holder {number}")
        guests[0].post(HERE, 200, record=record)
        assert guests[1].code("POST", HERE, 507, record=record) == "offline-full"
        holders[0].post(HERE, 200, record=record)
        assert holders[1].code("POST", HERE, 507, record=record) == "offline-full"
        guests[0].ask("DELETE", "/api/me", 204)
        server.run_chores()
        holders[1].post(HERE, 200, record=record)
