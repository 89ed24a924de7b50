"""Schemas that messages and the HTTP API share, their base, and how all of them are encoded."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeVar, cast

import msgspec

from rebelote.rules.codec import encode_hook
from rebelote.rules.refusals import Refusal


def snake_case(name: str) -> str:
    """Return the tag of a class.

    >>> snake_case("ReplayLed")
    'replay_led'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The base of every message: immutable, and strict about what it does not know."""


class Tagged(Message, frozen=True, tag_field="type", tag=snake_case):
    """The base of messages of the socket, whose type is their class in snake case."""


class Request(Tagged, frozen=True):
    """The base of messages from the client that are answered by their id."""

    id: str


Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256 digest in hexadecimal digits."""
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""16 random bytes in hexadecimal digits."""
JsonObject = dict[str, Any]  # values of any kind, checked by their reader
StatisticsPart = Literal["marks", "takes", "losses"]
"""A part of a person's statistics, to be shown on their profile or not."""


Unrated = Literal[
    "",
    "guests",
    "club",
    "no-strangers",
    "new-accounts",
    "met-today",
    "networks",
    "rematch",
    "no-show",
]
"""Why a match does not count; empty where it does. A sentence of the catalogues says it."""


class Rated(Message, frozen=True):
    """A rating as it is shown: `value` ± `interval` (half of 95 %); `provisional` while wide."""

    value: int
    interval: int
    provisional: bool


class PlayedMatch(Message, frozen=True, kw_only=True):
    """A match that a person played: marks of the own side, and of the best other.

    `table`: by its id anybody may come there, so it is sent only to those who have sat there.
    `left`: the person was not there at its end, and has neither won nor lost.
    `offline`: it was played without a network and handed in at this time; its player alone sees
    of it, by the digest of its record (`/api/me/offline-matches/{digest}`).
    """

    table: str | None
    at: float
    preset: str
    rated: bool
    won: bool
    marks: int
    others: int
    offline: str = ""
    left: bool = False


_Encoded = TypeVar("_Encoded")


def encoded(kind: type[_Encoded], value: bytes) -> _Encoded:
    """Return a value of this kind that is JSON already, as part of a schema to be encoded."""
    return cast("_Encoded", msgspec.Raw(value))


DETAIL: Final = 200
"""Characters that say what of a request could not be read."""


class RecordFault(Message, frozen=True, omit_defaults=True, kw_only=True):
    """A fault in a record, in English, with its place; `code`: of the rule that is broken.

    `line`, `deal` and `action` count from 1.
    """

    message: str
    line: int | None = None
    deal: int | None = None
    action: int | None = None
    code: str = ""


class Problem(Message, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to an HTTP request that cannot be carried out.

    `detail`: what of the request could not be read, in English. `reference`: where the server
    itself failed, under what its log has it. `fault`: of a record. `sign`: which no name may have.
    """

    code: str
    message: str
    rule: str
    detail: str = ""
    reference: str = ""
    fault: RecordFault | None = None
    sign: str = ""

    @classmethod
    def of(cls, refusal: Refusal, reference: str = "") -> Problem:
        return cls(
            code=refusal.code, message=refusal.sentence, rule=refusal.rule, reference=reference
        )


class NodeCard(Message, frozen=True, kw_only=True):
    """A node of the cluster, as the answering node knows it; times in seconds.

    `silence`: since its last message; `lag`: since it last read the logs. `asked`: whether it
    is the one that answers.
    """

    name: str
    asked: bool
    tables: int
    sockets: int
    lag: float
    silence: float


_encoder = msgspec.json.Encoder(enc_hook=encode_hook)


def encode(message: object) -> bytes:
    """Encode any message, event, action or view as JSON."""
    return _encoder.encode(message)
