"""Explanations of cards that no heuristic named: the code of the sentence that says why."""

from __future__ import annotations

from rebelote.bots.heuristics import Observation
from rebelote.rules.cards import Card, Rank


def reason_code(at: Observation, card: Card) -> str:
    """The message key (`why.<code>`) for what the card does."""
    return _follows(at, card) if at.trick else _leads(at, card)


def _leads(at: Observation, card: Card) -> str:
    if card in at.trumps:
        return "lead_trumps"
    return "cash_a_master" if at.is_master(card) else "lead_a_suit"


def _follows(at: Observation, card: Card) -> str:
    wins = at.wins_now(card)
    if card in at.trumps and at.trick[0] not in at.trumps:
        return "ruff" if wins else "undertrump"
    if at.partner_wins and wins:
        return "take_over"
    if at.partner_wins:
        return "feed_partner" if at.points(card) >= 10 else "leave_it_to_partner"
    if wins:
        return "take_it" if at.sure(card) else "finesse"
    if card.suit != at.trick[0].suit and len(at.legal - at.trumps) > 1:
        return "keep_suits"
    if any(at.wins_now(other) for other in at.legal):
        return "hold_back"
    return "give_points" if card.rank in (Rank.ACE, Rank.TEN) else "save_points"
