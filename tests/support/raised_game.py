"""The made-up game with a turned card: who names trump gets it, and then stakes are raised.

No call of its bots is readable, as where the first to speak must name a suit with any hand.
"""

from __future__ import annotations

import made_up_game

from rebelote.rules.actions import Call
from rebelote.rules.view import View


class RaisedForehand(made_up_game.Forehand):
    """The auction: a card is turned before it."""

    turns_up = True


class UnreadableCalling(made_up_game.ForehandCalling):
    """Calling in which partner can read nothing."""

    def readable(self, view: View, call: Call) -> bool:
        return False


FOREHAND = {**made_up_game.FOREHAND, "trick_melds": "highest"}
TWO = made_up_game.GAME.presets["forehand-two"]
GAME = made_up_game.GAME._replace(
    presets={"forehand": FOREHAND, "forehand-two": TWO},
    auctions={"forehand": RaisedForehand()},
    callings={"forehand": UnreadableCalling()},
)
