"""Lessons that a person has done follow the person to other devices, and end in a badge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from http_person import Browser
from in_process import InProcess, serving_in_process

from rebelote.server.learn.progress import COURSE, known

PATH = "/api/me/lessons"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    with serving_in_process(tmp_path_factory.mktemp("lessons") / "log.sqlite") as server:
        yield server


def test_what_was_done_on_two_devices_is_put_together(server: InProcess) -> None:
    ann, phone = Browser(server, "Ann"), Browser(server, "Ann too")
    ann.sign_up("Ann of the lessons")
    assert ann.ask("PUT", PATH, 200, {"done": [COURSE[0], "of a later page"]}) == {
        "done": [COURSE[0]]
    }
    assert phone.ask("PUT", PATH, 200, {"done": ["deal"]}) == {"done": ["deal"]}
    phone.log_in("Ann of the lessons")
    assert phone.ask("PUT", PATH, 200, {"done": []})["done"] == sorted([COURSE[0], "deal"])
    both = sorted([COURSE[0], "deal", COURSE[1]])
    assert phone.ask("PUT", PATH, 200, {"done": [COURSE[1]]})["done"] == both
    assert {row["lesson"] for row in ann.get("/api/me/export")["lessons_done"]} == set(both)


def test_the_whole_course_is_a_badge_and_half_of_it_is_none(server: InProcess) -> None:
    bea = Browser(server, "Bea")
    path = f"/api/people/{bea.me['id']}/badges"
    bea.ask("PUT", PATH, 200, {"done": [*COURSE[1:], *(known() - set(COURSE))]})
    assert bea.get(path)["badges"] == []
    bea.ask("PUT", PATH, 200, {"done": list(COURSE)})
    [badge] = bea.get(path)["badges"]
    assert (badge["kind"], badge["count"], badge["next"]) == ("lessons", len(COURSE), None)


def test_what_no_page_sends_is_refused(server: InProcess) -> None:
    cid = Browser(server, "Cid")
    cid.ask("PUT", PATH, 400, {"done": ["x" * 21]})
    cid.ask("PUT", PATH, 400, {"done": ["trick"] * 41})
    assert Browser(server).code("PUT", PATH, 401, done=[]) == "who-are-you"
