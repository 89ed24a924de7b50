"""Simulated deals: two pairs, honest or not, and the scores of both."""

from __future__ import annotations

from random import Random
from typing import Literal, NamedTuple

from rebelote.arena.playing import Setting
from rebelote.fairplay import evidence
from rebelote.fairplay.cheats import Delaying, Honest, Player, Secrets, Seeing, Signalling
from rebelote.fairplay.evidence import Scores
from rebelote.rules import match
from rebelote.rules.actions import Action, Cut
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import Bidding, Phase, Playing
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Step
from rebelote.rules.view import view

Kind = Literal["honest", "seeing", "delaying", "direct", "inverted"]
"""The ways in which a pair plays; the last two use a secret convention on discards."""


class Pair(NamedTuple):
    """Two partners: their levels and their ways of playing.

    `share`: of the decisions in which one that is seeing looks.
    """

    levels: tuple[str, str]
    kind: Kind = "honest"
    share: float = 0.0

    def player(self, number: int, seed: int) -> Player:
        """Return the first or second of the pair."""
        level = self.levels[number]
        if self.kind == "seeing":
            return Seeing(level, seed, self.share)
        if self.kind == "delaying":
            return Delaying(level, seed)
        if self.kind == "direct" or self.kind == "inverted":
            return Signalling(level, seed, self.kind)
        return Honest(level, seed)


class Simulated(NamedTuple):
    """The scores of both sides in a deal."""

    number: int
    scores: tuple[Scores, Scores]


def simulated(rules: Rules, pairs: tuple[Pair, Pair], setting: Setting) -> Simulated:
    """Play one deal between two pairs, and score it."""
    steps, delays = played(rules, pairs, setting)
    chance = Random(setting.seed)
    return Simulated(setting.number, evidence.of_deal(steps, chance, delays))


def played(
    rules: Rules, pairs: tuple[Pair, Pair], setting: Setting
) -> tuple[list[Step], list[float]]:
    """Play a deal between two pairs, and return the actions with their delays."""
    players = [pairs[s % 2].player(s // 2, setting.seed + s) for s in range(4)]
    state = match.start(rules, setting.pack, setting.dealer)
    steps: list[Step] = []
    delays: list[float] = []
    last: dict[int, float] = {}
    while (seat := state.to_act) is not None:
        deal = state.deal
        if deal.phase is Phase.CUT:
            action: Action = Cut(setting.depth)
            delay = 1.0
        else:
            partner = (seat + 2) % 4
            hand = deal.hands[partner] if isinstance(deal, Bidding | Playing) else CardSet()
            secrets = Secrets(hand, last.get(partner))
            action, delay = players[seat].act(view(state, seat), secrets)
            last[seat] = delay
        after = match.apply(state, seat, action)
        steps.append(Step(state, seat, action, after))
        delays.append(delay)
        state = after
    return steps, delays
