"""Work on each of many things: one that fails stops no other."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.supervision import BACKOFF_FIRST, Each
from rebelote.server.base.storage.store import StoreUnavailableError


class Work:
    """Work that notes each thing done, and raises the error planted for a thing."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.bad: dict[str, Exception] = {}

    async def on(self, thing: str) -> None:
        if thing in self.bad:
            raise self.bad[thing]
        self.done.append(thing)


def test_a_thing_that_fails_is_reported_and_the_others_are_done() -> None:
    work, now = Work(), [0.0]
    each: Each[str] = Each("clocks", lambda: now[0])
    work.bad["b"] = ValueError("bad")
    with capture_logs() as logs:
        asyncio.run(each.do(work.on, ["a", "b", "c"]))
    assert work.done == ["a", "c"]
    assert [(line["chore"], line["thing"]) for line in logs] == [("clocks", "b")]


def test_a_thing_that_has_failed_is_tried_again_after_a_while() -> None:
    work, now = Work(), [0.0]
    each: Each[str] = Each("clocks", lambda: now[0])
    work.bad["b"] = ValueError("bad")
    asyncio.run(each.do(work.on, ["b"]))
    work.bad.clear()
    asyncio.run(each.do(work.on, ["b"]))
    assert work.done == []
    now[0] += BACKOFF_FIRST
    asyncio.run(each.do(work.on, ["b"]))
    asyncio.run(each.do(work.on, ["b"]))
    assert work.done == ["b", "b"]


def test_too_much_to_do_ends_the_run_and_an_outage_is_raised() -> None:
    work = Work()
    each: Each[str] = Each("clocks")
    work.bad["b"] = IllegalActionError("server-busy")
    asyncio.run(each.do(work.on, ["a", "b", "c"]))
    work.bad["b"] = StoreUnavailableError("gone")
    with pytest.raises(StoreUnavailableError):
        asyncio.run(each.do(work.on, ["a", "b", "c"]))
    assert work.done == ["a", "a"]


def test_a_refusal_of_another_kind_is_a_failure_of_that_thing() -> None:
    work = Work()
    each: Each[str] = Each("clocks")
    work.bad["b"] = IllegalActionError("no-such-table")
    asyncio.run(each.do(work.on, ["a", "b", "c"]))
    assert work.done == ["a", "c"]
