"""Possible sums of the two sides' totals in a game, by the rules of the game.

The scoring is left to `rules.paper`, which writes deals; their totals are compared here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.cards import Trump
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.paper import PaperDeal, blank_match, first_row, form
from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.entries import Score
from rebelote.tournament.formats import Format

PASSED: Final = (0, 0)
"""The points of a deal in which all have passed, where it is not dealt again."""


class DealSums(msgspec.Struct, frozen=True, kw_only=True):
    """Points that a deal adds to both totals: the least, the most, and the extras."""

    least: int
    most: int
    belote: int
    sweep: int
    step: int
    """Marks for ten points of announcements or of combinations in tricks; 0: none count."""

    def fits(self, total: int, deals: int, score: Score) -> bool:
        """Return whether the totals of so many deals can add up to this."""
        most = max(total, self._top(deals))
        origin, bits = _reachable(self, deals, _counted(score), most)
        return total >= origin and bool(bits >> (total - origin) & 1)

    def possible(self, deals: int) -> Iterator[int]:
        """Yield the possible sums of the totals of so many deals, the least first."""
        top = self._top(deals)
        origin, bits = _reachable(self, deals, NOT_COUNTED, top)
        digits = f"{bits:b}"[::-1]
        at = digits.find("1")
        while 0 <= at <= top - origin:
            yield origin + at
            at = digits.find("1", at + 1)

    def _top(self, deals: int) -> int:
        """Return the total above which only announcements add."""
        return deals * (self.most + self.belote + self.sweep)


class Counted(NamedTuple):
    """The belotes, sweeps and points of announcements that totals hold; None: not known."""

    belotes: int | None = None
    sweeps: int | None = None
    announced: int | None = None


NOT_COUNTED: Final = Counted()


def _counted(score: Score) -> Counted:
    return Counted(score.belotes, score.sweeps, score.announced)


@lru_cache(64)
def _reachable(sums: DealSums, deals: int, counted: Counted, top: int) -> tuple[int, int]:
    """Return the least total, and the set of totals: bit n stands for the least plus n.

    Sets are whole numbers, because a few shifts of one unite as many sums as loops would visit.
    Where announcements are not known, the set goes up to `top`.
    """
    belotes = _counts(counted.belotes, deals if sums.belote else 0)
    extras = ((sums.belote, belotes), (sums.sweep, _counts(counted.sweeps, deals)))
    least = deals * sums.least + sum(value * counts[-(value < 0)] for value, counts in extras)
    spread, unit = deals * (sums.most - sums.least), 1
    if counted.announced is not None:
        least += counted.announced * sums.step // 10
    elif sums.step:
        unit = sums.step if sums.most == sums.least else 1
        spread = max(spread, top - least)
    bits = _repeated(1, spread // unit, unit)
    for value, counts in extras:
        bits = _repeated(bits, len(counts) - 1, abs(value))
    return least, bits


def _counts(known: int | None, most: int) -> range:
    return range(most + 1) if known is None else range(known, known + 1)


def _repeated(bits: int, times: int, step: int) -> int:
    """Unite a set with itself moved by one to so many steps."""
    done = 0
    while done < times:
        more = min(done + 1, times - done)
        bits |= bits << more * step
        done += more
    return bits


def check(format: Format, score: Score) -> None:
    """Refuse totals that no game can have: IllegalActionError `game-sum`.

    A deal of a duplicate in which all passed is written as 0.
    """
    if format.duplicate and score.points == PASSED:
        return
    deals, sums = format.deals_of_game or score.deals, deal_sums(format.rules)
    if deals and sums and not sums.fits(sum(score.points), deals, score):
        raise IllegalActionError("game-sum")


def possible(format: Format, most: int) -> tuple[int, ...]:
    """Return the possible sums of both totals in order, at most `most`; () where unchecked."""
    sums = deal_sums(format.rules) if format.deals_of_game else None
    if sums is None:
        return ()
    passed = (sum(PASSED),) if format.duplicate else ()
    return (*passed, *islice(sums.possible(format.deals_of_game), most))


def half(format: Format) -> int:
    """Return half of the points of a game; 0 where they are not known before play."""
    sums = deal_sums(format.rules)
    return format.deals_of_game * sums.most // 2 if sums else 0


@lru_cache(256)
def deal_sums(rules: Rules) -> DealSums | None:
    """Return the points that a deal adds to both totals; None where bids are written as well."""
    if form(rules).values:
        return None
    totals = {total: trump for trump, total in form(rules).totals.items()}
    plain = [each for trump in totals.values() for each in _plain(rules, trump)]
    step = max(_extra(rules, "melds"), _extra(rules, "trick_melds")) // 2
    match = blank_match(rules)
    sweep = _added(match, _swept(rules)) - _added(match, _made(rules))
    return DealSums(
        least=min(plain), most=max(plain), belote=_extra(rules, "belote"), sweep=sweep, step=step
    )


def _plain(rules: Rules, trump: Trump) -> Iterator[int]:
    """Yield the points of a deal without extras, for each way that they can fall."""
    match = blank_match(rules)
    for points in range(form(rules).totals[trump] + 1):
        deal = PaperDeal(attacker=0, trump=trump, points=(points, None))
        with suppress(IllegalActionError):
            yield _added(match, deal)


def _made(rules: Rules) -> PaperDeal:
    """Return a deal in which the other side has only a ten."""
    return PaperDeal(attacker=0, trump=form(rules).trumps[0], points=(None, 10))


def _swept(rules: Rules) -> PaperDeal:
    return PaperDeal(attacker=0, trump=form(rules).trumps[0], trickless=(1,))


def _extra(rules: Rules, name: str) -> int:
    """Return the marks for twenty points of this kind; 0 where they do not count."""
    match = blank_match(rules)
    with suppress(IllegalActionError):
        with_it = msgspec.structs.replace(_made(rules), **{name: (20, 0)})
        return _added(match, with_it) - _added(match, _made(rules))
    return 0


def _added(match: Match, deal: PaperDeal) -> int:
    """Return the marks of both sides for a first deal, including those held for the next."""
    row = first_row(match, deal)
    return sum(row.totals) + row.held
