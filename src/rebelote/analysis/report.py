"""The review of a deal as values, and the classification of decisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from rebelote.rules.cards import Card
from rebelote.rules.tallies import Points

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
    """An attempt to review a deal that is not over."""


def kind_of(loss_true: float, loss_known: float, turns: bool) -> Kind:
    """Classify a decision by its losses in marks; `turns`: whether it turns the contract.

    An error loses in the true deal and by the seat's knowledge. A loss by only one of them is
    luck, good or bad.
    """
    if loss_known and loss_true:
        return "decisive" if turns else "imprecision"
    if loss_true:
        return "bad_luck"
    return "lucky" if loss_known else "best"


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact about a decision: the code of its sentence (`reason.is.<code>`) and its parameters.

    Suits, trumps and cards are named as in a record.
    """

    code: str
    values: dict[str, str | int] = {}


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One call or card of one seat. All worths and losses are in marks, as differences between the
    own side and the other.

    `number`: the number of actions of its deal before it. `action` as in the record, and as a
    `choice` among others: a card without its announcements, a call, or `silent` for a card with an
    announcement left out. `best`: every choice that is best in the true deal; `advised`: every
    choice that equals the best by the seat's knowledge. `true` and `expected`: the worth of each
    choice in the true deal, and in the worlds that the seat could not distinguish. `loss_true`;
    `loss_known`, which is 0 unless it is clear, with half of its 95 % `interval` and the
    `chance_to_lose` anything. `exact`: whether the true worths are. `forced`: whether it was the
    only choice. `line_played` and `line_best`: the principal variations after it, and after the
    best. For an error: the `facts` that the seat knew, and `why` the advised choice is better.
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

    def with_choice(self, choice: str) -> Decision | None:
        """Return the decision as another choice would have made it; None where its worth is not
        known. Reasons and lines of play belong to the choice that was made, and are left out."""
        if choice == self.choice:
            return self
        if choice not in self.true or choice not in self.expected:
            return None
        loss_true = max(self.true.values()) - self.true[choice]
        right = choice in self.advised
        loss_known = 0.0 if right else max(self.expected.values()) - self.expected[choice]
        return Decision(
            number=self.number,
            seat=self.seat,
            action=choice,
            choice=choice,
            kind=kind_of(loss_true, loss_known, turns=False),
            best=self.best,
            advised=self.advised,
            loss_true=loss_true,
            loss_known=round(loss_known, 2),
            chance_to_lose=0,
            call=self.call,
            exact=self.exact,
        )


class Share(msgspec.Struct, frozen=True):
    """The share of a seat in the result of a deal, in marks of side 0 minus side 1.

    `known`: its loss by the worlds it could not distinguish; `chance`: the rest.
    """

    seat: int
    known: float
    chance: float


class DealReport(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one deal of a match.

    `marks` by side, as on the sheet. `worth`: of the deal as dealt, in marks of side 0
    minus side 1; with all `shares` it adds up to the sheet: `marks[0] - marks[1]`.
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
        """The number of decisions that count as errors."""
        return sum(decision.error for decision in self.decisions)


def costliest(decisions: Iterable[Decision], most: int) -> list[Decision]:
    """Return the costliest errors by the seat's knowledge, those that turned a contract first."""
    errors = (decision for decision in decisions if decision.error)
    return sorted(errors, key=lambda each: (each.kind != "decisive", -each.loss_known))[:most]
