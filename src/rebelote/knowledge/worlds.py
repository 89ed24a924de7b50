"""Worlds: determinizations of the hidden hands that agree with all that a seat knows.

A world is a hand for each seat; every possible one is equally likely to be sampled. What is certain
is never broken: cards seen, suits and trumps that a played card has denied, the turned card,
announcements said and shown, belote said or not said. What is only likely (who passed, who stayed
silent) is a matter of weights, and not of this module. Cards that stayed in the stock are drawn as
one more hand, and left out of the world.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_
from random import Random
from typing import Final, NamedTuple

from rebelote.kernel import solver
from rebelote.knowledge import announced
from rebelote.knowledge.announced import AnnouncementConstraints
from rebelote.knowledge.conduct import played_by, plays_of
from rebelote.rules import play
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.melds import Melds
from rebelote.rules.options import Rules
from rebelote.rules.view import View, contract_of, rules_of, tricks_of

World = tuple[CardSet, ...]
"""A hand for each seat."""

MOST_WAYS: Final = 150
"""The most layouts of announcements that are enumerated; with more, worlds are rejected."""
MOST_TRIES: Final = 24
"""The most rounds of drawing, twice as many worlds each time, where some are rejected."""
MOST_AT_ONCE: Final = 1000


class NoWorldError(ValueError):
    """No world agrees with the view: a seat played false, or the view is invalid."""


class HiddenHands(NamedTuple):
    """Constraints on the hidden hands: by seat the size of the hand, and its possible cards."""

    sizes: tuple[int, ...]
    may_hold: tuple[CardSet, ...]
    own: CardSet
    seat: int
    announced_by_others: AnnouncementConstraints | None = None
    """Constraints from the announcements of others."""
    stock: int = 0
    """The number of cards that nobody holds."""
    may_lie: CardSet = CardSet()
    """The cards that may be among them."""

    @property
    def others(self) -> list[int]:
        """The seats whose hands are hidden."""
        return [seat for seat in range(len(self.sizes)) if seat != self.seat]


Layout = tuple[HiddenHands, tuple[Melds, ...]]
"""The constraints once announcements lie in one way, and what they then are, by holder."""


def hidden(view: View) -> HiddenHands:
    """Return the constraints that the seat of this view knows of; only during the play."""
    rules = rules_of(view)
    gone = CardSet.of(card for _, cards in tricks_of(view) for card in cards)
    unseen = rules.pack - gone - view.hand
    may_hold = [unseen - denied for denied in _denied(view, rules)]
    may_hold[view.seat] = CardSet()
    may_lie = unseen if rules.left_in_stock else CardSet()
    for seat, cards in _certain(view, rules):
        may_lie = may_lie - cards
        for other in range(rules.players):
            if other != seat:
                may_hold[other] = may_hold[other] - cards
    constraints = announced.constraints(view, may_hold)
    own, stock = (view.hand, view.seat), (rules.left_in_stock, may_lie)
    return HiddenHands(view.hand_sizes, tuple(may_hold), *own, constraints, *stock)


def _denied(view: View, rules: Rules) -> list[CardSet]:
    """Return, by seat, the cards that its plays show it does not hold (`play.first_offence`)."""
    law = rules.law_of(contract_of(view))
    denied = [CardSet()] * rules.players
    for leader, cards in tricks_of(view):
        for turn, card in enumerate(cards):
            seat = (leader + turn) % rules.players
            denied[seat] = denied[seat] | solver.excluded(card, cards[:turn], law)
    return [d | more for d, more in zip(denied, _silent(view, rules), strict=True)]


def _silent(view: View, rules: Rules) -> Iterator[CardSet]:
    """Yield, by seat, the other card of each king or queen it played without announcing belote."""
    late = rules.belote_by_mouth or rules.belote.belote_said == "second"
    pairs = () if late else rules.law_of(contract_of(view)).belotes
    for seat in range(rules.players):
        played = played_by(view, seat)
        quiet = (p for p in pairs if p & played and not _said(view, seat, p))
        if not rules.belote.belote_discard_ok:
            plays, trump = plays_of(view, seat), contract_of(view).trump
            quiet = (p for p in quiet if not play.begun_by_discard(plays, p, trump))
        yield CardSet.of(card for pair in quiet for card in pair)


def _certain(view: View, rules: Rules) -> Iterator[tuple[int, CardSet]]:
    """Yield, by seat, the cards known to be in its hand until they are played."""
    contract = contract_of(view)
    if view.turned is not None:
        yield contract.gets_turned, CardSet.of((view.turned,))
    for held in view.melds:
        yield held.seat, CardSet.of(card for meld in held.shown for card in meld.cards)
    for seat in view.belote:
        for pair in rules.law_of(contract).belotes:
            if _said(view, seat, pair) and pair & played_by(view, seat):
                yield seat, pair


def _said(view: View, seat: int, pair: CardSet) -> bool:
    """Return whether `seat` has said belote with this pair, or at all where there is one pair.

    A view that does not name the cards leaves it open in which of several suits it was.
    """
    if seat not in view.belote:
        return False
    return view.contract is not None and (
        view.contract.trump is not Trump.ALL
        or bool(pair & CardSet.of(view.belote_cards) & played_by(view, seat))
    )


def total(known: HiddenHands) -> int:
    """Return the number of possible worlds, announcements aside."""
    return solver.worlds(_sizes(known), _masks(known), 1, 0)[0]


def every(known: HiddenHands, most: int) -> list[World] | None:
    """Return every possible world, or None for more than `most`. NoWorldError without any.

    For the end of a deal: of long hands many are tried that leave too few cards for the others.
    """
    try:
        if total(known) > most:
            return None
    except ValueError as error:
        raise NoWorldError(str(error)) from None
    masks = [*map(CardSet, _masks(known))]
    unseen = reduce(or_, masks, CardSet())
    result = [
        _whole(known, [hand.mask for hand in hands])
        for hands in _shared_out(unseen, _sizes(known), masks)
    ]
    constraints = known.announced_by_others
    agreed = [world for world in result if constraints is None or constraints.agrees(world)]
    if not agreed:
        raise NoWorldError("no hands agree with the announcements")
    return agreed


def _shared_out(
    cards: CardSet, sizes: Sequence[int], may_hold: Sequence[CardSet]
) -> Iterator[tuple[CardSet, ...]]:
    """Yield every way to give these cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for held in combinations(cards & may_hold[0], sizes[0]):
        hand = CardSet.of(held)
        for others in _shared_out(cards - hand, sizes[1:], may_hold[1:]):
            yield (hand, *others)


def _sizes(known: HiddenHands) -> list[int]:
    sizes = [known.sizes[seat] for seat in known.others]
    return [*sizes, known.stock] if known.stock else sizes


def _masks(known: HiddenHands) -> list[int]:
    masks = [known.may_hold[seat].mask for seat in known.others]
    return [*masks, known.may_lie.mask] if known.stock else masks


def sample(known: HiddenHands, count: int, chance: Random) -> list[World]:
    """Sample so many of the possible worlds uniformly; NoWorldError where there is none."""
    if known.announced_by_others is None:
        return _draw(known, count, chance)
    unseen = known.announced_by_others.unseen
    ways = math.prod(len(held.ways) for held in unseen)
    if not unseen or ways > MOST_WAYS:
        return _by_rejection(known, count, chance)
    return _by_layout(known, known.announced_by_others, count, chance)


class Reading(NamedTuple):
    """The way to read the cards of others: the number of worlds drawn for those that are kept, and
    the exponent of their likelihood under the learnt policy (0: not at all)."""

    law: play.Law
    history: solver.PlayHistory
    draws: int
    exponent: float


def believed(
    known: HiddenHands, count: int, reading: Reading, chance: Random
) -> tuple[int, list[World], list[float]]:
    """Return the number of worlds, and at most `count` of them with their weights.

    Only without known announcements. NoWorldError where no world is possible.
    """
    law, history, draws, exponent = reading
    hand = known.seat, known.own, len(known.sizes)
    each, seed = (_sizes(known), _masks(known)), chance.getrandbits(63)
    try:
        total, drawn = solver.believed(each, law, history, hand, draws, count, exponent, seed)
    except ValueError as error:
        raise NoWorldError(str(error)) from None
    return total, [tuple(map(CardSet, hands)) for hands, _ in drawn], [w for _, w in drawn]


def _draw(known: HiddenHands, count: int, chance: Random) -> list[World]:
    try:
        _, drawn = solver.worlds(_sizes(known), _masks(known), count, chance.getrandbits(63))
    except ValueError as error:
        raise NoWorldError(str(error)) from None
    return [_whole(known, hands) for hands in drawn]


def _whole(known: HiddenHands, hands: Sequence[int]) -> World:
    others = [*map(CardSet, hands[: len(known.sizes) - 1])]
    return (*others[: known.seat], known.own, *others[known.seat :])


def _by_rejection(known: HiddenHands, count: int, chance: Random) -> list[World]:
    """Sample by rejection: draw worlds, and keep those that agree with the announcements."""
    kept: list[World] = []
    constraints = known.announced_by_others
    for tried in range(MOST_TRIES):
        drawn = _draw(known, min(count << tried, MOST_AT_ONCE), chance)
        kept += [world for world in drawn if constraints is None or constraints.agrees(world)]
        if len(kept) >= count:
            return kept[:count]
    if not kept:
        raise NoWorldError("no hands agree with the announcements")
    return kept


def _by_layout(
    known: HiddenHands, announced_by_others: AnnouncementConstraints, count: int, chance: Random
) -> list[World]:
    """Sample by strata: draw a layout of the announcements first, in proportion to its worlds.

    A world in which they can lie in several ways is drawn for each of them, and kept for the one
    way in which they would be named.
    """
    layouts, counts = _layouts(known, announced_by_others)
    if not layouts:
        raise NoWorldError("no hands agree with the announcements")
    kept: list[World] = []
    for tried in range(MOST_TRIES):
        for (given, named), times in _lots(
            layouts, counts, min(count << tried, MOST_AT_ONCE), chance
        ):
            drawn = _draw(given, times, chance)
            kept += [world for world in drawn if announced_by_others.said(world) == named]
        if len(kept) >= count:
            chance.shuffle(kept)
            return kept[:count]
    if not kept:
        raise NoWorldError("no hands agree with what was shown")
    return kept


def _layouts(
    known: HiddenHands, announced_by_others: AnnouncementConstraints
) -> tuple[list[Layout], list[float]]:
    """Return the layouts in which the same side's announcements count, and their total worlds."""
    layouts: list[Layout] = []
    counts: list[float] = []
    for ways in product(*(held.ways for held in announced_by_others.unseen)):
        hidden_melds = iter(way.melds for way in ways)
        named = tuple(held.shown or next(hidden_melds) for held in announced_by_others.others)
        given = (
            _given(known, announced_by_others, [way.cards for way in ways])
            if announced_by_others.counts(named)
            else None
        )
        if given is not None and (lies := _ways_to_lie(given)):
            layouts.append((given, named))
            counts.append(lies)
    return layouts, counts


def _lots(
    layouts: Sequence[Layout], counts: Sequence[float], draws: int, chance: Random
) -> Iterator[tuple[Layout, int]]:
    """Yield the layouts drawn, and how often each."""
    drawn = chance.choices(range(len(layouts)), counts, k=draws)
    for number in sorted(set(drawn)):
        yield layouts[number], drawn.count(number)


def _given(
    known: HiddenHands, announced_by_others: AnnouncementConstraints, way: Sequence[CardSet]
) -> HiddenHands | None:
    """Return the constraints of a layout of the announcements; None for an impossible one."""
    may_hold, may_lie = list(known.may_hold), known.may_lie
    for held, cards in zip(announced_by_others.unseen, way, strict=True):
        if not cards <= may_hold[held.seat]:
            return None
        may_hold = [h if s == held.seat else h - cards for s, h in enumerate(may_hold)]
        may_lie = may_lie - cards
    return known._replace(may_hold=tuple(may_hold), announced_by_others=None, may_lie=may_lie)


def _ways_to_lie(known: HiddenHands) -> float:
    try:
        return total(known)
    except ValueError:
        return 0
