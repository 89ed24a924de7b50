"""Files of tournaments and clubs: all that was entered, to go on with on another server.

A file holds the entries with their times, and no secret that a key derives from; names of people of
the server are written out, and authors are left out. Whoever opens it is the owner of the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.log import LINE_BYTES
from rebelote.server.base.protocol.entry_form import EntryForm, NewerVersionError
from rebelote.server.features.tournament import keys
from rebelote.server.features.tournament.clubs import OpenClub
from rebelote.server.features.tournament.stored import (
    CLUB_FORM,
    LOG_BYTES,
    MOST_CLUB_TOURNAMENTS,
    MOST_ENTRIES,
    TOURNAMENT_FORM,
)
from rebelote.server.features.tournament.tournaments import OpenTournament
from rebelote.tournament import clubs, comparison, draws, excess, state
from rebelote.tournament import entries as log
from rebelote.tournament.clubs import ClubEntry
from rebelote.tournament.entries import Entry
from rebelote.tournament.people import entry_with_names
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, rounds_before_finals

FORM: Final = 1
"""The version in which files are written."""
FILE_BYTES: Final = limit(
    4 << 20,
    "a file of an evening or a club",
    unit="bytes",
    per="file",
    beyond="file-too-large",
)
LATEST: Final = 1e11
"""The last time, in seconds since 1970, that an entry of a file can have."""
Kind = Literal["evening", "club"]
_Time = Annotated[float, msgspec.Meta(ge=0, le=LATEST)]
_Entry = TypeVar("_Entry")


class _Line(msgspec.Struct, frozen=True):
    """An entry, and when it was made."""

    at: _Time
    entry: msgspec.Raw


class _Log(msgspec.Struct, frozen=True):
    """A log. `packs`: the secret of the cards of a duplicate that is being played, or empty."""

    created: _Time
    lines: Annotated[tuple[_Line, ...], msgspec.Meta(min_length=1, max_length=MOST_ENTRIES)]
    packs: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""


class _Header(msgspec.Struct, frozen=True):
    """The first part of a file, which every version has."""

    rebelote: Kind
    version: Annotated[int, msgspec.Meta(ge=1)]


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """A file; `club`: the log of a club, whose tournaments the others are."""

    rebelote: Kind
    version: int
    club: _Log | None = None
    evenings: Annotated[tuple[_Log, ...], msgspec.Meta(max_length=MOST_CLUB_TOURNAMENTS)]


class ReadLog(NamedTuple):
    """A log that was read from a file: its name, and its encoded lines with their times."""

    name: str
    created: float
    lines: tuple[tuple[float, str], ...]
    packs: str = ""

    @property
    def size(self) -> int:
        """The bytes that it takes in the database."""
        return sum(len(line.encode()) + LINE_BYTES for _, line in self.lines)


class ReadFile(NamedTuple):
    """The logs that were read from a file."""

    club: ReadLog | None
    evenings: tuple[ReadLog, ...]


def place_of(number: int) -> str:
    """Return the id that stands for a tournament of a club in its file, counted from 0.

    >>> place_of(3)
    '000000000003'
    """
    return f"{number:012d}"


# --- written --------------------------------------------------------------------------------------


class SavedLog(NamedTuple):
    """A log as it is when it is taken into a file; `id`: of the tournament."""

    id: str
    created: float
    lines: tuple[tuple[float, Entry], ...]
    packs: str


def taken(opened: OpenTournament) -> SavedLog:
    """Take a tournament as it is now.

    IllegalActionError `file-later` where its log has results that are still secret.
    """
    format, tournament = opened.tournament.format, opened.tournament
    if format.online and format.duplicate and comparison.to_be_played(tournament):
        raise IllegalActionError("file-later")
    packs = format.duplicate and tournament.rounds
    return SavedLog(
        opened.id,
        opened.lines[0].at,
        tuple((line.at, entry_with_names(line.entry, opened.names)) for line in opened.lines),
        keys.packs_secret(opened.secret).hex() if packs else "",
    )


def written(club: OpenClub | None, evenings: Sequence[SavedLog]) -> bytes:
    """Write a file of a club with its tournaments, or of a tournament by itself.

    IllegalActionError `file-too-large`.
    """
    evenings = sorted(evenings, key=lambda one: (one.created, one.id))
    places = {one.id: place_of(number) for number, one in enumerate(evenings)}
    file = _File(
        rebelote="evening" if club is None else "club",
        version=FORM,
        club=None if club is None else _club(club, places),
        evenings=tuple(
            _Log(one.created, _lines(TOURNAMENT_FORM, map(_in_hall, one.lines)), one.packs)
            for one in evenings
        ),
    )
    text = msgspec.json.encode(file)
    if len(text) > FILE_BYTES:
        raise IllegalActionError("file-too-large")
    return text


def _lines(form: EntryForm[_Entry], lines: Iterable[tuple[float, _Entry]]) -> tuple[_Line, ...]:
    return tuple(_Line(at, msgspec.Raw(form.encode(entry))) for at, entry in lines)


def _club(club: OpenClub, places: Mapping[str, str]) -> _Log:
    lines = [(line.at, _placed(line.entry, places)) for line in club.lines]
    return _Log(club.lines[0].at, _lines(CLUB_FORM, lines))


def _placed(entry: ClubEntry, ids: Mapping[str, str]) -> ClubEntry:
    """Return an entry with other ids of tournaments, without those that have none."""
    if not isinstance(entry, clubs.SeasonChanged):
        return entry
    return replace(entry, tournaments=tuple(ids[one] for one in entry.tournaments if one in ids))


def _in_hall(line: tuple[float, Entry]) -> tuple[float, Entry]:
    """Return a line of a tournament that is not played at tables of a server any more."""
    at, entry = line
    if isinstance(entry, log.Created | log.FormatChanged) and entry.format.online:
        return at, replace(entry, format=replace(entry.format, place="hall"))
    return line


def placed(line: str, ids: Mapping[str, str]) -> str:
    """Return an encoded entry of a club with other ids of tournaments."""
    return CLUB_FORM.encode(_placed(CLUB_FORM.decode(line), ids)).decode()


# --- read -----------------------------------------------------------------------------------------


def read(text: bytes) -> ReadFile:
    """Read and check a file of anybody, in a worker process.

    IllegalActionError `file-broken`, or `file-newer` for one of a later Rebelote.
    """
    try:
        return _read(text)
    except NewerVersionError:
        raise IllegalActionError("file-newer") from None
    except Exception:  # logs of anybody: whatever cannot be computed from them is broken
        raise IllegalActionError("file-broken") from None


def _read(text: bytes) -> ReadFile:
    if msgspec.json.decode(text, type=_Header).version > FORM:
        raise NewerVersionError
    file = msgspec.json.decode(text, type=_File)
    if (file.rebelote == "club") != (file.club is not None) or (
        file.club is None and len(file.evenings) != 1
    ):
        raise ValueError("a file has a club, or one tournament")
    evenings = tuple(_log(one, TOURNAMENT_FORM, _check_tournament) for one in file.evenings)
    check = partial(_check_club, len(evenings))
    club = None if file.club is None else _log(file.club, CLUB_FORM, check)
    if club and any(_is_trial(evening) for evening in file.evenings):
        raise ValueError("a trial is in no club")
    return ReadFile(club, evenings)


def _is_trial(evening: _Log) -> bool:
    first = TOURNAMENT_FORM.decode(bytes(evening.lines[0].entry))
    return isinstance(first, log.Created) and first.trial


def _log(one: _Log, form: EntryForm[_Entry], check: Callable[[Sequence[_Entry]], str]) -> ReadLog:
    entries = [form.decode(bytes(line.entry)) for line in one.lines]
    lines = (
        (line.at, form.encode(it).decode()) for line, it in zip(one.lines, entries, strict=True)
    )
    result = ReadLog(check(entries), one.created, tuple(lines), one.packs)
    if result.size > LOG_BYTES:
        raise ValueError("a log is too large")
    return result


def _check_club(evenings: int, entries: Sequence[ClubEntry]) -> str:
    """Return the name of a club. ValueError or IllegalActionError for a log that none can have."""
    club, places = None, {place_of(number) for number in range(evenings)}
    for entry in entries:
        _check_names(entry)
        if isinstance(entry, clubs.SeasonOpened | clubs.SeasonChanged):
            entry.rule.check()
        if isinstance(entry, clubs.SeasonChanged) and not places.issuperset(entry.tournaments):
            raise ValueError("a season has a tournament that is not in the file")
        if club is not None and not clubs.names_known(club, entry):
            raise ValueError("an entry is about a missing member or season")
        club = clubs.evolve(club, entry)
    assert club is not None
    return club.name


def _check_tournament(entries: Sequence[Entry]) -> str:
    """Return the name of a tournament. ValueError or IllegalActionError as `_check_club`."""
    tournament: Tournament | None = None
    for entry in entries:
        _check_names(entry)
        if isinstance(entry, log.Created | log.FormatChanged):
            entry.format.check()
            if entry.format.online:
                raise ValueError("tables of another server are not here")
        if tournament is not None:
            _check_entry(tournament, entry)
        tournament = state.evolve(tournament, entry)
    assert tournament is not None
    _compute(tournament)
    return tournament.name


def _check_entry(tournament: Tournament, entry: Entry) -> None:
    known = state.names_known(tournament, entry)
    undone = isinstance(entry, log.DrawUndone) and not tournament.rounds
    if not known or undone or (isinstance(entry, log.Drawn) and not _can_be_drawn(entry)):
        raise ValueError("an entry does not follow from those before it")


def _can_be_drawn(entry: log.Drawn) -> bool:
    """Return whether a draw has the shape of one; nobody proves here that it follows from lots."""
    sides = [side for game in entry.games for side in game]
    return (
        all(len(side) in (1, 2) for side in sides)
        and {len(entry.tables), len(entry.deals)} <= {0, len(entry.games)}
        and all(0 < number <= MOST_ENTRIES for number in (*entry.tables, *entry.deals, *entry.main))
        and len(set(entry.order)) == len(entry.order)
    )


def _check_names(entry: Entry | ClubEntry) -> None:
    """Raise ValueError for a name with signs that cannot be seen, such as marks of a reference."""
    names = [getattr(entry, name, "") for name in ("name", "phrase", "reason")]
    names += [one for name in ("players", "also") for one in getattr(entry, name, ())]
    if not all(name.isprintable() for name in names):
        raise ValueError("a name has signs that cannot be seen")


def _compute(tournament: Tournament) -> None:
    """Compute once what every page of a tournament shows."""
    seen = comparison.shown(tournament) if tournament.format.duplicate else tournament
    standings(seen)
    excess.starts(tournament)
    draws.by_lots(tournament)
    if tournament.format.duplicate:
        comparison.values(seen)
    rounds_before_finals(tournament)
