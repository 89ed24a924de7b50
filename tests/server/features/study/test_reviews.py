"""Reviews of deals that are over: made once, and only for those who may read the deal."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from databases import looking_into
from http_person import Browser, in_the_file
from server_process import Person, Server, serving
from waiting import AT_LEISURE, until

from rebelote.analysis.opinion import Opinion, opinion
from rebelote.analysis.report import DealReport
from rebelote.analysis.review import review_deal
from rebelote.rules.codec import decode_hook
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.schemas import encode
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.study import work
from rebelote.server.features.study.reviews import (
    FIRST_MATCHES,
    ActionId,
    DealId,
    Opinions,
    ReviewQueue,
)

PLAYED = (
    "INSERT INTO played (table_id, version, seat, person, preset, ended, rated, won, marks, "
    "others) VALUES (?, ?, 0, ?, 'bga', 0, FALSE, TRUE, 1, 0)"
)
TWO_DEALS = {"level": "beginner", "preset": "bga", "options": {"end_deals": 2}}


def address(person: Person, later: int = 0) -> str:
    """Return the path of the review of the deal that is over, or of a later one."""
    deal = person.view["deal_number"] + later
    return f"/api/tables/{person.seated['table']}/deals/{deal}/review"


def reviewed(by: Browser, path: str) -> dict[str, Any]:
    def review() -> dict[str, Any]:
        received: dict[str, Any] = by.get(path)
        assert received["ahead"] >= 0 and 0 <= received["done"] <= 1
        return received["reviewed"] or {}

    return until(review, every=AT_LEISURE)


def after_one_deal(by: Browser, **terms: Any) -> Person:
    """Return a person at a table whose first deal is over, and whose match is not."""
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


def test_a_review_is_made_once(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        person = after_one_deal(wanda)
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
        result = wanda.code("GET", f"/api/tables/{person.seated['table']}/deals/{deal}/review", 400)
        assert result == "malformed"


def test_a_match_that_has_ended_is_reviewed_for_those_who_may_read_it(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(wanda.sit(**TWO_DEALS, terms={"watch": "none"})) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        table, deal = person.seated["table"], person.view["deal_number"]
        sql = "SELECT max(version) FROM played WHERE table_id = ?"
        path = f"/api/matches/{table}-{in_the_file(server, sql, table)[0][0]}/deals/{deal}/review"
        assert reviewed(wanda, path) == reviewed(wanda, address(person))
        assert reviewed(wanda, f"/api/matches/{table}/deals/{deal}/review")  # its last match
        assert other.code("GET", path, 403) == "private-match"


def opinion_on(by: Browser, path: str) -> dict[str, Any]:
    """Wait for the master's opinion, and return it."""
    result: dict[str, Any] = until(lambda: by.get(path)["opinion"], every=AT_LEISURE)
    return result


def test_a_master_says_what_it_would_have_done_at_each_call_and_card(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(after_one_deal(wanda, terms={"watch": "none"})) as person:
        path = address(person)
        decisions = reviewed(wanda, path)["report"]["decisions"]
        ask = path.removesuffix("review") + "actions/{}/opinion"
        numbers = [decisions[0]["number"], decisions[-1]["number"], decisions[-9]["number"]]
        for number in numbers:
            result = opinion_on(wanda, ask.format(number))
            _, text = server.get(f"/api/tables/{person.seated['table']}/record", wanda.cookie)
            record = Record.parse(text.decode())
            own = opinion(record, person.view["deal_number"], number)
            assert msgspec.convert(result, Opinion, dec_hook=decode_hook, strict=False) == own
        assert opinion_on(wanda, ask.format(numbers[1]))["thought"]["code"] == "only"
        assert other.code("GET", ask.format(numbers[0]), 403) == "not-yours"
        assert wanda.code("GET", ask.format(900), 400) == "malformed"
        later = address(person, 1).removesuffix("review") + "actions/0/opinion"
        assert wanda.code("GET", later, 409) == "deal-not-over"


def test_opinions_are_given_on_a_match_that_has_ended(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(wanda.sit(**TWO_DEALS, terms={"watch": "none"})) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        table, deal = person.seated["table"], person.view["deal_number"]
        sql = "SELECT max(version) FROM played WHERE table_id = ?"
        match = f"/api/matches/{table}-{in_the_file(server, sql, table)[0][0]}"
        last = reviewed(wanda, address(person))["report"]["decisions"][-1]["number"]
        path = f"{match}/deals/{deal}/actions/{last}/opinion"
        assert opinion_on(wanda, path)["same"] is True
        assert other.code("GET", path, 403) == "private-match"


def test_opinions_that_were_asked_for_longest_ago_are_forgotten_and_refusals_at_once() -> None:
    text = (Path(__file__).parents[3] / "games" / "swept.txt").read_text()
    last = len([step for step in Record.parse(text).steps() if step.before.number == 1]) - 1

    async def ask() -> int:
        with closing(Worker(9)) as worker:
            kept = Opinions(ReviewQueue(worker, Limits()), most=2)
            for number in (last, last - 1, last - 2, last - 1):
                await kept.on(ActionId(DealId("AAAAAAAAAAAA", 1, 1), number), text, None)
            with pytest.raises(IllegalActionError, match="malformed"):
                await kept.on(ActionId(DealId("AAAAAAAAAAAA", 1, 1), last + 1), text, None)
            return len(kept)

    assert asyncio.run(ask()) == 1


def test_a_person_who_has_ended_few_matches_is_a_newcomer(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(after_one_deal(wanda)) as person:
        path = address(person)
        reviewed(wanda, path)
        assert wanda.get(path)["newcomer"] is True
        for match in range(FIRST_MATCHES):
            assert wanda.get(path)["newcomer"] is True
            in_the_file(server, PLAYED, "BBBBBBBBBBBB", match, wanda.me["id"])
        assert wanda.get(path)["newcomer"] is False


def test_nothing_of_the_deal_in_play_is_reviewed(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(wanda.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "play")
        assert wanda.code("GET", address(person), 409) == "deal-not-over"


def test_progress_is_reported_while_a_review_is_made() -> None:
    text = (Path(__file__).parents[3] / "games" / "swept.txt").read_text()
    reported: list[float] = []

    class Shared:
        value = property(lambda self: reported[-1], lambda self, done: reported.append(done))

    work.share_progress(Shared())
    assert json.loads(work.reviewed(text, 1))["report"]["number"] == 1
    assert reported[0] == 0 and reported[-1] == 1
    assert reported == sorted(reported) and len(reported) > 10


def made_here(by: Browser, person: Person) -> DealReport:
    """Make the review of the deal that is over from its record, as the reader's device does."""
    _, text = by.server.get(f"/api/tables/{person.seated['table']}/record", by.cookie)
    return review_deal(Record.parse(text.decode()), person.view["deal_number"])


def test_nothing_is_begun_for_who_asks_only_for_a_stored_review(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(after_one_deal(wanda)) as person:
        path = address(person)
        first, again = (wanda.get(f"{path}?only_kept=true") for _ in range(2))
        assert first == again
        assert (first["reviewed"], first["seconds"], first["newcomer"]) == (None, 0, True)
        assert wanda.code("GET", f"{address(person, 1)}?only_kept=true", 409) == "deal-not-over"
        result = reviewed(wanda, path)
        assert wanda.get(f"{path}?only_kept=true")["reviewed"] == result


def test_a_review_of_a_device_is_shown_to_its_person_and_to_nobody_else(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(after_one_deal(wanda)) as person:
        path, report = address(person), made_here(wanda, person)
        wanda.post(path, 204, report=encode(report).decode())
        mine = wanda.get(f"{path}?only_kept=true")["reviewed"]
        assert other.get(f"{path}?only_kept=true")["reviewed"] is None
        assert mine == reviewed(other, path), "the server makes the same"


def test_a_review_of_a_device_that_contradicts_the_record_is_refused(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    with closing(after_one_deal(wanda)) as person:
        path, report = address(person), made_here(wanda, person)
        first, *rest = sorted(report.decisions, key=lambda each: each.kind != "best")
        for changed in (
            msgspec.structs.replace(first, number=first.number + 1),
            msgspec.structs.replace(first, number=999),
            msgspec.structs.replace(first, action="AS"),
            msgspec.structs.replace(first, loss_known=-1.0),
            msgspec.structs.replace(first, kind="decisive"),
            msgspec.structs.replace(first, call=True, forced=False, advised=("nonsense",)),
        ):
            wrong = msgspec.structs.replace(report, decisions=(changed, *rest))
            assert wanda.code("POST", path, 400, report=encode(wrong).decode()) == "malformed"
        wrong = msgspec.structs.replace(report, marks=(0, 0))
        assert wanda.code("POST", path, 400, report=encode(wrong).decode()) == "malformed"
        assert wanda.code("POST", path, 400, report="nothing") == "malformed"
        later = address(person, 1)
        assert wanda.code("POST", later, 409, report=encode(report).decode()) == "deal-not-over"
        assert wanda.get(f"{path}?only_kept=true")["reviewed"] is None
