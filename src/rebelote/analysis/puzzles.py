"""Puzzles: positions with exactly one right choice, by a margin, for a reason that can be stated.

`puzzle_search` finds them.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal, get_args

import msgspec

from rebelote.analysis.report import Decision
from rebelote.rules.codec import decode_hook, encode_hook

Kind = Literal["call", "lead", "ending"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The kind of question: a call, the first card of a deal, or a card near its end."""


class Puzzle(msgspec.Struct, frozen=True):
    """A decision in the first deal of a record, reviewed. `preset`: the rule set of the record."""

    kind: Kind
    preset: str
    record: str
    decision: Decision

    @property
    def id(self) -> str:
        """An identifier independent of other puzzles: 12 hexadecimal digits."""
        text = f"{self.record}\n{self.decision.number}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def answer(self) -> str:
        """The right choice."""
        return self.decision.advised[0]

    @property
    def turns(self) -> bool:
        """Whether it turns the result of the deal."""
        return self.decision.kind == "decisive"


_ENCODER: Final = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODER: Final = msgspec.json.Decoder(Puzzle, dec_hook=decode_hook, strict=False)


def encode(puzzle: Puzzle) -> bytes:
    """Encode a puzzle as one line of JSON."""
    return _ENCODER.encode(puzzle)


def decode(line: bytes) -> Puzzle:
    """Decode the puzzle in a line of JSON. msgspec.ValidationError for anything else."""
    return _DECODER.decode(line)
