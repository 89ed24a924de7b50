"""Attacks on accounts and on what the server sends for them: mail, push messages, ratings."""

from __future__ import annotations

import asyncio
import contextlib
import email
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from email.policy import default
from pathlib import Path
from typing import Any, Final

from aiosmtpd.controller import Controller

from attacks.once import finding, tried
from attacks.target import PASSWORD, Refused, Someone, Target, address, received, serving
from rebelote.bench.server import free_port
from rebelote.rules.refusals import IllegalActionError

NEW_PASSWORD: Final = "another lamp, further on"
FAST_GUESSES: Final = ("person.password=1000/1", "address.login=1000/1", "address.logins=100")
"""Limits without which a guess a minute would take an hour."""


def limits(*changed: str) -> tuple[str, ...]:
    """Return options of a server with these limits."""
    return tuple(part for one in changed for part in ("--limit", one))


# --- accounts -------------------------------------------------------------------------------------


@finding("guess", "who guesses passwords keeps the holder of an account out")
async def guesses(folder: Path) -> str:
    """Guess from one network until it is refused; then log in, and recover, from elsewhere."""
    async with serving(folder, *limits(*FAST_GUESSES)) as target:
        holder = await Someone(target, address(0)).sign_up("Ann Account")
        codes = (await holder.post("/api/me/recovery-codes", password=PASSWORD))["codes"]
        mal = Someone(target)
        wrong = {"name": "Ann Account", "password": "a guess", "code": "K7QD-29XN-BHWT"}
        for path in ("/api/login", "/api/recover"):
            await tried([mal.post(path, **wrong) for _ in range(60)])
        there, works = Someone(target, address(1)), []
        asked = {"name": "Ann Account", "password": PASSWORD}
        if not await tried([there.post("/api/login", **asked)]):
            works.append("no login with the right password on a new browser")
        asked = {"name": "Ann Account", "password": NEW_PASSWORD, "code": codes[0]}
        if not await tried([Someone(target, address(2)).post("/api/recover", **asked)]):
            works.append("no recovery with a right code")
        return ", ".join(works)


@finding("once", "one recovery code sets a password on each of two servers")
async def code_twice(folder: Path) -> str:
    """Use a code at once by way of two servers over one database."""
    from rebelote.server.base.storage.sqlite_store import SqliteStore
    from rebelote.server.people.accounts import Accounts
    from rebelote.server.people.recovery import RecoveryCodes

    stores = [
        SqliteStore(str(folder / "club.sqlite"), checkpoints=first) for first in (True, False)
    ]
    try:
        houses = [Accounts(store) for store in stores]
        for house in houses:
            await house.timekeeper.load()
        guest, _ = await houses[0].new_guest("Ann Account", "")
        person, _ = await houses[0].sign_up(guest, "Ann Account", PASSWORD, "")
        code = (await RecoveryCodes(houses[0]).renew(person))[0]
        used = await asyncio.gather(
            *(
                RecoveryCodes(house).recover("Ann Account", code, f"{NEW_PASSWORD} {number}", "")
                for number, house in enumerate(houses)
            ),
            return_exceptions=True,
        )
    finally:
        for store in stores:
            store.close()
    works = sum(not isinstance(it, IllegalActionError) for it in used)
    return f"it was used {works} times" if works != 1 else ""


# --- mail -----------------------------------------------------------------------------------------


class SmtpServer:
    """An SMTP server that puts off what goes to `.later`; to whom it has taken mail, and what."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: dict[str, str] = {}

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, to: str, options: Any
    ) -> str:
        if to.endswith(".later"):
            return "450 later"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        text = email.message_from_bytes(envelope.content, policy=default).get_content()
        self.taken |= dict.fromkeys(envelope.rcpt_tos, text)
        return "250 OK"

    async def secret(self, to: str) -> str:
        """Return the secret of the link that is mailed to this address. TimeoutError."""
        async with asyncio.timeout(60):
            while to not in self.taken:
                await asyncio.sleep(0.1)
        result = re.search(r"/#/\w+/([\w-]+)", self.taken.pop(to))
        return result[1] if result else ""


@contextlib.asynccontextmanager
async def mailing(folder: Path, *changed: str) -> AsyncIterator[tuple[Target, SmtpServer]]:
    """Yield a server that sends mail, with these limits."""
    smtp, target = SmtpServer(), Target(folder, *limits(*changed))
    where = f"http://127.0.0.1:{target.port}"
    mail = ("--smtp", f"smtp://127.0.0.1:{smtp.port}", "--mail-from", "club@club.example")
    target.options = (*target.options, "--public-url", where, *mail)
    controller = Controller(smtp, hostname="127.0.0.1", port=smtp.port)
    controller.start()
    try:
        await target.start()
        yield target, smtp
    finally:
        await target.dismiss()
        await asyncio.to_thread(target.stop)
        controller.stop()


async def write_to(person: Someone, to: str) -> None:
    """Request mail to another person from a server. Refused."""
    received(await person.ask("PUT", "/api/me/address", {"address": to, "password": PASSWORD}))


@finding("outbox", "mail to those who put it off keeps links for passwords from going out", False)
async def deferred_mail(folder: Path) -> str:
    """Have mail written to 150 domains that put it off; then forget a password."""
    rates = [f"{it}.confirmations=1000/1" for it in ("person", "address", "server")]
    async with mailing(folder, *rates, "person.password=1000/1") as (target, smtp):
        holder = await Someone(target, address(0)).sign_up("Ann Account")
        await write_to(holder, "ann@club.example")
        await holder.post("/api/confirm", secret=await smtp.secret("ann@club.example"))
        for number in range(3):
            mal = await Someone(target).sign_up(f"Mal Account {number}")
            for which in range(50):
                with contextlib.suppress(Refused):
                    await write_to(mal, f"mal@{number}x{which}.later")
        await Someone(target, address(1)).post("/api/forgotten", who="Ann Account")
        try:
            await smtp.secret("ann@club.example")
        except TimeoutError:
            return "the link does not go out"
        return ""


@finding("strangers", "one person has the server write to any number of strangers", False)
async def mail_to_strangers(folder: Path) -> str:
    """Five addresses for each of eight accounts, from one network."""
    async with mailing(folder) as (target, smtp):
        for number in range(8):
            mal = await Someone(target).sign_up(f"Mal Account {number}")
            for which in range(5):
                with contextlib.suppress(Refused):
                    await write_to(mal, f"stranger{number}x{which}@club.example")
        await asyncio.sleep(2)
        return f"{len(smtp.taken)} mails" if len(smtp.taken) > 20 else ""


# --- push messages --------------------------------------------------------------------------------


@finding("names", "slow names of push services keep other names waiting")
async def slow_names(folder: Path) -> str:
    """Four guests with five subscriptions each, whose names take long to look up."""
    from rebelote.server.base.runtime.time_source import SYSTEM
    from rebelote.server.features.push.name_lookup import NameLookup

    answers = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        if host.startswith("slow"):
            answers.wait(30)
        return ["192.0.2.1"]

    names = NameLookup(SYSTEM, resolve)
    slow = [
        asyncio.create_task(names.addresses(f"slow.{guest}x{number}.example", 443, f"mal {guest}"))
        for guest in range(4)
        for number in range(5)
    ]
    try:
        await asyncio.sleep(0.1)
        async with asyncio.timeout(2):
            await names.addresses("push.example", 443, "ann")
    except TimeoutError:
        return "an honest name is not looked up"
    finally:
        answers.set()
        await asyncio.gather(*slow, return_exceptions=True)
        names.close()
    return ""


# --- ratings --------------------------------------------------------------------------------------


@finding("rated", "the same four accounts play for ratings again and again")
async def rated_again(folder: Path) -> str:
    """Two pairs, each at an address of its own, seek a table three times, a day after they came."""
    async with serving(folder) as target:
        people = [await Someone(target, address(n // 2)).sign_up(f"Mal {n}") for n in range(4)]
        with contextlib.closing(sqlite3.connect(target.database, timeout=10)) as database:
            database.execute("UPDATE people SET account_since = account_since - 86400")
            database.commit()
        rated = 0
        for number in range(3):
            lines = [await mal.socket() for mal in people]
            for n, line in enumerate(lines):
                asked = {"preset": "bga", "pace": "fast", "party": f"pair {n // 2}"}
                await line.send({"type": "seek", "id": f"{number}-{n}", **asked})
            for line in lines:
                table = (await line.receive("matched"))["table"]
                await line.send({"type": "join", "table": table, "since": None})
                await line.receive("update")
            rated += lines[0].update["rated"]
            for line in lines:
                await line.ask("stand")
                await line.close()
        return f"{rated} of 3 are rated" if rated > 1 else ""
