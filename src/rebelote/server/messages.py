"""What do a browser and the server say to each other? Every message, and its one codec.

The client's TypeScript types are written from this module (`python -m rebelote.server.typescript`).
Cards are text, rank then suit: `JH`, `TS` (ten of spades). Seats are numbered in the order of turn,
sides 0 (seats 0 and 2) and 1 (seats 1 and 3). Actions, events and views are the library's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rebelote.actions import Action
from rebelote.bots import Thought
from rebelote.cards import decode_hook, encode_hook
from rebelote.events import Event
from rebelote.view import View


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every message: immutable, and strict about what it does not know."""


# --- who sits there -------------------------------------------------------------------------------


class Player(Message, frozen=True):
    """Who sits in a seat; `ready`: has asked for the next deal or a rematch; a bot's `level`."""

    seat: int
    name: str
    bot: bool
    connected: bool
    ready: bool
    level: str = ""


# --- from the client ------------------------------------------------------------------------------


class Join(Message, frozen=True, tag="join", tag_field="type"):
    """The first message on a socket: sit down with the seat's secret; `since`: version seen."""

    table: str
    token: str
    since: int | None = None


class Act(Message, frozen=True, tag="act", tag_field="type"):
    """Do something at the table. `id` is unique a message; `expect` the version acted upon."""

    id: str
    expect: int
    action: Action


class Ready(Message, frozen=True, tag="ready", tag_field="type"):
    """Go on after a deal has ended."""

    id: str
    expect: int


class Rematch(Message, frozen=True, tag="rematch", tag_field="type"):
    """Play another match at this table, once one has ended."""

    id: str
    expect: int


class Since(Message, frozen=True, tag="since", tag_field="type"):
    """Ask for all that came after `version`."""

    version: int


class Ping(Message, frozen=True, tag="ping", tag_field="type"):
    """Are you there?"""


class Hint(Message, frozen=True, tag="hint", tag_field="type"):
    """What would a strong player do in one's place now? Changes nothing."""

    id: str
    expect: int


Command = Act | Ready | Rematch
FromClient = Join | Act | Ready | Rematch | Hint | Since | Ping


# --- from the server ------------------------------------------------------------------------------


class Update(Message, frozen=True, tag="update", tag_field="type"):
    """What happened after version `since` up to `version`, and how things stand now.

    `since` null: the events before are not kept any more; take the view as it is (a snapshot).
    """

    table: str
    since: int | None
    version: int
    events: tuple[Event, ...]
    view: View
    players: tuple[Player, ...]


class Ack(Message, frozen=True, tag="ack", tag_field="type"):
    """The message `id` is on disk, as `version`."""

    id: str
    version: int


class Refused(Message, frozen=True, tag="refused", tag_field="type"):
    """The message was not carried out: catalogue key `refusal.<code>`, a sentence, and the rule.

    `id` is the refused message's, null where none could be read. `version` is the table's.
    """

    id: str | None
    code: str
    message: str
    rule: str
    version: int


class Hinted(Message, frozen=True, tag="hinted", tag_field="type"):
    """The hint that was asked for, at this version: an action, and why (`why.<code>`)."""

    id: str
    version: int
    thought: Thought


class Pong(Message, frozen=True, tag="pong", tag_field="type"):
    """Here."""


FromServer = Update | Ack | Refused | Hinted | Pong


# --- over HTTP ------------------------------------------------------------------------------------


class NewTable(Message, frozen=True):
    """POST /api/tables: a table for one person with bots of a `level`.

    `real_life`: announce, show and say belote yourself; false cards can be played and challenged.
    """

    name: str = ""
    preset: str = "french"
    options: dict[str, Any] = {}
    real_life: bool = False
    level: str = "club"
    seed: int | None = None


class Seated(Message, frozen=True):
    """The answer: the table's id, one's seat and its secret."""

    table: str
    seat: int
    token: str


class Problem(Message, frozen=True):
    """What an HTTP request is answered that cannot be carried out."""

    code: str
    message: str
    rule: str


class Health(Message, frozen=True):
    """GET /health: what should run beside what does; `ok` when they agree."""

    ok: bool
    version: str
    expected: dict[str, bool]
    actual: dict[str, bool]
    tables: int
    tables_in_memory: int
    sockets: int
    waiting_to_be_written: int
    waiting_to_be_thought: int


# --- the codec ------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder(enc_hook=encode_hook)
_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(
    FromClient, dec_hook=decode_hook
)


def encode(message: object) -> bytes:
    """Any message, event, action or view as JSON."""
    return _encoder.encode(message)


def decode(frame: str | bytes) -> FromClient:
    """A client's message; msgspec.DecodeError (a ValueError) for anything else."""
    return _from_client.decode(frame)
