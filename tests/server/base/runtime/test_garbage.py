"""Garbage collection on a timer, without disturbing anybody."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from waiting import until_async

from rebelote.server.base.runtime.memory import by_the_clock
from rebelote.server.base.runtime.supervision import Supervisor


class Knot:
    """An object that refers to itself, which only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


class Looked(set[str]):
    """Sockets that count how often their presence is checked."""

    looks = 0

    def __len__(self) -> int:
        self.looks += 1
        return super().__len__()


def test_what_was_made_just_now_is_looked_through() -> None:
    async def evening() -> None:
        supervisor = Supervisor()
        with by_the_clock({"somebody"}, supervisor):
            assert not gc.isenabled()
            knot = weakref.ref(Knot())
            await until_async(lambda: knot() is None)
        await supervisor.close()

    asyncio.run(evening())
    assert gc.isenabled() and gc.get_freeze_count() == 0


@pytest.mark.parametrize("visitor", [True, False])
def test_what_is_old_is_looked_through_when_nobody_is_here(visitor: bool) -> None:
    async def evening() -> bool:
        knot = Knot()
        supervisor = Supervisor()
        sockets = Looked({"somebody"} if visitor else ())
        with by_the_clock(sockets, supervisor, quiet=0.05):
            old = Knot()
            gc.collect()
            seen, frozen = weakref.ref(old), weakref.ref(knot)
            del old, knot
            await until_async(lambda: sockets.looks >= 5)
            assert frozen() is not None, "what lived from the start is not looked at"
            result = seen() is None
        await supervisor.close()
        return result

    assert asyncio.run(evening()) is not visitor
