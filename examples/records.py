"""Figures of a file of records:  python examples/records.py matches.txt

Without a file it plays three matches and reads those. A broken record is reported and left out.
"""

import sys
from collections import Counter
from collections.abc import Iterable

from rebelote import Game, read_many


def lines() -> Iterable[str]:
    """Yield the lines of the file that was named, or of matches that are played now."""
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            yield from file
    for seed in range(3 if len(sys.argv) == 1 else 0):
        yield from str(Game("french", seed=seed).play_out("beginner").record).splitlines(True)


taken: Counter[str] = Counter()
made: Counter[str] = Counter()
for record in read_many(lines(), broken=lambda error: print(error, file=sys.stderr)):
    for row in record.replay().sheet:
        if row.contract is not None:
            taken[row.contract.trump.value] += 1
            made[row.contract.trump.value] += row.outcome == "made"
for trump, times in taken.most_common():
    print(f"{trump}: taken {times} times, made {made[trump]}")
