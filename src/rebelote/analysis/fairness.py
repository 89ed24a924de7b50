"""Fairness in figures: hands of recorded deals against the expectation of a fair shuffle.

Only the cards dealt to each seat before the auction are counted, since later ones depend on
choices. Shuffled, riffled and gathered packs are counted separately: only shuffled ones have a
known distribution, and only they are tested.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.analysis import chances
from rebelote.analysis.chances import FIGURES, Figure, Value
from rebelote.rules import match as matches
from rebelote.rules.cards import CardSet
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.deal import Deal, PlayedOut
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import DealRecord, Record

RARE: Final = 0.05
"""A p-value below this is remarkable on its own; one corrected by Holm, among all of them."""

Packs = Literal["shuffled", "riffled", "gathered"]
"""The making of packs: afresh, from the gathered one by riffles, or gathered and dealt on."""


class Cell(msgspec.Struct, frozen=True):
    """The number of hands with a value, and the number expected of a fair shuffle."""

    value: Value
    count: int
    expected: float


class HandFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the hands of one seat. `corrected`: the p-value by Holm, among all of a report.

    Both are None for packs that are not shuffled, and for too few deals.
    """

    code: str
    seat: int
    cells: tuple[Cell, ...]
    p: float | None = None
    corrected: float | None = None


class SeatFigure(msgspec.Struct, frozen=True):
    """Something that players influence, by seat: how often, and of how many.

    No theory gives its rate; `p` is the p-value of all seats being equal, as they are for players
    of one strength.
    """

    code: str
    counts: tuple[int, ...]
    of: tuple[int, ...]
    p: float | None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of one way of making packs, with so many players and cards before the auction."""

    packs: Packs
    players: int
    cards: int
    size: int
    deals: int
    hands: tuple[HandFigure, ...]
    seats: tuple[SeatFigure, ...]


class FairnessReport(msgspec.Struct, frozen=True, kw_only=True):
    """The counts and the verdict.

    `tests`: the number of tests; `below`: of p-values below 0.05; `departs`: whether one remains
    below after Holm's correction.
    """

    deals: int
    repeated: int
    tests: int
    below: int
    departs: bool
    parts: tuple[Part, ...]


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of one part: of hands by figure, seat and value, of seats by figure."""

    packs: Packs
    pack: CardSet
    size: int
    players: int
    deals: int
    hands: tuple[tuple[str, int, Value, int], ...]
    seats: tuple[tuple[str, int, int], ...]


class _Key(NamedTuple):
    packs: Packs
    pack: CardSet
    size: int
    players: int


class _Counts:
    """The counts of the deals of one part, as they grow."""

    def __init__(self) -> None:
        self.deals = 0
        self.hands: Counter[tuple[str, int, Value]] = Counter()
        self.seats: Counter[tuple[str, int]] = Counter()

    def add(self, deal: Deal, made: bool) -> None:
        """Count one more deal; `made`: whether its contract was made."""
        self.deals += 1
        for seat, dealt in enumerate(deal.dealt):
            hand = CardSet.of(dealt[: deal.rules.first_part])
            for figure in FIGURES:
                self.hands[figure.code, seat, figure.of(hand)] += 1
        if isinstance(deal, PlayedOut):
            self._played(deal, made)

    def _played(self, deal: PlayedOut, made: bool) -> None:
        """Count the taker, and the seats that held high trumps at the first trick."""
        self.seats["taken", deal.contract.attacker] += 1
        self.seats["made", deal.contract.attacker] += made
        for seat, dealt in enumerate(deal.dealt):
            held = {card.rank.letter for card in CardSet.of(dealt) & deal.contract.trump.cards}
            self.seats["jack", seat] += "J" in held
            self.seats["nine", seat] += "9" in held
            self.seats["belote", seat] += {"K", "Q"} <= held


class Counting:
    """Counts of deals, added record by record to save memory."""

    def __init__(self) -> None:
        self._parts: defaultdict[_Key, _Counts] = defaultdict(_Counts)
        self._seen: set[tuple[int, Rules, bytes]] = set()
        self._repeated = 0

    @classmethod
    def resumed(cls, counted: Iterable[Counted]) -> Counting:
        """Resume from earlier counts; the packs that they include are no longer known."""
        counting = cls()
        for each in counted:
            counts = counting._parts[_Key(each.packs, each.pack, each.size, each.players)]
            counts.deals = each.deals
            counts.hands.update({(code, seat, value): n for code, seat, value, n in each.hands})
            counts.seats.update({(code, seat): n for code, seat, n in each.seats})
        return counting

    def counted(self) -> tuple[Counted, ...]:
        """Return all counts so far, for storage."""
        return tuple(
            Counted(
                packs=part.packs,
                pack=part.pack,
                size=part.size,
                players=part.players,
                deals=counts.deals,
                hands=tuple((*what, n) for what, n in counts.hands.items()),
                seats=tuple((*what, n) for what, n in counts.seats.items()),
            )
            for part, counts in self._parts.items()
        )

    def add(self, record: Record) -> None:
        """Count the finished deals of a record. RecordError where it cannot be played."""
        ends = record.after_each_deal()
        for recorded, end in zip(record.deals, ends, strict=True):
            if end.written and end.deal.dealt:
                self._add(packs_of(recorded, end), end)

    def _add(self, packs: Packs, end: Match) -> None:
        deal, rules = end.deal, end.rules
        pack = (deal.dealer, rules, bytes(card.index for card in deal.pack))
        if pack in self._seen:
            self._repeated += 1
            return
        self._seen.add(pack)
        key = _Key(packs, CardSet.of(rules.pack), rules.first_part, rules.players)
        self._parts[key].add(deal, end.sheet[-1].outcome == "made")

    def report(self) -> FairnessReport:
        """Test the counts so far."""
        ordered = sorted(self._parts.items(), key=lambda item: (item[0].packs, -item[1].deals))
        parts = _corrected([_part(key, counts) for key, counts in ordered])
        tested = [hand for part in parts for hand in part.hands if hand.p is not None]
        return FairnessReport(
            deals=sum(part.deals for part in parts),
            repeated=self._repeated,
            tests=len(tested),
            below=sum(hand.p is not None and hand.p < RARE for hand in tested),
            departs=any(hand.corrected is not None and hand.corrected < RARE for hand in tested),
            parts=tuple(parts),
        )


def fairness(records: Iterable[Record]) -> FairnessReport:
    """Report on the finished deals of these records. A pack dealt again counts once."""
    counting = Counting()
    for record in records:
        counting.add(record)
    return counting.report()


def packs_of(recorded: DealRecord, end: Match) -> Packs:
    """Return how the pack of a deal was made, from the match at its end."""
    riffles = matches.making(end.rules, end.earlier).riffles
    if recorded.pack is None or riffles == 0:
        return "gathered"
    return "shuffled" if riffles is None else "riffled"


def _part(key: _Key, counts: _Counts) -> Part:
    seats = range(key.players)
    hands = (_hand_figure(key, counts, figure, seat) for figure in FIGURES for seat in seats)
    by_seat = {
        code: tuple(counts.seats[code, seat] for seat in seats)
        for code in ("taken", "made", "jack", "nine", "belote")
    }
    played = (sum(by_seat["taken"]),) * key.players
    return Part(
        packs=key.packs,
        players=key.players,
        cards=len(key.pack),
        size=key.size,
        deals=counts.deals,
        hands=tuple(hands),
        seats=tuple(
            _seat_figure(code, result, played, by_seat) for code, result in by_seat.items()
        ),
    )


def _seat_figure(
    code: str, counts: tuple[int, ...], played: tuple[int, ...], by_seat: dict[str, tuple[int, ...]]
) -> SeatFigure:
    if code == "made":
        taken = by_seat["taken"]
        return SeatFigure(code, counts, taken, chances.same_rate(counts, taken))
    return SeatFigure(code, counts, played, chances.equal(counts))


def _hand_figure(key: _Key, counts: _Counts, figure: Figure, seat: int) -> HandFigure:
    cells = tuple(
        Cell(value, counts.hands[figure.code, seat, value], float(chance * counts.deals))
        for value, chance in chances.expected(figure, key.pack, key.size).items()
    )
    p = None
    if key.packs == "shuffled":
        p = chances.chi_square([cell.count for cell in cells], [cell.expected for cell in cells])
    return HandFigure(code=figure.code, seat=seat, cells=cells, p=p)


def _corrected(parts: list[Part]) -> list[Part]:
    """Correct the p-values of all parts for their number in all of them."""
    p_values = [hand.p for part in parts for hand in part.hands if hand.p is not None]
    corrected = iter(chances.holm(p_values))
    return [
        msgspec.structs.replace(
            part,
            hands=tuple(
                hand if hand.p is None else msgspec.structs.replace(hand, corrected=next(corrected))
                for hand in part.hands
            ),
        )
        for part in parts
    ]


# --- month by month ------------------------------------------------------------------------------

_ENCODER: Final = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODER: Final = msgspec.json.Decoder(tuple[Counted, ...], dec_hook=decode_hook)


class Month(NamedTuple):
    """A month as JSON: its counts, and its published `FairnessReport`."""

    counted: bytes
    report: bytes


def month_with(counted: bytes, texts: Iterable[str]) -> Month:
    """Add records to the counts of a month, which are empty at first.

    Records that cannot be read any more are left out.
    """
    counting = Counting.resumed(_DECODER.decode(counted) if counted else ())
    for text in texts:
        with contextlib.suppress(ValueError):
            counting.add(Record.parse(text))
    return Month(_ENCODER.encode(counting.counted()), _ENCODER.encode(counting.report()))
