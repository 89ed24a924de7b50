"""Rate limits of hints, and fair turns for the bots of every host."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import offline_studies
import pytest
from needs import needs_kernel
from server_process import Person, Server, seated, serving

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules import deck, match, presets
from rebelote.rules.cards import Card
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.base.workers.bots import MOST_HINTS, BotWorkers, ObsoleteError, ThoughtRequest
from rebelote.server.base.workers.fair_queue import FairQueue

Result = TypeVar("Result")


# --- who is served next ---------------------------------------------------------------------------


def test_keys_are_served_in_turn_and_each_line_in_its_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for text in ("a1", "a2", "a3", "b1", "c1", "c2"):
        queue.put(text[0], text)
    assert len(queue) == 6
    assert queue.take() == "a1"
    queue.put("b", "b2")
    queue.remove("c", "c1")
    queue.remove("c", "c1")
    assert [queue.take() for _ in range(5)] == ["b1", "c2", "a2", "b2", "a3"]
    assert (len(queue), queue.take()) == (0, None)


def a_choice() -> View:
    """Return the view of a seat that has several cards to choose from."""
    state = match.start(presets.rules("bga"), deck.shuffled(Random(5)), 0)
    while True:
        seat = state.to_act
        assert seat is not None
        seen = view(state, seat)
        if seen.legal is not None and len(seen.legal.cards) > 2:
            return seen
        state = match.apply(state, seat, bots.make("beginner").choose(seen))


def with_one_worker(evening: Callable[[BotWorkers], Awaitable[Result]]) -> Result:
    async def whole() -> Result:
        workers = BotWorkers(1)
        try:
            await workers.think("club", 1, a_choice())  # the worker has started
            return await asyncio.wait_for(evening(workers), 60)
        finally:
            workers.close()

    return asyncio.run(whole())


@needs_kernel
def test_twenty_tables_of_one_host_delay_another_by_two_thoughts_at_most() -> None:
    seen = a_choice()

    async def evening(workers: BotWorkers) -> list[int]:
        done = 0

        async def table() -> None:
            nonlocal done
            while True:
                await workers.think("club", 1, seen, ThoughtRequest("many"))
                done += 1

        tables = [asyncio.create_task(table()) for _ in range(20)]
        while not done:
            await asyncio.sleep(0)
        before_me = []
        for _ in range(10):
            began = done
            await workers.think("club", 1, seen, ThoughtRequest("me"))
            before_me.append(done - began)
        for task in tables:
            task.cancel()
        return before_me

    assert max(with_one_worker(evening)) <= 2


@needs_kernel
def test_hints_come_last_and_too_many_are_refused_but_no_turn_is() -> None:
    seen = a_choice()

    async def evening(workers: BotWorkers) -> tuple[list[str], list[Any]]:
        order: list[str] = []

        async def think(name: str, hint: bool) -> None:
            await workers.think("club", 1, seen, ThoughtRequest(name, hint=hint))
            order.append(name)

        first = asyncio.create_task(think("first", False))
        hints = [asyncio.create_task(think(f"hint {n}", True)) for n in range(MOST_HINTS + 3)]
        await asyncio.sleep(0)
        turns = [asyncio.create_task(think(f"turn {n}", False)) for n in range(40)]
        result = await asyncio.gather(first, *hints, *turns, return_exceptions=True)
        return order, [each for each in result if each is not None]

    order, refused = with_one_worker(evening)
    assert order[0] == "first"
    assert all(name.startswith("turn") for name in order[1:41])
    assert sorted(order[41:]) == sorted(f"hint {n}" for n in range(MOST_HINTS))
    assert [type(error) for error in refused] == [IllegalActionError] * 3
    assert {error.refusal.code for error in refused} == {"helper-busy"}


@needs_kernel
def test_a_wait_that_is_cancelled_frees_its_place_and_a_thought_keeps_its_own() -> None:
    """A player who goes away while a worker thinks does not have another begin beside it."""
    seen = a_choice()

    async def evening(workers: BotWorkers) -> tuple[Thought, int]:
        for hint in (True, False, True):
            asked = [
                asyncio.create_task(
                    workers.think("club", 1, seen, ThoughtRequest(str(n), hint=hint))
                )
                for n in range(12)
            ]
            await asyncio.sleep(0)
            for task in (*asked[3:], asked[0]):
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        return await workers.think(
            "club", 1, seen, ThoughtRequest("last", hint=True)
        ), workers.waiting

    thought, waiting = with_one_worker(evening)
    assert (thought, waiting) == (bots.make("club", 1).think(seen), 0)


@needs_kernel
def test_a_position_that_has_passed_is_not_thought_about() -> None:
    seen = a_choice()

    async def evening(workers: BotWorkers) -> list[Any]:
        now = [1]
        wishes = [
            ThoughtRequest("me", lambda: now == [1]),
            ThoughtRequest("you", lambda: now == [2], hint=True),
        ]
        ahead = asyncio.create_task(workers.think("club", 1, seen))
        asked = [asyncio.create_task(workers.think("club", 1, seen, wish)) for wish in wishes]
        await asyncio.sleep(0)
        now[0] = 2
        await ahead
        return await asyncio.gather(*asked, return_exceptions=True)

    passed, thought = with_one_worker(evening)
    assert isinstance(passed, ObsoleteError)
    assert isinstance(thought, Thought)


# --- at the server --------------------------------------------------------------------------------


def to_a_choice(person: Person) -> int:
    """Play until there is a choice between cards, and return the version then."""
    person.play_until(lambda view: view["legal"] and len(view["legal"]["cards"]) > 1)
    return person.version or 0


def caught_up(person: Person, message: str) -> None:
    """Receive the updates up to an answer."""
    while (person.version or 0) < person.acked[message]:
        person.next()


def ask(person: Person, number: int, **more: bool) -> None:
    person.send({"type": "hint", "id": f"h{number}", "expect": person.version, **more})


@needs_kernel
def test_a_hint_asked_for_again_is_the_same_and_costs_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "person.hint=2/3600") as server:
        person = seated(server, level="beginner")
        version = to_a_choice(person)
        thoughts = []
        for number in range(12):
            ask(person, number)
            hinted = person.receive("hinted", "refused")
            assert hinted["type"] == "hinted", hinted
            assert (hinted["id"], hinted["version"]) == (f"h{number}", version)
            thoughts.append(hinted["thought"])
        assert thoughts == thoughts[:1] * 12


@needs_kernel
def test_a_client_that_computes_is_sent_what_its_seat_knows(tmp_path: Path) -> None:
    """Its position is asked for once; the server's hint, once there, is sent in its place."""
    with serving(tmp_path / "log.sqlite", "--limit", "person.hint=2/3600") as server:
        person = seated(server, level="beginner")
        version = to_a_choice(person)
        for _ in range(3):
            ask(person, 1, on_device=True)
            sent = person.receive("hint_position", "refused")
            assert (sent["id"], sent["version"]) == ("h1", version), sent
            seen = sent["view"]
            assert len(seen["tricks"]) == sum(person.view["tricks_won"])
            assert seen | {"tricks": []} == person.view | {"tricks": []}
        answer = offline_studies.ask("hint", seed=version, view=seen)["answer"]
        assert answer["action"]["card"] in seen["legal"]["cards"]
        hints = []
        for on_device in (False, True):
            ask(person, 2, on_device=on_device)
            hints.append(person.receive("hinted", "refused"))
        assert hints[0] == hints[1] and hints[0]["type"] == "hinted"


@needs_kernel
def test_hints_are_counted_by_person_however_many_tables_and_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "person.hint=2/3600") as server:
        cookie = server.guest("Mal")
        tables = [server.new_table(cookie=cookie, level="beginner") for _ in range(4)]
        people = [Person(server, table) for table in tables]
        answers = []
        for person in people:
            person.sit()
            to_a_choice(person)
            ask(person, 1)
            answers.append(person.receive("hinted", "refused"))
        assert [answer["type"] for answer in answers] == ["hinted"] * 2 + ["refused"] * 2
        assert {answer["code"] for answer in answers[2:]} == {"too-many-hints"}


@needs_kernel
def test_one_hint_at_a_time_is_thought_about_for_a_person(tmp_path: Path) -> None:
    """Ten sockets of one guest at two tables ask twenty times each: one answer a table is new."""
    with serving(tmp_path / "log.sqlite", "--limit", "person.messages=1000/1") as server:
        cookie = server.guest("Mal")
        tables = [server.new_table(cookie=cookie, level="beginner") for _ in range(2)]
        for table in tables:
            first = Person(server, table)
            first.sit()
            to_a_choice(first)
            first.close()
        people = [Person(server, tables[number % 2]) for number in range(8)]
        for person in people:
            person.sit()
        for number in range(20):
            for person in people:
                ask(person, number)
        answers = [person.receive("hinted", "refused") for person in people for _ in range(20)]
        thoughts = [str(answer["thought"]) for answer in answers if answer["type"] == "hinted"]
        assert 1 <= len(set(thoughts)) <= 2
        refused = {answer["code"] for answer in answers if answer["type"] == "refused"}
        assert refused <= {"one-hint"}


@needs_kernel
def test_who_waits_for_a_hint_may_play_on(tmp_path: Path) -> None:
    """The hint was asked for first; the act is not kept waiting, and a late hint spoils nothing."""
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1") as server:
        person = seated(server, level="beginner")
        for number in range(12):
            to_a_choice(person)
            ask(person, number)
            act = person.action()
            assert act is not None
            person.send(act)
            incoming = {person.receive("ack", "hinted", "refused")["type"] for _ in range(2)}
            assert "ack" in incoming
            caught_up(person, act["id"])


@needs_kernel
def test_a_hint_names_no_card_of_others_and_is_sent_to_no_one_else(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1") as server:
        person = seated(server, level="beginner", terms={"watch": "table"})
        eve = Person(server, {**person.seated, "cookie": server.guest("Eve")})
        eve.sit()
        for number in range(6):
            to_a_choice(person)
            hand = set(person.view["hand"])
            for again in range(2):
                ask(person, 10 * number + again)
                hinted = person.receive("hinted")
                assert named_in(hinted) <= hand
                eve.send({"type": "hint", "id": f"e{number}{again}", "expect": person.version})
                assert eve.receive("hinted", "refused")["code"] == "not-seated"
            act = person.action()
            assert act is not None
            person.send(act)
            person.receive("ack")
            caught_up(person, act["id"])
        assert not any('"hinted"' in frame for frame in eve.frames)


def named_in(value: Any) -> set[str]:
    """Return every card that is named somewhere in a message."""
    if isinstance(value, dict):
        return named_in([*value.keys(), *value.values()])
    if isinstance(value, list):
        return set().union(*map(named_in, value)) if value else set()
    try:
        return {Card(value).text} if isinstance(value, str) and len(value) == 2 else set()
    except ValueError:
        return set()


@needs_kernel
def test_nothing_is_left_over_when_a_server_with_bots_ends(tmp_path: Path) -> None:
    server = Server(tmp_path / "log.sqlite")
    server.start()
    person = seated(server, level="club")
    person.play_until(lambda view: bool(view["sheet"]))
    path = f"/api/tables/{person.seated['table']}/record"
    assert server.get(path, person.seated["cookie"])[0] == 200
    person.close()
    logged = server.stop()
    assert "leaked" not in logged and "Traceback" not in logged, logged


@pytest.mark.parametrize("code", ["one-hint", "too-many-hints", "helper-busy"])
def test_each_refusal_of_a_hint_is_a_sentence(code: str) -> None:
    assert IllegalActionError(code).refusal.sentence.endswith(".")
