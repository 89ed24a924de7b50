"""Lookups of push services' names: a slow one delays no other, and none is dropped for it."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable

import pytest
from in_process import MovableLoop, MovableTime

from rebelote.server.features.push import name_lookup
from rebelote.server.features.push.name_lookup import NameLookup, UnresolvedNameError

PORT = 443
HONEST = "push.example"


class Resolver:
    """A resolver that answers for slow names only once it is released."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers = threading.Event()

    def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if "slow" in host:
            assert self.answers.wait(60)
        if host.startswith("away"):
            raise socket.gaierror(socket.EAI_AGAIN, "again")
        if host.startswith("none"):
            raise socket.gaierror(socket.EAI_NONAME, "none")
        return ["192.0.2.1"]


class Story:
    """Lookups on a loop whose timers a test lets run out."""

    def __init__(self, resolver: Resolver, loop: MovableLoop) -> None:
        self.resolver, self.loop, self.time = resolver, loop, MovableTime()
        self.names = NameLookup(self.time.source, resolver.resolve)

    def ask(self, host: str, person: str) -> asyncio.Task[str]:
        """Begin to look up a name for a person's subscription, and return the task."""
        return asyncio.create_task(self._ask(host, person))

    async def _ask(self, host: str, person: str) -> str:
        try:
            return (await self.names.addresses(host, PORT, person))[0]
        except (UnresolvedNameError, OSError) as error:
            return type(error).__name__

    async def asked(self, number: int) -> None:
        """Wait until so many names have been looked up, or more cannot be."""
        while len(self.resolver.asked) < number:
            await asyncio.sleep(0)

    async def expire(self) -> None:
        """Let every lookup that waits run into its timeout."""
        await asyncio.sleep(0)
        self.loop.advance(name_lookup.LOOKUP_SECONDS)
        await asyncio.sleep(0)


def received(publish: Callable[[Story], Awaitable[None]]) -> None:
    resolver, loop = Resolver(), MovableLoop()

    async def run() -> None:
        story = Story(resolver, loop)
        try:
            async with asyncio.timeout(60):
                await publish(story)
        finally:
            resolver.answers.set()
            story.names.close()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run())


def test_slow_names_of_a_person_or_a_domain_keep_no_other_waiting() -> None:
    async def publish(story: Story) -> None:
        one = [story.ask(f"slow{n}.one{n}.example.org", "mal") for n in range(10)]
        domain = [story.ask(f"slow{n}.mal.example", f"mal{n}") for n in range(10)]
        await story.asked(name_lookup.OF_PERSON + name_lookup.OF_DOMAIN)
        assert await story.ask(HONEST, "ann") == "192.0.2.1"
        counted = name_lookup.OF_PERSON + name_lookup.OF_DOMAIN + 1
        assert len(story.resolver.asked) == counted
        await story.expire()
        assert set(await asyncio.gather(*one, *domain)) == {"UnresolvedNameError"}
        assert await story.ask(HONEST, "bea") == "192.0.2.1"
        assert len(story.resolver.asked) == counted + 1

    received(publish)


def test_a_slow_name_and_a_domain_of_slow_names_are_not_asked_again_for_a_while() -> None:
    async def publish(story: Story) -> None:
        slow = [story.ask(f"slow{n}.mal.example", f"mal{n}") for n in range(4)]
        await story.asked(name_lookup.OF_DOMAIN)
        await story.expire()
        assert await asyncio.gather(*slow) == ["UnresolvedNameError"] * 4
        story.resolver.answers.set()
        for host in ("slow0.mal.example", "slow9.mal.example", "quick.mal.example"):
            assert await story.ask(host, "mal") == "UnresolvedNameError"
        assert len(story.resolver.asked) == name_lookup.OF_DOMAIN
        story.time.advance(name_lookup.SLOW_SECONDS)
        assert await story.ask("slow0.mal.example", "mal") == "192.0.2.1"

    received(publish)


def test_a_name_is_looked_up_once_for_all_who_ask_meanwhile() -> None:
    async def publish(story: Story) -> None:
        tasks = [story.ask("slow.push.example", f"person{n}") for n in range(50)]
        await story.asked(1)
        story.resolver.answers.set()
        assert set(await asyncio.gather(*tasks)) == {"192.0.2.1"}
        assert story.resolver.asked == ["slow.push.example"]

    received(publish)


@pytest.mark.parametrize(
    ("host", "outcome"), [("away.example", "UnresolvedNameError"), ("none.example", "gaierror")]
)
def test_a_resolver_that_is_away_is_no_failure_of_the_name(host: str, outcome: str) -> None:
    async def publish(story: Story) -> None:
        assert await story.ask(host, "ann") == outcome

    received(publish)
