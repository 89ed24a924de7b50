"""Tournaments: who plays whom, who sits out, and standings, whatever is entered and when."""

from __future__ import annotations

import random

import pytest
from club_evenings import (
    CONTEST,
    add_draw,
    add_scores,
    chance_scores,
    entered,
    numbers_of,
    played,
)
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rebelote import IllegalActionError
from rebelote.tournament.draws import (
    METHODS,
    by_lots,
    byes_of,
    draw,
    opponents_met,
    partners_met,
    verified,
)
from rebelote.tournament.entries import (
    Counts,
    Created,
    Drawn,
    DrawUndone,
    Entered,
    Entry,
    Forfeited,
    Left,
    Penalised,
    Renamed,
    Returned,
    Score,
    Scored,
    ScoreReported,
    SentOut,
)
from rebelote.tournament.formats import Format, Tie
from rebelote.tournament.melee import together
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, after, replayed

LOTS = replace(CONTEST, draw="lots")
MELEE = replace(LOTS, entrants="melee")
ROBIN = replace(CONTEST, draw="round-robin", rounds=0)
GROUPS = replace(CONTEST, draw="groups", groups=4, rounds=0, finalists=8)
GOOD = Score(points=(1000, 944))


def refusal(log: list[Entry], entry: Entry) -> str:
    """Return the code with which an entry is refused."""
    with pytest.raises(IllegalActionError) as caught:
        after(replayed(log), entry)
    return caught.value.refusal.code


def most_met(met: object) -> int:
    """Return the highest number of meetings of any two."""
    assert isinstance(met, dict)
    return max((times for of_one in met.values() for times in of_one.values()), default=0)


# --- draws ----------------------------------------------------------------------------------------


@given(st.sampled_from([CONTEST, LOTS, MELEE]), st.integers(4, 21), st.integers(0, 99))
def test_everybody_is_in_every_round_once(format: Format, teams: int, seed: int) -> None:
    tournament = replayed(played(format, teams, 4, seed))
    for number in range(1, 5):
        assert numbers_of(tournament, number) == list(range(1, teams + 1))
    sat = byes_of(tournament.rounds)
    assert max(sat.values(), default=0) - min(sat[team.number] for team in tournament.teams) <= 1


@given(st.sampled_from([CONTEST, LOTS]), st.integers(8, 24), st.integers(0, 99))
def test_teams_meet_once_in_four_rounds(format: Format, teams: int, seed: int) -> None:
    assert most_met(opponents_met(replayed(played(format, teams, 4, seed)).rounds)) == 1


@pytest.mark.parametrize(
    ("format", "lots"),
    [
        (LOTS, [True, True, True]),
        (CONTEST, [True, False, False]),
        (ROBIN, [True, False, False]),
        (replace(LOTS, rounds=1, finalists=4), [True, False, False]),
    ],
)
def test_a_phrase_is_asked_where_the_draw_follows_from_it(format: Format, lots: list[bool]) -> None:
    log = entered(format, 8)
    for number, takes_phrase in enumerate(lots):
        tournament = replayed(log)
        assert by_lots(tournament) == takes_phrase
        if takes_phrase:
            with pytest.raises(IllegalActionError, match="phrase-first"):
                draw(tournament, "")
        else:
            assert draw(tournament, "").games == draw(tournament, f"phrase {number}").games
        add_draw(log, f"phrase {number}" if takes_phrase else "")
        add_scores(log, chance_scores(number, format.deals or 12))


@given(st.sampled_from([CONTEST, LOTS]), st.integers(4, 16), st.data(), st.integers(0, 99))
def test_few_teams_meet_once_and_sit_out_once_in_all_rounds_there_can_be(
    format: Format, teams: int, data: st.DataObject, seed: int
) -> None:
    rounds = data.draw(st.integers(2, teams - 1 + teams % 2))
    tournament = replayed(played(replace(format, rounds=rounds), teams, rounds, seed))
    assert most_met(opponents_met(tournament.rounds)) == 1
    assert max(byes_of(tournament.rounds).values(), default=0) <= 1


def test_two_hundred_teams_meet_once_in_six_rounds() -> None:
    six = replace(CONTEST, rounds=6)
    assert most_met(opponents_met(replayed(played(six, 200, 6)).rounds)) == 1


@pytest.mark.parametrize("players", [16, 18, 32, 40])
def test_in_a_melee_nobody_has_a_partner_twice(players: int) -> None:
    tournament = replayed(played(replace(MELEE, rounds=5), players, 5))
    assert most_met(partners_met(tournament.rounds)) == 1
    if players >= 32:
        assert most_met(opponents_met(tournament.rounds)) <= 2


@pytest.mark.parametrize("players", [24, 26, 33, 48, 64, 200])
def test_in_a_melee_nobody_sits_at_a_table_twice_with_anybody(players: int) -> None:
    tournament = replayed(played(MELEE, players, 4))
    rounds = tournament.rounds
    assert most_met(together(partners_met(rounds), opponents_met(rounds))) == 1


@pytest.mark.parametrize("method", range(len(METHODS)))
def test_a_draw_of_a_melee_is_repeated_in_its_own_way(method: int) -> None:
    before = replayed(played(MELEE, 18, 3))
    drawn = draw(before, "trois carreaux", method)
    assert drawn.method == method and verified(before, drawn)
    assert not verified(before, replace(drawn, method=1 - method))


@pytest.mark.parametrize("teams", [4, 5, 8, 9])
def test_in_a_round_robin_everybody_meets_everybody_once(teams: int) -> None:
    rounds = teams - 1 + teams % 2
    log = played(ROBIN, teams, rounds)
    met = opponents_met(replayed(log).rounds)
    assert all(sum(met[one].values()) == teams - 1 for one in range(1, teams + 1))
    assert most_met(met) == 1
    with pytest.raises(IllegalActionError, match="no-more-rounds"):
        draw(replayed(log), "once more")


def test_groups_are_followed_by_a_knock_out() -> None:
    log = played(GROUPS, 16, 6)
    tournament = replayed(log)
    assert [len(one.games) for one in tournament.rounds] == [8, 8, 8, 4, 2, 1]
    final = tournament.rounds[-1].games[0]
    assert final.score is not None
    first, second = final.score.points
    champion = final.sides[int(second > first)][0]
    rows = standings(tournament)
    assert (rows[0].team, rows[0].rank, rows[0].finals) == (champion, 1, 3)
    assert {row.team for row in rows[:8]} == {row.team for row in rows if row.finals >= 0}
    assert most_met(opponents_met(tournament.rounds[:4])) == 1, (
        "no quarter-final repeats a group game"
    )


def test_first_plays_second_after_the_first_round() -> None:
    log = played(CONTEST, 8, 1)
    order = [row.team for row in standings(replayed(log))]
    pairs = [[one for side in sides for one in side] for sides in add_draw(log, "two").games]
    met = opponents_met(replayed(log).rounds[:1])
    second = next(one for one in order[1:] if not met[order[0]].get(one))
    assert pairs[0] == [order[0], second]


@given(st.sampled_from([CONTEST, LOTS, MELEE, ROBIN]), st.integers(4, 13), st.integers(0, 99))
def test_a_draw_follows_from_its_phrase(format: Format, teams: int, seed: int) -> None:
    log = played(format, teams, 2, seed)
    for at, entry in enumerate(log):
        if isinstance(entry, Drawn):
            before = replayed(log[:at])
            assert verified(before, entry)
            loud = draw(before, f"  {entry.phrase.upper()} ")
            assert loud.games == entry.games
            assert (
                at > teams + 1
                or teams < 12
                or not verified(before, replace(entry, phrase="another"))
            )


@pytest.mark.parametrize("format", [CONTEST, LOTS, MELEE, ROBIN])
def test_a_draw_follows_from_its_sealed_secret_too(format: Format) -> None:
    before, secret = replayed(entered(format, 12)), "ab" * 32
    drawn = draw(before, "Trois  carreaux", secret=secret)
    assert verified(before, drawn) and (drawn.secret, drawn.phrase) == (secret, "Trois  carreaux")
    assert not verified(before, replace(drawn, secret="cd" * 32))
    assert drawn.games == draw(before, f"{secret}|trois carreaux").games
    assert drawn.games != draw(before, drawn.phrase).games


def test_a_draw_that_takes_no_phrase_has_no_secret() -> None:
    before = replayed(played(CONTEST, 8, 1))
    assert not by_lots(before) and not draw(before, "", secret="ab" * 32).secret


def test_a_round_says_how_often_its_draw_was_undone() -> None:
    log = entered(CONTEST, 4)
    for phrase in ("one", "two", "three"):
        add_draw(log, phrase)
        log.append(DrawUndone())
    add_draw(log, "four")
    assert replayed(log).rounds[0].undone == 3
    add_scores(log, chance_scores(1))
    add_draw(log, "five")
    assert replayed(log).rounds[1].undone == 0


# --- what changes in a tournament -----------------------------------------------------------------


def test_who_comes_late_leaves_or_returns_is_drawn_accordingly() -> None:
    log = played(CONTEST, 8, 1)
    log += [Left(3), Entered("Late"), Renamed(5, "Others", ("A", "B"))]
    add_draw(log, "two")
    assert numbers_of(replayed(log), 2) == [1, 2, 4, 5, 6, 7, 8, 9]
    add_scores(log, chance_scores(1))
    log.append(Returned(3))
    assert len(add_draw(log, "three").byes) == 1
    tournament = replayed(log)
    assert tournament.teams[4].name == "Others"
    assert {row.team for row in standings(tournament)} == set(range(1, 10))


def test_a_leaver_of_a_round_robin_leaves_byes() -> None:
    log = played(ROBIN, 4, 1)
    log.append(Left(1))
    drawn = add_draw(log, "two")
    assert (len(drawn.games), len(drawn.byes)) == (1, 1)
    assert refusal(log, Entered("Late")) == "entries-closed"


def test_a_draw_is_undone_until_something_is_entered() -> None:
    log = entered(CONTEST, 4)
    assert refusal(log, DrawUndone()) == "draw-stands"
    add_draw(log, "one")
    assert not replayed([*log, DrawUndone()]).rounds
    log.append(ScoreReported(1, 1, 0, GOOD))
    assert refusal(log, DrawUndone()) == "draw-stands"


def test_no_round_is_drawn_while_scores_are_missing() -> None:
    log = entered(CONTEST, 4)
    first = add_draw(log, "one")
    with pytest.raises(IllegalActionError, match="scores-missing"):
        draw(replayed(log), "two")
    assert refusal(log, first) == "scores-missing"


@pytest.mark.parametrize(("format", "teams"), [(CONTEST, 1), (MELEE, 3), (GROUPS, 7)])
def test_too_few_cannot_be_drawn(format: Format, teams: int) -> None:
    with pytest.raises(IllegalActionError, match="too-few-teams"):
        draw(replayed(entered(format, teams)), "one")


def test_what_is_not_there_is_refused() -> None:
    log = entered(CONTEST, 4)
    add_draw(log, "one")
    assert refusal(log, Left(5)) == "no-such-team"
    assert refusal(log, Scored(1, 3, GOOD)) == "no-such-game"
    assert refusal(log, Scored(2, 1, GOOD)) == "no-such-game"
    assert refusal(log, Scored(1, 1, Score(points=(1000, 945)))) == "game-sum"
    assert refusal(log, Created("Again", CONTEST)) == "founded-once"


@pytest.mark.parametrize(
    "wrong",
    [
        Format(preset="nothing"),
        Format(preset="flemish3"),
        Format(house={"nothing": 1}),
        Format(rounds=0),
        Format(draw="groups"),
        Format(groups=3),
        Format(entrants="melee"),
        Format(entrants="melee", draw="lots", finalists=4),
    ],
)
def test_formats_that_do_not_fit_together_are_refused(wrong: Format) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        wrong.check()


def test_a_log_is_read_whatever_would_be_refused_today() -> None:
    """A rule that becomes stricter leaves what was entered before as it is."""
    log = [*entered(Format(rounds=0), 4), Entered("Late")]
    drawn = Drawn(phrase="one", games=(((1,), (2,)), ((3,), (4,))))
    unfair = Score(points=(1000, 945))
    tournament = replayed([*log, drawn, Scored(1, 1, unfair), drawn, Left(9), Scored(1, 3, GOOD)])
    assert tournament.rounds[0].games[0].score == unfair and len(tournament.rounds) == 2
    assert tournament.version == len(log) + 5 and len(tournament.teams) == 5


# --- scores ---------------------------------------------------------------------------------------


def test_a_score_counts_once_both_sides_have_entered_it() -> None:
    log = entered(CONTEST, 4)
    add_draw(log, "one")
    log.append(ScoreReported(1, 1, 0, GOOD))
    assert not replayed(log).rounds[0].games[0].over
    log.append(ScoreReported(1, 1, 1, Score(points=(944, 1000))))
    game = replayed(log).rounds[0].games[0]
    assert game.disputed and not game.over
    log.append(ScoreReported(1, 1, 1, GOOD))
    game = replayed(log).rounds[0].games[0]
    assert game.over and not game.disputed
    assert refusal(log, ScoreReported(1, 1, 1, GOOD)) == "result-stands"


def test_counts_that_one_side_has_entered_stand_and_different_ones_are_disputed() -> None:
    log = entered(CONTEST, 2)
    add_draw(log, "one")
    mine, theirs = Counts(roem=(40, 0)), Counts(roem=(20, 0))
    log.append(ScoreReported(1, 1, 0, replace(GOOD, counts=mine)))
    game = replayed([*log, ScoreReported(1, 1, 1, GOOD)]).rounds[0].games[0]
    assert game.score and game.score.counts == mine
    game = replayed([*log, ScoreReported(1, 1, 1, replace(GOOD, counts=theirs))]).rounds[0].games[0]
    assert game.disputed


def test_who_does_not_come_gives_the_others_points() -> None:
    log = entered(replace(CONTEST, forfeit=1100), 2)
    add_draw(log, "one")
    absent = replayed(log).rounds[0].games[0].sides[1][0]
    rows = standings(replayed([*log, Forfeited(1, 1, 1)]))
    assert [(row.points, row.wins) for row in rows] == [(1100, 1), (0, 0)]
    assert rows[1].team == absent


def test_who_sits_out_wins_half_of_what_a_game_holds() -> None:
    log = entered(CONTEST, 3)
    (out,) = add_draw(log, "one").byes
    assert not any(row.points for row in standings(replayed(log)))  # nobody leads a round in play
    log.append(Scored(1, 1, GOOD))
    row = next(row for row in standings(replayed(log)) if row.team == out)
    assert (row.points, row.wins, row.difference) == (972, 1, 0)


def test_a_cap_limits_what_is_credited() -> None:
    log = entered(replace(CONTEST, cap=1280), 2)
    add_draw(log, "one")
    log.append(Scored(1, 1, Score(points=(1844, 100))))
    assert [row.points for row in standings(replayed(log))] == [1280, 100]


def test_penalties_are_taken_off_and_given_back() -> None:
    log = [*played(CONTEST, 2, 1), Penalised(1, 162, "a card too many")]
    before = {row.team: row.points for row in standings(replayed(log[:-1]))}
    assert {row.team: row.points for row in standings(replayed(log))} == {
        1: before[1] - 162,
        2: before[2],
    }
    assert standings(replayed([*log, Penalised(1, -162)])) == standings(replayed(log[:-1]))


def test_equals_share_a_rank_unless_lots_are_drawn() -> None:
    level = {1: Score(points=(972, 972)), 2: Score(points=(972, 972))}
    for ties, ranks in (((), [1, 1, 1, 1]), (("lots",), [1, 2, 3, 4])):
        log = entered(replace(CONTEST, ties=ties), 4)
        add_draw(log, "one")
        log += [Scored(1, game, score) for game, score in level.items()]
        assert [row.rank for row in standings(replayed(log))] == ranks


@pytest.mark.parametrize("tie", ["difference", "conceded"])
def test_of_equals_who_gave_the_others_less_is_placed_better(tie: Tie) -> None:
    ranks = {}
    for ties in ((), (tie,)):
        log = entered(replace(CONTEST, ties=ties, cap=1000), 4)
        add_draw(log, "one")
        log += [Scored(1, 1, Score(points=(1000, 944))), Scored(1, 2, Score(points=(1200, 744)))]
        [near], [far] = (game.sides[0] for game in replayed(log).rounds[0].games)
        rows = standings(replayed(log))
        ranks[ties] = {row.team: row.rank for row in rows if row.points == 1000}
    assert ranks == {(): {near: 1, far: 1}, (tie,): {near: 2, far: 1}}


def test_by_wins_two_small_ones_count_more_than_a_big_one() -> None:
    format = replace(CONTEST, ranking="wins", draw="round-robin", rounds=0)
    log = entered(format, 3)
    for number in range(3):
        add_draw(log, str(number))
        sides = replayed(log).rounds[-1].games[0].sides
        better = 0 if sides[0][0] < sides[1][0] else 1
        big = (1844, 100) if 2 in (sides[0][0], sides[1][0]) and 3 in sides[1 - better] else None
        points = big or (973, 971)
        log.append(Scored(number + 1, 1, Score(points=points if better == 0 else points[::-1])))
    assert [row.team for row in standings(replayed(log))] == [1, 2, 3]
    assert standings(replayed(log))[1].points > standings(replayed(log))[0].points


# --- the order of entry ---------------------------------------------------------------------------


@given(st.integers(4, 11), st.integers(0, 99), st.randoms(use_true_random=False))
def test_the_standing_does_not_depend_on_the_order_of_entry(
    teams: int, seed: int, chance: random.Random
) -> None:
    log = played(CONTEST, teams, 2, seed)
    add_draw(log, "three")
    last = replayed(log)
    scores = chance_scores(seed)
    entries = [Scored(3, game, scores(3, game)) for game in range(1, len(last.rounds[2].games) + 1)]
    shuffled = chance.sample(entries, len(entries))
    assert standings(replayed([*log, *entries])) == standings(replayed([*log, *shuffled]))


@given(st.integers(4, 11), st.integers(0, 99), st.randoms(use_true_random=False))
def test_corrections_commute_and_draw_nothing_again(
    teams: int, seed: int, chance: random.Random
) -> None:
    log = played(CONTEST, teams, 3, seed)
    scores = chance_scores(seed + 1000)
    places = [(number, 1) for number in (1, 2, 3)] + [(1, 2)]
    fixes: list[Entry] = [Scored(*place, scores(*place)) for place in places]
    shuffled = chance.sample(fixes, len(fixes))
    once, again = replayed([*log, *fixes]), replayed([*log, *shuffled])
    assert once == again
    assert _tables(once) == _tables(replayed(log))


def _tables(tournament: Tournament) -> list[list[object]]:
    return [[game.sides for game in one.games] for one in tournament.rounds]


def test_a_team_stays_while_one_of_its_players_may() -> None:
    online = replace(MELEE, place="online", entrants="teams")
    log: list[Entry] = [Created("Friday", online), Entered("Ann & Bo", ("Ann", "Bo"))]
    one_out = replayed([*log, SentOut(1, 2)])
    assert one_out.sent_out == {"Bo"} and one_out.teams[0].here
    both_out = replayed([*log, SentOut(1, 2), SentOut(1, 1)])
    assert both_out.sent_out == {"Ann", "Bo"} and not both_out.teams[0].here
    assert replayed([*log, SentOut(1)]).sent_out == both_out.sent_out
    back = replayed([*log, SentOut(1), Returned(1)])
    assert not back.sent_out and back.teams[0].here
    assert refusal(log, SentOut(1, 3)) == "no-such-team"
    assert refusal([Created("Hall", CONTEST), *log[1:]], SentOut(1)) == "no-such-team"
