"""Results of matches: counted once, and correctly, in a real file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from server_process import Person, serving

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.rules.view import view
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.features.ratings.ratings import START
from rebelote.server.features.ratings.results import Results
from rebelote.server.table.ended import Ended, Seat
from rebelote.server.table.model.table import Table

FRENCH = presets.rules("french")
ALL_FOUR = tuple(Seat(person) for person in ("ann", "bo", "cy", "di"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(str(tmp_path / "rebelote.sqlite"))
    yield store
    store.close()


def ended(number: int = 1, **details: Any) -> Ended:
    usual = {"rules": FRENCH, "rated": True, "seats": ALL_FOUR, "scores": (1010, 700), "winner": 0}
    return Ended(table=f"table {number}", version=3, **{**usual, **details})


def publish(store: SqliteStore, *matches: Ended) -> list[bool]:
    async def one_by_one() -> list[bool]:
        results = Results(store)
        return [await results.ended(match) for match in matches]

    return asyncio.run(one_by_one())


def read(store: SqliteStore, sql: str) -> list[Any]:
    return asyncio.run(store.read(sql))


def rows(store: SqliteStore) -> list[Any]:
    return read(store, "SELECT * FROM ratings ORDER BY person, preset")


def test_a_match_is_written_for_every_seat_and_rates_everybody(store: SqliteStore) -> None:
    assert publish(store, ended()) == [True]
    played = read(store, "SELECT person, rated, won, marks, others FROM played ORDER BY seat")
    assert played == [
        ("ann", 1, 1, 1010, 700),
        ("bo", 1, 0, 700, 1010),
        ("cy", 1, 1, 1010, 700),
        ("di", 1, 0, 700, 1010),
    ]
    result = {row[0]: row[2] for row in rows(store)}
    assert result["ann"] == result["cy"] > 1500 > result["bo"] == result["di"]


def test_however_often_it_is_published_it_counts_once(store: SqliteStore) -> None:
    assert publish(store, ended(), ended(), ended(scores=(0, 1200), winner=1)) == [
        True,
        False,
        False,
    ]
    after_one = rows(store)
    assert publish(store, ended()) == [False]
    assert rows(store) == after_one


def test_published_twice_at_once_it_counts_once(store: SqliteStore) -> None:
    async def at_once() -> list[bool]:
        results = Results(store)
        return list(await asyncio.gather(*(results.ended(ended()) for _ in range(5))))

    assert sorted(asyncio.run(at_once())) == [False] * 4 + [True]
    assert [row[4] for row in rows(store)] == [1] * 4


def test_two_tables_that_end_together_both_count(store: SqliteStore) -> None:
    async def at_once() -> None:
        results = Results(store)
        await asyncio.gather(*(results.ended(ended(number)) for number in range(10)))

    asyncio.run(at_once())
    assert [row[4] for row in rows(store)] == [10] * 4


def test_what_does_not_count_is_written_all_the_same(store: SqliteStore) -> None:
    assert publish(store, ended(rated=False)) == [True]
    assert not rows(store)
    assert {row[0] for row in read(store, "SELECT rated FROM played")} == {0}
    assert len(read(store, "SELECT * FROM played WHERE person = 'ann'")) == 1


def test_two_people_with_bots_as_partners_are_rated(store: SqliteStore) -> None:
    seats = (Seat("ann"), Seat("bo"), Seat(bot="expert"), Seat(bot="beginner"))
    publish(store, ended(seats=seats))
    assert [row[0] for row in rows(store)] == ["ann", "bo"]


def test_three_are_rated_each_alone(store: SqliteStore) -> None:
    three = presets.rules("flemish3")
    publish(store, ended(rules=three, seats=ALL_FOUR[:3], scores=(50, 101, 80), winner=1))
    result = {row[0]: row[2] for row in rows(store)}
    assert result["bo"] > result["cy"] > result["ann"]
    assert {row[1] for row in rows(store)} == {"flemish3"}


def matches(count: int, chance: Random) -> Iterator[Ended]:
    """Draw matches of six people and some bots by three rule sets; some people leave."""
    for number in range(count):
        rules = presets.rules(chance.choice(("french", "flemish", "flemish3")))
        people = chance.sample(["ann", "bo", "cy", "di", "ed", "flo"], rules.players)
        seats = tuple(
            Seat(bot=chance.choice(("club", "expert")))
            if chance.random() < 0.2
            else Seat(person, bot="club" if chance.random() < 0.1 else None)
            for person in people
        )
        scores = tuple(chance.randrange(100, 2000) for _ in range(rules.side_count))
        winner = chance.randrange(rules.side_count)
        yield ended(number, rules=rules, seats=seats, scores=scores, winner=winner)


def test_ratings_can_be_computed_again_from_what_was_played(store: SqliteStore) -> None:
    publish(store, *matches(120, Random(3)))
    before = rows(store), read(store, "SELECT * FROM played ORDER BY table_id, seat")
    assert len(before[0]) == 18

    async def spoil_and_mend() -> int:
        await asyncio.wrap_future(
            store.write(
                ("UPDATE ratings SET mu = 0 WHERE person = 'ann'", ()),
                ("DELETE FROM ratings WHERE person = 'bo'", ()),
                ("UPDATE played SET mu = 1 WHERE rated AND person != ''", ()),
            )
        )
        return await Results(store).rebuild()

    assert asyncio.run(spoil_and_mend()) > 100
    assert (rows(store), read(store, "SELECT * FROM played ORDER BY table_id, seat")) == before


# --- from a table ---------------------------------------------------------------------------------

ONE_DEAL = presets.rules("bga", end_deals=1)
SEATS = (
    Occupant(name="Ann", bot=None, person="ann"),
    Occupant(name="Margot", bot="expert"),
    Occupant(name="Cy", bot=None, person="cy"),
    Occupant(name="Di", bot=None, person="di"),
)


def begun(rules: Rules = ONE_DEAL) -> Table:
    table = Table("t")
    table.commit(table.agree(rules, Terms(pace="fast", level="regular"), SEATS))
    table.commit(table.start(b"secret"))
    return table


def play_on(table: Table) -> Table:
    """Play to the end of the match, each time by the player to act."""
    while table.playing:
        change = table.by_itself(b"next") or table.bot_intervening()
        if change is None and (seat := table.to_act) is not None:
            seen = view(table.match, seat)
            change = table.act(seat, bots.make("beginner").choose(seen))
        assert change is not None
        table.commit(change)
    return table


def test_a_table_knows_who_began_and_who_was_there_at_the_end() -> None:
    table = begun()
    table.commit(table.substitute(3, "gone"))
    table.commit(table.substitute(2, "clock"))
    back = table.resume(2)
    assert back is not None
    table.commit(back)
    received = Ended.at(play_on(table), rated=True)
    assert received.seats == (Seat("ann"), Seat(None, "expert"), Seat("cy"), Seat("di", "regular"))
    assert (received.table, received.version, received.rated, received.rules) == (
        "t",
        2,
        True,
        ONE_DEAL,
    )
    assert received.winner == max((0, 1), key=lambda side: received.scores[side])


def test_who_gets_up_has_left_also_where_another_sits_down() -> None:
    for other in (Occupant(name="Ed", bot=None, person="ed"), Occupant(name="Lucien", bot="club")):
        table = begun()
        table.commit(table.seated((other, *SEATS[1:])))
        received = Ended.at(play_on(table), rated=True)
        assert received.seats[0].person == "ann" and received.seats[0].bot is not None


def test_a_match_that_goes_on_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        Ended.at(begun(), rated=True)


# --- as it is told over HTTP ----------------------------------------------------------------------


def an_account(store: SqliteStore, person: str) -> None:
    new = "INSERT INTO people (id, name, created, seen, account_name) VALUES (?, ?, 1, 1, ?)"
    asyncio.run(_written(store, (new, (person, person.title(), person))))


async def _written(store: SqliteStore, statement: Any) -> None:
    await store.write(statement)


@pytest.mark.sqlite
def test_the_leaderboard_and_profiles_say_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "rebelote.sqlite"
    store = SqliteStore(str(path))
    for person in ("ann", "bo", "cy"):
        an_account(store, person)
    sides = [(int(number % 3 == 0), number) for number in range(90)]
    french = [ended(number, winner=side, scores=(1000, 1000)) for side, number in sides]
    publish(store, *french, ended(99, rules=presets.rules("bga")))
    store.close()
    with serving(path) as server:
        board = json.loads(server.get("/api/leaderboard/french")[1])
        people = [row["name"] for row in board if not row["bot"]]
        assert people == ["Ann", "Cy", "Bo"] or people == ["Cy", "Ann", "Bo"]
        assert [row["name"] for row in board if row["bot"]] == list(reversed(bots.LEVELS))
        ends = [row["rating"]["value"] - row["rating"]["interval"] for row in board]
        assert ends == sorted(ends, reverse=True)
        # A single match is not sure enough.
        bga = json.loads(server.get("/api/leaderboard/bga")[1])
        assert all(row["bot"] for row in bga)
        assert server.get("/api/leaderboard/whist")[0] == 404

        ann = json.loads(server.get("/api/people/ann")[1])
        assert {row["preset"]: row["matches"] for row in ann["standings"]} == {
            "french": 90,
            "bga": 1,
        }
        points = [point["value"] for point in ann["points"] if point["preset"] == "french"]
        now = next(row["rating"] for row in ann["standings"] if row["preset"] == "french")
        assert len(points) == 90 and points[-1] == now["value"] > 1500
        assert ann["account"] and len(ann["matches"]) == 50
        assert ann["matches"][0]["preset"] == "bga"
        # Di has gone, and what others played with Di stays.
        nameless = json.loads(server.get("/api/people/di")[1])
        assert nameless["name"] == "" and len(nameless["matches"]) == 50
        status, body = server.get("/api/people/nobody")
        assert status == 404 and json.loads(body)["code"] == "no-such-person"


def test_a_match_against_bots_is_in_the_profile_and_not_rated(tmp_path: Path) -> None:
    with serving(tmp_path / "rebelote.sqlite") as server:
        person = Person(server, server.new_table(options={"end_deals": 1}, level="beginner"))
        me = person.sit()["players"][0]["person"]
        person.play_until(lambda view: view["winner"] is not None)
        person.close()
        profile = json.loads(server.get(f"/api/people/{me}", person.seated["cookie"])[1])
        [match] = profile["matches"]
        assert match["table"] == person.seated["table"] and not match["rated"]
        assert match["won"] == (match["marks"] > match["others"])
        assert profile["standings"] == [] and profile["points"] == []


def test_points_that_were_given_back_stay_whatever_is_computed_again(store: SqliteStore) -> None:
    publish(store, ended())
    (before,) = read(store, "SELECT mu FROM ratings WHERE person = 'bo'")
    given = "INSERT INTO rating_returns VALUES ('bo', 'table 1', 3, 'french', 1, 25.0)"

    async def give_back_and_rebuild() -> None:
        await store.write((given, ()))
        await Results(store).rebuild()

    asyncio.run(give_back_and_rebuild())
    (after,) = read(store, "SELECT mu FROM ratings WHERE person = 'bo'")
    assert after[0] == pytest.approx(before[0] + 25)


def test_matches_of_the_first_day_make_an_estimate_until_one_counts(store: SqliteStore) -> None:
    """Provisional ratings are shown, and no rating follows from them."""

    async def shown(person: str) -> Rated:
        return await Results(store).shown(person, "french")

    assert publish(store, ended(1), ended(2, rated=False, estimated=True)) == [True, True]
    assert read(store, "SELECT * FROM rating_estimates") == [], "all have played one that counts"
    new = (Seat("eva"), *ALL_FOUR[1:3], Seat("fay"))
    before = rows(store)
    publish(store, *(ended(number, rated=False, estimated=True, seats=new) for number in (3, 4)))
    assert rows(store) == before
    eva, fay = asyncio.run(shown("eva")), asyncio.run(shown("fay"))
    assert eva.value > START > fay.value and eva.provisional and fay.provisional
    [(matches,)] = read(store, "SELECT matches FROM rating_estimates WHERE person = 'eva'")
    assert matches == 2
    publish(store, ended(5, seats=new))
    assert asyncio.run(shown("eva")).value < eva.value, "of one match that counts"
