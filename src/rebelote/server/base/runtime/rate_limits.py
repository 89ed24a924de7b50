"""Rate limits and quotas: the frequency of an act, and the number under way at once.

Rates are token buckets that fill up again; quotas count what is open or under way now. Each is a
row of a table below, counted by address or by person; `serve --limit` changes a row.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.addresses import (
    Network,
    contains,
    household,
    neighbourhoods,
    site,
)
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.time_source import SYSTEM, TimeSource

BUCKETS: Final = limit(
    50_000,
    "token buckets of people and addresses",
    per="server",
    beyond="the least recently used is dropped",
)


class Rate(NamedTuple):
    """So many at once, and one more every so many seconds; `of` says what, `code` refuses it."""

    most: float
    seconds: float
    of: str = ""
    code: str = "too-many"


class Quota(NamedTuple):
    """So many at the same time; `of` says what, `code` is the refusal beyond."""

    most: int
    of: str
    code: str = "too-many"


class Bucket:
    """A token bucket: the rest of a rate."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.most, now

    def take_token(self, now: float, cost: float = 1) -> bool:
        """Return whether one more is within the rate, or one that counts as so many."""
        self.left = min(self.rate.most, self.left + (now - self.at) / self.rate.seconds)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def refund(self) -> None:
        """Return the token taken last."""
        self.left = min(self.rate.most, self.left + 1)


# --- the tables -----------------------------------------------------------------------------------

BY_ADDRESS: Final = {
    "login": Rate(20, 10, "login attempts"),
    "account": Rate(10, 60, "new accounts"),
    "guest": Rate(60, 5, "new guests"),
    "table": Rate(100, 2, "new tables"),
    "code": Rate(60, 1, "tables looked up by their code"),
    "socket": Rate(240, 0.2, "sockets opened"),
    "join": Rate(200, 0.1, "tables joined by a socket"),
    "request": Rate(2000, 0.025, "requests of any kind"),
    "record": Rate(60, 1, "records of matches"),
    "review": Rate(
        240, 0.5, "reviews of deals, opinions on their actions, and questions how far they are"
    ),
    "verify": Rate(5, 30, "records whose seals are verified"),
    "replay": Rate(
        1024, 1 / 4, "KiB of records handed in: looked at, played on in another way, or verified"
    ),
    "shared": Rate(20, 300, "records handed in to be looked at together"),
    "entered": Rate(
        240,
        0.5,
        "deals given by hand, and of matches played on in another way: one for each call and card",
    ),
    "offline": Rate(60, 60, "matches handed in that were played without a network"),
    "card": Rate(60, 1, "rule cards"),
    "rules": Rate(600, 0.2, "house rules looked at: one for each change"),
    "calls": Rate(240, 0.5, "calls of an auction explained"),
    "read": Rate(120, 0.5, "leaderboards, profiles and deals of a day"),
    "learn": Rate(600, 0.1, "lessons, choices in the guided deal and deals to count in"),
    "ask": Rate(120, 20, "requests to be friends"),
    "terms": Rate(60, 1, "changes of rules and terms"),
    "report": Rate(20, 60, "reports"),
    "hint": Rate(120, 0.5, "hints", "too-many-hints"),
    "erasure": Rate(10, 60, "people who delete their data"),
    "recover": Rate(20, 10, "recovery codes and mailed links that are to set a password"),
    "reset": Rate(20, 30, "links asked for by mail, for a forgotten password"),
    "link": Rate(60, 1, "links of a mail that are looked at"),
    "club": Rate(2000, 0.02, "looks at evenings of a club: by halls and phones"),
    "club-seasons": Rate(120, 1, "looks at tables of a club's seasons"),
    "club-entries": Rate(4096, 10, "KiB written to logs of evenings and clubs"),
    "club-logs": Rate(
        16_384, 1 / 64, "KiB of logs of evenings and clubs read that are not in memory"
    ),
    "club-scores": Rate(600, 0.5, "scores entered at tables of an evening"),
    "confirmations": Rate(
        20, 4320, "mails that ask an e-mail address to confirm itself", "too-many-addresses"
    ),
}
"""Rates by address: a café of sixty phones may come in at once."""
BY_PERSON: Final = {
    "password": Rate(
        5, 60, "password attempts: for the own account, or for one account from one address"
    ),
    "guess": Rate(
        10,
        600,
        "wrong passwords for one account from one network, in browsers new to it",
        "too-many-guesses",
    ),
    "guesses": Rate(
        100,
        60,
        "wrong passwords for one account from all networks, in browsers new to it",
        "too-many-guesses",
    ),
    "name": Rate(5, 60, "changes of name"),
    "confirmations": Rate(
        3, 28_800, "mails that ask an e-mail address to confirm itself", "too-many-addresses"
    ),
    "confirmed": Rate(5, 900, "mails that ask one e-mail address to confirm itself"),
    "resets": Rate(5, 900, "mails to one e-mail address for a forgotten password"),
    "table": Rate(20, 10, "new tables"),
    "relations": Rate(100, 1, "changes of friends, requests, mutes and blocks"),
    "ask": Rate(20, 120, "requests to be friends"),
    "find": Rate(30, 2, "searches for people"),
    "friends": Rate(60, 1, "looks at friends, partners, and what friends may see"),
    "invite": Rate(20, 15, "invitations of friends to tables"),
    "settings": Rate(60, 1, "changes of settings"),
    "notes": Rate(60, 1, "stars and notes of matches"),
    "tokens": Rate(20, 60, "access tokens and bot accounts made"),
    "requests": Rate(240, 0.2, "requests by all access tokens of an account and its bots"),
    "club-events": Rate(20, 60, "evenings of a club created"),
    "club": Rate(300, 0.2, "looks at and entries of an evening by a secretary"),
    "club-draws": Rate(20, 10, "draws of an evening"),
    "leagues": Rate(20, 10, "leagues joined or left"),
    "bots": Rate(200, 1 / 50, "messages over all sockets of all bots of an account"),
    "tries": Rate(60, 1, "moves tried, comments, and what takes them back, in shared replays"),
    "leads": Rate(60, 0.1, "places to which shared replays are led"),
    "practice": Rate(60, 1, "errors looked up, looked at and answered for practice"),
    "statistics": Rate(30, 2, "statistics looked at or downloaded"),
    "push": Rate(20, 30, "browsers that are to be notified, or no more"),
    "record": Rate(20, 2, "records of matches"),
    "records": Rate(20, 10, "pages of one's own matches with their records"),
    "review": Rate(
        60, 1, "reviews of deals, opinions on their actions, and questions how far they are"
    ),
    "offline": Rate(60, 60, "matches handed in that were played without a network"),
    "report": Rate(5, 600, "reports"),
    "export": Rate(3, 600, "exports of personal data"),
    "messages": Rate(100, 1 / 50, "messages over all sockets"),
    "chat": Rate(5, 2, "chat messages: phrases, reactions and text"),
    "own-tables": Rate(30, 2, "looks at one's own tables under way"),
    "seats": Rate(30, 2, "requests about seats, starting and the clock"),
    "terms": Rate(20, 5, "changes of rules and terms"),
    "hint": Rate(20, 3, "hints", "too-many-hints"),
}
"""Rates by person, over all of a person's sockets and browsers."""
BY_TABLE: Final = {
    "seats": Rate(60, 3, "seats taken by anybody but the host"),
    "terms": Rate(30, 10, "changes of rules and terms by the host"),
}
"""Rates by table, from every network: what one table can have written."""
BY_SERVER: Final = {
    "confirmations": Rate(
        120, 30, "mails that ask an e-mail address to confirm itself", "mail-full"
    ),
}
"""Rates of the whole server, for all callers: what it sends to people, perhaps unrequested."""
AT_ONCE_BY_ADDRESS: Final = {
    "logins": Quota(8, "passwords waiting to be checked"),
    "records": Quota(4, "records handed in that are being read or wait for it"),
    "replays": Quota(16, "matches and deals that are being replayed or wait for it"),
    "reviews": Quota(16, "reviews and opinions that are being made or wait for it"),
    "sockets": Quota(100, "open sockets", "network-full"),
    "tables": Quota(100, "open tables from there with somebody present", "too-many-tables"),
    "connections": Quota(400, "open HTTP connections", "network-full"),
}
"""Quotas by address: what one address may have open or under way at once."""
AT_ONCE_BY_PERSON: Final = {
    "sockets": Quota(10, "open sockets", "too-many-sockets"),
    "tables": Quota(10, "open tables with somebody present", "too-many-tables"),
    "hints": Quota(1, "hints being computed", "one-hint"),
    "reviews": Quota(4, "reviews and opinions that are being made or wait for it"),
}
"""Quotas by person: what one person may have open or under way at once."""

Row = Rate | Quota
Keys = tuple[tuple[str, str], ...]
"""The places taken, by quota and key."""


def rows() -> dict[str, Row]:
    """Return all rates and quotas by their names for `serve --limit`, such as `person.chat`."""
    tables: tuple[tuple[str, Mapping[str, Row]], ...] = (
        ("address", BY_ADDRESS),
        ("address", AT_ONCE_BY_ADDRESS),
        ("person", BY_PERSON),
        ("person", AT_ONCE_BY_PERSON),
        ("table", BY_TABLE),
        ("server", BY_SERVER),
    )
    return {f"{by}.{what}": row for by, table in tables for what, row in table.items()}


# --- what an operator changes ---------------------------------------------------------------------


def changed(texts: Iterable[str]) -> dict[str, Row]:
    """Return the rows that `serve --limit NAME=MOST/SECONDS` or `NAME=MOST` names. ValueError.

    >>> changed(["person.chat=10/1"])["person.chat"][:2]
    (10.0, 1.0)
    """
    known, result = rows(), {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            raise ValueError(f"there is no limit {name!r}; there are: {', '.join(sorted(known))}")
        result[name] = _row(text, value, known[name])
    return result


def _row(text: str, value: str, known: Row) -> Row:
    """Return the same row with other numbers."""
    most, _, seconds = value.partition("/")
    try:
        if isinstance(known, Quota):
            return known._replace(most=int(_positive(value)))
        return known._replace(most=_positive(most), seconds=_positive(seconds, 0))
    except ValueError:
        form = "NAME=MOST" if isinstance(known, Quota) else "NAME=MOST/SECONDS"
        raise ValueError(
            f"{text!r} is not a limit: write {form}, for example {_example(known)}"
        ) from None


def _example(known: Row) -> str:
    return "person.sockets=10" if isinstance(known, Quota) else "person.chat=5/2"


def _positive(text: str, least: float = 1) -> float:
    """Return a number of at least `least`, more than nought; ValueError for anything else."""
    number = float(text)
    if not (math.isfinite(number) and number >= least and number > 0):
        raise ValueError(text)
    return number


class Origin(NamedTuple):
    """The origin of a person: an address, or a network that is not counted.

    The operator vouches for such a network: a club's evening is no single person.
    """

    place: str
    vouched: bool = False


# --- counting -------------------------------------------------------------------------------------


class Limits:
    """The buckets and counters of one server.

    `uncounted`: networks from which nothing is counted; `changes`: rows that the operator changed.
    """

    def __init__(
        self,
        uncounted: Sequence[Network] = (),
        changes: Mapping[str, Row] | None = None,
        time: TimeSource = SYSTEM,
    ) -> None:
        self._time = time
        self.uncounted = tuple(uncounted)
        self.rows = {**rows(), **(changes or {})}
        self._buckets: LruCache[tuple[str, str], Bucket] = LruCache(BUCKETS)
        self._under_way: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._buckets)

    def by_address(self, what: str, address: str, cost: float = 1) -> None:
        """Count this once more from an address, or as so many. IllegalActionError `too-many`."""
        if not self.is_uncounted(address):
            for key, share in neighbourhoods(address):
                self._spend(f"address.{what}", key, share, cost)

    def by_person(self, what: str, person: str, address: str) -> None:
        """Count this once more of a person, who is at that address. IllegalActionError
        `too-many`."""
        if not self.is_uncounted(address):
            self._spend(f"person.{what}", person)

    def by_table(self, what: str, table: str) -> None:
        """Count this once more at a table, wherever people are. IllegalActionError `too-many`."""
        self._spend(f"table.{what}", table)

    def by_server(self, what: str) -> None:
        """Count this once more, for all callers together. IllegalActionError with the rate's
        code."""
        self._spend(f"server.{what}", "")

    @contextmanager
    def guess(self, account: str, address: str) -> Iterator[None]:
        """Count a try of an account's password, unless it succeeds.

        A network can take a tenth of what is given to all at most, so none keeps others out.
        IllegalActionError `too-many-guesses`.
        """
        if self.is_uncounted(address):
            yield
            return
        buckets = (
            self.bucket("guess", f"{account} {site(address)}"),
            self.bucket("guesses", account),
        )
        now = self._time.monotonic()
        if not buckets[0].take_token(now):
            raise IllegalActionError("too-many-guesses")
        if not buckets[1].take_token(now):
            buckets[0].refund()
            raise IllegalActionError("too-many-guesses")
        yield
        for bucket in buckets:
            bucket.refund()

    def bucket(self, what: str, person: str) -> Bucket:
        """Return a person's bucket, to hold where tokens are often taken, by all their sockets."""
        return self._bucket(f"person.{what}", person)

    def is_uncounted(self, address: str) -> bool:
        """Return whether nothing is counted from this address."""
        return contains(self.uncounted, address)

    def origin(self, address: str) -> Origin:
        """Return the origin of an address, by which matchmaking distinguishes people."""
        for network in self.uncounted:
            if contains((network,), address):
                return Origin(str(network), True)
        return Origin(household(address))

    def _spend(self, name: str, key: str, share: int = 1, cost: float = 1) -> None:
        if not self._bucket(name, key, share).take_token(self._time.monotonic(), cost):
            raise IllegalActionError(self.rows[name].code)

    def _bucket(self, name: str, key: str, share: int = 1) -> Bucket:
        """Return the bucket of this name and key, as the one used last."""
        if (bucket := self._buckets.get((name, key))) is None:
            bucket = self._full(name, share)
            self._buckets.put((name, key), bucket)
        return bucket

    def _full(self, name: str, share: int) -> Bucket:
        rate = self.rows[name]
        assert isinstance(rate, Rate)
        shared = rate if share == 1 else Rate(rate.most * share, rate.seconds / share)
        return Bucket(shared, self._time.monotonic())

    # --- what is under way

    def enter(self, what: str, address: str, person: str = "") -> Keys:
        """Take a place within every quota of this name; the keys to `leave` with.

        IllegalActionError with the quota's code where one is used up; then no place is taken.
        """
        if self.is_uncounted(address):
            return ()
        places = tuple(self._places(what, address, person))
        for key, most, code in places:
            if self._under_way[key] >= most:
                raise IllegalActionError(code)
        for key, _, _ in places:
            self._under_way[key] += 1
        return tuple(key for key, _, _ in places)

    def leave(self, keys: Keys) -> None:
        """Give places back, and drop counters at zero."""
        for key in keys:
            self._under_way[key] -= 1
            if self._under_way[key] <= 0:
                del self._under_way[key]

    @property
    def under_way(self) -> int:
        """The number of people and addresses with something open or under way."""
        return len(self._under_way)

    @contextmanager
    def place(self, what: str, address: str, person: str = "") -> Iterator[None]:
        """Hold a place within every quota of this name for as long as something is under way."""
        keys = self.enter(what, address, person)
        try:
            yield
        finally:
            self.leave(keys)

    def _places(
        self, what: str, address: str, person: str
    ) -> Iterator[tuple[tuple[str, str], int, str]]:
        """Yield the places to take: their keys, the number of each, and the refusal beyond."""
        if person and isinstance(quota := self.rows.get(f"person.{what}"), Quota):
            yield (f"person.{what}", person), quota.most, quota.code
        if isinstance(quota := self.rows.get(f"address.{what}"), Quota):
            for key, share in neighbourhoods(address):
                yield (f"address.{what}", key), quota.most * share, quota.code
