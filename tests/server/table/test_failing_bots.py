"""Bots that fail, die or hang at a decision: the table goes on, and the failure is reported."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from in_process import InProcess, serving_in_process
from needs import needs_kernel
from outside_games import known
from server_process import is_settled, seated
from waiting import until

from rebelote import worker_processes
from rebelote.bots import Thought
from rebelote.rules import match, presets
from rebelote.rules.actions import Pass, Take
from rebelote.rules.deal import Phase, legal_actions
from rebelote.rules.view import View, view
from rebelote.server.base.workers import bots as bot_workers
from rebelote.server.base.workers.bots import BotFailedError, BotWorkers

pytestmark = needs_kernel


@pytest.fixture
def faulty_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield the game whose bots fail as the environment says, which new interpreters alone read."""
    monkeypatch.setattr(worker_processes, "method_of_servers", "spawn")
    with known("faulty_game"):
        yield


def auction(preset: str) -> View:
    """Return the view of the first player to call."""
    rules = presets.rules(preset)
    state = match.start(rules, match.first_pack(rules, Random(1)), 0)
    while state.deal.phase is not Phase.BIDDING:
        assert state.to_act is not None
        state = match.apply(state, state.to_act, legal_actions(state.deal)[0])
    assert state.to_act is not None
    return view(state, state.to_act)


@pytest.mark.parametrize(("fault", "level"), [("raise", "beginner"), ("raise", "club")])
@pytest.mark.usefixtures("faulty_game")
def test_the_deal_is_played_to_its_end_by_the_simplest_actions(
    fault: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", fault)
    with serving_in_process(tmp_path / "log.sqlite") as server:
        person = seated(server, preset="forehand", level=level)
        failed: list[int] = []

        def seen(view: dict[str, object]) -> bool:
            failed[:] = [it["seat"] for it in person.events if it["event"] == "bot_failed"]
            return is_settled(view) and bool(failed)

        person.play_until(seen)
        assert person.view["seat"] not in failed
        assert failures(server) >= len(failed)
        assert b"rebelote_bot_failures_total" in server.get("/metrics")[1]
        person.send({"type": "why", "id": "w"})
        reasons = person.receive("reasons")
        codes = {reason["thought"]["code"] for reason in reasons["reasons"]}
        assert "failed" in codes
        deal, table = person.view["deal_number"], person.seated["table"]
        path = f"/api/tables/{table}/deals/{deal}/review"
        answered = until(lambda: review(server, path, person.seated["cookie"]))
        assert answered is not None
        status, answer = answered
        assert (status, answer["code"]) == (409, "review-failed") and answer["message"]


def failures(server: InProcess) -> int:
    """Return the number of decisions at which bots failed, by the server's own count."""
    health = json.loads(server.get("/health")[1])
    failed: int = health["parts"]["bots"]["actual"]["failed"]
    return failed


def review(server: InProcess, path: str, cookie: str) -> tuple[int, dict[str, object]] | None:
    """Return the answer to a review, once it is there."""
    status, answer = server.get(path, cookie)
    received = json.loads(answer)
    return (status, received) if status != 200 or received.get("reviewed") else None


@pytest.mark.usefixtures("faulty_game")
def test_a_hint_that_fails_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "raise")
    with serving_in_process(tmp_path / "log.sqlite") as server:
        person = seated(server, preset="forehand", level="beginner")
        person.play_until(lambda view: view["legal"] and view["phase"] == "bidding")
        person.send({"type": "hint", "id": "h", "expect": person.version})
        refused = person.receive("refused")
        assert (refused["id"], refused["code"]) == ("h", "bot-failed")


async def failing(preset: str) -> tuple[int, Thought]:
    """Return how often a bot failed at this game, and the workers' thought on another game."""
    workers = BotWorkers(1)
    try:
        with pytest.raises(BotFailedError):
            await workers.think("club", 1, auction(preset))
        return workers.failed, await workers.think("club", 1, auction("french"))
    finally:
        workers.close()


@pytest.mark.parametrize("fault", ["raise", "die"])
@pytest.mark.usefixtures("faulty_game")
def test_a_bot_that_fails_is_given_up_and_the_workers_go_on(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", fault)
    failed, thought = asyncio.run(failing("forehand"))
    assert failed == 1 and isinstance(thought.action, Pass | Take)


@pytest.mark.usefixtures("faulty_game")
def test_a_bot_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULT", "hang")
    monkeypatch.setattr(bot_workers, "LONGEST_THOUGHT", 0.2)

    async def hanging() -> int:
        workers = BotWorkers(1)
        try:
            await workers.ready()
            with pytest.raises(BotFailedError):
                await workers.think("club", 1, auction("forehand"))
            return workers.failed
        finally:
            workers.close()

    assert asyncio.run(hanging()) == 1
