"""Questions to remote workers: the thought of a bot, requested over NATS.

A remote worker answers what it can and at once: one that has too much to do, or is of another
build, declines with an empty answer, and the node computes the answer itself.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from rebelote.bots import Thought
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.view import View
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.build import build_id

SUBJECT: Final = "rebelote.think"
GROUP: Final = "think"
"""The queue group of remote workers: each question goes to one of them."""
PATIENCE_SECONDS: Final = limit(
    3.0,
    "time that a remote worker on another machine has for an answer",
    unit="s",
    per="question",
    beyond="the node computes the answer itself",
)
ABSENT_SECONDS: Final = 1.0
"""Seconds without questions after there was no remote worker."""
LATE_SECONDS: Final = 30.0
"""Seconds without questions after one was not answered in time."""
MOST_ASKED: Final = limit(
    64,
    "questions of a node that wait for remote workers",
    per="node",
    beyond="the node computes the answer itself",
)
CONNECT_SECONDS: Final = 2.0
"""Seconds between two checks of the connection to the NATS server of the remote workers."""
DECLINED: Final = b""
"""The answer of a remote worker that declines a question."""


class RemoteWorkers(Protocol):
    """Remote workers as a node knows them."""

    @property
    def connected(self) -> bool:
        """Whether requests reach remote workers, if there are any."""

    async def connect(self) -> None:
        """Connect, unless it is connected; a failure is left to the next call."""

    async def close(self) -> None:
        """Close the connection."""

    async def think(self, level: str, seed: int, view: View) -> Thought | None:
        """Return a bot's thought; None where no remote worker answers in time."""


class Question(msgspec.Struct, frozen=True):
    """A request for the thought of a bot. `build`: that of the node that asks.

    The view is that of the bot's seat: a question holds no card that its seat may not know.
    """

    build: str
    level: str
    seed: int
    view: View


_encoder = msgspec.json.Encoder(enc_hook=encode_hook)
_question: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question, dec_hook=decode_hook)
_thought: msgspec.json.Decoder[Thought] = msgspec.json.Decoder(Thought, dec_hook=decode_hook)


def encode_question(level: str, seed: int, view: View) -> bytes:
    return _encoder.encode(Question(build_id(), level, seed, view))


def decode_question(question: bytes) -> Question | None:
    """Decode a question; None for one of another build, or anything else."""
    try:
        decoded = _question.decode(question)
    except (msgspec.MsgspecError, ValueError):
        return None
    return decoded if decoded.build == build_id() else None


def encode_thought(thought: Thought) -> bytes:
    return _encoder.encode(thought)


def decode_thought(answer: bytes) -> Thought | None:
    """Decode an answer; None where the remote worker has declined, or it cannot be read."""
    try:
        return _thought.decode(answer) if answer != DECLINED else None
    except (msgspec.MsgspecError, ValueError):
        return None
