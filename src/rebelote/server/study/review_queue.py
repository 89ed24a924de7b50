"""The queue of reviews and opinions: a few places for each person, who are served in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.people.database import Person
from rebelote.server.runtime import addresses
from rebelote.server.runtime.addresses import household
from rebelote.server.runtime.rate_limits import Keys, Limits
from rebelote.server.workers.jobs import Worker

FAILED: Final = "review-failed"
"""The code by which a review or an opinion is refused that cannot be made."""
_Made = TypeVar("_Made")


class Turn(NamedTuple):
    """A place in the queue: with whose jobs it is served in turn, and the quotas it counts in."""

    key: str
    places: Keys


class ReviewQueue:
    """The jobs of one worker; those of accounts by person, those of guests by address."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self.worker, self.limits = worker, limits

    def enter(self, reader: Person | None) -> Turn:
        """Take a place for this reader. IllegalActionError `too-many`."""
        address = addresses.ADDRESS.get()
        person = "" if reader is None else reader.id
        places = self.limits.enter("reviews", address, person)
        by_person = reader is not None and reader.account
        return Turn(person if by_person else household(address), places)

    async def run(self, turn: Turn, work: Callable[..., _Made], *given: object) -> _Made:
        """What the worker makes of it; the place is free again afterwards."""
        try:
            return await self.worker.answer(FAILED, work, *given, key=turn.key)
        finally:
            self.limits.leave(turn.places)


def check_deal(text: str, deal: int) -> None:
    """IllegalActionError `deal-not-over` for a deal that this record, which holds no other,
    lacks."""
    if deal > text.count("\n[Deal "):
        raise IllegalActionError("deal-not-over")
