"""Detectors: nought where nothing is known, above it where partner's hand is; and their sums."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from statistics import fmean

import pytest
from needs import needs_kernel
from volume import volume

from rebelote.arena.playing import settings
from rebelote.fairplay import calls, cards, chosen, discards, evidence, tempo
from rebelote.fairplay.decisions import Decision, applies, free
from rebelote.fairplay.evidence import Scores
from rebelote.fairplay.simulation import Pair, played, simulated
from rebelote.fairplay.tempo import Act
from rebelote.fairplay.totals import KNOWING, TESTS, THRESHOLD, Totals, strongest, z_values
from rebelote.knowledge import worlds
from rebelote.rules import presets
from rebelote.rules.cards import CardSet, Trump, parse_cards
from rebelote.rules.presets import PRESETS

pytestmark = needs_kernel
FRENCH = PRESETS["french"]
BEGINNERS = ("beginner", "beginner")
SEED = 5
DEALS = volume(20, 30)


def scores(pair: Pair, deals: int) -> list[Scores]:
    """Return the scores of both pairs of this kind in some deals."""
    both = (simulated(FRENCH, (pair, pair), each) for each in settings(FRENCH, deals, SEED))
    return [each for deal in both for each in deal.scores]


@cache
def honest() -> Totals:
    """Return honest deals, with which others are compared."""
    return Totals.of(scores(Pair(BEGINNERS), DEALS))


def decisions(pair: Pair, deals: int) -> Iterable[Decision]:
    for each in settings(FRENCH, deals, SEED):
        yield from (decision for _, decision in free(played(FRENCH, (pair, pair), each)[0]))


# --- nought ---------------------------------------------------------------------------------------


def test_the_surplus_of_a_choice_is_nought_on_average() -> None:
    likely = chosen.shares({"a": 3.0, "b": 1.0, "c": -8.0}, 2.0)
    value = {"a": 5.0, "b": -1.0, "c": 40.0}
    expected = sum(share * chosen.surplus(made, likely, value) for made, share in likely.items())
    assert sum(likely.values()) == pytest.approx(1)
    assert expected == pytest.approx(0)
    assert likely["a"] > likely["b"] > likely["c"]


def test_a_card_scores_nought_on_average_over_the_hands_that_partner_may_hold() -> None:
    """Hands drawn among the worlds take the place of the true one: what was played stays."""
    chance, means = Random(1), []
    for decision in decisions(Pair(BEGINNERS), 2):
        if not decision.is_card or len(decision.seen.tricks) > 4:
            continue
        drawn = worlds.sample(worlds.hidden(decision.seen), 6, chance)
        hands = [world[decision.partner] for world in drawn]
        every = [cards.worths(decision, hand, chance) for hand in hands]
        means.append(fmean(each.score(decision.card) for each in every if each))
    assert len(means) > 10
    assert abs(fmean(means)) < 0.03


def test_unseen_cards_are_no_better_than_themselves_on_average() -> None:
    trump = Trump.SPADES
    each = [calls.strength(CardSet.of((card,)), trump) for card in FRENCH.pack]
    assert sum(each) == calls.strength(FRENCH.pack, trump)
    assert calls.strength(CardSet.of(parse_cards("JS")), trump) == max(each)


def test_where_too_few_hands_agree_with_what_was_announced_a_card_is_left_out() -> None:
    """Hands are drawn by rejection; if few agree, the draw does not always find enough."""
    pair, (setting,) = Pair(BEGINNERS, "seeing", 0.2), list(settings(FRENCH, 208, 2013))[207:]
    numbered = dict(free(played(FRENCH, (pair, pair), setting)[0]))
    decision = numbered[11]
    every = [cards.worths(decision, decision.partners_hand, Random(seed)) for seed in range(9)]
    assert None in every and any(every)


# --- cheats ---------------------------------------------------------------------------------------


def test_a_pair_that_sees_its_cards_is_found_and_an_honest_one_is_not() -> None:
    seeing = z_values(Totals.of(scores(Pair(BEGINNERS, "seeing", 1.0), DEALS)), honest())
    assert strongest(seeing)[0] in KNOWING
    assert seeing["sight"] > THRESHOLD
    other = Totals.of(
        each
        for setting in settings(FRENCH, DEALS // 2, SEED + 1)
        for each in simulated(FRENCH, (Pair(BEGINNERS), Pair(BEGINNERS)), setting).scores
    )
    assert strongest(z_values(other, honest()))[1] < THRESHOLD


def test_a_discard_is_compared_with_what_could_be_thrown_and_an_agreed_code_is_left_out() -> None:
    seen = {True: 0, False: 0}
    agreed = presets.rules(signals="direct")
    for rules in (FRENCH, agreed):
        pair = Pair(BEGINNERS)
        for setting in settings(rules, 4, SEED):
            for _, decision in free(played(rules, (pair, pair), setting)[0]):
                if decision.is_card:
                    likely = dict.fromkeys(decision.at.legal, 1 / len(decision.at.legal))
                    result = discards.scores(decision, likely)
                    seen[rules is FRENCH] += bool(result)
                    assert rules is FRENCH or "discards_direct" not in result
    assert min(seen.values()) > 0


def test_a_delay_counts_with_partners_next_choice() -> None:
    slow = [
        Act(0, 1.0),
        Act(1, None),
        Act(2, None, {"red": 0.5}),
        Act(0, 8.0),
        Act(2, None, {"red": 1.0}),
    ]
    mine, theirs = tempo.scores(slow)
    assert mine["red"] > 0
    assert not theirs
    quick = [act._replace(seconds=1 / act.seconds if act.seconds else None) for act in slow]
    assert tempo.scores(quick)[0]["red"] == pytest.approx(-mine["red"])


def test_without_two_pairs_there_is_nothing_to_look_at() -> None:
    assert evidence.of_deal([], Random(0)) == ({}, {})
    three = PRESETS["flemish3"]
    assert three.players == 3
    assert not applies(three)


@pytest.mark.parametrize("only", ["cards", "calls"])
def test_a_pair_that_cheats_in_one_of_cards_and_calls_is_not_diluted_by_the_other(
    only: str,
) -> None:
    """Such a pair would lie below the threshold by both together."""
    others = [{"cards": score, "calls": -score} for score in (-1.0, 1.0)] * 5000
    pair = Totals.of([{only: 0.5, "talon": 0.0}] * 100)
    values = z_values(pair, Totals.of(others))
    assert values["sight"] < THRESHOLD < values[only]
    assert strongest(values)[0] == only


# --- sums -----------------------------------------------------------------------------------------


def test_totals_are_those_of_their_deals_and_can_be_taken_apart() -> None:
    first, second = [{"cards": 1.0}, {"cards": 3.0}], [{"cards": -1.0, "calls": 2.0}]
    both = Totals.of([*first, *second])
    assert both.mean("cards") == pytest.approx(1)
    assert both.variance("cards") == pytest.approx(4)
    both.include(Totals.of(second), -1)
    assert (both.deals, both.mean("cards"), both.mean("calls")) == (2, 2.0, 0.0)
    assert set(z_values(both, honest())) == set(TESTS)
    assert z_values(Totals(), honest()) == {}
    assert strongest({}) == ("", 0.0)
    assert strongest({"sight": -9.0, "tempo_red": -3.0, "talon": 1.0}) == ("tempo_red", 3.0)
