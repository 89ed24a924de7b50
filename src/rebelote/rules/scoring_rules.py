"""The options of scoring, each with its sources and the function that decides it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from rebelote.rules.own_options import NONE, Own
from rebelote.rules.switch import NO_TRUMPS, WITH_BELOTE, Switch
from rebelote.rules.tallies import SWEEP

_BY_BID: Final = "settlement=bid"
_BY_DOUBLE: Final = _BY_BID + " double!=none"
_BY_CAPOT: Final = _BY_BID + " all_tricks_bid!=none all_tricks_bid!=with_points"
_BY_MAJORITY: Final = "settlement=majority"
_BY_MARKS: Final = "settlement=marks"
_HELD: Final = "tie_rule=hold|settlement=hanging settlement!=bid"


class ScoringRules(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True):
    """The options of scoring (`reading:writing`, `reading:three-players`)."""

    settlement: Annotated[
        str,
        Switch(
            "french:22-24 contree:made bulgaria:settlement baloot:marks",
            "rules.settlements.settle",
            only="settlement!=majority",
        ),
    ] = "majority"
    """The settlement of a deal: by the majority of points (`french:22-24`), by what was bid
    (`contree:made`), by the majority, doubled or hanging (`bulgaria:settlement`), or in marks of a
    hokum or a sun (`baloot:marks`)."""

    belote_safe_on_fail: Annotated[
        bool,
        Switch(
            "flemish:61 bga:63 french:24 contree:belote",
            "rules.scoring.after_failing",
            section="belote",
            only=WITH_BELOTE,
        ),
    ] = True
    """Whether a failed attack keeps its belote (`french:24`)."""
    failed_belote: Annotated[
        Literal["to_defence", "void"],
        Switch(
            "flemish:61 bazar-blot:failed question:82",
            "rules.scoring.after_failing",
            section="belote",
            only=f"belote_safe_on_fail=false failed_belote=void {WITH_BELOTE}",
        ),
    ] = "to_defence"
    """Where the belote of a failed attack goes that does not keep it: to the defence
    (`flemish:61`), or nobody has it (`bazar-blot:failed`)."""
    contract_counts: Annotated[
        tuple[Literal["belote", "melds"], ...],
        Switch(
            "flemish:61 french:22",
            "rules.scoring.compared",
            only=f"contract_goal=beat_opponents {WITH_BELOTE}|melds=full",
        ),
    ] = ("belote", "melds")
    """The bonuses that count towards making the contract (`french:22`)."""
    contract_goal: Annotated[
        Literal["beat_opponents", "fixed_82_tricks"],
        Switch("flemish:61 french:22", "rules.settlements.majority.outcome", only=_BY_MAJORITY),
    ] = "beat_opponents"
    """The goal of the contract: more than the others (`french:22`), or 82 trick points
    (`reading:success`)."""
    failed_melds: Annotated[
        Literal["to_defence", "void", "kept"],
        Switch("ffb-coinche:10.1.2 flemish:74", "rules.scoring.after_failing", only="melds=full"),
    ] = "to_defence"
    """Where a failed attack's announcements go (`ffb-coinche:10.1.2`, `question:9`)."""
    fail_base: Annotated[
        Literal["162", "everything"],
        Switch(
            "flemish:61 bga:67 french:24",
            "rules.settlements.majority.fail_base",
            only="players=4 " + _BY_MAJORITY,
        ),
    ] = "162"
    """The loss of a failed attack in tricks: 162 (`french:24`), or all, its sweep too
    (`flemish:61`)."""
    swept_attack_pays: Annotated[
        Literal[252, 162],
        Switch(
            "flemish:63 bga:62 french:21",
            "rules.settlements.majority.fail_base",
            only="players=4 " + _BY_MAJORITY,
        ),
    ] = 252
    """The points written by the defence against an attack without a trick (`french:21`,
    `question:23`)."""
    sweep_points: Annotated[
        int,
        Switch(
            "french:21 klaverjas-nku:pit",
            "rules.scoring.with_sweep",
            only="sweep_points!=90 settlement!=bid settlement!=marks",
        ),
    ] = SWEEP
    """The bonus of every trick, besides the points of tricks (`french:21` 90, `klaverjas-nku:pit`
    100)."""
    swept_belote: Annotated[
        Literal["kept", "to_winner"],
        Switch(
            "question:24 bela:all-tricks",
            "rules.scoring.without_tricks",
            section="belote",
            only=f"swept_belote=to_winner {WITH_BELOTE}",
        ),
    ] = "kept"
    """Where the belote of a side without a trick goes (`bela:all-tricks`: to the other)."""
    swept_melds: Annotated[
        Literal["kept", "void", "to_winner"],
        Switch("question:24 ffb-coinche:10.1.1", "rules.scoring.without_tricks", only="melds=full"),
    ] = "kept"
    """Where the announcements of a side without a trick go (`question:24`)."""
    tie_rule: Annotated[
        Literal["hold", "failed", "made"],
        Switch(
            "flemish:73-74 bga:68-70",
            "rules.settlements.majority.outcome",
            section="tie",
            only="contract_goal=beat_opponents " + _BY_MAJORITY,
        ),
    ] = "hold"
    """The outcome of a tie: *litige*, failed or made (`ffb:10.1.3`, `question:8`)."""
    tie_belote_held: Annotated[
        bool,
        Switch(
            "bga:71",
            "rules.settlements.majority.tied",
            section="tie",
            only=f"tie_rule=hold {_BY_MAJORITY} {WITH_BELOTE}",
        ),
    ] = True
    """Whether the attack's belote waits with its points in a tie (`question:7`)."""
    held_at_end: Annotated[
        Literal["lapse", "paid", "play_on"],
        Switch("question:25", "rules.match.ended", section="tie", only=_HELD),
    ] = "lapse"
    """Held points at the end: lost, paid to the side that was tied, or one more deal
    (`question:25`)."""
    three_beaten_to: Annotated[
        Literal["highest", "split", "each"],
        Switch("flemish:74", "rules.settlements.majority.heirs_of", only="players=3"),
    ] = "highest"
    """The heirs of an attacker whom both others beat (`flemish:74`, `question:18`)."""
    marks_compare: Annotated[
        Literal["points", "marks", "marks_then_cards"],
        Switch(
            "baloot:level question:78 question:90", "rules.settlements.marks.lead", only=_BY_MARKS
        ),
    ] = "points"
    """The comparison where a deal is written in marks: points with those of projects, or marks,
    and only where those are level points, with projects or without (`baloot:level`)."""
    marks_level: Annotated[
        Literal["buyers_lose", "each_own", "buyers_win"],
        Switch("baloot:level question:72", "rules.settlements.marks.winner_of", only=_BY_MARKS),
    ] = "buyers_lose"
    """Level marks where nobody has raised: the buyers lose or win, or each side writes its own
    (`baloot:level`)."""
    eighty_needs: Annotated[
        Literal[80, 82],
        Switch(
            "contree:made",
            "rules.settlements.by_bid.needed",
            only=_BY_BID + " least_bid=80 bids_need=as_bid",
        ),
    ] = 80
    """The points that a bid of 80 needs (`contree:made`)."""
    bids_need: Annotated[
        Literal["as_bid", "two_more"],
        Switch(
            "contree:two-more", "rules.settlements.by_bid.needed", only=_BY_BID + " least_bid=80"
        ),
    ] = "as_bid"
    """The points that every bid needs: as many as it names, or two more (`contree:two-more`)."""
    beat_defence: Annotated[
        bool, Switch("contree:made", "rules.settlements.by_bid.is_made", only=_BY_BID)
    ] = False
    """Whether the attack needs more than the defence besides (`contree:made`)."""
    made_pays: Annotated[
        Literal["points_and_bid", "bid", "points"],
        Switch("contree:made pilotta:points", "rules.settlements.by_bid.when_made", only=_BY_BID),
    ] = "points_and_bid"
    """The pay of the attack for a contract made: points and bid, or one of them
    (`contree:made`, `pilotta:points`)."""
    doubled_defence: Annotated[
        Literal["own", "belote", "belote_over", "nothing", "all_over"],
        Switch(
            "contree:double pilotta:kontra",
            "rules.settlements.by_bid.bonuses_when_made",
            only=_BY_DOUBLE,
        ),
    ] = "own"
    """The points left to a defence that doubled a contract made: its own points, only
    its belote, or nothing, its belote lost or given to the attack (`contree:double`), or all
    given, the points of its tricks too (`pilotta:kontra`)."""
    failed_pays: Annotated[
        Literal[
            "160_and_bid",
            "162_and_bid",
            "160",
            "162",
            "bid",
            "all_and_bid",
            "all",
            "own_sweep_and_bid",
        ],
        Switch(
            "contree:failed pilotta:failed bazar-blot:failed",
            "rules.settlements.by_bid.when_failed",
            only=_BY_BID,
        ),
    ] = "160_and_bid"
    """The pay of the defence for a failed contract (`contree:failed`); `all`: what all tricks
    count, those of a sweep too (`pilotta:failed`); `own_sweep_and_bid`: 162, or a sweep of its own,
    and the bid (`bazar-blot:failed`)."""
    multiplied: Annotated[
        Literal[
            "bid",
            "bid_and_160",
            "bid_and_162",
            "bid_beside_160",
            "line",
            "line_of_160",
            "bid_or_line",
        ],
        Switch(
            "contree:double lacontree pilotta:by-points",
            "rules.settlements.by_bid.line",
            only=_BY_DOUBLE,
        ),
    ] = "bid"
    """The parts that a double multiplies: only the bid, or all that is written, with bonuses or
    without; and whether 160, or 162 (`lacontree`), replaces the points then (`contree:double`). Or
    the bid, and all that is written where the bid is not (`pilotta:by-points`)."""
    eighty_two_writes: Annotated[
        Literal[80, 82],
        Switch(
            "contree:bids", "rules.settlements.by_bid.bid_worth", only=_BY_BID + " least_bid=82"
        ),
    ] = 82
    """The points written for a bid of 82 (`contree:bids`)."""
    no_trumps_twice: Annotated[
        bool,
        Switch(
            "contree:trumps",
            "rules.settlements.by_bid.bid_worth",
            only=_BY_BID + " no_suit_bids!=none no_trumps_stake=as_suits",
        ),
    ] = False
    """Whether a bid at no trumps counts twice (`contree:trumps`)."""
    no_trumps_stake: Annotated[
        Literal["as_suits", "one_more"],
        Switch(
            "bazar-blot:stakes",
            "rules.settlements.by_bid.times",
            only=_BY_BID + " no_suit_bids!=none no_trumps_stake=one_more",
        ),
    ] = "as_suits"
    """The factor at no trumps: as in a suit, or one more: twice undoubled, then 3 and
    5 times (`bazar-blot:stakes`)."""
    defence_belote: Annotated[
        bool,
        Switch(
            "contree:belote", "rules.settlements.by_bid.by_bid", only=f"{_BY_BID} {WITH_BELOTE}"
        ),
    ] = True
    """Whether the defence may score a belote (`contree:belote`)."""
    capot_value: Annotated[
        int, Switch("contree:capot", "rules.settlements.by_bid.bid_worth", only=_BY_CAPOT)
    ] = 500
    """The worth of a bid of every trick (`contree:capot`)."""
    generale_value: Annotated[
        int,
        Switch(
            "contree:capot",
            "rules.settlements.by_bid.bid_worth",
            only=_BY_BID + " all_tricks_bid=capot_and_generale",
        ),
    ] = 700
    """The worth of a bid of every trick by oneself (`contree:capot`)."""
    capot_points: Annotated[
        Literal["none", "250", "252"],
        Switch("contree:capot", "rules.settlements.by_bid.sweep_bonus", only=_BY_CAPOT),
    ] = "none"
    """The points of all tricks besides the worth of the bid, where they were bid
    (`contree:capot`)."""
    failed_capot_base: Annotated[
        Literal["none", "as_usual", "252"],
        Switch("contree:capot", "rules.settlements.by_bid.failed_base", only=_BY_CAPOT),
    ] = "none"
    """The points of the defence besides the worth of a failed bid of every trick
    (`contree:capot`)."""
    unbid_sweep: Annotated[
        Literal[162, 250, 252],
        Switch("contree:capot", "rules.settlements.by_bid.sweep_bonus", only=_BY_BID),
    ] = 162
    """The points of every trick where it was not bid (`contree:capot`)."""
    no_suit_points: Annotated[
        str, Switch("contree:points bulgaria:points", "rules.options.Rules.law", only=NO_TRUMPS)
    ] = "scaled"
    """The points of cards, by a scale of `rules.cards.SCALES`: in all trumps and no trumps as many
    points as in a suit contract, 152, or as they are (`contree:points`)."""
    rounding: Annotated[
        Literal[
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
        Switch(
            "flemish:61 french:25 contree:rounding bulgaria:rounding pilotta:rounding question:88",
            "rules.rounding.rounded_points",
            only="settlement!=marks",
        ),
    ] = "half_up"
    """The rounding of marks to tens (`french:25`, `ffb:10.3`; `reading:rounding`)."""
    least_mark: Annotated[
        bool,
        Switch(
            "question:89",
            "rules.rounding.rounded_points",
            only="unit=10 rounding!=none settlement!=marks",
        ),
    ] = False
    """Whether a side that took something never writes nothing: what it is given, the other lacks
    (`question:89`)."""
    last_deal_exact: Annotated[
        bool, Switch("contree:rounding", "rules.match.exact_if_last", only=_BY_BID)
    ] = False
    """Whether the deal that ends a match is written without rounding (`contree:rounding`)."""
    unit: Annotated[
        Literal[1, 10],
        Switch(
            "flemish:61 bulgaria:settlement",
            "rules.rounding.rounded_marks",
            only="settlement!=marks",
        ),
    ] = 1
    """The points in one mark (`flemish:61` writes tens)."""
    false_play_award: Annotated[
        Literal["162_and_bonuses", "162", "252", "162_and_100", "contract"],
        Switch(
            "flemish:67 question:53 question:87",
            "rules.scoring.awarded",
            section="manners",
            only="assistance=none revoke_policy=challenge settlement!=marks",
        ),
    ] = "162_and_bonuses"
    """The sum of "all points" after false play or a false accusation (`flemish:67`,
    `question:20`), or what the contract was played for (`question:53`, `question:87`)."""

    own: Own = NONE
    """The options of a game's own."""

    def counts_twice(self, no_trumps: bool) -> bool:
        """Return whether the points of tricks count twice: in no trumps, where its cards count 120
        (`bulgaria:points`)."""
        return no_trumps and self.no_suit_points == "unscaled"
