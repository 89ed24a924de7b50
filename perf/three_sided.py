"""Three players, each for oneself: how far the review's estimate lies from an exact search.

    .venv/bin/python perf/three_sided.py --deals 100

In the last tricks of deals among bots each card is played out twice: by the habits that the review
uses there, and by a search in which everybody does what puts them furthest ahead (max-n; of equals
the first card). Prints how often both agree on what is best, and how far their losses lie apart.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from rebelote import bots
from rebelote.analysis import worth
from rebelote.bots.payoffs import MarksOnly, ahead
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.actions import Play
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing, legal_actions
from rebelote.rules.match import Match
from rebelote.rules.scoring import Points
from rebelote.rules.view import view

PRESET: Final = "flemish3"
CARDS: Final = 4
"""Cards in the hand that leads the first of the tricks that are searched."""


class Compared(NamedTuple):
    """One decision. `lost`: by the search, the marks lost by the card that the habits prefer;
    `apart`: between both losses of the card that was played; `spread`: between the best and the
    worst card, by the search."""

    lost: float
    separate: float
    spread: float


def searched(match: Match) -> dict[Card, Points]:
    """By legal card the marks that the deal ends with, if everybody is out to be ahead."""
    deal, result = match.deal, {}
    for action in legal_actions(deal):
        if isinstance(action, Play) and action.card not in result:
            result[action.card] = _ended(matches.apply(match, match.to_act or 0, action))
    return result


def _ended(match: Match) -> Points:
    if (seat := match.to_act) is None:
        return match.sheet[-1].marks
    side = match.rules.sides[seat]
    return max(searched(match).values(), key=lambda marks: ahead(marks, side))


def compared(deals: int, level: str) -> Iterator[Compared]:
    """The decisions in the last tricks of so many deals."""
    rules = presets.PRESETS[PRESET]
    for number in range(deals):
        chance = Random(number)
        match = matches.start(rules, matches.first_pack(rules, chance), number % rules.players)
        players = [bots.make(level, 10 * number + seat) for seat in range(rules.players)]
        while (seat := match.to_act) is not None:
            action = players[seat].choose(view(match, seat))
            deal = match.deal
            if isinstance(deal, Playing) and isinstance(action, Play) and _is_late(deal):
                exact = searched(match)
                if len(exact) > 1:
                    yield _compare(match, deal, exact, action.card)
            match = matches.apply(match, seat, action)


def _is_late(deal: Playing) -> bool:
    return max(map(len, deal.hands)) <= CARDS


def _compare(match: Match, deal: Playing, exact: dict[Card, Points], played: Card) -> Compared:
    side = match.rules.sides[deal.to_act]
    now = MarksOnly(match.rules, (0,) * match.rules.side_count)
    estimated = {
        card: result.ahead(side) for card, result in worth.by_card(deal, match.held, now).items()
    }
    true = {card: ahead(marks, side) for card, marks in exact.items()}
    preferred = max(estimated, key=estimated.__getitem__)
    lost = max(true.values()) - true[played]
    lost_estimated = max(estimated.values()) - estimated[played]
    return Compared(
        max(true.values()) - true[preferred],
        abs(lost - lost_estimated),
        max(true.values()) - min(true.values()),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--level", choices=bots.LEVELS, default="club")
    asked = parser.parse_args(arguments)
    result = list(compared(asked.deals, asked.level))
    matter = [each for each in result if each.spread]
    print(f"the last {CARDS} tricks of {asked.deals:,} deals: {len(result):,} cards with a choice")
    print(f"in {len(matter):,} of them the choice matters for the marks")
    if matter:
        right = sum(not each.lost for each in matter)
        print(f"what the habits prefer is best in {right:,} of these ({right / len(matter):.1%}),")
        print(f"and costs {fmean(each.lost for each in matter):.2f} marks in the mean")
        print(
            f"the loss of the card played is off by {fmean(e.separate for e in matter):.2f} marks,"
        )
        print(f"where best and worst card lie {fmean(e.spread for e in matter):.2f} marks apart")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
