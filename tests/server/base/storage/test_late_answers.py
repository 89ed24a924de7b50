"""Actions of others while a database has not answered yet: they count."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from company import Visitor
from slow_tables import SlowTables, at_tables

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.base.protocol.messages import FromServer, Say, Seek
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.protocol.updates import Update
from rebelote.server.base.runtime.rate_limits import Origin
from rebelote.server.features.push.delivery import PushDelivery, Sender
from rebelote.server.features.push.notifier import PushNotifier, awaited
from rebelote.server.features.push.subscriptions import PushSubscriptions
from rebelote.server.features.quickmatch.queue import Queue
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.database import Person
from rebelote.server.table import session
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.model import seating
from rebelote.server.table.room import Room, TableMetadata
from rebelote.server.table.seats import occupant


class Club(SlowTables):
    """Accounts and tables over a slow store."""

    async def table(self, person: Person) -> str:
        """Return a table, not begun yet, where this person sits with bots."""
        seats = seating.filled((occupant(person), FREE, FREE, FREE), "beginner")
        rules = presets.rules("french")
        live = await self.lobby.create(TableMetadata(host=person.id), rules, Terms(), seats)
        return live.table.id


def test_a_session_that_ends_while_it_is_looked_up_is_nobodys(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        sessions = club.accounts.sessions
        ann, secret = await club.accounts.new_guest("Ann", "")
        late = club.store.keep_back()
        asked = asyncio.create_task(sessions.who(secret))
        await late.asked()
        await sessions.log_out(ann, secret)
        late.received.set()
        assert await asked is None
        assert await sessions.who(secret) is None

    at_tables(tmp_path, Club, story)


def test_who_is_renamed_while_a_table_is_loaded_sits_there_by_the_new_name(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ann, _ = await club.accounts.new_guest("Ann", "")
        table = await club.table(ann)
        club.lobby.tables.clear()
        late = club.store.keep_back()
        loading = asyncio.create_task(club.lobby.find(table))
        await late.asked()
        renamed = await club.accounts.rename(ann, "Anna")
        changes = club.lobby.replace_person(ann.id, occupant(renamed))
        received = asyncio.create_task(changes)
        await asyncio.sleep(0)
        late.received.set()
        await received
        assert (await loading).table.seats[0].name == "Anna"

    at_tables(tmp_path, Club, story)


def test_who_stops_looking_while_a_table_is_opened_is_not_taken_there(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        queue, incoming = Queue(club.lobby, Results(club.store)), list[FromServer]()
        people = [(await club.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(4)]
        for person in people:
            await queue.seek(person, Seek("1"), incoming.append, Origin(f"home of {person.id}"))
        late = club.store.keep_back()
        matching = asyncio.create_task(queue.match_seekers())
        await late.asked()
        await queue.unseek(people[0].id)
        late.received.set()
        await matching
        assert not club.lobby.tables
        assert set(queue.searches) == {person.id for person in people[1:]}

    at_tables(tmp_path, Club, story)


def test_who_is_shown_out_while_a_line_is_posted_has_said_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ann, _ = await club.accounts.new_guest("Ann", "")
        bo, _ = await club.accounts.new_guest("Bo", "")
        live = await club.lobby.find(await club.table(ann))
        visitor = Visitor(bo)
        await live.join(visitor, None)
        late = club.store.keep_back()
        said = asyncio.create_task(live.chat.post(bo, Say("1", phrase="hello")))
        await late.asked()
        live.leave(visitor)
        late.received.set()
        with pytest.raises(IllegalActionError):
            await said
        assert not live.chat.lines

    at_tables(tmp_path, Club, story)


def _everybody_left_an_hour_ago(room: Room) -> None:
    room._seen.clear()
    room.left_at -= 3600


def test_who_comes_back_before_being_notified_is_so_in_the_next_absence(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        subscriptions = PushSubscriptions(club.accounts)
        delivery = PushDelivery(club.accounts, Sender("mailto:club@club.example"))
        notifier = PushNotifier(club.lobby, subscriptions, delivery)
        people = [(await club.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(4)]
        metadata, rules = TableMetadata(host=people[0].id), presets.rules("french")
        live = await club.lobby.create_begun(metadata, rules, Terms(), people)
        while live.bots.is_advancing:
            await asyncio.sleep(0.01)
        _everybody_left_an_hour_ago(live.room)
        [one] = awaited(live.room, club.lobby.now())
        browser = (
            "INSERT INTO push_subscriptions (endpoint, person, session, point, secret, language, "
            "since) VALUES ('https://127.0.0.1/', ?, '', '', '', 'en', 0)"
        )
        await club.accounts.write((browser, (one.person,)))
        late = club.store.keep_back()
        notifying = asyncio.create_task(notifier.run())
        await late.asked()
        visitor = Visitor(next(person for person in people if person.id == one.person))
        await live.join(visitor, None)
        late.received.set()
        await notifying
        received = "SELECT person FROM turn_notifications"
        assert await club.store.read(received) == []
        assert await subscriptions.of(one.person), "nothing is sent"
        live.leave(visitor)
        _everybody_left_an_hour_ago(live.room)
        await notifier.run()
        assert await club.store.read(received) == [(one.person,)]
        delivery.close()

    at_tables(tmp_path, Club, story)


def test_who_goes_while_a_result_is_written_makes_nobody_miss_the_end(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        people = [(await club.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(5)]
        metadata, rules = (
            TableMetadata(host=people[0].id),
            presets.rules("bga").agree({"end_deals": 1}),
        )
        live = await club.lobby.create_begun(metadata, rules, Terms(), people[:4])
        player, onlooker = Visitor(people[0]), Visitor(people[4])
        await live.join(player, None)
        await live.join(onlooker, None)
        late = club.store.keep_back("FROM played")
        playing = asyncio.create_task(to_the_end(live))
        await late.asked()
        live.leave(onlooker)
        late.received.set()
        await playing
        updates = [message for message in player.incoming if isinstance(message, Update)]
        for before, update in pairwise(updates):
            assert update.since is None or update.since <= before.version
        ended = [update for update in updates if update.version == live.table.version]
        assert len(ended) == 1 and ended[0].events

    at_tables(tmp_path, Club, story)


def test_a_result_that_is_being_written_is_due_in_the_file_until_it_is(tmp_path: Path) -> None:
    """A server that dies meanwhile writes it when it starts, whether or not anybody comes."""

    async def story(club: Club) -> None:
        people = [(await club.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(4)]
        metadata, rules = (
            TableMetadata(host=people[0].id),
            presets.rules("bga").agree({"end_deals": 1}),
        )
        live = await club.lobby.create_begun(metadata, rules, Terms(), people)
        late = club.store.keep_back("FROM played")
        playing = asyncio.create_task(to_the_end(live))
        await late.asked()
        expected = "SELECT table_id FROM pending_results"
        assert await club.store.read(expected) == [(live.table.id,)]
        late.received.set()
        await playing
        assert await club.store.read(expected) == []

    at_tables(tmp_path, Club, story)


async def to_the_end(live: LiveTable) -> None:
    """Play a match, at every seat in turn."""
    table, bot = live.table, bots.make("beginner", 1)
    while table.match.winner is None:
        async with live.lock:
            seat = table.to_act
            if seat is None:
                change = table.by_itself(bytes(32))
            else:
                change = table.act(seat, bot.think(view(table.match, seat)).action)
            assert change is not None
            await live.session.commit(change)


async def _played_to_its_end(live: LiveTable) -> None:
    """Have bots act for all four, as if they had been asked to."""
    while live.table.playing:
        async with live.lock:
            change = live.table.go_on(live.room.secret())
            if change is None:
                seat = live.table.to_act
                assert seat is not None
                thought = bots.make("random", 1).think(view(live.table.match, seat))
                change = live.table.act(seat, thought.action)
            await live.session.commit(change)


def test_the_end_of_a_match_does_not_wait_for_its_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "RESULT_WITHIN", 0.01)

    async def story(club: Club) -> None:
        guests = [(await club.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(4)]
        people = [
            (await club.accounts.sign_up(person, f"Ann {n}", "blue horse 42 lamp", ""))[0]
            for n, person in enumerate(guests)
        ]
        metadata = TableMetadata(host=people[0].id, matched=True, rated=True)
        rules = presets.rules("french")
        live = await club.lobby.create_begun(metadata, rules, Terms(), people)
        visitor = Visitor(people[0])
        await live.join(visitor, None)
        late = club.store.keep_back_writing("INTO played")
        playing = asyncio.create_task(_played_to_its_end(live))
        await late.asked()
        async with asyncio.timeout(30):
            while not any(isinstance(it, Update) and _is_over(it) for it in visitor.incoming):
                await asyncio.sleep(0.01)
        ended = next(it for it in visitor.incoming if isinstance(it, Update) and _is_over(it))
        assert _rating(ended) == 1500 and live.session.result.pending
        await playing
        assert not live.lock.locked()
        late.received.set()
        await live.session.result.publish()
        last = visitor.incoming[-1]
        assert isinstance(last, Update) and _rating(last) != 1500
        assert not live.session.result.pending

    at_tables(tmp_path, Club, story)


def _is_over(update: Update) -> bool:
    return update.view is not None and update.view.winner is not None


def _rating(update: Update) -> int | None:
    rated = update.players[0].rating
    return None if rated is None else rated.value
