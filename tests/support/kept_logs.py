"""Logs of tournaments, clubs, shared replays and days, made at a real server and kept for ever.

    PYTHONPATH=src:tests/support python tests/support/kept_logs.py

writes `logs/KIND/vN` for each kind whose version has no folder yet: one line of JSON for each row
of the database, and beside it the state to which the rows lead.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from digests import at_full_cost
from evenings_on_server import Evening, Online, scored
from http_person import Browser
from in_process import InProcess, serving_in_process
from kept_club import digest
from looking_together import Reader, after, first_lead, played
from server_process import Person

from rebelote.server.features.daily.field import FORM
from rebelote.server.features.shared_replays import replay as shared_replay
from rebelote.server.features.tournament.stored import CLUB_FORM, TOURNAMENT_FORM
from rebelote.tournament.clubs import founded
from rebelote.tournament.state import replayed

LOGS = Path(__file__).parents[1] / "logs"
Rows = Sequence[Sequence[Any]]


def evening(rows: Rows) -> Any:
    """Return the evening that the rows of its log lead to."""
    return replayed(TOURNAMENT_FORM.decode(line) for *_, line in rows)


def club(rows: Rows) -> Any:
    """Return the club that the rows of its log lead to, in the words of the first release."""
    made = msgspec.to_builtins(founded(CLUB_FORM.decode(line) for *_, line in rows))
    for season in made["seasons"]:
        season["events"] = season.pop("tournaments")
    return made


def together(rows: Rows) -> Any:
    """Return the moves and comments that the rows of a shared replay lead to."""
    tree = shared_replay.Tree()
    for number, person, line in rows:
        tree.add(number, person, shared_replay.FORM.decode(line))
    return {"last": rows[-1][0], "moves": tree.moves, "comments": tree.comments}


def days(rows: Rows) -> Any:
    """Return the results that the rows of a day hold."""
    return [FORM.decode(line) for (line,) in rows]


MADE: Mapping[str, tuple[int, Callable[[Rows], Any]]] = {
    "tournaments": (1, evening),
    "clubs": (1, club),
    "shared-replays": (1, together),
    "days": (1, days),
}
"""The version of each kind of log, and the state that rows make."""


def made_of(kind: str, rows: Rows) -> Any:
    """Return the state that rows lead to, as plain JSON."""
    return json.loads(msgspec.json.encode(MADE[kind][1](rows)))


def rows_of(log: Path) -> list[list[Any]]:
    """Return the rows of a kept log."""
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


# --- what is played -------------------------------------------------------------------------------


def in_a_hall(by: Browser) -> str:
    """Enter everything that a secretary can enter."""
    house = {"house": {"rounding": "none", "undertrump": "free"}, "prizes": ["a ham"]}
    evening = Evening(by, "", "Tuesday", bye=100)
    evening.enter({"entry": "format-changed", "format": {"deals": 12, "rounds": 4, **house}})
    evening.teams("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo", "Ida and Jo")
    evening.enter({"entry": "renamed", "team": 1, "name": "Ann & Bob", "players": ["Ann", "Bob"]})
    evening.enter({"entry": "left", "team": 5})
    evening.draw("four hearts")
    evening.enter({"entry": "draw-undone"})
    evening.enter({"entry": "returned", "team": 5}, {"entry": "left", "team": 4})
    evening.draw("three diamonds")
    evening.enter(scored(1, 1, 1000, 944), scored(1, 2, 900, 1044))
    evening.enter({"entry": "cleared", "round": 1, "game": 2})
    evening.enter({"entry": "forfeited", "round": 1, "game": 2, "side": 0})
    evening.enter({"entry": "penalised", "team": 2, "points": 50, "reason": "late"})
    evening.draw("three diamonds again")
    keys = evening.keys(2)
    by.post(f"{evening.here}/game", 200, key=keys[0][0], own=1000, other=944)
    return evening.event


def online(server: InProcess) -> str:
    """Play a round at tables of the server, and send a person out."""
    online = Online(server, "Iris", "Jo", "Kim", "Lou")
    online.draw()
    online.bots_finish()
    online.enter({"entry": "sent-out", "team": 4, "player": 0})
    return online.event


def a_club(by: Browser) -> str:
    """Enter everything that a club can enter."""
    club: str = by.post("/api/clubs", 201, name="The Owls")["club"]
    here = f"/api/clubs/{club}"
    rule = {"who": "teams", "counts": "places", "places": [5, 3, 1], "best": 4, "promoted": 1}
    event = by.post("/api/club", 201, name="Tuesday", format={}, club=club)["event"]
    season = {"season": 1, "name": "2026", "rule": rule, "events": [event]}
    for entry in (
        {"entry": "club-renamed", "name": "The Owlets"},
        {"entry": "member-added", "name": "Ann"},
        {"entry": "member-changed", "member": 1, "name": "Anna", "also": ["Ann"]},
        {"entry": "season-opened", "name": "2025", "rule": rule},
        {"entry": "season-changed", **season},
    ):
        version = by.get(here)["version"]
        by.post(f"{here}/entries", 200, version=version, entries=[entry])
    return club


def looked_at(server: InProcess, by: Browser) -> str:
    """Try moves and comment on them together, and take some back."""
    match = played(by)
    replay: str = by.post("/api/shared-replays", 201, match=match)["replay"]
    lead = first_lead(server, match)
    with closing(Reader(server, by)) as ann, closing(Reader(server, Browser(server, "Bea"))) as bea:
        ann.open(replay)
        bea.open(replay)
        words, number = list[str](), 0
        for reader in (ann, bea, ann):
            words.append(after(server, match, lead, *words)["choices"][0]["word"])
            place = {"parent": number} if number else {"deal": 1, "step": lead}
            number = reader.do("try_move", word=words[-1], **place)["version"]
        bea.do("comment_on", text="why not the ace?", move=number)
        ann.do("comment_on", text="so?", deal=1, step=lead)
        ann.do("withdraw", number=number)
        bea.do("comment_on", text="it fell later", move=1)
    return replay


def play_days(server: InProcess, by: Browser) -> None:
    """Play the deal of the day and that of a league."""
    by.sign_up("Ann Account")
    with closing(sqlite3.connect(server.database)) as file:
        file.execute("UPDATE people SET account_since = 0")
        file.commit()
    by.post("/api/leagues/french/members", 204)
    for path in (
        "/api/daily?preset=french",
        "/api/daily?preset=baloot",
        "/api/leagues/french/deal",
    ):
        seated = by.post(path, 201)
        with closing(Person(server, {**seated, "cookie": by.cookie})) as player:
            player.sit()
            player.play_the_deal_of_the_day()


CLUB = "SELECT number, person, at, line FROM log_entries WHERE log = ? ORDER BY number"
REPLAY = "SELECT number, person, line FROM shared_replay_lines WHERE replay = ? ORDER BY number"
DAYS = (
    "SELECT CAST(line AS TEXT) FROM daily WHERE line IS NOT NULL "
    "UNION ALL SELECT CAST(line AS TEXT) FROM league_lines WHERE line IS NOT NULL"
)


def play(server: InProcess) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Play at everything that keeps a log; return the kind, name and query of each."""
    ann = Browser(server, "Ann")
    kept = [
        ("tournaments", "hall", CLUB, (in_a_hall(ann),)),
        ("tournaments", "online", CLUB, (online(server),)),
        ("clubs", "owls", CLUB, (a_club(ann),)),
        ("shared-replays", "match", REPLAY, (looked_at(server, ann),)),
    ]
    play_days(server, ann)
    return [*kept, ("days", "lines", DAYS, ())]


def keep(kind: str, name: str, rows: Rows) -> None:
    """Write a log and the state that it leads to, and its digests."""
    folder = LOGS / kind / f"v{MADE[kind][0]}"
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    made = json.dumps(made_of(kind, rows), indent=1, ensure_ascii=False)
    (folder / f"{name}.expected.json").write_text(made + "\n", "utf-8")
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = (f"{digest(path)}  {path.name}\n" for path in files)
    (folder / "SHA256SUMS").write_text("".join(sums), "utf-8")


def main() -> None:
    """Play, and keep the logs of every version that has none."""
    new = {
        kind for kind, (version, _) in MADE.items() if not (LOGS / kind / f"v{version}").exists()
    }
    with tempfile.TemporaryDirectory() as folder, at_full_cost():
        with serving_in_process(Path(folder) / "log.sqlite", trusted_proxy="127.0.0.1") as server:
            made = play(server)
        with closing(sqlite3.connect(Path(folder) / "log.sqlite")) as file:
            for kind, name, sql, values in made:
                if kind in new:
                    keep(kind, name, file.execute(sql, values).fetchall())


if __name__ == "__main__":
    main()
