"""Entries of a log, which state their version, and are readable from every older one."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote.rules import match, presets
from rebelote.rules.actions import Pass
from rebelote.rules.fairness import Stream
from rebelote.server.base.protocol.entry_form import NewerVersionError, PlainEntry
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import event_log
from rebelote.server.table.model.event_log import (
    FORM,
    VERSIONED,
    Acted,
    Agreed,
    Entry,
    Seating,
    Started,
    Substituted,
)

LOGS = Path(__file__).parents[3] / "logs"
KEPT = [
    json.loads(line)["entry"]
    for log in sorted(LOGS.glob("v*/*.jsonl"))
    for line in log.read_text("utf-8").splitlines()
]
"""Every entry that is kept of any release."""

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
some_rules = st.sampled_from(sorted(presets.PRESETS)).map(presets.rules)
terms = st.builds(
    Terms,
    pace=st.sampled_from(["fast", "none"]),
    sit=st.sampled_from(["link", "open", "friends"]),
    watch=st.sampled_from(["none", "table", "seat"]),
)
occupants = st.sampled_from([Occupant(), Occupant(name="Bot", bot="club"), Occupant(person="ann")])
agreed = st.builds(Agreed, some_rules, terms, st.tuples(*[occupants] * 4))


def begun(rules: Any, seed: bytes) -> Started:
    """Return a match that begins by these rules."""
    return Started(
        rules=rules, pack=match.first_pack(rules, Stream(seed)), dealer=0, secret=seed.hex()
    )


with_rules = agreed | st.builds(begun, some_rules, st.binary(min_size=4, max_size=4))


def written(entry: Entry) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(event_log.encode(entry))
    return result


def of_the_first_version(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the same entry as the first release wrote it."""
    old = {name: value for name, value in entry.items() if name != "version"}
    return {**old, "terms": {**old["terms"], "rated": True}} if "terms" in old else old


@given(with_rules)
def test_an_entry_that_holds_rules_says_its_version_and_reads_back(entry: Entry) -> None:
    assert written(entry)["version"] == FORM.version
    assert event_log.decode(event_log.encode(entry)) == entry


@pytest.mark.parametrize("entry", [Acted(0, Pass()), Substituted(1, "gone"), Seating(())])
def test_an_entry_without_rules_says_no_version(entry: Entry) -> None:
    assert "version" not in written(entry)
    assert event_log.decode(event_log.encode(entry)) == entry


def test_the_kinds_that_hold_rules_are_those_that_say_a_version() -> None:
    kinds = event_log.Entry.__args__
    hold = {kind for kind in kinds if "rules" in kind.__struct_fields__}
    assert {kind.__struct_config__.tag for kind in hold} == VERSIONED
    assert {entry["log"] for entry in KEPT if "rules" in entry} == VERSIONED


@given(with_rules)
def test_an_entry_of_the_first_version_reads_as_one_of_today(entry: Entry) -> None:
    old = of_the_first_version(written(entry))
    assert event_log.decode(json.dumps(old).encode()) == entry


@given(st.dictionaries(st.sampled_from(["log", "terms", "rules", "seats"]), plain))
def test_upcasting_is_pure_and_asks_nothing_of_what_it_does_not_change(entry: Any) -> None:
    given = copy.deepcopy(entry)
    for version in range(1, FORM.version + 1):
        again = FORM.upcast(entry, version)
        assert again == FORM.upcast(entry, version)
        assert entry == given
        assert {name: again[name] for name in again if name != "terms"} == {
            name: given[name] for name in given if name != "terms"
        }


@given(plain.map(lambda value: {"entry": value}))
def test_an_entry_of_the_newest_version_is_left_as_it_is(entry: dict[str, Any]) -> None:
    assert FORM.upcast(entry, FORM.version) == entry
    line = json.dumps({**entry, "version": FORM.version}).encode()
    assert FORM.current(line) is line


def test_every_entry_that_was_ever_kept_is_read_and_written_in_the_newest_version() -> None:
    for entry in KEPT:
        decoded = event_log.decode(json.dumps(entry).encode())
        again = event_log.encode(decoded)
        assert event_log.decode(again) == FORM.decode(FORM.current(again))
        assert json.loads(again).get("version", FORM.version) == FORM.version


def test_a_step_takes_away_the_term_that_says_nothing() -> None:
    old: PlainEntry = {"log": "agreed", "terms": {"pace": "fast", "rated": True}}
    assert FORM.upcast(old, 1) == {"log": "agreed", "terms": {"pace": "fast"}}


@pytest.mark.parametrize("kind", ["agreed", "acted", "some later kind"])
def test_an_entry_of_a_later_version_is_not_guessed_at(kind: str) -> None:
    line = json.dumps({"log": kind, "version": FORM.version + 1}).encode()
    with pytest.raises(NewerVersionError, match=str(FORM.version + 1)):
        event_log.decode(line)


@pytest.mark.parametrize(
    "line", [b"", b"[]", b"{", b'{"version":0}', b'{"version":"2"}', b'{"log":"agreed"}', b"\xff"]
)
def test_what_is_no_entry_is_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError):
        event_log.decode(line)
