"""What the totals of the two sides of a game can add up to, by the rules of the game.

Nothing is counted here: `rules.paper` writes deals, and their totals are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Final

import msgspec

from rebelote.club.entries import Score
from rebelote.club.formats import Format
from rebelote.rules.cards import Trump
from rebelote.rules.options import Rules
from rebelote.rules.paper import PaperDeal, form, sheet
from rebelote.rules.refusals import IllegalActionError

PASSED: Final = (0, 0)
"""What is written where all have passed, and the deal is not dealt again."""


class DealSums(msgspec.Struct, frozen=True):
    """What a deal adds to both totals: the least and the most, and what comes on top of it."""

    least: int
    most: int
    belote: int
    sweep: int
    step: int
    """What ten points of announcements, or of combinations in tricks, are; 0: there are none."""

    def fits(self, total: int, deals: int, score: Score) -> bool:
        """Whether the totals of so many deals can add up to this."""
        belotes = _counts(score.belotes, deals if self.belote else 0)
        sweeps = _counts(score.sweeps, deals)
        return any(
            self._left(total - belote * self.belote - sweep * self.sweep, deals, score.announced)
            for belote in belotes
            for sweep in sweeps
        )

    def _left(self, left: int, deals: int, announced: int | None) -> bool:
        if announced is not None:
            left -= announced * self.step // 10
        elif self.step and left > deals * self.most:
            return self.most != self.least or (left - deals * self.least) % self.step == 0
        return deals * self.least <= left <= deals * self.most


def _counts(known: int | None, most: int) -> range:
    return range(most + 1) if known is None else range(known, known + 1)


def check(format: Format, score: Score) -> None:
    """Refuse totals that no game can have: IllegalActionError `game-sum`.

    A deal of a duplicate in which all passed is written as nothing.
    """
    if format.duplicate and score.points == PASSED:
        return
    deals, sums = format.deals_of_game or score.deals, deal_sums(format.rules)
    if deals and sums and not sums.fits(sum(score.points), deals, score):
        raise IllegalActionError("game-sum")


def possible(format: Format, most: int) -> tuple[int, ...]:
    """What both totals can add up to, in order, as many as `most`; none where it is not checked."""
    sums = deal_sums(format.rules) if format.deals_of_game else None
    if sums is None:
        return ()
    passed = (sum(PASSED),) if format.duplicate else ()
    return (*passed, *_possible(sums, format.deals_of_game, most))


@lru_cache(64)
def _possible(sums: DealSums, deals: int, most: int) -> tuple[int, ...]:
    score, least = Score((0, 0)), deals * sums.least
    top = least + deals * (sums.most - sums.least + sums.belote + sums.sweep)
    possible = (total for total in range(least, top + 1) if sums.fits(total, deals, score))
    return tuple(islice(possible, most))


def half(format: Format) -> int:
    """Half of what the deals of a game hold; 0 where that is not known before."""
    sums = deal_sums(format.rules)
    return format.deals_of_game * sums.most // 2 if sums else 0


@lru_cache(64)
def deal_sums(rules: Rules) -> DealSums | None:
    """What a deal adds to both totals; None where what is bid is written as well."""
    if form(rules).values:
        return None
    totals = {total: trump for trump, total in form(rules).totals.items()}
    plain = [each for trump in totals.values() for each in _plain(rules, trump)]
    step = max(_extra(rules, "melds"), _extra(rules, "trick_melds")) // 2
    sweep = _written(rules, _swept(rules)) - _written(rules, _made(rules))
    return DealSums(min(plain), max(plain), _extra(rules, "belote"), sweep, step)


def _plain(rules: Rules, trump: Trump) -> Iterator[int]:
    """What a deal adds with nothing on top, for each way that the points can fall."""
    for points in range(form(rules).totals[trump] + 1):
        deal = PaperDeal(attacker=0, trump=trump, points=(points, None))
        with suppress(IllegalActionError):
            yield _written(rules, deal)


def _made(rules: Rules) -> PaperDeal:
    """A deal in which the other side has a ten and no more."""
    return PaperDeal(attacker=0, trump=form(rules).trumps[0], points=(None, 10))


def _swept(rules: Rules) -> PaperDeal:
    return PaperDeal(attacker=0, trump=form(rules).trumps[0], trickless=(1,))


def _extra(rules: Rules, name: str) -> int:
    """What twenty points of this kind add; 0 where they do not count."""
    with suppress(IllegalActionError):
        with_it = msgspec.structs.replace(_made(rules), **{name: (20, 0)})
        return _written(rules, with_it) - _written(rules, _made(rules))
    return 0


def _written(rules: Rules, deal: PaperDeal) -> int:
    """What both sides write of a deal, and what is held for the next."""
    written = sheet(rules, 0, [deal])
    return sum(written.scores) + written.held
