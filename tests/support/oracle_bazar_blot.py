"""Bazar blot a second time, from its text and by no code of ours.

Calls are words (`pass`, `90S`, `250capotH`, `80none` for boy, `double` for kontra, `redouble`),
cards two letters (`TH`), seats 0 to 3 with partners opposite, seat 0 first. Plain numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from oracle_cards import PLAIN_RANKS, TRUMP_RANKS, beats, winner

NAMES = ("S", "H", "D", "C", "none")
Said = tuple[frozenset[str], int]
"""An announcement: its cards and what it is worth."""
Pair = tuple[int, int]


class Auction:
    """One auction, call by call."""

    def __init__(self) -> None:
        self.bidder, self.height, self.capot, self.trump = -1, 7, False, ""
        self.stake, self.passes, self.speaker = 1, 0, 0

    @property
    def ended(self) -> bool:
        """Whether nobody may say any more."""
        if self.bidder < 0:
            return self.passes == 4
        return self.stake == 4 or self.passes == (3 if self.stake == 1 else 1)

    def offered(self) -> set[str]:
        if self.stake == 2:
            return {"pass", "redouble"}
        against = self.bidder >= 0 and (self.speaker - self.bidder) % 2 == 1
        result = {"pass", "double"} if against else {"pass"}
        for height in range(self.height + 1, 81):
            for name in NAMES:
                result.add(f"{height}0capot{name}")
                if not self.capot:
                    result.add(f"{height}0{name}")
        return result

    def say(self, call: str) -> None:
        bid = re.fullmatch(r"(\d+)0(capot)?(S|H|D|C|none)", call)
        self.passes = self.passes + 1 if call == "pass" else 0
        if bid:
            self.bidder, self.height, self.trump = self.speaker, int(bid[1]), bid[3]
            self.capot = bool(bid[2])
        if call in ("double", "redouble"):
            self.stake *= 2
        self.speaker = self.bidder if call == "double" else (self.speaker + 1) % 4

    def contract(self) -> str:
        """Return the last bid."""
        return f"{self.height}0{'capot' * self.capot}{self.trump}"


def legal(hand: Sequence[str], trick: Sequence[str], trump: str, forced: bool) -> set[str]:
    """Return the cards that may be played; `forced`: a player who cannot overruff undertrumps."""
    every = set(hand)
    if not trick:
        return every
    best = winner(trick, trump)
    suit = {card for card in hand if card[1] == trick[0][1]}
    trumps = {card for card in hand if card[1] == trump}
    over = {card for card in trumps if beats(card, trick[best], trump)}
    if suit:
        return suit & over or suit if trick[0][1] == trump else suit
    if best == len(trick) - 2 or not trumps:
        return every
    return over or (trumps if forced else every)


def points(cards: Sequence[str], trump: str) -> int:
    """Return the points of cards; with no trump an ace counts 19."""
    high = dict(zip(TRUMP_RANKS, (0, 0, 3, 4, 10, 11, 14, 20), strict=True))
    low = {"A": 11 if trump else 19, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(high[c[0]] if c[1] == trump else low.get(c[0], 0) for c in cards)


def four_worth(rank: str, trump: str) -> int:
    table = {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100}
    boy = {"A": 190, "T": 100, "K": 100, "Q": 100, "J": 100}
    return (table if trump else boy).get(rank, 0)


def most(hand: Sequence[str], trump: str) -> int:
    """Return the most points that a hand can announce, no card twice and no row as two."""
    every = [*fours(hand, trump), *runs(hand)]
    best = 0
    for count in range(1, 4):
        for some in combinations(every, count):
            cards = [card for one, _ in some for card in one]
            pairs = combinations((one for one, _ in some), 2)
            if len(cards) == len(set(cards)) and not any(one_row(*pair, hand) for pair in pairs):
                best = max(best, sum(worth for _, worth in some))
    return best


def one_row(one: frozenset[str], other: frozenset[str], hand: Sequence[str]) -> bool:
    """Return whether two runs are parts of one row in the hand."""
    both = sorted(PLAIN_RANKS.index(card[0]) for card in one | other)
    if len({card[1] for card in one | other}) > 1:
        return False
    suit = next(iter(one))[1]
    return all(PLAIN_RANKS[at] + suit in hand for at in range(both[0], both[-1] + 1))


def fours(hand: Sequence[str], trump: str) -> list[Said]:
    """Return every four of a rank that counts."""
    result = []
    for rank in PLAIN_RANKS:
        four = frozenset(rank + suit for suit in "SHDC")
        if four <= set(hand) and four_worth(rank, trump):
            result.append((four, four_worth(rank, trump)))
    return result


def runs(hand: Sequence[str]) -> list[Said]:
    """Return every row of three or more in one suit, and its shorter parts."""
    result = []
    for suit in "SHDC":
        for low, high in combinations(range(9), 2):
            row = frozenset(rank + suit for rank in PLAIN_RANKS[low:high])
            if high - low >= 3 and row <= set(hand):
                result.append((row, {3: 20, 4: 50}.get(high - low, 100)))
    return result


def strength(said: Said, trump: str) -> tuple[int, ...]:
    """Return the strength: any four before any run; length, at most five; top card; trumps."""
    cards, worth = said
    ranks = [PLAIN_RANKS.index(card[0]) for card in cards]
    suits = {card[1] for card in cards}
    if len(set(ranks)) == 1:
        return 1, worth, ranks[0], 0
    return 0, min(len(cards), 5), max(ranks), int(suits == {trump})


def counting(announced: Sequence[Sequence[Said]], trump: str, first: int) -> list[int]:
    """Return each side's points for announcements by seat: the best decides, then the earlier."""
    best, holder = None, -1
    for step in range(4):
        seat = (first + step) % 4
        for said in announced[seat]:
            if best is None or strength(said, trump) > best:
                best, holder = strength(said, trump), seat
    return [
        sum(worth for seat in (side, side + 2) for _, worth in announced[seat])
        if holder >= 0 and holder % 2 == side
        else 0
        for side in (0, 1)
    ]


def tens(number: int) -> int:
    """Divide by ten and round half down: 85 gives 8, 86 gives 9."""
    whole, rest = divmod(number, 10)
    return whole + (rest > 5)


def settle(
    height: int,
    capot: bool,
    boy: bool,
    stake: int,
    cards: Pair,
    swept: int | None,
    melds: Pair,
    blot: Pair,
) -> Pair:
    """Return the marks of the bidders and the others; all pairs have the bidders first."""
    factor = {1: 2, 2: 3, 4: 5}[stake] if boy else stake
    tricks = [252 if swept == side else cards[side] for side in (0, 1)]
    own = [tricks[side] + melds[side] + blot[side] for side in (0, 1)]
    if swept == 1:
        return 0, height * factor + 25 + tens(melds[1] + blot[1])
    if own[0] >= height * 10 and (swept == 0 or not capot):
        return height * factor + tens(own[0]), tens(own[1])
    return 0, height * factor + 16 + tens(melds[1] + blot[1])
