"""Python and the kernel on the same positions, and the kernel's manners as a library."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from needs import needs_kernel
from volume import volume

from rebelote.kernel import solver
from rebelote.rules import play, presets
from rebelote.rules.cards import (
    CARDS,
    TRUMPS,
    Card,
    CardSet,
    Trump,
    parse_cards,
    point_table,
    strength_table,
)
from rebelote.rules.play import Law, Obligations

if solver.KERNEL:
    from rebelote import _kernel

POSITIONS = volume(10_000, 200_000)

LAWS = [
    Obligations(),
    Obligations(rise_trump_led="vs_opponents"),
    Obligations(undertrump="free"),
    Obligations(undertrump="forbidden", voluntary_trump="must_rise"),
    Obligations(voluntary_trump="rise_if_held"),
    Obligations(partner_exempts="none"),
    Obligations(partner_exempts="trump_only", rise_plain=True),
    Obligations(cut_when_void="never", rise_trump_led="never"),
]
"""French, Flemish, Board Game Arena, contrée, Rotterdam, Croatian, and none at all."""


@pytest.mark.skipif(shutil.which("cargo") is None, reason="without Rust there is no kernel")
def test_where_rust_is_the_kernel_is_built() -> None:
    assert solver.KERNEL


def laws() -> Iterator[Law]:
    for obligations, trump in itertools.product(LAWS, TRUMPS):
        for partners, king_first in itertools.product((True, False), repeat=2):
            yield Law(
                trump=trump, obligations=obligations, partners=partners, king_first=king_first
            )
            yield Law(
                trump=trump,
                obligations=obligations,
                partners=partners,
                king_first=king_first,
                not_led=trump.cards,
            )


def positions(count: int, seed: int) -> Iterator[tuple[CardSet, tuple[Card, ...], Law]]:
    """Draw random hands of 1 to 8 cards before random tricks of 0 to 3 cards."""
    chance, every = Random(seed), list(laws())
    for number in range(count):
        cards = chance.sample(CARDS, chance.randint(1, 8) + (on_table := chance.randint(0, 3)))
        hand, trick = CardSet.of(cards[on_table:]), tuple(cards[:on_table])
        yield hand, trick, every[number % len(every)]


@needs_kernel
def test_python_and_kernel_agree_on_every_position() -> None:
    duties_seen = set()
    for hand, trick, law in positions(POSITIONS, seed=7):
        expected = play.legal(hand, trick, law)
        assert solver.legal(hand, trick, law) == expected, (hand, trick, law)
        assert len(expected) > 0
        if trick:
            assert solver.winner(trick, law) == play.winner(trick, law.trump), (trick, law)
            at = play.situation(hand, trick, law)
            duties_seen.add(play.duty(law.obligations, at))
    assert duties_seen == set(play.Duty)


# --- perft ----------------------------------------------------------------------------------------


def read_perft(path: Path) -> Iterator[dict[str, str]]:
    """Yield the records of a file: lines `key value`, records apart by an empty line."""
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        yield dict(line.split(" ", 1) for line in lines)


RECORDS = [
    record
    for path in sorted((Path(__file__).parents[1] / "perft").glob("*.perft"))
    for record in read_perft(path)
]


def python_perft(
    hands: Sequence[CardSet], leader: int, trick: Sequence[Card], law: Law, depth: int
) -> int:
    """Return the slow count: play every legal card."""
    if depth == 0:
        return 1
    seat = (leader + len(trick)) % len(hands)
    return sum(
        python_perft(*_after(hands, leader, (*trick, card), law, seat, card), law, depth - 1)
        for card in play.legal(hands[seat], trick, law)
    )


def _after(
    hands: Sequence[CardSet],
    leader: int,
    trick: tuple[Card, ...],
    law: Law,
    seat: int,
    card: Card,
) -> tuple[list[CardSet], int, tuple[Card, ...]]:
    left = [hand.without(card) if s == seat else hand for s, hand in enumerate(hands)]
    if len(trick) < len(hands):
        return left, leader, trick
    return left, (leader + play.winner(trick, law.trump)) % len(hands), ()


def _position(record: dict[str, str]) -> tuple[list[CardSet], int, tuple[Card, ...], Law]:
    hands = [CardSet.parse(hand) for hand in record["hands"].split(" | ")]
    closed = record.get("closed") == "yes"
    law = presets.rules(record["rules"]).law(Trump(record["trump"]), closed)
    return hands, int(record["leader"]), parse_cards(record.get("trick", "")), law


def _counts(record: dict[str, str]) -> dict[int, int]:
    numbers = [int(word) for word in record["perft"].split()]
    return dict(enumerate(numbers, 1))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_perft(record: dict[str, str]) -> None:
    hands, leader, trick, law = _position(record)
    for depth, count in _counts(record).items():
        if solver.KERNEL:
            result = solver.perft(hands, leader, trick, law, depth)
            parts = solver.divide(hands, leader, trick, law, depth)
            assert result == count, f"depth {depth}, under each first card: {parts}"
            assert sum(parts.values()) == count
        if count < volume(1_000, 20_000):
            assert python_perft(hands, leader, trick, law, depth) == count, f"depth {depth}"


def test_there_are_perft_records() -> None:
    assert {record["rules"] for record in RECORDS} == set(presets.PRESETS)
    assert len(RECORDS) >= 60


# --- playouts -------------------------------------------------------------------------------------


def _whole_deal(seed: int) -> list[CardSet]:
    cards = list(CARDS)
    Random(seed).shuffle(cards)
    return [CardSet.of(cards[i : i + 8]) for i in range(0, 32, 8)]


@needs_kernel
@pytest.mark.parametrize("trump", TRUMPS)
def test_playouts_are_games_by_the_rules(trump: Trump) -> None:
    hands, law = _whole_deal(3), Law(trump=trump)
    result = solver.playouts(hands, 1, (), law, 20_000, seed=5)
    assert sum(result.histogram) == 20_000
    assert max(points for points, times in enumerate(result.histogram) if times) <= 162
    assert result == solver.playouts(hands, 1, (), law, 20_000, seed=5)
    assert result != solver.playouts(hands, 1, (), law, 20_000, seed=6)


@needs_kernel
def test_playouts_have_the_mean_of_random_play_in_python() -> None:
    hands, law = _whole_deal(9), Law(trump=Trump.HEARTS)
    chance = Random(1)
    ours = [_random_game(hands, law, chance) for _ in range(1_500)]
    mean = sum(ours) / len(ours)
    assert abs(mean - solver.playouts(hands, 0, (), law, 200_000).mean) < 4


def _random_game(hands: Sequence[CardSet], law: Law, chance: Random) -> int:
    leader, points = 0, 0
    trick: tuple[Card, ...] = ()
    left: list[CardSet] = list(hands)
    table = point_table(law.trump)
    while any(left):
        seat = (leader + len(trick)) % 4
        card = chance.choice(list(play.legal(left[seat], trick, law)))
        played = (*trick, card)
        left, leader, trick = _after(left, leader, played, law, seat, card)
        if not trick:
            last = 10 * (not any(left))
            points += (sum(table[c] for c in played) + last) * (leader % 2 == 0)
    return points


@needs_kernel
def test_playouts_let_other_threads_run() -> None:
    hands, law = _whole_deal(4), Law(trump=Trump.SPADES)
    done, steps = threading.Event(), []

    def count() -> None:
        while not done.is_set():
            steps.append(1)

    counting = threading.Thread(target=count)
    counting.start()
    before = len(steps)
    solver.playouts(hands, 0, (), law, 1_000_000)
    during = len(steps) - before
    done.set()
    counting.join()
    assert during > 100


# --- points ---------------------------------------------------------------------------------------

FULL_VALUE = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
"""All trumps as Bulgaria and Croatia count them: 248 points of cards, 258 with the last trick."""


def _made_up(points: bytes, last_trick: int = 10) -> Any:
    """Return a law of all trumps by which cards count something else."""
    law = Law(trump=Trump.ALL)
    return _kernel.Law(law.duties, law.trump.code, strength_table(law.trump), points, last_trick)


@needs_kernel
def test_more_than_255_points_are_counted() -> None:
    law = _made_up(bytes(FULL_VALUE.get(card.rank.letter, 0) for card in CARDS))
    ranks = ("J9", "A8", "TQ", "K7")
    hands = [CardSet.of(c for c in CARDS if c.rank.letter in two).mask for two in ranks]
    [(points, winners, last)] = law.play_out([hands], (0, 0, []))
    assert (points, winners, last) == ((258, 0), 0b01, 0)
    result = law.forecast([hands], [1.0], (0, 0, []))
    for outcomes in result.values():
        assert {sum(points) for points, *_ in outcomes} == {258}
    jack = next(int(c) for c in CARDS if c.rank.letter == "J")
    assert result[jack] == [((258, 0), 0b01, 0, 1.0)]
    assert law.solve(hands, 0, [])[:2] == (258, 258)
    histogram, sweeps = law.playouts(hands, 0, [], 100, 1)
    assert (len(histogram), sum(histogram), len(sweeps)) == (259, 100, 2)


@needs_kernel
def test_points_that_cannot_be_held_are_refused() -> None:
    most = bytes([16] * 31 + [5])
    law = _made_up(most)
    hands = [CardSet.of(CARDS[seat::4]).mask for seat in range(4)]
    [(points, *_)] = law.play_out([hands], (0, 0, []))
    assert sum(points) == 511
    for points, last_trick in ((bytes([16] * 32), 0), (most, 11), (bytes([255] * 32), 255)):
        with pytest.raises(ValueError, match=r"count \d+ points, but at most 511"):
            _made_up(points, last_trick)


# --- arguments ------------------------------------------------------------------------------------


@needs_kernel
@pytest.mark.parametrize(
    "hands",
    [
        [CardSet.parse("7S 8S"), CardSet.parse("8S 9S"), CardSet.parse("TS JS"), CardSet(0xC0)],
        [CardSet.parse("7S"), CardSet.parse("8S 9S"), CardSet.parse("TS JS"), CardSet(0xC0)],
        [CardSet.parse("7S")],
        [],
    ],
)
def test_impossible_hands_are_refused(hands: list[CardSet]) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\w+"):
        solver.perft(hands, 0, (), Law(trump=Trump.SPADES), 1)


@needs_kernel
def test_impossible_arguments_are_refused() -> None:
    hands, law = _whole_deal(1), Law(trump=Trump.CLUBS)
    one = next(iter(hands[0]))
    for call in (
        lambda: solver.perft(hands, 9, (), law, 1),
        lambda: solver.perft(hands, 0, (), law, 99),
        lambda: solver.perft(hands, 0, (one,), law, 1),
        lambda: solver.legal(hands[0], (one,), law),
        lambda: solver.winner((), law),
        lambda: solver.playouts(hands, 0, (), law, -1),
    ):
        with pytest.raises(ValueError, match=r"\w+ .*\w+"):
            call()


# --- without it -----------------------------------------------------------------------------------

WITHOUT = """
import sys
sys.modules["rebelote._kernel"] = None
import rebelote, rebelote.server.main.app, rebelote.bots
from rebelote import bots
from rebelote.kernel import solver
from rebelote.rules import play
from random import Random
assert not solver.KERNEL
match = rebelote.start(rebelote.Rules(target=1), rebelote.shuffled(Random(1)), 0)
bot = bots.make("regular")
while match.winner is None:
    if match.to_act is None:
        match = rebelote.next_deal(match)
    else:
        match = rebelote.apply(match, match.to_act, bot.choose(rebelote.views(match)[match.to_act]))
try:
    solver.kernel_law(play.Law(trump=rebelote.Trump.SPADES))
except solver.NoKernelError as error:
    print(error)
"""


def test_rules_server_and_bots_work_without_the_kernel() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert "the kernel is not built" in run.stdout
