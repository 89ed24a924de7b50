"""Seeded faults: how many small mistakes the tests of a tier notice.

`python tools/seeded_faults.py --tier quick` tries every fault of `tools/faults/*.toml` in a copy of
the checkout, each with the tests that should notice it, as far as `make test-quick` runs them; with
`--whole` then with all that it runs. It prints a line for each fault, a table by part, and the
figures as one line of JSON. `--check` only says whether each fault still has its place.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import get_args

from faults import Fault, faults, problems
from faults.copies import copied
from faults.trials import Outcome, Result, Tier, confirmed, trial


def arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    asked.add_argument("--tier", choices=get_args(Tier), default="test", help="which tests")
    asked.add_argument("--only", nargs="+", default=[], help="names of faults, or of parts")
    asked.add_argument("--whole", action="store_true", help="then run all tests of the tier")
    asked.add_argument("--seconds", type=float, default=300, help="how long one test may take")
    asked.add_argument("--check", action="store_true", help="only check the places of the faults")
    return asked.parse_args()


def chosen(only: Sequence[str]) -> list[Fault]:
    every = faults()
    unknown = set(only) - {name for fault in every for name in (fault.name, fault.part)}
    if unknown:
        sys.exit(f"There is no fault and no part of the name {', '.join(sorted(unknown))}.")
    return [fault for fault in every if not only or {fault.name, fault.part} & set(only)]


def tried(expected: Sequence[Fault], asked: argparse.Namespace) -> list[Outcome]:
    """Try these faults, one after another."""
    outcomes = []
    with copied() as copy:
        for fault in expected:
            outcome = trial(copy, fault, asked.tier, asked.whole, asked.seconds)
            print(described(outcome), flush=True)
            outcomes.append(outcome)
        value = confirmed(copy, outcomes, asked.tier)
    for before, outcome in zip(outcomes, value, strict=True):
        if before.result != outcome.result:
            print(f"{described(outcome)} fails without the fault too")
    return value


def described(outcome: Outcome) -> str:
    name = f"{outcome.fault.part}/{outcome.fault.name}"
    by = "" if outcome.by is None else outcome.by.name
    return f"{outcome.result:<9}  {name:<46} {outcome.seconds:6.1f} s  {by}".rstrip()


def figures(tier: Tier, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Write the figures of a run."""
    value: dict[Result, list[str]] = {result: [] for result in get_args(Result)}
    for outcome in outcomes:
        value[outcome.result].append(outcome.fault.name)
    parts: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        parts.setdefault(outcome.fault.part, Counter())[outcome.result] += 1
    return {
        "tier": tier,
        "faults": len(outcomes),
        "caught": len(value["caught"]),
        "missed": value["missed"],
        "timed_out": value["timed out"],
        "parts": parts,
    }


def table(outcomes: Sequence[Outcome]) -> str:
    """Tabulate by part how many faults were caught."""
    parts = dict.fromkeys(outcome.fault.part for outcome in outcomes)
    rows = [(part, [one for one in outcomes if one.fault.part == part]) for part in parts]
    return "\n".join(
        f"{part:<12} {sum(one.result == 'caught' for one in those):>3} of {len(those):>3}"
        for part, those in [*rows, ("all", list(outcomes))]
    )


def main() -> int:
    """Check the faults, and try them, except with --check."""
    asked = arguments()
    expected = chosen(asked.only)
    if out_of_date := list(problems(expected)):
        print("\n".join(out_of_date))
        return 1
    if not asked.check:
        outcomes = tried(expected, asked)
        print(table(outcomes))
        print(json.dumps(figures(asked.tier, outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
