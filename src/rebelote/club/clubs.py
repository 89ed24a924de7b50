"""A club: its members by name and its seasons, which follow from the entries of its own log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeVar

import msgspec

from rebelote.club.seasons import MOST_EVENINGS, SeasonRule, name_key
from rebelote.rules.refusals import IllegalActionError

MOST_MEMBERS: Final = 1000
MOST_SEASONS: Final = 100
_One = TypeVar("_One")
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
_Names = Annotated[tuple[_Name, ...], msgspec.Meta(max_length=10)]
_Event = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{12}$")]
_Events = Annotated[tuple[_Event, ...], msgspec.Meta(max_length=MOST_EVENINGS)]


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True):
    pass


class Founded(_Entry, frozen=True, tag="founded"):
    """The log of a club begins."""

    name: _Name


class ClubRenamed(_Entry, frozen=True, tag="club-renamed"):
    """The club has another name."""

    name: _Name


class MemberAdded(_Entry, frozen=True, tag="member-added"):
    """A member, who gets the next number."""

    name: _Name


class MemberChanged(_Entry, frozen=True, tag="member-changed"):
    """A member is called so, and was entered under these other names too.

    `here`: whether they are offered when an evening is prepared.
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
    """A season has this name, rule and evenings."""

    season: int
    name: _Name
    rule: SeasonRule
    events: _Events = ()


ClubEntry = Founded | ClubRenamed | MemberAdded | MemberChanged | SeasonOpened | SeasonChanged


class Member(msgspec.Struct, frozen=True):
    """A person by name. `also`: how else they were entered; `here`: whether they still come."""

    number: int
    name: str
    also: tuple[str, ...] = ()
    here: bool = True


class Season(msgspec.Struct, frozen=True):
    """A season: its rule, and the ids of its evenings in their order."""

    number: int
    name: str
    rule: SeasonRule
    events: tuple[str, ...] = ()


class Club(msgspec.Struct, frozen=True):
    """A club as it is now. `version`: the number of entries of its log."""

    name: str
    members: tuple[Member, ...] = ()
    seasons: tuple[Season, ...] = ()
    version: int = 1

    @property
    def known(self) -> dict[str, str]:
        """By the key of every name of a member, what they are called."""
        return {
            name_key(name): member.name
            for member in self.members
            for name in (member.name, *member.also)
        }

    def season(self, number: int) -> Season:
        """A season by its number. IllegalActionError `no-such-club`."""
        return self.seasons[_within(number, self.seasons)]


def founded(entries: Iterable[ClubEntry]) -> Club:
    """The club of a log, whose first entry founds it."""
    first, *others = entries
    if not isinstance(first, Founded):
        raise ValueError("the first entry of a club's log founds it")
    club = Club(first.name)
    for entry in others:
        club = after(club, entry)
    return club


def after(club: Club, entry: ClubEntry) -> Club:
    """The club after one more entry.

    Raises IllegalActionError `no-such-club` for a member or season that there is not,
    `member-known`, `club-full`, `wrong-options` or `not-now`.
    """
    changed = _changed(club, entry)
    return msgspec.structs.replace(changed, version=club.version + 1)


def _changed(club: Club, entry: ClubEntry) -> Club:
    match entry:
        case Founded():
            raise IllegalActionError("not-now")
        case ClubRenamed(name):
            return msgspec.structs.replace(club, name=name)
        case MemberAdded(name):
            member = Member(_next(club.members, MOST_MEMBERS), name)
            return _with_member(club, member, (*club.members, member))
        case MemberChanged():
            member = Member(entry.member, entry.name, entry.also, entry.here)
            return _with_member(club, member, _put(club.members, entry.member, member))
        case SeasonOpened(name, rule):
            season = Season(_next(club.seasons, MOST_SEASONS), name, rule)
            return _with_season(club, season, (*club.seasons, season))
        case SeasonChanged():
            season = Season(entry.season, entry.name, entry.rule, entry.events)
            return _with_season(club, season, _put(club.seasons, entry.season, season))


def _with_member(club: Club, member: Member, members: tuple[Member, ...]) -> Club:
    own = [name_key(name) for name in (member.name, *member.also)]
    others = (one for one in club.members if one.number != member.number)
    taken = {name_key(name) for one in others for name in (one.name, *one.also)}
    if len(set(own)) < len(own) or taken & set(own):
        raise IllegalActionError("member-known")
    return msgspec.structs.replace(club, members=members)


def _with_season(club: Club, season: Season, seasons: tuple[Season, ...]) -> Club:
    season.rule.check()
    if len(set(season.events)) < len(season.events):
        raise IllegalActionError("wrong-options")
    return msgspec.structs.replace(club, seasons=seasons)


def _next(all: Sequence[object], most: int) -> int:
    if len(all) >= most:
        raise IllegalActionError("club-full")
    return len(all) + 1


def _within(number: int, all: Sequence[object]) -> int:
    if not 1 <= number <= len(all):
        raise IllegalActionError("no-such-club")
    return number - 1


def _put(all: tuple[_One, ...], number: int, one: _One) -> tuple[_One, ...]:
    at = _within(number, all)
    return (*all[:at], one, *all[at + 1 :])


def collides(entry: ClubEntry, since: Iterable[ClubEntry]) -> bool:
    """Whether what was entered since is about the same member, season or name."""
    about = _subject(entry)
    return about is not None and any(_subject(other) == about for other in since)


def repeats(entry: ClubEntry, since: Sequence[ClubEntry]) -> bool:
    """Whether an entry is there already, and the last about its subject: it was sent twice."""
    about = _subject(entry)
    alike = [other for other in since if _subject(other) == about]
    return entry in (alike if about is None else alike[-1:])


def _subject(entry: ClubEntry) -> tuple[str, int] | None:
    """What an entry is about; None for one that collides with no other."""
    match entry:
        case MemberChanged():
            return "member", entry.member
        case SeasonChanged():
            return "season", entry.season
        case ClubRenamed():
            return "name", 0
        case _:
            return None
