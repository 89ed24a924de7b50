"""What does a server do for its keeper while it runs? Watch itself, copy its file, close well."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import signal
import sys
from collections.abc import Iterator
from typing import Any

import structlog
from litestar.datastructures import State

from rebelote.server.live.lobby import Lobby
from rebelote.server.ops import backup
from rebelote.server.ops.drain import Drain
from rebelote.server.runtime.supervision import Chore, Supervisor
from rebelote.server.runtime.watchdog import Watchdog
from rebelote.server.telemetry import metrics

log = structlog.get_logger()


@contextlib.contextmanager
def kept(state: State) -> Iterator[None]:
    """Do all that from now on, by chores of `state.supervisor`.

    It gets `watchdog`, `drain`, and `damage`: what is wrong with the file, once that was looked at.
    """
    supervisor: Supervisor = state.supervisor
    state.watchdog, state.damage = Watchdog(), None
    state.drain = Drain(state.lobby, supervisor, state.stop)
    supervisor.start(*_chores(state))
    _tell_figures(state)
    _drain_when_asked(state.drain)
    state.watchdog.start()
    try:
        yield
    finally:
        state.watchdog.stop()


def _chores(state: State) -> Iterator[Chore]:
    yield Chore("damage", functools.partial(_look_for_damage, state), None, at_start=True)
    if (keeper := state.keeper) is not None:
        copy = functools.partial(keeper.copy_when_due, state.database)
        yield Chore("backup", copy, keeper.look_every, at_start=True)


async def _look_for_damage(state: State) -> None:
    state.damage = await asyncio.to_thread(backup.damage, state.database)
    if state.damage is not None:
        state.store.damaged = True
        log.error("the database is damaged: nothing is written any more", found=state.damage)


def _drain_when_asked(drain: Drain) -> None:
    """`rebelote drain` sends this signal; in a thread (a test) none can be awaited."""
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain.begin)


def _tell_figures(state: State) -> None:
    """Have the figures told that are asked for when somebody reads them."""
    lobby: Lobby = state.lobby
    metrics.watch("tables_in_memory", "Tables in memory", lambda: len(lobby.open))
    metrics.watch(
        "tables_going_on",
        "Tables at which a bot, or the table itself, is about to do something",
        lambda: sum(opened.going_on for opened in lobby.open.values()),
    )
    metrics.watch("sockets", "Open sockets", lambda: len(state.sockets))
    metrics.watch("waiting_to_be_written", "Writes that wait", lambda: lobby.store.waiting)
    metrics.watch(
        "waiting_to_be_thought", "Thoughts that wait", lambda: lobby.clerk.thinkers.waiting
    )
    metrics.watch("unsent_most", "The longest queue of a socket", lambda: _unsent(state.sockets))
    metrics.watch(
        "loop_stall_longest_seconds",
        "The longest stall of the event loop since the start",
        lambda: state.watchdog.longest,
    )


def _unsent(sockets: Any) -> int:
    return max((len(visitor.unsent) for visitor in sockets), default=0)
