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
from rebelote.server.people.database import Person as Person_
from rebelote.server.protocol.messages import FromServer

FRIENDS = ("Ann", "Bea", "Cas", "Dov")


def open_table(server: Server, name: str = "Ann", **form: Any) -> Person:
    """A host at a table where nobody else sits yet."""
    host = Person(server, server.new_table(name, begin=False, **form))
    host.sit()
    return host


def come(server: Server, host: Person, name: str) -> Person:
    """A person who comes by the table's code."""
    status, body = server.get(f"/api/tables/{host.seated['code'].lower()}")
    assert status == 200
    person = Person(server, {"table": json.loads(body)["table"], "cookie": server.guest(name)})
    person.sit()
    return person


def catch_up(person: Person) -> dict[str, Any]:
    """How things stand by now."""
    person.send({"type": "ping"})
    person.receive("pong")
    return person.update


def seat_of(person: Person) -> int:
    seat: int = person.update["you"]
    return seat


def play_until(people: list[Person], done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Everybody does what they are asked to; the view in which it was done."""
    while not done(people[0].view):
        if not any(act(person, people) for person in people):
            all_receive(people, people[0].receive("update")["version"])
    return people[0].view


def act(person: Person, people: list[Person]) -> bool:
    """Whether there was something to do."""
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
    """Once the cards are dealt, the first to speak bids so."""
    view = play_until(people, lambda view: view["phase"] == "bidding" and not view["calls"])
    all_receive(people, people[0].version or 0)
    bidder: Person = people[view["to_act"]]
    say(bidder, people, bid)
    return bidder


def to_a_claim(people: list[Person]) -> Person:
    """Everybody does what comes first, until a seat may claim the rest; all have received it."""
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
    """Who sits where, by the last update of this person."""
    return [player["name"] for player in person.update["players"]]


def four(server: Server, **form: Any) -> list[Person]:
    """Four friends at a table, the match begun."""
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
    """Everybody plays the first thing there is until `done(the newest view)`."""
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


def seeker(server: Server, name: str, **wish: Any) -> Person:
    """A person whose search is under way."""
    person = Person(server, {"table": "", "cookie": server.guest(name)})
    person.knock()
    assert person.receive("refused")["code"] == "no-such-table"
    person.send({"type": "seek", "id": name, **wish})
    assert person.receive("seeking")["here"] >= 1
    return person


def seeker_at(server: Server, cookie: str, address: str, **wish: Any) -> Person:
    """A person at this address whose search is under way; an account is not of today."""
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
    """Accounts, each from an address of its own, at the table of a quick match, by seat."""
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
        """Reveal a nonce, and commit to the next; the answer."""
        self.revealed.append(nonce)
        self.nonce = secrets.token_hex(NONCE_BYTES)
        return self.ask("reveal", nonce=nonce, digest=commitment(bytes.fromhex(self.nonce)))

    def next(self) -> dict[str, Any]:
        """The next message; who is honest reveals when a pack is sealed with the own digest."""
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
        """Everything of a kind that was received."""
        return [it for it in self.events if it["event"] == event]


def begin(players: list[Player]) -> dict[str, Any]:
    """The host begins, and everybody receives the seal of the pack: the honest reveal then."""
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
        """Keep it."""
        self.incoming.append(message)

    def remove(self, code: str) -> None:
        """It receives no more."""

    def close_to_reconnect(self) -> None:
        """Nobody is sent to another node here."""


def two_people(server: Server, pace: str) -> list[Person]:
    """Two people in seats 0 and 2, two bots, and a match that has begun."""
    host = open_table(server, preset="french", level="beginner", terms={"pace": pace})
    bea = come(server, host, "Bea")
    assert bea.ask("sit", seat=2)["type"] == "ack"
    assert host.ask("begin")["type"] == "ack"
    for person in (host, bea):
        catch_up(person)
    return [host, bea]


def pull_the_plug(server: Server, people: list[Person]) -> None:
    """SIGKILL; the server starts again, and everybody comes back."""
    server.kill()
    server.start()
    for person in people:
        person.sit(since=person.version)
        catch_up(person)


def acked(person: Person, message: dict[str, Any]) -> int:
    """The version with which a message is acknowledged."""
    person.send(message)
    answer = person.receive("ack", "refused")
    assert answer["type"] == "ack", answer
    return int(answer["version"])
