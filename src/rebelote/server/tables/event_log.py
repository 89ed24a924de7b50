"""The event log of a table: its entries, and how they are written and read back.

A table is its log: all that happens to its seats, terms and matches is an entry, in order. A log is
append-only, so a form that was written once is read for good: an entry says its version when
written, and is upcast when read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

import msgspec

from rebelote.rules.actions import Action
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook
from rebelote.rules.deck import Pack
from rebelote.rules.options import Rules
from rebelote.server.protocol import schemas
from rebelote.server.protocol.table_settings import Terms

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


# --- entries --------------------------------------------------------------------------------------


class Occupant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who sits in a seat: a person by id, a `bot` of a level, or neither: it is free.

    `program`: the person is a bot account, for which a program plays. `portrait`: the one that the
    person has chosen, from 1; 0 without.

    The name and the portrait of a person are not written down here, so that they go with the
    account.
    """

    name: str = ""
    bot: str | None = None
    person: str | None = None
    program: bool = False
    portrait: int = 0

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.bot is None and self.person is None


_with: Final = msgspec.structs.replace
Seats = tuple[Occupant, ...]
FREE = Occupant()


Lasts = Literal["match", "pack", "table"]
"""For how long an entry counts: for its match, until the pack it is about is dealt, or for good.

What names people counts for good: a packed entry does not change with them.
"""


class _Entry(msgspec.Struct, frozen=True, gc=False, tag_field="log", omit_defaults=True):
    lasts: ClassVar[Lasts] = "match"


class Agreed(_Entry, frozen=True, tag="agreed"):
    """What the next match is played by, and the seats there are for it."""

    lasts: ClassVar[Lasts] = "table"
    rules: Rules
    terms: Terms
    seats: Seats


class Seating(_Entry, frozen=True, tag="seating"):
    """Who sits where from now on."""

    lasts: ClassVar[Lasts] = "table"
    seats: Seats


class Sealed(_Entry, frozen=True, tag="sealed"):
    """The secret of the next pack, whose seal was disclosed, and by seat what players committed to.

    The pack follows once they have revealed it, in `Started` or `Dealt` (`docs/fairness.md`).
    """

    lasts: ClassVar[Lasts] = "pack"
    secret: str
    commitments: tuple[str, ...]


class Started(_Entry, frozen=True, tag="started"):
    """A match began: the first, or a rematch.

    `secret` made the pack; or the secret of a `Sealed` before with `nonces`, those revealed by
    seat. `at`: when, in seconds since 1970, where its time is limited.
    """

    lasts: ClassVar[Lasts] = "table"
    rules: Rules
    pack: Pack
    dealer: int
    drawn: tuple[Card, ...] = ()
    secret: str = ""
    nonces: tuple[str, ...] = ()
    at: float = 0.0


class Acted(_Entry, frozen=True, tag="acted"):
    """A seat did something.

    `spent`, here and below: the milliseconds that the one to act has taken from the time bank.
    `failed`: the bot in this seat failed, and this is the simplest legal action.
    """

    seat: int
    action: Action
    spent: int = 0
    failed: bool = False


class Claimed(_Entry, frozen=True, tag="claimed"):
    """A seat claimed the rest, and all cards fell, in this order."""

    seat: int
    cards: tuple[Card, ...]
    spent: int = 0


class ClaimMade(_Entry, frozen=True, tag="claim_made"):
    """A seat claims the rest of its opponents, as in real life: its hand lies open."""

    seat: int


class ClaimAnswered(_Entry, frozen=True, tag="claim_answered"):
    """A seat accepts the claim of an opponent, while others have to answer; or refuses it."""

    seat: int
    accepted: bool


class Dealt(_Entry, frozen=True, tag="dealt"):
    """The next deal began, with a pack that was made as that of `Started`, or the gathered one."""

    pack: Pack | None
    secret: str = ""
    nonces: tuple[str, ...] = ()


class TimeUp(_Entry, frozen=True, tag="time_up"):
    """The time of the match was up."""


Absence = Literal["clock", "gone"]
"""Why a bot substitutes: the time was up, or the person was away for too long."""


class Substituted(_Entry, frozen=True, tag="relieved"):
    """A bot plays on for the one who sits there, and why.

    `no_show`: the quick match had seated a person who never joined, so the match does not count.
    """

    lasts: ClassVar[Lasts] = "table"
    seat: int
    why: Absence
    spent: int = 0
    no_show: bool = False


class Returned(_Entry, frozen=True, tag="returned"):
    """The one who sits there plays again."""

    lasts: ClassVar[Lasts] = "table"
    seat: int


class CalledOff(_Entry, frozen=True, tag="called_off"):
    """The match ended without a winner: it had as many deals as a match may have."""


class AgreedToGoOn(_Entry, frozen=True, tag="agreed_to_go_on"):
    """A seat agrees to the next deal or match, and others have still to answer."""

    seat: int


class PauseVote(_Entry, frozen=True, tag="pause_vote"):
    """A seat asks for a pause, which begins once all people have; or `on` is false and ends it."""

    seat: int
    on: bool


class SurrenderVote(_Entry, frozen=True, tag="surrender_vote"):
    """A seat asks its side to give up the match; or `on` is false, and one of the side refuses."""

    seat: int
    on: bool


class GivenUp(_Entry, frozen=True, tag="given_up"):
    """The side of this seat gives up the match: all of its people have voted for it."""

    seat: int


class TakenBack(_Entry, frozen=True, tag="taken_back"):
    """A seat took back its last call or card, and all that followed: the match is practice now."""

    seat: int


class ExtraTime(_Entry, frozen=True, tag="extra_time"):
    """The seat to act had its time bank filled a second time."""

    seat: int


ClockEntry = AgreedToGoOn | PauseVote | SurrenderVote | ExtraTime
"""The entries about clocks, votes and the next deal, of which nothing is an event for players."""
MatchEntry = Started | Acted | Claimed | Dealt | TimeUp | GivenUp | TakenBack
"""The entries a match is made of."""
TableEntry = (
    Agreed | Seating | Sealed | Substituted | Returned | CalledOff | ClaimMade | ClaimAnswered
)
BY_PEOPLE = Acted | Claimed | ClaimMade | ClaimAnswered | ClockEntry | GivenUp | TakenBack
"""Entries of a seat: made by its person where they answer a message of a client."""
Entry = MatchEntry | TableEntry | ClockEntry
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=decode_hook)


def _tag(entry: Entry | type[Entry]) -> str:
    return str(entry.__struct_config__.tag)


STARTED: Final = _tag(Started)
"""The kind of entry with which a match begins."""
SEATINGS: Final = (_tag(Agreed), _tag(Seating))
"""The kinds of entries that say who sits where."""


def kind(entry: Entry) -> str | None:
    """The kind of an entry that counts beyond its match, as it is written beside it; else None."""
    return None if entry.lasts == "match" else _tag(entry)


def decode(line: bytes) -> Entry:
    """An entry as it was written down, in whatever version.

    ValueError for anything that is no entry; NewerVersionError for one of a later
    server.
    """
    return _decoder.decode(current(line))


def encode(entry: Entry) -> bytes:
    """An entry as it is written down: in today's version, and people by their ids alone."""
    if isinstance(entry, Agreed | Seating):
        seats = named(entry.seats, unseen)
        entry = _with(entry, seats=seats)
    return stamped(_tag(entry), schemas.encode(entry))


def compacted(lines: Sequence[Entry]) -> Agreed | None:
    """What the first entries of a log come to, one entry in place of them.

    None unless all are about seats and terms.
    """
    agreed = [entry for entry in lines if isinstance(entry, Agreed)]
    last = lines[-1] if lines else None
    if not agreed or not all(isinstance(entry, Agreed | Seating) for entry in lines):
        return None
    assert isinstance(last, Agreed | Seating)
    return _with(agreed[-1], seats=last.seats)


def participants(seats: Seats, starters: Seats) -> set[str]:
    """The people who sit at a table, or began its match in play or the last one."""
    return {who.person for who in (*seats, *starters) if who.person}


class Look(NamedTuple):
    """How a person appears now."""

    name: str = ""
    portrait: int = 0


def named(seats: Seats, look_of: Callable[[str], Look]) -> Seats:
    """The same with the names and portraits that people have now."""
    return tuple(
        _with(who, **look_of(who.person)._asdict()) if who.person else who for who in seats
    )


def by_name(name_of: Callable[[str], str]) -> Callable[[str], Look]:
    """How people appear of whom only the name matters."""
    return lambda person: Look(name_of(person))


def unseen(_: str) -> Look:
    """How people appear in what is written down."""
    return Look()
