"""The condition of the server's parts, and supervision of its background work.

A chore is a coroutine function that is run again and again. What it raises is logged and counted,
and ends this run alone: the next try comes after an exponential backoff, and `/health` is red while
a chore has not succeeded for three periods.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec
import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.time_source import SYSTEM
from rebelote.server.base.telemetry import logs, metrics

log = structlog.get_logger()

BACKOFF_FIRST: Final = 1.0
"""Seconds from the first failure to the next try; each further failure doubles the wait."""
BACKOFF_MOST: Final = 60.0
"""The longest wait between two tries of a chore, in seconds."""
TABLE_BACKOFF_MOST: Final = 10.0
"""The longest wait between two tries of the automatic work of one table, in seconds."""
LOOK_EVERY: Final = 0.5
"""Seconds between two checks whether a chore is to run, at most."""
LOOK_AGAIN: Final = 0.002
"""Seconds between two checks at least: a loop's timer may go off a little early."""
OVERDUE_PERIODS: Final = 3
"""Periods without a success after which a chore is overdue."""
OVERDUE_LEAST: Final = 30.0
"""Seconds that any chore is given, however short its period."""
OVERLOADED: Final = frozenset({"server-busy", "too-many"})
"""Refusals after which other work of the same kind would be refused too."""
FAILING: Final = 1000
"""Things of one chore that wait for another try, at most."""
_Thing = TypeVar("_Thing", bound=Hashable)


class Condition(msgspec.Struct, frozen=True):
    """The expected and the actual state of a part of the server.

    Numbers by name; a limit in `expected` and the figure that it bounds have the same name. `ok`
    says whether the part does what it should; a queue that is half full may be as it should.
    """

    ok: bool
    expected: Mapping[str, float]
    actual: Mapping[str, float]


class Part(Protocol):
    """A part of the server that reports its condition: a worker pool, a queue, the outbox."""

    def condition(self) -> Condition:
        """Return its condition now."""


class UnavailableError(Exception):
    """A dependency of the work does not answer, which is logged where it is watched."""


class Chore(NamedTuple):
    """Background work: `period` seconds lie between two runs; None where it is done once.

    `once`: one of several nodes does it for all; doing it twice at once would do no harm.
    """

    name: str
    work: Callable[[], Awaitable[object]]
    period: float | None
    at_start: bool = False
    once: bool = False

    @property
    def patience(self) -> float:
        """Seconds without a success after which it is overdue."""
        return max(OVERDUE_LEAST, OVERDUE_PERIODS * (self.period or 0))


class Backoff:
    """Exponential backoff: the times of further attempts after a failure."""

    __slots__ = ("failures", "most", "until")

    def __init__(self, most: float = BACKOFF_MOST) -> None:
        self.most = most
        self.failures = 0
        self.until = 0.0

    def failed(self, now: float) -> float:
        """Take note of a failure; the seconds to wait."""
        wait = min(self.most, BACKOFF_FIRST * 2.0 ** min(self.failures, 30))
        self.failures += 1
        self.until = now + wait
        return wait

    def succeeded(self) -> None:
        """Take note of a success."""
        self.failures = 0

    def waits(self, now: float) -> bool:
        """Return whether it is too early for the next try."""
        return self.failures > 0 and now < self.until


def report(chore: str, error: BaseException, **about: str) -> None:
    """Log and count a failure of background work; an UnavailableError is only counted."""
    metrics.CHORE_FAILURES.labels(chore).inc()
    if isinstance(error, UnavailableError):
        return
    at = logs.place(error)
    log.error("background work failed", chore=chore, error=repr(error), at=at, **about)


class Each(Generic[_Thing]):
    """Work on each of many things: what fails with one is reported, and the others are done.

    One that has failed is tried again in a later run, after an exponential backoff. Two failures
    end the run, since the others would fail too: an UnavailableError, which is raised, and a
    refusal because there is too much to do.

    Args:
        chore: What reports and metrics call it.
        now: The time source, in seconds.
        named: How a log line names a thing; it names no person.
    """

    def __init__(
        self,
        chore: str,
        now: Callable[[], float] = SYSTEM.monotonic,
        named: Callable[[_Thing], str] = str,
    ) -> None:
        self._chore, self._now, self._named = chore, now, named
        self._backoffs: LruCache[_Thing, Backoff] = LruCache(FAILING)

    async def do(
        self, work: Callable[[_Thing], Awaitable[object]], things: Iterable[_Thing]
    ) -> None:
        """Do the work on these, one after another."""
        for thing in list(things):
            backoff = self._backoffs.get(thing)
            if backoff is not None and backoff.waits(self._now()):
                continue
            try:
                await work(thing)
            except UnavailableError:
                raise
            except Exception as error:
                if isinstance(error, IllegalActionError) and error.refusal.code in OVERLOADED:
                    return
                self._failed(thing, error)
            else:
                self._backoffs.drop(thing)

    def _failed(self, thing: _Thing, error: Exception) -> None:
        report(self._chore, error, thing=self._named(thing))
        backoff = self._backoffs.get(thing) or Backoff()
        backoff.failed(self._now())
        self._backoffs.put(thing, backoff)


class _Running:
    """A chore, its task, and when it last succeeded."""

    def __init__(self, chore: Chore, now: float) -> None:
        self.chore = chore
        self.succeeded_at = now
        self.backoff = Backoff()
        self.task: asyncio.Task[None] | None = None
        self.over = False

    def condition(self, now: float) -> Condition:
        """Return whether it succeeds often enough; `failures` are those since it last did."""
        silence = 0.0 if self.over else now - self.succeeded_at
        patience = self.chore.patience
        expected = {"every": self.chore.period or 0.0, "succeeded": patience, "failures": 0}
        actual = {"succeeded": round(silence, 3), "failures": self.backoff.failures}
        return Condition(silence <= patience, expected, actual)


class Supervisor:
    """A runner of chores, until it is closed, which knows the overdue ones."""

    def __init__(self, now: Callable[[], float] = SYSTEM.monotonic) -> None:
        self._now = now
        self._running: dict[str, _Running] = {}

    def start(self, *chores: Chore) -> None:
        """Run these from now on, beside those that run already."""
        for chore in chores:
            running = self._running[chore.name] = _Running(chore, self._now())
            running.task = asyncio.create_task(self._run(running), name=chore.name)

    @property
    def overdue(self) -> tuple[str, ...]:
        """The names of the chores that have not succeeded for too long."""
        return tuple(name for name, result in self.conditions().items() if not result.ok)

    def conditions(self) -> dict[str, Condition]:
        """Return each chore's condition by name: seconds since its last success, and failures."""
        now = self._now()
        return {name: running.condition(now) for name, running in self._running.items()}

    async def close(self) -> None:
        """Cancel every chore, and wait until it has ended."""
        tasks = [running.task for running in self._running.values() if running.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, running: _Running) -> None:
        chore, backoff = running.chore, running.backoff
        if not chore.at_start:
            await self._pause(chore.period or 0)
        while not running.over:
            if await self._succeeds(running):
                backoff.succeeded()
                running.over = chore.period is None
                await self._pause(chore.period or 0)
            else:
                await self._pause(backoff.failed(self._now()))

    async def _pause(self, seconds: float) -> None:
        """Wait by the time source, which a test may move on."""
        end = self._now() + seconds
        while (left := end - self._now()) > 0:
            await asyncio.sleep(max(LOOK_AGAIN, min(left, LOOK_EVERY)))

    async def _succeeds(self, running: _Running) -> bool:
        """Run once; whether it succeeded. A cancellation of the supervisor's own task is raised."""
        try:
            await running.chore.work()
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            report(running.chore.name, error)
            return False
        except Exception as error:
            report(running.chore.name, error)
            return False
        running.succeeded_at = self._now()
        return True
