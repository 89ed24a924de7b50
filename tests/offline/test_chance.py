"""The chance of a message at a table without a network."""

from __future__ import annotations

from rebelote.offline.table import Chance


def test_each_draw_of_a_message_is_another_and_the_same_again_from_the_same_secret() -> None:
    one, other = Chance(b"secret"), Chance(b"secret")
    drawn = [one.draw() for _ in range(50)]
    assert len(set(drawn)) == 50
    assert drawn == [other.draw() for _ in range(50)]
