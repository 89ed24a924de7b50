"""Sampled worlds: only possible ones, all of them, each equally likely."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from drawn_matches import SEATED
from needs import needs_kernel
from volume import volume

from rebelote import Match, bots
from rebelote.knowledge import worlds
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Action
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import Phase
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, tricks_of, view

pytestmark = needs_kernel

Moves = list[tuple[int, Action]]


def played(rules: Rules, seed: int) -> Iterator[tuple[Match, Match, Moves]]:
    """Yield a deal that a seat took: its first card's state, each later state, what led there."""
    for again in range(seed * 100, seed * 100 + 100):
        chance = Random(again)
        state = match.start(
            rules, deck.shuffled(chance, rules.pack), chance.randrange(min(3, rules.players))
        )
        players = [bots.make(chance.choice(["random", "beginner"]), again + s) for s in range(4)]
        begun: Match | None = None
        moves: Moves = []
        while (seat := state.to_act) is not None:
            if state.deal.phase is Phase.PLAY:
                begun = begun or state
                yield begun, state, moves
            action = players[seat].choose(view(state, seat))
            state = match.apply(state, seat, action)
            moves += [(seat, action)] if begun else []
        if begun is not None:
            return


def can_be(begun: Match, moves: Moves, hands: worlds.World, seen: View) -> bool:
    """Return whether these hands, dealt then, could have led to this view of a known deal."""
    dealt = [set(hand) for hand in hands]
    for seat, action in moves:
        dealt[seat].add(action.card)  # type: ignore[union-attr]
    whole = tuple(map(CardSet.of, dealt))
    pairs = begun.deal.law.belotes if begun.deal.law else ()
    belotes = tuple((s, pair) for pair in pairs for s, hand in enumerate(whole) if pair <= hand)
    state = msgspec.structs.replace(
        begun, deal=msgspec.structs.replace(begun.deal, hands=whole, belotes=belotes)
    )
    try:
        for seat, action in moves:
            state = match.apply(state, seat, action)
    except IllegalActionError:
        return False
    return view(state, seen.seat) == seen


def partings(cards: list[int], sizes: list[int]) -> Iterator[list[CardSet]]:
    """Yield every way to part the cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in itertools.combinations(cards, sizes[0]):
        left = [card for card in cards if card not in hand]
        for rest in partings(left, sizes[1:]):
            yield [CardSet(sum(1 << card for card in hand)), *rest]


def every_world(begun: Match, moves: Moves, seen: View) -> set[worlds.World]:
    """Return all that can be, found by trying everything."""
    hidden = begun.rules.pack - seen.hand
    for _, cards in tricks_of(seen):
        hidden = hidden - CardSet.of(cards)
    others = [seat for seat in range(begun.rules.players) if seat != seen.seat]
    result = set()
    turned = CardSet.of((seen.turned,)) if seen.turned else CardSet()
    assert seen.contract is not None
    for hands in partings([c.index for c in hidden], [seen.hand_sizes[s] for s in others]):
        world = list(hands)
        world.insert(seen.seat, seen.hand)
        taken = world[seen.contract.attacker]
        if turned <= hidden and not turned <= taken:
            continue
        if can_be(begun, moves, tuple(world), seen):
            result.add(tuple(world))
    return result


@pytest.mark.parametrize("preset", SEATED)
def test_every_world_that_can_be_is_drawn_as_often_as_any_other(preset: str) -> None:
    """Late in deals, against all hands that replay to the same view; chi-square at 0.1 %."""
    compared = 0
    rules = SEATED[preset]
    for seed in range(volume(3, 6)):
        for begun, state, moves in played(rules, seed):
            seen = view(state, state.to_act or 0)
            if len(seen.hand) != 3 or len(state.deal.trick) != min(2, rules.players - 1):
                continue
            known = worlds.hidden(seen)
            possible = every_world(begun, moves, seen)
            drawn = Counter(worlds.sample(known, 40 * len(possible), Random(seed)))
            assert set(drawn) <= possible
            assert not known.announced_by_others or set(drawn) == possible or len(possible) > 500
            if not known.announced_by_others:
                assert worlds.total(known) == len(possible)
            assert chi_square_is_plausible(drawn, len(possible))
            compared += 1
    assert compared >= volume(3, 5)


def chi_square_is_plausible(drawn: Counter[worlds.World], kinds: int) -> bool:
    """Return whether such counts come up once in a thousand times (Wilson and Hilferty)."""
    if kinds == 1:
        return True
    expected = sum(drawn.values()) / kinds
    missing = (kinds - len(drawn)) * expected
    square = sum((times - expected) ** 2 for times in drawn.values()) / expected + missing
    free = kinds - 1
    normal = ((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / math.sqrt(2 / (9 * free))
    return bool(normal < 3.1)


@pytest.mark.parametrize("preset", SEATED)
def test_no_impossible_world_is_ever_drawn(preset: str) -> None:
    """At every point of deals: nobody played false in a world, and what is certain holds."""
    rules = SEATED[preset]
    looked_at = 0
    for seed in range(50, 50 + volume(3, 5, 550)):
        for begun, state, moves in played(rules, seed):
            seen = view(state, state.to_act or 0)
            law = rules.law(seen.contract.trump)  # type: ignore[union-attr]
            known = worlds.hidden(seen)
            assert all(state.deal.hands[seat] <= known.may_hold[seat] for seat in known.others), (
                "the true world is among them"
            )
            for number, world in enumerate(worlds.sample(known, 12, Random(seed))):
                looked_at += 1
                for seat, hand in enumerate(world):
                    plays = play.plays_of(seat, rules.players, tricks_of(seen))
                    assert play.first_offence(plays, hand, law) is None
                    assert len(hand) == seen.hand_sizes[seat]
                assert number or can_be(begun, moves, world, seen)
    assert looked_at > volume(500, 1000)


def test_who_played_false_leaves_no_world() -> None:
    known = worlds.HiddenHands((1, 1, 1, 1), (CardSet(),) * 4, CardSet.parse("7S"), 0)
    with pytest.raises(worlds.NoWorldError):
        worlds.sample(known, 3, Random(1))


def test_a_run_of_six_that_was_shown_is_believed() -> None:
    """The run is of the longest kind, five; its six cards were seen (`flemish:46`)."""
    rules, result = presets.rules("french"), 0
    for seed in (6, 52):
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
        players = [bots.make("beginner", seed + own) for own in range(4)]
        while (seat := state.to_act) is not None:
            seen = view(state, seat)
            long = any(len(meld.cards) > 5 for held in seen.melds for meld in held.shown)
            if long and seen.phase == "play" and seen.legal is not None:
                drawn = worlds.sample(worlds.hidden(seen), 5, Random(1))
                assert len(drawn) == 5
                result += 1
            state = match.apply(state, seat, players[seat].choose(seen))
    assert result > 10
