"""What is said of tokens and bot accounts over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.server.protocol.schemas import Message

Scope = Literal["matches", "play"]
"""What a token allows: to read one's matches and their records; to open tables and play."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewToken(Message, frozen=True):
    """POST /api/me/tokens: a token for oneself, or for a `bot` of one's own."""

    name: Name
    scopes: tuple[Scope, ...]
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 90
    bot: str = ""


class Token(Message, frozen=True, kw_only=True):
    """One row of GET /api/me/tokens; `person`: for whom it acts; `seen`: when it was last used."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    person: str
    created: float
    seen: float | None
    expires: float


class MadeToken(Message, frozen=True):
    """The answer to POST /api/me/tokens; the `secret` is shown this once."""

    secret: str
    token: Token


class NewBot(Message, frozen=True):
    """POST /api/me/bots."""

    name: str


class BotAccount(Message, frozen=True):
    """One row of GET /api/me/bots."""

    person: str
    name: str
    created: float
