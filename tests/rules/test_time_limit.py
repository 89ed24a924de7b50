"""Matches limited by time: the deal in play is the last; nobody below asks what time it is."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rebelote import Rules
from rebelote.bots import payoffs
from rebelote.rules import deck, match, presets
from rebelote.rules.deal import legal_actions
from rebelote.rules.records.record import Record, Recorded, RecordError
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view

CANNES = presets.rules("cannes-2016")
FAR = CANNES.agree({"target": 100_000})
"""Nobody gets there before time is up."""
replace = msgspec.structs.replace


def begun(seed: int, rules: Rules = CANNES) -> tuple[Recorded, Random]:
    chance = Random(seed)
    return Recorded.begin(match.start(rules, deck.shuffled(chance, rules.pack), 0)), chance


def going_on(so_far: Recorded, chance: Random) -> Recorded:
    now = so_far.match
    if now.to_act is None:
        pack = deck.shuffled(chance, now.rules.pack) if now.needs_pack else None
        return so_far.next_deal(pack)
    return so_far.act(now.to_act, chance.choice(legal_actions(now.deal)))


def to_the_end_of_a_played_deal(so_far: Recorded, chance: Random) -> Recorded:
    while so_far.match.settlement is None or so_far.match.to_act is not None:
        so_far = going_on(so_far, chance)
    return so_far


def middle_of_a_deal(seed: int, rules: Rules = FAR) -> tuple[Recorded, Random]:
    """Return a match some tricks into the deal that follows a played one."""
    so_far, chance = begun(seed, rules)
    so_far = going_on(to_the_end_of_a_played_deal(so_far, chance), chance)
    while len(so_far.match.deal.tricks) < 3:
        so_far = going_on(so_far, chance)
    return so_far, chance


def test_the_preset_says_how_long_a_match_may_last() -> None:
    assert CANNES.ending.time_limit == 40
    others = [rules for name, rules in presets.PRESETS.items() if name != "cannes-2016"]
    assert not [rules.preset for rules in others if rules.ending.time_limit]


@pytest.mark.parametrize("seed", range(8))
def test_the_deal_in_play_when_time_is_up_is_the_last(seed: int) -> None:
    so_far, chance = middle_of_a_deal(seed)
    timed = so_far.time_up()
    assert timed.match.winner is None and view(timed.match, 0).late
    assert payoffs.match_state(view(timed.match, 0)).deals_left == 0
    ended = to_the_end_of_a_played_deal(timed, chance)
    scores = ended.match.scores
    assert ended.match.winner == (None if scores[0] == scores[1] else scores.index(max(scores)))


@pytest.mark.parametrize("seed", range(8))
def test_the_last_deal_counts_to_the_point(seed: int) -> None:
    """As in Cannes; one that is not the last is rounded, and the last too where that is agreed."""
    so_far, chance = middle_of_a_deal(seed)
    state = chance.getstate()
    marks = []
    for timed in (so_far, so_far.time_up()):
        chance.setstate(state)
        marks.append(to_the_end_of_a_played_deal(timed, chance).match.sheet[-1].marks)
    rounded, exact = marks
    assert all(mark % 10 == 0 for mark in rounded)
    assert all(abs(one - other) <= 10 for one, other in zip(rounded, exact, strict=True))
    rules = FAR.agree({"last_deal_exact": False})
    so_far, chance = middle_of_a_deal(seed, rules)
    ended = to_the_end_of_a_played_deal(so_far.time_up(), chance)
    assert all(mark % 10 == 0 for mark in ended.match.sheet[-1].marks)


def test_some_last_deal_is_not_in_tens() -> None:
    odd = 0
    for seed in range(20):
        so_far, chance = middle_of_a_deal(seed)
        ended = to_the_end_of_a_played_deal(so_far.time_up(), chance)
        odd += any(mark % 10 for mark in ended.match.sheet[-1].marks)
    assert odd


def between_deals(totals: tuple[int, int]) -> tuple[Recorded, Random]:
    """Return a match after a written deal, with these totals."""
    so_far, chance = begun(1)
    so_far = to_the_end_of_a_played_deal(so_far, chance)
    *before, last = so_far.match.sheet
    now = replace(so_far.match, sheet=(*before, replace(last, totals=totals)))
    return so_far._replace(match=now), chance


def test_between_two_deals_none_follows() -> None:
    so_far, _ = between_deals((210, 90))
    ended = so_far.time_up()
    assert ended.match.winner == 0
    with pytest.raises(IllegalActionError):
        ended.next_deal()


def test_equal_sides_play_on_until_they_are_not() -> None:
    so_far, chance = between_deals((160, 160))
    so_far = so_far.time_up()
    assert so_far.match.late and so_far.match.winner is None
    so_far = going_on(so_far, chance)
    assert so_far.match.late
    while so_far.match.winner is None:
        so_far = going_on(so_far, chance)
    scores = so_far.match.scores
    assert max(scores) > min(scores) and so_far.match.winner == scores.index(max(scores))


def test_time_is_up_once_and_only_where_it_is_limited() -> None:
    so_far, _ = middle_of_a_deal(2)
    with pytest.raises(ValueError, match="time"):
        match.time_up(match.time_up(so_far.match))
    endless, _ = middle_of_a_deal(2, presets.rules("ffb-contree-2016"))
    with pytest.raises(ValueError, match="time"):
        match.time_up(endless.match)


@pytest.mark.parametrize("within", [True, False])
def test_a_record_says_when_time_was_up(within: bool) -> None:
    so_far, chance = middle_of_a_deal(4)
    timed = so_far.time_up() if within else so_far
    timed = to_the_end_of_a_played_deal(timed, chance)
    if not within:
        timed = timed.time_up()
    text = str(timed.record)
    assert f"\ntime {'during' if within else 'after'}\n" in text
    assert Record.parse(text) == timed.record
    assert Record.from_json(timed.record.json()) == timed.record
    assert timed.record.replay() == timed.match
    with pytest.raises(RecordError):
        Record.parse(text.replace("\ntime during", "").replace("\ntime after", ""))
    with pytest.raises(RecordError):
        Record.parse(text.replace("time during", "time soon").replace("time after", "time soon"))
