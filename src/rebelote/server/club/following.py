"""Pages that follow an evening: they get a notice when it has changed, and read it then.

A notice holds nothing but the id of the evening, which its followers know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.cluster.messages import EveningMoved, Message
from rebelote.server.coordination import Coordinator
from rebelote.server.limits import limit
from rebelote.server.protocol.messages import EveningChanged, FromServer

MOST_FOLLOWERS: Final = limit(
    1000,
    "pages that get a notice of each change",
    per="evening of a club and node",
    beyond="too-many",
)
GAP: Final = limit(
    1.0,
    "time between two notices that an evening has changed",
    unit="s",
    per="evening of a club",
    beyond="several changes are one notice",
)


Send = Callable[[FromServer], None]


class Following:
    """Who follows which evening on this node; changes are published to the others."""

    messages = (EveningMoved,)

    def __init__(self, coordinator: Coordinator | None) -> None:
        self._coordinator = coordinator
        self._followers: dict[str, dict[Send, None]] = {}
        self._followed: dict[Send, str] = {}
        self._resting: dict[str, bool] = {}
        """Evenings of which a notice was sent just now, and whether they have changed since."""
        if coordinator is not None:
            coordinator.subscribe(self)

    @property
    def events(self) -> tuple[str, ...]:
        """The evenings that are followed here."""
        return tuple(self._followers)

    def follow(self, event: str, send: Send) -> None:
        """Send notices of this evening there, and of no other; the first one at once.

        IllegalActionError `too-many`.
        """
        self.leave(send)
        if len(self._followers.get(event, ())) >= MOST_FOLLOWERS:
            raise IllegalActionError("too-many")
        self._followers.setdefault(event, {})[send] = None
        self._followed[send] = event
        send(EveningChanged(event))

    def leave(self, send: Send) -> None:
        """Send no more notices there."""
        if (event := self._followed.pop(send, None)) is None:
            return
        del self._followers[event][send]
        if not self._followers[event]:
            del self._followers[event]

    def changed(self, event: str) -> None:
        """Send a notice to all who follow this evening, wherever they are connected."""
        self.changed_here(event)
        if self._coordinator is not None:
            self._coordinator.node.publish(EveningMoved(event))

    def changed_here(self, event: str) -> None:
        """Send one to those on this node; soon, where they had one just now."""
        if event not in self._followers:
            return
        if event in self._resting:
            self._resting[event] = True
            return
        self._resting[event] = False
        asyncio.get_running_loop().call_later(GAP, self._rested, event)
        for send in list(self._followers[event]):
            send(EveningChanged(event))

    def _rested(self, event: str) -> None:
        if self._resting.pop(event):
            self.changed_here(event)

    # --- other nodes

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        if isinstance(message, EveningMoved):
            self.changed_here(message.event)

    def forget_node(self, node: str) -> None:
        """Nothing is kept of other nodes."""

    async def poll(self) -> None:
        """Pages look by themselves from time to time."""

    def publish_all(self) -> None:
        """Nothing is published but changes."""
