"""The game of Board Game Arena, slowly and to the letter: what the tests hold the library against.

Nothing is imported from the library; cards are two letters of text, rank then suit. A contract is
a suit, `all` or `none`. The source is text 001; where it is silent, the reading is the one that
RULES.md recommends.
"""

from __future__ import annotations

import oracle

TRUMP_HIGH_TO_LOW = "J9ATKQ87"
PLAIN_HIGH_TO_LOW = "ATKQJ987"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ALL_TRUMP_POINTS = {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2, "8": 0, "7": 0}
NO_TRUMP_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def winner(trick: list[str], contract: str) -> int:
    """The index of the best card; without one trump suit the led suit decides (`1:L35-39,L49`)."""
    if contract in "SHDC":
        return oracle.winner(trick, contract)
    follow = [card for card in trick if card[1] == trick[0][1]]
    return trick.index(min(follow, key=lambda card: high_to_low(contract).index(card[0])))


def better(challenger: str, holder: str, contract: str) -> bool:
    """Whether a card takes the trick from the card that holds it (`1:L35-41`)."""
    if contract in "SHDC":
        return oracle.beats(challenger, holder, contract)
    order = high_to_low(contract)
    return challenger[1] == holder[1] and order.index(challenger[0]) < order.index(holder[0])


def high_to_low(contract: str) -> str:
    """The order of every suit when none or all are trumps (`1:L36-41`)."""
    return TRUMP_HIGH_TO_LOW if contract == "all" else PLAIN_HIGH_TO_LOW


def points(cards: list[str], contract: str) -> int:
    """What the cards of a trick count, without the last trick's ten (`1:L36-41`)."""
    return sum(card_points(card, contract) for card in cards)


def card_points(card: str, contract: str) -> int:
    """What one card counts (`1:L36-41`)."""
    suit_points = TRUMP_POINTS if card[1] == contract else PLAIN_POINTS
    table = {"all": ALL_TRUMP_POINTS, "none": NO_TRUMP_POINTS}.get(contract, suit_points)
    return table[card[0]]


def legal(hand: list[str], trick: list[str], contract: str) -> set[str]:
    """The cards that may be played: follow, else cut higher, else discard (`1:L54-57`)."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    best = trick[winner(trick, contract)]
    follow = {card for card in hand if card[1] == led}
    if follow and contract not in ("all", led):
        return follow
    if follow:
        return {card for card in follow if better(card, best, contract)} or follow
    if winner(trick, contract) == len(trick) - 2:
        return set(hand)
    trumps = {card for card in hand if card[1] == contract}
    return {card for card in trumps if better(card, best, contract)} or set(hand)


def belotes(hands: list[list[str]], contract: str) -> tuple[int, int]:
    """The points of both sides for king and queen of a trump suit in one hand (`1:L63-64`)."""
    suits = {"all": "SHDC", "none": ""}.get(contract, contract)
    sides = [0, 0]
    for seat, hand in enumerate(hands):
        sides[seat % 2] += 20 * sum("K" + suit in hand and "Q" + suit in hand for suit in suits)
    return sides[0], sides[1]


def written(
    attack: int,
    tricks: tuple[int, int],
    trick_points: tuple[int, int],
    belote: tuple[int, int],
    held: int,
) -> tuple[list[int], int]:
    """What both sides write, and what waits for the next hand's winner (`1:L33,L61-71`)."""
    defence = 1 - attack
    capot = [90 if tricks[side] == 8 else 0 for side in (0, 1)]
    total = [trick_points[side] + capot[side] + belote[side] for side in (0, 1)]
    marks = list(belote)
    if total[attack] > total[defence]:
        marks[attack], marks[defence] = total[attack] + held, total[defence]
        return marks, 0
    if total[attack] == total[defence]:
        marks[defence] = total[defence]
        return marks, held + total[attack] - belote[attack]
    marks[defence] += (252 if tricks[defence] == 8 else 162) + held
    return marks, 0
