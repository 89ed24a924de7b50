"""Explanations of a card: reasons whose premises hold in the position, the first of a lesson first.

Each reason is a function of a `Case` that returns the values of its sentence (`why.<name>`,
`advice.<name>`) where its premise holds, else None. A premise is certain from the seat's view, or
holds in nine of ten worlds that were searched. Where no premise holds, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from rebelote.bots.certainties import Certainties
from rebelote.bots.choosing import Evaluated
from rebelote.bots.heuristics import Observation
from rebelote.rules.cards import Card, CardSet, overtakers

LIKELY: Final = 0.9
"""The share of worlds in which something must hold to be said."""
EVEN: Final = 0.5
"""The same for something that may as well fail, which its sentence says."""
LONG: Final = 3
"""Trumps in a hand with which one draws the others even without the highest left."""
WORTH_A_TRUMP: Final = 10
"""Points of a trick that a player ruffs without counting further."""

Values = dict[str, object]
Reason = Callable[["Case"], Values | None]


class Case(Certainties):
    """A card to be explained, with its evaluation, if there was one."""

    def __init__(self, at: Observation, card: Card, evaluation: Evaluated | None = None) -> None:
        super().__init__(at)
        self.card, self.evaluation = card, evaluation
        self.wins = at.wins_now(card)
        self.is_trump = card in at.trumps
        self.winners = CardSet.of(filter(at.wins_now, at.legal))
        self.followed = bool(at.trick) and card.suit == at.trick[0].suit
        points = [at.points(each) for each in at.legal]
        self.cheapest = at.points(card) == min(points) < max(points)
        """Whether no legal card has fewer points, and some have more."""

    @cached_property
    def share(self) -> float | None:
        """The share of worlds in which the own side keeps the trick; 1 where that is certain."""
        if not (self.wins or self.at.partner_wins):
            return 0.0
        if not self.could_be_taken(self.card if self.wins else self.winning):
            return 1.0
        return self.evaluation.holds(self.at, self.card) if self.evaluation else None

    @property
    def holds(self) -> bool:
        """Whether no opponent still to play can take the trick, for certain or in most worlds."""
        return self.share is not None and self.share >= LIKELY

    @property
    def may_hold_up(self) -> bool:
        """Whether the trick holds as likely as not, as far as that is known."""
        return self.share is None or self.share >= EVEN

    def beats(self, others: CardSet) -> bool:
        """Return whether the card leads each of these by more than the interval of its lead."""
        found, card = self.evaluation, self.card
        return found is not None and all(
            found.lead(card, other) > found.interval(card, other) for other in others
        )

    @property
    def lower(self) -> Iterator[Card]:
        """The lower legal cards of the suit."""
        return (c for c in self.suit if self.at.height(c) < self.at.height(self.card))

    @property
    def higher(self) -> Iterator[Card]:
        """The higher legal cards of the suit."""
        return (c for c in self.suit if self.at.height(c) > self.at.height(self.card))

    @property
    def suit(self) -> CardSet:
        """The legal cards of the card's suit."""
        return self.at.legal & self.card.suit.cards

    @property
    def masters(self) -> CardSet:
        """The legal cards of plain suits that are the highest left."""
        return CardSet.of(filter(self.at.is_master, self.at.legal - self.at.trumps))

    @property
    def dearer(self) -> CardSet:
        """The legal cards with more points."""
        points = self.at.points
        return CardSet.of(c for c in self.at.legal if points(c) > points(self.card))

    @property
    def draws(self) -> bool:
        """Whether the card is a trump, and none that spares the master of trumps."""
        masters = CardSet.of(filter(self.at.is_master, self.at.legal & self.at.trumps))
        return self.is_trump and (not masters or self.card in masters)

    @property
    def opponents(self) -> list[int]:
        """The opponents, in the order of play."""
        return [seat for seat in self.at.after_me(self.at.players - 1) if seat != self.at.partner]

    def may_have_trumps(self) -> bool:
        """Return whether an opponent may hold a trump."""
        return any(self.may_hold[seat] & self.at.trumps for seat in self.opponents)


def _if(condition: object, **values: object) -> Values | None:
    return values if condition else None


# --- leading --------------------------------------------------------------------------------------


def trump_for_the_taker(case: Case) -> Values | None:
    """Require that partner took, and that opponents may hold trumps."""
    took = case.at.partner is not None and case.at.partner == case.at.attacker
    return _if(took and case.draws and case.may_have_trumps())


def draw_trumps(case: Case) -> Values | None:
    """Require that the own side took, that opponents may hold trumps, and that the hand has the
    highest trump left or a long suit of them."""
    at = case.at
    strong = at.is_master(case.card) or len(at.hand & at.trumps) >= LONG
    drawn = case.draws and at.attacking and case.may_have_trumps() and strong
    return _if(drawn, trumps=len(at.out & at.trumps))


def cash_a_master(case: Case) -> Values | None:
    """Require the highest card left of a plain suit; `safe`: whether it holds."""
    master = not case.is_trump and case.at.is_master(case.card) and case.at.points(case.card)
    return _if(master and case.may_hold_up, safe="yes" if case.holds else "no")


def to_partners_void(case: Case) -> Values | None:
    """Require no master, but a suit of which partner has none, and that it may hold a trump."""
    partner, wins = case.at.partner, case.at.is_master(case.card)
    return _if(partner is not None and not wins and case.could_ruff([partner], case.card.suit))


def sure_lead(case: Case) -> Values | None:
    """Require a card that nobody takes."""
    return _if(case.holds)


def lead_from_one(case: Case) -> Values | None:
    """Require the only card of a plain suit, led by a defender with trumps."""
    return None if case.at.attacking else make_void(case)


def a_low_card(case: Case) -> Values | None:
    """Require that no legal card has fewer points, and that none is sure to win."""
    sure = any(case.wins_surely(card) for card in case.at.legal)
    return _if(case.cheapest and not case.masters and not sure and not case.is_trump)


# --- following ------------------------------------------------------------------------------------


def feed_partner(case: Case) -> Values | None:
    """Require that partner's trick holds, that another legal card gives fewer points, and that
    those which give more are winners."""
    fewest = min(map(case.at.points, case.at.legal))
    given = case.at.points(case.card) > fewest and not case.wins and not case.is_trump
    kept = case.dearer <= case.masters | case.at.trumps
    return _if(case.at.partner_wins and given and kept and case.holds)


def keep_winners(case: Case) -> Values | None:
    """Require that partner's trick holds, and that all cards with more points are winners."""
    at = case.at
    kept = case.cheapest and case.dearer <= case.masters | at.trumps and not case.is_trump
    return _if(at.partner_wins and not case.wins and case.holds and kept and not at.last_trick_near)


def leave_it_to_partner(case: Case) -> Values | None:
    """Require that an opponent may beat partner, and that no legal card has fewer points."""
    open_still = case.at.partner_wins and not case.wins and not case.holds
    return _if(open_still and case.cheapest)


def secure(case: Case) -> Values | None:
    """Require that partner may be beaten, and that the card takes the trick and holds."""
    taken = case.at.partner_wins and case.wins and case.holds
    return _if(taken and case.could_be_taken(case.winning))


def take_over(case: Case) -> Values | None:
    """Require that partner's card is no master, that the one played holds the trick and clearly
    gains more, and that the hand has a master to lead next."""
    at, left = case.at, case.at.legal - case.winners
    taken = at.partner_wins and case.wins and case.holds and not at.is_master(case.winning)
    next_one = any(at.is_master(card) for card in at.hand if card != case.card)
    return _if(taken and next_one and left and case.beats(left))


def take_last(case: Case) -> Values | None:
    """Require that the last to play takes the trick from the opponents."""
    return _if(_takes(case) and case.at.last_to_play and not _ruffs(case))


def surely(case: Case) -> Values | None:
    """Require that nobody can beat the card, but a lower winner of its suit."""
    lower = any(card in case.winners and case.could_be_taken(card) for card in case.lower)
    return _if(_takes(case) and case.wins_surely(case.card) and lower)


def ruff(case: Case) -> Values | None:
    """Require a ruff by choice: of a rich trick, or clearly better than a discard."""
    plain = case.at.legal - case.at.trumps
    rich = sum(map(case.at.points, case.at.trick)) >= WORTH_A_TRUMP
    return _if(_takes(case) and _ruffs(case) and plain and (rich or case.beats(plain)))


def finesse(case: Case) -> Values | None:
    """Require that the master of the suit is kept, and a card between may lie behind."""
    kept = any(case.at.is_master(card) for card in case.higher)
    over = case.card.suit.cards.mask & overtakers(case.at.trump)[case.card]
    between = any(case.may_hold[seat].mask & over for seat in case.opponents_to_play)
    return _if(_takes(case) and case.followed and kept and between and case.may_hold_up)


def take_it(case: Case) -> Values | None:
    """Require that the card takes the trick from the opponents, and holds."""
    return _if(_takes(case) and case.holds)


def force_a_trump(case: Case) -> Values | None:
    """Require the lowest legal trump that wins so far."""
    lowest = not any(card in case.winners for card in case.lower)
    return _if(_takes(case) and case.is_trump and lowest)


def take_now(case: Case) -> Values | None:
    """Require that the card takes the trick from the opponents, and is not likely beaten."""
    return _if(_takes(case) and case.may_hold_up)


def keep_trump(case: Case) -> Values | None:
    """Require that a poor trick is left to the opponents, which only a trump would take."""
    poor = sum(map(case.at.points, case.at.trick)) < WORTH_A_TRUMP
    kept = case.winners and case.winners <= case.at.trumps and not case.is_trump
    return _if(_leaves(case) and kept and case.cheapest and (poor or case.beats(case.winners)))


def hold_back(case: Case) -> Values | None:
    """Require that keeping a master that would win clearly gains more."""
    kept = case.winners and case.winners <= case.masters
    return _if(_leaves(case) and kept and case.beats(case.winners))


def throw_away(case: Case) -> Values | None:
    """Require that no legal card wins, and that none has fewer points."""
    return _if(_leaves(case) and not case.winners and case.cheapest)


def save_points(case: Case) -> Values | None:
    """Require that an opponent wins so far, that no legal card has fewer points, and that none is
    sure to win or a master that wins."""
    winner = case.winners & case.masters or any(map(case.wins_surely, case.at.legal))
    return _if(_leaves(case) and case.cheapest and not winner)


def make_void(case: Case) -> Values | None:
    """Require the only card of a plain suit, not a dear one, from a hand with trumps."""
    at, card = case.at, case.card
    alone = len(at.hand & card.suit.cards) == 1 and not case.is_trump and not case.followed
    cheap = at.points(card) < WORTH_A_TRUMP and not at.last_trick_near
    left = at.out & card.suit.cards
    return _if(alone and cheap and left and at.hand & at.trumps, suit=card.suit.letter)


def lowest(case: Case) -> Values | None:
    """Require the lowest of several cards of its suit, and that no legal card has fewer points."""
    fewest = min(map(case.at.points, case.at.legal))
    low = case.at.points(case.card) == fewest and not any(case.lower)
    return _if(low and any(case.higher) and not case.wins)


def _takes(case: Case) -> bool:
    """Return whether the card takes the trick from the opponents."""
    return case.wins and not case.at.partner_wins


def _leaves(case: Case) -> bool:
    """Return whether the card leaves the trick to the opponents who win it so far."""
    return not case.wins and not case.at.partner_wins


def _ruffs(case: Case) -> bool:
    return case.is_trump and not case.followed


LEADING: Final[dict[str, Reason]] = {
    "trump_for_the_taker": trump_for_the_taker,
    "draw_trumps": draw_trumps,
    "to_partners_void": to_partners_void,
    "cash_a_master": cash_a_master,
    "take_it": sure_lead,
    "make_void": lead_from_one,
    "a_low_card": a_low_card,
    "lowest": lowest,
}
FOLLOWING: Final[dict[str, Reason]] = {
    reason.__name__: reason
    for reason in (
        feed_partner,
        keep_winners,
        leave_it_to_partner,
        secure,
        take_over,
        take_last,
        surely,
        ruff,
        finesse,
        take_it,
        force_a_trump,
        take_now,
        keep_trump,
        hold_back,
        throw_away,
        save_points,
        make_void,
        lowest,
    )
}
"""The reasons by the code of their sentence, in the order in which a lesson names them."""


def reason(case: Case) -> tuple[str, Values]:
    """Return the code and values of the first reason whose premise holds; empty for none."""
    for code, premise in (FOLLOWING if case.at.trick else LEADING).items():
        if (values := premise(case)) is not None:
            return code, values
    return "", {}


def same_card(at: Observation, one: Card, other: Card) -> bool:
    """Return whether two cards are equal: touching cards of a suit with as many points."""
    if one.suit != other.suit or at.points(one) != at.points(other):
        return False
    low, high = sorted((at.height(one), at.height(other)))
    between = (c for c in at.out | CardSet.of(at.trick) if c.suit == one.suit)
    return not any(low < at.height(card) < high for card in between)
