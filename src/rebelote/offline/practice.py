"""One's own errors in the page, from matches of this device: reviewed, asked and repeated.

The page keeps the errors and hands them in; when they are repeated is as on the server.
"""

from __future__ import annotations

import msgspec

from rebelote.analysis.report import Decision
from rebelote.offline.board import seat_in
from rebelote.offline.reviews import check_kernel
from rebelote.server.features.study import errors, work
from rebelote.server.features.study.errors import DealKey, Repetition
from rebelote.server.features.study.schemas import PracticeAnswered, PracticeList, PracticePlace


class ListedError(msgspec.Struct, frozen=True, kw_only=True):
    """An error without its review, named as the columns of the server's."""

    table_id: str
    version: int
    deal: int
    step: int
    preset: str
    decisive: bool
    loss: float
    due: float = 0.0

    @property
    def place(self) -> PracticePlace:
        """Its place, as the page asks for it."""
        match = f"{self.table_id}-{self.version}"
        return PracticePlace(
            match=match, deal=self.deal, step=self.step, preset=self.preset, decisive=self.decisive
        )


class KeptError(ListedError, frozen=True, kw_only=True):
    """An error as the page keeps it."""

    decision: Decision
    schedule: str = ""

    @property
    def deal_key(self) -> DealKey:
        """Its deal."""
        return self.table_id, self.version, self.deal


class DealsRequest(msgspec.Struct, frozen=True, tag_field="of", tag="deals"):
    """The request: the deals of a record that can be reviewed."""

    record: str

    def answer(self) -> list[int]:
        """Return their numbers."""
        return work.deals(self.record)


class ErrorsRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="errors"):
    """The request: the errors of the person in a deal; `proof`: the record handed in."""

    table_id: str
    version: int
    preset: str
    proof: str
    deal: int

    def answer(self) -> list[KeptError]:
        """Review the deal and return them. IllegalActionError `needs-network`."""
        check_kernel()
        seat = seat_in(self.proof)
        return [
            KeptError(
                table_id=self.table_id,
                version=self.version,
                deal=self.deal,
                step=one.number,
                preset=self.preset,
                decisive=one.kind == "decisive",
                loss=one.loss_known,
                decision=one,
            )
            for one in errors.instructive(work.reviewed(self.proof, self.deal))
            if one.seat == seat
        ]


class MistakesRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="mistakes"):
    """The request: the errors that are due; or those of one match, due or not.

    `errors`: those of the earliest deal first. `waiting`: deals that are still to be reviewed.
    `deals`: the latest that are, the oldest first.
    """

    errors: tuple[KeptError, ...]
    now: float
    match: str = ""
    waiting: int = 0
    deals: tuple[DealKey, ...] = ()

    def answer(self) -> PracticeList:
        """Return them, the most instructive first."""
        due = [one for one in self.errors if one.due <= self.now]
        chosen, most = due, errors.PAGE
        if self.match:
            chosen = [one for one in self.errors if one.place.match == self.match]
            most = errors.OF_A_MATCH
        places = tuple(one.place for one in errors.ordered(chosen)[:most])
        latest = [(one.deal_key, one.decision) for one in reversed(self.errors)]
        groups = errors.in_groups(latest, self.deals)
        return PracticeList(places, len(due), self.waiting, groups)


class PositionRequest(msgspec.Struct, frozen=True, tag_field="of", tag="position"):
    """The request: the position before an error."""

    record: str
    deal: int
    step: int

    def answer(self) -> msgspec.Raw:
        """Return it (`PracticePosition`)."""
        return msgspec.Raw(work.position(self.record, self.deal, self.step))


class Practised(msgspec.Struct, frozen=True):
    """The verdict on an answer, and the error as it is kept from then on."""

    answered: PracticeAnswered
    kept: KeptError


class PractisedRequest(msgspec.Struct, frozen=True, tag_field="of", tag="practised"):
    """The request: an answer to an error; `now`: seconds since 1970."""

    record: str
    error: KeptError
    choice: str
    now: float

    def answer(self) -> Practised:
        """Check the answer and set the next repetition. IllegalActionError as over HTTP."""
        error, decision = self.error, self.error.decision
        work.check(self.record, error.deal, error.step, self.choice)
        right = self.choice in decision.advised
        due, schedule = errors.repetition(Repetition(error.due, error.schedule), right, self.now)
        kept = msgspec.structs.replace(error, due=due, schedule=schedule)
        answered = PracticeAnswered(
            right=right,
            decision=decision,
            calls=work.calls_of(decision, self.choice),
            again=due,
            own=decision.with_choice(self.choice),
        )
        return Practised(answered, kept)
