"""The seeded faults are up to date: each still has its place, and the tests that should notice."""

from __future__ import annotations

from collections import Counter

from faults import HOME, faults, problems, trials

FEWEST = 64


def test_every_seeded_fault_has_its_place_and_its_tests() -> None:
    assert list(problems(faults())) == []


def test_there_are_faults_in_every_part() -> None:
    parts = Counter(fault.part for fault in faults())
    assert parts.total() >= FEWEST and len(parts) == 9 and min(parts.values()) >= 5


def test_every_test_of_the_quick_tier_is_there() -> None:
    for line in (HOME / trials.QUICK).read_text("utf-8").split():
        file, _, name = line.partition("::")
        text = (HOME / file).read_text("utf-8")
        assert f"def {name.partition('[')[0]}(" in text or not name, line
