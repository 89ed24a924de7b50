"""The search for puzzles: it finds what the file holds, and nothing where nobody erred."""

from __future__ import annotations

import pytest
from command import run

from rebelote.analysis import puzzle_search, puzzles
from rebelote.analysis.mistakes import Group, group_of
from rebelote.analysis.puzzle_choice import FIRST, by_game
from rebelote.analysis.puzzle_search import MARGIN, Search, puzzles_of
from rebelote.analysis.puzzles import KINDS, Kind
from rebelote.analysis.review import review_deal
from rebelote.rules import presets
from rebelote.rules.deal import Playing
from rebelote.rules.records.record import Record

GAMES = by_game()


def test_there_are_puzzles_of_each_kind() -> None:
    assert set(GAMES[FIRST]) == set(KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_of_each_kind_is_found_again_in_its_record(game: str) -> None:
    for lines in GAMES[game].values():
        puzzle = puzzles.decode(lines[0])
        assert puzzle in tuple(puzzle_search.in_record(Record.parse(puzzle.record)))


def test_the_right_choice_is_better_by_the_margin_in_every_way() -> None:
    for line in (one for kinds in GAMES.values() for lines in kinds.values() for one in lines):
        puzzle = puzzles.decode(line)
        decision = puzzle.decision
        unit = puzzle_search.points_a_mark(presets.rules(puzzle.preset))
        (answer,) = decision.advised
        for worth in (decision.true, decision.expected):
            others = [value for name, value in worth.items() if name != answer]
            assert others and (worth[answer] - max(others)) * unit >= MARGIN
        assert (decision.loss_known - decision.interval) * unit >= MARGIN


def test_a_search_for_leads_has_the_deal_led_with_the_card_that_costs_most() -> None:
    rules = presets.rules("french")
    usual, led = (puzzle_search.played(Search(rules, 1, leads=leads)) for leads in (False, True))
    [number, *_] = [
        at for at, step in enumerate(led.steps()) if isinstance(step.before.deal, Playing)
    ]
    assert led.deals[0].actions[:number] == usual.deals[0].actions[:number]
    reviewed = review_deal(led, 1, known=False).decisions
    [decision] = [one for one in reviewed if one.number == number]
    assert decision.true[decision.choice] == min(decision.true.values())
    assert decision.loss_true


def test_a_search_for_leads_returns_leads_alone() -> None:
    record = Record.parse(puzzles.decode(GAMES[FIRST]["lead"][0]).record)
    assert [one.kind for one in puzzle_search.in_record(record, ["lead"])] == ["lead"]
    assert all(one.kind != "lead" for one in puzzle_search.in_record(record, ["call", "ending"]))


@pytest.mark.parametrize(
    ("preset", "group", "kind"),
    [("french", "gave_points", "ending"), ("bela", "took_weak", "call")],
)
def test_a_search_for_a_mistake_has_it_made_once_where_one_choice_is_right(
    preset: str, group: Group, kind: Kind
) -> None:
    rules = presets.rules(preset)
    found = [
        one for seed in range(7000, 7040) for one in puzzles_of(Search(rules, seed, mistake=group))
    ]
    assert found and {(one.kind, group_of(one.decision)) for one in found} == {(kind, group)}


def test_an_unfinished_deal_has_none() -> None:
    begun = str(puzzle_search.played(Search(presets.rules("french"), 1))).partition("\n3. ")[0]
    assert not tuple(puzzle_search.in_record(Record.parse(begun + "\n")))


def test_the_command_prints_what_is_found_in_the_few_deals_that_have_a_puzzle() -> None:
    """A search is the same every time."""
    done = run("puzzles", "--deals", "5", "--seed", "40")
    rules = presets.rules("french")
    result = [tuple(puzzle_search.puzzles_of(Search(rules, seed))) for seed in range(40, 45)]
    assert any(result) and not all(result)
    expected = [one for each in result for one in each]
    assert [puzzles.decode(line) for line in done.stdout.encode().splitlines()] == expected
