"""The table in the page: the server's table, with a stand-in for msgspec."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import offline_play
import pytest
from offline_play import NONCE, Player
from pyicumessageformat import Parser

from rebelote.i18n import LANGUAGES, catalogue
from rebelote.offline.page import Page
from rebelote.offline.pyicumessageformat import Parser as StandIn
from rebelote.offline.table import PERSON, OfflineTable
from rebelote.rules.fairness import commitment
from rebelote.rules.presets import PRESETS
from rebelote.rules.refusals import IllegalAction
from rebelote.server.http.security import POLICY
from rebelote.server.http.static_files import StaticFile, headers_of
from rebelote.server.live.broadcaster import Broadcaster
from rebelote.server.live.room import Room, TableFacts
from rebelote.server.people.database import Person
from rebelote.server.protocol.messages import FromServer
from rebelote.server.tables.table import Table

PROGRAM = Path(offline_play.__file__)
MESSAGES = (
    "a {n, plural, =0 {x} one {# y {z}} other {# '{'q}} b '' it's {g, number}",
    "# stands alone, d'accord",
)


def test_the_stand_in_for_msgspec_gives_what_the_real_one_gives() -> None:
    """Whole matches of every rule set, value for value, in a Python that has no native module."""
    command = [sys.executable, str(PROGRAM)]
    seen = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert seen.returncode == 0, seen.stderr
    by_stand_in = [json.loads(line) for line in seen.stdout.splitlines()]
    by_msgspec = list(offline_play.everything())
    assert len(by_msgspec) > 100
    for ours, real in zip(by_stand_in, by_msgspec, strict=True):
        assert ours == real


def test_the_stand_in_for_the_message_parser_reads_every_sentence_as_the_real_one() -> None:
    found = 0
    for language in LANGUAGES:
        for message in (*catalogue(language).values(), *MESSAGES):
            assert StandIn().parse(message) == Parser().parse(message), message
            found += ", plural," in message
    assert found > 50
    for wrong in ("{", "a}", "{n, plural, one {x}}", "{n, plural, other {x}", "{}"):
        for parser in (StandIn(), Parser()):
            with pytest.raises(SyntaxError):
                parser.parse(wrong)


class Ear:
    """The person's connection to the server's table."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.watch: int | None = None

    def send(self, message: FromServer) -> None:
        """Nothing is sent here."""

    def turn_away(self, code: str) -> None:
        """Nobody is."""

    def close_to_reconnect(self) -> None:
        """Nobody is sent to another node here."""


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_is_told_what_the_server_tells_of_the_same_log(preset: str) -> None:
    scoring = PRESETS[preset].scoring
    player = Player(preset, (1000 if scoring.settlement == "bid" else 400) // scoring.unit)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    person = Person(PERSON, "Ann")
    compared = 0
    while player.next_message() is not None:
        ours = player.table
        table = Table.restore("local", player.log[: ours.table.version], lambda _: "Ann")
        room = Room(table, TableFacts(person.id), "", 0.0)
        ear = Ear(person)
        room.add(ear, 0.0)
        real = Broadcaster(room).update(ear, None, 0.0)
        assert ours.update(None) == msgspec.structs.replace(real, clock=None)
        compared += 1
    assert compared > 15


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
    told = json.loads(Page().restore("local", "Ann", json.dumps(lines)))
    assert told["refused"] == "table-unreadable"


def test_levels_that_need_the_kernel_say_so() -> None:
    with pytest.raises(IllegalAction, match="needs the network"):
        OfflineTable.open("local", "Ann", b'{"level":"master"}', bytes(32))


def test_only_the_worker_may_compile_webassembly() -> None:
    found = StaticFile(b"", "tag", "identity", False)
    worker = headers_of("/assets/offline/worker-x.js", found)
    assert "'wasm-unsafe-eval'" in worker["content-security-policy"]
    assert "content-security-policy" not in headers_of("/assets/app-x.js", found)
    assert "unsafe" not in POLICY
