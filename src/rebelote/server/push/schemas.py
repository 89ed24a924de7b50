"""HTTP schemas of push messages: requests and responses."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.server.limits import limit
from rebelote.server.protocol.schemas import Message

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
