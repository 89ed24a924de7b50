"""The counting trainer: a deal played by bots, and questions about the cards played.

The level chooses the questions: how many trumps are out, which is the highest of them, who played
what, the points so far. Each answer is read off the tricks by the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from rebelote import bots
from rebelote.i18n.speech import card_name
from rebelote.learn.guided import worth
from rebelote.learn.schemas import (
    COUNTING_LEVELS,
    Choice,
    CountDeal,
    CountedTrick,
    CountQuestion,
    Position,
)
from rebelote.learn.wording import Speaker
from rebelote.rules import deck, match, presets
from rebelote.rules.cards import Card, CardSet, strength_table
from rebelote.rules.deal import PlayedOut
from rebelote.rules.match import Match
from rebelote.rules.view import view

LEVELS: Final = COUNTING_LEVELS
"""The questions, from the easiest: see `count.level.<n>` in the catalogues."""
ASKED_AFTER: Final = (2, 4, 6)
"""The tricks after which a question comes."""
OPTIONS: Final = 3
"""Answers to choose from, where they are numbers."""
AWAY: Final = (-14, -7, -3, 4, 10, 11)
"""The differences of wrong numbers of points from the right one."""
PLAYER: Final = "beginner"


def count_deal(preset: str, level: int, seed: int, language: str) -> CountDeal:
    """Build the deal of this seed to count in; a deal that everybody passes is dealt again."""
    chance = Random(seed)
    deal = next(_deals(preset, chance))
    return CountDeal(
        direction=deal.rules.table.direction,
        level=level,
        at=Position(
            trump=deal.contract.trump.value,
            leader=deal.eldest,
            trick=(),
            hand=tuple(card.text for card in held(deal, 0)),
        ),
        tricks=tuple(
            CountedTrick(t.leader, tuple(card.text for card in t.cards), t.winner)
            for t in deal.tricks
        ),
        questions=tuple(_asked(deal, level, after, chance, language) for after in ASKED_AFTER),
    )


def _deals(preset: str, chance: Random) -> Iterator[PlayedOut]:
    """Yield deals that were played out with a suit of trumps."""
    rules = presets.rules(preset)
    while True:
        over = _played(match.start(rules, deck.shuffled(chance, rules.pack), chance.randrange(4)))
        if isinstance(over.deal, PlayedOut) and over.deal.law.trump.suit is not None:
            yield over.deal


def _played(now: Match) -> Match:
    """Let bots play the deal of a match."""
    while (seat := now.to_act) is not None:
        now = match.apply(now, seat, bots.make(PLAYER).choose(view(now, seat)))
    return now


# --- what has fallen ------------------------------------------------------------------------------


def held(deal: PlayedOut, after: int) -> CardSet:
    """Return the learner's hand after so many tricks."""
    return CardSet.of(deal.dealt[0]) - fallen(deal, after)


def fallen(deal: PlayedOut, after: int) -> CardSet:
    """Return the cards of the first tricks."""
    return CardSet.of(card for trick in deal.tricks[:after] for card in trick.cards)


def out(deal: PlayedOut, after: int) -> CardSet:
    """Return the trumps that the others still hold."""
    return deal.law.trump.cards - fallen(deal, after) - held(deal, after)


def points(deal: PlayedOut, after: int) -> int:
    """Return the points in the tricks of the learner's side."""
    ours = (number for number in range(after) if deal.tricks[number].winner % 2 == 0)
    return sum(worth(deal, number) for number in ours)


# --- questions ------------------------------------------------------------------------------------


class _Question(NamedTuple):
    """A question before it is worded: the right answer, all answers, and its values."""

    right: str
    options: Sequence[str]
    values: dict[str, object]


def _how_many(deal: PlayedOut, after: int, chance: Random) -> _Question:
    right = len(out(deal, after))
    lowest = max(0, right - chance.randrange(OPTIONS))
    trumps = deal.law.trump.cards
    played = len(trumps & fallen(deal, after))
    mine = len(trumps & held(deal, after))
    options = [str(number) for number in range(lowest, lowest + OPTIONS)]
    return _Question(str(right), options, {"played": played, "held": mine})


def _highest(deal: PlayedOut, after: int, chance: Random) -> _Question:
    strength = strength_table(deal.law.trump)
    ranked = sorted(deal.law.trump.cards, key=lambda card: -strength[card])
    left = [card.text for card in ranked if card in out(deal, after)]
    right = left[0] if left else "none"
    others = [card.text for card in ranked if card.text != right]
    shown = {right, "none", *chance.sample(others[:4], OPTIONS)}
    return _Question(right, [c.text for c in ranked if c.text in shown] + ["none"], {})


def _who(deal: PlayedOut, after: int, chance: Random) -> _Question:
    number, seat = chance.randrange(after), 1 + chance.randrange(3)
    trick = deal.tricks[number]
    right = trick.cards[(seat - trick.leader) % 4].text
    options = [card.text for card in CardSet.of(trick.cards)]
    return _Question(right, options, {"who": f"seat.{seat}", "trick": number + 1})


def _points(deal: PlayedOut, after: int, chance: Random) -> _Question:
    right = points(deal, after)
    near = [right + step for step in AWAY if right + step >= 0]
    options = sorted([right, *chance.sample(near, OPTIONS - 1)])
    return _Question(str(right), [str(number) for number in options], {})


KINDS: Final[dict[int, Callable[[PlayedOut, int, Random], _Question]]] = {
    1: _how_many,
    2: _highest,
    3: _who,
    4: _points,
}
"""The questions of each level."""


def _asked(deal: PlayedOut, level: int, after: int, chance: Random, language: str) -> CountQuestion:
    speaker = Speaker.of(deal.rules, language)
    right, options, values = KINDS[level](deal, after, chance)

    def shown(value: str, rank: str = "rank") -> str:
        if value == "none":
            return speaker("count.none")
        return value if value.isdecimal() else card_name(speaker.say, Card(value), rank)

    who = {"who": speaker(str(values["who"]))} if "who" in values else {}
    filled = {**values, **who, "right": shown(right, "rank.the")}
    because = speaker(f"count.because.{level}", **filled)
    choices = tuple(Choice(v, shown(v), v == right, because) for v in options)
    return CountQuestion(after, speaker(f"count.ask.{level}", **filled), choices)
