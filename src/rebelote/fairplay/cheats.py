"""Players that cheat, to measure what is found: they see cards, or signal by delay or discard.

Each plays as a level of the bots does, but for some of its decisions.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final, NamedTuple, Protocol

import msgspec

from rebelote import bots
from rebelote.bots import calling, choosing, heuristics, search
from rebelote.bots.level_config import LEVEL_CONFIGS
from rebelote.bots.search import WorldsToSearch
from rebelote.fairplay import calls
from rebelote.fairplay.cards import holding
from rebelote.fairplay.tempo import RED
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair, say_all
from rebelote.knowledge.worlds import NoWorldError
from rebelote.rules.actions import Action, Pass, Play
from rebelote.rules.cards import CardSet, Suit, Trump, point_table
from rebelote.rules.options import Signals
from rebelote.rules.view import Legal, View, rules_of

SEEN_WORLDS: Final = 16
"""Worlds that a cheat of a level without search looks at."""


SLOW: Final = 2.0
"""Seconds beyond which a delay is a signal, where that is agreed."""
_with = msgspec.structs.replace


class Secrets(NamedTuple):
    """Facts that a player may not use: partner's hand, and the time of partner's last action."""

    partners_hand: CardSet
    partners_delay: float | None = None


class Player(Protocol):
    """A seat of a simulated deal."""

    def act(self, view: View, given: Secrets) -> tuple[Action, float]:
        """Return its action and its delay in seconds."""


class Honest:
    """A bot that acts only on its view; its delays follow from its number of choices."""

    def __init__(self, level: str, seed: int) -> None:
        self.bot, self.chance = bots.make(level, seed), Random(seed)
        self.config = LEVEL_CONFIGS[level]

    def act(self, view: View, given: Secrets) -> tuple[Action, float]:
        """Return the action of its level."""
        return self.bot.choose(view), self.delay(view)

    def delay(self, view: View) -> float:
        """Draw a delay in seconds: lognormal, and longer with more choices."""
        legal = view.legal or Legal(actions=())
        choices = len(legal.cards) or len(legal.calls) or 1
        return self.chance.lognormvariate(0.0, 0.6) * math.sqrt(choices)


class Seeing(Honest):
    """A player that sees partner's hand in a share of its decisions, and acts on it."""

    def __init__(self, level: str, seed: int, share: float) -> None:
        """Create a player of this level that looks so often, from 0 to 1."""
        super().__init__(level, seed)
        self.share = share

    def act(self, view: View, given: Secrets) -> tuple[Action, float]:
        """Return the action of its level, or that of one who knows partner's hand."""
        action, delay = super().act(view, given)
        if self.chance.random() < self.share:
            legal = fair(view)
            if isinstance(action, Play) and len(legal.cards) > 1:
                action = self._card(view, legal, given.partners_hand) or action
            elif "play" not in legal.actions and legal.calls:
                action = _call(view, given.partners_hand) or action
        return action, delay

    def _card(self, view: View, legal: Legal, partners_hand: CardSet) -> Action | None:
        at = heuristics.Observation(view, legal)
        # The policy network knows nothing of partner's hand.
        config = self.config._replace(worlds=self.config.worlds or SEEN_WORLDS, policy=0.0)
        try:
            known = holding(worlds.hidden(view), (view.seat + 2) % 4, partners_hand)
            drawn = worlds.sample(known, config.worlds_for_card(view), self.chance)
        except NoWorldError:
            return None
        evaluation = search.evaluate_in(at, config, WorldsToSearch(drawn, [1.0] * len(drawn), 0.0))
        named, _ = heuristics.choose_card(at)
        return say_all(view, choosing.choose(at, evaluation, named).card, legal)


def _call(view: View, partners_hand: CardSet) -> Action | None:
    """Return the call by the worth of both hands; partner's counts by its surplus over average."""
    rules, worth = rules_of(view), calling.of(rules_of(view)).worths(view)
    unseen = rules.pack - calling.of(rules).known(view)
    best, most = None, 0.0
    for call, points in worth.items():
        trump = calls.named(call)
        if trump is None:
            continue
        usual = len(partners_hand) * calls.strength(unseen, trump) / len(unseen)
        both = points + calls.strength(partners_hand, trump) - usual
        if both >= most:
            best, most = call, both
    if best is not None:
        return best
    return Pass() if Pass() in fair(view).calls else None


class Signalling(Honest):
    """A player that uses a convention on discards which its table has not agreed on."""

    def __init__(self, level: str, seed: int, convention: Signals) -> None:
        """Create a player of this level with this convention."""
        super().__init__(level, seed)
        self.convention = convention

    def act(self, view: View, given: Secrets) -> tuple[Action, float]:
        """Return the action of its level at a table with the convention."""
        differs = {**view.rules.differs, "signals": self.convention}
        agreed = msgspec.structs.replace(view, rules=_with(view.rules, differs=differs))
        return self.bot.choose(agreed), self.delay(view)


class Delaying(Honest):
    """A player whose delays say in which colour its best plain suit is, and that acts on partner's.

    Partner leads it, where the level would lead no master.
    """

    def act(self, view: View, given: Secrets) -> tuple[Action, float]:
        """Return the action of its level, or a lead in the colour that partner has named."""
        action, legal = self.bot.choose(view), fair(view)
        if isinstance(action, Play) and not view.trick.cards and given.partners_delay is not None:
            at = heuristics.Observation(view, legal)
            red = given.partners_delay > SLOW
            plain = [c for c in at.legal - at.trumps if (c.suit in RED) == red]
            if plain and action.card not in at.trumps and not at.is_master(action.card):
                card = min(plain, key=lambda c: (at.points(c), at.height(c)))
                action = say_all(view, card, legal)
        slow = _best_suit(view) in RED
        return action, self.chance.lognormvariate(0.0, 0.3) * (2 * SLOW if slow else SLOW / 3)


def _best_suit(view: View) -> Suit:
    """Return the plain suit with most points."""
    trump = view.contract.trump if view.contract else Trump.NONE
    plain = [suit for suit in Suit if suit != trump.suit]
    points = point_table(trump)
    return max(plain, key=lambda suit: sum(points[card] for card in view.hand & suit.cards))
