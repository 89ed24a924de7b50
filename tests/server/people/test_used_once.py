"""Actions that may be done once: done once, even if several servers are asked at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from databases import address_of
from http_person import PASSWORD
from slow_store import SlowStore
from smtp_server import secrets_in

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.storage.store import Store
from rebelote.server.features.mail.addresses import Addresses
from rebelote.server.features.mail.messages import MailSender
from rebelote.server.features.mail.outbox import Outbox
from rebelote.server.features.mail.smtp import SmtpServer, sender_of
from rebelote.server.main.compose import store_of
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.recovery import RecoveryCodes

SENDER = sender_of("club@club.example")
LAMPS = ("another lamp, further", "a third lamp, nearer")
"""Two passwords that a person sets at once."""


class House:
    """A server's accounts, and the mail that it would send."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.accounts = Accounts(store)
        self.codes = RecoveryCodes(self.accounts)
        self.outbox = Outbox(SmtpServer("127.0.0.1", 9, "none", SENDER), "club", store.time)
        sender = MailSender(SENDER, "https://club.example")
        self.addresses = Addresses(self.accounts, self.outbox, sender, Limits())

    async def start(self) -> None:
        await self.store.start()
        await self.accounts.timekeeper.load()

    async def account(self, name: str) -> Person:
        guest, _ = await self.accounts.new_guest(name, "")
        return (await self.accounts.sign_up(guest, name, PASSWORD, ""))[0]

    async def mailed(self, put: Awaitable[None]) -> str:
        """Return the secret of the link that this puts into the outbox."""
        await put
        return secrets_in(list(self.outbox._waiting.values())[-1].message)[-1]


Used = Callable[[House, int], Awaitable[Any]]
"""Uses something on a server, as the one or the other of two who do so at once."""


async def refusal(job: Awaitable[Any]) -> str:
    """Return the code by which it is refused; empty where it is done."""
    try:
        await job
    except IllegalActionError as error:
        return error.refusal.code
    return ""


async def code(house: House) -> Used:
    person = await house.account("Ann Account")
    made = (await house.codes.renew(person))[0]
    return lambda at, who: at.codes.recover("Ann Account", made, LAMPS[who], "")


async def confirmation(house: House) -> Used:
    """Return a link that confirms an address."""
    person = await house.account("Ann Account")
    secret = await house.mailed(house.addresses.add(person, "ann@mail.example", "en", "192.0.2.1"))
    return lambda at, who: at.addresses.confirm(secret, "en")


async def reset(house: House) -> Used:
    """Return a link that sets a password."""
    await (await confirmation(house))(house, 0)
    house.addresses.ask_reset("Ann Account", "en")
    secret = await house.mailed(house.addresses.answer())
    return lambda at, who: at.addresses.reset(secret, LAMPS[who], "")


async def guest(house: House) -> Used:
    """Return a guest, who becomes the holder of one account."""
    guest, _ = await house.accounts.new_guest("Ann", "")
    names = ("Ann Account", "Bea Account")
    return lambda at, who: at.accounts.sign_up(guest, names[who], LAMPS[who], "")


ONCE = [
    (code, "recovery_codes", "wrong-recovery-code"),
    (confirmation, "email_addresses WHERE lower", "link-expired"),
    (reset, "FROM mail_links", "link-expired"),
    (guest, "OR skeleton", "have-account"),
]


@pytest.mark.parametrize(("made", "refused"), [(it[0], it[2]) for it in ONCE])
def test_what_is_used_on_two_servers_at_once_is_used_once(
    made: Callable[[House], Awaitable[Used]], refused: str, tmp_path: Path
) -> None:
    async def received() -> list[str]:
        houses = [House(store_of(address_of(tmp_path / "club.sqlite"))) for _ in range(2)]
        for house in houses:
            await house.start()
        use = await made(houses[0])
        result = await asyncio.gather(*(refusal(use(it, who)) for who, it in enumerate(houses)))
        for house in houses:
            await house.store.stop()
        return result

    assert sorted(asyncio.run(received())) == ["", refused]


@pytest.mark.sqlite
@pytest.mark.parametrize(("made", "question", "refused"), ONCE)
def test_what_was_used_while_another_looked_is_not_used_again(
    made: Callable[[House], Awaitable[Used]], question: str, refused: str, tmp_path: Path
) -> None:
    """The second comes anywhere between the first's reads and its writes."""

    async def received() -> tuple[str, str]:
        stores = [SlowStore(str(tmp_path / "club.sqlite")) for _ in range(2)]
        first, second = (House(store) for store in stores)
        for house in (first, second):
            await house.start()
        use = await made(first)
        late = stores[0].keep_back(question)
        waits = asyncio.create_task(refusal(use(first, 0)))
        await late.asked()
        done = await refusal(use(second, 1))
        late.received.set()
        result = done, await waits
        for store in stores:
            store.close()
        return result

    assert asyncio.run(received()) == ("", refused)
