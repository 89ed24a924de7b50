"""Formats of contests, agreed on before the first draw."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, get_args

import msgspec

from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.duplicate import MOST_PAIRS, MOST_TABLES, Method
from rebelote.tournament.ways import WAYS, Way, WayName

Tie = Literal["difference", "conceded", "first", "wins", "lots"]
MOST_ROUNDS: Final = 40
MOST_DEALS: Final = 100
MOST_POINTS: Final = 100_000
MOST_TEAMS: Final = 1000
MOST_OF_A_SET: Final = 16
"""Deals that a table plays in a round of a duplicate."""
_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
MOST_AWARDS: Final = 20
"""Prizes besides the texts by place."""
_Thing = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
_Things = Annotated[tuple[_Thing, ...], msgspec.Meta(max_length=10)]
MOST_CENTS: Final = 10_000_000
Cents = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
"""An amount of money: hundredths of the currency."""
_Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Place = Annotated[int, msgspec.Meta(ge=1, le=MOST_TEAMS)]
CountKind = Literal["roem", "nat", "pit"]
"""Counts by side beside the totals: points of roem, contracts lost, deals with all tricks."""
COUNT_KINDS: Final = get_args(CountKind)
PrizeKind = Literal["place", "last", "best-game", "mark", "roem", "nat", "pit"]
Mark = Literal["ladies", "mixed", "juniors", "seniors"]
"""A class of entrants that has prizes of its own."""


class Prize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize, or the same one for several places.

    Attributes:
        kind: For a place, the last one, the best game, the best placed with a mark, or the most of
            what is counted beside the totals.
        first: The first of its places; `last`: the last one, 0 for that of the last team; `every`:
            how many places lie between two prizes and one more.
        mark: The mark that its winner has.
        round: The round of the best game; 0: of all rounds.
        text: A thing, such as a ham.
        cents: An amount of money; `percent`: its share of the sum for prizes, on top.
    """

    kind: PrizeKind = "place"
    first: _Place = 1
    last: Annotated[int, msgspec.Meta(ge=0, le=MOST_TEAMS)] = 1
    every: _Place = 1
    mark: Mark | Literal[""] = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    text: Annotated[str, msgspec.Meta(max_length=60)] = ""
    cents: Cents = 0
    percent: _Percent = 0

    @property
    def fits(self) -> bool:
        """Whether its options do not contradict each other."""
        marked = (self.kind == "mark") == bool(self.mark)
        return marked and (not self.last or self.first <= self.last)

    @property
    def is_money(self) -> bool:
        """Whether it has an amount."""
        return bool(self.cents or self.percent)


_Awards = Annotated[tuple[Prize, ...], msgspec.Meta(max_length=MOST_AWARDS)]


class Format(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The format and ranking of a tournament.

    Attributes:
        preset: The rules of the game; `house`: options that differ.
        deals: Deals of a game; 0 where a game is played to a target. In a duplicate, of a round.
        rounds: Games of a tournament before the finals; 0: as many as a round robin takes.
        entrants: Whether teams of two stay together, or partners are drawn each round; or teams of
            four, which play a duplicate at two tables for each match.
        draw: A way of `ways.WAYS`: by lots; by standing without rematches (`swiss`) or with them
            (`danish`); everybody against everybody, in groups or not; even numbers stay and odd
            ones move (`moving`); a movement, in which all tables play the same deals (a
            duplicate); or a knock-out from the first round on.
        drawn_rounds: The first rounds that are drawn by lots where it goes by standing.
        groups: Number of groups.
        finalists: Number of teams in the knock-out that follows; 0 for none.
        third_place: In such a knock-out, whether the losers of the semi-finals play for it.
        consolation: Whether the losers of its first round play on among themselves.
        ranking: Whether points decide, or wins and then points.
        result_points: Points for a game won, drawn and lost in a ranking by wins.
        ties: Criteria between equals, in this order; teams equal in all share a rank.
        cap: Most points credited to a side in a game; 0: no limit.
        bye: Points for sitting out; None: half of the points of a game.
        forfeit: Points where the opponents do not come; None: as many as for a bye.
        excess: Points above the target of a game: dropped; tallied, which decides between equal
            wins; or carried over, so that a side begins its next game with them.
        comparison: Value of a duplicate deal against the same deal elsewhere.
        place: Whether people sit at tables of a hall, or of the server (`online`).
        pace: Online, the time to think; `wait`: seconds until a bot plays for a person who has not
            come to the table. `delay`: seconds by which spectators see it later; 0: no
            spectators.
        admits: Online, the people who may join: anyone, accounts, or people with a role in the
            tournament or its club.
        leavers: Whether a team that leaves before the end is placed among the others.
        prizes: Prizes of the first, the second, ..., as free text.
        awards: More prizes, also of money; `prize_once`: whether a team wins only one of those
            that are not for a place.
        fee: What a team, or a player of a mêlée, pays, in cents of the `currency`. `fund`: percent
            of the takings that go to prizes; `unit`: the cents in which shares of it are paid.
        counts: What is counted by side beside the totals, in a hall.
        minutes: Length of a round, which the clock of the hall counts down; 0: it counts up.
    """

    preset: str = "french-plain"
    house: dict[str, object] = {}
    deals: Annotated[int, msgspec.Meta(ge=0, le=MOST_DEALS)] = 12
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 4
    entrants: Literal["teams", "melee", "fours"] = "teams"
    draw: WayName = "swiss"
    drawn_rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 1
    groups: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    finalists: Literal[0, 2, 4, 8, 16, 32] = 0
    third_place: bool = False
    consolation: bool = False
    ranking: Literal["points", "wins"] = "points"
    result_points: tuple[int, int, int] = (1, 0, 0)
    ties: tuple[Tie, ...] = ("difference", "first")
    cap: _Points = 0
    bye: _Points | None = None
    forfeit: _Points | None = None
    excess: Literal["ignore", "tally", "carry"] = "ignore"
    comparison: Method = "matchpoints"
    place: Literal["hall", "online"] = "hall"
    pace: Literal["fast", "normal", "slow"] = "normal"
    wait: Annotated[int, msgspec.Meta(ge=10, le=900)] = 120
    delay: Annotated[int, msgspec.Meta(ge=0, le=900)] = 0
    admits: Literal["anyone", "accounts", "members"] = "anyone"
    leavers: Literal["placed", "unplaced"] = "placed"
    prizes: _Things = ()
    awards: _Awards = ()
    prize_once: bool = False
    fee: Cents = 0
    currency: Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}$")] = "EUR"
    fund: _Percent = 100
    unit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    counts: Annotated[tuple[CountKind, ...], msgspec.Meta(max_length=len(COUNT_KINDS))] = ()
    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0

    @property
    def way(self) -> Way:
        """The way to draw."""
        return WAYS[self.draw]

    @property
    def scheduled(self) -> bool:
        """Whether all games are known from the first draw on."""
        return self.way.scheduled

    @property
    def is_knock_out(self) -> bool:
        """Whether who loses is out, from the first round on."""
        return self.way.knock_out

    @property
    def by_movement(self) -> bool:
        """Whether pairs go from table to table, and all are compared with all."""
        return self.way.movement

    @property
    def of_fours(self) -> bool:
        """Whether teams of four play matches at two tables."""
        return self.entrants == "fours"

    @property
    def duplicate(self) -> bool:
        """Whether all tables play the same deals, each of which is a game by itself."""
        return self.by_movement or self.of_fours

    @property
    def deals_of_game(self) -> int:
        """The number of deals of a score; 0 where a game is played to a target."""
        return 1 if self.duplicate else self.deals

    @property
    def most_teams(self) -> int:
        """The largest number of teams or players."""
        if self.of_fours:
            return MOST_TABLES
        return MOST_PAIRS if self.by_movement else MOST_TEAMS

    def rounds_for(self, entered: int) -> int:
        """Return the number of rounds before the finals with so many teams."""
        if self.is_knock_out:
            return (entered - 1).bit_length() if entered else 0
        if self.way.rounds is None:
            return self.rounds
        whole = self.way.rounds(entered, self.groups)
        return min(whole, self.rounds or whole)

    @property
    def rules(self) -> Rules:
        """The rules of the game. Raises IllegalActionError `wrong-options`."""
        return _rules(self.preset, msgspec.json.encode(self.house, order="deterministic"))

    @property
    def online(self) -> bool:
        """Whether it is played at tables of the server."""
        return self.place == "online"

    @property
    def match_rules(self) -> Rules:
        """The rules of a match that is one game. Raises IllegalActionError `wrong-options`."""
        if not self.deals_of_game:
            return self.rules
        agreed: dict[str, object] = {"end_deals": self.deals_of_game}
        if self.duplicate:  # all hands are the same everywhere: nothing is cut, or dealt otherwise
            agreed |= {"cut_min": None, "packets": self.rules.deal.packets[:1]}
        try:
            return self.rules.agree(agreed)
        except ValueError:
            raise IllegalActionError("wrong-options") from None

    def check(self) -> None:
        """Refuse options that contradict each other: IllegalActionError `wrong-options`."""
        melee = self.entrants == "melee"
        fits = (
            len(self.rules.sides) == 4
            and self.rules.side_count == 2
            and (self.draw == "groups") == (self.groups > 1)
            and (self.rounds > 0 or self.scheduled or self.is_knock_out)
            and (self._is_cup if self.is_knock_out else not (self.third_place or self.consolation))
            and not (self.way.by_number and self.entrants != "teams")
            and not (melee and (self.draw != "lots" or self.finalists))
            and (not self.duplicate or (self._compares and not self.delay))
            and not (self.of_fours and self.online)
            and (self.excess == "ignore" or self._has_target)
            and not (self.excess == "carry" and (melee or self.online))
            and all(prize.fits for prize in self.awards)
            and not (self.online and self._has_money)
            and self._counts_fit
        )
        if not fits:
            raise IllegalActionError("wrong-options")
        if self.online:
            _ = self.match_rules

    @property
    def _has_money(self) -> bool:
        return bool(self.fee) or any(prize.is_money for prize in self.awards)

    @property
    def _counts_fit(self) -> bool:
        """Whether what is counted can be, and has its prizes alone."""
        counted = {prize.kind for prize in self.awards}.intersection(COUNT_KINDS)
        once = len(set(self.counts)) == len(self.counts) and counted <= set(self.counts)
        return once and not (self.counts and (self.online or self.duplicate))

    @property
    def _is_cup(self) -> bool:
        """Whether every option has a meaning in a knock-out from the first round on."""
        own = self.entrants == "teams" and not (self.rounds or self.finalists)
        return own and self.excess != "carry"

    @property
    def _has_target(self) -> bool:
        """Whether a game is played to a target."""
        ending = self.rules.ending
        one_game = ending.end_deals is None and ending.booms == 1
        return one_game and not self.deals and not self.duplicate

    @property
    def _compares(self) -> bool:
        """Whether every option has a meaning where deals are compared."""
        points = self.ranking == "points" and not (self.cap or self.finalists or self.ties)
        return points and 0 < self.deals <= MOST_OF_A_SET and (not self.of_fours or self._matches)

    @property
    def _matches(self) -> bool:
        """Whether teams of four can be drawn, and their matches added up, as it says."""
        drawn = self.draw in ("lots", "swiss", "round-robin")
        return drawn and self.comparison != "matchpoints"


@lru_cache(256)
def _rules(preset: str, house: bytes) -> Rules:
    """Build the rules of a preset with these options; every score is checked against them."""
    try:
        return presets.rules(preset).agree(msgspec.json.decode(house))
    except ValueError:
        raise IllegalActionError("wrong-options") from None
