"""Rehearsal of a game from outside before it is accepted: deals are played, settled and described.

A fault of its code shows here, when a command starts, and not at a table.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote import bots, i18n
from rebelote.bots import Bot, calling
from rebelote.kernel import solver
from rebelote.rules import events, match, settlements
from rebelote.rules.actions import Action, Call, Pass, Redeal
from rebelote.rules.contract import Contract
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.scoring import Settlement
from rebelote.rules.tallies import Tally
from rebelote.rules.view import view


class Volume(NamedTuple):
    """The number of deals of each rule set, by the way of playing."""

    random: int = 20
    """Deals of actions drawn at random."""
    called: int = 4
    """Deals of bots that call by the worth of the hand."""
    searched: int = 1
    """Deals of bots that try calls out in worlds."""


QUICK: Final = Volume()
"""The volume that is played as a game is loaded."""

SEARCHED_CARDS: Final = 4
"""Cards of such a deal that are searched, too; the others are played by heuristics."""
MOST_ACTIONS: Final = 300
"""Actions after which a deal counts as one that does not end."""
MOST_DEAD: Final = 20
"""Deals that may die one after another before a rule set counts as one that cannot be played."""


class UnplayableGameError(ValueError):
    """A rule set that cannot be played, and its failure."""


def check_members(what: str, part: object, protocol: type) -> None:
    """Raise ValueError if a part of a game lacks a member of its protocol or of its base."""
    for name in vars(protocol):
        if not name.startswith("_") and not hasattr(part, name):
            raise ValueError(f"{what} lacks {name} of {protocol.__name__}")
    for name, member in inspect.getmembers(type(part)):
        if getattr(member, "__isabstractmethod__", False):
            raise ValueError(f"{what} lacks {name} of {member.__qualname__.partition('.')[0]}")


def rehearse(rules: Rules, volume: Volume = QUICK) -> set[str]:
    """Play deals of a rule set, settle what may come, and read their records back.

    Returns the keys of the sentences that were needed. UnplayableGameError says what fails.
    """
    keys = _play(rules, "random", volume.random, 0)
    keys |= _play(rules, "beginner", volume.called, 1)
    if solver.KERNEL:
        keys |= _play(rules, "club", volume.searched, 2)
    return keys


def _play(rules: Rules, level: str, deals: int, seed: int) -> set[str]:
    """Play so many deals, a match of their own each; settle every one in other ways too."""
    chance, keys = Random(seed), set[str]()
    for number in range(deals):
        with _at(rules, f"deal {number + 1} of bots of the level {level}"):
            over = _deal(rules, chance, level, keys)
        with _at(rules, "a record"):
            if Record.parse(str(over.record)).replay() != over.match:
                raise UnplayableGameError("it reads back as another match")
        with _at(rules, "a settlement"):
            for settlement in _settlements(over.match, rules):
                keys |= _with_words("score", {line.code for line in settlement.lines})
    return keys


def _deal(rules: Rules, chance: Random, level: str, keys: set[str]) -> Recorded:
    """Play a match to its first deal that is not dead; add the `keys` of the reasons given."""
    pack, dealer = match.first_pack(rules, chance), chance.randrange(rules.players)
    so_far = Recorded.begin(match.start(rules, pack, dealer))
    players = [bots.make(level, seat) for seat in range(rules.players)]
    simple = [bots.make("beginner") for _ in range(rules.players)]
    for _ in range(MOST_DEAD):
        actions = 0
        while (seat := so_far.match.to_act) is not None:
            if (actions := actions + 1) > MOST_ACTIONS:
                raise UnplayableGameError(f"the deal does not end within {MOST_ACTIONS} actions")
            deal = so_far.match.deal
            cards = sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick)
            searched = level != "club" or cards < SEARCHED_CARDS
            so_far = _step(so_far, seat, (players if searched else simple)[seat], keys)
        if isinstance(deal := so_far.match.deal, PlayedOut):
            _check_contract(deal.contract, rules)
            return so_far
        so_far = so_far.next_deal(match.new_pack(so_far.match, chance))
    raise UnplayableGameError(f"{MOST_DEAD} deals died one after another")


def _step(so_far: Recorded, seat: int, bot: Bot, keys: set[str]) -> Recorded:
    """Return the match after a bot's move, as it is announced to every seat."""
    before = so_far.match
    seen = [view(before, other) for other in range(before.rules.players)]
    thought = bot.think(seen[seat])
    kind = calling.of(before.rules)
    keys |= _with_words("why", {thought.code, kind.by_hand, kind.silent} - {""})
    _check_call(before, thought.action)
    after = so_far.act(seat, thought.action)
    events.narrate(before, seat, thought.action, after.match)
    return after


def _check_call(before: match.Match, action: Action) -> None:
    """Raise UnplayableGameError for a call that the auction does not name among its own."""
    known = (*before.rules.bidding.calls(before.rules.auction), Pass(), Redeal())
    if isinstance(action, Call) and action not in known:
        raise UnplayableGameError(f"{action} is none of the calls of its auction")


def _check_contract(contract: Contract, rules: Rules) -> None:
    """Raise UnplayableGameError for a contract that is none of the auction's outcomes."""
    auction, agreed = rules.bidding, rules.auction
    trumps, values, _ = auction.outcomes(agreed)
    valued = contract.value in (values or (None,))
    stakes = auction.stakes(agreed, contract.trump)
    if contract.trump not in trumps or not valued or contract.stake not in stakes:
        raise UnplayableGameError(f"{contract} is none of the outcomes of its auction")


def _settlements(over: match.Match, rules: Rules) -> Iterator[Settlement]:
    """Yield the deal's settlement, and those of other possible points."""
    assert isinstance(over.deal, PlayedOut) and over.settlement is not None
    yield over.settlement
    if rules.side_count != 2:
        return
    stakes = rules.bidding.stakes(rules.auction, over.deal.contract.trump)
    for other in _others(tally(over.deal), stakes):
        yield settlements.settle(other, 0, rules.scoring)


def _others(won: Tally, stakes: Sequence[int]) -> Iterator[Tally]:
    """Yield tallies of the same contract: made, failed, tied, swept both ways, at each stake."""
    whole, tricks = won.deal_points, sum(won.tricks)
    half = whole // 2
    splits = ((whole, tricks), (whole - 10, tricks - 1), (half, tricks // 2), (10, 1), (0, 0))
    for stake in stakes:
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


def _with_words(kind: str, codes: Collection[str]) -> set[str]:
    """Return the keys of these codes' sentences. UnplayableGameError where one has no English."""
    keys = {f"{kind}.{code}" for code in codes}
    if silent := sorted(keys - i18n.catalogue("en").keys()):
        raise UnplayableGameError(f"its English words lack {silent[0]}")
    return keys


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
    """Return an exception as one line: its type, its sentence, and the place that raised it."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({at.filename}:{at.lineno})"
