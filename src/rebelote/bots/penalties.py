"""Penalties for cards that look like sabotage: a partner would ask why they were played.

Sampled worlds leave some noise; such a card is played only where it gains clearly more.
"""

from __future__ import annotations

from typing import Final

from rebelote.bots.heuristics import Observation
from rebelote.rules import play
from rebelote.rules.cards import Card, Rank

PENALTY: Final = 2.0
"""Points by which such a card must be better than any other."""


def is_suspicious(at: Observation, card: Card) -> bool:
    """Whether a partner would ask why this card was played when there were others."""
    return any(odd(at, card) for odd in (_ruffs_partner, _wastes_a_master, _draws_for_the_others))


def _ruffs_partner(at: Observation, card: Card) -> bool:
    """A trump on the trick that is the partner's anyway."""
    ends = at.partner_wins and at.last_to_play and at.trick[0] not in at.trumps
    return bool(ends and card in at.trumps and at.legal - at.trumps)


def _wastes_a_master(at: Observation, card: Card) -> bool:
    """An ace under an opponent's trump, while a card without points could go."""
    if not at.trick or at.partner_wins or card.rank is not Rank.ACE or card in at.trumps:
        return False
    winning = at.trick[play.winner(at.trick, at.trump)]
    ruffed = winning in at.trumps and at.trick[0] not in at.trumps
    return ruffed and any(at.points(other) == 0 for other in at.legal - at.trumps)


def _draws_for_the_others(at: Observation, card: Card) -> bool:
    """A low trump led against the side that took."""
    leads = not at.trick and not at.attacking and card in at.trumps
    return bool(leads and at.legal - at.trumps and not at.is_master(card))
