"""Actions of a player at the table, as values.

Most belong to the seat whose turn it is; some may come from others.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, get_args

import msgspec

from rebelote.rules.arguments import ArgumentError, check_fields
from rebelote.rules.cards import Card, Trump
from rebelote.rules.melds import Kind


class _Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    def __post_init__(self) -> None:
        """Raise ArgumentError for a field of another type; those made by the million ask less."""
        check_fields(self)


class Cut(_Action, frozen=True, tag="cut"):
    """Lift `depth` cards from the pack (`french:5`): the seat before the dealer."""

    depth: int


class Packets(_Action, frozen=True, tag="packets"):
    """Deal the first cards in these packets (`french:8`): the dealer."""

    packets: tuple[int, ...]


class Pass(_Action, frozen=True, tag="pass"):
    """Pass in the auction (`french:9`)."""


class Take(_Action, frozen=True, tag="take", rename={"trump": "contract"}):
    """Take, with this trump (`french:9`); `contract` in what is sent and kept."""

    trump: Trump

    def __post_init__(self) -> None:
        if type(self.trump) is not Trump:
            check_fields(self)


VALUE_PATTERN: Final = r"^(capot|generale|[0-9]{2,4}capot)$"
Value = int | Annotated[str, msgspec.Meta(pattern=VALUE_PATTERN)]
"""What is bid: points, every trick (`capot`), every trick by oneself (`generale`), or points and
every trick with them (`250capot`)."""
_WITH_CAPOT: Final = re.compile(r"([0-9]{2,4})capot")


def points_bid(value: Value | None) -> int | None:
    """The points of a bid, with every trick or without; None where it names none."""
    if not isinstance(value, str):
        return value
    both = _WITH_CAPOT.fullmatch(value)
    return int(both[1]) if both else None


def with_capot(points: int) -> Value:
    """A bid of so many points that asks for every trick too (`bazar-blot:capot`)."""
    return f"{points}capot"


def is_value(value: object) -> bool:
    """Whether it can be the value of a bid."""
    if not isinstance(value, str):
        return value is None or type(value) is int
    return re.fullmatch(VALUE_PATTERN, value) is not None


class Bid(_Action, frozen=True, tag="bid"):
    """Bid so much with this trump, more than the bid before (`contree:auction`).

    `value` is None where trumps alone are bid, in their order (`bulgaria:auction`).
    """

    trump: Trump
    value: Value | None = None

    def __post_init__(self) -> None:
        if type(self.trump) is not Trump or type(self.value) is not int:
            check_fields(self)
            if not is_value(self.value):
                raise ArgumentError(f"{self.value!r} is no value of a bid, such as 90 or 'capot'")


class Double(_Action, frozen=True, tag="double"):
    """Double what the other side has bid: *contrer* (`contree:double`)."""


class Redouble(_Action, frozen=True, tag="redouble"):
    """Redouble one's own side's bid once it is doubled: *surcontrer* (`contree:double`)."""


class Redeal(_Action, frozen=True, tag="redeal"):
    """Have the cards dealt again: whose bid was doubled out of turn may choose so (`cannes`)."""


class NamedCall(_Action, frozen=True, tag="say"):
    """Say a call by its name, as in baloot (`baloot:raises`), perhaps with a trump."""

    name: str
    trump: Trump | None = None


CALL_NAMES: Final[dict[str, None]] = dict.fromkeys(
    ("ashkal", "three", "four", "gahwa", "closed-double", "closed-three", "closed-four")
)
"""The names of calls that are said by name: those of baloot, and of games from outside."""

Call = Pass | Take | Bid | Double | Redouble | Redeal | NamedCall
"""What is said in an auction."""


class Play(_Action, frozen=True, tag="play"):
    """Play a card; at one's first, name one's announcements by kind (`french:30`), or stay silent.

    `belote`: say belote, rebelote or akka with it; where the table helps, it is said in any case.
    """

    card: Card
    announce: tuple[Kind, ...] = ()
    belote: bool = False

    def __post_init__(self) -> None:
        plain: tuple[object, ...] = (type(self.card), self.announce, type(self.belote))
        if plain != (Card, (), bool):
            check_fields(self)


class Show(_Action, frozen=True, tag="show"):
    """Lay one's announcements open, before the card of the trick in which they are shown."""


class Demand(_Action, frozen=True, tag="demand"):
    """Ask `seat` to show what it has announced (`french:30`)."""

    seat: int


class Challenge(_Action, frozen=True, tag="challenge"):
    """Accuse `seat` of false play in this deal: its tricks are looked at (`flemish:67`)."""

    seat: int


class Refuse(_Action, frozen=True, tag="refuse"):
    """Have the rest played out that `seat`, an opponent, claims (`baloot:sawa`)."""

    seat: int


class Misdeal(_Action, frozen=True, tag="misdeal"):
    """Say that the cards were dealt wrongly, before one is played (`french:11`)."""


Action = Cut | Packets | Call | Play | Show | Demand | Challenge | Refuse | Misdeal
_KINDS: Final = get_args(Action)


def check_action(action: object) -> None:
    """Raise ArgumentError for anything that is no action."""
    if not isinstance(action, _KINDS):
        raise ArgumentError(f"{action!r} is not an action, such as Pass() or Play(Card('JS'))")


OUT_OF_TURN: Final = (Demand, Challenge, Refuse, Misdeal)
"""What may be done although it is another's turn; a double may be said so where that is agreed."""
