"""The deal of the day: one per game, the same for everyone, secret before, and played once."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from company import old_account
from databases import looking_into
from http_person import in_the_file
from in_process import InProcess, serving_in_process
from server_process import PASSWORD, Person, Server, serving

from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.daily import deals as daily
from rebelote.server.features.daily.deals import is_public, marks, stars
from rebelote.server.features.daily.field import DailyResult, beaten, best, lead, rank, tally, tree
from rebelote.server.features.daily.schemas import DailyLine

DAY = 86_400.0
COINCHE = "ffb-coinchee-2015"


@pytest.fixture
def beginners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots of servers in this process take no time."""
    monkeypatch.setattr(daily, "TERMS", Terms(watch="none", level="beginner"))


def received(server: Server, cookie: str = "", query: str = "") -> dict[str, Any]:
    status, body = server.get(f"/api/daily{query}", cookie)
    assert status == 200, body
    answer: dict[str, Any] = json.loads(body)
    return answer


def begin(server: Server, name: str, cookie: str = "", query: str = "") -> Person:
    """Return a person at the day's deal: a new guest, or the holder of this cookie."""
    cookie = cookie or server.guest(name)
    status, seated = server.post(f"/api/daily{query}", b"", cookie)
    assert status == 201, seated
    person = Person(server, {**seated, "cookie": cookie})
    person.sit(since=0)
    return person


def finished(
    server: Server, name: str, cookie: str = "", query: str = ""
) -> tuple[Person, dict[str, Any]]:
    """Return a person who has played the day's deal, and what they are sent then."""
    person = begin(server, name, cookie, query)
    person.play_the_deal_of_the_day()
    person.close()
    end = received(server, person.seated["cookie"], query)
    return person, end


def test_two_who_play_the_same_get_the_same_deal_bots_and_line(server: Server) -> None:
    two_play_the_same(server, daily.FIRST)


@pytest.mark.usefixtures("beginners")
@pytest.mark.parametrize("preset", [game for game in daily.GAMES if game != daily.FIRST])
def test_they_do_so_in_every_other_game(tmp_path: Path, preset: str) -> None:
    with serving_in_process(tmp_path / "rebelote.sqlite") as server:
        two_play_the_same(server, preset)


def two_play_the_same(server: Server, preset: str) -> None:
    """Have two accounts play the deal of one game, card by card as each other."""
    query, names = f"?preset={preset}", (f"Anna {preset}", f"Bodo {preset}")
    cookies = [old_account(server, name[:20]) for name in names]
    (ann, hers), (bo, his) = (finished(server, "", cookie, query) for cookie in cookies)

    def moves(person: Person) -> list[Any]:
        kinds = ("passed", "took", "bid_made", "doubled", "redoubled", "card_played")
        return [event for event in person.events if event["event"] in kinds]

    assert moves(ann) == moves(bo) and len(moves(ann)) > 32
    assert hers["mine"] == his["mine"] and hers["mine"]["outcome"]
    assert his["played"] == 2 and his["better_than"] == 0.5
    played = [
        event["card"]
        for event in bo.events
        if event["event"] == "card_played" and event["seat"] == daily.SEAT
    ]
    assert his["cards"] == played and len(set(played)) == 8
    [contract] = his["field"]
    [opening] = contract["openings"]
    [line] = opening["lines"]
    assert opening["card"] == played[0] and line["line"] == his["mine"]
    assert all(it["times"] == 2 and it["mine"] for it in (contract, opening, line))
    assert his["best"] == {"line": his["mine"], "cards": played} and his["rank"] == 1
    assert his["preset"] == preset and his["presets"] == list(daily.GAMES)


def test_a_deal_that_ends_even_is_over_and_counts(tmp_path: Path) -> None:
    """In about 3 of 100 both sides write as much; a match would go on to the next deal."""
    noon = datetime(2026, 4, 30, 12, tzinfo=UTC).timestamp()
    with serving_in_process(tmp_path / "rebelote.sqlite", wrong=noon - time.time()) as server:
        in_the_file(server, "INSERT INTO secrets VALUES ('daily', ?)", bytes(32))
        for _ in range(200):
            person, end = finished(server, "Anna")
            if person.view["winner"] is None:
                break
            server.pass_time(DAY)
        assert person.view["winner"] is None, "no deal of 200 days ended even"
        assert end["mine"]["marks"] == end["mine"]["others"] > 0
        assert len(set(end["cards"])) == 8
        [secret] = secrets_in(server, person.seated["table"])
        assert not any(secret in frame for frame in person.frames), "others play it today"
        path = "/api/daily"
        assert server.post(path, b"", person.seated["cookie"])[1]["code"] == "played-today"
        with closing(Person(server, person.seated)) as again:
            again.sit()
            for kind, code in (("ready", "match-over"), ("rematch", "played-today")):
                assert again.ask(kind, expect=again.version)["code"] == code
        server.pass_time(DAY)
        cookie = person.seated["cookie"]
        [match, *_] = json.loads(server.get("/api/me/matches", cookie)[1])["matches"]
        assert not match["won"] and match["marks"] == match["others"]
        replay = json.loads(server.get(f"/api/matches/{person.seated['table']}", cookie)[1])
        assert replay["match"] == match["match"] and len(replay["deals"]) == 1


def test_each_game_has_its_own_deal_and_its_own_list(server: Server) -> None:
    cookie = old_account(server, "Berta")
    before = received(server, cookie, f"?preset={COINCHE}")
    finished(server, "Berta", cookie)
    assert received(server, cookie, f"?preset={COINCHE}") == before
    person, after = finished(server, "Berta", cookie, f"?preset={COINCHE}")
    line, view = after["mine"], person.view
    assert (line["marks"], line["others"]) == tuple(view["scores"])
    assert (line["value"], line["stake"]) == tuple(
        view["contract"][it] for it in ("value", "stake")
    )
    assert line["value"] is not None and after["played"] == before["played"] + 1
    assert after["text"].startswith("Rebelote, Coinchée, deal of ")
    assert server.post(f"/api/daily?preset={COINCHE}", b"", cookie)[1]["code"] == "played-today"
    assert received(server, cookie)["mine"]["value"] is None


def test_there_is_no_deal_of_the_day_of_another_game(server: Server) -> None:
    cookie = server.guest("Carl")
    assert received(server, cookie, "?preset=flemish")["preset"] == daily.FIRST
    assert server.post("/api/daily?preset=flemish", b"", cookie)[0] == 404


def test_it_is_played_once(server: Server) -> None:
    person, _ = finished(server, "Cy")
    status, refused = server.post("/api/daily", b"", person.seated["cookie"])
    assert (status, refused["code"]) == (409, "played-today")


def test_what_was_begun_goes_on_at_the_same_table(server: Server) -> None:
    person = begin(server, "Di")
    person.close()
    _, again = server.post("/api/daily", b"", person.seated["cookie"])
    assert again["table"] == person.seated["table"]
    assert received(server, person.seated["cookie"])["table"] == person.seated["table"]


def test_who_asks_many_times_at_once_has_one_table(server: Server) -> None:
    cookie = server.guest("Dan")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: server.post("/api/daily", b"", cookie), range(8)))
    assert {status for status, _ in answers} == {201}
    assert len({seated["table"] for _, seated in answers}) == 1


def test_the_field_is_hidden_before_one_has_played(server: Server) -> None:
    finished(server, "Ed")
    for cookie in ("", server.guest("Flo"), begin(server, "Gus").seated["cookie"]):
        before = received(server, cookie)
        assert before["mine"] is None and before["better_than"] is None
        assert before["field"] == before["cards"] == [] and before["text"] == ""
        assert before["best"] is None and before["rank"] is None


def test_the_result_to_share_says_no_card(server: Server) -> None:
    person, end = finished(server, "Hans")
    text = end["text"]
    assert text.splitlines()[0] == f"Rebelote, deal of {end['date']}"
    tricks, _, marks = text.splitlines()[1].partition(" ")
    assert len(tricks) == 8 and marks[0] in "+−0"
    assert f"{server.url}/#/daily/{daily.FIRST}" in text
    flemish = received(server, person.seated["cookie"], "?lang=nl")["text"]
    assert flemish.startswith("Rebelote, gift van ")
    assert not set("♠♥♦♣") & set(text)


def test_there_is_no_hint_no_watching_and_no_second_match(server: Server) -> None:
    person = begin(server, "Ida")
    onlooker = Person(server, {"table": person.seated["table"], "cookie": server.guest("Jo")})
    onlooker.knock()
    seen = onlooker.receive("update", "refused")
    assert seen["type"] == "refused" or seen["view"] is None
    asked = person.ask("hint", expect=person.version)
    assert asked["type"] == "refused"
    person.play_the_deal_of_the_day()
    assert person.ask("rematch", expect=person.version)["type"] == "refused"


def test_only_dates_that_have_come_are_published(server: Server) -> None:
    assert received(server, query="?date=2026-01-01")["played"] == 0
    for never in ("2999-01-01", "yesterday", "2026-1-1", ""):
        assert server.get(f"/api/daily?date={never}")[0] == 404


def test_who_has_no_name_yet_is_asked_for_one(server: Server) -> None:
    status, refused = server.post("/api/daily", b"", "")
    assert (status, refused["code"]) == (401, "who-are-you")


def test_the_deal_does_not_follow_from_what_is_published(server: Server) -> None:
    """Each day has its own secret; what is published of a deal is none of the server's."""
    person, _ = finished(server, "Kim")
    assert any(event["event"] == "pack_sealed" for event in person.events)
    with looking_into(server.database) as database:
        [[kept]] = database.execute("SELECT value FROM secrets WHERE name = 'daily'").fetchall()
    incoming = " ".join(person.frames)
    assert len(kept) == 32 and kept.hex() not in incoming


@pytest.mark.usefixtures("beginners")
def test_a_deal_that_ended_as_the_server_died_is_kept(tmp_path: Path) -> None:
    server = Server(tmp_path / "rebelote.sqlite")
    server.start()
    person = begin(server, "Lou")
    person.play_the_deal_of_the_day()
    server.kill()
    with looking_into(server.database) as database:
        database.execute("UPDATE daily SET line = NULL")
        database.commit()
    server.start()
    person.sit()
    assert received(server, person.seated["cookie"])["mine"] is not None
    person.close()
    server.stop()


# --- who counts, and what is told before the day is over ------------------------------------------


@pytest.fixture
def place(tmp_path: Path, beginners: None) -> Iterator[InProcess]:
    """Yield a server whose days a test can let pass, at the first hour of one."""
    with serving_in_process(tmp_path / "rebelote.sqlite") as server:
        server.time.advance(DAY - server.time.source.wall() % DAY + 3600)
        yield server


def secrets_in(server: Server, table: str) -> list[str]:
    """Return the secrets of a table's packs, as the file has them."""
    with looking_into(server.database) as database:
        outcome = database.execute("SELECT entry FROM log WHERE table_id = ?", (table,))
        secrets = (json.loads(entry).get("secret") for (entry,) in outcome)
        return [secret for secret in secrets if secret]


def test_the_days_pack_is_secret_before_the_day_is_over(place: InProcess) -> None:
    person, end = finished(place, "Nele")
    table, cookie = person.seated["table"], person.seated["cookie"]
    path = f"/api/tables/{table}/record"
    status, body = place.get(path, cookie)
    assert (status, json.loads(body)["code"]) == (409, "told-tomorrow")
    again = Person(place, person.seated)
    again.sit(since=None)
    answers = [place.get(f"/api/tables/{table}", cookie)[1], place.get("/api/me/export", cookie)[1]]
    said = " ".join([*person.frames, *again.frames, *map(bytes.decode, answers), json.dumps(end)])
    outcome = secrets_in(place, table)
    assert outcome and not any(secret in said for secret in outcome)
    assert not any(event["event"] == "seal_opened" for event in person.events)
    place.time.advance(DAY)
    status, body = place.get(path, cookie)
    assert status == 200 and outcome[-1] in body.decode()


def test_nobody_reviews_a_deal_of_the_day_before_its_day_is_over(place: InProcess) -> None:
    person, _ = finished(place, "Vera")
    other, _ = finished(place, "Wim")
    table, own = person.seated["table"], person.seated["cookie"]
    paths = [f"/api/{kind}/{table}/deals/1/review" for kind in ("tables", "matches")]
    for cookie in (own, other.seated["cookie"], place.guest("Xenia")):
        for path in (*paths, f"/api/matches/{table}"):
            status, body = place.get(path, cookie)
            assert status in (403, 404, 409), body
    place.time.advance(DAY)
    assert place.get(paths[0], own)[0] == 200


def test_a_guest_plays_beside_the_field_and_sees_it(place: InProcess) -> None:
    finished(place, "Olga", old_account(place, "Olga"))
    _, guest = finished(place, "Piet")
    assert guest["mine"] is not None and not guest["counts"]
    assert guest["played"] == 1 and [line["times"] for line in guest["field"]] == [1]
    assert guest["better_than"] is None and guest["rank"] is None
    assert '"mine":true' not in json.dumps(guest["field"], separators=(",", ":"))
    assert guest["best"] is not None and len(guest["cards"]) == 8
    assert len(guest["text"].splitlines()) == 3, "no share in what is shown to others"
    assert received(place)["played"] == 1


def test_an_account_counts_from_the_day_after_it_was_made(place: InProcess) -> None:
    cookie = place.account("Quirine")
    assert not received(place, cookie)["counts"]
    _, first = finished(place, "Quirine", cookie)
    assert (first["counts"], first["played"]) == (False, 0)
    place.time.advance(DAY)
    assert received(place, cookie)["counts"]
    _, second = finished(place, "Quirine", cookie)
    assert (second["counts"], second["played"]) == (True, 1)


def test_what_a_guest_has_played_never_counts_for_an_account(place: InProcess) -> None:
    """Neither logging in nor making an account counts it, and the deal is not played again."""
    old_account(place, "Roos")
    person, _ = finished(place, "Sam")
    form = json.dumps({"name": "Roos", "password": PASSWORD}).encode()
    _, _, headers = place.ask("POST", "/api/login", form, person.seated["cookie"])
    roos = str(headers["set-cookie"]).partition(";")[0]
    after = received(place, roos)
    assert (after["counts"], after["played"]) == (False, 0)
    assert place.post("/api/daily", b"", roos)[1]["code"] == "played-today"
    person, _ = finished(place, "Tom")
    form = json.dumps({"name": "Tommy", "password": PASSWORD}).encode()
    status, _, headers = place.ask("POST", "/api/me/account", form, person.seated["cookie"])
    assert status == 201
    tommy = str(headers["set-cookie"]).partition(";")[0]
    assert (received(place, tommy)["counts"], received(place, tommy)["played"]) == (False, 0)


# --- without a server -----------------------------------------------------------------------------


def test_a_day_is_published_once_it_has_come() -> None:
    assert is_public("2026-11-21", 1_795_219_200.0)
    assert not is_public("2026-11-22", 1_795_219_200.0)


def line(mine: int, theirs: int, contract: str = "H", *, took: bool = True) -> DailyLine:
    return DailyLine(marks=mine, others=theirs, contract=contract, took=took, outcome="made")


def result(mine: int, theirs: int, cards: str = "", contract: str = "H") -> DailyResult:
    return DailyResult(line(mine, theirs, contract), cards=tuple(cards.split()))


def test_the_share_that_was_beaten_counts_equals_half() -> None:
    mine = result(100, 62)
    assert beaten(mine.line, tally([mine])) is None
    others = [result(90, 72), result(162, 0), result(100, 62, "JH"), result(0, 162)]
    field = tally([mine, *others])
    assert beaten(mine.line, field) == 0.625
    assert rank(mine.line, field) == 2
    assert rank(line(162, 0), field) == 1
    assert rank(line(90, 72), field) == 4


def test_the_field_is_a_tree_and_knows_ones_own() -> None:
    mine = result(100, 62, "JH 9H")
    field = tally(
        [
            result(0, 162, "AH JH", "S"),
            mine,
            result(162, 0, "JH AH"),
            result(162, 0, "JH AH"),
            result(0, 162, "7H JH"),
            result(90, 72),
        ]
    )
    hearts, spades = tree(field, mine)
    assert (hearts.contract, hearts.times, hearts.made, hearts.lead, hearts.mine) == (
        "H",
        5,
        4,
        (38 + 162 + 162 - 162 + 18) / 5,
        True,
    )
    assert [(it.card, it.times, it.mine) for it in hearts.openings] == [
        ("JH", 3, True),
        (None, 1, False),
        ("7H", 1, False),
    ]
    assert [(lead(it.line), it.times, it.mine) for it in hearts.openings[0].lines] == [
        (162, 2, False),
        (38, 1, True),
    ]
    assert (spades.made, spades.mine) == (0, False)
    assert not any(it.mine for it in tree(field, None))


def test_a_contract_of_the_others_is_made_when_they_write_more() -> None:
    [theirs] = tree(tally([DailyResult(line(20, 142, took=False))]), None)
    assert (theirs.made, theirs.lead) == (1, -122)


def test_the_best_line_is_one_whose_cards_are_known() -> None:
    assert best(tally([result(162, 0)])) is None
    field = tally([result(162, 0), result(152, 10, "JH 9H"), result(152, 10, "9H JH")])
    outcome = best(field + tally([result(152, 10, "JH 9H")]))
    assert outcome is not None
    assert (outcome.line, outcome.cards) == (line(152, 10), ("JH", "9H"))


def test_a_result_of_an_earlier_release_is_read(tmp_path: Path) -> None:
    """The result has no cards and does not name the player who took."""
    kept = b'{"line":{"marks":90,"others":72,"contract":"H","took":true,"outcome":"made"}}'
    with serving(tmp_path / "rebelote.sqlite") as server:
        person, _ = finished(server, "Uma", old_account(server, "Uma"))
        server.stop()
        with looking_into(server.database) as database:
            database.execute("UPDATE daily SET line = ?", (kept,))
            database.commit()
        server.start()
        end = received(server, person.seated["cookie"])
    assert (end["mine"]["marks"], end["cards"], end["best"]) == (90, [], None)
    [contract] = end["field"]
    assert contract["taker"] is None and contract["openings"][0]["card"] is None


def test_tricks_and_shares_are_drawn() -> None:
    assert marks([True, False, True]) == "■□■"
    assert [stars(share) for share in (None, 0.0, 0.5, 1.0)] == ["", "☆☆☆☆☆", "★★☆☆☆", "★★★★★"]


def test_every_day_has_a_seed_of_its_own_which_stays(tmp_path: Path) -> None:
    from rebelote.server.base.storage.sqlite_store import SqliteStore
    from rebelote.server.features.ratings.results import Results
    from rebelote.server.people.accounts import Accounts
    from rebelote.server.table.lobby import Lobby
    from rebelote.server.table.table_services import TableServices

    async def seeds(store: SqliteStore) -> list[str]:
        lobby = Lobby(TableServices(store=store, accounts=Accounts(store), results=Results(store)))
        days = daily.Daily(store, lobby)
        asked = ("2026-11-21", "2026-11-22", "2026-11-21")
        outcome = [await days.seed(day, daily.FIRST) for day in asked]
        outcome.append(await days.seed("2026-11-21", COINCHE))
        lobby.services.bot_workers.close()
        return outcome

    def once(name: str) -> list[str]:
        store = SqliteStore(str(tmp_path / name))
        outcome = asyncio.run(seeds(store))
        store.close()
        return outcome

    one, two = once("a.sqlite"), once("b.sqlite")
    assert one[0] == one[2] and len(set(one)) == 3 and one == once("a.sqlite")
    assert not set(one) & set(two)
