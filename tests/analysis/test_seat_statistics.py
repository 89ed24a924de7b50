"""Statistics of a seat: what a match counts, how it adds up, and how sure it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from needs import needs_kernel

from rebelote.analysis import review
from rebelote.analysis.report import KINDS
from rebelote.analysis.statistics import (
    SUBJECTS,
    Counting,
    Tallies,
    Tally,
    added,
    interval,
    of_match,
    position_of,
    way_of,
)
from rebelote.arena import confidence
from rebelote.rules.cards import Trump, parse_cards
from rebelote.rules.records.record import Record

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))
THRESHOLD = Path(__file__).parent / "deals" / "threshold.txt"


def read(path: Path) -> Record:
    return Record.parse(path.read_text("utf-8"))


def of(tallies: Tallies, subject: str) -> dict[str, Tally]:
    return {tally.about: tally for tally in tallies if tally.subject == subject}


def test_the_seat_that_took_is_counted_with_its_trump_and_position() -> None:
    record = read(THRESHOLD)
    taker = of_match(record, {}, 1)
    assert of(taker, "marks")[""].total == 110
    assert of(taker, "ahead")[""].total == 20
    assert {subject: list(of(taker, subject)) for subject in ("took_at", "made_at", "made_in")} == {
        "took_at": ["1"],
        "made_at": ["1"],
        "made_in": ["D"],
    }
    assert of(taker, "made")[""] == Tally(subject="made", about="", count=1, total=1.0, squares=1.0)
    partner = of_match(record, {}, 3)
    assert of(partner, "marks")[""].total == 110
    assert of(partner, "took_at")["3"].total == 0
    assert not of(partner, "made") and not of(partner, "loss")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_in_every_deal_that_was_played_a_seat_took(path: Path) -> None:
    record = read(path)
    sheet = record.replay().sheet
    played = [row for row in sheet if row.contract is not None]
    seats = range(record.rules.players)
    every = [of_match(record, {}, seat) for seat in seats]
    assert sum(of(tallies, "took")[""].total for tallies in every) == len(played)
    for seat, tallies in zip(seats, every, strict=True):
        side = record.rules.sides[seat]
        assert of(tallies, "marks")[""].total == sum(row.marks[side] for row in played)
        assert sum(tally.count for tally in of(tallies, "took_at").values()) == len(played)
        made = [row for row in played if row.contract and row.contract.attacker == seat]
        by_trump = Counter(row.contract.trump.value for row in made if row.contract)
        assert {about: t.count for about, t in of(tallies, "made_in").items()} == dict(by_trump)


@needs_kernel
def test_losses_and_kinds_are_those_of_the_review() -> None:
    record = read(THRESHOLD)
    report = review.review_deal(record, 1)
    for seat in range(4):
        tallies = of_match(record, {1: report}, seat)
        chosen = [d for d in report.decisions if d.seat == seat and not d.forced]
        lost = sum(decision.loss_known for decision in chosen)
        for subject in ("loss", "loss_in", "loss_by"):
            result = of(tallies, subject).values()
            assert sum(tally.count for tally in result) == len(chosen) > 0
            assert sum(tally.total for tally in result) == pytest.approx(lost)
        kinds = {kind: int(tally.total) for kind, tally in of(tallies, "kind").items()}
        assert kinds == {kind: sum(d.kind == kind for d in chosen) for kind in KINDS}
        calls = sum(decision.call for decision in chosen)
        by_call = of(tallies, "loss_by").get("call")
        assert (by_call.count if by_call else 0) == calls
        in_auction = of(tallies, "loss_in").get("0")
        assert (in_auction.count if in_auction else 0) == calls


def test_what_a_card_did() -> None:
    spade, heart, trump = parse_cards("8S AH 9D")
    assert way_of(spade, (), Trump.DIAMONDS) == "lead"
    assert way_of(trump, (), Trump.DIAMONDS) == "lead"
    assert way_of(spade, parse_cards("7S"), Trump.DIAMONDS) == "follow"
    assert way_of(trump, parse_cards("JD"), Trump.DIAMONDS) == "follow"
    assert way_of(trump, parse_cards("7S"), Trump.DIAMONDS) == "ruff"
    assert way_of(heart, parse_cards("7S 9D"), Trump.DIAMONDS) == "discard"
    assert way_of(trump, parse_cards("7S"), Trump.ALL) == "discard"


def test_the_first_to_speak_has_the_first_position_and_the_dealer_the_last() -> None:
    rules = read(THRESHOLD).rules
    assert [position_of(seat, 0, rules) for seat in range(4)] == [4, 1, 2, 3]


def test_sums_do_not_depend_on_how_matches_are_put_together() -> None:
    every = [of_match(read(path), {}, 0) for path in GAMES]
    assert added(every) == added([added(every[:2]), added(every[2:])])
    order = [SUBJECTS.index(tally.subject) for tally in added(every)]
    assert order == sorted(order)


def tally(subject: str, *values: float) -> Tally:
    counting = Counting()
    for value in values:
        counting.add(subject, "", value)  # type: ignore[arg-type]
    (result,) = counting.tallies()
    return result


def test_intervals_of_means_and_shares() -> None:
    many = [float(number % 7) for number in range(200)]
    mean, half = confidence.mean(many)
    assert interval(tally("marks", *many)) == pytest.approx((mean - half, mean + half), abs=1e-3)
    assert interval(tally("marks", 82)) is None
    low, high = interval(tally("marks", 0, 100)) or (0, 0)
    assert high - low == pytest.approx(2 * 12.71 * 50), "two values say little"
    assert interval(tally("loss", 0, 0, 9))[0] == 0  # type: ignore[index]
    assert interval(tally("made", *[0] * 10)) == pytest.approx((0, 0.2775), abs=1e-3)
    assert interval(tally("made", *[1] * 8, 0, 0)) == pytest.approx((0.490, 0.943), abs=1e-3)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_deals_with_every_trick_and_doubled_ones_won_are_counted(path: Path) -> None:
    record = read(path)
    sheet = [row for row in record.replay().sheet if row.contract is not None]
    for seat, side in enumerate(record.rules.sides):
        tallies = of_match(record, {}, seat)
        swept, doubled = (of(tallies, subject).get("") for subject in ("swept", "doubled"))
        assert (swept.count if swept else 0) == sum(row.swept_by == side for row in sheet)
        stakes = [row for row in sheet if row.contract and row.contract.stake > 1]
        won = sum(row.marks[side] == max(row.marks) > min(row.marks) for row in stakes)
        assert (doubled.total if doubled else 0) == won
