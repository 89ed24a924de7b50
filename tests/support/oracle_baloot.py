"""Baloot a second time, from its tables and by no code of ours.

Calls are words (`pass`, `H`, `none` for sun, `double`, `say(three)`), cards two letters (`TH`),
seats 0 to 3 with partners opposite, seat 3 the dealer. Everything is written out with plain
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oracle_cards import PLAIN_RANKS, TRUMP_RANKS, beats, winner

SUITS = "SHDC"
RAISES = ("double", "three", "four", "gahwa")
Said = tuple[frozenset[str], int]


class Auction:
    """One auction, call by call, with a card turned up and the scores of sides 0 and 1."""

    def __init__(
        self,
        turned: str,
        scores: tuple[int, int],
        late_ashkal: bool = False,
        far: int = 101,
        gablak: bool = False,
        late_kawesh: bool = False,
    ) -> None:
        """`late_ashkal`: it may be said in both rounds; `far`: the score whose sun is doubled by
        who has less than it. `gablak`: earlier opponents may take a sun of the first round.
        `late_kawesh`: low cards may be dealt again after a purchase, too."""
        self.turned, self.scores = turned, scores
        self.late_ashkal, self.far = late_ashkal, far
        self.gablak, self.late_kawesh = gablak, late_kawesh
        self.queue: list[int] = []
        self.speaker, self.spoken = 0, 0
        self.player, self.trump, self.receiver = -1, "", -1
        self.waiting = 0
        self.bought, self.stake, self.closed = False, 1, False
        self.refused = 0

    @property
    def ended(self) -> bool:
        """Whether the deal is dead, or nobody may raise any more."""
        if not self.trump:
            return self.spoken == 8
        return self.bought and (self.refused == 2 or not self.raises())

    def dealt_again(self, hand: Sequence[str]) -> bool:
        """Return whether the speaker may have these cards dealt again."""
        return (self.late_kawesh or not self.trump) and {card[0] for card in hand} <= {
            "7",
            "8",
            "9",
        }

    def raises(self) -> set[str]:
        """Return the raises of the stake that are open next."""
        if self.trump == "none":
            mine, theirs = self.scores[self.player % 2], self.scores[1 - self.player % 2]
            return {"double"} if self.stake == 1 and mine >= self.far > theirs else set()
        if self.stake == 5:
            return set()
        name = RAISES[self.stake - 1]
        open_one = name if name == "double" else f"say({name})"
        return {open_one} if name == "gahwa" else {open_one, f"say(closed-{name})"}

    def offered(self) -> set[str]:
        if self.bought:
            return {"pass"} | self.raises()
        if self.trump:
            return {"pass", "none"}
        late = self.spoken in (2, 3) or (self.late_ashkal and self.spoken in (6, 7))
        ashkal = {"say(ashkal)"} if late and self.turned[0] != "A" else set[str]()
        if self.spoken >= 4:
            return ({"pass", "none", *SUITS} - {self.turned[1]}) | ashkal
        return {"pass", "none", self.turned[1]} | ashkal

    def say(self, call: str) -> None:
        seat = self.speaker
        if call == "say(ashkal)":
            self.player, self.trump, self.receiver = seat, "none", (seat + 2) % 4
            self.sun(seat)
        elif call == "none" or call in SUITS:
            self.player, self.trump, self.receiver = seat, call, seat
            self.waiting = 4
            self.speaker = (seat + 1) % 4
            if call == "none":
                self.sun(seat)
        elif call == "pass":
            self.passed()
        else:
            self.stake += 1
            self.closed = "closed" in call
            self.settle(seat)

    def sun(self, seat: int) -> None:
        """Ask those before this seat who are against it; nobody, where there are none."""
        self.queue = [s for s in (0, 1, 2) if s < seat and (s + seat) % 2]
        if not self.gablak or self.spoken >= 4 or not self.queue:
            self.queue = []
            self.settle(seat)
        else:
            self.speaker = self.queue[0]

    def passed(self) -> None:
        """Pass: a speaker who might buy, might say sun instead, or might raise."""
        if self.bought:
            self.refused += 1
            self.speaker = (self.speaker + 2) % 4
        elif self.queue:
            self.queue.pop(0)
            if self.queue:
                self.speaker = self.queue[0]
            else:
                self.settle(self.player)
        elif self.trump:
            self.waiting -= 1
            self.speaker = (self.speaker + 1) % 4
            if not self.waiting:
                self.settle(self.player)
        else:
            self.spoken += 1
            self.speaker = (self.speaker + 1) % 4

    def settle(self, seat: int) -> None:
        """Let the others raise, once this seat has bought or raised."""
        self.bought, self.refused = True, 0
        self.speaker = (seat + 1) % 4


def legal(hand: Sequence[str], trick: Sequence[str], trump: str, closed: bool) -> set[str]:
    """Return the cards that may be played, row by row of the table; `trump` is empty in sun."""
    every = set(hand)
    trumps = {card for card in hand if card[1] == trump}
    if not trick:
        return every - trumps or every if closed else every
    led, best = trick[0][1], winner(trick, trump)
    of_suit = {card for card in hand if card[1] == led}
    over = {card for card in trumps if beats(card, trick[best], trump)}
    if of_suit:
        return of_suit & over or of_suit if led == trump else of_suit
    partner_wins = best == len(trick) - 2
    if partner_wins or not trumps:
        return every
    return over or every


def points(cards: Sequence[str], trump: str) -> int:
    """Return the points of cards; in sun all count as plain suits do."""
    high = dict(zip(TRUMP_RANKS, (0, 0, 3, 4, 10, 11, 14, 20), strict=True))
    low = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(high[c[0]] if c[1] == trump else low.get(c[0], 0) for c in cards)


def counting(said: Mapping[int, Sequence[Said]], first: int) -> list[int]:
    """Return each side's points: the side with the best project counts all of its own."""
    best: tuple[tuple[int, ...], int] | None = None
    for seat, named in said.items():
        for cards, worth in named:
            top = max(PLAIN_RANKS.index(card[0]) for card in cards)
            rank = (worth, top, -((seat - first) % 4))
            best = max(best or (rank, seat), (rank, seat))
    if best is None:
        return [0, 0]
    side = best[1] % 2
    return [
        sum(worth for s in said if s % 2 == one == side for _, worth in said[s]) for one in (0, 1)
    ]


def rounded(own: tuple[int, int], sun: bool) -> tuple[int, int]:
    if sun:
        table = (0, 0, 0, 0, 0, 1, 2, 2, 2, 2)
        return own[0] // 10 * 2 + table[own[0] % 10], own[1] // 10 * 2 + table[own[1] % 10]
    if own[0] % 10 == own[1] % 10 == 6:
        smaller = own.index(min(own))
        tens = [own[0] // 10, own[1] // 10]
        tens[smaller] += 1
        return tens[0], tens[1]
    up = [own[side] // 10 + (own[side] % 10 >= 6) for side in (0, 1)]
    return up[0], up[1]


def settle(
    own: tuple[int, int],
    projects: tuple[int, int],
    baloot: tuple[int, int],
    tricks: tuple[int, int],
    stake: int,
    sun: bool,
    by_marks: bool = False,
    level_is_both: bool = False,
) -> tuple[int, int]:
    """Return the marks, the buyers' first; the projects are those that count, in points.

    `by_marks`: marks are compared before points; `level_is_both`: level, each writes its own."""
    each = [0, 0]
    marks = [points * (2 if sun else 1) // 10 for points in projects]
    times = 4 if stake == 5 else stake
    if 8 in tricks:
        winner_ = tricks.index(8)
        each[winner_] = ((44 if sun else 25) + marks[winner_]) * times
    else:
        ahead = [own[side] + projects[side] for side in (0, 1)]
        if by_marks:
            tricks_ = rounded(own, sun)
            ahead = [1000 * (tricks_[side] + marks[side]) + ahead[side] for side in (0, 1)]
        winner_ = won_by(ahead, stake)
        both = level_is_both and ahead[0] == ahead[1]
        if stake == 1 and (winner_ == 0 or both):
            each = [a + b for a, b in zip(rounded(own, sun), marks, strict=True)]
        else:
            each[winner_] = ((26 if sun else 16) + sum(marks)) * times
    return each[0] + baloot[0] // 10, each[1] + baloot[1] // 10


def won_by(ahead: Sequence[int], stake: int) -> int:
    """Return who wins if both have a trick, the buyers 0; on a tie the last raiser loses."""
    mine, theirs = ahead
    if mine != theirs:
        return 0 if mine > theirs else 1
    return {1: 1, 2: 0, 3: 1, 4: 0, 5: 1}[stake]
