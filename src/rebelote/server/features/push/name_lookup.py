"""Lookup of push services' names, beside the event loop: slow ones keep no others waiting.

A thread that asks for a name cannot be stopped, and a resolver may take half a minute. So one
person and one domain have a few lookups under way, the same name is looked up once for all who ask,
and a name that was slow is not looked up again for a while.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.addresses import registered
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.time_source import TimeSource

THREADS: Final = limit(
    32, "names of push services looked up at once", per="server", beyond="the others wait"
)
OF_PERSON: Final = limit(
    2, "of these, those of one person's subscriptions", per="person", beyond="the others wait"
)
OF_DOMAIN: Final = limit(4, "of these, those in one domain", per="domain", beyond="the others wait")
LOOKUP_SECONDS: Final = limit(
    3.0,
    "time for a lookup, waiting for its turn included",
    unit="s",
    per="message",
    beyond="it is not sent",
)
SLOW_SECONDS: Final = limit(
    600.0,
    "time for which a slow name is not looked up again",
    unit="s",
    per="name",
    beyond="nothing is sent there",
)
SLOW_KEPT: Final = limit(
    1024, "slow names that are remembered", per="server", beyond="the oldest is forgotten"
)

Addresses = list[str]


class UnresolvedNameError(Exception):
    """A name that could not be resolved; no connection was tried."""


class _Places:
    """So many places for each key; a caller waits while none is free."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, tuple[asyncio.Semaphore, set[object]]] = {}

    async def take(self, whose: str) -> Callable[[], None]:
        """Take a place; what gives it back."""
        places, users = self._of.setdefault(whose, (asyncio.Semaphore(self._most), set()))
        user = object()
        users.add(user)

        def leave() -> None:
            users.discard(user)
            if not users:
                self._of.pop(whose, None)

        def give_back() -> None:
            places.release()
            leave()

        try:
            await places.acquire()
        except BaseException:
            leave()
            raise
        return give_back


class NameLookup:
    """The lookups of one server's push delivery; `resolve` finds the addresses of a name."""

    def __init__(self, time: TimeSource, resolve: Callable[[str, int], Addresses]) -> None:
        self._time, self._resolve = time, resolve
        self._threads = ThreadPoolExecutor(THREADS, "push-names")  # started by the first name
        self._under_way: dict[tuple[str, int], Future[Addresses]] = {}
        self._of_person, self._of_domain = _Places(OF_PERSON), _Places(OF_DOMAIN)
        self._slow: LruCache[str, float] = LruCache(SLOW_KEPT)

    async def addresses(self, host: str, port: int, person: str) -> Addresses:
        """Return the addresses of a name, for a person's subscription.

        UnresolvedNameError where they are not known in time; OSError where there is no such name;
        and what `resolve` raises.
        """
        if self._is_slow(host):
            raise UnresolvedNameError(host)
        try:
            async with asyncio.timeout(LOOKUP_SECONDS), self._lookup(host, port, person) as result:
                return await asyncio.shield(_awaitable(result))
        except TimeoutError:
            raise UnresolvedNameError(host) from None
        except socket.gaierror as error:
            if error.errno == socket.EAI_AGAIN:
                raise UnresolvedNameError(host) from None
            raise

    @asynccontextmanager
    async def _lookup(self, host: str, port: int, person: str) -> AsyncIterator[Future[Addresses]]:
        """Share the lookup of a name among callers; one left unfinished was slow."""
        if (lookup := self._under_way.get((host, port))) is None:
            leave = [await self._of_person.take(person)]
            try:
                leave.append(await self._of_domain.take(registered(host)))
                lookup = self._under_way.get((host, port)) or self._begin(host, port, leave)
            finally:
                for give_back in leave:  # empty where the lookup has taken them over
                    give_back()
        try:
            yield lookup
        except asyncio.CancelledError:
            if lookup.running():
                self._note_slow(host)
            raise

    def _begin(self, host: str, port: int, places: list[Callable[[], None]]) -> Future[Addresses]:
        """Begin a lookup; it keeps these places until its thread has ended."""
        taken, loop = places[:], asyncio.get_running_loop()
        places.clear()
        lookup = self._under_way[host, port] = self._threads.submit(self._resolve, host, port)

        def over() -> None:
            self._under_way.pop((host, port), None)
            for give_back in taken:
                give_back()

        def ended(_: Future[Addresses]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(over)

        lookup.add_done_callback(ended)
        return lookup

    # --- slow names

    def _note_slow(self, host: str) -> None:
        self._slow.put(host, self._time.monotonic() + SLOW_SECONDS)

    def _is_slow(self, host: str) -> bool:
        """Return whether this name was slow recently, or `OF_DOMAIN` names in its domain."""
        now, domain = self._time.monotonic(), registered(host)
        for other, until in self._slow.items():
            if until <= now:
                self._slow.drop(other)
        if host in self._slow:
            return True
        return sum(registered(other) == domain for other, _ in self._slow.items()) >= OF_DOMAIN

    def close(self) -> None:
        """Stop looking up names."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _awaitable(lookup: Future[Addresses]) -> asyncio.Future[Addresses]:
    """Wrap a future for the event loop; it may fail after all callers have left."""
    addresses = asyncio.wrap_future(lookup)
    addresses.add_done_callback(lambda done: done.cancelled() or done.exception())
    return addresses
