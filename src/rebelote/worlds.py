"""Which hidden hands agree with all that a seat knows? Worlds, every possible one equally likely.

A world is a hand for each seat. What is certain is never broken: cards seen, suits and trumps that
a played card has denied, the turned card, announcements said and shown, belote said or not said.
What is only likely (who passed, who stayed silent) is a matter of weights, and not of this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from rebelote import melds, play, solver
from rebelote.cards import Card, CardSet
from rebelote.rules import Rules
from rebelote.view import View, rules_of

World = tuple[CardSet, ...]
"""A hand for each seat."""

MOST_WAYS: Final = 150
"""Ways to lay announcements out that are told apart; with more, hands are drawn and looked at."""
MOST_TRIES: Final = 50
"""How often as many are drawn as are wanted, where some are put away again."""
FEW: Final = 256
"""At least so many are drawn at once, where most may be put away."""


class NoWorld(ValueError):
    """What the view says cannot be: somebody played false, or the view is none."""


class Hidden(NamedTuple):
    """What a seat knows of the others: by seat the size of its hand, and what it may hold."""

    sizes: tuple[int, ...]
    may_hold: tuple[CardSet, ...]
    own: CardSet
    seat: int
    said: tuple[tuple[int, tuple[CardSet, ...]], ...]
    """By seat the ways its announcements can lie, each as the cards of them still in hand."""
    view: View | None = None
    """What was seen, where others' announcements say more than which cards they hold."""

    @property
    def others(self) -> list[int]:
        """The seats whose hands are hidden."""
        return [seat for seat in range(len(self.sizes)) if seat != self.seat]


def hidden(view: View) -> Hidden:
    """What the seat of this view knows of the hands still to be played; only during the play."""
    assert view.contract is not None
    rules = rules_of(view)
    gone = CardSet.of(card for _, cards in tricks_of(view) for card in cards)
    unseen = rules.pack - gone - view.hand
    may_hold = [unseen - denied for denied in _denied(view, rules)]
    may_hold[view.seat] = CardSet()
    for seat, cards in _certain(view, rules):
        for other in range(rules.players):
            if other != seat:
                may_hold[other] = may_hold[other] - cards
    said = tuple(_said(view, rules, may_hold))
    told = view if any(held.seat != view.seat for held in view.melds) else None
    return Hidden(view.hand_sizes, tuple(may_hold), view.hand, view.seat, said, told)


def tricks_of(view: View) -> list[tuple[int, tuple[Card, ...]]]:
    """Every trick so far as its leader and cards, the one on the table last."""
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    return [*tricks, (view.trick.leader, view.trick.cards)]


def _denied(view: View, rules: Rules) -> list[CardSet]:
    """By seat the cards that what it played shows it does not hold (`play.first_offence`)."""
    assert view.contract is not None
    law = rules.law(view.contract.trump)
    denied = [CardSet()] * rules.players
    for leader, cards in tricks_of(view):
        for turn, card in enumerate(cards):
            seat = (leader + turn) % rules.players
            denied[seat] = denied[seat] | solver.excluded(card, cards[:turn], law)
    return [d | more for d, more in zip(denied, _silent(view, rules), strict=True)]


def _silent(view: View, rules: Rules) -> Iterator[CardSet]:
    """By seat the partner of a king or queen it played without a word, where none is forgotten."""
    assert view.contract is not None
    pairs = play.belote_pairs(view.contract.trump) if not rules.belote_by_mouth else ()
    for seat in range(rules.players):
        played = CardSet.of(c for _, c in play.plays_of(seat, rules.players, tricks_of(view)))
        quiet = (pair for pair in pairs if seat not in view.belote and pair & played)
        yield CardSet.of(card for pair in quiet for card in pair)


def _certain(view: View, rules: Rules) -> Iterator[tuple[int, CardSet]]:
    """Cards whose holder is known as long as they are not played."""
    assert view.contract is not None
    if view.turned is not None:
        yield view.contract.attacker, CardSet.of((view.turned,))
    for held in view.melds:
        yield held.seat, CardSet.of(card for meld in held.shown for card in meld.cards)
    pairs = play.belote_pairs(view.contract.trump)
    for seat in view.belote if len(pairs) == 1 else ():
        yield seat, pairs[0]


def _said(
    view: View, rules: Rules, may_hold: Sequence[CardSet]
) -> Iterator[tuple[int, tuple[CardSet, ...]]]:
    """The announcements of others that were named and not shown, each way they can lie."""
    for held in view.melds:
        if held.seat == view.seat or held.shown:
            continue
        plays = play.plays_of(held.seat, rules.players, tricks_of(view))
        played = CardSet.of(card for _, card in plays)
        around = may_hold[held.seat] | played
        options = [_of_kind(kind, around, rules.meld_rules) for kind in held.kinds]
        ways = {all_cards - played for all_cards in _apart(options, rules.meld_rules)}
        size = view.hand_sizes[held.seat]
        yield held.seat, tuple(sorted((w for w in ways if len(w) <= size), key=lambda w: w.mask))


def _of_kind(kind: melds.Kind, around: CardSet, rules: melds.MeldRules) -> list[CardSet]:
    """Every announcement of this kind that these cards hold."""
    if kind.shape == "square":
        found = (CardSet(0x01010101 << rank) for rank in range(8))
    else:
        row = (1 << kind.length) - 1
        places = range(9 - kind.length)
        found = (CardSet(row << 8 * suit + place) for suit in range(4) for place in places)
    said = ((cards, melds.of_cards(cards, rules)) for cards in found if cards <= around)
    return [cards for cards, meld in said if meld and kind.points in (0, meld.kind.points)]


def _apart(options: Sequence[Sequence[CardSet]], rules: melds.MeldRules) -> Iterator[CardSet]:
    """The cards of one announcement of each, no card standing in two (`0:L53`)."""
    for chosen in product(*options):
        together = CardSet.of(card for cards in chosen for card in cards)
        if rules.meld_card_reuse or len(together) == sum(map(len, chosen)):
            yield together


def total(known: Hidden) -> int:
    """In how many ways the hidden cards can lie, announcements aside."""
    return solver.worlds(_sizes(known), _masks(known), 1, 0)[0]


def _sizes(known: Hidden) -> list[int]:
    return [known.sizes[seat] for seat in known.others]


def _masks(known: Hidden) -> list[int]:
    return [known.may_hold[seat].mask for seat in known.others]


def sample(known: Hidden, count: int, chance: Random) -> list[World]:
    """So many worlds, each drawn from all that are possible; NoWorld where there is none."""
    ways = list(product(*(ways for _, ways in known.said)))
    if not known.said or len(ways) > MOST_WAYS:
        return _looked_at(known, count, chance)
    return _by_way(known, ways, count, chance)


def _draw(known: Hidden, count: int, chance: Random) -> list[World]:
    try:
        _, drawn = solver.worlds(_sizes(known), _masks(known), count, chance.getrandbits(63))
    except ValueError as error:
        raise NoWorld(str(error)) from None
    return [_whole(known, hands) for hands in drawn]


def _whole(known: Hidden, hands: Sequence[int]) -> World:
    others = iter(hands)
    every = range(len(known.sizes))
    return tuple(known.own if s == known.seat else CardSet(next(others)) for s in every)


def _looked_at(known: Hidden, count: int, chance: Random) -> list[World]:
    """Draw, and keep what agrees with the announcements."""
    if known.view is None:
        return _draw(known, count, chance)
    kept: list[World] = []
    for _ in range(MOST_TRIES):
        kept += [w for w in _draw(known, max(count, FEW), chance) if _agrees(known, w)]
        if len(kept) >= count:
            return kept[:count]
    if not kept:
        raise NoWorld("no hands agree with the announcements")
    return kept


def _agrees(known: Hidden, world: World) -> bool:
    held = all(any(way <= world[seat] for way in ways) for seat, ways in known.said)
    return held and _same_announced(known.view, world)


def _same_announced(view: View | None, world: World) -> bool:
    """Whether the same would be shown in this world, and the same side's count for one reason."""
    if view is None or view.contract is None:
        return True
    rules = rules_of(view)
    named: dict[int, melds.Melds] = {}
    for held in view.melds:
        plays = play.plays_of(held.seat, rules.players, tricks_of(view))
        dealt = world[held.seat] | CardSet.of(card for _, card in plays)
        named[held.seat] = melds.named(dealt, held.kinds, rules.meld_rules) or ()
        if held.shown and named[held.seat] != held.shown:
            return False
    if view.contest is None:
        return True
    first = _first_to_speak(view, rules)
    found = melds.contest(named, view.contract.trump, rules.meld_rules, rules.sides, first)
    return found == view.contest


def _first_to_speak(view: View, rules: Rules) -> int:
    """From whom "the earlier" is counted: eldest, or who led when announcements were shown."""
    if rules.meld_tie_order == "first_trick":
        return (view.dealer + 1) % rules.players
    leads = [leader for leader, _ in tricks_of(view)]
    return leads[min(1, len(leads) - 1)]


def _by_way(
    known: Hidden, ways: Sequence[tuple[CardSet, ...]], count: int, chance: Random
) -> list[World]:
    """Lay the announcements out first, each way as often as worlds have it.

    A world in which they can lie in several ways would be drawn once for each, and is put away
    again accordingly.
    """
    laid = [given for way in ways if (given := _given(known, way)) is not None]
    counts = [total(given) for given in laid]
    if not laid:
        raise NoWorld("no hands agree with the announcements")
    kept: list[World] = []
    for _ in range(MOST_TRIES):
        for given, times in _lots(laid, counts, max(count, FEW // 4), chance):
            drawn = _draw(given, times, chance)
            once = (world for world in drawn if chance.random() * _ways(known, world) < 1)
            kept += [world for world in once if _same_announced(known.view, world)]
        if len(kept) >= count:
            chance.shuffle(kept)
            return kept[:count]
    if not kept:
        raise NoWorld("no hands agree with whose announcements count")
    return kept


def _lots(
    laid: Sequence[Hidden], counts: Sequence[int], draws: int, chance: Random
) -> Iterator[tuple[Hidden, int]]:
    """How often each way is drawn."""
    drawn = chance.choices(range(len(laid)), counts, k=draws)
    for number in sorted(set(drawn)):
        yield laid[number], drawn.count(number)


def _ways(known: Hidden, world: World) -> int:
    """In how many ways the announcements can lie in these hands."""
    ways = 1
    for seat, options in known.said:
        ways *= sum(way <= world[seat] for way in options)
    return ways


def _given(known: Hidden, way: Sequence[CardSet]) -> Hidden | None:
    """What is known if the announcements lie so; None where they cannot."""
    may_hold = list(known.may_hold)
    for (seat, _), cards in zip(known.said, way, strict=True):
        if not cards <= may_hold[seat]:
            return None
        may_hold = [h if s == seat else h - cards for s, h in enumerate(may_hold)]
    given = known._replace(may_hold=tuple(may_hold), said=())
    try:
        total(given)
    except ValueError:
        return None
    return given
