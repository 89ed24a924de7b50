"""The state of an event, and what an entry makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from itertools import repeat
from typing import Final

import msgspec

from rebelote.club import entries as log
from rebelote.club import sums
from rebelote.club.entries import Entry, Score, Sides
from rebelote.club.formats import Format
from rebelote.rules.refusals import IllegalActionError

_with: Final = msgspec.structs.replace


class Team(msgspec.Struct, frozen=True):
    """A team, or a player of a mêlée. `here`: whether it is drawn."""

    number: int
    name: str
    players: tuple[str, ...] = ()
    here: bool = True
    penalty: int = 0


class Game(msgspec.Struct, frozen=True):
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
        """Whether anything was entered of it."""
        return self.over or any(self.reports)

    @property
    def disputed(self) -> bool:
        """Whether both sides have entered a score, and not the same."""
        first, second = self.reports
        return not self.over and first is not None and second is not None and first != second


class Round(msgspec.Struct, frozen=True):
    """A round: the phrase of its draw, its games by table, and who sits out."""

    phrase: str
    games: tuple[Game, ...]
    byes: tuple[int, ...] = ()
    order: tuple[int, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """An event as it is now. `version`: the number of entries of its log."""

    name: str
    format: Format
    teams: tuple[Team, ...] = ()
    rounds: tuple[Round, ...] = ()
    version: int = 1

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of those who are drawn."""
        return tuple(team.number for team in self.teams if team.here)

    @property
    def missing(self) -> int:
        """How many scores of the last round are missing."""
        return sum(not game.over for game in self.rounds[-1].games) if self.rounds else 0


def rounds_before_finals(event: Event) -> int:
    """How many rounds are played before the knock-out."""
    entered = len(event.rounds[0].order) if event.rounds else len(event.here)
    return event.format.rounds_for(entered)


def replayed(entries: Iterable[Entry]) -> Event:
    """The event of a log, whose first entry creates it."""
    created, *others = entries
    if not isinstance(created, log.Created):
        raise ValueError("the first entry of a log creates the event")
    created.format.check()
    event = Event(created.name, created.format)
    for entry in others:
        event = after(event, entry)
    return event


def after(event: Event, entry: Entry) -> Event:
    """The event after one more entry.

    Raises IllegalActionError `no-such-team`, `no-such-game`, `game-sum`, `entries-closed`,
    `scores-missing` or `not-now`.
    """
    return _with(_changed(entry, event), version=event.version + 1)


@singledispatch
def _changed(entry: object, event: Event) -> Event:
    raise IllegalActionError("not-now")


@_changed.register
def _(entry: log.FormatChanged, event: Event) -> Event:
    entry.format.check()
    if entry.format.place != event.format.place:
        raise IllegalActionError("not-now")
    if len(event.teams) > entry.format.most_teams:
        raise IllegalActionError("entries-closed")
    changed = _with(event, format=entry.format)
    if event.rounds and not _same_draws(event, changed):
        raise IllegalActionError("not-now")
    return changed


def _same_draws(before: Event, after: Event) -> bool:
    """Whether the rounds that were drawn remain what they are: by the same rule, finals or not."""
    drawn, finals = len(before.rounds), _finals(before)
    kept = _finals(after) == finals if drawn > finals[0] else rounds_before_finals(after) >= drawn
    return kept and _drawn_by(before.format) == _drawn_by(after.format)


def _finals(event: Event) -> tuple[int, int]:
    """After how many rounds finals begin, and with how many."""
    return rounds_before_finals(event), event.format.finalists


def _drawn_by(format: Format) -> tuple[object, ...]:
    """What draws follow from, beside their number."""
    cards = (format.deals, format.preset, format.house) if format.duplicate else ()
    if format.by_movement:
        cards = (*cards, format.rounds)
    return format.entrants, format.draw, format.groups, cards


@_changed.register
def _(entry: log.Entered, event: Event) -> Event:
    if len(event.teams) >= event.format.most_teams or (event.rounds and event.format.scheduled):
        raise IllegalActionError("entries-closed")
    team = Team(len(event.teams) + 1, entry.name, entry.players)
    return _with(event, teams=(*event.teams, team))


@_changed.register
def _(entry: log.Renamed, event: Event) -> Event:
    return _with_team(event, entry.team, name=entry.name, players=entry.players)


@_changed.register
def _(entry: log.Left, event: Event) -> Event:
    return _with_team(event, entry.team, here=False)


@_changed.register
def _(entry: log.Returned, event: Event) -> Event:
    return _with_team(event, entry.team, here=True)


@_changed.register
def _(entry: log.Penalised, event: Event) -> Event:
    team = _team(event, entry.team)
    return _with_team(event, entry.team, penalty=team.penalty + entry.points)


@_changed.register
def _(entry: log.Drawn, event: Event) -> Event:
    if event.missing:
        raise IllegalActionError("scores-missing")
    for number in (*entry.byes, *(one for sides in entry.games for side in sides for one in side)):
        _team(event, number)
    # Both are given in a duplicate alone.
    placed = zip(entry.games, entry.tables or repeat(0), entry.deals or repeat(0), strict=False)
    games = tuple(Game(sides, table=table, deal=deal) for sides, table, deal in placed)
    drawn = Round(entry.phrase, games, entry.byes, entry.order)
    return _with(event, rounds=(*event.rounds, drawn))


@_changed.register
def _(entry: log.DrawUndone, event: Event) -> Event:
    games = event.rounds[-1].games if event.rounds else ()
    if not games or event.format.online or any(game.started for game in games):
        raise IllegalActionError("not-now")
    return _with(event, rounds=event.rounds[:-1])


@_changed.register
def _(entry: log.Scored, event: Event) -> Event:
    sums.check(event.format, entry.score)
    return _with_game(event, entry.round, entry.game, score=entry.score, forfeit=None)


@_changed.register
def _(entry: log.Played, event: Event) -> Event:
    if game_of(event, entry.round, entry.game).over:
        raise IllegalActionError("not-now")
    return _with_game(event, entry.round, entry.game, score=entry.score)


@_changed.register
def _(entry: log.ScoreReported, event: Event) -> Event:
    sums.check(event.format, entry.score)
    game = game_of(event, entry.round, entry.game)
    if game.over:
        raise IllegalActionError("not-now")
    first, second = game.reports
    reports = (entry.score, second) if entry.side == 0 else (first, entry.score)
    agreed = entry.score if reports[0] == reports[1] else None
    return _with_game(event, entry.round, entry.game, reports=reports, score=agreed)


@_changed.register
def _(entry: log.Forfeited, event: Event) -> Event:
    return _with_game(event, entry.round, entry.game, score=None, forfeit=entry.side)


@_changed.register
def _(entry: log.Cleared, event: Event) -> Event:
    if not game_of(event, entry.round, entry.game).started:
        raise IllegalActionError("not-now")
    return _with_game(
        event, entry.round, entry.game, score=None, forfeit=None, reports=(None, None)
    )


def game_of(event: Event, round: int, game: int) -> Game:
    """The game at a table of a round, both from 1. Raises IllegalActionError `no-such-game`."""
    if not (1 <= round <= len(event.rounds) and 1 <= game <= len(event.rounds[round - 1].games)):
        raise IllegalActionError("no-such-game")
    return event.rounds[round - 1].games[game - 1]


def _with_game(event: Event, round: int, number: int, **changes: object) -> Event:
    changed = _with(game_of(event, round, number), **changes)
    before = event.rounds[round - 1]
    games = (*before.games[: number - 1], changed, *before.games[number:])
    rounds = (*event.rounds[: round - 1], _with(before, games=games), *event.rounds[round:])
    return _with(event, rounds=rounds)


def _team(event: Event, number: int) -> Team:
    if not 1 <= number <= len(event.teams):
        raise IllegalActionError("no-such-team")
    return event.teams[number - 1]


def _with_team(event: Event, number: int, **changes: object) -> Event:
    changed = _with(_team(event, number), **changes)
    return _with(event, teams=(*event.teams[: number - 1], changed, *event.teams[number:]))
