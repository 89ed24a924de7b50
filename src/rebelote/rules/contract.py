"""The contract of a deal, and the calls of the auction that lead to it, as values."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final, Literal

import msgspec

from rebelote.rules.actions import Bid, Call, Double, NamedCall, Pass, Redeal, Redouble, Take, Value
from rebelote.rules.cards import Trump


class Contract(msgspec.Struct, frozen=True, gc=False):
    """The contract of a deal: the declarer (the attacker), the trump, the bid and the stake.

    `value` is None where nothing but trump is named; `stake` is 1, more once doubled. `closed`:
    trumps may not be led by who holds others. `turned_to`: the seat that gets the turned card,
    where it is not the attacker.
    """

    attacker: int
    trump: Trump
    value: Value | None = None
    stake: int = 1
    closed: bool | msgspec.UnsetType = msgspec.UNSET
    turned_to: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def gets_turned(self) -> int:
        """The seat that gets the turned card, where there is one."""
        return self.attacker if self.turned_to is msgspec.UNSET else self.turned_to

    @property
    def undoubled(self) -> Contract:
        """The contract without what was bid and doubled: what the play of its cards depends on."""
        return msgspec.structs.replace(self, value=None, stake=1)


PassForm = Literal["keep", "second"]
"""Passes that have a word of their own: one keeps what the seat itself has named, the other is said
in a second round."""
Said = str
"""The call, if it has its own word: `bid`, `double`, `redouble`, `redeal`, or a call's name."""
_SAID: Final[dict[str, Call]] = {
    "": Pass(),
    "double": Double(),
    "redouble": Redouble(),
    "redeal": Redeal(),
}


def round_of(calls: Sized, players: int) -> int:
    """Return the round of the next call, from 1; one more than there are once all have passed."""
    return len(calls) // players + 1


class Called(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One call as it was made. Rounds count from 1.

    `trump` and `value` as far as they were named. `said` is a call that names neither, or `bid`
    where a trump was bid without a value; a trump alone was taken. A call by name may have both.
    `form`: of a pass that has a word of its own.
    """

    seat: int
    round: int
    trump: Trump | None
    value: Value | None = None
    said: Said = ""
    form: PassForm | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def by(cls, seat: int, at_round: int, call: Call) -> Called:
        """Return the call of a seat in this round."""
        match call:
            case Take():
                return cls(seat=seat, round=at_round, trump=call.trump)
            case Bid():
                said = "bid" if call.value is None else ""
                return cls(seat=seat, round=at_round, trump=call.trump, value=call.value, said=said)
            case Double():
                return cls(seat=seat, round=at_round, trump=None, said="double")
            case Redouble():
                return cls(seat=seat, round=at_round, trump=None, said="redouble")
            case Redeal():
                return cls(seat=seat, round=at_round, trump=None, said="redeal")
            case NamedCall():
                return cls(seat=seat, round=at_round, trump=call.trump, said=call.name)
            case Pass():
                return cls(seat=seat, round=at_round, trump=None)

    @property
    def call(self) -> Call:
        """The call itself."""
        if self.said and self.said != "bid" and self.said not in _SAID:
            return NamedCall(self.said, self.trump)
        if self.trump is None:
            return _SAID[self.said]
        taken = self.value is None and not self.said
        return Take(self.trump) if taken else Bid(self.trump, self.value)

    @property
    def passed(self) -> bool:
        """Whether it was a pass."""
        return self.trump is None and not self.said
