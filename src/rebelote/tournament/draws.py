"""The next draw of a tournament: a function of its state, a phrase of the hall, and a secret."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Final

from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament import cup, melee
from rebelote.tournament.comparison import meetings_of
from rebelote.tournament.duplicate import FEWEST_PAIRS
from rebelote.tournament.entries import Drawn, Sides
from rebelote.tournament.formats import Format
from rebelote.tournament.fours import drawn_at_two_tables
from rebelote.tournament.lots import in_order_of_lots, lot, mixed
from rebelote.tournament.pairing import FEW, Met, fewest_repeated, lasting, repeated, times
from rebelote.tournament.standings import preliminary, standings
from rebelote.tournament.state import Game, Round, Tournament, rounds_before_finals
from rebelote.tournament.ways import Pairs, groups_of
from rebelote.tournament.wishes import (
    ORDERS,
    Meetings,
    at_fixed_tables,
    broken,
    by_movement,
    in_fixed_seats,
    meetings_in,
    paired_by_wish,
    with_wishes,
)

NOBODY: Final = 0
"""Whom a team meets that sits out: no team has this number."""
TRIES: Final = 8
"""Orders of the lots that are tried in a mêlée, for the one in which the fewest meet again."""
_Method = Callable[[Tournament, Sequence[int], str], tuple[tuple[Sides, ...], int]]
NEWEST: Final = 1
"""The way in which a mêlée (of `METHODS`) and a knock-out are drawn now.

Before, later rounds of a knock-out respected no wishes.
"""


def draw(tournament: Tournament, phrase: str, method: int = NEWEST, secret: str = "") -> Drawn:
    """Draw the next round; the same state, phrase and secret give the same draw.

    `method`: that of an earlier draw, to repeat it. `secret`: sealed before the phrase was known,
    in hexadecimal digits; a draw without lots has none.

    Raises IllegalActionError `scores-missing`, `phrase-first`, `no-more-rounds` or
    `too-few-teams`.
    """
    if tournament.missing:
        raise IllegalActionError("scores-missing")
    if by_lots(tournament) and not phrase:
        raise IllegalActionError("phrase-first")
    secret = secret if by_lots(tournament) else ""
    return replace(_drawn(tournament, mixed(phrase, secret), method), phrase=phrase, secret=secret)


def _drawn(tournament: Tournament, phrase: str, method: int) -> Drawn:
    if tournament.format.is_knock_out and len(tournament.here) > 1:
        apart = _apart(tournament, {}, method or not tournament.rounds)
        return _placed_in_cup(
            tournament, replace(cup.drawn(tournament, phrase, apart), method=method)
        )
    before = rounds_before_finals(tournament)
    if tournament.rounds and len(tournament.rounds) >= before:
        drawn = _knock_out(tournament, phrase, len(tournament.rounds) - before, method)
        return _placed(tournament, drawn)
    if len(tournament.here) < _fewest(tournament.format):
        raise IllegalActionError("too-few-teams")
    if tournament.format.by_movement:
        return _duplicate(tournament, phrase)
    if tournament.format.way.by_number:
        return _by_number(tournament, phrase)
    drawn = _placed(tournament, _round_of(tournament, phrase, method))
    if tournament.format.of_fours:  # each match at two tables with the same deals
        return drawn_at_two_tables(drawn, len(tournament.rounds) + 1, tournament.format.deals)
    return drawn


def _round_of(tournament: Tournament, phrase: str, method: int) -> Drawn:
    if tournament.format.scheduled:
        return _from_schedule(tournament, phrase)
    if tournament.format.entrants == "melee":
        return _melee(tournament, phrase, method)
    return _opponents(tournament, phrase)


def _placed(tournament: Tournament, drawn: Drawn) -> Drawn:
    """Move games to the tables that are fixed for some team."""
    if not tournament.fixed:
        return drawn
    placed = _at_match_tables(tournament) if tournament.format.of_fours else tournament
    return replace(drawn, games=at_fixed_tables(placed, drawn.games))


def _placed_in_cup(tournament: Tournament, drawn: Drawn) -> Drawn:
    """Place a round of a knock-out, and number the games of the knock-out itself if others move."""
    placed = _placed(tournament, drawn)
    count = cup.main_count(tournament, len(tournament.rounds) + 1)
    if placed.games == drawn.games or count >= len(drawn.games):
        return placed
    main = drawn.games[:count]
    return replace(placed, main=tuple(n for n, one in enumerate(placed.games, 1) if one in main))


def _at_match_tables(tournament: Tournament) -> Tournament:
    """Return the tournament with a fixed match in place of each fixed table, of two for each."""
    fixed = tuple((team, (table + 1) // 2) for team, table in tournament.fixed)
    return replace(tournament, fixed=fixed)


def by_lots(tournament: Tournament) -> bool:
    """Return whether the next draw needs a phrase; a schedule and a standing need none."""
    number, format = len(tournament.rounds) + 1, tournament.format
    if number > 1 and number > rounds_before_finals(tournament):
        return False
    if format.scheduled or format.is_knock_out:
        return number == 1 and not format.way.by_number
    return not format.way.by_standing or number <= format.drawn_rounds


def _fewest(format: Format) -> int:
    """Return the fewest teams or players with which a draw is possible."""
    if format.by_movement:
        return FEWEST_PAIRS[format.draw]
    return 4 if format.entrants == "melee" else 2 * max(1, format.groups)


def verified(before: Tournament, drawn: Drawn) -> bool:
    """Return whether a draw is the one that its phrase and its secret give."""
    again = draw(before, drawn.phrase, drawn.method, drawn.secret)
    return replace(again, main=drawn.main) == replace(drawn, held=False)


# --- by lots, and by standing ---------------------------------------------------------------------


def _opponents(tournament: Tournament, phrase: str) -> Drawn:
    number = len(tournament.rounds) + 1
    way = tournament.format.way
    ranked = way.by_standing and number > tournament.format.drawn_rounds
    again = ranked and way.rematches
    met = with_wishes(tournament, {} if again else opponents_met(tournament.rounds))
    order = in_order_of_lots(phrase, str(number), tournament.here)
    if ranked:
        order = [row.team for row in standings(tournament) if row.team in tournament.here]
    pairs = None if again else _few_opponents(tournament, order, met)
    if pairs is None:
        out = [_sits_out(tournament, order, met)] if len(order) % 2 else []
        pairs = paired_by_wish([one for one in order if one not in out], met)
        pairs += [(NOBODY, one) for one in out]
    byes = tuple(other for one, other in pairs if one == NOBODY)
    games = [pair for pair in pairs if NOBODY not in pair]
    return Drawn(phrase=phrase, games=cup.sides(games), byes=byes)


def _few_opponents(
    tournament: Tournament, order: Sequence[int], met: Met
) -> list[tuple[int, int]] | None:
    """Pair few teams so that no later round needs a rematch; None where that is impossible.

    Each round paired by itself may leave teams that have all met. A bye counts as an opponent.
    """
    size, played = len(order) + len(order) % 2, len(tournament.rounds)
    rounds = min(rounds_before_finals(tournament), size - 1) - played - 1
    if size > FEW or rounds < 0:
        return None
    new = {
        one: [other for other in order if other != one and not times(met, one, other)]
        for one in order
    }
    if len(order) < size:
        sat = byes_of(tournament.rounds)
        free = [one for one in reversed(order) if not sat[one]]
        for one in free:
            new[one].append(NOBODY)
        new = {NOBODY: free, **new}
    return lasting(new, rounds)


def _candidates(tournament: Tournament, order: Sequence[int]) -> list[int]:
    """Return the teams or players with the fewest byes, the last one first."""
    sat = byes_of(tournament.rounds)
    fewest = min(sat[one] for one in order)
    return [one for one in reversed(order) if sat[one] == fewest]


def _sits_out(tournament: Tournament, order: Sequence[int], met: Met) -> int:
    """Return the last of those with the fewest byes without whom the fewest meet again."""
    return min(
        _candidates(tournament, order),
        key=lambda out: fewest_repeated([one for one in order if one != out], met),
    )


def opponents_met(rounds: Iterable[Round]) -> Met:
    """Count how often each two have been opponents."""
    return _count(pair for sides in _sides_in(rounds) for pair in product(*sides))


def partners_met(rounds: Iterable[Round]) -> Met:
    """Count how often each two have been partners."""
    partners = chain.from_iterable(_sides_in(rounds))
    return _count(pair for side in partners for pair in combinations(side, 2))


def _sides_in(rounds: Iterable[Round]) -> Iterator[Sides]:
    return (game.sides for played in rounds for game in played.games)


def _count(pairs: Iterable[tuple[int, int]]) -> Met:
    met: dict[int, Counter[int]] = defaultdict(Counter)
    for one, other in pairs:
        met[one][other] += 1
        met[other][one] += 1
    return met


def byes_of(rounds: Iterable[Round]) -> Counter[int]:
    """Count the byes of each team or player."""
    return Counter(team for played in rounds for team in played.byes)


# --- partners drawn each round --------------------------------------------------------------------


def _melee(tournament: Tournament, phrase: str, method: int) -> Drawn:
    """Draw tables of those who have met least, by the best of several orders of the lots."""
    number, sat = len(tournament.rounds) + 1, byes_of(tournament.rounds)
    lots = in_order_of_lots(phrase, str(number), tournament.here)
    last = sorted(lots, key=lambda one: sat[one])  # a stable order: who has sat out stays in
    byes = tuple(last[: len(lots) % 4])
    tried = []
    for attempt in range(TRIES):
        use = f"{number}.{attempt}" if attempt else str(number)
        playing = [one for one in in_order_of_lots(phrase, use, tournament.here) if one not in byes]
        games, again = METHODS[method](tournament, playing, lot(phrase, use, 0))
        tried.append((again, attempt, games))
        if not again:
            break
    return Drawn(phrase=phrase, games=min(tried)[2], byes=byes, method=method)


def _at_new_tables(
    tournament: Tournament, order: Sequence[int], seed: str
) -> tuple[tuple[Sides, ...], int]:
    """Seat all with others whom they have not met at a table, and count who do meet again."""
    partners, opponents = partners_met(tournament.rounds), opponents_met(tournament.rounds)
    met = with_wishes(tournament, melee.together(partners, opponents))
    tables = melee.seated(order, met, int(seed, 16))
    partners, opponents = (with_wishes(tournament, it) for it in (partners, opponents))
    games = tuple(melee.split(table, partners, opponents) for table in tables)
    return games, melee.meetings(tables, met)


def _with_new_partners(
    tournament: Tournament, order: Sequence[int], seed: str
) -> tuple[tuple[Sides, ...], int]:
    """Pair partners, then opponents, and count the tables at which opponents meet again.

    A partner may be an opponent later: the way of draws before version 0.4.
    """
    pairs = paired_by_wish(order, with_wishes(tournament, partners_met(tournament.rounds)))
    against = with_wishes(tournament, opponents_met(tournament.rounds))
    met = {
        one: {
            other: again
            for other in range(len(pairs))
            if other != one and (again := _between(pairs[one], pairs[other], against))
        }
        for one in range(len(pairs))
    }
    tables = paired_by_wish(range(len(pairs)), met)
    return tuple((pairs[one], pairs[other]) for one, other in tables), repeated(tables, met)


def _between(pair: tuple[int, int], other: tuple[int, int], against: Met) -> int:
    return sum(against.get(one, {}).get(two, 0) for one, two in product(pair, other))


METHODS: Final[tuple[_Method, ...]] = (_with_new_partners, _at_new_tables)
"""The ways to draw a mêlée, by their numbers in the log; a draw is repeated by its own."""


# --- everybody against everybody ------------------------------------------------------------------


def _from_schedule(tournament: Tournament, phrase: str) -> Drawn:
    order = _order(tournament, phrase)
    games: list[Sides] = []
    byes: list[int] = []
    for pair in _pairs_of(tournament.format, order, len(tournament.rounds)):
        playing = tuple(team for team in pair if team in tournament.here)
        if len(playing) == 2:
            games.append(((playing[0],), (playing[1],)))
        else:
            byes += playing
    return Drawn(
        phrase=phrase,
        games=tuple(games),
        byes=tuple(byes),
        order=() if tournament.rounds else order,
    )


def _pairs_of(format: Format, order: Sequence[int], round: int) -> Pairs:
    """Return the pairs of a round, from 0, of a schedule without a movement."""
    if format.way.meetings is None:
        raise ValueError("only a schedule has all its meetings")
    return format.way.meetings(order, format.groups, round)


def _by_number(tournament: Tournament, phrase: str) -> Drawn:
    """Seat all where their numbers say: the tables are those of the cards, also after a bye."""
    here, order = frozenset(tournament.here), _order_by_number(tournament)
    pairs = _pairs_of(tournament.format, order, len(tournament.rounds))
    whole = [(at, pair) for at, pair in enumerate(pairs, 1) if here.issuperset(pair)]
    alone = (pair for pair in pairs if not here.issuperset(pair))
    return Drawn(
        phrase=phrase,
        games=tuple(((one,), (other,)) for _, (one, other) in whole),
        byes=tuple(team for pair in alone for team in pair if team in here),
        order=() if tournament.rounds else order,
        tables=tuple(at for at, _ in whole),
    )


def _order_by_number(tournament: Tournament) -> tuple[int, ...]:
    if tournament.rounds:
        return tournament.rounds[0].order
    return tuple(team.number if team.here else 0 for team in tournament.teams)


def tables_beforehand(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the table of each team in each round, where numbers decide; else nothing."""
    if not tournament.format.way.by_number:
        return ()
    order = _order_by_number(tournament)
    rounds = [
        _pairs_of(tournament.format, order, round)
        for round in range(rounds_before_finals(tournament))
    ]
    return tuple(
        tuple(_table_of(team.number, pairs) for pairs in rounds) for team in tournament.teams
    )


def _table_of(team: int, pairs: Pairs) -> int:
    return next((at for at, pair in enumerate(pairs, 1) if team in pair), 0)


def scheduled_opponent(tournament: Tournament, team: int) -> int | None:
    """Return whom a team meets by the schedule in the last round drawn; None where nobody."""
    order, round = tournament.rounds[0].order, len(tournament.rounds) - 1
    if tournament.format.by_movement:
        places = list(by_movement(tournament.format.draw, len(order)))[round]
        pairs: Sequence[tuple[int, ...]] = [
            tuple(order[at - 1] if at <= len(order) else 0 for at in pair) for pair in places
        ]
    else:
        pairs = _pairs_of(tournament.format, order, round)
    met = next((pair for pair in pairs if team in pair), (0, 0))
    return sum(met) - team or None


# --- the same deals for all ----------------------------------------------------------------------


def _duplicate(tournament: Tournament, phrase: str) -> Drawn:
    """Draw the next round of a movement, each deal at each table a game."""
    order = _order(tournament, phrase)
    playing, byes = meetings_of(tournament, order, len(tournament.rounds))
    games = [(one, deal) for one in playing for deal in one.deals]
    return Drawn(
        phrase=phrase,
        games=tuple(one.sides for one, _ in games),
        byes=byes,
        order=() if tournament.rounds else order,
        tables=tuple(one.table for one, _ in games),
        deals=tuple(deal for _, deal in games),
    )


def _order(tournament: Tournament, phrase: str) -> tuple[int, ...]:
    """Return the numbers in the order of the lots of the first draw.

    Of several orders, where some are to be kept apart, it is the first that breaks the fewest
    wishes.
    """
    if tournament.rounds:
        return tournament.rounds[0].order
    meetings = _meetings(tournament) if tournament.apart else {}
    tried = []
    for attempt in range(ORDERS if tournament.apart else 1):
        use = f"1.{attempt}" if attempt else "1"
        lots = in_order_of_lots(phrase, use, tournament.here)
        order = in_fixed_seats(tournament, lots)
        tried.append((broken(tournament, order, meetings), attempt, order))
        if not tried[-1][0]:
            break
    return tuple(min(tried)[2])


def _meetings(tournament: Tournament) -> Meetings:
    """Return the rounds in which places of the order of the lots meet."""
    size, format = len(tournament.here), tournament.format
    if format.by_movement:
        rounds = list(by_movement(format.draw, size))
    else:
        rounds = [
            _pairs_of(format, range(1, size + 1), round)
            for round in range(rounds_before_finals(tournament))
        ]
    return meetings_in(rounds[: rounds_before_finals(tournament)])


# --- the knock-out --------------------------------------------------------------------------------


def _knock_out(tournament: Tournament, phrase: str, number: int, method: int) -> Drawn:
    """Draw a round of the knock-out: the best left in it against the last, and so on."""
    left = tournament.format.finalists >> number
    if left < 2:
        raise IllegalActionError("no-more-rounds")
    seeds = _survivors(tournament) if number else _finalists(tournament)
    if len(seeds) < left:
        raise IllegalActionError("too-few-teams")
    met = opponents_met(tournament.rounds) if tournament.format.groups and not number else {}
    pairs = paired_by_wish(seeds[:left], _apart(tournament, met, method), far=True)
    return Drawn(phrase=phrase, games=cup.sides(pairs), method=method)


def _apart(tournament: Tournament, met: Met, respected: int) -> Met:
    """Return meetings of a round of a knock-out, with wishes where its way respects them."""
    return with_wishes(tournament, met) if respected else met


def _finalists(tournament: Tournament) -> list[int]:
    """Rank the teams for the finals: the winners of all groups, then the seconds, and so on."""
    order = [row.team for row in standings(tournament) if row.team in tournament.here]
    if not tournament.format.groups:
        return order
    groups = groups_of(tournament.rounds[0].order, tournament.format.groups)
    place = {
        team: at
        for group in groups
        for at, team in enumerate([one for one in order if one in group])
    }
    return sorted(order, key=lambda team: place[team])


def _survivors(tournament: Tournament) -> list[int]:
    """Return the winners of the last round, in the order of its games.

    Fixed tables disturb that order: then the better placed of each two says it.
    """
    last = tournament.rounds[-1]
    if tournament.fixed:
        order = _before_finals(tournament)
        games = sorted(last.games, key=lambda game: min(map(order.index, _both(game))))
        last = replace(last, games=tuple(games))
    return cup.winners(tournament.format, last)


def _before_finals(tournament: Tournament) -> list[int]:
    """Rank all teams as they were when the knock-out began."""
    everybody = tuple(replace(team, here=True) for team in tournament.teams)
    return _finalists(replace(tournament, teams=everybody, rounds=preliminary(tournament)))


def _both(game: Game) -> tuple[int, ...]:
    return (*game.sides[0], *game.sides[1])
