"""Where do the tests' hands, positions and matches come from? Every generator, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
from hypothesis import strategies as st

from rebelote import Action, Match, Pass, Play, Record, deck, legal_actions, match, variants
from rebelote.cards import CARDS, SUIT_TRUMPS, Card, CardSet
from rebelote.rules import Rules

trumps = st.sampled_from(SUIT_TRUMPS)
seeds = st.integers(0, 2**32)
hands = st.sets(st.sampled_from(CARDS), min_size=8, max_size=8).map(CardSet.of)


@st.composite
def positions(draw: st.DrawFn) -> tuple[CardSet, tuple[Card, ...]]:
    """A hand of 1 to 8 cards and the 0 to 3 cards that lie before it."""
    cards = draw(st.permutations(CARDS))
    held, laid = draw(st.integers(1, 8)), draw(st.integers(0, 3))
    return CardSet.of(cards[:held]), tuple(cards[held : held + laid])


OPTIONS = {
    "shuffle": ["first_only", "each_deal_full"],
    "cut_min": [1, 2, 10, 16],
    "packets": [[[3, 2], [2, 3]], [[3, 2]]],
    "round2_turned_suit": [True, False],
    "dead_deals_per_dealer": [1, 2],
    "rise_trump_led": ["always", "vs_opponents", "never"],
    "rise_plain": [False, True],
    "cut_when_void": ["always", "never"],
    "partner_exempts": ["any", "trump_only", "none"],
    "voluntary_trump": ["free", "must_rise"],
    "undertrump": ["forced", "free", "forbidden"],
    "last_trick_view": ["last", "never"],
    "belote_order": ["any", "king_first"],
    "belote_safe_on_fail": [True, False],
    "melds": ["full", "none"],
    "run_points": [[20, 50, 100, 100, 100, 100], [20, 50, 100, 100, 100, 120]],
    "run_length_rank_cap": [5, 8],
    "low_carre_points": [0, 50],
    "split_runs": [False, True],
    "carre_order": ["natural", "trump"],
    "meld_tie": ["none", "earliest"],
    "contract_counts": [["belote", "melds"], ["belote"], []],
    "failed_melds": ["to_defence", "void", "kept"],
    "swept_attack_pays": [252, 162],
    "tie_rule": ["hold", "failed", "made"],
    "tie_belote_held": [True, False],
    "rounding": ["none", "half_up", "half_down", "lower_side_up", "complement"],
    "target": [300],
    "target_strict": [False, True],
}
"""The switches of the rules that have more than one value, and what they are tried at."""

rule_sets = st.builds(
    variants.rules,
    st.sampled_from(sorted(variants.PRESETS)),
    **{name: st.sampled_from(values) for name, values in OPTIONS.items()},
)


def clumped_hands(chance: Random) -> list[CardSet]:
    """Four hands from a pack that is hardly shuffled, so that runs and squares are common."""
    by_rank = chance.random() < 0.5
    cards = sorted(CARDS, key=lambda c: (c.rank, c.suit) if by_rank else (c.suit, c.rank))
    for _ in range(chance.randint(2, 12)):
        a, b = chance.sample(range(32), 2)
        cards[a], cards[b] = cards[b], cards[a]
    start = chance.randrange(32)
    turned = cards[start:] + cards[:start]
    return [CardSet.of(turned[i : i + 8]) for i in range(0, 32, 8)]


def choose(chance: Random, state: Match) -> Action:
    """A random action. Passing is likelier, so that deals die too; now and then one names less."""
    actions = legal_actions(state.deal)
    if isinstance(actions[0], Pass) and chance.random() < 0.7:
        return actions[0]
    action = chance.choice(actions)
    if isinstance(action, Play) and action.announce and chance.random() < 0.2:
        fewer = tuple(kind for kind in action.announce if chance.random() < 0.5)
        return msgspec.structs.replace(action, announce=fewer)
    return action


def play_match(
    rules: Rules, seed: int, names: Sequence[str] = (), deals: int = 100
) -> tuple[list[Match], Record]:
    """Every state of a random match, to its end or for so many deals, and its record."""
    chance = Random(seed)
    state = match.start(rules, deck.shuffled(chance), chance.randrange(4))
    states, record = [state], Record.begin(state, tuple(names))
    while state.winner is None:
        if state.to_act is None:
            if state.number == deals:
                break
            pack = match.new_pack(state, chance)
            state, record = match.next_deal(state, pack), record.next_deal(pack)
        else:
            action = choose(chance, state)
            state, record = match.apply(state, state.to_act, action), record.act(action)
        states.append(state)
    return states, record
