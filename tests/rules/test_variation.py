"""A deal played on in another way: by the rules, from where it was, and to its end."""

from __future__ import annotations

from random import Random

import pytest
from recorded_deals import played

from rebelote.rules import presets
from rebelote.rules.deal import Bidding, Playing
from rebelote.rules.records import variation
from rebelote.rules.records.notation import word
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError


@pytest.mark.parametrize("name", sorted(presets.PRESETS))
def test_what_was_played_is_a_variation_of_itself(name: str) -> None:
    record = played(presets.PRESETS[name], seed=3)
    deal = record.history()[0]
    for step, state in enumerate(deal):
        cut = variation.varied(record, 1, step)
        assert cut.match == state
        assert cut.record.deals[0].actions == record.deals[0].actions[:step]
    first = next(n for n, state in enumerate(deal) if isinstance(state.deal, Bidding | Playing))
    words = [word(deed, record.rules) for deed in record.deals[0].actions[first:]]
    again = variation.varied(record, 1, first, words)
    assert again.match == deal[-1]
    assert variation.offered(again.match) == {}


@pytest.mark.parametrize("name", sorted(presets.PRESETS))
def test_every_way_on_is_offered_until_the_deal_ends(name: str) -> None:
    """At random, from every step: what is offered may be done, and the record of it can be read."""
    record, chance = played(presets.PRESETS[name], seed=5), Random(name)
    for step in range(len(record.deals[0].actions)):
        begun = state = variation.varied(record, 1, step)
        while offered := variation.offered(state.match):
            state = variation.done(state, chance.choice(list(offered)))
        if isinstance(begun.match.deal, Bidding | Playing):
            assert state.match.to_act is None
        assert Record.parse(str(state.record)).replay() == state.match


def test_a_card_is_offered_in_silence_too() -> None:
    records = (played(presets.PRESETS["french"], seed) for seed in range(40))
    result = (
        offered
        for record in records
        for step in range(len(record.deals[0].actions))
        for offered in [variation.offered(variation.varied(record, 1, step).match)]
        if any("(" in said for said in offered)
    )
    offered = next(result)
    assert {said.partition("(")[0] for said in offered} <= {*offered}


@pytest.mark.parametrize(("deal", "step"), [(0, 0), (2, 0), (1, -1), (1, 1000)])
def test_there_is_nothing_beyond_the_record(deal: int, step: int) -> None:
    with pytest.raises(IllegalActionError, match="no such step"):
        variation.varied(played(presets.PRESETS["french"], seed=1), deal, step)


@pytest.mark.parametrize("said", ["", "7S", "pass pass", "nonsense", "3:double"])
def test_what_may_not_be_done_is_refused(said: str) -> None:
    record = played(presets.PRESETS["french"], seed=1)
    step = next(n for n, state in enumerate(record.history()[0]) if isinstance(state.deal, Bidding))
    with pytest.raises(IllegalActionError) as refused:
        variation.varied(record, 1, step, [said])
    assert refused.value.refusal.code == "not-now"
