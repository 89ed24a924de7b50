"""The next draw of an event: a function of its state and of a phrase that the hall has given."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from typing import Final

from rebelote.club.comparison import meetings_of
from rebelote.club.duplicate import FEWEST_PAIRS
from rebelote.club.entries import Drawn, Sides
from rebelote.club.event import Event, Round, rounds_before_finals
from rebelote.club.formats import Format
from rebelote.club.fours import at_two_tables
from rebelote.club.lots import in_order_of_lots
from rebelote.club.pairing import Met, fewest_repeated, paired, repeated
from rebelote.club.standings import standings, winner
from rebelote.rules.refusals import IllegalActionError

TRIES: Final = 8
"""Orders of the lots that are tried in a mêlée, for the one with the fewest opponents met again."""


def draw(event: Event, phrase: str) -> Drawn:
    """The draw of the next round; the same for the same state and phrase.

    Raises IllegalActionError `scores-missing`, `no-more-rounds` or `too-few-teams`.
    """
    if event.missing:
        raise IllegalActionError("scores-missing")
    before = rounds_before_finals(event)
    if event.rounds and len(event.rounds) >= before:
        return _knock_out(event, phrase, len(event.rounds) - before)
    if len(event.here) < _fewest(event.format):
        raise IllegalActionError("too-few-teams")
    if event.format.by_movement:
        return _duplicate(event, phrase)
    if event.format.of_fours:
        return _teams_of_four(event, phrase)
    if event.format.scheduled:
        return _from_schedule(event, phrase)
    if event.format.entrants == "melee":
        return _melee(event, phrase)
    return _opponents(event, phrase)


def _fewest(format: Format) -> int:
    """With how many there is a draw."""
    if format.by_movement:
        return FEWEST_PAIRS[format.draw]
    return 4 if format.entrants == "melee" else 2 * max(1, format.groups)


def verified(before: Event, drawn: Drawn) -> bool:
    """Whether a draw is the one that its phrase gives."""
    return draw(before, drawn.phrase) == drawn


# --- by lots, and by standing ---------------------------------------------------------------------


def _opponents(event: Event, phrase: str) -> Drawn:
    number, met = len(event.rounds) + 1, opponents_met(event.rounds)
    order = in_order_of_lots(phrase, str(number), event.here)
    if event.format.draw == "swiss" and number > event.format.drawn_rounds:
        order = [row.team for row in standings(event) if row.team in event.here]
    byes = (_sits_out(event, order, met),) if len(order) % 2 else ()
    pairs = paired([one for one in order if one not in byes], met)
    return Drawn(phrase, tuple(((one,), (other,)) for one, other in pairs), byes)


def _sits_out(event: Event, order: Sequence[int], met: Met) -> int:
    """The last of those who have sat out least, without whom the fewest meet again."""
    sat = byes_of(event.rounds)
    fewest = min(sat[one] for one in order)
    candidates = [one for one in reversed(order) if sat[one] == fewest]
    return min(
        candidates, key=lambda out: fewest_repeated([one for one in order if one != out], met)
    )


def opponents_met(rounds: Iterable[Round]) -> Met:
    """How often each has played against each other."""
    met: dict[int, Counter[int]] = defaultdict(Counter)
    for played in rounds:
        for game in played.games:
            for one, other in product(*game.sides):
                met[one][other] += 1
                met[other][one] += 1
    return met


def partners_met(rounds: Iterable[Round]) -> Met:
    """How often each has played with each other."""
    met: dict[int, Counter[int]] = defaultdict(Counter)
    for played in rounds:
        for side in chain.from_iterable(game.sides for game in played.games):
            for one, other in combinations(side, 2):
                met[one][other] += 1
                met[other][one] += 1
    return met


def byes_of(rounds: Iterable[Round]) -> Counter[int]:
    """How often each has sat out."""
    return Counter(team for played in rounds for team in played.byes)


# --- partners drawn each round --------------------------------------------------------------------


def _melee(event: Event, phrase: str) -> Drawn:
    """Partners that have not played together, then opponents that have not met."""
    number, sat = len(event.rounds) + 1, byes_of(event.rounds)
    lots = in_order_of_lots(phrase, str(number), event.here)
    last = sorted(lots, key=lambda one: sat[one])  # a stable order: who has sat out stays in
    byes = tuple(last[: len(lots) % 4])
    tried = []
    for attempt in range(TRIES):
        use = f"{number}.{attempt}" if attempt else str(number)
        playing = [one for one in in_order_of_lots(phrase, use, event.here) if one not in byes]
        games, again = _seated(event.rounds, playing)
        tried.append((again, attempt, games))
        if not again:
            break
    return Drawn(phrase, min(tried)[2], byes)


def _seated(rounds: Sequence[Round], order: Sequence[int]) -> tuple[tuple[Sides, ...], int]:
    """Partners, then opponents, and at how many tables some of these meet again."""
    pairs, against = paired(order, partners_met(rounds)), opponents_met(rounds)
    met = {
        one: {
            other: again
            for other in range(len(pairs))
            if other != one and (again := _between(pairs[one], pairs[other], against))
        }
        for one in range(len(pairs))
    }
    tables = paired(range(len(pairs)), met)
    return tuple((pairs[one], pairs[other]) for one, other in tables), repeated(tables, met)


def _between(pair: tuple[int, int], other: tuple[int, int], against: Met) -> int:
    return sum(against.get(one, {}).get(two, 0) for one, two in product(pair, other))


# --- everybody against everybody ------------------------------------------------------------------


def _from_schedule(event: Event, phrase: str) -> Drawn:
    order = _order(event, phrase)
    games: list[Sides] = []
    byes: list[int] = []
    for group in groups_of(order, event.format.groups):
        for one, other in _circle(group, len(event.rounds)):
            playing = tuple(team for team in (one, other) if team in event.here)
            if len(playing) == 2:
                games.append(((playing[0],), (playing[1],)))
            else:
                byes += playing
    return Drawn(phrase, tuple(games), tuple(byes), () if event.rounds else order)


def groups_of(order: Sequence[int], groups: int) -> list[Sequence[int]]:
    """The groups: the first of the order lead one each, and so on."""
    count = max(1, groups)
    return [order[group::count] for group in range(count)]


def _circle(group: Sequence[int], round: int) -> list[tuple[int, int]]:
    """The pairs of a round: all but the first move one seat on; 0 stands for nobody."""
    first, *others = (*group, 0) if len(group) % 2 else tuple(group)
    shift = round % len(others) if others else 0
    seats = [first, *others[shift:], *others[:shift]]
    half = len(seats) // 2
    return list(zip(seats[:half], reversed(seats[half:]), strict=True))


# --- the same deals for all ----------------------------------------------------------------------


def _duplicate(event: Event, phrase: str) -> Drawn:
    """The next round of a movement, each deal at each table a game."""
    order = _order(event, phrase)
    playing, byes = meetings_of(event, order, len(event.rounds))
    games = [(one, deal) for one in playing for deal in one.deals]
    return Drawn(
        phrase,
        tuple(one.sides for one, _ in games),
        byes,
        () if event.rounds else order,
        tables=tuple(one.table for one, _ in games),
        deals=tuple(deal for _, deal in games),
    )


def _teams_of_four(event: Event, phrase: str) -> Drawn:
    """The next round of matches, each at two tables with the same deals."""
    draw = _from_schedule if event.format.scheduled else _opponents
    return at_two_tables(draw(event, phrase), len(event.rounds) + 1, event.format.deals)


def _order(event: Event, phrase: str) -> tuple[int, ...]:
    """The numbers in the order of the lots of the first draw."""
    if event.rounds:
        return event.rounds[0].order
    return tuple(in_order_of_lots(phrase, "1", event.here))


# --- the knock-out --------------------------------------------------------------------------------


def _knock_out(event: Event, phrase: str, number: int) -> Drawn:
    """The best against the last of those who are left."""
    left = event.format.finalists >> number
    if left < 2:
        raise IllegalActionError("no-more-rounds")
    seeds = _survivors(event) if number else _finalists(event)
    if len(seeds) < left:
        raise IllegalActionError("too-few-teams")
    met = opponents_met(event.rounds) if event.format.groups and not number else {}
    pairs = paired(seeds[:left], met, far=True)
    return Drawn(phrase, tuple(((one,), (other,)) for one, other in pairs))


def _finalists(event: Event) -> list[int]:
    """Who goes on, the best first: of groups the winners, then the seconds, and so on."""
    order = [row.team for row in standings(event) if row.team in event.here]
    if not event.format.groups:
        return order
    groups = groups_of(event.rounds[0].order, event.format.groups)
    place = {
        team: at
        for group in groups
        for at, team in enumerate([one for one in order if one in group])
    }
    return sorted(order, key=lambda team: place[team])


def _survivors(event: Event) -> list[int]:
    """Who won the last games, in the order of those games."""
    return [game.sides[winner(event.format, game)][0] for game in event.rounds[-1].games]
