"""The public interface of the library.

A match is a value: `start` makes one, `apply` and `next_deal` give the next, `views` says what each
seat may know of it, a `Record` writes it down. `docs/rules/README.md` lists the function of each
rule.
"""

from rebelote.rules.actions import (
    Action,
    Challenge,
    Cut,
    Demand,
    Misdeal,
    Packets,
    Pass,
    Play,
    Show,
    Take,
)
from rebelote.rules.cards import Card, CardSet, Rank, Suit, Trump
from rebelote.rules.deal import Deal, Phase, legal_actions
from rebelote.rules.deck import shuffled
from rebelote.rules.match import Match, apply, draw_dealer, new_pack, next_deal, start
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS
from rebelote.rules.record import Record, RecordError
from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.rules.view import View, views

__version__ = "0.2.0"

__all__ = [
    "PRESETS",
    "REFUSALS",
    "Action",
    "Card",
    "CardSet",
    "Challenge",
    "Cut",
    "Deal",
    "Demand",
    "IllegalActionError",
    "Match",
    "Misdeal",
    "Packets",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "Rules",
    "Show",
    "Suit",
    "Take",
    "Trump",
    "View",
    "apply",
    "draw_dealer",
    "legal_actions",
    "new_pack",
    "next_deal",
    "shuffled",
    "start",
    "views",
]
