from collections.abc import Sequence
from typing import SupportsIndex, final

__all__ = ["Law", "worlds"]

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
    def thumb(
        self,
        hands: Sequence[SupportsIndex],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        seen: tuple[SupportsIndex, bytes, SupportsIndex],
    ) -> int: ...
    def forecast(
        self,
        worlds: Sequence[Sequence[SupportsIndex]],
        weights: Sequence[float],
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        seen: tuple[SupportsIndex, bytes, SupportsIndex],
    ) -> dict[int, list[tuple[tuple[int, ...], int, int, float]]]: ...
    def play_out(
        self,
        worlds: Sequence[Sequence[SupportsIndex]],
        leader: SupportsIndex,
        seen: tuple[SupportsIndex, bytes, SupportsIndex],
    ) -> list[tuple[tuple[int, ...], int, int]]: ...

def worlds(
    sizes: bytes, may_hold: Sequence[SupportsIndex], count: SupportsIndex, seed: SupportsIndex
) -> tuple[int, list[list[int]]]: ...
