"""Views of a tournament: for everybody, for its secretaries, and for a side at its table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.rules.deck import Pack
from rebelote.server.features.tournament import keys, schemas
from rebelote.server.features.tournament.phones import Reach
from rebelote.server.features.tournament.tournaments import OpenTournament
from rebelote.tournament import comparison, draws, excess, packs, sums
from rebelote.tournament.duplicate import Method, Values
from rebelote.tournament.entries import Counts, Score
from rebelote.tournament.formats import Format
from rebelote.tournament.fours import matches_of
from rebelote.tournament.groups import places_in_groups
from rebelote.tournament.prizes import Won, money, prizes_won
from rebelote.tournament.reseating import repairs
from rebelote.tournament.roles import Role, may
from rebelote.tournament.seasons import players
from rebelote.tournament.standings import Row, standings
from rebelote.tournament.state import (
    Game,
    Round,
    Tournament,
    game_of,
    rounds_before_finals,
    takes_teams,
)

MOST_TOTALS: Final = 400
"""Totals of a game that are named."""

Points = tuple[int, int]
_OF_ROW: Final = tuple(
    name for name in schemas.StandingRow.__struct_fields__ if name not in ("group", "place")
)
"""The fields that a row of a standing has by itself."""


class _Moment(NamedTuple):
    """A tournament at a version, for a thread: the tournament itself goes on meanwhile."""

    id: str
    club: str
    secret: str
    tournament: Tournament
    drawn: tuple[float, ...]


async def state(
    opened: OpenTournament, role: Role, now: float, hall: bool = False
) -> schemas.TournamentState:
    """Return a tournament as a role may see it; only secretaries see all of a duplicate in a hall.

    `hall`: it is shown to all, also where a secretary asks for it. A version is made once, beside
    the loop: to compare ten thousand results takes a while.
    """
    format, secretary = opened.tournament.format, may(role, "enter")
    public = hall or not secretary
    hides = format.duplicate and (public or format.online)
    tournament = opened.tournament.in_hall if public else opened.tournament
    key = opened.tournament.version, opened.club, hides, len(tournament.rounds)
    if key not in opened.shown:
        opened.shown = {of: it for of, it in opened.shown.items() if of[:2] == key[:2]}
        drawn = tuple(opened.drawn_at())[: len(tournament.rounds)]
        at = _Moment(opened.id, opened.club, opened.secret, tournament, drawn)
        opened.shown[key] = asyncio.create_task(asyncio.to_thread(_state, at, hides))
    shown = await asyncio.shield(opened.shown[key])
    return msgspec.structs.replace(shown, role=role, secretary=secretary, now=now)


def _state(opened: _Moment, hides: bool) -> schemas.TournamentState:
    """Return a tournament as it stands, without the parts that depend on reader and time."""
    tournament, drawn = opened.tournament, opened.drawn
    seen = comparison.shown(tournament) if hides else tournament
    values = comparison.values(seen) if tournament.format.duplicate else {}
    expected, starts = rounds_expected(tournament), excess.starts(tournament)
    left = not tournament.rounds or len(tournament.rounds) < expected
    by_lots = draws.by_lots(tournament)
    return schemas.TournamentState(
        tournament=opened.id,
        club=opened.club,
        version=tournament.version,
        name=tournament.name,
        format=tournament.format,
        teams=_teams(tournament),
        rounds=tuple(
            schemas.TournamentRound(
                drawn=at,
                phrase=one.phrase,
                secret=one.secret,
                undone=one.undone,
                games=_games(one, shown, values, tournament.format, begun),
                byes=one.byes,
                matches=_matches(seen, shown) if tournament.format.of_fours else (),
            )
            for at, one, shown, begun in zip(
                drawn, tournament.rounds, seen.rounds, starts, strict=True
            )
        ),
        standings=_standings(seen),
        expected=expected,
        next="scores" if tournament.missing else "draw" if left else "over",
        by_lots=by_lots,
        draw_seal=keys.draw_seal(opened.secret, tournament) if by_lots and left else "",
        secretary=False,
        now=0.0,
        seal=keys.packs_seal(opened.secret) if tournament.format.duplicate else "",
        cards=keys.packs_secret(opened.secret).hex() if _is_shown(tournament, left) else "",
        open=takes_teams(tournament),
        trial=tournament.trial,
        held=tournament.held,
        apart=tuple(schemas.Apart(*one) for one in tournament.apart),
        repairs=tuple(
            schemas.KnockOutRepair(one.round, one.team, one.winner) for one in repairs(tournament)
        ),
        prizes=() if left or tournament.missing else _sent(prizes_won(tournament)),
    )


def _sent(prizes: Iterable[Won]) -> tuple[schemas.WonPrize, ...]:
    return tuple(msgspec.convert(won, schemas.WonPrize, from_attributes=True) for won in prizes)


def takings(tournament: Tournament) -> schemas.TournamentMoney:
    """Return what has been paid, and the prizes as they are won now."""
    sums = money(tournament)
    return schemas.TournamentMoney(
        paid=tuple(team.paid for team in tournament.teams),
        due=sums.due,
        takings=sums.takings,
        fund=sums.fund,
        paid_out=sums.paid_out,
        left=sums.left,
        prizes=_sent(sums.prizes),
    )


def _is_shown(tournament: Tournament, left: bool) -> bool:
    """Return whether no deal of a duplicate is left, so that its cards are no secret."""
    return tournament.format.duplicate and not left and not tournament.missing


def rounds_expected(tournament: Tournament) -> int:
    """Count all rounds: those before the finals, and the finals."""
    return rounds_before_finals(tournament) + max(0, tournament.format.finalists.bit_length() - 1)


def totals(format: Format) -> schemas.GameTotals:
    """Return the possible sums of both totals of a game."""
    possible = sums.possible(format, MOST_TOTALS)
    per_deal = sums.deal_sums(format.rules)
    fixed = per_deal is not None and per_deal.least == per_deal.most
    least = next(filter(None, possible), None)
    return schemas.GameTotals(least if fixed else None, possible)


def desk(opened: OpenTournament) -> schemas.RoleLinks:
    """Return the keys that secretaries alone see."""
    return schemas.RoleLinks(opened.owned.key("secretary"), opened.owned.key("helper"))


def slips(opened: OpenTournament, round: int, reach: Reach) -> schemas.RoundSlips:
    """Return the keys of both sides of each game of a round. IllegalActionError `no-such-game`."""
    tournament = opened.tournament
    game_of(tournament, round, 1)

    def key(table: int, side: int) -> str:
        return keys.slip_key(opened.secret, tournament, round, table, side)

    tables = range(1, len(tournament.rounds[round - 1].games) + 1)
    return schemas.RoundSlips(
        keys=tuple((key(table, 0), key(table, 1)) for table in tables), **reach._asdict()
    )


def team_cards(opened: OpenTournament, reach: Reach) -> schemas.TeamCards:
    """Return the keys on the cards of all teams."""
    teams = opened.tournament.teams
    return schemas.TeamCards(
        keys=tuple(keys.team_key(opened.secret, team.number) for team in teams),
        tables=draws.tables_beforehand(opened.tournament),
        **reach._asdict(),
    )


async def team(opened: OpenTournament, key: str, now: float) -> schemas.TeamState:
    """Return the evening of a team. IllegalActionError `wrong-card`."""
    tournament = opened.tournament.in_hall
    number = keys.team_of(opened.secret, tournament, key)
    own, format = tournament.teams[number - 1], tournament.format
    shown = await state(opened, "", now)
    row = next(row for row in shown.standings if row.team == number)
    # Secretaries have the keys of all cards, and may play a tournament on the server themselves.
    seen = comparison.open_view(tournament) if format.online else tournament
    return schemas.TeamState(
        tournament=opened.id,
        name=tournament.name,
        version=tournament.version,
        number=number,
        team=own.name,
        here=own.here,
        preset=format.preset,
        house={**format.house, "end_deals": format.deals} if format.deals else format.house,
        trial=tournament.trial,
        sheet=not format.duplicate and format.rules.ending.booms == 1,
        drawn=len(tournament.rounds),
        next=shown.next,
        games=tuple(_of_team(opened.secret, seen, number)),
        place=row if row.played else None,
        count=len(shown.standings),
        counted=format.counts,
    )


def _of_team(secret: str, tournament: Tournament, team: int) -> Iterator[schemas.TeamGame]:
    """Yield the games of a team, and the rounds in which it sits out."""
    for round, played in enumerate(tournament.rounds, 1):
        if team in played.byes:
            yield _sits_out(round)
        for number, game in enumerate(played.games, 1):
            for side, members in enumerate(game.sides):
                if team in members:
                    key = keys.slip_key(secret, tournament, round, number, side)
                    yield _team_game(tournament, round, number, side, team, key)


def _sits_out(round: int) -> schemas.TeamGame:
    return schemas.TeamGame(
        round=round,
        table=0,
        deal=0,
        key="",
        partner="",
        opponents=(),
        other=(),
        seats=(),
        points=None,
        state="out",
    )


def _team_game(
    tournament: Tournament, round: int, number: int, side: int, team: int, key: str
) -> schemas.TeamGame:
    game = game_of(tournament, round, number)
    own, other = game.sides[side], game.sides[1 - side]
    partners = (tournament.teams[one - 1].name for one in own if one != team)
    return schemas.TeamGame(
        round=round,
        table=game.table or number,
        deal=game.deal,
        key=key,
        partner=" + ".join(partners),
        opponents=other,
        other=tuple(tournament.teams[one - 1].name for one in other),
        seats=_seats(tournament, own, other),
        points=_seen_from(side, game.score),
        state=_slip_state(game, side),
    )


def _seats(
    tournament: Tournament, own: Sequence[int], other: Sequence[int]
) -> tuple[str, str, str, str]:
    """Return the four names in the order of the table: partners sit opposite each other."""
    first, third = _partners(tournament, own)
    second, fourth = _partners(tournament, other)
    return first, second, third, fourth


def _partners(tournament: Tournament, side: Sequence[int]) -> tuple[str, str]:
    """Return the names of the two players of a side; of a team without two, its name twice."""
    melee = tournament.format.entrants == "melee"
    names = [name for one in side for name in players(tournament.teams[one - 1], melee)]
    if len(names) == 2:
        return names[0], names[1]
    team = tournament.teams[side[0] - 1].name
    return f"{team} 1", f"{team} 2"


def cards(tournament: Tournament, secret: bytes, round: int) -> schemas.RoundCards:
    """Return the hands of the deals of a round. IllegalActionError `no-such-game`."""
    laid = packs.laid_deals(tournament, secret, round)
    return schemas.RoundCards(
        tuple(
            schemas.DealCards(
                deal=one.number,
                dealer=one.dealer,
                hands=tuple(schemas.HandCards(seat, _texts(hand)) for seat, hand in one.hands),
                turned=one.turned.text if one.turned else "",
                stock=_texts(one.stock),
            )
            for one in laid
        )
    )


def _texts(pack: Pack) -> tuple[str, ...]:
    return tuple(card.text for card in pack)


def slip(opened: OpenTournament, key: str) -> schemas.SlipState:
    """Return a game as a side sees it. IllegalActionError `wrong-slip`."""
    tournament = opened.tournament.in_hall
    round, table, side = keys.place_of(opened.secret, tournament, key)
    # Secretaries have the keys of all slips, and may play a tournament on the server themselves.
    game = game_of(
        comparison.open_view(tournament) if tournament.format.online else tournament, round, table
    )
    own, other = game.sides[side], game.sides[1 - side]
    starts = excess.starts(tournament)[round - 1][table - 1]
    return schemas.SlipState(
        tournament=opened.id,
        name=tournament.name,
        trial=tournament.trial,
        round=round,
        table=game.table or table,
        deal=game.deal,
        own=tuple(tournament.teams[one - 1].name for one in own),
        other=tuple(tournament.teams[one - 1].name for one in other),
        starts=(starts[side], starts[1 - side]),
        reported=_seen_from(side, game.reports[side]),
        by_other=_seen_from(side, game.reports[1 - side]),
        points=_seen_from(side, game.score),
        state=_slip_state(game_of(tournament, round, table), side),
        counted=tournament.format.counts,
        counts=_counts_seen(side, game),
    )


def _slip_state(game: Game, side: int) -> Literal["open", "waiting", "asked", "disputed", "over"]:
    """Return the state of a side: `waiting` for the others, or `asked` to confirm their score."""
    if game.over:
        return "over"
    if game.disputed:
        return "disputed"
    if game.reports[side] is not None:
        return "waiting"
    return "open" if game.reports[1 - side] is None else "asked"


def _counts_of(score: Score | None) -> Counts | None:
    return score.counts if score else None


def _counts_seen(side: int, game: Game) -> Counts | None:
    """Return the counts of a game that stand, or that a side has entered, those of `side` first."""
    scores = (game.score, game.reports[side], game.reports[1 - side])
    counts = next((one.counts for one in scores if one and one.counts), None)
    return counts and counts.seen_from(side)


def _seen_from(side: int, score: Score | None) -> Points | None:
    if score is None:
        return None
    return score.points[side], score.points[1 - side]


def _teams(tournament: Tournament) -> tuple[schemas.TournamentTeam, ...]:
    fixed = dict(tournament.fixed)
    return tuple(
        schemas.TournamentTeam(
            number=team.number,
            name=team.name,
            players=team.players,
            here=team.here,
            penalty=team.penalty,
            table=fixed.get(team.number, 0),
            marks=team.marks,
        )
        for team in tournament.teams
    )


def _games(
    whole: Round, visible: Round, values: Values, format: Format, starts: Sequence[Points]
) -> tuple[schemas.TableGame, ...]:
    """Return the games of a round, with the results of those in `visible`."""
    games = zip(whole.games, visible.games, starts, strict=True)
    return tuple(
        _game(game, seen, number, _values(seen, values, format.comparison), begun)
        for number, (game, seen, begun) in enumerate(games, 1)
    )


def _matches(tournament: Tournament, played: Round) -> tuple[schemas.TournamentMatch, ...]:
    """Return the matches of a round of teams of four, as far as they are shown."""
    matches = matches_of(tournament, played)
    return msgspec.convert(matches, tuple[schemas.TournamentMatch, ...], from_attributes=True)


def _values(game: Game, values: Values, method: Method) -> tuple[float, float] | None:
    """Return the value of a deal for both sides, rounded to two digits."""
    own = [values.get((side[0], game.deal)) for side in game.sides]
    first, second = (
        None if one is None else round(float(comparison.scaled(one, method)), 2) for one in own
    )
    return None if first is None or second is None or game.score is None else (first, second)


def _game(
    game: Game, seen: Game, number: int, values: tuple[float, float] | None, starts: Points
) -> schemas.TableGame:
    first, second = (_seen_from(0, report) for report in seen.reports)
    state: Literal["open", "reported", "disputed", "over"] = "open"
    if game.over:
        state = "over"
    elif game.disputed:
        state = "disputed"
    elif game.started:
        state = "reported"
    return schemas.TableGame(
        sides=game.sides,
        points=_seen_from(0, seen.score),
        forfeit=seen.forfeit,
        reports=(first, second),
        state=state,
        table=game.table or number,
        deal=game.deal,
        values=values,
        starts=starts,
        by_hand=game.reason,
        counts=_counts_of(seen.score),
        report_counts=(_counts_of(seen.reports[0]), _counts_of(seen.reports[1])),
    )


def _standings(tournament: Tournament) -> tuple[schemas.StandingRow, ...]:
    places = places_in_groups(tournament)
    return tuple(_row(row, *places.get(row.team, (0, 0))) for row in standings(tournament))


def _row(row: Row, group: int, place: int) -> schemas.StandingRow:
    shown = {name: getattr(row, name) for name in _OF_ROW}
    return schemas.StandingRow(**shown, group=group, place=place)
