"""A bot account that plays a match at a table of its own, beside the server's bots.

    python examples/server_bot.py http://localhost:8000 TOKEN

TOKEN is one of a bot account that may play (docs/bots-api.md). It needs `pip install websockets`.
"""

import json
import sys
import urllib.request
from itertools import count
from typing import Any

from websockets.sync.client import ClientConnection, connect

ORDER = "789JQKTA"


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """The action for a view: it passes, leads its highest card and follows with its lowest."""
    legal = view["legal"]
    if legal.get("calls"):
        return dict(legal["calls"][0])
    if "cut" in legal["actions"]:
        return {"do": "cut", "depth": legal["cut_min"]}
    if "packets" in legal["actions"]:
        return {"do": "packets", "packets": legal["packets"][0]}
    cards = sorted(legal["cards"], key=lambda card: ORDER.index(card[0]))
    said = [meld["kind"] for meld in legal.get("announce", [])]
    return {"do": "play", "card": cards[0 if view["trick"]["cards"] else -1], "announce": said}


def play(socket: ClientConnection, table: str) -> list[int]:
    """Play until the match is over; its scores."""
    socket.send(json.dumps({"type": "join", "table": table, "protocol": 2}))
    update: dict[str, Any] = {}
    for number in count():
        while (message := json.loads(socket.recv()))["type"] not in ("update", "changed"):
            if message["type"] == "refused":
                print(message["message"])
        if message["type"] == "changed":  # what differs from the update before
            seen: dict[str, Any] = {**(update["view"] or {}), **message.get("view", {})}
            update |= {"view": seen, **message.get("fields", {}), "version": message["version"]}
        else:
            update = message
        view, stamp = update["view"], {"id": str(number), "expect": update["version"]}
        if view["phase"] == "match_over":
            return list(view["scores"])
        if view["legal"]:
            socket.send(json.dumps({"type": "act", **stamp, "action": choose(view)}))
        elif view["phase"] == "deal_over":
            socket.send(json.dumps({"type": "ready", **stamp}))
    raise AssertionError


def main(server: str, token: str) -> None:
    """Open a table with three bots, and play."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    asked = json.dumps({"preset": "french", "level": "beginner", "begin": True}).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{server}/api/tables", asked, headers)
    ) as answer:
        table = json.load(answer)["table"]
    address = server.replace("http", "ws", 1) + "/ws"
    with connect(address, additional_headers=headers, max_size=None) as socket:
        us, them = play(socket, table)
    print(f"{us} to {them}: {server}/#/match/{table}")


if __name__ == "__main__":
    main(*sys.argv[1:])
