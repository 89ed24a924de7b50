"""Logs of every kind, kept as an earlier server wrote them: they lead to the same state today.

So they do after a rename of what they hold, by an upcaster, and with a field of a later server.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from kept_club import made_of as made_of_table
from kept_logs import LOGS, MADE, Rows, made_of, rows_of

from rebelote.server.base.protocol.entry_form import EntryForm, NewerVersionError, PlainEntry
from rebelote.server.features.daily import field
from rebelote.server.features.shared_replays import replay
from rebelote.server.features.tournament import stored
from rebelote.server.table.model import event_log

FORMS: Mapping[str, EntryForm[Any]] = {
    "tournaments": stored.TOURNAMENT_FORM,
    "clubs": stored.CLUB_FORM,
    "shared-replays": replay.FORM,
    "days": field.FORM,
}
RENAMED = {
    "tables": "undertrump",
    "tournaments": "rounding",
    "clubs": "promoted",
    "shared-replays": "word",
    "days": "marks",
}
"""Something that each kind of log holds: an option of the rules, where it has rules."""
KEPT = sorted(log for kind in FORMS for log in LOGS.glob(f"{kind}/v*/*.jsonl"))
every_log = pytest.mark.parametrize("log", KEPT, ids=lambda log: "/".join(log.parts[-3:]))


def expected(log: Path) -> Any:
    return json.loads(log.with_suffix(".expected.json").read_text("utf-8"))


def as_then(state: Any, then: Any) -> Any:
    """Return a state of today without the fields that one of then did not have yet."""
    if isinstance(state, dict) and isinstance(then, dict):
        return {name: as_then(state.get(name), it) for name, it in then.items()}
    if isinstance(state, list) and isinstance(then, list) and len(state) == len(then):
        return [as_then(*each) for each in zip(state, then, strict=True)]
    return state


def check(log: Path, rows: Rows) -> None:
    """Check that rows lead to the state to which a kept log led, as far as it was kept."""
    assert as_then(made_of(kind_of(log), rows), expected(log)) == expected(log)


def kind_of(log: Path) -> str:
    return log.parts[-3]


def changed(rows: Rows, change: Any) -> list[list[Any]]:
    """Return rows with this change of their entries, which stand last."""
    return [[*row, json.dumps(change(json.loads(line)))] for *row, line in rows]


def renamed(entry: Any, old: str, new: str) -> Any:
    """Return JSON with a name in place of another, wherever it stands."""
    if isinstance(entry, list):
        return [renamed(one, old, new) for one in entry]
    if not isinstance(entry, dict):
        return entry
    return {new if name == old else name: renamed(it, old, new) for name, it in entry.items()}


def with_more(entry: Any) -> Any:
    """Return JSON with a field more in every object but those of options by name."""
    if isinstance(entry, list):
        return [with_more(one) for one in entry]
    if not isinstance(entry, dict):
        return entry
    each = {name: it if name == "house" else with_more(it) for name, it in entry.items()}
    return {**each, "of_a_later_server": {"more": [1]}}


def rename_by_upcaster(monkeypatch: pytest.MonkeyPatch, form: EntryForm[Any], name: str) -> None:
    """Let one version more be known, in which something has the name that it has today."""

    def upcaster(entry: PlainEntry) -> PlainEntry:
        result: PlainEntry = renamed(entry, f"former_{name}", name)
        return result

    monkeypatch.setattr(form, "upcasters", (*form.upcasters, upcaster))
    monkeypatch.setattr(form, "version", form.version + 1)


def test_kept_logs_are_never_written_again_and_there_are_some_of_each_version() -> None:
    for kind in FORMS:
        folders = {folder.name: folder for folder in (LOGS / kind).iterdir()}
        assert set(folders) == {f"v{number}" for number in range(1, FORMS[kind].version + 1)}
        assert MADE[kind][0] == FORMS[kind].version
        for folder in folders.values():
            sums = (folder / "SHA256SUMS").read_text("utf-8").split()
            files = [path for path in folder.iterdir() if path.name != "SHA256SUMS"]
            known = dict(zip(sums[1::2], sums[::2], strict=True))
            assert known == {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@every_log
def test_a_kept_log_leads_to_the_state_it_led_to(log: Path) -> None:
    check(log, rows_of(log))


@every_log
def test_it_does_so_after_a_rename_by_an_upcaster(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, kind = RENAMED[kind_of(log)], kind_of(log)
    older = changed(rows_of(log), lambda entry: renamed(entry, name, f"former_{name}"))
    assert f"former_{name}" in json.dumps(older)
    rename_by_upcaster(monkeypatch, FORMS[kind], name)
    check(log, older)


@every_log
def test_it_does_so_with_a_field_that_a_later_server_has_added(log: Path) -> None:
    check(log, changed(rows_of(log), with_more))


@every_log
def test_its_entries_are_written_with_their_version_and_read_back(log: Path) -> None:
    form = FORMS[kind_of(log)]
    for *_, line in rows_of(log):
        entry = form.decode(line)
        written = form.encode(entry)
        assert json.loads(written)["version"] == form.version
        assert form.decode(written) == entry
        later = json.dumps({**json.loads(written), "version": form.version + 1})
        with pytest.raises(NewerVersionError):
            form.decode(later)


@pytest.mark.parametrize("name", ["v1/flemish", "v2/finished"])
def test_the_log_of_a_table_is_read_after_a_rename_and_with_a_field_more(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = map(json.loads, (LOGS / f"{name}.jsonl").read_text("utf-8").splitlines())
    rows = [(number, None, json.dumps(line["entry"])) for number, line in enumerate(lines, 1)]
    kept = made_of_table("kept", [(*row, line.encode()) for *row, line in rows], {})
    option = RENAMED["tables"]
    older = changed(rows, lambda entry: renamed(entry, option, f"former_{option}"))
    later = changed(older, lambda entry: {**entry, "of_a_later_server": {"more": [1]}})
    rename_by_upcaster(monkeypatch, event_log.FORM, option)
    assert f"former_{option}" in json.dumps(later)
    made = made_of_table("kept", [(*row, line.encode()) for *row, line in later], {})
    assert made == kept and made["record"]
