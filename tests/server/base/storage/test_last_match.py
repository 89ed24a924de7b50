"""Tables restored from their last match and what counts beyond the matches before it."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from itertools import cycle, pairwise, product
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from log_lines import write_lines
from waiting import wait_until_written

from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import LogLine, packing
from rebelote.server.features.history.packing import packed
from rebelote.server.table.model.table import Table

LOGS = Path(__file__).parents[3] / "logs"
BEFORE = ("v1/seats-and-rematch", "v1/stand-in", "v1/flemish", "v2/finished", "v2/rated")
"""Tables at which a match is over, or a bot stands in."""
LAST = (*BEFORE, "v1/rated-quick-match", "v2/bga-a-deal", "v2/in-play", "v2/rematch", "v2/waiting")

OF_VALUES: Final = (msgspec.Struct, tuple)
"""Types that are compared as they are."""


def lines(*logs: str) -> list[LogLine]:
    """Return one log made of several kept ones."""
    files = [(LOGS / f"{log}.jsonl").read_bytes() for log in logs]
    kept = [json.loads(line) for file in files for line in file.splitlines()]
    result = (
        (f"{n} {line['client_id']}", json.dumps(line["entry"], separators=(",", ":")))
        for n, line in enumerate(kept)
    )
    return [
        LogLine(seq, client_id, entry.encode()) for seq, (client_id, entry) in enumerate(result, 1)
    ]


def starts(log: list[LogLine]) -> list[int]:
    return [line.seq for line in log if b'"log":"started"' in line.entry]


def state(of: Any) -> Any:
    """Return the state of a table without the ids it remembers; the file knows older ones."""
    if not type(of).__module__.startswith("rebelote.server.table.model.") or isinstance(
        of, OF_VALUES
    ):
        return of
    assert not hasattr(of, "__dict__"), of
    names = {name for base in type(of).__mro__ for name in getattr(base, "__slots__", ())}
    return {name: state(getattr(of, name)) for name in sorted(names - {"_ids", "_versions"})}


def pairs() -> list[Any]:
    """Return every table before every other; in `make test` each of them once or twice."""
    some = set(zip(LAST, cycle(BEFORE), strict=False))
    return [
        pytest.param(before, last, marks=() if (last, before) in some else pytest.mark.full)
        for last, before in product(LAST, BEFORE)
    ]


@pytest.mark.parametrize(("before", "last"), pairs())
def test_matches_before_the_last_need_not_be_played_again(
    before: str, last: str, tmp_path: Path
) -> None:
    log = lines(before, last)
    whole = state(Table.restore("table", log))
    with closing(SqliteStore(str(tmp_path / "club.sqlite"))) as store:
        write_lines(store, "table", log)
        for packs in (False, True):
            if packs:
                pack(store, log)
            start, result = asyncio.run(store.log_of_last_match("table"))
            assert start == starts(log)[-1]
            assert len(result) < len(log) or len(starts(log)) == 1
            assert state(Table.restore("table", result, start=start)) == whole


def pack(store: SqliteStore, log: list[LogLine]) -> None:
    edges = [*starts(log), len(log)]
    for first, end in pairwise(edges):
        if result := packed(log[first : end - 1]):
            wait_until_written(store.write, *packing("table", *result))
    assert asyncio.run(store.log("table")) == log


def test_who_stands_in_since_the_match_before_still_does(tmp_path: Path) -> None:
    rated = lines("v2/rated")
    again = rated[starts(rated)[0] - 1 :]
    substitutes = LogLine(0, "stands in", b'{"log":"relieved","seat":0,"why":"gone"}')
    log = [
        LogLine(seq, f"{seq}", line.entry)
        for seq, line in enumerate((*rated, substitutes, *again), start=1)
    ]
    with closing(SqliteStore(str(tmp_path / "club.sqlite"))) as store:
        write_lines(store, "table", log)
        pack(store, log)
        start, result = asyncio.run(store.log_of_last_match("table"))
    assert Table.restore("table", log).substituted == {0: "gone"}
    assert Table.restore("table", result, start=start).substituted == {0: "gone"}


def test_a_table_without_a_match_is_made_from_its_whole_log(tmp_path: Path) -> None:
    log = lines("v2/waiting")
    with closing(SqliteStore(str(tmp_path / "club.sqlite"))) as store:
        write_lines(store, "table", log)
        assert asyncio.run(store.log_of_last_match("table")) == (0, log)
