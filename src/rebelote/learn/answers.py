"""The answers to a step of a lesson: which are right by the law, and why the others are not.

Legal cards, winners, points, announcements and scores are asked of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rebelote.bots.principles import HONOURS, readable
from rebelote.learn.lessons import BEFORE, Goal, Step
from rebelote.rules import melds, play, scoring, settlements
from rebelote.rules.auctions import ranked
from rebelote.rules.auctions.turned import trumps_on_offer
from rebelote.rules.cards import SUIT_TRUMPS, Card, CardSet, Trump, point_table
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.play import Law


class Answer(NamedTuple):
    """A card, or one of the options; `why` not: the code of a refusal, or nothing."""

    value: str
    right: bool
    refusal: str = ""


def answers(step: Step, rules: Rules) -> tuple[Answer, ...]:
    """Every answer that can be given, in the order in which it is shown."""
    if step.goal is Goal.CHOICE:
        right = MEASURES[step.measure](step, rules)
        return tuple(Answer(option, option == right) for option in step.options)
    if step.goal is Goal.CALL:
        return tuple(Answer(call, call == best_call(step, rules)) for call in calls(step, rules))
    if step.goal is Goal.WINNER:
        best = step.trick[play.winner(step.trick, law(step, rules).trump)]
        return tuple(Answer(card.text, card is best) for card in step.trick)
    return _plays(step, rules)


def law(step: Step, rules: Rules) -> Law:
    """The law of the step's contract; where it names no trump, none of the four suits is."""
    return rules.law(step.trump or Trump.NONE)


def _plays(step: Step, rules: Rules) -> tuple[Answer, ...]:
    legal = play.legal(step.hand, step.trick, law(step, rules))
    right = legal & RIGHT[step.goal](step, legal, rules)
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
    return pair


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
    """What may be called: to pass, or each trump on offer; a few of them where the step says so."""
    return step.options or ("pass", *(trump.value for trump in _offered(step, rules)))


def _offered(step: Step, rules: Rules) -> tuple[Trump, ...]:
    at_round = step.calls // rules.players + 1
    return trumps_on_offer(_turned(step), at_round, rules.auction.round2_turned_suit)


def _turned(step: Step) -> Card:
    """The turned card of a step about taking."""
    assert step.turned is not None
    return step.turned


def best_call(step: Step, rules: Rules) -> str:
    """By the rule of thumb: a suit with enough trumps, the turned card counted, and jack or nine;
    where trumps are bid, before it all trumps with two jacks and no trumps with two aces."""
    if rules.auction.auction_kind == "ranked":
        return _best_bid(step.hand)
    held = step.hand | CardSet.of((_turned(step),))
    good = (trump for trump in _offered(step, rules) if _is_strong(held, trump))
    return next((trump.value for trump in good), "pass")


def _is_strong(held: CardSet, trump: Trump) -> bool:
    return len(held & trump.cards) >= ENOUGH and readable(held, trump)


def _best_bid(held: CardSet) -> str:
    ranks = [card.rank for card in held]
    without = (trump for trump, tops in HONOURS.items() if sum(map(ranks.count, tops)) > 1)
    suits = (trump for trump in SUIT_TRUMPS if _is_strong(held, trump))
    return next((trump.value for trump in (*without, *suits)), "pass")


# --- choices --------------------------------------------------------------------------------------


def _points(step: Step, rules: Rules) -> str:
    return str(play.trick_points(step.trick, law(step, rules)))


def _higher(step: Step, rules: Rules) -> str:
    """The one among the options that may be bid over what was."""
    assert step.bid is not None
    over = {bid.trump.value for bid in ranked.higher(Contract(BEFORE, step.bid, None))}
    return next(option for option in step.options if option in over)


def _last(step: Step, rules: Rules) -> str:
    return str(play.trick_points(step.trick, law(step, rules)) + scoring.LAST_TRICK)


def _out(step: Step, rules: Rules) -> str:
    """Trumps that are neither in the hand nor in the trick."""
    return str(len(law(step, rules).trump.cards - step.hand - CardSet.of(step.trick)))


def _melds(step: Step, rules: Rules) -> str:
    return str(sum(meld.kind.points for meld in melds.best_melds(step.hand, rules.melds)))


def _contest(step: Step, rules: Rules) -> str:
    held = [melds.best_melds(hand, rules.melds) for hand in (step.hand, *step.hands)]
    said = {seat: held[seat] if seat < len(held) else () for seat in range(rules.players)}
    result = melds.contest(said, law(step, rules).trump, rules.melds, rules.sides, 0)
    return "us" if result.side == 0 else "them"


def settled(step: Step, rules: Rules) -> scoring.Settlement:
    """How the deal of a step is written, the learner's side having taken."""
    belote = scoring.BELOTE * any(pair <= step.hand for pair in law(step, rules).belotes)
    tally = scoring.Tally(
        attack=0, points=step.taken, tricks=(4, 4), melds=(0, 0), belote=(belote, 0)
    )
    return settlements.settle(tally, 0, rules.scoring)


def _made(step: Step, rules: Rules) -> str:
    return "yes" if settled(step, rules).outcome == "made" else "no"


def _written(step: Step, rules: Rules) -> str:
    ours, theirs = settled(step, rules).marks
    return "us" if ours > theirs else "them"


MEASURES: Final[dict[str, Callable[[Step, Rules], str]]] = {
    "points": _points,
    "higher": _higher,
    "last": _last,
    "out": _out,
    "melds": _melds,
    "contest": _contest,
    "made": _made,
    "written": _written,
}
"""What a choice asks, by name."""


def cards_named(step: Step) -> CardSet:
    """Every card of the position."""
    result = CardSet.of(step.trick) | step.hand
    for hand in step.hands:
        result = result | hand
    return result | CardSet.of(card for card in (step.turned,) if isinstance(card, Card))
