"""A table of a real server at the position that a test is about, with people at its seats.

The match is played here beforehand, in memory, and the log of its table is written beside the
server, which reads it as soon as a person joins. `browser.steps.come_in` brings a page to a seat;
`behind` plays on at the seat of a page.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence

import msgspec
from databases import looking_into
from http_person import in_the_file, log_of
from playwright.sync_api import Page
from server_process import Person, Server
from waiting import until

from rebelote.rules import codec, presets
from rebelote.rules.actions import Action, Bid, Cut, Packets, Pass, Play, Take
from rebelote.rules.deal import Phase, legal_cards
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.view import view
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.lobby import ID_BYTES
from rebelote.server.table.model import event_log, seating
from rebelote.server.table.model.event_log import Agreed, Entry
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata
from rebelote.server.table.table_services import draw_code
from rebelote.server.web.cookies import COOKIE

Choice = Callable[[Match], Action]
"""The action of the seat to act."""
Wish = Callable[[Match], bool]
HALF = 16
"""Where the slider of the cut stands."""
SEEDS = 3000
TERMS = Terms(level="beginner")


# --- the match ------------------------------------------------------------------------------------


def first(match: Match) -> Action:
    """Return a default action: take or bid if possible, follow the law, announce everything."""
    assert match.to_act is not None
    legal = view(match, match.to_act).legal
    assert legal is not None
    if "cut" in legal.actions:
        return Cut(HALF)
    if legal.packets:
        return Packets(legal.packets[0])
    if legal.calls:
        bids = [call for call in legal.calls if isinstance(call, Take | Bid)]
        silent = not any(call.trump for call in match.deal.calls)
        return bids[0] if bids and silent else Pass()
    card = next(iter(legal_cards(match.deal)))
    return Play(card, tuple(meld.kind for meld in legal.announce))


def passing(match: Match) -> Action:
    """Return the same default action, but never take or bid."""
    return Pass() if match.deal.phase is Phase.BIDDING else first(match)


class Position:
    """A match as it was played beforehand, with the entries of its log."""

    def __init__(
        self, rules: Rules | str = "french", seed: str | None = "1", terms: Terms = TERMS
    ) -> None:
        """Begin at the first deal, from the seed; without a seed, by chance and sealed."""
        self.entries: list[Entry] = []
        self.seed, self.terms = seed, terms
        self.rules = presets.rules(rules) if isinstance(rules, str) else rules
        self._room = Room(Table(""), TableMetadata(host="", seed=seed), "", 0.0)
        players = tuple(Occupant(person=str(seat)) for seat in range(self.rules.players))
        self._commit(self._table.agree(self.rules, terms, players))
        self._commit(self._table.start(self._room.secret()))

    @property
    def _table(self) -> Table:
        return self._room.table

    def _commit(self, change: Change) -> None:
        self.entries.append(change.entry)
        self._table.commit(change)

    @property
    def match(self) -> Match:
        return self._table.match

    def act(self, seat: int, action: Action) -> Position:
        """Apply an action of this seat."""
        self._commit(self._table.act(seat, action))
        return self

    def to(self, expected: Wish, choose: Choice = first) -> Position:
        """Play on until this is so, deal after deal."""
        while not expected(self.match):
            if (seat := self.match.to_act) is not None:
                self.act(seat, choose(self.match))
            else:
                following = self._table.go_on(self._room.secret())
                assert following, "the match is over"
                self._commit(following)
        return self


def result(
    rules: Rules | str, reached: Wish, expected: Wish, choose: Choice = first, terms: Terms = TERMS
) -> Position:
    """Find the first position of this kind, deal by deal, in which this holds as well."""
    for seed in range(SEEDS):
        position = Position(rules, str(seed), terms).to(reached, choose)
        if expected(position.match):
            return position
    raise AssertionError("no such deal")


def plays(seat: int, tricks: int = 0, laid: int = 0) -> Wish:
    """Wish that this seat is to play a card, after so many tricks and cards in this one."""

    def expected(match: Match) -> bool:
        deal = match.deal
        return (
            deal.phase is Phase.PLAY
            and deal.to_act == seat
            and len(deal.tricks) >= tricks
            and len(deal.trick) >= laid
        )

    return expected


def speaks(seat: int) -> Wish:
    """Wish that this seat is to speak in the auction."""
    return lambda match: match.deal.phase is Phase.BIDDING and match.deal.to_act == seat


def settled(match: Match) -> bool:
    """Return whether a deal that left marks is over."""
    return match.to_act is None and match.settlement is not None


# --- the table ------------------------------------------------------------------------------------


class Seated:
    """A table at a position: who sits where, and what the server holds true."""

    def __init__(self, server: Server, table: str, people: dict[int, Person]) -> None:
        self.server, self.table, self.people = server, table, people

    @property
    def code(self) -> str:
        """The code by which people join the table."""
        [(code,)] = in_the_file(self.server, "SELECT code FROM tables WHERE id = ?", self.table)
        return str(code)

    @property
    def kept(self) -> Table:
        """The table as it is on disk."""
        return Table.restore(self.table, log_of(self.server, self.table))

    @property
    def truth(self) -> Match:
        """The match as it is on disk."""
        return self.kept.match

    def play_on(self, done: Wish, choose: Choice = first) -> Match:
        """Play on with its people by the protocol, deal after deal, until this holds."""
        while not done((table := self.kept).match):
            seat = table.to_act
            if seat is not None and seat in self.people:
                self.send(seat, choose(table.match), table.version)
            for waiting in self.people.keys() - table.ready if seat is None else ():
                self._ask(waiting, "ready", self.kept.version)
            until(lambda: self.kept.version > table.version)
        return table.match

    def send(self, seat: int, action: Action, expect: int | None = None) -> None:
        """Send an action of this seat. `expect`: its version, by default the latest."""
        version = self.kept.version if expect is None else expect
        written = msgspec.to_builtins(action, enc_hook=codec.encode_hook)
        self._ask(seat, "act", version, action=written)

    def _ask(self, seat: int, kind: str, expect: int, **fields: object) -> None:
        """Send a request of a seat; its page may have done the same by itself meanwhile."""
        person = self.people[seat]
        if person.socket is None:
            person.sit()
        answer = person.ask(kind, expect=expect, **fields)
        done = answer.get("code") in ("stale", "not-your-turn", "deal-not-over")
        assert answer["type"] == "ack" or done, answer

    def close(self) -> None:
        for person in self.people.values():
            person.close()


def seated(
    server: Server, position: Position, names: Sequence[str | None] = ("Ann",), host: int = 0
) -> Seated:
    """Set up a table at this position with these people; bots take the other seats."""
    guests = [None if name is None else _guest(server, name) for name in names]
    people = tuple(FREE if guest is None else Occupant(person=guest[0]) for guest in guests)
    seats = seating.filled(seating.resized(people, position.rules.players), position.terms.level)
    opened, *played = position.entries
    assert isinstance(opened, Agreed)
    lines = [msgspec.structs.replace(opened, seats=seats), *played]
    table, code = secrets.token_urlsafe(ID_BYTES), draw_code()
    metadata = TableMetadata(host=people[host].person or "", seed=position.seed)
    _write(server, table, code, metadata, lines)
    sitting = {
        seat: Person(server, {"table": table, "code": code, "cookie": guest[1]})
        for seat, guest in enumerate(guests)
        if guest is not None
    }
    return Seated(server, table, sitting)


def _guest(server: Server, name: str) -> tuple[str, str]:
    """Create a person; return id and cookie."""
    cookie = server.guest(name)
    return json.loads(server.get("/api/me", cookie)[1])["id"], cookie


def _write(
    server: Server, table: str, code: str, metadata: TableMetadata, lines: Sequence[Entry]
) -> None:
    """Write the table and its log, beside the server."""
    now = time.time()
    with looking_into(server.database) as database:
        database.execute(
            "INSERT INTO tables (code, id, created, used, facts) VALUES (?, ?, ?, ?, ?)",
            (code, table, now, now, msgspec.json.encode(metadata)),
        )
        database.executemany(
            "INSERT INTO log (table_id, seq, entry, kind) VALUES (?, ?, ?, ?)",
            [
                (table, seq, event_log.encode(line), event_log.kind(line))
                for seq, line in enumerate(lines, 1)
            ],
        )
        people = {who.person for line in lines if isinstance(line, Agreed) for who in line.seats}
        database.executemany(
            "INSERT INTO seated (person, table_id) VALUES (?, ?)",
            [(person, table) for person in people if person],
        )


def behind(server: Server, *pages: Page) -> Seated:
    """Connect the people of these pages a second time to play on at their table."""
    table = pages[0].url.rpartition("/")[2]
    people = {}
    for page in pages:
        table_with_seat = page.locator("[data-testid=table][data-you]")  # once it has a view
        seat = int(table_with_seat.get_attribute("data-you") or "")
        kept = {it.get("name"): it.get("value") for it in page.context.cookies(server.url)}
        cookie = f"{COOKIE}={kept[COOKIE]}"
        people[seat] = Person(server, {"table": table, "cookie": cookie})
    return Seated(server, table, people)
