"""The base of `people`: a person, the trusted time, and writes that say why they fail."""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import (
    ConflictError,
    Statement,
    Store,
    StoreDamagedError,
    StoreError,
)
from rebelote.server.base.storage.trusted_time import Timekeeper


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person: a guest, or the holder of an account; `role` is empty or `admin`.

    `portrait`: the one they have chosen, from 1; 0 without. `owner`: whose bot it is, where it is a
    bot account (`server.features.tokens`).
    """

    id: str
    name: str
    account: bool = False
    role: str = ""
    portrait: int = 0
    owner: str = ""

    @property
    def answerable(self) -> tuple[str, ...]:
        """The people whose sanctions hold for this one: itself, and for a bot its owner."""
        return (self.owner, self.id) if self.owner else (self.id,)


_OF_PERSON: Final = (
    "people.id",
    "people.name",
    "people.account_name IS NOT NULL",
    "people.role",
    "people.portrait",
)
OF_PERSON: Final = ", ".join(_OF_PERSON)
"""The columns of which a person is made."""
COLUMNS: Final = len(_OF_PERSON)
"""The number of these columns: any later ones of a row are others."""


def person_of(
    person_id: str, name: str, account: int, role: str, portrait: int, *_: object
) -> Person:
    """Return the person of a row that begins with `OF_PERSON`."""
    return Person(id=person_id, name=name, account=bool(account), role=role, portrait=portrait)


class Database:
    """The database as accounts, sessions and relations read and write it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.timekeeper = Timekeeper(store)

    async def write(self, *statements: Statement) -> None:
        """Write all of these or none. IllegalActionError `server-busy`; ConflictError for a key."""
        try:
            await self.store.write(*statements)
        except ConflictError:
            raise
        except StoreDamagedError:
            raise IllegalActionError("file-damaged") from None
        except StoreError:
            raise IllegalActionError("server-busy") from None
