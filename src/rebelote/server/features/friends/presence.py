"""Presence: connected people, with their tables and pages; only in memory, on all nodes.

`Presence.visible_to` is the one place that knows what people allow and whom they have blocked.
Callers ask it first, for friends of the reader or for people of an evening in which the reader is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from itertools import islice
from typing import Final

from rebelote.server.base.cluster.messages import Message, PeopleAt, PersonalNews
from rebelote.server.base.protocol.messages import FromServer, News
from rebelote.server.people.accounts import Accounts
from rebelote.server.table.coordination import ONLINE_MOST, Coordinator

AT_ONCE: Final = 100
"""People whose presence is in one message between nodes."""
TABLES: Final = 10
"""Tables of one person that are published, as many as a person may have sockets."""

_PAGE: Final = "page:"
_HIDDEN: Final = "SELECT person FROM friend_settings WHERE presence = 'nobody' AND person IN (?*)"

Send = Callable[[FromServer], None]


def page_of(event: str) -> str:
    """Name the page of an evening as a place beside tables."""
    return _PAGE + event


class Presence:
    """The presence of the people of one server."""

    messages = (PeopleAt, PersonalNews)

    def __init__(self, coordinator: Coordinator | None, accounts: Accounts) -> None:
        self._coordinator, self._accounts = coordinator, accounts
        self._sockets: Counter[str] = Counter()
        self._tables: dict[str, Counter[str]] = {}
        """The tables of each person, with the number of their sockets at each."""
        self._listeners: dict[str, list[Send]] = {}
        self._elsewhere: dict[str, dict[str, tuple[str, ...]]] = {}
        """The places of the people connected to each other node."""
        if coordinator is not None:
            coordinator.subscribe(self)

    # --- sockets of this node

    def came(self, person: str) -> None:
        """Note that a person has opened a socket."""
        self._sockets[person] += 1

    def left(self, person: str) -> None:
        """Note that a person has closed a socket."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person]

    def moved(self, table: str, person: str, came: bool) -> None:
        """Note that a socket of a person has come to a table or a page, or left it."""
        tables = self._tables.setdefault(person, Counter())
        tables[table] += 1 if came else -1
        if tables[table] <= 0:
            del tables[table]
        if not tables:
            del self._tables[person]
        if self._coordinator is not None:
            self._coordinator.node.publish(PeopleAt({person: self._at(person)}))

    def listen(self, person: str, send: Send) -> None:
        """Send this person's news there from now on."""
        listeners = self._listeners.setdefault(person, [])
        if send not in listeners:
            listeners.append(send)

    def unlisten(self, person: str, send: Send) -> None:
        """Send them there no more."""
        listeners = self._listeners.get(person, [])
        if send in listeners:
            listeners.remove(send)
        if not listeners:
            self._listeners.pop(person, None)

    # --- what is known, and to whom

    async def visible_to(self, reader: str, people: Collection[str]) -> frozenset[str]:
        """Return those of these people whose presence a reader may see."""
        return (await self.visible_to_each([reader], people))[reader]

    async def visible_to_each(
        self, readers: Collection[str], people: Collection[str]
    ) -> dict[str, frozenset[str]]:
        """Return the same for each of several readers.

        Hidden are people who show their presence to nobody, and those kept from the reader by a
        block, either way.
        """
        rows = await self._accounts.store.read_of(_HIDDEN, people)
        shown = frozenset(people).difference(person for (person,) in rows)
        blocked = await self._accounts.relations.blocked_by(readers)
        return {reader: shown - blocked[reader] for reader in readers}

    def is_here(self, person: str) -> bool:
        """Return whether a person has a connection, to whatever node."""
        if person in self._sockets:
            return True
        online = {} if self._coordinator is None else self._coordinator.online
        return any(person in people for people in online.values())

    def tables(self, person: str) -> tuple[str, ...]:
        return tuple(place for place in self.places(person) if not place.startswith(_PAGE))

    def places(self, person: str) -> tuple[str, ...]:
        """Return the tables and pages at which a person is."""
        elsewhere = (places.get(person, ()) for places in self._elsewhere.values())
        here = tuple(self._tables.get(person, ()))
        return tuple(dict.fromkeys(here + tuple(table for at in elsewhere for table in at)))

    # --- news

    def announce(self, person: str, news: News) -> None:
        """Send a person news of what has come, wherever they are connected."""
        self._send_here(person, news)
        if self._coordinator is not None:
            message = PersonalNews(person, news.what, news.table, news.name)
            self._coordinator.node.publish(message)

    def _send_here(self, person: str, news: News) -> None:
        for send in list(self._listeners.get(person, ())):
            send(news)

    # --- other nodes

    def _at(self, person: str) -> tuple[str, ...]:
        return tuple(islice(self._tables.get(person, ()), TABLES))

    def publish_all(self) -> None:
        """Send the other nodes where everybody here is."""
        if self._coordinator is None:
            return
        people = list(self._tables)
        for at in range(0, len(people), AT_ONCE):
            places = {person: self._at(person) for person in people[at : at + AT_ONCE]}
            self._coordinator.node.publish(PeopleAt(places))

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""
        match message:
            case PersonalNews():
                self._send_here(message.person, News(message.what, message.table, message.name))
            case PeopleAt():
                known = self._elsewhere.setdefault(node, {})
                for person, tables in message.places.items():
                    if not tables:
                        known.pop(person, None)
                    elif person in known or len(known) < ONLINE_MOST:
                        known[person] = tables[:TABLES]

    def forget_node(self, node: str) -> None:
        """Drop the connections of a node that has left."""
        self._elsewhere.pop(node, None)

    async def poll(self) -> None:
        """Do nothing: presence is only in memory."""
