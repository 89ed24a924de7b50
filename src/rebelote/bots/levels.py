"""The decisions of a level: heuristics first, then search as far as its configuration goes."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from rebelote.bots import bidding, heuristics, penalties, search, signals
from rebelote.bots.bot import Thought
from rebelote.bots.explanations import reason_code
from rebelote.bots.level_config import LevelConfig
from rebelote.kernel import solver
from rebelote.knowledge import memory
from rebelote.knowledge.conduct import fair, say_all
from rebelote.knowledge.worlds import NoWorld
from rebelote.rules.actions import Action, Cut, Packets, Pass, Take
from rebelote.rules.cards import Card
from rebelote.rules.view import Legal, View

VAGUE: Final = ("feed_partner", "throw_away")
"""Heuristics whose name does not say what is done with the card."""
SMALL: Final = 0.5
"""Points by which a card must be better than the one a heuristic names: less is noise."""


class Level:
    """A player of some level."""

    def __init__(self, config: LevelConfig, seed: int = 0) -> None:
        """A player with this configuration; its random numbers come from `seed`."""
        self.config = config if solver.KERNEL else LevelConfig()
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
        if "pass" in legal.actions:
            return self._call(view, legal)
        return self._card(view, legal)

    def _call(self, view: View, legal: Legal) -> Thought:
        if not self.config.bid_worlds:
            margins = {trump.value: float(m) for trump, m in heuristics.my_margins(view).items()}
            return Thought(heuristics.call(view), "hand", worth=margins)
        found = bidding.call_values(view, legal, self.config.bid_worlds, self.chance)
        best = max(found, key=lambda trump: found[trump].worth)
        worth = {"pass" if trump is None else trump.value: p.worth for trump, p in found.items()}
        values = _ahead(worth, "pass" if best is None else best.value, self.config.bid_worlds)
        values["ahead"] = round(100 * found[best].ahead)
        code = "pass" if best is None else "take"
        return Thought(Pass() if best is None else Take(best), code, values, worth)

    def _card(self, view: View, legal: Legal) -> Thought:
        if len(legal.cards) == 1:
            return Thought(say_all(view, legal.cards[0], legal), "only")
        at = heuristics.Observation(view, legal)
        card, code, values = _by_heuristic(at)
        evaluation = self._evaluate(at)
        worth = {each.text: w for each, w in evaluation.worth.items()} if evaluation else {}
        if worth:
            card, code = _best(at, worth, card, code)
        said, suit = signals.most_truthful(at, card, worth)
        if said != card:
            card, code = said, "signal" if suit else "no_signal"
            values |= {"suit": suit} if suit else {}
        if evaluation:
            values |= _ahead(worth, card.text, self.config.worlds_for_card(view))
            values |= _stands(at, card, evaluation)
        return Thought(say_all(view, card, legal), code, values, worth)

    def _evaluate(self, at: heuristics.Observation) -> search.Evaluation | None:
        if not self.config.worlds:
            return None
        try:
            return search.evaluate(at, self.config, self.chance)
        except NoWorld:  # somebody played false, and nobody can say what is in the hands
            return None


def _by_heuristic(at: heuristics.Observation) -> tuple[Card, str, dict[str, object]]:
    """The card that a heuristic names, the key of its explanation, and what fills that in."""
    card, heuristic = heuristics.choose_card(at)
    trumps: dict[str, object] = {"trumps": len(at.out & at.trumps)}
    if called := signals.answer(at, heuristic):
        return called, "answer_signal", {**trumps, "suit": called.suit.letter}
    return card, heuristic.__name__, trumps


def _best(
    at: heuristics.Observation, worth: dict[str, float], heuristic_card: Card, code: str
) -> tuple[Card, str]:
    """The card with the highest payoff after penalties, and the key of its explanation."""
    best = Card(
        max(worth, key=lambda name: worth[name] - _penalty(at, name, heuristic_card) / at.unit)
    )
    told = best == heuristic_card and code not in VAGUE
    return best, code if told else reason_code(at, best)


def _penalty(at: heuristics.Observation, name: str, heuristic_card: Card) -> float:
    """Points deducted from a card's payoff before one is chosen."""
    card = Card(name)
    if card == heuristic_card:
        return -SMALL
    return penalties.PENALTY if penalties.is_suspicious(at, card) else 0.0


def _ahead(worth: dict[str, float], best: str, worlds: int) -> dict[str, object]:
    """The lead of the best choice over the next best."""
    others = {name: w for name, w in worth.items() if name != best}
    other = max(others, key=lambda name: others[name])
    gain = round(worth[best] - others[other], 1)
    return {"card": best, "other": other, "gain": gain, "worlds": worlds}


def _stands(
    at: heuristics.Observation, card: Card, evaluation: search.Evaluation
) -> dict[str, int]:
    """The percentage of worlds in which nobody beats a card that wins now, where that is open."""
    share = evaluation.stands(at, card)
    percent = 0 if share is None else round(100 * share)
    return {"stands": percent} if 0 < percent < 100 else {}
