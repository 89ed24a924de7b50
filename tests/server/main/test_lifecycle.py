"""Operation of a server: health, metrics, logs, and draining."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from server_process import Person, Server, seated, serving
from structlog.testing import capture_logs
from waiting import until, until_async

from rebelote.server.base.runtime.watchdog import TOO_LONG, Stall, StallCount, Watchdog
from rebelote.server.base.storage import lock_file
from rebelote.server.main.app import reached_at
from rebelote.server.table import drain

OPTIONS = ("--log-json",)


def figures(server: Server) -> dict[str, float]:
    """Return the figures of /metrics, by name and labels."""
    status, body = server.get("/metrics")
    assert status == 200
    rows = (line.rpartition(" ") for line in body.decode().splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in rows}


# --- figures and health


def test_what_happens_is_counted(server: Server) -> None:
    before = figures(server)
    person = seated(server, level="beginner")
    person.play_until(lambda view: len(person.acked) >= 5)
    person.send("nonsense")
    person.receive("refused")
    after = figures(server)
    person.close()
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown['rebelote_entries_total{by="person"}'] >= 5
    assert grown['rebelote_entries_total{by="table"}'] >= 1
    assert grown['rebelote_refusals_total{code="malformed"}'] == 1
    assert grown["rebelote_acknowledged_seconds_count"] >= 5
    assert grown["rebelote_delivered_seconds_count"] >= 10
    assert grown["rebelote_store_batch_writes_sum"] >= 5
    until(lambda: figures(server)["rebelote_loop_lag_seconds_count"] >= 1)
    assert after["rebelote_sockets"] == 1
    assert after["rebelote_tables_in_memory"] >= 1
    assert after["process_resident_memory_bytes"] > 10_000_000


def test_thoughts_are_timed_by_level(server: Server) -> None:
    person = seated(server, level="regular")
    person.play_until(lambda view: view["sheet"])
    person.close()
    result = figures(server)
    assert result['rebelote_thought_seconds_count{level="regular"}'] >= 1
    assert result["rebelote_thought_wait_seconds_count"] >= 1


def test_figures_are_shown_to_this_machine_but_not_through_a_proxy(server: Server) -> None:
    request = urllib.request.Request(server.url + "/metrics")
    request.add_header("x-forwarded-for", "203.0.113.9")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert json.loads(refused.value.read())["code"] == "not-yours"
    assert refused.value.code == 403
    refused.value.close()


@pytest.mark.sqlite
def test_health_puts_what_should_be_beside_what_is(server: Server) -> None:
    status, body = server.get("/health")
    result = json.loads(body)
    assert (status, result["ok"]) == (200, True)
    assert result["expected"] == result["actual"]
    assert {"open", "writer", "database", "disk", "bot_workers", "client"} <= result[
        "actual"
    ].keys()
    assert "backup" not in result["actual"]
    assert "backup_age" not in result
    assert result["disk_free"] > 0


def test_a_server_starts_and_stops_without_a_warning(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--log-json") as server:
        assert server.get("/health")[0] == 200
        logged = server.stop()
    lines = [json.loads(line) for line in logged.splitlines()]
    ours = [line for line in lines if line.get("on_the_processor", 20) >= 20]  # not the machine's
    assert not [line for line in ours if line["level"] != "info"]


# --- the watchdog


def test_a_stall_is_noticed_with_what_ran(capsys: pytest.CaptureFixture[str]) -> None:
    async def stall() -> Watchdog:
        watchdog = Watchdog(warm_up=0)

        def stalled_again() -> bool:
            stand_still(0.2)
            return bool(noticed(watchdog))

        watchdog.start()
        await until_async(lambda: watchdog.beats)
        await until_async(stalled_again)
        watchdog.stop()
        return watchdog

    watchdog = asyncio.run(stall())
    result = noticed(watchdog)
    assert watchdog.longest >= max(stall.seconds for stall in result)
    assert watchdog.too_long >= len(result)
    assert all(stall.seconds > TOO_LONG for stall in result)
    assert any(stall.processor < stall.seconds for stall in result)


def stand_still(seconds: float) -> None:
    time.sleep(seconds)


@pytest.mark.parametrize(
    ("processor", "level"), [((0.0, 0.01, 0.0), "info"), ((0.0, 0.3, 0.2), "warning")]
)
def test_the_stalls_of_a_minute_are_one_line(processor: tuple[float, ...], level: str) -> None:
    count = StallCount()
    for at, seconds in enumerate(processor):
        count.add(Stall(0.0, 0.4 + at, seconds, f"place {at}"))
    with capture_logs() as lines:
        count.write()
    [line] = lines
    assert (line["log_level"], line["times"], line["milliseconds"]) == (level, 3, 2400)
    assert line.get("where") == ("place 1" if level == "warning" else None)


def noticed(watchdog: Watchdog) -> list[Stall]:
    """Return the stalls that this function is known to have caused."""
    return [stall for stall in watchdog.stalls if "stand_still" in stall.where]


# --- closing


def test_a_file_has_one_server(tmp_path: Path) -> None:
    database = str(tmp_path / "log.sqlite")
    assert lock_file.served_by(database) is None
    with lock_file.claimed(database):
        assert lock_file.served_by(database) == os.getpid()
        with (
            pytest.raises(lock_file.AlreadyServedError, match=str(os.getpid())),
            lock_file.claimed(database),
        ):
            pass
    assert lock_file.served_by(database) is None


def test_nothing_is_drained_where_nobody_serves(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no server of this machine serves"):
        lock_file.ask_to_drain(str(tmp_path / "log.sqlite"))


@pytest.mark.sqlite
def test_a_server_that_drains_ends_with_the_deal(tmp_path: Path) -> None:
    database = tmp_path / "log.sqlite"
    with serving(database) as server:
        person = seated(server, level="beginner")
        person.play_until(lambda view: view["phase"] == "play")
        command = [sys.executable, "-m", "rebelote.cli", "drain", "--database", str(database)]
        draining = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        notice = person.receive("notice")
        assert notice["code"] == "maintenance"
        assert 0 < notice["seconds"] <= drain.PATIENCE
        status, body = server.get("/health")
        assert (status, json.loads(body)["actual"]["open"]) == (503, False)
        refused, problem = server.post("/api/tables", b"{}", person.seated["cookie"])
        assert (refused, problem["code"]) == (503, "closing")
        person.play_until(lambda view: view["phase"] == "deal_over")
        assert server.process is not None
        assert server.process.wait(timeout=60) == 0
        assert draining.wait(timeout=60) == 0
        person.close()
        server.start()
        again = Person(server, person.seated)
        assert again.sit()["view"]["phase"] == "deal_over"
        again.play_until(lambda view: view["deal_number"] == 2)


def test_an_empty_server_drains_at_once(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        server.get("/health")
        assert server.process is not None
        server.process.send_signal(signal.SIGUSR1)
        assert server.process.wait(timeout=60) == 0


def test_a_server_says_an_address_that_people_can_type() -> None:
    assert reached_at("127.0.0.1") == "localhost"
    assert reached_at("192.168.1.20") == "192.168.1.20"
    whole = reached_at("0.0.0.0")
    assert whole == "localhost" or not ipaddress.ip_address(whole).is_unspecified
