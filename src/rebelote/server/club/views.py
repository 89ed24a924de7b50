"""What is shown of an event: to everybody, to its secretaries, and to a side at its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from rebelote.club import comparison, excess, packs, sums
from rebelote.club.duplicate import Method, Values
from rebelote.club.entries import Score
from rebelote.club.event import Event, Game, Round, Team, game_of, rounds_before_finals
from rebelote.club.formats import Format
from rebelote.club.fours import matches_of
from rebelote.club.roles import Role, may
from rebelote.club.standings import Row, standings
from rebelote.rules.deck import Pack
from rebelote.server.club import keys, schemas
from rebelote.server.club.events import OpenEvent

MOST_TOTALS: Final = 400
"""Totals of a game that are named."""

Points = tuple[int, int]


def state(evening: OpenEvent, role: Role, now: float, hall: bool = False) -> schemas.ClubState:
    """An event as a role may see it; in a duplicate of a hall secretaries alone see all of it.

    `hall`: it is shown to all, also where a secretary asks for it.
    """
    format, secretary = evening.event.format, may(role, "enter")
    hides = format.duplicate and (hall or not secretary or format.online)
    key = evening.event.version, evening.club, hides
    if key not in evening.shown:
        evening.shown = {of: it for of, it in evening.shown.items() if of[:2] == key[:2]}
        evening.shown[key] = _state(evening, hides)
    return msgspec.structs.replace(evening.shown[key], role=role, secretary=secretary, now=now)


def _state(evening: OpenEvent, hides: bool) -> schemas.ClubState:
    """An event as it stands, without what depends on who asks, and when."""
    event, drawn = evening.event, evening.drawn_at()
    seen = comparison.shown(event) if hides else event
    values = comparison.values(seen) if event.format.duplicate else {}
    expected, starts = rounds_expected(event), excess.starts(event)
    left = not event.rounds or len(event.rounds) < expected
    return schemas.ClubState(
        event=evening.id,
        club=evening.club,
        version=event.version,
        name=event.name,
        format=event.format,
        teams=tuple(map(_team, event.teams)),
        rounds=tuple(
            schemas.ClubRound(
                at,
                one.phrase,
                _games(one, shown, values, event.format, begun),
                one.byes,
                _matches(seen, shown) if event.format.of_fours else (),
            )
            for at, one, shown, begun in zip(drawn, event.rounds, seen.rounds, starts, strict=True)
        ),
        standings=tuple(map(_row, standings(seen))),
        expected=expected,
        next="scores" if event.missing else "draw" if left else "over",
        secretary=False,
        now=0.0,
        seal=keys.packs_seal(evening.secret) if event.format.duplicate else "",
        cards=keys.packs_secret(evening.secret).hex() if _is_shown(event, left) else "",
    )


def _is_shown(event: Event, left: bool) -> bool:
    """Whether no deal of a duplicate is left, so that its cards are no secret."""
    return event.format.duplicate and not left and not event.missing


def rounds_expected(event: Event) -> int:
    """How many rounds there are in all: those before the finals, and the finals."""
    return rounds_before_finals(event) + max(0, event.format.finalists.bit_length() - 1)


def totals(format: Format) -> schemas.GameTotals:
    """What both totals of a game can add up to."""
    possible = sums.possible(format, MOST_TOTALS)
    per_deal = sums.deal_sums(format.rules)
    fixed = per_deal is not None and per_deal.least == per_deal.most
    least = next(filter(None, possible), None)
    return schemas.GameTotals(least if fixed else None, possible)


def desk(evening: OpenEvent) -> schemas.ClubDesk:
    """The keys that secretaries alone see."""
    return schemas.ClubDesk(evening.owned.key("secretary"), evening.owned.key("helper"))


def slips(evening: OpenEvent, round: int) -> schemas.RoundSlips:
    """The keys of both sides of each game of a round. IllegalActionError `no-such-game`."""
    event = evening.event
    game_of(event, round, 1)

    def key(table: int, side: int) -> str:
        return keys.slip_key(evening.secret, event, round, table, side)

    tables = range(1, len(event.rounds[round - 1].games) + 1)
    return schemas.RoundSlips(tuple((key(table, 0), key(table, 1)) for table in tables))


def cards(event: Event, secret: bytes, round: int) -> schemas.RoundCards:
    """The hands of the deals of a round. IllegalActionError `no-such-game`."""
    laid = packs.laid_deals(event, secret, round)
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


def slip(evening: OpenEvent, key: str) -> schemas.SlipState:
    """A game as a side sees it. IllegalActionError `wrong-slip`."""
    event = evening.event
    round, table, side = keys.place_of(evening.secret, event, key)
    game = game_of(event, round, table)
    own, other = game.sides[side], game.sides[1 - side]
    starts = excess.starts(event)[round - 1][table - 1]
    return schemas.SlipState(
        event=evening.id,
        name=event.name,
        round=round,
        table=game.table or table,
        deal=game.deal,
        own=tuple(event.teams[one - 1].name for one in own),
        other=tuple(event.teams[one - 1].name for one in other),
        starts=(starts[side], starts[1 - side]),
        reported=_seen_from(side, game.reports[side]),
        by_other=_seen_from(side, game.reports[1 - side]),
        points=_seen_from(side, game.score),
        state=_slip_state(game, side),
        totals=totals(event.format),
    )


def _slip_state(game: Game, side: int) -> Literal["open", "waiting", "asked", "disputed", "over"]:
    """Where a side stands: `waiting` for the others, or `asked` to confirm what they entered."""
    if game.over:
        return "over"
    if game.disputed:
        return "disputed"
    if game.reports[side] is not None:
        return "waiting"
    return "open" if game.reports[1 - side] is None else "asked"


def _seen_from(side: int, score: Score | None) -> Points | None:
    if score is None:
        return None
    return score.points[side], score.points[1 - side]


def _team(team: Team) -> schemas.ClubTeam:
    return schemas.ClubTeam(team.number, team.name, team.players, team.here, team.penalty)


def _games(
    played: Round, shown: Round, values: Values, format: Format, starts: Sequence[Points]
) -> tuple[schemas.TableGame, ...]:
    """The games of a round, with the results of those that are `shown`."""
    games = zip(played.games, shown.games, starts, strict=True)
    return tuple(
        _game(game, seen, number, _values(seen, values, format.comparison), begun)
        for number, (game, seen, begun) in enumerate(games, 1)
    )


def _matches(event: Event, played: Round) -> tuple[schemas.ClubMatch, ...]:
    """The matches of a round of teams of four, as far as they are shown."""
    matches = matches_of(event, played)
    return msgspec.convert(matches, tuple[schemas.ClubMatch, ...], from_attributes=True)


def _values(game: Game, values: Values, method: Method) -> tuple[float, float] | None:
    """What a deal counts for both sides, to two digits."""
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
    )


def _row(row: Row) -> schemas.StandingRow:
    return msgspec.convert(row, schemas.StandingRow, from_attributes=True)
