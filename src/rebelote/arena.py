"""Which of two bots is stronger, and by how much? The same deals, played with the seats swapped.

The measure is what counts at the table: the marks one side writes more than the others, averaged
over deals (a dead deal is a deal of nought). Every deal is played once for each way to seat the two
bots, and only then does it count as one value, so the luck of the cards cancels out.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final

import msgspec

from rebelote import bots, deck, match, scoring
from rebelote.actions import Cut
from rebelote.deal import Phase, cut_range, tally
from rebelote.deck import Pack
from rebelote.rules import Rules
from rebelote.view import view

NORMAL_95: Final = 1.96
"""Standard errors in half a 95 % interval."""


class Setting(msgspec.Struct, frozen=True):
    """A deal before anybody acts: the same however the bots are seated."""

    number: int
    pack: Pack
    dealer: int
    depth: int
    seed: int


class Played(msgspec.Struct, frozen=True):
    """One deal, seated in every way: what the first bot gained a deal, on average.

    `marks` and trick `points` more than the others; of its deals how many it `taken` and `made`;
    `seconds` and `decisions` of its thinking, and the `longest` decision.
    """

    number: int
    marks: float
    points: float
    seatings: int
    taken: int
    made: int
    seconds: float
    decisions: int
    longest: float


class Result(msgspec.Struct, frozen=True):
    """What `first` gained on `second` a deal, each with half of its 95 % interval.

    `taken`, `made`: the share of its deals that `first` took, and of those made; the mean and the
    longest time of a decision in milliseconds.
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


class _Clock:
    """How long a bot thinks."""

    def __init__(self) -> None:
        self.seconds, self.decisions, self.longest = 0.0, 0, 0.0

    def time(self, player: bots.Bot, state: match.Match, seat: int) -> match.Match:
        """The match after the player's decision, which is timed without making its view."""
        now = view(state, seat)
        began = time.perf_counter()
        action = player.choose(now)
        taken = time.perf_counter() - began
        self.seconds += taken
        self.decisions += 1
        self.longest = max(self.longest, taken)
        return match.apply(state, seat, action)


def settings(rules: Rules, deals: int, seed: int) -> Iterator[Setting]:
    """So many deals, each from a fresh pack."""
    chance = Random(seed)
    for number in range(deals):
        pack, dealer = deck.shuffled(chance, rules.pack), chance.randrange(rules.players)
        depth = chance.choice(cut_range(rules)) if rules.cut_min is not None else 0
        yield Setting(number, pack, dealer, depth, chance.randrange(1 << 30))


def play(rules: Rules, names: tuple[str, str], setting: Setting) -> Played:
    """The deal with the first bot on each side in turn, the second everywhere else."""
    clock = _Clock()
    sides = range(rules.side_count)
    ends = [_play(rules, setting, names, side, clock) for side in sides]
    rows = [end.sheet[-1] for end in ends]
    gains = [_ahead(row.marks, side) for side, row in zip(sides, rows, strict=True)]
    points = [_ahead(_points(end), side) for side, end in zip(sides, ends, strict=True)]
    won = [
        row.outcome == "made"
        for side, row in zip(sides, rows, strict=True)
        if row.contract is not None and rules.sides[row.contract.attacker] == side
    ]
    return Played(
        setting.number,
        fmean(gains),
        fmean(points),
        len(sides),
        len(won),
        sum(won),
        clock.seconds,
        clock.decisions,
        clock.longest,
    )


def _play(
    rules: Rules, setting: Setting, names: tuple[str, str], side: int, clock: _Clock
) -> match.Match:
    """The deal with the first of `names` on this side, to its end."""
    state = match.start(rules, setting.pack, setting.dealer)
    mine = [side_of == side for side_of in rules.sides]
    players = [bots.make(names[not own], setting.seed + seat) for seat, own in enumerate(mine)]
    while (seat := state.to_act) is not None:
        if state.deal.phase is Phase.CUT:
            state = match.apply(state, seat, Cut(setting.depth))
        elif mine[seat]:
            state = clock.time(players[seat], state, seat)
        else:
            state = match.apply(state, seat, players[seat].choose(view(state, seat)))
    return state


def _points(ended: match.Match) -> scoring.Points:
    """The points of the tricks by side; nought in a dead deal."""
    dead = ended.sheet[-1].outcome is None
    return (0,) * ended.rules.side_count if dead else tally(ended.deal).points


def _ahead(by_side: scoring.Points, side: int) -> float:
    """How much a side has more than the others on average."""
    return by_side[side] - (sum(by_side) - by_side[side]) / (len(by_side) - 1)


def compare(
    first: str,
    second: str,
    rules: Rules | None = None,
    deals: int = 2000,
    seed: int = 1,
    jobs: int = 1,
    saved: Path | None = None,
) -> Result:
    """Play every deal; ValueError for an unknown bot or fewer than two deals.

    `jobs`: processes that share the work. `saved`: a file of what was played; what stands there
    already is not played again.
    """
    if deals < 2:
        raise ValueError(f"{deals} deals say nothing: play at least 2")
    bots.make(first), bots.make(second)
    agreed = rules or Rules(shuffle="each_deal_full")
    done = _read(saved, _head(first, second, agreed, seed))
    left = (s for s in settings(agreed, deals, seed) if s.number not in done)
    work = partial(play, agreed, (first, second))
    for played in _shown(_run(work, left, jobs), len(done), deals):
        done[played.number] = played
        _write(saved, played)
    return _result(first, second, agreed, [done[number] for number in sorted(done)][:deals])


def _run(work: Callable[[Setting], Played], left: Iterable[Setting], jobs: int) -> Iterator[Played]:
    if jobs <= 1:
        yield from map(work, left)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, left, chunksize=4)


def _shown(played: Iterable[Played], done: int, deals: int) -> Iterator[Played]:
    """The same, with a line of progress where somebody looks on."""
    for number, each in enumerate(played, done + 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {deals} deals", end="", file=sys.stderr, flush=True)
        yield each
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


def _head(first: str, second: str, rules: Rules, seed: int) -> str:
    """The first line of a saved run: it goes on only with the same bots, rules and seed."""
    described = msgspec.to_builtins(rules)
    return json.dumps({"first": first, "second": second, "rules": described, "seed": seed})


def _read(saved: Path | None, head: str) -> dict[int, Played]:
    """What was played before; ValueError where it was another run."""
    if saved is None:
        return {}
    if not saved.exists():
        saved.write_text(head + "\n", encoding="utf-8")
        return {}
    lines = saved.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != head:
        raise ValueError(f"{saved} is of other bots, rules or another seed")
    if not saved.read_bytes().endswith(b"\n"):
        saved.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    found = (msgspec.json.decode(line, type=Played) for line in lines[1:] if line.endswith("}"))
    return {played.number: played for played in found}


def _write(saved: Path | None, played: Played) -> None:
    """One more line; on a line of its own even after one that was cut off."""
    if saved is not None:
        with saved.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")


def _result(first: str, second: str, rules: Rules, played: Sequence[Played]) -> Result:
    seatings = sum(each.seatings for each in played)
    taken = sum(each.taken for each in played)
    return Result(
        first,
        second,
        rules.preset,
        len(played),
        *_mean([each.marks for each in played]),
        *_mean([each.points for each in played]),
        taken / seatings,
        sum(each.made for each in played) / max(1, taken),
        1e3 * sum(p.seconds for p in played) / max(1, sum(p.decisions for p in played)),
        1e3 * max(each.longest for each in played),
    )


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    return fmean(values), NORMAL_95 * stdev(values) / math.sqrt(len(values))


def text(result: Result, seed: int) -> str:
    """The comparison in words."""
    return (
        f"{result.first} against {result.second}, {result.rules}: {result.deals} deals, each with "
        f"the seats swapped (seed {seed})\n"
        f"  marks a deal        {result.marks:+.1f} ± {result.marks_interval:.1f}\n"
        f"  card points a deal  {result.points:+.1f} ± {result.points_interval:.1f}\n"
        f"  took {result.taken:.0%} of its deals and made {result.made:.0%} of those\n"
        f"  {result.mean_ms:.1f} ms a decision, {result.longest_ms:.1f} the longest\n"
        "(± is half of the 95 % interval)"
    )


def as_json(result: Result) -> str:
    """The comparison as one line."""
    return msgspec.json.encode(result).decode()
