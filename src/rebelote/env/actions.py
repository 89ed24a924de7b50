"""The action space: one number for each action of a seat in its turn, the same in all rule sets.

A rule set needs the numbers below `size(rules)`. What is left to chance or done out of turn has
none: the cut, the packets, demands, challenges, a double out of turn. The calls of games from
outside have the numbers above all others (`own_calls`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rebelote.rules.actions import (
    BALOOT_CALLS,
    CALL_NAMES,
    OUR_CALLS,
    SUPERKRAKEN,
    Action,
    Announce,
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
from rebelote.rules.cards import CARDS, TRUMPS, Trump
from rebelote.rules.deal import Deal, legal_actions
from rebelote.rules.options import Rules

_POINTS: Final = (80, 82, *range(90, 1001, 10))
_VALUES: Final[tuple[Value | None, ...]] = (None, "capot", "generale", *_POINTS)
"""The bids that there are, in the order of the numbers; None: a trump alone."""
_WITH_CAPOT: Final = tuple(map(with_capot, _POINTS))
"""Points that are bid with every trick, after all others."""


class Row(NamedTuple):
    """A part of the action space: its first number, its size, and the meaning of its numbers."""

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
SAYS: Final = tuple(
    Row(BIDS[-1].last + 1 + step, 1, f"say {name}") for step, name in enumerate(BALOOT_CALLS)
)
"""A row for each call by name, of baloot."""
BIDS_WITH_CAPOT: Final = tuple(
    Row(SAYS[-1].last + 1 + 6 * step, 6, f"bid {value}") for step, value in enumerate(_WITH_CAPOT)
)
"""A row for each number of points that is bid with every trick, of six trumps."""
SAY_SUPERKRAKEN: Final = Row(BIDS_WITH_CAPOT[-1].last + 1, 1, f"say {SUPERKRAKEN.name}")
ANNOUNCE: Final = Row(SAY_SUPERKRAKEN.last + 1, 1, "name one's announcements before the first card")
ROWS: Final = (
    *(CARD, SILENT, PASS, TAKE, DOUBLE, REDOUBLE, REDEAL, SHOW),
    *BIDS,
    *SAYS,
    *BIDS_WITH_CAPOT,
    SAY_SUPERKRAKEN,
    ANNOUNCE,
)
SIZE: Final = ANNOUNCE.last + 1
"""The count of numbers, without calls of games from outside."""
_EACH_CALL: Final = 1 + len(TRUMPS)
"""Numbers of a call of a game from outside: alone, and with each trump."""
_BARE: Final = {Pass: PASS, Double: DOUBLE, Redouble: REDOUBLE, Redeal: REDEAL, Show: SHOW}
_BID: Final = dict(zip((*_VALUES, *_WITH_CAPOT), (*BIDS, *BIDS_WITH_CAPOT), strict=True))


def own_calls() -> tuple[str, ...]:
    """Return the calls of games from outside, as loaded, each in the order of its `GAME.calls`.

    Each has seven numbers from `SIZE` on: said alone, and with each of the six trumps.
    """
    return tuple(name for name in CALL_NAMES if name not in OUR_CALLS)


def _own_number(call: NamedCall) -> int:
    names = own_calls()
    if call.name not in names:
        raise ValueError(f"{call} has no number in the action space")
    trump = 0 if call.trump is None else 1 + call.trump.code
    return SIZE + _EACH_CALL * names.index(call.name) + trump


def number(action: Action) -> int:
    """Return the number of an action; a card's stands for playing it with its announcements.

    ValueError for what has none.
    """
    match action:
        case Play():
            return action.card.index
        case Announce():
            return ANNOUNCE.first
        case Take():
            return TAKE.first + action.trump.code
        case NamedCall(trump=None) if action.name in BALOOT_CALLS:
            return SAYS[BALOOT_CALLS.index(action.name)].first
        case NamedCall() if action == SUPERKRAKEN:
            return SAY_SUPERKRAKEN.first
        case NamedCall():
            return _own_number(action)
        case Bid() if action.value in _BID:
            return _BID[action.value].first + action.trump.code
        case Pass() | Double() | Redouble() | Redeal() | Show():
            return _BARE[type(action)].first
    raise ValueError(f"{action} has no number in the action space")


def offered(deal: Deal, silence: bool = False) -> dict[int, Action]:
    """Return the legal actions of the seat to act, by number.

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


def size(rules: Rules) -> int:
    """Return the number of action numbers of a rule set; each of its actions is below it."""
    return _size(rules, own_calls())


@lru_cache(64)
def _size(rules: Rules, _own: tuple[str, ...]) -> int:
    calls = rules.bidding.calls(rules.auction)
    last = ANNOUNCE.last if rules.melds.meld_said == "before_play" else SHOW.last
    return max(last, *map(number, calls)) + 1


def _own_text(above: int) -> str:
    call, trump = divmod(above, _EACH_CALL)
    said = f"say {own_calls()[call]}"
    return said if trump == 0 else f"{said} {TRUMPS[trump - 1].value}"


def text(action: int) -> str:
    """Return an action in words, as in `JS`, `JS silent`, `take S`, `90H`, `capot none`.

    ValueError for a number of no action.
    """
    last = SIZE + _EACH_CALL * len(own_calls()) - 1
    if not 0 <= action <= last:
        raise ValueError(f"actions are 0 to {last}, not {action}")
    if action >= SIZE:
        return _own_text(action - SIZE)
    row = next(row for row in ROWS if row.first <= action <= row.last)
    within = action - row.first
    if row in (CARD, SILENT):
        return CARDS[within].text + " silent" * (row is SILENT)
    if row is TAKE or row in (*BIDS, *BIDS_WITH_CAPOT):
        said = row.what.removeprefix("bid ").replace("a trump alone", "bid")
        trump: Trump = TRUMPS[within]
        return f"{'take' if row is TAKE else said} {trump.value}"
    return row.what
