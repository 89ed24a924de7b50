"""A shared replay in memory: its lines, its listeners, and the changes still to send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import msgspec

from rebelote.server.base.cluster.messages import Connected
from rebelote.server.base.log import Line, StoredLog
from rebelote.server.base.protocol.messages import FromServer
from rebelote.server.base.protocol.replay_messages import (
    ReplayChanged,
    ReplayLed,
    ReplayPlace,
    SharedComment,
    SharedMove,
    SharedReplay,
)
from rebelote.server.base.storage.store import Rows
from rebelote.server.features.history.replays import MatchId
from rebelote.server.features.shared_replays import replay as log
from rebelote.server.features.shared_replays.replay import Tree
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

Muted = Mapping[str, frozenset[str]]
"""The people to whom the words of an author are not sent, by author."""
MOST_OBSOLETE: Final = 1000
"""Numbers of obsolete lines that are remembered before all lines are read again."""
_LINES: Final = (
    "SELECT number, person, 0, line FROM shared_replay_lines "
    "WHERE replay = ? AND number > ? ORDER BY number"
)


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
    """The shown match: one of this server, or if that is None an uploaded record."""

    match: MatchId | None
    record: str = ""


class Changes(msgspec.Struct):
    """The changes since the last message: numbers of lines, and whether other parts changed."""

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


class OpenReplay(StoredLog[Tree, log.Line]):
    """A shared replay in memory."""

    def __init__(self, accounts: Accounts, replay: str, shown: Shown, opener: str) -> None:
        super().__init__(replay, log.FORM, Tree(opener))
        self.accounts, self.shown = accounts, shown
        self.listeners: list[Listener] = []
        self.elsewhere: dict[str, tuple[Connected, ...]] = {}
        """The people connected to other nodes, by node."""
        self.led = ReplayLed("", ReplayPlace())
        self.names: dict[str, str] = {}
        """The names of those who wrote something, or are connected."""
        self.removed: set[str] = set()
        """The people whom the opener has removed for good."""
        self.changes = Changes()
        self.latest = Changes()
        """The change made by the last line."""
        self.restarted = False
        """Whether lines were read again since, so that everyone must be sent the whole state."""

    @property
    def tree(self) -> Tree:
        """Its moves and comments."""
        return self.state

    @property
    def opener(self) -> str:
        """The person who opened it."""
        return self.tree.opener

    @property
    def here(self) -> dict[str, str]:
        """The people who are connected, here or to another node, and their names."""
        names = {one.person.id: one.person.name for one in self.listeners}
        for people in self.elsewhere.values():
            names |= {one.person: one.name for one in people}
        return names

    def connected(self) -> tuple[Connected, ...]:
        """Return the people connected to this node, as sent to other nodes."""
        people = {one.person.id: one.person.name for one in self.listeners}
        return tuple(Connected(*known) for known in people.items())

    @property
    def follows(self) -> ReplayLed:
        """The leader, who must be connected, and where the others follow to."""
        leader = self.led.leader if self.led.leader in self.here else ""
        return ReplayLed(leader, self.led.place)

    def involves(self, person: str) -> bool:
        """Return whether a person is connected, opened it or wrote something."""
        written = (*self.tree.moves.values(), *self.tree.comments.values())
        known = {self.opener, *self.here, *self.removed}
        return person in known or any(by == person for by, _ in written)

    def comment_authors(self, only_new: bool = False) -> set[str]:
        """Return the authors of the comments; `only_new`: of those still to be sent."""
        new = self.changes.written
        comments = self.tree.comments.items()
        return {by for number, (by, _) in comments if not only_new or number in new}

    # --- what changes

    async def rows(self, after: int) -> Rows:
        """Return the lines on disk after this number."""
        return await self.accounts.store.read(_LINES, self.id, after)

    async def catch_up(self) -> None:
        """Read the lines after the last one known; all, where some of these are gone already."""
        rows = await self.rows(self.last)
        expected = range(self.last + 1, self.last + 1 + len(rows))
        missed = self.last > 0 and [number for number, *_ in rows] != list(expected)
        if missed or len(self.tree.obsolete) > MOST_OBSOLETE:
            self.restart(Tree(self.opener))
            rows = await self.rows(0)
        self.read(rows)
        self.names |= await self.accounts.names({person for _, person, *_ in rows})

    def evolve(self, tree: Tree | None, line: Line[log.Line]) -> Tree:
        """Add a line, and queue what it changes to be sent."""
        assert tree is not None
        before = len(tree.moves), len(tree.comments)
        gone = tree.add(line.number, line.person, line.entry)
        written = {line.number} if before < (len(tree.moves), len(tree.comments)) else set[int]()
        self.latest = Changes(written, gone)
        if not self.restarted:
            self.changes.written |= written
            self.changes.withdrawn |= gone
        return tree

    def restart(self, state: Tree | None = None) -> None:
        """Forget all lines: they are about to be read from the first on."""
        super().restart(state)
        self.names.clear()
        self.changes, self.restarted = Changes(), True

    def take_changes(self) -> Changes:
        """Return what is still to be sent, and forget it."""
        taken, self.changes = self.changes, Changes()
        return taken

    # --- what is sent

    def seen_by(self, reader: Person, muted: Muted) -> SharedReplay:
        """Return the state for one reader, without comments of those whom they have muted."""
        moves, comments = self._lines(None, reader, muted)
        return SharedReplay(
            replay=self.id,
            match=str(self.shown.match or ""),
            version=self.last,
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
        """Return the changes for one reader, without lines withdrawn since."""
        moves, comments = self._lines(changes.written, reader, muted)
        known = self.names | self.here
        named = (
            {one.by for one in moves}
            | {one.by for one in comments}
            | (set(self.here) if changes.people else set())
        )
        return ReplayChanged(
            version=self.last,
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
        """Return the moves and comments of these numbers, or all, that a person may read."""
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
        """Return whether a person may withdraw a line of this author."""
        return person.id in (author, self.opener) or person.role == "admin"
