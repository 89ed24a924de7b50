"""Matches between strangers, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.quickmatch.queue import EVERY, Queue
from rebelote.server.runtime.supervision import Chore


def _queue(core: Core) -> Queue:
    queue = Queue(core.lobby, core.results)
    if core.coordinator is not None:
        core.coordinator.subscribe(queue)
    return queue


def _chores(core: Core) -> Iterator[Chore]:
    yield Chore("queue", core[Queue].match_seekers, EVERY)


FEATURE: Final = Feature(services={Queue: _queue}, chores=_chores)
