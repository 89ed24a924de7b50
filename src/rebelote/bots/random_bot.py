"""The random bot: any legal action, every one equally likely. A baseline for the others."""

from __future__ import annotations

from random import Random

from rebelote.bots.bot import Thought
from rebelote.knowledge.conduct import announcement, announces, fair, say_all
from rebelote.rules.actions import Action, Cut, Packets, Pass
from rebelote.rules.view import Legal, View


def choices(view: View, legal: Legal) -> list[Action]:
    """Return every legal action, each with all its announcements."""
    if announces(view):
        return [announcement(view)]
    return [
        *(Cut(depth) for depth in range(legal.cut_min, legal.cut_max + 1) if legal.cut_max),
        *(Packets(packets) for packets in legal.packets),
        *legal.calls,
        *(say_all(view, card, legal) for card in legal.cards),
    ]


def simplest(view: View) -> Action:
    """Return the simplest legal action: a pass where it is legal, else the first offered."""
    offered = choices(view, fair(view))
    return Pass() if Pass() in offered else offered[0]


class RandomBot:
    """Any legal action, every one equally likely."""

    def __init__(self, seed: int = 0) -> None:
        """Create a player whose random numbers come from `seed`."""
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """Return a random legal action."""
        return self.chance.choice(choices(view, fair(view)))

    def think(self, view: View) -> Thought:
        """Return a random legal action, without a reason."""
        return Thought(action=self.choose(view), code="any")
