"""Decisions a second in the learning environments: ours, OpenSpiel's and pgx's.

`make bench-learn` installs the other two in build/learners, measures all in this process by the
clock, and writes the part of docs/benchmarks.md about them. All play legal actions by chance, each
with the observation of the player in turn; dealing is in the time. OpenSpiel's bridge is the game
nearest to ours there; pgx has no game of tricks, so its sparrow mahjong is measured, compiled by
JAX for this processor.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import report

from rebelote.env import Batch, Env

PEERS: Final = report.HOME / "build" / "learners"
MARKS: Final = ("<!-- written by `make bench-learn` -->", "<!-- end of learning -->")
GOAL: Final = 1_000_000
"""Decisions a second of random play, observations included."""
WARM: Final = 0.4
"""Which part of the time goes by before anything counts: answers are remembered, code compiled."""
GAMES: Final = ("ffb-contree-2016", "french")


def rate(some: Callable[[], int], seconds: float) -> float:
    """Return decisions a second; `some` makes some and counts them."""
    begun = time.perf_counter()
    while time.perf_counter() - begun < WARM * seconds:
        some()
    count, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        count += some()
    return count / passed


# --- ours -----------------------------------------------------------------------------------------


def one_table(preset: str) -> Callable[[], int]:
    """Build the measurement of deals of `Env`."""
    env, chance = Env(preset, seed=1), random.Random(1)

    def deal() -> int:
        env.reset()
        while not env.over:
            env.observe()
            env.step(chance.choice(env.legal))
        return len(env.history)

    return deal


def in_turn(preset: str) -> Callable[[], int]:
    """Build the measurement of deals of PettingZoo's environment, with its wrappers."""
    from rebelote.env.aec import env

    table, chance = env(preset), random.Random(1)

    def deal() -> int:
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            seen, _, over, _, _ = table.last()
            choices = seen["action_mask"].nonzero()[0]
            table.step(None if over else int(chance.choice(choices)))
            steps += not over
        return steps

    return deal


def stepped(preset: str, tables: int, threads: int = 1) -> Callable[[], int]:
    """Build the measurement of steps of all tables, called from Python."""
    batch = Batch(preset, tables, seed=1, threads=threads)

    def step() -> int:
        batch.step(batch.choose())
        return tables

    return step


def played(preset: str, tables: int, threads: int) -> Callable[[], int]:
    """Build the measurement of some hundred thousand random decisions inside the kernel."""
    batch = Batch(preset, tables, seed=1, threads=threads)
    steps = max(1, 200_000 // tables)

    def play() -> int:
        batch.play(steps)
        return steps * tables

    return play


def ours(preset: str, cores: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the measurements of a rule set."""
    yield "`Env`, in Python", one_table(preset)
    yield "PettingZoo, in Python", in_turn(preset)
    for tables in (1, 100, 10_000):
        yield f"`Batch.step`, {tables:,} tables, arrays in Python", stepped(preset, tables)
    yield f"`Batch.step`, 10,000 tables, {cores} threads", stepped(preset, 10_000, cores)
    yield "`Batch.play`, 100 tables, one thread", played(preset, 100, 1)
    yield f"`Batch.play`, 200 tables, {cores} threads", played(preset, 200, cores)


# --- theirs ---------------------------------------------------------------------------------------


def open_spiel() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the measurements of OpenSpiel's bridge, with and without its observation."""
    spiel = importlib.import_module("pyspiel")
    # By default the end of each deal is solved double dummy, which takes a second.
    game = spiel.load_game("bridge(use_double_dummy_result=false)")
    chance = random.Random(1)

    def deal(seen: bool) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            if seen:
                state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
        return decisions

    name = f"OpenSpiel {version('open_spiel')}, bridge"
    yield f"{name}, observation tensor", lambda: deal(True)
    yield f"{name}, nothing observed", lambda: deal(False)


def pgx(tables: int, steps: int = 100) -> Callable[[], int]:
    """Build the measurement of pgx's sparrow mahjong: steps of all tables, compiled as one."""
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make("sparrow_mahjong")
    wrapped = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def step(carry: Any, _: Any) -> Any:
        state, key = carry
        key, drawn, dealt = jax.random.split(key, 3)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(drawn, legal, axis=-1)
        state = jax.vmap(wrapped)(state, action, jax.random.split(dealt, tables))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda carry: jax.lax.scan(step, carry, None, steps))
    begun = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), tables))
    carry = [(begun, jax.random.PRNGKey(2))]

    def play() -> int:
        carry[0], seen = run(carry[0])
        seen.block_until_ready()
        return tables * steps

    play()
    return play


def peers() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the measurements of the others, where they are installed."""
    yield from open_spiel()
    for tables in (1, 100, 10_000):
        yield f"pgx {version('pgx')}, sparrow mahjong, {tables:,} tables", pgx(tables)


# --- the page -------------------------------------------------------------------------------------


def section(seconds: float) -> str:
    """Write the part of the page: everything measured, so many seconds each."""
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0]
    result: dict[str, list[str]] = {}
    for preset in GAMES:
        for name, some in ours(preset, cores):
            result.setdefault(name, []).append(shown(name, rate(some, seconds)))
    parts = [
        report.machine(load).partition(" Processor time")[0] + " By the clock.",
        "Decisions a second of random play, the observation of the seat in turn and dealing "
        f"included. The goal is {GOAL:,} for contrée and French belote on two slow cores.",
        report.table(
            ("ours", *GAMES, "reaches the goal"),
            [(name, *rates, verdict(rates)) for name, rates in result.items()],
        ),
        "Other programs in the same run. They play other games, so the decisions differ in kind.",
        report.table(
            ("others", "decisions a second"),
            [(name, shown(name, rate(some, seconds))) for name, some in peers()]
            if (PEERS / "done").exists()
            else [("OpenSpiel and pgx are not installed here", "")],
        ),
    ]
    return "\n\n".join(part.strip() for part in parts)


def verdict(rates: list[str]) -> str:
    """Return whether all of these reach the goal."""
    return "yes" if all(int(rate.replace(",", "")) >= GOAL for rate in rates) else ""


def shown(name: str, value: float) -> str:
    """Print and return a rate with three significant digits."""
    digits = max(0, len(str(int(value))) - 3)
    text = f"{round(value, -digits):,.0f}"
    print(f"{name}: {text}", flush=True)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each figure")
    parser.add_argument("--write", action="store_true", help="write the part of the page")
    asked = parser.parse_args()
    received = section(asked.seconds)
    page: Path = report.PAGE
    if asked.write:
        page.write_text(report.page(page.read_text("utf-8"), received, MARKS), encoding="utf-8")
    else:
        print(received)


if __name__ == "__main__":
    main()
