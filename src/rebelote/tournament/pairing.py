"""Pairs of opponents or partners with the fewest that have met before.

Exact, and in polynomial time. The first of an order gets the best candidate with whom the rest can
still be paired with no more repetitions than are unavoidable. Their number follows from the rank
of a Tutte matrix: half of it is the size of the largest matching of members who have not met.
Packages with a matching (networkx) were considered: theirs weighs all pairs at once, which takes
longer for 200 teams, and none is as near to the order of a standing as this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

Met = Mapping[int, Mapping[int, int]]
"""The number of meetings of each two members."""
New = Mapping[int, Sequence[int]]
"""The members that each has not met, in the order of preference."""
PRIME: Final = 2**61 - 1
"""The matrix is of numbers modulo this: the rank is too small for one in 10**15 at most."""
FEW: Final = 16
"""The largest field that is paired with a view to later rounds."""
STEPS: Final = 20_000
"""Steps of one such search at most, a fraction of a second."""
_NOBODY: Final[Mapping[int, int]] = {}


def paired(
    order: Sequence[int], met: Met, far: bool = False, dislike: Met | None = None
) -> list[tuple[int, int]]:
    """Pair the members of an even order with the fewest possible repetitions.

    Args:
        order: the first is paired first, and comes first in its pair.
        met: how often each two have met.
        far: whether a member is paired with the last possible one, not with the next.
        dislike: how much each is to be paired with another as a last resort; None: as often as
            they have met.
    """
    rest, pairs = list(order), list[tuple[int, int]]()
    spare = fewest_repeated(rest, met)
    while rest:
        other, left = _partner(rest, met, far, spare, dislike or met)
        pair = rest[0], other
        spare -= times(met, *pair) > 0
        pairs.append(pair)
        rest = left
    return pairs


def lasting(new: New, rounds: int) -> list[tuple[int, int]] | None:
    """Pair members so that nobody meets again, now and in as many rounds after it.

    Args:
        new: by member, in the order in which they are paired, those whom it has not met, the best
            first. An even number of members.
        rounds: the number of rounds to follow.

    Returns:
        The pairs; None where there are none, or none was found in `STEPS` steps.
    """
    search = _Search(len(new))
    for pairs in search.matchings(list(new), new):
        if search.goes_on(_without(new, pairs), rounds):
            return pairs
    return None


def _without(new: New, pairs: Sequence[tuple[int, int]]) -> New:
    met = {**dict(pairs), **{other: one for one, other in pairs}}
    return {one: [it for it in others if it != met[one]] for one, others in new.items()}


class _Search:
    """A search for rounds without a rematch, which ends after so many steps."""

    def __init__(self, size: int) -> None:
        self._size, self._steps = size, STEPS

    def matchings(self, rest: list[int], new: New) -> Iterator[list[tuple[int, int]]]:
        """Yield the pairings of these by new pairs, by preference."""
        if not rest:
            yield []
            return
        first = rest[0]
        for other in new[first]:
            if other in rest and self._steps:
                self._steps -= 1
                left = [one for one in rest if one not in (first, other)]
                for pairs in self.matchings(left, new):
                    yield [(first, other), *pairs]

    def goes_on(self, new: New, rounds: int) -> bool:
        """Return whether so many rounds can be played without a rematch.

        Where each has as many new ones, and at least half of all, there is a round for each
        (the conjecture of one-factorization, which holds for the sizes that occur here).
        """
        degrees = {len(others) for others in new.values()}
        if min(degrees) < rounds:
            return False
        if not rounds or (len(degrees) == 1 and 2 * min(degrees) >= self._size):
            return True
        return any(
            self.goes_on(_without(new, pairs), rounds - 1)
            for pairs in self.matchings(list(new), new)
        )


def times(met: Met, one: int, other: int) -> int:
    """Return how often two members have met."""
    return met.get(one, _NOBODY).get(other, 0)


def repeated(pairs: Sequence[tuple[int, int]], met: Met) -> int:
    """Count the pairs that have met before."""
    return sum(times(met, *pair) > 0 for pair in pairs)


def _partner(
    rest: list[int], met: Met, far: bool, spare: int, dislike: Met
) -> tuple[int, list[int]]:
    """Return the partner of the first, and the members left after that."""
    first, *others = rest
    if far:
        others.reverse()
    for other in sorted(others, key=lambda one: times(dislike, first, one)):
        left = [one for one in rest if one not in (first, other)]
        if (times(met, first, other) > 0) + fewest_repeated(left, met) <= spare:
            return other, left
    raise AssertionError("who is left can be paired with as many repetitions as were counted")


def fewest_repeated(numbers: Sequence[int], met: Met) -> int:
    """Return the least number of repeated pairs among an even number of members."""
    here, size = set(numbers), len(numbers)
    new = (size - 1 - len(here & met.get(one, _NOBODY).keys()) for one in numbers)
    if all(2 * count >= size for count in new):  # Dirac: there is a cycle through all of them
        return 0
    return (size - _rank(_tutte(numbers, met))) // 2


def _tutte(numbers: Sequence[int], met: Met) -> list[list[int]]:
    """Build a skew-symmetric matrix with a random number for each two who have not met."""
    chance, size = Random(0), len(numbers)
    matrix = [[0] * size for _ in numbers]
    for row in range(size):
        for column in range(row):
            if not times(met, numbers[row], numbers[column]):
                value = chance.randrange(1, PRIME)
                matrix[row][column], matrix[column][row] = value, PRIME - value
    return matrix


def _rank(matrix: list[list[int]]) -> int:
    """Compute the rank of a square matrix modulo PRIME, overwriting the matrix."""
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
    """Make the entries below the pivot of this column zero."""
    pivot = matrix[rank]
    inverse = pow(pivot[column], -1, PRIME)
    for row in range(rank + 1, len(matrix)):
        if factor := matrix[row][column] * inverse % PRIME:
            matrix[row] = [
                (value - factor * above) % PRIME
                for value, above in zip(matrix[row], pivot, strict=True)
            ]
