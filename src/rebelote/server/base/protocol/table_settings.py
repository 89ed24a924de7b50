"""Terms of a table: what people agree on beside the rules of the game."""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec

from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit

BOT_NAMES: Final = ("Margot", "Lucien", "Odette", "Gaston")
"""Names of bots, in the order in which they sit down; no person may have one."""
MOST_DEALS: Final = limit(
    200, "deals of a match, dead ones included", per="match", beyond="it is called off"
)
RULES_NAME_LONGEST: Final = limit(
    40, "the name of a set of rules, at most", unit="characters", beyond="malformed"
)
LONGEST: Final = limit(
    100, "scored deals that a match may need", per="match", beyond="match-too-long"
)
POINTS_OF_A_DEAL: Final = 162
"""The points of all tricks of a deal, and so the least that is written for it."""


class Pace(msgspec.Struct, frozen=True):
    """The time to think, in seconds: `move` for each action, then the rest from the `bank`.

    The bank is filled as each deal begins; when it is empty, a bot plays on in one's place.
    """

    move: float
    bank: float


PACES: Final[dict[str, Pace | None]] = {
    "fast": Pace(8, 20),
    "normal": Pace(15, 60),
    "slow": Pace(30, 180),
    "none": None,
}
"""The paces a table may agree on; `none` is without a clock."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The terms of a table: its seats and spectators, pace, and chat.

    `sit`: `link` for all who have the link, `open` for all who see the list, `friends` of the host.
    `watch`: `none`, `table` (what lies open, no hand), `seat` (one seat's cards too).
    `talk`: `free` (text between deals), `phrases` (the fixed ones alone). `level`: of its bots.
    """

    pace: Literal["fast", "normal", "slow", "none"] = "none"
    sit: Literal["link", "open", "friends"] = "link"
    watch: Literal["none", "table", "seat"] = "table"
    talk: Literal["free", "phrases"] = "free"
    level: str = "club"


class RequestedTerms(Terms, frozen=True):
    """Terms as a person requests them; whether a match counts is no term."""

    def at(self, level: str) -> Terms:
        """Return the terms to agree on, with bots of this level."""
        return Terms(**{**msgspec.structs.asdict(self), "level": level})


def check_length(rules: Rules) -> None:
    """Refuse rules by which a match could go on for too long: IllegalActionError
    `match-too-long`."""
    if _deals_needed(rules) > LONGEST:
        raise IllegalActionError("match-too-long")


def _deals_needed(rules: Rules) -> int:
    """Count the scored deals that surely end a match: all sides just below the target, and one."""
    if rules.ending.end_deals is not None:
        return rules.ending.end_deals
    points = rules.ending.target * rules.scoring.unit * rules.side_count
    return rules.ending.booms * math.ceil(points / POINTS_OF_A_DEAL)
