"""The numbers in sentences of the rules: made from the rules, so that no catalogue has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rebelote.rules import trick_melds
from rebelote.rules.cards import SCALES, Card, CardSet, Trump, point_table
from rebelote.rules.melds import SQUARES
from rebelote.rules.settlements.marks import EVERY_TRICK, HOKUM_MARKS, SUN_MARKS
from rebelote.rules.tallies import BELOTE, LAST_TRICK


def numbers_of(key: str, value: str) -> Mapping[str, int]:
    """Return the numbers in the sentence of a value, as the rules have them; none for most."""
    return NUMBERS[key](value) if key in NUMBERS else {}


def _of_squares(name: str) -> dict[str, int]:
    table = SQUARES.get(name, {})
    suit, alone = table.get("suit", {}), table.get("none", {})
    ranks = {"jacks": "J", "nines": "9", "aces": "A", "alike": "Q"}
    worth = {word: suit[rank] for word, rank in ranks.items() if rank in suit}
    return {**worth, "aces_alone": alone["A"]} if alone else worth


def _of_roem(name: str) -> dict[str, int]:
    bonuses = trick_melds.KINDS[name](Trump.HEARTS) if name in trick_melds.KINDS else ()
    each = {word: CardSet.parse(cards) for word, cards in _ROEM.items()}
    return {
        word: sum(points for needed, points in bonuses if needed <= cards)
        for word, cards in each.items()
    }


_ROEM: Final = {
    "three": "7S 8S 9S",
    "four": "7S 8S 9S TS",
    "alike": "QS QH QD QC",
    "jacks": "JS JH JD JC",
    "pair": "KH QH",
}
"""Tricks that show what is worth how much."""


def _of_marks(name: str) -> dict[str, int]:
    return {
        "hokum": HOKUM_MARKS,
        "sun": SUN_MARKS,
        "hokum_all": EVERY_TRICK[False],
        "sun_all": EVERY_TRICK[True],
    }


def _of_scale(name: str) -> dict[str, int]:
    scale = name.removesuffix("_no_trumps")
    if scale not in SCALES:
        return {}
    every, none = (point_table(trump, scale) for trump in (Trump.ALL, Trump.NONE))
    alone = sum(none) + LAST_TRICK
    return {
        "jack": every[Card("JH")],
        "queen": every[Card("QH")],
        "ace": none[Card("AH")],
        "all": sum(every) + LAST_TRICK,
        "none": alone,
        "twice": 2 * alone,
    }


NUMBERS: Final[Mapping[str, Callable[[str], Mapping[str, int]]]] = {
    "belote": lambda _: {"belote": BELOTE},
    "squares": _of_squares,
    "trick_melds": _of_roem,
    "settlement": _of_marks,
    "no_suit_points": _of_scale,
}
"""The numbers in sentences of an option, from its value."""
