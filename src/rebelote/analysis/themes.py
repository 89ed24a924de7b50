"""Themes of puzzles: what the right answer does."""

from __future__ import annotations

import functools
from itertools import islice
from typing import Final, Literal, get_args

from rebelote.analysis.puzzles import Puzzle
from rebelote.rules import play
from rebelote.rules.actions import Call, Pass
from rebelote.rules.cards import Card, CardSet, overtakers
from rebelote.rules.deal import Playing, legal_cards
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record

Theme = Literal[
    "bid",
    "pass",
    "lead_trumps",
    "cash",
    "exit",
    "win",
    "ruff",
    "finesse",
    "feed",
    "save",
    "keep",
]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
"""Every theme: of calls, of leads, and of cards that follow."""


def theme_of(puzzle: Puzzle) -> Theme:
    """Return the theme of a puzzle."""
    if puzzle.decision.call:
        return of_call(notation.read_call(puzzle.answer))
    return _of_card(puzzle.record, puzzle.decision.number, Card(puzzle.answer))


@functools.lru_cache(1024)
def _of_card(record: str, number: int, right: Card) -> Theme:
    deal = next(islice(Record.parse(record).steps(), number, None)).before.deal
    assert isinstance(deal, Playing)
    return of_card(deal, right)


def of_call(call: Call) -> Theme:
    """Return what a call does: it bids, or leaves the contract to others."""
    return "pass" if isinstance(call, Pass) else "bid"


def of_card(deal: Playing, card: Card) -> Theme:
    """Return what a card does, as far as its seat can know.

    `exit`: a lead that may lose. `feed`: the most points on partner's trick; `save`: the fewest on
    the others'; `keep`: any other card that leaves the trick.
    """
    trump, legal = deal.law.trump, legal_cards(deal)
    trumps = CardSet() if trump.suit is None else trump.cards
    above = CardSet(overtakers(trump)[card]) & card.suit.cards
    beaten = any(above & hand for seat, hand in enumerate(deal.hands) if seat != deal.to_act)
    if not deal.trick:
        return "lead_trumps" if card in trumps else "exit" if beaten else "cash"
    if play.winner((*deal.trick, card), trump) == len(deal.trick):
        if card in trumps and deal.trick[0] not in trumps:
            return "ruff"
        last = len(deal.trick) == deal.rules.players - 1
        return "finesse" if beaten and above & legal and not last else "win"
    points = {each: play.card_points((each,), deal.law) for each in legal}
    winner = (deal.leader + play.winner(deal.trick, trump)) % deal.rules.players
    if deal.rules.sides[winner] == deal.rules.sides[deal.to_act]:
        return "feed" if points[card] == max(points.values()) else "keep"
    return "save" if points[card] == min(points.values()) else "keep"
