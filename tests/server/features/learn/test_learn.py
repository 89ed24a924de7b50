"""Lessons over HTTP."""

from __future__ import annotations

import json
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from server_process import Server

from rebelote.learn import counting, courses, guided
from rebelote.offline import lessons
from rebelote.rules.refusals import REFUSALS


def asked(server: Server, path: str) -> dict[str, object]:
    with urlopen(f"{server.url}/api/learn/{path}") as answer:
        body: dict[str, object] = json.load(answer)
    return body


def test_lessons_deal_and_trainer_are_in_the_requested_language(server: Server) -> None:
    course = asked(server, "flemish?lang=nl")
    assert course["direction"] == "cw"
    assert course["words"] == courses.course("flemish", "nl").words
    deal = asked(server, "french/deal?lang=fr&done=D,JD")
    assert deal["text"] == guided.guided("french", ["D", "JD"], "fr").text
    count = asked(server, "french/count?lang=sv&level=3&seed=5")
    questions = counting.count_deal("french", 3, 5, "sv").questions
    assert [q["text"] for q in count["questions"]] == [q.text for q in questions]  # type: ignore[attr-defined]


def test_the_page_without_a_network_sends_what_the_server_sends(server: Server) -> None:
    for path, of, more in (
        ("french?lang=sv", "course", {"language": "sv"}),
        ("french/deal?lang=nl&done=D,JD", "deal", {"language": "nl", "done": ["D", "JD"]}),
        ("french/count?lang=fr&level=2&seed=7", "count", {"language": "fr", "level": 2, "seed": 7}),
    ):
        here = json.loads(lessons.answer(json.dumps({"of": of, "preset": "french", **more})))
        assert here == {"answer": asked(server, path)}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("flemish3", "no-such-page"),
        ("french/deal?done=D,AS", "not-your-card"),
        ("french/deal?done=what", "malformed"),
        ("french/count?level=9", "malformed"),
        ("french/count?seed=-1", "malformed"),
    ],
)
def test_what_is_not_taught_is_refused_in_a_sentence(server: Server, path: str, code: str) -> None:
    with pytest.raises(HTTPError) as refused:
        asked(server, path)
    problem = json.load(refused.value)
    assert problem["code"] == code
    assert problem["code"] in REFUSALS
