"""The review of a deal as values, and the one function that says what kind of decision it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from rebelote.rules.cards import Card
from rebelote.rules.scoring import Points

Kind = Literal["best", "imprecision", "decisive", "bad_luck", "lucky"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""Every kind of decision."""
REVISION: Final = 2
"""The revision of the figures: a review that was kept with another one is made again."""
ERRORS: Final[tuple[Kind, ...]] = ("imprecision", "decisive")
"""The kinds that count as errors."""
SILENT: Final = "silent"
"""The choice of a card with which something is left unsaid; other cards have their text."""


class UnfinishedMatchError(ValueError):
    """A deal that is not over cannot be reviewed."""


def kind_of(loss_true: float, loss_known: float, turns: bool) -> Kind:
    """The kind of a decision that loses so many marks; `turns`: what becomes of the contract.

    An error is what both disapprove: the deal as it lay and what the seat could know. Where only
    one does, it was luck, good or bad.
    """
    if loss_known and loss_true:
        return "decisive" if turns else "imprecision"
    if loss_true:
        return "bad_luck"
    return "lucky" if loss_known else "best"


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact about a decision: the code of its sentence (`reason.is.<code>`) and what fills it in.

    Suits, trumps and cards are named as in a record.
    """

    code: str
    values: dict[str, str | int] = {}


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One call or card of one seat. All worths and losses are in marks, as differences between the
    own side and the other.

    `number`: so many actions of its deal were done before it. `action` as in the record, and as a
    `choice` among others: a card without what was said, a call, or `silent` for a card with which
    something was left unsaid. `best`: every choice that is best in the true deal; `advised`: every
    choice that equals the best by what the seat knew. `true` and `expected`: the worth
    of each choice in the true deal, and in the worlds that the seat could not distinguish.
    `loss_true`; `loss_known`, which is 0 unless it is clear, with half of its 95 % `interval` and
    the `chance_to_lose` anything. `exact`: whether the true worths are. `forced`: there was nothing
    to choose. `line_played` and `line_best`: how the cards fall if nobody errs after it, and after
    the best. Of an error: the `facts` that the seat knew, and `why` what is advised is better.
    """

    number: int
    seat: int
    action: str
    choice: str
    kind: Kind
    best: tuple[str, ...]
    advised: tuple[str, ...]
    loss_true: float
    loss_known: float
    chance_to_lose: float
    interval: float = 0.0
    call: bool = False
    forced: bool = False
    exact: bool = True
    true: dict[str, float] = {}
    expected: dict[str, float] = {}
    line_played: tuple[Card, ...] = ()
    line_best: tuple[Card, ...] = ()
    facts: tuple[Fact, ...] = ()
    why: tuple[Fact, ...] = ()

    @property
    def error(self) -> bool:
        """Whether it counts as an error."""
        return self.kind in ERRORS


class Share(msgspec.Struct, frozen=True):
    """The part of a seat in what a deal came to, in marks of side 0 minus side 1.

    `known`: what it lost by the worlds it could not distinguish; `chance`: the rest.
    """

    seat: int
    known: float
    chance: float


class DealReport(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one deal of a match.

    `marks` by side, as on the sheet. `worth`: of the deal as dealt, in marks of side 0
    minus side 1; with all `shares` it is exactly what the sheet says: `marks[0] - marks[1]`.
    `exact`: whether every true worth is; three players are not searched to the end.
    """

    number: int
    marks: Points
    worth: int
    shares: tuple[Share, ...]
    decisions: tuple[Decision, ...]
    exact: bool = True

    @property
    def errors(self) -> int:
        """How many decisions count as errors."""
        return sum(decision.error for decision in self.decisions)


def costliest(decisions: Iterable[Decision], most: int) -> list[Decision]:
    """The errors that cost most by what the seat could know, those that turned a contract first."""
    errors = (decision for decision in decisions if decision.error)
    return sorted(errors, key=lambda each: (each.kind != "decisive", -each.loss_known))[:most]
