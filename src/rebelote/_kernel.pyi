from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, final

__all__ = ["Deals", "Law", "Policy", "solve_many", "worlds"]

@final
class Law:
    def __new__(
        cls,
        duties: bytes,
        trump: SupportsIndex,
        strength: bytes,
        points: bytes,
        last_trick: SupportsIndex = ...,
        withheld: Sequence[tuple[SupportsIndex, SupportsIndex]] = ...,
        partners: bool = True,
        not_led: SupportsIndex = ...,
        bonuses: Sequence[tuple[SupportsIndex, SupportsIndex]] = ...,
    ) -> Law: ...
    def legal(self, hand: SupportsIndex, trick: Sequence[SupportsIndex]) -> int: ...
    def winner(self, trick: Sequence[SupportsIndex]) -> int: ...
    def perft(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        depth: SupportsIndex,
    ) -> int: ...
    def divide(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        depth: SupportsIndex,
    ) -> dict[int, int]: ...
    def playouts(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        count: SupportsIndex,
        seed: SupportsIndex,
    ) -> tuple[list[int], list[int]]: ...
    def excluded(self, card: SupportsIndex, trick: Sequence[SupportsIndex]) -> int: ...
    def forecast(
        self,
        worlds: Sequence[Sequence[SupportsIndex]],
        weights: Sequence[float],
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
        exactly: bool = False,
    ) -> dict[int, list[tuple[tuple[int, ...], int, int, float]]]: ...
    def play_out(
        self,
        worlds: Sequence[Sequence[SupportsIndex]],
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
    ) -> list[tuple[tuple[int, ...], int, int]]: ...
    def likely(
        self,
        worlds: Sequence[Sequence[SupportsIndex]],
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
        me: SupportsIndex,
    ) -> list[float]: ...
    def believed(
        self,
        sizes: bytes,
        may_hold: Sequence[SupportsIndex],
        me: SupportsIndex,
        hand: SupportsIndex,
        seats: SupportsIndex,
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
        draws: SupportsIndex,
        count: SupportsIndex,
        exponent: float,
        seed: SupportsIndex,
    ) -> tuple[int, list[tuple[list[int], float]]]: ...
    def habits(
        self,
        hands: Sequence[SupportsIndex],
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
    ) -> list[tuple[int, list[tuple[int, list[int]]]]]: ...
    def solve(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        maximisers: SupportsIndex = ...,
        sweep: SupportsIndex = ...,
        taken: tuple[SupportsIndex, SupportsIndex] = ...,
        values: bool = False,
        line: bool = False,
    ) -> tuple[int, int, list[tuple[int, int]] | None, list[int] | None]: ...
    def search_nodes(self, hands: bytes, leaders: bytes, weights: Sequence[int]) -> list[int]: ...

@final
class Policy:
    def __new__(cls, weights: bytes) -> Policy: ...
    def advantages(
        self,
        law: Law,
        hand: SupportsIndex,
        so_far: tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]],
        bid: SupportsIndex,
    ) -> list[tuple[int, float]]: ...

def worlds(
    sizes: bytes, may_hold: Sequence[SupportsIndex], count: SupportsIndex, seed: SupportsIndex
) -> tuple[int, list[list[int]]]: ...
def solve_many(
    laws: Sequence[Law],
    which: bytes,
    hands: bytes,
    leaders: bytes,
    maximisers: SupportsIndex = ...,
    sweep: SupportsIndex = ...,
    values: bool = False,
    threads: SupportsIndex = ...,
) -> bytes: ...

_Buffer = Any
_Arrays = tuple[_Buffer, _Buffer, _Buffer, _Buffer, _Buffer]

@final
class Deals:
    def __new__(
        cls,
        states: Sequence[object],
        starts: Sequence[int],
        contracts: Sequence[tuple[tuple[int, int, int, int, bool, int], int]],
        packets: Sequence[int],
        turns_up: bool,
        redeal: tuple[int, int],
        belotes: tuple[Sequence[Sequence[int]], int, bool],
        announcements: tuple[object, ...] | None,
        actions: int,
        layout: tuple[Sequence[int], int],
        laws: Sequence[Law | None],
        referee: tuple[Callable[..., object], Callable[..., object], Callable[..., object]],
    ) -> Deals: ...
    def reset(self, seed: int, count: int, arrays: _Arrays) -> None: ...
    def step(self, actions: _Buffer, arrays: _Arrays, threads: int) -> None: ...
    def play(self, steps: int, arrays: _Arrays, threads: int) -> int: ...
    def choose(self, actions: _Buffer) -> None: ...
