"""The secret from which a pack is made: published once its deal is over, and not before."""

from __future__ import annotations

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.events import SealOpened
from rebelote.rules.view import view
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import seating
from rebelote.server.table.model.table import Table

SECRET = b"thirty-two bytes that nobody has"


def test_the_secret_of_a_pack_is_published_with_the_last_card_and_never_before() -> None:
    table = Table("t" * 12)
    rules = presets.rules("french", shuffle="each_deal_full")
    seats = seating.filled((FREE,) * rules.players, "beginner")
    table.commit(table.agree(rules, Terms(), seats))
    table.commit(table.start(SECRET))
    bot, received, cards = bots.make("beginner", 1), [], 0
    while (seat := table.to_act) is not None:
        change = table.act(seat, bot.choose(view(table.match, seat)))
        table.commit(change)
        received = [event for event in change.events if isinstance(event, SealOpened)]
        assert not received or table.to_act is None
        cards += 1
    assert table.match.deal.played_out and cards > 32
    assert [event.secret for event in received] == [SECRET.hex()]
