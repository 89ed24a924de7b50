"""Reviews and a master's opinions in the page: the server's answers, from the same functions."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rebelote.kernel import solver
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.features.study import work


class ReviewRequest(msgspec.Struct, frozen=True, tag_field="of", tag="review"):
    """The request: the review of a deal of a record."""

    record: str
    deal: int

    def answer(self) -> msgspec.Raw:
        """Return it (`Review`)."""
        check_kernel()
        return msgspec.Raw(b'{"done":1.0,"reviewed":%b}' % work.reviewed(self.record, self.deal))


class OpinionRequest(msgspec.Struct, frozen=True, tag_field="of", tag="opinion"):
    """The request: what a master would have done after so many actions of a deal."""

    record: str
    deal: int
    action: int

    def answer(self) -> msgspec.Raw:
        """Return it (`MastersOpinion`)."""
        check_kernel()
        return msgspec.Raw(work.masters_opinion(self.record, self.deal, self.action))


def check_kernel() -> None:
    """Refuse what needs the kernel in a page without it. IllegalActionError `needs-network`."""
    if not solver.KERNEL:
        raise IllegalActionError("needs-network")


class _Progress:
    """The number that a review writes its progress to, each new percent of which is reported."""

    def __init__(self, report: Callable[[float], object]) -> None:
        self._report, self._value = report, 0.0

    @property
    def value(self) -> float:
        return self._value

    @value.setter
    def value(self, done: float) -> None:
        if abs(done - self._value) >= 0.01:
            self._report(done)
            self._value = done


def report_progress(report: Callable[[float], object]) -> None:
    """Have the progress of the reviews that follow reported, from 0 to 1."""
    work.share_progress(_Progress(report))
