"""Packed lines: what was packed is read as it was, and nobody writes in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from waiting import wait_until_written

from rebelote.server.base.storage import packed_lines
from rebelote.server.base.storage.packed_lines import Line
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import ConflictError, packing

IDS = st.one_of(
    st.none(),
    st.binary(min_size=16, max_size=16).map(bytes.hex),
    st.binary(min_size=24, max_size=24).map(bytes.hex),
    st.text("0123456789abcdefABCDEF xé", max_size=40),
)
PACKED = (3, 4, 6)
"""The lines, of seven, that are packed; the fifth stays."""


@st.composite
def some_lines(draw: st.DrawFn) -> list[Line]:
    """Draw lines in order, with gaps, of any content."""
    gaps = draw(st.lists(st.integers(1, 9), min_size=1, max_size=40))
    seqs = [sum(gaps[: n + 1]) for n in range(len(gaps))]
    return [(seq, draw(IDS), draw(st.binary(max_size=80))) for seq in seqs]


@given(some_lines())
def test_what_was_packed_is_read_as_it_was(lines: list[Line]) -> None:
    packed = packed_lines.pack(lines)
    assert (packed.first, packed.last) == (lines[0][0], lines[-1][0])
    read = packed_lines.unpack(packed.first, packed.lines, packed.client_ids)
    assert list(read) == lines


@given(some_lines())
def test_a_message_is_found_by_its_id_among_packed_lines(lines: list[Line]) -> None:
    packed = packed_lines.pack(lines)
    for _, client_id, _ in lines:
        if client_id is not None:
            key = client_id[:32]
            first = next((seq, id) for seq, id, _ in lines if id is not None and id[:32] == key)
            assert packed_lines.mark(client_id) in packed.client_ids
            for asked in (client_id, key, client_id[:32] + "more" * (len(client_id) >= 32)):
                assert packed_lines.message(packed.first, packed.client_ids, asked) == first
    assert packed_lines.message(packed.first, packed.client_ids, "of nobody") is None


def test_no_lines_are_not_packed() -> None:
    with pytest.raises(ValueError, match="no lines"):
        packed_lines.pack([])


def client_id(seq: int) -> str:
    return f"{seq:032x}{seq:016x}"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Yield a table of seven lines, and another with none packed."""
    with closing(SqliteStore(str(tmp_path / "club.sqlite"))) as store:
        for seq in range(1, 8):
            wait_until_written(store.append, "table", seq, client_id(seq), b'{"line":%d}' % seq)
            wait_until_written(store.append, "other", seq, None, b"{}")
        yield store


def pack(store: SqliteStore) -> None:
    lines = [line for line in asyncio.run(store.lines("table", 1, 7)) if line.seq in PACKED]
    wait_until_written(store.write, *packing("table", packed_lines.pack(lines), PACKED))


def test_a_log_reads_the_same_whether_it_is_packed_or_not(store: SqliteStore) -> None:
    before = [asyncio.run(store.log("table", last)) for last in range(9)]
    others = asyncio.run(store.log("other"))
    pack(store)
    assert [line.seq for line in asyncio.run(store.lines("table", 1, 7))] == [1, 2, 5, 7]
    assert [asyncio.run(store.log("table", last)) for last in range(9)] == before
    assert asyncio.run(store.log("other")) == others
    assert asyncio.run(store.version("table")) == 7


def test_a_message_that_was_carried_out_is_known_after_packing(store: SqliteStore) -> None:
    pack(store)
    for seq in range(1, 8):
        written = seq, client_id(seq)
        assert asyncio.run(store.message("table", client_id(seq))) == written
        assert asyncio.run(store.message("table", client_id(seq)[:32] + 16 * "f")) == written
    assert asyncio.run(store.message("table", client_id(9))) is None
    assert asyncio.run(store.message("other", client_id(3))) is None


def test_nobody_writes_a_line_in_place_of_one_that_is_packed(store: SqliteStore) -> None:
    pack(store)
    before = asyncio.run(store.log("table"))
    for seq in range(1, 8):
        with pytest.raises(ConflictError):
            wait_until_written(store.append, "table", seq, None, b"{}")
    assert asyncio.run(store.log("table")) == before
    wait_until_written(store.append, "table", 8, None, b"{}")
    assert asyncio.run(store.version("table")) == 8


def test_a_match_is_packed_and_its_lines_go_or_neither(store: SqliteStore) -> None:
    """All is one transaction, so that a failing statement undoes the others."""
    before = asyncio.run(store.log("table"))
    packed = packed_lines.pack([line for line in before if line.seq in PACKED])
    taken = ("INSERT INTO packed_matches SELECT * FROM packed_matches", ())
    with pytest.raises(ConflictError):
        wait_until_written(store.write, *packing("table", packed, PACKED), taken)
    assert asyncio.run(store.read("SELECT count(*) FROM packed_matches")) == [(0,)]
    assert asyncio.run(store.lines("table", 1, 7)) == before
