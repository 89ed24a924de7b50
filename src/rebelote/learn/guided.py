"""A deal with fixed cards against beginners, with advice at each choice.

Nothing is remembered between two requests: a request names what the learner has done so far, and
the deal is played again to there. What may be done is the law's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count, pairwise
from random import Random
from typing import Final

from rebelote import bots
from rebelote.bots import Thought
from rebelote.i18n.speech import FEW, action_name, capital, card_name
from rebelote.knowledge.conduct import say_all
from rebelote.learn.schemas import (
    Choice,
    CostlyCard,
    DealOver,
    GuidedDeal,
    Position,
    TrickEnded,
)
from rebelote.learn.wording import Speaker
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import (
    Action,
    Bid,
    Call,
    Cut,
    Double,
    NamedCall,
    Pass,
    Play,
    Redeal,
    Redouble,
    Take,
)
from rebelote.rules.cards import Card, Trump, parse_cards
from rebelote.rules.deal import Contracted, Deal
from rebelote.rules.match import Match
from rebelote.rules.records.notation import call_word
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.scoring import Settlement
from rebelote.rules.tallies import LAST_TRICK
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
take or bid on, and a deal in which most of what was taught comes up. Elsewhere one is searched."""
DEALER: Final = 3
"""The seat before the learner, who speaks and leads first."""
LEVEL: Final = "beginner"
"""The level of the bots in the other seats, which gives the advice as well."""
SAID_AS: Final = {
    "keep_winners": "leave_it_to_partner",
    "take_last": "take_it",
    "surely": "take_it",
    "take_now": "force_a_trump",
}
"""Reasons that are said as simpler ones to a newcomer."""
MOST_ACTIONS: Final = 24
"""Calls and cards of one player in a deal: eight tricks, and more rounds than any auction has."""
MANY: Final = 8
"""Calls that are shown together; of more than these each trump has its lowest bid."""


def guided(preset: str, done: Sequence[str], language: str) -> GuidedDeal:
    """Return the deal after these choices; IllegalActionError for an illegal one."""
    played = list(_replayed(preset, done))
    now, speaker = played[-1], Speaker.of(presets.rules(preset), language)
    seen = view(now, 0)
    if seen.legal is None:
        return _over(played, speaker)
    thought = bots.make(LEVEL).think(seen)
    tricks, points = _so_far(now)
    return GuidedDeal(
        direction=now.rules.table.direction,
        at=_position(now),
        text=_advice(seen, thought, speaker, first=not done),
        advised=_value(thought.action),
        choices=tuple(_choices(seen, seen.legal, thought.action, speaker)),
        tricks=tricks,
        points=points,
        ended=_ended(played, speaker),
        doubts=dict(_doubts(seen, thought.action, speaker)),
    )


# --- the deal, played again -----------------------------------------------------------------------


def _replayed(preset: str, done: Sequence[str]) -> Iterator[Match]:
    """Yield the match after the deal and each of the learner's choices, bots having moved."""
    if len(done) > MOST_ACTIONS:
        raise IllegalActionError("malformed")
    now = _bots_move(match.start(presets.rules(preset), pack(preset), DEALER))
    yield now
    for value in done:
        now = _bots_move(match.apply(now, 0, _action(now, value)))
        yield now


@lru_cache(maxsize=32)
def pack(preset: str) -> tuple[Card, ...]:
    """Return the pack of the deal: the first in which one who takes the advice names a suit, and
    wins."""
    rules = presets.rules(preset)
    known = PACKS.get(rules.auction.auction_kind)
    shuffled = (deck.shuffled(Random(seed), rules.pack) for seed in count())
    packs = chain([known] if known else [], shuffled)
    return next(cards for cards in packs if _goes_well(match.start(rules, cards, DEALER)))


def _goes_well(now: Match) -> bool:
    now = _bots_move(now)
    while (seen := view(now, 0)).legal is not None:
        now = _bots_move(match.apply(now, 0, _bot_action(seen)))
    deal, written = now.deal, now.settlement
    if written is None or not isinstance(deal, Contracted) or deal.law.trump.suit is None:
        return False
    contract, (us, them) = deal.contract, written.marks
    return contract.attacker == 0 and contract.stake == 1 and us > them


def _bots_move(now: Match) -> Match:
    """Let the bots move until the learner is to call or play, or the deal is over."""
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
    """Read a choice as an action: a call, or a card with its announcements."""
    seen = view(now, 0)
    if seen.legal is None:
        raise IllegalActionError("not-your-turn")
    if seen.phase != "play":
        calls = {_value(call): call for call in seen.legal.calls}
        if value not in calls:
            raise IllegalActionError("malformed")
        return calls[value]
    try:
        return say_all(seen, Card(value), seen.legal)
    except ValueError:
        raise IllegalActionError("malformed") from None


def worth(deal: Contracted, number: int) -> int:
    """Return the points of a trick, from 0; with the ten of the last."""
    last = number + 1 == deal.rules.hand_size
    return play.trick_points(deal.tricks[number].cards, deal.law) + last * LAST_TRICK


def _worths(deal: Deal) -> list[int]:
    """Return the points of each trick so far."""
    if not isinstance(deal, Contracted):
        return []
    return [worth(deal, number) for number in range(len(deal.tricks))]


# --- what a card costs ----------------------------------------------------------------------------


def _lost(before: Match, after: Match) -> tuple[Card | None, int]:
    """Return the advised card where another was played, and the points lost."""
    seen = view(before, 0)
    advised = bots.make(LEVEL).choose(seen) if seen.legal else None
    if not isinstance(advised, Play) or advised.card not in before.deal.hands[0]:
        return None, 0
    if advised.card not in after.deal.hands[0]:
        return None, 0
    better = _bots_move(match.apply(before, 0, _action(before, advised.card.text)))
    return advised.card, _in_the_end(better) - _in_the_end(after)


def _in_the_end(now: Match) -> int:
    """Return the learner's card points at the end of the deal, played as advised."""
    while (seen := view(now, 0)).legal is not None:
        now = _bots_move(match.apply(now, 0, _bot_action(seen)))
    return _so_far(now)[1][0]


# --- what is shown --------------------------------------------------------------------------------


def _position(now: Match) -> Position:
    deal, seen = now.deal, view(now, 0)
    contract = deal.contract
    return Position(
        trump=contract.trump.value if contract else "",
        leader=deal.leader,
        trick=tuple(card.text for card in deal.trick),
        hand=tuple(card.text for card in seen.hand),
        turned=deal.turned.text if deal.turned and not contract else "",
    )


def _value(action: Action) -> str:
    """Return a choice as it is sent: a card, a trump where nothing else is named, or a call."""
    match action:
        case Play():
            return action.card.text
        case Take() | Bid(value=None):
            return action.trump.value
        case Pass() | Bid() | Double() | Redouble() | Redeal() | NamedCall():
            return call_word(action)
        case _:
            return "pass"


def offered(seen: View, advised: Action) -> Iterator[Call]:
    """Yield the calls to choose from: all of a few, or the lowest bid of each trump."""
    calls = seen.legal.calls if seen.legal else ()
    named: set[Trump] = set()
    for call in calls:
        if isinstance(call, Take | Bid) and len(calls) > MANY:
            if call.trump in named and call != advised:
                continue
            named.add(call.trump)
        yield call


def _choices(seen: View, legal: Legal, advised: Action, speaker: Speaker) -> Iterator[Choice]:
    say = speaker.say
    if seen.phase == "bidding":
        for call in offered(seen, advised):
            yield Choice(_value(call), _offer(call, speaker), call == advised, "")
        return
    refused = {each.card: each.code for each in legal.refused}
    for card in seen.hand:
        why = say(f"refusal.{refused[card]}") if card in refused else ""
        yield Choice(card.text, card_name(say, card), not why, why)


def _offer(call: Call, speaker: Speaker) -> str:
    """Return the text on the button of a call."""
    say = speaker.say
    if isinstance(call, Take) and call.trump.suit is not None:
        return say("action.take.suit", suit=say(f"suit.{call.trump.value}"))
    return say("action.pass") if isinstance(call, Pass) else capital(action_name(say, call))


def _advice(seen: View, thought: Thought, speaker: Speaker, *, first: bool) -> str:
    """Return the bot's advice with its reason; the first one begins with a welcome."""
    match thought.action:
        case Take() | Bid():
            said = speaker("guide.take", suit=capital(action_name(speaker.say, thought.action)))
        case Play(card=card):
            named = card_name(speaker.say, card, "rank.the")
            code = SAID_AS.get(thought.code, thought.code)
            key = f"guide.{code}" if f"guide.{code}" in speaker.guide.keys else "guide.any"
            said = capital(speaker(key, card=named))
        case Pass():
            said = speaker("guide.pass")
        case _:
            said = capital(action_name(speaker.say, thought.action))
    return f"{speaker('guide.hello')} {said}" if first else said


def _doubts(seen: View, advised: Action, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """Yield the question before each call other than the advised one, with the call's value."""
    if seen.phase != "bidding" or seen.legal is None:
        return
    if isinstance(advised, Take | Bid):
        suit = speaker.say(f"suit.{advised.trump.value}")
        yield "pass", speaker("guide.sure.pass", suit=suit)
    named = advised.trump if isinstance(advised, Take | Bid) else None
    for call in offered(seen, advised):
        if isinstance(call, Take | Bid) and call.trump is not named:
            yield _value(call), _doubt(seen, call.trump, speaker)


def _doubt(seen: View, trump: Trump, speaker: Speaker) -> str:
    """Return the question before a trump is named, by the trumps that the learner would hold."""
    held = sum(card in trump.cards for card in (*seen.hand, seen.turned) if card)
    few = "other" if trump.suit is None else {0: "none", 1: "one"}.get(held, "some")
    named = speaker.say(f"suit.{trump.value}")
    return speaker(f"guide.sure.{few}", suit=named, count=held)


def _so_far(now: Match) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the tricks and the card points of both sides."""
    tricks, points = [0, 0], [0, 0]
    for trick, won in zip(now.deal.tricks, _worths(now.deal), strict=True):
        tricks[trick.winner % 2] += 1
        points[trick.winner % 2] += won
    return (tricks[0], tricks[1]), (points[0], points[1])


def _ended(played: Sequence[Match], speaker: Speaker) -> TrickEnded | None:
    """Return the trick that the last choice was part of, if it is over."""
    now, before = played[-1], played[-2] if len(played) > 1 else played[-1]
    if len(now.deal.tricks) == len(before.deal.tricks):
        return None
    trick = now.deal.tricks[-1]
    key = {0: "guide.won", 2: "guide.won.partner"}.get(trick.winner, "guide.lost")
    text = speaker(key, points=_worths(now.deal)[-1])
    advised, lost = _lost(before, now)
    lost = lost if lost >= FEW else 0
    cards = tuple(card.text for card in trick.cards)
    said = "" if advised is None else _instead(advised, lost, speaker)
    return TrickEnded(
        leader=trick.leader, cards=cards, winner=trick.winner, text=text, instead=said, lost=lost
    )


def _instead(advised: Card, lost: int, speaker: Speaker) -> str:
    """Return the comment on a card other than the advised one."""
    named = card_name(speaker.say, advised, "rank.the")
    return capital(speaker("guide.cost" if lost else "guide.cost.none", card=named, points=lost))


# --- how it ended ---------------------------------------------------------------------------------


def _over(played: Sequence[Match], speaker: Speaker) -> GuidedDeal:
    now = played[-1]
    written = now.settlement
    over = DealOver(title=speaker("guide.dead"), won=False)
    text = ""
    if written is not None and isinstance(now.deal, Contracted):
        text = speaker(f"guide.over.{_how(now.deal, written)}")
        over = _remembered(played, written, speaker)
    tricks, points = _so_far(now)
    return GuidedDeal(
        direction=now.rules.table.direction,
        at=_position(now),
        text=text,
        advised="",
        choices=(),
        tricks=tricks,
        points=points,
        ended=_ended(played, speaker),
        over=over,
    )


def _how(deal: Contracted, written: Settlement) -> str:
    """Return the end of the key of the result's sentence."""
    winners = {trick.winner % 2 for trick in deal.tricks}
    if len(winners) == 1:
        return "swept" if winners.pop() else "sweep"
    if written.outcome not in ("made", "failed"):
        return "tie"
    return f"{'them' if deal.contract.attacker % 2 else 'us'}.{written.outcome}"


def _remembered(played: Sequence[Match], written: Settlement, speaker: Speaker) -> DealOver:
    us, them = written.marks
    totals = {line.side: line.points for line in written.lines if line.code == "total"}
    costly = _costliest(played, speaker)
    return DealOver(
        title=speaker(f"guide.over.{'won' if us > them else 'lost'}"),
        won=us > them,
        points=(totals.get(0, us), totals.get(1, them)),
        written=speaker("guide.over.written", us=us, them=them),
        best=_best_trick(played[-1], speaker),
        costly=costly,
        praise="" if costly else speaker("guide.over.praise"),
    )


def _best_trick(now: Match, speaker: Speaker) -> TrickEnded | None:
    """Return the trick that brought the learner's side most."""
    won = [
        (points, trick)
        for points, trick in zip(_worths(now.deal), now.deal.tricks, strict=True)
        if trick.winner % 2 == 0
    ]
    if not won:
        return None
    points, trick = max(won, key=lambda each: each[0])
    text = speaker("guide.over.best", points=points)
    return TrickEnded(
        leader=trick.leader,
        cards=tuple(card.text for card in trick.cards),
        winner=trick.winner,
        text=text,
    )


def _costliest(played: Sequence[Match], speaker: Speaker) -> CostlyCard | None:
    """Return the card that cost most, where that is worth mentioning."""
    costs = [(*_lost(before, after), at) for at, (before, after) in enumerate(pairwise(played))]
    advised, lost, at = max(costs, key=lambda cost: cost[1])
    if advised is None or lost < FEW:
        return None
    number = len(played[at].deal.tricks) + 1
    trick = speaker("guide.over.costly", number=number)
    return CostlyCard(trick, _instead(advised, lost, speaker), at)
