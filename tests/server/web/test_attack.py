"""Attacks that once worked: tools/attack.py, in its short form."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from typing import IO

import attack
import forked
import pytest
from attacks.once import FINDINGS, Finding
from attacks.target import Target

ALWAYS = {"H1b", "H5", "H6", "M3", "M6", "M10", "M16", "S17", "names", "once"}
"""The attacks of each kind that take least; the code that stops the others has tests of its own."""
QUICK = [result for result in FINDINGS if result.quick]


def case(result: Finding) -> object:
    """Return an attack; `make test` runs those that take least."""
    marks = [] if result.name in ALWAYS else [pytest.mark.full]
    return pytest.param(result, id=result.name, marks=marks)


@pytest.fixture(autouse=True)
def copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start servers as copies of a process that has imported everything."""

    def launch(arguments: Sequence[str], log: IO[bytes]) -> forked.Forked:
        with open(os.devnull, "wb") as nowhere:
            return forked.started(arguments, nowhere.fileno(), log.fileno())

    if forked.POSSIBLE:
        monkeypatch.setattr(Target, "launch", staticmethod(launch))


@pytest.mark.parametrize("result", [case(result) for result in QUICK])
def test_an_attack_that_once_worked_does_not(result: Finding) -> None:
    assert asyncio.run(attack.attempt(result)) == ""
