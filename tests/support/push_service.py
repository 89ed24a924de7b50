"""A push service on this machine, and a browser that subscribes there and reads what it is sent.

The service speaks https with a certificate of its own (`SSL_CERT_FILE` makes it trusted). Messages
are decrypted (RFC 8291) and tokens verified (RFC 8292) here, without the code that made them.
"""

from __future__ import annotations

import base64
import json
import secrets
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from certificates import HERE, write_certificate
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes messages, and answers with `status`."""

    def __init__(self, folder: Path) -> None:
        self.status = 201
        self.received: list[Received] = []
        self.certificate = write_certificate(folder / "push-service.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.server = ThreadingHTTPServer((HERE, 0), self._handler())
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)

    @property
    def origin(self) -> str:
        return f"https://{HERE}:{self.server.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.received.append(Received(self.path, headers, body))
                self.send_response(service.status)
                self.send_header("location", f"{service.origin}/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Yield a push service for the length of a test."""
    service = PushService(folder)
    thread = Thread(target=service.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()


class Subscriber:
    """A browser's subscription: its address at the push service, and its keys."""

    def __init__(self, service: PushService) -> None:
        self.service = service
        self.path = f"/push/{secrets.token_urlsafe(9)}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)

    @property
    def endpoint(self) -> str:
        return self.service.origin + self.path

    @property
    def form(self) -> dict[str, str]:
        """The form that the page sends its server."""
        point = encoded(_point(self.key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": point, "auth": encoded(self.auth)}

    @property
    def received(self) -> list[Received]:
        """The messages to this browser."""
        return [one for one in self.service.received if one.path == self.path]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(self.decrypted(one.body)) for one in self.received]

    def decrypted(self, body: bytes) -> bytes:
        """Return the text of a message (RFC 8188, one record)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        info = b"WebPush: info\0" + _point(self.key.public_key()) + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


def claims(authorization: str, key: str) -> dict[str, Any]:
    """Verify the signature of a sender's token by this key, and return its claims."""
    kind, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid" and parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    head, _, body = signed.partition(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    numbers = decoded(signature)
    assert len(numbers) == 64
    halves = int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(hashes.SHA256()))
    result: dict[str, Any] = json.loads(decoded(body))
    return result
