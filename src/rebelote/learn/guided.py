"""A deal with fixed cards against beginners, with advice at each choice.

Nothing is remembered between two requests: a request names what the learner has done so far, and
the deal is played again to there. What may be done is the law's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rebelote import bots
from rebelote.bots import Thought
from rebelote.i18n import Words, learn_words, words
from rebelote.i18n.speech import FEW, capital, card_name
from rebelote.knowledge.conduct import say_all
from rebelote.learn.courses import key_of
from rebelote.learn.schemas import (
    Choice,
    CostlyCard,
    DealOver,
    GuidedDeal,
    Position,
    TrickEnded,
)
from rebelote.rules import match, play, presets
from rebelote.rules.actions import Action, Bid, Call, Cut, Packets, Pass, Play, Take
from rebelote.rules.cards import Card, Trump, parse_cards
from rebelote.rules.deal import Contracted, Deal
from rebelote.rules.match import Match
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.scoring import LAST_TRICK, Settlement
from rebelote.rules.view import Legal, View, rules_of, view

PACKS: Final = {
    "turned": parse_cards(
        "AS QH TD KH JD JH AD 9S 7H KD TC AH KC 9H QD TS "
        "8H 8D AC 7D JC QS JS 8S KS 7C 7S 8C TH 9D 9C QC"
    ),
    "ranked": parse_cards(
        "9H AS 7H QC 9C QH JH 8D 9D QS 8S 8H 7C JS TS TC "
        "TD QD JD JC TH KC 7D AH 9S KH AD KS 8C KD 7S AC"
    ),
}
"""The packs by the kind of auction, top first. Cut in the middle each gives the learner a hand to
take or bid on, and a deal in which most of what was taught comes up."""
DEALER: Final = 3
"""The seat before the learner, who speaks and leads first."""
LEVEL: Final = "beginner"
"""Who sits in the other seats, and gives the advice."""
MOST_ACTIONS: Final = 20
"""Calls and cards of one player in a deal: eight tricks, and more rounds than any auction has."""


def guided(preset: str, done: Sequence[str], language: str) -> GuidedDeal:
    """The deal after these choices; IllegalActionError for one that the rules refuse."""
    played = list(_replayed(preset, done))
    now = played[-1]
    seen = view(now, 0)
    if seen.legal is None:
        return _over(played, language)
    thought = bots.make(LEVEL).think(seen)
    return GuidedDeal(
        now.rules.table.direction,
        _position(now),
        _advice(seen, thought, language, first=not done),
        _value(thought.action),
        tuple(_choices(seen, seen.legal, _value(thought.action), language)),
        *_so_far(now),
        ended=_ended(played, language),
        doubts=dict(_doubts(seen, thought.action, language)),
    )


# --- the deal, played again -----------------------------------------------------------------------


def _replayed(preset: str, done: Sequence[str]) -> Iterator[Match]:
    """The match after the deal and each of the learner's choices, bots having moved."""
    if len(done) > MOST_ACTIONS:
        raise IllegalActionError("malformed")
    rules = presets.rules(preset)
    now = _bots_move(match.start(rules, PACKS[rules.auction.auction_kind], DEALER))
    yield now
    for value in done:
        now = _bots_move(match.apply(now, 0, _action(now, value)))
        yield now


def _bots_move(now: Match) -> Match:
    """Until the learner is asked for a call or a card, or the deal is over."""
    while (seat := now.to_act) is not None:
        seen = view(now, seat)
        if seat == 0 and seen.phase not in ("cut", "packets"):
            return now
        now = match.apply(now, seat, _bot_action(seen))
    return now


def _bot_action(seen: View) -> Action:
    action = bots.make(LEVEL).choose(seen)
    return Cut(len(rules_of(seen).pack) // 2) if isinstance(action, Cut) else action


def _action(now: Match, value: str) -> Action:
    """A choice as an action: `pass`, a trump, or a card with all that is worth saying with it."""
    seen = view(now, 0)
    if seen.legal is None:
        raise IllegalActionError("not-your-turn")
    try:
        if seen.phase == "play":
            return say_all(seen, Card(value), seen.legal)
        return Pass() if value == "pass" else _trump_call(seen, Trump(value))
    except ValueError:
        raise IllegalActionError("malformed") from None


def _trump_call(seen: View, trump: Trump) -> Call:
    """The call that names this trump: one takes it, or bids it."""
    offered = {_value(call): call for call in seen.legal.calls} if seen.legal else {}
    return offered.get(trump.value) or Take(trump)


def worth(deal: Contracted, number: int) -> int:
    """The points of a trick, from 0; with the ten of the last."""
    last = number + 1 == deal.rules.hand_size
    return play.trick_points(deal.tricks[number].cards, deal.law) + last * LAST_TRICK


def _worths(deal: Deal) -> list[int]:
    """The points of each trick so far."""
    if not isinstance(deal, Contracted):
        return []
    return [worth(deal, number) for number in range(len(deal.tricks))]


# --- what a card costs ----------------------------------------------------------------------------


def _lost(before: Match, after: Match) -> tuple[Card | None, int]:
    """The card that was advised where another was played, and the points that this cost."""
    seen = view(before, 0)
    advised = bots.make(LEVEL).choose(seen) if seen.legal else None
    if not isinstance(advised, Play) or advised.card not in before.deal.hands[0]:
        return None, 0
    if advised.card not in after.deal.hands[0]:
        return None, 0
    better = _bots_move(match.apply(before, 0, _action(before, advised.card.text)))
    return advised.card, _in_the_end(better) - _in_the_end(after)


def _in_the_end(now: Match) -> int:
    """The learner's points of cards once the deal has been played as is advised."""
    while (seen := view(now, 0)).legal is not None:
        now = _bots_move(match.apply(now, 0, _bot_action(seen)))
    return _so_far(now)[1][0]


# --- what is shown --------------------------------------------------------------------------------


def _position(now: Match) -> Position:
    deal = now.deal
    contract = deal.contract
    return Position(
        contract.trump.value if contract else "",
        deal.leader,
        tuple(card.text for card in deal.trick),
        tuple(card.text for card in deal.hands[0]) if deal.hands else (),
        deal.turned.text if deal.turned and not contract else "",
    )


def _value(action: Action) -> str:
    match action:
        case Play():
            return action.card.text
        case Take() | Bid():
            return action.trump.value
        case Pass() | Packets() | _:
            return "pass"


def _choices(seen: View, legal: Legal, advised: str, language: str) -> Iterator[Choice]:
    say = words(language)
    if seen.phase == "bidding":
        yield Choice("pass", say("action.pass"), advised == "pass", "")
        for call in legal.calls:
            if isinstance(call, Take | Bid):
                value = call.trump.value
                yield Choice(value, _offer(call, say), advised == value, "")
        return
    refused = {each.card: each.code for each in legal.refused}
    for card in seen.hand:
        why = say(f"refusal.{refused[card]}") if card in refused else ""
        yield Choice(card.text, card_name(say, card), not why, why)


def _offer(call: Take | Bid, say: Words) -> str:
    """The text on the button of a call: in a suit one takes, a trump alone is bid."""
    suit = say(f"suit.{call.trump.value}")
    return say("action.take.suit", suit=suit) if isinstance(call, Take) else capital(suit)


def _advice(seen: View, thought: Thought, language: str, *, first: bool) -> str:
    """What the bot would do in the learner's place, and why; welcome words at the beginning."""
    guide, say, rules = learn_words(language), words(language), rules_of(seen)
    match thought.action:
        case Take(trump=trump) | Bid(trump=trump):
            suit = capital(say(f"suit.{trump.value}"))
            said = guide(key_of("guide.take", rules), suit=suit)
        case Play(card=card):
            named = card_name(say, card, "rank.the")
            said = capital(guide(key_of(f"guide.{thought.code}", rules), card=named))
        case _:
            said = guide(key_of("guide.pass", rules))
    return f"{guide('guide.hello')} {said}" if first else said


def _doubts(seen: View, advised: Action, language: str) -> Iterator[tuple[str, str]]:
    """What is asked before each call that is not the advised one, by its value."""
    if seen.phase != "bidding" or seen.legal is None:
        return
    guide, say = learn_words(language), words(language)
    if isinstance(advised, Take | Bid):
        yield "pass", guide("guide.sure.pass", suit=say(f"suit.{advised.trump.value}"))
    for call in seen.legal.calls:
        if isinstance(call, Take | Bid) and _value(call) != _value(advised):
            yield _value(call), _doubt(seen, call.trump, language)


def _doubt(seen: View, trump: Trump, language: str) -> str:
    """What is asked before this trump is named: how few of it the learner would hold."""
    held = sum(card in trump.cards for card in (*seen.hand, seen.turned) if card)
    few = "other" if trump.suit is None else {0: "none", 1: "one"}.get(held, "some")
    named = words(language)(f"suit.{trump.value}")
    return learn_words(language)(f"guide.sure.{few}", suit=named, count=held)


def _so_far(now: Match) -> tuple[tuple[int, int], tuple[int, int]]:
    """Tricks and points of cards of both sides."""
    tricks, points = [0, 0], [0, 0]
    for trick, won in zip(now.deal.tricks, _worths(now.deal), strict=True):
        tricks[trick.winner % 2] += 1
        points[trick.winner % 2] += won
    return (tricks[0], tricks[1]), (points[0], points[1])


def _ended(played: Sequence[Match], language: str) -> TrickEnded | None:
    """The trick that the last choice was part of, if it is over."""
    now, before = played[-1], played[-2] if len(played) > 1 else played[-1]
    if len(now.deal.tricks) == len(before.deal.tricks):
        return None
    trick, guide = now.deal.tricks[-1], learn_words(language)
    key = {0: "guide.won", 2: "guide.won.partner"}.get(trick.winner, "guide.lost")
    text = guide(key, points=_worths(now.deal)[-1])
    advised, lost = _lost(before, now)
    lost = lost if lost >= FEW else 0
    cards = tuple(card.text for card in trick.cards)
    said = "" if advised is None else _instead(advised, lost, language)
    return TrickEnded(trick.leader, cards, trick.winner, text, said, lost)


def _instead(advised: Card, lost: int, language: str) -> str:
    """What is said of a card that was not the advised one."""
    guide = learn_words(language)
    named = card_name(words(language), advised, "rank.the")
    return capital(guide("guide.cost" if lost else "guide.cost.none", card=named, points=lost))


# --- how it ended ---------------------------------------------------------------------------------


def _over(played: Sequence[Match], language: str) -> GuidedDeal:
    now, guide = played[-1], learn_words(language)
    written = now.settlement
    over = DealOver(guide("guide.dead"), won=False)
    text = ""
    if written is not None and isinstance(now.deal, Contracted):
        text = guide(f"guide.over.{_how(now.deal, written)}")
        over = _remembered(played, written, language)
    ended, shown = _ended(played, language), _position(now)
    state = _so_far(now)
    return GuidedDeal(
        now.rules.table.direction, shown, text, "", (), *state, ended=ended, over=over
    )


def _how(deal: Contracted, written: Settlement) -> str:
    """What brought the result about: the end of the key of its sentence."""
    winners = {trick.winner % 2 for trick in deal.tricks}
    if len(winners) == 1:
        return "swept" if winners.pop() else "sweep"
    if written.outcome not in ("made", "failed"):
        return "tie"
    return f"{'them' if deal.contract.attacker % 2 else 'us'}.{written.outcome}"


def _remembered(played: Sequence[Match], written: Settlement, language: str) -> DealOver:
    now, guide = played[-1], learn_words(language)
    us, them = written.marks
    totals = {line.side: line.points for line in written.lines if line.code == "total"}
    costly = _costliest(played, language)
    return DealOver(
        guide(f"guide.over.{'won' if us > them else 'lost'}"),
        us > them,
        (totals.get(0, us), totals.get(1, them)),
        guide(key_of("guide.over.written", now.rules), us=us, them=them),
        _best_trick(now, language),
        costly,
        "" if costly else guide("guide.over.praise"),
    )


def _best_trick(now: Match, language: str) -> TrickEnded | None:
    """The trick that brought the learner's side most."""
    won = [
        (points, trick)
        for points, trick in zip(_worths(now.deal), now.deal.tricks, strict=True)
        if trick.winner % 2 == 0
    ]
    if not won:
        return None
    points, trick = max(won, key=lambda each: each[0])
    text = learn_words(language)("guide.over.best", points=points)
    return TrickEnded(trick.leader, tuple(card.text for card in trick.cards), trick.winner, text)


def _costliest(played: Sequence[Match], language: str) -> CostlyCard | None:
    """The card that cost most, where that is worth mentioning."""
    costs = [(*_lost(before, after), at) for at, (before, after) in enumerate(pairwise(played))]
    advised, lost, at = max(costs, key=lambda cost: cost[1])
    if advised is None or lost < FEW:
        return None
    number = len(played[at].deal.tricks) + 1
    trick = learn_words(language)("guide.over.costly", number=number)
    return CostlyCard(trick, _instead(advised, lost, language), at)
