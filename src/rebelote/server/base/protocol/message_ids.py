"""Ids of messages as a log keeps them: a key, and a digest of the content.

The key is unique in a table: the same id of a person with the same content is acknowledged once
more, with other content it is refused.
"""

from __future__ import annotations

import hashlib
from typing import Final

from rebelote.rules.refusals import IllegalActionError

KEY: Final = 32
"""Characters of a key; in the database the rest of an id has a column of its own."""
CONTENT: Final = 16
"""Characters of the digest of a content."""


def message_key(person: str, message_id: str) -> str:
    """Return the key of a message: ids of different people do not collide.

    >>> message_key("ann", "1") == message_key("bea", "1"), len(message_key("ann", "1" * 4000))
    (False, 32)
    """
    key = f"{len(person)} {person} {message_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(key).hexdigest()[:KEY]


def client_id(person: str, message_id: str, content: bytes) -> str:
    """Return the id of a message in the log of a table."""
    return message_key(person, message_id) + hashlib.sha256(content).hexdigest()[:CONTENT]


def key_of(id: str) -> str:
    """Return the key in an id.

    >>> key_of(client_id("ann", "1", b"pass")) == message_key("ann", "1")
    True
    """
    return id[:KEY]


def check_same(old: str, new: str) -> None:
    """Check that two messages of one key have the same content. IllegalActionError `id-used`.

    An older release kept no content: its messages are taken to be the same.
    """
    if len(old) > KEY and old != new:
        raise IllegalActionError("id-used")
