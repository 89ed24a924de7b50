"""How does a level decide? By rules of thumb first, and then as far as it thinks."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from rebelote.bots import bidding, heuristics, penalties, search, signals
from rebelote.bots.bot import Thought
from rebelote.bots.explanations import motive
from rebelote.bots.level_config import Mind
from rebelote.kernel import solver
from rebelote.knowledge import memory
from rebelote.knowledge.conduct import fair, say_all
from rebelote.knowledge.worlds import NoWorld
from rebelote.rules.actions import Action, Cut, Packets, Pass, Take
from rebelote.rules.cards import Card
from rebelote.rules.view import Legal, View

VAGUE: Final = ("feed_partner", "throw_away")
"""Rules of thumb whose name does not say what is done with the card."""
SMALL: Final = 0.5
"""Points by which a card must be better than the one a rule of thumb names: less is noise."""


class Level:
    """A player of some level."""

    def __init__(self, mind: Mind, seed: int = 0) -> None:
        """A player that thinks so far; its chances come from `seed`."""
        self.mind = mind if solver.KERNEL else Mind()
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """What it does."""
        return self.think(view).action

    def think(self, view: View) -> Thought:
        """What it does, and why."""
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
        if not self.mind.bid_worlds:
            margins = {trump.value: float(m) for trump, m in heuristics.my_margins(view).items()}
            return Thought(heuristics.call(view), "hand", worth=margins)
        found = bidding.prospects(view, legal, self.mind.bid_worlds, self.chance)
        best = max(found, key=lambda trump: found[trump].worth)
        worth = {"pass" if trump is None else trump.value: p.worth for trump, p in found.items()}
        values = _ahead(worth, "pass" if best is None else best.value, self.mind.bid_worlds)
        values["ahead"] = round(100 * found[best].ahead)
        code = "pass" if best is None else "take"
        return Thought(Pass() if best is None else Take(best), code, values, worth)

    def _card(self, view: View, legal: Legal) -> Thought:
        if len(legal.cards) == 1:
            return Thought(say_all(view, legal.cards[0], legal), "only")
        at = heuristics.Table(view, legal)
        card, code, values = _by_thumb(at)
        looked = self._look(at)
        worth = {each.text: w for each, w in looked.worth.items()} if looked else {}
        if worth:
            card, code = _best(at, worth, card, code)
        said, suit = signals.truest(at, card, worth)
        if said != card:
            card, code = said, "signal" if suit else "no_signal"
            values |= {"suit": suit} if suit else {}
        if looked:
            values |= _ahead(worth, card.text, self.mind.looked_at(view))
            values |= _stands(at, card, looked)
        return Thought(say_all(view, card, legal), code, values, worth)

    def _look(self, at: heuristics.Table) -> search.Looked | None:
        if not self.mind.worlds:
            return None
        try:
            return search.look(at, self.mind, self.chance)
        except NoWorld:  # somebody played false, and nobody can say what is in the hands
            return None


def _by_thumb(at: heuristics.Table) -> tuple[Card, str, dict[str, Any]]:
    """The card that a rule of thumb names, the code of its reason, and what fills that in."""
    card, thumb = heuristics.first_to_name(at)
    trumps = {"trumps": len(at.out & at.trumps)}
    if called := signals.answer(at, thumb):
        return called, "answer_signal", {**trumps, "suit": called.suit.letter}
    return card, thumb.__name__, trumps


def _best(
    at: heuristics.Table, worth: dict[str, float], by_thumb: Card, code: str
) -> tuple[Card, str]:
    """The card worth most, doubts taken off, and the code of its reason."""
    best = Card(max(worth, key=lambda name: worth[name] - _doubt(at, name, by_thumb) / at.unit))
    told = best == by_thumb and code not in VAGUE
    return best, code if told else motive(at, best)


def _doubt(at: heuristics.Table, name: str, by_thumb: Card) -> float:
    """How many points are taken off a card's worth before it is chosen."""
    card = Card(name)
    if card == by_thumb:
        return -SMALL
    return penalties.CAUSE if penalties.needs_cause(at, card) else 0.0


def _ahead(worth: dict[str, float], best: str, worlds: int) -> dict[str, Any]:
    """By how much the best choice leads, over the next best."""
    others = {name: w for name, w in worth.items() if name != best}
    other = max(others, key=lambda name: others[name])
    gain = round(worth[best] - others[other], 1)
    return {"card": best, "other": other, "gain": gain, "worlds": worlds}


def _stands(at: heuristics.Table, card: Card, looked: search.Looked) -> dict[str, int]:
    """In how many of a hundred worlds nobody beats a card that wins now, where that is open."""
    share = looked.stands(at, card)
    percent = 0 if share is None else round(100 * share)
    return {"stands": percent} if 0 < percent < 100 else {}
