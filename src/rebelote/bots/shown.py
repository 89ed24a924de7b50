"""The hand that a call shows, by the calling of the table.

Hands are drawn and weighted by how likely they make the player's calls so far, as bots read them:
what nine in ten of them hold is shown. It depends on the auction only, on no hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec

from rebelote.bots import calling
from rebelote.bots.call_reasons import trump_of
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.view import View, rules_of

DRAWN: Final = 400
"""The hands that are drawn."""
SHARE: Final = 0.9
"""The share of the hands that must hold what is shown."""

Values = dict[str, str | int]


def by_call(view: View, number: int) -> Values | None:
    """Return what a call of the auction shows, counted from 0; None for a call without a trump.

    `trump` and `least`: of its suit so many cards at least, the turned card included; at all trumps
    so many jacks, at no trumps so many aces. `honours` of the suit: `both`, `jack`, `nine`, one of
    them (`either`), or `any`. `jack`: the chance of the jack in percent.
    """
    called = view.calls[number]
    trump = trump_of(called.call)
    if trump is None:
        return None
    heard = msgspec.structs.replace(view, calls=view.calls[: number + 1])
    rules = rules_of(view)
    likely = calling.of(rules).likelihood(heard, rules, called.seat)
    turned = CardSet.of(() if view.turned is None else (view.turned,))
    hands = _drawn(rules.pack - turned, rules.first_part)
    return _shown(trump, _Hands([hand | turned for hand in hands], [*map(likely, hands)]))


def _drawn(pack: CardSet, size: int) -> list[CardSet]:
    chance, cards = Random(0), [*pack]
    return [CardSet.of(chance.sample(cards, size)) for _ in range(DRAWN)]


class _Hands:
    """Weighted hands, and the shares of them that hold something."""

    def __init__(self, hands: Sequence[CardSet], weights: Sequence[float]) -> None:
        self.hands, self.weights, self.total = hands, weights, sum(weights)

    def share(self, holds: Callable[[CardSet], bool]) -> float:
        """Return the share of the hands of which something holds."""
        each = zip(self.hands, self.weights, strict=True)
        return sum(weight for hand, weight in each if holds(hand)) / self.total

    def least(self, count: Callable[[CardSet], int]) -> int:
        """Return the largest number that nine in ten hands reach."""
        counts = sorted(zip(map(count, self.hands), self.weights, strict=True))
        below = 0.0
        for number, weight in counts:
            below += weight
            if below > (1 - SHARE) * self.total:
                return number
        return 0


def _shown(trump: Trump, hands: _Hands) -> Values | None:
    """Return what the hands hold in common; None where that is nothing."""
    if not hands.total:
        return None
    if trump.suit is None:
        rank = Rank.JACK if trump is Trump.ALL else Rank.ACE
        least = hands.least(lambda hand: sum(card.rank is rank for card in hand))
        return {"trump": trump.value, "least": least} if least else None
    suit = trump.suit
    jack, nine = (CardSet.of((Card(f"{rank}{suit.letter}"),)) for rank in "J9")
    held = {
        "both": hands.share(lambda hand: jack | nine <= hand),
        "jack": hands.share(lambda hand: jack <= hand),
        "nine": hands.share(lambda hand: nine <= hand),
        "either": hands.share(lambda hand: bool((jack | nine) & hand)),
    }
    honours = next((name for name, share in held.items() if share >= SHARE), "any")
    least = hands.least(lambda hand: len(hand & suit.cards))
    values: Values = {"trump": trump.value, "least": least, "honours": honours}
    return values | {"jack": round(100 * held["jack"])} if least else None
