"""Matchmaking on a real server: strangers who look for a table at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from company import Visitor, seeker
from server_process import PASSWORD, Server, serving
from slow_store import SlowStore

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.messages import FromServer, Matched, Seek, Seeking
from rebelote.server.base.runtime.addresses import networks
from rebelote.server.base.runtime.rate_limits import Limits, Origin
from rebelote.server.features.quickmatch.matchmaking import BOTS_AFTER, MIXES_AFTER
from rebelote.server.features.quickmatch.queue import KEPT, Queue
from rebelote.server.features.ratings.eligibility import RecentMatches
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person as Person_
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model.table import Table
from rebelote.server.table.table_services import TableServices


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "rebelote.sqlite") as server:
        yield server


def test_four_strangers_are_brought_to_one_table_and_play(server: Server) -> None:
    """Guests too are matched at once, with the clock and conduct of a match that counts."""
    people = [seeker(server, name, preset="bga") for name in ("Ann", "Bo", "Cy", "Di")]
    [table] = {person.receive("matched")["table"] for person in people}
    seats = []
    for person in people:
        person.send({"type": "join", "table": table})
        update = person.receive("update")
        seats.append(update["you"])
        assert update["matched"] and update["terms"]["talk"] == "phrases"
        assert update["terms"]["pace"] == "normal" and not update["rated"]
        assert not any(player["bot"] for player in update["players"])
        mine = update["players"][update["you"]]
        assert mine["rating"] is None, "guests are not rated"
    assert sorted(seats) == [0, 1, 2, 3]


def test_a_pair_stays_a_pair(server: Server) -> None:
    together = {"party": "ann and cy"}
    ann, cy = (seeker(server, name, **together) for name in ("Ann", "Cy"))
    others = [seeker(server, name) for name in ("Bo", "Di")]
    table = ann.receive("matched")["table"]
    assert {person.receive("matched")["table"] for person in (cy, *others)} == {table}
    seats = []
    for person in (ann, cy):
        person.send({"type": "join", "table": table})
        seats.append(person.receive("update")["you"])
    assert (seats[0] - seats[1]) % 2 == 0


def test_everybody_sees_how_many_look_for_a_table_and_not_who(server: Server) -> None:
    def counted() -> object:
        return json.loads(server.get("/api/searches")[1])["presets"]

    assert counted() == {}
    people = [seeker(server, name, preset="bga") for name in ("Ann", "Bo")]
    assert counted() == {"bga": 2}
    for person in people:
        person.send({"type": "unseek", "id": "2"})
        person.receive("ack")
    assert counted() == {}


def test_what_nobody_can_look_for_is_refused(server: Server) -> None:
    person = seeker(server, "Ann")
    person.send({"type": "seek", "id": "2", "preset": "whist"})
    assert person.receive("refused")["code"] == "wrong-options"
    person.send({"type": "unseek", "id": "3"})
    person.send({"type": "seek", "id": "4", "party": "x" * 41})
    assert person.receive("refused")["code"] == "wrong-options"


# --- in one process, so that time can pass --------------------------------------------------------


class Place:
    """A queue over a real lobby, whose clock can be moved on."""

    def __init__(self, store: SlowStore) -> None:
        self.store = store
        self.accounts = Accounts(store)
        self.lobby = Lobby(
            TableServices(store=store, accounts=self.accounts, results=Results(store))
        )
        self.queue = Queue(self.lobby, Results(store))
        self.incoming: dict[str, list[FromServer]] = {}
        self.lines: dict[str, Callable[[FromServer], None]] = {}

    async def comes(self, name: str, account: bool) -> Person_:
        person, _ = await self.accounts.new_guest(name, "")
        if account:
            person, _ = await self.accounts.sign_up(person, name, PASSWORD, "")
            old = "UPDATE people SET account_since = 0 WHERE id = ?"
            await self.accounts.write((old, (person.id,)))
        self.incoming[person.id] = []
        self.lines[person.id] = self.incoming[person.id].append
        return person

    async def seeks(
        self, name: str, account: bool = True, origin: Origin | None = None, **wish: Any
    ) -> Person_:
        person = await self.comes(name, account)
        await self.seek(person, origin, **wish)
        return person

    async def seek(self, person: Person_, origin: Origin | None = None, **wish: Any) -> None:
        """Seek a table, from an `origin` or from a home that nobody shares."""
        origin = origin or Origin(f"home of {person.id}")
        await self.queue.seek(person, Seek("1", **wish), self.lines[person.id], origin)

    def waits(self, seconds: float) -> None:
        """Make every search and silence older by so many seconds."""
        for search in self.queue.searches.values():
            search.since -= seconds
            search.gone_at -= seconds
            search.status_at -= seconds

    def table(self, person: Person_) -> str | None:
        result = [it.table for it in self.incoming[person.id] if isinstance(it, Matched)]
        return result[-1] if result else None

    def last(self, person: Person_) -> FromServer:
        return self.incoming[person.id][-1]


def at_a_place(tmp_path: Path, story: Callable[[Place], Awaitable[None]]) -> None:
    async def received() -> None:
        store = SlowStore(str(tmp_path / "queue.sqlite"))
        place = Place(store)
        await place.accounts.timekeeper.load()
        try:
            await story(place)
        finally:
            place.lobby.services.bot_workers.close()
            store.close()

    asyncio.run(received())


def test_bots_are_offered_and_come_after_a_while(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann", preset="flemish3")
        first = place.last(ann)
        assert isinstance(first, Seeking)
        assert first.waits is None and first.with_bots_in == pytest.approx(BOTS_AFTER, abs=1)
        await place.queue.match_seekers()
        assert place.table(ann) is None
        place.waits(BOTS_AFTER)
        await place.queue.match_seekers()
        table = place.table(ann)
        assert table is not None and not place.queue.searches
        live = await place.lobby.find(table)
        assert [who.bot is None for who in live.table.seats].count(True) == 1

    at_a_place(tmp_path, story)


def test_the_wait_is_shown_once_it_is_known(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        for number in range(5):
            await place.seeks(f"P {number}")
            place.waits(BOTS_AFTER + number)
            await place.queue.match_seekers()
        ann = await place.seeks("Ann")
        received = place.last(ann)
        assert isinstance(received, Seeking) and received.waits is not None
        assert received.waits == pytest.approx(BOTS_AFTER + 3, abs=1)

    at_a_place(tmp_path, story)


def test_those_who_block_each_other_do_not_meet_even_if_it_was_just_now(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in ("Ann", "Bo", "Cy", "Di")]
        block = ("INSERT INTO relations VALUES (?, ?, 'block', 0)", (people[0].id, people[2].id))
        await place.store.write(block)
        for _ in range(3):
            await place.queue.match_seekers()
        assert not any(map(place.table, people))
        with pytest.raises(IllegalActionError, match="kept-apart"):
            await place.seek(people[0], party="p")
            await place.seek(people[2], party="p")

    at_a_place(tmp_path, story)


def test_a_lost_line_keeps_its_place_for_a_while_and_is_not_sat_down(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann")
        place.queue.disconnected(ann.id, place.lines[ann.id])
        place.waits(KEPT - 1)
        others = [await place.seeks(name) for name in ("Bo", "Cy", "Di")]
        await place.queue.match_seekers()
        assert not any(map(place.table, (ann, *others)))
        await place.seek(ann)
        received = place.last(ann)
        assert isinstance(received, Seeking) and received.waited == pytest.approx(KEPT - 1, abs=1)
        await place.queue.match_seekers()
        assert len({place.table(person) for person in (ann, *others)}) == 1

    at_a_place(tmp_path, story)


def test_who_is_gone_for_long_is_forgotten_and_who_asks_to_stop_at_once(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann, bo = await place.seeks("Ann"), await place.seeks("Bo")
        await place.queue.unseek(bo.id)
        place.queue.disconnected(ann.id, place.lines[ann.id])
        assert list(place.queue.searches) == [ann.id]
        place.waits(KEPT + 1)
        await place.queue.match_seekers()
        assert not place.queue.searches

    at_a_place(tmp_path, story)


def test_a_pair_of_which_one_is_missing_waits_and_knows_it(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann", party="us")
        place.waits(10 * BOTS_AFTER)
        await place.queue.match_seekers()
        received = place.last(ann)
        assert isinstance(received, Seeking) and received.with_bots_in is None
        await place.seeks("Bo", party="us")
        with pytest.raises(IllegalActionError, match="seat-taken"):
            await place.seeks("Cy", party="us")

    at_a_place(tmp_path, story)


def test_where_no_table_can_be_opened_nobody_loses_the_place(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in ("Ann", "Bo", "Cy", "Di")]
        since = {person: search.since for person, search in place.queue.searches.items()}
        place.lobby.services.closing = True
        await place.queue.match_seekers()
        assert {p: search.since for p, search in place.queue.searches.items()} == since
        place.lobby.services.closing = False
        await place.queue.match_seekers()
        assert all(map(place.table, people))

    at_a_place(tmp_path, story)


def test_two_tabs_of_one_person_are_one_search_and_both_are_notified(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        ann = await place.seeks("Ann")
        second: list[FromServer] = []
        await place.queue.seek(ann, Seek("2"), second.append, Origin("a café"))
        assert len(place.queue.searches) == 1
        place.waits(BOTS_AFTER)
        await place.queue.match_seekers()
        assert isinstance(second[-1], Matched) and place.table(ann) == second[-1].table

    at_a_place(tmp_path, story)


# --- who cancels, and who does not come -----------------------------------------------------------


FOUR = ("Ann", "Bo", "Cy", "Di")


def seat_of(live: LiveTable, person: Person_) -> int:
    seat = live.table.seat_of(person.id)
    assert seat is not None
    return seat


async def restored(place: Place, live: LiveTable) -> Table:
    """Return the table as its log makes it."""
    return Table.restore(live.table.id, await place.store.log(live.table.id))


def test_who_cancels_while_the_table_is_being_opened_is_not_at_it_and_nobody_is_rated(
    tmp_path: Path,
) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in FOUR]
        late = place.store.keep_back_writing("INSERT INTO tables")
        matching = asyncio.create_task(place.queue.match_seekers())
        await late.asked()
        await place.queue.unseek(people[0].id)
        late.received.set()
        await matching
        assert place.table(people[0]) is None
        [table] = {place.table(person) for person in people[1:]}
        assert table is not None and not place.queue.searches
        live = await place.lobby.find(table)
        assert live.room.metadata.rated and not live.room.rated
        seat = seat_of(live, people[0])
        assert live.table.bot_in(seat) == live.table.terms.level
        assert (await restored(place, live)).no_shows == {seat}
        assert not live.room.has_pending_result, (
            "once the others go, nothing has to be played to its end"
        )

    at_a_place(tmp_path, story)


def test_who_cancels_while_the_answer_is_on_its_way_is_not_at_the_table(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in FOUR]
        await place.queue.match_seekers()
        table = place.table(people[0])
        assert table is not None
        live = await place.lobby.find(table)
        assert live.room.rated
        await place.queue.unseek(people[0].id)
        await place.queue.unseek(people[0].id)
        assert live.table.no_shows == {seat_of(live, people[0])}
        assert place.lobby.tables[table].room.rated is False
        stage = "SELECT stage FROM tables WHERE id = ?"
        assert await place.store.read(stage, table) == [("playing",)]
        await place.seek(people[0])
        assert isinstance(place.last(people[0]), Seeking), "and may look for another at once"

    at_a_place(tmp_path, story)


def test_who_has_come_cannot_cancel_any_more(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in FOUR]
        await place.queue.match_seekers()
        live = await place.lobby.find(place.table(people[0]) or "")
        visitor = Visitor(people[0])
        await live.join(visitor, None)
        await place.queue.unseek(people[0].id)
        assert not live.table.substituted and live.room.rated
        live.leave(visitor)
        await place.queue.unseek(people[0].id)
        assert not live.table.substituted and live.room.rated

    at_a_place(tmp_path, story)


def test_a_seeker_who_did_not_receive_the_table_is_notified_once_more(tmp_path: Path) -> None:
    """The connection broke while the table was being opened, and is restored."""

    async def story(place: Place) -> None:
        people = [await place.seeks(name) for name in FOUR]
        place.queue.disconnected(people[0].id, place.lines[people[0].id])
        await place.seek(people[0])
        late = place.store.keep_back_writing("INSERT INTO tables")
        matching = asyncio.create_task(place.queue.match_seekers())
        await late.asked()
        place.queue.disconnected(people[0].id, place.lines[people[0].id])
        late.received.set()
        await matching
        assert place.table(people[0]) is None
        await place.seek(people[0])
        assert place.table(people[0]) == place.table(people[1])
        await place.seek(people[0], preset="bga")
        live = await place.lobby.find(place.table(people[1]) or "")
        assert live.table.no_shows == {seat_of(live, people[0])}, "looks for another instead"

    at_a_place(tmp_path, story)


# --- who may meet whom, and what counts then ------------------------------------------------------


def seeking(place: Place, person: Person_) -> Seeking:
    received = place.last(person)
    assert isinstance(received, Seeking)
    return received


def test_two_at_one_address_meet_only_as_partners(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        cafe = Origin("192.0.2.7")
        people = [await place.seeks(name, origin=cafe) for name in ("Ann", "Bo", "Cy", "Di")]
        received = seeking(place, people[-1])
        assert (received.here, received.neighbours) == (4, 3)
        place.waits(BOTS_AFTER)
        await place.queue.match_seekers()
        assert len({place.table(person) for person in people} - {None}) == 4
        together = [await place.seeks(name, origin=cafe, party="us") for name in ("Ed", "Flo")]
        assert seeking(place, together[-1]).neighbours == 0
        others = [await place.seeks(name) for name in ("Gus", "Hans")]
        await place.queue.match_seekers()
        live = await table_of(place, (*together, *others))
        assert live.room.rated
        seats = [live.table.seat_of(person.id) or 0 for person in together]
        assert (seats[0] - seats[1]) % 2 == 0

    at_a_place(tmp_path, story)


def test_a_change_of_network_hides_nobody(tmp_path: Path) -> None:
    """A person who asks at home, then by phone, counts at both addresses while searching."""

    async def story(place: Place) -> None:
        home = Origin("192.0.2.7")
        ann = await place.seeks("Ann", origin=home)
        await place.seek(ann, Origin("198.51.100.1"))
        await place.seek(ann, Origin("198.51.100.1"), preset="bga")
        others = [await place.seeks(name, origin=home, preset="bga") for name in ("Bo", "Cy")]
        others += [await place.seeks(name, preset="bga") for name in ("Di", "Ed", "Flo")]
        await place.queue.match_seekers()
        at_home = [place.table(person) for person in (ann, *others[:2])]
        assert len([table for table in at_home if table is not None]) == 1

    at_a_place(tmp_path, story)


def test_those_of_a_club_that_is_vouched_for_meet_but_not_for_ratings(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        limits = Limits(networks("192.0.2.0/24, 2001:db8::/48"))
        club = [limits.origin(f"192.0.2.{number}") for number in range(4)]
        assert set(club) == {Origin("192.0.2.0/24", True)}
        names = ("Ann", "Bo", "Cy", "Di")
        people = [await place.seeks(name, origin=at) for name, at in zip(names, club, strict=True)]
        place.waits(MIXES_AFTER)
        await place.queue.match_seekers()
        assert not (await table_of(place, people)).room.rated

    at_a_place(tmp_path, story)


def why_unrated(place: Place, live: LiveTable) -> str:
    """Return the reason that people are given why their match does not count."""
    received = live.room.unrated
    assert live.room.rated is (received == "")
    return received


async def table_of(place: Place, people: Iterable[Person_]) -> LiveTable:
    """Return the one table that has been found for all of them."""
    [table] = {place.table(person) for person in people}
    assert table is not None
    return await place.lobby.find(table)


async def meet(place: Place, people: Sequence[Person_]) -> LiveTable:
    """Have these people look for a table at once, and find one; none waits any more."""
    place.queue._match_for.clear()
    for person in people:
        await place.seek(person)
    await place.queue.match_seekers()
    return await table_of(place, people)


async def played_out(place: Place, live: LiveTable, hours_ago: float) -> None:
    """Store a match that one side won so many hours ago."""
    people = [who.person for who in live.table.seats]
    for seat, person in enumerate(people):
        row = (live.table.id, 1, seat, person, "french", place.store.time.wall() - 3600 * hours_ago)
        sql = (
            "INSERT INTO played (table_id, version, seat, person, preset, ended, rated, won, "
            f"marks, others) VALUES (?, ?, ?, ?, ?, ?, TRUE, {seat % 2}, 1, 2)"
        )
        await place.accounts.write((sql, row))
    place.queue.recent = RecentMatches()  # as an hour later, or after a restart


def test_who_meets_no_new_opponent_within_a_day_plays_unrated(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        people = [await place.comes(name, True) for name in names]
        live = await meet(place, people[:4])
        assert why_unrated(place, live) == ""
        await played_out(place, live, 23)
        assert why_unrated(place, await meet(place, people[:4])) == "met-today"
        sides = [[who.person for who in live.table.seats[side::2]] for side in (0, 1)]
        mixed = [it for it in people[:4] if it.id in (sides[0][0], sides[1][0])] + people[4:]
        assert why_unrated(place, await meet(place, mixed)) == ""

    at_a_place(tmp_path, story)


def test_accounts_of_today_on_one_side_alone_play_unrated(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        pair = [await place.seeks(name, party="us") for name in ("Ann", "Bo")]
        new = [await place.seeks(name, party="them") for name in ("Cy", "Di")]
        now = place.store.time.wall()
        for person in new:
            sql = "UPDATE people SET account_since = ? WHERE id = ?"
            await place.accounts.write((sql, (now - 80_000, person.id)))
        beforehand = [await place.queue.unrated_for(who) for who in (pair[0], new[0], None)]
        assert beforehand == ["", "new-accounts", "guests"], "said before they look"
        await place.queue.match_seekers()
        assert why_unrated(place, await table_of(place, (*pair, *new))) == "new-accounts"

    at_a_place(tmp_path, story)


def test_a_household_is_one_address() -> None:
    limits = Limits()
    assert limits.origin("2001:db8:1:2:3:4:5:6") == limits.origin("2001:db8:1:2::9")
    assert limits.origin("2001:db8:1:2::9") != limits.origin("2001:db8:1:3::9")
    assert limits.origin("::ffff:192.0.2.7") == limits.origin("192.0.2.7")


def test_a_pair_of_an_account_and_a_guest_waits_like_guests_and_is_not_rated(
    tmp_path: Path,
) -> None:
    async def story(place: Place) -> None:
        people = [await place.seeks("Ann", party="us")]
        people += [await place.seeks("Bo", account=False, party="us")]
        people += [await place.seeks(name) for name in ("Cy", "Di")]
        await place.queue.match_seekers()
        assert not any(map(place.table, people))
        place.waits(MIXES_AFTER)
        await place.queue.match_seekers()
        assert not (await table_of(place, people)).room.rated

    at_a_place(tmp_path, story)
