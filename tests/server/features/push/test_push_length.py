"""The length of a push message, the only thing that a push service could learn from it."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec

from rebelote.server.features.push.delivery import PADDED
from rebelote.server.features.push.encryption import CURVE, encrypt, public_point


def length(text: bytes) -> int:
    """Return the length of a message with this text as it is sent."""
    receiver, once = ec.generate_private_key(CURVE), ec.generate_private_key(CURVE)
    return len(encrypt(text, public_point(receiver), bytes(16), bytes(16), once, PADDED))


def test_every_message_that_fits_is_as_long_as_any_other() -> None:
    assert len({length(b"x" * size) for size in (0, 1, 100, PADDED - 1)}) == 1
    assert length(b"x" * PADDED) > length(b"")
