"""Heuristics of a sound partner, from its view only (`reading:advice`).

Rules of thumb for the play: each is one function that names a card or returns None, and the first
to name one decides. `play` gives the winner of a trick and the legal cards. Calls are chosen in
`calling`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from rebelote.kernel.solver import PlayHistory
from rebelote.rules import play
from rebelote.rules.cards import (
    Card,
    CardSet,
    Rank,
    Suit,
    Trump,
    overtakers,
    strength_table,
)
from rebelote.rules.view import Legal, View, contract_of, rules_of, tricks_of

# --- what a careful player has counted ------------------------------------------------------------


class Observation:
    """The observation of a seat during the play: cards still out, voids, the winning card.

    The kernel makes the same inferences when it plays worlds out (`kernel/src/observation.rs`).
    """

    def __init__(self, view: View, legal: Legal) -> None:
        rules, contract = rules_of(view), contract_of(view)
        self.view = view
        self.players = rules.players
        self.partner = rules.partner(view.seat)
        """The seat opposite; None where each plays alone."""
        self.unit = rules.scoring.unit
        self.pack = rules.pack
        self.hand = view.hand
        self.legal = CardSet.of(legal.cards)
        self.me = view.seat
        self.trump = contract.trump
        self.law = rules.law_of(contract)
        self.attacker = contract.attacker
        self.trick = view.trick.cards
        self.attacking = rules.sides[self.attacker] == rules.sides[self.me]
        self.took = self.attacker == self.me

    def after_me(self, turns: int) -> list[int]:
        """Return the next so many seats to play."""
        return [(self.me + turn) % self.players for turn in range(1, turns + 1)]

    @cached_property
    def trumps(self) -> CardSet:
        """Every card of the trump suit."""
        return self.trump.cards

    @cached_property
    def suitless(self) -> bool:
        """Whether no suit ruffs the others: with all trumps, or none."""
        return self.trump.suit is None

    @cached_property
    def played(self) -> CardSet:
        """Every card seen on the table."""
        return CardSet.of(card for _, cards in tricks_of(self.view) for card in cards)

    @cached_property
    def out(self) -> CardSet:
        """The cards that I have not seen: in the other hands, or in the stock."""
        return self.pack - self.played - self.hand

    @cached_property
    def voids(self) -> dict[int, set[Suit]]:
        """The suits in which each seat has shown a void."""
        result: dict[int, set[Suit]] = {seat: set() for seat in range(self.players)}
        for leader, cards in tricks_of(self.view):
            for turn, card in enumerate(cards):
                if card.suit != cards[0].suit:
                    result[(leader + turn) % self.players].add(cards[0].suit)
        return result

    @cached_property
    def law(self) -> play.Law:
        """The law of play of the contract."""
        return rules_of(self.view).law_of(contract_of(self.view))

    @cached_property
    def history(self) -> PlayHistory:
        """The play history in the form that the kernel takes."""
        tricks = tricks_of(self.view)
        cards = bytes(card.index for _, played in tricks for card in played)
        return PlayHistory(self.attacker, tricks[0][0], cards)

    @cached_property
    def opponents_may_ruff(self) -> bool:
        """Whether an opponent may hold a trump."""
        suit = self.trump.suit
        opponents = [seat for seat in self.after_me(self.players - 1) if seat != self.partner]
        return bool(self.out & self.trumps) and any(suit not in self.voids[s] for s in opponents)

    @cached_property
    def last_trick_near(self) -> bool:
        """Whether the hand is so short that a card kept now has no later use."""
        return len(self.hand) <= 2

    def points(self, card: Card) -> int:
        """Return the points of a card at this trump."""
        return self.law.points[card]

    def height(self, card: Card) -> int:
        """Return the rank of a card within its suit, by strength."""
        return strength_table(self.trump)[card]

    def is_master(self, card: Card) -> bool:
        """Return whether no card of its suit that is out is higher."""
        return not self.out.mask & card.suit.cards.mask & overtakers(self.trump)[card]

    def wins_now(self, card: Card) -> bool:
        """Return whether the card would be winning once played."""
        return play.winner((*self.trick, card), self.trump) == len(self.trick)

    @cached_property
    def partner_wins(self) -> bool:
        """Whether partner's card is winning."""
        return bool(self.trick) and self.view.trick.winner == self.partner

    @cached_property
    def last_to_play(self) -> bool:
        """Whether the trick ends with my card."""
        return len(self.trick) == self.players - 1

    def sure(self, card: Card) -> bool:
        """Return whether no seat still to play is expected to take the trick from this card."""
        to_play = self.after_me(self.players - 1 - len(self.trick))
        opponents = [seat for seat in to_play if seat != self.partner]
        return not any(self.may_take(seat, card) for seat in opponents)

    def may_take(self, seat: int, card: Card) -> bool:
        """Return whether `seat` may hold a card that takes the trick from `card`."""
        over = CardSet(self.out.mask & overtakers(self.trump)[card])
        led = self.trick[0].suit if self.trick else card.suit
        in_suit = led not in self.voids[seat] and over & led.cards
        ruff = self.trump.suit not in self.voids[seat] and over & self.trumps
        if led == self.trump.suit:
            return bool(in_suit)
        short = led in self.voids[seat] or len(self.out & led.cards) <= 2
        return bool(in_suit) or bool(ruff and short)

    def cheapest(self, cards: CardSet) -> Card:
        """Return the cheapest card: few points, no master, no trump, from a short suit."""
        return min(cards, key=self.cost)

    def cost(self, card: Card) -> tuple[int, int, int]:
        """Return the cost of discarding a card."""
        trump = 30 if card in self.trumps else 0
        keep = 8 if self.is_master(card) and card not in self.trumps else 0
        return (
            self.points(card) * 2 + trump + keep,
            len(self.hand & card.suit.cards),
            self.height(card),
        )


Heuristic = Callable[[Observation], Card | None]


# --- leading --------------------------------------------------------------------------------------


def draw_trumps(at: Observation) -> Card | None:
    """Draw trumps, in control of them, while opponents may hold some (`flemish:69`,
    `french:36`)."""
    mine, theirs = at.legal & at.trumps, at.out & at.trumps
    if not (mine and at.opponents_may_ruff):
        return None
    masters = [card for card in mine if at.is_master(card)]
    in_control = at.attacking or (len(mine) >= 2 and 3 * len(mine) >= len(theirs))
    if masters and in_control:
        return max(masters, key=at.height)
    nine = len(mine) >= 3 and any(card.rank is Rank.NINE for card in mine)
    long_enough = len(mine) >= len(theirs) or len(mine) >= 4 or nine
    return min(mine, key=at.height) if at.took and long_enough else None


def cash_a_master(at: Observation) -> Card | None:
    """Play a master: first those safe from ruffs, then the richest (`french:36`)."""
    masters = [card for card in at.legal - at.trumps if at.is_master(card)]

    def promise(card: Card) -> tuple[bool, int, int]:
        return at.sure(card), at.points(card), len(at.out & card.suit.cards)

    return max(masters, key=promise, default=None)


def to_partners_void(at: Observation) -> Card | None:
    """Lead a suit that partner ruffs, when partner may still hold trumps (`french:37`)."""
    if at.partner is None or at.trump.suit in at.voids[at.partner] or not at.out & at.trumps:
        return None
    suits = at.voids[at.partner] - {at.trump.suit}
    low = [card for card in at.legal - at.trumps if card.suit in suits]
    return min(low, key=lambda card: (at.points(card), at.height(card)), default=None)


def trump_for_the_taker(at: Observation) -> Card | None:
    """Lead a trump early for a partner who took and wants them out (`french:36`)."""
    mine = at.legal & at.trumps
    useful = at.attacking and not at.took and len(at.view.tricks) < 2 and at.opponents_may_ruff
    return min(mine, key=at.height) if useful and mine else None


def a_low_card(at: Observation) -> Card | None:
    """Lead a small card, no trump, away from a suit's second card (the ten, the nine of all
    trumps), where no other heuristic applies."""
    plain = at.legal - at.trumps or at.legal
    second = Rank.NINE if at.trump is Trump.ALL else Rank.TEN

    def risk(card: Card) -> tuple[int, int, int]:
        at_risk = any(c.rank is second for c in at.hand & card.suit.cards)
        return at.points(card), int(at_risk), -len(at.hand & card.suit.cards)

    return min(plain, key=risk)


LEADING: Final[tuple[Heuristic, ...]] = (
    draw_trumps,
    trump_for_the_taker,
    cash_a_master,
    to_partners_void,
    a_low_card,
)


# --- following ------------------------------------------------------------------------------------


def feed_partner(at: Observation) -> Card | None:
    """Add points to a trick that is surely partner's, with cards that have no future
    (`flemish:70`)."""
    if not at.partner_wins or not at.sure(at.trick[-2]):
        return None
    plain = at.legal - at.trumps
    if not plain:
        return None

    def gift(card: Card) -> tuple[int, bool, int]:
        future = at.is_master(card) and not at.last_trick_near
        kept = 1 + at.points(card) if future and (card.rank is Rank.ACE or at.suitless) else 0
        return at.points(card) - kept, not future, -at.height(card)

    return max(plain, key=gift)


def leave_it_to_partner(at: Observation) -> Card | None:
    """Throw the cheapest card while partner is winning, without a ruff or overtaking."""
    if not at.partner_wins:
        return None
    beside = CardSet.of(card for card in at.legal - at.trumps if not at.wins_now(card))
    return at.cheapest(beside) if beside else None


def take_it(at: Observation) -> Card | None:
    """Take the trick for good, or by a plain master: the richest plain card, the lowest trump."""
    if at.partner_wins:
        return None
    winners = [card for card in at.legal if at.wins_now(card)]
    plain = [c for c in winners if c not in at.trumps and (at.sure(c) or at.is_master(c))]
    if plain:
        return max(plain, key=at.points)
    return min((card for card in winners if at.sure(card)), key=at.height, default=None)


def force_a_trump(at: Observation) -> Card | None:
    """Play the lowest trump that wins now, where ruffing or rising is owed or pays."""
    winners = [card for card in at.legal & at.trumps if at.wins_now(card)]
    return min(winners, key=at.height) if winners and not at.partner_wins else None


def throw_away(at: Observation) -> Card | None:
    """Throw the cheapest card on a lost trick."""
    return at.cheapest(at.legal)


FOLLOWING: Final[tuple[Heuristic, ...]] = (
    feed_partner,
    leave_it_to_partner,
    take_it,
    force_a_trump,
    throw_away,
)


def choose_card(at: Observation) -> tuple[Card, Heuristic]:
    """Return the card, and the heuristic that named it."""
    for heuristic in FOLLOWING if at.trick else LEADING:
        if (card := heuristic(at)) is not None:
            return card, heuristic
    raise AssertionError("the last heuristic always names a card")
