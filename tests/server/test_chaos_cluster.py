"""Several nodes of which one is killed, and one stopped: a short run of tools/chaos_cluster.py."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from nats_server import running_nats
from needs import needs_postgres

from rebelote.server.table.model.event_log import Acted, decode

chaos_cluster = pytest.importorskip("chaos_cluster", reason="asyncpg is not installed")
pytestmark = needs_postgres

SHORT = chaos_cluster.ChaosOptions(
    nodes=3, tables=4, cycles=2, kinds=("kill", "stop"), calm=0.5, stopped=4.0, pace=0.2,
    clock="normal",
)  # fmt: skip
WITHOUT_NATS = SHORT._replace(nodes=2, cycles=1, kinds=("nats",), silent=4.0)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with chaos_cluster.serving(SHORT.nodes) as made:
        yield made


def test_no_move_is_lost_when_a_node_is_killed_and_another_stopped(cluster: Any) -> None:
    result, tables = chaos_cluster.quickly(short_run(cluster))
    assert not chaos_cluster.is_wrong(result), result
    assert result["faults"] == 2
    assert result["acknowledged"] > 50
    assert result["shown"] > result["lines"]
    for party, lines in tables:
        check_that_faults_are_detected(party, lines)
    check_that_lines_name_their_node("".join(node.said for node in cluster.nodes))


@pytest.mark.full
def test_no_move_is_lost_while_nodes_do_not_receive_each_other() -> None:
    with running_nats() as nats, chaos_cluster.serving(2, nats=nats) as cluster:
        result, _ = chaos_cluster.quickly(short_run(cluster, WITHOUT_NATS))
    assert not chaos_cluster.is_wrong(result), result
    assert result["faults"] == 1
    assert result["acknowledged"] > 20


async def short_run(cluster: Any, asked: Any = SHORT) -> tuple[dict[str, Any], list[Any]]:
    work = chaos_cluster.Chaos(cluster, asked)
    result = await work.publish()
    return result, await work.logs()


def check_that_lines_name_their_node(said: str) -> None:
    """Check that every line in the log of killed nodes names its node."""
    lines = [line for line in said.splitlines() if line.startswith("timestamp=")]
    assert any("another node is there" in line for line in lines)
    assert all(" node=" in line for line in lines)


def check_that_faults_are_detected(party: Any, lines: list[Any]) -> None:
    """Check that a reader of a damaged log finds each fault."""
    seq, key, entry = next(
        line for line in lines if isinstance(decode(line[2]), Acted) and line[1] is not None
    )
    at = lines.index((seq, key, entry))
    without = [*lines[:at], *((n - 1, *rest) for n, *rest in lines[at + 1 :])]
    assert chaos_cluster.wrongs_at(party, without)["lost"] == 1
    gap = [*lines[:at], *lines[at + 1 :]]
    assert chaos_cluster.wrongs_at(party, gap)["broken"]
    twice = [*lines, (lines[-1][0] + 1, key, lines[-1][2])]
    assert chaos_cluster.wrongs_at(party, twice)["twice"] == 1
    cut_short = lines[: len(lines) // 2]
    assert chaos_cluster.judged(party, cut_short)["histories"]


AT_ONCE = """
import concurrent.futures, forked
with concurrent.futures.ThreadPoolExecutor(4) as threads:
    print(len({id(one) for one in threads.map(lambda _: forked.parent(), range(4))}))
"""


@pytest.mark.full
def test_nodes_that_are_started_at_once_have_one_parent() -> None:
    """Each of several parents would not know the children of the others."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", AT_ONCE]
    result = subprocess.run(command, capture_output=True, check=True, text=True, env=environment)
    assert result.stdout == "1\n"
