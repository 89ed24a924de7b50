"""Work at a bounded rate."""

from __future__ import annotations

import asyncio

from in_process import MovableLoop

from rebelote.server.base.runtime.pacing import Paced

HOUR = 3600.0


async def settled() -> None:
    """Let all tasks that can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_work_is_done_at_once_and_then_at_most_so_often() -> None:
    done: list[int] = []

    async def work() -> None:
        done.append(len(done))

    async def run() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, MovableLoop)
        paced = Paced(work, HOUR)
        paced.request()
        await settled()
        assert len(done) == 1
        for _ in range(100):
            paced.request()
            await settled()
        assert len(done) == 1
        loop.advance(HOUR)
        await settled()
        assert len(done) == 2, "all that was requested meanwhile is done together"
        loop.advance(HOUR)
        await settled()
        assert len(done) == 2, "nothing was requested since"
        paced.request()
        await settled()
        assert len(done) == 3, "at once again"
        paced.request()
        paced.cancel()
        loop.advance(HOUR)
        await settled()
        assert len(done) == 3

    with asyncio.Runner(loop_factory=MovableLoop) as runner:
        runner.run(run())
