"""Needs of a hand for each call, by rule set: one table of numbers, fitted by self-play.

Worths are those of the auction (`turned`, `named`, `meanings`), marks those of the rule set.
`tools/fit_calls.py` plays a number against the one of the table, the same deals with sides swapped.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rebelote.rules.options import Rules


class Needs(NamedTuple):
    """The needs of one rule set; each kind of auction reads its own.

    Where a turned card is taken: the worth of six cards for `take_first` and `take_second` in the
    two rounds, `take_all` and `take_none` for all trumps and no trumps in the third. `alone` is
    taken off the worth of a single trump, here and where a card is bought.

    Where a suit is named: its worth for each speaker, `after_passes` where the first to speak must
    name if nobody does, `before_last` where the last must; that of the suit that was named for
    `kontra`, `rekontra` and `superkraken`.

    Where a card is bought: the worth of six cards for a `hokum`, of later rounds `hokum_second`, a
    `sun` and `sun_second`, of five cards for `ashkal`; of a full hand for a raise of a hokum
    (`hokum_raised`) or a sun (`sun_raised`), and `each_raise` more for each further one.

    Where points are bid: up to `sure` points a hand bids all that it is worth; each point beyond
    needs `margin` more than itself. `over_them`: the points from which it may fall `short` of the
    least bid over the other side's, at most by so many. A `double` needs a bid that falls short by
    so many points, and by `own_suit` more where one's own side has bid: its long suit is short in
    the other hands, and takes fewer tricks. A `redouble` needs so many points above the bid.

    Where trumps are bid: the marks above a pass for the first bid (`opened`), for one
    `over_partner`'s and one `against_them`, for `ranked_double` and `ranked_redouble`.
    """

    take_first: int = 35
    take_second: int = 35
    take_all: int = 22
    take_none: int = 24
    alone: int = 0
    after_passes: tuple[int, ...] = (27, 33, 18, 42)
    before_last: tuple[int, ...] = (31, 28, 31)
    kontra: float = 40.5
    rekontra: float = 60.5
    superkraken: float = 60.5
    hokum: int = 26
    hokum_second: int = 26
    sun: int = 30
    sun_second: int = 30
    ashkal: int = 30
    hokum_raised: int = 38
    sun_raised: int = 36
    each_raise: int = 15
    sure: float = 100
    margin: float = 0.5
    over_them: float = 104
    short: float = 15
    double: float = 2.0
    own_suit: float = 8.0
    redouble: float = 30.0
    opened: float = -2.0
    over_partner: float = 2.0
    against_them: float = -1.0
    ranked_double: float = -3.0
    ranked_redouble: float = 12.0


SHARED: Final = Needs()
"""The needs of a rule set that no measurement sets apart."""
FITTED: Final[dict[str, Needs]] = {
    "baloot": Needs(alone=50),
    "baloot-jawaker": Needs(alone=50),
    "bulgarian": Needs(opened=1.0),
    "stephanoise-1996": Needs(double=6.0),
}
"""The needs that self-play set apart, by rule set (`docs/bots.md`, "Fitted by rule set")."""


def of(rules: Rules) -> Needs:
    """Return the needs of the rule set that these rules began as."""
    return FITTED.get(rules.preset, SHARED)
