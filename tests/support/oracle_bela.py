"""Bela a second time, from its tables and by no code of ours.

Calls are words (`pass`, `H`), cards two letters (`TH`), seats 0 to 3 with partners opposite,
seat 3 the dealer. Announcements are pairs: the cards of one, and its points. Everything is written
out with plain numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from oracle_cards import PLAIN_RANKS, beats, winner

FOURS = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}
SUITS = "SHDC"
Said = tuple[frozenset[str], int]


class Auction:
    """One auction, call by call; `turned`: the suit turned up in Bitola, none in Croatia."""

    def __init__(self, turned: str = "") -> None:
        self.turned = turned
        self.speaker, self.said = 0, 0
        self.player, self.trump = -1, ""

    @property
    def ended(self) -> bool:
        """Whether a suit has been called, or the deal is dead."""
        return self.trump != "" or self.said == 8

    def offered(self) -> set[str]:
        if not self.turned:
            return set(SUITS) if self.said == 3 else {"pass", *SUITS}
        if self.said < 4:
            return {"pass", self.turned}
        return {"pass", *SUITS} - {self.turned}

    def say(self, call: str) -> None:
        if call == "pass":
            self.said += 1
            self.speaker = (self.speaker + 1) % 4
        else:
            self.player, self.trump = self.speaker, call


def legal(hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    """Return the cards that may be played, row by row of the table."""
    every = set(hand)
    if not trick:
        return every
    led, top = trick[0][1], trick[winner(trick, trump)]
    of_suit = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    over = {card for card in hand if beats(card, top, trump)}
    if of_suit:
        ruffed = led != trump and top[1] == trump
        return of_suit if ruffed else of_suit & over or of_suit
    if not trumps:
        return every
    return trumps & over or trumps if top[1] == trump else trumps


# --- announcements --------------------------------------------------------------------------------


def runs(hand: set[str]) -> list[Said]:
    """Return the runs of a hand, each at its full length."""
    result = []
    for suit in SUITS:
        row = "".join(rank if rank + suit in hand else " " for rank in PLAIN_RANKS)
        for run in row.split():
            if len(run) > 2:
                worth = {3: 20, 4: 50}.get(len(run), 100)
                result.append((frozenset(rank + suit for rank in run), worth))
    return result


def fours(hand: set[str]) -> list[Said]:
    """Return the fours of a hand that are worth something."""
    each = {rank: frozenset(rank + suit for suit in SUITS) for rank in FOURS}
    return [(cards, FOURS[rank]) for rank, cards in each.items() if cards <= hand]


def announced(hand: set[str], twice: bool) -> list[Said]:
    """Return the announcements of a hand; where a card serves once, the set of most points.

    Of equal sets the one with a four is named.
    """
    every = fours(hand) + runs(hand)
    if twice:
        return every
    separate = [
        list(some)
        for size in range(len(every) + 1)
        for some in combinations(every, size)
        if len(frozenset().union(*(cards for cards, _ in some))) == sum(len(c) for c, _ in some)
    ]
    return max(separate, key=lambda some: (total(some), any(map(is_four, some))))


def is_four(said: Said) -> bool:
    """Return whether these cards are four of a rank."""
    return len({card[0] for card in said[0]}) == 1


def total(said: Sequence[Said]) -> int:
    return sum(worth for _, worth in said)


def counting(said: Mapping[int, Sequence[Said]], trump: str, first: int) -> list[int]:
    """Return each side's points: the side with the best announcement counts all of its own."""
    best: tuple[tuple[int, ...], int] | None = None
    for seat, named in said.items():
        for cards, worth in named:
            top = max(PLAIN_RANKS.index(card[0]) for card in cards)
            four = is_four((cards, worth))
            in_trump = not four and {card[1] for card in cards} == {trump}
            length = 0 if four else min(len(cards), 5)
            rank = (worth, four, length, top, in_trump, -((seat - first) % 4))
            best = max(best or (rank, seat), (rank, seat))
    if best is None:
        return [0, 0]
    side = best[1] % 2
    return [sum(total(said[s]) for s in said if s % 2 == one == side) for one in (0, 1)]


# --- what is written ------------------------------------------------------------------------------


def settle(
    own: tuple[int, int], said: tuple[int, int], bela: tuple[int, int], tricks: tuple[int, int]
) -> tuple[int, int]:
    """Return the marks; all pairs (points, announcements, bela, tricks) have the caller first."""
    everything = 162 + sum(said) + sum(bela)
    if tricks[0] == 8:
        return everything + 90, 0
    if tricks[1] == 8:
        return 0, everything + 90
    mine, theirs = (own[side] + said[side] + bela[side] for side in (0, 1))
    return (mine, theirs) if mine > theirs else (0, everything)


def won(totals: Sequence[int], caller: int) -> int | None:
    """Return the side that has won the match with these totals, after a deal that a side called."""
    if max(totals) < 1001:
        return None
    return caller if totals[0] == totals[1] else totals.index(max(totals))
