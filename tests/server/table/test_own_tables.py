"""A person's own tables under way, as another device or a program requests them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from company import four
from http_person import Browser
from in_process import serving_in_process
from server_process import serving


def test_an_account_lists_its_tables_under_way_on_every_device(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Ann")
        ann.sign_up("Anna")
        assert ann.get("/api/me/tables") == []
        with closing(ann.sit(level="beginner", preset="flemish3")) as person:
            person.play_until(lambda view: view["legal"] and view["phase"] == "play")
            table, version = person.seated["table"], person.version
        other = Browser(server)
        other.log_in("Anna")
        (own,) = other.get("/api/me/tables")
        assert (own["table"], own["seat"], own["to_act"]) == (table, 0, True)
        assert own["version"] >= version and own["rules"]["preset"] == "flemish3"
        assert own["scores"] == [0, 0, 0] and own["players"][0]["name"] == "Anna"
        server.kill()
        server.start()
        assert other.get("/api/me/tables")[0]["table"] == table


def test_only_tables_where_one_plays_are_listed(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann, bea = Browser(server, "Ann"), Browser(server, "Bea")
        one_deal = {"level": "beginner", "preset": "french", "options": {"end_deals": 1}}
        with closing(ann.sit(**one_deal)) as person:
            person.play_until(lambda view: view["phase"] == "match_over")
        with closing(ann.sit(begin=False)):
            assert ann.get("/api/me/tables") == [], "one is over, the other has not begun"
        with closing(ann.sit(**one_deal)) as person:
            (own,) = ann.get("/api/me/tables")
            assert own["table"] == person.seated["table"] and bea.get("/api/me/tables") == []
            assert person.ask("stand")["type"] == "ack"
            assert ann.get("/api/me/tables") == []


def test_own_tables_wait_for_the_seat_that_is_to_act(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        people = four(server)
        waits = []
        for person in people:
            browser = Browser(server)
            browser.cookie = person.seated["cookie"]
            (own,) = browser.get("/api/me/tables")
            waits.append(own["to_act"])
            assert own["seat"] == person.update["you"]
        assert sorted(waits) == [False, False, False, True]
