"""A player for `rebelote arena`: a program that answers `bid` and `play` of the engine protocol.

    rebelote arena "cmd:python examples/player.py" beginner --deals 20

It passes, leads the highest card and follows with the lowest one that is legal. It needs no
library: a request is one JSON object on a line, and so is an answer.
"""

import json
import sys
from typing import Any

ORDER = "789JQKTA"


def choose(request: dict[str, Any]) -> dict[str, Any]:
    """Choose the requested action."""
    view = request["view"]
    if request["op"] == "bid":
        return {"action": view["legal"]["calls"][0]}
    cards = sorted(view["legal"]["cards"], key=lambda card: ORDER.index(card[0]))
    leads = not view["trick"]["cards"]
    return {"card": cards[-1] if leads else cards[0]}


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True, **choose(request)}
    print(json.dumps(answer), flush=True)
