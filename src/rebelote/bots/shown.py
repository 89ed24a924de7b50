"""The hand that a call shows, by the calling of the table.

Hands are drawn and weighted by how likely they make the player's calls so far, as bots read them:
what nearly all of them hold is shown. It depends on the auction only, on no hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from rebelote.bots import calling
from rebelote.bots.call_reasons import trump_of
from rebelote.bots.call_shown import CallShown, Code, Values
from rebelote.rules.actions import Double, Redeal, Redouble
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rule_card, rules_of

DRAWN: Final = 400
"""The hands that are drawn."""
SHARE: Final = 0.96
"""The share of the hands that must hold what is shown."""
HALF: Final = 0.5
"""The share of the hands that hold the usual number of trumps, or more."""


NOTHING: Final = CallShown("nothing")
_SPOKEN: Final[dict[type, Code]] = {Double: "double", Redouble: "redouble", Redeal: "redeal"}


def by_call(view: View, number: int) -> CallShown:
    """Return what a call of the auction shows, counted from 0."""
    return in_auction(rules_of(view), auction_of(view, rules_of(view)), number)


def in_auction(rules: Rules, so_far: AuctionSoFar, number: int) -> CallShown:
    """Return what a call of an auction shows, counted from 0, under these rules."""
    return _in_auction(rules, so_far._replace(calls=so_far.calls[: number + 1]))


@lru_cache(maxsize=512)
def _in_auction(rules: Rules, heard: AuctionSoFar) -> CallShown:
    """Return what the last call of an auction shows."""
    called = heard.calls[-1]
    trump = trump_of(called.call)
    if trump is None:
        code = _SPOKEN.get(type(called.call))
        return NOTHING if code is None else CallShown(code)
    likely = calling.of(rules).likelihood(_blank(rules, heard), rules, called.seat)
    turned = CardSet.of(() if heard.turned is None else (heard.turned,))
    hands = _drawn(rules.pack - turned, rules.first_part)
    return _shown(trump, _Hands([hand | turned for hand in hands], [*map(likely, hands)]))


def _blank(rules: Rules, heard: AuctionSoFar) -> View:
    """Return the view of an auction by a spectator who has no cards."""
    return View(
        rules=rule_card(rules),
        dealer=next(d for d in range(rules.players) if rules.eldest(d) == heard.eldest),
        phase="bidding",
        turned=heard.turned,
        calls=heard.calls,
        scores=tuple(heard.scores),
    )


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

    def least(self, count: Callable[[CardSet], int], share: float = SHARE) -> int:
        """Return the largest number that this share of the hands reach."""
        counts = sorted(zip(map(count, self.hands), self.weights, strict=True))
        below = 0.0
        for number, weight in counts:
            below += weight
            if below > (1 - share) * self.total:
                return number
        return 0


def _shown(trump: Trump, hands: _Hands) -> CallShown:
    """Return what the hands hold in common."""
    if not hands.total:
        return NOTHING
    if trump.suit is None:
        rank = Rank.JACK if trump is Trump.ALL else Rank.ACE
        least = hands.least(lambda hand: sum(card.rank is rank for card in hand))
        return (
            CallShown("all" if trump is Trump.ALL else "none", {"least": least})
            if least
            else NOTHING
        )
    suit = trump.suit
    jack, nine = (CardSet.of((Card(f"{rank}{suit.letter}"),)) for rank in "J9")
    held = {
        "both": hands.share(lambda hand: jack | nine <= hand),
        "jack": hands.share(lambda hand: jack <= hand),
        "nine": hands.share(lambda hand: nine <= hand),
        "either": hands.share(lambda hand: bool((jack | nine) & hand)),
    }
    honours = next((name for name, share in held.items() if share >= SHARE), "any")
    least, usual = (hands.least(lambda hand: len(hand & suit.cards), s) for s in (SHARE, HALF))
    if not least:
        return NOTHING
    values: Values = {"trump": trump.value, "least": least, "usual": usual, "honours": honours}
    return CallShown("suit", values)
