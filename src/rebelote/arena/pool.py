"""Round robin of many bots on the same packs: ratings, and the comparison of every pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from rebelote.arena import pairs, ratings
from rebelote.arena.pairs import Result
from rebelote.arena.ratings import BotRating
from rebelote.rules.options import Rules

ANCHOR: Final = "beginner"
"""The bot whose rating is fixed where it plays; else it is the one named first."""


class Pool(msgspec.Struct, frozen=True):
    """The ratings, highest first, with the bot whose rating is `fixed`; and what each pair did."""

    rules: str
    fixed: str
    ratings: tuple[BotRating, ...]
    pairs: tuple[Result, ...]


def pool(
    names: Sequence[str],
    rules: Rules | None = None,
    deals: int = 2000,
    seed: int = 1,
    jobs: int | None = None,
    saved: Path | None = None,
    *,
    matches: int | None = None,
    cluster: str | None = None,
) -> Pool:
    """Play everybody against everybody, each pair as `compare` does, and rate them.

    Args:
        names: agents, as in `agents.make`.
        rules: the rules; None: French belote.
        deals: how many packs each pair plays.
        seed: of the packs and the bots.
        jobs: how many deals are played at once; None: one, or as many as a cluster has cores.
        saved: a file of what was played; what it has already is not played again.
        matches: how many whole matches are played instead.
        cluster: the address of a Ray cluster, or `local`.

    Raises:
        ValueError: for an unknown agent, or a file of another run.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("a pool needs two or more different bots")
    planned = pairs.plan(list(combinations(names, 2)), rules, deals, matches, seed)
    played = pairs.run(planned, jobs, saved, cluster)
    fixed = ANCHOR if ANCHOR in names else names[0]
    in_turn = [
        each for of_one_setting in zip(*played.values(), strict=True) for each in of_one_setting
    ]
    return Pool(
        planned.rules.preset,
        fixed,
        tuple(ratings.rated(names, in_turn, fixed)),
        tuple(pairs.result(planned, pair, outcome) for pair, outcome in played.items()),
    )
