"""Names of people in evenings on the server: shown as they are now, erased everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest
from databases import looking_into
from evenings_on_server import Online, scored
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.tournament import entries, people

TEAMS = {"entrants": "teams", "rounds": 2}
SERVING = serving_in_process


class Story:
    """An evening with Zeb, who has another name later, and Yara, a partner."""

    def __init__(self, server: InProcess, word: str) -> None:
        self.first, self.last = f"Oldok{word[:15]}", f"Newok{word[:15]}"
        self.online = Online(server, **TEAMS)
        self.zeb, self.yara = Browser(server, self.first), Browser(server, "Yara")

    def join(self, who: Browser, partner: int = 0) -> None:
        who.post(f"{self.online.here}/players", 200, partner=partner)

    def leave(self, who: Browser) -> None:
        who.ask("DELETE", f"{self.online.here}/players", 200)

    def rename(self) -> None:
        self.zeb.ask("PUT", "/api/me/name", 200, {"name": self.last})

    def answers(self) -> str:
        """Return everything that the evening says to its secretary, a player and a stranger."""
        online, paths = self.online, ("", "/players", "/log", "/log?kind=teams", "?hall=true")
        said = [online.by.get(online.here + path) for path in paths]
        said += [self.yara.get(path) for path in (online.here, "/api/me/export")]
        return json.dumps(said, ensure_ascii=False)


def alone(story: Story) -> None:
    story.join(story.zeb)
    story.rename()


def with_a_partner(story: Story) -> None:
    story.join(story.zeb)
    story.rename()
    story.join(story.yara, partner=1)


def as_a_partner(story: Story) -> None:
    story.join(story.yara)
    story.join(story.zeb, partner=1)
    story.rename()


def gone_as_a_partner(story: Story) -> None:
    as_a_partner(story)
    story.leave(story.zeb)


def gone_from_a_partner(story: Story) -> None:
    with_a_partner(story)
    story.leave(story.zeb)


def gone_and_back(story: Story) -> None:
    story.join(story.zeb)
    story.leave(story.zeb)
    story.join(story.zeb)
    story.rename()


def renamed_by_the_secretary(story: Story) -> None:
    with_a_partner(story)
    names = [story.last, "Yara"]
    for name in (f"{story.last} & Yara", "Champions"):
        story.online.enter({"entry": "renamed", "team": 1, "name": name, "players": names})
    [team] = story.online.state["teams"]
    assert (team["name"], team["players"]) == ("Champions", names)


def undone(story: Story) -> None:
    with_a_partner(story)
    number = story.online.version
    story.online.by.post(f"{story.online.here}/undo", 200, number=number)
    assert [team["name"] for team in story.online.state["teams"]] == [story.last]


def after_a_draw(story: Story) -> None:
    with_a_partner(story)
    for name in ("Ann", "Bo"):
        story.join(Browser(story.online.server, name))
    story.online.draw()
    story.online.enter(
        scored(1, 1, 100, 62), {"entry": "penalised", "team": 1, "points": 10, "reason": "late"}
    )
    story.online.enter({"entry": "cleared", "round": 1, "game": 1})
    story.online.enter({"entry": "forfeited", "round": 1, "game": 1, "side": 0})
    story.leave(story.zeb)


STORIES: tuple[Callable[[Story], None], ...] = (
    alone,
    with_a_partner,
    as_a_partner,
    gone_as_a_partner,
    gone_from_a_partner,
    gone_and_back,
    renamed_by_the_secretary,
    undone,
    after_a_draw,
)


def in_files(server: InProcess, *traces: str) -> list[str]:
    """Return the words that are in a file of the database."""
    files = server.database.parent.iterdir()
    content = b"".join(file.read_bytes() for file in files if file.is_file())
    return [trace for trace in traces if trace.encode() in content]


@pytest.mark.sqlite
@pytest.mark.parametrize("happen", STORIES, ids=lambda story: story.__name__)
def test_no_name_of_an_erased_player_is_left_anywhere(
    server: InProcess, happen: Callable[[Story], None]
) -> None:
    story = Story(server, happen.__name__.replace("_", ""))
    happen(story)
    story.zeb.ask("DELETE", "/api/me", 204, {})
    for name in (story.first, story.last):
        assert name not in story.answers()
    assert in_files(server, story.first, story.last, story.zeb.me["id"]) == []


def test_a_name_is_shown_as_it_is_now(server: InProcess) -> None:
    story = Story(server, "shown")
    with_a_partner(story)
    said = story.answers()
    assert f"{story.last} & Yara" in said and story.first not in said
    lines = in_the_file(server, "SELECT line FROM log_entries WHERE log = ?", story.online.event)
    assert not any(story.last in line or story.first in line for (line,) in lines)


def test_a_reference_is_no_name_that_can_be_typed(server: InProcess) -> None:
    online = Online(server, "Ann", **TEAMS)
    name = people.reference(online.players[0].me["id"])
    assert online.refused(422, {"entry": "renamed", "team": 1, "name": name}) == "bad-title"
    long = {"entry": "renamed", "team": 1, "name": "A" * 61}
    assert online.refused(422, long) == "bad-title"


def test_an_account_that_a_guest_becomes_is_named_in_the_log(server: InProcess) -> None:
    account, guest = Browser(server), Browser(server, "Gustave")
    account.sign_up("Accountant")
    online = Online(server, **TEAMS)
    guest.post(f"{online.here}/players", 200, partner=0)
    guest.log_in("Accountant")
    assert [team["name"] for team in online.state["teams"]] == ["Accountant"]


# --- logs of before -------------------------------------------------------------------------------


def copied(server: InProcess, online: Online, *lines: tuple[Browser, entries.Entry]) -> None:
    """Write entries as releases before did: with the names that people had."""

    with looking_into(server.database) as file:
        for number, (person, entry) in enumerate(lines, 2):
            file.execute(
                "INSERT INTO log_entries (log, number, person, at, line) VALUES (?, ?, ?, ?, ?)",
                (online.event, number, person.me["id"], 1.0, msgspec.json.encode(entry).decode()),
            )
        file.commit()


@pytest.mark.sqlite
def test_names_that_were_copied_before_are_taken_out_of_old_logs(server: InProcess) -> None:
    zeb, yara, other = (Browser(server, name) for name in ("Newozeb", "Yara", "Oldozeb"))
    online = Online(server, **TEAMS)
    long = f"Oldozeb & Yara & {'x' * 60}"[:60]
    copied(
        server,
        online,
        (zeb, entries.Entered("Oldozeb", ("Oldozeb",))),
        (other, entries.Entered("Oldozeb", ("Oldozeb",))),
        (yara, entries.Renamed(1, "Oldozeb & Yara", ("Oldozeb", "Yara"))),
        (online.by, entries.Renamed(1, long, ("Newozeb", "Yara"))),
        (zeb, entries.Renamed(1, "Yara", ("Yara",))),
    )
    zeb.ask("DELETE", "/api/me", 204, {})
    server.core[Tournaments].forget()
    said = [team["name"] for team in online.state["teams"]]
    assert said == ["Yara", "Oldozeb"], "another person of that name keeps it"
    log = json.dumps(online.log(), ensure_ascii=False)
    assert log.count("Oldozeb") == 3 and "Newozeb" not in log
    assert in_files(server, "Newozeb") == []
