"""The state of a tournament, and its change by each entry."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament import entries as log
from rebelote.tournament import sums
from rebelote.tournament.entries import Entry, Score, Sides
from rebelote.tournament.formats import Format, Mark

ENTRY_REFUSALS: Final = (
    "no-such-team",
    "no-such-game",
    "entries-closed",
    "scores-missing",
    "game-sum",
    "wrong-options",
    "place-fixed",
    "rounds-drawn",
    "draw-stands",
    "result-stands",
    "no-result",
    "founded-once",
    "twice-in-round",
    "wrong-sides",
    "table-played",
    "reason-missing",
)
"""The codes with which a tournament refuses an entry."""

_with: Final = msgspec.structs.replace


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team, or a player of a mêlée. `here`: whether it is drawn. `paid`: cents of its fee."""

    number: int
    name: str
    players: tuple[str, ...] = ()
    here: bool = True
    penalty: int = 0
    paid: int = 0
    marks: tuple[Mark, ...] = ()


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a table. `reports`: what each side entered; `forfeit`: the side that gave up.

    `table`, `deal`: in a duplicate, where it is played, and the number of its deal; else 0.
    `drawn`: the sides that the draw put there; `reason`: why the secretary has put others there.
    `absent`: who did not come, so that bots played for them.
    """

    sides: Sides
    drawn: Sides = ((), ())
    reason: str = ""
    absent: tuple[int, ...] = ()
    score: Score | None = None
    forfeit: int | None = None
    reports: tuple[Score | None, Score | None] = (None, None)
    table: int = 0
    deal: int = 0

    @property
    def over(self) -> bool:
        """Whether its result counts."""
        return self.score is not None or self.forfeit is not None

    @property
    def started(self) -> bool:
        """Whether it has any entry."""
        return self.over or any(self.reports)

    @property
    def disputed(self) -> bool:
        """Whether both sides have entered a score, and not the same."""
        first, second = self.reports
        return not self.over and first is not None and second is not None and first != second


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round: the phrase of its draw, its games by table, and its byes.

    `order`: in the first round of a schedule the order of the lots; 0 for an empty seat. `secret`:
    that of its draw. `undone`: how many draws of it were undone before. `main`: see `Drawn`.
    """

    phrase: str
    games: tuple[Game, ...]
    byes: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    secret: str = ""
    undone: int = 0
    main: tuple[int, ...] = ()

    @property
    def seated(self) -> frozenset[int]:
        """The teams or players with a game or a bye."""
        playing = (one for game in self.games for side in game.sides for one in side)
        return frozenset((*self.byes, *playing))


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is now. `version`: the number of entries of its log.

    `sent_out`: the players excluded from the tournament, by their names in their teams. `fixed`:
    teams with the tables at which they are to be drawn. `apart`: teams that are not to meet, and
    in which round; 0: in none. `trial`: it is practice, and counts nowhere. `held`: the hall does
    not see the last round yet. `undone`: the rounds whose draws were undone, one for each.
    """

    name: str
    format: Format
    teams: tuple[Team, ...] = ()
    rounds: tuple[Round, ...] = ()
    version: int = 1
    sent_out: frozenset[str] = frozenset()
    fixed: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int, int], ...] = ()
    trial: bool = False
    held: bool = False
    undone: tuple[int, ...] = ()

    @property
    def in_hall(self) -> Tournament:
        """The tournament as the hall sees it: without a last round that is held back."""
        return _with(self, rounds=self.rounds[:-1], held=False) if self.held else self

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of the teams or players that are drawn."""
        return tuple(team.number for team in self.teams if team.here)

    @property
    def missing(self) -> int:
        """The number of missing scores in the last round."""
        return sum(not game.over for game in self.rounds[-1].games) if self.rounds else 0


def rounds_before_finals(tournament: Tournament) -> int:
    """Return the number of rounds before the knock-out."""
    entered = len(tournament.rounds[0].order) if tournament.rounds else len(tournament.here)
    return tournament.format.rounds_for(entered)


def replayed(entries: Iterable[Entry]) -> Tournament:
    """Build the tournament from its log, whose first entry creates it."""
    tournament: Tournament | None = None
    for entry in entries:
        tournament = evolve(tournament, entry)
    if tournament is None:
        raise ValueError("the first entry of a log creates the tournament")
    return tournament


def evolve(tournament: Tournament | None, entry: Entry) -> Tournament:
    """Return the tournament after an entry of its log, which is never refused.

    An entry about a team or a game that is missing changes nothing. ValueError where the first
    entry of a log does not create the tournament.
    """
    if tournament is None:
        if not isinstance(entry, log.Created):
            raise ValueError("the first entry of a log creates the tournament")
        return Tournament(name=entry.name, format=entry.format, trial=entry.trial)
    changed = _changed(tournament, entry) if names_known(tournament, entry) else tournament
    return _with(changed, version=tournament.version + 1)


def after(tournament: Tournament, entry: Entry) -> Tournament:
    """Return the tournament after an entry that is to be made.

    Raises IllegalActionError with one of `ENTRY_REFUSALS`.
    """
    _check(tournament, entry)
    return evolve(tournament, entry)


def names_known(tournament: Tournament, entry: Entry) -> bool:
    """Return whether the teams and the game that an entry is about exist."""
    match entry:
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            return _has_game(tournament, entry.round, entry.game)
        case log.Entered():
            most = 0 if tournament.rounds else len(tournament.teams) + 1
            return entry.number <= most
        case log.Removed():
            return not tournament.rounds and 1 <= entry.team <= len(tournament.teams)
        case log.Renamed() | log.Left() | log.Returned() | log.SentOut() | log.Penalised():
            return 1 <= entry.team <= len(tournament.teams)
        case log.Drawn():
            return _are_known(tournament, (*entry.byes, *_members(entry.games)))
        case log.Reseated():
            named = (*entry.byes, *_members(seat.sides for seat in entry.seats))
            return _are_known(tournament, named) and _has_games_of(tournament, entry)
        case log.TableFixed() | log.Paid() | log.Marked():
            return _are_known(tournament, (entry.team,))
        case log.KeptApart():
            return _are_known(tournament, (entry.team, entry.other))
    return True


def _are_known(tournament: Tournament, numbers: Iterable[int]) -> bool:
    return all(1 <= one <= len(tournament.teams) for one in numbers)


def _members(games: Iterable[Sides]) -> tuple[int, ...]:
    return tuple(one for sides in games for side in sides for one in side)


def _has_games_of(tournament: Tournament, entry: log.Reseated) -> bool:
    """Return whether the games of an entry are there, follow the last one, or are the last ones."""
    if not 1 <= entry.round <= len(tournament.rounds):
        return False
    count, numbers = len(tournament.rounds[entry.round - 1].games), _numbers(entry)
    added = [one for one in numbers if one > count]
    away = [seat.game for seat in entry.seats if not any(seat.sides)]
    last = range(count, count - len(away), -1)
    return (
        len(set(numbers)) == len(numbers)
        and min(numbers) >= 1
        and sorted(added) == list(range(count + 1, count + len(added) + 1))
        and sorted(away, reverse=True) == list(last)
    )


def _numbers(entry: log.Reseated) -> list[int]:
    return [seat.game for seat in entry.seats]


# --- what is refused ------------------------------------------------------------------------------


def _check(tournament: Tournament, entry: Entry) -> None:
    match entry:
        case log.Created():
            raise IllegalActionError("founded-once")
        case log.FormatChanged(format):
            _check_format(tournament, format)
        case log.Entered():
            if not takes_teams(tournament) or (entry.number and tournament.rounds):
                raise IllegalActionError("entries-closed")
        case log.Removed() if tournament.rounds or tournament.format.online:
            raise IllegalActionError("entries-closed")
        case log.Reseated():
            _check_reseated(tournament, entry)
        case log.KeptApart():
            if entry.team == entry.other:
                raise IllegalActionError("twice-in-round")
        case log.Drawn() if tournament.missing:
            raise IllegalActionError("scores-missing")
        case log.DrawUndone():
            games = tournament.rounds[-1].games if tournament.rounds else ()
            if not games or tournament.format.online or any(game.started for game in games):
                raise IllegalActionError("draw-stands")
        case log.Shown() if not tournament.held:
            raise IllegalActionError("no-such-game")
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            _check_result(tournament, entry)
    if not names_known(tournament, entry) or not _may_send_out(tournament, entry):
        raise IllegalActionError("no-such-team")


def _check_format(tournament: Tournament, format: Format) -> None:
    format.check()
    if format.place != tournament.format.place:
        raise IllegalActionError("place-fixed")
    if len(tournament.teams) > format.most_teams:
        raise IllegalActionError("entries-closed")
    if tournament.rounds and not _same_draws(tournament, _with(tournament, format=format)):
        raise IllegalActionError("rounds-drawn")


def _is_scheduled(tournament: Tournament) -> bool:
    """Return whether the games of all rounds are known."""
    return bool(tournament.rounds) and tournament.format.scheduled


def takes_teams(tournament: Tournament) -> bool:
    """Return whether one more team or player can enter."""
    closed = _is_scheduled(tournament) and free_seat(tournament) is None
    return not closed and len(tournament.teams) < tournament.format.most_teams


def free_seat(tournament: Tournament) -> int | None:
    """Return the place in the order of the lots, from 0, at which a late team takes the empty seat.

    None where nobody sits out for want of opponents: one more would change who meets whom.
    """
    if not tournament.rounds or len(tournament.rounds) > rounds_before_finals(tournament):
        return None
    order, count = tournament.rounds[0].order, max(1, tournament.format.groups)
    for group in range(count):
        if sum(one > 0 for one in order[group::count]) % 2:
            places = range(group, len(order) + count, count)
            return next(at for at in places if at >= len(order) or not order[at])
    return None


def _check_reseated(tournament: Tournament, entry: log.Reseated) -> None:
    """Refuse seats that are not there, are taken, or whose table has played."""
    if not _has_games_of(tournament, entry):
        raise IllegalActionError("no-such-game")
    if tournament.format.online:
        raise IllegalActionError("draw-stands")
    if not entry.reason.strip():
        raise IllegalActionError("reason-missing")
    size = 2 if tournament.format.entrants == "melee" else 1
    if any(any(seat.sides) and {*map(len, seat.sides)} != {size} for seat in entry.seats):
        raise IllegalActionError("wrong-sides")
    before = tournament.rounds[entry.round - 1].games
    touched = [(seat, before[seat.game - 1]) for seat in entry.seats if seat.game <= len(before)]
    if any(game.started and not (entry.kept and any(seat.sides)) for seat, game in touched):
        raise IllegalActionError("table-played")
    _check_places(tournament.format, _after_reseating(tournament.rounds[entry.round - 1], entry))


def _check_places(format: Format, played: Round) -> None:
    """Refuse a round in which a team has two places, or the deals of a table different teams."""
    places: dict[int, frozenset[int]] = {}
    for number, game in enumerate(played.games, 1):
        table = game.table or number
        members = _members((game.sides,))
        teams = frozenset(members)
        same = places.setdefault((table + 1) // 2 if format.of_fours else table, teams)
        if len(teams) < len(members):
            raise IllegalActionError("twice-in-round")
        if same != teams:
            raise IllegalActionError("wrong-sides")
    seated = (*played.byes, *(one for teams in places.values() for one in teams))
    if len(set(seated)) < len(seated):
        raise IllegalActionError("twice-in-round")


def _check_result(tournament: Tournament, entry: log.Result) -> None:
    if isinstance(entry, log.Scored | log.ScoreReported):
        sums.check(tournament.format, entry.score)
    game = game_of(tournament, entry.round, entry.game)
    if isinstance(entry, log.Played | log.ScoreReported) and game.over:
        raise IllegalActionError("result-stands")
    if isinstance(entry, log.Cleared) and not game.started:
        raise IllegalActionError("no-result")


def _may_send_out(tournament: Tournament, entry: Entry) -> bool:
    if not isinstance(entry, log.SentOut):
        return True
    players = _team(tournament, entry.team).players
    return tournament.format.online and entry.player <= len(players)


def _same_draws(before: Tournament, after: Tournament) -> bool:
    """Return whether past draws stay valid: drawn by the same rule, finals or not."""
    drawn, finals = len(before.rounds), _finals(before)
    kept = _finals(after) == finals if drawn > finals[0] else rounds_before_finals(after) >= drawn
    return kept and _drawn_by(before.format) == _drawn_by(after.format)


def _finals(tournament: Tournament) -> tuple[int, int]:
    """Return the number of rounds before the finals, and the number of finalists."""
    return rounds_before_finals(tournament), tournament.format.finalists


def _drawn_by(format: Format) -> tuple[object, ...]:
    """Return the options on which draws depend, except the number of rounds drawn."""
    cards = (format.deals, format.preset, format.house) if format.duplicate else ()
    if format.by_movement:
        cards = (*cards, format.rounds)
    return format.entrants, format.draw, format.groups, cards


# --- what an entry changes ------------------------------------------------------------------------


def _changed(it: Tournament, entry: Entry) -> Tournament:
    match entry:
        case log.FormatChanged(format):
            return _with(it, format=format)
        case log.Entered():
            return _entered(it, entry)
        case log.Removed(team):
            return _removed(it, team)
        case log.Renamed(team, name, players):
            return _with_team(it, team, name=name, players=players)
        case log.Left(team):
            return _with_team(it, team, here=False)
        case log.Returned(team):
            back = _with_team(it, team, here=True)
            return _with(back, sent_out=it.sent_out.difference(_team(it, team).players))
        case log.SentOut():
            return _sent_out(it, entry)
        case log.Penalised(team, points):
            return _with_team(it, team, penalty=_team(it, team).penalty + points)
        case log.Drawn():
            return _with(it, rounds=(*it.rounds, _drawn(it, entry)), held=entry.held)
        case log.DrawUndone():
            undone = (*it.undone, len(it.rounds)) if it.rounds else it.undone
            return _with(it, rounds=it.rounds[:-1], held=False, undone=undone)
        case log.Shown():
            return _with(it, held=False)
        case log.Reseated():
            changed = _after_reseating(it.rounds[entry.round - 1], entry)
            return _with_round(it, entry.round, changed)
        case log.Paid(team, cents):
            return _with_team(it, team, paid=cents)
        case log.Marked(team, marks):
            return _with_team(it, team, marks=marks)
        case log.TableFixed(team, table):
            others = (one for one in it.fixed if one[0] != team)
            return _with(it, fixed=(*others, *([(team, table)] if table else [])))
        case log.KeptApart():
            low, high = sorted((entry.team, entry.other))
            pair = low, high, entry.round
            others_apart = tuple(one for one in it.apart if one != pair)
            return _with(it, apart=(*others_apart, pair) if entry.apart else others_apart)
        case log.Created():
            return it
    return _with_game(it, entry.round, entry.game, **_result(it, entry))


def _entered(it: Tournament, entry: log.Entered) -> Tournament:
    number = entry.number or len(it.teams) + 1
    team = Team(number=number, name=entry.name, players=entry.players)
    moved = _renumbered(it, {one: one + 1 for one in range(number, len(it.teams) + 1)})
    teams = (*moved.teams[: number - 1], team, *moved.teams[number - 1 :])
    return _with(_with_seat(moved, number), teams=teams)


def _removed(it: Tournament, number: int) -> Tournament:
    """Remove a team with its wishes; those after it move up."""
    left = _with(
        it,
        teams=tuple(one for one in it.teams if one.number != number),
        fixed=tuple(one for one in it.fixed if one[0] != number),
        apart=tuple(one for one in it.apart if number not in one[:2]),
    )
    return _renumbered(left, {one: one - 1 for one in range(number + 1, len(it.teams) + 1)})


def _renumbered(it: Tournament, numbers: dict[int, int]) -> Tournament:
    """Give teams other numbers, before any is drawn."""
    return _with(
        it,
        teams=tuple(_with(one, number=numbers.get(one.number, one.number)) for one in it.teams),
        fixed=tuple((numbers.get(team, team), table) for team, table in it.fixed),
        apart=tuple(
            (numbers.get(one, one), numbers.get(other, other), round)
            for one, other, round in it.apart
        ),
    )


def _with_seat(it: Tournament, team: int) -> Tournament:
    """Give a late team the empty seat of a schedule, if there is one."""
    at = free_seat(it) if _is_scheduled(it) else None
    if at is None:
        return it
    order = list(it.rounds[0].order)
    order += [0] * (at + 1 - len(order))
    order[at] = team
    return _with_round(it, 1, _with(it.rounds[0], order=tuple(order)))


def _after_reseating(played: Round, entry: log.Reseated) -> Round:
    games = list(played.games)
    for seat in sorted(entry.seats, key=lambda seat: seat.game):
        if seat.game > len(games):
            games.append(Game(sides=seat.sides, table=seat.table, deal=seat.deal))
        game = games[seat.game - 1]
        reason = "" if seat.sides == game.drawn else entry.reason
        games[seat.game - 1] = _with(game, sides=seat.sides, reason=reason)
    kept = tuple(game for game in games if any(game.sides))
    return _with(played, games=kept, byes=entry.byes)


def _sent_out(it: Tournament, entry: log.SentOut) -> Tournament:
    team, sent_out = _team(it, entry.team), it.sent_out.union(players_sent_out(it, entry))
    stay = team.here and not sent_out.issuperset(team.players)
    return _with(_with_team(it, entry.team, here=stay), sent_out=sent_out)


def players_sent_out(tournament: Tournament, entry: log.SentOut) -> tuple[str, ...]:
    """Return the players whom an entry sends out."""
    players = _team(tournament, entry.team).players
    return players[entry.player - 1 : entry.player] if entry.player else players


def _drawn(it: Tournament, entry: log.Drawn) -> Round:
    # Both are given in a duplicate alone.
    placed = zip(entry.games, entry.tables or repeat(0), entry.deals or repeat(0), strict=False)
    games = tuple(
        Game(sides=sides, drawn=sides, table=table, deal=deal) for sides, table, deal in placed
    )
    return Round(
        phrase=entry.phrase,
        games=games,
        byes=entry.byes,
        order=entry.order,
        secret=entry.secret,
        undone=undone_draws(it),
        main=entry.main,
    )


def undone_draws(tournament: Tournament) -> int:
    """Count the draws of the next round that were undone."""
    return tournament.undone.count(len(tournament.rounds) + 1)


def _result(it: Tournament, entry: log.Result) -> dict[str, object]:
    """Return the fields of a game that an entry about its result changes."""
    match entry:
        case log.Scored():
            return {"score": entry.score, "forfeit": None}
        case log.Played():
            return {"score": entry.score, "absent": entry.absent}
        case log.Forfeited():
            return {"score": None, "forfeit": entry.side, "absent": ()}
        case log.Cleared():
            return {"score": None, "forfeit": None, "reports": (None, None), "absent": ()}
        case log.ScoreReported():
            first, second = game_of(it, entry.round, entry.game).reports
            reports = (entry.score, second) if entry.side == 0 else (first, entry.score)
            mine, theirs = reports
            return {"reports": reports, "score": mine.agreed_with(theirs) if mine else None}


def game_of(tournament: Tournament, round: int, game: int) -> Game:
    """Return the game at a table of a round, both from 1. IllegalActionError `no-such-game`."""
    if not _has_game(tournament, round, game):
        raise IllegalActionError("no-such-game")
    return tournament.rounds[round - 1].games[game - 1]


def _has_game(tournament: Tournament, round: int, game: int) -> bool:
    return 1 <= round <= len(tournament.rounds) and 1 <= game <= len(
        tournament.rounds[round - 1].games
    )


def _with_game(tournament: Tournament, round: int, number: int, **changes: object) -> Tournament:
    changed = _with(game_of(tournament, round, number), **changes)
    before = tournament.rounds[round - 1]
    games = (*before.games[: number - 1], changed, *before.games[number:])
    return _with_round(tournament, round, _with(before, games=games))


def _with_round(tournament: Tournament, round: int, changed: Round) -> Tournament:
    rounds = (*tournament.rounds[: round - 1], changed, *tournament.rounds[round:])
    return _with(tournament, rounds=rounds)


def _team(tournament: Tournament, number: int) -> Team:
    if not 1 <= number <= len(tournament.teams):
        raise IllegalActionError("no-such-team")
    return tournament.teams[number - 1]


def _with_team(tournament: Tournament, number: int, **changes: object) -> Tournament:
    changed = _with(_team(tournament, number), **changes)
    return _with(
        tournament, teams=(*tournament.teams[: number - 1], changed, *tournament.teams[number:])
    )
