"""One node of a cluster: what it is called, whom it hears, and whether it may judge by time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rebelote.server.cluster.membership import Membership
from rebelote.server.cluster.messages import Message
from rebelote.server.cluster.wire import Wire
from rebelote.server.limits import limit

POLL_SECONDS: Final = 1.0
"""Seconds from one look into the logs of the tables served here to the next."""
FRESH_SECONDS: Final = limit(
    2 * POLL_SECONDS + 0.5,
    "age of a node's last look at the logs beyond which it judges nothing by time",
    unit="s",
    per="node",
)
TIMER_STEP_SECONDS: Final = 0.5
"""How much later the second, third ... node of a table does what is due by time."""
BOT_STEP_SECONDS: Final = 2.0
"""How much later they think for its bots, and let it go on."""


class Node:
    """This node among the others. `name`: another than any other node has, or has had."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name = name
        self.wire = wire
        self.membership = Membership(name)
        self._looked_at = float("-inf")
        self._clock_ahead = 0.0
        self.judges_until = 0.0
        """Until when the last look is good enough to judge by time, by the database's clock."""

    def publish(self, message: Message) -> None:
        """Send this to the other nodes, where there are any."""
        self.wire.others = len(self.membership.others)
        if self.wire.others:
            self.wire.publish(message)

    def looked(self, now: float, clock: float) -> None:
        """The logs of all tables served here have been read, as they were at this time.

        `clock`: the same by the database's clock.
        """
        self._looked_at = now
        self._clock_ahead = clock - now
        self.judges_until = clock + FRESH_SECONDS

    def clock(self, now: float) -> float:
        """The time by the database's clock, as far as it is known here."""
        return now + self._clock_ahead

    def lag(self, now: float) -> float:
        """Seconds since the logs were last read."""
        return now - self._looked_at

    def is_fresh(self, now: float) -> bool:
        """Whether it knows the logs well enough to do something because time has passed.

        A node that was stopped, or has lost its database, does not: others may have gone on.
        """
        return self.lag(now) <= FRESH_SECONDS

    def rank(self, table: str, serves: bool, elsewhere: Collection[str]) -> int | None:
        """This node's place among those that serve a table: with 0 it acts first.

        None where only others have connections there. Where none has, all have a place.
        """
        serving = {*elsewhere, self.name} if serves else {*elsewhere}
        everybody = {*self.membership.others, self.name}
        return self.membership.rank(table, serving or everybody)
