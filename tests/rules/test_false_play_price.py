"""False play never costs less than to fail, or to let the others make it (`question:87`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from rebelote import Challenge, Record, Recorded, RecordError, legal_actions, start
from rebelote.rules import deck, presets, settlements
from rebelote.rules.actions import Value, points_bid
from rebelote.rules.auctions import rising
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Playing
from rebelote.rules.options import Rules
from rebelote.rules.scoring import Penalty, Settlement
from rebelote.rules.settlements import marks
from rebelote.rules.tallies import ContractTerms, Tally

KRAKEN = presets.PRESETS["klaverjas-utrecht"].agree({"named_doubles": "superkraken"})
GAMES = {name: rules for name, rules in presets.PRESETS.items() if rules.side_count == 2}
GAMES["kraken"] = KRAKEN


class Said(NamedTuple):
    """Announced points by side, and the belote."""

    melds: tuple[int, int] = (0, 0)
    belote: tuple[int, int] = (0, 0)


SAID = (Said(), Said((20, 0)), Said((0, 50)), Said((0, 0), (20, 0)), Said((100, 0), (0, 20)))


def contracts(rules: Rules) -> Iterator[Contract]:
    """Yield every kind of contract of these rules, by each stake."""
    bids = rules.settling.needs_bids
    values: tuple[Value | None, ...] = rising.ladder(rules.auction) if bids else (None,)
    beyond = rising.trumps(rules.auction)[4:] if bids else (Trump.NONE,)
    stakes = rising.stakes(rules.auction) if bids else (1, 2, 3, 4)
    for value, trump, stake in product(values, (Trump.SPADES, *beyond), stakes):
        yield Contract(0, trump, value, stake)


def lost_deals(rules: Rules, contract: Contract, said: Said) -> Iterator[tuple[int, Settlement]]:
    """Yield deals in which the loser took a trick without a point, or none where every trick was
    bid; with the side that lost."""
    terms = ContractTerms.of(contract, rules.law(contract.trump))
    whole = terms.cards + 10
    every_trick = isinstance(contract.value, str) and bool(contract.value)
    for loser in (0, 1):
        bare = every_trick and loser == 1
        tricks = [8 if bare else 7, 0 if bare else 1]
        points = [whole, 0]
        order = slice(None, None, -1 if loser == 0 else 1)
        tally = Tally(
            attack=0,
            points=tuple(points[order]),
            tricks=tuple(tricks[order]),
            melds=said.melds,
            belote=said.belote,
            alone=True,
            **terms._asdict(),
        )
        yield loser, settlements.settle(tally, 0, rules.scoring)


def forgone(rules: Rules, contract: Contract, said: Said, loser: int) -> int:
    """Return the marks for the offender's projects, which nobody writes where a text says so
    (`baloot:false-play`, `question:96`)."""
    if rules.scoring.settlement != "marks":
        return 0
    twice = rules.scoring.counts_twice(contract.trump is Trump.NONE)
    return marks.marks_of_melds(said.melds[loser], twice) * contract.stake


def net(settlement: Settlement, loser: int) -> int:
    """Return the points by which the loser falls behind."""
    return settlement.marks[loser ^ 1] - settlement.marks[loser]


@pytest.mark.parametrize("preset", GAMES)
def test_false_play_never_costs_less_than_losing_the_deal(preset: str) -> None:
    rules = GAMES[preset]
    for contract, said in product(contracts(rules), SAID):
        if sum(said.melds) and rules.melds.melds == "none":
            continue
        if sum(said.belote) and not rules.law(contract.trump).belotes:
            continue
        terms = ContractTerms.of(contract, rules.law(contract.trump))
        for loser, lost in lost_deals(rules, contract, said):
            wrong = Penalty(loser ^ 1, 0, *said, terms)
            award = settlements.award(wrong, 0, rules.scoring)
            least = net(lost, loser) - forgone(rules, contract, said, loser)
            assert net(award, loser) >= least, (contract, said, loser, lost.outcome)
            assert award.marks[loser] == 0


@pytest.mark.parametrize("preset", GAMES)
def test_false_play_costs_all_points_at_least(preset: str) -> None:
    rules = GAMES[preset]
    flat = msgspec.structs.replace(rules.scoring, false_play_award="162_and_bonuses")
    for contract, said, loser in product(contracts(rules), SAID, (0, 1)):
        terms = ContractTerms.of(contract, rules.law(contract.trump))
        wrong = Penalty(loser ^ 1, 0, *said, terms)
        mine = settlements.award(wrong, 0, rules.scoring)
        assert sum(mine.marks) >= sum(settlements.award(wrong, 0, flat).marks)


def test_a_bid_can_be_of_points_or_of_every_trick() -> None:
    values = {value for rules in GAMES.values() for value in rising.ladder(rules.auction)}
    assert {None, 80} <= {points_bid(value) for value in values}


def challenged(rules: Rules) -> Record:
    """Return a deal in which the first card is challenged, without cause."""
    match = start(rules, deck.shuffled(Random(3), rules.pack), 0)
    recorded = Recorded.begin(match)
    while (seat := recorded.match.to_act) is not None:
        deal = recorded.match.deal
        if isinstance(deal, Playing) and deal.trick:
            recorded = recorded.act(seat, Challenge(deal.leader))
            break
        recorded = recorded.act(seat, legal_actions(deal)[-1])
    return recorded.record


def test_a_record_from_before_is_read_by_what_false_play_cost_then() -> None:
    earlier = presets.PRESETS["pilotta"].as_in_real_life()
    earlier = earlier.agree({"false_play_award": "162_and_bonuses"})
    written = str(challenged(earlier))
    line = '[Option false_play_award "162_and_bonuses"]\n'
    assert line in written and "\nfalse_play " in written
    assert Record.parse(written.replace(line, "")) == Record.parse(written)


def test_a_wrong_record_with_false_play_names_its_line_as_before() -> None:
    text = str(challenged(presets.PRESETS["pilotta"].as_in_real_life()))
    wrong = re.sub("^false_play .*", "false_play 1 2", text, flags=re.MULTILINE)
    with pytest.raises(RecordError, match="the replay says 'false_play") as error:
        Record.parse(wrong)
    assert error.value.line == text[: text.index("false_play ")].count("\n") + 1
