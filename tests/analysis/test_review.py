"""The review: true losses against minimax, expected ones against every world, sums, kinds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from needs import needs_kernel
from recorded_deals import played
from volume import volume

from rebelote.analysis import expected, review, worth
from rebelote.analysis.report import (
    ERRORS,
    DealReport,
    Decision,
    UnfinishedMatchError,
    costliest,
    kind_of,
)
from rebelote.bots import search
from rebelote.bots.payoffs import MarksOnly, ahead
from rebelote.knowledge import worlds
from rebelote.knowledge.worlds import World
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.actions import Call, Play
from rebelote.rules.cards import Card
from rebelote.rules.codec import encode_hook
from rebelote.rules.deal import Bidding, Playing, legal_actions, legal_cards
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Step, read_many
from rebelote.rules.view import view

pytestmark = needs_kernel

DEALS = volume(44, 220, 10_000)
FULL = pytest.mark.full
PRESETS = sorted(presets.PRESETS)
DIFFERENT = [
    *("french", "flemish3", "bga-coinche"),
    *(
        pytest.param(name, marks=FULL)
        for name in ("baloot", "bazar-blot", "bela", "bulgarian", "klaverjas-rotterdam-nku")
    ),
]
"""The ways to call and to settle, with three players and with bonuses in tricks."""
SOLVED = [
    name
    for name, rules in sorted(presets.PRESETS.items())
    if rules.side_count == 2 and rules.melds.trick_melds == "none"
]
"""Rule sets in which the solver's best is the best in marks: two sides, no bonus in tricks."""
GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))
TRAPS = Path(__file__).parent / "deals"


# --- the deal adds up -----------------------------------------------------------------------------


def adds_up(report: DealReport) -> bool:
    """Return whether the parts come to what the sheet says, exactly."""
    parts = sum(share.known + share.chance for share in report.shares)
    return report.worth + parts == report.marks[0] - report.marks[1]


@pytest.mark.parametrize("name", PRESETS)
def test_worth_and_shares_come_to_what_the_sheet_says(name: str) -> None:
    rules = presets.rules(name)
    for seed in range(DEALS // len(PRESETS)):
        levels = ("random",) if seed % 2 else ("beginner", "random")
        report = review.review_deal(played(rules, seed, levels), 1, known=False)
        assert adds_up(report), (name, seed)


@cache
def reviewed(name: str) -> DealReport:
    """Return the review of a deal that was played at random, with what was known."""
    return review.review_deal(played(presets.rules(name), 7), 1)


@pytest.mark.parametrize("name", DIFFERENT)
def test_they_do_so_with_what_was_known_too(name: str) -> None:
    report = reviewed(name)
    assert adds_up(report)
    assert any(share.known for share in report.shares)
    side_0 = [share for share in report.shares if presets.rules(name).sides[share.seat] == 0]
    assert all(share.known <= 0 for share in side_0)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_deal_of_the_games_that_are_kept_is_reviewed(path: Path) -> None:
    with path.open() as lines:
        records = list(read_many(lines))
    for record in records:
        numbers = review.finished_deals(record)
        assert numbers
        for number in numbers[: volume(2, len(numbers))]:
            report = review.review_deal(record, number, known=False)
            assert adds_up(report), (path, number)
        some = range(0, 200, volume(4, 1))
        assert adds_up(review.review_deal(record, numbers[-1], known=some))


def test_a_deal_that_is_not_over_is_refused() -> None:
    record = played(presets.rules("french"), 1)
    deal = msgspec.structs.replace(record.deals[0], actions=record.deals[0].actions[:-1])
    with pytest.raises(UnfinishedMatchError):
        review.review_deal(msgspec.structs.replace(record, deals=(deal,)), 1)
    with pytest.raises(ValueError, match="no deal 2"):
        review.review_deal(record, 2)


# --- the true deal --------------------------------------------------------------------------------


def endings(rules: Rules, seed: int, cards: int) -> Iterator[Step]:
    """Yield the decisions of a deal in which the seat has so many cards, and a choice."""
    for step in played(rules, seed).steps():
        deal = step.before.deal
        chooses = isinstance(deal, Playing) and len(legal_cards(deal)) > 1
        if chooses and len(deal.hands[step.seat]) == cards:
            yield step


def minimax(match: Match, action: Play, least: float = -math.inf, most: float = math.inf) -> float:
    """Return side 0's lead in marks after this card, if all play perfectly from there. A
    continuation is played out and scored while its result may lie between the bounds."""
    after = matches.apply(match, match.deal.to_act or 0, action)
    while isinstance(after.deal, Playing) and len(legal_actions(after.deal)) == 1:
        after = matches.apply(after, after.deal.to_act, legal_actions(after.deal)[0])
    if after.written:
        return ahead(after.sheet[-1].marks, 0)
    assert isinstance(after.deal, Playing)
    rising = after.rules.sides[after.deal.to_act] == 0
    for card in legal_actions(after.deal):
        if isinstance(card, Play) and least < most:
            value = minimax(after, card, least, most)
            least, most = (max(least, value), most) if rising else (least, min(most, value))
    return least if rising else most


def by_card(match: Match) -> dict[Card, worth.Worth]:
    """Return the worth of each card, as marks are usually written."""
    assert isinstance(match.deal, Playing)
    return worth.by_card(match.deal, match.held, MarksOnly(match.rules, match.nothing))


@pytest.mark.parametrize("name", SOLVED)
def test_what_a_card_is_worth_is_what_minimax_finds(name: str) -> None:
    checked = 0
    for seed in range(volume(2, 6)):
        for step in endings(presets.rules(name).agree(exactly(name)), seed, 3):
            result = by_card(step.before)
            for action in legal_actions(step.before.deal):
                assert isinstance(action, Play)
                if result[action.card].exact:
                    checked += 1
                    assert result[action.card].ahead(0) == minimax(step.before, action), (
                        seed,
                        step,
                    )
    assert checked > volume(5, 20)


def exactly(name: str) -> dict[str, object]:
    """Return the rules without exceptional rounding in the deal that ends a match."""
    return {"last_deal_exact": False} if presets.rules(name).scoring.last_deal_exact else {}


@pytest.mark.parametrize("name", SOLVED)
def test_what_a_card_is_worth_is_what_the_best_next_card_is_worth(name: str) -> None:
    compared = 0
    for seed in range(volume(2, 4)):
        steps = [s for s in played(presets.rules(name), seed).steps() if in_play(s)]
        for step, following in pairwise(steps):
            assert isinstance(step.action, Play)
            result, after = by_card(step.before)[step.action.card], by_card(following.before)
            side = step.before.rules.sides[following.seat]
            if result.exact:
                compared += 1
                assert worth.best(after.values(), side).settled == result.settled
    assert compared > volume(20, 50)


@pytest.mark.parametrize("name", PRESETS)
def test_the_call_that_ends_an_auction_is_worth_what_the_play_is_worth(name: str) -> None:
    compared = 0
    for seed in range(12):
        steps = list(played(presets.rules(name), seed, ("beginner", "random")).steps())
        for step, following in pairwise(steps):
            deal, call = step.before.deal, step.action
            if not isinstance(deal, Bidding) or not in_play(following):
                continue
            assert isinstance(call, Call)
            now = MarksOnly(step.before.rules, step.before.nothing)
            called = worth.TrueAuction(now).after(deal, view(step.before, step.seat), call)
            cards, side = by_card(following.before), step.before.rules.sides[following.seat]
            if called.exact:
                compared += 1
                assert worth.best(cards.values(), side) == called, (seed, call)
            else:
                compared += called.settled in [each.settled for each in cards.values()]
    assert compared


def in_play(step: Step) -> bool:
    return isinstance(step.before.deal, Playing)


def test_of_three_players_the_review_says_that_it_is_not_exact() -> None:
    report = review.review_deal(played(presets.rules("flemish3"), 2), 1, known=False)
    assert not report.exact


# --- what the seat could know ---------------------------------------------------------------------


def dealt_again(match: Match, world: World) -> Match:
    """Return the match with the cards that are left lying so."""
    deal = match.deal
    assert isinstance(deal, Playing)
    begun = [(s, pair) for s, pair in deal.belotes if not pair <= deal.hands[s]]
    whole = [(s, p) for p in deal.law.belotes for s, hand in enumerate(world) if p <= hand]
    changed = msgspec.structs.replace(deal, hands=world, belotes=(*begun, *whole))
    return msgspec.structs.replace(match, deal=changed)


@pytest.mark.parametrize("name", ["cannes-2016", "ffb-contree-2016"])
def test_what_is_expected_is_the_mean_over_every_world(name: str) -> None:
    checked = 0
    for seed in range(volume(2, 4)):
        for step in endings(presets.rules(name).agree(exactly(name)), seed, 2):
            assert isinstance(step.action, Play)
            seen = view(step.before, step.seat)
            tried = expected.Cards(seen, step.action).tried(Random(1))
            listed = worlds.every(worlds.hidden(seen), expected.LISTED) or []
            weights = expected.likely(seen, listed, Random(1))
            sign = 1 if step.before.rules.sides[step.seat] == 0 else -1
            assert tried.seen == 1
            for action in legal_actions(step.before.deal):
                assert isinstance(action, Play)
                marks = [sign * minimax(dealt_again(step.before, w), action) for w in listed]
                mean = sum(m * w for m, w in zip(marks, weights, strict=True)) / sum(weights)
                assert tried.worth(action.card.text) == pytest.approx(mean), (seed, step)
                checked += 1
    assert checked > volume(4, 10)


@pytest.mark.parametrize("name", ["french", "bulgarian", "flemish3"])
def test_every_world_that_can_be_is_listed_once(name: str) -> None:
    for seed in range(3):
        for step in endings(presets.rules(name), seed, 3):
            known = worlds.hidden(view(step.before, step.seat))
            listed = worlds.every(known, 10_000)
            assert listed is not None
            assert len(set(listed)) == len(listed)
            assert set(worlds.sample(known, 300, Random(seed))) <= set(listed)
            if known.announced_by_others is None:
                assert len(listed) == worlds.total(known)
            assert worlds.every(known, worlds.total(known) - 1) is None


@pytest.mark.parametrize("name", ["french", pytest.param("ffb-contree-2016", marks=FULL)])
def test_a_master_errs_in_one_decision_of_a_hundred_at_most(name: str) -> None:
    decisions: list[Decision] = []
    for seed in range(volume(1, 2, 60)):
        report = review.review_deal(played(presets.rules(name), 900 + seed, ("master",)), 1)
        decisions += [decision for decision in report.decisions if not decision.forced]
    assert sum(decision.error for decision in decisions) <= max(1, len(decisions) // 100)


def test_a_review_is_the_same_every_time() -> None:
    assert reviewed("french") == reviewed.__wrapped__("french")


# --- kinds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss_true", "loss_known", "turns", "kind"),
    [
        (0, 0, False, "best"),
        (10, 0, False, "bad_luck"),
        (10, 0, True, "bad_luck"),
        (0, 3.5, False, "lucky"),
        (10, 3.5, False, "imprecision"),
        (90, 3.5, True, "decisive"),
    ],
)
def test_kinds_by_what_is_lost(loss_true: float, loss_known: float, turns: bool, kind: str) -> None:
    assert kind_of(loss_true, loss_known, turns) == kind


def test_a_report_is_small_and_says_the_same_thing_once() -> None:
    report = reviewed("french")
    assert len(msgspec.json.encode(report, enc_hook=encode_hook)) < 16_000
    for decision in report.decisions:
        if not decision.forced:
            turned = decision.kind == "decisive"
            assert decision.kind == kind_of(decision.loss_true, decision.loss_known, turned)
            assert (decision.choice in decision.best) == (decision.loss_true == 0)
            assert (decision.choice in decision.advised) == (decision.loss_known == 0)
    worst = costliest(report.decisions, 3)
    assert len(worst) <= 3
    assert all(decision.kind in ERRORS for decision in worst)


def test_progress_is_reported_to_the_end() -> None:
    announced_by_others: list[tuple[int, int]] = []
    record = played(presets.rules("french"), 5)
    review.review_deal(
        record, 1, known=False, progress=lambda *done: announced_by_others.append(done)
    )
    steps = len(record.deals[0].actions)
    assert announced_by_others == [(number, steps) for number in range(1, steps + 1)]


def test_what_seats_knew_can_be_asked_of_some_decisions_only() -> None:
    record = played(presets.rules("french"), 7)
    every = reviewed("french").decisions
    errors = {decision.number for decision in every if decision.error}
    [asked, *_] = sorted(errors)
    some = review.review_deal(record, 1, known=[asked]).decisions
    assert [one for one in some if one.number == asked] == [
        one for one in every if one.number == asked
    ]
    assert not any(one.loss_known for one in some if one.number != asked)


# --- known traps ----------------------------------------------------------------------------------


def trap(name: str, number: int) -> tuple[Step, Decision]:
    """Return a decision of a deal that is kept for the trap in it."""
    record = Record.parse((TRAPS / f"{name}.txt").read_text("utf-8"))
    report = review.review_deal(record, 1, known=[number])
    result = next(decision for decision in report.decisions if decision.number == number)
    return list(record.steps())[number], result


def test_the_card_with_most_points_loses_marks_at_the_threshold_of_the_contract() -> None:
    step, result = trap("threshold", 23)
    seen = view(step.before, step.seat)
    trick, taken = seen.trick, search.taken(seen)
    assert isinstance(step.before.deal, Playing)
    law, side = step.before.deal.law, step.before.rules.sides[step.seat]
    listed = worlds.every(worlds.hidden(seen), expected.LISTED) or []
    outcomes = [search.double_dummy(world, trick, law, taken) for world in listed]
    points = {c.text: sum(each[c].points[side] for each in outcomes) for c in outcomes[0]}
    assert result.choice == max(points, key=lambda name: points[name]) == "8D"
    assert result.kind == "decisive"
    assert result.advised == ("TS", "AS")
    assert result.loss_known > 20


def test_what_a_seat_could_not_know_is_bad_luck_and_no_error() -> None:
    _, result = trap("badluck", 27)
    assert result.kind == "bad_luck"
    assert not result.error
    assert result.loss_true == 210
    assert result.loss_known == 0
    assert result.advised == (result.choice,)
    assert result.choice not in result.best


def test_of_equal_cards_each_is_best() -> None:
    _, result = trap("equal", 24)
    assert result.kind == "best"
    assert result.best == result.advised == ("TD", "AD")
    assert result.true["7D"] < result.true["AD"]


def test_a_sweep_that_is_given_away_is_an_error() -> None:
    _, result = trap("sweep", 22)
    assert result.error
    assert result.best == result.advised == ("JC",)
    assert result.loss_true == 150
    assert result.loss_known > 80
    assert len(result.line_played) == len(result.line_best) > 0


def test_a_belote_that_is_lost_by_the_rules_is_an_error() -> None:
    step, result = trap("belote", 8)
    assert step.before.rules.belote_order_forfeits
    assert result.choice == "QC"
    assert result.error
    assert "KC" in result.best
    assert result.loss_true == 2
    assert result.chance_to_lose > 0.9
    assert not result.exact
