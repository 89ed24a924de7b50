"""The policy network in Python, for use without the kernel: the same whole numbers.

`kernel/src/policy.rs` describes its inputs; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import Final

from rebelote.bots.heuristics import Observation
from rebelote.rules import play
from rebelote.rules.cards import Card, Suit, Trump
from rebelote.rules.view import tricks_of

SEATS: Final = 4
RANKS: Final = 8
HIDDEN: Final = 64
SECOND: Final = 32

MINE, OUT, ON_TABLE, PLAYED, WAYS = 0, 1, 2, 5, 3
CODES: Final = PLAYED + WAYS * SEATS
"""The knowledge of a card: its holder, or the seat that played it and how."""
VOIDS: Final = RANKS * CODES
LED: Final = VOIDS + SEATS - 1
THROWN: Final = LED + SEATS
LED_NOW: Final = THROWN + SEATS
BLOCK: Final = LED_NOW + 1
"""The rows of a suit."""
BIAS: Final = 3 * BLOCK
TAKER: Final = BIAS + 1
LENGTH: Final = TAKER + SEATS
WINNER: Final = LENGTH + SEATS
HELD: Final = WINNER + 2 * (SEATS - 1)
TABLE_POINTS: Final = HELD + RANKS
MY_POINTS: Final = TABLE_POINTS + RANKS
THEIR_POINTS: Final = MY_POINTS + RANKS + 1
NEEDED: Final = THEIR_POINTS + RANKS + 1
BIDS: Final = 9
LEAST_BID: Final = 90
ROWS: Final = NEEDED + BIDS
PARTS: Final = (ROWS * HIDDEN, RANKS * HIDDEN, RANKS, HIDDEN * SECOND, SECOND, RANKS * SECOND)
"""The weights of a network: rows of the first layer, of outputs, their bias, rows of the second
layer, their bias, and rows of its outputs."""
UNIT: Final = 64
TEMPERATURE: Final = 1.6
"""Points of one logit, at which the network was learnt."""

Rows = list[Sequence[int]]


class Network:
    """The weights of one network, as rows."""

    def __init__(self, weights: Sequence[int]) -> None:
        parts, begin = [], 0
        for size in PARTS:
            parts.append(weights[begin : begin + size])
            begin += size
        rows, outputs, self.bias, second, self.second_bias, second_outputs = parts
        self.rows = _rows(rows, HIDDEN)
        self.outputs = _rows(outputs, HIDDEN)
        self.second = list(zip(*_rows(second, SECOND), strict=True))
        self.second_outputs = _rows(second_outputs, SECOND)

    def logits(self, active: Sequence[int]) -> list[int]:
        """Return the output for each rank, in cubes of units."""
        sums = zip(*(self.rows[row] for row in active), strict=True)
        first = [max(0, sum(each)) for each in sums]
        second = [
            max(0, UNIT * bias + sum(map(mul, first, each)))
            for bias, each in zip(self.second_bias, self.second, strict=True)
        ]
        return [
            UNIT * UNIT * self.bias[rank]
            + UNIT * sum(map(mul, first, self.outputs[rank]))
            + sum(map(mul, second, self.second_outputs[rank]))
            for rank in range(RANKS)
        ]


def _rows(weights: Sequence[int], width: int) -> Rows:
    return [weights[begin : begin + width] for begin in range(0, len(weights), width)]


class Networks:
    """The networks of these weights: of plain suits beside trumps, of trumps, of every suit in no
    trumps and in all trumps."""

    def __init__(self, weights: bytes) -> None:
        size, signed = sum(PARTS), memoryview(weights).cast("b").tolist()
        self.networks = [
            Network(signed[begin : begin + size]) for begin in range(0, 4 * size, size)
        ]

    def advantages(self, at: Observation, bid: int) -> dict[Card, float]:
        """Return the advantage of each legal card in points; only differences count."""
        inputs, result = _Inputs(at, bid), {}
        for suit in Suit:
            if held := at.legal & suit.cards:
                logits = self._of(suit, at.trump).logits(inputs.rows(suit))
                for card in held:
                    result[card] = TEMPERATURE * (logits[at.height(card)] / UNIT**3)
        return result

    def _of(self, suit: Suit, trump: Trump) -> Network:
        if trump.suit is not None:
            return self.networks[suit == trump.suit]
        return self.networks[2 + (trump is Trump.ALL)]


class _Inputs:
    """The knowledge of a seat, as rows of the first layer."""

    def __init__(self, at: Observation, bid: int) -> None:
        self.at, self.suits = at, {suit: list[int]() for suit in Suit}
        self.points = [0, 0]
        for card in at.hand:
            self._add(card, MINE)
        for card in at.out:
            self._add(card, OUT)
        *tricks, (leader, on_table) = tricks_of(at.view)
        for leading, cards in tricks:
            self._add_trick(leading, cards)
        for place, card in enumerate(on_table):
            self._add(card, ON_TABLE + self._from_me(leader + place) - 1)
        self._add_suits([*tricks, (leader, on_table)])
        self.table = list(self._table_rows(on_table, bid))

    def _from_me(self, seat: int) -> int:
        """Return the place of a seat, counted from mine."""
        return (seat - self.at.me) % SEATS

    def _add(self, card: Card, code: int) -> None:
        self.suits[card.suit].append(self.at.height(card) * CODES + code)

    def _add_trick(self, leader: int, cards: Sequence[Card]) -> None:
        for place, card in enumerate(cards):
            way = 0 if place == 0 else 1 + (card.suit != cards[0].suit)
            self._add(card, PLAYED + self._from_me(leader + place) * WAYS + way)
        winner = leader + play.winner(cards, self.at.trump)
        self.points[self._from_me(winner) % 2] += play.trick_points(cards, self.at.law)

    def _add_suits(self, tricks: Iterable[tuple[int, Sequence[Card]]]) -> None:
        """Add the voids, leads and discards of each suit."""
        for suit, rows in self.suits.items():
            voids = (
                turn for turn in (1, 2, 3) if suit in self.at.voids[(self.at.me + turn) % SEATS]
            )
            rows += [VOIDS + turn - 1 for turn in voids]
        done = {
            (card.suit, (LED if place == 0 else THROWN) + self._from_me(leader + place))
            for leader, cards in tricks
            for place, card in enumerate(cards)
            if place == 0 or (card.suit != cards[0].suit and card not in self.at.trumps)
        }
        for suit, row in done:
            self.suits[suit].append(row)
        if self.at.trick:
            self.suits[self.at.trick[0].suit].append(LED_NOW)

    def _table_rows(self, on_table: Sequence[Card], bid: int) -> Iterator[int]:
        at = self.at
        yield BIAS
        yield TAKER + self._from_me(at.attacker)
        yield LENGTH + len(on_table)
        if on_table:
            best = play.winner(on_table, at.trump)
            seat = self._from_me(at.me - len(on_table) + best)
            yield WINNER + 2 * (seat - 1) + at.sure(on_table[best])
        yield HELD + len(at.hand) - 1
        yield TABLE_POINTS + min(RANKS - 1, -(-sum(map(at.points, on_table)) // 5))
        for begin, points in zip((MY_POINTS, THEIR_POINTS), self.points, strict=True):
            yield begin + min(RANKS, -(-points // 20))
        yield NEEDED + min(BIDS - 1, max(0, bid - LEAST_BID + 10) // 10)

    def rows(self, suit: Suit) -> list[int]:
        """Return the rows of the network of a suit."""
        rows = list(self.table)
        for other, own in self.suits.items():
            begin = 0 if other == suit else BLOCK if other == self.at.trump.suit else 2 * BLOCK
            rows += [begin + row for row in own]
        return rows
