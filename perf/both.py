"""Our cards, deals and contracts as colver has them: the part that both measurements share."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import colver

from rebelote.bots.turned import hand_worth
from rebelote.kernel import solver
from rebelote.rules import play, presets
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Card, CardSet, Trump
from rebelote.rules.options import Rules

PEER_ORDER: Final = "789JQKTA"
"""Colver numbers a suit's cards so; the suits as we do."""
RULES: Final[Rules] = presets.rules("bga", tie_rule="made")
"""Our rules that play as colver does; contract, sweep and belote are written down differently."""
SWEEP: Final = 90
"""The points that colver's 252 for all tricks adds to the 162."""

TO_PEER: Final = {card: card.suit * 8 + PEER_ORDER.index(card.rank.letter) for card in CARDS}
FROM_PEER: Final = {number: card for card, number in TO_PEER.items()}

_T = TypeVar("_T")


class Disagreement(RuntimeError):
    """The two programs do not play the same game: nothing measured would mean anything."""


class Deal(NamedTuple):
    """Four full hands, who deals, and a contract: the seat that took and its suit."""

    hands: tuple[CardSet, ...]
    dealer: int
    taker: int
    trump: Trump

    @property
    def eldest(self) -> int:
        """The seat that leads."""
        return (self.dealer + 1) % 4

    def env(self) -> colver.Env:
        """Return the deal before colver's auction."""
        return colver.Env.deal_with_hands(self.dealer, [to_peer(hand) for hand in self.hands])


def need_kernel() -> None:
    """Stop where the kernel was not built: without it our solver is none, and our bots weaker."""
    if not solver.KERNEL:
        raise SystemExit(str(solver.NoKernelError()))


def random_deals(count: int, seed: int) -> list[Deal]:
    """Yield whole deals, every one equally likely; the hand that is worth most has taken."""
    chance, cards = Random(seed), list(CARDS)
    result = []
    for _ in range(count):
        chance.shuffle(cards)
        hands = tuple(CardSet.of(cards[i : i + 8]) for i in range(0, 32, 8))
        options = [
            (hand_worth(hands[s], play.Law(trump=t)), s, t.code)
            for s in range(4)
            for t in SUIT_TRUMPS
        ]
        _, taker, code = max(options)
        result.append(Deal(hands, chance.randrange(4), taker, SUIT_TRUMPS[code]))
    return result


def to_peer(cards: CardSet) -> list[int]:
    """Return colver's numbers of these cards."""
    return [TO_PEER[card] for card in cards]


def from_peer(numbers: Sequence[int]) -> CardSet:
    """Return the cards of colver's numbers."""
    return CardSet.of(FROM_PEER[number] for number in numbers)


def same_legal_cards(env: colver.Env, hand: CardSet, trick: Sequence[Card], law: play.Law) -> None:
    """Check that both programs allow the same cards. Raises Disagreement."""
    theirs, ours = from_peer(env.legal_actions()), play.legal(hand, trick, law)
    if theirs != ours:
        raise Disagreement(f"hand {hand}, trick {trick}: colver allows {theirs}, we {ours}")


def timed(work: Callable[[], _T]) -> tuple[_T, float]:
    """Run the work; return its result and the processor time of all threads, in milliseconds."""
    began = time.process_time_ns()
    result = work()
    return result, (time.process_time_ns() - began) / 1e6


def as_json(figures: dict[str, Any]) -> str:
    """Write the figures as one line of JSON."""
    return json.dumps(figures, ensure_ascii=False)
