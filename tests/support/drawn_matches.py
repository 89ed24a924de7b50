"""Rules, hands and matches that a source of chance draws, for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgspec

from rebelote import Action, IllegalActionError, Match, Pass, Play, Record, legal_actions
from rebelote.rules import deck, match, options, presets
from rebelote.rules.actions import (
    OUT_OF_TURN,
    Challenge,
    Demand,
    Double,
    Misdeal,
    Redouble,
    Refuse,
    Show,
)
from rebelote.rules.cards import CARDS, CardSet
from rebelote.rules.deal import legal_cards
from rebelote.rules.options import Rules

OPTIONS: dict[str, list[Any]] = {
    "direction": ["cw", "ccw"],
    "first_dealer": ["random", "high_card", "low_card"],
    "shuffle": ["first_only", "each_deal_full", "limited(1)", "limited(4)"],
    "dead_deals_shuffle": [0, 1, 2],
    "pile_join": ["next_dealer_side_on_top", "random"],
    "cut_min": [None, 1, 2, 10, 15],
    "misdeal": ["none", "redeal", "next_dealer", "penalty_162"],
    "round2_turned_suit": [True, False],
    "round3": ["none", "all_or_no_trump"],
    "dead_deals_per_dealer": [1, 2],
    "rise_trump_led": ["always", "vs_opponents", "never"],
    "rise_all_trump": ["always", "vs_opponents", "never"],
    "rise_plain": [False, True],
    "cut_when_void": ["always", "never"],
    "partner_exempts": ["any", "trump_only", "none"],
    "voluntary_trump": ["free", "must_rise", "rise_if_held"],
    "undertrump": ["forced", "free", "forbidden"],
    "last_trick_view": ["last", "never", "last_not_before_play"],
    "signals": ["none", "direct", "inverted"],
    "assistance": ["full", "none"],
    "revoke_policy": ["prevented", "challenge"],
    "meld_show_mode": ["auto", "manual"],
    "belote_announce": ["auto", "manual"],
    "false_play_award": ["162_and_bonuses", "162", "252", "162_and_100", "contract"],
    "least_mark": [False, True],
    "bots_remember": [False, True],
    "failed_claim": ["plays_on", "loses_deal"],
    "belote": ["counts", "counts", "none"],
    "belote_order": ["any", "king_first"],
    "belote_order_violation": ["illegal", "forfeits_20"],
    "belote_all_trumps": [True, False],
    "belote_discard_ok": [True, False],
    "belote_safe_on_fail": [True, False],
    "melds": ["full", "none"],
    "run_points": [[20, 50, 100, 100, 100, 100], [20, 50, 100, 100, 100, 120]],
    "run_length_rank_cap": [5, 8],
    "low_carre_points": [0, 50],
    "low_carre_rank": ["by_points", "as_carre"],
    "carre_beats_run": [True, False],
    "meld_card_reuse": [False, True],
    "split_runs": [False, True],
    "carre_order": ["natural", "trump"],
    "meld_show_trick": [2, 3, "end"],
    "meld_fallback_trick": [None, 3, 4],
    "meld_show_on_demand": [True, False],
    "meld_tie": ["none", "earliest"],
    "meld_tie_order": ["first_trick", "show_trick"],
    "contract_counts": [["belote", "melds"], ["belote"], ["melds"], []],
    "contract_goal": ["beat_opponents", "fixed_82_tricks"],
    "failed_melds": ["to_defence", "void", "kept"],
    "fail_base": ["162", "everything"],
    "swept_attack_pays": [252, 162],
    "swept_melds": ["kept", "void", "to_winner"],
    "tie_rule": ["hold", "failed", "made"],
    "tie_belote_held": [True, False],
    "held_at_end": ["lapse", "paid", "play_on"],
    "three_beaten_to": ["highest", "split", "each"],
    "rounding": [
        "none",
        "half_up",
        "half_down",
        "lower_side_up",
        "complement",
        "by_contract",
        "higher_rest",
        "higher_up",
        "complement_up",
        "from_seven",
    ],
    "unit": [1, 10],
    "target": [30, 300],
    "target_strict": [False, True],
    "end_rule": ["higher_then_extra_deal", "attack_first", "enough"],
    "end_deals": [None, 3],
    "time_limit": [None, 40],
    "no_win_on_belote_only": [False, True],
    "no_win_on_sweep": [False, True],
    "booms": [1, 2],
    "excess": ["tally", "carry", "ignore"],
}
"""The switches of the rules that have more than one value, and what they are tried at."""
OPTIONS |= {
    "highest_bid": [160, 170, 650],
    "capot_value": [250, 500],
    "generale_value": [500, 1000],
    "trick_melds": ["none", "roem"],
    "squares": ["usual", "usual", "baloot", "bazar-blot"],
    "sweep_points": [90, 100],
    "no_suit_points": ["scaled", "pagat", "unscaled"],
}
BY_PRESET = {"players", "packets", "auction_kind", "settlement"}
"""Options that make the game what it is, and that only a preset sets."""
OPTIONS |= {
    name: list(get_args(option.type)) or [False, True]
    for name, option in options.OPTIONS.items()
    if name not in OPTIONS and name not in BY_PRESET
}


FOR_TWO = presets.rules("french", players=2, packets=((3, 3),))
"""A rule set with two seats, which no preset has: nine cards each, and fourteen in the stock."""
SEATED = {**presets.PRESETS, "french-for-two": FOR_TWO}
"""A rule set for each preset, and the one with two seats."""


def drawn_rules(chance: Random, switches: int = len(OPTIONS), seated: str | None = None) -> Rules:
    """Draw a preset, unless it is `seated`, with so many random switches; changes that exclude each
    other are dropped."""
    rules = SEATED[seated or chance.choice(sorted(SEATED))]
    names = chance.sample(sorted(OPTIONS), switches)
    return with_most(rules, {name: chance.choice(OPTIONS[name]) for name in names})


def with_most(rules: Rules, changes: dict[str, Any]) -> Rules:
    """Apply as many of the changes as go together, found by halves: most do."""
    try:
        return rules.agree(changes)
    except ValueError:
        if len(changes) == 1:
            return rules
    halves = list(changes.items())
    middle = len(halves) // 2
    return with_most(with_most(rules, dict(halves[:middle])), dict(halves[middle:]))


def clumped_hands(chance: Random) -> list[CardSet]:
    """Deal four hands from a pack that is hardly shuffled, so that runs and squares are common."""
    by_rank = chance.random() < 0.5
    cards = sorted(CARDS, key=lambda c: (c.rank, c.suit) if by_rank else (c.suit, c.rank))
    for _ in range(chance.randint(2, 12)):
        a, b = chance.sample(range(32), 2)
        cards[a], cards[b] = cards[b], cards[a]
    start = chance.randrange(32)
    turned = cards[start:] + cards[:start]
    return [CardSet.of(turned[i : i + 8]) for i in range(0, 32, 8)]


def choose(chance: Random, state: Match) -> tuple[int, Action]:
    """Choose the next action, and its seat. Passing is likelier, so that deals are thrown in; much
    is forgotten or done wrong where the rules allow it."""
    seat = state.to_act
    assert seat is not None
    if chance.random() < 0.02 and (other := intrusion(chance, state)) is not None:
        return other
    actions = legal_actions(state.deal)
    if isinstance(actions[0], Pass):
        if chance.random() < 0.7:
            return seat, actions[0]
        # Low bids are likelier, so that there is something to bid over.
        few = len(actions) > 10 and chance.random() < 0.9
        return seat, chance.choice(actions[:10] if few else actions)
    action = chance.choice(actions)
    if isinstance(action, Show) and chance.random() < 0.3:
        action = Play(chance.choice(list(legal_cards(state.deal))))
    if isinstance(action, Play):
        action = spoilt(chance, state, action)
    return seat, action


def spoilt(chance: Random, state: Match, action: Play) -> Play:
    """Spoil a play: announce less than possible, and now and then play a false card if allowed."""
    if chance.random() < 0.2:
        fewer = tuple(kind for kind in action.announce if chance.random() < 0.5)
        action = msgspec.structs.replace(action, announce=fewer, belote=False)
    if state.rules.revocable and chance.random() < 0.02 and state.to_act is not None:
        card = chance.choice(list(state.deal.hands[state.to_act]))
        action = Play(card, action.announce)
    return action


def intrusion(chance: Random, state: Match) -> tuple[int, Action] | None:
    """Draw an action that a person may do out of turn, None if there is none."""
    seats = range(state.rules.players)
    doubles: list[Action] = [Double(), Redouble()] if state.rules.bidding.names_values else []
    asked: list[Action] = [*(Challenge(s) for s in seats), *(Demand(s) for s in seats)]
    asked += [Refuse(s) for s in seats if state.rules.claims_are_risked]
    wild = [Misdeal(), *doubles, *asked]
    for action in chance.sample(wild, len(wild)):
        seat = chance.choice(seats)
        try:
            match.apply(state, seat, action)
        except IllegalActionError:
            continue
        return seat, action
    return None


def play_match(
    rules: Rules, seed: int, names: Sequence[str] = (), deals: int = 100
) -> tuple[list[Match], Record]:
    """Play a random match to its end or for so many deals; return every state, and the record."""
    chance = Random(seed)
    _, dealer = match.draw_dealer(rules, chance)
    state = match.start(rules, deck.shuffled(chance, rules.pack), dealer)
    states, record = [state], Record.begin(state, tuple(names))
    while not state.over:
        if state.to_act is None:
            if state.number == deals:
                break
            pack = match.new_pack(state, chance)
            state, record = match.next_deal(state, pack), record.next_deal(pack)
        else:
            state, record = act(chance, state, record)
        states.append(state)
    return states, record


def act(chance: Random, state: Match, record: Record) -> tuple[Match, Record]:
    """Apply one more action, and record it."""
    seat, action = choose(chance, state)
    in_turn = seat == state.to_act and not isinstance(action, OUT_OF_TURN)
    return match.apply(state, seat, action), record.act(action, None if in_turn else seat)
