"""The answers to a step of a lesson: which are right by the law, and why the others are not.

Legal cards, winners, points, announcements and scores are asked of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from rebelote.bots.principles import readable
from rebelote.learn.lessons import Goal, Step
from rebelote.rules import melds, play, scoring, settlements, tallies
from rebelote.rules.auctions.turned import trumps_on_offer
from rebelote.rules.cards import Card, CardSet, Rank, Trump, point_table
from rebelote.rules.melds import LOW, Contest
from rebelote.rules.options import Rules
from rebelote.rules.play import Law


class LessonError(ValueError):
    """A step whose question has no answer by the law, or no wrong one."""


class Answer(NamedTuple):
    """A card, or one of the options; `refusal`: why the law forbids the card, or nothing."""

    value: str
    right: bool
    refusal: str = ""


def answers(step: Step, rules: Rules) -> tuple[Answer, ...]:
    """Return every answer that can be given, in the order in which it is shown.

    LessonError where all are right, or none is: then the law makes no question of the position.
    """
    every = _answers(step, rules)
    if {answer.right for answer in every} != {True, False}:
        raise LessonError(f"{step.name} by {rules.preset}: {every}")
    return every


def _answers(step: Step, rules: Rules) -> tuple[Answer, ...]:
    if step.goal is Goal.CHOICE:
        right = MEASURES[step.measure](step, rules)
        return tuple(Answer(option, option == right) for option in options(step, right, rules))
    if step.goal is Goal.CALL:
        return tuple(Answer(call, call == best_call(step, rules)) for call in calls(step, rules))
    if step.goal is Goal.WINNER:
        best = step.trick[play.winner(step.trick, law(step, rules).trump)]
        return tuple(Answer(card.text, card is best) for card in step.trick)
    return _plays(step, rules)


def law(step: Step, rules: Rules) -> Law:
    """Return the law of the step's contract; where it names no trump, none of the four suits is."""
    return rules.law(step.trump or Trump.NONE)


def _plays(step: Step, rules: Rules) -> tuple[Answer, ...]:
    legal = play.legal(step.hand, step.trick, law(step, rules))
    if not step.best <= legal:
        raise LessonError(f"{step.name} by {rules.preset}: {step.best} is not legal")
    right = RIGHT[step.goal](step, legal, rules)
    refused = dict(play.refusals(step.hand - legal, step.hand, step.trick, law(step, rules)))
    return tuple(Answer(card.text, card in right, refused.get(card, "")) for card in step.hand)


# --- cards ----------------------------------------------------------------------------------------

Choose = Callable[[Step, CardSet, Rules], CardSet]


def _legal(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    return legal


def _winning(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    trump, last = law(step, rules).trump, len(step.trick)
    return CardSet.of(c for c in legal if play.winner((*step.trick, c), trump) == last)


def _by_points(step: Step, legal: CardSet, choose: Callable[[list[int]], int]) -> CardSet:
    points = point_table(step.trump or Trump.NONE)
    best = choose([points[card] for card in legal])
    return CardSet.of(card for card in legal if points[card] == best)


def _giving(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    return _by_points(step, legal, max)


def _saving(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    return _by_points(step, legal, min)


def _pair(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    (pair,) = law(step, rules).belotes
    return pair & legal


def _best(step: Step, legal: CardSet, rules: Rules) -> CardSet:
    return step.best


RIGHT: Final[dict[Goal, Choose]] = {
    Goal.LEGAL: _legal,
    Goal.WIN: _winning,
    Goal.GIVE: _giving,
    Goal.SAVE: _saving,
    Goal.PAIR: _pair,
    Goal.BEST: _best,
}


# --- calls ----------------------------------------------------------------------------------------

ENOUGH: Final = 3
"""Trumps with which one takes, jack or nine among them: the rule of thumb of the lesson."""


def calls(step: Step, rules: Rules) -> tuple[str, ...]:
    """Return the calls on offer: pass and each trump."""
    return ("pass", *(trump.value for trump in _offered(step, rules)))


def _offered(step: Step, rules: Rules) -> tuple[Trump, ...]:
    at_round = step.calls // rules.players + 1
    return trumps_on_offer(_turned(step), at_round, rules.auction.round2_turned_suit)


def _turned(step: Step) -> Card:
    assert step.turned is not None
    return step.turned


def best_call(step: Step, rules: Rules) -> str:
    """Return the call by the rule of thumb: a suit with enough trumps, the turned card counted, and
    jack or nine."""
    held = step.hand | CardSet.of((_turned(step),))
    good = (trump for trump in _offered(step, rules) if _is_strong(held, trump))
    return next((trump.value for trump in good), "pass")


def _is_strong(held: CardSet, trump: Trump) -> bool:
    return len(held & trump.cards) >= ENOUGH and readable(held, trump)


# --- choices --------------------------------------------------------------------------------------


def _points(step: Step, rules: Rules) -> str:
    return str(play.trick_points(step.trick, law(step, rules)))


def _last(step: Step, rules: Rules) -> str:
    return str(play.trick_points(step.trick, law(step, rules)) + tallies.LAST_TRICK)


def _out(step: Step, rules: Rules) -> str:
    """Return the trumps that are neither in the hand nor in the trick."""
    return str(len(law(step, rules).trump.cards - step.hand - CardSet.of(step.trick)))


def _of_card(step: Step, rules: Rules) -> str:
    (card,) = step.hand
    return str(law(step, rules).points[card])


def _melds(step: Step, rules: Rules) -> str:
    return str(sum(meld.kind.points for meld in melds.best_melds(step.hand, rules.melds)))


def _square(step: Step, rules: Rules) -> str:
    return str(rules.melds.square_points(next(iter(step.hand)).rank))


def contested(step: Step, rules: Rules) -> Contest:
    """Return the contest of the announcements, the learner having led."""
    held = [melds.best_melds(hand, rules.melds) for hand in (step.hand, *step.hands)]
    said = {seat: held[seat] if seat < len(held) else () for seat in range(rules.players)}
    return melds.contest(said, law(step, rules).trump, rules.melds, rules.sides, 0)


def _contest(step: Step, rules: Rules) -> str:
    return {0: "us", 1: "them", None: "nobody"}[contested(step, rules).side]


def settled(step: Step, rules: Rules) -> scoring.Settlement:
    """Settle the deal of a step as taken by the learner's side."""
    belote = tallies.BELOTE * any(pair <= step.hand for pair in law(step, rules).belotes)
    tally = tallies.Tally(
        attack=0,
        points=step.taken,
        tricks=step.tricks,
        melds=(0, 0),
        belote=(belote, 0),
        sweep=rules.scoring.sweep_points,
        value=step.value if rules.settling.needs_bids else None,
    )
    return settlements.settle(tally, 0, rules.scoring)


def _made(step: Step, rules: Rules) -> str:
    return "yes" if settled(step, rules).outcome == "made" else "no"


def _written(step: Step, rules: Rules) -> str:
    ours, theirs = settled(step, rules).marks
    return "us" if ours > theirs else "them"


def _marks(step: Step, rules: Rules) -> str:
    return str(settled(step, rules).marks[0])


MEASURES: Final[dict[str, Callable[[Step, Rules], str]]] = {
    "points": _points,
    "last": _last,
    "out": _out,
    "card": _of_card,
    "melds": _melds,
    "square": _square,
    "contest": _contest,
    "made": _made,
    "written": _written,
    "marks": _marks,
}
"""The questions of choices, by name."""


# --- between which numbers ------------------------------------------------------------------------

OPTIONS: Final = 3
AWAY: Final = (1, -1, 2, 3)
"""Differences of wrong small numbers from the right one, the nearest first."""


def _forgotten(step: Step, rules: Rules) -> Iterable[int]:
    """Yield the points of the trick without what falls together in it, or without the last ten."""
    yield play.card_points(step.trick, law(step, rules))
    yield play.trick_points(step.trick, law(step, rules)) + 2 * tallies.LAST_TRICK
    yield play.trick_points(step.trick, law(step, rules)) - 4


def _of_runs(step: Step, rules: Rules) -> Iterable[int]:
    yield from (0, *rules.melds.run_points)


def _of_squares(step: Step, rules: Rules) -> Iterable[int]:
    yield from (rules.melds.square_points(rank) for rank in (Rank.ACE, Rank.JACK, *LOW))
    yield from rules.melds.run_points


def _of_cards(step: Step, rules: Rules) -> Iterable[int]:
    """Yield the points of the card in a suit of trumps, and in another."""
    (card,) = step.hand
    in_trumps = next(trump for trump in Trump if trump.suit is card.suit)
    yield from (point_table(trump)[card] for trump in (in_trumps, Trump.CLUBS))
    yield from (point_table(in_trumps)[other] for other in step.hand | in_trumps.cards)


def _of_scores(step: Step, rules: Rules) -> Iterable[int]:
    """Yield the marks without the bonus of a sweep, and others of its size."""
    yield settled(step._replace(tricks=(4, 4)), rules).marks[0]
    right = settled(step, rules).marks[0]
    unit = 10 if right >= 100 else 1
    yield from (right + 9 * unit, right - 5 * unit)


NEAR: Final[dict[str, Callable[[Step, Rules], Iterable[int]]]] = {
    "points": _forgotten,
    "last": _forgotten,
    "card": _of_cards,
    "melds": _of_runs,
    "square": _of_squares,
    "marks": _of_scores,
}
"""Wrong numbers that a learner may think of, by the measure."""


def options(step: Step, right: str, rules: Rules) -> tuple[str, ...]:
    """Return the words of a choice, or numbers around the right one in their order."""
    if step.options:
        return step.options
    near = NEAR.get(step.measure)
    wrongs = near(step, rules) if near else (int(right) + away for away in AWAY)
    shown = {int(right)}
    for wrong in wrongs:
        if len(shown) < OPTIONS and wrong >= 0:
            shown.add(wrong)
    return tuple(map(str, sorted(shown)))
