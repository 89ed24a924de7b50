"""The life of one server: its background work, from the first request to the last."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import structlog

from rebelote.server.base.cluster.node import BEAT_SECONDS, POLL_SECONDS, Node
from rebelote.server.base.cluster.questions import CONNECT_SECONDS
from rebelote.server.base.ops import backup
from rebelote.server.base.runtime import memory
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.base.runtime.time_source import TimeSource
from rebelote.server.base.storage.store import StoreBusyError
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.moderation import enforcement
from rebelote.server.table.drain import Drain
from rebelote.server.web.core import Core
from rebelote.server.web.feature import features

log = structlog.get_logger()


@contextlib.asynccontextmanager
async def running(core: Core) -> AsyncIterator[None]:
    """Do the server's background work; in the end, close its services."""
    await core.store.start()
    await core.accounts.timekeeper.load()
    core.store.write(core.accounts.timekeeper.kept())
    if look_alikes := await core.accounts.count_look_alikes():
        log.warning("accounts have names that look like an older account's", number=look_alikes)
    if core.coordinator is not None:
        await core.coordinator.start(functools.partial(enforcement.person_changed, core))
    core.supervisor.start(*chores(core), *_upkeep(core))
    await core.moderation.refresh()
    _register_metrics(core)
    _drain_when_asked(core.drain)
    try:
        with memory.by_the_clock(core.sockets, core.supervisor), _watched(core):
            yield
    finally:
        await _close(core)


async def _close(core: Core) -> None:
    """End background work and processes; close the store last."""
    await core.supervisor.close()
    if core.coordinator is not None:
        await core.coordinator.close()
    if core.remote_workers is not None:
        await core.remote_workers.close()
    for workers in (core.lobby.services.bot_workers, core.worker, core.verifier):
        workers.close()
    for feature in features():
        feature.close(core)
    with contextlib.suppress(StoreBusyError):
        core.store.write(core.accounts.timekeeper.kept())
    await core.store.stop()


@contextlib.contextmanager
def _watched(core: Core) -> Iterator[None]:
    """Watch the event loop for stalls."""
    core.watchdog.start()
    try:
        yield
    finally:
        core.watchdog.stop()


# --- background work ------------------------------------------------------------------------------


def chores(core: Core) -> Iterator[Chore]:
    """Yield the background work of all features, and of a node among others."""
    for feature in features():
        for chore in feature.chores(core):
            yield chore._replace(work=_if_leading(core, chore.work)) if chore.once else chore
    yield from _cluster(core)


def _if_leading(
    core: Core, work: Callable[[], Awaitable[object]]
) -> Callable[[], Awaitable[object]]:
    """Wrap work that only the leading node does."""

    async def work_if_leading() -> None:
        coordinator = core.coordinator
        if coordinator is None or coordinator.node.membership.leads:
            await work()

    return work_if_leading


def _cluster(core: Core) -> Iterator[Chore]:
    """Yield the background work of one of several nodes."""
    if (coordinator := core.coordinator) is not None:
        yield Chore("poll", coordinator.keep_up, POLL_SECONDS)
        yield Chore("heartbeat", coordinator.beat, BEAT_SECONDS)
    if (remote_workers := core.remote_workers) is not None:
        yield Chore("remote_workers", remote_workers.connect, CONNECT_SECONDS, at_start=True)


def _upkeep(core: Core) -> Iterator[Chore]:
    """Yield the background work for a file: a check for damage, and backups."""
    if (file := core.store.path) is None:
        return
    look = functools.partial(_look_for_damage, core, file)
    yield Chore("damage", look, None, at_start=True)
    if (backups := core.backups) is not None:
        copy = functools.partial(backups.copy_when_overdue, file)
        yield Chore("backup", copy, backups.look_every, at_start=True)


async def _look_for_damage(core: Core, file: str) -> None:
    damage = await asyncio.to_thread(backup.damage, file)
    if damage is not None:
        core.store.damaged = True
        log.error("the database is damaged: the server has stopped writing", result=damage)


def _drain_when_asked(drain: Drain) -> None:
    """Drain at the signal of `rebelote drain`; in a thread (a test) none can be handled."""
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain.begin)


def _register_metrics(core: Core) -> None:
    """Export the metrics whose value is computed when they are read."""
    lobby, sockets = core.lobby, core.sockets
    metrics.watch("tables_in_memory", "Tables in memory", lambda: len(lobby.tables))
    metrics.watch(
        "tables_going_on",
        "Tables at which a bot, or the table itself, is about to do something",
        lambda: sum(live.bots.is_advancing for live in lobby.tables.values()),
    )
    metrics.watch("sockets", "Open sockets", lambda: len(sockets))
    metrics.watch("waiting_to_be_written", "Writes that wait", lambda: core.store.waiting)
    metrics.watch(
        "waiting_to_be_thought", "Thoughts that wait", lambda: lobby.services.bot_workers.waiting
    )
    if (coordinator := core.coordinator) is not None:
        _register_node(coordinator.node, core.time)
    metrics.watch(
        "unsent_most",
        "The longest queue of a socket",
        lambda: max((len(socket.unsent) for socket in sockets), default=0),
    )
    metrics.watch(
        "loop_stall_longest_seconds",
        "The longest stall of the event loop since the start",
        lambda: core.watchdog.longest,
    )


def _register_node(node: Node, clocks: TimeSource) -> None:
    metrics.watch(
        "log_lag_seconds", "Since the logs were read", lambda: node.lag(clocks.monotonic())
    )
    metrics.watch("wire_up", "Whether messages of other nodes arrive", lambda: node.wire.up)
    metrics.watch("other_nodes", "Other nodes that are alive", lambda: len(node.membership.others))
