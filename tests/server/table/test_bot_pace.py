"""Timing of bots, which does not reveal whether they had a choice."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

import pytest
from needs import needs_kernel
from server_process import Person, seated, serving

from rebelote.rules.actions import Play
from rebelote.rules.records.record import Record
from rebelote.rules.view import view
from rebelote.server.table.table_services import BEAT, KEPT, Pace

DEALS = 2


def distinguished(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often a value of one is above a value of the other; equal values count a half."""
    above = sum((a > b) + (a == b) / 2 for a in one for b in other)
    return above / (len(one) * len(other))


def test_a_bot_acts_on_the_first_beat_after_its_thought() -> None:
    pace = Pace(0.25)
    took = (0.0, 0.001, 0.249, 0.25, 0.251, 0.5, 0.9)
    assert [pace.beats("master play", each, True) for each in took] == [1, 1, 1, 1, 2, 2, 4]
    assert Pace().beats("master play", 7.0, True) == 0
    assert Pace(0.25).beats("master play", 0.0, False) == 1


def test_without_a_choice_a_bot_acts_as_late_as_with_one() -> None:
    """This holds even if a thought takes several beats, and whatever other levels take."""
    chance, pace = Random(2), Pace(0.25)
    chosen: list[float] = []
    forced: list[float] = []
    for _ in range(4000):
        choice = chance.random() < 0.6
        took = chance.expovariate(2.5) if choice else 0.0
        (chosen if choice else forced).append(pace.beats("master play", took, choice))
        pace.beats("beginner play", 0.0, chance.random() < 0.6)
    assert max(chosen) > 4
    assert distinguished(chosen, forced) == pytest.approx(0.5, abs=0.04)
    assert {pace.beats("beginner play", 0.0, False) for _ in range(2 * KEPT)} == {1}


def test_a_delay_says_nothing_of_the_thought_but_where_it_is_longer_than_all_before() -> None:
    """A partner could otherwise distinguish long thoughts of several beats from short ones."""
    chance, pace = Random(4), Pace(0.25)
    shown: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(4000):
        took = chance.lognormvariate(-0.5, 0.8)
        shown[took > math.exp(-0.5)].append(pace.beats("master play", took, True))
    assert distinguished(shown[True], shown[False]) == pytest.approx(0.5, abs=0.07)
    alike = [pace.beats("club play", 0.1, True) for _ in range(KEPT)]
    assert [*alike, pace.beats("club play", 0.6, True)] == [1] * KEPT + [3]
    assert [pace.beats("club play", 0.1, True) for _ in range(KEPT + 1)] == [3] * KEPT + [1]


@pytest.mark.parametrize("beat", [-0.1, 11.0, float("nan"), float("inf")])
def test_a_beat_that_cannot_be_is_refused(beat: float) -> None:
    with pytest.raises(ValueError, match="0 to 10 seconds"):
        Pace(beat)
    assert 0 < BEAT < 1


BOT_PACE = 0.05
"""Seconds of a beat at the real table."""


class Listening(Person):
    """A person's line that times every card played by another seat."""

    def __init__(self, *known: object) -> None:
        super().__init__(*known)  # type: ignore[arg-type]
        self.at = 0.0
        self.took: list[float] = []

    def next(self) -> dict[str, object]:
        """Return the next message, and note how long after the last update a bot's card came."""
        before = self.version
        message = super().next()
        if message["type"] == "update":
            now = time.monotonic()
            seats = [e["seat"] for e in message["events"] if e["event"] == "card_played"]
            if message["since"] == before and seats and seats != [0]:
                self.took.append(now - self.at)
            self.at = now
        return message


def choices(record: Record) -> Counter[bool]:
    """Count the cards that the bots of a match played with a choice, and without."""
    result: Counter[bool] = Counter()
    for step in record.steps():
        if isinstance(step.action, Play) and step.seat != 0:
            legal = view(step.before, step.seat).legal
            assert legal is not None
            result[len(legal.cards) > 1] += 1
    return result


@needs_kernel
def test_at_a_table_every_bot_waits_for_its_beat_with_a_choice_or_without(tmp_path: Path) -> None:
    """Every turn of three bots is compared with their hands in the record.

    How their beats are spread is tested above: it does not depend on the machine's load there.
    """
    options = ("--uncounted", "127.0.0.1", "--bot-pace", str(BOT_PACE))
    with serving(tmp_path / "log.sqlite", *options) as server:
        table = server.new_table(level="club", preset="bga", options={"end_deals": DEALS})
        person = Listening(server, table)
        person.sit()
        person.play_until(lambda view: view["phase"] == "match_over")
        path = f"/api/tables/{person.seated['table']}/record"
        _, text = server.get(path, person.seated["cookie"])
        played = choices(Record.parse(text.decode()))
        _, figures = server.get("/metrics")
        person.close()
    beats = beats_of(figures.decode())
    assert min(played.values()) > 10
    assert sum(beats["no"].values()) >= played[False], "who has no choice waits as well"
    assert sum(beats["yes"].values()) >= played[True]
    assert not beats["no"][0] + beats["yes"][0]
    # A message may be late, and the next one seems early then.
    assert median(person.took) > BOT_PACE / 2


def beats_of(figures: str) -> dict[str, Counter[int]]:
    """Count the bots' turns by number of beats, with a choice and without."""
    result: dict[str, Counter[int]] = {"yes": Counter(), "no": Counter()}
    for line in figures.splitlines():
        if line.startswith("rebelote_bot_turns_total{"):
            _, beats, _, choice, *_ = line.split('"')
            result[choice][int(beats)] += int(float(line.split()[-1]))
    return result


def test_bots_among_themselves_do_not_wait(tmp_path: Path) -> None:
    """The beat is ten seconds, but no player is there to see it."""
    options = ("--uncounted", "127.0.0.1", "--bot-pace", "10")
    with serving(tmp_path / "log.sqlite", *options) as server:
        person = seated(server, level="beginner", begin=False)
        assert person.ask("stand")["type"] == "ack"
        for seat in range(4):
            assert person.ask("seat_bot", seat=seat)["type"] == "ack"
        assert person.ask("begin")["type"] == "ack"
        while not person.view or not person.view["sheet"]:
            person.receive("update")
