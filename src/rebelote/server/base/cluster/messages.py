"""Messages between the nodes of a cluster: news of written changes, and facts only in memory.

Only speed depends on them: what is in the log is read from there when a message is lost, and what
is in memory is published again at intervals.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from rebelote.server.base.protocol.messages import Said
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.replay_messages import ReplayLed
from rebelote.server.base.protocol.schemas import Rated


class _Message(msgspec.Struct, frozen=True, gc=False, tag_field="is", omit_defaults=True):
    pass


class WrittenLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a log: the id of the client's message, and the entry as it is on disk."""

    client_id: str | None
    entry: msgspec.Raw


class Written(_Message, frozen=True, tag="written"):
    """The lines of a table's log from `first` on are on disk.

    Without `lines` they are too long to be sent, and have to be read.
    """

    table: str
    first: int
    lines: tuple[WrittenLine, ...] = ()


class Connected(msgspec.Struct, frozen=True, array_like=True):
    """A person who is connected to a table, with the rating that others see."""

    person: str
    name: str
    rated: Rated | None = None


class Presence(_Message, frozen=True, tag="presence"):
    """All people who are connected to a table by this node; empty: it has no connection there."""

    table: str
    people: tuple[Connected, ...] = ()


class PresenceRequest(_Message, frozen=True, tag="presence?"):
    """The node has begun to serve a table, and asks for the people connected to it elsewhere."""

    table: str


class ChatLine(_Message, frozen=True, tag="chat"):
    """A line of chat at a table."""

    table: str
    line: Said


class NonceCommitted(_Message, frozen=True, tag="committed"):
    """A person at a table has committed to a nonce for its next pack."""

    table: str
    person: str
    digest: str


class NonceRevealed(_Message, frozen=True, tag="revealed"):
    """A nonce for the pack that a table awaits."""

    table: str
    nonce: str


class SpectatorRemoved(_Message, frozen=True, tag="removed"):
    """The host of a table has sent a spectator away for good."""

    table: str
    person: str


class ReplayWritten(_Message, frozen=True, tag="replay_written"):
    """Something was written to a shared replay."""

    replay: str


class ReplayPresence(_Message, frozen=True, tag="replay_presence"):
    """The people this node connects to a shared replay, and its leader's place where known.

    `asks`: this node has just begun to serve it.
    """

    replay: str
    people: tuple[Connected, ...] = ()
    led: ReplayLed | None = None
    asks: bool = False


class ReplayPersonRemoved(_Message, frozen=True, tag="replay_removed"):
    """The person who opened a shared replay has removed a person for good."""

    replay: str
    person: str


class ResultPublished(_Message, frozen=True, tag="published"):
    """The result of a table's match is in the database, and ratings with it."""

    table: str


class PersonChanged(_Message, frozen=True, tag="person"):
    """Something about a person has changed: sessions, sanctions, name or relations."""

    person: str


class PersonReplaced(_Message, frozen=True, tag="replaced"):
    """`new` stands wherever the person `old` did."""

    old: str
    new: Occupant


class Online(_Message, frozen=True, tag="online"):
    """These people have a connection to this node."""

    people: tuple[str, ...]


class Offline(_Message, frozen=True, tag="offline"):
    """These people have no connection to this node any more."""

    people: tuple[str, ...]


class PeopleAt(_Message, frozen=True, tag="people_at"):
    """The tables where this node connects these people; none: they have left."""

    places: dict[str, tuple[str, ...]] = {}


class PersonalNews(_Message, frozen=True, tag="news"):
    """Something has come for a person, wherever they are connected: as `News` has it."""

    person: str
    what: Literal["request", "friend", "invitation", "called"]
    table: str = ""
    name: str = ""


class TournamentMoved(_Message, frozen=True, tag="evening"):
    """A tournament has changed: pages that follow it look again."""

    tournament: str = msgspec.field(name="event")


class SearchPublished(_Message, frozen=True, kw_only=True, tag="search"):
    """A search for a table by a person connected to this node, as `Seek` asks for it.

    `waited`: seconds since; `value`: how strong the person is; `blocked`: who is not to be met.
    """

    person: str
    preset: str
    pace: Literal["fast", "normal", "slow"]
    party: str
    value: float
    account: bool
    waited: float
    digest: str | None = None
    blocked: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()


class SearchEnded(_Message, frozen=True, tag="unsearch"):
    """A person no longer seeks a table, or not on this node. `cancelled`: at their own request."""

    person: str
    cancelled: bool = False


class MatchMade(_Message, frozen=True, tag="found"):
    """Several people who looked for a table have one: their nodes notify them."""

    table: str
    people: tuple[str, ...]


class Heartbeat(_Message, frozen=True, tag="beat", kw_only=True):
    """The node is alive. `closing`: it is about to end, and takes part in nothing more.

    `lag`: seconds since it last read the logs; `tables`, `sockets`: how many it has open;
    `listed`: tables that anybody may join. `missed`: its wire was down, and what it wrote
    meanwhile is in the log alone.
    """

    tables: int = 0
    sockets: int = 0
    lag: float = 0.0
    listed: tuple[str, ...] = ()
    closing: bool = False
    missed: bool = False


Message = (
    Written
    | Presence
    | PresenceRequest
    | ChatLine
    | NonceCommitted
    | NonceRevealed
    | SpectatorRemoved
    | ResultPublished
    | ReplayWritten
    | ReplayPresence
    | ReplayPersonRemoved
    | PersonChanged
    | PersonReplaced
    | Online
    | Offline
    | PeopleAt
    | PersonalNews
    | TournamentMoved
    | SearchPublished
    | SearchEnded
    | MatchMade
    | Heartbeat
)


PROTOCOL: Final = 1
"""The protocol between nodes; another number where a node of before would misread a message.

A new kind of message, or a field with a default, needs none: it is left out alone by those that do
not know it.
"""


class Envelope(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """Messages of one node, in the order in which it sent them.

    `number`: of its envelopes, from 1; `at`: when it was sent, by the clock of the database. Each
    message is decoded by itself, so that one of an unknown kind does not affect the others.
    `protocol`: the sender's `PROTOCOL`; 0 of nodes before 0.2.0.
    """

    node: str
    number: int
    at: float
    messages: tuple[msgspec.Raw, ...]
    protocol: int = 0


_envelope: Final = msgspec.json.Decoder(Envelope)
_message: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


def decode(text: bytes) -> Envelope:
    """Return an envelope as it was sent. ValueError for anything that is none."""
    return _envelope.decode(text)


def message_in(text: msgspec.Raw) -> Message:
    """Return a message of an envelope. ValueError for one of an unknown kind."""
    return _message.decode(text)
