"""The action space: one number for each action of a seat in its turn, the same in all rule sets.

A rule set needs the numbers below `size(rules)`. What is left to chance or done out of turn has
none: the cut, the packets, demands, challenges, a double out of turn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rebelote.rules.actions import (
    Action,
    Bid,
    Double,
    NamedCall,
    Pass,
    Play,
    Redeal,
    Redouble,
    Show,
    Take,
    Value,
    with_capot,
)
from rebelote.rules.arguments import checked
from rebelote.rules.auctions import rising
from rebelote.rules.cards import CARDS, TRUMPS, Trump
from rebelote.rules.deal import Deal, legal_actions
from rebelote.rules.options import Rules

_POINTS: Final = (80, 82, *range(90, 1001, 10))
_VALUES: Final[tuple[Value | None, ...]] = (None, "capot", "generale", *_POINTS)
"""What can be bid, in the order of the numbers; None: a trump alone."""
_WITH_CAPOT: Final = tuple(map(with_capot, _POINTS))
"""Points that are bid with every trick, after all others."""


class Row(NamedTuple):
    """A part of the action space: its first number, how many it has, and what they are."""

    first: int
    width: int
    what: str

    @property
    def last(self) -> int:
        """Its last number."""
        return self.first + self.width - 1


CARD: Final = Row(0, 32, "play a card, saying what is worth saying: suit × 8 + rank")
SILENT: Final = Row(32, 32, "play a card and announce nothing: 32 + suit × 8 + rank")
PASS: Final = Row(64, 1, "pass")
TAKE: Final = Row(65, 6, "take with a trump")
DOUBLE: Final = Row(71, 1, "double")
REDOUBLE: Final = Row(72, 1, "redouble")
REDEAL: Final = Row(73, 1, "have the cards dealt again")
SHOW: Final = Row(74, 1, "show one's announcements")
BIDS: Final = tuple(
    Row(75 + 6 * step, 6, f"bid {value or 'a trump alone'}") for step, value in enumerate(_VALUES)
)
"""A row for each value, of six trumps."""
_NAMES: Final = ("ashkal", "three", "four", "gahwa", "closed-double", "closed-three", "closed-four")
"""The calls by name, in the order of the numbers."""
SAYS: Final = tuple(
    Row(BIDS[-1].last + 1 + step, 1, f"say {name}") for step, name in enumerate(_NAMES)
)
"""A row for each call by name, of baloot."""
BIDS_WITH_CAPOT: Final = tuple(
    Row(SAYS[-1].last + 1 + 6 * step, 6, f"bid {value}") for step, value in enumerate(_WITH_CAPOT)
)
"""A row for each number of points that is bid with every trick, of six trumps."""
ROWS: Final = (
    *(CARD, SILENT, PASS, TAKE, DOUBLE, REDOUBLE, REDEAL, SHOW),
    *BIDS,
    *SAYS,
    *BIDS_WITH_CAPOT,
)
SIZE: Final = BIDS_WITH_CAPOT[-1].last + 1
"""How many numbers there are."""
_BARE: Final = {Pass: PASS, Double: DOUBLE, Redouble: REDOUBLE, Redeal: REDEAL, Show: SHOW}
_BID: Final = dict(zip((*_VALUES, *_WITH_CAPOT), (*BIDS, *BIDS_WITH_CAPOT), strict=True))


@checked
def number(action: Action) -> int:
    """The number of an action; a card has that of saying what is worth saying.

    ValueError for what has none.
    """
    match action:
        case Play():
            return action.card.index
        case Take():
            return TAKE.first + action.trump.code
        case NamedCall(trump=None) if action.name in _NAMES:
            return SAYS[_NAMES.index(action.name)].first
        case Bid() if action.value in _BID:
            return _BID[action.value].first + action.trump.code
        case Pass() | Double() | Redouble() | Redeal() | Show():
            return _BARE[type(action)].first
    raise ValueError(f"{action} has no number in the action space")


@checked
def offered(deal: Deal, silence: bool = False) -> dict[int, Action]:
    """What the seat to act may do, by number.

    Args:
        deal: a deal whose cards are dealt.
        silence: whether a card with announcements may be played without them.
    """
    result: dict[int, Action] = {}
    for action in legal_actions(deal):
        result[number(action)] = action
        if silence and isinstance(action, Play) and action.announce:
            result[SILENT.first + action.card.index] = Play(action.card, (), action.belote)
    return result


@checked
def size(rules: Rules) -> int:
    """How many numbers a rule set needs: each of its actions is below this."""
    match rules.auction.auction_kind:
        case "turned" | "named":
            return SHOW.last + 1
        case "ranked":
            return BIDS[0].last + 1
        case "rising":
            values = rising.ladder(rules.auction)
            trump = max(trump.code for trump in rising.trumps(rules.auction))
            return max(_BID[value].first for value in values) + trump + 1
        case "purchase":
            return SAYS[-1].last + 1
    return SIZE


@checked
def text(action: int) -> str:
    """An action in words, as in `JS`, `JS silent`, `take S`, `90H`, `capot none`.

    ValueError for a number of no action.
    """
    if not 0 <= action < SIZE:
        raise ValueError(f"actions are 0 to {SIZE - 1}, not {action}")
    row = next(row for row in ROWS if row.first <= action <= row.last)
    within = action - row.first
    if row in (CARD, SILENT):
        return CARDS[within].text + " silent" * (row is SILENT)
    if row is TAKE or row in (*BIDS, *BIDS_WITH_CAPOT):
        said = row.what.removeprefix("bid ").replace("a trump alone", "bid")
        trump: Trump = TRUMPS[within]
        return f"{'take' if row is TAKE else said} {trump.value}"
    return row.what
