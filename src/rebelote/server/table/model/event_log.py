"""The event log of a table: its entries, and how they are written and read back.

A table is its log: all that happens to its seats, terms and matches is an entry, in order. A log is
append-only, so a form that was written once is read for good (`base.protocol.entry_form`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

import msgspec

from rebelote.rules.actions import Action
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook
from rebelote.rules.deck import Pack
from rebelote.rules.options import Rules
from rebelote.server.base.protocol import schemas
from rebelote.server.base.protocol.entry_form import EntryForm, PlainEntry, Upcaster
from rebelote.server.base.protocol.log_kinds import AGREED, SEATING, STARTED
from rebelote.server.base.protocol.occupants import Seats, named, unseen
from rebelote.server.base.protocol.table_settings import Terms


def _without_rated(entry: PlainEntry) -> PlainEntry:
    """Upcast from 1 to 2: `rated` is no term of a table any more, but part of its metadata."""
    terms = entry.get("terms")
    if not isinstance(terms, dict):
        return entry
    return {**entry, "terms": {name: terms[name] for name in terms if name != "rated"}}


UPCASTERS: Final[tuple[Upcaster, ...]] = (_without_rated,)
VERSIONED: Final = frozenset({AGREED, STARTED})
"""The kinds of entries that say their version: those that hold rules.

Rules and terms are what changes, and no log does without them. A kind that is not here has had one
form only; the day it gets a second, it says its version too.
"""


# --- entries --------------------------------------------------------------------------------------


Lasts = Literal["match", "pack", "table"]
"""For how long an entry counts: for its match, until the pack it is about is dealt, or for good.

What names people counts for good: a packed entry does not change with them.
"""


class _Entry(msgspec.Struct, frozen=True, gc=False, tag_field="log", omit_defaults=True):
    lasts: ClassVar[Lasts] = "match"


class Agreed(_Entry, frozen=True, tag=AGREED):
    """The rules, terms and seats of the next match."""

    lasts: ClassVar[Lasts] = "table"
    rules: Rules
    terms: Terms
    seats: Seats


class Seating(_Entry, frozen=True, tag=SEATING):
    """The occupants of the seats from now on."""

    lasts: ClassVar[Lasts] = "table"
    seats: Seats


class Sealed(_Entry, frozen=True, tag="sealed"):
    """The secret of the next pack, whose seal was disclosed, and by seat what players committed to.

    The pack follows once they have revealed it, in `Started` or `Dealt` (`docs/fairness.md`).
    """

    lasts: ClassVar[Lasts] = "pack"
    secret: str
    commitments: tuple[str, ...]


class Started(_Entry, frozen=True, tag=STARTED, kw_only=True):
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
FORM: Final[EntryForm[Entry]] = EntryForm(
    msgspec.json.Decoder(Entry, dec_hook=decode_hook), UPCASTERS, VERSIONED, schemas.encode
)


def _tag(entry: Entry | type[Entry]) -> str:
    return str(entry.__struct_config__.tag)


def kind(entry: Entry) -> str | None:
    """Return the kind of an entry that counts beyond its match, as stored beside it; else None."""
    return None if entry.lasts == "match" else _tag(entry)


def decode(line: bytes) -> Entry:
    """Return an entry as it was written down, in whatever version.

    ValueError for anything that is no entry; NewerVersionError for one of a later
    server.
    """
    return FORM.decode(line)


def encode(entry: Entry) -> bytes:
    """Encode an entry for the log: in today's version, and people by their ids only."""
    if isinstance(entry, Agreed | Seating):
        seats = named(entry.seats, unseen)
        entry = msgspec.structs.replace(entry, seats=seats)
    return FORM.encode(entry)


def compacted(lines: Sequence[Entry]) -> Agreed | None:
    """Return one entry in place of the first entries of a log.

    None unless all are about seats and terms.
    """
    agreed = [entry for entry in lines if isinstance(entry, Agreed)]
    last = lines[-1] if lines else None
    if not agreed or not all(isinstance(entry, Agreed | Seating) for entry in lines):
        return None
    assert isinstance(last, Agreed | Seating)
    return msgspec.structs.replace(agreed[-1], seats=last.seats)


def participants(seats: Seats, starters: Seats) -> set[str]:
    """Return the people who sit at a table, or began its match in play or the last one."""
    return {who.person for who in (*seats, *starters) if who.person}
