"""Five printed regulations, each entered as it stands and compared with a result counted by hand.

The scores are made up; the text of each test says what was counted. Every entry is checked as the
desk checks it.
"""

from __future__ import annotations

from collections.abc import Callable

from club_evenings import entered

from rebelote.tournament.draws import draw
from rebelote.tournament.entries import Paid, Score, Scored, Sides
from rebelote.tournament.formats import Format, Prize
from rebelote.tournament.groups import places_in_groups
from rebelote.tournament.models import EXACT, KLAVERJAS
from rebelote.tournament.prizes import money, prizes_won
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, after, replayed

Points = Callable[[Sides], tuple[int, int]]


def begin(format: Format, entrants: int) -> Tournament:
    format.check()
    return replayed(entered(format, entrants))


def play(now: Tournament, points: Points, phrase: str = "trois carreaux") -> Tournament:
    """Draw a round and enter its scores; impossible totals are refused."""
    now = after(now, draw(now, phrase))
    for number, game in enumerate(now.rounds[-1].games, 1):
        score = Score(points=points(game.sides))
        now = after(now, Scored(len(now.rounds), number, score))
    return now


def lower_wins(won: int, lost: int) -> Points:
    """Let the side with the lowest number win each game by these points."""

    def points(sides: Sides) -> tuple[int, int]:
        return (won, lost) if min(sides[0]) < min(sides[1]) else (lost, won)

    return points


def totals(now: Tournament) -> dict[int, int]:
    return {row.team: row.points for row in standings(now)}


def ranks(now: Tournament) -> list[tuple[int, int]]:
    return [(row.rank, row.team) for row in standings(now)]


def test_neighbours_of_the_standing_meet_though_they_have_met() -> None:
    """ASCEE 79 (https://doczz.fr/doc/2880155/r%C3%A8glement-du-concours-de-belote).

    Known: four games of twelve deals, belote counts 20; the first by lots, the others in the order
    of the standing from table 1 on; a misdeal gives 162 to the other side. Nothing forbids to meet
    again, so the draw is Danish. Chosen: four teams, level teams share a place.

        round   1           2           3           4           sum
        team 1  1000 (3)    1200 (2)     944 (3)     900 (3)    4044
        team 2  1100 (4)     744 (1)    1106 (4)    1200 (4)    4150
        team 3   964 (1)    1000 (4)    1000 (1)    1044 (1)    4008
        team 4   844 (2)     944 (3)     838 (2)     744 (2)    3370

    After round 2 the order is 1 (2200), 3 (1964), 2 (1844), 4 (1788), and after round 3 it is
    1 (3144), 3 (2964), 2 (2950), 4 (2626): twice 1 meets 3, and 2 meets 4. In game 1 v 3 of the
    first round there was a belote: 1,964 in all.
    """
    made = [
        {1: 1000, 2: 1100, 3: 964, 4: 844},
        {1: 1200, 2: 744, 3: 1000, 4: 944},
        {1: 944, 2: 1106, 3: 1000, 4: 838},
        {1: 900, 2: 1200, 3: 1044, 4: 744},
    ]
    now = begin(Format(house=EXACT, draw="danish", rounds=4, deals=12, ties=()), 4)
    for points in made:
        now = play(now, lambda sides, of=points: (of[sides[0][0]], of[sides[1][0]]))  # type: ignore[misc]
    met = [sorted(sorted((one, other)) for (one,), (other,) in _sides(now, at)) for at in range(4)]
    assert met == [[[1, 3], [2, 4]], [[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 3], [2, 4]]]
    assert totals(now) == {2: 4150, 1: 4044, 3: 4008, 4: 3370}
    assert [team for _, team in ranks(now)] == [2, 1, 3, 4]


def _sides(now: Tournament, round: int) -> list[Sides]:
    return [game.sides for game in now.rounds[round].games]


def test_pools_of_four_with_two_points_for_a_win_and_one_for_a_defeat() -> None:
    """ASCEE 2A (http://www.fnasce.org/2016-concours-de-belote-contree-coinche-a36693.html).

    Known: sixteen teams in four pools of four, three games each; 2 points for a win and 1 for a
    defeat, then the difference of points; two of each pool go on to quarter-finals. Chosen: the
    tournament of the others is an evening of its own.

    If the lower number always wins, a pool ends with 3, 2, 1 and 0 wins: 6, 5, 4 and 3 points. Then
    the four winners and the four seconds play, and each winner meets the second of another pool.
    """
    format = Format(
        preset="coinche",
        deals=0,
        draw="groups",
        groups=4,
        rounds=0,
        finalists=8,
        ranking="wins",
        result_points=(2, 1, 1),
        ties=("difference",),
    )
    now = begin(format, 16)
    for _ in range(3):
        now = play(now, lower_wins(2000, 1500))
    places = places_in_groups(now)
    for row in standings(now):
        assert row.results == {1: 6, 2: 5, 3: 4, 4: 3}[places[row.team][1]]
    now = play(now, lower_wins(2000, 1500))
    for (one,), (other,) in _sides(now, 3):
        assert sorted((places[one][1], places[other][1])) == [1, 2]
        assert places[one][0] != places[other][0]


def test_even_pairs_stay_and_odd_pairs_move_for_six_games() -> None:
    """Troef, Maassluis (http://www.klaverjasverenigingtroef.nl/30-september/).

    Known: six games of sixteen deals by the Rotterdam rules; even pairs stay, odd ones begin at
    table 1 and go on one table a round; the card of a pair has its table. Chosen: twelve pairs, so
    that each odd pair meets each even one; the lower number wins 1396 to 1196 (16 × 162 = 2592).

    Pair 1 wins all six: 6 × 1396 = 8376. Pair 2 loses to 1 only, and pair 3 to 2 only: 5 wins,
    8176 each. So do 4 and 5 with 4 wins (7976), 6 and 7 with 3 (7776), 8 and 9 with 2 (7576), 10
    and 11 with 1 (7376); pair 12 loses all: 6 × 1196 = 7176.
    """
    format = Format(preset=KLAVERJAS, deals=16, rounds=6, draw="moving", ties=())
    now = begin(format, 12)
    for _ in range(6):
        now = play(now, lower_wins(1396, 1196), phrase="")
    assert totals(now) == {
        1: 8376,
        2: 8176,
        3: 8176,
        4: 7976,
        5: 7976,
        6: 7776,
        7: 7776,
        8: 7576,
        9: 7576,
        10: 7376,
        11: 7376,
        12: 7176,
    }
    assert [rank for rank, _ in ranks(now)] == [1, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12]


def test_one_prize_for_every_four_players_from_what_they_paid() -> None:
    """Klaverjasklub S.V. 't Harde (https://www.tharde.com, "Start kaartseizoen 2018-2019").

    Known: three rounds, each drawn anew; 4.00 for each player an evening; at least one prize for
    every four players. Chosen: twelve players, sixteen deals, three prizes of 50, 30 and 20 %.

    Twelve times 4.00 are 48.00: prizes of 24.00, 14.40 and 9.60, and nothing is left.
    """
    awards = tuple(
        Prize(first=place, last=place, percent=percent)
        for place, percent in ((1, 50), (2, 30), (3, 20))
    )
    format = Format(
        preset=KLAVERJAS, deals=16, rounds=3, entrants="melee", draw="lots", fee=400, awards=awards
    )
    now = begin(format, 12)
    for player in range(1, 13):
        now = after(now, Paid(player, 400))
    for round in range(3):
        now = play(now, lower_wins(1396, 1196), phrase=f"ronde {round}")
    sums = money(now)
    assert (sums.due, sums.takings, sums.paid_out, sums.left) == (4800, 4800, 4800, 0)
    by_place: dict[int, int] = {}
    for won in prizes_won(now):
        by_place[won.place] = by_place.get(won.place, 0) + won.cents
    assert by_place == {1: 2400, 2: 1440, 3: 960}


def test_sitting_out_earns_sixteen_hundred_points() -> None:
    """De Pitslag (https://www.kjcdepitslag.nl/Bestuursregels/Spelregels).

    Known: three rounds of sixteen deals; if a side is *nat*, 162 go to the other; who has to sit
    out gets 1,600 points. Chosen: single players, partners drawn each round, five of them.

    A round is 1396 twice, 1196 twice and 1600 once: 6,784 points; three rounds are 20,352. No
    player sits out twice, and whoever sits out has 1,600 in that round.
    """
    format = Format(
        preset="klaverjas-amsterdam-kbn",
        deals=16,
        rounds=3,
        entrants="melee",
        draw="lots",
        bye=1600,
    )
    now = begin(format, 5)
    for round in range(3):
        now = play(now, lower_wins(1396, 1196), phrase=f"ronde {round}")
    assert sum(totals(now).values()) == 20_352
    byes = [player for one in now.rounds for player in one.byes]
    assert len(set(byes)) == 3
    by_round = {row.team: row.by_round for row in standings(now)}
    assert [by_round[player][round] for round, player in enumerate(byes)] == [1600] * 3
