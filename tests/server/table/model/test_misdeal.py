"""Misdeals: none at a table that deals the cards; old logs and records of them are readable."""

from __future__ import annotations

from random import Random

import pytest

from rebelote.engine import Engine
from rebelote.rules import presets
from rebelote.rules.actions import Misdeal
from rebelote.rules.deal import Bidding, legal_actions
from rebelote.rules.match import first_pack, start
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model.event_log import Acted
from rebelote.server.table.model.table import Table

SECRET = bytes(32)
PENALTY = presets.rules("french", misdeal="penalty_162")


def dealt(rules: Rules) -> Table:
    """Return a table of four people whose auction begins."""
    table = Table("misdeal")
    seats = tuple(Occupant(person=name) for name in ("Ann", "Bea", "Cas", "Dov"))
    table.commit(table.agree(rules, Terms(), seats))
    table.commit(table.start(SECRET))
    while not isinstance(table.match.deal, Bidding):
        assert table.to_act is not None
        table.commit(table.act(table.to_act, legal_actions(table.match.deal)[0]))
    return table


@pytest.mark.parametrize("policy", ["none", "redeal", "next_dealer", "penalty_162"])
@pytest.mark.parametrize("assisted", [True, False])
def test_no_seat_can_call_a_misdeal_where_the_table_deals(policy: str, assisted: bool) -> None:
    rules = presets.rules("french").agree({"misdeal": policy})
    table = dealt(rules if assisted else rules.as_in_real_life())
    for seat in range(4):
        asked = messages.Act(id=f"m{seat}", expect=table.version, action=Misdeal())
        with pytest.raises(IllegalActionError, match="no-misdeal"):
            table.receive(seat, asked, SECRET)


def test_the_engine_deals_and_refuses_a_misdeal_too() -> None:
    engine = Engine()
    rules = b'{"base": "french", "misdeal": "penalty_162"}'
    engine.answer(b'{"id": 1, "op": "new", "rules": %s, "seed": 1, "dealer": 3}' % rules)
    asked = b'{"id": 2, "op": "act", "game": "g1", "seat": 0, "action": {"do": "misdeal"}}'
    assert b'"no-misdeal"' in engine.answer(asked)


def test_a_misdeal_that_was_logged_is_replayed() -> None:
    table = dealt(PENALTY)
    table.commit(table.followed_by(Acted(0, Misdeal()), None))
    assert table.match.sheet[-1].outcome == "misdeal" and min(table.match.scores) == -160


def test_a_record_with_a_misdeal_is_read() -> None:
    so_far = Recorded.begin(start(PENALTY, first_pack(PENALTY, Random(1)), 3))
    while not isinstance(so_far.match.deal, Bidding):
        assert so_far.match.to_act is not None
        so_far = so_far.act(so_far.match.to_act, legal_actions(so_far.match.deal)[0])
    over = so_far.act(1, Misdeal())
    text = str(over.record)
    assert "then 1:misdeal\nmisdeal 0 -160" in text
    assert Record.parse(text).replay() == over.match
