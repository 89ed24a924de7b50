"""The nodes that are alive, and the one that acts first."""

from __future__ import annotations

from collections import Counter

from rebelote.server.base.cluster.messages import Heartbeat
from rebelote.server.base.cluster.node import FRESH_SECONDS, SILENT_SECONDS, Membership, Node
from rebelote.server.base.cluster.wire import Wire

NAMES = ("a", "b", "c")


def test_a_node_is_new_once_and_gone_when_it_is_silent() -> None:
    mine = Membership("a")
    assert mine.receive("b", 0.0) and not mine.receive("b", 1.0)
    assert mine.expire(1.0 + SILENT_SECONDS) == set() and mine.others == {"b"}
    assert mine.expire(1.1 + SILENT_SECONDS) == {"b"} and not mine.others
    assert mine.receive("b", 9.0), "it is there again"


def test_a_node_that_could_not_be_received_is_not_held_silent() -> None:
    mine = Membership("a")
    mine.receive("b", 0.0)
    mine.forgive(100.0)
    assert mine.expire(100.0 + SILENT_SECONDS) == set()


def test_a_node_that_has_ended_leaves_nothing() -> None:
    mine = Membership("a")
    mine.receive("b", 0.0)
    mine.heartbeats["b"] = Heartbeat(tables=3)
    mine.part("b")
    assert not mine.others and not mine.heartbeats


def test_nodes_agree_on_their_order_and_share_the_tables() -> None:
    """One node acts first at each table; only the nodes that serve a table have a place."""
    first: Counter[str] = Counter()
    for number in range(600):
        table = f"table{number}"
        ranks = {name: Membership(name).rank(table, NAMES) for name in NAMES}
        assert sorted(rank for rank in ranks.values() if rank is not None) == [0, 1, 2]
        first.update(name for name, rank in ranks.items() if rank == 0)
        assert Membership("d").rank(table, NAMES) is None
    assert all(150 < times < 250 for times in first.values()), first


def test_exactly_one_node_leads() -> None:
    leaders = []
    for name in NAMES:
        mine = Membership(name)
        for other in {*NAMES} - {name}:
            mine.receive(other, 0.0)
        leaders.append(mine.leads)
    assert sorted(leaders) == [False, False, True]
    assert Membership("alone").leads


class Silence:
    """A transport that is never opened."""

    most = 1000


def test_who_serves_a_table_comes_before_who_does_not() -> None:
    node = Node("a", Wire("a", Silence()))  # type: ignore[arg-type]
    node.membership.receive("b", 0.0)
    assert node.rank("table", serves=True, elsewhere=()) == 0
    assert node.rank("table", serves=False, elsewhere=("b",)) is None
    nobody = node.rank("table", serves=False, elsewhere=())
    assert nobody == node.membership.rank("table", ("a", "b")), "all have a place"


def test_a_node_judges_by_time_only_if_it_has_looked_of_late() -> None:
    node = Node("a", Wire("a", Silence()))  # type: ignore[arg-type]
    assert not node.is_fresh(0.0)
    node.looked(10.0, clock=1000.0)
    assert node.is_fresh(10.0 + FRESH_SECONDS) and not node.is_fresh(10.1 + FRESH_SECONDS)
