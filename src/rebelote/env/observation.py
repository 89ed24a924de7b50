"""The observation of one seat as bytes, built from its view, which hides the other hands.

Seats are counted from the one that looks: 0 itself, 1 the next in turn, 2 and 3; where fewer play
the others' bytes are 0. The trumps are spades, hearts, diamonds, clubs, all and none.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import Final, NamedTuple

from rebelote.rules.actions import Value, points_bid
from rebelote.rules.contract import Contract
from rebelote.rules.melds import Contest, Kind
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of, tricks_of

SEATS: Final = 4
MOST: Final = 255
"""The highest number of a byte: what is more is this."""


class Part(NamedTuple):
    """A part of an observation: name, shape, and the meaning of its bytes."""

    name: str
    shape: tuple[int, ...]
    what: str

    @property
    def width(self) -> int:
        """Its number of bytes."""
        return prod(self.shape)


PARTS: Final = (
    Part("hand", (32,), "1 for each card in hand"),
    Part("turned", (32,), "1 for the turned card"),
    Part("played", (SEATS, 32), "by seat and card: in which trick it was played, from 1"),
    Part("trick", (SEATS, 32), "by seat: 1 for its card on the table"),
    Part("shown", (SEATS, 32), "by seat: 1 for each card of its announcements laid open"),
    Part(
        "announced",
        (SEATS, 10),
        "by seat: how many runs of 3 to 8 cards and squares of 50, 100, 150 and 200 it announced",
    ),
    Part("counting", (2,), "1 where announcements of one's own side count, of others count"),
    Part("belote", (SEATS,), "by seat: 1 once it has said belote"),
    Part("bids", (SEATS, 6), "by seat and trump: the last value bid, in tens"),
    Part("passes", (SEATS,), "by seat: how often it has passed"),
    Part("doubled", (SEATS,), "by seat: how often it has doubled"),
    Part("redoubled", (SEATS,), "by seat: how often it has redoubled"),
    Part("trump", (6,), "1 for what the standing bid or the contract names"),
    Part("value", (1,), "its value in tens"),
    Part("stake", (1,), "its stake: 1, more once doubled"),
    Part("attacker", (SEATS,), "1 for the seat whose it is"),
    Part("dealer", (SEATS,), "1 for the dealer"),
    Part("turn", (SEATS,), "1 for the seat to act"),
    Part("play", (1,), "1 once cards are played"),
    Part("round", (1,), "the round of the auction, from 1"),
    Part("tricks", (SEATS,), "by seat: how many tricks it has won"),
    Part("points", (SEATS,), "by seat: the points of the cards in them"),
)
"""The parts in order. Values are in tens: 80 and 82 are 8, a trump alone 1, capot 200, générale
201; 80 with every trick 108."""
_ENDS: Final = (*accumulate(part.width for part in PARTS),)
STARTS: Final = {part.name: end - part.width for part, end in zip(PARTS, _ENDS, strict=True)}
"""The first byte of each part."""
SIZE: Final = _ENDS[-1]


def slice_of(name: str) -> slice:
    """Return the slice of a part in an observation; ValueError for an unknown name."""
    part = next((part for part in PARTS if part.name == name), None)
    if part is None:
        names = ", ".join(part.name for part in PARTS)
        raise ValueError(f"{name!r} is no part of an observation; there are: {names}")
    return slice(STARTS[name], STARTS[name] + part.width)


def value_code(value: Value | None) -> int:
    """Encode a value that was bid."""
    if isinstance(value, int):
        return value // 10
    if (points := points_bid(value)) is not None:
        return 100 + points // 10
    return {None: 1, "capot": 200, "generale": 201}[value]


def kind_code(kind: Kind) -> int:
    """Return the place of a kind of announcement among the ten."""
    if kind.shape == "run":
        return min(kind.length, 8) - 3
    return 6 + (kind.points > 50) + (kind.points > 120) + (kind.points > 160)


class _Writer:
    """The bytes of an observation, by part and by seat as it is seen."""

    def __init__(self, seen: View, rules: Rules) -> None:
        self.bytes, self.seat, self.players = bytearray(SIZE), seen.seat, rules.players

    def put(self, name: str, place: int, value: int = 1) -> None:
        """Write a number at a place of a part."""
        self.bytes[STARTS[name] + place] = min(value, MOST)

    def of(self, name: str, seat: int, place: int = 0, value: int = 1, width: int = 1) -> None:
        """Write a number of a seat, whose bytes are so many."""
        self.put(name, (seat - self.seat) % self.players * width + place, value)

    def add(self, name: str, seat: int, place: int = 0, width: int = 1) -> None:
        """Count one more."""
        at = STARTS[name] + (seat - self.seat) % self.players * width + place
        self.bytes[at] = min(self.bytes[at] + 1, MOST)


def encode(seen: View) -> bytes:
    """Encode a view as an observation."""
    rules = rules_of(seen)
    writer = _Writer(seen, rules)
    for card in seen.hand:
        writer.put("hand", card.index)
    if seen.turned is not None:
        writer.put("turned", seen.turned.index)
    writer.of("dealer", seen.dealer)
    if seen.to_act is not None:
        writer.of("turn", seen.to_act)
    writer.put("play", 0, seen.contract is not None)
    writer.put("round", 0, len(seen.calls) // rules.players + 1)
    _write_calls(writer, seen)
    _write_contract(writer, seen.contract or seen.standing)
    _write_tricks(writer, seen, rules)
    _write_announcements(writer, seen, rules)
    return bytes(writer.bytes)


def _write_calls(writer: _Writer, seen: View) -> None:
    counted = {"double": "doubled", "redouble": "redoubled"}
    for one in seen.calls:
        if one.trump is not None:
            writer.of("bids", one.seat, one.trump.code, value_code(one.value), 6)
        elif one.passed:
            writer.add("passes", one.seat)
        elif one.said in counted:
            writer.add(counted[one.said], one.seat)


def _write_contract(writer: _Writer, standing: Contract | None) -> None:
    if standing is not None:
        writer.put("trump", standing.trump.code)
        writer.put("value", 0, value_code(standing.value))
        writer.put("stake", 0, standing.stake)
        writer.of("attacker", standing.attacker)


def _write_tricks(writer: _Writer, seen: View, rules: Rules) -> None:
    for number, (leader, cards) in enumerate(tricks_of(seen), 1):
        for turn, card in enumerate(cards):
            writer.of("played", leader + turn, card.index, number, 32)
    for turn, card in enumerate(seen.trick.cards):
        writer.of("trick", seen.trick.leader + turn, card.index, 1, 32)
    if seen.contract is None:
        return
    points, won = rules.law_of(seen.contract).points, [0] * rules.players
    for trick in seen.tricks:
        writer.add("tricks", trick.winner)
        won[trick.winner] += sum(points[card] for card in trick.cards)
    for seat, count in enumerate(won):
        writer.of("points", seat, 0, count)


def _write_announcements(writer: _Writer, seen: View, rules: Rules) -> None:
    for melds in seen.melds:
        for kind in melds.kinds:
            writer.add("announced", melds.seat, kind_code(kind), 10)
        for meld in melds.shown:
            for card in meld.cards:
                writer.of("shown", melds.seat, card.index, 1, 32)
    for seat in seen.belote:
        writer.of("belote", seat)
    own = rules.sides[seen.seat]
    for side in _sides(seen.contest):
        writer.put("counting", side != own)


def _sides(contest: Contest | None) -> list[int]:
    """Return the sides whose announcements count."""
    if contest is None:
        return []
    result = [contest.side, *([contest.squares.side] if contest.squares else [])]
    return [side for side in result if side is not None]
