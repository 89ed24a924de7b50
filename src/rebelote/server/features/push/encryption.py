"""Web push encryption: messages by RFC 8291 (`aes128gcm`), sender's tokens by RFC 8292 (VAPID).

Only a server that sends push messages loads this module: `cryptography` takes memory.
"""

from __future__ import annotations

import base64
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve's group: private keys are smaller."""
RECORD_SIZE: Final = 4096
"""Bytes of the one record that a message is at most."""
LAST_RECORD: Final = b"\2"
"""The delimiter after the text of the last record; padding follows."""
NUMBER_BYTES: Final = 32
"""Bytes of each half of a signature."""


def base64url(data: bytes) -> str:
    """Encode bytes without padding, as everywhere in web push.

    >>> base64url(b"table")
    'dGFibGU'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def private_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the key that a secret of 32 bytes makes."""
    return ec.derive_private_key(1 + int.from_bytes(secret) % (ORDER - 1), CURVE)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key: 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    salt: bytes,
    key: ec.EllipticCurvePrivateKey,
    padded: int = 0,
) -> bytes:
    """Return the body of a push message for the browser with this public point and secret.

    `salt` and `key` serve once. `padded`: bytes that the text is made up to, so that its length
    reveals nothing. ValueError where `receiver` is no point of the curve.
    """
    own = public_point(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    secret = _derived(shared, auth, b"WebPush: info\0" + receiver + own, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = (text + LAST_RECORD).ljust(padded, b"\0")
    head = salt + RECORD_SIZE.to_bytes(4) + bytes([len(own)]) + own
    return head + AESGCM(content_key).encrypt(nonce, record, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def authorization(
    key: ec.EllipticCurvePrivateKey, audience: str, contact: str, expires: int
) -> str:
    """Return the `Authorization` header by which a push service knows the sender (VAPID).

    `audience`: the origin of the push service; `expires`: in seconds since 1970.
    """
    claims = {"aud": audience, "exp": expires, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(base64url(msgspec.json.encode(part)) for part in parts)
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(NUMBER_BYTES) for number in numbers)
    token = f"{signed}.{base64url(signature)}"
    return f"vapid t={token}, k={base64url(public_point(key))}"
