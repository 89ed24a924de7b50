"""Does a button bring strangers together? A real server, people who look for a table at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server_process import Person, Server, serving

from rebelote.refusals import IllegalAction
from rebelote.server.accounts import Accounts
from rebelote.server.accounts import Person as Somebody
from rebelote.server.lobby import Lobby
from rebelote.server.matching import BOTS_AFTER
from rebelote.server.messages import FromServer, Matched, Seek, Seeking
from rebelote.server.queue import KEPT, Queue
from rebelote.server.results import Results
from rebelote.server.store import Store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "rebelote.sqlite") as server:
        yield server


def seeker(server: Server, name: str, **wish: Any) -> Person:
    """Somebody whose search is under way."""
    person = Person(server, {"table": "", "cookie": server.guest(name)})
    person.knock()
    assert person.hear("refused")["code"] == "no-such-table"
    person.send({"type": "seek", "id": name, **wish})
    assert person.hear("seeking")["here"] >= 1
    return person


def test_four_strangers_are_brought_to_one_rated_table_and_play(server: Server) -> None:
    people = [seeker(server, name, preset="bga") for name in ("Ann", "Bo", "Cy", "Di")]
    [table] = {person.hear("matched")["table"] for person in people}
    seats = []
    for person in people:
        person.send({"type": "join", "table": table})
        update = person.hear("update")
        seats.append(update["you"])
        assert update["rated"] and update["terms"]["talk"] == "phrases"
        assert not any(player["bot"] for player in update["players"])
        mine = update["players"][update["you"]]
        assert mine["rating"] == {"value": 1500, "interval": 294, "provisional": True}
    assert sorted(seats) == [0, 1, 2, 3]


def test_a_pair_stays_a_pair(server: Server) -> None:
    together = {"party": "ann and cy"}
    ann, cy = (seeker(server, name, **together) for name in ("Ann", "Cy"))
    others = [seeker(server, name) for name in ("Bo", "Di")]
    table = ann.hear("matched")["table"]
    assert {person.hear("matched")["table"] for person in (cy, *others)} == {table}
    seats = []
    for person in (ann, cy):
        person.send({"type": "join", "table": table})
        seats.append(person.hear("update")["you"])
    assert (seats[0] - seats[1]) % 2 == 0


def test_what_nobody_can_look_for_is_refused(server: Server) -> None:
    person = seeker(server, "Ann")
    person.send({"type": "seek", "id": "2", "preset": "whist"})
    assert person.hear("refused")["code"] == "wrong-options"
    person.send({"type": "unseek", "id": "3"})
    person.send({"type": "seek", "id": "4", "party": "x" * 41})
    assert person.hear("refused")["code"] == "wrong-options"


# --- in one process, so that time can pass --------------------------------------------------------


class Place:
    """A queue over a real lobby, whose clock can be moved on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.accounts = Accounts(store)
        self.lobby = Lobby(store, self.accounts)
        self.queue = Queue(self.lobby, Results(store))
        self.heard: dict[str, list[FromServer]] = {}
        self.lines: dict[str, Callable[[FromServer], None]] = {}

    async def guest(self, name: str) -> Somebody:
        person, _ = await self.accounts.new_guest(name, "")
        self.heard[person.id] = []
        self.lines[person.id] = self.heard[person.id].append
        return person

    async def seeks(self, name: str, **wish: Any) -> Somebody:
        person = await self.guest(name)
        self.seek(person, **wish)
        return person

    def seek(self, person: Somebody, **wish: Any) -> None:
        self.queue.seek(person, Seek("1", **wish), self.lines[person.id])

    def waits(self, seconds: float) -> None:
        """Everybody's search and silence are older by this."""
        for search in self.queue.searches.values():
            search.since -= seconds
            search.gone_at -= seconds
            search.told_at -= seconds

    def table(self, person: Somebody) -> str | None:
        """The table this person was matched to."""
        found = [it.table for it in self.heard[person.id] if isinstance(it, Matched)]
        return found[-1] if found else None

    def last(self, person: Somebody) -> FromServer:
        return self.heard[person.id][-1]


def at_a_place(tmp_path: Path, story: Callable[[Place], Awaitable[None]]) -> None:
    async def told() -> None:
        store = Store(str(tmp_path / "queue.sqlite"))
        place = Place(store)
        try:
            await story(place)
        finally:
            place.lobby.clerk.thinkers.close()
            store.close()

    asyncio.run(told())


def test_bots_are_offered_and_come_after_a_while(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann", preset="flemish3")
        first = place.last(ann)
        assert isinstance(first, Seeking)
        assert first.waits is None and first.with_bots_in == pytest.approx(BOTS_AFTER, abs=1)
        await place.queue.look()
        assert place.table(ann) is None
        place.waits(BOTS_AFTER)
        await place.queue.look()
        table = place.table(ann)
        assert table is not None and not place.queue.searches
        opened = await place.lobby.find(table)
        assert [who.bot is None for who in opened.table.seats].count(True) == 1

    at_a_place(tmp_path, story)


def test_the_wait_is_told_once_it_is_known(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        for number in range(5):
            await place.seeks(f"P {number}")
            place.waits(BOTS_AFTER + number)
            await place.queue.look()
        ann = await place.seeks("Ann")
        told = place.last(ann)
        assert isinstance(told, Seeking) and told.waits is not None
        assert told.waits == pytest.approx(BOTS_AFTER + 3, abs=1)

    at_a_place(tmp_path, story)


def test_those_who_block_each_other_do_not_meet_even_if_it_was_just_now(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in ("Ann", "Bo", "Cy", "Di")]
        block = ("INSERT INTO circle VALUES (?, ?, 'block', 0)", (people[0].id, people[2].id))
        await asyncio.wrap_future(place.store.write(block))
        for _ in range(3):
            await place.queue.look()
        assert not any(map(place.table, people))
        with pytest.raises(IllegalAction, match="kept-apart"):
            place.seek(people[0], party="p")
            place.seek(people[2], party="p")

    at_a_place(tmp_path, story)


def test_a_lost_line_keeps_its_place_for_a_while_and_is_not_sat_down(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann")
        place.queue.gone(ann.id, place.lines[ann.id])
        place.waits(KEPT - 1)
        others = [await place.seeks(name) for name in ("Bo", "Cy", "Di")]
        await place.queue.look()
        assert not any(map(place.table, (ann, *others)))
        place.seek(ann)
        told = place.last(ann)
        assert isinstance(told, Seeking) and told.waited == pytest.approx(KEPT - 1, abs=1)
        await place.queue.look()
        assert len({place.table(person) for person in (ann, *others)}) == 1

    at_a_place(tmp_path, story)


def test_who_is_gone_for_long_is_forgotten_and_who_asks_to_stop_at_once(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann, bo = await place.seeks("Ann"), await place.seeks("Bo")
        place.queue.unseek(bo.id)
        place.queue.gone(ann.id, place.lines[ann.id])
        assert list(place.queue.searches) == [ann.id]
        place.waits(KEPT + 1)
        await place.queue.look()
        assert not place.queue.searches

    at_a_place(tmp_path, story)


def test_a_pair_of_which_one_is_missing_waits_and_knows_it(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann", party="us")
        place.waits(10 * BOTS_AFTER)
        await place.queue.look()
        told = place.last(ann)
        assert isinstance(told, Seeking) and told.with_bots_in is None
        await place.seeks("Bo", party="us")
        with pytest.raises(IllegalAction, match="seat-taken"):
            await place.seeks("Cy", party="us")

    at_a_place(tmp_path, story)


def test_where_no_table_can_be_opened_nobody_loses_the_place(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in ("Ann", "Bo", "Cy", "Di")]
        since = {person: search.since for person, search in place.queue.searches.items()}
        place.lobby.clerk.closing = True
        await place.queue.look()
        assert {p: search.since for p, search in place.queue.searches.items()} == since
        place.lobby.clerk.closing = False
        await place.queue.look()
        assert all(map(place.table, people))

    at_a_place(tmp_path, story)


def test_two_tabs_of_one_person_are_one_search_and_both_are_told(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann")
        second: list[FromServer] = []
        place.queue.seek(ann, Seek("2"), second.append)
        assert len(place.queue.searches) == 1
        place.waits(BOTS_AFTER)
        await place.queue.look()
        assert isinstance(second[-1], Matched) and place.table(ann) == second[-1].table

    at_a_place(tmp_path, story)
