"""Where does the physical pack go: shuffled, cut, dealt in packets, gathered trick by trick?

A pack is a tuple of 32 cards, the top first. Chance is an argument, never a module's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from rebelote.cards import CARDS, Card

Pack = tuple[Card, ...]

FIRST_PART: Final = 5
"""Cards each before the auction, in two packets (`2:L8`)."""


class Chance(Protocol):
    """What shuffling needs: `random.Random` has it."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put the list in a random order."""


def shuffled(chance: Chance) -> Pack:
    """A new pack, every order equally likely."""
    cards = list(CARDS)
    chance.shuffle(cards)
    return tuple(cards)


def cut(pack: Pack, depth: int) -> Pack:
    """Lift `depth` cards from the top and put the rest upon them (`2:L5,L7`)."""
    return pack[depth:] + pack[:depth]


def turned_card(pack: Pack, players: int) -> Card:
    """The card turned up after the first part (`2:L9`)."""
    return pack[FIRST_PART * players]


def deal_first(pack: Pack, packets: Sequence[int], players: int, eldest: int) -> tuple[Pack, ...]:
    """The first five cards of each seat, in seat order, as dealt from eldest on (`2:L7-8`)."""
    hands: list[Pack] = [()] * players
    top = 0
    for size in packets:
        for turn in range(players):
            seat = (eldest + turn) % players
            hands[seat] += pack[top : top + size]
            top += size
    return tuple(hands)


def deal_rest(pack: Pack, first: Sequence[Pack], eldest: int, attacker: int) -> tuple[Pack, ...]:
    """Full hands: the attacker takes the turned card and two more, the others three (`2:L9`)."""
    players = len(first)
    hands, top = list(first), FIRST_PART * players + 1
    hands[attacker] += (turned_card(pack, players),)
    for turn in range(players):
        seat = (eldest + turn) % players
        size = 2 if seat == attacker else 3
        hands[seat] += pack[top : top + size]
        top += size
    return tuple(hands)


_T = TypeVar("_T")


def _newest_on_top(tricks: Sequence[Sequence[_T]]) -> tuple[_T, ...]:
    return tuple(card for trick in reversed(tricks) for card in trick)


def gather_tricks(piles: Sequence[Sequence[Sequence[Card]]], on_top: int) -> Pack:
    """The next pack: each side's pile, newest trick on top (`2:L17`), side `on_top` uppermost.

    `piles` holds by side its tricks in the order won, each in order of play. How the piles are
    joined is not said; the next dealer's side goes on top (RULES section 4, Q22).
    """
    rest = (pile for side, pile in enumerate(piles) if side != on_top)
    return tuple(card for pile in (piles[on_top], *rest) for card in _newest_on_top(pile))


def gather_dead(pack: Pack, hands: Sequence[Pack], eldest: int) -> Pack:
    """The pack after a dead deal: the stock, then the hands laid upon it from eldest (`2:L9`)."""
    players = len(hands)
    laid = [hands[(eldest + turn) % players] for turn in range(players)]
    return tuple(card for hand in reversed(laid) for card in hand) + pack[FIRST_PART * players :]
