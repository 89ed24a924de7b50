"""The public interface of the library.

`Game` plays a match step by step: rules, records, bots and the solver are its methods. Underneath,
a match is a value: `start` makes one, `apply` and `next_deal` give the next, `view` says what a
seat may know of it, a `Record` writes it down. `docs/library.md` shows both;
`docs/rules/README.md` lists the function of each rule.
"""

from typing import TYPE_CHECKING

from rebelote.rules.actions import (
    Action,
    Announce,
    Bid,
    Call,
    Challenge,
    Cut,
    Demand,
    Double,
    Misdeal,
    NamedCall,
    Packets,
    Pass,
    Play,
    Redeal,
    Redouble,
    Refuse,
    Show,
    Take,
)
from rebelote.rules.arguments import ArgumentError
from rebelote.rules.cards import Card, CardSet, Rank, Suit, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Deal, Phase
from rebelote.rules.deck import shuffled
from rebelote.rules.match import (
    Match,
    SheetRow,
    apply,
    draw_dealer,
    legal_actions,
    new_pack,
    next_deal,
    start,
)
from rebelote.rules.melds import Kind, Meld
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS
from rebelote.rules.records.record import Record, Recorded, RecordError, read_many
from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.rules.scoring import Settlement
from rebelote.rules.view import View, spectator, view, views

if TYPE_CHECKING:
    from rebelote.game import Game, Hint

__version__ = "0.3.0"

__all__ = [
    "PRESETS",
    "REFUSALS",
    "Action",
    "Announce",
    "ArgumentError",
    "Bid",
    "Call",
    "Card",
    "CardSet",
    "Challenge",
    "Contract",
    "Cut",
    "Deal",
    "Demand",
    "Double",
    "Game",
    "Hint",
    "IllegalActionError",
    "Kind",
    "Match",
    "Meld",
    "Misdeal",
    "NamedCall",
    "Packets",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "Recorded",
    "Redeal",
    "Redouble",
    "Refuse",
    "Rules",
    "Settlement",
    "SheetRow",
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
    "read_many",
    "shuffled",
    "spectator",
    "start",
    "view",
    "views",
]


def __getattr__(name: str) -> object:
    """Load what needs the bots, the solver and the review when it is first used."""
    if name in ("Game", "Hint"):
        from rebelote import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
