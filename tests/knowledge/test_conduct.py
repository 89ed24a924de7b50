"""The conduct of a careful player at a table that gives no help: whom it asks to show."""

from __future__ import annotations

from drawn_matches import play_match

from rebelote.knowledge import conduct
from rebelote.rules import presets
from rebelote.rules.actions import Demand
from rebelote.rules.view import views


def test_an_opponent_is_asked_to_show_and_a_partner_never() -> None:
    rules = presets.rules("french").as_in_real_life()
    asked, of_partner = 0, 0
    for seed in range(3):
        states, _ = play_match(rules, seed)
        for seen in (view for state in states for view in views(state) if view.may.demand):
            opponents = [one for one in seen.may.demand if (one - seen.seat) % 2]
            action = conduct.intervention(seen)
            if opponents:
                assert action == Demand(opponents[0])
                asked += 1
            else:
                assert not isinstance(action, Demand)
                of_partner += 1
    assert asked > 5 and of_partner > 5, (asked, of_partner)
