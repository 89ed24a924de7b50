"""Views as people are sent them: no turned trick but the last, where that is allowed."""

from __future__ import annotations

from drawn_matches import play_match

from rebelote.rules import presets
from rebelote.rules.view import for_a_person, views


def test_people_are_sent_no_trick_that_is_turned_for_good() -> None:
    states, _ = play_match(presets.rules("french"), 2)
    turned = 0
    for state in states:
        for seen in views(state):
            sent = for_a_person(seen)
            assert not (sent.tricks or sent.remembered)
            assert (sent.hand, sent.trick, sent.last_trick) == (
                seen.hand,
                seen.trick,
                seen.last_trick,
            )
            turned += len(seen.tricks) > 1
    assert turned > 100
