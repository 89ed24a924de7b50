"""The pairs of recorded matches, and the command that lists them."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from command import run
from needs import needs_kernel
from recorded_deals import played

from rebelote.fairplay.archive import Looked, Task, figures, look_at
from rebelote.fairplay.decisions import applies
from rebelote.rules import presets
from rebelote.rules.deal import PlayedOut
from rebelote.rules.presets import PRESETS
from rebelote.rules.records.record import Record

pytestmark = needs_kernel
SEATED = (("Ann", "Cy", "Bob", "Di"), ("Ann", "Bob", "Cy", "Di"), ("Bob", "Di", "Ann", "Cy"))


def records() -> list[Record]:
    """Return deals of four players; the last are seated as the first are, in other seats."""
    rules = presets.rules("french", shuffle="each_deal_full")
    deals = (played(rules, seed, ("beginner",)) for seed in (1, 2, 3))
    named = zip(deals, SEATED, strict=True)
    return [msgspec.structs.replace(deal, names=names) for deal, names in named]


def test_a_pair_is_two_names_wherever_they_sit() -> None:
    looked = [look_at(Task(number, record)) for number, record in enumerate(records())]
    pairs = {pair.names: pair for pair in figures(looked)}
    assert {names: pair.deals for names, pair in pairs.items()} == {
        ("Ann", "Bob"): 2,
        ("Cy", "Di"): 2,
        ("Ann", "Cy"): 1,
        ("Bob", "Di"): 1,
    }
    assert pairs["Ann", "Bob"].own_deals == 2, "Ann with Cy, and Bob with Di"
    assert pairs["Ann", "Bob"].others.keys() == pairs["Ann", "Bob"].own.keys() != set()
    assert list(figures(looked[::-1])) == list(pairs.values()), "in whatever order they were ready"


def test_the_pair_that_departs_most_comes_first() -> None:
    names = [(f"A{number}", f"B{number}") for number in range(6)]
    scores = [(pair, {"cards": float(deal % 3 - 1)}) for pair in names for deal in range(30)]
    scores += [(names[3], {"cards": 3.0}) for _ in range(5)]
    first, *_, last = figures([Looked(0, scores)])
    assert first.names == names[3]
    assert first.strongest[0] == "cards" and first.strongest[1] > last.strongest[1]
    assert not first.own and first.own_deals == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_with_two_pairs_is_looked_at(preset: str) -> None:
    rules = presets.rules(preset, shuffle="each_deal_full")
    deal = next(p for p in (played(rules, s, ("beginner",)) for s in range(1, 9)) if over(p))
    names = tuple(f"P{seat}" for seat in range(rules.players))
    looked = look_at(Task(0, msgspec.structs.replace(deal, names=names)))
    assert [names for names, _ in looked.scores] == [("P0", "P2"), ("P1", "P3")][
        : 2 * applies(rules)
    ]
    assert all(scores for _, scores in looked.scores)


def over(record: Record) -> bool:
    return isinstance(record.replay().deal, PlayedOut)


def test_the_command_lists_pairs_with_enough_deals(tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text("\n".join(map(str, records())), encoding="utf-8")
    listed = run("fairplay", str(file), "--least", "2")
    assert listed.returncode == 0, listed.stderr
    assert "Ann and Bob: 2 deals" in listed.stdout
    assert "Ann and Cy" not in listed.stdout and "2 of 4 pairs have 2 deals" in listed.stdout
    lines = run("fairplay", str(file), "--least", "1", "--jobs", "2", "--json").stdout.splitlines()
    assert {tuple(json.loads(line)["names"]) for line in lines} >= {("Ann", "Bob"), ("Cy", "Di")}


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make test-long does")
def test_a_cluster_finds_the_same_pairs(tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text("\n".join(map(str, records())), encoding="utf-8")
    here, there = (
        run("fairplay", str(file), "--least", "1", "--json", "--jobs", "2", *how).stdout
        for how in ([], ["--cluster", "local"])
    )
    assert here == there != ""


def test_records_without_names_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(str(played(presets.rules("french"), 1)), encoding="utf-8")
    refused = run("fairplay", str(file))
    assert refused.returncode == 1
    assert "no finished deal of two named pairs" in refused.stderr
