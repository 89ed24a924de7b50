"""A club: its members by name and its seasons, which follow from the entries of its own log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeVar

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.seasons import MOST_TOURNAMENTS, SeasonRule, name_key

MOST_MEMBERS: Final = 1000
MOST_SEASONS: Final = 100
_One = TypeVar("_One")
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
_Names = Annotated[tuple[_Name, ...], msgspec.Meta(max_length=10)]
_Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{12}$")]
_Ids = Annotated[tuple[_Id, ...], msgspec.Meta(max_length=MOST_TOURNAMENTS)]


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True):
    pass


class Founded(_Entry, frozen=True, tag="founded"):
    """The first entry of a club's log."""

    name: _Name


class ClubRenamed(_Entry, frozen=True, tag="club-renamed"):
    """A new name of the club."""

    name: _Name


class MemberAdded(_Entry, frozen=True, tag="member-added"):
    """A member, who gets the next number."""

    name: _Name


class MemberChanged(_Entry, frozen=True, tag="member-changed"):
    """A member's name, and the other names under which they were entered.

    `here`: whether they are offered when a tournament is prepared.
    """

    member: int
    name: _Name
    also: _Names = ()
    here: bool = True


class SeasonOpened(_Entry, frozen=True, tag="season-opened"):
    """A season or a division of one, which gets the next number."""

    name: _Name
    rule: SeasonRule


class SeasonChanged(_Entry, frozen=True, tag="season-changed"):
    """The name, rule and tournaments of a season."""

    season: int
    name: _Name
    rule: SeasonRule
    tournaments: _Ids = msgspec.field(name="events", default=())


ClubEntry = Founded | ClubRenamed | MemberAdded | MemberChanged | SeasonOpened | SeasonChanged


class Member(msgspec.Struct, frozen=True):
    """A person by name. `also`: how else they were entered; `here`: whether they still come."""

    number: int
    name: str
    also: tuple[str, ...] = ()
    here: bool = True


class Season(msgspec.Struct, frozen=True):
    """A season: its rule, and the ids of its tournaments in their order."""

    number: int
    name: str
    rule: SeasonRule
    tournaments: tuple[str, ...] = ()


class Club(msgspec.Struct, frozen=True):
    """A club as it is now. `version`: the number of entries of its log."""

    name: str
    members: tuple[Member, ...] = ()
    seasons: tuple[Season, ...] = ()
    version: int = 1

    @property
    def known(self) -> dict[str, str]:
        """The current name of each member, by the key of every name they have had."""
        return {
            name_key(name): member.name
            for member in self.members
            for name in (member.name, *member.also)
        }

    def keys_of_others(self, number: int) -> frozenset[str]:
        """Return the keys of the names that other members have now."""
        others = (member for member in self.members if member.number != number)
        return frozenset(name_key(name) for one in others for name in (one.name, *one.also))

    def season(self, number: int) -> Season:
        """Return a season by its number. IllegalActionError `no-such-club`."""
        if not 1 <= number <= len(self.seasons):
            raise IllegalActionError("no-such-club")
        return self.seasons[number - 1]


def founded(entries: Iterable[ClubEntry]) -> Club:
    """Build the club from its log, whose first entry founds it."""
    club: Club | None = None
    for entry in entries:
        club = evolve(club, entry)
    if club is None:
        raise ValueError("the first entry of a club's log founds it")
    return club


def evolve(club: Club | None, entry: ClubEntry) -> Club:
    """Return the club after an entry of its log, which is never refused.

    An entry about a member or season that is missing changes nothing. ValueError where the first
    entry of a log does not found the club.
    """
    if club is None:
        if not isinstance(entry, Founded):
            raise ValueError("the first entry of a club's log founds it")
        return Club(entry.name)
    changed = _changed(club, entry) if names_known(club, entry) else club
    return msgspec.structs.replace(changed, version=club.version + 1)


def after(club: Club, entry: ClubEntry) -> Club:
    """Return the club after an entry that is to be made.

    Raises IllegalActionError `no-such-club` for a missing member or season,
    `member-known`, `club-full`, `wrong-options` or `founded-once`.
    """
    _check(club, entry)
    return evolve(club, entry)


def names_known(club: Club, entry: ClubEntry) -> bool:
    """Return whether the member or season that an entry is about exists."""
    match entry:
        case MemberChanged():
            return 1 <= entry.member <= len(club.members)
        case SeasonChanged():
            return 1 <= entry.season <= len(club.seasons)
    return True


def _check(club: Club, entry: ClubEntry) -> None:
    if not names_known(club, entry):
        raise IllegalActionError("no-such-club")
    match entry:
        case Founded():
            raise IllegalActionError("founded-once")
        case MemberAdded():
            _check_place(club.members, MOST_MEMBERS)
            _check_names(club, len(club.members) + 1, (entry.name,))
        case MemberChanged():
            _check_names(club, entry.member, (entry.name, *entry.also))
        case SeasonOpened():
            _check_place(club.seasons, MOST_SEASONS)
            entry.rule.check()
        case SeasonChanged():
            entry.rule.check()
            if len(set(entry.tournaments)) < len(entry.tournaments):
                raise IllegalActionError("wrong-options")


def _check_place(all: Sequence[object], most: int) -> None:
    if len(all) >= most:
        raise IllegalActionError("club-full")


def _check_names(club: Club, member: int, names: Sequence[str]) -> None:
    own = [name_key(name) for name in names]
    if len(set(own)) < len(own) or club.keys_of_others(member) & set(own):
        raise IllegalActionError("member-known")


def _changed(club: Club, entry: ClubEntry) -> Club:
    replace = msgspec.structs.replace
    match entry:
        case Founded():
            return club
        case ClubRenamed(name):
            return replace(club, name=name)
        case MemberAdded(name):
            return replace(club, members=(*club.members, Member(len(club.members) + 1, name)))
        case MemberChanged():
            member = Member(entry.member, entry.name, entry.also, entry.here)
            return replace(club, members=_put(club.members, entry.member, member))
        case SeasonOpened(name, rule):
            season = Season(len(club.seasons) + 1, name, rule)
            return replace(club, seasons=(*club.seasons, season))
        case SeasonChanged():
            season = Season(entry.season, entry.name, entry.rule, entry.tournaments)
            return replace(club, seasons=_put(club.seasons, entry.season, season))


def _put(all: tuple[_One, ...], number: int, one: _One) -> tuple[_One, ...]:
    return (*all[: number - 1], one, *all[number:])


def collides(entry: ClubEntry, since: Iterable[ClubEntry]) -> bool:
    """Return whether a later entry has the same member, season or name as its subject."""
    about = _subject(entry)
    return about is not None and any(_subject(other) == about for other in since)


def repeats(entry: ClubEntry, since: Sequence[ClubEntry]) -> bool:
    """Return whether an entry repeats the last one about its subject: it was sent twice."""
    about = _subject(entry)
    alike = [other for other in since if _subject(other) == about]
    return entry in (alike if about is None else alike[-1:])


def _subject(entry: ClubEntry) -> tuple[str, int] | None:
    """Return the subject of an entry; None where it collides with no other."""
    match entry:
        case MemberChanged():
            return "member", entry.member
        case SeasonChanged():
            return "season", entry.season
        case ClubRenamed():
            return "name", 0
        case _:
            return None
