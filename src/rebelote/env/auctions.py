"""An auction as a table: every state that calls can lead to, made by asking the rules.

Two auctions are in one state where the same seats, counted from the speaker, may say the same from
here on. The kernel follows the table and knows no rule of bidding.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rebelote.env import actions
from rebelote.env.observation import value_code
from rebelote.rules.actions import Call, Double, NamedCall, Pass, Redouble
from rebelote.rules.auctions import AuctionSoFar, purchase
from rebelote.rules.cards import CARDS, CardSet, Suit, Trump, card
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules

Standing = tuple[int, int, int, int, bool, int]
"""Attacker, counted from the speaker; trump, value, stake as in an observation; whether it is
closed; who gets the turned card, counted from the speaker."""
CallRow = tuple[int, int, int, int, int, int]
"""Number, what is said, trump, value, where it leads, how many seats on the next speaker sits."""
StateRow = tuple[Standing | None, list[CallRow], bool, bool]
"""The standing bid, the calls, whether the rest is dealt, whether a low hand may be dealt again."""

_DEAD: Final = -1
_SAID: Final[dict[type[Call], int]] = {Pass: 0, Double: 2, Redouble: 3, NamedCall: 4}
LOW: Final = CardSet.of(card(suit, rank) for suit in Suit for rank in purchase.LOW)
"""The cards of a hand that may be dealt again in baloot (`baloot:kawesh`)."""


class Table(NamedTuple):
    """States, the first of each turned card (or the only one), and the contracts they lead to."""

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
        """The rows of calls that name a trump: each clears away what was said before, where no card
        is turned."""

    def made(self) -> Table:
        starts = [self.state(so_far) for so_far in self.first()]
        states: list[StateRow] = []
        while len(states) < len(self.waiting):
            states.append(self.row(self.waiting[len(states)]))
        return Table(states, starts, list(self.contracts))

    def first(self) -> Iterator[AuctionSoFar]:
        """Yield the auctions in which nothing has been said."""
        begun = AuctionSoFar(self.rules.auction, self.rules.sides, 0)
        if not self.of.turns_up:
            yield begun
        else:
            for turned in CARDS:
                yield begun._replace(turned=turned)

    def state(self, so_far: AuctionSoFar) -> int:
        speaker, standing = self.of.speaker(so_far), self.of.contract(so_far)
        last = so_far.calls[-1] if so_far.calls else None
        key = (
            self.seen_from(speaker, standing),
            so_far.passes,
            last and ((last.seat - speaker) % so_far.players, last.said),
            so_far.turned and self.of.told_by(so_far.turned),
            so_far.turned and (len(so_far.calls), (speaker - so_far.eldest) % so_far.players),
        )
        if key not in self.known:
            self.known[key] = len(self.waiting)
            self.waiting.append(so_far)
        return self.known[key]

    def seen_from(self, speaker: int, contract: Contract | None) -> Contract | None:
        """Return a contract with its seats counted from this one."""
        if contract is None:
            return None
        attacker, to = contract.attacker - speaker, contract.gets_turned - speaker
        players = self.rules.players
        return replace(contract, attacker=attacker % players, turned_to=to % players)

    def row(self, so_far: AuctionSoFar) -> StateRow:
        standing = self.seen_from(self.of.speaker(so_far), self.of.contract(so_far))
        calls = [self.call(so_far, call) for call in self.of.offers(so_far)]
        dealt, again = self.of.settled(so_far), bool(self.of.by_hand(so_far, LOW))
        return None if standing is None else coded(standing), calls, dealt, again

    def call(self, so_far: AuctionSoFar, call: Call) -> CallRow:
        """Return the row of a call: its number, kind, trump, value and following state."""
        trump: Trump | None = getattr(call, "trump", None)
        if trump is None:
            return actions.number(call), _SAID[type(call)], 0, 0, *self.led(so_far, call)
        if call in self.named and not self.of.turns_up:
            return self.named[call]
        value = value_code(getattr(call, "value", None))
        row = actions.number(call), 1, trump.code, value, *self.led(so_far, call)
        self.named[call] = row
        return row

    def led(self, so_far: AuctionSoFar, call: Call) -> tuple[int, int]:
        """Return the state after a call, and the distance in seats to the next speaker."""
        speaker = self.of.speaker(so_far)
        after = so_far.after(speaker, call)
        if not self.of.over(after):
            return self.state(after), (self.of.speaker(after) - speaker) % so_far.players
        contract = self.seen_from(speaker, self.of.contract(after))
        if contract is None:
            return _DEAD, 0
        return -2 - self.contracts.setdefault(contract, len(self.contracts)), 0


def coded(contract: Contract) -> Standing:
    """Encode a contract for the kernel."""
    code, closed = value_code(contract.value), bool(contract.closed)
    to = contract.gets_turned
    return contract.attacker, contract.trump.code, code, contract.stake, closed, to


def table(rules: Rules) -> Table:
    return _Maker(rules).made()
