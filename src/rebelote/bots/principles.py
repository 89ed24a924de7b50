"""Principles of sound play that a partner relies on, and the cards that break them.

Each is a function that returns, for a card that breaks it, the legal cards that keep to it. The
levels break one only where that gains (`levels`); the audit counts how often they do
(`arena.audit`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rebelote.bots.heuristics import Observation
from rebelote.rules.cards import Card, CardSet, Rank, Suit, Trump
from rebelote.rules.view import tricks_of

EARLY: Final = 3
"""The tricks of the opening, in which trumps are drawn."""
WORTH_FEEDING: Final = 3
"""Points from which a card is worth feeding to partner: a queen."""
HONOURS: Final = {Trump.ALL: (Rank.JACK,), Trump.NONE: (Rank.ACE,)}
"""The ranks of which one makes a bid readable where no suit is trump (`readable`)."""
NO_CARD: Final = CardSet()

Principle = Callable[[Observation, Card], CardSet]
"""A function of a card that returns the legal cards that keep to a principle it breaks, if any."""


# --- following ------------------------------------------------------------------------------------


def no_donation(at: Observation, card: Card) -> CardSet:
    """Return cheaper cards of the suit that lose as well, for a dear card on a lost trick."""
    if not _lost(at) or at.wins_now(card):
        return NO_CARD
    cheaper = [c for c in at.legal & card.suit.cards if at.points(c) < at.points(card)]
    return CardSet.of(c for c in cheaper if not at.wins_now(c))


def _lost(at: Observation) -> bool:
    """Return whether opponents win the trick, partner has played, and only my card can change it.

    Where each plays alone, points for another defender may be well spent.
    """
    if not at.trick or at.partner_wins:
        return False
    if at.partner is None:
        return at.attacking or at.view.trick.winner == at.attacker
    return len(at.trick) >= 2


def feed_partner(at: Observation, card: Card) -> CardSet:
    """Return cards with points, for one without on partner's trick by the last to play.

    A master that can still take a trick may be kept.
    """
    if not (at.partner_wins and at.last_to_play) or at.points(card) or card in at.trumps:
        return NO_CARD
    rich = CardSet.of(c for c in at.legal - at.trumps if at.points(c) >= WORTH_FEEDING)
    return CardSet.of(c for c in rich if at.last_trick_near or not at.is_master(c))


def no_ruff_of_partner(at: Observation, card: Card) -> CardSet:
    """Return all cards but trumps, for a trump on a plain trick that partner is winning."""
    ruffs = at.partner_wins and card in at.trumps and at.trick[0] not in at.trumps
    return at.legal - at.trumps if ruffs else NO_CARD


def keep_masters(at: Observation, card: Card) -> CardSet:
    """Return cards that are no masters, for a master thrown away that could take a later trick."""
    future = card not in at.trumps and at.is_master(card) and not at.last_trick_near
    if not at.trick or not future or at.wins_now(card):
        return NO_CARD
    others = [c for c in at.legal - at.trumps if not at.is_master(c)]
    if at.partner_wins:
        return CardSet.of(c for c in others if at.points(c) >= at.points(card))
    return CardSet.of(c for c in others if at.points(c) <= at.points(card))


# --- leading --------------------------------------------------------------------------------------


def draw_trumps(at: Observation, card: Card) -> CardSet:
    """Return the trumps, for another early lead by a taker who holds jack or nine of them."""
    early = not at.trick and len(at.view.tricks) < EARLY
    if not (early and at.took and card not in at.trumps and at.opponents_may_ruff):
        return NO_CARD
    mine = at.legal & at.trumps
    strong = any(c.rank in (Rank.JACK, Rank.NINE) for c in mine)
    return mine if strong else NO_CARD


def no_trump_for_the_taker(at: Observation, card: Card) -> CardSet:
    """Return all cards but trumps, for a trump other than a master led by a defender."""
    leads = not at.trick and not at.attacking and card in at.trumps
    return at.legal - at.trumps if leads and not at.is_master(card) else NO_CARD


def not_what_partner_threw(at: Observation, card: Card) -> CardSet:
    """Return plain cards of other suits, for a lead of a suit that partner threw away.

    A master, and a lead for a ruff, keep to the principle.
    """
    if at.trick or at.partner is None or card in at.trumps or at.is_master(card):
        return NO_CARD
    thrown = thrown_by(at, at.partner) - at.voids[at.partner]
    plain = at.legal - at.trumps
    return CardSet.of(c for c in plain if c.suit not in thrown) if card.suit in thrown else NO_CARD


def thrown_by(at: Observation, seat: int) -> set[Suit]:
    """Return the plain suits of the cards that a seat threw away: neither following nor ruffing."""
    return {card.suit for led, card in _cards_by(at, seat) if card.suit not in (led, at.trump.suit)}


def _cards_by(at: Observation, seat: int) -> Iterator[tuple[Suit, Card]]:
    """Yield the cards of a seat, each with the suit that was led."""
    for leader, cards in tricks_of(at.view):
        turn = (seat - leader) % at.players
        if turn < len(cards):
            yield cards[0].suit, cards[turn]


PRINCIPLES: Final[tuple[Principle, ...]] = (
    no_donation,
    feed_partner,
    no_ruff_of_partner,
    keep_masters,
    draw_trumps,
    no_trump_for_the_taker,
    not_what_partner_threw,
)


# --- the auction ----------------------------------------------------------------------------------


def readable(held: CardSet, trump: Trump) -> bool:
    """Return whether a hand takes as partner expects: with jack or nine of the suit.

    `held`: the hand with the turned card. All trumps are taken with a jack, no trumps with an ace.
    """
    if trump.suit is None:
        return any(card.rank in HONOURS[trump] for card in held)
    return any(card.rank in (Rank.JACK, Rank.NINE) for card in held & trump.suit.cards)
