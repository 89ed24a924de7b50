"""The subject of an entry, as it was when it was entered."""

from __future__ import annotations

from club_evenings import CONTEST, add_draw, entered

from rebelote.tournament import clubs
from rebelote.tournament import entries as log
from rebelote.tournament.about import About, about, about_club, kind_of
from rebelote.tournament.entries import Created, Entered, Entry, Score
from rebelote.tournament.formats import Format
from rebelote.tournament.seasons import SeasonRule
from rebelote.tournament.state import replayed


def test_a_game_is_named_by_its_sides_and_a_correction_has_the_score_before() -> None:
    entries = entered(CONTEST, 4)
    add_draw(entries, "three diamonds")
    sides = replayed(entries).rounds[0].games[1].sides
    names = tuple(f"Team {side[0]}" for side in sides)
    entry = log.Scored(1, 2, Score(points=(1000, 944)))
    assert about(replayed(entries), entry) == About(names=names, round=1, table=2)
    entries += [entry, log.Renamed(sides[0][0], "Zed")]
    corrected = about(replayed(entries), log.Scored(1, 2, Score(points=(944, 1000))))
    assert corrected == About(names=("Zed", names[1]), round=1, table=2, before=(1000, 944))


def test_a_team_has_the_name_that_it_had_and_partners_have_both() -> None:
    entries = entered(CONTEST, 4)
    assert about(replayed(entries), log.Renamed(2, "Zed")).names == ("Team 2",)
    melee = Format(entrants="melee", draw="lots", house={"rounding": "none"})
    players: list[Entry] = [Created("A tournament", melee), *(Entered(name) for name in "ABCD")]
    add_draw(players, "three diamonds")
    names = about(replayed(players), log.Forfeited(1, 1, 0)).names
    assert sorted(" + ".join(names).split(" + ")) == list("ABCD")


def test_a_draw_has_its_round_and_a_deal_its_table() -> None:
    entries = entered(Format(draw="howell", deals=2, ties=(), house={"rounding": "none"}), 4)
    drawn = add_draw(entries, "three diamonds")
    assert about(replayed(entries[:-1]), drawn).round == 1
    assert about(replayed(entries), log.DrawUndone()).round == 1
    deal = about(replayed(entries), log.Cleared(1, 4))
    assert (deal.table, deal.deal) == (2, 2)


def test_a_member_and_a_season_have_the_name_that_they_had() -> None:
    opened = clubs.SeasonOpened("Winter", SeasonRule())
    club = clubs.founded([clubs.Founded("Owls"), clubs.MemberAdded("Ann"), opened])
    assert about_club(club, clubs.MemberChanged(1, "Anna")).names == ("Ann",)
    season = clubs.SeasonChanged(1, "Spring", SeasonRule())
    assert about_club(club, season).names == ("Winter",)


def test_entries_are_of_kinds() -> None:
    kinds: list[tuple[Entry | clubs.ClubEntry, str]] = [
        (log.Created("x", CONTEST), "format"),
        (log.Entered("x"), "teams"),
        (log.Penalised(1, 5), "teams"),
        (log.DrawUndone(), "draws"),
        (log.Cleared(1, 1), "scores"),
        (clubs.MemberAdded("x"), "members"),
        (clubs.SeasonOpened("x", SeasonRule()), "seasons"),
        (clubs.ClubRenamed("x"), "name"),
    ]
    assert [kind_of(entry) for entry, _ in kinds] == [kind for _, kind in kinds]
