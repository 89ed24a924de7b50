"""Matches with real cards: what is written of them is what a match that was followed writes."""

from __future__ import annotations

import pytest
from drawn_matches import play_match
from msgspec import UNSET, structs
from volume import volume

from rebelote import IllegalActionError
from rebelote.rules import paper, presets
from rebelote.rules.cards import Trump
from rebelote.rules.deal import Dead, Over, PlayedOut, tally
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.paper import PaperDeal, ScoreSheet, settled, sheet

MATCHES = volume(1, 3, 60)
FRENCH = presets.rules("french")
SPADES = Trump.SPADES


def entered(deal: Over) -> PaperDeal:
    """Return the entry that players make of a deal, one side's points left out."""
    if not isinstance(deal, PlayedOut):
        return PaperDeal()
    won, contract = tally(deal), deal.contract
    known: list[int | None] = [*won.points]
    if not deal.rules.left_in_stock:
        known[contract.attacker % len(known)] = None
    return PaperDeal(
        attacker=contract.attacker,
        trump=contract.trump,
        value=contract.value,
        stake=contract.stake,
        points=tuple(known),
        trickless=tuple(side for side, tricks in enumerate(won.tricks) if not tricks),
        melds=won.melds,
        belote=won.belote,
        trick_melds=won.trick_melds,
        alone=won.alone,
    )


def deals_of(states: list[Match]) -> list[Over]:
    """Return the deals of a match as they were written."""
    over = {state.number: state.deal for state in states if state.written}
    return [deal for deal in over.values() if isinstance(deal, Over)]


def on_paper(row: SheetRow) -> SheetRow:
    """Return a row without the fields that nobody enters: a closed game, the turned card."""
    if row.contract is None:
        return row
    bare = structs.replace(row.contract, closed=UNSET, turned_to=UNSET)
    return structs.replace(row, contract=bare)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_match_is_written_as_if_it_had_been_followed(preset: str) -> None:
    rules, compared = presets.rules(preset), 0
    for seed in range(MATCHES):
        states, _ = play_match(rules, seed)
        deals, last = deals_of(states), states[-1]
        redealt = any(isinstance(deal, Dead) and deal.auction.redealt for deal in deals)
        if redealt or not all(isinstance(deal, PlayedOut | Dead) for deal in deals):
            continue
        written = sheet(rules, last.sheet[0].dealer, [entered(deal) for deal in deals])
        assert tuple(one.row for one in written.rows) == tuple(map(on_paper, last.sheet))
        assert (written.winner, written.scores) == (last.winner, last.scores)
        assert (written.dealer is None) == last.over
        compared += 1
    assert compared or preset == "cannes-2016"


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (PaperDeal(attacker=1, trump=SPADES, points=(1, None)), "points-impossible"),
        (PaperDeal(attacker=1, trump=SPADES, points=(80, 80)), "points-sum"),
        (PaperDeal(attacker=1, trump=SPADES, points=(170, None)), "points-sum"),
        (PaperDeal(attacker=1, trump=SPADES, points=(90, 72), trickless=(1,)), "points-impossible"),
        (PaperDeal(attacker=1, trump=SPADES, trickless=(0, 1)), "points-impossible"),
        (PaperDeal(attacker=1, trump=SPADES, trickless=(7,)), "points-impossible"),
        (PaperDeal(attacker=1, trump=SPADES), "points-missing"),
        (PaperDeal(attacker=1, trump=SPADES, points=(90, None), melds=(15, 0)), "no-such-bonus"),
        (PaperDeal(attacker=1, trump=SPADES, points=(90, None), belote=(20, 20)), "no-such-bonus"),
        (PaperDeal(attacker=1, trump=SPADES, points=(90, None), value=90), "no-such-contract"),
        (PaperDeal(attacker=1, trump=SPADES, points=(90, None), stake=2), "no-such-contract"),
        (PaperDeal(attacker=4, trump=SPADES, points=(90, None)), "no-such-contract"),
        (PaperDeal(attacker=1, trump=Trump.ALL, points=(90, None)), "no-such-contract"),
        (PaperDeal(attacker=1, points=(90, None)), "no-such-contract"),
    ],
)
def test_a_deal_that_cannot_have_been_is_refused(deal: PaperDeal, code: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        sheet(FRENCH, 0, [deal])
    assert refused.value.refusal.code == code


def test_the_next_dealer_and_what_waits_are_written() -> None:
    tie = PaperDeal(attacker=0, trump=SPADES, points=(81, None))
    result = sheet(FRENCH, 2, [PaperDeal(), tie])
    assert [one.row.dealer for one in result.rows] == [2, 3]
    assert (result.dealer, result.held, result.scores) == (0, 80, (0, 80))
    flemish = sheet(presets.rules("flemish"), 2, [PaperDeal()])
    assert flemish.dealer == 2  # two dead deals before the deal passes on


def test_nothing_is_written_after_the_match() -> None:
    sweep = PaperDeal(attacker=0, trump=SPADES, trickless=(1,))
    rules = FRENCH.agree({"target": 250})
    assert sheet(rules, 0, [sweep]).winner == 0
    with pytest.raises(IllegalActionError, match="over"):
        sheet(rules, 0, [sweep, sweep])


def test_what_may_be_entered_follows_from_the_rules() -> None:
    french, coinche = paper.form(FRENCH), paper.form(presets.rules("coinche"))
    assert (len(french.trumps), french.values, french.stakes[SPADES]) == (4, (), (1,))
    assert (len(coinche.trumps), coinche.values[:2]) == (6, (80, 90))
    assert set(coinche.stakes.values()) == {(1, 2, 4)}
    baloot = paper.form(presets.rules("baloot"))
    assert (baloot.stakes[SPADES], baloot.stakes[Trump.NONE]) == ((1, 2, 3, 4, 5), (1, 2))
    assert (french.melds, coinche.melds) == (True, False)
    assert paper.form(presets.rules("bulgarian")).totals[Trump.ALL] == 258


def test_rules_of_a_house_are_those_of_the_sheet() -> None:
    deal = PaperDeal(attacker=0, trump=SPADES, points=(92, None))
    exact = ScoreSheet(preset="french", house={"rounding": "none"}, deals=(deal,))
    assert settled(exact).scores == (92, 70)
    with pytest.raises(IllegalActionError, match="combined"):
        settled(ScoreSheet(preset="french", house={"rounding": "up"}))
    with pytest.raises(IllegalActionError, match="combined"):
        settled(ScoreSheet(preset="whist"))
