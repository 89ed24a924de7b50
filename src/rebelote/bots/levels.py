"""The decisions of a level: heuristics first, then search as far as its configuration goes."""

from __future__ import annotations

import math
from random import Random
from typing import Final

import msgspec

from rebelote.bots import (
    bidding,
    call_reasons,
    calling,
    heuristics,
    policy,
    principles,
    search,
    signals,
)
from rebelote.bots.bot import Thought
from rebelote.bots.choosing import Choice, Evaluated, choose
from rebelote.bots.explanations import Case, reason, same_card
from rebelote.bots.level_config import LevelConfig
from rebelote.kernel import solver
from rebelote.knowledge import memory
from rebelote.knowledge.conduct import announcement, announces, fair, say_all
from rebelote.knowledge.worlds import NoWorldError
from rebelote.rules.actions import Action, Call, Cut, Packets
from rebelote.rules.cards import Card
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import Legal, View, rules_of

NEGLIGIBLE: Final = 2.0
"""Marks within which two choices are about as good."""


class Level:
    """A player of some level."""

    def __init__(self, config: LevelConfig, seed: int = 0) -> None:
        """Create a player with this configuration; its random numbers come from `seed`."""
        self.config = config if solver.KERNEL else LevelConfig(policy=config.policy)
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """Return the chosen action."""
        return self.think(view).action

    def think(self, view: View) -> Thought:
        """Return the chosen action, and its explanation."""
        thought = self._thought(view)
        if "worlds" in thought.values and memory.dealings(view):
            return msgspec.structs.replace(thought, code="remembered", values={})
        return thought

    def _thought(self, view: View) -> Thought:
        legal = fair(view)
        if "cut" in legal.actions:
            return Thought(
                action=Cut(self.chance.randint(legal.cut_min, legal.cut_max)), code="cut"
            )
        if "packets" in legal.actions:
            return Thought(action=Packets(legal.packets[0]), code="packets")
        if announces(view):
            return Thought(action=announcement(view), code="")
        if "play" not in legal.actions:
            return self._call(view)
        return self._card(view, legal)

    def _call(self, view: View) -> Thought:
        kind = calling.of(rules_of(view))
        if not self.config.bid_worlds:
            margins = {call_word(call): worth for call, worth in kind.worths(view).items()}
            best = calling.call(view)
            code, values = _by_hand(view, best, best != kind.call(view))
            return Thought(action=best, code=code, values=values, worth=margins)
        if len(candidates := calling.candidates(view)) == 1:
            enough = len(kind.candidates(view)) > 1
            code, values = _by_hand(view, candidates[0], enough)
            return Thought(action=candidates[0], code=code, values=values)
        evaluated = bidding.evaluate(view, self.config, self.chance)
        best, natural, _ = bidding.chosen(view, evaluated)
        worth = {call_word(call): evaluated.worth(call) for call in evaluated.payoffs}
        code, values = call_reasons.of_call(view, best, evaluated)
        values |= {"ahead": round(100 * evaluated.ahead(best)), "worlds": self.config.bid_worlds}
        other = max((c for c in evaluated.payoffs if c != best), key=evaluated.worth)
        lead = evaluated.worth(best) - evaluated.worth(other)
        values |= _lead(call_word(best), call_word(other), lead, evaluated.interval(best, other))
        trump = call_reasons.trump_of(best)
        held = call_reasons.held_cards(view)
        if best != natural and trump is not None and not principles.readable(held, trump):
            lead = evaluated.worth(best) - evaluated.worth(natural)
            values |= _lead_values(call_word(natural), lead, evaluated.interval(best, natural))
        halves = {call_word(c): evaluated.interval(best, c) for c in evaluated.payoffs if c != best}
        return Thought(
            action=best, code=code, values=values, worth=worth, intervals=_finite(halves)
        )

    def _card(self, view: View, legal: Legal) -> Thought:
        if len(legal.cards) == 1:
            return Thought(action=say_all(view, legal.cards[0], legal), code="only")
        at = heuristics.Observation(view, legal)
        card, heuristic = heuristics.choose_card(at)
        called = signals.answer(at, heuristic)
        named = called or card
        evaluation, chosen = self._evaluate(at, named)
        best = chosen.card if chosen else named
        worth = {each.text: w for each, w in evaluation.worth.items()} if evaluation else {}
        noise = evaluation.noise if evaluation else signals.SIGNAL_COST
        card, suit = signals.most_truthful(at, best, worth, noise)
        code, values = reason(Case(at, card, evaluation))
        if card != best:
            code, values = ("signal", {"suit": suit}) if suit else ("no_signal", {})
        elif card == called:
            code, values = "answer_signal", {"suit": called.suit.letter}
        if evaluation and chosen:
            values |= _unusual(evaluation, chosen) if card == best else {}
            values |= _lead_over_next(at, card, evaluation) | _holds(at, card, evaluation)
            values["worlds"] = self.config.worlds_for_card(view)
        halves = evaluation.intervals(card) if evaluation else {}
        return Thought(
            action=say_all(view, card, legal),
            code=code,
            values=values,
            worth=worth,
            intervals=_finite(halves),
        )

    def _evaluate(
        self, at: heuristics.Observation, heuristic: Card
    ) -> tuple[Evaluated, Choice] | tuple[None, None]:
        """Evaluate the cards by the network or by search, in more worlds while the choice is
        doubtful, and choose among them."""
        if not self.config.worlds:
            if not self.config.policy or not policy.knows(at) or memory.worlds(at.view):
                return None, None
            judged = policy.Judgement(at)
            return judged, choose(at, judged, heuristic)
        try:
            evaluation = search.evaluate(at, self.config, self.chance)
            chosen = choose(at, evaluation, heuristic)
            for _ in range(1, self.config.rounds):
                if not chosen.doubtful:
                    break
                evaluation = evaluation.joined(search.evaluate(at, self.config, self.chance))
                chosen = choose(at, evaluation, heuristic)
        except NoWorldError:  # a seat played false: no hands agree with the view
            return None, None
        return evaluation, chosen


def _by_hand(view: View, call: Call, enough: bool) -> tuple[str, dict[str, object]]:
    """Return the reason of a call by the hand only; `enough`: whether more would bring nothing."""
    return ("enough", {}) if enough else call_reasons.of_call(view, call)


def _unusual(evaluation: Evaluated, chosen: Choice) -> dict[str, object]:
    """Return the lead of a card that breaks a principle, and the best card that breaks none."""
    if chosen.card == chosen.natural:
        return {}
    lead = evaluation.lead(chosen.card, chosen.natural)
    half = evaluation.interval(chosen.card, chosen.natural)
    return _lead_values(chosen.natural.text, lead, half)


def _lead_values(instead: str, lead: float, half: float) -> dict[str, object]:
    """Format a lead for display, in whole points."""
    return {"instead": instead, "lead": max(1, round(lead)), "interval": round(half)}


def _finite(halves: dict[str, float]) -> dict[str, float]:
    """Return the finite intervals: a single world of many has infinite ones."""
    return {name: round(half, 2) for name, half in halves.items() if math.isfinite(half)}


def _lead_over_next(
    at: heuristics.Observation, card: Card, evaluation: Evaluated
) -> dict[str, object]:
    """Return the lead of a card over the next best that is not its equal."""
    others = [other for other in evaluation.worth if not same_card(at, card, other)]
    if not others:
        return {}
    other = max(others, key=lambda each: evaluation.worth[each])
    return _lead(
        card.text, other.text, evaluation.lead(card, other), evaluation.interval(card, other)
    )


def _lead(best: str, other: str, lead: float, half: float) -> dict[str, object]:
    """Return a lead to be shown: its size where it is clear, none where the choices are equal."""
    if lead > half:
        return {"card": best, "other": other, "gain": round(lead, 1)}
    equal = abs(lead) < NEGLIGIBLE and math.isfinite(half)
    return {"card": best, "other": other} if equal else {}


def _holds(at: heuristics.Observation, card: Card, evaluation: Evaluated) -> dict[str, int]:
    """Return the percentage of worlds in which a card that wins now holds, where that is open."""
    share = evaluation.holds(at, card) if at.wins_now(card) else None
    percent = 0 if share is None else round(100 * share)
    return {"stands": percent} if 0 < percent < 100 else {}
