"""Values of solved positions under every law, and refusals of impossible ones."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import made_up_play
import numpy as np
import pytest
from minimax import Minimax
from needs import needs_kernel
from volume import LEVEL, volume

from rebelote.kernel import solver
from rebelote.kernel.solver import PlayHistory, Solution
from rebelote.kernel.solving import Bonuses, DoubleDummyProblem, solved
from rebelote.rules import play, presets
from rebelote.rules.cards import CARDS, TRUMPS, Card, CardSet, Rank, Trump, parse_cards
from rebelote.rules.play import Law
from rebelote.rules.tallies import LAST_TRICK

pytestmark = needs_kernel

DATA = Path(__file__).parents[1] / "data"
WHOLE = Path(os.environ.get("REBELOTE_DEALS", DATA))
"""The folder whose two files the long tests go through whole."""

RULES = {"forced": "french", "free": "bga"}
"""Which rule set has the law that a file was solved under."""

Position = tuple[list[CardSet], int, tuple[Card, ...]]


def lines(name: str) -> list[str]:
    folder = WHOLE if LEVEL == "long" else DATA
    return (folder / f"double_dummy_{name}.jsonl").read_text(encoding="utf-8").splitlines()


@cache
def deals(name: str) -> list[tuple[list[CardSet], Law, dict[str, Any]]]:
    received = [json.loads(line) for line in lines(name)]
    rules = presets.rules(RULES[name])
    return [
        (
            [CardSet.of(map(Card, hand)) for hand in deal["hands"]],
            rules.law(Trump(deal["contract"])),
            deal,
        )
        for deal in received
    ]


# --- whole deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_opening_card_is_worth_what_the_files_say(name: str) -> None:
    for hands, law, deal in deals(name):
        result = solver.solve(hands, deal["leader"], (), law, values=True)
        assert result.points == tuple(deal["points"])
        assert result.values == {Card(text): value for text, value in deal["values"].items()}
        assert solver.solve(hands, deal["leader"], (), law) == Solution(result.points)


def test_the_solver_needs_no_favourite_suit_and_no_favourite_seat() -> None:
    """Rotating the seats by two and renaming the suits changes nothing."""
    for hands, law, deal in deals("forced")[:10]:
        moved = [CardSet.of(CARDS[(card.index + 8) % 32] for card in hand) for hand in hands]
        trump = TRUMPS[(law.trump.code + 1) % 4]
        turned = [*moved[2:], *moved[:2]]
        again = Law(
            trump=trump,
            obligations=law.obligations,
            partners=law.partners,
            king_first=law.king_first,
        )
        result = solver.solve(turned, (deal["leader"] + 2) % 4, (), again)
        assert result.points == tuple(deal["points"])


def test_the_best_line_is_legal_and_brings_what_was_promised() -> None:
    for hands, law, deal in deals("forced")[:15]:
        result = solver.solve(hands, deal["leader"], (), law, line=True)
        assert result.line is not None and len(result.line) == 32
        assert played(hands, deal["leader"], (), law, result.line) == result.points


def played(
    hands: Sequence[CardSet], leader: int, trick: tuple[Card, ...], law: Law, line: Sequence[Card]
) -> tuple[int, int]:
    """Return both sides' points when these cards are played one after the other."""
    left, points = list(hands), [0, 0]
    for card in line:
        seat = (leader + len(trick)) % len(left)
        assert card in play.legal(left[seat], trick, law)
        left[seat] = left[seat].without(card)
        trick = (*trick, card)
        if len(trick) == len(left):
            leader = (leader + play.winner(trick, law.trump)) % len(left)
            points[leader % 2] += play.trick_points(trick, law) + LAST_TRICK * (not any(left))
            trick = ()
    return points[0], points[1]


# --- minimax --------------------------------------------------------------------------------------


def position(
    chance: Random, law: Law, seats: int, size: int, pack: Sequence[Card] = CARDS
) -> Position:
    """Draw hands of so many cards, with a few of them lawfully on the table."""
    cards = chance.sample(pack, seats * size)
    hands = [CardSet.of(cards[i : i + size]) for i in range(0, seats * size, size)]
    leader = chance.randrange(seats)
    trick: tuple[Card, ...] = ()
    for turn in range(chance.randrange(seats)):
        seat = (leader + turn) % seats
        card = chance.choice(list(play.legal(hands[seat], trick, law)))
        hands[seat], trick = hands[seat].without(card), (*trick, card)
    return hands, leader, trick


def laws() -> list[Law]:
    """Return the law of every contract of every rule set, and switches that no rule set turns: each
    once, for rule sets share them."""
    switches: list[dict[str, Any]] = [
        {"undertrump": "free"},
        {"undertrump": "forbidden", "voluntary_trump": "must_rise"},
        {"voluntary_trump": "rise_if_held"},
        {"belote_order": "king_first", "rise_all_trump": "never"},
        {"partner_exempts": "trump_only", "rise_plain": True},
        {"cut_when_void": "never"},
    ]
    tables = [*presets.PRESETS.values(), *(presets.rules(**switch) for switch in switches)]
    return list(dict.fromkeys(rules.law(trump) for rules in tables for trump in TRUMPS))


def same(
    law: Law,
    chance: Random,
    size: int,
    belote: int = 0,
    last_trick: int = 10,
    pack: Sequence[Card] = CARDS,
) -> None:
    """Compare a random position with minimax, for both sides and card by card."""
    seats = 4 if law.partners else 3
    hands, leader, trick = position(chance, law, seats, size, pack)
    side = frozenset({0, 2}) if law.partners else frozenset({chance.randrange(3)})
    terms: dict[str, Any] = {"belote": belote, "last_trick": last_trick}
    result = solver.solve(hands, leader, trick, law, values=True, maximisers=tuple(side), **terms)
    ours = Minimax(law, side, **terms)
    theirs = Minimax(law, frozenset(range(seats)) - side, **terms)
    worth = tuple(each.value(tuple(hands), leader, trick) for each in (ours, theirs))
    assert result.points == worth, (hands, leader, trick)
    mover = ours if (leader + len(trick)) % seats in side else theirs
    assert result.values == mover.values(tuple(hands), leader, trick)


@pytest.mark.parametrize("law", laws(), ids=lambda law: law.trump.value)
def test_the_solver_says_what_minimax_says(law: Law) -> None:
    chance = Random(repr(law))
    for number in range(volume(4, 12, 400)):
        same(law, chance, 4 if LEVEL == "long" and number % 8 == 7 else 1 + number % 3)


@pytest.mark.parametrize("trump", TRUMPS, ids=lambda trump: trump.value)
def test_bonuses_of_tricks_and_cards_that_are_not_led_are_searched_as_in_minimax(
    trump: Trump,
) -> None:
    chance, high = Random(trump.value), [c for c in CARDS if c.rank >= Rank.TEN]
    for law in made_up_play.laws(trump):
        for number in range(volume(8, 16, 300)):
            same(law, chance, 2 + (number % 4 == 0), pack=CARDS[:16] if number % 2 else high)


def test_a_bonus_counts_for_who_wins_the_trick() -> None:
    """Half of it counts for who wins it, and half against the others."""
    law = Law(trump=Trump.SPADES, bonuses=made_up_play.bonuses(Trump.SPADES))
    hands = [CardSet.parse(hand) for hand in ("KH", "QH", "JH", "TH")]
    plain, counted = (
        solver.solve(hands, 0, (), Law(trump=Trump.SPADES)),
        solver.solve(hands, 0, (), law),
    )
    assert plain.points == (0, 29) and counted.points == (-25, 54)
    assert play.trick_points(parse_cards("KH QH JH TH"), law) == 19 + 50


def test_playouts_and_rollouts_count_bonuses_for_who_wins_them() -> None:
    law = Law(trump=Trump.SPADES, bonuses=made_up_play.bonuses(Trump.SPADES))
    hands = [CardSet.parse(hand) for hand in ("KH", "QH", "JH", "TH")]
    assert solver.play_out([hands], law, PlayHistory(0, 0))[0].points == (0, 29 + 50)
    assert solver.playouts(hands, 0, (), law, 8).mean == 0
    assert solver.playouts(hands[::-1], 0, (), law, 8).mean == 29 + 50


def test_a_trump_is_not_led_by_who_holds_others() -> None:
    law = Law(trump=Trump.SPADES, not_led=Trump.SPADES.cards)
    hand = CardSet.parse("JS 9S AH")
    assert play.legal(hand, (), law) == CardSet.parse("AH")
    assert play.refusal(Card("JS"), hand, (), law) == "no-lead"
    assert play.legal(CardSet.parse("JS 9S"), (), law) == CardSet.parse("JS 9S")
    assert play.legal(hand, parse_cards("7S"), law) == CardSet.parse("JS 9S")
    assert Card("AH") in solver.excluded(Card("JS"), (), law)


def test_what_no_trick_can_have_is_no_bonus() -> None:
    hands = [CardSet.parse(hand) for hand in ("AS", "TS", "KS", "QS")]
    for cards, points, sentence in (
        ("AS", 20, "for 1 cards"),
        ("AS TS KS QS JS", 20, "for 5 cards"),
        ("AS TS", 21, "21 is not even"),
        ("AS TS", 600, "a bonus is 600"),
    ):
        law = Law(trump=Trump.HEARTS, bonuses=((CardSet.parse(cards), points),))
        with pytest.raises(ValueError, match=sentence):
            solver.solve(hands, 0, (), law)
    alone = Law(trump=Trump.HEARTS, partners=False, bonuses=((CardSet.parse("AS TS"), 20),))
    with pytest.raises(ValueError, match="for four hands only"):
        solver.solve(hands[:3], 0, (), alone, maximisers=[0])


# --- every trick ----------------------------------------------------------------------------------


def test_a_sweep_counts_for_the_side_that_can_still_have_it() -> None:
    law = Law(trump=Trump.HEARTS)
    hands = [CardSet.parse(hand) for hand in ("JH 9H", "7H AS", "8S 9S", "TS KS")]
    assert solver.solve(hands, 0, (), law).points == (69, 0)
    assert solver.solve(hands, 0, (), law, sweep=90, taken=(6, 0)).points == (159, 0)
    assert solver.solve(hands, 0, (), law, sweep=90, taken=(5, 1)).points == (69, 0)
    with pytest.raises(ValueError, match="6 tricks are gathered"):
        solver.solve(hands, 0, (), law, sweep=90)


def test_a_sweep_is_worth_points_on_the_way() -> None:
    """A side that can have every trick has it; for the others nothing changes."""
    for hands, law, deal in deals("forced")[:20]:
        plain, swept = deal["points"], solver.solve(hands, deal["leader"], (), law, sweep=90).points
        assert max(swept) in (252, *range(163))
        if 162 in plain:
            assert 252 in swept or swept == tuple(plain)
        if 252 not in swept:
            assert sum(swept) == 162


# --- belote and the last ten ----------------------------------------------------------------------


@pytest.mark.parametrize("law", laws(), ids=lambda law: law.trump.value)
def test_belote_and_the_last_trick_count_as_in_minimax(law: Law) -> None:
    chance = Random(f"belote {law!r}")
    for number in range(volume(4, 12, 200)):
        same(law, chance, 2 + number % 2, chance.choice((20, 7)), chance.choice((0, 10, 33)))


def test_a_belote_belongs_to_who_holds_both_cards() -> None:
    law = Law(trump=Trump.HEARTS)
    hands = [CardSet.parse(hand) for hand in ("KH QH", "7H AS", "8S 9S", "TS KS")]
    assert solver.solve(hands, 1, (), law).points == (42, 0)
    assert solver.solve(hands, 1, (), law, belote=20).points == (62, 0)
    begun = [CardSet.parse(hand) for hand in ("QH", "7H AS", "8S 9S", "TS KS")]
    before = solver.solve(begun, 0, parse_cards("KH"), law)
    assert solver.solve(begun, 0, parse_cards("KH"), law, belote=20) == before
    parted = [CardSet.parse(hand) for hand in ("KH 7S", "7H AS", "QH 9S", "TS KS")]
    alone = solver.solve(parted, 1, (), law)
    assert solver.solve(parted, 1, (), law, belote=20) == alone
    for nonsense in (-1, 256):
        with pytest.raises(ValueError, match="belote is"):
            solver.solve(hands, 1, (), law, belote=nonsense)


def test_all_trumps_have_four_belotes_and_no_trumps_none() -> None:
    hands = [
        CardSet.parse(hand) for hand in ("KH QH KS QS", "KC QC 7D 8D", "KD QD 7C 8C", "7S 8S 9S TS")
    ]
    for trump, ours, theirs in ((Trump.ALL, 60, 20), (Trump.NONE, 0, 0), (Trump.CLUBS, 0, 20)):
        plain, counted = (
            solver.solve(hands, 0, (), Law(trump=trump), belote=b).points for b in (0, 20)
        )
        assert counted == (plain[0] + ours, plain[1] + theirs)


def test_who_loses_every_trick_keeps_a_belote() -> None:
    law = Law(trump=Trump.HEARTS)
    hands = [CardSet.parse(hand) for hand in ("JH 9H", "KH QH", "8S 9S", "TS KS")]
    result = solver.solve(hands, 0, (), law, sweep=90, taken=(6, 0), belote=20, values=True)
    assert result.points == (34 + 7 + 14 + 10 + 90, 20)


# --- many at once ---------------------------------------------------------------------------------


def arrays(name: str, count: int) -> tuple[Any, Any, list[Law], list[dict[str, Any]]]:
    chosen = deals(name)[:count]
    hands = np.array([[hand.mask for hand in hands] for hands, _, _ in chosen], np.uint32)
    leaders = np.array([deal["leader"] for *_, deal in chosen], np.uint8)
    return hands, leaders, [law for _, law, _ in chosen], [deal for *_, deal in chosen]


def test_many_deals_are_solved_as_one_by_one() -> None:
    hands, leaders, their_laws, received = arrays("free", 40)
    expected = [deal["points"][0] for deal in received]
    for threads in (1, 3, 0):
        result = solver.solve_many(hands, leaders, their_laws, threads=threads)
        assert result.dtype == np.int16 and result.tolist() == expected
    values = solver.solve_many(hands, leaders, their_laws, values=True)
    for row, deal in zip(values, received, strict=True):
        assert {CARDS[i].text: v for i, v in enumerate(row.tolist()) if v >= 0} == deal["values"]


@pytest.mark.parametrize("sides", [None, (1,), (0, 3)])
def test_many_count_belote_and_the_last_trick_too(sides: tuple[int, ...] | None) -> None:
    hands, leaders, their_laws, _ = arrays("free", 24)
    terms: dict[str, Any] = {"belote": 20, "last_trick": 4, "sweep": 90, "maximisers": sides}
    points = solver.solve_many(hands, leaders, their_laws, **terms)
    values = solver.solve_many(hands, leaders, their_laws, values=True, **terms)
    assert points.dtype == values.dtype == np.int16
    for number, law in enumerate(their_laws):
        sets = [CardSet(int(mask)) for mask in hands[number]]
        one = solver.solve(sets, int(leaders[number]), (), law, values=True, **terms)
        assert points[number] in (one.points[0], one.points[0] - 90)
        row = {CARDS[i]: v for i, v in enumerate(values[number].tolist()) if v != -1}
        assert row == one.values


def test_many_may_be_none_and_may_share_a_law() -> None:
    law = Law(trump=Trump.SPADES)
    assert solver.solve_many(np.empty((0, 4), np.uint32), np.empty(0, np.uint8), law).shape == (0,)
    hands, leaders, *_ = arrays("forced", 5)
    result = solver.solve_many(hands, leaders, law)
    assert (
        result[3]
        == solver.solve([CardSet(int(m)) for m in hands[3]], int(leaders[3]), (), law).points[0]
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": [[1, 2, 4]]}, r"hands \(1, 3\)"),
        ({"hands": [[1, 2, 4, -8]]}, "hands go from 0"),
        ({"hands": [[1, 2, 4, 0.5]]}, "whole numbers"),
        ({"hands": [[1, 2, 4, 4]]}, "deal 0: card 2 of seat 3 is in another hand"),
        ({"hands": [[1, 2, 4, 24]]}, "deal 0: .*seat 3 has 2"),
        ({"leader": [4]}, "deal 0: leader is 4"),
        ({"leader": [0, 1]}, r"leader \(2,\)"),
        ({"laws": [Law(trump=Trump.HEARTS)] * 2}, "2 laws"),
        ({"laws": Law(trump=Trump.HEARTS, partners=False)}, "each plays alone"),
        ({"threads": 5000}, "threads is 5000"),
        ({"sweep": 90}, "7 tricks are gathered"),
        ({"belote": 300}, "belote is 300"),
        ({"last_trick": 300}, "last_trick is 300"),
        ({"sweep": 255}, "sweep is 255|more than"),
        ({"maximisers": ()}, "not some, but not all"),
        ({"maximisers": (7,)}, "not seats"),
    ],
)
def test_what_cannot_be_solved_in_bulk_is_refused(change: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {
        "hands": [[1, 2, 4, 8]],
        "leader": [0],
        "laws": Law(trump=Trump.HEARTS),
    }
    with pytest.raises(ValueError, match=sentence):
        solver.solve_many(**(asked | change))


# --- manners --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "sentence"),
    [
        ("7S | 7S | 8S | 9S", 0, "", "in another hand"),
        ("7S 8S | 9S | TS | JS", 0, "", "seat 0 has 2"),
        ("7S | 8S", 0, "", "2 hands"),
        ("7S | 8S | 9S", 0, "", "partners need 4"),
        ("7S | 8S | 9S | TS", 4, "", "leader is 4"),
        ("7S | 8S | 9S | TS", 0, "7S", "or was played"),
        (" | 8S | 9S | TS", 0, "7S 7S", "twice"),
        (" |  |  | ", 0, "", "nothing to solve"),
    ],
)
def test_what_is_no_position_is_refused(hands: str, leader: int, trick: str, sentence: str) -> None:
    sets = [CardSet.parse(hand) for hand in hands.split("|")]
    with pytest.raises(ValueError, match=sentence):
        solver.solve(sets, leader, parse_cards(trick), Law(trump=Trump.SPADES))


def test_where_each_plays_alone_the_sides_must_be_named() -> None:
    law = presets.rules("flemish3").law(Trump.SPADES)
    hands = [CardSet.parse(hand) for hand in ("AS", "TS", "KS")]
    with pytest.raises(ValueError, match="each plays alone"):
        solver.solve(hands, 0, (), law)
    assert solver.solve(hands, 1, (), law, maximisers=[0]).points == (35, 0)


def test_a_solution_copies_and_pickles() -> None:
    hands = [CardSet.parse(hand) for hand in ("AS", "TS", "KS", "QS")]
    result = solver.solve(hands, 1, (), Law(trump=Trump.SPADES), values=True, line=True)
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result
    assert result.points == (38, 0) and result.values == {Card("TS"): 0}


def test_one_deal_needs_no_numpy() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from rebelote.kernel import solver\n"
        "from rebelote.rules.play import Law\n"
        "from rebelote.rules.cards import CardSet, Trump\n"
        "hands = [CardSet.parse(c) for c in ('AS', 'TS', 'KS', 'QS')]\n"
        "print(solver.solve(hands, 0, (), Law(trump=Trump.SPADES)).points)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert said.stdout == "(38, 0)\n", said.stderr


# --- from the shell -------------------------------------------------------------------------------


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rebelote", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120)


def test_the_shell_solves_a_line_at_a_time() -> None:
    received = lines("free")[:3]
    said = run("solve", "-", "--rules", "bga", typed="\n".join(received))
    assert said.returncode == 0, said.stderr
    for given, line in zip(map(json.loads, received), said.stdout.splitlines(), strict=True):
        result = json.loads(line)
        assert len(result.pop("line")) == 32 and result.pop("trick") == []
        assert result == given


def test_the_shell_counts_the_points_of_its_options() -> None:
    hands = [["KH", "QH"], ["7H", "AS"], ["8S", "9S"], ["TS", "KS"]]
    line = json.dumps({"contract": "H", "leader": 1, "hands": hands, "taken": [6, 0]})
    options = ("--sweep", "90", "--belote", "20", "--last-trick", "0")
    said = run("solve", "-", *options, typed=line)
    assert json.loads(said.stdout)["points"] == [142, 0], said.stderr
    dotted = line.replace(json.dumps(hands), '"N:.KQ.. A.7.. 98... KT..."')
    same = json.loads(run("solve", "-", *options, typed=dotted).stdout)
    assert (same["points"], same["hands"][2:]) == ([142, 0], [["9S", "8S"], ["KS", "TS"]])
    lost = ("--set", "belote_order=king_first", "--set", "belote_order_violation=forfeits_20")
    said = run("solve", "-", *lost, *options, typed=line)
    assert said.returncode == 1 and "a belote can be lost" in said.stderr


@pytest.mark.parametrize("typed", ["nonsense", '{"contract": "H", "leader": 0, "hands": [["7X"]]}'])
def test_a_line_that_is_no_position_is_one_sentence(typed: str) -> None:
    said = run("solve", "-", typed=typed)
    assert said.returncode == 1 and said.stderr.startswith("rebelote: line 1: ")
    assert len(said.stderr.splitlines()) == 1


def test_the_bench_ends_with_its_figures() -> None:
    file = str(DATA / "double_dummy_free.jsonl")
    said = run(
        "bench", "solve", "--deals", file, "--rules", "french", "--set", "undertrump=free", "--json"
    )
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout.splitlines()[-1])["n"] == 40


@needs_kernel
def test_a_position_may_have_hands_as_texts() -> None:
    words = [["JS", "7H"], ["9S", "8H"], ["AS", "TH"], ["TS", "AH"]]
    problem = {"contract": "S", "leader": 0, "hands": words}
    texts = {**problem, "hands": [" ".join(hand) for hand in words]}
    rules, bonuses = presets.rules("french"), Bonuses()
    results = [solved(json.dumps(one), rules, bonuses) for one in (problem, texts)]
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"contract": "S", "leder": 0, "hands": []}', "leader`; a position has contract"),
        ('{"contract": "X", "leader": 0, "hands": []}', "Invalid enum value 'X'.*; a position has"),
        ('[Deal "N:KJ9.KQ8..AT 8.T9.A987.J"]', "PBN"),
    ],
)
def test_what_is_no_position_is_refused_with_what_one_has(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        DoubleDummyProblem.parse(line)
