"""The search for puzzles: wrong decisions of bots, where one choice was clearly right.

The right choice is best both by the seat's knowledge and in the true deal, so none is a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote import bots
from rebelote.analysis import reasons, worth
from rebelote.analysis.mistakes import OF_CALLS, Group, group_of, group_of_reasons
from rebelote.analysis.puzzles import KINDS, Kind, Puzzle
from rebelote.analysis.report import SILENT, Decision
from rebelote.analysis.review import finished_deals, review_deal
from rebelote.bots import call_reasons, calling
from rebelote.bots.payoffs import MarksOnly
from rebelote.rules import deck, match
from rebelote.rules.actions import Action, Call, Play
from rebelote.rules.deal import Bidding, Playing
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.view import view

MARGIN: Final = 10
"""Points by which the right choice is better than any other."""
ENDING: Final = 4
"""Cards in a hand from which on a deal is near its end."""
LEVEL: Final = "beginner"
"""The level of the bots whose errors make puzzles: the others make too few."""


class Search(NamedTuple):
    """A deal to be searched: the rules, the level of all bots, and the seed of pack and bots.

    `leads`: whether the first card is the costliest in the true deal, and only leads are searched;
    bots hardly ever lead so badly that one other card is clearly right. `mistake`: the group of a
    mistake that is made on purpose, once, where the true deal has one; only those are searched.
    """

    rules: Rules
    seed: int
    level: str = LEVEL
    leads: bool = False
    mistake: Group | None = None


def puzzles_of(search: Search) -> tuple[Puzzle, ...]:
    """Return the puzzles of a deal that bots play; few deals have one."""
    if search.mistake is None:
        return tuple(in_record(played(search), ("lead",) if search.leads else KINDS))
    kind: Kind = "call" if search.mistake in OF_CALLS else "ending"
    every = in_record(played(search), (kind,))
    return tuple(one for one in every if group_of(one.decision) == search.mistake)


def played(search: Search) -> Record:
    """Return the record of the deal that bots play."""
    rules, chance = search.rules, Random(search.seed)
    _, dealer = match.draw_dealer(rules, chance)
    recorded = Recorded.begin(match.start(rules, deck.shuffled(chance, rules.pack), dealer))
    players = [bots.make(search.level, chance.randrange(1 << 30)) for _ in range(rules.players)]
    open_mistake = search.mistake
    while (seat := recorded.match.to_act) is not None:
        action = players[seat].choose(view(recorded.match, seat))
        if search.leads and isinstance(action, Play):
            action = _led_worst(recorded.match, action)
        if open_mistake and (wrong := _mistaken(recorded.match, action, open_mistake)):
            action, open_mistake = wrong, None
        recorded = recorded.act(seat, action)
    return recorded.record


def _mistaken(at: Match, action: Action, group: Group) -> Action | None:
    """Return an action of this group of mistakes instead of a bot's, where there is one."""
    deal = at.deal
    if isinstance(deal, Playing) and isinstance(action, Play):
        if len(deal.hands[deal.to_act]) > ENDING:
            return None
        return _wrong_card(at, deal, action, group)
    if isinstance(deal, Bidding) and isinstance(action, Call) and group in OF_CALLS:
        calls = calling.of(at.rules).candidates(view(at, deal.to_act))
        return next((call for call in calls if _wrong_call(action, call, group)), None)
    return None


def _wrong_call(right: Call, wrong: Call, group: Group) -> bool:
    """Return whether a call instead of a bot's is of this group of mistakes."""
    meant, named = call_reasons.trump_of(right), call_reasons.trump_of(wrong)
    if group == "other_trump":
        return meant is not None and named not in (None, meant)
    return (meant is None) == (group == "took_weak") and (named is None) != (meant is None)


def _wrong_card(at: Match, deal: Playing, action: Play, group: Group) -> Action | None:
    worths = worth.by_card(deal, at.held, MarksOnly(at.rules, at.nothing))
    side, unit = at.rules.sides[deal.to_act], points_a_mark(at.rules)
    right, *others = sorted(worths, key=lambda card: -worths[card].ahead(side))
    lead = [(worths[right].ahead(side) - worths[card].ahead(side)) * unit for card in others]
    if not lead or min(lead) < MARGIN:
        return None
    seen = view(at, deal.to_act)
    plays = (msgspec.structs.replace(action, card=card, belote=False) for card in others)
    return next(
        (
            play
            for play in plays
            if group_of_reasons(reasons.of_card(seen, play, [right.text]).why) == group
        ),
        None,
    )


def _led_worst(at: Match, action: Play) -> Play:
    """Replace a lead by the costliest card in the true deal, if it is the first of its deal."""
    deal = at.deal
    if not isinstance(deal, Playing) or not _leads(deal):
        return action
    leads = worth.by_card(deal, at.held, MarksOnly(at.rules, at.nothing))
    side = at.rules.sides[deal.to_act]
    worst = min(leads, key=lambda card: leads[card].ahead(side))
    return (
        action
        if worst == action.card
        else msgspec.structs.replace(action, card=worst, belote=False)
    )


def in_record(record: Record, chosen_kinds: Collection[Kind] = KINDS) -> Iterator[Puzzle]:
    """Yield the puzzles of these kinds in the first deal of a record.

    The expected loss, which takes far longer, is computed only for decisions that lost something
    in the true deal.
    """
    if 1 not in finished_deals(record):
        return
    kinds = {number: kind for number, kind in _kinds(record).items() if kind in chosen_kinds}
    lost = {
        decision.number
        for decision in review_deal(record, 1, known=False).decisions
        if decision.number in kinds
        and decision.loss_true
        and _clear(decision, decision.true, record)
    }
    if not lost:
        return
    for decision in review_deal(record, 1, known=lost).decisions:
        if decision.number in lost and _asks_for_one(decision, record):
            yield Puzzle(kinds[decision.number], record.rules.preset, str(record), decision)


def _kinds(record: Record) -> dict[int, Kind]:
    """Return the kind of puzzle of each decision of the first deal that has one."""
    puzzles_of: dict[int, Kind] = {}
    for number, step in enumerate(record.steps()):
        deal = step.before.deal
        if not isinstance(deal, Playing):
            puzzles_of[number] = "call"
        elif _leads(deal):
            puzzles_of[number] = "lead"
        elif len(deal.hands[step.seat]) <= ENDING:
            puzzles_of[number] = "ending"
    return puzzles_of


def _leads(deal: Playing) -> bool:
    """Return whether the next card is the first of the deal."""
    return not deal.trick and not deal.tricks


def _asks_for_one(decision: Decision, record: Record) -> bool:
    """Return whether one choice is right by a margin, in the true deal too, for a known reason."""
    surely = (decision.loss_known - decision.interval) * points_a_mark(record.rules)
    return (
        decision.error
        and decision.exact
        and bool(decision.why)
        and SILENT not in decision.expected
        and decision.advised == decision.best
        and _clear(decision, decision.true, record)
        and _clear(decision, decision.expected, record)
        and surely >= MARGIN
    )


def _clear(decision: Decision, worths: dict[str, float], record: Record) -> bool:
    """Return whether the best choice is better than any other by the margin."""
    if len(decision.best) != 1 or len(worths) < 2:
        return False
    first, second, *_ = sorted(worths.values(), reverse=True)
    return (first - second) * points_a_mark(record.rules) >= MARGIN


def points_a_mark(rules: Rules) -> int:
    """Return the points that a mark stands for, to compare marks of all games with `MARGIN`."""
    return rules.settling.points_a_mark(rules.scoring)
