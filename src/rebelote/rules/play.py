"""The rules of card play: what may be played, and who wins the trick.

The law of card play is `duty`: seven yes/no facts in, one duty out. It is evaluated once at all 128
situations; Python, kernel and client read the same table and hold no rule of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from rebelote.rules.cards import (
    SUIT_MASKS,
    Card,
    CardSet,
    Rank,
    Suit,
    Trump,
    card,
    overtakers,
    point_table,
)
from rebelote.rules.switch import ALL_TRUMPS, Switch
from rebelote.rules.trick_melds import Bonuses

_RUFFING: Final = "cut_when_void=always"


class Duty(IntEnum):
    """The duty of a player, such as to overtrump (overruff); `allowed` says which cards fit."""

    ANY = 0
    FOLLOW = 1
    RISE = 2
    RUFF = 3
    OVERRUFF = 4
    DISCARD = 5
    OVERRUFF_OR_DISCARD = 6


class Obligations(msgspec.Struct, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """The law of play as a table agrees on it (`reading:obligations`)."""

    rise_trump_led: Annotated[
        Literal["always", "vs_opponents", "never"],
        Switch("flemish:33 french:1", "rules.play.must_rise"),
    ] = "always"
    """On a trump lead, whether a higher trump is owed (`french:1`; `flemish:33` against opponents
    only)."""
    rise_all_trump: Annotated[
        Literal["always", "vs_opponents", "never"],
        Switch(
            "question:4 ffb-coinche:11.3 bulgaria:play",
            "rules.play.Obligations.under",
            only=ALL_TRUMPS,
        ),
    ] = "always"
    """Whether a higher trump is owed in an all-trumps contract (`question:4`)."""
    rise_plain: Annotated[
        bool, Switch("croatia", "rules.play.must_rise", only="rise_plain=true")
    ] = False
    """Whether plain suits are risen in too (Croatian Bela)."""
    cut_when_void: Annotated[
        Literal["always", "never"], Switch("flemish:33-34 bga:55-56 french:1", "rules.play.duty")
    ] = "always"
    """Whether a void player ruffs while opponents are winning (`french:1`, `flemish:34`)."""
    partner_exempts: Annotated[
        Literal["any", "trump_only", "none"],
        Switch("flemish:34 bga:56-57 ffb:5.2", "rules.play.exempt", only="players=4 " + _RUFFING),
    ] = "any"
    """The winning card of partner's that frees from ruffing (`ffb:5.2`, `question:3`)."""
    voluntary_trump: Annotated[
        Literal["free", "must_rise", "rise_if_held"],
        Switch(
            "ffb-contree:5.2 question:46",
            "rules.play.duty",
            only="players=4 partner_exempts!=none",
        ),
    ] = "free"
    """Whether one who need not ruff partner's trump may undertrump it (no: `ffb-contree:5.2`; or
    only without a higher one, `question:46`)."""
    undertrump: Annotated[
        Literal["forced", "free", "forbidden"],
        Switch("flemish:35 bga:57 ffb:5.2 bulgaria:play", "rules.play.duty", only=_RUFFING),
    ] = "forced"
    """The duty of one who cannot overruff: *pisser* (`ffb:5.2`, `flemish:35`, `question:2`)."""

    def under(self, trump: Trump) -> Obligations:
        """Return the law in one contract: in all trumps the duty on a trump lead may differ."""
        if trump is not Trump.ALL:
            return self
        return msgspec.structs.replace(self, rise_trump_led=self.rise_all_trump)


class Situation(NamedTuple):
    """The seven facts about hand and trick that the law asks for. Fact i is bit i of the index."""

    can_follow: bool
    trump_led: bool
    can_rise: bool
    has_trump: bool
    partner_wins: bool
    ruffed: bool
    can_overruff: bool

    @classmethod
    def at(cls, index: int) -> Situation:
        """Return the situation with this index, 0 to 127."""
        return cls(*(bool(index >> bit & 1) for bit in range(7)))


_UNDER_PARTNER: Final = {
    "free": (Duty.ANY, Duty.ANY),
    "must_rise": (Duty.OVERRUFF_OR_DISCARD, Duty.OVERRUFF_OR_DISCARD),
    "rise_if_held": (Duty.ANY, Duty.OVERRUFF_OR_DISCARD),
}
"""Duties under partner's trump, without a higher one and with one."""
_UNDERTRUMP: Final = {"forced": Duty.RUFF, "free": Duty.ANY, "forbidden": Duty.DISCARD}


def duty(law: Obligations, at: Situation) -> Duty:
    """Return the duty here: to follow, ruff, overtrump (overruff) or discard (`french:1`,
    `flemish:32-35`, `bga:54-57`)."""
    if at.can_follow:
        return Duty.RISE if at.can_rise and must_rise(law, at) else Duty.FOLLOW
    if not at.has_trump:
        return Duty.ANY
    if at.partner_wins and exempt(law, at):
        return _UNDER_PARTNER[law.voluntary_trump][at.can_overruff] if at.ruffed else Duty.ANY
    if law.cut_when_void == "never":
        return Duty.ANY
    if at.ruffed:
        return Duty.OVERRUFF if at.can_overruff else _UNDERTRUMP[law.undertrump]
    return Duty.RUFF


def must_rise(law: Obligations, at: Situation) -> bool:
    """Return whether a follower who can play higher has to (`flemish:33`: not over partner)."""
    if not at.trump_led:
        return law.rise_plain and not at.ruffed
    rise = law.rise_trump_led
    return rise == "always" or (rise == "vs_opponents" and not at.partner_wins)


def exempt(law: Obligations, at: Situation) -> bool:
    """Return whether partner's winning card frees from ruffing (`flemish:34`, `bga:56-57`,
    `ffb:5.2`)."""
    return law.partner_exempts == "any" or (law.partner_exempts == "trump_only" and at.ruffed)


@cache
def duty_table(law: Obligations) -> bytes:
    """Return the duty at each of the 128 situations: all that the kernel knows of the law."""
    return bytes(duty(law, Situation.at(index)) for index in range(128))


class Law(msgspec.Struct, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """The law of play of one contract: trump, duties, partners, belote's order, and what counts.

    `not_led`: cards that may not be led by who holds others (trumps, where the game is closed).
    `bonuses`: what counts when it falls in one trick, for who wins it (`trick_melds`).
    `belote`: whether there are belotes at all, `belote_all_trumps`: whether all trumps have them.
    """

    trump: Trump
    obligations: Obligations = Obligations()
    partners: bool = True
    king_first: bool = False
    scale: str = "scaled"
    not_led: CardSet = CardSet()
    bonuses: Bonuses = ()
    belote_all_trumps: bool = True
    belote: bool = True

    @property
    def points(self) -> bytes:
        """The points of each card."""
        return point_table(self.trump, self.scale)

    @property
    def duties(self) -> bytes:
        """The 128-entry table."""
        return duty_table(self.obligations)

    @property
    def belotes(self) -> tuple[CardSet, ...]:
        """The king and queen pairs that make a belote (`flemish:59`, `bga:63-64`): one, four or
        none."""
        if not self.belote or (self.trump is Trump.ALL and not self.belote_all_trumps):
            return ()
        return _kings_and_queens(self.trump)

    @property
    def withheld(self) -> tuple[tuple[CardSet, CardSet], ...]:
        """Pairs (held, kept): who holds all of `held` may not play `kept` yet (`flemish:59`)."""
        if not self.king_first:
            return ()
        pairs = self.belotes
        return tuple((pair, CardSet.of(c for c in pair if c.rank is Rank.QUEEN)) for pair in pairs)


def winner(trick: Sequence[Card], trump: Trump) -> int:
    """Return the index in the trick (order of play) of the winning card (`french:17-18`)."""
    over, best = overtakers(trump), 0
    for index, played in enumerate(trick):
        if over[trick[best]] & played.bit:
            best = index
    return best


def is_akka(card: Card, fallen: CardSet, trump: Trump) -> bool:
    """Return whether a card is the highest left of a plain suit, after `fallen`, and no ace
    (`baloot:akka`)."""
    if trump.suit is None or card.suit is trump.suit or card.rank is Rank.ACE:
        return False
    return not overtakers(trump)[card] & SUIT_MASKS[card.suit] & ~fallen.mask


def trick_points(trick: Sequence[Card], law: Law) -> int:
    """Return the points of a trick with its melds, without the last trick's ten."""
    return card_points(trick, law) + trick_bonus(trick, law)


def card_points(trick: Sequence[Card], law: Law) -> int:
    """Sum the points of the cards."""
    table = law.points
    return sum(table[played] for played in trick)


def trick_bonus(trick: Sequence[Card], law: Law) -> int:
    """Return the points of melds in this trick, besides its cards (`klaverjas:roem`)."""
    if not law.bonuses:
        return 0
    cards = CardSet.of(trick)
    return sum(points for needed, points in law.bonuses if needed <= cards)


def situation(hand: CardSet, trick: Sequence[Card], law: Law) -> Situation:
    """Return the seven facts for the next player to this trick (at least one card long)."""
    best = winner(trick, law.trump)
    over = hand.mask & overtakers(law.trump)[trick[best]]
    led, trumps = SUIT_MASKS[trick[0].suit], _trumps(law.trump)
    trump_led = law.trump is Trump.ALL or trick[0].suit == law.trump.suit
    return Situation(
        can_follow=bool(hand.mask & led),
        trump_led=trump_led,
        can_rise=bool(over & led),
        has_trump=bool(hand.mask & trumps),
        partner_wins=law.partners and best == len(trick) - 2,
        ruffed=not trump_led and bool(trick[best].bit & trumps),
        can_overruff=bool(over & trumps),
    )


def _trumps(trump: Trump) -> int:
    """Return the mask of the one trump suit; empty in all trumps and no trumps (no ruffs)."""
    # A quarter of what `trump.cards.mask` takes, on the hottest path of the rules.
    return 0 if trump.suit is None else SUIT_MASKS[trump.suit]


def _index(at: Situation) -> int:
    a, b, c, d, e, f, g = at
    return a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5 | g << 6


def legal(hand: CardSet, trick: Sequence[Card], law: Law) -> CardSet:
    """Return the cards of `hand` that may be played to `trick` (empty: leading)."""
    if not trick:
        return _withhold(hand, (hand - law.not_led) or hand, law)
    owed = law.duties[_index(situation(hand, trick, law))]
    return _withhold(hand, CardSet(allowed(owed, hand, trick, law.trump)), law)


def allowed(owed: int, hand: CardSet, trick: Sequence[Card], trump: Trump) -> int:
    """Return the mask of the cards that a duty leaves."""
    best = trick[winner(trick, trump)]
    over, led, trumps = overtakers(trump)[best], SUIT_MASKS[trick[0].suit], _trumps(trump)
    by_duty = (  # in the order of the duties
        hand.mask,
        hand.mask & led,
        hand.mask & led & over,
        hand.mask & trumps,
        hand.mask & trumps & over,
        hand.mask & ~trumps,
        hand.mask & (~trumps | over),
    )
    return by_duty[owed] or hand.mask


def _withhold(hand: CardSet, cards: CardSet, law: Law) -> CardSet:
    left = cards
    for held, kept in law.withheld:
        if held <= hand:
            left = left - kept
    return left or cards


def refusal(refused: Card, hand: CardSet, trick: Sequence[Card], law: Law) -> str:
    """Return the code of the rule that forbids a card of this hand which is not legal."""
    ((_, code),) = refusals(CardSet(refused.bit), hand, trick, law)
    return code


def refusals(
    refused: CardSet, hand: CardSet, trick: Sequence[Card], law: Law
) -> Iterator[tuple[Card, str]]:
    """Pair each of these cards, all illegal, with the code of the rule that forbids it."""
    at = situation(hand, trick, law) if trick and refused else None
    for false in refused:
        if any(held <= hand and false in kept for held, kept in law.withheld):
            yield false, "king-before-queen"
        else:
            yield false, "no-lead" if at is None else _why(false, at, trick[0], law)


def _why(refused: Card, at: Situation, led: Card, law: Law) -> str:
    if at.can_follow:
        return "must-rise" if refused.suit == led.suit else "must-follow"
    if refused.suit != law.trump.suit:
        return "must-trump" if at.can_overruff else "must-undertrump"
    return "must-overtrump" if duty(law.obligations, at) is Duty.OVERRUFF else "no-undertrump"


@cache
def _kings_and_queens(trump: Trump) -> tuple[CardSet, ...]:
    """Return the king and queen of each trump suit."""
    suits = (suit for suit in Suit if trump is Trump.ALL or suit is trump.suit)
    return tuple(CardSet.of((card(s, Rank.KING), card(s, Rank.QUEEN))) for s in suits)


def is_discard(played: Card, before: Sequence[Card], trump: Trump) -> bool:
    """Return whether a card neither leads nor follows nor ruffs; `before` it lay these."""
    return bool(before) and played.suit not in (before[0].suit, trump.suit)


def begun_by_discard(plays: Plays, pair: CardSet, trump: Trump) -> bool:
    """Return whether the first card of this pair that a player played was a discard."""
    first = next(((before, card) for before, card in plays if card in pair), None)
    return first is not None and is_discard(first[1], first[0], trump)


Plays = Sequence[tuple[Sequence[Card], Card]]
"""One player's cards in the order played, each with the cards that lay there before it."""


def plays_of(seat: int, players: int, tricks: Sequence[tuple[int, Sequence[Card]]]) -> Plays:
    """Return the plays of `seat` in these tricks, each given as its leader and cards in order."""
    turns = ((cards, (seat - leader) % players) for leader, cards in tricks)
    return [(cards[:turn], cards[turn]) for cards, turn in turns if turn < len(cards)]


def first_offence(plays: Plays, still_held: CardSet, law: Law) -> tuple[int, Card, str] | None:
    """Find a player's first false card: its number from 0, and the code of the broken rule.

    `still_held`: cards the player is known to hold now. Who sees hands gives the whole hand;
    with less the answer stays right, for no further card makes a false one legal.
    """
    held, offence = still_held, None
    for number in range(len(plays) - 1, -1, -1):
        trick, card = plays[number]
        held = held | CardSet(card.bit)
        if card not in legal(held, trick, law):
            offence = number, card, refusal(card, held, trick, law)
    return offence
