"""How does a bot of a level decide? By rules of thumb first, and then as far as its level thinks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from rebelote import solver
from rebelote.actions import Action, Cut, Packets, Pass, Take
from rebelote.bots import Bot, Thought, _bidding, _search, _thumbs
from rebelote.cards import Card, Trump
from rebelote.conduct import fair, say_all
from rebelote.view import Legal, View
from rebelote.worlds import NoWorld


class Mind(NamedTuple):
    """How far a level thinks.

    `worlds` are played out for a card and `bid_worlds` for a call, by rules of thumb; none: rules
    of thumb alone. `weigh`: whether calls and silence make worlds likelier.
    """

    worlds: int = 0
    bid_worlds: int = 0
    weigh: bool = False


class Level:
    """A player of some level."""

    def __init__(self, mind: Mind, seed: int) -> None:
        self.mind = mind if solver.KERNEL else Mind()
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """What it does."""
        return self.think(view).action

    def think(self, view: View) -> Thought:
        """What it does, and why."""
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
            margins = {trump.value: float(_thumbs.margin(view, trump)) for trump in legal.trumps}
            return Thought(_thumbs.call(view, legal), "hand", worth=margins)
        worth = _bidding.worths(view, legal, self.mind.bid_worlds, self.chance)
        best = max(worth, key=lambda trump: worth[trump])
        named = {"pass" if trump is None else trump.value: w for trump, w in worth.items()}
        return Thought(Pass() if best is None else Take(best), "call", worth=named)

    def _card(self, view: View, legal: Legal) -> Thought:
        card, thumb = _thumbs.card_and_thumb(view, legal)
        if len(legal.cards) == 1:
            return Thought(say_all(view, card, legal), "only")
        worth = self._worths(view, legal)
        if worth:
            card = max(worth, key=lambda c: (worth[c], c == card))
        named = {each.text: w for each, w in worth.items()}
        return Thought(say_all(view, card, legal), thumb.__name__, worth=named)

    def _worths(self, view: View, legal: Legal) -> dict[Card, float]:
        if not self.mind.worlds:
            return {}
        try:
            return _search.worths(view, legal, self.mind.worlds, self.chance, self.mind.weigh)
        except NoWorld:  # somebody played false, and nobody can say what is in the hands
            return {}


def level(mind: Mind) -> Callable[[int], Bot]:
    """A maker of bots that think so far."""
    return lambda seed=0: Level(mind, seed)


BEGINNER: Final = Mind()
REGULAR: Final = Mind(worlds=60)
CLUB: Final = Mind(worlds=200, bid_worlds=12, weigh=True)
EXPERT: Final = Mind(worlds=500, bid_worlds=40, weigh=True)
MASTER: Final = Mind(worlds=1000, bid_worlds=120, weigh=True)
NOBODY: Final = Trump.NONE
