"""Reports of comparisons, ratings and audits: as text, or as one line of JSON."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rebelote.arena.audit import TITLES, Audit, Finding, Row
from rebelote.arena.bids import LOWER, PLAYED, PLAYED_FROM, SOLVED, BidAudit, Step
from rebelote.arena.pairs import Result
from rebelote.arena.pool import Pool

HALF = "(± is half of the 95 % interval)"


def as_json(outcome: Result | Pool | Audit | BidAudit) -> str:
    """The measure as one line."""
    return msgspec.json.encode(outcome).decode()


def text(result: Result, seed: int) -> str:
    """The comparison in words."""
    won = f"  won                 {_won(result)} of the matches\n" if result.matches else ""
    its_deals = "the deals" if result.matches else "its deals"
    return (
        f"{result.first} against {result.second}, {result.rules}: {_count(result)}, each with "
        f"the seats swapped (seed {seed})\n"
        f"{won}"
        f"  marks a deal        {_about(result.marks, result.marks_interval)}\n"
        f"  card points a deal  {_about(result.points, result.points_interval)}\n"
        f"  took {result.taken:.0%} of {its_deals} and made {result.made:.0%} of those\n"
        f"  {result.mean_ms:.1f} ms a decision, {result.longest_ms:.1f} the longest\n"
        f"{_faults(result)}"
        f"{HALF}"
    )


def _faults(result: Result) -> str:
    """The deals that ended by an agent's fault; nothing where none did."""
    said = ", ".join(f"{fault} {times} times" for fault, times in sorted(result.faults.items()))
    return f"  lost by a fault: {said}\n" if said else ""


def pool_text(outcome: Pool, seed: int) -> str:
    """The ratings as a table, and under it what each pair did to each other."""
    one = outcome.pairs[0]
    each = "matches" if one.matches else "deals"
    return (
        f"everybody against everybody, {outcome.rules}: {_count(one)} a pair, each with "
        f"the seats swapped (seed {seed})\n\n"
        f"{_table([('bot', 'rating', ''), *_ratings(outcome)])}\n\n"
        f"{_table([_heading(one), *map(_pair, outcome.pairs)])}\n\n"
        f"{HALF}\n"
        f"(a bot rated 100 above another does better in 64 {each} of 100, 400 above in 91)"
    )


def _count(result: Result) -> str:
    if result.matches is None:
        return f"{result.deals} deals"
    return f"{result.matches} matches"


def _about(value: float, half: float) -> str:
    return f"{value:+.1f} ± {half:.1f}"


def _won(result: Result) -> str:
    if result.won is None or result.won_from is None or result.won_to is None:
        return ""
    return f"{result.won:.0%} ({result.won_from:.0%} to {result.won_to:.0%})"


def _ratings(outcome: Pool) -> list[tuple[str, ...]]:
    return [
        (
            each.bot,
            f"{each.rating:.0f}",
            "fixed" if each.bot == outcome.fixed else f"± {each.interval:.0f}",
        )
        for each in outcome.ratings
    ]


def _heading(result: Result) -> tuple[str, ...]:
    won = ("matches won",) if result.matches else ()
    return ("", *won, "marks a deal", "card points a deal", "made", "ms a decision")


def _pair(result: Result) -> tuple[str, ...]:
    return (
        f"{result.first} against {result.second}",
        *((_won(result),) if result.matches else ()),
        _about(result.marks, result.marks_interval),
        _about(result.points, result.points_interval),
        f"{result.made:.0%}",
        f"{result.mean_ms:.1f}",
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """The rows with their columns one under the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines)


# --- audits ---------------------------------------------------------------------------------------


def audit_text(outcome: Audit, seed: int) -> str:
    """What a level did in words, and what it cost."""
    made = f" and made {outcome.made / outcome.taken:.0%} of those" if outcome.taken else ""
    heading = ("", "times", "free choices", "share", "per 1,000", "lead", "cost")
    return (
        f"{outcome.level}, {outcome.rules}: {outcome.deals} deals, {outcome.decisions} cards "
        f"chosen among several (seed {seed})\n"
        f"took {outcome.taken / outcome.deals:.0%} of the deals{made}\n\n"
        f"{_table([heading, *map(_row, outcome.rows)])}\n\n"
        "(per 1,000: of the decisions in these tricks; lead: how many led by more than their\n"
        "interval; cost: points lost with all cards seen, on average)"
    )


def _row(row: Row) -> tuple[str, ...]:
    return (
        f"{TITLES[row.kind]} ({row.kind})",
        str(row.findings),
        str(row.chances),
        f"{row.share:.1%}",
        f"{row.per_thousand:.1f}",
        str(row.meant),
        "" if row.cost is None else f"{row.cost:+.1f}",
    )


def positions_text(outcome: Audit, kind: str) -> str:
    """Every position of one kind."""
    return "\n\n".join(_position(each) for each in outcome.findings if each.kind == kind)


def _position(outcome: Finding) -> str:
    played = "".join(f"  {trick}\n" for trick in outcome.tricks)
    taken = f"{outcome.contract}, " if outcome.contract else ""
    half = "" if outcome.interval is None else f" ± {outcome.interval:.1f}"
    lead = "" if outcome.lead is None else f", a lead of {outcome.lead:+.1f}{half}"
    cost = "" if outcome.cost is None else f", cost {outcome.cost:+d}"
    return (
        f"deal {outcome.deal}, trick {outcome.trick}, seat {outcome.seat} ({taken}table: "
        f"{outcome.table or 'leads'})\n{played}"
        f"  holds {outcome.hand}: {outcome.chosen}, not {outcome.instead}{lead}{cost}"
    )


def bids_text(outcome: BidAudit, seed: int) -> str:
    """How often the openings of a level are made, and what the highest bring beside lower ones."""
    heading = ("opening", "times", "made", "at worst")
    rows = [*outcome.steps, *([] if outcome.high is None else [outcome.high])]
    return (
        f"{outcome.level}, {outcome.rules}: the first to speak opens {len(outcome.openings)} of "
        f"{outcome.deals} deals (seed {seed})\n\n"
        f"{_table([heading, *map(_of_step, rows)])}\n\n"
        f"{_beside_lower(outcome)}\n"
        f"(made: with this hand and every other card at random, the share of {SOLVED} layouts in\n"
        "which the contract is made double dummy; at worst: with the hand where it is least)"
    )


def _of_step(step: Step) -> tuple[str, ...]:
    return step.value, str(step.openings), f"{step.made:.0%}", f"{step.worst:.0%}"


def _beside_lower(outcome: BidAudit) -> str:
    if outcome.lead is None or outcome.interval is None:
        return f"fewer than 2 openings of {PLAYED_FROM} and more: none is played out"
    return (
        f"{outcome.played} openings of {PLAYED_FROM} and more, each played out in {PLAYED} "
        "layouts:\n"
        f"  {_about(outcome.lead, outcome.interval)} marks a deal beside the bid {LOWER} lower"
    )
