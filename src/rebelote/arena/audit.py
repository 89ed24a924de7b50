"""Audit of play: the frequency and the cost of a level's plays that no sound partner makes.

Pure: a deal is given as its decisions, and judged by the principles of `bots.principles`. Who may
play what, and who wins, is asked of the rules; what a card cost, of the double-dummy solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

import msgspec

from rebelote.bots import calling, principles
from rebelote.bots.bot import Thought
from rebelote.bots.heuristics import Observation
from rebelote.bots.principles import EARLY, Principle
from rebelote.kernel import solver
from rebelote.knowledge.conduct import fair
from rebelote.rules.actions import Bid, Play, Take
from rebelote.rules.cards import Card, CardSet, Rank
from rebelote.rules.deal import Deal, PlayedOut, Playing, Trick
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import View, rules_of


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that breaks a principle, as its player saw it, and the sound alternative.

    `tricks` and `table` in the notation of cards. `lead`: by how much the player held the choice to
    be better than `instead`, in points, give or take `interval`; None where it reckoned none.
    `cost`: the points that it lost with all cards seen; None where that cannot be computed.
    """

    kind: str
    deal: int
    seat: int
    trick: int
    contract: str
    hand: str
    tricks: tuple[str, ...]
    table: str
    chosen: str
    instead: str
    lead: float | None = None
    interval: float | None = None
    cost: int | None = None

    @property
    def meant(self) -> bool:
        """Whether the choice led by more than its interval."""
        if self.lead is None or self.interval is None:
            return False
        return self.lead > self.interval


class DealAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The audit of one deal: decisions of all tricks and of the early ones, free choices by kind.

    `chances`: by kind the decisions in which the principle could be broken or kept. `taken` and
    `made`: whether there was a contract, and whether it was made.
    """

    number: int
    decisions: int
    early: int
    chances: dict[str, int]
    findings: tuple[Finding, ...]
    taken: bool
    made: bool


class Decision:
    """A decision: the deal before it, the view of the seat, and its thought."""

    def __init__(self, deal: Deal, seen: View, thought: Thought) -> None:
        self.deal, self.seen, self.thought = deal, seen, thought

    @property
    def seat(self) -> int:
        return self.seen.seat

    @property
    def trick(self) -> int:
        return len(self.seen.tricks) + 1

    @cached_property
    def at(self) -> Observation:
        """The seat's observation; only during the play."""
        return Observation(self.seen, fair(self.seen))

    @property
    def free(self) -> bool:
        """Whether there were several cards to choose from."""
        played = isinstance(self.thought.action, Play)
        return isinstance(self.deal, Playing) and played and len(self.at.legal) > 1

    @property
    def card(self) -> Card:
        """The card that was played."""
        assert isinstance(self.thought.action, Play)
        return self.thought.action.card


# --- what is counted ------------------------------------------------------------------------------


class Kind(msgspec.Struct, frozen=True):
    """A kind of finding: a principle in some tricks, and the name of its breach."""

    principle: Principle
    title: str
    tricks: range = range(1, 11)


def fed_less(at: Observation, card: Card) -> CardSet:
    """Return the richest plain cards, if the last to play fed partner's trick a poorer one."""
    if not (at.partner_wins and at.last_to_play) or card in at.trumps:
        return CardSet()
    most = max(map(at.points, at.legal - at.trumps), default=0)
    richest = [c for c in at.legal - at.trumps if at.points(c) == most]
    return CardSet.of(richest) if at.points(card) < most else CardSet()


FIRST: Final = range(1, EARLY + 1)
LATER: Final = range(EARLY + 1, 11)
KINDS: Final[dict[str, Kind]] = {
    "donation": Kind(principles.no_donation, "points given away, tricks 1 to 3", FIRST),
    "late_donation": Kind(principles.no_donation, "points given away, later", LATER),
    "trumps_not_drawn": Kind(principles.draw_trumps, "taker draws no trumps", FIRST),
    "nought_fed": Kind(principles.feed_partner, "partner's trick fed with a nought"),
    "fed_less": Kind(fed_less, "partner's trick not fed with the richest"),
    "partner_ruffed": Kind(principles.no_ruff_of_partner, "partner's winning trick ruffed"),
    "master_thrown": Kind(principles.keep_masters, "master thrown away"),
    "thrown_suit_led": Kind(principles.not_what_partner_threw, "lead into what partner threw"),
    "defender_trump": Kind(principles.no_trump_for_the_taker, "defender leads trump", FIRST),
}
"""The findings in the play of a single card."""
ACE_KEPT: Final = "ace_kept"
UNREADABLE: Final = "unreadable_take"
TITLES: Final = {
    **{name: kind.title for name, kind in KINDS.items()},
    ACE_KEPT: "ace never led, and lost",
    UNREADABLE: "takes without jack or nine",
}
"""Every kind of finding in words."""


# --- one deal -------------------------------------------------------------------------------------


def judged(number: int, decisions: Sequence[Decision], end: Deal, made: bool) -> DealAudit:
    """Return the audit of a deal from its decisions in order, its end, and whether it was made."""
    free = [decision for decision in decisions if decision.free]
    chances: dict[str, int] = {}
    findings: list[Finding] = []
    for name, result in _every(free, decisions, end):
        chances[name] = chances.get(name, 0) + 1
        findings += [] if result is None else [msgspec.structs.replace(result, deal=number)]
    early = sum(decision.trick in FIRST for decision in free)
    taken = isinstance(end, PlayedOut)
    return DealAudit(
        number=number,
        decisions=len(free),
        early=early,
        chances=chances,
        findings=tuple(findings),
        taken=taken,
        made=made,
    )


def _every(
    free: Sequence[Decision], decisions: Sequence[Decision], end: Deal
) -> Iterator[tuple[str, Finding | None]]:
    """Yield every chance to break a principle, with the finding where it was broken."""
    for decision in free:
        yield from _of_a_card(decision)
    for decision in decisions:
        yield from _of_a_call(decision)
    if isinstance(end, PlayedOut):
        yield from _of_the_aces(free, end)


def _of_a_card(decision: Decision) -> Iterator[tuple[str, Finding | None]]:
    for name, kind in KINDS.items():
        if decision.trick not in kind.tricks:
            continue
        breaking = {c: kind.principle(decision.at, c) for c in decision.at.legal}
        if any(breaking.values()):
            instead = breaking[decision.card]
            yield name, _finding(name, decision, instead) if instead else None


def _of_a_call(decision: Decision) -> Iterator[tuple[str, Finding | None]]:
    action, seen = decision.thought.action, decision.seen
    if not isinstance(action, Take | Bid):
        return
    broken = not calling.of(rules_of(seen)).readable(seen, action)
    yield UNREADABLE, _finding_of_call(decision, call_word(action)) if broken else None


def _of_the_aces(free: Sequence[Decision], end: PlayedOut) -> Iterator[tuple[str, Finding | None]]:
    """Yield each plain ace that its player did not lead when it could have."""
    for trick in end.tricks:
        for turn, card in enumerate(trick.cards):
            seat = (trick.leader + turn) % end.rules.players
            if card.rank is Rank.ACE and card.suit != end.law.trump.suit:
                yield from _of_an_ace(free, end, trick, card, seat)


def _of_an_ace(
    free: Sequence[Decision], end: PlayedOut, trick: Trick, ace: Card, seat: int
) -> Iterator[tuple[str, Finding | None]]:
    leads = [d for d in free if d.seat == seat and not d.at.trick and ace in d.at.legal]
    passed_over = [decision for decision in leads if decision.card is not ace]
    if leads:
        lost = passed_over and end.rules.sides[trick.winner] != end.rules.sides[seat]
        yield ACE_KEPT, _finding(ACE_KEPT, passed_over[-1], CardSet.of((ace,))) if lost else None


# --- one finding ----------------------------------------------------------------------------------


def _finding(name: str, decision: Decision, instead: CardSet) -> Finding:
    worth, unit = decision.thought.worth, decision.at.unit
    best = _instead(decision, instead)
    known = decision.card.text in worth and best.text in worth
    lead = unit * (worth[decision.card.text] - worth[best.text]) if known else None
    result = _position(name, decision, decision.card.text, best.text, lead)
    return msgspec.structs.replace(result, cost=_cost(decision, best))


def _instead(decision: Decision, instead: CardSet) -> Card:
    """Return the best card, by the player's own estimate, among those that keep to a principle."""
    at, worth = decision.at, decision.thought.worth
    best = max((worth.get(card.text, 0.0) for card in instead), default=0.0)
    return at.cheapest(CardSet.of(c for c in instead if worth.get(c.text, 0.0) == best))


def _finding_of_call(decision: Decision, called: str) -> Finding:
    worth = decision.thought.worth
    known = called in worth and "pass" in worth
    unit = decision.seen.rules.unit
    lead = unit * (worth[called] - worth["pass"]) if known else None
    return _position(UNREADABLE, decision, called, "pass", lead)


def _position(
    name: str, decision: Decision, chosen: str, instead: str, lead: float | None
) -> Finding:
    seen, taken = decision.seen, decision.seen.contract
    half = decision.thought.intervals.get(instead)
    return Finding(
        kind=name,
        deal=0,
        seat=decision.seat,
        trick=decision.trick,
        contract="" if taken is None else f"{taken.attacker}:{taken.trump.value}",
        hand=str(seen.hand),
        tricks=tuple(f"{trick.leader}: {_text(trick.cards)}" for trick in seen.tricks),
        table=_text(seen.trick.cards) if taken else str(seen.turned),
        chosen=chosen,
        instead=instead,
        lead=None if lead is None else round(lead, 2),
        interval=None if half is None else round(seen.rules.unit * half, 2),
    )


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def _cost(decision: Decision, instead: Card) -> int | None:
    """Return the points that the card lost with all cards seen; None for three, each alone."""
    deal = decision.deal
    if not isinstance(deal, Playing) or deal.rules.players != 4:
        return None
    result = solver.solve(deal.hands, deal.leader, deal.trick, deal.law, values=True).values or {}
    return result[instead] - result[decision.card]


# --- many deals -----------------------------------------------------------------------------------


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One kind in many deals: its findings, the chances, and the decisions it is a share of.

    `meant`: findings that led by more than their interval. `cost`: the mean of what they lost with
    all cards seen; None where nothing is known.
    """

    kind: str
    findings: int
    chances: int
    decisions: int
    meant: int
    cost: float | None

    @property
    def share(self) -> float:
        """The findings as a share of the chances."""
        return self.findings / self.chances if self.chances else 0.0

    @property
    def per_thousand(self) -> float:
        """The findings in a thousand decisions of these tricks."""
        return 1000 * self.findings / self.decisions if self.decisions else 0.0


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The audit of a level: a row by kind, contracts taken and made, and every finding."""

    level: str
    rules: str
    deals: int
    decisions: int
    rows: tuple[Row, ...]
    taken: int
    made: int
    findings: tuple[Finding, ...] = ()

    def row(self, kind: str) -> Row:
        return next(row for row in self.rows if row.kind == kind)


def summed(level: str, rules: str, deals: Sequence[DealAudit]) -> Audit:
    findings = tuple(result for deal in deals for result in deal.findings)
    return Audit(
        level=level,
        rules=rules,
        deals=len(deals),
        decisions=sum(deal.decisions for deal in deals),
        rows=tuple(_row(kind, deals, [f for f in findings if f.kind == kind]) for kind in TITLES),
        taken=sum(deal.taken for deal in deals),
        made=sum(deal.made for deal in deals),
        findings=findings,
    )


_DECISIONS: Final[dict[range, Callable[[DealAudit], int]]] = {
    FIRST: lambda deal: deal.early,
    LATER: lambda deal: deal.decisions - deal.early,
}
"""The decisions of a deal in some of its tricks; in all of them, for any others."""


def _row(kind: str, deals: Sequence[DealAudit], findings: Sequence[Finding]) -> Row:
    tricks = KINDS[kind].tricks if kind in KINDS else range(0)
    counted = _DECISIONS.get(tricks, lambda deal: deal.decisions)
    costs = [result.cost for result in findings if result.cost is not None]
    return Row(
        kind=kind,
        findings=len(findings),
        chances=sum(deal.chances.get(kind, 0) for deal in deals),
        decisions=sum(map(counted, deals)),
        meant=sum(result.meant for result in findings),
        cost=sum(costs) / len(costs) if costs else None,
    )
