"""Double-dummy problems and their solutions as lines of JSON.

A line is one JSON object: `contract` (S H D C all none), `leader`, `hands` (four lists of cards, or
a deal in dotted form, as `rules.records.dotted` reads it) and perhaps `trick`, the cards on the
table in order, and `taken`, the tricks that each side has; a hand may be a text of cards, too:
"JS 9S". Other keys are ignored.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rebelote.kernel import solver
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.options import Rules
from rebelote.rules.play import Law
from rebelote.rules.records.dotted import hands
from rebelote.rules.tallies import LAST_TRICK


class Bonuses(NamedTuple):
    """Points that count besides the cards."""

    sweep: int = 0
    """Every trick, for the side that takes it."""
    belote: int = 0
    """King and queen of trump in one hand."""
    last_trick: int = LAST_TRICK


def check_bonuses(bonuses: Bonuses, rules: Rules, contract: Trump) -> None:
    """Raise ValueError where a belote counts that the play of the cards could lose."""
    if bonuses.belote and not rules.belote_is_sure(contract):
        raise ValueError("by these rules a belote can be lost in play: solve without it")


_FORM: Final = (
    "a position has contract (S, H, D, C, all, none), leader (0 to 3), hands, and perhaps trick "
    "and taken"
)


def _hand(held: list[Card] | str) -> list[Card]:
    return [Card(word) for word in held.split()] if isinstance(held, str) else held


class DoubleDummyProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A position to be solved double dummy."""

    contract: Trump
    leader: int
    hands: list[list[Card] | str] | str
    trick: list[Card] = []
    taken: tuple[int, int] = (0, 0)

    @classmethod
    def parse(cls, line: str) -> DoubleDummyProblem:
        """Parse a line; ValueError for one that is no problem."""
        if line.lstrip().startswith("["):
            raise ValueError(
                "this is no JSON; of a file in PBN (Portable Bridge Notation) a line is made so: "
                '{"contract": "S", "leader": 0, "hands": "N:..."} with the deal of its tag Deal'
            )
        try:
            return _decoder.decode(line)
        except msgspec.ValidationError as error:
            raise ValueError(f"{error}; {_FORM}") from None

    @property
    def cards(self) -> list[list[Card]]:
        """The hands by seat; ValueError for a text that is no deal."""
        if isinstance(self.hands, str):
            return list(map(list, hands(self.hands)))
        return [_hand(held) for held in self.hands]

    def sets(self) -> list[CardSet]:
        """Read the hands as sets; ValueError for a card twice in one."""
        return [CardSet.parse(" ".join(card.text for card in hand)) for hand in self.cards]

    def law(self, rules: Rules) -> Law:
        """Return the law of play of its contract."""
        return rules.law(self.contract)


class _Solved(msgspec.Struct, frozen=True, kw_only=True):
    contract: Trump
    leader: int
    hands: list[list[Card]]
    trick: list[Card]
    points: tuple[int, int]
    values: dict[str, int]
    line: tuple[Card, ...]


_decoder: msgspec.json.Decoder[DoubleDummyProblem] = msgspec.json.Decoder(
    DoubleDummyProblem, dec_hook=decode_hook
)
_encoder = msgspec.json.Encoder(enc_hook=encode_hook)


def solved(line: str, rules: Rules, bonuses: Bonuses) -> str:
    """Return a problem's line with its solution: points, card values, principal variation."""
    problem = DoubleDummyProblem.parse(line)
    check_bonuses(bonuses, rules, problem.contract)
    held, law, counted = problem.sets(), problem.law(rules), bonuses._asdict()
    result = solver.solve(
        held,
        problem.leader,
        problem.trick,
        law,
        values=True,
        line=True,
        taken=problem.taken,
        **counted,
    )
    values = {card.text: value for card, value in (result.values or {}).items()}
    written = _Solved(
        contract=problem.contract,
        leader=problem.leader,
        hands=problem.cards,
        trick=problem.trick,
        points=result.points,
        values=values,
        line=result.line or (),
    )
    return _encoder.encode(written).decode()
