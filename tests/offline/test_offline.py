"""The table in the page: the server's table, in the Python of the page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msgspec
import offline_play
import pytest
from offline_play import NONCE, Player

from rebelote import bots
from rebelote.bots import Thought
from rebelote.offline.page import Page
from rebelote.offline.table import PERSON, OfflineTable
from rebelote.rules.fairness import commitment
from rebelote.rules.presets import PRESETS
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.protocol.messages import FromServer
from rebelote.server.base.protocol.updates import Update
from rebelote.server.people.database import Person
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.model.event_log import Acted, decode
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata
from rebelote.server.web.security import POLICY
from rebelote.server.web.static_files import StaticFile, headers_of

PROGRAM = Path(offline_play.__file__)
HOME = PROGRAM.parents[2]


@pytest.mark.full
@pytest.mark.skipif(
    not [*(HOME / "web" / "wheels").glob("*.whl")], reason="its packages could not be downloaded"
)
def test_the_python_of_the_page_gives_what_that_of_the_server_gives() -> None:
    """Whole matches of every rule set and every sentence of the lessons, value for value."""
    command = [HOME / ".venv" / "bin" / "node", PROGRAM.with_name("pyodide.mjs"), PROGRAM]
    seen = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert seen.returncode == 0, seen.stderr
    in_the_page = [json.loads(line) for line in seen.stdout.splitlines()]
    here = list(offline_play.everything())
    assert len(here) > 100
    for theirs, ours in zip(in_the_page, here, strict=True):
        assert theirs == ours


class Ear:
    """The person's connection to the server's table."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.watch: int | None = None

    def send(self, message: FromServer) -> None:
        """Ignore the message."""

    def remove(self, code: str) -> None:
        """Do nothing: nobody is removed here."""

    def close_to_reconnect(self) -> None:
        """Do nothing: there is no other node."""


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_receives_what_the_server_sends_for_the_same_log(preset: str) -> None:
    scoring = PRESETS[preset].scoring
    player = Player(preset, (1000 if scoring.settlement == "bid" else 400) // scoring.unit)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    table = Table.restore("local", player.log, by_name)
    compared = 0
    while player.next_message() is not None:
        for version, client_id, line in player.log[table.version :]:
            table.commit(table.followed_by(decode(line), client_id))
            assert table.version == version
        assert player.table.update(None) == sent_of(table)
        compared += 1
    assert compared > 15
    assert player.table.update(None) == sent_of(Table.restore("local", player.log, by_name))


def by_name(_: str) -> str:
    return "Ann"


def sent_of(table: Table) -> Update:
    """Build the update that the server sends of this table to a person who joins."""
    person = Person(id=PERSON, name="Ann")
    room, ear = Room(table, TableMetadata(host=person.id), "", 0.0), Ear(person)
    room.add(ear, 0.0)
    return msgspec.structs.replace(Broadcaster(room).update(ear, None, 0.0), clock=None)


def waits_for_a_pack(player: Player) -> bool:
    return player.table.table.awaited is not None


def test_a_match_goes_on_where_the_log_ends() -> None:
    """After a reload, also of a pack that was sealed and whose nonce is lost."""
    player = Player("french", 150)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    while player.next_message() is not None:
        pass
    player.say("rematch", id="again", expect=player.table.table.version)
    player.table = OfflineTable.restore("local", "Ann", player.log)
    assert waits_for_a_pack(player)
    player.say("join", table="local", protocol=2)
    assert not waits_for_a_pack(player)
    while player.next_message() is not None:
        pass
    assert player.table.table.match.winner is not None


def test_entries_that_could_not_be_written_are_taken_back() -> None:
    """The table is restored from its log, and play goes on from there."""
    player = Player("french", 150)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    kept = list(player.log)
    asked = player.next_message()
    assert asked is not None
    player.log[:] = kept
    player.table = OfflineTable.restore("local", "Ann", player.log)
    assert player.table.table.version == kept[-1][0]
    player.say("join", table="local", protocol=2)
    while player.next_message() is not None:
        pass
    assert player.table.table.match.winner is not None
    assert [version for version, _, _ in player.log] == [*range(1, len(player.log) + 1)]


def test_a_log_with_a_line_missing_is_refused() -> None:
    player = Player("french", 150)
    player.say("join", table="local", protocol=2)
    lines = [(version, key, line.decode()) for version, key, line in player.log]
    lines += [(lines[-1][0] + 2, None, lines[-1][2])]
    received = json.loads(Page().restore("local", "Ann", json.dumps(lines)))
    assert received["refused"] == "table-unreadable"


def test_a_log_that_breaks_the_law_is_refused_and_nothing_is_played_on() -> None:
    player = Player("french", 150)
    player.say("join", table="local", protocol=2)
    while player.next_message() is not None:
        pass
    lines = [(version, key, line.decode()) for version, key, line in player.log]
    page = Page()
    assert json.loads(page.restore("local", "Ann", json.dumps(lines)))["over"]
    plays = [n for n, (_, _, line) in enumerate(lines) if '"do":"play"' in line]
    (version, key, line), (_, _, other) = lines[plays[0]], lines[plays[5]]
    acted = json.loads(line) | {"action": json.loads(other)["action"]}
    lines[plays[0]] = version, key, json.dumps(acted)
    received = json.loads(page.restore("local", "Ann", json.dumps(lines)))
    assert received["refused"] == "table-unreadable"
    with pytest.raises(ValueError, match="no table is open"):
        page.receive('{"type":"ping"}', NONCE)


@pytest.mark.parametrize("fault", [ZeroDivisionError("failed"), IllegalActionError("not-now")])
def test_a_bot_that_fails_plays_the_simplest_card(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the server; else the table would fail again whenever the person comes back."""
    player = Player("french", 150)
    player.say("join", table="local", protocol=2)

    class Failing:
        def think(self, _: View) -> Thought:
            raise fault

    monkeypatch.setattr(bots, "make", lambda *_: Failing())
    while player.next_message() is not None:
        pass
    assert player.table.table.match.winner is not None
    entries = [decode(line) for _, _, line in player.log]
    assert any(isinstance(entry, Acted) and entry.failed for entry in entries)


def test_levels_that_need_the_kernel_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rebelote.offline.table.LEVELS", bots.WITHOUT_KERNEL)
    with pytest.raises(IllegalActionError, match="needs an internet connection"):
        OfflineTable.open("local", "Ann", b'{"level":"master"}', bytes(32))


def test_only_the_worker_may_compile_webassembly() -> None:
    result = StaticFile(b"", "tag", "identity", False)
    worker = headers_of("/assets/offline/worker-x.js", result)
    assert "'wasm-unsafe-eval'" in worker["content-security-policy"]
    assert "content-security-policy" not in headers_of("/assets/app-x.js", result)
    assert "unsafe" not in POLICY
