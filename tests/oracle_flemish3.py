"""The Flemish game of three, slowly and to the letter: what the tests hold the library against.

Nothing is imported from the library; cards are two letters of text, rank then suit. The source is
one line, `0:L74`; what it leaves to the game of four is told once more here in other words.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from oracle import beats, winner

RANKS = "789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS if rank + suit not in ("7S", "7C")]
KINDS = ["run3", "run4", "run5", "run6", "run7", "run8", "square100", "square150", "square200"]
"""In rising order of importance (`0:L39-49`)."""

Announcement = tuple[str, ...]
"""The cards of an announcement, high to low."""


def legal(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """The cards that may be played; every other player is an enemy (`0:L32-35,L59,L74`)."""
    allowed = set(hand)
    if trick and not suited(hand, trick[0][1]):
        allowed = higher(hand, trick, trump) or suited(hand, trump) or allowed
    elif trick:
        allowed = suited(hand, trick[0][1])
        if trick[0][1] == trump:
            allowed = higher(hand, trick, trump) or allowed
    if {"K" + trump, "Q" + trump} <= set(hand):
        allowed -= {"Q" + trump}
    return allowed


def suited(hand: list[str], suit: str) -> set[str]:
    """The cards of one suit."""
    return {card for card in hand if card[1] == suit}


def higher(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """The trumps with which the trick would be taken."""
    best = trick[winner(trick, trump)]
    return {card for card in suited(hand, trump) if beats(card, best, trump)}


def announcements(hand: list[str]) -> list[Announcement]:
    """Everything in a hand that could be announced by itself (`0:L39-51,L74`)."""
    assert set(hand) <= set(PACK), hand
    lines = [line[::-1] for suit in "SHDC" for line in stretches(suit)]
    fours = [tuple(rank + suit for suit in "SHDC") for rank in "9TJQKA"]
    return [cards for cards in lines + fours if set(cards) <= set(hand)]


def stretches(suit: str) -> Iterator[Announcement]:
    """All the runs that the pack has in a suit, low to high: spades and clubs from the eight."""
    line = tuple(card for card in PACK if card[1] == suit)
    for start, stop in combinations(range(len(line) + 1), 2):
        if stop - start >= 3:
            yield line[start:stop]


def kind(announcement: Announcement) -> str:
    """Its name in the list (`0:L41-49`)."""
    if announcement[0][1] == announcement[1][1]:
        return f"run{len(announcement)}"
    return {"9": "square150", "J": "square200"}.get(announcement[0][0], "square100")


def value(announcement: Announcement) -> int:
    """Its points (`0:L41-49`)."""
    points = {"run3": 20, "run4": 50, "square150": 150, "square200": 200}
    return points.get(kind(announcement), 100)


def most_points(hand: list[str]) -> int:
    """The most of a hand: some squares, and whatever runs they leave whole (`0:L53`)."""
    fours = [cards for cards in announcements(hand) if kind(cards).startswith("square")]
    best = 0
    for count in range(len(fours) + 1):
        for chosen in combinations(fours, count):
            left = set(hand) - {card for cards in chosen for card in cards}
            best = max(best, sum(map(value, chosen)) + points_in_runs(left))
    return best


def points_in_runs(cards: set[str]) -> int:
    """What the runs count, each as long as it is."""
    points = 0
    for suit in "SHDC":
        line = "".join(rank if rank + suit in cards else " " for rank in RANKS)
        points += sum({1: 0, 2: 0, 3: 20, 4: 50}.get(len(run), 100) for run in line.split())
    return points


def stronger(first: Announcement, second: Announcement, trump: str) -> bool:
    """Kind against kind, then top card against top card, then trump (`0:L51`)."""
    if kind(first) != kind(second):
        return KINDS.index(kind(first)) > KINDS.index(kind(second))
    if first[0][0] != second[0][0]:
        return RANKS.index(first[0][0]) > RANKS.index(second[0][0])
    return first[0][1] == trump != second[0][1]


def seat_that_counts(by_seat: list[list[Announcement]], trump: str, eldest: int) -> int | None:
    """The player whose best nobody has better; among equals the first in turn (`0:L51,L74`)."""
    every = [announcement for announced in by_seat for announcement in announced]
    for seat in (eldest, (eldest + 1) % 3, (eldest + 2) % 3):
        for mine in by_seat[seat]:
            if not any(stronger(other, mine, trump) for other in every):
                return seat
    return None


def written(
    attack: int,
    tricks: tuple[int, int, int],
    points: tuple[int, int, int],
    melds: tuple[int, int, int],
    belote: tuple[int, int, int],
    held: int = 0,
) -> tuple[list[int], int]:
    """What each player notes, in tens; nothing is ever put on the book (`0:L61,L74`)."""
    extra = for_tricks(tricks, points)
    total = [points[seat] + extra[seat] + melds[seat] + belote[seat] for seat in range(3)]
    lost = total[attack]
    takers = who_take(attack, total)
    if takers:
        total[attack] = 0
    if len(takers) == 1:
        total[takers[0]] += lost
    if len(takers) == 2:
        total[takers[0]] += lost - lost // 2
        total[takers[1]] += lost // 2
    return [tens(number) for number in total], held


def for_tricks(tricks: tuple[int, int, int], points: tuple[int, int, int]) -> list[int]:
    """Fifty each against one without a trick, ninety for taking all ten (`0:L74`)."""
    assert sum(tricks) == 10
    assert sum(points) == (152 if tricks.count(0) == 1 else 162)
    if tricks.count(0) == 1:
        return [50 if won else 0 for won in tricks]
    return [90 if won == 10 else 0 for won in tricks]


def who_take(attack: int, total: list[int]) -> list[int]:
    """The opponents, in turn, who get what the attacker has: more than his, and the most."""
    opponents = [(attack + 1) % 3, (attack + 2) % 3]
    ahead = [seat for seat in opponents if total[seat] > total[attack]]
    return [seat for seat in ahead if total[seat] == max(total)]


def tens(number: int) -> int:
    """How many tens, from five points on one more (`0:L61`)."""
    return (number + 5) // 10
