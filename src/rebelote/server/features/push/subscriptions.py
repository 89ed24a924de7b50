"""Push subscriptions: the subscribed browsers of people, and the people notified of a turn.

A subscription belongs to a session and ends with it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection
from typing import Annotated, Final, NamedTuple

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import token_hash

ENDPOINT_LENGTH: Final = limit(
    1024, "the address of a push subscription", unit="characters", beyond="malformed"
)
KEY_LENGTH: Final = limit(
    128, "a key of a push subscription", unit="characters", beyond="malformed"
)


class PushService(Message, frozen=True):
    """GET /api/push: the key that browsers subscribe with; null where the server notifies nobody.

    The key is a point of P-256 in base64url, the `applicationServerKey`.
    """

    key: str | None


class PushEndpoint(Message, frozen=True):
    """DELETE /api/me/push: notify this browser no more."""

    endpoint: Annotated[str, msgspec.Meta(max_length=ENDPOINT_LENGTH)]


class PushSubscription(Message, frozen=True):
    """PUT /api/me/push: notify this browser when it is one's turn; its keys are base64url."""

    endpoint: Annotated[str, msgspec.Meta(max_length=ENDPOINT_LENGTH)]
    p256dh: Annotated[str, msgspec.Meta(max_length=KEY_LENGTH)]
    auth: Annotated[str, msgspec.Meta(max_length=KEY_LENGTH)]


SUBSCRIPTIONS: Final = limit(
    5, "browsers that are notified", per="person", beyond="the oldest gives way"
)
FAILURES: Final = limit(
    10, "failed deliveries in a row", per="subscription", beyond="it is dropped"
)
POINT_BYTES: Final = 65
"""Bytes of a browser's public key: an uncompressed point."""
SECRET_BYTES: Final = 16
"""Bytes of a browser's authentication secret."""

_PUT: Final = """
INSERT INTO push_subscriptions AS known
  (endpoint, person, session, point, secret, language, since)
SELECT ?1, person, id, ?2, ?3, ?4, ?5 FROM sessions WHERE mark = ?6 AND person = ?7
ON CONFLICT (endpoint) DO UPDATE SET
  person = excluded.person, session = excluded.session, point = excluded.point,
  secret = excluded.secret, language = excluded.language, since = excluded.since, failures = 0
WHERE known.person = excluded.person
  OR (known.point = excluded.point AND known.secret = excluded.secret)
"""
"""The browser that knows the keys of a subscription may change it, under any account."""
_OLDEST: Final = (
    "DELETE FROM push_subscriptions WHERE person = ?1 AND endpoint NOT IN (SELECT endpoint "
    "FROM push_subscriptions WHERE person = ?1 ORDER BY since DESC, endpoint LIMIT ?2)"
)
_OF: Final = (
    "SELECT endpoint, point, secret, language FROM push_subscriptions WHERE person = ? "
    "ORDER BY since DESC"
)


class Subscription(NamedTuple):
    """A browser that is notified: where, by which keys, in which language."""

    endpoint: str
    public_point: bytes
    secret: bytes
    language: str


def _decoded(text: str, length: int) -> bytes:
    """Decode bytes from base64url. IllegalActionError for another number of bytes."""
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise IllegalActionError("malformed") from None
    if len(key) != length:
        raise IllegalActionError("malformed")
    return key


class PushSubscriptions:
    """The push subscriptions of one server's people."""

    def __init__(self, accounts: Accounts) -> None:
        self.store, self.write = accounts.store, accounts.write
        self.timekeeper = accounts.timekeeper

    async def put(self, person: Person, session: str, request: PushSubscription, lang: str) -> None:
        """Notify the browser of this session's secret; beyond the quota the oldest gives way."""
        point, secret = _decoded(request.p256dh, POINT_BYTES), _decoded(request.auth, SECRET_BYTES)
        now, mark = self.timekeeper.now(), token_hash(session)
        values = (request.endpoint, point, secret, lang, now, mark, person.id)
        await self.write((_PUT, values), (_OLDEST, (person.id, SUBSCRIPTIONS)))

    async def remove(self, person: Person, endpoint: str) -> None:
        """Notify this browser of the person no more; another's stays."""
        sql = "DELETE FROM push_subscriptions WHERE endpoint = ? AND person = ?"
        await self.write((sql, (endpoint, person.id)))

    async def of(self, person_id: str) -> list[Subscription]:
        """Return the browsers of a person that are notified."""
        return [Subscription(*row) for row in await self.store.read(_OF, person_id)]

    async def exist_for(self, people: Collection[str]) -> set[str]:
        """Return the people among these with a subscribed browser."""
        sql = "SELECT DISTINCT person FROM push_subscriptions WHERE person IN (?*)"
        return {row[0] for row in await self.store.read_of(sql, people)}

    # --- what became of a message

    async def delivered(self, endpoint: str) -> None:
        """Note that the push service accepted a message."""
        sql = "UPDATE push_subscriptions SET failures = 0 WHERE endpoint = ? AND failures > 0"
        await self.write((sql, (endpoint,)))

    async def failed(self, endpoint: str) -> None:
        """Count a failed delivery, and delete the subscription after too many in a row."""
        more = "UPDATE push_subscriptions SET failures = failures + 1 WHERE endpoint = ?"
        gone = "DELETE FROM push_subscriptions WHERE endpoint = ? AND failures >= ?"
        await self.write((more, (endpoint,)), (gone, (endpoint, FAILURES)))

    async def drop(self, endpoint: str) -> None:
        """Delete an ended subscription."""
        await self.write(("DELETE FROM push_subscriptions WHERE endpoint = ?", (endpoint,)))
