"""Pages that follow a tournament: they get a notice when it has changed, and read it then.

A notice holds nothing but the id of the tournament, which its followers know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import Message, TournamentMoved
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import FromServer, TournamentChanged
from rebelote.server.table.coordination import Coordinator

MOST_FOLLOWERS: Final = limit(
    1000,
    "pages that get a notice of each change",
    per="tournament and node",
    beyond="too-many",
)
GAP: Final = limit(
    1.0,
    "time between two notices that a tournament has changed",
    unit="s",
    per="tournament",
    beyond="several changes are one notice",
)


Send = Callable[[FromServer], None]
Moved = Callable[[str, str, bool], None]
"""Takes over that a person has come to the page of a tournament, or left it."""


class Following:
    """The followers of tournaments on this node; changes are published to the other nodes."""

    messages = (TournamentMoved,)

    def __init__(
        self, coordinator: Coordinator | None, moved: Moved = lambda tournament, person, came: None
    ) -> None:
        self._coordinator, self._moved = coordinator, moved
        self._followers: dict[str, dict[Send, str]] = {}
        """The places to which notices of each tournament are sent, and whose page each is."""
        self._followed: dict[Send, str] = {}
        self._resting: dict[str, bool] = {}
        """Tournaments of which a notice was sent just now, and whether they have changed since."""
        if coordinator is not None:
            coordinator.subscribe(self)

    @property
    def tournaments(self) -> tuple[str, ...]:
        """The tournaments that are followed here."""
        return tuple(self._followers)

    def followers(self, tournament: str) -> dict[Send, str]:
        """Return where notices of a tournament are sent on this node, and whose page that is."""
        return dict(self._followers.get(tournament, {}))

    def follow(self, tournament: str, send: Send, person: str = "") -> None:
        """Send notices of this tournament, and of no other, to a page of a person; one at once.

        IllegalActionError `too-many`.
        """
        self.leave(send)
        if len(self._followers.get(tournament, ())) >= MOST_FOLLOWERS:
            raise IllegalActionError("too-many")
        self._followers.setdefault(tournament, {})[send] = person
        self._followed[send] = tournament
        self._moved(tournament, person, True)
        send(TournamentChanged(tournament))

    def leave(self, send: Send) -> None:
        """Send no more notices there."""
        if (tournament := self._followed.pop(send, None)) is None:
            return
        self._moved(tournament, self._followers[tournament].pop(send), False)
        if not self._followers[tournament]:
            del self._followers[tournament]

    def notify(self, tournament: str, people: Collection[str]) -> None:
        """Send a notice to the pages of these people on this node."""
        for send, person in self.followers(tournament).items():
            if person in people:
                send(TournamentChanged(tournament))

    def changed(self, tournament: str) -> None:
        """Send a notice to all who follow this tournament, wherever they are connected."""
        self.changed_here(tournament)
        if self._coordinator is not None:
            self._coordinator.node.publish(TournamentMoved(tournament))

    def changed_here(self, tournament: str) -> None:
        """Send one to those on this node; soon, where they had one just now."""
        if tournament not in self._followers:
            return
        if tournament in self._resting:
            self._resting[tournament] = True
            return
        self._resting[tournament] = False
        asyncio.get_running_loop().call_later(GAP, self._rested, tournament)
        for send in list(self._followers[tournament]):
            send(TournamentChanged(tournament))

    def _rested(self, tournament: str) -> None:
        if self._resting.pop(tournament):
            self.changed_here(tournament)

    # --- other nodes

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        if isinstance(message, TournamentMoved):
            self.changed_here(message.tournament)

    def forget_node(self, node: str) -> None:
        """Do nothing: no state of other nodes is kept."""

    async def poll(self) -> None:
        """Do nothing: pages poll by themselves."""

    def publish_all(self) -> None:
        """Do nothing: only changes are published."""
