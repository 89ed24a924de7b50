"""A bot of one's own, measured against another:

    rebelote arena examples.own_bot:Careful beginner --deals 50

It takes with the jack and three trumps, wins as cheaply as it can, and throws its lowest card.
"""

from rebelote import Action, CardSet, Pass, Play, Take, View
from rebelote.bots.random_bot import simplest
from rebelote.rules.cards import point_table, strength_table


class Careful:
    """Called with a seed; `choose` is asked for every decision."""

    def __init__(self, seed: int = 0) -> None:
        """Play the same game for the same seed: this bot needs no chance."""

    def choose(self, view: View) -> Action:
        """Choose a call or card."""
        assert view.legal is not None
        if view.phase == "bidding":
            return self.call(view)
        if view.phase != "play" or view.contract is None:
            return simplest(view)
        trump = view.contract.trump
        strength, points = strength_table(trump), point_table(trump)
        cards = sorted(view.legal.cards, key=lambda card: (points[card], strength[card]))
        leading = not view.trick.cards
        return Play(cards[-1] if leading else cards[0])

    def call(self, view: View) -> Action:
        """Take where the jack and three trumps are in the hand."""
        assert view.legal is not None
        turned = CardSet.of([view.turned]) if view.turned else CardSet()
        for call in view.legal.calls:
            if isinstance(call, Take) and call.trump.suit is not None:
                trumps = (view.hand | turned) & call.trump.cards
                if len(trumps) >= 3 and any(card.rank.letter == "J" for card in trumps):
                    return call
        return Pass()
