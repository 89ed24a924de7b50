"""Tokens: secrets by which programs act for people, their scopes; and accounts for bots.

A token is 192 random bits behind a prefix, by which a leaked one is recognised; the database keeps
its digest. It is read at every request, so that a revoked one ends at once, on every node.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Collection
from typing import Annotated, Final, Literal

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.base.runtime.asgi import Scope as Request
from rebelote.server.base.storage.store import StoreBusyError
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import COLUMNS, OF_PERSON, Person, person_of
from rebelote.server.people.schemas import PersonName
from rebelote.server.people.sessions import DAY, token_hash

Scope = Literal["matches", "play"]
"""The scopes of a token: to read one's matches and their records; to open tables and play."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewToken(Message, frozen=True):
    """POST /api/me/tokens: a token for oneself, or for a `bot` of one's own."""

    name: Name
    scopes: tuple[Scope, ...]
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 90
    bot: str = ""


class Token(Message, frozen=True, kw_only=True):
    """One row of GET /api/me/tokens; `person`: for whom it acts; `seen`: when it was last used."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    person: str
    created: float
    seen: float | None
    expires: float


class MadeToken(Message, frozen=True):
    """The answer to POST /api/me/tokens; the `secret` is shown this once."""

    secret: str
    token: Token


class NewBot(Message, frozen=True):
    """POST /api/me/bots."""

    name: str


class BotAccount(Message, frozen=True):
    """One row of GET /api/me/bots."""

    person: str
    name: str
    created: float


PREFIX: Final = "rebelote_"
TOKENS: Final = limit(20, "access tokens", per="account", beyond="too-many-tokens")
BOTS: Final = limit(5, "bot accounts", per="account", beyond="too-many-tokens")
SEEN_SECONDS: Final = 3600.0
"""Seconds that `seen` may lag behind."""

_HOLDER: Final = (
    f"SELECT {OF_PERSON}, scopes, tokens.seen, bots.by "
    "FROM tokens JOIN people ON people.id = tokens.person LEFT JOIN bots USING (person) "
    "WHERE mark = ? AND expires > ?"
)
_MAKE: Final = (
    "INSERT INTO tokens (mark, id, person, by, name, scopes, created, expires) "
    "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 "
    "WHERE (SELECT count(*) FROM tokens WHERE by = ?4 AND expires > ?7) < ?9"
)
_MINE: Final = (
    "SELECT id, name, scopes, person, created, seen, expires FROM tokens WHERE by = ? "
    "ORDER BY created DESC"
)
_BOTS: Final = (
    "SELECT bots.person, people.name, bots.created FROM bots JOIN people ON people.id = person "
    "WHERE by IN (?*) ORDER BY bots.created"
)

_ADD_BOT: Final = (
    "INSERT INTO bots (person, by, created) SELECT ?1, ?2, ?3 "
    "WHERE (SELECT count(*) FROM bots WHERE by = ?2) < ?4"
)
_NAME_BOT: Final = (
    "INSERT INTO people (id, name, created, seen) SELECT ?1, ?2, ?3, ?3 "
    "WHERE EXISTS (SELECT 1 FROM bots WHERE person = ?1)"
)
"""Write the person of a bot; nothing where its account was refused."""
_OWNER: Final = "SELECT by, name FROM bots JOIN people ON people.id = by WHERE person = ?"


def bearer_in(request: Request) -> str | None:
    """Return the token of a request or socket (`Authorization: Bearer`); None without one."""
    sent = dict(request["headers"]).get(b"authorization", b"").decode("latin-1")
    kind, _, secret = sent.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


class Tokens:
    """The tokens and bot accounts of one server."""

    def __init__(self, accounts: Accounts, check_ban: Callable[[str], None]) -> None:
        """Take `check_ban`, which refuses as `banned`; a ban of an account is one of its bots."""
        self._accounts, self._store, self.check_ban = accounts, accounts.store, check_ban
        self._now = accounts.timekeeper.now

    async def holder(self, secret: str, scope: str) -> Person:
        """Return the holder of a token. `scope`: the required one; `any`, or empty for none.

        IllegalActionError `no-such-token` for one that is unknown, revoked or expired, and
        `token-scope`; `banned` where the person or the bot's owner is.
        """
        mark, now = token_hash(secret), self._now()
        rows = await self._store.read(_HOLDER, mark, now)
        if not rows:
            raise IllegalActionError("no-such-token")
        scopes, seen, owner = rows[0][COLUMNS:]
        if scope != "any" and scope not in scopes.split():
            raise IllegalActionError("token-scope")
        person = msgspec.structs.replace(person_of(*rows[0]), owner=owner or "")
        for one in person.answerable:
            self.check_ban(one)
        if seen is None or now - seen > SEEN_SECONDS:
            self._note_seen(mark, person.id, now)
        return person

    def _note_seen(self, mark: str, person: str, now: float) -> None:
        """Write down, without waiting, that a token is used; if not now, then the next time.

        A bot account is erased like a guest once no token of it is used.
        """
        with contextlib.suppress(StoreBusyError):
            self._store.write(
                ("UPDATE tokens SET seen = ? WHERE mark = ?", (now, mark)),
                ("UPDATE people SET seen = ? WHERE id = ?", (now, person)),
            )

    async def existing(self, marks: Collection[str]) -> set[str]:
        """Return those of these tokens that are neither revoked nor expired."""
        sql = "SELECT mark, expires FROM tokens WHERE mark IN (?*)"
        now = self._now()
        return {mark for mark, ends in await self._store.long.read_of(sql, marks) if ends > now}

    async def make(self, me: Person, request: NewToken) -> MadeToken:
        """Make a token for an account, or for one of its bots.

        IllegalActionError `account-first`, `no-such-person` for a bot of another, `token-scope`
        where an account asks to play: only bots play by a token; `too-many-tokens`.
        """
        self.check_ban(me.id)
        if not me.account:
            raise IllegalActionError("account-first")
        if request.bot and request.bot not in {bot.person for bot in await self.bots(me)}:
            raise IllegalActionError("no-such-person")
        if not request.scopes or ("play" in request.scopes and not request.bot):
            raise IllegalActionError("token-scope")
        return await self._make(request.bot or me.id, me, request)

    async def _make(self, person: str, me: Person, request: NewToken) -> MadeToken:
        secret, number = PREFIX + secrets.token_urlsafe(24), secrets.token_urlsafe(9)
        now = self._now()
        scopes = tuple(sorted(set(request.scopes)))
        token = Token(
            id=number,
            name=request.name.strip(),
            scopes=scopes,
            person=person,
            created=now,
            seen=None,
            expires=now + request.days * DAY,
        )
        written = " ".join(scopes)
        values = (token_hash(secret), number, person, me.id, token.name, written, now)
        await self._accounts.write((_MAKE, (*values, token.expires, TOKENS)))
        if not await self._store.read("SELECT 1 FROM tokens WHERE id = ?", number):
            raise IllegalActionError("too-many-tokens")
        return MadeToken(secret, token)

    async def of(self, me: Person) -> list[Token]:
        """Return the tokens that an account has made, the newest first."""
        return [
            Token(
                id=number,
                name=name,
                scopes=tuple(scopes.split()),
                person=person,
                created=created,
                seen=seen,
                expires=expires,
            )
            for number, name, scopes, person, created, seen, expires in await self._store.read(
                _MINE, me.id
            )
        ]

    async def revoke(self, me: Person, number: str) -> None:
        """End a token. IllegalActionError `no-such-page` where one has none of this number."""
        sql = "SELECT 1 FROM tokens WHERE id = ? AND by = ?"
        if not await self._store.read(sql, number, me.id):
            raise IllegalActionError("no-such-page")
        await self._accounts.write(("DELETE FROM tokens WHERE id = ? AND by = ?", (number, me.id)))

    # --- bot accounts

    async def new_bot(self, me: Person, name: str) -> BotAccount:
        """Make an account for a bot, which plays by its tokens alone.

        IllegalActionError `account-first`, `too-many-tokens`, and what a name may be refused for.
        """
        self.check_ban(me.id)
        if not me.account:
            raise IllegalActionError("account-first")
        now = self._now()
        person = await self._accounts.new_person(name)
        await self._accounts.write(
            (_ADD_BOT, (person.id, me.id, now, BOTS)), (_NAME_BOT, (person.id, person.name, now))
        )
        if person.id not in {bot.person for bot in await self.bots(me)}:
            raise IllegalActionError("too-many-tokens")
        return BotAccount(person.id, person.name, now)

    async def bots(self, me: Person) -> list[BotAccount]:
        return await self.bots_of([me.id])

    async def bots_of(self, owners: Collection[str]) -> list[BotAccount]:
        """Return the bot accounts of these accounts, the oldest first."""
        return [BotAccount(*row) for row in await self._store.read_of(_BOTS, owners)]

    async def owner_of(self, bot: str) -> PersonName | None:
        """Return the owner of a bot account; None for a person, and a bot without an owner."""
        rows = await self._store.read(_OWNER, bot)
        return PersonName(*rows[0]) if rows else None

    async def end_bot(self, me: Person, bot: str) -> None:
        """End a bot account: its tokens are revoked, and nobody owns it. `no-such-person`."""
        if bot not in {one.person for one in await self.bots(me)}:
            raise IllegalActionError("no-such-person")
        await self._accounts.write(
            ("DELETE FROM tokens WHERE person = ?", (bot,)),
            ("DELETE FROM bots WHERE person = ?", (bot,)),
        )
