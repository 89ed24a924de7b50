"""Claims of the rest: what its claimant can know to be won, and how it is then played out.

A claim is proved from the claimant's own cards and those that have been seen, never from the hands
of others: whether it can be made discloses nothing (`reading:claims`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rebelote.rules import match as matches
from rebelote.rules.actions import Play
from rebelote.rules.cards import SUIT_MASKS, Card, CardSet, Rank, Suit, Trump, overtakers
from rebelote.rules.deal import Deal, Playing, legal_cards
from rebelote.rules.match import Match


class Played(NamedTuple):
    """One card of a rest that is played out: its player, and the match before and after."""

    before: Match
    seat: int
    action: Play
    after: Match


# --- the proof ------------------------------------------------------------------------------------


def may_claim(deal: Deal, seat: int) -> bool:
    """Return whether `seat` can claim the rest now: it leads, and wins every trick for certain."""
    if not may_ask(deal, seat) or not isinstance(deal, Playing):
        return False
    return wins_all(deal.hands[seat], unseen_by(deal, seat), deal.law.trump)


def may_ask(deal: Deal, seat: int) -> bool:
    """Return whether `seat` may ask the others for the rest, proved or not."""
    return isinstance(deal, Playing) and deal.may_ask_for_rest(seat)


def may_refuse(deal: Playing, claimant: int, seat: int) -> bool:
    """Return whether an opponent's own cards could win a trick against a hand that is laid open
    (`question:96`)."""
    return not wins_all(deal.hands[claimant], deal.hands[seat], deal.law.trump)


def unseen_by(deal: Playing, seat: int) -> CardSet:
    """Return the cards that `seat` neither holds nor has seen fall."""
    fallen = CardSet.of(card for trick in deal.tricks for card in trick.cards)
    return deal.rules.pack - fallen - CardSet.of(deal.trick) - deal.hands[seat]


def wins_all(hand: CardSet, unseen: CardSet, trump: Trump) -> bool:
    """Return whether this hand, led in the order of `leads`, is certain to win every trick.

    A holder of the suit that is led follows it: each lead draws at least one card of it, for as
    long as others have any.
    """
    trumps = trump.cards.mask
    drawn = (unseen.mask & trumps).bit_count() <= (hand.mask & trumps).bit_count()
    led: Counter[Suit] = Counter()
    for card in leads(hand, trump):
        rivals = unseen.mask & SUIT_MASKS[card.suit]
        beaten = rivals & overtakers(trump)[card] and rivals.bit_count() > led[card.suit]
        if beaten or not (drawn or card.bit & trumps):
            return False
        led[card.suit] += 1
    return True


def leads(hand: CardSet, trump: Trump) -> list[Card]:
    """Sort a hand in the order in which it is safest to lead: trumps first, then high to low."""
    return sorted(hand, key=lambda card: (card.suit != trump.suit, card.suit, _rank(card, trump)))


def laid_open(deal: Deal, seat: int) -> tuple[Card, ...]:
    """Return the hand of `seat` as it lays it on the table."""
    return tuple(leads(deal.hands[seat], deal.law.trump)) if deal.law is not None else ()


def _rank(card: Card, trump: Trump) -> int:
    """Count the cards of its own suit that beat a card."""
    return (overtakers(trump)[card] & SUIT_MASKS[card.suit]).bit_count()


# --- the rest, played out -------------------------------------------------------------------------


def rest(match: Match, seat: int) -> tuple[Card, ...]:
    """Return the cards of all tricks left, in the order in which they fall once `seat` claims."""
    return tuple(played.action.card for played in _played(match, seat))


def _played(match: Match, seat: int) -> Iterator[Played]:
    while isinstance(match.deal, Playing):
        yield (played := _play(match, _next_card(match.deal, seat)))
        match = played.after


def replayed(match: Match, cards: Iterable[Card]) -> Iterator[Played]:
    """Replay the rest from its cards; IllegalActionError where they are not legal."""
    for card in cards:
        yield (played := _play(match, card))
        match = played.after


def _play(match: Match, card: Card) -> Played:
    """Return the play of a card, with all that is to be said with it."""
    deal = match.deal
    assert isinstance(deal, Playing)
    seat = deal.to_act
    says = deal.rules.belote_by_mouth and deal.said(seat, card) != ""
    action = Play(card, belote=says)
    return Played(match, seat, action, matches.apply(match, seat, action))


def _next_card(deal: Playing, claimant: int) -> Card:
    """Return the next card: the claimant's best, and the least of all others."""
    cards = legal_cards(deal)
    if deal.to_act == claimant:
        return leads(cards, deal.law.trump)[0]
    return min(cards, key=lambda card: _worth_keeping(deal, card))


def _worth_keeping(deal: Playing, card: Card) -> tuple[bool, bool, int]:
    """Return a key that keeps a belote to the end, its queen longest: its holder then scores it."""
    pair = deal.pair_of(deal.to_act, card)
    return pair is not None, card.rank is Rank.QUEEN, -_rank(card, deal.law.trump)
