"""Changes by hand: the secretary says who plays whom, before play and after it."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from club_evenings import CONTEST, Scores, add_draw, add_scores, chance_scores, entered, played
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from volume import volume

from rebelote import IllegalActionError
from rebelote.tournament.changes import collides, inverse, undoable
from rebelote.tournament.draws import draw, opponents_met, partners_met, verified
from rebelote.tournament.entries import (
    Cleared,
    Drawn,
    Entered,
    Entry,
    KeptApart,
    Left,
    Played,
    Reseated,
    Score,
    Scored,
    Seat,
    Sides,
    TableFixed,
)
from rebelote.tournament.formats import Format
from rebelote.tournament.reseating import (
    Repair,
    exchanged,
    repairs,
    taken_back,
    waiting_for,
    with_table,
)
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, after, replayed

LOTS = replace(CONTEST, draw="lots")
MELEE = replace(LOTS, entrants="melee")
ROBIN = replace(CONTEST, draw="round-robin", rounds=0)
GROUPS = replace(CONTEST, draw="groups", groups=4, rounds=0)
HOWELL = replace(CONTEST, draw="howell", rounds=0, deals=2, ties=())
MITCHELL = replace(HOWELL, draw="mitchell")
FOURS = replace(
    CONTEST, entrants="fours", draw="lots", deals=2, comparison="butler", ties=(), rounds=3
)
FINALS = replace(LOTS, rounds=1, finalists=4)
GOOD = Score(points=(1000, 944))
BAD = Score(points=(944, 1000))


def drawn_log(format: Format, teams: int) -> list[Entry]:
    """Build the log of a tournament whose first round is drawn."""
    log = entered(format, teams)
    add_draw(log, "phrase")
    return log


def deal_scores(round: int, game: int) -> Score:
    """Return the score of a deal of a duplicate."""
    return Score(points=(60 + (round + game) % 40, 102 - (round + game) % 40))


def scores_of(format: Format, seed: int) -> Scores:
    return deal_scores if format.duplicate else chance_scores(seed)


def sides_at(tournament: Tournament, game: int, round: int = 1) -> Sides:
    return tournament.rounds[round - 1].games[game - 1].sides


def refusal(tournament: Tournament, entry: Entry) -> str:
    """Return the code with which an entry is refused."""
    with pytest.raises(IllegalActionError) as caught:
        after(tournament, entry)
    return caught.value.refusal.code


def seated(tournament: Tournament, round: int) -> Counter[int]:
    """Count the tables and byes of each team or player in a round; a match of fours is one."""
    places: set[tuple[int, int]] = set()
    rounds = tournament.rounds[round - 1]
    for number, game in enumerate(rounds.games, 1):
        table = game.table or number
        at = (table + 1) // 2 if tournament.format.of_fours else table
        places |= {(at, team) for side in game.sides for team in side}
    return Counter([*(team for _, team in places), *rounds.byes])


# --- exchange -------------------------------------------------------------------------------------


def test_two_teams_are_exchanged_before_play() -> None:
    before = replayed(drawn_log(LOTS, 8))
    (one,), (other,) = sides_at(before, 1)[0], sides_at(before, 2)[0]
    now = after(before, exchanged(before, 1, [(one, other)], "sat at the wrong table"))
    assert sides_at(now, 1) == ((other,), sides_at(before, 1)[1])
    assert sides_at(now, 2) == ((one,), sides_at(before, 2)[1])
    assert [game.reason for game in now.rounds[0].games[:3]] == ["sat at the wrong table"] * 2 + [
        ""
    ]


def test_results_go_with_the_table_or_are_taken_back_first() -> None:
    log = drawn_log(LOTS, 8)
    log.append(Scored(1, 1, GOOD))
    before = replayed(log)
    (one,), (other,) = sides_at(before, 1)[0], sides_at(before, 2)[0]
    entry = exchanged(before, 1, [(one, other)], "wrong table")
    assert refusal(before, entry) == "table-played"
    kept = after(before, replace(entry, kept=True))
    assert kept.rounds[0].games[0].score == GOOD
    points = {row.team: row.points for row in standings(kept)}
    assert (points[other], points[one]) == (1000, 0)
    assert taken_back(before, entry) == [Cleared(1, 1)]
    assert after(after(before, Cleared(1, 1)), entry).rounds[0].games[0].score is None


def test_a_team_changes_places_with_the_exempt() -> None:
    before = replayed(drawn_log(LOTS, 7))
    (bye,), ((one,), (other,)) = before.rounds[0].byes, sides_at(before, 1)
    now = after(before, exchanged(before, 1, [(one, bye)], "late"))
    assert now.rounds[0].byes == (one,)
    assert sides_at(now, 1) == ((bye,), (other,))


@pytest.mark.parametrize("format", [MELEE, FOURS, HOWELL])
def test_all_games_of_a_table_change(format: Format) -> None:
    before = replayed(drawn_log(format, 8))
    one = sides_at(before, 1)[0][0]
    other = next(
        team for team in before.here if team not in {a for s in sides_at(before, 1) for a in s}
    )
    now = after(before, exchanged(before, 1, [(one, other)], "wrong table"))
    assert seated(now, 1) == seated(before, 1)
    assert opponents_met(now.rounds) != opponents_met(before.rounds)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "byes", "code"),
    [
        ((Seat(1, ((1,), (1,))),), (), "twice-in-round"),
        ((Seat(1, ((99,), (98,))),), (), "no-such-team"),
        ((Seat(9, ((1,), (2,))),), (), "no-such-game"),
        ((Seat(1, ((1,), ())),), (), "wrong-sides"),
        ((Seat(1, ((), ())),), (), "no-such-game"),
        ((Seat(1, ((1, 2), (3, 4))),), (), "wrong-sides"),
    ],
)
def test_seats_that_cannot_be_are_refused(
    seats: tuple[Seat, ...], byes: tuple[int, ...], code: str
) -> None:
    tournament = replayed(drawn_log(LOTS, 8))
    entry = Reseated(round=1, seats=seats, byes=byes, reason="why")
    assert refusal(tournament, entry) == code


def test_a_team_has_one_place_in_a_round() -> None:
    tournament = replayed(drawn_log(LOTS, 8))
    there = sides_at(tournament, 2)[0]
    seats = (Seat(1, (sides_at(tournament, 1)[0], there)),)
    assert refusal(tournament, Reseated(round=1, seats=seats, reason="x")) == "twice-in-round"
    same = Reseated(round=1, seats=(Seat(1, sides_at(tournament, 1)),), byes=there, reason="x")
    assert refusal(tournament, same) == "twice-in-round"
    other = Reseated(round=2, seats=(Seat(1, ((1,), (2,))),), reason="x")
    assert refusal(tournament, other) == "no-such-game"


def test_an_evening_online_is_not_reseated() -> None:
    tournament = replayed(drawn_log(replace(LOTS, place="online"), 8))
    assert refusal(tournament, exchanged(tournament, 1, [(1, 2)], "x")) == "draw-stands"


# --- a table more ---------------------------------------------------------------------------------


def test_a_late_team_plays_the_exempt_while_others_have_played() -> None:
    log = drawn_log(LOTS, 7)
    log += [Scored(1, 1, GOOD), Entered("Late")]
    before = replayed(log)
    (bye,) = before.rounds[0].byes
    sides = waiting_for(before, 8)
    assert sides == ((8,), (bye,))
    now = after(before, with_table(before, 1, sides, "came late"))
    assert sides_at(now, 4) == sides
    assert now.rounds[0].byes == ()
    assert now.missing == 3
    undone = inverse(before, with_table(before, 1, sides, "came late"))
    assert undone is not None
    assert replace(after(now, undone), version=0) == replace(before, version=0)


def test_three_exempt_players_and_a_late_one_make_a_table() -> None:
    log = [*drawn_log(MELEE, 7), Entered("Late")]
    before = replayed(log)
    sides = waiting_for(before, 8)
    assert sides is not None
    assert set(seated(after(before, with_table(before, 1, sides, "late")), 1).values()) == {1}


@pytest.mark.parametrize("format", [ROBIN, HOWELL, MITCHELL, replace(GROUPS, groups=2)])
@pytest.mark.parametrize("teams", [9, 11, 13])
def test_a_late_team_takes_the_empty_seat_of_a_schedule(format: Format, teams: int) -> None:
    log = drawn_log(format, teams)
    add_scores(log, scores_of(format, 0))
    add_draw(log, "")
    planned = replayed(log)
    log.append(Entered("Late"))
    late, before = teams + 1, replayed(log)
    assert before.rounds[1:] == planned.rounds[1:]
    sides = waiting_for(before, late)
    if sides:
        log.append(with_table(before, 2, sides, "late"))
        assert seated(after(before, log[-1]), 2)[late] == 1
    for number in range(3, 1 + min(5, before.format.rounds_for(teams))):
        add_scores(log, scores_of(format, number))
        assert verified(replayed(log), add_draw(log, ""))
        at, others = seated(replayed(log), number), seated(planned, 2)
        assert at[late] == 1
        assert set(others) < set(at)
    most = format.deals if format.duplicate else 1
    assert max(opponents_met(replayed(log).rounds)[late].values()) <= most


def test_a_full_schedule_takes_no_late_team() -> None:
    assert refusal(replayed(drawn_log(ROBIN, 8)), Entered("Late")) == "entries-closed"
    assert refusal(replayed(drawn_log(GROUPS, 16)), Entered("Late")) == "entries-closed"
    log = [*drawn_log(ROBIN, 7), Entered("Late")]
    assert refusal(replayed(log), Entered("Later")) == "entries-closed"


def test_a_late_team_joins_a_group_with_an_empty_seat() -> None:
    """The groups of 5, 5, 4 and 4 teams have two empty seats, one in each of the first two."""
    log = drawn_log(GROUPS, 18)
    rounds = replayed(log).format.rounds_for(18)
    log += [Entered("Late"), Entered("Later")]
    tournament = replayed(log)
    assert tournament.format.rounds_for(len(tournament.rounds[0].order)) == rounds
    assert refusal(tournament, Entered("Last")) == "entries-closed"
    for late in (19, 20):
        sides = waiting_for(tournament, late)
        assert sides is not None
        tournament = after(tournament, with_table(tournament, 1, sides, "late"))
    assert tournament.rounds[0].byes == ()


# --- the knock-out --------------------------------------------------------------------------------


def test_a_corrected_semi_final_is_repaired() -> None:
    log = played(FINALS, 8, 1)
    add_draw(log, "")
    log += [Scored(2, 1, GOOD), Scored(2, 2, GOOD)]
    add_draw(log, "")
    assert repairs(replayed(log)) == ()
    (winner,), (loser,) = sides_at(replayed(log), 1, 2)
    log.append(Scored(2, 1, BAD))
    before = replayed(log)
    assert repairs(before) == (Repair(3, winner, loser),)
    log.append(exchanged(before, 3, [(winner, loser)], "corrected"))
    now = replayed(log)
    assert repairs(now) == ()
    assert loser in now.rounds[2].seated
    assert winner not in now.rounds[2].seated


# --- wishes ---------------------------------------------------------------------------------------


@settings(max_examples=volume(10, 40))
@given(st.sampled_from([LOTS, CONTEST, MELEE, FOURS]), st.integers(8, 21), st.integers(0, 99))
def test_those_kept_apart_do_not_meet(format: Format, teams: int, seed: int) -> None:
    log = [*entered(format, teams), KeptApart(1, 2), KeptApart(4, 3, 1)]
    for number in range(1, 4):
        before = replayed(log)
        drawn = add_draw(log, f"phrase {seed} {number}")
        assert verified(before, drawn)
        rounds = replayed(log).rounds
        assert not opponents_met(rounds)[1][2]
        assert not partners_met(rounds)[1][2]
        if number == 1:
            assert not opponents_met(rounds)[3][4]
        add_scores(log, scores_of(format, seed))


@pytest.mark.parametrize("format", [ROBIN, HOWELL])
def test_a_schedule_keeps_two_apart_in_a_round(format: Format) -> None:
    for seed in range(20):
        log = [*entered(format, 8), KeptApart(1, 2, 1)]
        before = replayed(log)
        drawn = add_draw(log, f"phrase {seed}")
        assert verified(before, drawn)
        assert not opponents_met(replayed(log).rounds)[1][2]


def test_two_in_different_groups_never_meet() -> None:
    for seed in range(20):
        log = [*entered(GROUPS, 16), KeptApart(1, 2)]
        add_draw(log, f"phrase {seed}")
        order = list(replayed(log).rounds[0].order)
        assert order.index(1) % 4 != order.index(2) % 4


@pytest.mark.parametrize("format", [LOTS, CONTEST, MELEE, ROBIN, GROUPS, MITCHELL])
def test_a_team_keeps_its_fixed_table(format: Format) -> None:
    log = [*entered(format, 16), TableFixed(5, 2), TableFixed(6, 1), TableFixed(7, 99)]
    for number in range(1, 4):
        before = replayed(log)
        drawn = add_draw(log, f"phrase {number}")
        assert verified(before, drawn)
        games = replayed(log).rounds[-1].games
        at = {
            team: game.table or place
            for place, game in enumerate(games, 1)
            for side in game.sides
            for team in side
        }
        assert at[5] == 2 or at[5] == at[6] == 1 or at[5] == at[6] == 2
        add_scores(log, scores_of(format, number))
    log.append(TableFixed(5, 0))
    assert replayed(log).fixed == ((6, 1), (7, 99))


def test_a_pair_that_stays_in_a_howell_has_the_fixed_table() -> None:
    log = [*entered(HOWELL, 8), TableFixed(5, 1)]
    for number in range(3):
        add_draw(log, f"phrase {number}")
        assert 5 in {team for side in replayed(log).rounds[-1].games[0].sides for team in side}
        add_scores(log, deal_scores)


def test_a_fixed_table_leaves_the_bracket_of_a_knock_out() -> None:
    format = replace(FINALS, finalists=8)

    def final(*wishes: Entry) -> frozenset[int]:
        log = [*played(format, 8, 1), *wishes]
        for _ in range(3):
            add_draw(log, "")
            games = replayed(log).rounds[-1].games
            for number, game in enumerate(games, 1):
                low = min(game.sides[0][0], game.sides[1][0])
                log.append(
                    Scored(
                        len(replayed(log).rounds), number, GOOD if game.sides[0] == (low,) else BAD
                    )
                )
        return replayed(log).rounds[-2].seated | frozenset(
            {100 + one for one in replayed(log).rounds[-1].seated}
        )

    assert final(TableFixed(6, 1), TableFixed(2, 3)) == final()


# --- who left, and who was absent -----------------------------------------------------------------


@pytest.mark.parametrize("format", [CONTEST, HOWELL, FOURS])
def test_a_team_that_left_is_not_placed_where_the_format_says_so(format: Format) -> None:
    log = played(replace(format, leavers="unplaced"), 8, 1)
    leader = standings(replayed(log))[0].team
    log.append(Left(leader))
    rows = standings(replayed(log))
    assert (rows[-1].team, rows[-1].rank, rows[-1].left) == (leader, 0, True)
    assert rows[0].rank == 1
    assert sorted(row.team for row in rows) == list(range(1, 9))
    placed = standings(replace(replayed(log), format=format))
    assert (placed[0].team, placed[0].rank, placed[0].left) == (leader, 1, True)


def test_who_goes_home_after_the_last_round_is_placed() -> None:
    log = played(replace(CONTEST, rounds=2, leavers="unplaced"), 8, 2)
    leader = standings(replayed(log))[0].team
    rows = standings(replayed([*log, Left(leader)]))
    assert (rows[0].team, rows[0].rank, rows[0].left) == (leader, 1, False)


def test_a_game_that_bots_played_counts_for_the_others() -> None:
    log = drawn_log(replace(MELEE, place="online"), 8)
    (first, partner), _ = sides_at(replayed(log), 1)
    log.append(Played(1, 1, GOOD, (first,)))
    rows = {row.team: row for row in standings(replayed(log))}
    assert (rows[first].points, rows[first].played, rows[first].absent) == (0, 0, 1)
    assert (rows[partner].points, rows[partner].wins, rows[partner].absent) == (1000, 1, 0)


def test_a_deal_that_bots_played_for_a_pair_counts_for_the_others() -> None:
    log = drawn_log(replace(HOWELL, place="online"), 8)
    games = replayed(log).rounds[0].games
    (absent,), (other,) = games[0].sides
    log += [
        Played(
            1, number, Score(points=(100 - number, 62 + number)), (absent,) if number == 1 else ()
        )
        for number in range(1, len(games) + 1)
    ]
    rows = {row.team: row for row in standings(replayed(log))}
    assert rows[absent].played == rows[other].played - 1


# --- any sequence ---------------------------------------------------------------------------------

FORMATS = [CONTEST, LOTS, MELEE, ROBIN, replace(GROUPS, groups=2), HOWELL, FOURS]


@given(
    st.sampled_from(FORMATS),
    st.integers(8, 14),
    st.lists(st.tuples(st.integers(1, 14), st.integers(1, 14), st.booleans()), max_size=12),
    st.booleans(),
)
def test_each_side_sits_once_and_sums_agree(
    format: Format, teams: int, steps: list[tuple[int, int, bool]], late: bool
) -> None:
    log = played(format, teams, 2) if not format.duplicate else drawn_log(format, teams)
    if format.duplicate:
        add_scores(log, deal_scores)
    round = len(replayed(log).rounds)
    total = _sum(replayed(log))
    if late:
        with _refused():
            after(replayed(log), Entered("Late"))
            log.append(Entered("Late"))
    undo: list[tuple[Tournament, Entry]] = []
    for one, other, kept in steps:
        before = replayed(log)
        with _refused():
            entry = exchanged(before, round, [(one, other)], "why", kept=kept)
            after(before, entry)
            log.append(entry)
            undo.append((before, entry))
    now = replayed(log)
    assert set(seated(now, round).values()) == {1}
    assert _sum(now) == total
    text = msgspec.json.encode(log)
    assert replayed(msgspec.json.decode(text, type=list[Entry])) == now
    for before, done in reversed(undo):
        back = inverse(before, done)
        assert back is not None
        now = after(now, back)
        assert now.rounds == before.rounds


def _sum(tournament: Tournament) -> list[int]:
    """Add up all points at tables: a change by hand moves points, and makes none."""
    return [
        sum(sum(game.score.points) for game in played.games if game.score)
        for played in tournament.rounds
    ]


class _refused:
    """Passes over what the state refuses."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        return isinstance(error, IllegalActionError)


# --- several secretaries --------------------------------------------------------------------------


def test_changes_by_hand_collide_with_scores_of_their_tables() -> None:
    entry = Reseated(round=1, seats=(Seat(1, ((1,), (2,))),), reason="x")
    assert collides(entry, [Scored(1, 1, GOOD)])
    assert collides(Scored(1, 1, GOOD), [entry])
    assert not collides(Scored(1, 2, GOOD), [entry])
    assert collides(entry, [Entered("x")])
    assert collides(entry, [Drawn(phrase="x", games=())])


def test_a_change_by_hand_is_undone_until_its_table_has_played() -> None:
    log = drawn_log(LOTS, 7)
    before = replayed(log)
    log.append(exchanged(before, 1, [(1, 2)], "x"))
    inverses = [None] * (len(log) - 1) + [inverse(before, log[-1])]
    assert undoable(log, inverses, replayed(log))[-1]
    log += [Scored(1, number, GOOD) for number in (1, 2, 3)]
    assert not undoable(log, [*inverses, None, None, None], replayed(log))[len(before.teams) + 2]


def test_wishes_are_undone() -> None:
    before = replayed([*entered(LOTS, 4), TableFixed(1, 3)])
    assert inverse(before, TableFixed(1, 2)) == TableFixed(1, 3)
    assert inverse(before, KeptApart(1, 2, 3)) == KeptApart(1, 2, 3, apart=False)
    assert after(after(before, KeptApart(2, 1, 3)), KeptApart(1, 2, 3, apart=False)).apart == ()
    assert refusal(before, KeptApart(1, 1)) == "twice-in-round"
    assert refusal(before, TableFixed(9, 1)) == "no-such-team"


def test_a_draw_that_was_changed_by_hand_is_still_proved() -> None:
    log = entered(LOTS, 8)
    before = replayed(log)
    drawn = add_draw(log, "phrase")
    log.append(exchanged(replayed(log), 1, [(1, 2)], "x"))
    assert verified(before, drawn)
    add_scores(log, chance_scores(1))
    state = replayed(log)
    assert verified(state, draw(state, "next"))
