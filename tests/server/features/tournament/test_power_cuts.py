"""The power is cut after each step of an evening: what was answered is there at the next start."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evenings_on_server import Evening, scored
from http_person import Browser
from in_process import serving_in_process

NAMES = ("Ann & Bo", "Cé & Dré", "Eva & Filip", "Gus & Hanne", "Ida & Jo")
PRIZES: dict[str, Any] = {
    "fee": 1000,
    "fund": 50,
    "prizes": ["a ham", "a hen"],
    "awards": [{"kind": "best-game", "percent": 100}],
}


def steps(evening: Evening) -> list[tuple[str, Callable[[], Any]]]:
    """List what a secretary and the tables do from the first name to the prizes."""

    def undo() -> None:
        evening.by.post(f"{evening.here}/undo", 200, number=evening.log()[0]["number"])

    def seats() -> None:
        first, second = (game["sides"] for game in evening.state["rounds"][0]["games"])
        evening.by.post(
            f"{evening.here}/seats",
            200,
            version=evening.version,
            how="exchange",
            reason="wrong table",
            round=1,
            teams=[first[0][0], second[0][0]],
            results="clear",
        )

    def from_phone(side: int) -> None:
        key = evening.keys(1)[0][side]
        own = (1000, 944)[side]
        evening.by.post(f"{evening.here}/game", 200, key=key, own=own, other=1944 - own)

    return [
        ("names", lambda: evening.teams(*NAMES)),
        ("paid", lambda: evening.enter({"entry": "paid", "team": 1, "cents": 1000})),
        ("draw", evening.draw),
        ("score by a phone", lambda: from_phone(0)),
        ("score confirmed", lambda: from_phone(1)),
        ("score at the desk", lambda: evening.enter(scored(1, 2, 1100, 844))),
        ("reseated", seats),
        ("undone", undo),
        ("entered again", lambda: evening.score_all(1)),
        ("second draw", lambda: evening.draw("four clubs")),
        ("standing", lambda: evening.score_all(2)),
        ("penalty", lambda: evening.enter({"entry": "penalised", "team": 1, "points": 50})),
        ("marked", lambda: evening.enter({"entry": "marked", "team": 2, "marks": ["ladies"]})),
    ]


def seen(evening: Evening) -> Any:
    """Return all that a secretary sees: evening and standing, money and prizes, the log."""
    state = {**evening.state, "now": 0.0}
    return state, evening.by.get(f"{evening.here}/money"), evening.log()


def test_a_power_cut_after_any_step_of_an_evening_loses_nothing(tmp_path: Path) -> None:
    cuts: list[tuple[str, Path, Any]] = []
    with serving_in_process(tmp_path / "log.sqlite") as server:
        evening = Evening(Browser(server, "Ann"), rounds=2, draw="lots", **PRIZES)
        for name, step in steps(evening):
            step()
            at = tmp_path / str(len(cuts))
            at.mkdir()
            for file in tmp_path.glob("log.sqlite*"):
                if not file.name.endswith(".serving"):
                    shutil.copy2(file, at)
            cuts.append((name, at / "log.sqlite", seen(evening)))
    for name, database, before in cuts:
        with serving_in_process(database) as again:
            evening.by.server = again
            assert seen(evening) == before, name
