"""The transport over NATS, with a real server: its messages, and its report of a loss."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from certificates import write_certificate
from nats_server import NatsServer, running_nats
from waiting import until_async

from rebelote.server.base.cluster.messages import Heartbeat, Message
from rebelote.server.base.cluster.nats import MOST
from rebelote.server.base.cluster.signing import Signer
from rebelote.server.base.cluster.wire import Wire

if TYPE_CHECKING:
    from rebelote.server.base.cluster.nats import NatsTransport


class Received:
    """The envelopes that a transport has received, and whether it has reported its loss."""

    def __init__(self) -> None:
        self.envelopes: list[bytes] = []
        self.lost = False

    def lose(self) -> None:
        self.lost = True


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[NatsTransport, Received]]:
    from rebelote.server.base.cluster.nats import NatsTransport

    transport, incoming = NatsTransport(url), Received()
    await transport.open(incoming.envelopes.append, incoming.lose)
    try:
        yield transport, incoming
    finally:
        await transport.close()


async def refused(url: str) -> None:
    with pytest.raises(OSError):
        async with opened(url):
            pass


def test_every_other_node_receives_an_envelope_of_any_size_once_and_in_order() -> None:
    sent = [bytes([number]) * size for number, size in enumerate((1, 7_900, MOST), 1)]

    async def publish(url: str) -> None:
        async with opened(url) as (one, own), opened(url) as (_, second), opened(url) as (_, third):
            for envelope in sent:
                await one.send(envelope)
            await one.send(b"")  # asks for an answer only
            await until_async(lambda: second.envelopes == sent and third.envelopes == sent)
            assert not own.envelopes

    with running_nats() as server:
        asyncio.run(publish(server.url))


def test_an_envelope_that_the_server_does_not_take_is_an_error_of_the_line(tmp_path: Path) -> None:
    (tmp_path / "nats.conf").write_text("max_payload: 1000\n")

    async def publish(url: str) -> None:
        async with opened(url) as (transport, _):
            await transport.send(b"x" * 1000)
            with pytest.raises(OSError):
                await transport.send(b"x" * 1001)

    with running_nats("-c", str(tmp_path / "nats.conf")) as server:
        asyncio.run(publish(server.url))


def test_a_server_that_goes_away_is_reported_and_refuses_what_is_sent() -> None:
    async def publish(server: NatsServer) -> None:
        async with opened(server.url) as (transport, incoming):
            server.stop()
            await until_async(lambda: incoming.lost)
            with pytest.raises(OSError):
                await transport.send(b"anybody?")
        await refused(server.url)

    with running_nats() as server:
        asyncio.run(publish(server))


def test_two_nodes_receive_each_other_again_once_the_server_is_back() -> None:
    from rebelote.server.base.cluster.nats import NatsTransport

    async def publish(server: NatsServer) -> None:
        one, other = (Wire(name, NatsTransport(server.url)) for name in ("one", "other"))
        one.signer, other.signer = Signer(b"of both"), Signer(b"of both")
        incoming: list[Message] = []

        def begin() -> None:
            pass

        running = [
            asyncio.create_task(one.run(lambda *_: None, begin)),
            asyncio.create_task(other.run(lambda _, message: incoming.append(message), begin)),
        ]
        await until_async(lambda: one.up and other.up)
        server.stop()
        await until_async(lambda: not one.up and not other.up)
        server.start()
        await until_async(lambda: one.up and other.up)
        one.publish(Heartbeat(tables=7))
        await until_async(lambda: Heartbeat(tables=7) in incoming)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    with running_nats() as server:
        asyncio.run(publish(server))


def test_a_server_that_asks_for_a_password_is_given_that_of_the_address() -> None:
    async def publish(server: NatsServer) -> None:
        given = server.url.replace("//", "//rebelote:s3cret@")
        async with opened(given) as (one, _), opened(given) as (_, incoming):
            await one.send(b"known")
            await until_async(lambda: incoming.envelopes == [b"known"])
        await refused(server.url)
        await refused(given.replace("s3cret", "wrong"))

    with running_nats("--user", "rebelote", "--pass", "s3cret") as server:
        asyncio.run(publish(server))


def test_over_tls_only_a_server_with_a_trusted_certificate_is_spoken_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = str(write_certificate(tmp_path / "certificate.pem"))

    async def publish(server: NatsServer) -> None:
        secure = server.url.replace("nats://", "tls://")
        await refused(secure)
        monkeypatch.setenv("SSL_CERT_FILE", certificate)
        async with opened(secure) as (one, _), opened(secure) as (_, incoming):
            await one.send(b"sealed")
            await until_async(lambda: incoming.envelopes == [b"sealed"])

    with running_nats("--tls", "--tlscert", certificate, "--tlskey", certificate) as server:
        asyncio.run(publish(server))
