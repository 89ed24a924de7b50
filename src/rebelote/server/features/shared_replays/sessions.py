"""Shared replays: a match that has ended or a record, looked at by several together.

What they try and say is in lines on disk, whose key decides between nodes; who is here, who leads
and where to is in memory alone, and nodes send it to each other. A person who joins is sent the
whole state, and from then on what has changed, at a bounded rate.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import (
    Message,
    ReplayPersonRemoved,
    ReplayPresence,
    ReplayWritten,
)
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import chat
from rebelote.server.base.protocol.messages import Ack, AtReplay, FromServer, Said, ShowOut
from rebelote.server.base.protocol.replay_messages import (
    CommentOn,
    LeadReplay,
    ReplayLed,
    ReplayPlace,
    TryMove,
    Withdraw,
)
from rebelote.server.base.runtime.pacing import Paced
from rebelote.server.base.runtime.supervision import report
from rebelote.server.features.history.replays import Replays
from rebelote.server.features.history.schemas import NewVariation
from rebelote.server.features.shared_replays.open_replay import Listener, Muted, OpenReplay, Shown
from rebelote.server.features.shared_replays.replay import (
    MOST_DEPTH,
    Commented,
    Line,
    NewSharedReplay,
    Path,
    Tree,
    Tried,
    Withdrawn,
)
from rebelote.server.features.shared_replays.stored import StoredReplays
from rebelote.server.people.database import Person
from rebelote.server.table.events import TableListener
from rebelote.server.table.table_services import TableServices

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


class SharedReplays(TableListener):
    """The shared replays of one server."""

    messages = (ReplayWritten, ReplayPresence, ReplayPersonRemoved)

    def __init__(self, services: TableServices, replays: Replays) -> None:
        self.services, self.replays = services, replays
        self.accounts, self.stored = services.accounts, StoredReplays(services.accounts)
        self._open: dict[str, OpenReplay] = {}
        self._paced: dict[OpenReplay, tuple[Paced, Paced]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- opening ---

    async def create(self, person: Person, request: NewSharedReplay) -> str:
        """Return the id of a new one of a match or a record.

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
        """Return the shown match as steps, in compressed JSON (`history_schemas.Replay`).

        IllegalActionError `no-such-replay`, or as `Replays.record` says.
        """
        shown = (await self._find(replay)).shown
        if shown.match is None:
            return await self.replays.shared(shown.record)
        return await self.replays.replay(shown.match, reader)

    async def varied(self, replay: str, reader: Person | None, request: NewVariation) -> bytes:
        """Return a deal with a variation. IllegalActionError as `Replays.varied` says."""
        return await self._varied((await self._find(replay)).shown, reader, request)

    async def _varied(self, shown: Shown, reader: Person | None, request: NewVariation) -> bytes:
        if shown.match is None:
            request = msgspec.structs.replace(request, record=shown.record)
            return await self.replays.varied_record(request)
        return await self.replays.varied(shown.match, reader, request)

    async def _find(self, replay: str) -> OpenReplay:
        return self._open.get(replay) or await self.stored.find(replay)

    async def said(self, replay: str) -> tuple[int, list[Said], set[str]]:
        """Return the content of a report: version, comments, and the people who are or were there.

        IllegalActionError `no-such-replay`.
        """
        shared = await self._find(replay)
        if shared.id not in self._open:
            await shared.catch_up()
        written = (*shared.tree.moves.values(), *shared.tree.comments.values())
        there = {shared.opener, *shared.here, *(by for by, _ in written)}
        said = [
            Said(seat=None, name=shared.names.get(by, ""), person=by, text=one.text)
            for by, one in shared.tree.comments.values()
        ]
        return shared.last, said, there

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
        shared = await self._find(replay)
        if shared.shown.match is not None:
            await self.replays.record(shared.shown.match, person)
        blocked = (await self.accounts.relations.blocked_by([person.id]))[person.id]
        await self.stored.touch(replay)
        # Another may have come meanwhile; from here on nobody can before it is in memory.
        shared = self._open.setdefault(replay, shared)
        self._check_may_enter(shared, person, blocked)
        shared.listeners.append(listener)
        try:
            async with shared.lock:
                await shared.catch_up()
            if not shared.follows.leader:
                shared.led = ReplayLed(person.id, shared.led.place)
            self._publish_presence(shared, asks=len(shared.listeners) == 1)
            if shared.listeners == [listener]:
                shared.take_changes()  # they are in the state
            await self._send_state(shared, [listener])
            shared.changes.people = True
            self._send_soon(shared)
            if listener not in shared.listeners:  # removed meanwhile
                raise IllegalActionError("shown-out")
        except BaseException:
            self.leave(listener, shared)
            raise
        return shared

    def _check_may_enter(self, shared: OpenReplay, person: Person, blocked: frozenset[str]) -> None:
        opened = person.id == shared.opener
        if person.id in shared.removed:
            raise IllegalActionError("shown-out")
        if shared.opener in blocked:
            raise IllegalActionError("kept-apart")
        if len(shared.listeners) >= (MOST_HERE if opened else MOST_HERE - OPENER_CONNECTIONS):
            raise IllegalActionError("replay-full")

    def leave(self, listener: Listener, shared: OpenReplay) -> None:
        """Remove a connection that is closed or was removed."""
        if listener not in shared.listeners:
            return
        shared.listeners.remove(listener)
        self._publish_presence(shared)
        shared.changes.people = True
        if shared.listeners:
            self._send_soon(shared)
        else:
            self._forget(shared)

    def _forget(self, shared: OpenReplay) -> None:
        """Drop it from memory."""
        if self._open.get(shared.id) is shared:
            del self._open[shared.id]
        for paced in self._paced.pop(shared, ()):
            paced.cancel()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_reported(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what is done there ---

    async def receive(
        self,
        listener: Listener,
        shared: OpenReplay,
        message: AtReplay,
        reply: Callable[[FromServer], None],
    ) -> None:
        """Carry out a message, or refuse it: raises IllegalActionError."""
        person = listener.person
        self.services.check_ban(person.id)
        match message:
            case LeadReplay():
                await self._lead(shared, person, message)
            case TryMove():
                await self._try(shared, listener, message)
            case CommentOn():
                await self._write(shared, listener, await self._comment(shared, person, message))
            case Withdraw():
                if not shared.may_withdraw(person, shared.tree.author(message.number)):
                    raise IllegalActionError("not-your-comment")
                await self._write(shared, listener, Withdrawn(message.number))
            case ShowOut():
                await self._show_out(shared, person, message.person)
        reply(Ack(message.id, shared.last))

    async def _lead(self, shared: OpenReplay, person: Person, message: LeadReplay) -> None:
        if message.move:
            shared.tree.path(message.move)
        place = ReplayPlace(message.deal, message.step, message.move)
        shared.led = ReplayLed(person.id, place)
        self._publish_presence(shared)
        shared.changes.led = True
        self._send_soon(shared)

    async def _try(self, shared: OpenReplay, listener: Listener, message: TryMove) -> None:
        line = Tried(message.word, message.parent)
        if not message.parent:
            line = Tried(message.word, 0, message.deal, message.step)
        if shared.tree.tried_already(line) is None:
            path = shared.tree.path(line.parent) if line.parent else Path(line.deal, line.step)
            words = (*path.words, line.word)
            if len(words) > MOST_DEPTH:
                raise IllegalActionError("too-large")
            # The rules say whether it may be done, in the worker.
            request = NewVariation(deal=path.deal, step=path.step, actions=words)
            await self._varied(shared.shown, listener.person, request)
            await self._write(shared, listener, line)

    async def _comment(self, shared: OpenReplay, person: Person, message: CommentOn) -> Commented:
        self.services.check_may_write(person)
        if len(message.text) > chat.TEXT_LENGTH:
            raise IllegalActionError("too-large")
        if not (text := chat.clean(message.text)):
            raise IllegalActionError("malformed")
        if message.move:
            shared.tree.path(message.move)
            return Commented(text, message.move)
        request = NewVariation(deal=message.deal, step=message.step)
        await self._varied(shared.shown, person, request)
        return Commented(text, 0, message.deal, message.step)

    async def _write(self, shared: OpenReplay, listener: Listener, line: Line) -> None:
        """Write a line after the last; where another was faster, after that.

        Its author is sent it before the acknowledgement, the others as soon as the rate allows.
        """
        person = listener.person

        async def decide() -> list[Line]:
            return [line] if shared.tree.takes(line, person.id) else []

        try:
            written = await shared.append(
                person.id, decide, partial(self.stored.write, shared, line)
            )
        except IllegalActionError as error:
            if error.refusal.code == "no-such-replay":  # another node has removed it
                self._spawn(self._reload(shared))
            raise
        shared.names[person.id] = person.name
        self.services.replication.publish(ReplayWritten(shared.id))
        if not listener.takes_changes:
            await self._send_state(shared, [listener])
        elif written:
            listener.send(shared.changed(shared.latest, person, {}))
        self._send_soon(shared)

    # --- removing people ---

    async def _show_out(self, shared: OpenReplay, opener: Person, person: str) -> None:
        """Remove a person for good. IllegalActionError `not-the-host`, `no-such-person`."""
        if opener.id != shared.opener:
            raise IllegalActionError("not-the-host")
        if person == opener.id or person not in shared.here or len(shared.removed) >= REMOVED:
            raise IllegalActionError("no-such-person")
        await self.stored.remove(shared.id, person)
        self._remove(shared, person)
        self.services.replication.publish(ReplayPersonRemoved(shared.id, person))

    def _remove(self, shared: OpenReplay, person: str) -> None:
        """Close the connections to this node of a person who has been removed."""
        shared.removed.add(person)
        for listener in [one for one in shared.listeners if one.person.id == person]:
            self.leave(listener, shared)
            listener.remove("shown-out")

    def _close(self, shared: OpenReplay) -> None:
        """Close it, for it is gone: those here reconnect, and are refused."""
        self._forget(shared)
        for listener in list(shared.listeners):
            listener.close_to_reconnect()

    # --- sending ---

    def _send_soon(self, shared: OpenReplay) -> None:
        """Send everyone here what has changed, as soon as the rate allows."""
        if shared.listeners:
            self._paces(shared)[0].request()

    def _send_states_soon(self, shared: OpenReplay) -> None:
        """Send the whole state, as soon as the rate of whole states allows."""
        if shared.listeners:
            self._paces(shared)[1].request()

    def _paces(self, shared: OpenReplay) -> tuple[Paced, Paced]:
        """Return the pace of its changes, and that of its whole states."""
        if (known := self._paced.get(shared)) is None:
            changes = Paced(lambda: _reported(self._send_changes(shared)), CHANGES_SECONDS)
            states = Paced(lambda: _reported(self._send_states(shared)), STATES_SECONDS)
            known = self._paced[shared] = changes, states
        return known

    async def _send_changes(self, shared: OpenReplay) -> None:
        """Send what has changed; the whole state to pages that take nothing smaller."""
        muted = await self._muted(shared, only_new=True)
        changes, led = shared.take_changes(), shared.follows
        for listener in list(shared.listeners):
            if changes.beside_led and listener.takes_changes:
                listener.send(shared.changed(changes, listener.person, muted))
            elif changes.led:
                listener.send(led)
        older = not all(one.takes_changes for one in shared.listeners)
        if shared.restarted or (changes.beside_led and older):
            self._send_states_soon(shared)

    async def _send_states(self, shared: OpenReplay) -> None:
        await self._muted(shared)
        all_of_them, shared.restarted = shared.restarted, False
        chosen = [one for one in shared.listeners if all_of_them or not one.takes_changes]
        await self._send_state(shared, chosen)

    async def _send_state(self, shared: OpenReplay, listeners: Iterable[Listener]) -> None:
        """Send these listeners the whole state."""
        muted = await self._muted(shared)
        for listener in listeners:
            listener.send(shared.seen_by(listener.person, muted))

    async def _muted(self, shared: OpenReplay, only_new: bool = False) -> Muted:
        """Return the people who muted each author: of all, or of those with new comments."""
        muted: dict[str, frozenset[str]] = {}
        while more := shared.comment_authors(only_new) - muted.keys():
            muted |= await self.accounts.relations.muted_by_each(more)
        return muted

    def _publish_presence(self, shared: OpenReplay, asks: bool = False) -> None:
        led = shared.led if shared.led.leader in shared.here else None
        self.services.replication.publish(ReplayPresence(shared.id, shared.connected(), led, asks))

    # --- other nodes, and people who change ---

    def publish_all(self) -> None:
        """Send the other nodes who is here: one may have missed it."""
        for shared in self._open.values():
            self._publish_presence(shared)

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        if not isinstance(message, self.messages):
            return
        if (shared := self._open.get(message.replay)) is None:
            return
        match message:
            case ReplayWritten():
                async with shared.lock:
                    await shared.catch_up()
            case ReplayPresence():
                self._receive_presence(shared, node, message)
            case ReplayPersonRemoved():
                self._remove(shared, message.person)
        self._send_soon(shared)

    def _receive_presence(self, shared: OpenReplay, node: str, message: ReplayPresence) -> None:
        before = shared.here
        shared.elsewhere.pop(node, None)
        if message.people:
            shared.elsewhere[node] = message.people
        if message.asks:
            self._publish_presence(shared)
        elif message.led is not None and message.led != shared.led:
            shared.led = message.led
            shared.changes.led = True
        shared.changes.people |= shared.here != before

    def forget_node(self, node: str) -> None:
        """Drop the connections of a node that has left."""
        for shared in list(self._open.values()):
            if shared.elsewhere.pop(node, None):
                shared.changes.people = True
                self._send_soon(shared)

    async def poll(self) -> None:
        """Read what other nodes have written and could not publish."""
        for shared in list(self._open.values()):
            async with shared.lock:
                await shared.catch_up()
            if shared.changes or shared.restarted:
                self._send_soon(shared)

    def relations_changed(self, person: str) -> None:
        """Hide or show comments after a person has muted or unmuted others."""
        for shared in self._open.values():
            if any(one.person.id == person for one in shared.listeners):
                shared.restarted = True
                self._send_states_soon(shared)

    def person_replaced(self, person: str) -> None:
        """Reload the replays of a person who has become another, or was erased."""
        for shared in [one for one in self._open.values() if one.involves(person)]:
            for listener in [one for one in shared.listeners if one.person.id == person]:
                listener.close_to_reconnect()
            self._spawn(self._reload(shared))

    async def _reload(self, shared: OpenReplay) -> None:
        async with shared.lock:
            try:
                now = await self.stored.find(shared.id)
            except IllegalActionError:  # it went with its record, or for newer ones
                return self._close(shared)
            shared.restart(Tree(now.opener))
            shared.removed = now.removed
            await shared.catch_up()
        self._send_states_soon(shared)


async def _reported(work: Awaitable[None]) -> None:
    """Report an error: that others could not be informed is no fault of the person who left."""
    try:
        await work
    except Exception as error:
        report("shared replays", error)
