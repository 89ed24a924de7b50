"""How is a deal that is to be solved written on a line, and how its solution?

A line is one JSON object: `contract` (S H D C all none), `leader`, `hands` (four lists of cards)
and perhaps `trick`, the cards on the table in order. What else it says is left aside.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rebelote import solver
from rebelote.cards import Card, CardSet, Trump, decode_hook, encode_hook
from rebelote.play import Law
from rebelote.rules import Rules


class Task(msgspec.Struct, frozen=True):
    """A position to be solved."""

    contract: Trump
    leader: int
    hands: list[list[Card]]
    trick: list[Card] = []

    @classmethod
    def parse(cls, line: str) -> Task:
        """The task on a line; ValueError for a line that is none."""
        return _decoder.decode(line)

    def sets(self) -> list[CardSet]:
        """The hands as sets; ValueError for a card twice in one."""
        return [CardSet.parse(" ".join(card.text for card in hand)) for hand in self.hands]

    def law(self, rules: Rules) -> Law:
        """The law of play of its contract."""
        return rules.law(self.contract)


class _Solved(msgspec.Struct, frozen=True):
    contract: Trump
    leader: int
    hands: list[list[Card]]
    trick: list[Card]
    points: tuple[int, int]
    values: dict[str, int]
    line: tuple[Card, ...]


_decoder: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task, dec_hook=decode_hook)
_encoder: Any = msgspec.json.Encoder(enc_hook=encode_hook)


def solved(line: str, rules: Rules) -> str:
    """A task's line with its solution: points, the values of the legal cards, a best line."""
    task = Task.parse(line)
    law = task.law(rules)
    found = solver.solve(task.sets(), task.leader, task.trick, law, values=True, line=True)
    values = {card.text: value for card, value in (found.values or {}).items()}
    written = _Solved(
        task.contract, task.leader, task.hands, task.trick, found.points, values, found.line or ()
    )
    text: bytes = _encoder.encode(written)
    return text.decode()
