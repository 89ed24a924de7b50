"""Attacks on accounts and on what the server sends for them: mail, push messages, ratings."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from attacks.once import finding, tried
from attacks.target import PASSWORD, Someone, address, serving
from rebelote.rules.refusals import IllegalAction

NEW_PASSWORD: Final = "another lamp, further on"
FAST_GUESSES: Final = ("person.password=1000/1", "address.login=1000/1", "address.logins=100")
"""Limits without which a guess a minute would take an hour."""


def limits(*changed: str) -> tuple[str, ...]:
    """Options of a server with these limits."""
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
    from rebelote.server.people.accounts import Accounts
    from rebelote.server.people.recovery import RecoveryCodes
    from rebelote.server.storage.sqlite_store import SqliteStore

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
    works = sum(not isinstance(it, IllegalAction) for it in used)
    return f"it was used {works} times" if works != 1 else ""
