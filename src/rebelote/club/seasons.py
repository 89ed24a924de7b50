"""Seasons: a table over several evenings, which follows from their results and a rule alone."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec

from rebelote.club.event import Event, Team
from rebelote.club.formats import MOST_POINTS
from rebelote.club.ranks import with_ranks
from rebelote.club.standings import Row, standings
from rebelote.rules.refusals import IllegalActionError

SeasonTie = Literal["best", "firsts", "wins", "evenings"]
Line = Literal["", "up", "down"]
"""Whether one goes up or down at the end of a season."""
MOST_EVENINGS: Final = 60
_Evenings = Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENINGS)]
_Lines = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
_BETWEEN: Final = re.compile(r"\s*[&+/;,]\s*|\s+(?:and|et|en|och|и|i)\s+", re.IGNORECASE)
"""What stands between two players in the name of a team."""


class SeasonRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What counts in a season.

    Attributes:
        who: Whether each player is ranked, or each team of the same players.
        counts: What an evening counts: points, games won, what results count, or points by place.
        places: By place: points of the first, the second and so on; of all others none.
        attendance: Points for each evening on which one has played, on top.
        total: Whether what counts is added, or its mean taken.
        best: How many evenings count, the best of each player; 0: all.
        ties: What decides between equals, in this order; who is equal in all shares a rank.
            `best`: the best evening, then the next; `firsts`: evenings won; `wins`: games won;
            `evenings`: evenings played.
        promoted: How many go up to the next division; `relegated`: how many go down.
    """

    who: Literal["players", "teams"] = "players"
    counts: Literal["points", "wins", "results", "places"] = "points"
    places: Annotated[tuple[_Points, ...], msgspec.Meta(max_length=100)] = ()
    attendance: _Points = 0
    total: Literal["sum", "mean"] = "sum"
    best: _Evenings = 0
    ties: tuple[SeasonTie, ...] = ("best", "firsts")
    promoted: _Lines = 0
    relegated: _Lines = 0

    def check(self) -> None:
        """Refuse what does not fit together: IllegalActionError `wrong-options`."""
        falling = list(self.places) == sorted(self.places, reverse=True)
        if (self.counts == "places") != bool(self.places) or not falling:
            raise IllegalActionError("wrong-options")


class Evening(msgspec.Struct, frozen=True):
    """What a player or team has of an evening. `counted`: whether it is among those that count."""

    value: int
    rank: int
    wins: int
    counted: bool = False


class SeasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player or a team in the table of a season.

    Attributes:
        rank: From 1; who is equal in all that decides has the same.
        names: The player, or both of a team.
        evenings: By evening of the season; None for one on which they did not play.
        total: What the evenings that count add up to; `divisor`: by what it is divided.
        enough: Whether as many evenings count as the mean takes, or as were played so far.
        line: Whether they go up or down, which who shares a rank across that line does not yet.
    """

    rank: int = 0
    names: tuple[str, ...]
    evenings: tuple[Evening | None, ...]
    total: int
    divisor: int = 1
    enough: bool = True
    line: Line = ""

    @property
    def value(self) -> Fraction:
        """By what it is ranked."""
        return Fraction(self.total, self.divisor)


class SeasonTable(msgspec.Struct, frozen=True):
    """The table of a season, and the names that several teams of one evening have.

    `doubled`: the evening, counted from 0, and the name: the better result of them counts, until
    one of them is renamed.
    """

    rows: tuple[SeasonRow, ...]
    doubled: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """A name without regard to capitals, spaces and ways to write the same letter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def players(team: Team, melee: bool) -> tuple[str, ...]:
    """The players of a team: as they were entered, or else as its name lists them."""
    if melee:
        return (team.name,)
    return team.players or tuple(filter(None, (one.strip() for one in _BETWEEN.split(team.name))))


def season_table(
    rule: SeasonRule, evenings: Sequence[Event], known: Mapping[str, str] | None = None
) -> SeasonTable:
    """The table of a season.

    Args:
        evenings: In the order in which they were played; one of which nothing was played counts
            for nobody.
        known: By the key of a name: how the person is called in the table.
    """
    columns = [_column(rule, evening, known or {}) for evening in evenings]
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


_Result = tuple[str, tuple[str, ...], Evening]
"""Who, by key and as shown, and what they have."""


def _column(rule: SeasonRule, event: Event, known: Mapping[str, str]) -> list[_Result]:
    """What everybody who has played has of an evening."""
    melee = event.format.entrants == "melee"
    results = []
    for row in standings(event):
        if row.played:
            own = players(event.teams[row.team - 1], melee)
            shown = [known.get(name_key(name), name) for name in own]
            evening = Evening(_counted(rule, row), row.rank, row.wins)
            results += [(*one, evening) for one in _ranked_as(rule, shown)]
    return results


def _ranked_as(rule: SeasonRule, names: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Each player, or all as a team, whichever is named first."""
    if rule.who == "players":
        return [(name_key(name), (name,)) for name in names]
    ordered = tuple(sorted(names, key=name_key))
    return [("\n".join(map(name_key, ordered)), ordered)]


def _counted(rule: SeasonRule, row: Row) -> int:
    """What an evening counts, by a row of its standing."""
    match rule.counts:
        case "points":
            value = row.points
        case "wins":
            value = row.wins
        case "results":
            value = row.results
        case "places":
            value = rule.places[row.rank - 1] if row.rank <= len(rule.places) else 0
    return value + rule.attendance


def _best(column: Iterable[_Result]) -> dict[str, Evening]:
    """By key, the better where several have it."""
    best: dict[str, Evening] = {}
    for key, _, one in column:
        if key not in best or (one.value, -one.rank) > (best[key].value, -best[key].rank):
            best[key] = one
    return best


def _row(
    rule: SeasonRule, names: tuple[str, ...], own: tuple[Evening | None, ...], held: int
) -> SeasonRow:
    played = sorted(
        (at for at, one in enumerate(own) if one is not None),
        key=lambda at: (-_value(own[at]), at),
    )
    counting = set(played[: rule.best or None])
    evenings = tuple(
        one and msgspec.structs.replace(one, counted=at in counting) for at, one in enumerate(own)
    )
    needed = min(rule.best, held)
    return SeasonRow(
        names=names,
        evenings=evenings,
        total=sum(_value(own[at]) for at in counting),
        divisor=len(counting) if rule.total == "mean" else 1,
        enough=rule.total == "sum" or len(counting) >= needed,
    )


def _value(evening: Evening | None) -> int:
    return evening.value if evening else 0


def _ranked(rule: SeasonRule, rows: Iterable[SeasonRow]) -> tuple[SeasonRow, ...]:
    """The best first; behind all others who has not played on as many evenings as a mean takes."""

    def key(row: SeasonRow) -> tuple[object, ...]:
        ties = (_TIES[tie](row) for tie in rule.ties)
        return (row.enough, row.value, *ties)

    named = sorted(rows, key=lambda row: tuple(map(name_key, row.names)))
    return with_ranks(sorted(named, key=key, reverse=True), key)


def _values(row: SeasonRow) -> tuple[int, ...]:
    """What all evenings of a row were worth, the best first."""
    return tuple(sorted((one.value for one in row.evenings if one), reverse=True))


_TIES: Final[Mapping[SeasonTie, Callable[[SeasonRow], object]]] = {
    "best": _values,
    "firsts": lambda row: sum(one.rank == 1 for one in row.evenings if one),
    "wins": lambda row: sum(one.wins for one in row.evenings if one),
    "evenings": lambda row: sum(one is not None for one in row.evenings),
}
"""By what a row stands before others that are level; more is better."""


def _lined(rule: SeasonRule, rows: Sequence[SeasonRow]) -> tuple[SeasonRow, ...]:
    """The same with who goes up and who goes down."""
    drawn = lines([row.rank for row in rows], rule.promoted, rule.relegated)
    return tuple(
        msgspec.structs.replace(row, line=line) for row, line in zip(rows, drawn, strict=True)
    )


def lines(ranks: Sequence[int], up: int, down: int) -> tuple[Line, ...]:
    """Who goes up and who goes down, by ranks from the best on: at most so many.

    Who shares a rank across one of the lines stays.

    >>> lines([1, 2, 2, 4], up=2, down=1)
    ('up', '', '', 'down')
    """
    size, below = Counter(ranks), max(len(ranks) - down, up)

    def line(rank: int) -> Line:
        if rank + size[rank] - 1 <= up:
            return "up"
        return "down" if rank > below else ""

    return tuple(map(line, ranks))
