"""Event versioning: an entry of a log says its version when written, and is upcast when read.

A log is append-only, so a form that has once been written is read for ever. An upcaster is a pure
function from an entry of one version, as a dict, to the same entry of the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec

Event = dict[str, object]
"""An entry of a log as plain JSON."""
Upcaster = Callable[[Event], Event]


def _without_rated(entry: Event) -> Event:
    """From 1 to 2: `rated` is no term of a table any more, but part of its metadata."""
    terms = entry.get("terms")
    if not isinstance(terms, dict):
        return entry
    return {**entry, "terms": {name: terms[name] for name in terms if name != "rated"}}


UPCASTERS: Final[tuple[Upcaster, ...]] = (_without_rated,)
"""`UPCASTERS[n - 1]` turns an entry of version n into one of n + 1; never changed once released."""
VERSION: Final = len(UPCASTERS) + 1
"""The version in which entries are written today."""
VERSIONED: Final = frozenset({"agreed", "started"})
"""The kinds of entries that say their version: those that hold rules.

Rules and terms are what changes, and no log does without them. A kind that is not here has had one
form only; the day it gets a second, it says its version too. An entry that says none is of 1.
A field with a default, which older entries lack, is no new form (`spent` of what ends a turn).
"""


class NewerVersionError(ValueError):
    """An entry was written by a later Rebelote than this one."""


class _Header(msgspec.Struct, gc=False):
    """What an entry says of itself."""

    log: str = ""
    version: Annotated[int, msgspec.Meta(ge=1)] = 1


_header: Final = msgspec.json.Decoder(_Header)


def stamped(kind: str, line: bytes) -> bytes:
    """An entry of today, a JSON object of this kind, as it is written down: with its version.

    >>> stamped("started", b'{"dealer":0}'), stamped("acted", b'{"seat":0}')
    (b'{"version":2,"dealer":0}', b'{"seat":0}')
    """
    return b'{"version":%d,%s' % (VERSION, line[1:]) if kind in VERSIONED else line


def current(line: bytes) -> bytes:
    """An entry as it would be written today. NewerVersionError; ValueError for no entry."""
    header = _header.decode(line)
    if header.version > VERSION:
        raise NewerVersionError(
            f"an entry of version {header.version}; the newest known is {VERSION}"
        )
    if header.version == VERSION or header.log not in VERSIONED:
        return line
    return msgspec.json.encode(upcast(msgspec.json.decode(line), header.version))


def upcast(entry: Event, version: int) -> Event:
    """An entry of a version as one of the newest; what is given is left as it is."""
    for upcaster in UPCASTERS[version - 1 :]:
        entry = upcaster(entry)
    return entry
