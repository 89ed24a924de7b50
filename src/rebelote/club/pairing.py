"""Pairs of opponents or partners with the fewest that have met before.

Exact, and in polynomial time. The first of an order gets the best candidate with whom the rest can
still be paired with no more repetitions than are unavoidable. How many are, follows from the rank
of a Tutte matrix: half of it is the size of the largest matching of those who have not met.
Packages with a matching (networkx) were considered: theirs weighs all pairs at once, which takes
longer for 200 teams, and none is as near to the order of a standing as this one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

Met = Mapping[int, Mapping[int, int]]
"""How often each has met each other."""
PRIME: Final = 2**61 - 1
"""The matrix is of numbers modulo this: the rank is too small for one in 10**15 at most."""
_NOBODY: Final[Mapping[int, int]] = {}


def paired(order: Sequence[int], met: Met, far: bool = False) -> list[tuple[int, int]]:
    """The members of an even order in pairs, with the fewest repetitions there can be.

    Args:
        order: the first is paired first, and comes first in its pair.
        met: who has met whom, and how often.
        far: whether one is paired with the last that is possible, not with the next.
    """
    rest, pairs = list(order), list[tuple[int, int]]()
    spare = fewest_repeated(rest, met)
    while rest:
        other, left = _partner(rest, met, far, spare)
        pair = rest[0], other
        spare -= times(met, *pair) > 0
        pairs.append(pair)
        rest = left
    return pairs


def times(met: Met, one: int, other: int) -> int:
    """How often two have met."""
    return met.get(one, _NOBODY).get(other, 0)


def repeated(pairs: Sequence[tuple[int, int]], met: Met) -> int:
    """How many of these pairs have met before."""
    return sum(times(met, *pair) > 0 for pair in pairs)


def _partner(rest: list[int], met: Met, far: bool, spare: int) -> tuple[int, list[int]]:
    """With whom the first is paired, and who is left then."""
    first, *others = rest
    if far:
        others.reverse()
    for other in sorted(others, key=lambda one: times(met, first, one)):
        left = [one for one in rest if one not in (first, other)]
        if (times(met, first, other) > 0) + fewest_repeated(left, met) <= spare:
            return other, left
    raise AssertionError("who is left can be paired with as many repetitions as were counted")


def fewest_repeated(numbers: Sequence[int], met: Met) -> int:
    """How many pairs of an even number of members must repeat one of before."""
    here, size = set(numbers), len(numbers)
    new = (size - 1 - len(here & met.get(one, _NOBODY).keys()) for one in numbers)
    if all(2 * count >= size for count in new):  # Dirac: there is a cycle through all of them
        return 0
    return (size - _rank(_tutte(numbers, met))) // 2


def _tutte(numbers: Sequence[int], met: Met) -> list[list[int]]:
    """A skew-symmetric matrix with a random number for each two who have not met."""
    chance, size = Random(0), len(numbers)
    matrix = [[0] * size for _ in numbers]
    for row in range(size):
        for column in range(row):
            if not times(met, numbers[row], numbers[column]):
                value = chance.randrange(1, PRIME)
                matrix[row][column], matrix[column][row] = value, PRIME - value
    return matrix


def _rank(matrix: list[list[int]]) -> int:
    """The rank of a square matrix modulo PRIME; the matrix is used up."""
    rank = 0
    for column in range(len(matrix)):
        pivot = next((row for row in range(rank, len(matrix)) if matrix[row][column]), None)
        if pivot is None:
            continue
        matrix[rank], matrix[pivot] = matrix[pivot], matrix[rank]
        _eliminate(matrix, rank, column)
        rank += 1
    return rank


def _eliminate(matrix: list[list[int]], rank: int, column: int) -> None:
    """Make what is below the pivot of this column zero."""
    pivot = matrix[rank]
    inverse = pow(pivot[column], -1, PRIME)
    for row in range(rank + 1, len(matrix)):
        if factor := matrix[row][column] * inverse % PRIME:
            matrix[row] = [
                (value - factor * above) % PRIME
                for value, above in zip(matrix[row], pivot, strict=True)
            ]
