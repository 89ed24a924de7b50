"""An auction as a table: every state that calls can lead to, made by asking the rules.

Two auctions are in one state where the same seats, counted from the speaker, may say the same from
here on. The kernel follows the table and knows no rule of bidding.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rebelote.env import actions
from rebelote.env.observation import value_code
from rebelote.rules.actions import Call, Double, Pass, Redouble
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import Rank, Suit, Trump, card
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules

Standing = tuple[int, int, int, int]
"""Attacker, counted from the speaker; trump, value, stake as in an observation."""
CallRow = tuple[int, int, int, int, int, int]
"""Number, what is said, trump, value, where it leads, how many seats on the next speaker sits."""
StateRow = tuple[Standing | None, list[CallRow]]

_DEAD: Final = -1
_SAID: Final[dict[type[Call], int]] = {Pass: 0, Double: 2, Redouble: 3}


class Table(NamedTuple):
    """States, the first of each turned suit (or the only one), and the contracts they lead to."""

    states: list[StateRow]
    starts: list[int]
    contracts: list[Contract]


class _Maker:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.of = rules, rules.bidding
        self.known: dict[object, int] = {}
        self.waiting: list[AuctionSoFar] = []
        self.contracts: dict[Contract, int] = {}
        self.named: dict[Call, CallRow] = {}
        """The rows of calls that name a trump: each clears away what was said before."""

    def made(self) -> Table:
        starts = [self.state(so_far) for so_far in self.first()]
        states: list[StateRow] = []
        while len(states) < len(self.waiting):
            states.append(self.row(self.waiting[len(states)]))
        return Table(states, starts, list(self.contracts))

    def first(self) -> Iterator[AuctionSoFar]:
        """The auctions in which nothing has been said."""
        begun = AuctionSoFar(self.rules.auction, self.rules.sides, 0)
        if not self.of.turns_up:
            yield begun
        else:
            for suit in Suit:
                yield begun._replace(turned=card(suit, Rank.SEVEN))

    def state(self, so_far: AuctionSoFar) -> int:
        """The number of a state."""
        speaker, standing = self.of.speaker(so_far), self.of.contract(so_far)
        last = so_far.calls[-1] if so_far.calls else None
        key = (
            self.seen_from(speaker, standing),
            so_far.passes,
            last and ((last.seat - speaker) % so_far.players, last.said),
            so_far.turned and (so_far.turned.suit, len(so_far.calls)),
        )
        if key not in self.known:
            self.known[key] = len(self.waiting)
            self.waiting.append(so_far)
        return self.known[key]

    def seen_from(self, speaker: int, contract: Contract | None) -> Contract | None:
        """A contract whose attacker is counted from this seat."""
        if contract is None:
            return None
        attacker = (contract.attacker - speaker) % self.rules.players
        return Contract(attacker, contract.trump, contract.value, contract.stake)

    def row(self, so_far: AuctionSoFar) -> StateRow:
        standing = self.seen_from(self.of.speaker(so_far), self.of.contract(so_far))
        calls = [self.call(so_far, call) for call in self.of.offers(so_far)]
        return (None if standing is None else coded(standing), calls)

    def call(self, so_far: AuctionSoFar, call: Call) -> CallRow:
        """What a call is, and where it leads."""
        trump: Trump | None = getattr(call, "trump", None)
        if trump is None:
            return actions.number(call), _SAID[type(call)], 0, 0, *self.led(so_far, call)
        if call not in self.named:
            value = value_code(getattr(call, "value", None))
            named = actions.number(call), 1, trump.code, value
            self.named[call] = *named, *self.led(so_far, call)
        return self.named[call]

    def led(self, so_far: AuctionSoFar, call: Call) -> tuple[int, int]:
        """Where a call leads, and how many seats on the next speaker sits."""
        speaker = self.of.speaker(so_far)
        after = so_far.after(speaker, call)
        if not self.of.over(after):
            return self.state(after), (self.of.speaker(after) - speaker) % so_far.players
        contract = self.seen_from(speaker, self.of.contract(after))
        if contract is None:
            return _DEAD, 0
        return -2 - self.contracts.setdefault(contract, len(self.contracts)), 0


def coded(contract: Contract) -> Standing:
    """A contract as the kernel has it."""
    code = value_code(contract.value)
    return contract.attacker, contract.trump.code, code, contract.stake


def table(rules: Rules) -> Table:
    """The table of the auction of these rules."""
    return _Maker(rules).made()
