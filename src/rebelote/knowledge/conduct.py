"""Conduct of a fair and careful player where the table gives no help, from its view alone.

At an assisted table all this is done for everybody. As in real life a bot follows the law of its
own accord, says and shows what it has, asks to see what counts against it, and challenges only
what is proven by the cards that lay open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rebelote.rules import melds, play
from rebelote.rules.actions import Action, Announce, Challenge, Demand, Play, Show
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.view import (
    Legal,
    RefusedCard,
    SeatMelds,
    View,
    contract_of,
    rules_of,
    tricks_of,
)
from rebelote.rules.view import view as seen_by


def fair(view: View) -> Legal:
    """Legal actions of the seat, whether or not its table shows them."""
    offered = view.legal or Legal(actions=())
    if view.contract is None or "play" not in offered.actions or view.rules.assisted:
        return offered
    rules = rules_of(view)
    law = rules.law_of(view.contract)
    cards = play.legal(view.hand, view.trick.cards, law)
    refused = (
        (c, REFUSALS[play.refusal(c, view.hand, view.trick.cards, law)]) for c in view.hand - cards
    )
    return Legal(
        actions=offered.actions,
        cards=tuple(cards),
        refused=tuple(RefusedCard(card, why.code, why.rule) for card, why in refused),
        announce=best_announcements(view, rules),
    )


def best_announcements(view: View, rules: Rules) -> melds.Melds:
    """Return the seat's best announcements, with its first card or before it (`french:30`,
    `flemish:53`, `bela:announcements`)."""
    agreed = rules.melds.under(trump := contract_of(view).trump)
    if not agreed.announced_in(trump) or len(view.hand) < rules.hand_size:
        return ()
    if agreed.meld_said == "before_play" and not announces(view):
        return ()
    return melds.best_melds(view.hand, agreed)


def announces(view: View) -> bool:
    """Return whether the seat says now what it holds, before the first card."""
    return view.legal is not None and "announce" in view.legal.actions


def announcement(view: View) -> Announce:
    """Announce all that the seat holds, before the first card."""
    held = best_announcements(view, rules_of(view))
    return Announce(tuple(meld.kind for meld in held))


def say_all(view: View, card: Card, legal: Legal) -> Action:
    """Play the card with all there is to say; or first show what must be shown with it."""
    if must_show(view):
        return Show()
    aloud = says_belote(view, card) or says_akka(view, card)
    return Play(card, tuple(meld.kind for meld in legal.announce), aloud)


def says_akka(view: View, card: Card) -> bool:
    """Return whether akka goes with this card, where players say it themselves (`baloot:akka`)."""
    rules = rules_of(view)
    if view.contract is None or not (rules.belote_by_mouth and rules.conduct.akka):
        return False
    fallen = CardSet.of(card for trick in view.tricks for card in trick.cards)
    return not view.trick.cards and play.is_akka(card, fallen, view.contract.trump)


def says_belote(view: View, card: Card) -> bool:
    """Return whether belote or rebelote goes with this card, where players say it themselves
    (`flemish:59`)."""
    if view.rules.assisted or view.contract is None or not rules_of(view).belote_by_mouth:
        return False
    rules, trump = rules_of(view).belote, view.contract.trump
    if not rules.belote_discard_ok and play.is_discard(card, view.trick.cards, trump):
        return False
    played = CardSet() if rules.belote_said == "once" else played_by(view, view.seat)
    pairs = [pair for pair in rules_of(view).law(trump).belotes if card in pair]
    if rules.belote_said == "second":
        return any(pair.without(card) <= played for pair in pairs)
    return any(pair <= view.hand | played for pair in pairs)


def played_by(view: View, seat: int) -> CardSet:
    """Return the cards a seat has played in this deal."""
    return CardSet.of(card for _, card in plays_of(view, seat))


def plays_of(view: View, seat: int) -> play.Plays:
    """Return the cards a seat has played in this deal, each with what lay there before it."""
    return play.plays_of(seat, view.rules.players, tricks_of(view))


def must_show(view: View) -> bool:
    """Return whether announcements not shown with this card are lost (`flemish:51`)."""
    mine = next((held for held in view.melds if held.seat == view.seat), None)
    offered = view.legal is not None and "show" in view.legal.actions
    if mine is None or not offered or view.contest is None:
        return False
    rules = rules_of(view)
    asked = mine.asked or not rules.melds.meld_show_on_demand
    side = rules.sides[view.seat]
    counts = any(view.contest.winner(kind.shape) == side for kind in mine.kinds)
    return counts and asked and rules.hand_size - len(view.hand) + 1 == _trick_to_show(view, rules)


def _trick_to_show(view: View, rules: Rules) -> int | None:
    again = len(view.tricks) >= rules.show_trick and any(held.lost for held in view.melds)
    return rules.melds.meld_fallback_trick if again else rules.show_trick


def interventions(match: Match, seats: Iterable[int]) -> Iterator[tuple[int, Action]]:
    """Yield the seats that would step in now, and how; only where the table gives no help."""
    if match.rules.conduct.assistance == "none":
        for seat in seats:
            action = intervention(seen_by(match, seat))
            if action is not None:
                yield seat, action


def intervention(view: View) -> Action | None:
    """Return a careful player's action out of turn: ask to see, or challenge a proven fault."""
    sides = rules_of(view).sides
    for seat in view.may.demand:
        if sides[seat] != sides[view.seat]:
            return Demand(seat)
    for seat in view.may.challenge:
        if proven_false(view, seat):
            return Challenge(seat)
    return None


def proven_false(view: View, seat: int) -> bool:
    """Return whether the open cards prove that a seat broke the law of play (`flemish:67`)."""
    law = rules_of(view).law_of(contract_of(view))
    still_held = _shown(view.melds, seat) - played_by(view, seat)
    return play.first_offence(plays_of(view, seat), still_held, law) is not None


def _shown(held: tuple[SeatMelds, ...], seat: int) -> CardSet:
    return CardSet.of(c for mine in held if mine.seat == seat for m in mine.shown for c in m.cards)
