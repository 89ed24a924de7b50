"""Reviews of deals that are over: made once, and of no deal that one may not read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from databases import looking_into
from http_person import Browser, in_the_file
from server_process import Person, Server, serving
from waiting import until

from rebelote.analysis.report import DealReport
from rebelote.analysis.review import review_deal
from rebelote.rules.codec import decode_hook
from rebelote.rules.record import Record
from rebelote.server.tables import review_export

TWO_DEALS = {"level": "beginner", "preset": "bga", "options": {"end_deals": 2}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "log.sqlite") as server:
        yield server


def address(person: Person, later: int = 0) -> str:
    """Of the deal that is over, or one so many later."""
    deal = person.view["deal_number"] + later
    return f"/api/tables/{person.seated['table']}/deals/{deal}/review"


def reviewed(by: Browser, path: str) -> dict[str, Any]:
    """The review, once it is made."""

    def review() -> dict[str, Any]:
        told: dict[str, Any] = by.get(path)
        assert told["ahead"] >= 0 and 0 <= told["done"] <= 1
        return told["reviewed"] or {}

    return until(review)


def after_one_deal(by: Browser, **terms: Any) -> Person:
    """Somebody at a table whose first deal is over, and whose match is not."""
    person = by.sit(**TWO_DEALS, **terms)
    person.play_until(lambda view: view["phase"] == "deal_over")
    return person


def test_a_deal_is_reviewed_before_the_next_one(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(after_one_deal(wanda)) as person:
        report = reviewed(wanda, address(person))["report"]
        _, text = server.get(f"/api/tables/{person.seated['table']}/record", wanda.cookie)
        own = review_deal(Record.parse(text.decode()), person.view["deal_number"])
        assert msgspec.convert(report, DealReport, dec_hook=decode_hook, strict=False) == own
        choices = {each["choice"] for each in report["decisions"] if each.get("call")}
        assert choices <= reviewed(wanda, address(person))["calls"].keys()
        assert wanda.code("GET", address(person, 1), 409) == "deal-not-over"


def test_a_review_is_made_once(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(after_one_deal(wanda)) as person:
        path, report = address(person), reviewed(wanda, address(person))
        server.stop()
        with looking_into(server.database) as file:
            ((kept, revision),) = file.execute("SELECT report, revision FROM deal_reviews")
            assert json.loads(bytes(kept)) == report
            changed = json.dumps({**report, "calls": {}}).encode()
            file.execute("UPDATE deal_reviews SET report = ?", (changed,))
        server.start()
        assert reviewed(wanda, path)["calls"] == {}, "it was made again"
        server.stop()
        with looking_into(server.database) as file:
            file.execute("UPDATE deal_reviews SET revision = ?", (revision - 1,))
        server.start()
        assert reviewed(wanda, path) == report, "one of an older revision was shown"


def test_only_who_may_read_the_record_is_shown_the_review(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(after_one_deal(wanda, terms={"watch": "none"})) as person:
        assert other.code("GET", address(person), 403) == "not-yours"
        reviewed(wanda, address(person))
        assert other.code("GET", address(person), 403) == "not-yours"
    assert wanda.code("GET", "/api/tables/AAAAAAAAAAAA/deals/1/review", 404) == "no-such-table"
    for deal in ("0", "1000"):
        found = wanda.code("GET", f"/api/tables/{person.seated['table']}/deals/{deal}/review", 400)
        assert found == "malformed"


def test_a_match_that_has_ended_is_reviewed_for_whoever_may_read_it(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(wanda.sit(**TWO_DEALS, terms={"watch": "none"})) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        table, deal = person.seated["table"], person.view["deal_number"]
        sql = "SELECT max(version) FROM played WHERE table_id = ?"
        path = f"/api/matches/{table}-{in_the_file(server, sql, table)[0][0]}/deals/{deal}/review"
        assert reviewed(wanda, path) == reviewed(wanda, address(person))
        assert other.code("GET", path, 403) == "private-match"


def test_nothing_of_the_deal_in_play_is_reviewed(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(wanda.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "play")
        assert wanda.code("GET", address(person), 409) == "deal-not-over"


def test_progress_is_told_while_it_is_made() -> None:
    text = (Path(__file__).parents[2] / "games" / "swept.txt").read_text()
    told: list[float] = []

    class Told:
        value = property(lambda self: told[-1], lambda self, done: told.append(done))

    review_export.share_progress(Told())  # type: ignore[arg-type]
    assert json.loads(review_export.reviewed(text, 1))["report"]["number"] == 1
    assert told[0] == 0 and told[-1] == 1 and told == sorted(told) and len(told) > 10
