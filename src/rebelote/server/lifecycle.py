"""The life of one server: its background work, from the first request to the last."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import structlog

from rebelote.server.cluster.membership import BEAT_SECONDS
from rebelote.server.cluster.node import POLL_SECONDS, Node
from rebelote.server.cluster.questions import CONNECT_SECONDS
from rebelote.server.context import AppContext
from rebelote.server.fairness.months import KEEP_EVERY as FAIRNESS_EVERY
from rebelote.server.history import packing, retention
from rebelote.server.history.records import KEEP_EVERY
from rebelote.server.live import sweeper
from rebelote.server.mail import outbox
from rebelote.server.ops import backup
from rebelote.server.ops.drain import Drain
from rebelote.server.people import enforcement, privacy
from rebelote.server.people.addresses import REQUEST_SECONDS
from rebelote.server.push.notifier import NOTIFY_EVERY
from rebelote.server.quickmatch.queue import EVERY
from rebelote.server.runtime import garbage
from rebelote.server.runtime.supervision import Chore
from rebelote.server.runtime.time_source import TimeSource
from rebelote.server.storage.store import StoreBusy
from rebelote.server.study.statistics import KEEP_EVERY as STATISTICS_EVERY
from rebelote.server.telemetry import metrics

log = structlog.get_logger()


@contextlib.asynccontextmanager
async def running(context: AppContext) -> AsyncIterator[None]:
    """Do the server's background work; in the end, close its services."""
    await context.store.start()
    await context.accounts.timekeeper.load()
    context.store.write(context.accounts.timekeeper.kept())
    if look_alikes := await context.accounts.count_look_alikes():
        log.warning("accounts have names that look like an older account's", number=look_alikes)
    if context.coordinator is not None:
        await context.coordinator.start(functools.partial(enforcement.person_changed, context))
    context.supervisor.start(*chores(context), *_upkeep(context))
    await context.moderation.refresh()
    _register_metrics(context)
    _drain_when_asked(context.drain)
    try:
        with garbage.by_the_clock(context.sockets, context.supervisor), _watched(context):
            yield
    finally:
        await _close(context)


async def _close(context: AppContext) -> None:
    """End background work and processes; close the store last."""
    await context.supervisor.close()
    if context.coordinator is not None:
        await context.coordinator.close()
    if context.thinkers is not None:
        await context.thinkers.close()
    if context.addresses is not None:
        context.addresses.outbox.close()
    bots = context.lobby.services.bot_workers
    for workers in (bots, context.worker, context.verifier, context.reviews):
        workers.close()
    context.notifier.delivery.close()
    with contextlib.suppress(StoreBusy):
        context.store.write(context.accounts.timekeeper.kept())
    await context.store.stop()


@contextlib.contextmanager
def _watched(context: AppContext) -> Iterator[None]:
    """Watch the event loop for stalls."""
    context.watchdog.start()
    try:
        yield
    finally:
        context.watchdog.stop()


# --- background work ------------------------------------------------------------------------------


def chores(context: AppContext) -> tuple[Chore, ...]:
    """What tables, queue and accounts need done by themselves."""
    lobby, worker = context.lobby, context.worker
    pack = functools.partial(packing.run, lobby, worker)
    forget = functools.partial(privacy.forget_unused, context.accounts)
    return (
        Chore("clocks", sweeper.Sweeper(lobby).sweep, sweeper.SWEEP_SECONDS),
        Chore("results", functools.partial(sweeper.publish_pending, lobby), 60, at_start=True),
        Chore("records", _once(context, context.records.keep), KEEP_EVERY),
        Chore("statistics", _once(context, context.statistics.keep), STATISTICS_EVERY),
        Chore("fairness", _once(context, context.fairness.keep), FAIRNESS_EVERY),
        Chore("idle tables", functools.partial(sweeper.unload_idle, lobby), 60),
        Chore("queue", context.queue.match_seekers, EVERY),
        Chore("old tables", functools.partial(retention.run, lobby), retention.RUN_EVERY),
        Chore("long logs", functools.partial(retention.fold_logs, lobby), retention.FOLD_EVERY),
        Chore("old matches", _once(context, pack), packing.RUN_EVERY),
        Chore("shared replays", _once(context, context.shared_replays.forget_old), 3600),
        Chore("offline matches", _once(context, context.offline_matches.forget_old), 3600),
        Chore("unused guests", _once(context, forget), 3600),
        Chore("bans", functools.partial(enforcement.enforce, context), enforcement.PERIOD),
        *_push(context),
        *_mail(context),
        *_cluster(context),
    )


def _once(
    context: AppContext, work: Callable[[], Awaitable[object]]
) -> Callable[[], Awaitable[object]]:
    """Work that one of several nodes does for all; doing it twice at once would do no harm."""

    async def work_if_leading() -> None:
        coordinator = context.coordinator
        if coordinator is None or coordinator.node.membership.leads:
            await work()

    return work_if_leading


def _push(context: AppContext) -> Iterator[Chore]:
    """What push messages need, where somebody sends them."""
    if context.notifier.delivery.sender is not None:
        yield Chore("push messages", context.notifier.run, NOTIFY_EVERY)


def _mail(context: AppContext) -> Iterator[Chore]:
    """What mail needs, where it is configured."""
    if (addresses := context.addresses) is not None:
        yield Chore("forgotten passwords", addresses.answer, REQUEST_SECONDS)
        yield Chore("mail", addresses.outbox.send, outbox.LOOK_EVERY)


def _cluster(context: AppContext) -> Iterator[Chore]:
    """What one of several nodes needs."""
    if (coordinator := context.coordinator) is not None:
        yield Chore("poll", coordinator.keep_up, POLL_SECONDS)
        yield Chore("heartbeat", coordinator.beat, BEAT_SECONDS)
    if (thinkers := context.thinkers) is not None:
        yield Chore("thinkers", thinkers.connect, CONNECT_SECONDS, at_start=True)


def _upkeep(context: AppContext) -> Iterator[Chore]:
    """What a file needs: to be looked through once for damage, and to be copied."""
    if (file := context.store.path) is None:
        return
    look = functools.partial(_look_for_damage, context, file)
    yield Chore("damage", look, None, at_start=True)
    if (backups := context.backups) is not None:
        copy = functools.partial(backups.copy_when_due, file)
        yield Chore("backup", copy, backups.look_every, at_start=True)


async def _look_for_damage(context: AppContext, file: str) -> None:
    found = await asyncio.to_thread(backup.damage, file)
    if found is not None:
        context.store.damaged = True
        log.error("the database is damaged: the server has stopped writing", found=found)


def _drain_when_asked(drain: Drain) -> None:
    """`rebelote drain` sends this signal; in a thread (a test) none can be awaited."""
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain.begin)


def _register_metrics(context: AppContext) -> None:
    """Have those metrics exported whose value is looked up when somebody reads them."""
    lobby, sockets = context.lobby, context.sockets
    metrics.watch("tables_in_memory", "Tables in memory", lambda: len(lobby.tables))
    metrics.watch(
        "tables_going_on",
        "Tables at which a bot, or the table itself, is about to do something",
        lambda: sum(live.is_advancing for live in lobby.tables.values()),
    )
    metrics.watch("sockets", "Open sockets", lambda: len(sockets))
    metrics.watch("waiting_to_be_written", "Writes that wait", lambda: context.store.waiting)
    metrics.watch(
        "waiting_to_be_thought", "Thoughts that wait", lambda: lobby.services.bot_workers.waiting
    )
    if (coordinator := context.coordinator) is not None:
        _register_node(coordinator.node, context.time)
    metrics.watch(
        "unsent_most",
        "The longest queue of a socket",
        lambda: max((len(socket.unsent) for socket in sockets), default=0),
    )
    metrics.watch(
        "loop_stall_longest_seconds",
        "The longest stall of the event loop since the start",
        lambda: context.watchdog.longest,
    )


def _register_node(node: Node, clocks: TimeSource) -> None:
    metrics.watch(
        "log_lag_seconds", "Since the logs were read", lambda: node.lag(clocks.monotonic())
    )
    metrics.watch("wire_up", "Whether other nodes can be heard", lambda: node.wire.up)
    metrics.watch("other_nodes", "Other nodes that are alive", lambda: len(node.membership.others))
