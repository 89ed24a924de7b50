"""Shared replays: a match that has ended or a record, looked at by several together.

What they try and say is in lines on disk, whose key decides between nodes; who is here, who leads
and where to is in memory alone, and nodes send it to each other. A person who joins is sent the
whole state, and from then on what has changed, at a bounded rate.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.cluster.messages import (
    Message,
    ReplayPersonRemoved,
    ReplayPresence,
    ReplayWritten,
)
from rebelote.server.history.replays import Replays
from rebelote.server.history.schemas import NewVariation
from rebelote.server.limits import limit
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person
from rebelote.server.protocol import chat
from rebelote.server.protocol.messages import Ack, AtReplay, FromServer, Said, ShowOut
from rebelote.server.protocol.replay_messages import (
    CommentOn,
    LeadReplay,
    ReplayLed,
    ReplayPlace,
    TryMove,
    Withdraw,
)
from rebelote.server.runtime.pacing import Paced
from rebelote.server.runtime.supervision import report
from rebelote.server.shared_replays.open_replay import Listener, Muted, OpenReplay, Shown
from rebelote.server.shared_replays.replay import (
    MOST_DEPTH,
    Commented,
    Line,
    NewSharedReplay,
    Path,
    Tried,
    Withdrawn,
)
from rebelote.server.shared_replays.stored import StoredReplays
from rebelote.server.storage.store import ConflictError

FORGET_EVERY: Final = 3600.0
"""Seconds between two runs that delete shared replays which nobody visits."""
MOST_HERE: Final = limit(32, "connections to a shared replay", per="node", beyond="replay-full")
OPENER_CONNECTIONS: Final = limit(
    2, "connections of these that are kept for the host", per="node", beyond="replay-full"
)
REMOVED: Final = limit(
    200, "people removed from a shared replay", per="shared replay", beyond="no-such-person"
)
CHANGES_SECONDS: Final = limit(
    0.25, "least time between two messages of what has changed", unit="s", per="shared replay"
)
STATES_SECONDS: Final = limit(
    2.0, "least time between two whole states that are sent again", unit="s", per="shared replay"
)
ATTEMPTS: Final = 4
"""How often a line is tried to be written where others are faster."""


class SharedReplays:
    """The shared replays of one server."""

    messages = (ReplayWritten, ReplayPresence, ReplayPersonRemoved)

    def __init__(self, services: TableServices, replays: Replays) -> None:
        self.services, self.replays = services, replays
        self.accounts, self.stored = services.accounts, StoredReplays(services.accounts)
        self._open: dict[str, OpenReplay] = {}
        self._paced: dict[OpenReplay, tuple[Paced, Paced]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        services.replaced.append(self._person_changed)

    # --- opening ---

    async def create(self, person: Person, request: NewSharedReplay) -> str:
        """The id of a new one of a match or a record.

        The oldest of those that the person has opened is deleted for it, unless people are there.
        A record is kept without the names of its players: they could not be erased.
        IllegalActionError as `Replays.record` and `Replays.imported` say; `banned`, and for a
        record `muted`, as what is written in it is read by others.
        """
        self.services.check_ban(person.id)
        shown = await self._chosen(person, request)
        return await self.stored.create(shown, person.id, self._open.keys())

    async def _chosen(self, person: Person, request: NewSharedReplay) -> Shown:
        if not request.record:
            match = await self.replays.find(request.match)
            await self.replays.record(match, person)
            return Shown(match)
        if request.match:
            raise IllegalActionError("malformed")
        self.services.check_may_write(person)
        return Shown(None, await self.replays.without_names(request.record))

    # --- what is looked at ---

    async def replay(self, replay: str, reader: Person | None) -> bytes:
        """What is looked at as steps, in compressed JSON (`history_schemas.Replay`).

        IllegalActionError `no-such-replay`, or as `Replays.record` says.
        """
        shown = (await self._find(replay)).shown
        if shown.match is None:
            return await self.replays.shared(shown.record)
        return await self.replays.replay(shown.match, reader)

    async def varied(self, replay: str, reader: Person | None, request: NewVariation) -> bytes:
        """A deal of it played on in another way. IllegalActionError as `Replays.varied` says."""
        return await self._varied((await self._find(replay)).shown, reader, request)

    async def _varied(self, shown: Shown, reader: Person | None, request: NewVariation) -> bytes:
        if shown.match is None:
            request = msgspec.structs.replace(request, record=shown.record)
            return await self.replays.varied_record(request)
        return await self.replays.varied(shown.match, reader, request)

    async def _find(self, replay: str) -> OpenReplay:
        return self._open.get(replay) or await self.stored.find(replay)

    async def said(self, replay: str) -> tuple[int, list[Said], set[str]]:
        """What a report on a person there includes: version, comments, and who is or was there.

        IllegalActionError `no-such-replay`.
        """
        found = await self._find(replay)
        if found.id not in self._open:
            await self.stored.catch_up(found)
        written = (*found.tree.moves.values(), *found.tree.comments.values())
        there = {found.opener, *found.here, *(by for by, _ in written)}
        said = [
            Said(None, found.names.get(by, ""), by, text=one.text)
            for by, one in found.tree.comments.values()
        ]
        return found.tree.last, said, there

    # --- forgetting ---

    async def forget_old(self) -> None:
        """Delete those where nobody has been for long; nothing while the clock is in doubt."""
        await self.stored.forget_old(self._open.keys())

    # --- coming and going ---

    async def enter(self, listener: Listener, replay: str) -> OpenReplay:
        """Have a connection follow a shared replay; it is sent the state.

        IllegalActionError `no-such-replay`, `replay-full`, `banned`, `shown-out`, `kept-apart`,
        or as `Replays.record` says.
        """
        person = listener.person
        self.services.check_ban(person.id)
        found = await self._find(replay)
        if found.shown.match is not None:
            await self.replays.record(found.shown.match, person)
        blocked = (await self.accounts.relations.blocked_by([person.id]))[person.id]
        await self.stored.touch(replay)
        # Another may have come meanwhile; from here on nobody can before it is in memory.
        found = self._open.setdefault(replay, found)
        self._check_may_enter(found, person, blocked)
        found.listeners.append(listener)
        try:
            async with found.lock:
                await self.stored.catch_up(found)
            if not found.follows.leader:
                found.led = ReplayLed(person.id, found.led.place)
            self._publish_presence(found, asks=len(found.listeners) == 1)
            if found.listeners == [listener]:
                found.take_changes()  # they are in the state
            await self._send_state(found, [listener])
            found.changes.people = True
            self._send_soon(found)
            if listener not in found.listeners:  # removed meanwhile
                raise IllegalActionError("shown-out")
        except BaseException:
            self.leave(listener, found)
            raise
        return found

    def _check_may_enter(self, found: OpenReplay, person: Person, blocked: frozenset[str]) -> None:
        opened = person.id == found.opener
        if person.id in found.removed:
            raise IllegalActionError("shown-out")
        if found.opener in blocked:
            raise IllegalActionError("kept-apart")
        if len(found.listeners) >= (MOST_HERE if opened else MOST_HERE - OPENER_CONNECTIONS):
            raise IllegalActionError("replay-full")

    def leave(self, listener: Listener, found: OpenReplay) -> None:
        """Remove a connection that is closed or was removed."""
        if listener not in found.listeners:
            return
        found.listeners.remove(listener)
        self._publish_presence(found)
        found.changes.people = True
        if found.listeners:
            self._send_soon(found)
        else:
            self._forget(found)

    def _forget(self, found: OpenReplay) -> None:
        """Drop it from memory."""
        if self._open.get(found.id) is found:
            del self._open[found.id]
        for paced in self._paced.pop(found, ()):
            paced.cancel()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_reported(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what is done there ---

    async def receive(
        self,
        listener: Listener,
        found: OpenReplay,
        message: AtReplay,
        reply: Callable[[FromServer], None],
    ) -> None:
        """Carry out a message, or refuse it: raises IllegalActionError."""
        person = listener.person
        self.services.check_ban(person.id)
        match message:
            case LeadReplay():
                await self._lead(found, person, message)
            case TryMove():
                await self._try(found, listener, message)
            case CommentOn():
                await self._write(found, listener, await self._comment(found, person, message))
            case Withdraw():
                if not found.may_withdraw(person, found.tree.author(message.number)):
                    raise IllegalActionError("not-your-comment")
                await self._write(found, listener, Withdrawn(message.number))
            case ShowOut():
                await self._show_out(found, person, message.person)
        reply(Ack(message.id, found.tree.last))

    async def _lead(self, found: OpenReplay, person: Person, message: LeadReplay) -> None:
        if message.move:
            found.tree.path(message.move)
        place = ReplayPlace(message.deal, message.step, message.move)
        found.led = ReplayLed(person.id, place)
        self._publish_presence(found)
        found.changes.led = True
        self._send_soon(found)

    async def _try(self, found: OpenReplay, listener: Listener, message: TryMove) -> None:
        line = Tried(message.word, message.parent)
        if not message.parent:
            line = Tried(message.word, 0, message.deal, message.step)
        if found.tree.tried_already(line) is None:
            path = found.tree.path(line.parent) if line.parent else Path(line.deal, line.step)
            words = (*path.words, line.word)
            if len(words) > MOST_DEPTH:
                raise IllegalActionError("too-large")
            # The rules say whether it may be done, in the worker.
            request = NewVariation(path.deal, path.step, words)
            await self._varied(found.shown, listener.person, request)
            await self._write(found, listener, line)

    async def _comment(self, found: OpenReplay, person: Person, message: CommentOn) -> Commented:
        self.services.check_may_write(person)
        if len(message.text) > chat.TEXT_LENGTH:
            raise IllegalActionError("too-large")
        if not (text := chat.clean(message.text)):
            raise IllegalActionError("malformed")
        if message.move:
            found.tree.path(message.move)
            return Commented(text, message.move)
        await self._varied(found.shown, person, NewVariation(message.deal, message.step))
        return Commented(text, 0, message.deal, message.step)

    async def _write(self, found: OpenReplay, listener: Listener, line: Line) -> None:
        """Write a line after the last; where another was faster, after that.

        Its author is sent it before the acknowledgement, the others as soon as the rate allows.
        """
        person, changes = listener.person, None
        async with found.lock:
            for _ in range(ATTEMPTS):
                if not found.tree.takes(line, person.id):  # another was faster
                    break
                number = found.tree.last + 1
                try:
                    await self.stored.write(found, number, person.id, line)
                except ConflictError:  # another node was faster, or has removed it
                    await self._still_there(found)
                    await self.stored.catch_up(found)
                    continue
                found.names[person.id] = person.name
                changes = found.add(number, person.id, line)
                break
            else:
                raise IllegalActionError("server-busy")
        self.services.replication.publish(ReplayWritten(found.id))
        if not listener.takes_changes:
            await self._send_state(found, [listener])
        elif changes is not None:
            listener.send(found.changed(changes, person, {}))
        self._send_soon(found)

    async def _still_there(self, found: OpenReplay) -> None:
        """IllegalActionError `no-such-replay` where another node has removed it; then it is
        closed."""
        if not await self.stored.exists(found.id):
            self._spawn(self._reload(found))
            raise IllegalActionError("no-such-replay")

    # --- removing people ---

    async def _show_out(self, found: OpenReplay, opener: Person, person: str) -> None:
        """Remove a person for good. IllegalActionError `not-the-host`, `no-such-person`."""
        if opener.id != found.opener:
            raise IllegalActionError("not-the-host")
        if person == opener.id or person not in found.here or len(found.removed) >= REMOVED:
            raise IllegalActionError("no-such-person")
        await self.stored.remove(found.id, person)
        self._remove(found, person)
        self.services.replication.publish(ReplayPersonRemoved(found.id, person))

    def _remove(self, found: OpenReplay, person: str) -> None:
        """Close the connections to this node of a person who has been removed."""
        found.removed.add(person)
        for listener in [one for one in found.listeners if one.person.id == person]:
            self.leave(listener, found)
            listener.remove("shown-out")

    def _close(self, found: OpenReplay) -> None:
        """Close it, for it is gone: those here reconnect, and are refused."""
        self._forget(found)
        for listener in list(found.listeners):
            listener.close_to_reconnect()

    # --- sending ---

    def _send_soon(self, found: OpenReplay) -> None:
        """Send everyone here what has changed, as soon as the rate allows."""
        if found.listeners:
            self._paces(found)[0].request()

    def _send_states_soon(self, found: OpenReplay) -> None:
        """Send the whole state, as soon as the rate of whole states allows."""
        if found.listeners:
            self._paces(found)[1].request()

    def _paces(self, found: OpenReplay) -> tuple[Paced, Paced]:
        """The pace of its changes, and that of its whole states."""
        if (known := self._paced.get(found)) is None:
            changes = Paced(lambda: _reported(self._send_changes(found)), CHANGES_SECONDS)
            states = Paced(lambda: _reported(self._send_states(found)), STATES_SECONDS)
            known = self._paced[found] = changes, states
        return known

    async def _send_changes(self, found: OpenReplay) -> None:
        """Send what has changed; the whole state to pages that take nothing smaller."""
        muted = await self._muted(found, only_new=True)
        changes, led = found.take_changes(), found.follows
        for listener in list(found.listeners):
            if changes.beside_led and listener.takes_changes:
                listener.send(found.changed(changes, listener.person, muted))
            elif changes.led:
                listener.send(led)
        older = not all(one.takes_changes for one in found.listeners)
        if found.restarted or (changes.beside_led and older):
            self._send_states_soon(found)

    async def _send_states(self, found: OpenReplay) -> None:
        await self._muted(found)
        all_of_them, found.restarted = found.restarted, False
        chosen = [one for one in found.listeners if all_of_them or not one.takes_changes]
        await self._send_state(found, chosen)

    async def _send_state(self, found: OpenReplay, listeners: Iterable[Listener]) -> None:
        """Send these listeners the whole state."""
        muted = await self._muted(found)
        for listener in listeners:
            listener.send(found.state(listener.person, muted))

    async def _muted(self, found: OpenReplay, only_new: bool = False) -> Muted:
        """The people who have muted each author: of all authors, or of those with new comments."""
        muted: dict[str, frozenset[str]] = {}
        while more := found.comment_authors(only_new) - muted.keys():
            muted |= await self.accounts.relations.muted_by_each(more)
        return muted

    def _publish_presence(self, found: OpenReplay, asks: bool = False) -> None:
        led = found.led if found.led.leader in found.here else None
        self.services.replication.publish(ReplayPresence(found.id, found.connected(), led, asks))

    # --- other nodes, and people who change ---

    def publish_all(self) -> None:
        """Send the other nodes who is here: one may have missed it."""
        for found in self._open.values():
            self._publish_presence(found)

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        if not isinstance(message, self.messages):
            return
        if (found := self._open.get(message.replay)) is None:
            return
        match message:
            case ReplayWritten():
                async with found.lock:
                    await self.stored.catch_up(found)
            case ReplayPresence():
                self._receive_presence(found, node, message)
            case ReplayPersonRemoved():
                self._remove(found, message.person)
        self._send_soon(found)

    def _receive_presence(self, found: OpenReplay, node: str, message: ReplayPresence) -> None:
        before = found.here
        found.elsewhere.pop(node, None)
        if message.people:
            found.elsewhere[node] = message.people
        if message.asks:
            self._publish_presence(found)
        elif message.led is not None and message.led != found.led:
            found.led = message.led
            found.changes.led = True
        found.changes.people |= found.here != before

    def forget_node(self, node: str) -> None:
        """Nobody is connected by that node any more."""
        for found in list(self._open.values()):
            if found.elsewhere.pop(node, None):
                found.changes.people = True
                self._send_soon(found)

    async def poll(self) -> None:
        """Read what other nodes have written and could not publish."""
        for found in list(self._open.values()):
            async with found.lock:
                await self.stored.catch_up(found)
            if found.changes:
                self._send_soon(found)

    def relations_changed(self, person: str) -> None:
        """A person has muted or unmuted others: their comments disappear, or are shown again."""
        for found in self._open.values():
            if any(one.person.id == person for one in found.listeners):
                found.restarted = True
                self._send_states_soon(found)

    def _person_changed(self, person: str) -> None:
        """A person has become another, or nobody: what names them is loaded again."""
        for found in [one for one in self._open.values() if one.involves(person)]:
            for listener in [one for one in found.listeners if one.person.id == person]:
                listener.close_to_reconnect()
            self._spawn(self._reload(found))

    async def _reload(self, found: OpenReplay) -> None:
        async with found.lock:
            try:
                now = await self.stored.find(found.id)
            except IllegalActionError:  # it went with its record, or for newer ones
                return self._close(found)
            found.restart(now.opener)
            found.removed = now.removed
            await self.stored.catch_up(found)
        self._send_states_soon(found)


async def _reported(work: Awaitable[None]) -> None:
    """Report an error: that others could not be informed is no fault of the person who left."""
    try:
        await work
    except Exception as error:
        report("shared replays", error)
