"""A game from outside with stakes of its own, one, three and five times, through all that bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from drawn_matches import play_match
from needs import needs_kernel
from outside_games import known

from rebelote import bots
from rebelote.analysis import review
from rebelote.env import Batch, Env, actions
from rebelote.i18n import house_rules, rulecard, words
from rebelote.i18n.speech import Teller
from rebelote.rules import match as matches
from rebelote.rules import paper, presets
from rebelote.rules.actions import Double, Pass, Redouble, Take
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding, PlayedOut
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Recorded
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.features.daily import deals
from rebelote.server.features.daily.field import tree
from rebelote.server.features.daily.schemas import DailyLine
from rebelote.terminal import parsing

STAKES = (1, 3, 5)


@pytest.fixture
def game() -> Iterator[Rules]:
    """Return the rules of the made-up game, which is known for this test."""
    with known("made_up_game", trusted=True):
        yield presets.rules("forehand")


def doubled(rules: Rules, seed: int, calls: int = 1) -> Match:
    """Return a deal in which forehand has named spades, after so many calls."""
    now = matches.start(rules, matches.first_pack(rules, Random(seed)), 3)
    while not isinstance(now.deal, Bidding):
        now = matches.apply(now, now.to_act or 0, matches.legal_actions(now)[0])
    for call in (Take(Trump.SPADES), Double(), Redouble())[:calls]:
        now = matches.apply(now, now.to_act or 0, call)
    return now


@needs_kernel
def test_bots_double_where_it_costs_nothing_and_never_redouble_for_nothing(game: Rules) -> None:
    """The stake multiplies what a failed attack pays, and nothing else."""
    for seed in range(3):
        for calls, right in ((1, Double()), (2, Pass())):
            now = doubled(game, seed, calls)
            seat = now.to_act or 0
            assert bots.make("club", seat).choose(view(now, seat)) == right


def test_an_environment_offers_and_pays_every_stake(game: Rules) -> None:
    assert actions.size(game) == 1 + max(map(actions.number, game.bidding.calls(game.auction)))
    env, chance, seen = Env("forehand", seed=1), Random(2), set[int]()
    for _ in range(12):
        while not env.over:
            assert max(env.legal) < len(env.mask) == actions.size(game)
            env.step(chance.choice(env.legal))
        deal = env.match.deal
        assert isinstance(deal, PlayedOut)
        seen.add(deal.contract.stake)
        env.reset()
    assert seen == {*STAKES}
    with pytest.raises(ValueError, match="auction_kind=forehand"):
        Batch("forehand", tables=1)


@needs_kernel
def test_a_review_weighs_a_double_by_its_own_stake(game: Rules) -> None:
    now = Recorded.begin(matches.start(game, matches.first_pack(game, Random(4)), 3))
    chance, said = Random(1), iter((Take(Trump.SPADES), Double(), Pass()))
    while (seat := now.match.to_act) is not None:
        offered = matches.legal_actions(now.match)
        bids = isinstance(now.match.deal, Bidding)
        now = now.act(seat, next(said) if bids else chance.choice(offered))
    report = review.review_deal(now.record, 1)
    doubling = next(one for one in report.decisions if one.choice == "double")
    lost, kept = doubling.true["double"], doubling.true["pass"]
    assert lost == kept if kept <= 0 else lost > 2 * kept


def test_the_terminal_reads_the_calls_and_names_the_stakes(game: Rules) -> None:
    names = ("Anna", "Margot", "Lucien", "Odette")
    for calls, stake in ((2, 3), (3, 5)):
        before = doubled(game, 4, calls - 1)
        seen = view(before, before.to_act or 0)
        now = matches.apply(before, seen.seat, parsing.read("x", seen, words("en"), names))
        contract = view(now, 0).standing or now.deal.contract
        assert contract is not None and contract.stake == stake
    said = Teller(words("en", "forehand"), 0, names)
    usual = Teller(words("en"), 0, names)
    told = [said.bid_worth(Contract(0, Trump.SPADES, None, stake)) for stake in STAKES]
    assert told == ["", ", for three", ", for five"]
    assert usual.bid_worth(Contract(0, Trump.SPADES, None, 3)) == ", redoubled"


def test_its_rule_card_and_score_sheet_know_its_auction(game: Rules) -> None:
    lines = {line.key: line.sentence for line in rulecard.lines(game, "en")}
    assert lines["auction_kind"].startswith("The player after the dealer names trump")
    assert house_rules.house_rules("forehand", {}, "en").first == game.bidding.debated
    assert paper.form(game).stakes == dict.fromkeys(SUIT_TRUMPS, STAKES)
    entry = paper.PaperDeal(attacker=0, trump=Trump.SPADES, stake=5, points=(100, 94))
    assert paper.sheet(game, 0, [entry]).rows[0].row.contract == Contract(0, Trump.SPADES, None, 5)
    with pytest.raises(IllegalActionError, match="no-such-contract"):
        paper.sheet(game, 0, [msgspec.structs.replace(entry, stake=2)])


def test_a_deal_of_the_day_compares_its_contracts_by_stake(game: Rules) -> None:
    field = Counter[tuple[DailyLine, tuple[str, ...]]]()
    for seed in range(9):
        states, _ = play_match(deals._one_deal("forehand"), seed)
        result = deals.played(states[-1])
        field[result.line, result.cards] = 1
    assert {contract.stake for contract in tree(field, None)} == {*STAKES}
    assert deals.nearest("forehand") == deals.FIRST
