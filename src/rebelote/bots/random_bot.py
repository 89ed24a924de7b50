"""The random bot: any legal action, every one equally likely. A baseline for the others."""

from __future__ import annotations

from random import Random

from rebelote.bots.bot import Thought
from rebelote.knowledge.conduct import fair, say_all
from rebelote.rules.actions import Action, Cut, Packets, Pass
from rebelote.rules.view import Legal, View


def choices(view: View, legal: Legal) -> list[Action]:
    """Every action that the rules allow; all there is to say is said."""
    return [
        *(Cut(depth) for depth in range(legal.cut_min, legal.cut_max + 1) if legal.cut_max),
        *(Packets(packets) for packets in legal.packets),
        *legal.calls,
        *(say_all(view, card, legal) for card in legal.cards),
    ]


def simplest(view: View) -> Action:
    """A legal action that needs no thought: a pass where there is one, else the first offered."""
    offered = choices(view, fair(view))
    return Pass() if Pass() in offered else offered[0]


class RandomBot:
    """Any legal action, every one equally likely."""

    def __init__(self, seed: int = 0) -> None:
        """A player whose chances come from `seed`."""
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        """One of the actions offered."""
        return self.chance.choice(choices(view, fair(view)))

    def think(self, view: View) -> Thought:
        """The same, for no reason."""
        return Thought(self.choose(view), "any")
