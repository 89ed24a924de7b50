"""People at a shared replay, by its real protocol."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from http_person import Browser
from server_process import Person, Server

ONE_DEAL = {"level": "beginner", "preset": "bulgarian", "options": {"end_deals": 1}}


class Reader(Person):
    """A person who looks at a match with others: keeps the newest state, and every message.

    `protocol`: what the page speaks.
    """

    def __init__(self, server: Server, browser: Browser, protocol: int = 2) -> None:
        super().__init__(server, {"cookie": browser.cookie})
        self.browser = browser
        self.protocol = protocol
        self.received: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.numbers = itertools.count(1)

    @property
    def id(self) -> str:
        """The id by which others know this person."""
        return str(self.browser.get("/api/me")["id"])

    def open(self, replay: str) -> dict[str, Any]:
        """Connect and come to it; how it stands."""
        self.dial()
        reported = {} if self.protocol == 1 else {"protocol": self.protocol}
        self.send({"type": "open_replay", "replay": replay, **reported})
        return self.receive("shared_replay", "refused")

    def next(self) -> dict[str, Any]:
        """Receive the next message."""
        message = super().next()
        self.received.append(message)
        if message["type"] == "shared_replay":
            self.state = message
        if message["type"] == "replay_changed" and self.state:
            self.state = applied(self.state, message)
        if message["type"] == "replay_led":
            self.state |= {"leader": message["leader"], "place": message["place"]}
        return message

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Do something there; the answer."""
        message_id = str(next(self.numbers))
        self.send({"type": what, "id": message_id, **more})
        while (answer := self.receive("ack", "refused"))["id"] != message_id:
            pass
        return answer

    def sees(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until this holds of the state, and return it."""
        while not done(self.state):
            self.next()
        return self.state


def applied(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return the state after a change, as in `web/src/replay/together/together.ts`."""
    gone = set(change.get("withdrawn", ()))
    lines = {}
    for kind in ("moves", "comments"):
        by_number = {one["number"]: one for one in (*state[kind], *change.get(kind, ()))}
        lines[kind] = [one for number, one in sorted(by_number.items()) if number not in gone]
    mine = {*state["mine"], *change.get("mine", ())} - gone
    here = change.get("here", state["here"])
    names = state["names"] | change.get("names", {})
    more = {"version": change["version"], "mine": sorted(mine), "here": here, "names": names}
    if led := change.get("led"):
        more |= {"leader": led["leader"], "place": led["place"]}
    return state | lines | more


def played(by: Browser, **terms: Any) -> str:
    """Play a match of one deal in which a seat takes, and return its id."""
    match = _played(by, terms)
    while len(by.get(f"/api/matches/{match}")["deals"]) > 1:
        match = _played(by, terms)
    return match


def _played(by: Browser, terms: dict[str, Any]) -> str:
    person = by.sit(**ONE_DEAL, terms=terms)
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    return str(by.get(f"/api/matches/{person.seated['table']}")["match"])


def after(server: Server, match: str, step: int, *actions: str) -> dict[str, Any]:
    """Return the first deal of a match after so many steps, and then these actions."""
    asked = {"deal": 1, "step": step, "actions": list(actions)}
    path = f"/api/matches/{match}/variation"
    reported: dict[str, Any] = Browser(server).post(path, 200, **asked)
    return reported


def first_lead(server: Server, match: str) -> int:
    """Return the number of steps before the first card."""
    (deal,) = json.loads(server.get(f"/api/matches/{match}")[1])["deals"]
    phases = [step["view"].get("phase") for step in deal["steps"]]
    return phases.index("play")
