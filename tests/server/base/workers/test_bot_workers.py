"""Bot workers: every level plays and gives hints without blocking the server."""

from __future__ import annotations

import json
import os
import signal
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from half_sent import has_stopped, send_result
from needs import needs_kernel
from raw_connections import workers
from server_process import Server, seated
from waiting import until

from rebelote import worker_processes
from rebelote.bots import LEVELS
from rebelote.kernel import solver
from rebelote.server.base.workers import bots as bot_workers


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_chosen_at_the_table(server: Server, level: str) -> None:
    person = seated(server, level=level)
    person.play_until(lambda view: bool(view["sheet"]))
    received = [json.loads(frame) for frame in person.frames]
    players = next(m["players"] for m in received if m["type"] == "update")
    assert [player["level"] for player in players] == ["", level, level, level]


def test_an_unknown_level_is_refused(server: Server) -> None:
    status, answer = server.post("/api/tables", b'{"level": "grandmaster"}', server.guest())
    assert (status, answer["code"]) == (422, "wrong-options")
    assert "grandmaster" in answer["message"]


def test_a_hint_is_an_action_and_its_reason(server: Server) -> None:
    person = seated(server, level="beginner")
    person.play_until(lambda view: view["legal"] and view["phase"] == "play")
    version = person.version or 0
    person.send({"type": "hint", "id": "h1", "expect": version})
    hinted = person.receive("hinted")
    assert (hinted["id"], hinted["version"]) == ("h1", version)
    thought = hinted["thought"]
    assert thought["action"]["card"] in person.view["legal"]["cards"] and "code" in thought
    if solver.KERNEL and len(person.view["legal"]["cards"]) > 1:
        assert set(thought["worth"]) == set(person.view["legal"]["cards"])
    person.send({"type": "hint", "id": "h2", "expect": version - 1})
    assert person.receive("refused")["code"] == "stale"


def test_nobody_helps_as_in_real_life_nor_out_of_turn(server: Server) -> None:
    real = seated(server, level="beginner", real_life=True, preset="flemish")
    real.play_until(lambda view: view["legal"] and view["phase"] in ("bidding", "play"))
    real.send({"type": "hint", "id": "h", "expect": real.version})
    assert real.receive("refused")["code"] == "no-hint"
    real.close()
    over = seated(server, level="beginner")
    over.play_until(lambda view: view["phase"] == "deal_over")
    over.send({"type": "hint", "id": "h", "expect": over.version})
    assert over.receive("refused")["code"] == "not-your-turn"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="workers are found in /proc")
@needs_kernel
def test_a_worker_that_dies_is_replaced_and_none_outlives_the_server(tmp_path: Path) -> None:
    own = Server(tmp_path / "log.sqlite")
    own.copied = False
    own.start()
    try:
        person = seated(own, level="club")
        person.play_until(lambda view: bool(view["sheet"]))
        killed = workers(own)
        assert killed
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        deals = len(person.view["sheet"])
        person.play_until(lambda view: len(view["sheet"]) > deals)
        left = workers(own)
        assert left
        person.close()
        own.kill()
        until(lambda: not any(alive(worker) for worker in left))
        own.start()
    finally:
        own.stop()


def alive(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_pool_ends_where_a_worker_is_killed_while_it_sends_a_result() -> None:
    pool = bot_workers.start(1, bot_workers.leave_with_the_server)
    sent = pool.submit(send_result, True)
    (worker,) = worker_processes.started(pool)
    until(lambda: has_stopped(worker))
    ending = threading.Thread(target=worker_processes.end, args=(pool,), daemon=True)
    ending.start()
    ending.join(60)
    assert not ending.is_alive()
    assert isinstance(sent.exception(60), BrokenProcessPool)
    assert not worker.is_alive()
