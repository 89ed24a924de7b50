"""Attacks that once worked: tools/attack.py, in its short form."""

from __future__ import annotations

import asyncio

import attack
import pytest
from attacks.once import FINDINGS, Finding

QUICK = [found for found in FINDINGS if found.quick]


@pytest.mark.parametrize("found", QUICK, ids=lambda found: found.name)
def test_an_attack_that_once_worked_does_not(found: Finding) -> None:
    assert asyncio.run(attack.attempt(found)) == ""
