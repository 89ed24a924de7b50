"""Reports of comparisons, ratings and audits: as text, or as one line of JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from rebelote.arena.audit import TITLES, Audit, Finding, Row
from rebelote.arena.bids import LOWER, PLAYED, PLAYED_FROM, SOLVED, BidAudit, Step
from rebelote.arena.calls import PLAYED as LAYOUTS
from rebelote.arena.calls import Beside, CallAudit, KindOfCall
from rebelote.arena.contracts import ContractAudit
from rebelote.arena.pairs import Result
from rebelote.arena.playing import AgentFault
from rebelote.arena.pool import Pool

HALF = "(± is half of the 95 % interval)"
BESIDE: Final[dict[Beside, str]] = {
    "lower": "the value below",
    "higher": "the value above",
    "instead": "the next best call",
}


def as_json(report: Result | Pool | Audit | BidAudit | CallAudit | ContractAudit) -> str:
    """Return the measure as one line."""
    return msgspec.json.encode(report).decode()


def text(comparison: Result, seed: int) -> str:
    won = f"  won                 {_won(comparison)} of the matches\n" if comparison.matches else ""
    its_deals = "the deals" if comparison.matches else "its deals"
    return (
        f"{comparison.first} against {comparison.second}, {comparison.rules}: "
        f"{_count(comparison)}, each with the seats swapped (seed {seed})\n"
        f"{won}"
        f"  marks a deal        {_about(comparison.marks, comparison.marks_interval)}\n"
        f"  card points a deal  {_about(comparison.points, comparison.points_interval)}\n"
        f"  took {comparison.taken:.0%} of {its_deals} and made {comparison.made:.0%} of those\n"
        f"  {comparison.mean_ms:.1f} ms a decision, {comparison.longest_ms:.1f} the longest\n"
        f"{_faults(comparison)}"
        f"{HALF}"
    )


def _faults(comparison: Result) -> str:
    """Return the deals that ended by an agent's fault; nothing where none did."""
    said = ", ".join(f"{fault} {times} times" for fault, times in sorted(comparison.faults.items()))
    first = "".join(f"    {_fault(one, comparison)}\n" for one in comparison.first_faults)
    return f"  lost by a fault: {said}\n{first}" if said else ""


def _fault(one: AgentFault, comparison: Result) -> str:
    place = f"match {one.number}, deal {one.deal}" if comparison.matches else f"deal {one.number}"
    return f"{one.agent}, {place}, seat {one.seat}: {one.sentence}"


def pool_text(pool: Pool, seed: int) -> str:
    """Return the ratings as a table, followed by the results of each pair."""
    one = pool.pairs[0]
    each = "matches" if one.matches else "deals"
    return (
        f"everybody against everybody, {pool.rules}: {_count(one)} a pair, each with "
        f"the seats swapped (seed {seed})\n\n"
        f"{_table([('bot', 'rating', ''), *_ratings(pool)])}\n\n"
        f"{_table([_heading(one), *map(_pair, pool.pairs)])}\n\n"
        f"{HALF}\n"
        f"(a bot rated 100 above another does better in 64 {each} of 100, 400 above in 91)"
    )


def _count(comparison: Result) -> str:
    if comparison.matches is None:
        return f"{comparison.deals} deals"
    return f"{comparison.matches} matches"


def _about(value: float, half: float) -> str:
    return f"{value:+.1f} ± {'?' if math.isinf(half) else f'{half:.1f}'}"


def _won(comparison: Result) -> str:
    if comparison.won is None or comparison.won_from is None or comparison.won_to is None:
        return ""
    return f"{comparison.won:.0%} ({comparison.won_from:.0%} to {comparison.won_to:.0%})"


def _ratings(pool: Pool) -> list[tuple[str, ...]]:
    return [
        (
            each.bot,
            f"{each.rating:.0f}",
            "fixed" if each.bot == pool.fixed else f"± {each.interval:.0f}",
        )
        for each in pool.ratings
    ]


def _heading(comparison: Result) -> tuple[str, ...]:
    won = ("matches won",) if comparison.matches else ()
    return ("", *won, "marks a deal", "card points a deal", "made", "ms a decision")


def _pair(comparison: Result) -> tuple[str, ...]:
    return (
        f"{comparison.first} against {comparison.second}",
        *((_won(comparison),) if comparison.matches else ()),
        _about(comparison.marks, comparison.marks_interval),
        _about(comparison.points, comparison.points_interval),
        f"{comparison.made:.0%}",
        f"{comparison.mean_ms:.1f}",
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows with their columns one under the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines)


# --- audits ---------------------------------------------------------------------------------------


def audit_text(audit: Audit, seed: int) -> str:
    """Describe the audit of a level's card play, with the cost of each habit."""
    made = f" and made {audit.made / audit.taken:.0%} of those" if audit.taken else ""
    heading = ("", "times", "free choices", "share", "per 1,000", "lead", "cost")
    return (
        f"{audit.level}, {audit.rules}: {audit.deals} deals, {audit.decisions} cards "
        f"chosen among several (seed {seed})\n"
        f"took {audit.taken / audit.deals:.0%} of the deals{made}\n\n"
        f"{_table([heading, *map(_row, audit.rows)])}\n\n"
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


def positions_text(audit: Audit, kind: str) -> str:
    return "\n\n".join(_position(each) for each in audit.findings if each.kind == kind)


def _position(finding: Finding) -> str:
    played = "".join(f"  {trick}\n" for trick in finding.tricks)
    taken = f"{finding.contract}, " if finding.contract else ""
    half = "" if finding.interval is None else f" ± {finding.interval:.1f}"
    lead = "" if finding.lead is None else f", a lead of {finding.lead:+.1f}{half}"
    cost = "" if finding.cost is None else f", cost {finding.cost:+d}"
    return (
        f"deal {finding.deal}, trick {finding.trick}, seat {finding.seat} ({taken}table: "
        f"{finding.table or 'leads'})\n{played}"
        f"  holds {finding.hand}: {finding.chosen}, not {finding.instead}{lead}{cost}"
    )


def bids_text(audit: BidAudit, seed: int) -> str:
    """Describe a level's rate of made openings, and the gain of the highest over lower ones."""
    heading = ("opening", "times", "made", "at worst")
    rows = [*audit.steps, *([] if audit.high is None else [audit.high])]
    return (
        f"{audit.level}, {audit.rules}: the first to speak opens {len(audit.openings)} of "
        f"{audit.deals} deals (seed {seed})\n\n"
        f"{_table([heading, *map(_of_step, rows)])}\n\n"
        f"{_beside_lower(audit)}\n"
        f"(made: with this hand and every other card at random, the share of {SOLVED} layouts in\n"
        "which the contract is made double dummy; at worst: with the hand where it is least)"
    )


def contracts_text(audit: ContractAudit, seed: int) -> str:
    """Describe the contracts of a level, and the marks that they bring."""
    made = f"{audit.made / audit.contracts:.0%} made" if audit.contracts else "none made"
    net = "" if audit.net is None else f", {_about(audit.net, audit.interval or 0)} marks each"
    raised = f"; {audit.raised} were raised, {audit.right} of them rightly" if audit.raised else ""
    return (
        f"{audit.level}, {audit.rules}: plays {audit.contracts} of {audit.deals} deals "
        f"(seed {seed})\n\n{made}{net}{raised}\n"
        "(marks: what the side of the declarer writes more than the others; rightly: the side\n"
        "that raised the stake last won)"
    )


def calls_text(audit: CallAudit, seed: int) -> str:
    """Describe the gain of a level's calls over their neighbours."""
    heading = ("call", "beside", "times", "marks a deal", "behind", "two down")
    return (
        f"{audit.level}, {audit.rules}: calls in {audit.deals} deals (seed {seed})\n\n"
        f"{_table([heading, *map(_of_kind, audit.kinds)])}\n\n"
        f"(each call and the other are played out in {LAYOUTS} layouts of the other hands that\n"
        "explain the calls before; of the passes of a deal one is judged; behind: how many\n"
        "brought less than the other; two down: the layouts in which the contract of this side is\n"
        "doubled and fails by two tricks or more; left out, as too few layouts were found: "
        f"{audit.left_out})"
    )


def _of_kind(kind: KindOfCall) -> tuple[str, ...]:
    lead = f"{kind.lead:+.1f}" if kind.interval is None else _about(kind.lead, kind.interval)
    return (
        kind.kind,
        BESIDE[kind.beside],
        str(kind.calls),
        lead,
        str(kind.behind),
        f"{kind.two_down:.0%}",
    )


def _of_step(step: Step) -> tuple[str, ...]:
    return step.value, str(step.openings), f"{step.made:.0%}", f"{step.worst:.0%}"


def _beside_lower(audit: BidAudit) -> str:
    if audit.lead is None or audit.interval is None:
        return f"fewer than 2 openings of {PLAYED_FROM} and more: none is played out"
    return (
        f"{audit.played} openings of {PLAYED_FROM} and more, each played out in {PLAYED} "
        "layouts:\n"
        f"  {_about(audit.lead, audit.interval)} marks a deal beside the bid {LOWER} lower"
    )
