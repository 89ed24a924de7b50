"""The options of the rules as keyword arguments.

Written by `make generated`.
"""

from typing import Literal, TypedDict


class Options(TypedDict, total=False):
    """Every option of `Rules`, each with its values; `docs/rules/README.md` explains them."""

    players: Literal[2, 3, 4]
    direction: Literal["cw", "ccw"]
    first_dealer: Literal["random", "high_card", "low_card"]
    shuffle: Literal[
        "first_only", "each_deal_full", "limited(1)", "limited(2)", "limited(3)", "limited(4)"
    ]
    dead_deals_shuffle: int
    pile_join: Literal["next_dealer_side_on_top", "random"]
    cut_min: int | None
    packets: tuple[tuple[int, ...], ...]
    misdeal: Literal["none", "redeal", "next_dealer", "penalty_162"]
    auction_kind: str
    first_speaker: Literal["eldest", "dealer"]
    must_name: Literal["first_again", "last", "first"]
    named_doubles: Literal["none", "double", "redouble", "superkraken"]
    round2_turned_suit: bool
    round3: Literal["none", "all_or_no_trump"]
    dead_deals_per_dealer: int
    first_lead: Literal["eldest", "first_bidder"]
    hokum_waits: Literal["both_rounds", "first_round"]
    ashkal: bool
    ashkal_round2: bool
    gablak: bool
    sun_double: Literal["past_100", "from_100"]
    kawesh: Literal["none", "same_dealer", "next_dealer"]
    kawesh_bought: bool
    closed_play: bool
    least_bid: Literal[80, 82]
    highest_bid: int
    all_tricks_bid: Literal["none", "capot", "capot_and_generale", "with_points"]
    no_suit_bids: Literal["none", "no_trumps", "both"]
    double: Literal["none", "in_turn", "any_time"]
    double_from: Literal[80, 90]
    overbid_double: bool
    after_double: Literal["everybody", "doubled_side", "bidder"]
    raise_oneself: bool
    capot_ends: bool
    redouble: Literal["none", "3", "4"]
    rise_trump_led: Literal["always", "vs_opponents", "never"]
    rise_all_trump: Literal["always", "vs_opponents", "never"]
    rise_plain: bool
    cut_when_void: Literal["always", "never"]
    partner_exempts: Literal["any", "trump_only", "none"]
    voluntary_trump: Literal["free", "must_rise", "rise_if_held"]
    undertrump: Literal["forced", "free", "forbidden"]
    last_trick_view: Literal["last", "never", "last_not_before_play"]
    signals: Literal["none", "direct", "inverted"]
    akka: bool
    assistance: Literal["full", "none"]
    revoke_policy: Literal["prevented", "challenge"]
    early_double: Literal["prevented", "doubled_chooses"]
    meld_show_mode: Literal["auto", "manual"]
    belote_announce: Literal["auto", "manual"]
    false_play_award: Literal["162_and_bonuses", "162", "252", "162_and_100", "contract"]
    failed_claim: Literal["plays_on", "loses_deal"]
    bots_remember: bool
    belote: Literal["counts", "none"]
    belote_order: Literal["any", "king_first"]
    belote_order_violation: Literal["illegal", "forfeits_20"]
    belote_all_trumps: bool
    belote_discard_ok: bool
    belote_safe_on_fail: bool
    belote_blocked: bool
    belote_said: Literal["twice", "once", "second"]
    melds: Literal["full", "none"]
    run_points: tuple[int, int, int, int, int, int]
    run_length_rank_cap: int
    squares: str
    low_carre_points: Literal[0, 50]
    low_carre_rank: Literal["by_points", "as_carre"]
    carre_beats_run: bool
    equal_hundreds: Literal["order", "run", "height"]
    meld_card_reuse: bool
    split_runs: bool
    short_runs: bool
    eight_of_suit: Literal["run", "wins_game"]
    carre_order: Literal["natural", "trump"]
    meld_said: Literal["first_card", "before_play"]
    meld_show_trick: Literal[2, 3, "end"]
    meld_fallback_trick: Literal[3, 4] | None
    meld_show_on_demand: bool
    meld_tie: Literal["none", "earliest"]
    meld_tie_order: Literal["first_trick", "show_trick"]
    meld_contest: str
    trump_run_first: bool
    no_trumps_melds: bool
    trick_melds: str
    settlement: str
    failed_belote: Literal["to_defence", "void"]
    contract_counts: tuple[Literal["belote", "melds"], ...]
    contract_goal: Literal["beat_opponents", "fixed_82_tricks"]
    failed_melds: Literal["to_defence", "void", "kept"]
    fail_base: Literal["162", "everything"]
    swept_attack_pays: Literal[252, 162]
    sweep_points: int
    swept_belote: Literal["kept", "to_winner"]
    swept_melds: Literal["kept", "void", "to_winner"]
    tie_rule: Literal["hold", "failed", "made"]
    tie_belote_held: bool
    held_at_end: Literal["lapse", "paid", "play_on"]
    three_beaten_to: Literal["highest", "split", "each"]
    marks_compare: Literal["points", "marks", "marks_then_cards"]
    marks_level: Literal["buyers_lose", "each_own", "buyers_win"]
    eighty_needs: Literal[80, 82]
    bids_need: Literal["as_bid", "two_more"]
    beat_defence: bool
    made_pays: Literal["points_and_bid", "bid", "points"]
    doubled_defence: Literal["own", "belote", "belote_over", "nothing", "all_over"]
    failed_pays: Literal[
        "160_and_bid", "162_and_bid", "160", "162", "bid", "all_and_bid", "all", "own_sweep_and_bid"
    ]
    multiplied: Literal[
        "bid", "bid_and_160", "bid_and_162", "bid_beside_160", "line", "line_of_160", "bid_or_line"
    ]
    eighty_two_writes: Literal[80, 82]
    no_trumps_twice: bool
    no_trumps_stake: Literal["as_suits", "one_more"]
    defence_belote: bool
    capot_value: int
    generale_value: int
    capot_points: Literal["none", "250", "252"]
    failed_capot_base: Literal["none", "as_usual", "252"]
    unbid_sweep: Literal[162, 250, 252]
    no_suit_points: str
    rounding: Literal[
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
    ]
    least_mark: bool
    last_deal_exact: bool
    unit: Literal[1, 10]
    target: int
    target_strict: bool
    end_rule: Literal["higher_then_extra_deal", "attack_first", "enough"]
    end_level: Literal["extra_deal", "attack", "draw"]
    end_deals: int | None
    time_limit: int | None
    no_win_on_belote_only: bool
    no_win_on_sweep: bool
    after_sweep: Literal["next_deal", "bar_rises", "winner_writes"]
    booms: int
    excess: Literal["tally", "carry", "ignore"]
