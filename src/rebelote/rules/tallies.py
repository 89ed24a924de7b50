"""Tallies: the winnings of a deal by side, before anything is written."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rebelote.rules.actions import Value
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.play import Law

CARD_POINTS: Final = 152
"""The points of all cards, in every contract (`bga:36-41`)."""
LAST_TRICK: Final = 10
"""Ten for the last trick, *dix de der* (`french:20`)."""
SWEEP: Final = 90
"""The points that a sweep (*capot*) adds to the 162 (`french:21,23`)."""
NO_TRICK: Final = 50
"""The bonus of each of two players when the third has no trick (`flemish:74`)."""
BELOTE: Final = 20
"""King and queen of trump in one hand (`french:21`)."""
DEAL_POINTS: Final = CARD_POINTS + LAST_TRICK
SUIT_LIMIT: Final = 6
"""The last digit from which points are rounded up in a suit (`bulgaria:rounding`)."""

Points = tuple[int, ...]
"""Points by side; three players are three sides."""


class ContractTerms(NamedTuple):
    """The terms of a contract in a tally: the points of all its cards, the bid, the stake."""

    cards: int = CARD_POINTS
    value: Value | None = None
    stake: int = 1
    no_trumps: bool = False
    all_trumps: bool = False

    @classmethod
    def of(cls, contract: Contract, law: Law) -> ContractTerms:
        """Return the terms of this contract, played by this law."""
        kinds = (contract.trump is Trump.NONE, contract.trump is Trump.ALL)
        return cls(sum(law.points), contract.value, contract.stake, *kinds)

    @property
    def limit(self) -> int:
        """The last digit from which points are rounded up (`bulgaria:rounding`)."""
        return _limit(self.all_trumps, self.no_trumps)


IN_A_SUIT: Final = ContractTerms()
"""The terms of a contract in a suit that nobody doubled."""


def _limit(all_trumps: bool, no_trumps: bool) -> int:
    return 4 if all_trumps else 5 if no_trumps else SUIT_LIMIT


class Tally(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The winnings in a deal, by side: points of tricks, tricks, announcements and belote.

    `points` are the cards' with the last trick's ten; where one of three players has no trick the
    ten is not paid (`flemish:74`). `last_trick`, the side that won it, only makes the derivation
    finer. `cards`: what all cards in play count in this contract, `sweep`: what every trick adds.
    `value` and `stake` as they were bid; `alone`: whether the attacker itself took every trick.
    `dealt`: how many cards each had where others stayed in the stock. `trick_melds`: what fell
    together in tricks, by the side that won them; empty where that counts nothing.
    """

    attack: int
    points: Points
    tricks: Points
    melds: Points
    belote: Points
    last_trick: int | None = None
    cards: int = CARD_POINTS
    sweep: int = SWEEP
    value: Value | None = None
    stake: int = 1
    alone: bool = False
    no_trumps: bool = False
    all_trumps: bool = False
    dealt: int | None = None
    trick_melds: Points = ()

    @property
    def deal_points(self) -> int:
        """The points of all tricks together."""
        return self.cards + LAST_TRICK

    @property
    def limit(self) -> int:
        """The last digit from which points are rounded up, by contract (`bulgaria:rounding`)."""
        return _limit(self.all_trumps, self.no_trumps)

    @property
    def sides(self) -> range:
        """The sides: 0 and 1, or three players."""
        return range(len(self.points))

    @property
    def others(self) -> list[int]:
        """The sides that did not take, in order of turn after the attack."""
        return [(self.attack + step) % len(self.points) for step in self.sides[1:]]

    @property
    def swept(self) -> int | None:
        """The side that took every trick: a count of tricks, never of points (`reading:sweep`)."""
        if self.tricks.count(0) != len(self.tricks) - 1:
            return None
        return self.tricks.index(max(self.tricks))

    @property
    def one_without(self) -> bool:
        """Whether exactly one of three players has no trick (`flemish:74`)."""
        return len(self.points) == 3 and self.tricks.count(0) == 1

    def bonus(self, side: int) -> int:
        """Return the bonus of a side for a sweep, or for its tricks where another has none."""
        if self.one_without:
            return NO_TRICK * (self.tricks[side] > 0)
        return self.sweep * (self.swept == side)

    def melds_in_tricks(self, side: int) -> int:
        """Return the points of melds in the tricks of a side (`klaverjas:roem`)."""
        return self.trick_melds[side] if self.trick_melds else 0

    def of_tricks(self, side: int) -> int:
        """Sum the tricks of a side: cards, last ten, melds in tricks, a sweep."""
        return self.points[side] + self.melds_in_tricks(side) + self.bonus(side)

    @property
    def of_all_tricks(self) -> int:
        """All that the tricks of a deal count."""
        return sum(map(self.of_tricks, self.sides))

    def total(self, side: int) -> int:
        """Return all that the side won: tricks, sweep, announcements and belote."""
        return self.of_tricks(side) + self.melds[side] + self.belote[side]


def check(tally: Tally) -> None:
    """Raise ValueError unless points and tricks can be those of one deal."""
    expected = tally.cards if tally.one_without else tally.deal_points
    if sum(tally.points) != expected:
        why = ", for with a player without a trick the last ten is not paid" * tally.one_without
        raise ValueError(
            f"the tricks of a deal count {expected}{why}; not {sum(tally.points)}: recount"
        )
    tricks = tally.dealt or (8 if len(tally.points) == 2 else 10)
    if sum(tally.tricks) != tricks or min(tally.tricks) < 0:
        raise ValueError(f"a deal has {tricks} tricks; these are {tally.tricks}")
    for side in tally.sides:
        if not 0 <= tally.points[side] <= tally.deal_points * (tally.tricks[side] > 0):
            raise ValueError(f"side {side} cannot have {tally.points[side]} points in its tricks")
    if min(*tally.melds, *tally.belote) < 0:
        raise ValueError("announcements and belote are never below zero")


def by_attack(attack: int, attacks: int, defences: int) -> Points:
    """Put the points of the attack and of the defence in the order of sides."""
    return (attacks, defences) if attack == 0 else (defences, attacks)


def all_to(winner: int, points: int, sides: int = 2) -> Points:
    """Give these points to one side, and nothing to the others."""
    return tuple(points * (side == winner) for side in range(sides))
