"""The made-up game with bots that fail at its auction, in the way that `FAULT` names.

`raise` raises an exception, `die` ends the process, `hang` never returns; without it they play.
"""

from __future__ import annotations

import os
import threading

import made_up_game

from rebelote.rules.actions import Call
from rebelote.rules.view import View


class FaultyCalling(made_up_game.ForehandCalling):
    """Calling that fails."""

    def worths(self, view: View) -> dict[Call, float]:
        fail()
        return super().worths(view)

    def candidates(self, view: View) -> tuple[Call, ...]:
        fail()
        return super().candidates(view)


def fail() -> None:
    match os.environ.get("FAULT"):
        case "raise":
            raise RuntimeError("a fault of the game")
        case "die":
            os._exit(3)
        case "hang":
            threading.Event().wait()


GAME = made_up_game.GAME._replace(callings={"forehand": FaultyCalling()})
