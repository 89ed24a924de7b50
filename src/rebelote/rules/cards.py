"""Cards, and how they rank and count under each trump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, IntEnum
from functools import cache
from typing import Final, Literal, final


class Suit(IntEnum):
    """The four suits; `letter` is how a card's text names it."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return "SHDC"[self]

    @property
    def sign(self) -> str:
        """The suit as it is printed on a card."""
        return "♠♥♦♣"[self]

    @property
    def cards(self) -> CardSet:
        """The eight cards of the suit."""
        return CardSet(0xFF << 8 * self)


class Rank(IntEnum):
    """The eight ranks in natural order, which is the order of runs (`flemish:39`)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def letter(self) -> str:
        """`7 8 9 T J Q K A`."""
        return "789TJQKA"[self]


class Trump(Enum):
    """The trump: one suit, every suit, or none."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    ALL = "all"
    NONE = "none"

    __hash__ = object.__hash__  # each exists once; this is much faster than hashing its name

    @property
    def suit(self) -> Suit | None:
        """The one trump suit, if there is one."""
        return _TRUMP_SUITS[self]

    @property
    def cards(self) -> CardSet:
        """The cards of the one trump suit; none where there is none."""
        return CardSet() if self.suit is None else self.suit.cards

    @property
    def code(self) -> int:
        """0 to 3 the suit, 4 all trumps, 5 no trumps: the number the kernel and the tables use."""
        return _TRUMP_CODES[self]


TRUMPS: Final = tuple(Trump)
SUIT_TRUMPS: Final = TRUMPS[:4]
_TRUMP_SUITS: Final[dict[Trump, Suit | None]] = dict(zip(TRUMPS, (*Suit, None, None), strict=True))
_TRUMP_CODES: Final = {trump: code for code, trump in enumerate(TRUMPS)}


@final
class Card:
    """One of the 32 cards: `Card("JH")`, `Card("10♥")` or `Card(Rank.JACK, Suit.HEARTS)`.

    There is exactly one object a card, so `is` is equality. `index` is suit * 8 + rank, and a card
    may stand wherever Python wants an index.
    """

    __slots__ = ("bit", "index", "rank", "suit", "text")
    index: int
    suit: Suit
    rank: Rank
    text: str
    bit: int

    def __new__(cls, text: str | Rank, suit: Suit | str | None = None) -> Card:
        """Return the card of that text, or of that rank and suit; ValueError when there is none."""
        if isinstance(text, Rank) and isinstance(suit, Suit):
            return card(suit, text)
        try:
            return _BY_TEXT[text if suit is None else f"{text}{suit}"]
        except (KeyError, TypeError):
            said = text if suit is None else f"{text}{suit}"
            raise ValueError(f"{said!r} is not a card: rank 789TJQKA, then suit SHDC") from None

    def __index__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card does not change")


def _make(suit: Suit, rank: Rank) -> Card:
    card = object.__new__(Card)
    index = suit * 8 + rank
    text = rank.letter + suit.letter
    details = {"index": index, "suit": suit, "rank": rank, "text": text, "bit": 1 << index}
    for name, value in details.items():
        object.__setattr__(card, name, value)
    return card


CARDS: Final = tuple(_make(suit, rank) for suit in Suit for rank in Rank)
_BY_TEXT: Final[dict[object, Card]] = {
    rank + suit: card
    for card in CARDS
    for rank in (card.rank.letter, *(["10"] if card.rank is Rank.TEN else []))
    for suit in (card.suit.letter, card.suit.sign)
}
"""Cards by the ways to write them: `TS`, `10S`, `T♠`, `10♠`."""


@final
class CardSet:
    """A set of cards in one 32-bit mask; iterates in index order. `CardSet.parse("JH 9H")`."""

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int = 0) -> None:
        object.__setattr__(self, "mask", mask)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """Return the set of these cards; one that is there twice counts once."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Read cards separated by spaces or commas; ValueError for a repeated card, or no card."""
        cards = parse_cards(text.replace(",", " "))
        card_set = cls.of(cards)
        if len(card_set) != len(cards):
            raise ValueError(f"a card appears twice in {text!r}")
        return card_set

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield CARDS[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask & card.bit)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def without(self, card: Card) -> CardSet:
        """Return the set less one card."""
        return CardSet(self.mask & ~card.bit)

    def __le__(self, other: CardSet) -> bool:
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and other.mask == self.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(card.text for card in self)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]:
        return CardSet, (self.mask,)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a set of cards does not change")


FULL_PACK: Final = CardSet(0xFFFFFFFF)
SUIT_MASKS: Final = tuple(suit.cards.mask for suit in Suit)
"""The mask of the cards of each suit."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, in the order written."""
    return tuple(Card(word) for word in text.split())


def card(suit: Suit, rank: Rank) -> Card:
    """Return the card of that suit and rank."""
    return CARDS[suit * 8 + rank]


# --- orders and points ----------------------------------------------------------------------------

TRUMP_ORDER: Final = "78QKTA9J"
"""Low to high within trump (`flemish:18-28`, `bga:36,39`)."""
PLAIN_ORDER: Final = "789JQKTA"
"""Low to high within a plain suit (the same lines)."""

RankPoints = Mapping[str, int]
"""Points by the letter of a rank; ranks not named count nothing."""
SuitKind = Literal["trump", "plain", "all", "none"]
"""A suit's kind in a contract: the trump, another suit, one in all trumps, one in no trumps."""

ORDERS: Final[Mapping[SuitKind, str]] = {
    "trump": TRUMP_ORDER,
    "plain": PLAIN_ORDER,
    "all": TRUMP_ORDER,
    "none": PLAIN_ORDER,
}
"""The ranks by kind of suit, low to high (`flemish:18-28`, `bga:36-41`)."""
POINTS: Final[Mapping[SuitKind, RankPoints]] = {
    "trump": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    "plain": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "all": {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2},
    "none": {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2},
}
"""Points by kind of suit (`reading:cards`: `flemish:18-28`, `bga:36-41`): each contract counts 152
points."""
SCALES: Final[dict[str, Mapping[SuitKind, RankPoints]]] = {
    "scaled": {},
    "pagat": {"all": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1}},
    "unscaled": {"all": POINTS["trump"], "none": POINTS["plain"]},
}
"""Scales by name: what they count otherwise (`contree:points`, `bulgaria:points`)."""


def _kind(card: Card, trump: Trump) -> SuitKind:
    if trump.suit is None:
        return "all" if trump is Trump.ALL else "none"
    return "trump" if card.suit == trump.suit else "plain"


@cache
def strength_table(trump: Trump) -> bytes:
    """Return for each card its height within its suit, from 0, the lowest, to 7."""
    return bytes(ORDERS[_kind(card, trump)].index(card.rank.letter) for card in CARDS)


def rank_points(kind: SuitKind, scale: str = "scaled") -> RankPoints:
    """Return the points of one kind of suit by rank."""
    return SCALES[scale].get(kind, POINTS[kind])


@cache
def point_table(trump: Trump, scale: str = "scaled") -> bytes:
    """Return the points of each card."""
    return bytes(rank_points(_kind(card, trump), scale).get(card.rank.letter, 0) for card in CARDS)


@cache
def overtakers(trump: Trump) -> tuple[int, ...]:
    """Return for each card the mask of the cards that take the trick from it."""
    return tuple(_overtakers(card, trump) for card in CARDS)


def _overtakers(winning: Card, trump: Trump) -> int:
    strength = strength_table(trump)
    higher = (c for c in winning.suit.cards if strength[c] > strength[winning])
    plain = trump.suit is not None and trump.suit != winning.suit
    ruffs = trump.cards if plain else CardSet()
    return (CardSet.of(higher) | ruffs).mask
