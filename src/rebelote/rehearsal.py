"""Rehearsal of a game from outside before it is accepted: deals are played, settled and described.

A fault of its code shows here, when a command starts, and not at a table.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

import msgspec

from rebelote import bots, i18n
from rebelote.bots import Bot
from rebelote.kernel import solver
from rebelote.rules import events, match, settlements
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.options import Rules
from rebelote.rules.scoring import Settlement, Tally
from rebelote.rules.view import view

RANDOM_DEALS: Final = 20
"""Deals of each rule set that are played by actions drawn at random."""
CALLED_DEALS: Final = 4
"""Deals of each rule set in which bots call by the worth of the hand."""
SEARCHED_DEALS: Final = 1
"""Deals of each rule set in which bots try calls out in worlds."""
SEARCHED_CARDS: Final = 4
"""Cards of such a deal that are searched, too; the others are played by heuristics."""
MOST_ACTIONS: Final = 300
"""Actions after which a deal counts as one that does not end."""
MOST_DEAD: Final = 20
"""Deals that may die one after another before a rule set counts as one that cannot be played."""


class UnplayableGameError(ValueError):
    """A rule set that cannot be played, and what fails in it."""


def check_members(what: str, part: object, protocol: type) -> None:
    """Raise ValueError if a part of a game lacks a member of its protocol."""
    for name in vars(protocol):
        if not name.startswith("_") and not hasattr(part, name):
            raise ValueError(f"{what} lacks {name} of {protocol.__name__}")


def rehearse(rules: Rules) -> None:
    """Play a few deals of a rule set, and settle what may come; Unplayable says what fails."""
    _play(rules, "random", RANDOM_DEALS, 0)
    _play(rules, "beginner", CALLED_DEALS, 1)
    if solver.KERNEL:
        _play(rules, "club", SEARCHED_DEALS, 2)


def _play(rules: Rules, level: str, deals: int, seed: int) -> None:
    """Play so many deals, a match of their own each; settle every one in other ways too."""
    chance = Random(seed)
    for number in range(deals):
        with _at(rules, f"deal {number + 1} of bots of the level {level}"):
            over = _deal(rules, chance, level)
        with _at(rules, "a settlement"):
            for settlement in _settlements(over, rules):
                _check_words("score", {line.code for line in settlement.lines})


def _deal(rules: Rules, chance: Random, level: str) -> match.Match:
    """A match after its first deal that did not die."""
    pack, dealer = match.first_pack(rules, chance), chance.randrange(rules.players)
    state = match.start(rules, pack, dealer)
    players = [bots.make(level, seat) for seat in range(rules.players)]
    simple = [bots.make("beginner") for _ in range(rules.players)]
    for _ in range(MOST_DEAD):
        actions = 0
        while (seat := state.to_act) is not None:
            if (actions := actions + 1) > MOST_ACTIONS:
                raise UnplayableGameError(f"the deal does not end within {MOST_ACTIONS} actions")
            cards = sum(map(len, (trick.cards for trick in state.deal.tricks)))
            searched = level != "club" or cards + len(state.deal.trick) < SEARCHED_CARDS
            state = _step(state, seat, (players if searched else simple)[seat])
        if isinstance(state.deal, PlayedOut):
            return state
        state = match.next_deal(state, match.new_pack(state, chance))
    raise UnplayableGameError(f"{MOST_DEAD} deals died one after another")


def _step(state: match.Match, seat: int, bot: Bot) -> match.Match:
    """The match after a bot's move, as it is announced to every seat."""
    seen = [view(state, other) for other in range(state.rules.players)]
    thought = bot.think(seen[seat])
    _check_words("why", {thought.code})
    after = match.apply(state, seat, thought.action)
    events.narrate(state, seat, thought.action, after)
    return after


def _settlements(over: match.Match, rules: Rules) -> Iterator[Settlement]:
    """The deal as it was written, and as it would be had other points been won."""
    assert isinstance(over.deal, PlayedOut) and over.settlement is not None
    yield over.settlement
    if rules.side_count != 2:
        return
    for other in _others(tally(over.deal)):
        yield settlements.settle(other, 0, rules.scoring)


def _others(won: Tally) -> Iterator[Tally]:
    """Tallies of the same contract: made, failed, tied and swept both ways, doubled or not."""
    whole, tricks = won.deal_points, sum(won.tricks)
    half = whole // 2
    splits = ((whole, tricks), (whole - 10, tricks - 1), (half, tricks // 2), (10, 1), (0, 0))
    for stake in {won.stake, 2}:
        for points, taken in splits:
            mine, theirs = (points, whole - points), (taken, tricks - taken)
            turned = won.attack == 1
            yield msgspec.structs.replace(
                won,
                points=mine[::-1] if turned else mine,
                tricks=theirs[::-1] if turned else theirs,
                stake=stake,
                alone=taken == tricks,
                last_trick=None,
            )


def _check_words(kind: str, codes: Collection[str]) -> None:
    """Raise Unplayable if a code has no sentence."""
    known = i18n.catalogue("en")
    if silent := sorted(f"{kind}.{code}" for code in codes if f"{kind}.{code}" not in known):
        raise UnplayableGameError(f"its English words lack {silent[0]}")


@contextmanager
def _at(rules: Rules, what: str) -> Iterator[None]:
    """Turn any exception into UnplayableGameError: the rule set, what fails in it and where in
    the code."""
    try:
        yield
    except UnplayableGameError as error:
        raise UnplayableGameError(f"rule set {rules.preset}: {what}: {error}") from error
    except Exception as error:
        raise UnplayableGameError(
            f"rule set {rules.preset}: {what} fails: {located(error)}"
        ) from error


def located(error: Exception) -> str:
    """An exception in a line: its type, its sentence, and the file and line that raised it."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({at.filename}:{at.lineno})"
