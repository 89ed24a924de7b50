"""The rule sets as tables, for programs in other languages."""

from __future__ import annotations

import json

import msgspec
import npm_packages

from rebelote.rules import presets
from rebelote.rules.cards import CARDS, Trump
from rebelote.rules.law_tables import LawTables, law_tables


def test_each_contract_of_a_rule_set_has_the_tables_of_its_law() -> None:
    tables = json.loads(json.dumps(npm_packages.tables()))
    assert tables["cards"] == [card.text for card in CARDS]
    assert tables["rule_sets"].keys() == presets.PRESETS.keys()
    laws = [msgspec.convert(law, LawTables) for law in tables["laws"]]
    seen = set()
    for name, rules in presets.PRESETS.items():
        its = tables["rule_sets"][name]
        assert [*its["laws"]] == its["contracts"]
        for closed, places in ((False, its["laws"]), (True, its["closed"])):
            for trump, place in places.items():
                assert laws[place] == law_tables(rules.law(Trump(trump), closed)), (name, trump)
                seen.add(place)
    assert seen == {*range(len(laws))}
    shut = [name for name, its in tables["rule_sets"].items() if its["closed"]]
    assert shut == ["baloot", "baloot-jawaker"]
