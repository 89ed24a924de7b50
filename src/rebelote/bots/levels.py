"""How does a level decide? By rules of thumb first, and then as far as it thinks."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from rebelote import solver
from rebelote.actions import Action, Cut, Packets, Pass, Take
from rebelote.bots import bidding, search, thumbs
from rebelote.bots.bot import Thought
from rebelote.cards import Card
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

    def __init__(self, mind: Mind, seed: int = 0) -> None:
        """A player that thinks so far; its chances come from `seed`."""
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
            margins = {trump.value: float(thumbs.margin(view, trump)) for trump in legal.trumps}
            return Thought(thumbs.call(view, legal), "hand", worth=margins)
        worth = bidding.worths(view, legal, self.mind.bid_worlds, self.chance)
        best = max(worth, key=lambda trump: worth[trump])
        named = {"pass" if trump is None else trump.value: w for trump, w in worth.items()}
        return Thought(Pass() if best is None else Take(best), "call", worth=named)

    def _card(self, view: View, legal: Legal) -> Thought:
        card, thumb = thumbs.card_and_thumb(view, legal)
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
            return search.worths(view, legal, self.mind.worlds, self.chance, self.mind.weigh)
        except NoWorld:  # somebody played false, and nobody can say what is in the hands
            return {}


MINDS: Final = {
    "beginner": Mind(),
    "regular": Mind(worlds=60),
    "club": Mind(worlds=200, bid_worlds=12, weigh=True),
    "expert": Mind(worlds=500, bid_worlds=40, weigh=True),
    "master": Mind(worlds=1000, bid_worlds=120, weigh=True),
}
