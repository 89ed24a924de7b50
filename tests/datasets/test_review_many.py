"""Records reviewed by the thousand: the same on any number of processes, and past a broken one."""

from __future__ import annotations

import pytest
from command import run
from msgspec.structs import replace
from needs import needs_kernel

from rebelote import Card, Game, Play, Record
from rebelote.analysis.review import review_deal
from rebelote.batch import review_many

pytestmark = needs_kernel


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Return two matches, the second stopped in its second deal, and a wrong one between."""
    one, two = (
        Game("french", seed=seed, target=target).play_out("beginner").record
        for seed, target in ((1, 100), (2, 500))
    )
    first, second = two.deals[:2]
    unfinished = replace(two, deals=(first, replace(second, actions=second.actions[:5])))
    broken = replace(one, deals=(replace(one.deals[0], actions=(Play(Card("7S")),)),))
    return [one, broken, unfinished]


def test_reviews_are_those_of_each_deal_in_order(records: list[Record]) -> None:
    reviewed = list(review_many(records, known=False, jobs=1))
    assert list(review_many(iter(records), known=False, jobs=2)) == reviewed
    ended = len(records[0].after_each_deal())
    places = [(each.record, each.deal) for each in reviewed]
    assert places == [*((0, deal) for deal in range(1, ended + 1)), (1, 1), (2, 1)]
    for each in reviewed:
        if each.record != 1:
            assert each.report == review_deal(records[each.record], each.deal, known=False)
            assert not each.error
    assert reviewed[ended].report is None and "deal 1, action 1 (7S)" in reviewed[ended].error


def test_a_deal_that_is_asked_for_and_not_there_is_an_error(records: list[Record]) -> None:
    first, _, last = review_many(records, deal=2, known=False, jobs=1)
    assert first.report is not None or "no deal 2" in first.error
    assert last.report is None and last.error == "deal 2 is not over"


def test_the_command_reviews_the_records_beside_a_broken_one(records: list[Record]) -> None:
    done = run("review", "-", "--deal", "1", typed=f'[Record "4"]\nnonsense\n\n{records[2]}')
    assert done.returncode == 1
    assert "line" in done.stderr and "Traceback" not in done.stderr
    assert done.stdout
