"""Passwords: those allowed, their digests, and the queue for making these.

After OWASP ASVS 5.0, 6.2: 8 to 128 characters of any kind, taken as they are, and none of those
that everybody tries first. The digest is argon2id with the least cost OWASP's cheat sheet names.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING, Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 128
PASSES, KIB = 2, 19_456
"""The cost of a digest."""
WAITING: Final = limit(64, "passwords waiting to be checked", per="server", beyond="too-many")
_ROWS: Final = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "qwertzuiopasdfghjklyxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "a1z2e3r4t5y6u7i8o9p0",
    "147258369",
    "741852963",
)
_FIGURES_FOR_LETTERS: Final = str.maketrans("01345678@$!", "oieasgtbasi")
_BEGUN, _ENDED = re.compile(r"^[!-@[-`{-~ ]{1,4}"), re.compile(r"[!-@[-`{-~ ]{1,6}$")
_BETWEEN: Final = re.compile(r"[!-/:-@[-`{-~ ]")
_DATES: Final = ("%d%m%Y", "%m%d%Y", "%Y%m%d")


# --- what may be a password -----------------------------------------------------------------------


def check(password: str, *about: str) -> None:
    """Refuse what cannot be the password of a person with these names and addresses.

    Raises IllegalActionError `bad-password` for its length, `common-password` where it is tried
    first, `own-name-password` where only what is known about the person makes it so.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise IllegalActionError("bad-password")
    if is_common(password, about):
        code = "common-password" if is_common(password) else "own-name-password"
        raise IllegalActionError(code)


def is_common(password: str, about: Iterable[str] = ()) -> bool:
    """Return whether a password is of those that are tried first.

    That is: a row of keys, a short piece again and again, a date; or a word of the list, a name or
    what one knows of the person, perhaps twice, with figures for letters or something at its ends;
    or else one of the lists of what was found most often.

    >>> is_common("Passw0rd!"), is_common("12345678"), is_common("correct horse battery")
    (True, True, False)
    """
    plain = password.casefold()
    words = _words() | {word.casefold() for word in about if word}
    return (
        _is_row(plain)
        or _is_repeated(plain)
        or _is_date(plain)
        or plain in _often()
        or any(_is_of(words, form) for form in _forms(plain))
    )


@cache
def _words() -> frozenset[str]:
    text = resources.files("rebelote.server.people").joinpath("common_words.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


@cache
def _often() -> frozenset[str]:
    text = (
        resources.files("rebelote.server.people")
        .joinpath("common_passwords.txt")
        .read_text("utf-8")
    )
    return frozenset(line for line in text.splitlines() if line and line[:2] not in ("#", "# "))


def _forms(plain: str) -> set[str]:
    """Return the words that a password may have been made from."""
    forms = {plain, _BEGUN.sub("", _ENDED.sub("", plain)), _ENDED.sub("", plain)}
    return forms | {form.translate(_FIGURES_FOR_LETTERS) for form in forms}


def _is_of(words: frozenset[str] | set[str], form: str) -> bool:
    """Return whether it is one word, or two."""
    joined = _BETWEEN.sub("", form)
    return joined in words or any(
        joined[:cut] in words and joined[cut:] in words for cut in range(1, len(joined))
    )


def _is_row(plain: str) -> bool:
    """Return whether it is pieces of rows of keys, each of three or more, but for two signs."""
    return any(
        _in_pieces(form[start : len(form) - left])
        for form in (plain, plain[::2] if plain[::2] == plain[1::2] else plain)
        for start in range(3)
        for left in range(3 - start)
    )


def _in_pieces(plain: str) -> bool:
    while plain:
        sizes = (size for size in range(len(plain), 2, -1) if plain[:size] in _all_rows())
        size = next(sizes, 0)
        if not size:
            return False
        plain = plain[size:]
    return True


@cache
def _all_rows() -> str:
    return " ".join((*_ROWS, *(row[::-1] for row in _ROWS)))


def _is_repeated(plain: str) -> bool:
    return any(
        plain == (plain[:size] * len(plain))[: len(plain)] for size in (1, 2, 3, 4, len(plain) // 2)
    )


def _is_date(plain: str) -> bool:
    bare = re.sub(r"[-./ ]", "", plain)
    if not re.fullmatch(r"\d{8}", bare):
        return False
    for form in _DATES:
        try:
            return 1900 <= datetime.strptime(bare, form).year < 2100
        except ValueError:
            continue
    return False


# --- its digest -----------------------------------------------------------------------------------


class Digests:
    """A maker of digests in a thread, one at a time: each takes 19 MiB for a moment."""

    def __init__(self) -> None:
        self.waiting = 0
        self._place = asyncio.Semaphore(1)
        self._nobody: str | None = None

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher  # loaded with the first password

        return PasswordHasher(time_cost=PASSES, memory_cost=KIB, parallelism=1)

    async def of(self, password: str) -> str:
        return await self._in_turn(password, None)

    async def match(self, digest: str | None, password: str) -> bool:
        """Return whether this is the digest of that password; as slow where there is no digest."""
        if self._nobody is None:
            self._nobody = await self.of("nobody's password")
        correct = await self._in_turn(password, digest or self._nobody)
        return digest is not None and bool(correct)

    def is_old(self, digest: str) -> bool:
        """Return whether a digest was made at another cost than today's."""
        return self._hasher.check_needs_rehash(digest)

    async def _in_turn(self, password: str, digest: str | None) -> str:
        if self.waiting >= WAITING:
            raise IllegalActionError("too-many")
        self.waiting += 1
        try:
            async with self._place:
                return await asyncio.to_thread(self._work, password, digest)
        finally:
            self.waiting -= 1

    def _work(self, password: str, digest: str | None) -> str:
        """Return a new digest; or the given one if it is the password's, and else nothing."""
        from argon2.exceptions import InvalidHashError, VerificationError

        text = password.encode("utf-8", "surrogatepass")
        if digest is None:
            return self._hasher.hash(text)
        try:
            self._hasher.verify(digest, text)
        except (VerificationError, InvalidHashError):
            return ""
        return digest
