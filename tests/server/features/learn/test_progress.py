"""Completed lessons, which follow a person to other devices and end in a badge."""

from __future__ import annotations

from http_person import Browser
from in_process import InProcess, serving_in_process

from rebelote.learn.lessons import all_stored_names
from rebelote.server.features.learn.progress import FIRST_COURSE, MOST, known

PATH = "/api/me/lessons"
SERVING = serving_in_process
BELA = [names[0] for names in all_stored_names("bela")]


def test_what_was_done_on_two_devices_is_put_together(server: InProcess) -> None:
    ann, phone = Browser(server, "Ann"), Browser(server, "Ann too")
    ann.sign_up("Ann of the lessons")
    assert ann.ask("PUT", PATH, 200, {"done": [BELA[0], "of a later page"]}) == {"done": [BELA[0]]}
    assert phone.ask("PUT", PATH, 200, {"done": ["deal"]}) == {"done": ["deal"]}
    phone.log_in("Ann of the lessons")
    assert phone.ask("PUT", PATH, 200, {"done": []})["done"] == sorted([BELA[0], "deal"])
    both = sorted([BELA[0], "deal", BELA[1]])
    assert phone.ask("PUT", PATH, 200, {"done": [BELA[1]]})["done"] == both
    assert {row["lesson"] for row in ann.get("/api/me/export")["lessons_done"]} == set(both)


def test_a_whole_course_is_a_badge_and_half_of_it_is_none(server: InProcess) -> None:
    bea = Browser(server, "Bea")
    path = f"/api/people/{bea.me['id']}/badges"
    bea.ask("PUT", PATH, 200, {"done": [*BELA[1:], "baloot/trick"]})
    assert bea.get(path)["badges"] == []
    bea.ask("PUT", PATH, 200, {"done": [BELA[0]]})
    [badge] = bea.get(path)["badges"]
    assert (badge["kind"], badge["count"], badge["next"]) == ("lessons", 1, None)


def test_the_course_as_it_was_first_stored_is_a_badge_still(server: InProcess) -> None:
    old = Browser(server, "Olga")
    old.ask("PUT", PATH, 200, {"done": list(FIRST_COURSE)})
    [badge] = old.get(f"/api/people/{old.me['id']}/badges")["badges"]
    assert badge["kind"] == "lessons"


def test_all_lessons_of_all_courses_fit_in_a_message(server: InProcess) -> None:
    every = sorted(known())
    assert len(every) <= MOST
    assert Browser(server, "Dot").ask("PUT", PATH, 200, {"done": every})["done"] == every


def test_what_no_page_sends_is_refused(server: InProcess) -> None:
    cid = Browser(server, "Cid")
    cid.ask("PUT", PATH, 400, {"done": ["x" * 49]})
    cid.ask("PUT", PATH, 400, {"done": ["trick"] * (MOST + 1)})
    assert Browser(server).code("PUT", PATH, 401, done=[]) == "who-are-you"
