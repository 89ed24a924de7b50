"""Presence: who is connected, and at which tables; in memory alone, on all nodes.

Nothing here says who may know it: callers check friendships first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Final

from rebelote.server.cluster.messages import Message, PeopleAt, PersonalNews
from rebelote.server.coordination import ONLINE_MOST, Coordinator
from rebelote.server.protocol.messages import FromServer, News

AT_ONCE: Final = 100
"""People whose presence is in one message between nodes."""
TABLES: Final = 10
"""Tables of one person that are published, as many as a person may have sockets."""

Send = Callable[[FromServer], None]


class Presence:
    """Where the people of one server are."""

    messages = (PeopleAt, PersonalNews)

    def __init__(self, coordinator: Coordinator | None) -> None:
        self._coordinator = coordinator
        self._sockets: Counter[str] = Counter()
        self._tables: dict[str, Counter[str]] = {}
        """By person, the tables they are at, each with the number of their sockets there."""
        self._listeners: dict[str, list[Send]] = {}
        self._elsewhere: dict[str, dict[str, tuple[str, ...]]] = {}
        """By other nodes, where people are who are connected to them."""
        if coordinator is not None:
            coordinator.subscribe(self)

    # --- sockets of this node

    def came(self, person: str) -> None:
        """A person has opened a socket."""
        self._sockets[person] += 1

    def left(self, person: str) -> None:
        """A person has closed one."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person]

    def moved(self, table: str, person: str, came: bool) -> None:
        """A socket of a person has come to a table, or left it."""
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

    # --- what is known

    def is_here(self, person: str) -> bool:
        """Whether a person has a connection, to whatever node."""
        if person in self._sockets:
            return True
        online = {} if self._coordinator is None else self._coordinator.online
        return any(person in people for people in online.values())

    def tables(self, person: str) -> tuple[str, ...]:
        """The tables at which a person is."""
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
        """That node is gone, and the connections to it."""
        self._elsewhere.pop(node, None)

    async def poll(self) -> None:
        """Nothing of this is written anywhere."""
