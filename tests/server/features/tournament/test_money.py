"""Entry fees and prizes over HTTP: secretaries see the till, everybody who has won what."""

from __future__ import annotations

from typing import Any

from evenings_on_server import Evening
from http_person import Browser
from in_process import InProcess

NAMES = ("Ann & Bo", "Cé & Dré", "Eva & Fin", "Gus & Ida")
FORMAT: dict[str, Any] = {
    "rounds": 1,
    "fee": 2000,
    "awards": [{"percent": 100}, {"kind": "last", "last": 1, "text": "  a   sausage "}],
}


def test_what_is_paid_is_for_secretaries_and_who_won_for_everybody(server: InProcess) -> None:
    evening = Evening(Browser(server, "Ann"), **FORMAT)
    evening.teams(*NAMES)
    evening.enter(*({"entry": "paid", "team": team, "cents": 2000} for team in (1, 2, 3)))
    till = evening.by.get(f"{evening.here}/money")
    assert (till["paid"], till["due"], till["takings"]) == ([2000, 2000, 2000, 0], 8000, 6000)
    visitor = Browser(server, "Visitor")
    assert visitor.code("GET", f"{evening.here}/money", 403) == "not-a-secretary"
    assert "paid" not in visitor.get(evening.here)["teams"][0]
    evening.draw()
    assert visitor.get(evening.here)["prizes"] == []
    evening.score_all(1)
    first, last = visitor.get(evening.here)["prizes"]
    assert (first["place"], first["cents"]) == (1, 6000)
    assert (last["kind"], last["text"]) == ("last", "a sausage")
    after = evening.by.get(f"{evening.here}/money")
    assert (after["paid_out"], after["left"]) == (6000, 0)


def test_a_class_is_shown_and_undone(server: InProcess) -> None:
    evening = Evening(Browser(server, "Ann"))
    evening.teams(*NAMES)
    evening.enter({"entry": "marked", "team": 2, "marks": ["ladies"]})
    assert [team["marks"] for team in evening.state["teams"]] == [[], ["ladies"], [], []]
    [line] = evening.log("?kind=teams")[:1]
    assert line["about"]["names"] == ["Cé & Dré"]
    evening.by.post(f"{evening.here}/undo", 200, number=line["number"])
    assert evening.state["teams"][1]["marks"] == []
    assert evening.refused(404, {"entry": "paid", "team": 9, "cents": 1}) == "no-such-team"
