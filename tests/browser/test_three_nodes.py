"""Browsers at a table that three nodes serve; one node is killed or stopped, and they play on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from balancer import Balancer, balanced
from cluster import Cluster, Node, serving
from needs import needs_postgres
from playwright.sync_api import Page, WebSocket, expect
from server_process import Server
from waiting import until

from browser.conftest import Visit
from browser.steps import play, play_to_the_settlement, tricks, waiting_room

pytestmark = needs_postgres

ON_TABLE = "[data-testid=trick] li"


@pytest.fixture
def nodes() -> Iterator[Cluster]:
    """Yield three nodes over a PostgreSQL of their own."""
    with serving(3) as cluster:
        yield cluster


def in_mid_trick(page: Page) -> bool:
    """Return whether a trick has begun, after others."""
    return tricks(page) >= 2 and 0 < page.locator(ON_TABLE).count() < 4


def test_four_browsers_play_on_when_a_node_is_killed(visit: Visit, nodes: Cluster) -> None:
    with balanced(nodes.ports) as balancer:
        play_on(visit, nodes, balancer, Node.crash, people=4)


def test_two_browsers_play_on_when_a_node_stands_still(visit: Visit, nodes: Cluster) -> None:
    """No connection breaks, and the balancer leads people to that node again: they go on trying."""
    with balanced(nodes.ports) as balancer:
        play_on(visit, nodes, balancer, lambda node: node.signal(signal.SIGSTOP), people=2)


def result_on(page: Page) -> list[str]:
    """Return the marks of both sides, once they are shown after the return of a person."""
    marks = page.locator("[data-testid=settlement] .result b")
    expect(marks).to_have_count(2)
    return marks.all_inner_texts()


def play_on(
    visit: Visit,
    nodes: Cluster,
    balancer: Balancer,
    strike: Callable[[Node], None],
    people: int,
) -> None:
    """Play to the end of a deal; nobody loads the page again."""
    everybody = [visit("phone" if seat % 2 else "desktop") for seat in range(people)]
    lines: list[WebSocket] = []
    for page in everybody:
        page.on("websocket", lambda line: lines.append(line))
    host = everybody[0]
    names = ("Anna", "Luc", "Olga")[: people - 1]
    others = zip(everybody[1:], names, range(1, people), strict=True)
    waiting_room(Server(Path(), balancer.port), host, *others)
    expect(host.get_by_test_id(f"seat-{people - 1}")).to_contain_text(names[-1])
    for page in everybody:
        page.evaluate("window.neverLoadedAgain = true")
    host.get_by_test_id("begin").click()
    play(everybody, lambda: in_mid_trick(host))

    before = len(lines)
    [(port, served)] = balancer.sockets.most_common(1)
    assert served > 0
    strike(next(node for node in nodes.nodes if node.port == port))
    until(lambda: host.title() and len(lines) >= before + served)
    play_to_the_settlement(everybody)
    assert all(page.evaluate("window.neverLoadedAgain") for page in everybody)
    mine = result_on(host)
    assert [result_on(page) for page in everybody] == [mine, mine[::-1]] * (people // 2)
