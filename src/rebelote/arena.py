"""Which of two bots is stronger, and by how much? The same deals, played twice with sides swapped.

The measure is plain: the trick points of one side less the other's (the last trick's ten included),
averaged over the deals in which somebody took; dead deals do not count. Marks are what would have
been written.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
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

RULES: Final = Rules(shuffle="each_deal_full")


class Result(msgspec.Struct, frozen=True):
    """What `first` gained on `second` a deal: points and marks, each with its standard error.

    `taken` and `made`: the share of its sides' deals that `first` took, and of those made;
    `microseconds`: the mean time `first` took for a decision.
    """

    first: str
    second: str
    deals: int
    points: float
    points_error: float
    marks: float
    marks_error: float
    taken: float
    made: float
    microseconds: float


class _Deal(msgspec.Struct, frozen=True):
    """One deal from the first bot's side; no points where nobody took."""

    points: int | None
    marks: int
    taken: bool
    made: bool


class _Clock:
    """How long the first bot thinks."""

    def __init__(self) -> None:
        self.seconds, self.decisions = 0.0, 0

    def time(self, player: bots.Bot, state: match.Match, seat: int) -> match.Match:
        """The match after the player's decision, which is timed without making its view."""
        now = view(state, seat)
        began = time.perf_counter()
        action = player.choose(now)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        return match.apply(state, seat, action)


class _Setting(msgspec.Struct, frozen=True):
    """A deal before anybody acts: the same for both seatings."""

    pack: Pack
    dealer: int
    depth: int
    seed: int


def _settings(deals: int, seed: int) -> Iterator[_Setting]:
    chance = Random(seed)
    for _ in range(deals):
        depth = chance.choice(cut_range(RULES))
        yield _Setting(deck.shuffled(chance), chance.randrange(4), depth, chance.randrange(1 << 30))


def _play(setting: _Setting, names: tuple[str, str], side: int, clocks: list[_Clock]) -> _Deal:
    """The deal with the first of `names` on this side."""
    state = match.start(RULES, setting.pack, setting.dealer)
    players = [bots.make(names[(seat % 2) ^ side], setting.seed + seat) for seat in range(4)]
    while (seat := state.to_act) is not None:
        if state.deal.phase is Phase.CUT:
            state = match.apply(state, seat, Cut(setting.depth))
        else:
            state = clocks[(seat % 2) ^ side].time(players[seat], state, seat)
    return _outcome(state, side)


def _outcome(state: match.Match, side: int) -> _Deal:
    row = state.sheet[-1]
    if row.outcome is None:
        return _Deal(None, 0, False, False)
    won: scoring.Tally = tally(state.deal)
    points = won.points[side] - won.points[side ^ 1]
    taken = won.attack == side
    return _Deal(points, row.marks[side] - row.marks[side ^ 1], taken, row.outcome == "made")


def compare(first: str, second: str, deals: int = 2000, seed: int = 1) -> Result:
    """Play every deal twice; ValueError for an unknown bot or fewer than two deals."""
    if deals < 2:
        raise ValueError(f"{deals} deals say nothing: play at least 2")
    clocks = [_Clock(), _Clock()]
    pairs = [
        tuple(_play(setting, (first, second), side, clocks) for side in (0, 1))
        for setting in _settings(deals, seed)
    ]
    played = [[deal for deal in pair if deal.points is not None] for pair in pairs]
    points = [fmean(deal.points or 0 for deal in pair) for pair in played if pair]
    marks = [fmean(deal.marks for deal in pair) for pair in played if pair]
    taken = [deal for pair in played for deal in pair if deal.taken]
    return Result(
        first,
        second,
        deals,
        *_mean(points),
        *_mean(marks),
        taken=len(taken) / (2 * deals),
        made=fmean(deal.made for deal in taken) if taken else 0.0,
        microseconds=1e6 * clocks[0].seconds / max(1, clocks[0].decisions),
    )


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(values), stdev(values) / math.sqrt(len(values))


def main(
    first: str = "regular",
    second: str = "random",
    deals: int = 2000,
    seed: int = 1,
    as_json: bool = False,
) -> None:
    """Print the comparison, in words or as one JSON line."""
    result = compare(first, second, deals, seed)
    if as_json:
        print(json.dumps(msgspec.to_builtins(result)))
        return
    print(
        f"{first} against {second}: {deals} deals, each twice with sides swapped (seed {seed})\n"
        f"  card points a deal  {result.points:+.1f} ± {result.points_error:.1f}\n"
        f"  marks a deal        {result.marks:+.1f} ± {result.marks_error:.1f}\n"
        f"  took {result.taken:.0%} of the deals and made {result.made:.0%} of those\n"
        f"  {result.microseconds:.0f} microseconds a decision\n"
        "(± is one standard error)"
    )
