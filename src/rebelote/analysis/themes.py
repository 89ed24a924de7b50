"""Themes of puzzles, by their positions."""

from __future__ import annotations

import functools
from itertools import islice
from typing import Literal

from rebelote.analysis.puzzles import Puzzle
from rebelote.rules.cards import Card, overtakers
from rebelote.rules.deal import Playing
from rebelote.rules.records.record import Record

Theme = Literal["bidding", "trumps", "finesse", "counting", "defence"]


def theme_of(puzzle: Puzzle) -> Theme:
    """Return the theme of a puzzle: the first that fits of bidding, finesse, drawing trumps and
    defence, else counting the cards that are out."""
    decision = puzzle.decision
    if decision.call:
        return "bidding"
    if any(fact.code == "finesse" for fact in decision.why):
        return "finesse"
    return _theme(puzzle.record, decision.number, Card(puzzle.answer), Card(decision.choice))


@functools.lru_cache(512)
def _theme(record: str, number: int, right: Card, wrong: Card) -> Theme:
    deal = next(islice(Record.parse(record).steps(), number, None)).before.deal
    assert isinstance(deal, Playing)
    if is_finesse(deal, right, wrong):
        return "finesse"
    if draws_trumps(deal, right, wrong):
        return "trumps"
    return "counting" if _attacks(deal) else "defence"


def is_finesse(deal: Playing, right: Card, wrong: Card) -> bool:
    """Return whether the lower of two cards that follow suit is right though a card that beats it
    is still out, and others have yet to play."""
    last = len(deal.trick) == deal.rules.players - 1
    if not deal.trick or last or not right.suit == wrong.suit == deal.trick[0].suit:
        return False
    above = overtakers(deal.law.trump)[right]
    others = (hand for seat, hand in enumerate(deal.hands) if seat != deal.to_act)
    return bool(above & wrong.bit) and any(above & card.bit for hand in others for card in hand)


def draws_trumps(deal: Playing, right: Card, wrong: Card) -> bool:
    """Return whether the takers lead, and a trump is right where another suit was led."""
    if deal.trick or not _attacks(deal):
        return False
    trumps = deal.law.trump.cards
    return right in trumps and wrong not in trumps


def _attacks(deal: Playing) -> bool:
    """Return whether the seat to act is of the side that took."""
    sides = deal.rules.sides
    return sides[deal.to_act] == sides[deal.contract.attacker]
