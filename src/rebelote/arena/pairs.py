"""Paired comparison of two bots: every setting played in every seating, and averaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from rebelote import agents
from rebelote.arena import checkpoint, confidence
from rebelote.arena.playing import AgentFault, Pair, Task, TaskResult, play, settings
from rebelote.arena.progress import shown
from rebelote.arena.spreading import spread
from rebelote.rules.options import Rules


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The gain of `first` on `second` per deal, each with half of its 95 % interval.

    Of a single deal that is infinite, in JSON null: it says nothing of others.

    `deals`: how many, each in every seating; of whole matches, all that were dealt in them.
    `matches`: how many, None where single deals were played; the share of them `won`, and its
    interval `won_from`, `won_to`. `taken`, `made`: the share of its deals that `first` took, and of
    those made; the mean and the longest time of a decision in milliseconds. `faults`: how often an
    agent could not go on, by its text and the kind of fault; `first_faults`: one of each kind.
    """

    first: str
    second: str
    rules: str
    deals: int
    marks: float
    marks_interval: float
    points: float
    points_interval: float
    taken: float
    made: float
    mean_ms: float
    longest_ms: float
    faults: dict[str, int]
    matches: int | None = None
    won: float | None = None
    won_from: float | None = None
    won_to: float | None = None
    first_faults: tuple[AgentFault, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a run: pairs, and the same `count` deals, or `whole` matches, for each."""

    pairs: tuple[Pair, ...]
    rules: Rules
    whole: bool
    count: int
    seed: int

    def tasks(self) -> list[Task]:
        """Pack after pack, so that a run that stops has played about as much of every pair."""
        every = settings(self.rules, self.count, self.seed)
        return [Task(pair, setting) for setting in every for pair in self.pairs]


def plan(
    pairs: Sequence[Pair], rules: Rules | None, deals: int, matches: int | None, seed: int
) -> Plan:
    """Build a valid plan; ValueError for an unknown bot, or for an empty plan."""
    whole = matches is not None
    count = deals if matches is None else matches
    if count < 1:
        raise ValueError(f"play at least 1 {'match' if whole else 'deal'}, not {count}")
    for name in sorted({name for pair in pairs for name in pair}):
        agents.make(name)
    agreed = rules or (Rules() if whole else Rules(shuffle="each_deal_full"))
    return Plan(pairs=tuple(pairs), rules=agreed, whole=whole, count=count, seed=seed)


def run(
    planned: Plan, jobs: int | None, file: Path | None, cluster: str | None
) -> dict[Pair, list[TaskResult]]:
    """Play the plan, and group the results by pair, in the order of the settings.

    What the file has already is not played again.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"--jobs is at least 1, not {jobs}")
    kept = checkpoint.Checkpoint(file, checkpoint.head(planned.rules, planned.whole, planned.seed))
    tasks = planned.tasks()
    left = [task for task in tasks if task.key not in kept.known]
    if left:
        work = partial(play, planned.rules, planned.whole)
        outcome = spread(work, left, jobs, cluster)
        title = "matches" if planned.whole else "deals"
        for played in shown(outcome, title, len(tasks) - len(left), len(tasks)):
            kept.add(played)
    by_pair = len(planned.pairs)
    every = [kept.known[task.key] for task in tasks]
    return {
        pair: list(islice(every, number, None, by_pair))
        for number, pair in enumerate(planned.pairs)
    }


def compare(
    first: str,
    second: str,
    rules: Rules | None = None,
    deals: int = 2000,
    seed: int = 1,
    jobs: int | None = None,
    saved: Path | None = None,
    *,
    matches: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Measure one agent against another on the same packs, in every seating.

    Args:
        first: an agent, as in `agents.make`: `club`, `module:name`, `cmd:program`.
        second: another.
        rules: the rules; None: French belote.
        deals: how many packs are played.
        seed: of the packs and the bots.
        jobs: how many deals are played at once; None: one, or as many as a cluster has cores.
        saved: a file of what was played; what it has already is not played again.
        matches: how many whole matches are played instead.
        cluster: the address of a Ray cluster, or `local`.

    Raises:
        ValueError: for an unknown agent, or a file of another run.
    """
    planned = plan([(first, second)], rules, deals, matches, seed)
    return result(planned, (first, second), run(planned, jobs, saved, cluster)[first, second])


def result(played_as: Plan, pair: Pair, played: Sequence[TaskResult]) -> Result:
    deals = sum(each.deals for each in played)
    taken = sum(each.taken for each in played)
    marks, marks_interval = confidence.mean([each.marks for each in played])
    points, points_interval = confidence.mean([each.points for each in played])
    decisions = sum(each.decisions for each in played)
    matches, won, won_from, won_to = _won(played)
    return Result(
        first=pair[0],
        second=pair[1],
        rules=played_as.rules.preset,
        deals=deals if played_as.whole else len(played),
        marks=marks,
        marks_interval=marks_interval,
        points=points,
        points_interval=points_interval,
        taken=taken / deals,
        made=sum(each.made for each in played) / max(1, taken),
        mean_ms=1e3 * sum(each.seconds for each in played) / max(1, decisions),
        longest_ms=1e3 * max(each.longest for each in played),
        faults=dict(sum((Counter(each.faults) for each in played), Counter())),
        matches=matches,
        won=won,
        won_from=won_from,
        won_to=won_to,
        first_faults=_first_of_each_kind(played),
    )


def _first_of_each_kind(played: Sequence[TaskResult]) -> tuple[AgentFault, ...]:
    faults = [fault for each in played for fault in each.sentences]
    return tuple({fault.kind: fault for fault in reversed(faults)}.values())[::-1]


def _won(
    played: Sequence[TaskResult],
) -> tuple[int, float, float, float] | tuple[None, None, None, None]:
    """Return the number of matches, the share won and its interval; None for single deals."""
    won = [each.won for each in played if each.won is not None]
    return (len(won), *confidence.share(won)) if won else (None, None, None, None)
