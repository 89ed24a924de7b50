"""Scoring: the steps from a tally to the marks of a deal.

Every figure is derived line by line, so that a score sheet can say why (`reading:writing`). Kinds
of settlement are in `rules.settlements`; what is won, held points and rounding are the same in all.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.rules.rounding import round_points, rounded_marks, rounded_points
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.tallies import (
    DEAL_POINTS,
    IN_A_SUIT,
    LAST_TRICK,
    SUIT_LIMIT,
    SWEEP,
    ContractTerms,
    Points,
    Tally,
    all_to,
)

Outcome = Literal["made", "failed", "tie", "false_play", "misdeal", "eight"]


class Line(msgspec.Struct, frozen=True, gc=False):
    """One step of the derivation: catalogue key `score.<code>`, whose, how much, why."""

    code: str
    side: int | None
    points: int
    rule: str


Lines = tuple[Line, ...]
STEPS: Final = (
    *("cards", "last-trick", "tricks", "no-trumps-twice", "trick-melds", "sweep", "no-trick"),
    *("melds", "belote", "total", "made", "failed", "tie", "bid-made", "bid-failed", "eight"),
    *("misdeal", "all-points", "claim-failed", "all-bonuses", "failed-all", "failed-swept"),
    *("all-trick-melds", "defence-bonus", "attack-taken", "melds-to-defence", "belote-to-defence"),
    *("everything", "tens", "written-tricks", "written-bid", "written-bonuses", "written-melds"),
    *("stake", "written-belote", "belote-kept", "melds-kept", "rounded", "held-now", "held-paid"),
    "marks",
)
"""The codes of a derivation in the order in which its rows stand, what is written last."""


class Settlement(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The settlement of a deal: marks by side with held points paid out, points now held, reasons.

    `wins`: the side that wins the game with it, whatever the scores.
    """

    outcome: Outcome
    marks: Points
    held: int
    sweep: bool
    lines: Lines
    wins: int | msgspec.UnsetType = msgspec.UNSET


class Payment(msgspec.Struct, frozen=True):
    """Points by side before rounding, those that wait, the heir of held points, and the steps.

    `heir` None where held points go on waiting.
    """

    raw: Points
    kept: int = 0
    heir: int | None = None
    steps: Lines = ()


WAITING: Final = "flemish:73 bga:68-70 ffb:10.1.3"


def compared(tally: Tally, side: int, rules: ScoringRules) -> int:
    """Sum the points that count towards the contract (`contract_counts`)."""
    bonuses = {"melds": tally.melds, "belote": tally.belote}
    counting = (won[side] for kind, won in bonuses.items() if kind in rules.contract_counts)
    return tally.of_tricks(side) + sum(counting)


class ContractResult(msgspec.Struct, frozen=True):
    """The outcome of a contract, its payment, and the steps that lead there.

    `wins`: the side that wins the game to the target at once, where a deal can do that.
    """

    outcome: Outcome
    payment: Payment
    lines: Lines
    wins: int | None = None


def written(
    decided: Outcome,
    payment: Payment,
    held: int,
    attack: int,
    before: Lines,
    rules: ScoringRules,
    sweep: bool = False,
    limit: int = SUIT_LIMIT,
) -> Settlement:
    """Round the payment, pay what is held or hold more, and say each step."""
    rounded = rounded_marks(payment.raw, attack, rules, limit)
    held_now = round_points(payment.kept, rules, limit)
    paid = held if payment.heir is not None else 0
    marks = tuple(m + paid * (side == payment.heir) for side, m in enumerate(rounded))
    lines = (
        *before,
        *payment.steps,
        *_rounded(payment.raw, rounded),
        *line_if_any("held-now", attack, held_now, WAITING),
        *line_if_any("held-paid", payment.heir, paid, WAITING),
        *(Line("marks", side, mark, "french:23-25 flemish:61") for side, mark in enumerate(marks)),
    )
    return Settlement(
        outcome=decided, marks=marks, held=held_now + held - paid, sweep=sweep, lines=lines
    )


def line_if_any(code: str, side: int | None, points: int, rule: str) -> list[Line]:
    """Return the line, if there is anything to say."""
    return [Line(code, side, points, rule)] if points else []


def with_sweep(tally: Tally, rules: ScoringRules) -> Tally:
    """Return the tally with what every trick adds, as the table agreed (`klaverjas-nku:pit`)."""
    return msgspec.structs.replace(tally, sweep=rules.sweep_points)


def without_tricks(tally: Tally, rules: ScoringRules) -> Tally:
    """Return the announcements and belote of a side without a trick, as the table agreed
    (`question:24`)."""
    melds, belote = tally.melds, tally.belote
    if rules.swept_melds != "kept":
        melds = tuple(points * (tally.tricks[side] > 0) for side, points in enumerate(melds))
    if tally.swept is not None and rules.swept_melds == "to_winner":
        melds = all_to(tally.swept, sum(tally.melds), len(tally.melds))
    if tally.swept is not None and rules.swept_belote == "to_winner":
        belote = all_to(tally.swept, sum(belote), len(belote))
    return msgspec.structs.replace(tally, melds=melds, belote=belote)


def won(tally: Tally) -> list[Line]:
    """List the winnings of each side, the attack first."""
    lines: list[Line] = []
    for side in (tally.attack, *tally.others):
        lines += [*in_tricks(tally, side), *besides_tricks(tally, side)]
    return lines


def besides_tricks(tally: Tally, side: int) -> list[Line]:
    """List the winnings of a side besides the points of its tricks, and the total."""
    alone = ("no-trick", "flemish:74")
    code, rule = alone if tally.one_without else ("sweep", "french:21,23 flemish:63")
    return [
        *line_if_any("trick-melds", side, tally.melds_in_tricks(side), "klaverjas:roem"),
        *line_if_any(code, side, tally.bonus(side), rule),
        *line_if_any("melds", side, tally.melds[side], "french:28-33 flemish:39-53"),
        *line_if_any("belote", side, tally.belote[side], "french:21 flemish:59"),
        Line("total", side, tally.total(side), "french:22"),
    ]


def in_tricks(tally: Tally, side: int) -> list[Line]:
    """List the points of cards and of the last trick, separately where its winner is known."""
    if tally.last_trick is None or tally.one_without:
        return [Line("tricks", side, tally.points[side], "french:20")]
    ten = LAST_TRICK * (tally.last_trick == side)
    cards = Line("cards", side, tally.points[side] - ten, "french:20")
    return [cards, *line_if_any("last-trick", side, ten, "french:20 flemish:61")]


def after_failing(tally: Tally, rules: ScoringRules, heir: int) -> tuple[int, int, Lines]:
    """Divide the bonuses of a failed contract (*dedans*): return the points that the attack keeps,
    those that the defence gets, and the steps."""
    attack = tally.attack
    belote, melds = tally.belote[attack], tally.melds[attack]
    safe = belote if rules.belote_safe_on_fail else 0
    kept = melds if rules.failed_melds == "kept" else 0
    given = melds if rules.failed_melds == "to_defence" else 0
    lost = belote - safe if rules.failed_belote == "to_defence" else 0
    steps = (
        *line_if_any("melds-to-defence", heir, given, "ffb-coinche:10.1.2 flemish:61"),
        *line_if_any("belote-to-defence", heir, lost, "flemish:61"),
        *line_if_any("belote-kept", attack, safe, "french:24 bga:63"),
        *line_if_any("melds-kept", attack, kept, "reading:failure"),
    )
    return safe + kept, given + lost, steps


# --- deals that were not played to the end --------------------------------------------------------


class Penalty(NamedTuple):
    """A deal that ends by false play or a failed claim, for the side that wins it.

    `of_claim`: a claim of the rest failed (`baloot:sawa`).
    """

    winner: int
    attack: int
    melds: Points
    belote: Points
    terms: ContractTerms = IN_A_SUIT
    of_claim: bool = False


def penalty_for_all(
    deal: Penalty, rules: ScoringRules, tricks_raised: bool = False
) -> ContractResult:
    """Pay all points to the side that was wronged (`flemish:67`, `question:20`).

    `tricks_raised`: a raise multiplies those of the tricks, whatever was agreed on.
    """
    base, bonuses = awarded(deal.melds, deal.belote, rules, deal.terms)
    of_contract = rules.false_play_award == "contract"
    stake = deal.terms.stake if of_contract or tricks_raised else 1
    paid = all_to(deal.winner, base * stake + bonuses, len(deal.melds))
    if of_contract and stake > 1:
        whole = all_to(deal.winner, base + bonuses, len(deal.melds))
        tens = rounded_points(whole, deal.attack, rules, deal.terms.limit)
        paid = tuple(points * stake for points in tens)
    steps = (
        penalty_line(deal, base, "flemish:67"),
        *line_if_any("all-bonuses", deal.winner, bonuses, "flemish:67"),
        *([Line("stake", deal.winner, stake, "question:53")] if stake > 1 else []),
    )
    return ContractResult("false_play", Payment(paid, 0, deal.winner, steps), ())


def penalty_line(deal: Penalty, base: int, rule: str) -> Line:
    """Return the line for the tricks of the whole deal, by false play or by a claim."""
    if deal.of_claim:
        return Line("claim-failed", deal.winner, base, "baloot:sawa")
    return Line("all-points", deal.winner, base, rule)


def won_by_hand(holder: int, sides: int, held: int) -> Settlement:
    """Settle a game won by all eight of a suit, without any marks (`bela:eight`)."""
    line = Line("eight", holder, 0, "bela:eight")
    return Settlement(
        outcome="eight", marks=(0,) * sides, held=held, sweep=False, lines=(line,), wins=holder
    )


def awarded(
    melds: Points, belote: Points, rules: ScoringRules, terms: ContractTerms = IN_A_SUIT
) -> tuple[int, int]:
    """Return what "all points" are now: those of the tricks, and those announced
    (`question:20`)."""
    kind = rules.false_play_award
    bonuses = sum(melds) + sum(belote) if kind in ("162_and_bonuses", "contract") else 0
    bonuses = 100 if kind == "162_and_100" else bonuses
    if kind == "contract":
        return (terms.cards + LAST_TRICK) * (1 + rules.counts_twice(terms.no_trumps)), bonuses
    return DEAL_POINTS + SWEEP * (kind == "252"), bonuses


def penalty(dealer: int, sides: int, held: int, rules: ScoringRules) -> Settlement:
    """Settle a misdeal: it costs the dealer's side 162, held points stay held (`blijf-jong`,
    `reading:irregularities`)."""
    raw = tuple(-DEAL_POINTS * (side == dealer) for side in range(sides))
    steps = (Line("misdeal", dealer, -DEAL_POINTS, "french:11 blijf-jong"),)
    return written("misdeal", Payment(raw, 0, None, steps), held, dealer, (), rules)


def _rounded(raw: Points, marks: Points) -> list[Line]:
    changed = (side for side, points in enumerate(raw) if points != marks[side])
    return [Line("rounded", side, marks[side], "french:25 flemish:61") for side in changed]
