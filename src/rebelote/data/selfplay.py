"""Deals that bots play, kept as they end, so that a run that was stopped goes on.

A deal depends on the rules, the levels, the seed and its number alone: not on which process plays
it, nor on how many deals are requested.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from rebelote import __version__, agents, workers
from rebelote.agents import AgentError
from rebelote.rules import deck, match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view


class Plan(msgspec.Struct, frozen=True):
    """Deals to be played, each from a fresh pack at the score of nought.

    `levels`: agents as in `agents.make`, one for all seats, or one for each. ValueError for an
    unknown one or another number.
    """

    rules: Rules
    levels: tuple[str, ...]
    deals: int
    seed: int = 1

    def __post_init__(self) -> None:
        for level in self.levels:
            agents.make(level)
        if len(self.levels) not in (1, self.rules.players):
            raise ValueError(f"name one level, or one for each of the {self.rules.players} seats")

    @property
    def agents(self) -> tuple[str, ...]:
        """The player of each seat."""
        return self.levels if len(self.levels) > 1 else self.levels * self.rules.players

    @property
    def head(self) -> bytes:
        """All that decides its deals but their number, as the first line of the file."""
        decides = {"rules": self.rules.flat(), "levels": self.levels, "seed": self.seed}
        return json.dumps({"deals": decides, "version": __version__}).encode()


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A deal that was played: its number, and its record as text."""

    number: int
    record: str


class _Task(NamedTuple):
    plan: Plan
    number: int


Bar = Callable[[Iterable[Played], int], Iterable[Played]]
"""Shows progress: hands on the deals as they end, after so many that were there before."""


def play(plan: Plan, kept: Path, jobs: int = 1, bar: Bar | None = None) -> Iterator[Record]:
    """Play the deals of a plan, and then give their records in the order of their numbers.

    Args:
        kept: the file that keeps each deal as it ends, and from which the same plan goes on.
        jobs: how many processes play.
        bar: shows progress.

    Raises:
        ValueError: where the file holds something else, or deals of another plan; for an agent
            that cannot go on, or does what the rules refuse.
    """
    known = _read(kept, plan.head)
    tasks = [_Task(plan, number) for number in range(plan.deals) if number not in known]
    played = _played(tasks, jobs)
    with kept.open("ab") as file:
        for one in bar(played, plan.deals - len(tasks)) if bar else played:
            known[one.number] = one.record
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
    return (Record.parse(known[number]) for number in range(plan.deals))


def _played(tasks: list[_Task], jobs: int) -> Iterator[Played]:
    """Return the deals in the order in which they end."""
    if jobs == 1:
        return map(_play, tasks)
    return workers.in_processes(_play, tasks, jobs)


def _play(task: _Task) -> Played:
    plan = task.plan
    rules, chance = plan.rules, Random(f"{plan.seed} {task.number}")
    _, dealer = match.draw_dealer(rules, chance)
    recorded = Recorded.begin(match.start(rules, deck.shuffled(chance, rules.pack), dealer))
    levels = plan.agents
    players = [agents.make(level, chance.randrange(1 << 30)) for level in levels]
    while (seat := recorded.match.to_act) is not None:
        try:
            recorded = recorded.act(seat, agents.decide(players[seat], view(recorded.match, seat)))
        except (AgentError, IllegalActionError) as error:
            raise ValueError(f"deal {task.number + 1}: {levels[seat]}: {error}") from None
    return Played(task.number, str(recorded.record))


def _read(kept: Path, head: bytes) -> dict[int, str]:
    """Read the lines of the file, drop a truncated last line, and start a missing file."""
    begun, *lines = kept.read_bytes().split(b"\n") if kept.exists() else [b""]
    if not lines and head.startswith(begun):  # not even the first line was written whole
        kept.write_bytes(head + b"\n")
        return {}
    if begun != head:
        raise ValueError(
            f"{kept} holds no deals, or those of other rules, levels or another seed or version: "
            "remove it, or repeat that run"
        )
    if lines.pop():
        kept.write_bytes(b"\n".join([begun, *lines, b""]))
    known = {}
    for number, line in enumerate(lines, 2):
        try:
            played = msgspec.json.decode(line, type=Played)
        except msgspec.MsgspecError as error:
            raise ValueError(f"{kept}, line {number}: {error}") from error
        known[played.number] = played.record
    return known
