"""Seasons: tables over several tournaments, computed from their results and a rule only."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.formats import MOST_POINTS
from rebelote.tournament.ranks import with_ranks
from rebelote.tournament.standings import Row, standings
from rebelote.tournament.state import Team, Tournament

SeasonTie = Literal["best", "firsts", "wins", "evenings"]
Line = Literal["", "up", "down"]
"""Whether one goes up or down at the end of a season."""
MOST_TOURNAMENTS: Final = 60
_Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_TOURNAMENTS)]
_Lines = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
BETWEEN: Final = re.compile(r"\s*[&+/;,]\s*|\s+(?:and|et|en|och|и|i)\s+", re.IGNORECASE)
"""The separators of players in the name of a team."""


class SeasonRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rule by which a season counts.

    Attributes:
        who: Whether each player is ranked, or each team of the same players.
        counts: Value of a tournament: points, games won, result points, or points by place.
        places: Points by place, of the first, the second and so on; all others have none.
        attendance: Extra points for each tournament played.
        total: Whether the tournaments that count are added, or their mean taken.
        best: Number of tournaments that count, the best of each player; 0: all.
        ties: Criteria between equals, in this order; rows equal in all share a rank.
            `best`: the best tournament, then the next; `firsts`: tournaments won; `wins`: games
            won; `evenings`: tournaments played.
        promoted: Number that go up to the next division; `relegated`: number that go down.
    """

    who: Literal["players", "teams"] = "players"
    counts: Literal["points", "wins", "results", "places"] = "points"
    places: Annotated[tuple[_Points, ...], msgspec.Meta(max_length=100)] = ()
    attendance: _Points = 0
    total: Literal["sum", "mean"] = "sum"
    best: _Count = 0
    ties: tuple[SeasonTie, ...] = ("best", "firsts")
    promoted: _Lines = 0
    relegated: _Lines = 0

    def check(self) -> None:
        """Refuse options that contradict each other: IllegalActionError `wrong-options`."""
        falling = list(self.places) == sorted(self.places, reverse=True)
        if (self.counts == "places") != bool(self.places) or not falling:
            raise IllegalActionError("wrong-options")


class TournamentResult(msgspec.Struct, frozen=True):
    """The result of a player or team in a tournament. `counted`: whether the season counts it."""

    value: int
    rank: int
    wins: int
    counted: bool = False


class SeasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player or a team in the table of a season.

    Attributes:
        rank: From 1; rows equal by all criteria share it.
        names: The player, or both of a team.
        tournaments: By tournament of the season; None for one in which they did not play.
        total: Sum of the tournaments that count; `divisor`: the number that divides it.
        enough: Whether as many tournaments count as the mean takes, or as were played so far.
        line: Whether they go up or down; a rank shared across that line does not yet.
    """

    rank: int = 0
    names: tuple[str, ...]
    tournaments: tuple[TournamentResult | None, ...]
    total: int
    divisor: int = 1
    enough: bool = True
    line: Line = ""

    @property
    def value(self) -> Fraction:
        """The value that decides the rank."""
        return Fraction(self.total, self.divisor)


class SeasonTable(msgspec.Struct, frozen=True):
    """The table of a season, and the names that several teams of one tournament have.

    `doubled`: the tournament, counted from 0, and the name: the better result of them counts, until
    one of them is renamed.
    """

    rows: tuple[SeasonRow, ...]
    doubled: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """Normalize a name: capitals, spaces and ways to write the same letter do not matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def players(team: Team, melee: bool) -> tuple[str, ...]:
    """Return the players of a team: as they were entered, or else as its name lists them."""
    if melee:
        return (team.name,)
    return team.players or tuple(filter(None, (one.strip() for one in BETWEEN.split(team.name))))


def season_table(
    rule: SeasonRule, tournaments: Sequence[Tournament], known: Mapping[str, str] | None = None
) -> SeasonTable:
    """Compute the table of a season.

    Args:
        tournaments: In the order in which they were played; one without a played game does not
            count.
        known: The name of a person in the table, by the key of each of their names.
    """
    columns = [_column(rule, tournament, known or {}) for tournament in tournaments]
    names: dict[str, tuple[str, ...]] = {}
    for column in columns:
        names |= {key: shown for key, shown, _ in column if key not in names}
    best = [_best(column) for column in columns]
    held = sum(map(bool, best))
    rows = [
        _row(rule, shown, tuple(one.get(key) for one in best), held) for key, shown in names.items()
    ]
    doubled = (
        (at, " & ".join(names[key]))
        for at, column in enumerate(columns)
        for key, count in Counter(key for key, _, _ in column).items()
        if count > 1
    )
    return SeasonTable(_lined(rule, _ranked(rule, rows)), tuple(doubled))


_Result = tuple[str, tuple[str, ...], TournamentResult]
"""A row's key, its names for display, and its result."""


def _column(rule: SeasonRule, tournament: Tournament, known: Mapping[str, str]) -> list[_Result]:
    """Return the results of all who have played in a tournament."""
    melee = tournament.format.entrants == "melee"
    results = []
    for row in standings(tournament):
        if row.played:
            own = players(tournament.teams[row.team - 1], melee)
            shown = [known.get(name_key(name), name) for name in own]
            result = TournamentResult(_counted(rule, row), row.rank, row.wins)
            results += [(*one, result) for one in _ranked_as(rule, shown)]
    return results


def _ranked_as(rule: SeasonRule, names: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the ranked rows of a team: each player, or all as one, under a key and names."""
    if rule.who == "players":
        return [(name_key(name), (name,)) for name in names]
    ordered = tuple(sorted(names, key=name_key))
    return [("\n".join(map(name_key, ordered)), ordered)]


def _counted(rule: SeasonRule, row: Row) -> int:
    """Return the value of a tournament, given a row of its standing."""
    match rule.counts:
        case "points":
            value = row.points
        case "wins":
            value = row.wins
        case "results":
            value = row.results
        case "places":
            value = rule.places[row.rank - 1] if 0 < row.rank <= len(rule.places) else 0
    return value + rule.attendance


def _best(column: Iterable[_Result]) -> dict[str, TournamentResult]:
    best: dict[str, TournamentResult] = {}
    for key, _, one in column:
        if key not in best or _merit(one) > _merit(best[key]):
            best[key] = one
    return best


def _merit(one: TournamentResult) -> tuple[int, bool, int]:
    """Return the key by which one of two results of a player counts; no place is the last."""
    return one.value, one.rank > 0, -one.rank


def _row(
    rule: SeasonRule, names: tuple[str, ...], own: tuple[TournamentResult | None, ...], held: int
) -> SeasonRow:
    played = sorted(
        (at for at, one in enumerate(own) if one is not None),
        key=lambda at: (-_value(own[at]), at),
    )
    counting = set(played[: rule.best or None])
    tournaments = tuple(
        one and msgspec.structs.replace(one, counted=at in counting) for at, one in enumerate(own)
    )
    needed = min(rule.best, held)
    return SeasonRow(
        names=names,
        tournaments=tournaments,
        total=sum(_value(own[at]) for at in counting),
        divisor=len(counting) if rule.total == "mean" else 1,
        enough=rule.total == "sum" or len(counting) >= needed,
    )


def _value(one: TournamentResult | None) -> int:
    return one.value if one else 0


def _ranked(rule: SeasonRule, rows: Iterable[SeasonRow]) -> tuple[SeasonRow, ...]:
    """Rank the rows, the best first; rows with too few tournaments for a mean come last."""

    def key(row: SeasonRow) -> tuple[object, ...]:
        ties = (_TIES[tie](row) for tie in rule.ties)
        return (row.enough, row.value, *ties)

    named = sorted(rows, key=lambda row: tuple(map(name_key, row.names)))
    return with_ranks(sorted(named, key=key, reverse=True), key)


def _values(row: SeasonRow) -> tuple[int, ...]:
    """Return the values of a row's tournaments, the best first."""
    return tuple(sorted((one.value for one in row.tournaments if one), reverse=True))


_TIES: Final[Mapping[SeasonTie, Callable[[SeasonRow], object]]] = {
    "best": _values,
    "firsts": lambda row: sum(one.rank == 1 for one in row.tournaments if one),
    "wins": lambda row: sum(one.wins for one in row.tournaments if one),
    "evenings": lambda row: sum(one is not None for one in row.tournaments),
}
"""The criteria between equal rows; more is better."""


def _lined(rule: SeasonRule, rows: Sequence[SeasonRow]) -> tuple[SeasonRow, ...]:
    drawn = lines([row.rank for row in rows], rule.promoted, rule.relegated)
    return tuple(
        msgspec.structs.replace(row, line=line) for row, line in zip(rows, drawn, strict=True)
    )


def lines(ranks: Sequence[int], up: int, down: int) -> tuple[Line, ...]:
    """Return which ranks go up or down, at most so many; `ranks` begin with the best.

    Members who share a rank across one of the lines stay.

    >>> lines([1, 2, 2, 4], up=2, down=1)
    ('up', '', '', 'down')
    """
    size, below = Counter(ranks), max(len(ranks) - down, up)

    def line(rank: int) -> Line:
        if rank + size[rank] - 1 <= up:
            return "up"
        return "down" if rank > below else ""

    return tuple(map(line, ranks))
