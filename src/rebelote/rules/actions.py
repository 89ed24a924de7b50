"""Actions of a player at the table, as values.

Most belong to the seat whose turn it is; some may come from others.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, get_args

import msgspec

from rebelote.rules.arguments import ArgumentError, wrong_kind
from rebelote.rules.cards import Card, Trump
from rebelote.rules.melds import Kind


class _Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """The settings that all actions share."""


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
        if not isinstance(self.trump, Trump):
            raise wrong_kind("Take: trump", self.trump, "Trump")


VALUE_PATTERN: Final = r"^(capot|generale|[0-9]{2,4}capot)$"
Value = int | Annotated[str, msgspec.Meta(pattern=VALUE_PATTERN)]
"""The value of a bid: points, every trick (`capot`), every trick by oneself (`generale`), or points
with every trick (`250capot`)."""
_WITH_CAPOT: Final = re.compile(r"([0-9]{2,4})capot")


def points_bid(value: Value | None) -> int | None:
    """Return the points of a bid, with every trick or without; None where it names none."""
    if not isinstance(value, str):
        return value
    both = _WITH_CAPOT.fullmatch(value)
    return int(both[1]) if both else None


def with_capot(points: int) -> Value:
    """Return a bid of so many points that asks for every trick too (`bazar-blot:capot`)."""
    return f"{points}capot"


def is_value(value: object) -> bool:
    """Return whether it can be the value of a bid."""
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
        if not isinstance(self.trump, Trump):
            raise wrong_kind("Bid: trump", self.trump, "Trump")
        if not is_value(self.value):
            raise ArgumentError(f"{self.value!r} is no value of a bid, such as 90 or 'capot'")


class Double(_Action, frozen=True, tag="double"):
    """Double what the other side has bid: *contrer* (`contree:double`)."""


class Redouble(_Action, frozen=True, tag="redouble"):
    """Redouble one's own side's bid once it is doubled: *surcontrer* (`contree:double`)."""


class Redeal(_Action, frozen=True, tag="redeal"):
    """Have the cards dealt again, as the bidder doubled out of turn may choose (`cannes`)."""


class NamedCall(_Action, frozen=True, tag="say"):
    """Say a call by its name, as in baloot (`baloot:raises`), perhaps with a trump."""

    name: str
    trump: Trump | None = None


BALOOT_CALLS: Final = (
    *("ashkal", "three", "four", "gahwa"),
    *("closed-double", "closed-three", "closed-four"),
)
"""The names of calls of baloot."""
SUPERKRAKEN: Final = NamedCall("superkraken")
"""A double of what was redoubled (`klaverjas-kraken:doubles`)."""
OUR_CALLS: Final = (*BALOOT_CALLS, SUPERKRAKEN.name)
"""The names of calls of the games of the package."""
CALL_NAMES: Final[dict[str, None]] = dict.fromkeys(OUR_CALLS)
"""The names of calls that are said by name: those of the package, and of games from outside."""

Call = Pass | Take | Bid | Double | Redouble | Redeal | NamedCall
"""A call in an auction."""


class Play(_Action, frozen=True, tag="play"):
    """Play a card; at one's first, name one's announcements by kind (`french:30`), or stay silent.

    `belote`: say belote, rebelote or akka with it; where the table helps, it is said in any case.
    """

    card: Card
    announce: tuple[Kind, ...] = ()
    belote: bool = False

    def __post_init__(self) -> None:
        if type(self.card) is not Card:
            raise wrong_kind("Play: card", self.card, "Card")


class Announce(_Action, frozen=True, tag="announce"):
    """Name one's announcements by kind before the first card, or none (`bela:announcements`)."""

    announce: tuple[Kind, ...] = ()


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


Action = Cut | Packets | Call | Play | Announce | Show | Demand | Challenge | Refuse | Misdeal
_KINDS: Final = get_args(Action)


def check_action(action: object) -> None:
    """Raise ArgumentError for anything that is no action."""
    if not isinstance(action, _KINDS):
        raise ArgumentError(f"{action!r} is not an action, such as Pass() or Play(Card('JS'))")


OUT_OF_TURN: Final = (Demand, Challenge, Refuse, Misdeal)
"""The actions out of turn; a double is one where that is agreed."""
