"""People at a table of a real server: they come, sit down, play on and receive what others do."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from http_person import in_the_file
from server_process import Person, Server

from rebelote.rules.fairness import NONCE_BYTES, commitment
from rebelote.server.base.protocol.messages import FromServer
from rebelote.server.people.database import Person as Person_

FRIENDS = ("Ann", "Bea", "Cas", "Dov")


def open_table(server: Server, name: str = "Ann", **form: Any) -> Person:
    """Open a table for a host; nobody else sits there yet."""
    host = Person(server, server.new_table(name, begin=False, **form))
    host.sit()
    return host


def come(server: Server, host: Person, name: str) -> Person:
    """Seat a new person by the table's code."""
    status, body = server.get(f"/api/tables/{host.seated['code'].lower()}")
    assert status == 200
    person = Person(server, {"table": json.loads(body)["table"], "cookie": server.guest(name)})
    person.sit()
    return person


def catch_up(person: Person) -> dict[str, Any]:
    """Return the update as it is after all earlier messages."""
    person.send({"type": "ping"})
    person.receive("pong")
    return person.update


def seat_of(person: Person) -> int:
    seat: int = person.update["you"]
    return seat


def play_until(people: list[Person], done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Have all do what they are asked to until it is done, and return the view."""
    while not done(people[0].view):
        if not any(act(person, people) for person in people):
            all_receive(people, people[0].receive("update")["version"])
    return people[0].view


def act(person: Person, people: list[Person]) -> bool:
    """Act if there is something to do, and return whether there was."""
    message, mine = person.action(), person.update["players"][seat_of(person)]
    if message is None or (message["type"] == "ready" and mine["ready"]):
        return False
    person.send(message)
    answer = person.receive("ack", "refused")
    if answer["type"] == "refused" and answer["code"] == "too-many":
        time.sleep(0.1)  # as the refusal asks: faster than people may play
        return True
    assert answer["type"] == "ack", answer
    all_receive(people, answer["version"])
    return True


def say(person: Person, everybody: list[Person], call: dict[str, Any]) -> list[dict[str, Any]]:
    """Say it in the auction, and what everybody receives of it."""
    version = (person.version or 0) + 1
    assert person.ask("act", expect=person.version, action=call)["type"] == "ack"
    all_receive(everybody, version)
    events: list[dict[str, Any]] = person.update["events"]
    assert all(other.update["events"] == events for other in everybody)
    return events


def bid_first(people: list[Person], bid: dict[str, Any]) -> Person:
    """Have the first to speak bid so, once the cards are dealt."""
    view = play_until(people, lambda view: view["phase"] == "bidding" and not view["calls"])
    all_receive(people, people[0].version or 0)
    bidder: Person = people[view["to_act"]]
    say(bidder, people, bid)
    return bidder


def to_a_claim(people: list[Person]) -> Person:
    """Play the first legal actions until a seat may claim the rest and all have received that."""
    while not (able := [person for person in people if person.update["may_claim"]]):
        assert any(act(person, people) for person in people)
    (claimant,) = able
    all_receive(people, claimant.version or 0)
    return claimant


def all_receive(people: list[Person], version: int) -> None:
    for person in people:
        while (person.version or 0) < version:
            person.receive("update")


def names(person: Person) -> list[str]:
    """Return the players' names by seat, from this person's last update."""
    return [player["name"] for player in person.update["players"]]


def four(server: Server, **form: Any) -> list[Person]:
    """Seat four friends at a table, and begin the match."""
    host = open_table(server, **form)
    people = [host]
    for seat, name in enumerate(FRIENDS[1:], 1):
        people.append(come(server, host, name))
        assert people[-1].ask("sit", seat=seat)["type"] == "ack"
    assert host.ask("begin")["type"] == "ack"
    for person in people:
        while not person.view:
            person.receive("update")
    return people


def play(people: list[Person], done: Any) -> None:
    """Play the first legal actions until `done(the newest view)`."""
    newest = people[0]
    while not done(newest.view):
        for person in people:
            catch_up(person)
            message = person.action()
            if message is not None:
                person.send(message)
                person.receive("ack", "refused")
        catch_up(newest)


def to_my_turn(person: Person) -> dict[str, object]:
    person.play_until(lambda view: view["legal"] and view["phase"] == "play")
    message = person.action()
    assert message is not None
    return message


def old_account(server: Server, name: str) -> str:
    """Return the cookie of an account that was there before the day began."""
    cookie = server.account(name)
    in_the_file(server, "UPDATE people SET account_since = 0 WHERE name = ?", name)
    return cookie


def seeker(server: Server, name: str, **wish: Any) -> Person:
    """Start a person's search for a match."""
    person = Person(server, {"table": "", "cookie": server.guest(name)})
    person.knock()
    assert person.receive("refused")["code"] == "no-such-table"
    person.send({"type": "seek", "id": name, **wish})
    assert person.receive("seeking")["here"] >= 1
    return person


def seeker_at(server: Server, cookie: str, address: str, **wish: Any) -> Person:
    """Start the search of a person at this address; an account is not of today."""
    in_the_file(server, "UPDATE people SET account_since = 0 WHERE account_since > 0")
    person = Person(server, {"table": "none", "cookie": cookie})
    person.address = address
    person.knock()
    person.receive("refused")
    person.send({"type": "seek", "id": cookie[-8:], **wish})
    person.receive("seeking")
    return person


NAMES = ("Anneke", "Bartel", "Cyriel", "Dimphna")


def strangers(server: Server, names: Sequence[str] = NAMES, **wish: Any) -> list[Person]:
    """Seat accounts at a quick match, each from an address of its own; return them by seat."""
    people = [
        seeker_at(server, server.account(name), f"198.51.100.{number}", **wish)
        for number, name in enumerate(names)
    ]
    for person in people:
        table = person.seated["table"] = person.receive("matched")["table"]
        person.send({"type": "join", "table": table})
        person.receive("update")
    return sorted(people, key=seat_of)


class Player(Person):
    """A person whose browser adds nonces to the packs: commits, and reveals when it is sealed."""

    def __init__(self, server: Server, seated: dict[str, Any], honest: bool = True) -> None:
        super().__init__(server, seated)
        self.honest = honest
        self.nonce = ""
        self.seals: list[dict[str, Any]] = []
        self.revealed: list[str] = []

    def commit(self) -> str:
        """Commit to a new nonce; its digest."""
        self.nonce = secrets.token_hex(NONCE_BYTES)
        digest = commitment(bytes.fromhex(self.nonce))
        assert self.ask("commit", digest=digest)["type"] == "ack"
        return digest

    def reveal(self, nonce: str) -> dict[str, Any]:
        """Reveal a nonce and commit to the next; return the answer."""
        self.revealed.append(nonce)
        self.nonce = secrets.token_hex(NONCE_BYTES)
        return self.ask("reveal", nonce=nonce, digest=commitment(bytes.fromhex(self.nonce)))

    def next(self) -> dict[str, Any]:
        """Receive the next message; the honest reveal when a pack is sealed with their digest."""
        message = super().next()
        if message["type"] != "update":
            return message
        sealed = [event for event in message["events"] if event["event"] == "pack_sealed"]
        received = (message["pack"] or {}).get("sealed")
        if received and message["pack"]["nonces"] is None:
            sealed.append(received)
        self.seals += sealed
        mine = commitment(bytes.fromhex(self.nonce)) if self.nonce else None
        if self.honest and sealed and mine in sealed[-1]["commitments"]:
            answer = self.reveal(self.nonce)
            assert answer["type"] == "ack", (answer, message)
        return message

    def until(self, event: str, times: int = 1) -> dict[str, Any]:
        """Receive until so many of the kind have come; the last of them."""
        while len(result := self.received(event)) < times:
            self.receive("update")
        return result[-1]

    def received(self, event: str) -> list[dict[str, Any]]:
        """Return all received messages of a kind."""
        return [it for it in self.events if it["event"] == event]


def begin(players: list[Player]) -> dict[str, Any]:
    """Begin the match; all receive the seal of the pack, and honest people then reveal."""
    assert players[0].ask("begin")["type"] == "ack"
    for player in players:
        player.until("pack_sealed")
    return players[0].received("pack_sealed")[-1]


class Visitor:
    """A connection to a table of this process that keeps what it is sent."""

    watch: int | None = None

    def __init__(self, person: Person_) -> None:
        self.person = person
        self.incoming: list[FromServer] = []

    def send(self, message: FromServer) -> None:
        self.incoming.append(message)

    def remove(self, code: str) -> None:
        """Do nothing: no more messages come."""

    def close_to_reconnect(self) -> None:
        """Do nothing: there is no other node."""


def two_people(server: Server, pace: str) -> list[Person]:
    """Begin a match with two people in seats 0 and 2, and two bots."""
    host = open_table(server, preset="french", level="beginner", terms={"pace": pace})
    bea = come(server, host, "Bea")
    assert bea.ask("sit", seat=2)["type"] == "ack"
    assert host.ask("begin")["type"] == "ack"
    for person in (host, bea):
        catch_up(person)
    return [host, bea]


def pull_the_plug(server: Server, people: list[Person]) -> None:
    """Kill the server (SIGKILL) and start it again; all people come back."""
    server.kill()
    server.start()
    for person in people:
        person.sit(since=person.version)
        catch_up(person)


def acked(person: Person, message: dict[str, Any]) -> int:
    """Return the version with which a message is acknowledged."""
    person.send(message)
    answer = person.receive("ack", "refused")
    assert answer["type"] == "ack", answer
    return int(answer["version"])
