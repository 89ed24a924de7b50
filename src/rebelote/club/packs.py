"""The cards of a duplicate: a pack for each deal, made from a sealed secret and a public phrase.

The seal is known before the hall gives the phrase of the first draw, and the secret once all is
played: then anybody can make the packs again, and nobody has chosen them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal

import msgspec

from rebelote.club.comparison import meetings_of
from rebelote.club.duplicate import deals_of
from rebelote.club.event import Event, rounds_before_finals
from rebelote.club.lots import normal
from rebelote.rules import deal as deals
from rebelote.rules.cards import Card
from rebelote.rules.deck import Pack, shuffled
from rebelote.rules.fairness import Stream
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError

Seat = Literal["north", "east", "south", "west"]
LABEL: Final = b"rebelote duplicate\n"
"""What the seed of a pack begins with, so that it is the digest of nothing else."""
_ROUNDS: Final[dict[str, tuple[Seat, Seat, Seat, Seat]]] = {
    "cw": ("north", "east", "south", "west"),
    "ccw": ("north", "west", "south", "east"),
}


class LaidDeal(msgspec.Struct, frozen=True):
    """How the cards of a deal are laid before it is played.

    Attributes:
        number: Of the deal in the event.
        dealer: Who deals; North in the first, and then each seat in turn.
        hands: What each seat is dealt before the auction, by seat in order of play from North.
        turned: The card that is turned up, where there is one.
        stock: What is dealt after the auction, the top first.
    """

    number: int
    dealer: Seat
    hands: tuple[tuple[Seat, Pack], ...]
    turned: Card | None
    stock: Pack


def seed_of(secret: bytes, phrase: str, number: int) -> bytes:
    """What the pack of a deal is made from."""
    return sha256(LABEL + secret + f"{normal(phrase)}|{number}".encode()).digest()


def dealer_of(rules: Rules, number: int) -> int:
    """Who deals a deal: North, who sits first, the first, and then each seat in turn."""
    return (number - 1) % rules.players


def pack_of(rules: Rules, secret: bytes, phrase: str, number: int) -> Pack:
    """The pack of a deal."""
    return shuffled(Stream(seed_of(secret, phrase, number)), rules.pack)


def laid_deal(rules: Rules, secret: bytes, phrase: str, number: int) -> LaidDeal:
    """The hands of a deal, by its pack and the way of dealing of the rules; nothing is cut."""
    pack, dealer = pack_of(rules, secret, phrase, number), dealer_of(rules, number)
    ready = deals.Dealing(rules=rules, dealer=dealer, pack=pack, depth=None)
    dealt = deals.deal_first(ready, rules.deal.packets[0])
    seats = _ROUNDS[rules.table.direction]
    known = {dealt.turned, *(card for hand in dealt.dealt for card in hand)}
    return LaidDeal(
        number,
        seats[dealer],
        tuple(zip(seats, dealt.dealt, strict=True)),
        dealt.turned,
        tuple(card for card in pack if card not in known),
    )


def deals_of_round(event: Event, round: int) -> tuple[int, ...]:
    """The numbers of the deals that are played in a round, drawn or not, counted from 1.

    IllegalActionError `no-such-game` before the first draw, and where deals are not laid.
    """
    planned = event.format.duplicate and event.rounds
    if not planned or not 1 <= round <= rounds_before_finals(event):
        raise IllegalActionError("no-such-game")
    if event.format.of_fours:
        return tuple(deals_of(round, event.format.deals))
    meetings, _ = meetings_of(event, event.rounds[0].order, round - 1)
    return tuple(sorted({number for one in meetings for number in one.deals}))


def laid_deals(event: Event, secret: bytes, round: int) -> tuple[LaidDeal, ...]:
    """The deals of a round, to be laid. IllegalActionError as `deals_of_round`."""
    numbers, rules = deals_of_round(event, round), event.format.rules
    return tuple(laid_deal(rules, secret, event.rounds[0].phrase, number) for number in numbers)
