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
        result = await self._find(replay)
        if result.id not in self._open:
            await self.stored.catch_up(result)
        written = (*result.tree.moves.values(), *result.tree.comments.values())
        there = {result.opener, *result.here, *(by for by, _ in written)}
        said = [
            Said(None, result.names.get(by, ""), by, text=one.text)
            for by, one in result.tree.comments.values()
        ]
        return result.tree.last, said, there

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
        result = await self._find(replay)
        if result.shown.match is not None:
            await self.replays.record(result.shown.match, person)
        blocked = (await self.accounts.relations.blocked_by([person.id]))[person.id]
        await self.stored.touch(replay)
        # Another may have come meanwhile; from here on nobody can before it is in memory.
        result = self._open.setdefault(replay, result)
        self._check_may_enter(result, person, blocked)
        result.listeners.append(listener)
        try:
            async with result.lock:
                await self.stored.catch_up(result)
            if not result.follows.leader:
                result.led = ReplayLed(person.id, result.led.place)
            self._publish_presence(result, asks=len(result.listeners) == 1)
            if result.listeners == [listener]:
                result.take_changes()  # they are in the state
            await self._send_state(result, [listener])
            result.changes.people = True
            self._send_soon(result)
            if listener not in result.listeners:  # removed meanwhile
                raise IllegalActionError("shown-out")
        except BaseException:
            self.leave(listener, result)
            raise
        return result

    def _check_may_enter(self, result: OpenReplay, person: Person, blocked: frozenset[str]) -> None:
        opened = person.id == result.opener
        if person.id in result.removed:
            raise IllegalActionError("shown-out")
        if result.opener in blocked:
            raise IllegalActionError("kept-apart")
        if len(result.listeners) >= (MOST_HERE if opened else MOST_HERE - OPENER_CONNECTIONS):
            raise IllegalActionError("replay-full")

    def leave(self, listener: Listener, result: OpenReplay) -> None:
        """Remove a connection that is closed or was removed."""
        if listener not in result.listeners:
            return
        result.listeners.remove(listener)
        self._publish_presence(result)
        result.changes.people = True
        if result.listeners:
            self._send_soon(result)
        else:
            self._forget(result)

    def _forget(self, result: OpenReplay) -> None:
        """Drop it from memory."""
        if self._open.get(result.id) is result:
            del self._open[result.id]
        for paced in self._paced.pop(result, ()):
            paced.cancel()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_reported(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what is done there ---

    async def receive(
        self,
        listener: Listener,
        result: OpenReplay,
        message: AtReplay,
        reply: Callable[[FromServer], None],
    ) -> None:
        """Carry out a message, or refuse it: raises IllegalActionError."""
        person = listener.person
        self.services.check_ban(person.id)
        match message:
            case LeadReplay():
                await self._lead(result, person, message)
            case TryMove():
                await self._try(result, listener, message)
            case CommentOn():
                await self._write(result, listener, await self._comment(result, person, message))
            case Withdraw():
                if not result.may_withdraw(person, result.tree.author(message.number)):
                    raise IllegalActionError("not-your-comment")
                await self._write(result, listener, Withdrawn(message.number))
            case ShowOut():
                await self._show_out(result, person, message.person)
        reply(Ack(message.id, result.tree.last))

    async def _lead(self, result: OpenReplay, person: Person, message: LeadReplay) -> None:
        if message.move:
            result.tree.path(message.move)
        place = ReplayPlace(message.deal, message.step, message.move)
        result.led = ReplayLed(person.id, place)
        self._publish_presence(result)
        result.changes.led = True
        self._send_soon(result)

    async def _try(self, result: OpenReplay, listener: Listener, message: TryMove) -> None:
        line = Tried(message.word, message.parent)
        if not message.parent:
            line = Tried(message.word, 0, message.deal, message.step)
        if result.tree.tried_already(line) is None:
            path = result.tree.path(line.parent) if line.parent else Path(line.deal, line.step)
            words = (*path.words, line.word)
            if len(words) > MOST_DEPTH:
                raise IllegalActionError("too-large")
            # The rules say whether it may be done, in the worker.
            request = NewVariation(path.deal, path.step, words)
            await self._varied(result.shown, listener.person, request)
            await self._write(result, listener, line)

    async def _comment(self, result: OpenReplay, person: Person, message: CommentOn) -> Commented:
        self.services.check_may_write(person)
        if len(message.text) > chat.TEXT_LENGTH:
            raise IllegalActionError("too-large")
        if not (text := chat.clean(message.text)):
            raise IllegalActionError("malformed")
        if message.move:
            result.tree.path(message.move)
            return Commented(text, message.move)
        await self._varied(result.shown, person, NewVariation(message.deal, message.step))
        return Commented(text, 0, message.deal, message.step)

    async def _write(self, result: OpenReplay, listener: Listener, line: Line) -> None:
        """Write a line after the last; where another was faster, after that.

        Its author is sent it before the acknowledgement, the others as soon as the rate allows.
        """
        person, changes = listener.person, None
        async with result.lock:
            for _ in range(ATTEMPTS):
                if not result.tree.takes(line, person.id):  # another was faster
                    break
                number = result.tree.last + 1
                try:
                    await self.stored.write(result, number, person.id, line)
                except ConflictError:  # another node was faster, or has removed it
                    await self._still_there(result)
                    await self.stored.catch_up(result)
                    continue
                result.names[person.id] = person.name
                changes = result.add(number, person.id, line)
                break
            else:
                raise IllegalActionError("server-busy")
        self.services.replication.publish(ReplayWritten(result.id))
        if not listener.takes_changes:
            await self._send_state(result, [listener])
        elif changes is not None:
            listener.send(result.changed(changes, person, {}))
        self._send_soon(result)

    async def _still_there(self, result: OpenReplay) -> None:
        """IllegalActionError `no-such-replay` where another node has removed it; then it is
        closed."""
        if not await self.stored.exists(result.id):
            self._spawn(self._reload(result))
            raise IllegalActionError("no-such-replay")

    # --- removing people ---

    async def _show_out(self, result: OpenReplay, opener: Person, person: str) -> None:
        """Remove a person for good. IllegalActionError `not-the-host`, `no-such-person`."""
        if opener.id != result.opener:
            raise IllegalActionError("not-the-host")
        if person == opener.id or person not in result.here or len(result.removed) >= REMOVED:
            raise IllegalActionError("no-such-person")
        await self.stored.remove(result.id, person)
        self._remove(result, person)
        self.services.replication.publish(ReplayPersonRemoved(result.id, person))

    def _remove(self, result: OpenReplay, person: str) -> None:
        """Close the connections to this node of a person who has been removed."""
        result.removed.add(person)
        for listener in [one for one in result.listeners if one.person.id == person]:
            self.leave(listener, result)
            listener.remove("shown-out")

    def _close(self, result: OpenReplay) -> None:
        """Close it, for it is gone: those here reconnect, and are refused."""
        self._forget(result)
        for listener in list(result.listeners):
            listener.close_to_reconnect()

    # --- sending ---

    def _send_soon(self, result: OpenReplay) -> None:
        """Send everyone here what has changed, as soon as the rate allows."""
        if result.listeners:
            self._paces(result)[0].request()

    def _send_states_soon(self, result: OpenReplay) -> None:
        """Send the whole state, as soon as the rate of whole states allows."""
        if result.listeners:
            self._paces(result)[1].request()

    def _paces(self, result: OpenReplay) -> tuple[Paced, Paced]:
        """The pace of its changes, and that of its whole states."""
        if (known := self._paced.get(result)) is None:
            changes = Paced(lambda: _reported(self._send_changes(result)), CHANGES_SECONDS)
            states = Paced(lambda: _reported(self._send_states(result)), STATES_SECONDS)
            known = self._paced[result] = changes, states
        return known

    async def _send_changes(self, result: OpenReplay) -> None:
        """Send what has changed; the whole state to pages that take nothing smaller."""
        muted = await self._muted(result, only_new=True)
        changes, led = result.take_changes(), result.follows
        for listener in list(result.listeners):
            if changes.beside_led and listener.takes_changes:
                listener.send(result.changed(changes, listener.person, muted))
            elif changes.led:
                listener.send(led)
        older = not all(one.takes_changes for one in result.listeners)
        if result.restarted or (changes.beside_led and older):
            self._send_states_soon(result)

    async def _send_states(self, result: OpenReplay) -> None:
        await self._muted(result)
        all_of_them, result.restarted = result.restarted, False
        chosen = [one for one in result.listeners if all_of_them or not one.takes_changes]
        await self._send_state(result, chosen)

    async def _send_state(self, result: OpenReplay, listeners: Iterable[Listener]) -> None:
        """Send these listeners the whole state."""
        muted = await self._muted(result)
        for listener in listeners:
            listener.send(result.state(listener.person, muted))

    async def _muted(self, result: OpenReplay, only_new: bool = False) -> Muted:
        """The people who have muted each author: of all authors, or of those with new comments."""
        muted: dict[str, frozenset[str]] = {}
        while more := result.comment_authors(only_new) - muted.keys():
            muted |= await self.accounts.relations.muted_by_each(more)
        return muted

    def _publish_presence(self, result: OpenReplay, asks: bool = False) -> None:
        led = result.led if result.led.leader in result.here else None
        self.services.replication.publish(ReplayPresence(result.id, result.connected(), led, asks))

    # --- other nodes, and people who change ---

    def publish_all(self) -> None:
        """Send the other nodes who is here: one may have missed it."""
        for result in self._open.values():
            self._publish_presence(result)

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        if not isinstance(message, self.messages):
            return
        if (result := self._open.get(message.replay)) is None:
            return
        match message:
            case ReplayWritten():
                async with result.lock:
                    await self.stored.catch_up(result)
            case ReplayPresence():
                self._receive_presence(result, node, message)
            case ReplayPersonRemoved():
                self._remove(result, message.person)
        self._send_soon(result)

    def _receive_presence(self, result: OpenReplay, node: str, message: ReplayPresence) -> None:
        before = result.here
        result.elsewhere.pop(node, None)
        if message.people:
            result.elsewhere[node] = message.people
        if message.asks:
            self._publish_presence(result)
        elif message.led is not None and message.led != result.led:
            result.led = message.led
            result.changes.led = True
        result.changes.people |= result.here != before

    def forget_node(self, node: str) -> None:
        """Nobody is connected by that node any more."""
        for result in list(self._open.values()):
            if result.elsewhere.pop(node, None):
                result.changes.people = True
                self._send_soon(result)

    async def poll(self) -> None:
        """Read what other nodes have written and could not publish."""
        for result in list(self._open.values()):
            async with result.lock:
                await self.stored.catch_up(result)
            if result.changes:
                self._send_soon(result)

    def relations_changed(self, person: str) -> None:
        """A person has muted or unmuted others: their comments disappear, or are shown again."""
        for result in self._open.values():
            if any(one.person.id == person for one in result.listeners):
                result.restarted = True
                self._send_states_soon(result)

    def _person_changed(self, person: str) -> None:
        """A person has become another, or nobody: what names them is loaded again."""
        for result in [one for one in self._open.values() if one.involves(person)]:
            for listener in [one for one in result.listeners if one.person.id == person]:
                listener.close_to_reconnect()
            self._spawn(self._reload(result))

    async def _reload(self, result: OpenReplay) -> None:
        async with result.lock:
            try:
                now = await self.stored.find(result.id)
            except IllegalActionError:  # it went with its record, or for newer ones
                return self._close(result)
            result.restart(now.opener)
            result.removed = now.removed
            await self.stored.catch_up(result)
        self._send_states_soon(result)


async def _reported(work: Awaitable[None]) -> None:
    """Report an error: that others could not be informed is no fault of the person who left."""
    try:
        await work
    except Exception as error:
        report("shared replays", error)
