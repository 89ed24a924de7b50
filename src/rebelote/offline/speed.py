"""Some work, by the time of which the page knows how fast its device is."""

from __future__ import annotations

from random import Random

import msgspec

from rebelote import bots
from rebelote.offline import reviews
from rebelote.rules import match, presets
from rebelote.rules.view import view


class SpeedRequest(msgspec.Struct, frozen=True, tag_field="of", tag="speed"):
    """The request: the work."""

    def answer(self) -> None:
        """Have a master cut a fixed pack and make the first call."""
        reviews.check_kernel()
        rules = presets.rules("french")
        before = match.start(rules, match.first_pack(rules, Random(0)), 0)
        while (seat := before.to_act) is not None and not (seen := view(before, seat)).calls:
            thought = bots.make(bots.LEVELS[-1], 0).think(seen)
            before = match.apply(before, seat, thought.action)
