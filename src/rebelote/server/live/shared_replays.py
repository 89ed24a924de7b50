"""Shared replays: a match that has ended or a record, looked at by several together.

What they try and say is in lines on disk, whose key decides between nodes; who is here, who leads
and where to is in memory alone, and nodes tell it each other.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, Protocol

import msgspec

from rebelote.rules.refusals import IllegalAction
from rebelote.server.cluster.messages import Connected, ReplayPresence, ReplayWritten
from rebelote.server.cluster.node import Node
from rebelote.server.live.replays import MatchId, Replays
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person
from rebelote.server.protocol import chat
from rebelote.server.protocol.http_schemas import NewSharedReplay, NewVariation
from rebelote.server.protocol.messages import (
    Ack,
    AtReplay,
    CommentOn,
    FromServer,
    LeadReplay,
    ReplayLed,
    ReplayPlace,
    SharedComment,
    SharedMove,
    SharedReplay,
    TryMove,
    Withdraw,
)
from rebelote.server.runtime.supervision import report
from rebelote.server.storage.store import Taken
from rebelote.server.tables import shared_replay
from rebelote.server.tables.shared_replay import (
    MOST_DEPTH,
    Commented,
    Line,
    Path,
    Tree,
    Tried,
    Withdrawn,
)

ID_BYTES: Final = 9
"""Random bytes in the id of a shared replay."""
REPLAY_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
MOST_HERE: Final = 32
"""Connections to a shared replay by one node."""
MOST_OPENED: Final = 20
"""Shared replays that one person has opened and that are kept; the oldest go."""
KEPT_SECONDS: Final = 30 * 24 * 3600.0
"""How long a shared replay is kept after somebody was last there."""
ATTEMPTS: Final = 4
"""How often a line is tried to be written where others are faster."""
_OPEN: Final = (
    "INSERT INTO shared_replays (id, table_id, version, record, person, created, touched) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_BEYOND: Final = (
    "SELECT id FROM shared_replays WHERE person = ? ORDER BY created DESC, id LIMIT 100 OFFSET ?"
)
_OLD: Final = "SELECT id FROM shared_replays WHERE touched < ? ORDER BY touched LIMIT 100"
_ORPHANS: Final = (
    "DELETE FROM shared_replay_lines WHERE replay NOT IN (SELECT id FROM shared_replays)"
)
_DELETE: Final = (
    "DELETE FROM shared_replay_lines WHERE replay = ?",
    "DELETE FROM shared_replays WHERE id = ?",
)
_FOUND: Final = "SELECT table_id, version, record, person FROM shared_replays WHERE id = ?"
_TOUCH: Final = "UPDATE shared_replays SET touched = ? WHERE id = ?"
_LINES: Final = (
    "SELECT number, person, line FROM shared_replay_lines "
    "WHERE replay = ? AND number > ? ORDER BY number"
)
_WRITE: Final = (
    "INSERT INTO shared_replay_lines (replay, number, person, line) VALUES (CASE WHEN EXISTS ("
    "SELECT 1 FROM shared_replays WHERE id = ?1) THEN ?1 ELSE NULL END, ?2, ?3, ?4)"
)
"""Write a line; of a shared replay that is gone it has no key, which breaks a constraint."""


class Listener(Protocol):
    """A connection to a shared replay."""

    person: Person

    def send(self, message: FromServer) -> None:
        """Send it a message."""

    def close_to_reconnect(self) -> None:
        """Close it: whoever it is comes again."""


class Shown(NamedTuple):
    """What is looked at: a match of this server, or where that is None the record handed in."""

    match: MatchId | None
    record: str = ""


class OpenReplay:
    """A shared replay in memory: its lines, and who is here."""

    def __init__(self, replay: str, shown: Shown, opener: str) -> None:
        self.id, self.shown, self.opener = replay, shown, opener
        self.tree = Tree()
        self.lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.elsewhere: dict[str, tuple[Connected, ...]] = {}
        """By other nodes, who is connected to it there."""
        self.led = ReplayLed("", ReplayPlace())
        self.names: dict[str, str] = {}
        """Of those who wrote something, or are here."""

    @property
    def here(self) -> dict[str, str]:
        """The people who are connected, here or to another node, and their names."""
        found = {one.person.id: one.person.name for one in self.listeners}
        for people in self.elsewhere.values():
            found |= {one.person: one.name for one in people}
        return found

    def told_elsewhere(self) -> tuple[Connected, ...]:
        """Who is connected by this node, as other nodes are told."""
        people = {one.person.id: one.person.name for one in self.listeners}
        return tuple(Connected(*known) for known in people.items())

    def state(self, reader: str, muted: set[str]) -> SharedReplay:
        """How it stands, for one person; without comments of those whom they have muted."""
        moves = [SharedMove(n, m.word, m.parent, m.deal, m.step, by) for n, by, m in self._moves()]
        comments = [
            SharedComment(n, one.text, one.move, one.deal, one.step, by)
            for n, (by, one) in self.tree.comments.items()
            if by not in muted
        ]
        written = [(one.number, one.by) for one in moves]
        written += [(one.number, one.by) for one in comments]
        return SharedReplay(
            self.id,
            str(self.shown.match or ""),
            self.tree.last,
            self.led.leader if self.led.leader in self.here else "",
            self.led.place,
            tuple(self.here),
            self.names | self.here,
            tuple(moves),
            tuple(comments),
            tuple(number for number, by in written if reader in (by, self.opener)),
        )

    def _moves(self) -> list[tuple[int, str, Tried]]:
        return [(number, by, one) for number, (by, one) in self.tree.moves.items()]

    def involves(self, person: str) -> bool:
        """Whether somebody is here, opened it or wrote something."""
        written = (*self.tree.moves.values(), *self.tree.comments.values())
        return (
            person in self.here or person == self.opener or any(by == person for by, _ in written)
        )


class SharedReplays:
    """The shared replays of one server."""

    def __init__(self, services: TableServices, replays: Replays) -> None:
        self.services, self.replays = services, replays
        self.store, self.accounts = services.store, services.accounts
        self._open: dict[str, OpenReplay] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        services.replaced.append(self._person_changed)

    @property
    def node(self) -> Node | None:
        """This node, where there are several."""
        return self.services.node

    # --- opening ---

    async def create(self, person: Person, asked: NewSharedReplay) -> str:
        """The id of a new one of a match or a record.

        The oldest of those that somebody has opened goes for it, unless people are there.
        IllegalAction as `Replays.record` and `Replays.imported` say; `banned`, and for a record
        `muted`, as what is written in it is read by others.
        """
        self.services.check_ban(person.id)
        shown = await self._chosen(person, asked)
        rows = await self.store.read(_BEYOND, person.id, MOST_OPENED - 1)
        beyond = [row for row in rows if row[0] not in self._open]
        now, replay = self.accounts.timekeeper.now(), secrets.token_urlsafe(ID_BYTES)
        await self.accounts.write(
            (_OPEN, (replay, *(shown.match or ("", 0)), shown.record, person.id, now, now)),
            *self._deleted(beyond),
        )
        return replay

    async def _chosen(self, person: Person, asked: NewSharedReplay) -> Shown:
        if not asked.record:
            match = await self.replays.find(asked.match)
            await self.replays.record(match, person)
            return Shown(match)
        if asked.match:
            raise IllegalAction("malformed")
        if (sanction := self.services.sanction_of(person.id)) is not None:
            raise IllegalAction(sanction)
        await self.replays.imported(asked.record)
        return Shown(None, asked.record)

    # --- what is looked at ---

    async def replay(self, replay: str, reader: Person | None) -> bytes:
        """What is looked at as steps, in JSON (`http_schemas.Replay`).

        IllegalAction `no-such-replay`, or as `Replays.record` says.
        """
        shown = (await self._find(replay)).shown
        if shown.match is None:
            return await self.replays.imported(shown.record)
        return await self.replays.replay(shown.match, reader)

    async def varied(self, replay: str, reader: Person | None, asked: NewVariation) -> bytes:
        """A deal of it played on in another way. IllegalAction as `Replays.varied` says."""
        return await self._varied((await self._find(replay)).shown, reader, asked)

    async def _varied(self, shown: Shown, reader: Person | None, asked: NewVariation) -> bytes:
        if shown.match is None:
            asked = msgspec.structs.replace(asked, record=shown.record)
            return await self.replays.varied_record(asked)
        return await self.replays.varied(shown.match, reader, asked)

    async def _find(self, replay: str) -> OpenReplay:
        return self._open.get(replay) or await self._load(replay)

    # --- forgetting ---

    async def forget_old(self) -> None:
        """Delete those where nobody has been for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if not timekeeper.in_doubt:
            found = await self.store.read(_OLD, timekeeper.cutoff(KEPT_SECONDS))
            unused = [row for row in found if row[0] not in self._open]
            await self.accounts.write(*self._deleted(unused), (_ORPHANS, ()))

    def _deleted(self, rows: list[tuple[str]]) -> list[tuple[str, tuple[object, ...]]]:
        return [(sql, (replay,)) for (replay,) in rows for sql in _DELETE]

    # --- coming and going ---

    async def enter(self, listener: Listener, replay: str) -> OpenReplay:
        """Have a connection follow a shared replay; it is sent how things stand.

        IllegalAction `no-such-replay`, `replay-full`, `banned`, or as `Replays.record` says.
        """
        self.services.check_ban(listener.person.id)
        found = await self._find(replay)
        if found.shown.match is not None:
            await self.replays.record(found.shown.match, listener.person)
        await self.accounts.write((_TOUCH, (self.accounts.timekeeper.now(), replay)))
        # Another may have come meanwhile; from here on nobody can before it is in memory.
        found = self._open.setdefault(replay, found)
        if len(found.listeners) >= MOST_HERE:
            raise IllegalAction("replay-full")
        found.listeners.append(listener)
        try:
            async with found.lock:
                await self._catch_up(found)
            if found.led.leader not in found.here:
                found.led = ReplayLed(listener.person.id, found.led.place)
            self._tell_presence(found, asks=len(found.listeners) == 1)
            await self._broadcast(found)
        except BaseException:
            self.leave(listener, found)
            raise
        return found

    def leave(self, listener: Listener, found: OpenReplay) -> None:
        """A connection is gone."""
        found.listeners.remove(listener)
        self._tell_presence(found)
        if found.listeners:
            self._spawn(self._broadcast(found))
        elif self._open.get(found.id) is found:
            del self._open[found.id]

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_reported(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load(self, replay: str) -> OpenReplay:
        rows = await self.store.read(_FOUND, replay) if REPLAY_ID.fullmatch(replay) else []
        if not rows:
            raise IllegalAction("no-such-replay")
        table, version, record, opener = rows[0]
        shown = Shown(None, record) if record else Shown(MatchId(table, version))
        return OpenReplay(replay, shown, opener)

    # --- what is done there ---

    async def receive(
        self,
        listener: Listener,
        found: OpenReplay,
        message: AtReplay,
        reply: Callable[[FromServer], None],
    ) -> None:
        """Carry out a message, or refuse it: raises IllegalAction."""
        person = listener.person
        self.services.check_ban(person.id)
        match message:
            case LeadReplay():
                await self._lead(found, person, message)
            case TryMove():
                await self._try(found, person, message)
            case CommentOn():
                await self._write(found, person, await self._comment(found, person, message))
            case Withdraw():
                if person.id not in (found.opener, found.tree.author(message.number)):
                    raise IllegalAction("not-your-comment")
                await self._write(found, person, Withdrawn(message.number))
        reply(Ack(message.id, found.tree.last))

    async def _lead(self, found: OpenReplay, person: Person, message: LeadReplay) -> None:
        if message.move:
            found.tree.path(message.move)
        place = ReplayPlace(message.deal, message.step, message.move)
        found.led = ReplayLed(person.id, place)
        self._tell_presence(found)
        self._send_all(found, found.led)

    async def _try(self, found: OpenReplay, person: Person, message: TryMove) -> None:
        line = Tried(message.word, message.parent)
        if not message.parent:
            line = Tried(message.word, 0, message.deal, message.step)
        if found.tree.tried_already(line) is None:
            path = found.tree.path(line.parent) if line.parent else Path(line.deal, line.step)
            words = (*path.words, line.word)
            if len(words) > MOST_DEPTH:
                raise IllegalAction("too-large")
            # The rules say whether it may be done, in the worker.
            asked = NewVariation(path.deal, path.step, words)
            await self._varied(found.shown, person, asked)
            await self._write(found, person, line)

    async def _comment(self, found: OpenReplay, person: Person, message: CommentOn) -> Commented:
        if (sanction := self.services.sanction_of(person.id)) is not None:
            raise IllegalAction(sanction)
        if len(message.text) > chat.TEXT_LENGTH:
            raise IllegalAction("too-large")
        if not (text := chat.clean(message.text)):
            raise IllegalAction("malformed")
        if message.move:
            found.tree.path(message.move)
            return Commented(text, message.move)
        await self._varied(found.shown, person, NewVariation(message.deal, message.step))
        return Commented(text, 0, message.deal, message.step)

    async def _write(self, found: OpenReplay, person: Person, line: Line) -> None:
        """Write a line after the last; where another was faster, after that."""
        async with found.lock:
            for _ in range(ATTEMPTS):
                if not found.tree.takes(line):  # another was faster
                    break
                number, text = found.tree.last + 1, shared_replay.encode(line)
                try:
                    await self.accounts.write((_WRITE, (found.id, number, person.id, text)))
                except Taken:  # another node was faster, or has removed it
                    await self._still_there(found)
                    await self._catch_up(found)
                    continue
                found.tree.add(number, person.id, line)
                found.names[person.id] = person.name
                break
            else:
                raise IllegalAction("server-busy")
        if self.node is not None:
            self.node.tell(ReplayWritten(found.id))
        await self._broadcast(found)

    async def _still_there(self, found: OpenReplay) -> None:
        """IllegalAction `no-such-replay` where another node has removed it; then it is closed."""
        if not await self.store.read(_FOUND, found.id):
            self._spawn(self._read_anew(found))
            raise IllegalAction("no-such-replay")

    async def _catch_up(self, found: OpenReplay) -> None:
        rows = await self.store.read(_LINES, found.id, found.tree.last)
        for number, person, line in rows:
            if number > found.tree.last:
                found.tree.add(number, person, shared_replay.decode(line))
        found.names |= await self.accounts.names({person for _, person, _ in rows})

    def _close(self, found: OpenReplay) -> None:
        """It is gone: whoever is here comes again, and is told so."""
        if self._open.get(found.id) is found:
            del self._open[found.id]
        for listener in list(found.listeners):
            listener.close_to_reconnect()

    # --- telling ---

    async def _broadcast(self, found: OpenReplay) -> None:
        """Send everybody here how it stands."""
        muted: dict[str, set[str]] = {}
        for author in {by for by, _ in found.tree.comments.values()}:
            for reader in await self.accounts.relations.muted_by(author):
                muted.setdefault(reader, set()).add(author)
        for listener in list(found.listeners):
            reader = listener.person.id
            listener.send(found.state(reader, muted.get(reader, set())))

    def _send_all(self, found: OpenReplay, message: FromServer) -> None:
        for listener in list(found.listeners):
            listener.send(message)

    def _tell_presence(self, found: OpenReplay, asks: bool = False) -> None:
        if self.node is not None:
            led = found.led if found.led.leader in found.here else None
            self.node.tell(ReplayPresence(found.id, found.told_elsewhere(), led, asks))

    # --- other nodes, and people who change ---

    def retell(self) -> None:
        """Tell all other nodes who is here: somebody may not have heard it."""
        for found in self._open.values():
            self._tell_presence(found)

    async def hear(self, node: str, message: ReplayWritten | ReplayPresence) -> None:
        """Take over what another node tells."""
        if (found := self._open.get(message.replay)) is None:
            return
        if isinstance(message, ReplayWritten):
            async with found.lock:
                await self._catch_up(found)
            await self._broadcast(found)
        else:
            await self._hear_presence(found, node, message)

    async def _hear_presence(self, found: OpenReplay, node: str, told: ReplayPresence) -> None:
        before = found.here
        found.elsewhere.pop(node, None)
        if told.people:
            found.elsewhere[node] = told.people
        if told.asks:
            self._tell_presence(found)
        elif told.led is not None and told.led != found.led:
            found.led = told.led
            self._send_all(found, found.led)
        if found.here != before:
            await self._broadcast(found)

    async def forget_node(self, node: str) -> None:
        """Nobody is connected by that node any more."""
        for found in list(self._open.values()):
            if found.elsewhere.pop(node, None):
                await self._broadcast(found)

    async def poll(self) -> None:
        """Read what other nodes have written and could not tell."""
        for found in list(self._open.values()):
            last = found.tree.last
            async with found.lock:
                await self._catch_up(found)
            if found.tree.last != last:
                await self._broadcast(found)

    def _person_changed(self, person: str) -> None:
        """Somebody is another, or nobody, from now on: what names them is read anew."""
        for found in [one for one in self._open.values() if one.involves(person)]:
            for listener in [one for one in found.listeners if one.person.id == person]:
                listener.close_to_reconnect()
            self._spawn(self._read_anew(found))

    async def _read_anew(self, found: OpenReplay) -> None:
        async with found.lock:
            rows = await self.store.read(_FOUND, found.id)
            if not rows:  # it went with who had handed in its record, or for newer ones
                return self._close(found)
            *_, found.opener = rows[0]
            found.tree = Tree()
            found.names.clear()
            await self._catch_up(found)
        await self._broadcast(found)


async def _reported(work: Awaitable[None]) -> None:
    """What could not be told to those who stay is no fault of whoever left."""
    try:
        await work
    except Exception as error:
        report("shared replays", error)
