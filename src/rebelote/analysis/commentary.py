"""A review in words: how a deal adds up, and its costliest moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rebelote.analysis.report import SILENT, DealReport, Decision, Fact, costliest
from rebelote.i18n import Words
from rebelote.i18n.speech import action_name, capital, card_name, player_names
from rebelote.rules.cards import Card
from rebelote.rules.options import Rules
from rebelote.rules.records import notation

MOMENTS: Final = 3
"""The most moments of a deal that are described."""
NAMED: Final = 3
"""The most choices that are named as better."""


def sentences(
    words: Words, report: DealReport, rules: Rules, names: Sequence[str]
) -> Iterator[str]:
    """Yield the sentences of the review of a deal; `names` by seat."""
    names = player_names(words, names)
    yield words("review.deal", number=report.number, marks=" : ".join(map(str, report.marks)))
    yield _adds_up(words, report, rules, names)
    moments = costliest(report.decisions, MOMENTS)
    for decision in moments:
        yield _moment(words, report, decision, rules, names)
    if not moments:
        yield words("review.clean")
    if not report.exact:
        yield words("review.estimated")


def _adds_up(words: Words, report: DealReport, rules: Rules, names: Sequence[str]) -> str:
    """Write how the worth as dealt and the shares of the seats add up to the sheet, for side 0."""
    side = " + ".join(name for name, of in zip(names, rules.sides, strict=True) if of == 0)
    each = (f"{names[s.seat]} {_signed(s.known + s.chance)}" for s in report.shares)
    shares = words("ui.comma").join(each)
    total = _signed(report.marks[0] - report.marks[1])
    worth = _signed(report.worth)
    return words("review.adds_up", side=side, worth=worth, shares=shares, total=total)


def _signed(marks: float) -> str:
    return f"{round(marks, 1):+g}".replace("-", "\N{MINUS SIGN}")


def _moment(
    words: Words, report: DealReport, decision: Decision, rules: Rules, names: Sequence[str]
) -> str:
    """Write a decision, the better ones, its cost, and the reasons."""
    better = [name for name in decision.advised if name != decision.choice][:NAMED]
    moment = words(
        "review.moment",
        where=_where(words, report, decision, rules),
        name=names[decision.seat],
        played=_played(words, decision),
        better=" / ".join(_choice(words, name) for name in better),
        kind=words(f"review.kind.{decision.kind}"),
        known=_signed(-decision.loss_known),
        true=_signed(-decision.loss_true),
        percent=round(100 * decision.chance_to_lose),
    )
    return " ".join((moment, *_explained(words, decision)))


def _explained(words: Words, decision: Decision) -> Iterator[str]:
    """Yield the facts known at a decision, and the reasons for a better one."""
    reasons = {"reason.facts": decision.facts, "reason.why": decision.why}
    for key, result in reasons.items():
        if result:
            yield words(key, text=" ".join(reason(words, each) for each in result))


def reason(words: Words, fact: Fact) -> str:
    """Write a fact in a sentence, about a decision of another person than the reader."""
    named: dict[str, str | int] = {"who": "other"}
    named |= {name: _named(words, value) for name, value in fact.values.items()}
    return words(f"reason.is.{fact.code}", **named)


def _named(words: Words, value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    return _choice(words, value) if len(value) == 2 else words(f"suit.{value}")


def _where(words: Words, report: DealReport, decision: Decision, rules: Rules) -> str:
    if decision.call:
        return words("review.auction")
    before = sum(not other.call and other.number < decision.number for other in report.decisions)
    return words("review.trick", number=before // rules.players + 1)


def _played(words: Words, decision: Decision) -> str:
    if decision.choice == SILENT:
        return words("review.silent", card=_choice(words, decision.action[:2]))
    return _choice(words, decision.choice)


def _choice(words: Words, name: str) -> str:
    if len(name) == 2:
        return card_name(words, Card(name), "rank.the")
    return capital(action_name(words, notation.read_call(name)))
