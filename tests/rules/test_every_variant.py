"""Every switch of the rules, alone and with any others, with all invariants.

`make test-long` plays 100,000 deals; here as many as a minute holds.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from random import Random

import pytest
from drawn_matches import BY_PRESET, OPTIONS, SEATED, drawn_rules, play_match
from volume import volume

from rebelote import Match, Record
from rebelote.rules import presets
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.options import Rules
from rebelote.rules.tallies import CARD_POINTS, LAST_TRICK

DEALS = volume(250, 4_000, 100_000)
ALONE = volume(1, 2, 40)
"""Deals with each single value of each switch, on each preset."""
SHARE = volume(16, 1)
"""The step between the values of a switch that a preset is tried with; the next gets others."""

SWITCHES = [(name, value) for name, values in OPTIONS.items() for value in values]


def check(states: list[Match], rules: Rules) -> None:
    """Check the invariants of every deal that has been played."""
    for state in states:
        if state.to_act is not None:
            continue
        deal, row = state.deal, state.sheet[-1]
        cards = [c for hand in deal.dealt for c in hand] + list(deal.pack)
        assert CardSet.of(cards) == rules.pack
        if isinstance(deal, PlayedOut):
            won = tally(deal)
            assert sum(won.points) == won.cards + LAST_TRICK * (not won.one_without)
            whole = rules.scoring.no_suit_points != "unscaled" and not rules.left_in_stock
            assert won.cards == CARD_POINTS or not whole
            assert state.settlement is not None and state.settlement.lines
            assert row.held >= 0
        totals = [0] * len(row.totals)
        for earlier in (r for r in state.sheet if r.boom == row.boom):
            totals = [t + m for t, m in zip(totals, earlier.marks, strict=True)]
        if rules.ending.excess != "carry" and rules.scoring.held_at_end != "paid":
            assert tuple(totals) == row.totals


def play(rules: Rules, seed: int, deals: int) -> int:
    """Play so many deals, over as many matches as it takes; return their number."""
    done = 0
    while done < deals:
        states, record = play_match(rules, seed + done, deals=deals)
        check(states, rules)
        assert Record.parse(str(record)) == record
        assert record.replay() == states[-1]
        done += states[-1].number
    return done


def test_every_option_is_tried() -> None:
    assert set(OPTIONS) | BY_PRESET | {"preset"} == set(Rules().flat())


@pytest.mark.parametrize("preset", SEATED)
def test_every_value_of_every_switch_alone(preset: str) -> None:
    refused = Counter[str]()
    first = list(SEATED).index(preset) % SHARE
    for number, (name, value) in list(enumerate(SWITCHES))[first::SHARE]:
        try:
            rules = SEATED[preset].agree({name: value})
        except ValueError as error:
            assert len(str(error)) > 20
            refused[name] += 1
            continue
        play(rules, 1000 * number, ALONE)
    assert len(refused) <= len(OPTIONS) // 10, refused


def test_any_switches_together() -> None:
    """A draw keeps each switch that can stand beside those drawn before it."""
    chance, done, seen = Random(9), 0, Counter[str]()
    in_turn = cycle(SEATED)
    while done < DEALS:
        rules = drawn_rules(chance, seated=next(in_turn))
        seen[rules.preset] += 1
        done += play(rules, chance.randrange(1 << 30), volume(3, 10))
    assert len(seen) == len(presets.PRESETS)
