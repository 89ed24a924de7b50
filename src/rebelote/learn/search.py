"""Positions for the lessons, found in deals of a rule set that are played by its law.

Each deal follows from a seed, and its cards are played at random, so a rule set always has the same
positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rebelote.learn.lessons import Step
from rebelote.rules import deck, play, presets
from rebelote.rules.cards import SUIT_TRUMPS, Card, CardSet, Rank, Trump
from rebelote.rules.play import Duty, Law, duty, legal, situation

MOST_DEALS: Final = 2000
"""Deals that are looked through for a position."""
FEW_CARDS: Final = range(3, 5)
"""The number of cards in a hand that a beginner is asked about: one row on a phone."""
PLAYERS: Final = 4


class Spot(NamedTuple):
    """A moment of a deal: the trick so far, and the hand of the player whose turn it is.

    The hand is empty where the trick is whole.
    """

    law: Law
    trick: tuple[Card, ...]
    hand: CardSet

    @property
    def owed(self) -> Duty:
        """The duty that the law makes of it."""
        return duty(self.law.obligations, situation(self.hand, self.trick, self.law))


# --- deals ----------------------------------------------------------------------------------------


def spots(preset: str, trump: Trump, seed: int) -> Iterator[Spot]:
    """Yield the moments of a deal with this trump, played at random by the law."""
    rules, chance = presets.rules(preset), Random(seed)
    law, pack = rules.law(trump), deck.shuffled(chance, rules.pack)
    hands = [CardSet.of(pack[seat::PLAYERS]) for seat in range(PLAYERS)]
    leader = 0
    while hands[leader]:
        trick: tuple[Card, ...] = ()
        for turn in range(PLAYERS):
            seat = (leader + turn) % PLAYERS
            yield Spot(law, trick, hands[seat])
            played = chance.choice(tuple(legal(hands[seat], trick, law)))
            hands[seat] = hands[seat].without(played)
            trick = (*trick, played)
        yield Spot(law, trick, CardSet())
        leader = (leader + play.winner(trick, trump)) % PLAYERS


# --- what is looked for ---------------------------------------------------------------------------


def _is_narrow(spot: Spot) -> bool:
    """Return whether a few cards are held, some of which may not be played."""
    if len(spot.hand) not in FEW_CARDS or not spot.trick:
        return False
    return legal(spot.hand, spot.trick, spot.law) != spot.hand


def _owes(asked: Duty) -> Callable[[Spot], bool]:
    """Return the condition that exactly this duty narrows the choice."""
    return lambda spot: _is_narrow(spot) and spot.owed is asked


def _is_ruff(spot: Spot) -> bool:
    """Return whether a plain card is to be ruffed that nobody has ruffed."""
    if not _is_narrow(spot) or spot.owed is not Duty.RUFF:
        return False
    return not situation(spot.hand, spot.trick, spot.law).ruffed


def _refuses(asked: Duty, code: str) -> Callable[[Spot], bool]:
    """Return the condition that a duty forbids a card for this reason."""

    def is_so(spot: Spot) -> bool:
        if not _owes(asked)(spot):
            return False
        refused = spot.hand - legal(spot.hand, spot.trick, spot.law)
        codes = play.refusals(refused, spot.hand, spot.trick, spot.law)
        return any(why == code for _, why in codes)

    return is_so


def _whole(spot: Spot) -> bool:
    return len(spot.trick) == PLAYERS


def _takes_surprisingly(spot: Spot) -> bool:
    """Return whether a whole trick of two suits is not won by the card of most points."""
    if not _whole(spot) or len({card.suit for card in spot.trick}) == 1:
        return False
    best, points = spot.trick[play.winner(spot.trick, spot.law.trump)], spot.law.points
    return points[best] < max(points[card] for card in spot.trick) and best is not spot.trick[0]


def _has_pair(spot: Spot) -> bool:
    """Return whether king and queen of trumps have fallen together."""
    held = CardSet.of(spot.trick)
    suit = spot.law.trump.suit
    return suit is not None and all(Card(rank, suit) in held for rank in (Rank.KING, Rank.QUEEN))


def _is_roem(spot: Spot) -> bool:
    return _whole(spot) and play.trick_bonus(spot.trick, spot.law) > 0 and not _has_pair(spot)


LOOKED_FOR: Final[dict[str, tuple[tuple[Trump, ...], Callable[[Spot], bool]]]] = {
    "follow": (SUIT_TRUMPS, _owes(Duty.FOLLOW)),
    "rise": (SUIT_TRUMPS, _refuses(Duty.RISE, "must-rise")),
    "ruff": (SUIT_TRUMPS, _is_ruff),
    "over": (SUIT_TRUMPS, _refuses(Duty.OVERRUFF, "must-overtrump")),
    "below": (SUIT_TRUMPS, _owes(Duty.DISCARD)),
    "fallen": (SUIT_TRUMPS, _is_roem),
    "pair": (SUIT_TRUMPS, lambda spot: _whole(spot) and _has_pair(spot)),
    "none": ((Trump.NONE,), _takes_surprisingly),
    "all": ((Trump.ALL,), _takes_surprisingly),
}
"""The trumps of the deals searched and the moment sought, by the name of a step."""


@lru_cache(maxsize=64)
def _spot(preset: str, name: str) -> Spot:
    trumps, fits = LOOKED_FOR[name]
    number = list(LOOKED_FOR).index(name)
    first = number * (MOST_DEALS + 1)  # no two steps look at the same deals, or the same trump
    for seed in range(first, first + MOST_DEALS):
        for spot in spots(preset, trumps[seed % len(trumps)], seed):
            if fits(spot):
                return spot
    raise LookupError(f"no deal of {preset} has a position for {name!r}")


def filled(step: Step, preset: str) -> Step:
    """Return a step with the position that it is about, searched for where it has none."""
    if not step.found:
        return step
    spot = _spot(preset, step.found)
    return step._replace(trump=spot.law.trump, trick=spot.trick, hand=spot.hand)
