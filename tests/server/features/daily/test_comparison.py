"""The deal of the day compared with the results of bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest
from http_person import Browser, in_the_file, log_of
from in_process import InProcess, serving_in_process
from server_process import Person
from waiting import AT_LEISURE, until

from rebelote.bots.level_config import LEVEL_CONFIGS
from rebelote.server.features.daily import deals
from rebelote.server.features.daily.comparison import STARTED, compared, deal_of
from rebelote.server.features.daily.deals import FIRST, GAMES, Daily

DAY = 86_400.0
FULL = pytest.mark.full
SOME_GAMES = [
    pytest.param(game, marks=() if game in {FIRST, "ffb-coinchee-2015", "bela"} else FULL)
    for game in GAMES
]
"""The three ways to call, and for the full tests all games."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[InProcess]:
    """Yield a server at the first hour of a day."""
    with serving_in_process(tmp_path / "rebelote.sqlite") as server:
        server.time.advance(DAY - server.time.source.wall() % DAY + 3600)
        yield server


def begin(browser: Browser) -> Person:
    """Return a person at the day's deal."""
    seated = browser.post("/api/daily", 201)
    person = Person(browser.server, {**seated, "cookie": browser.cookie})
    person.sit(since=0)
    return person


def test_bots_are_shown_once_one_has_played_and_made_once(place: InProcess) -> None:
    ann, bo = Browser(place, "Ann"), Browser(place, "Bo")
    with closing(begin(ann)) as person:
        before = ann.get("/api/daily")
        assert (before["bots"], before["bots_due"], before["tricks"]) == (None, False, [])
        assert not in_the_file(place, "SELECT 1 FROM daily_bots")
        person.play_the_deal_of_the_day()
    bots = until(lambda: ann.get("/api/daily")["bots"], every=AT_LEISURE)
    assert [bot["level"] for bot in bots["levels"]] == list(LEVEL_CONFIGS)
    assert isinstance(bots["perfect"], int)
    assert (bo.get("/api/daily")["bots"], bo.get("/api/daily")["bots_due"]) == (None, False)
    assert len(in_the_file(place, "SELECT 1 FROM daily_bots")) == 1
    assert len(ann.get("/api/daily")["tricks"]) == 8


def test_bots_play_the_deal_that_people_play(place: InProcess) -> None:
    """The bots have its pack and dealer, and think with the same versions."""
    ann = Browser(place, "Ann")
    with closing(begin(ann)) as person:
        person.play_the_deal_of_the_day()
        table = person.seated["table"]
    entries = [(version, json.loads(entry)) for version, _, entry in log_of(place, table)]
    version, started = next((v, e) for v, e in entries if "pack" in e)
    day = ann.get("/api/daily")["date"]
    seed = place.work(place.core[Daily].seed(day, FIRST))
    deal = deal_of(seed, GAMES[FIRST], "beginner")
    assert version == STARTED
    first = deal.record.deals[0]
    assert "".join(card.text for card in first.pack or ()) == "".join(started["pack"])


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_comparison_follows_from_its_seed(game: str) -> None:
    """All levels are compared again in the first game alone: a master thinks for long."""
    seed = "00" * 32
    once = compared(seed, GAMES[game])
    if game == FIRST:
        assert once == compared(seed, GAMES[game])
    assert all(bot.line.contract in ("S", "H", "D", "C", "none", "") for bot in once.levels)
    lines = {bot.level: bot.line for bot in once.levels}
    assert list(lines) == list(LEVEL_CONFIGS)
    assert lines["club"] == deals.played(deal_of(seed, GAMES[game], "club").match).line


def test_a_deal_that_all_pass_is_followed_by_another() -> None:
    """The next deal follows as at a table; the seed tried first is known to be passed out."""
    seeds = map(str, chain((152,), range(400)))
    result = (deal_of(seed, GAMES["ffb-coinchee-2015"], "beginner") for seed in seeds)
    deal = next(one for one in result if one.match.number > 1)
    assert deals.played(deal.match).line.contract
