"""The steps of a record, for programs that draw them elsewhere."""

from __future__ import annotations

from rebelote import Game
from rebelote.rules import presets
from rebelote.rules.law_tables import law_tables
from rebelote.rules.records.replay import positions
from rebelote.server.features.history import steps


def test_a_deal_has_the_law_of_its_contract_by_the_rules_that_were_agreed() -> None:
    game = Game(presets.rules("french", undertrump="free"), seed=2, end_deals=2)
    for _ in range(8):
        game.pass_()
    record = game.play_out("beginner").record
    deals = steps.of_record(record).deals
    contracts = [seen[-1].match.deal.contract for seen in positions(record)]
    assert [deal.law for deal in deals] == [
        None if contract is None else law_tables(game.rules.law_of(contract))
        for contract in contracts
    ]
    assert contracts[0] is None
    (contract, *_) = filter(None, contracts)
    assert law_tables(presets.rules("french").law_of(contract)) not in [one.law for one in deals]
