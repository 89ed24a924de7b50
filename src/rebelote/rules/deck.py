"""The physical pack: shuffled, cut, dealt in packets, gathered trick by trick.

A pack is a tuple of 32 cards (30 for three players), the top first. Where two play not all of them
are dealt: the others stay in the stock, which nobody sees. Chance is an argument, never a
module's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Protocol, TypeVar

from rebelote.rules.cards import CARDS, Card

Pack = tuple[Card, ...]


class Chance(Protocol):
    """The source of chance for shuffling, such as `random.Random`."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put the list in a random order."""

    def randrange(self, stop: int, /) -> int:
        """Return a random number from 0 to `stop` - 1."""


def shuffled(chance: Chance, cards: Iterable[Card] = CARDS) -> Pack:
    """Shuffle a new pack, every order equally likely.

    Args:
        chance: such as `random.Random(seed)`.
        cards: those of the rules (`Rules.pack`), where they are not all 32.
    """
    pack = list(cards)
    chance.shuffle(pack)
    return tuple(pack)


def riffled(pack: Pack, times: int, chance: Chance) -> Pack:
    """Return the pack riffled a few times, so that its cards stay clumped (`flemish:37`).

    One riffle parts the pack by a coin a card and lets the two packets fall into each other, each
    in its own order (the model of Gilbert, Shannon and Reeds).
    """
    for _ in range(times):
        upper = [chance.randrange(2) == 0 for _ in pack]
        packets = iter(pack[: sum(upper)]), iter(pack[sum(upper) :])
        pack = tuple(next(packets[0] if from_upper else packets[1]) for from_upper in upper)
    return pack


def draw_for_dealer(chance: Chance, players: int, lowest: bool) -> tuple[tuple[Card, ...], int]:
    """Draw one card a seat; return them and the dealer, by the highest (`blijf-jong`) or the lowest
    card (`ffb:3.1`).

    Cards compare in the order of runs, ace high; where the best are equal all draw again.
    """
    while True:
        cards = shuffled(chance)[:players]
        best = (min if lowest else max)(card.rank for card in cards)
        drew = [seat for seat, card in enumerate(cards) if card.rank == best]
        if len(drew) == 1:
            return cards, drew[0]


def cut(pack: Pack, depth: int) -> Pack:
    """Cut the pack: lift `depth` cards from the top and put the rest upon them (`french:5,7`)."""
    return pack[depth:] + pack[:depth]


def turned_card(pack: Pack, players: int, packets: Sequence[int]) -> Card:
    """Return the card turned up after the first part (`french:9`)."""
    return pack[sum(packets) * players]


def deal_first(pack: Pack, packets: Sequence[int], players: int, eldest: int) -> tuple[Pack, ...]:
    """Return the first cards of each seat, dealt in packets (as 3-2) from eldest on, in seat order
    (`french:7-8`, `flemish:74`)."""
    hands: list[Pack] = [()] * players
    top = 0
    for size in packets:
        for turn in range(players):
            seat = (eldest + turn) % players
            hands[seat] += pack[top : top + size]
            top += size
    return tuple(hands)


def deal_rest(
    pack: Pack, first: Sequence[Pack], eldest: int, size: int, taker: int | None = None
) -> tuple[Pack, ...]:
    """Deal hands of `size` cards; the taker of a turned card gets one fewer (`french:9`,
    `flemish:30`)."""
    players = len(first)
    top = sum(map(len, first))
    hands, each = list(first), size - len(first[0])
    if taker is not None:
        hands[taker] += (pack[top],)
        top += 1
    for turn in range(players):
        seat = (eldest + turn) % players
        more = each - (seat == taker)
        hands[seat] += pack[top : top + more]
        top += more
    return tuple(hands)


def pack_of(
    hands: Sequence[Pack], packets: Sequence[int], eldest: int, turned: Card | None = None
) -> Pack:
    """Return the cards as they lay before they were dealt so; `hands` are in the order received.

    The turned card is in the hand of its taker, and comes after the first cards in any case.
    """
    order = [(eldest + turn) % len(hands) for turn in range(len(hands))]
    left = [iter([card for card in hand if card != turned]) for hand in hands]
    first = [card for size in packets for seat in order for card in islice(left[seat], size)]
    rest = [card for seat in order for card in left[seat]]
    return (*first, *(() if turned is None else (turned,)), *rest)


_T = TypeVar("_T")


def _newest_on_top(tricks: Sequence[Sequence[_T]]) -> tuple[_T, ...]:
    return tuple(card for trick in reversed(tricks) for card in trick)


def gather_tricks(piles: Sequence[Sequence[Sequence[Card]]], on_top: int) -> Pack:
    """Gather the next pack: piles with the newest trick on top (`french:17`), `on_top` uppermost.

    `piles` holds by side its tricks in the order won, each in order of play. How the piles are
    joined is not said; the next dealer's side goes on top (`question:22`).
    """
    rest = (pile for side, pile in enumerate(piles) if side != on_top)
    return tuple(card for pile in (piles[on_top], *rest) for card in _newest_on_top(pile))


def gather_dead(stock: Pack, hands: Sequence[Pack], eldest: int) -> Pack:
    """Return the pack after a dead deal: the stock, then the hands laid upon it from eldest
    (`french:9`)."""
    players = len(hands)
    laid = [hands[(eldest + turn) % players] for turn in range(players)]
    return tuple(card for hand in reversed(laid) for card in hand) + stock
