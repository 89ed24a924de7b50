"""Where do the tests' hands, positions and matches come from? Every generator, in one place."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from rebelote import Action, Match, Record, deck, legal_actions, match, variants
from rebelote.cards import CARDS, SUIT_TRUMPS, Card, CardSet
from rebelote.rules import Rules

trumps = st.sampled_from(SUIT_TRUMPS)
seeds = st.integers(0, 2**32)
packs = st.permutations(CARDS).map(tuple)
hands = st.sets(st.sampled_from(CARDS), min_size=8, max_size=8).map(CardSet.of)


@st.composite
def positions(draw: st.DrawFn) -> tuple[CardSet, tuple[Card, ...]]:
    """A hand of 1 to 8 cards and the 0 to 3 cards that lie before it."""
    cards = draw(st.permutations(CARDS))
    held, laid = draw(st.integers(1, 8)), draw(st.integers(0, 3))
    return CardSet.of(cards[:held]), tuple(cards[held : held + laid])


rule_sets = st.builds(
    lambda **options: variants.rules("french", **options),
    shuffle=st.sampled_from(["first_only", "each_deal_full"]),
    undertrump=st.sampled_from(["forced", "free", "forbidden"]),
    rise_trump_led=st.sampled_from(["always", "vs_opponents", "never"]),
    partner_exempts=st.sampled_from(["any", "trump_only", "none"]),
    voluntary_trump=st.sampled_from(["free", "must_rise"]),
    belote_order=st.sampled_from(["any", "king_first"]),
    melds=st.sampled_from(["full", "none"]),
    meld_tie=st.sampled_from(["none", "earliest"]),
    run_length_rank_cap=st.sampled_from([5, 8]),
    low_carre_points=st.sampled_from([0, 50]),
    tie_rule=st.sampled_from(["hold", "failed", "made"]),
    rounding=st.sampled_from(["none", "half_up", "half_down", "lower_side_up", "complement"]),
    swept_attack_pays=st.sampled_from([252, 162]),
    failed_melds=st.sampled_from(["to_defence", "void", "kept"]),
    dead_deals_per_dealer=st.sampled_from([1, 2]),
    target=st.just(300),
)


def choose(chance: Random, state: Match) -> Action:
    """A random action; in the auction passing is likelier, so that deals die too."""
    actions = legal_actions(state.deal)
    if len(state.deal.calls) < 8 and actions[0].__class__.__name__ == "Pass":
        return actions[0] if chance.random() < 0.75 else chance.choice(actions)
    return chance.choice(actions)


def play_match(rules: Rules, seed: int) -> tuple[list[Match], Record]:
    """Every state of a random match, and its record."""
    chance = Random(seed)
    state = match.start(rules, deck.shuffled(chance), chance.randrange(4))
    states, record = [state], Record.begin(state)
    while state.winner is None:
        if state.to_act is None:
            pack = match.new_pack(state, chance)
            state, record = match.next_deal(state, pack), record.next_deal(pack)
        else:
            action = choose(chance, state)
            state, record = match.apply(state, state.to_act, action), record.act(action)
        states.append(state)
    return states, record
