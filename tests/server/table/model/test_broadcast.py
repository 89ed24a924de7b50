"""Messages to spectators over a shoulder: the hand, and none of the choices."""

from __future__ import annotations

from drawn_matches import play_match

from rebelote.rules import presets
from rebelote.rules.view import spectator
from rebelote.server.table.model.broadcast import view_from_seat


def test_who_looks_over_a_shoulder_sees_the_hand_and_is_offered_nothing() -> None:
    states, _ = play_match(presets.rules("french"), 1)
    to_act = [state for state in states if state.to_act is not None and state.deal.hands]
    assert len(to_act) > 100
    for state in to_act:
        assert state.to_act is not None
        seen = view_from_seat(spectator(state), state, state.to_act)
        assert seen.seat == state.to_act and seen.hand == state.deal.hands[state.to_act]
        assert seen.legal is None and seen.may == spectator(state).may
        assert not (seen.tricks or seen.remembered)
