"""The decisions of a level: heuristics first, then search as far as its configuration goes."""

from __future__ import annotations

import math
from random import Random
from typing import Final

import msgspec

from rebelote.bots import bidding, calling, heuristics, policy, search, signals
from rebelote.bots.bot import Thought
from rebelote.bots.choosing import Choice, Evaluated, choose
from rebelote.bots.explanations import reason_code
from rebelote.bots.level_config import LevelConfig
from rebelote.kernel import solver
from rebelote.knowledge import memory
from rebelote.knowledge.conduct import fair, say_all
from rebelote.knowledge.worlds import NoWorldError
from rebelote.rules.actions import Action, Cut, Packets, Pass
from rebelote.rules.cards import Card
from rebelote.rules.notation import call_word
from rebelote.rules.view import VERBS, Legal, View, rules_of

VAGUE: Final = ("feed_partner", "throw_away")
"""Heuristics whose name does not say what is done with the card."""


class Level:
    """A player of some level."""

    def __init__(self, config: LevelConfig, seed: int = 0) -> None:
        """A player with this configuration; its random numbers come from `seed`."""
        self.config = config if solver.KERNEL else LevelConfig(policy=config.policy)
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """The action decided on."""
        return self.think(view).action

    def think(self, view: View) -> Thought:
        """The action decided on, and its explanation."""
        thought = self._thought(view)
        if "worlds" in thought.values and memory.dealings(view):
            return msgspec.structs.replace(thought, code="remembered", values={})
        return thought

    def _thought(self, view: View) -> Thought:
        legal = fair(view)
        if "cut" in legal.actions:
            return Thought(Cut(self.chance.randint(legal.cut_min, legal.cut_max)), "cut")
        if "packets" in legal.actions:
            return Thought(Packets(legal.packets[0]), "packets")
        if "play" not in legal.actions:
            return self._call(view)
        return self._card(view, legal)

    def _call(self, view: View) -> Thought:
        kind = calling.of(rules_of(view))
        if not self.config.bid_worlds:
            margins = {call_word(call): worth for call, worth in kind.worths(view).items()}
            return Thought(kind.call(view), kind.by_hand, worth=margins)
        if len(candidates := kind.candidates(view)) == 1:
            return Thought(candidates[0], kind.by_hand)
        result = bidding.evaluate(view, self.config, self.chance)
        best, natural, _ = bidding.chosen(view, result)
        worth = {call_word(call): result.worth(call) for call in result.payoffs}
        values = _ahead(worth, call_word(best), self.config.bid_worlds)
        values["ahead"] = round(100 * result.ahead(best))
        if best != natural:
            lead = result.worth(best) - result.worth(natural)
            values |= _lead_values(call_word(natural), lead, result.interval(best, natural))
        code = kind.silent if isinstance(best, Pass) else VERBS[type(best)]
        halves = {call_word(c): result.interval(best, c) for c in result.payoffs if c != best}
        return Thought(best, code, values, worth, _finite(halves))

    def _card(self, view: View, legal: Legal) -> Thought:
        if len(legal.cards) == 1:
            return Thought(say_all(view, legal.cards[0], legal), "only")
        at = heuristics.Observation(view, legal)
        card, code, values = _by_heuristic(at)
        evaluation, chosen = self._evaluate(at, card)
        worth = {each.text: w for each, w in evaluation.worth.items()} if evaluation else {}
        if evaluation and chosen:
            code = (
                code if card == chosen.card and code not in VAGUE else reason_code(at, chosen.card)
            )
            card = chosen.card
            values |= _unusual(evaluation, chosen)
        noise = evaluation.noise if evaluation else signals.SIGNAL_COST
        said, suit = signals.most_truthful(at, card, worth, noise)
        if said != card:
            card, code = said, "signal" if suit else "no_signal"
            values = {"trumps": values["trumps"]} | ({"suit": suit} if suit else {})
        if evaluation:
            values |= _ahead(worth, card.text, self.config.worlds_for_card(view))
            values |= _holds(at, card, evaluation)
        halves = evaluation.intervals(card) if evaluation else {}
        return Thought(say_all(view, card, legal), code, values, worth, _finite(halves))

    def _evaluate(
        self, at: heuristics.Observation, named: Card
    ) -> tuple[Evaluated, Choice] | tuple[None, None]:
        """The cards as judged by the network, or as found by search, in more worlds while it is
        doubtful which is better; and the choice among them."""
        if not self.config.worlds:
            if not self.config.policy or not policy.knows(at) or memory.worlds(at.view):
                return None, None
            judged = policy.Judgement(at)
            return judged, choose(at, judged, named)
        try:
            result = search.evaluate(at, self.config, self.chance)
            chosen = choose(at, result, named)
            for _ in range(1, self.config.rounds):
                if not chosen.doubtful:
                    break
                result = result.joined(search.evaluate(at, self.config, self.chance))
                chosen = choose(at, result, named)
        except NoWorldError:  # a seat played false: no hands agree with the view
            return None, None
        return result, chosen


def _by_heuristic(at: heuristics.Observation) -> tuple[Card, str, dict[str, object]]:
    """The card that a heuristic names, the key of its explanation, and what fills that in."""
    card, heuristic = heuristics.choose_card(at)
    trumps: dict[str, object] = {"trumps": len(at.out & at.trumps)}
    if called := signals.answer(at, heuristic):
        return called, "answer_signal", {**trumps, "suit": called.suit.letter}
    return card, heuristic.__name__, trumps


def _unusual(evaluation: Evaluated, chosen: Choice) -> dict[str, object]:
    """By how much a card leads that breaks a principle, and over which that does not."""
    if chosen.card == chosen.natural:
        return {}
    lead = evaluation.lead(chosen.card, chosen.natural)
    half = evaluation.interval(chosen.card, chosen.natural)
    return _lead_values(chosen.natural.text, lead, half)


def _lead_values(instead: str, lead: float, half: float) -> dict[str, object]:
    """The lead as it is shown, in whole points."""
    return {"instead": instead, "lead": max(1, round(lead)), "interval": round(half)}


def _finite(halves: dict[str, float]) -> dict[str, float]:
    """The intervals that can be shown: not those of a single world of many."""
    return {name: round(half, 2) for name, half in halves.items() if math.isfinite(half)}


def _ahead(worth: dict[str, float], best: str, worlds: int) -> dict[str, object]:
    """The lead of the best choice over the next best."""
    others = {name: w for name, w in worth.items() if name != best}
    other = max(others, key=lambda name: others[name])
    gain = round(worth[best] - others[other], 1)
    return {"card": best, "other": other, "gain": gain, "worlds": worlds}


def _holds(at: heuristics.Observation, card: Card, evaluation: Evaluated) -> dict[str, int]:
    """The percentage of worlds in which nobody beats a card that wins now, where that is open."""
    share = evaluation.holds(at, card)
    percent = 0 if share is None else round(100 * share)
    return {"stands": percent} if 0 < percent < 100 else {}
