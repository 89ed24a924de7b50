"""Recovery codes: each lets the holder of an account set another password, once.

A code has 60 random bits, so its SHA-256 digest, which alone is kept, needs no slow hash.
"""

from __future__ import annotations

import secrets
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import UnmetError, used_up
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import token_hash

CODES: Final = limit(8, "recovery codes that can be used", per="account")
LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""No I, L, O, U, 0 or 1, which are misread."""
CODE_LENGTH: Final = 12
GROUP: Final = 4


def new_code() -> str:
    """Return a code in groups: `K7QD-29XN-BHWT`."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + GROUP] for at in range(0, CODE_LENGTH, GROUP))


def _digest(person: str, code: str) -> str:
    """Return the stored digest of a code, however it was typed."""
    plain = "".join(letter for letter in code.upper() if letter in LETTERS)
    return token_hash(f"{person} {plain}")


class RecoveryCodes:
    """The recovery codes of one server's accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    async def left(self, person: Person) -> int:
        """Return the number of codes that a person has not used."""
        sql = "SELECT count(*) FROM recovery_codes WHERE person = ?"
        return int((await self.accounts.store.read(sql, person.id))[0][0])

    async def renew(self, person: Person) -> list[str]:
        """Make new codes of an account, shown this once; the earlier ones are void."""
        codes = [new_code() for _ in range(CODES)]
        made = "INSERT INTO recovery_codes (digest, person) VALUES (?, ?)"
        await self.accounts.write(
            ("DELETE FROM recovery_codes WHERE person = ?", (person.id,)),
            *((made, (_digest(person.id, code), person.id)) for code in codes),
        )
        return codes

    async def recover(self, name: str, code: str, password: str, agent: str) -> tuple[Person, str]:
        """Set another password by a code; every session ends, and one opens under the secret given.

        IllegalActionError `wrong-recovery-code`, and for the password as at sign-up: the code is
        not used up then.
        """
        person = await self.accounts.by_account_name(name)
        digest = _digest(person.id if person else "", code)
        sql = "SELECT 1 FROM recovery_codes WHERE digest = ?"
        if person is None or not await self.accounts.store.read(sql, digest):
            raise IllegalActionError("wrong-recovery-code")
        spent = used_up("recovery_codes", digest)
        try:
            return person, await self.accounts.replace_password(person, password, agent, spent)
        except UnmetError:
            raise IllegalActionError("wrong-recovery-code") from None
