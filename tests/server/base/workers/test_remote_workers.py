"""Remote workers: the same thoughts as a node's own, and no bot waits for a lost worker."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from nats_server import NatsServer, remote_requests, running_nats, running_remote_worker
from server_process import free_port
from waiting import PATIENCE, until, until_async

from rebelote import bots
from rebelote.rules import deck, match, presets
from rebelote.rules.codec import encode_hook
from rebelote.rules.view import View, view
from rebelote.server.base.cluster import questions
from rebelote.server.base.cluster.questions import RemoteWorkers
from rebelote.server.base.workers.bots import BotWorkers, ThoughtRequest

nats = pytest.importorskip("nats", reason="nats-py is not installed: run `make setup`")
THINK = (sys.executable, "-m", "rebelote", "think")


@pytest.fixture
def server() -> Iterator[NatsServer]:
    with running_nats() as server:
        yield server


@pytest.fixture
def thinking(server: NatsServer, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a remote worker of one worker, once it takes questions."""
    with running_remote_worker(server.url, tmp_path / "thinker.log") as remote_worker:
        yield remote_worker


@contextlib.asynccontextmanager
async def asking(
    url: str, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[RemoteWorkers, BotWorkers]]:
    """Yield the remote workers as a node knows them, and its own workers, which ask those first."""
    from rebelote.server.base.cluster.nats import NatsRemoteWorkers

    elsewhere = NatsRemoteWorkers(url, clock)
    await elsewhere.connect()
    workers = BotWorkers(1, elsewhere)
    try:
        yield elsewhere, workers
    finally:
        workers.close()
        await elsewhere.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nodes wait for answers for as long as a busy machine takes."""
    monkeypatch.setattr(questions, "PATIENCE_SECONDS", PATIENCE)


async def nobody_answers(url: str) -> None:
    """Wait until the NATS server knows that no remote worker is there."""
    connection = await nats.connect(url)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(nats.errors.NoRespondersError):
            while True:
                with contextlib.suppress(nats.errors.TimeoutError):
                    await connection.request(questions.SUBJECT, b"", 1)
    await connection.close()


def positions(count: int = 3) -> Iterator[View]:
    """Return positions of a deal that need thinking about."""
    rules, chance = presets.rules("french"), Random(5)
    state = match.start(rules, deck.shuffled(chance, rules.pack), 0)
    beginner = bots.make("beginner", 1)
    while count:
        seat = state.to_act
        assert seat is not None
        seen = view(state, seat)
        if seen.legal is not None and len(seen.legal.cards) > 1:
            count -= 1
            yield seen
        state = match.apply(state, seat, beginner.think(seen).action)


@pytest.mark.usefixtures("thinking", "patient")
def test_a_remote_worker_answers_what_the_node_would_think(server: NatsServer) -> None:
    async def ask() -> None:
        before = remote_requests("answered")
        async with asking(server.url) as (_, workers):
            for number, seen in enumerate(positions()):
                thought = await workers.think("club", number, seen)
                assert thought == bots.make("club", number).think(seen)
        assert remote_requests("answered") == before + 3

    asyncio.run(ask())


@pytest.mark.usefixtures("thinking", "patient")
def test_a_hint_is_thought_by_the_node_itself(server: NatsServer) -> None:
    async def ask() -> None:
        before = remote_requests("answered")
        async with asking(server.url) as (_, workers):
            (seen,) = positions(1)
            thought = await workers.think("club", 1, seen, ThoughtRequest(hint=True))
            assert thought == bots.make("club", 1).think(seen)
        assert remote_requests("answered") == before

    asyncio.run(ask())


def test_without_a_remote_worker_the_node_thinks_for_itself(server: NatsServer) -> None:
    async def ask(url: str) -> None:
        async with asking(url) as (elsewhere, workers):
            (seen,) = positions(1)
            assert await elsewhere.think("club", 1, seen) is None
            assert await workers.think("club", 1, seen) == bots.make("club", 1).think(seen)

    asyncio.run(ask(server.url))
    asyncio.run(ask(f"nats://127.0.0.1:{free_port()}"))


def test_a_remote_worker_that_went_away_is_not_asked_again_at_once(
    server: NatsServer, thinking: subprocess.Popen[bytes]
) -> None:
    (seen,) = positions(1)
    now = 0.0

    async def ask() -> None:
        nonlocal now
        async with asking(server.url, lambda: now) as (elsewhere, _):
            thinking.kill()
            thinking.wait(30)
            await nobody_answers(server.url)
            before = remote_requests("absent")
            assert await elsewhere.think("club", 1, seen) is None
            assert await elsewhere.think("club", 1, seen) is None
            assert remote_requests("absent") == before + 1
            now += questions.ABSENT_SECONDS
            assert await elsewhere.think("club", 1, seen) is None
            assert remote_requests("absent") == before + 2

    asyncio.run(ask())


def test_a_remote_worker_that_is_stuck_costs_one_wait(
    server: NatsServer, thinking: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (seen,) = positions(1)
    now = 0.0

    async def ask() -> None:
        nonlocal now
        async with asking(server.url, lambda: now) as (elsewhere, workers):
            late, answered = remote_requests("late"), remote_requests("answered")
            thinking.send_signal(signal.SIGSTOP)
            monkeypatch.setattr(questions, "PATIENCE_SECONDS", 0.1)
            for _ in range(2):  # the second does not ask
                assert await workers.think("club", 1, seen) == bots.make("club", 1).think(seen)
            assert remote_requests("late") == late + 1
            thinking.send_signal(signal.SIGCONT)
            monkeypatch.setattr(questions, "PATIENCE_SECONDS", PATIENCE)
            now += questions.LATE_SECONDS
            assert await elsewhere.think("club", 1, seen) == bots.make("club", 1).think(seen)
            assert remote_requests("answered") == answered + 1

    asyncio.run(ask())


def test_a_remote_worker_that_is_stopped_answers_what_it_has_taken(
    server: NatsServer, thinking: subprocess.Popen[bytes]
) -> None:
    async def ask() -> None:
        (seen,) = positions(1)
        connection = await nats.connect(server.url)
        taken = asyncio.create_task(
            connection.request(questions.SUBJECT, questions.encode_question("master", 1, seen), 60)
        )
        await connection.flush()
        # The remote worker has read the question once it answers one that was sent after it.
        await connection.request(questions.SUBJECT, b"{}", 60)
        thinking.send_signal(signal.SIGTERM)
        thought = questions.decode_thought((await taken).data)
        assert thought == bots.make("master", 1).think(seen)
        await connection.close()

    asyncio.run(ask())
    assert thinking.wait(60) == 0


def test_a_remote_worker_that_stops_leaves_no_question_without_an_answer(
    server: NatsServer, thinking: subprocess.Popen[bytes]
) -> None:
    async def ask() -> None:
        connection = await nats.connect(server.url, pending_size=1)
        answered = 0

        async def until_there_is_none() -> None:
            nonlocal answered
            with contextlib.suppress(nats.errors.NoRespondersError):
                while await connection.request(questions.SUBJECT, b"{}", PATIENCE):
                    answered += 1

        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(until_there_is_none())
            await until_async(lambda: answered > 100)
            thinking.send_signal(signal.SIGTERM)
        await connection.close()

    asyncio.run(ask())
    assert thinking.wait(60) == 0


@pytest.mark.usefixtures("patient")
def test_a_remote_worker_and_a_node_find_each_other_again_when_nats_is_back(
    server: NatsServer, tmp_path: Path
) -> None:
    (seen,) = positions(1)
    server.stop()
    log = tmp_path / "thinker.log"

    async def answers(elsewhere: RemoteWorkers) -> None:
        async with asyncio.timeout(PATIENCE):
            await elsewhere.connect()
            while (thought := await elsewhere.think("club", 1, seen)) is None:
                await asyncio.sleep(0.05)
                await elsewhere.connect()
        assert thought == bots.make("club", 1).think(seen)

    async def ask() -> None:
        pauses_are_over = itertools.count(step=questions.LATE_SECONDS)
        async with asking(server.url, lambda: next(pauses_are_over)) as (elsewhere, _):
            assert await elsewhere.think("club", 1, seen) is None
            server.start()
            await answers(elsewhere)
            server.stop()
            await until_async(lambda: not elsewhere.connected)
            server.start()
            await answers(elsewhere)

    command = (*THINK, "--wire", server.url, "--workers", "1")
    with log.open("wb") as written:
        remote_worker = subprocess.Popen(command, stdout=written, stderr=written)
    try:
        until(lambda: "cannot be reached" in log.read_text())
        asyncio.run(ask())
        assert log.read_text().count("cannot be reached") <= 2
    finally:
        remote_worker.kill()
        remote_worker.wait(30)


@pytest.mark.usefixtures("thinking")
def test_a_question_of_another_build_is_declined(server: NatsServer) -> None:
    (seen,) = positions(1)
    question = questions.Question("of another build", "club", 1, seen)
    others = (msgspec.json.encode(question, enc_hook=encode_hook), b"", b"not a question")

    async def ask() -> None:
        connection = await nats.connect(server.url)
        for other in others:
            answer = await connection.request(questions.SUBJECT, other, 60)
            assert answer.data == questions.DECLINED
        await connection.close()

    asyncio.run(ask())


@pytest.mark.parametrize("wire", ["localhost:4222", "http://127.0.0.1", "nats://"])
def test_an_address_that_is_none_is_refused_in_a_sentence(wire: str) -> None:
    done = subprocess.run((*THINK, "--wire", wire), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "rebelote: --wire needs the address of a NATS server: nats://host:port\n"
    )


def test_a_question_holds_no_card_that_its_seat_may_not_know() -> None:
    rules, chance = presets.rules("french"), Random(5)
    state = match.start(rules, deck.shuffled(chance, rules.pack), 0)
    seat = state.to_act
    assert seat is not None
    question = msgspec.json.decode(questions.encode_question("master", 1, view(state, seat)))
    assert question["view"]["seat"] == seat
    known = {*question["view"]["hand"], question["view"]["turned"]}
    text = questions.encode_question("master", 1, view(state, seat)).decode()
    hidden = {card.text for card in rules.pack} - known
    assert not [card for card in hidden if f'"{card}"' in text]
