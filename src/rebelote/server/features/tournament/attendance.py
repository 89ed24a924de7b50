"""Attendance of tournaments on the server: people at tables and on the page, and its readers.

It is shown while a round is played, and for a while after each entry before the next one is drawn:
to people of the tournament, by what each allows (`Presence.visible_to`), and never of who has left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.features.friends.presence import Presence, page_of
from rebelote.server.features.tournament import schemas, views
from rebelote.server.features.tournament.tournaments import OPEN, OpenTournament, Tournaments
from rebelote.tournament.state import Game, Tournament

BEFORE_DRAW: Final = limit(
    3600.0,
    "time after an entry in which is shown who waits for the next draw",
    unit="s",
    per="tournament on the server",
)

Teams = Mapping[int, Sequence[str]]
"""The people of each team."""
There = frozenset[tuple[str, str]]
"""People, and the places of a tournament at which they are: a table, or its page."""
Shown = tuple[tuple[int, ...], tuple[schemas.GameNow, ...]]
"""The teams all of whose people are there, and the games of the round in play."""


class Attendance:
    """The attendance of the tournaments of one server."""

    def __init__(
        self, tournaments: Tournaments, presence: Presence, now: Callable[[], float]
    ) -> None:
        self._tournaments, self._presence, self._now = tournaments, presence, now
        self._there: LruCache[str, tuple[tuple[int, int, int], There]] = LruCache(OPEN)
        self.seen: dict[str, There] = {}
        """The attendance of each followed tournament when it was last looked at."""

    async def shown_to(
        self, reader: str, opened: OpenTournament, teams: Teams, tables: Mapping[int, str]
    ) -> Shown:
        """Return what a reader may see of a tournament now; an empty one is a visitor."""
        visible, there = frozenset[str](), self._look(opened, teams, tables)
        if reader in await self._readers(opened, teams):
            visible = await self._presence.visible_to(
                reader, _people_here(opened.tournament, teams)
            )
        came = {person for person, _ in there} & visible
        here = tuple(sorted(team for team, people in teams.items() if people and came >= {*people}))
        rounds = opened.tournament.rounds[-1:] if opened.tournament.missing else ()
        games = [(number, it) for one in rounds for number, it in enumerate(one.games, 1)]
        return here, tuple(
            schemas.GameNow(
                number in tables,
                tuple(
                    _absent(opened.tournament, game, teams, tables.get(number, ""), visible, there)
                ),
            )
            for number, game in games
        )

    async def _readers(self, opened: OpenTournament, teams: Teams) -> frozenset[str]:
        """Return those who may see who is there: who plays in a tournament or has a role in it."""
        of = opened.id, *filter(None, (opened.club,))
        roles = [one.person for id in of for one in await self._tournaments.stored.people(id)]
        players = (person for people in teams.values() for person in people)
        return frozenset((opened.owned.person, *roles, *players))

    def _look(self, opened: OpenTournament, teams: Teams, tables: Mapping[int, str]) -> There:
        """Look who is there, at most once a second, however many ask."""
        if not self._is_shown(opened):
            return frozenset()
        key = opened.tournament.version, len(tables), int(self._now())
        known, there = self._there.get(opened.id) or (None, frozenset())
        if known != key:
            places = {page_of(opened.id), *tables.values()}
            there = frozenset(
                (person, place)
                for person in _people_here(opened.tournament, teams)
                for place in places.intersection(self._presence.places(person))
            )
            self._there.put(opened.id, (key, there))
        return there

    def _is_shown(self, opened: OpenTournament) -> bool:
        """Return whether a round is played, or the next one can be drawn any moment."""
        tournament = opened.tournament
        if tournament.missing:
            return True
        left = not tournament.rounds or len(tournament.rounds) < views.rounds_expected(tournament)
        age = self._tournaments.accounts.timekeeper.now() - opened.lines[-1].at
        return left and age < BEFORE_DRAW

    async def look_around(
        self, opened: OpenTournament, teams: Teams, tables: Mapping[int, str]
    ) -> None:
        """Send notices to those who may see that people of a tournament came or went."""
        there, following = self._look(opened, teams, tables), self._tournaments.following
        before = self.seen.get(opened.id, there)
        self.seen[opened.id] = there
        moved = {person for person, _ in there ^ before}
        pages = {*following.followers(opened.id).values()}
        if not moved or not (readers := pages & await self._readers(opened, teams)):
            return
        visible = await self._presence.visible_to_each(readers, moved)
        following.notify(opened.id, {reader for reader in readers if visible[reader]})

    def forget_others(self, followed: Sequence[str]) -> None:
        """Forget tournaments that nobody follows any more."""
        for tournament in self.seen.keys() - set(followed):
            del self.seen[tournament]


def _people_here(tournament: Tournament, teams: Teams) -> list[str]:
    """Return the people of a tournament but those who have left."""
    return [
        person
        for team, people in teams.items()
        if tournament.teams[team - 1].here
        for person in people
    ]


def _absent(
    tournament: Tournament,
    game: Game,
    teams: Teams,
    table: str,
    visible: frozenset[str],
    there: There,
) -> Iterator[str]:
    """Yield the names of those who are to play a game and are not seen at its table."""
    if game.over or not table:
        return
    for team in (team for side in game.sides for team in side):
        for person, name in zip(
            teams.get(team, ()), tournament.teams[team - 1].players, strict=False
        ):
            if person in visible and (person, table) not in there:
                yield name
