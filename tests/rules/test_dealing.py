"""The dealing of each rule set, as its source has it: packets, cut, and who deals first.

`tests/data/dealing.json` was written from the sources, rule set by rule set, not from the presets.
Where a source names several ways, all of them are offered.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rebelote.i18n.sources import citations
from rebelote.rules import presets

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "dealing.json").read_text("utf-8")
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["preset"]))
def test_a_rule_set_is_dealt_as_its_source_says(row: dict[str, Any]) -> None:
    rules = presets.PRESETS[row["preset"]]
    assert set(rules.deal.packets) == set(map(tuple, row["packets"]))
    assert rules.deal.cut_min == row["cut_min"]
    assert rules.table.first_dealer == row["first_dealer"]
    assert list(citations(row["source"]))


def test_every_rule_set_has_its_row() -> None:
    assert [row["preset"] for row in ROWS] == list(presets.PRESETS)
