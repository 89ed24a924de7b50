"""A table against bots without a network: the server's table, for one connection and no disk.

It speaks the messages of the socket. Its caller writes down its entries before it passes on
what it answers, and brings the chance; no rule of the game or of a table is here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from rebelote import bots
from rebelote.kernel import solver
from rebelote.rules import presets
from rebelote.rules.match import result_of
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import rule_card
from rebelote.server.base.protocol import messages, schemas
from rebelote.server.base.protocol.deltas import delta
from rebelote.server.base.protocol.messages import DELTAS_SINCE, PROTOCOLS, FromServer, refused
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.base.protocol.table_settings import Terms, check_length
from rebelote.server.base.protocol.updates import Player, Update
from rebelote.server.table.model import record_export, seat_commands, seating
from rebelote.server.table.model.reasons import DealReasons, failed_thought
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table

PERSON: Final = "offline"
"""The id of the one person at the table."""
LEVELS: Final = bots.LEVELS if solver.KERNEL else bots.WITHOUT_KERNEL
"""The levels that play here."""
HINTS: Final = LEVELS[-1]
"""The level that gives hints."""

LogLine = tuple[int, str | None, bytes]
"""An entry of the log: its version, the id of the message that caused it, and its JSON."""


class Answer(NamedTuple):
    """The result of a message: entries to write down, then frames to pass on."""

    entries: list[LogLine]
    frames: list[bytes]


class Opening(msgspec.Struct, frozen=True):
    """The settings of a new table."""

    preset: str = "french"
    options: dict[str, object] = {}
    level: str = bots.WITHOUT_KERNEL[-1]

    def agreement(self) -> tuple[Rules, Terms]:
        """Return its rules and terms. ValueError or IllegalActionError for impossible ones."""
        if self.level not in LEVELS:
            raise IllegalActionError("needs-network")
        rules = presets.rules(self.preset).agree(self.options)
        check_length(rules)
        return rules, Terms(watch="none", level=self.level)


class Chance:
    """The chance of one message: as many secrets as it takes, from one that nobody knew."""

    def __init__(self, secret: bytes) -> None:
        self._secret, self._drawn = secret, 0

    def draw(self) -> bytes:
        """Return the next secret."""
        self._drawn += 1
        return hashlib.sha256(self._secret + self._drawn.to_bytes(4, "big")).digest()


class OfflineTable:
    """A table at which one person plays against bots."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self._reasons = DealReasons(table)
        self._answer = Answer([], [])
        self._chance = Chance(b"")
        self._protocol = PROTOCOLS[-1]
        self._joined = False
        self._last: Update | None = None

    @classmethod
    def restore(cls, table_id: str, name: str, log: Iterable[LogLine]) -> OfflineTable:
        """Return the table with this log."""
        return cls(Table.restore(table_id, log, lambda _: name), name)

    @classmethod
    def open(
        cls, table_id: str, name: str, asked: bytes, secret: bytes
    ) -> tuple[OfflineTable, Answer]:
        """Open a new table and begin play. ValueError or IllegalActionError for invalid `asked`."""
        made = cls(Table(table_id), name)
        rules, terms = msgspec.json.decode(asked, type=Opening).agreement()
        seats = (made.me, *(FREE for _ in range(rules.players - 1)))
        return made, made._answered(secret, lambda: made._open(rules, terms, seats))

    def _open(self, rules: Rules, terms: Terms, seats: tuple[Occupant, ...]) -> None:
        self._commit(self.table.agree(rules, terms, seating.filled(seats, terms.level)))
        self._commit(self.table.start(self._chance.draw()))

    @property
    def me(self) -> Occupant:
        """The one person here."""
        return Occupant(name=self.name, bot=None, person=PERSON)

    # --- messages

    def receive(self, frame: str, secret: bytes) -> Answer:
        """Carry out one message, or refuse it, and let the bots go on."""
        return self._answered(secret, lambda: self._receive(frame))

    def _answered(self, secret: bytes, act: Callable[[], None]) -> Answer:
        self._answer, self._chance = Answer([], []), Chance(secret)
        act()
        return self._answer

    def _receive(self, frame: str) -> None:
        message: messages.FromClient | None = None
        try:
            message = _decoded(frame)
            self._dispatch(message)
        except IllegalActionError as error:
            self._refuse(error.refusal.code, message)
        if self._joined:
            self._advance()

    def _refuse(self, code: str, message: messages.FromClient | None) -> None:
        self._send(refused(code, getattr(message, "id", None), self.table.version))
        if code == "stale":
            self._send_update(getattr(message, "expect", None))

    def _dispatch(self, message: messages.FromClient) -> None:
        match message:
            case messages.Ping():
                self._send(messages.PONG)
            case messages.Join():
                self._join(message)
            case _ if not self._joined:
                raise IllegalActionError("join-first")
            case messages.Since():
                self._send_update(message.version)
            case messages.GameCommand():
                self._play(message)
            case messages.Commit() | messages.Reveal():
                self._shuffle(message)
            case messages.Hint():
                self._hint(message)
            case messages.Why():
                self._send(self._reasons.given(message))
            case _:
                self._arrange(message)

    def _join(self, message: messages.Join) -> None:
        """Begin a connection: what the one before committed to is not revealed any more."""
        if message.protocol not in PROTOCOLS:
            raise IllegalActionError("other-protocol")
        self._joined = False
        self.table.commitments.drop(PERSON)
        if self.table.awaited is not None:
            self._commit(self.table.deal())
        self._protocol, self._joined, self._last = message.protocol, True, None
        self._send_update(message.since)

    def _play(self, message: messages.Command) -> None:
        answer = self.table.receive(self._seat, message, self._chance.draw())
        if isinstance(answer, Change):
            self._commit(answer)
        else:
            self._send(answer)

    def _shuffle(self, message: messages.Commit | messages.Reveal) -> None:
        """Take a commitment to a nonce, or the nonce, and deal the pack that waited for it."""
        table = self.table
        if isinstance(message, messages.Reveal):
            if table.awaited is None:
                raise IllegalActionError("no-pack-awaited")
            table.awaited.reveal(message.nonce)
        if message.digest is not None:
            table.commitments.add(PERSON, PERSON, message.digest)
        self._send(messages.Ack(message.id, table.version))
        if table.awaited is not None and table.awaited.complete:
            self._commit(table.deal())

    def _hint(self, message: messages.Hint) -> None:
        if message.expect < self.table.played_at:
            raise IllegalActionError("stale")
        thought = bots.make(HINTS, self._seed()).think(self.table.to_hint(self._seat))
        self._send(messages.Hinted(message.id, message.expect, thought))

    def _arrange(self, message: messages.FromClient) -> None:
        """Change who sits where, or give up; nothing that takes others, or a clock."""
        if isinstance(message, messages.Surrender):
            if vote := self.table.vote_to_surrender(self._seat, message.on, message.id):
                self._commit(vote)
            return
        if not isinstance(message, seat_commands.SeatChange):
            raise IllegalActionError("needs-network")
        secret = self._chance.draw()
        for change in seat_commands.changes(self.table, self.me, True, message, secret):
            self._commit(change)
        done = self.table.acknowledged(message.id)
        self._send(done or messages.Ack(message.id, self.table.version))

    @property
    def _seat(self) -> int:
        seat = self.table.seat_of(PERSON)
        if seat is None:
            raise IllegalActionError("not-seated")
        return seat

    # --- bots

    def _advance(self) -> None:
        """Let bots, and the table itself, go on until the person is to act."""
        while (change := self._unasked()) is not None:
            self._commit(change)

    def _unasked(self) -> Change | None:
        """Return the next change that needs no action of the person, or None."""
        table = self.table
        if table.seat_of(PERSON) is None:
            return None
        again = table.by_itself(self._chance.draw()) or table.bot_intervening()
        return again or self._bots_action()

    def _bots_action(self) -> Change | None:
        outcome = self.table.bot_to_act()
        if outcome is None or self.table.awaited is not None or self.table.called_off:
            return None
        seat, level, seen = outcome
        try:
            thought = bots.make(level, self._seed()).think(seen)
            change = self.table.act(seat, thought.action)
        except Exception:  # the table would fail again whenever the person comes back
            thought = failed_thought(seen)
            change = self.table.act(seat, thought.action, failed=True)
        self._reasons.keep(seen, thought)
        return change

    def _seed(self) -> int:
        return int.from_bytes(self._chance.draw()[:4], "big")

    # --- answers

    def _commit(self, change: Change) -> None:
        """Have a change written, and then published."""
        version = self.table.version + 1
        self._answer.entries.append((version, change.client_id, change.encoded()))
        self.table.commit(change)
        if change.client_id is not None:
            self._send(messages.Ack(change.client_id, version))
        if self._joined:
            self._send_update(version - 1)

    def _send(self, message: FromServer) -> None:
        if isinstance(message, Update) and self._protocol >= DELTAS_SINCE:
            before, self._last = self._last, message
            self._answer.frames.append(schemas.encode(delta(before, message)))
        else:
            self._answer.frames.append(schemas.encode(message))

    def _send_update(self, since: int | None) -> None:
        self._send(self.update(since))

    def update(self, since: int | None) -> Update:
        """Return the events after version `since`, or a snapshot."""
        table, public = self.table, self.table.public()
        missed, you = table.missed(since), table.seat_of(PERSON)
        return Update(
            table=table.id,
            since=None if missed is None else since,
            version=table.version,
            events=missed or (),
            view=table.seen_from(public, you),
            players=tuple(self._players()),
            you=you,
            host=True,
            terms=table.terms,
            rules=rule_card(table.rules),
            pack=table.pack_in_play() if missed is None else None,
            may_claim=table.may_claim(you),
            may_take_back=table.may_take_back(you),
            practice=table.practice,
            claim=table.claim,
        )

    def _players(self) -> Iterator[Player]:
        for seat, who in enumerate(self.table.seats):
            yield Player(
                seat=seat,
                name=who.name,
                bot=who.bot is not None,
                connected=who.person is not None,
                ready=seat in self.table.ready,
                level=self.table.bot_in(seat) or "",
                person=who.person,
                host=who.person == PERSON,
            )


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended, as the page keeps it.

    `version`: that it began with. `record` has the person's name. `proof` has only the number of
    the seat and no seals, for the device has made the packs: what a server is handed.
    """

    version: int
    preset: str
    won: bool
    marks: int
    others: int
    record: str
    proof: str


def finished(table: Table, log: Iterable[bytes], name: str) -> Finished | None:
    """Return the last match at this table, if it has ended, counts, and the person began it."""
    lines, match = list(log), table.match
    seat = next((n for n, who in enumerate(table.starters) if who.person == PERSON), None)
    record, proof = record_of(lines, name), record_export.record(lines, lambda _: "", False)
    if not match.over or table.practice or seat is None or record is None:
        return None
    result = result_of(match.scores, match.winner, match.rules.sides[seat])
    return Finished(
        version=table.began_at,
        preset=match.rules.preset,
        won=result.won,
        marks=result.marks,
        others=result.others,
        record=record,
        proof=str(proof),
    )


def record_of(log: Iterable[bytes], name: str) -> str | None:
    """Return the record of the last match in a log, as text; None while there is none."""
    outcome = record_export.record(list(log), lambda _: name)
    return None if outcome is None else str(outcome)


def _decoded(frame: str) -> messages.FromClient:
    try:
        return messages.decode(frame)
    except ValueError:
        raise IllegalActionError("malformed") from None
