"""Many deals of four (or three) of a level, each audited: what `rebelote audit` runs."""

from __future__ import annotations

from functools import partial

from rebelote import bots
from rebelote.arena import audit
from rebelote.arena.audit import Audit, DealAudit, Decision
from rebelote.arena.playing import Setting
from rebelote.arena.spreading import each_deal
from rebelote.rules import match
from rebelote.rules.actions import Cut
from rebelote.rules.deal import Cutting
from rebelote.rules.options import Rules
from rebelote.rules.view import view


def run(level: str, rules: Rules, deals: int, seed: int, jobs: int | None = None) -> Audit:
    """Audit a level in so many deals, `jobs` at once; ValueError where that cannot be."""
    bots.make(level)
    result = each_deal(partial(audited, level, rules), rules, deals, seed, jobs)
    every = sorted(result, key=lambda deal: deal.number)
    return audit.summed(level, rules.preset, every)


def audited(level: str, rules: Rules, setting: Setting) -> DealAudit:
    """Play one deal with this level at every seat, and audit it."""
    players = [bots.make(level, setting.seed + seat) for seat in range(rules.players)]
    state = match.start(rules, setting.pack, setting.dealer)
    decisions: list[Decision] = []
    while (seat := state.to_act) is not None:
        if isinstance(state.deal, Cutting):
            state = match.apply(state, seat, Cut(setting.depth))
            continue
        seen = view(state, seat)
        thought = players[seat].think(seen)
        decisions.append(Decision(state.deal, seen, thought))
        state = match.apply(state, seat, thought.action)
    made = state.sheet[-1].outcome == "made"
    return audit.judged(setting.number, decisions, state.deal, made)
