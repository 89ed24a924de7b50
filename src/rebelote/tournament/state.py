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
from rebelote.tournament.formats import Format

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
)
"""The codes with which a tournament refuses an entry."""

_with: Final = msgspec.structs.replace


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team, or a player of a mêlée. `here`: whether it is drawn."""

    number: int
    name: str
    players: tuple[str, ...] = ()
    here: bool = True
    penalty: int = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a table. `reports`: what each side entered; `forfeit`: the side that gave up.

    `table`, `deal`: in a duplicate, where it is played, and the number of its deal; else 0.
    """

    sides: Sides
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


class Round(msgspec.Struct, frozen=True):
    """A round: the phrase of its draw, its games by table, and its byes."""

    phrase: str
    games: tuple[Game, ...]
    byes: tuple[int, ...] = ()
    order: tuple[int, ...] = ()


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is now. `version`: the number of entries of its log.

    `sent_out`: the players excluded from the tournament, by their names in their teams.
    """

    name: str
    format: Format
    teams: tuple[Team, ...] = ()
    rounds: tuple[Round, ...] = ()
    version: int = 1
    sent_out: frozenset[str] = frozenset()

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
        return Tournament(name=entry.name, format=entry.format)
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
        case log.Renamed() | log.Left() | log.Returned() | log.SentOut() | log.Penalised():
            return 1 <= entry.team <= len(tournament.teams)
        case log.Drawn():
            drawn = (one for sides in entry.games for side in sides for one in side)
            return all(1 <= one <= len(tournament.teams) for one in (*entry.byes, *drawn))
    return True


# --- what is refused ------------------------------------------------------------------------------


def _check(tournament: Tournament, entry: Entry) -> None:
    match entry:
        case log.Created():
            raise IllegalActionError("founded-once")
        case log.FormatChanged(format):
            _check_format(tournament, format)
        case log.Entered():
            entered, format = len(tournament.teams), tournament.format
            if entered >= format.most_teams or (tournament.rounds and format.scheduled):
                raise IllegalActionError("entries-closed")
        case log.Drawn() if tournament.missing:
            raise IllegalActionError("scores-missing")
        case log.DrawUndone():
            games = tournament.rounds[-1].games if tournament.rounds else ()
            if not games or tournament.format.online or any(game.started for game in games):
                raise IllegalActionError("draw-stands")
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
        case log.Entered(name, players):
            return _with(
                it, teams=(*it.teams, Team(number=len(it.teams) + 1, name=name, players=players))
            )
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
            return _with(it, rounds=(*it.rounds, _drawn(entry)))
        case log.DrawUndone():
            return _with(it, rounds=it.rounds[:-1])
        case log.Created():
            return it
    return _with_game(it, entry.round, entry.game, **_result(it, entry))


def _sent_out(it: Tournament, entry: log.SentOut) -> Tournament:
    team, sent_out = _team(it, entry.team), it.sent_out.union(players_sent_out(it, entry))
    stay = team.here and not sent_out.issuperset(team.players)
    return _with(_with_team(it, entry.team, here=stay), sent_out=sent_out)


def players_sent_out(tournament: Tournament, entry: log.SentOut) -> tuple[str, ...]:
    """Return the players whom an entry sends out."""
    players = _team(tournament, entry.team).players
    return players[entry.player - 1 : entry.player] if entry.player else players


def _drawn(entry: log.Drawn) -> Round:
    # Both are given in a duplicate alone.
    placed = zip(entry.games, entry.tables or repeat(0), entry.deals or repeat(0), strict=False)
    games = tuple(Game(sides=sides, table=table, deal=deal) for sides, table, deal in placed)
    return Round(entry.phrase, games, entry.byes, entry.order)


def _result(it: Tournament, entry: log.Result) -> dict[str, object]:
    """Return the fields of a game that an entry about its result changes."""
    match entry:
        case log.Scored():
            return {"score": entry.score, "forfeit": None}
        case log.Played():
            return {"score": entry.score}
        case log.Forfeited():
            return {"score": None, "forfeit": entry.side}
        case log.Cleared():
            return {"score": None, "forfeit": None, "reports": (None, None)}
        case log.ScoreReported():
            first, second = game_of(it, entry.round, entry.game).reports
            reports = (entry.score, second) if entry.side == 0 else (first, entry.score)
            return {"reports": reports, "score": entry.score if reports[0] == reports[1] else None}


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
    rounds = (
        *tournament.rounds[: round - 1],
        _with(before, games=games),
        *tournament.rounds[round:],
    )
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
