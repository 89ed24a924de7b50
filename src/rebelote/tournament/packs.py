"""The cards of a duplicate: a pack for each deal, made from a sealed secret and a public phrase.

The seal is published before the hall gives the phrase of the first draw, and the secret after the
last deal: then anybody can verify the packs, and nobody can have chosen them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal

import msgspec

from rebelote.rules import deal as deals
from rebelote.rules.cards import Card
from rebelote.rules.deck import Pack, shuffled
from rebelote.rules.fairness import Stream
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.comparison import meetings_of
from rebelote.tournament.duplicate import deals_of
from rebelote.tournament.lots import normal
from rebelote.tournament.state import Tournament, rounds_before_finals

Seat = Literal["north", "east", "south", "west"]
LABEL: Final = b"rebelote duplicate\n"
"""A prefix of the digested text, which keeps the seed apart from all other digests."""
_ROUNDS: Final[dict[str, tuple[Seat, Seat, Seat, Seat]]] = {
    "cw": ("north", "east", "south", "west"),
    "ccw": ("north", "west", "south", "east"),
}


class LaidDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a deal as they are laid before play.

    Attributes:
        number: Number of the deal in the tournament.
        dealer: Seat that deals; North in the first, and then each seat in turn.
        hands: Cards dealt to each seat before the auction, in order of play from North.
        turned: The card that is turned up, where there is one.
        stock: Cards dealt after the auction, the top first.
    """

    number: int
    dealer: Seat
    hands: tuple[tuple[Seat, Pack], ...]
    turned: Card | None
    stock: Pack


def seed_of(secret: bytes, phrase: str, number: int) -> bytes:
    """Derive the seed of a deal's pack."""
    return sha256(LABEL + secret + f"{normal(phrase)}|{number}".encode()).digest()


def dealer_of(rules: Rules, number: int) -> int:
    """Return the dealer of a deal: North in the first, and then each seat in turn."""
    return (number - 1) % rules.players


def pack_of(rules: Rules, secret: bytes, phrase: str, number: int) -> Pack:
    """Return the pack of a deal."""
    return shuffled(Stream(seed_of(secret, phrase, number)), rules.pack)


def laid_deal(rules: Rules, secret: bytes, phrase: str, number: int) -> LaidDeal:
    """Deal the pack of a deal by the rules, without a cut."""
    pack, dealer = pack_of(rules, secret, phrase, number), dealer_of(rules, number)
    ready = deals.Dealing(rules=rules, dealer=dealer, pack=pack, depth=None)
    dealt = deals.deal_first(ready, rules.deal.packets[0])
    seats = _ROUNDS[rules.table.direction]
    known = {dealt.turned, *(card for hand in dealt.dealt for card in hand)}
    return LaidDeal(
        number=number,
        dealer=seats[dealer],
        hands=tuple(zip(seats, dealt.dealt, strict=True)),
        turned=dealt.turned,
        stock=tuple(card for card in pack if card not in known),
    )


def deals_of_round(tournament: Tournament, round: int) -> tuple[int, ...]:
    """Return the numbers of the deals of a round, drawn or not, counted from 1.

    IllegalActionError `no-such-game` before the first draw, and where deals are not laid.
    """
    planned = tournament.format.duplicate and tournament.rounds
    if not planned or not 1 <= round <= rounds_before_finals(tournament):
        raise IllegalActionError("no-such-game")
    if tournament.format.of_fours:
        return tuple(deals_of(round, tournament.format.deals))
    meetings, _ = meetings_of(tournament, tournament.rounds[0].order, round - 1)
    return tuple(sorted({number for one in meetings for number in one.deals}))


def laid_deals(tournament: Tournament, secret: bytes, round: int) -> tuple[LaidDeal, ...]:
    """Return the laid deals of a round. IllegalActionError as `deals_of_round`."""
    numbers, rules = deals_of_round(tournament, round), tournament.format.rules
    return tuple(
        laid_deal(rules, secret, tournament.rounds[0].phrase, number) for number in numbers
    )
