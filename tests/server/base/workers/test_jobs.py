"""Worker processes: turns, places, and the time limit of a job."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.rate_limits import AT_ONCE_BY_ADDRESS, AT_ONCE_BY_PERSON, Limits
from rebelote.server.base.workers.jobs import KIB, Verifier, Worker
from rebelote.server.features.study.reviews import ActionId, DealId, Opinions, ReviewQueue
from rebelote.server.people.database import Person

MAL, ANN = "192.0.2.66", "192.0.2.1"


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Begin the jobs of this block for that address."""
    token = addresses.ADDRESS.set(address)
    try:
        yield
    finally:
        addresses.ADDRESS.reset(token)


def begun(worker: Worker, address: str, *job: Any) -> asyncio.Task[Any]:
    with asked_from(address):
        return asyncio.create_task(worker.run(*job))


def refusal(task: asyncio.Task[Any]) -> str:
    error = task.exception()
    assert isinstance(error, IllegalActionError)
    return error.refusal.code


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    """Return a file whose reader waits until something is written."""
    os.mkfifo(tmp_path / "fifo")
    return tmp_path / "fifo"


def test_an_address_waits_for_two_jobs_of_another_at_most(fifo: Path) -> None:
    async def evening() -> list[str]:
        order: list[str] = []
        with closing(Worker(20)) as worker:
            tasks = [begun(worker, MAL, Path.read_text, fifo)]
            tasks += [begun(worker, MAL, str, number) for number in range(9)]
            await asyncio.sleep(0)
            tasks.append(begun(worker, ANN, str, "ann"))
            await asyncio.sleep(0)
            assert worker.ahead(MAL, 0) == 0
            assert worker.ahead(ANN, 0) == 2, "the one at work, and one of those that wait"
            assert worker.ahead(MAL, 9) == 10
            for task in tasks:
                task.add_done_callback(lambda done: order.append(done.result()))
            await asyncio.to_thread(fifo.write_text, "first")
            await asyncio.gather(*tasks)
            await asyncio.sleep(0)
        return order

    assert asyncio.run(evening())[:4] == ["first", "0", "ann", "1"]


def test_an_address_has_so_many_places_and_leaves_the_others_to_others(fifo: Path) -> None:
    most = AT_ONCE_BY_ADDRESS["records"].most

    async def evening() -> None:
        limits = Limits()
        with closing(Worker(most + 1, None, limits, "records")) as worker:
            tasks = [begun(worker, MAL, Path.read_text, fifo)]
            tasks += [begun(worker, MAL, int) for _ in range(most + 5)]
            await asyncio.sleep(0)
            ann = begun(worker, ANN, int)
            await asyncio.sleep(0)
            assert [task.done() for task in tasks].count(True) == 6
            await asyncio.to_thread(fifo.write_text, "")
            await asyncio.gather(ann, *tasks, return_exceptions=True)
            assert {refusal(task) for task in tasks if task.exception()} == {"too-many"}
            assert ann.result() == 0
            assert (limits.under_way, worker.waiting) == (0, 0)

    asyncio.run(evening())


def test_a_job_that_takes_too_long_is_refused_and_the_next_one_is_done() -> None:
    """The limit is on processor time, so a busy machine refuses no job."""

    async def evening() -> None:
        with closing(Worker(9, seconds=0.2)) as worker:
            endless = asyncio.create_task(worker.run(sum, range(10**15)))
            await asyncio.sleep(0)
            next_one = asyncio.create_task(worker.run(int))
            with pytest.raises(IllegalActionError, match="slow-record"):
                await endless
            assert await next_one == 0
            assert await worker.run(int) == 0

    asyncio.run(evening())


def test_records_that_are_handed_in_count_by_their_size() -> None:
    async def evening() -> None:
        limits = Limits()
        with closing(Verifier(limits)) as verifier:
            with asked_from(MAL):
                for _ in range(2):
                    assert await verifier.run(len, "x" * 500 * KIB) == 500 * KIB
                with pytest.raises(IllegalActionError, match="too-many"):
                    await verifier.run(len, "x" * 500 * KIB)
                assert await verifier.run(len, "x") == 1, "a small one is still within the rate"
            with asked_from(ANN):
                assert await verifier.run(len, "x" * 500 * KIB) == 500 * KIB

    asyncio.run(evening())


# --- reviews --------------------------------------------------------------------------------------


def test_reviews_have_so_many_places_by_person_and_take_turns_by_account_or_address() -> None:
    most = AT_ONCE_BY_PERSON["reviews"].most
    guest, other = Person(id="g1", name="Guest"), Person(id="g2", name="Guest 2")
    account = Person(id="a1", name="Account", account=True)
    limits = Limits()
    queue = ReviewQueue(Worker(9), limits)
    with asked_from(MAL):
        turns = [queue.enter(guest) for _ in range(most)]
        with pytest.raises(IllegalActionError, match="too-many"):
            queue.enter(guest)
        assert {turn.key for turn in (*turns, queue.enter(other), queue.enter(None))} == {MAL}
        assert queue.enter(account).key == "a1"


def test_no_place_is_taken_for_a_deal_that_there_is_not() -> None:
    text = (Path(__file__).parents[3] / "games" / "swept.txt").read_text()

    async def ask(deal: int) -> None:
        with closing(Worker(0)) as worker:  # which has no place at all
            asked = ActionId(DealId("AAAAAAAAAAAA", 1, deal), 0)
            await Opinions(ReviewQueue(worker, Limits())).on(asked, text, None)

    with pytest.raises(IllegalActionError, match="deal-not-over"):
        asyncio.run(ask(199))
    with pytest.raises(IllegalActionError, match="too-many"):
        asyncio.run(ask(1))


# --- what is kept ---------------------------------------------------------------------------------


def test_a_cache_holds_so_many_bytes_and_drops_what_was_not_used_for_longest() -> None:
    cache: LruCache[str, bytes] = LruCache(10, len)
    cache.put("a", b"aaaa")
    cache.put("b", b"bbbb")
    assert cache.get("a") == b"aaaa"
    cache.put("c", b"cccc")
    assert [cache.get(key) for key in "abc"] == [b"aaaa", None, b"cccc"]
    cache.put("a", b"a")
    cache.put("huge", b"x" * 11)
    assert (cache.get("huge"), cache.held, len(cache)) == (None, 5, 2)


def test_a_cache_without_sizes_holds_so_many_values() -> None:
    cache: LruCache[str, int] = LruCache(2)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert ("a" in cache, cache.items()) == (False, [("b", 1), ("c", 2)])
    cache.get("b")
    cache.put("d", 3)
    assert cache.items() == [("b", 1), ("d", 3)]
