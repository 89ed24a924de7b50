"""Fairness in figures: what recorded deals held, beside what a fair shuffle leads one to expect.

Counted are the cards that each seat is dealt before the auction, since what follows depends on
what people chose. Packs that are shuffled, riffled and gathered are counted separately: theory says
what to expect of the first alone, and only they are tested.
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
from rebelote.rules.record import DealRecord, Record

RARE: Final = 0.05
"""A p-value below this is remarkable on its own; one corrected by Holm, among all of them."""

Packs = Literal["shuffled", "riffled", "gathered"]
"""How the packs were made: afresh, from the gathered one by riffles, or gathered and dealt on."""


class Cell(msgspec.Struct, frozen=True):
    """How many hands had a value, and how many a fair shuffle leads one to expect."""

    value: Value
    count: int
    expected: float


class HandFigure(msgspec.Struct, frozen=True):
    """A figure of the hands of one seat. `corrected`: the p-value by Holm, among all of a report.

    Both are None for packs that are not shuffled, and where there are too few deals to decide.
    """

    code: str
    seat: int
    cells: tuple[Cell, ...]
    p: float | None = None
    corrected: float | None = None


class SeatFigure(msgspec.Struct, frozen=True):
    """Something that players have a hand in, by seat: how often, and of how many.

    Theory says nothing of it; `p` is that of all seats being equal, as players of one strength
    would be.
    """

    code: str
    counts: tuple[int, ...]
    of: tuple[int, ...]
    p: float | None


class Part(msgspec.Struct, frozen=True):
    """The deals of one way of making packs, with so many players and cards before the auction."""

    packs: Packs
    players: int
    cards: int
    size: int
    deals: int
    hands: tuple[HandFigure, ...]
    seats: tuple[SeatFigure, ...]


class FairnessReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted, and the verdict: how many tests there are, how many p-values are below
    0.05, and whether any is so after Holm's correction."""

    deals: int
    repeated: int
    tests: int
    below: int
    departs: bool
    parts: tuple[Part, ...]


class Counted(msgspec.Struct, frozen=True):
    """What is counted of one part: of hands by figure, seat and value, of seats by figure."""

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
    """What is counted of the deals of one part."""

    def __init__(self) -> None:
        self.deals = 0
        self.hands: Counter[tuple[str, int, Value]] = Counter()
        self.seats: Counter[tuple[str, int]] = Counter()

    def add(self, deal: Deal, made: bool) -> None:
        """One deal more; `made`: its contract was."""
        self.deals += 1
        for seat, dealt in enumerate(deal.dealt):
            hand = CardSet.of(dealt[: deal.rules.first_part])
            for figure in FIGURES:
                self.hands[figure.code, seat, figure.of(hand)] += 1
        if isinstance(deal, PlayedOut):
            self._played(deal, made)

    def _played(self, deal: PlayedOut, made: bool) -> None:
        """Who took, and who held what of trumps at the first trick."""
        self.seats["taken", deal.contract.attacker] += 1
        self.seats["made", deal.contract.attacker] += made
        for seat, dealt in enumerate(deal.dealt):
            held = {card.rank.letter for card in CardSet.of(dealt) & deal.contract.trump.cards}
            self.seats["jack", seat] += "J" in held
            self.seats["nine", seat] += "9" in held
            self.seats["belote", seat] += {"K", "Q"} <= held


class Counting:
    """Counts of deals, added record by record, so that a month of them need not be held at once."""

    def __init__(self) -> None:
        self._parts: defaultdict[_Key, _Counts] = defaultdict(_Counts)
        self._seen: set[tuple[int, Rules, bytes]] = set()
        self._repeated = 0

    @classmethod
    def resumed(cls, counted: Iterable[Counted]) -> Counting:
        """Go on from what was counted before; which packs those were is not known any more."""
        counting = cls()
        for each in counted:
            result = counting._parts[_Key(each.packs, each.pack, each.size, each.players)]
            result.deals = each.deals
            result.hands.update({(code, seat, value): n for code, seat, value, n in each.hands})
            result.seats.update({(code, seat): n for code, seat, n in each.seats})
        return counting

    def counted(self) -> tuple[Counted, ...]:
        """All that was counted so far, to be kept."""
        return tuple(
            Counted(
                *key,
                result.deals,
                tuple((*what, n) for what, n in result.hands.items()),
                tuple((*what, n) for what, n in result.seats.items()),
            )
            for key, result in self._parts.items()
        )

    def add(self, record: Record) -> None:
        """The deals of a record that are over. RecordError where it cannot be played."""
        ends = record.after_each_deal()
        for number, (recorded, end) in enumerate(zip(record.deals, ends, strict=True)):
            if end.written and end.deal.dealt:
                self._add(packs_of(record.rules, recorded, number == 0), end)

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
        """What was counted so far, tested."""
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
    """The report on the deals of these records that are over. A pack dealt again counts once."""
    counting = Counting()
    for record in records:
        counting.add(record)
    return counting.report()


def packs_of(rules: Rules, recorded: DealRecord, first: bool) -> Packs:
    """How the pack of a deal was made, the `first` of its match or a later one."""
    riffles = matches.making(rules, first).riffles
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
    code: str, result: tuple[int, ...], played: tuple[int, ...], by_seat: dict[str, tuple[int, ...]]
) -> SeatFigure:
    if code == "made":
        taken = by_seat["taken"]
        return SeatFigure(code, result, taken, chances.same_rate(result, taken))
    return SeatFigure(code, result, played, chances.equal(result))


def _hand_figure(key: _Key, counts: _Counts, figure: Figure, seat: int) -> HandFigure:
    cells = tuple(
        Cell(value, counts.hands[figure.code, seat, value], float(chance * counts.deals))
        for value, chance in chances.expected(figure, key.pack, key.size).items()
    )
    p = None
    if key.packs == "shuffled":
        p = chances.chi_square([cell.count for cell in cells], [cell.expected for cell in cells])
    return HandFigure(figure.code, seat, cells, p)


def _corrected(parts: list[Part]) -> list[Part]:
    """The parts, whose p-values are corrected for how many there are in all of them."""
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
    """A month as JSON: what was counted, and the `FairnessReport` that is published of it."""

    counted: bytes
    report: bytes


def month_with(counted: bytes, texts: Iterable[str]) -> Month:
    """The month in which so much was counted (empty for nothing), with these records added.

    Records that cannot be read any more are left out.
    """
    counting = Counting.resumed(_DECODER.decode(counted) if counted else ())
    for text in texts:
        with contextlib.suppress(ValueError):
            counting.add(Record.parse(text))
    return Month(_ENCODER.encode(counting.counted()), _ENCODER.encode(counting.report()))
