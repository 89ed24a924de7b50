"""Moving a club from a file to PostgreSQL and back, with live tables that play on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from needs import a_database
from nodes import serving_nodes
from playing import play_a_card
from server_process import Person, Server, serving

from rebelote.server.base.ops.move import Copied, move

pytest.importorskip("asyncpg", reason="the extra rebelote[postgres] is not installed")

pytestmark = pytest.mark.sqlite

KEPT = Path(__file__).parents[3] / "data" / "schema-35.db"


@pytest.fixture
def empty() -> Iterator[str]:
    """Yield an empty database in PostgreSQL."""
    with a_database() as database:
        yield database


def moved(origin: Path | str, target: Path | str) -> list[Copied]:
    return asyncio.run(move(str(origin), str(target)))


def goes_on(server: Server, seated: dict[str, str]) -> int:
    """Have a person sit down where they were and play a card; return the version then."""
    person = Person(server, seated)
    person.sit()
    play_a_card(person)
    version = person.version or 0
    person.close()
    return version


def test_a_served_club_plays_on_in_postgresql_and_back_in_a_file(
    empty: str, tmp_path: Path
) -> None:
    file, back = tmp_path / "club.sqlite", tmp_path / "back.sqlite"
    with serving(file) as server:
        seated = server.new_table(cookie=server.account("Ann"), preset="bga")
        before = goes_on(server, seated)
    sent = moved(file, empty)
    assert {copied.table: copied.rows for copied in sent}["log"] >= before
    with serving_nodes(empty, 1) as [node]:
        later = goes_on(node, seated)
        assert later > before
    returned = moved(empty, back)
    assert {copied.table for copied in returned} == {copied.table for copied in sent}
    with serving(back) as server:
        assert goes_on(server, seated) > later


def test_a_file_of_an_older_release_arrives_whole(empty: str, tmp_path: Path) -> None:
    file, back = tmp_path / "club.sqlite", tmp_path / "back.sqlite"
    shutil.copy(KEPT, file)
    sent = moved(file, empty)
    assert sum(copied.rows for copied in sent) > 250
    assert moved(empty, back) == sent, "the same rows, by their digests"


def test_a_database_that_is_served_is_not_moved(empty: str, tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    with serving(file), pytest.raises(ValueError, match="is being served"):
        moved(file, empty)
    with serving_nodes(empty, 1), pytest.raises(ValueError, match="is being served"):
        moved(empty, tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()


def test_nothing_is_moved_over_something_else(empty: str, tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    shutil.copy(KEPT, file)
    moved(file, empty)
    with pytest.raises(ValueError, match="holds something already"):
        moved(file, empty)
    with pytest.raises(ValueError, match="exists already"):
        moved(empty, file)
    with pytest.raises(ValueError, match="there is no file"):
        moved(tmp_path / "none.sqlite", tmp_path / "new.sqlite")


def test_what_cannot_be_copied_leaves_the_other_database_empty(empty: str, tmp_path: Path) -> None:
    """A file may hold text with U+0000, which PostgreSQL does not store."""
    file = tmp_path / "club.sqlite"
    with serving(file) as server:
        server.guest("Ann")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE people SET settings = 'a' || char(0) || 'b'")
        connection.commit()
    with pytest.raises(ValueError, match="a row of people cannot be copied"):
        moved(file, empty)
    assert moved(empty, tmp_path / "empty.sqlite")
