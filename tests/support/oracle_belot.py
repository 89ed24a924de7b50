"""Flemish *belot*, for four and for three, slowly and to the letter of `flemish`.

Nothing is imported from the library; cards are two letters of text, rank then suit. Seats are
numbered in the order of turn; where four play, partners sit opposite.
"""

from __future__ import annotations

from itertools import combinations

WIES = "789TJQKA"
TROEF = "J9ATKQ87"
NIET_TROEF = "ATKQJ987"
TROEF_PUNTEN = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PUNTEN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

Toon = tuple[str, ...]
"""The cards of a *toon*, high to low."""


def takes(card: str, other: str, trump: str) -> bool:
    """Return whether a card, played later, takes the trick from the other (`flemish:18-28`)."""
    if card[1] != other[1]:
        return card[1] == trump
    order = TROEF if card[1] == trump else NIET_TROEF
    return order.index(card[0]) < order.index(other[0])


def winner(trick: list[str], trump: str) -> int:
    """Return the position in the trick of the card that holds it."""
    holder = 0
    for turn in range(1, len(trick)):
        if takes(trick[turn], trick[holder], trump):
            holder = turn
    return holder


def points(cards: list[str], trump: str) -> int:
    """Return the points of cards (`flemish:18-28`)."""
    return sum((TROEF_PUNTEN if c[1] == trump else PUNTEN).get(c[0], 0) for c in cards)


def legal(hand: list[str], trick: list[str], trump: str, partners: bool) -> set[str]:
    """Return the legal cards line by line (`flemish:32-35`), king before queen (`flemish:59`)."""
    cards = duties(hand, trick, trump, partners) if trick else set(hand)
    if {"K" + trump, "Q" + trump} <= set(hand):
        cards.discard("Q" + trump)
    return cards


def duties(hand: list[str], trick: list[str], trump: str, partners: bool) -> set[str]:
    """Return the cards of a hand that following, rising, buying and undertrumping leave."""
    holder = winner(trick, trump)
    enemy_holds = not (partners and holder == len(trick) - 2)
    higher = {c for c in hand if c[1] == trump and takes(c, trick[holder], trump)}
    following = {c for c in hand if c[1] == trick[0][1]}
    if following:
        must_rise = trick[0][1] == trump and enemy_holds
        return following & higher if must_rise and following & higher else following
    trumps = {c for c in hand if c[1] == trump}
    if not trumps or not enemy_holds:
        return set(hand)
    return higher or trumps


def runs(hand: list[str]) -> list[Toon]:
    """Return every row of three or more cards in a hand, short ones within long."""
    result = []
    for suit in "SHDC":
        for low in range(6):
            for high in range(low + 2, 8):
                row = tuple(WIES[i] + suit for i in range(high, low - 1, -1))
                if set(row) <= set(hand):
                    result.append(row)
    return result


def squares(hand: list[str]) -> list[Toon]:
    """Return four of a rank; sevens and eights do not count (`flemish:51`)."""
    fours = [tuple(rank + suit for suit in "SHDC") for rank in "9TJQKA"]
    return [four for four in fours if set(four) <= set(hand)]


def value(toon: Toon) -> int:
    """Return the value in `flemish:41-49`; blank cells count as a row of five (`question:13`)."""
    if toon[0][0] == toon[1][0]:
        return {"J": 200, "9": 150}.get(toon[0][0], 100)
    return {3: 20, 4: 50}.get(len(toon), 100)


def most_points(hand: list[str]) -> int:
    """Return the points that a player "will always choose" (`flemish:53`): no card counts twice,
    and a row is left whole or shortened."""
    best = 0
    for count in range(len(squares(hand)) + 1):
        for fours in combinations(squares(hand), count):
            rest = [c for c in hand if not any(c in four for four in fours)]
            worth = sum(map(value, fours)) + sum(longest_rows(rest))
            best = max(best, worth)
    return best


def longest_rows(hand: list[str]) -> list[int]:
    """Return the values of the rows that no card of this hand makes longer."""
    every = [set(row) for row in runs(hand)]
    whole = [row for row in runs(hand) if not any(set(row) < other for other in every)]
    return [value(row) for row in whole]


def rank_of(toon: Toon, trump: str, turn: int) -> tuple[int, int, bool, int]:
    """Return the rank: kind by the table, height, trump, then the first to speak (`flemish:51`)."""
    if toon[0][0] == toon[1][0]:
        kind = {"J": 9, "9": 8}.get(toon[0][0], 7)
        return kind, WIES.index(toon[0][0]), False, -turn
    return len(toon) - 2, WIES.index(toon[0][0]), toon[0][1] == trump, -turn


def who_counts(by_seat: list[list[Toon]], trump: str, eldest: int) -> int | None:
    """Return the seat with the best *toon*; None where nobody has any."""
    players = len(by_seat)
    best, holder = None, None
    for seat, held in enumerate(by_seat):
        for toon in held:
            rank = rank_of(toon, trump, (seat - eldest) % players)
            if best is None or rank > best:
                best, holder = rank, seat
    return holder


def units(number: int) -> int:
    """Round to the nearest ten, five up, and write in tens (`flemish:61`: 75 is 8)."""
    return number // 10 + (number % 10 >= 5)


def written_by_two(
    attack: int, tricks: list[int], won: list[int], toon: list[int], belot: list[int], book: int
) -> tuple[list[int], int]:
    """Return the marks of two sides, and the points then on the book (`flemish:61-63,73`)."""
    defence = 1 - attack
    totals = [won[s] + toon[s] + belot[s] + (90 if tricks[s] == 8 else 0) for s in (0, 1)]
    marks = [0, 0]
    if tricks[attack] and totals[attack] == totals[defence]:
        marks[defence] = units(totals[defence])
        return marks, book + units(totals[attack])
    if tricks[attack] and totals[attack] > totals[defence]:
        marks = [units(total) for total in totals]
        marks[attack] += book
        return marks, 0
    marks[defence] = units(sum(totals)) + book
    return marks, 0


def written_by_three(
    attack: int, tricks: list[int], won: list[int], toon: list[int], belot: list[int]
) -> list[int]:
    """Return the marks of three, each alone (`flemish:74`); `won` lacks the ten of a player without
    a trick."""
    totals = [won[s] + toon[s] + belot[s] for s in range(3)]
    without = [s for s in range(3) if tricks[s] == 0]
    if len(without) == 2:
        totals[next(s for s in range(3) if s not in without)] += 90
    if len(without) == 1:
        totals = [total + 50 * (tricks[s] > 0) for s, total in enumerate(totals)]
    others = [(attack + 1) % 3, (attack + 2) % 3]
    most = max(totals[s] for s in others)
    if totals[attack] >= most:
        return [units(total) for total in totals]
    heirs = [s for s in others if totals[s] == most]
    half, odd = divmod(totals[attack], len(heirs))
    for number, heir in enumerate(heirs):
        totals[heir] += half + (odd if number == 0 else 0)
    totals[attack] = 0
    return [units(total) for total in totals]
