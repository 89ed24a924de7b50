"""Deals that bots have played, as records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rebelote import bots
from rebelote.rules import match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.view import view


def played(rules: Rules, seed: int, levels: Sequence[str] = ("random",)) -> Record:
    """Play one deal; the seats are taken by these levels in turn."""
    chance = Random(seed)
    dealer = chance.randrange(rules.players)
    so_far = Recorded.begin(match.start(rules, match.first_pack(rules, chance), dealer))
    seats = [bots.make(levels[s % len(levels)], 10 * seed + s) for s in range(rules.players)]
    while (seat := so_far.match.to_act) is not None:
        so_far = so_far.act(seat, seats[seat].choose(view(so_far.match, seat)))
    return so_far.record
