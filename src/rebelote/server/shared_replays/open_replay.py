"""A shared replay in memory: its lines, who is connected, and what is still to be sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import msgspec

from rebelote.server.cluster.messages import Connected
from rebelote.server.history.replays import MatchId
from rebelote.server.people.database import Person
from rebelote.server.protocol.messages import FromServer
from rebelote.server.protocol.replay_messages import (
    ReplayChanged,
    ReplayLed,
    ReplayPlace,
    SharedComment,
    SharedMove,
    SharedReplay,
)
from rebelote.server.shared_replays.replay import Line, Tree

Muted = Mapping[str, frozenset[str]]
"""By author, the people who are not sent what that author says."""


class Listener(Protocol):
    """A connection to a shared replay."""

    person: Person

    @property
    def takes_changes(self) -> bool:
        """Whether it is sent changes instead of the whole state each time."""

    def send(self, message: FromServer) -> None:
        """Send it a message."""

    def remove(self, code: str) -> None:
        """Send it the reason why it no longer follows the shared replay."""

    def close_to_reconnect(self) -> None:
        """Close it, so that the client reconnects."""


class Shown(NamedTuple):
    """What is looked at: a match of this server, or where that is None the record handed in."""

    match: MatchId | None
    record: str = ""


class Changes(msgspec.Struct):
    """What has changed since it was last sent: numbers of lines, and whether anything else has."""

    written: set[int] = msgspec.field(default_factory=set)
    withdrawn: set[int] = msgspec.field(default_factory=set)
    people: bool = False
    led: bool = False

    def __bool__(self) -> bool:
        return self.beside_led or self.led

    @property
    def beside_led(self) -> bool:
        """Whether anything has changed but who leads, and where to."""
        return bool(self.written or self.withdrawn or self.people)


class OpenReplay:
    """A shared replay in memory."""

    def __init__(self, replay: str, shown: Shown, opener: str) -> None:
        self.id, self.shown = replay, shown
        self.tree = Tree(opener)
        self.lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.elsewhere: dict[str, tuple[Connected, ...]] = {}
        """The people connected to other nodes, by node."""
        self.led = ReplayLed("", ReplayPlace())
        self.names: dict[str, str] = {}
        """The names of those who wrote something, or are connected."""
        self.removed: set[str] = set()
        """The people whom the opener has removed for good."""
        self.changes = Changes()
        self.restarted = False
        """Whether lines were read again since, so that everyone must be sent the whole state."""

    @property
    def opener(self) -> str:
        """The person who opened it."""
        return self.tree.opener

    @property
    def here(self) -> dict[str, str]:
        """The people who are connected, here or to another node, and their names."""
        result = {one.person.id: one.person.name for one in self.listeners}
        for people in self.elsewhere.values():
            result |= {one.person: one.name for one in people}
        return result

    def connected(self) -> tuple[Connected, ...]:
        """The people connected to this node, as sent to other nodes."""
        people = {one.person.id: one.person.name for one in self.listeners}
        return tuple(Connected(*known) for known in people.items())

    @property
    def follows(self) -> ReplayLed:
        """The leader, who must be connected, and where the others follow to."""
        leader = self.led.leader if self.led.leader in self.here else ""
        return ReplayLed(leader, self.led.place)

    def involves(self, person: str) -> bool:
        """Whether a person is connected, opened it or wrote something."""
        written = (*self.tree.moves.values(), *self.tree.comments.values())
        known = {self.opener, *self.here, *self.removed}
        return person in known or any(by == person for by, _ in written)

    def comment_authors(self, only_new: bool = False) -> set[str]:
        """The authors of the comments; `only_new`: of those still to be sent."""
        new = self.changes.written
        comments = self.tree.comments.items()
        return {by for number, (by, _) in comments if not only_new or number in new}

    # --- what changes

    def add(self, number: int, person: str, line: Line) -> Changes:
        """Add a line, and return what it changes, which is also queued to be sent."""
        before = len(self.tree.moves), len(self.tree.comments)
        gone = self.tree.add(number, person, line)
        written = {number} if before < (len(self.tree.moves), len(self.tree.comments)) else set()
        if not self.restarted:
            self.changes.written |= written
            self.changes.withdrawn |= gone
        return Changes(written, gone)

    def restart(self, opener: str) -> None:
        """Forget all lines: they are about to be read from the first on."""
        self.tree = Tree(opener)
        self.names.clear()
        self.changes, self.restarted = Changes(), True

    def take_changes(self) -> Changes:
        """Return what is still to be sent, and forget it."""
        taken, self.changes = self.changes, Changes()
        return taken

    # --- what is sent

    def state(self, reader: Person, muted: Muted) -> SharedReplay:
        """The state for one reader, without comments of those whom they have muted."""
        moves, comments = self._lines(None, reader, muted)
        return SharedReplay(
            replay=self.id,
            match=str(self.shown.match or ""),
            version=self.tree.last,
            leader=self.follows.leader,
            place=self.led.place,
            here=tuple(self.here),
            names=self.names | self.here,
            moves=moves,
            comments=comments,
            mine=self._may_withdraw(reader, *moves, *comments),
            opener=self.opener,
        )

    def changed(self, changes: Changes, reader: Person, muted: Muted) -> ReplayChanged:
        """The changes for one reader, without what has been withdrawn since."""
        moves, comments = self._lines(changes.written, reader, muted)
        known = self.names | self.here
        named = (
            {one.by for one in moves}
            | {one.by for one in comments}
            | (set(self.here) if changes.people else set())
        )
        return ReplayChanged(
            version=self.tree.last,
            here=tuple(self.here) if changes.people else None,
            led=self.follows if changes.people or changes.led else None,
            names={person: known[person] for person in named if person in known},
            moves=moves,
            comments=comments,
            withdrawn=tuple(sorted(changes.withdrawn)),
            mine=self._may_withdraw(reader, *moves, *comments),
        )

    def _lines(
        self, numbers: set[int] | None, reader: Person, muted: Muted
    ) -> tuple[tuple[SharedMove, ...], tuple[SharedComment, ...]]:
        """The moves and comments of these numbers, or all, that a person may read."""
        moves = (
            SharedMove(
                number=n,
                word=one.word,
                parent=one.parent,
                deal=one.deal,
                step=one.step,
                by=by,
            )
            for n, (by, one) in self.tree.moves.items()
            if numbers is None or n in numbers
        )
        comments = (
            SharedComment(
                number=n, text=one.text, move=one.move, deal=one.deal, step=one.step, by=by
            )
            for n, (by, one) in self.tree.comments.items()
            if (numbers is None or n in numbers) and reader.id not in muted.get(by, ())
        )
        return tuple(moves), tuple(comments)

    def _may_withdraw(self, reader: Person, *lines: SharedMove | SharedComment) -> tuple[int, ...]:
        return tuple(one.number for one in lines if self.may_withdraw(reader, one.by))

    def may_withdraw(self, person: Person, author: str) -> bool:
        """Whether a person may take back what this author wrote."""
        return person.id in (author, self.opener) or person.role == "admin"
