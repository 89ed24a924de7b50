"""A table as text and as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from rebelote.rules.cards import Card, CardSet, Suit, Trump, strength_table
from rebelote.rules.match import Match
from rebelote.rules.records import notation

RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
CARD_WIDTH: Final = 44
CARD_HEIGHT: Final = 62
"""In the units of the picture."""
OVERLAP: Final = 26
"""From the left edge of a card in a hand to that of the next."""
SIZE: Final = (720, 560)
PLACES: Final = {
    2: ((360, 470), (360, 30)),
    3: ((360, 470), (590, 130), (130, 130)),
    4: ((360, 470), (590, 250), (360, 30), (130, 250)),
}
"""The middle of the top edge of each hand in order of turn, by number of players."""
NAMES: Final = {
    Trump.ALL: "all trumps",
    Trump.NONE: "no trumps",
    **{trump: trump.suit.sign for trump in Trump if trump.suit is not None},
}


def name(card: Card) -> str:
    """Return a card in everyday notation: `J♠`, `10♥`."""
    return f"{card.rank.letter.replace('T', '10')}{card.suit.sign}"


def in_order(hand: CardSet, trump: Trump | None) -> list[Card]:
    """Return a hand by suit, the highest card first, as it ranks under this trump."""
    strength = strength_table(trump or Trump.NONE)
    return sorted(hand, key=lambda card: (card.suit, -strength[card]))


def headline(match: Match) -> str:
    """Rule set, deal, scores and contract on one line."""
    deal, scores = match.deal, " : ".join(map(str, match.scores))
    line = f"{match.rules.preset}, deal {match.number}, {scores}"
    if deal.contract is not None:
        made = deal.contract
        value = f" {made.value}" if made.value is not None else ""
        line += f", seat {made.attacker} plays{value} {NAMES[made.trump]}"
        line += {1: "", 2: " doubled", 4: " redoubled"}.get(made.stake, f" x{made.stake}")
    return line


def text(match: Match) -> str:
    """Draw the table in text: a line for each hand, the auction, the trick, and the seat to act."""
    return "\n".join(_lines(match))


def _lines(match: Match) -> Iterator[str]:
    deal = match.deal
    trump = deal.contract.trump if deal.contract is not None else None
    yield headline(match)
    if deal.turned is not None and trump is None:
        yield f"turned up: {name(deal.turned)}"
    for seat, hand in enumerate(deal.hands):
        mark = ">" if seat == deal.to_act else " "
        dealer = " (dealer)" if seat == deal.dealer else ""
        yield f"{mark} {seat}  {_names(in_order(hand, trump))}{dealer}"
    if deal.calls and not deal.tricks:
        calls = (f"{called.seat} {notation.call_word(called.call)}" for called in deal.calls)
        yield f"auction: {', '.join(calls)}"
    if deal.trick:
        yield f"trick, led by {deal.leader}: {_names(deal.trick)}"
    if match.winner is not None:
        yield f"the match is over: side {match.winner} has won"
    elif match.over:
        yield "the match is over: a draw"
    elif deal.to_act is None:
        yield "the deal is over"


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(name, cards))


# --- the picture ----------------------------------------------------------------------------------


def svg(match: Match, seat: int | None = None) -> str:
    """Draw the table as an SVG picture, seat 0 (or the one named) at the bottom.

    Args:
        match: what is drawn.
        seat: whose hand alone is open; None: all hands are.
    """
    width, height = SIZE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" role="img" font-family="sans-serif">',
        f"<title>{escape(headline(match))}</title>",
        f'<rect width="{width}" height="{height}" rx="18" fill="#16503a"/>',
        *_picture(match, seat),
        "</svg>",
    ]
    return "".join(parts)


def _picture(match: Match, seat: int | None) -> Iterator[str]:
    deal, players = match.deal, match.rules.players
    places, first = PLACES[players], seat or 0
    trump = deal.contract.trump if deal.contract is not None else None
    yield _label(SIZE[0] / 2, 18, headline(match), "#f0cd7a")
    for number, hand in enumerate(deal.hands):
        x, y = places[(number - first) % players]
        cards = in_order(hand, trump)
        open_ = seat is None or number == seat
        yield from _row(cards, x, y, open_)
        marks = " ▸" * (number == deal.to_act) + " dealer" * (number == deal.dealer)
        yield _label(x, y + CARD_HEIGHT + 16, f"{number}{marks}", "#f3f1e7")
    yield from _trick(deal.trick, deal.leader, first, players)
    if deal.turned is not None and trump is None:
        yield _card(deal.turned, SIZE[0] / 2 - CARD_WIDTH / 2, 230, shown=True)


def _row(cards: Sequence[Card], x: float, y: float, shown: bool) -> Iterator[str]:
    left = x - (OVERLAP * (len(cards) - 1) + CARD_WIDTH) / 2
    for index, card in enumerate(cards):
        yield _card(card, left + OVERLAP * index, y, shown)


def _trick(trick: Sequence[Card], leader: int, first: int, players: int) -> Iterator[str]:
    for turn, card in enumerate(trick):
        x, y = PLACES[players][(leader + turn - first) % players]
        near_x, near_y = SIZE[0] / 2 + (x - SIZE[0] / 2) * 0.3, 240 + (y - 240) * 0.3
        yield _card(card, near_x - CARD_WIDTH / 2, near_y, shown=True)


def _card(card: Card, x: float, y: float, shown: bool) -> str:
    face = "#fffdf8" if shown else "#8e2438"
    drawn = (
        f'<rect x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
        f'fill="{face}" stroke="#00000055"/>'
    )
    if not shown:
        return drawn
    colour = "#c4182a" if card.suit in RED else "#17181c"
    rank = card.rank.letter.replace("T", "10")
    return (
        f'{drawn}<g fill="{colour}"><text x="{x + 4:g}" y="{y + 17:g}" font-size="15" '
        f'font-weight="bold">{rank}</text><text x="{x + 4:g}" y="{y + 33:g}" font-size="15">'
        f'{card.suit.sign}</text><text x="{x + 22:g}" y="{y + 54:g}" font-size="24">'
        f"{card.suit.sign}</text></g>"
    )


def _label(x: float, y: float, said: str, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="14" fill="{colour}">'
        f"{escape(said)}</text>"
    )
