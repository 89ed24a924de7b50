"""Names: which are allowed, and which look alike. After Unicode Technical Standard 39.

A name is of one script, or of those that Chinese, Japanese and Korean are written in together with
Latin (*highly restrictive*, 5.2); it holds nothing that is not seen. Two names look alike that have
one skeleton (4): its table is Unicode's own, `confusables.txt`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.table_settings import BOT_NAMES

if TYPE_CHECKING:
    import regex


class Pattern:
    """A pattern by its text, which is compiled at its first use; `version`: 1 knows `[a--b]`."""

    def __init__(self, text: str, version: int = 0) -> None:
        self.text, self.version = text, version

    @cached_property
    def compiled(self) -> regex.Pattern[str]:
        import regex

        return regex.compile(self.text, regex.VERSION1 if self.version else regex.VERSION0)


SHORTEST: Final = limit(2, "a name, at least", unit="characters", beyond="bad-name")
LONGEST: Final = limit(24, "a name, at most", unit="characters", beyond="bad-name")
MARKS: Final = limit(
    2,
    "combining marks on a Latin, Greek or Cyrillic letter of a name",
    per="letter",
    beyond="bad-name",
)
MARKS_ELSEWHERE: Final = limit(
    4, "combining marks on a letter of any other script", per="letter", beyond="bad-name"
)
PROTOTYPES_KEPT: Final = 1024
"""Signs whose look-alikes are remembered."""
SIGNS: Final = " .’·・׳״-"
"""Signs allowed between letters besides blanks: also Catalan, Japanese and Hebrew ones."""

_SCRIPTS: Final = """
    Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi
    Hangul Han Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala
    Tamil Telugu Thaana Thai Tibetan
    Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Javanese Kayah_Li Lepcha
    Limbu Lisu Mandaic Meetei_Mayek Miao New_Tai_Lue Newa Nko Ol_Chiki Osage Saurashtra Sundanese
    Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
"""
"""Scripts in use today: recommended, and of limited use (UAX 31, tables 5 and 7)."""
_TOGETHER: Final = (
    ("Latin", "Han", "Hiragana", "Katakana"),
    ("Latin", "Han", "Bopomofo"),
    ("Latin", "Han", "Hangul"),
)
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("'‘`´ʼ", "’") | dict.fromkeys("‐‑", "-"))
_SARA_AM: Final = (("\u0e4d\u0e32", "\u0e33"), ("\u0ecd\u0eb2", "\u0eb3"))
"""Vowels of Thai and Lao that NFKC takes apart."""


def _of(scripts: tuple[str, ...]) -> str:
    """Return a pattern: each character of one of these scripts, or of none."""
    properties = (rf"\p{{scx={script}}}" for script in (*scripts, "Common", "Inherited"))
    return f"[{''.join(properties)}]*"


_ONE_SCRIPT: Final = Pattern(
    "|".join(map(_of, (*((one,) for one in _SCRIPTS.split()), *_TOGETHER)))
)
AND: Final = "&"
"""The sign allowed between two words of a name, with blanks around it: "Marie & Paul"."""
_LETTERS: Final = r"\p{L}[\p{Mn}\p{Mc}]*|\p{Nd}"
_SIGN: Final = rf"[{re.escape(SIGNS)}]"
_NAME: Final = Pattern(rf"(?:{_LETTERS}|({_SIGN})(?!\1)|(?<=[^ &] ){AND}(?= [^ &]))*")
_WRONG_SIGN: Final = Pattern(rf"(?!{_LETTERS}|\p{{M}}|{_SIGN}|{AND})(.)")
_TOO_MANY_MARKS: Final = Pattern(
    rf"[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}]\p{{M}}{{{MARKS + 1}}}"
    rf"|\p{{Mn}}{{{MARKS_ELSEWHERE + 1}}}"
)
_MARK_TWICE: Final = Pattern(r"(\p{Mn})\1")
_NOT_SEEN: Final = Pattern(r"\p{Default_Ignorable_Code_Point}")
_BETWEEN: Final = Pattern(rf"[\s{re.escape(SIGNS)}{AND}]")
_NO_LETTER: Final = Pattern(r"[^\p{L}\p{M}\p{N}]")


@cache
def confusables() -> str:
    """Return the table as it is written, to be searched: as a dict it would be a megabyte."""
    file = resources.files("rebelote.server.base.protocol").joinpath("confusables.txt")
    return file.read_text("utf-8")


@lru_cache(PROTOTYPES_KEPT)
def prototype(sign: str) -> str:
    """Return the sign that another is mistaken for, or itself.

    >>> prototype("а"), prototype("m"), prototype("e")  # the first is Cyrillic
    ('a', 'rn', 'e')
    """
    table = confusables()
    at = table.find(f"\n{ord(sign):04X} ;")
    if at < 0:
        return sign
    line = table[at + 1 : table.find("\n", at + 1)]
    return "".join(chr(int(code, 16)) for code in line.split(";")[1].split())


_HARDLY_SEEN: Final = (1, 202, 220)
"""Combining classes of marks through and below a letter."""

_ROLES: Final = """
    admin administrator administrateur administratrice administratör beheerder
    moderator moderateur modérateur modératrice администратор модератор админ
    administratorica moderatorica rebelote
    διαχειριστής διαχειρίστρια συντονιστής συντονίστρια
    مشرف مشرفة مدير مديرة الإدارة
    ադմին ադմինիստրատոր մոդերատոր վերահսկող
"""
_RESERVED: Final = """
    gone nobody server serveur system système systeem support assistance ondersteuning helpdesk
    сървър система поддръжка помощ никой poslužitelj sustav podrška pomoć nitko
    διακομιστής σύστημα υποστήριξη βοήθεια κανείς
    الخادم النظام الدعم المساعدة روبوت
    սերվեր համակարգ աջակցություն օգնություն բոտ
"""


class WrongSignError(IllegalActionError):
    """A name with a sign that no name may have: `sign`, the first."""

    def __init__(self, sign: str) -> None:
        super().__init__("bad-name")
        self.sign = sign


def tidy(name: str) -> str:
    """Return a name as it is shown: 2 to 24 letters of one script, figures, and signs between.

    IllegalActionError `bad-name` for any other, which is a WrongSignError where a sign is to
    blame. The apostrophe is always the same.

    >>> tidy(" Sean  O'Neil "), tidy("Jean-Luc d’Hondt")
    ('Sean O’Neil', 'Jean-Luc d’Hondt')
    """
    shown = " ".join(_normal(name.translate(_APOSTROPHES)).translate(_APOSTROPHES).split())
    if (wrong := _WRONG_SIGN.compiled.search(shown)) is not None:
        raise WrongSignError(wrong[1])
    if not (SHORTEST <= len(shown) <= LONGEST and _may_be_a_name(shown)):
        raise IllegalActionError("bad-name")
    return shown


def _normal(name: str) -> str:
    normal = unicodedata.normalize("NFKC", name)
    for separate, together in _SARA_AM:
        normal = normal.replace(separate, together)
    return normal


def _may_be_a_name(text: str) -> bool:
    return (
        _NAME.compiled.fullmatch(text) is not None
        and _ONE_SCRIPT.compiled.fullmatch(_BETWEEN.compiled.sub("", text)) is not None
        and _TOO_MANY_MARKS.compiled.search(text) is None
        and _MARK_TWICE.compiled.search(unicodedata.normalize("NFD", text)) is None
        and _NOT_SEEN.compiled.search(text) is None
        and skeleton(text) != ""
    )


def key(name: str) -> str:
    """Return the key that is equal for equal names: capitals and signs between do not count.

    >>> key("Jean-Luc  P.") == key("jeanluc p"), key("O’Neil") == key("oneil")
    (True, True)
    """
    return old_key(name.translate(_APOSTROPHES))


def old_key(name: str) -> str:
    """Return the key from before apostrophes were allowed: `ʼ` was taken for a letter."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return str(_BETWEEN.compiled.sub("", unicodedata.normalize("NFKC", plain)))


def skeleton(name: str) -> str:
    """Return the key that is equal for names alike (UTS 39, 4), but for a mark below.

    >>> skeleton("Vera") == skeleton("Veṛa"), skeleton("Ella") == skeleton("EIIa")
    (True, True)
    """
    separate = _NOT_SEEN.compiled.sub("", unicodedata.normalize("NFD", _normal(name)))
    alike = unicodedata.normalize("NFD", "".join(map(prototype, separate)))
    seen = (sign for sign in alike if unicodedata.combining(sign) not in _HARDLY_SEEN)
    return str(_NO_LETTER.compiled.sub("", "".join(seen).casefold()))


# --- reserved names -------------------------------------------------------------------------------


def is_reserved(name: str) -> bool:
    """Return whether a name is a bot's, or reads as one of those who keep the server.

    >>> is_reserved("Margot"), is_reserved("Margot P."), is_reserved("Administrator Ann")
    (True, False, True)
    """
    forms = _forms(name)
    words = (form for word in _BETWEEN.compiled.split(name) for form in _forms(word))
    return bool(forms & _reserved()) or not _roles().isdisjoint(words)


def _forms(name: str) -> frozenset[str]:
    return frozenset((key(name), skeleton(name))) - {""}


@cache
def _reserved() -> frozenset[str]:
    return frozenset().union(*map(_forms, (*BOT_NAMES, *_RESERVED.split())))


@cache
def _roles() -> frozenset[str]:
    return frozenset().union(*map(_forms, _ROLES.split()))
