"""Benchmark of the review: whole deals of several rule sets, as the level *club* plays them."""

from __future__ import annotations

import time
from random import Random
from typing import Final

from rebelote import bots
from rebelote.analysis.review import review_deal
from rebelote.bench.solver import summary
from rebelote.kernel import solver
from rebelote.rules import match, presets
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.view import view

Figures = dict[str, object]

RULE_SETS: Final = ("french", "flemish", "ffb-contree-2016", "bulgarian", "flemish3")
"""One of each kind of auction and settlement, and three players."""


def figures(quick: bool) -> Figures:
    """Processor time of one thread for all of a review, and for the true deal alone."""
    if not solver.KERNEL:
        return {"skipped": "the native kernel is not built"}
    names, deals = (RULE_SETS[:2], 1) if quick else (RULE_SETS, 8)
    records = [played(presets.rules(name), seed) for name in names for seed in range(deals)]
    exact = summary([_milliseconds(record, known=False) for record in records])
    whole = summary([_milliseconds(record, known=True) for record in records])
    return {
        "a whole deal, mean, milliseconds": whole["mean_ms"],
        "a whole deal, p95, milliseconds": whole["p95_ms"],
        "exact costs of a whole deal, mean, milliseconds": exact["mean_ms"],
        "exact costs of a whole deal, p95, milliseconds": exact["p95_ms"],
    }


def played(rules: Rules, seed: int) -> Record:
    """Play one deal to its end."""
    chance = Random(seed)
    so_far = Recorded.begin(match.start(rules, match.first_pack(rules, chance), 0))
    seats = [bots.make("club", 10 * seed + seat) for seat in range(rules.players)]
    while (seat := so_far.match.to_act) is not None:
        so_far = so_far.act(seat, seats[seat].choose(view(so_far.match, seat)))
    return so_far.record


def _milliseconds(record: Record, known: bool) -> float:
    began = time.thread_time_ns()
    review_deal(record, 1, known=known)
    return (time.thread_time_ns() - began) / 1e6
