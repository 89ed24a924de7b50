"""A club by its log: members, other names of them, seasons."""

from __future__ import annotations

import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.clubs import (
    Club,
    ClubEntry,
    ClubRenamed,
    Founded,
    MemberAdded,
    MemberChanged,
    SeasonChanged,
    SeasonOpened,
    after,
    collides,
    founded,
    repeats,
)
from rebelote.tournament.seasons import SeasonRule

RULE = SeasonRule(best=5)
TOURNAMENT = "abcdefghijkl"
LOG: list[ClubEntry] = [
    Founded("The Owls"),
    MemberAdded("Ann Peeters"),
    MemberAdded("Bo"),
    MemberChanged(1, "Ann Peeters", ("Annie",)),
    SeasonOpened("2026", RULE),
    SeasonChanged(1, "2026 A", RULE, (TOURNAMENT,)),
    ClubRenamed("Owls"),
]


def test_a_club_follows_from_its_log() -> None:
    club = founded(LOG)
    assert club.name == "Owls" and club.version == len(LOG)
    assert club.known == {"ann peeters": "Ann Peeters", "annie": "Ann Peeters", "bo": "Bo"}
    assert club.season(1).tournaments == (TOURNAMENT,) and club.season(1).name == "2026 A"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Founded("Again"), "founded-once"),
        (MemberAdded("  annie "), "member-known"),
        (MemberChanged(2, "Bo", ("ANN  peeters",)), "member-known"),
        (MemberChanged(2, "Bo", ("bo",)), "member-known"),
        (MemberChanged(3, "Cat"), "no-such-club"),
        (SeasonChanged(2, "2027", RULE), "no-such-club"),
        (SeasonChanged(1, "2026", RULE, (TOURNAMENT, TOURNAMENT)), "wrong-options"),
        (SeasonOpened("2027", SeasonRule(counts="places")), "wrong-options"),
    ],
)
def test_what_a_club_refuses(entry: ClubEntry, code: str) -> None:
    with pytest.raises(IllegalActionError, match=code):
        after(founded(LOG), entry)


def test_a_member_can_be_called_by_another_of_their_own_names() -> None:
    club = after(founded(LOG), MemberChanged(1, "Annie", ("Ann Peeters",), here=False))
    assert club.known["ann peeters"] == "Annie" and not club.members[0].here


def test_a_club_is_full_of_members_and_seasons_at_some_time() -> None:
    crowded = Club("Owls", founded(LOG).members * 500)
    with pytest.raises(IllegalActionError, match="club-full"):
        after(crowded, MemberAdded("One more"))


def test_only_what_is_about_the_same_collides_and_what_is_sent_twice_repeats() -> None:
    ann, bo = MemberChanged(1, "Ann"), MemberChanged(2, "Bob")
    season = SeasonChanged(1, "2026", RULE)
    assert not collides(ann, [bo, season, MemberAdded("Cat")]) and collides(ann, [bo, ann])
    assert not collides(MemberAdded("Cat"), [MemberAdded("Cat")])
    assert repeats(ann, [ann, bo]) and not repeats(ann, [ann, MemberChanged(1, "Anna")])
    assert repeats(MemberAdded("Cat"), [MemberAdded("Cat"), ann])


def test_a_log_is_read_whatever_would_be_refused_today() -> None:
    club = founded([*LOG, MemberAdded("annie"), MemberChanged(9, "Cat"), Founded("Again")])
    assert club.version == len(LOG) + 3 and len(club.members) == 3 and club.name == "Owls"


def test_a_log_begins_with_the_founding() -> None:
    with pytest.raises(ValueError, match="founds"):
        founded([ClubRenamed("Owls")])
