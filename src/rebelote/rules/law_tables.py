"""The law of play of one contract as tables: all that the kernel and other programs know of it."""

from __future__ import annotations

import msgspec

from rebelote.rules.cards import strength_table
from rebelote.rules.play import Law
from rebelote.rules.tallies import LAST_TRICK


class LawTables(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a law. Cards are numbered 0 to 31; a set of them is a mask with one bit a card.

    `duties`: the duty in each of the 128 situations; `trump`: the code of the trump; `strength`:
    the height of each card within its suit; `points`: those of each card, and `last_trick` those
    of the last trick; `withheld`: who holds all cards of the first set may not play those of the
    second; `partners`: whether seats that sit opposite are; `not_led`: cards that may not be led by
    who holds others; `bonuses`: sets that count when they fall in one trick, with their points.
    """

    duties: tuple[int, ...]
    trump: int
    strength: tuple[int, ...]
    points: tuple[int, ...]
    last_trick: int
    withheld: tuple[tuple[int, int], ...]
    partners: bool
    not_led: int
    bonuses: tuple[tuple[int, int], ...]


def law_tables(law: Law, last_trick: int = LAST_TRICK) -> LawTables:
    """Return the tables of a law of play; `last_trick` is the last trick's bonus."""
    return LawTables(
        duties=tuple(law.duties),
        trump=law.trump.code,
        strength=tuple(strength_table(law.trump)),
        points=tuple(law.points),
        last_trick=last_trick,
        withheld=tuple((held.mask, kept.mask) for held, kept in law.withheld),
        partners=law.partners,
        not_led=law.not_led.mask,
        bonuses=tuple((cards.mask, points) for cards, points in law.bonuses),
    )
