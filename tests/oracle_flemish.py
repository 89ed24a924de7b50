"""The Flemish game of four, slowly and to the letter: what the tests hold the library against.

Nothing is imported from the library; cards are two letters of text, rank then suit. The source is
text 000; where it is silent, the reading is the one that RULES.md recommends.
"""

from __future__ import annotations

from itertools import combinations

from oracle import beats, winner

RANKS = "789TJQKA"
SUITS = "SHDC"
SQUARE_POINTS = {"T": 100, "Q": 100, "K": 100, "A": 100, "9": 150, "J": 200}

Announcement = tuple[str, ...]
"""The cards of an announcement, high to low."""


def legal(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """The cards that may be played: the king of trump before its queen (`0:L59`)."""
    allowed = obliged(hand, trick, trump)
    if "K" + trump in hand and "Q" + trump in hand:
        allowed.discard("Q" + trump)
    return allowed


def obliged(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """What the trick leaves free: follow, cut, rise, go under (`0:L32-35`)."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    against = not partner_wins(trick, trump)
    follow = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    if follow and led != trump:
        return follow
    if led == trump and trumps:
        return over(trumps, trick, trump) if against else trumps
    if trumps and against:
        return over(trumps, trick, trump)
    return set(hand)


def partner_wins(trick: list[str], trump: str) -> bool:
    """Whether the trick lies with the one who played two before."""
    return winner(trick, trump) == len(trick) - 2


def over(trumps: set[str], trick: list[str], trump: str) -> set[str]:
    """The trumps that take the trick; all of them if none does (`0:L33,L35`)."""
    best = trick[winner(trick, trump)]
    return {card for card in trumps if beats(card, best, trump)} or trumps


def announcements(hand: list[str]) -> list[Announcement]:
    """Everything in a hand that could be announced by itself (`0:L39-49`)."""
    return runs(hand) + squares(hand)


def runs(hand: list[str]) -> list[Announcement]:
    """Three to eight that follow each other in a suit (`0:L41-46`)."""
    found: list[Announcement] = []
    for suit in SUITS:
        for low, high in combinations(range(8), 2):
            run = tuple(RANKS[index] + suit for index in range(high, low - 1, -1))
            if len(run) >= 3 and set(run) <= set(hand):
                found.append(run)
    return found


def squares(hand: list[str]) -> list[Announcement]:
    """Four of a rank; sevens and eights do not count (`0:L47-49,L51`)."""
    every = [tuple(rank + suit for suit in SUITS) for rank in SQUARE_POINTS]
    return [square for square in every if set(square) <= set(hand)]


def is_square(announcement: Announcement) -> bool:
    """Four of a rank, not a run."""
    return announcement[0][0] == announcement[1][0]


def value(announcement: Announcement) -> int:
    """Its points; a run of six, seven or eight counts as one of five (`0:L41-49`)."""
    if is_square(announcement):
        return SQUARE_POINTS[announcement[0][0]]
    return {3: 20, 4: 50}.get(len(announcement), 100)


def most_points(hand: list[str]) -> int:
    """The most that a hand can announce together (`0:L53`)."""
    every, best = announcements(hand), 0
    for count in range(1, len(hand) // 3 + 1):
        for chosen in combinations(every, count):
            if go_together(chosen, hand):
                best = max(best, sum(map(value, chosen)))
    return best


def go_together(chosen: tuple[Announcement, ...], hand: list[str]) -> bool:
    """No card serves twice (`0:L53`), and no run is cut into two."""
    cards = [card for announcement in chosen for card in announcement]
    if len(cards) != len(set(cards)):
        return False
    taken = {card for announcement in chosen if is_square(announcement) for card in announcement}
    left = set(hand) - taken
    lines = [announcement for announcement in chosen if not is_square(announcement)]
    return not any(connected(first, second, left) for first, second in combinations(lines, 2))


def connected(first: Announcement, second: Announcement, left: set[str]) -> bool:
    """Whether two runs are pieces of one that the squares do not interrupt."""
    suit = first[0][1]
    if second[0][1] != suit:
        return False
    ranks = [RANKS.index(card[0]) for card in first + second]
    return all(RANKS[index] + suit in left for index in range(min(ranks), max(ranks) + 1))


def strength(announcement: Announcement, trump: str) -> tuple[int, int, bool]:
    """The kind in the order of the list, then the top card, then trump (`0:L39-51`)."""
    top = announcement[0]
    if is_square(announcement):
        return {"9": 10, "J": 11}.get(top[0], 9), RANKS.index(top[0]), False
    return len(announcement), RANKS.index(top[0]), top[1] == trump


def side_that_counts(by_seat: list[list[Announcement]], trump: str, eldest: int) -> int | None:
    """The side of the strongest; among equals of the first to speak (`0:L51`)."""
    side, best = None, (0, 0, False)
    for step in range(4):
        seat = (eldest + step) % 4
        for announcement in by_seat[seat]:
            if strength(announcement, trump) > best:
                side, best = seat % 2, strength(announcement, trump)
    return side


def written(
    attack: int,
    tricks: tuple[int, int],
    trick_points: tuple[int, int],
    melds: tuple[int, int],
    belote: tuple[int, int],
    held: int,
) -> tuple[list[int], int]:
    """What both sides note, in tens, and what is on the book after it (`0:L61-63,L73`)."""
    defence = 1 - attack
    sweep = [90 if tricks[side] == 8 else 0 for side in (0, 1)]
    total = [trick_points[side] + sweep[side] + melds[side] + belote[side] for side in (0, 1)]
    marks = [0, 0]
    if tricks[attack] > 0 and total[attack] > total[defence]:
        marks[attack], marks[defence] = units(total[attack]) + held, units(total[defence])
        return marks, 0
    if tricks[attack] > 0 and total[attack] == total[defence]:
        marks[defence] = units(total[defence])
        return marks, held + units(total[attack])
    base = 252 if tricks[defence] == 8 else 162
    marks[defence] = units(base + sum(melds) + sum(belote)) + held
    return marks, 0


def units(number: int) -> int:
    """To the nearest ten, five up, and noted in tens (`0:L61`)."""
    return number // 10 + (1 if number % 10 >= 5 else 0)
