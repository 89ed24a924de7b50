"""A bot account that plays a match at a table of its own, beside the server's bots.

    python examples/server_bot.py http://localhost:8000 TOKEN [TABLE]

TOKEN is one of a bot account that may play (docs/bots-api.md), TABLE one that it has a seat at.
After a broken connection it comes back. It needs `pip install websockets`.
"""

import json
import secrets
import sys
import time
import urllib.request
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ORDER = "789JQKTA"


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Choose an action for a view: pass, lead the highest card, follow with the lowest."""
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


class Seat:
    """A seat at a table, over as many connections as it takes."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.update: dict[str, Any] = {}
        self.sent: dict[str, Any] = {"expect": None}

    def play(self, socket: ClientConnection) -> list[int]:
        """Play until the match is over; its scores."""
        mark = secrets.token_hex(8)  # an id is unique for a person and a table, for good
        self.send(socket, type="join", table=self.table, protocol=2, since=self.version)
        repeat = True  # after a broken connection, what may not have arrived
        for number in count():
            self.read(socket)
            view = self.update["view"]
            if view["phase"] == "match_over":
                return list(view["scores"])
            if self.sent["expect"] == self.version and not repeat:
                continue  # an update about something else, answered already
            if self.sent["expect"] != self.version:
                stamp = {"id": f"{mark}-{number}", "expect": self.version}
                if view["legal"]:
                    self.sent = {"type": "act", **stamp, "action": choose(view)}
                elif view["phase"] == "deal_over" and view["settlement"]:
                    self.sent = {"type": "ready", **stamp}
                else:
                    continue
            self.send(socket, **self.sent)
            repeat = False
        raise AssertionError

    @property
    def version(self) -> int | None:
        """The version of the table that was last seen."""
        return self.update.get("version")

    def send(self, socket: ClientConnection, **message: Any) -> None:
        """Send a message."""
        socket.send(json.dumps(message))

    def read(self, socket: ClientConnection) -> None:
        """Read until there is something new to see."""
        while (message := json.loads(socket.recv()))["type"] not in ("update", "changed"):
            if message["type"] == "refused":
                print(message["message"])
            late = message["type"] == "ack" and message["id"] == self.sent.get("id")
            if late and self.sent["type"] == "act" and message["version"] <= self.sent["expect"]:
                raise RuntimeError("this id was used before: the card was not played")
        if message["type"] == "changed":  # what differs from the update before
            seen: dict[str, Any] = {**(self.update["view"] or {}), **message.get("view", {})}
            fields: dict[str, Any] = {"view": seen, **message.get("fields", {})}
            self.update = {**self.update, **fields, "version": message["version"]}
        else:
            self.update = message


def main(server: str, token: str, table: str = "") -> None:
    """Open a table with three bots, or come back to one, and play."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    if not table:
        asked = json.dumps({"preset": "french", "level": "beginner", "begin": True}).encode()
        request = urllib.request.Request(f"{server}/api/tables", asked, headers)
        with urllib.request.urlopen(request) as answer:
            table = json.load(answer)["table"]
    address = server.replace("http", "ws", 1) + "/ws"
    seat, wait, known = Seat(table), 1.0, None
    while True:
        try:
            with connect(address, additional_headers=headers, max_size=None) as socket:
                us, them = seat.play(socket)
            break
        except (ConnectionClosed, OSError) as error:
            if seat.version is None:
                raise
            wait = min(30.0, 2 * wait) if seat.version == known else 1.0
            print(f"{error}: again in {wait:g} s")
            time.sleep(wait)
            known = seat.version
    print(f"{us} to {them}: {server}/#/match/{table}")


if __name__ == "__main__":
    main(*sys.argv[1:])
