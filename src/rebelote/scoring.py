"""What does each side write after a deal: made, failed, tied, swept, held, rounded?

Every figure is derived line by line, so that a score sheet can say why (RULES 9).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

Outcome = Literal["made", "failed", "tie"]

CARD_POINTS: Final = 152
"""The points of all cards, in every contract (`1:L36-41`)."""
LAST_TRICK: Final = 10
"""Ten for the last trick, *dix de der* (`2:L20`)."""
SWEEP: Final = 90
"""What a sweep adds to the 162 (`2:L21,L23`)."""
BELOTE: Final = 20
"""King and queen of trump in one hand (`2:L21`)."""
DEAL_POINTS: Final = CARD_POINTS + LAST_TRICK


class ScoringRules(msgspec.Struct, frozen=True):
    """What a table agreed on writing (RULES 9)."""

    contract_counts: tuple[Literal["belote", "melds"], ...] = ("belote", "melds")
    tie_rule: Literal["hold", "failed", "made"] = "hold"
    tie_belote_held: bool = True
    belote_safe_on_fail: bool = True
    failed_melds: Literal["to_defence", "void", "kept"] = "to_defence"
    swept_attack_pays: Literal[252, 162] = 252
    rounding: Literal["none", "half_up", "half_down", "lower_side_up", "complement"] = "half_up"


class Tally(msgspec.Struct, frozen=True):
    """What was won in a deal, by side: card points, tricks, the last trick's side, bonuses."""

    attack: int
    cards: tuple[int, int]
    tricks: tuple[int, int]
    last_trick: int
    melds: tuple[int, int] = (0, 0)
    belote: tuple[int, int] = (0, 0)

    @property
    def swept(self) -> int | None:
        """The side that took every trick: a count of tricks, never of points (RULES 2.4)."""
        return self.tricks.index(0) ^ 1 if 0 in self.tricks else None

    def trick_points(self, side: int) -> int:
        """Card points and the last trick's ten."""
        return self.cards[side] + LAST_TRICK * (self.last_trick == side)

    def total(self, side: int) -> int:
        """All that the side won: tricks, sweep, announcements and belote."""
        sweep = SWEEP * (self.swept == side)
        return self.trick_points(side) + sweep + self.melds[side] + self.belote[side]


class Line(msgspec.Struct, frozen=True):
    """One step of the derivation: catalogue key `score.<code>`, whose, how much, why."""

    code: str
    side: int | None
    points: int
    rule: str


class Settlement(msgspec.Struct, frozen=True):
    """How a deal was written: marks by side with held points paid out, what is held now, why."""

    outcome: Outcome
    marks: tuple[int, int]
    held: int
    sweep: bool
    lines: tuple[Line, ...]


def outcome(tally: Tally, rules: ScoringRules) -> Outcome:
    """Made, failed or tie (`2:L22`, `0:L61,L73`). Without a trick nothing is made (RULES Q24)."""
    attack = tally.attack
    if not tally.tricks[attack]:
        return "failed"
    mine, theirs = _compared(tally, attack, rules), _compared(tally, attack ^ 1, rules)
    if mine == theirs:
        ties: dict[str, Outcome] = {"hold": "tie", "failed": "failed", "made": "made"}
        return ties[rules.tie_rule]
    return "made" if mine > theirs else "failed"


def _compared(tally: Tally, side: int, rules: ScoringRules) -> int:
    """What counts towards the contract (`contract_counts`)."""
    melds = tally.melds[side] if "melds" in rules.contract_counts else 0
    belote = tally.belote[side] if "belote" in rules.contract_counts else 0
    return tally.trick_points(side) + SWEEP * (tally.swept == side) + melds + belote


def settle(tally: Tally, held: int, rules: ScoringRules) -> Settlement:
    """Write a deal. `held`: points waiting from tied deals before it (`0:L73`, `1:L68-71`)."""
    if sum(tally.cards) != CARD_POINTS:
        raise ValueError(
            f"the cards of a deal count {CARD_POINTS}, not {sum(tally.cards)}: recount"
        )
    result = outcome(tally, rules)
    payment = {"made": _made, "failed": _failed, "tie": _tie}[result]
    raw, kept, steps = payment(tally, rules)
    marks = _round(raw, tally.attack, rules)
    held_now = round_points(kept, rules)
    paid = 0 if result == "tie" else held
    heir = tally.attack if result == "made" else tally.attack ^ 1
    written = (marks[0] + paid * (heir == 0), marks[1] + paid * (heir == 1))
    verdict = Line(result, tally.attack, tally.total(tally.attack), "2:L22 0:L61")
    waiting = "0:L73 1:L68-70 FFB-B 10.1.3"
    lines = (
        *_won(tally),
        verdict,
        *steps,
        *_rounded(raw, marks),
        *_line("held-now", tally.attack, held_now, waiting),
        *_line("held-paid", heir, paid, waiting),
        *(Line("marks", side, written[side], "2:L23-25") for side in (0, 1)),
    )
    return Settlement(result, written, held_now + held - paid, tally.swept is not None, lines)


def _line(code: str, side: int, points: int, rule: str) -> list[Line]:
    """The line, if there is anything to say."""
    return [Line(code, side, points, rule)] if points else []


def _won(tally: Tally) -> list[Line]:
    """What each side won, the attack first."""
    lines: list[Line] = []
    for side in (tally.attack, tally.attack ^ 1):
        lines.append(Line("cards", side, tally.cards[side], "2:L20"))
        lines += _line("last-trick", side, LAST_TRICK * (tally.last_trick == side), "2:L20")
        lines += _line("sweep", side, SWEEP * (tally.swept == side), "2:L21,L23")
        lines += _line("melds", side, tally.melds[side], "2:L28-33")
        lines += _line("belote", side, tally.belote[side], "2:L21")
        lines.append(Line("total", side, tally.total(side), "2:L22"))
    return lines


_Payment = tuple[tuple[int, int], int, list[Line]]


def _by_side(attack: int, attack_points: int, defence_points: int) -> tuple[int, int]:
    return (attack_points, defence_points) if attack == 0 else (defence_points, attack_points)


def _made(tally: Tally, rules: ScoringRules) -> _Payment:
    """Each side writes its own (`2:L23`)."""
    attack = tally.attack
    return _by_side(attack, tally.total(attack), tally.total(attack ^ 1)), 0, []


def _failed(tally: Tally, rules: ScoringRules) -> _Payment:
    """The defence takes all but the attack's belote (`2:L24`, RULES 9.2)."""
    attack, defence = tally.attack, tally.attack ^ 1
    base = rules.swept_attack_pays if tally.swept == defence else DEAL_POINTS
    belote = tally.belote[attack] if rules.belote_safe_on_fail else 0
    kept = tally.melds[attack] if rules.failed_melds == "kept" else 0
    given = tally.melds[attack] if rules.failed_melds == "to_defence" else 0
    lost = tally.belote[attack] - belote
    own = tally.belote[defence] + tally.melds[defence]
    lines = [
        Line("failed-swept" if base > DEAL_POINTS else "failed-all", defence, base, "2:L21,L24"),
        *_line("defence-bonus", defence, own, "2:L24"),
        *_line("melds-to-defence", defence, given, "FFB-C 8.3"),
        *_line("belote-to-defence", defence, lost, "0:L61"),
        *_line("belote-kept", attack, belote, "2:L24"),
        *_line("melds-kept", attack, kept, "RULES 9.2"),
    ]
    return _by_side(attack, belote + kept, base + own + given + lost), 0, lines


def _tie(tally: Tally, rules: ScoringRules) -> _Payment:
    """The defence writes its own, the attack's points wait (`0:L73`, `1:L68-71`, FFB-B 10.1.3)."""
    attack = tally.attack
    now = 0 if rules.tie_belote_held else tally.belote[attack]
    kept = tally.total(attack) - now
    return (
        _by_side(attack, now, tally.total(attack ^ 1)),
        kept,
        _line("belote-kept", attack, now, "1:L71"),
    )


# --- rounding (RULES 9.5) -------------------------------------------------------------------------


def half_up(points: int) -> int:
    """To the nearest ten, 5 up (FFB-B 10.3: 84 is 80, 85 is 90)."""
    return (points + 5) // 10 * 10


def half_down(points: int) -> int:
    """To the nearest ten, 5 down."""
    return (points + 4) // 10 * 10


def _lower_side_up(raw: tuple[int, int], attack: int) -> tuple[int, int]:
    """5 down; where both end in 6 the smaller side alone goes up (Bulgarian)."""
    marks = [half_down(points) for points in raw]
    if raw[0] % 10 == raw[1] % 10 == 6:
        marks[raw.index(max(raw))] -= 10
    return marks[0], marks[1]


def _complement(raw: tuple[int, int], attack: int) -> tuple[int, int]:
    """The attack is rounded, 5 down; the defence gets what is left of the rounded sum."""
    mine = half_down(raw[attack])
    return _by_side(attack, mine, half_down(sum(raw)) - mine)


_Rounding = Callable[[tuple[int, int], int], tuple[int, int]]
_ROUNDINGS: Final[dict[str, _Rounding]] = {
    "none": lambda raw, _: raw,
    "half_up": lambda raw, _: (half_up(raw[0]), half_up(raw[1])),
    "half_down": lambda raw, _: (half_down(raw[0]), half_down(raw[1])),
    "lower_side_up": _lower_side_up,
    "complement": _complement,
}


def _round(raw: tuple[int, int], attack: int, rules: ScoringRules) -> tuple[int, int]:
    return _ROUNDINGS[rules.rounding](raw, attack)


def round_points(points: int, rules: ScoringRules) -> int:
    """Points that wait are held as they would be written (RULES 9.4)."""
    return points if rules.rounding == "none" else half_up(points)


def _rounded(raw: tuple[int, int], marks: tuple[int, int]) -> list[Line]:
    changed = (side for side in (0, 1) if raw[side] != marks[side])
    return [Line("rounded", side, marks[side], "2:L25") for side in changed]
