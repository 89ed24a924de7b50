"""The kernel of the page: `rebelote._kernel` over its build for WebAssembly.

Arguments go there as bytes and results come back as bytes, in the form of `kernel/src/wasm.rs`.
Only what bots, analysis and solver ask is here: many deals at once need threads and buffers.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import chain
from sys import modules
from typing import Final, Protocol, SupportsIndex


class _Array(Protocol):
    def to_bytes(self) -> bytes: ...


Ask = Callable[[int, bytes], _Array]
"""The function of the WebAssembly instance: the number of a question, and its arguments."""
Deal = tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]]
"""The taker, the first leader, and the cards played."""
Worlds = Sequence[Sequence[SupportsIndex]]

_LIMITS: Final = {
    "B": (1 << 5, "a card, which go from 0 to 31"),
    "I": (1 << 32, "a set of cards, which is a mask of 32 bits"),
    "Q": (1 << 64, "a number from 0 to 2**64 - 1"),
}
_OUTCOME: Final = struct.Struct("<BBB4H")
_WEIGHTED: Final = struct.Struct("<BBB4Hd")
_VALUE: Final = struct.Struct("<Bi")
_ADVANTAGE: Final = struct.Struct("<Bd")
_TIMES: Final = struct.Struct("<Q")
_LOG: Final = struct.Struct("<d")


class _Question(IntEnum):
    LAW = 0
    DROP_LAW = 1
    POLICY = 2
    DROP_POLICY = 3
    WORLDS = 4
    LEGAL = 5
    WINNER = 6
    EXCLUDED = 7
    PERFT = 8
    PLAYOUTS = 9
    FORECAST = 10
    PLAY_OUT = 11
    LIKELY = 12
    BELIEVED = 13
    SOLVE = 14
    ADVANTAGES = 15


_instance: list[Ask] = []


def install(ask: Ask) -> None:
    """Serve as `rebelote._kernel`, before anything imports the solver."""
    _instance[:] = [ask]
    modules["rebelote._kernel"] = modules[__name__]


class _Response:
    """The rest of a result."""

    def __init__(self, question: _Question, *arguments: bytes) -> None:
        """Ask the kernel. ValueError with its sentence where it refuses."""
        result = _instance[0](question, b"".join(arguments)).to_bytes()
        if result[0]:
            raise ValueError(result[1:].decode())
        self._bytes, self._at = memoryview(result), 1

    def take(self, form: str) -> tuple[int, ...]:
        """Return the next numbers of this form."""
        start, self._at = self._at, self._at + struct.calcsize(form)
        return struct.unpack(form, self._bytes[start : self._at])

    def rows(self, form: struct.Struct) -> Iterator[tuple[float, ...]]:
        """Iterate over the rows of a list, each of this form."""
        (count,) = self.take("<I")
        start, self._at = self._at, self._at + count * form.size
        return form.iter_unpack(self._bytes[start : self._at])


# --- arguments ------------------------------------------------------------------------------------


def _packed(kind: str, values: Sequence[SupportsIndex]) -> bytes:
    """Return numbers of one kind as bytes. ValueError with a sentence for one out of range."""
    limit, name = _LIMITS[kind]
    for value in map(operator.index, values):
        if not 0 <= value < limit:
            raise ValueError(f"{value} is not {name}")
    return struct.pack(f"<{len(values)}{kind}", *values)


def _numbers(*values: SupportsIndex) -> bytes:
    return _packed("Q", values)


def _mask(value: SupportsIndex) -> bytes:
    return _packed("I", (value,))


def _handle(value: int) -> bytes:
    return struct.pack("<I", value)


def _list(kind: str, values: Sequence[SupportsIndex]) -> bytes:
    return _handle(len(values)) + _packed(kind, values)


def _bytes(values: bytes) -> bytes:
    return _handle(len(values)) + values


def _reals(values: Sequence[float]) -> bytes:
    return struct.pack(f"<I{len(values)}d", len(values), *values)


def _worlds(worlds: Worlds) -> bytes:
    return _handle(len(worlds)) + b"".join(_list("I", world) for world in worlds)


def _deal(so_far: Deal) -> bytes:
    taker, leader, cards = so_far
    return _numbers(taker, leader) + _list("B", cards)


def _at(
    hands: Sequence[SupportsIndex], leader: SupportsIndex, trick: Sequence[SupportsIndex]
) -> bytes:
    return _list("I", hands) + _numbers(leader) + _list("B", trick)


def _outcome(sides: int, winners: int, last: int, *points: int) -> tuple[tuple[int, ...], int, int]:
    return points[:sides], winners, last


# --- the module -----------------------------------------------------------------------------------


class Law:
    """The law of play of one contract."""

    def __init__(
        self,
        duties: bytes,
        trump: SupportsIndex,
        strength: bytes,
        points: bytes,
        last_trick: SupportsIndex = 10,
        withheld: Sequence[tuple[SupportsIndex, SupportsIndex]] = (),
        partners: bool = True,
        not_led: SupportsIndex = 0,
        bonuses: Sequence[tuple[SupportsIndex, SupportsIndex]] = (),
    ) -> None:
        """Make it in the kernel."""
        tables = _bytes(duties) + _numbers(trump) + _bytes(strength)
        tables += _bytes(points) + _numbers(last_trick)
        pairs = _handle(len(withheld)) + _packed("I", [*chain.from_iterable(withheld)])
        added = (_mask(cards) + _numbers(worth) for cards, worth in bonuses)
        extras = (pairs, bytes([partners]), _mask(not_led), _handle(len(bonuses)), *added)
        (number,) = _Response(_Question.LAW, tables, *extras).take("<I")
        self.handle: Final = _handle(number)

    def __del__(self) -> None:
        """Free its place."""
        if hasattr(self, "handle"):
            self._ask(_Question.DROP_LAW)

    def _ask(self, question: _Question, *arguments: bytes) -> _Response:
        return _Response(question, self.handle, *arguments)

    def legal(self, hand: SupportsIndex, trick: Sequence[SupportsIndex]) -> int:
        """Return the mask of the legal cards."""
        return self._ask(_Question.LEGAL, _mask(hand), _list("B", trick)).take("<I")[0]

    def winner(self, trick: Sequence[SupportsIndex]) -> int:
        """Return the index of the card that wins."""
        return self._ask(_Question.WINNER, _list("B", trick)).take("<I")[0]

    def excluded(self, card: SupportsIndex, trick: Sequence[SupportsIndex]) -> int:
        """Return the cards that whoever played this one cannot have held."""
        one = _packed("B", (card,))
        return self._ask(_Question.EXCLUDED, one, _list("B", trick)).take("<I")[0]

    def perft(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        depth: SupportsIndex,
    ) -> int:
        """Count the legal sequences of so many cards."""
        at = _at(hands, leader, trick)
        return self._ask(_Question.PERFT, at, _numbers(depth)).take("<Q")[0]

    def playouts(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        count: SupportsIndex,
        seed: SupportsIndex,
    ) -> tuple[list[int], list[int]]:
        """Return how often side 0 gets so many points, and each side every trick."""
        at = _at(hands, leader, trick)
        result = self._ask(_Question.PLAYOUTS, at, _numbers(count, seed))
        points, sweeps = ([int(times) for (times,) in result.rows(_TIMES)] for _ in range(2))
        return points, sweeps

    def forecast(
        self, worlds: Worlds, weights: Sequence[float], so_far: Deal, exactly: bool = False
    ) -> dict[int, list[tuple[tuple[int, ...], int, int, float]]]:
        """Return the outcomes of each legal card."""
        how = (_worlds(worlds), _reals(weights), _deal(so_far), bytes([exactly]))
        result = self._ask(_Question.FORECAST, *how)
        (count,) = result.take("<I")
        return {
            result.take("<B")[0]: [
                (*_outcome(*map(int, row[:-1])), row[-1]) for row in result.rows(_WEIGHTED)
            ]
            for _ in range(count)
        }

    def play_out(self, worlds: Worlds, so_far: Deal) -> list[tuple[tuple[int, ...], int, int]]:
        """Return the outcome of one rollout of each world."""
        result = self._ask(_Question.PLAY_OUT, _worlds(worlds), _deal(so_far))
        return [_outcome(*map(int, row)) for row in result.rows(_OUTCOME)]

    def likely(self, worlds: Worlds, so_far: Deal, me: SupportsIndex) -> list[float]:
        """Return the log-likelihood of the cards played, by world."""
        result = self._ask(_Question.LIKELY, _worlds(worlds), _deal(so_far), _numbers(me))
        return [log for (log,) in result.rows(_LOG)]

    def believed(
        self,
        sizes: bytes,
        may_hold: Sequence[SupportsIndex],
        me: SupportsIndex,
        hand: SupportsIndex,
        seats: SupportsIndex,
        so_far: Deal,
        draws: SupportsIndex,
        count: SupportsIndex,
        exponent: float,
        seed: SupportsIndex,
    ) -> tuple[int, list[tuple[list[int], float]]]:
        """Return how many worlds there are, and at most `count` of them with their weights."""
        known = (_bytes(sizes), _list("I", may_hold), _numbers(me), _mask(hand))
        how = (_numbers(seats, draws, count), struct.pack("<d", exponent), _numbers(seed))
        result = self._ask(_Question.BELIEVED, _deal(so_far), *known, *how)
        (total,) = result.take("<Q")
        rows = result.rows(struct.Struct(f"<I{operator.index(seats)}Id"))
        return total, [([*map(int, row[1:-1])], row[-1]) for row in rows]

    def solve(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        maximisers: SupportsIndex = 5,
        sweep: SupportsIndex = 0,
        taken: tuple[SupportsIndex, SupportsIndex] = (0, 0),
        values: bool = False,
        line: bool = False,
    ) -> tuple[int, int, list[tuple[int, int]] | None, list[int] | None]:
        """Return the double-dummy value, and all points; if asked for, by card, and a line."""
        aim = _numbers(maximisers, sweep, *taken) + bytes([values, line])
        result = self._ask(_Question.SOLVE, _at(hands, leader, trick), aim)
        value, left = result.take("<ii")
        by_card = [(int(card), int(worth)) for card, worth in result.rows(_VALUE)]
        (length,) = result.take("<I")
        best = [*result.take(f"<{length}B")]
        return value, left, by_card if values else None, best if line else None


class Policy:
    """A policy network."""

    def __init__(self, weights: bytes) -> None:
        """Make it in the kernel."""
        (number,) = _Response(_Question.POLICY, _bytes(weights)).take("<I")
        self.handle: Final = _handle(number)

    def __del__(self) -> None:
        """Free its place."""
        if hasattr(self, "handle"):
            _Response(_Question.DROP_POLICY, self.handle)

    def advantages(
        self, law: Law, hand: SupportsIndex, so_far: Deal, bid: SupportsIndex
    ) -> list[tuple[int, float]]:
        """Return the advantage of each legal card."""
        asked = (law.handle, self.handle, _mask(hand), _deal(so_far), _numbers(bid))
        rows = _Response(_Question.ADVANTAGES, *asked).rows(_ADVANTAGE)
        return [(int(card), points) for card, points in rows]


def worlds(
    sizes: bytes, may_hold: Sequence[SupportsIndex], count: SupportsIndex, seed: SupportsIndex
) -> tuple[int, list[list[int]]]:
    """Return how many determinizations there are, and so many of them."""
    asked = (_bytes(sizes), _list("I", may_hold), _numbers(count, seed))
    result = _Response(_Question.WORLDS, *asked)
    (total,) = result.take("<Q")
    rows = result.rows(struct.Struct(f"<I{len(sizes)}I"))
    return total, [[*map(int, row[1:])] for row in rows]
