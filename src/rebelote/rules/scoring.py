"""Scoring: what each side writes after a deal made, failed, tied, swept, held, rounded.

Every figure is derived line by line, so that a score sheet can say why (`reading:writing`). Two
sides and three players each alone (`reading:three-players`) differ in who pays whom, and in nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from rebelote.rules.actions import Value
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.own_options import NONE, Own
from rebelote.rules.play import Law
from rebelote.rules.switch import WITH_BELOTE, Switch

Outcome = Literal["made", "failed", "tie", "false_play", "misdeal", "eight"]

CARD_POINTS: Final = 152
"""The points of all cards, in every contract (`bga:36-41`)."""
LAST_TRICK: Final = 10
"""Ten for the last trick, *dix de der* (`french:20`)."""
SWEEP: Final = 90
"""What a sweep (*capot*) adds to the 162 (`french:21,23`)."""
NO_TRICK: Final = 50
"""What each of two players gets when the third has no trick (`flemish:74`)."""
BELOTE: Final = 20
"""King and queen of trump in one hand (`french:21`)."""
DEAL_POINTS: Final = CARD_POINTS + LAST_TRICK
HOKUM_MARKS: Final = 16
SUN_MARKS: Final = 26
"""What a deal of baloot is worth in marks, in a hokum and in a sun (`baloot:marks`)."""
MOST_STAKE: Final = 4
"""The most times that anything is written."""
SUIT_LIMIT: Final = 6
"""The last digit from which points are rounded up in a suit (`bulgaria:rounding`)."""

Points = tuple[int, ...]
"""By side; three players are three sides."""


_BY_BID: Final = "settlement=bid"
_BY_DOUBLE: Final = _BY_BID + " double!=none"
_BY_CAPOT: Final = _BY_BID + " all_tricks_bid!=none all_tricks_bid!=with_points"
_BY_MAJORITY: Final = "settlement=majority"
_BY_MARKS: Final = "settlement=marks"
_HELD: Final = "tie_rule=hold|settlement=hanging settlement!=bid"


class ScoringRules(msgspec.Struct, frozen=True, cache_hash=True):
    """What a table agreed on writing (`reading:writing`, `reading:three-players`)."""

    settlement: Annotated[
        str,
        Switch(
            "french:22-24 contree:made bulgaria:settlement baloot:marks",
            "rules.settlements.settle",
            only="settlement!=majority",
        ),
    ] = "majority"
    """How a deal is settled: by the majority of points (`french:22-24`), by what was bid
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
    """Which bonuses count towards making the contract (`french:22`)."""
    contract_goal: Annotated[
        Literal["beat_opponents", "fixed_82_tricks"],
        Switch("flemish:61 french:22", "rules.scoring.outcome", only=_BY_MAJORITY),
    ] = "beat_opponents"
    """What makes the contract: more than the others (`french:22`), or 82 trick points
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
            "rules.scoring.fail_base",
            only="players=4 " + _BY_MAJORITY,
        ),
    ] = "162"
    """What a failed attack loses in tricks: 162 (`french:24`), or all, its sweep too
    (`flemish:61`)."""
    swept_attack_pays: Annotated[
        Literal[252, 162],
        Switch(
            "flemish:63 bga:62 french:21",
            "rules.scoring.fail_base",
            only="players=4 " + _BY_MAJORITY,
        ),
    ] = 252
    """What the defence writes for the tricks of an attack that took none (`french:21`,
    `question:23`)."""
    sweep_points: Annotated[
        int,
        Switch(
            "french:21 klaverjas-nku:pit",
            "rules.scoring.with_sweep",
            only="sweep_points!=90 settlement!=bid",
        ),
    ] = SWEEP
    """What every trick adds to the points of the tricks (`french:21` 90, `klaverjas-nku:pit`
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
            "rules.scoring.outcome",
            section="tie",
            only="contract_goal=beat_opponents " + _BY_MAJORITY,
        ),
    ] = "hold"
    """What a tie is: *litige*, failed or made (`ffb:10.1.3`, `question:8`)."""
    tie_belote_held: Annotated[
        bool,
        Switch(
            "bga:71",
            "rules.scoring.tied",
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
        Switch("flemish:74", "rules.scoring.heirs_of", only="players=3"),
    ] = "highest"
    """Who takes the points of an attacker whom both others beat (`flemish:74`, `question:18`)."""
    marks_compare: Annotated[
        Literal["points", "marks"],
        Switch("baloot:level question:78", "rules.settlements.marks.lead", only=_BY_MARKS),
    ] = "points"
    """What is compared where a deal is written in marks: points with those of projects, or marks,
    and points only where those are level (`baloot:level`)."""
    marks_level: Annotated[
        Literal["buyers_lose", "each_own"],
        Switch("baloot:level question:72", "rules.settlements.marks.winner_of", only=_BY_MARKS),
    ] = "buyers_lose"
    """What is level where nobody has raised: the buyers lose, or each side writes its own
    (`baloot:level`)."""
    eighty_needs: Annotated[
        Literal[80, 82],
        Switch("contree:made", "rules.settlements.by_bid.needed", only=_BY_BID + " least_bid=80"),
    ] = 80
    """How many points a bid of 80 needs (`contree:made`)."""
    beat_defence: Annotated[
        bool, Switch("contree:made", "rules.settlements.by_bid.is_made", only=_BY_BID)
    ] = False
    """Whether the attack needs more than the defence besides (`contree:made`)."""
    made_pays: Annotated[
        Literal["points_and_bid", "bid", "points"],
        Switch("contree:made pilotta:points", "rules.settlements.by_bid.when_made", only=_BY_BID),
    ] = "points_and_bid"
    """What the attack writes for a contract made: points and bid, or one of them
    (`contree:made`, `pilotta:points`)."""
    doubled_defence: Annotated[
        Literal["own", "belote", "belote_over", "nothing", "all_over"],
        Switch(
            "contree:double pilotta:kontra",
            "rules.settlements.by_bid.bonuses_when_made",
            only=_BY_DOUBLE,
        ),
    ] = "own"
    """What the defence keeps where a contract is made although it was doubled: its own points, its
    belote alone, or nothing, its belote lost or given to the attack (`contree:double`), or all
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
    """What the defence writes for a contract that failed (`contree:failed`); `all`: what all tricks
    count, those of a sweep too (`pilotta:failed`); `own_sweep_and_bid`: 162, or a sweep of its own,
    and the bid (`bazar-blot:failed`)."""
    multiplied: Annotated[
        Literal["bid", "bid_and_160", "bid_and_162", "bid_beside_160", "line", "line_of_160"],
        Switch("contree:double lacontree", "rules.settlements.by_bid.line", only=_BY_DOUBLE),
    ] = "bid"
    """What a double multiplies: the bid alone, or all that is written but for bonuses, or with
    them; and whether 160, or 162 (`lacontree`), replaces the points then (`contree:double`)."""
    eighty_two_writes: Annotated[
        Literal[80, 82],
        Switch(
            "contree:bids", "rules.settlements.by_bid.bid_worth", only=_BY_BID + " least_bid=82"
        ),
    ] = 82
    """What a bid of 82 counts when it is written (`contree:bids`)."""
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
    """What a double multiplies is written as often at no trumps as in a suit, or once more: twice
    undoubled, then 3 and 5 times (`bazar-blot:stakes`)."""
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
    """What a bid of every trick is worth (`contree:capot`)."""
    generale_value: Annotated[
        int,
        Switch(
            "contree:capot",
            "rules.settlements.by_bid.bid_worth",
            only=_BY_BID + " all_tricks_bid=capot_and_generale",
        ),
    ] = 700
    """What a bid of every trick by oneself is worth (`contree:capot`)."""
    capot_points: Annotated[
        Literal["none", "250", "252"],
        Switch("contree:capot", "rules.settlements.by_bid.sweep_bonus", only=_BY_CAPOT),
    ] = "none"
    """What all tricks count beside the worth of the bid, once they were bid (`contree:capot`)."""
    failed_capot_base: Annotated[
        Literal["none", "as_usual", "252"],
        Switch("contree:capot", "rules.settlements.by_bid.failed_base", only=_BY_CAPOT),
    ] = "none"
    """What the defence writes beside the worth of a bid of every trick that failed
    (`contree:capot`)."""
    unbid_sweep: Annotated[
        Literal[162, 250, 252],
        Switch("contree:capot", "rules.settlements.by_bid.sweep_bonus", only=_BY_BID),
    ] = 162
    """What every trick counts where it was not bid (`contree:capot`)."""
    no_suit_points: Annotated[
        str,
        Switch(
            "contree:points bulgaria:points",
            "rules.options.Rules.law",
            only="no_suit_bids!=none|auction_kind=ranked|auction_kind=purchase",
        ),
    ] = "scaled"
    """What cards count, by a scale of `rules.cards.SCALES`: in all trumps and no trumps as many
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
        ],
        Switch(
            "flemish:61 french:25 contree:rounding bulgaria:rounding pilotta:rounding",
            "rules.scoring.rounded_points",
        ),
    ] = "half_up"
    """How marks become tens (`french:25`, `ffb:10.3`; `reading:rounding`)."""
    last_deal_exact: Annotated[
        bool, Switch("contree:rounding", "rules.match.exact_if_last", only=_BY_BID)
    ] = False
    """Whether the deal that ends a match is written without rounding (`contree:rounding`)."""
    unit: Annotated[
        Literal[1, 10], Switch("flemish:61 bulgaria:settlement", "rules.scoring.rounded_marks")
    ] = 1
    """What one mark is worth in points (`flemish:61` writes tens)."""
    false_play_award: Annotated[
        Literal["162_and_bonuses", "162", "252", "contract"],
        Switch(
            "flemish:67 question:53",
            "rules.scoring.awarded",
            section="manners",
            only="assistance=none revoke_policy=challenge settlement!=marks",
        ),
    ] = "162_and_bonuses"
    """What "all points" are after false play or a false accusation (`flemish:67`,
    `question:20`), or what the contract was played for (`question:53`)."""

    own: Own = NONE
    """The options of a game's own."""

    def counts_twice(self, no_trumps: bool) -> bool:
        """Whether the points of tricks count twice: in no trumps, where its cards are worth 120
        (`bulgaria:points`)."""
        return no_trumps and self.no_suit_points == "unscaled"


class ContractTerms(NamedTuple):
    """What a tally has of the contract: the points of all its cards, what was bid, the stake."""

    cards: int = CARD_POINTS
    value: Value | None = None
    stake: int = 1
    no_trumps: bool = False
    all_trumps: bool = False

    @classmethod
    def of(cls, contract: Contract, law: Law) -> ContractTerms:
        """Those of this contract, played by this law."""
        kinds = (contract.trump is Trump.NONE, contract.trump is Trump.ALL)
        return cls(sum(law.points), contract.value, contract.stake, *kinds)

    @property
    def limit(self) -> int:
        """The last digit from which points are rounded up (`bulgaria:rounding`)."""
        return _limit(self.all_trumps, self.no_trumps)


IN_A_SUIT: Final = ContractTerms()
"""The terms of a contract in a suit that nobody doubled."""


def _limit(all_trumps: bool, no_trumps: bool) -> int:
    return 4 if all_trumps else 5 if no_trumps else SUIT_LIMIT


class Tally(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What was won in a deal, by side: points of tricks, tricks, announcements and belote.

    `points` are the cards' with the last trick's ten; where one of three players has no trick the
    ten is not paid (`flemish:74`). `last_trick`, the side that won it, only makes the derivation
    finer. `cards`: what all cards in play count in this contract, `sweep`: what every trick adds.
    `value` and `stake` as they were bid; `alone`: whether the attacker itself took every trick.
    `dealt`: how many cards each had where others stayed in the stock. `trick_melds`: what fell
    together in tricks, by the side that won them; empty where that counts nothing.
    """

    attack: int
    points: Points
    tricks: Points
    melds: Points
    belote: Points
    last_trick: int | None = None
    cards: int = CARD_POINTS
    sweep: int = SWEEP
    value: Value | None = None
    stake: int = 1
    alone: bool = False
    no_trumps: bool = False
    all_trumps: bool = False
    dealt: int | None = None
    trick_melds: Points = ()

    @property
    def deal_points(self) -> int:
        """What all tricks count together."""
        return self.cards + LAST_TRICK

    @property
    def limit(self) -> int:
        """The last digit from which points are rounded up, by contract (`bulgaria:rounding`)."""
        return _limit(self.all_trumps, self.no_trumps)

    @property
    def sides(self) -> range:
        """The sides: 0 and 1, or three players."""
        return range(len(self.points))

    @property
    def others(self) -> list[int]:
        """The sides that did not take, in order of turn after the attack."""
        return [(self.attack + step) % len(self.points) for step in self.sides[1:]]

    @property
    def swept(self) -> int | None:
        """The side that took every trick: a count of tricks, never of points (`reading:sweep`)."""
        if self.tricks.count(0) != len(self.tricks) - 1:
            return None
        return self.tricks.index(max(self.tricks))

    @property
    def one_without(self) -> bool:
        """Whether exactly one of three players has no trick (`flemish:74`)."""
        return len(self.points) == 3 and self.tricks.count(0) == 1

    def bonus(self, side: int) -> int:
        """What tricks taken, or not taken by another, add to their points."""
        if self.one_without:
            return NO_TRICK * (self.tricks[side] > 0)
        return self.sweep * (self.swept == side)

    def melds_in_tricks(self, side: int) -> int:
        """What fell together in the tricks of a side (`klaverjas:roem`)."""
        return self.trick_melds[side] if self.trick_melds else 0

    def of_tricks(self, side: int) -> int:
        """All that the tricks of a side count: cards, last ten, what fell together, a sweep."""
        return self.points[side] + self.melds_in_tricks(side) + self.bonus(side)

    @property
    def of_all_tricks(self) -> int:
        """All that the tricks of a deal count."""
        return sum(map(self.of_tricks, self.sides))

    def total(self, side: int) -> int:
        """All that the side won: tricks, sweep, announcements and belote."""
        return self.of_tricks(side) + self.melds[side] + self.belote[side]


class Line(msgspec.Struct, frozen=True, gc=False):
    """One step of the derivation: catalogue key `score.<code>`, whose, how much, why."""

    code: str
    side: int | None
    points: int
    rule: str


Lines = tuple[Line, ...]


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """How a deal was written: marks by side with held points paid out, what is held now, why.

    `wins`: the side that wins the game with it, whatever the scores.
    """

    outcome: Outcome
    marks: Points
    held: int
    sweep: bool
    lines: Lines
    wins: int | msgspec.UnsetType = msgspec.UNSET


class Payment(msgspec.Struct, frozen=True):
    """Points by side before rounding, what waits, who is paid held points, and the steps.

    `heir` None where held points go on waiting.
    """

    raw: Points
    kept: int = 0
    heir: int | None = None
    steps: Lines = ()


WAITING: Final = "flemish:73 bga:68-70 ffb:10.1.3"


def check(tally: Tally) -> None:
    """ValueError unless points and tricks can be those of one deal."""
    expected = tally.cards if tally.one_without else tally.deal_points
    if sum(tally.points) != expected:
        why = ", for with a player without a trick the last ten is not paid" * tally.one_without
        raise ValueError(
            f"the tricks of a deal count {expected}{why}; not {sum(tally.points)}: recount"
        )
    tricks = tally.dealt or (8 if len(tally.points) == 2 else 10)
    if sum(tally.tricks) != tricks or min(tally.tricks) < 0:
        raise ValueError(f"a deal has {tricks} tricks; these are {tally.tricks}")
    for side in tally.sides:
        if not 0 <= tally.points[side] <= tally.deal_points * (tally.tricks[side] > 0):
            raise ValueError(f"side {side} cannot have {tally.points[side]} points in its tricks")
    if min(*tally.melds, *tally.belote) < 0:
        raise ValueError("announcements and belote are never below zero")


def outcome(tally: Tally, rules: ScoringRules) -> Outcome:
    """Made, failed or tie (`french:22`, `flemish:61,73`).

    A side without a trick makes nothing (`question:24`); of three, each alone, only points are
    asked (`flemish:74`).
    """
    if not tally.tricks[tally.attack] and len(tally.points) == 2:
        return "failed"
    if rules.contract_goal == "fixed_82_tricks":
        return "made" if tally.points[tally.attack] > DEAL_POINTS // 2 else "failed"
    mine = compared(tally, tally.attack, rules)
    theirs = max(compared(tally, side, rules) for side in tally.others)
    if mine == theirs:
        equal_ones: dict[str, Outcome] = {"hold": "tie", "failed": "failed", "made": "made"}
        return equal_ones[rules.tie_rule]
    return "made" if mine > theirs else "failed"


def compared(tally: Tally, side: int, rules: ScoringRules) -> int:
    """What counts towards the contract (`contract_counts`)."""
    bonuses = {"melds": tally.melds, "belote": tally.belote}
    counting = (won[side] for kind, won in bonuses.items() if kind in rules.contract_counts)
    return tally.of_tricks(side) + sum(counting)


class ContractResult(msgspec.Struct, frozen=True):
    """Whether the contract was made, what that pays, and the steps that lead there.

    `wins`: the side that wins the game to the target at once, where a deal can do that.
    """

    outcome: Outcome
    payment: Payment
    lines: Lines
    wins: int | None = None


def by_majority(tally: Tally, rules: ScoringRules) -> ContractResult:
    """The verdict where the attack needs more than the others (`french:22-24`)."""
    decided = outcome(tally, rules)
    payment = _PAYMENTS[decided, len(tally.points)](tally, rules)
    line = Line(decided, tally.attack, tally.total(tally.attack), "french:22 flemish:61,74")
    return ContractResult(decided, payment, (*won(tally), line))


def written(
    decided: Outcome,
    payment: Payment,
    held: int,
    attack: int,
    before: Lines,
    rules: ScoringRules,
    sweep: bool = False,
    limit: int = SUIT_LIMIT,
) -> Settlement:
    """Round the payment, pay what is held or hold more, and say each step."""
    rounded = rounded_marks(payment.raw, attack, rules, limit)
    held_now = round_points(payment.kept, rules, limit)
    paid = held if payment.heir is not None else 0
    marks = tuple(m + paid * (side == payment.heir) for side, m in enumerate(rounded))
    lines = (
        *before,
        *payment.steps,
        *_rounded(payment.raw, rounded),
        *_line("held-now", attack, held_now, WAITING),
        *_line("held-paid", payment.heir, paid, WAITING),
        *(Line("marks", side, mark, "french:23-25 flemish:61") for side, mark in enumerate(marks)),
    )
    return Settlement(decided, marks, held_now + held - paid, sweep, lines)


def _line(code: str, side: int | None, points: int, rule: str) -> list[Line]:
    """The line, if there is anything to say."""
    return [Line(code, side, points, rule)] if points else []


def with_sweep(tally: Tally, rules: ScoringRules) -> Tally:
    """The tally with what every trick adds, as the table agreed (`klaverjas-nku:pit`)."""
    return msgspec.structs.replace(tally, sweep=rules.sweep_points)


def without_tricks(tally: Tally, rules: ScoringRules) -> Tally:
    """The announcements and belote of a side without a trick, as the table agreed
    (`question:24`)."""
    melds, belote = tally.melds, tally.belote
    if rules.swept_melds != "kept":
        melds = tuple(points * (tally.tricks[side] > 0) for side, points in enumerate(melds))
    if tally.swept is not None and rules.swept_melds == "to_winner":
        melds = _all_to(tally.swept, tally.melds)
    if tally.swept is not None and rules.swept_belote == "to_winner":
        belote = _all_to(tally.swept, belote)
    return msgspec.structs.replace(tally, melds=melds, belote=belote)


def _all_to(winner: int, points: Points) -> Points:
    """What all sides have, for one of them."""
    return tuple(sum(points) * (side == winner) for side in range(len(points)))


def won(tally: Tally) -> list[Line]:
    """What each side won, the attack first."""
    lines: list[Line] = []
    for side in (tally.attack, *tally.others):
        lines += [*in_tricks(tally, side), *besides_tricks(tally, side)]
    return lines


def besides_tricks(tally: Tally, side: int) -> list[Line]:
    """What a side won besides the points of its tricks, and the total."""
    alone = ("no-trick", "flemish:74")
    code, rule = alone if tally.one_without else ("sweep", "french:21,23 flemish:63")
    return [
        *_line("trick-melds", side, tally.melds_in_tricks(side), "klaverjas:roem"),
        *_line(code, side, tally.bonus(side), rule),
        *_line("melds", side, tally.melds[side], "french:28-33 flemish:39-53"),
        *_line("belote", side, tally.belote[side], "french:21 flemish:59"),
        Line("total", side, tally.total(side), "french:22"),
    ]


def in_tricks(tally: Tally, side: int) -> list[Line]:
    """Cards and the last trick, separately where it is known who won it."""
    if tally.last_trick is None or tally.one_without:
        return [Line("tricks", side, tally.points[side], "french:20")]
    ten = LAST_TRICK * (tally.last_trick == side)
    cards = Line("cards", side, tally.points[side] - ten, "french:20")
    return [cards, *_line("last-trick", side, ten, "french:20 flemish:61")]


# --- two sides ------------------------------------------------------------------------------------


def by_attack(attack: int, attacks: int, defences: int) -> Points:
    """Of two sides what the attack has, and the defence."""
    return (attacks, defences) if attack == 0 else (defences, attacks)


def _made(tally: Tally, rules: ScoringRules) -> Payment:
    """Each side writes its own (`french:23`, `flemish:61`)."""
    return Payment(tuple(map(tally.total, tally.sides)), heir=tally.attack)


def _failed(tally: Tally, rules: ScoringRules) -> Payment:
    """The defence takes all but the attack's belote (`french:24`, `bga:66-67`,
    `reading:failure`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    base = fail_base(tally, rules)
    kept, given, steps = after_failing(tally, rules, defence)
    own, fallen = tally.belote[defence] + tally.melds[defence], sum(tally.trick_melds)
    lines = (
        Line(
            "failed-swept" if base > tally.deal_points else "failed-all",
            defence,
            base,
            "french:21,24",
        ),
        *_line("all-trick-melds", defence, fallen, "klaverjas:roem"),
        *_line("defence-bonus", defence, own, "french:24"),
        *steps,
    )
    theirs = base + fallen + own + given
    return Payment(by_attack(attack, kept, theirs), heir=defence, steps=lines)


def fail_base(tally: Tally, rules: ScoringRules) -> int:
    """What a failed contract (*dedans*) pays for the tricks: 162, more after a sweep (*capot*).

    Where cards stay in the stock it is what those in play count.
    """
    if tally.dealt is not None:
        return tally.deal_points + tally.sweep * (tally.swept is not None)
    if tally.swept is None or (tally.swept == tally.attack and rules.fail_base == "162"):
        return DEAL_POINTS
    paid = tally.swept == tally.attack or rules.swept_attack_pays > DEAL_POINTS
    return DEAL_POINTS + tally.sweep * paid


def after_failing(tally: Tally, rules: ScoringRules, heir: int) -> tuple[int, int, Lines]:
    """Failed contract (*dedans*): what the attack keeps of its bonuses, what the defence gets of
    them, and the steps."""
    attack = tally.attack
    belote, melds = tally.belote[attack], tally.melds[attack]
    safe = belote if rules.belote_safe_on_fail else 0
    kept = melds if rules.failed_melds == "kept" else 0
    given = melds if rules.failed_melds == "to_defence" else 0
    lost = belote - safe if rules.failed_belote == "to_defence" else 0
    steps = (
        *_line("melds-to-defence", heir, given, "ffb-coinche:10.1.2 flemish:61"),
        *_line("belote-to-defence", heir, lost, "flemish:61"),
        *_line("belote-kept", attack, safe, "french:24 bga:63"),
        *_line("melds-kept", attack, kept, "reading:failure"),
    )
    return safe + kept, given + lost, steps


def tied(tally: Tally, rules: ScoringRules) -> Payment:
    """Tie (*litige*, held points): the others write their own at once, the attack's points wait
    (`flemish:73`, `bga:68-71`)."""
    attack = tally.attack
    belote = 0 if rules.tie_belote_held else tally.belote[attack]
    raw = [tally.total(side) for side in tally.sides]
    raw[attack] = belote
    steps = tuple(_line("belote-kept", attack, belote, "bga:63,71"))
    return Payment(tuple(raw), kept=tally.total(attack) - belote, steps=steps)


# --- three players, each alone --------------------------------------------------------------------


def _failed_alone(tally: Tally, rules: ScoringRules) -> Payment:
    """Who beats the attacker takes his points besides his own (`flemish:74`,
    `reading:three-players`)."""
    heirs = heirs_of(tally, _ahead(tally, rules), rules)
    kept, given, steps = after_failing(tally, rules, heirs[0])
    prize = tally.of_tricks(tally.attack) + given
    shares = _shares(prize, heirs, rules)
    raw = [tally.total(side) + shares.get(side, 0) for side in tally.sides]
    raw[tally.attack] = kept
    taken = tuple(Line("attack-taken", side, share, "flemish:74") for side, share in shares.items())
    return Payment(tuple(raw), heir=heirs[0], steps=(*taken, *steps))


def _ahead(tally: Tally, rules: ScoringRules) -> list[int]:
    """Who has more than the attacker; where a tie is a failure and nobody has, who has as much."""
    mine = compared(tally, tally.attack, rules)
    theirs = {side: compared(tally, side, rules) for side in tally.others}
    more = [side for side, points in theirs.items() if points > mine]
    return more or [side for side, points in theirs.items() if points == mine]


def heirs_of(tally: Tally, ahead: Sequence[int], rules: ScoringRules) -> list[int]:
    """Who takes the attacker's points, the highest first; equals share them (`question:18`)."""
    ranked = sorted(ahead, key=lambda side: -compared(tally, side, rules))
    best = compared(tally, ranked[0], rules)
    highest = [side for side in ranked if compared(tally, side, rules) == best]
    return highest if rules.three_beaten_to == "highest" else ranked


def _shares(prize: int, heirs: Sequence[int], rules: ScoringRules) -> dict[int, int]:
    """Who gets how much of the attacker's points; an odd one goes to the highest."""
    if rules.three_beaten_to == "each":
        return dict.fromkeys(heirs, prize)
    half, odd = divmod(prize, len(heirs))
    return {side: half + (odd if side == heirs[0] else 0) for side in heirs}


_PAYMENTS: Final[dict[tuple[Outcome, int], Callable[[Tally, ScoringRules], Payment]]] = {
    ("made", 2): _made,
    ("failed", 2): _failed,
    ("tie", 2): tied,
    ("made", 3): _made,
    ("failed", 3): _failed_alone,
    ("tie", 3): tied,
}


# --- deals that were not played to the end --------------------------------------------------------


def award(
    winner: int,
    attack: int,
    melds: Points,
    belote: Points,
    held: int,
    rules: ScoringRules,
    terms: ContractTerms = IN_A_SUIT,
    of_claim: bool = False,
) -> Settlement:
    """The penalty for a revoke (false play), or for a false accusation: all points to the other
    side (`flemish:67`, `question:20`). `of_claim`: for a claim of the rest that failed
    (`baloot:sawa`)."""
    if rules.settlement == "marks":
        return _award_in_marks(winner, attack, melds, belote, held, rules, terms, of_claim)
    base, bonuses = awarded(melds, belote, rules, terms)
    stake = award_stake(rules, terms)
    whole = tuple((base + bonuses) * (side == winner) for side in range(len(melds)))
    raw = rounded_points(whole, attack, rules, terms.limit) if stake > 1 else whole
    steps = (
        _penalty_line(winner, base, of_claim, "flemish:67"),
        *_line("all-bonuses", winner, bonuses, "flemish:67"),
        *([Line("stake", winner, stake, "question:53")] if stake > 1 else []),
    )
    payment = Payment(tuple(points * stake for points in raw), 0, winner, steps)
    return written("false_play", payment, held, attack, (), rules, False, terms.limit)


def _award_in_marks(
    winner: int,
    attack: int,
    melds: Points,
    belote: Points,
    held: int,
    rules: ScoringRules,
    terms: ContractTerms,
    of_claim: bool,
) -> Settlement:
    """The penalty where a deal is written in marks: the whole deal and the winner's own projects,
    as often as the stake says, and its own baloot (`baloot:false-play`). A claim that failed loses
    the deal as a buyer does: the projects of both, and each keeps its baloot (`baloot:sawa`). The
    coffee is for the match."""
    (base, _), stake = awarded(melds, belote, rules, terms), award_stake(rules, terms)
    projects = sum(melds) if of_claim else melds[winner]
    own = marks_of_melds(projects, rules.counts_twice(terms.no_trumps))
    belotes = [points // 10 * (of_claim or side == winner) for side, points in enumerate(belote)]
    steps = (
        _penalty_line(winner, base, of_claim, "baloot:false-play"),
        *_line("written-melds", winner, own, "baloot:projects"),
        *([Line("stake", winner, stake, "baloot:raises")] if stake > 1 else []),
        *(
            line
            for side, marks in enumerate(belotes)
            for line in _line("written-belote", side, marks, "baloot:projects")
        ),
    )
    total = (base + own) * stake
    raw = tuple(total * (side == winner) + marks for side, marks in enumerate(belotes))
    value = written("false_play", Payment(raw, 0, winner, steps), held, attack, (), rules, False)
    return value if terms.stake <= MOST_STAKE else msgspec.structs.replace(value, wins=winner)


def _penalty_line(winner: int, base: int, of_claim: bool, rule: str) -> Line:
    """What the tricks of the whole deal are worth to the side that was wronged."""
    if of_claim:
        return Line("claim-failed", winner, base, "baloot:sawa")
    return Line("all-points", winner, base, rule)


def marks_of_deal(twice: bool) -> int:
    """What a whole deal of baloot is worth: a hokum, or where points count twice a sun
    (`baloot:marks`)."""
    return SUN_MARKS if twice else HOKUM_MARKS


def marks_of_melds(points: int, twice: bool) -> int:
    """The marks of projects of so many points (`baloot:projects`)."""
    return points * (1 + twice) // 10


def won_by_hand(holder: int, sides: int, held: int) -> Settlement:
    """The game is won by all eight of a suit, and nothing is written (`bela:eight`)."""
    line = Line("eight", holder, 0, "bela:eight")
    return Settlement("eight", (0,) * sides, held, False, (line,), wins=holder)


def awarded(
    melds: Points, belote: Points, rules: ScoringRules, terms: ContractTerms = IN_A_SUIT
) -> tuple[int, int]:
    """What "all points" are now: those of the tricks, and those announced (`question:20`)."""
    kind = rules.false_play_award
    if rules.settlement == "marks":
        return marks_of_deal(rules.counts_twice(terms.no_trumps)), 0
    bonuses = sum(melds) + sum(belote) if kind in ("162_and_bonuses", "contract") else 0
    if kind == "contract":
        return (terms.cards + LAST_TRICK) * (1 + rules.counts_twice(terms.no_trumps)), bonuses
    return DEAL_POINTS + SWEEP * (kind == "252"), bonuses


def award_stake(rules: ScoringRules, terms: ContractTerms) -> int:
    """How many times "all points" are written (`question:53`)."""
    if rules.settlement == "marks":
        return min(terms.stake, MOST_STAKE)
    return terms.stake if rules.false_play_award == "contract" else 1


def penalty(dealer: int, sides: int, held: int, rules: ScoringRules) -> Settlement:
    """A misdeal costs the dealer's side 162; what is held stays held (`blijf-jong`,
    `reading:irregularities`)."""
    raw = tuple(-DEAL_POINTS * (side == dealer) for side in range(sides))
    steps = (Line("misdeal", dealer, -DEAL_POINTS, "french:11 blijf-jong"),)
    return written("misdeal", Payment(raw, 0, None, steps), held, dealer, (), rules)


# --- rounding (`reading:rounding`) ----------------------------------------------------------------


def half_up(points: int) -> int:
    """To the nearest ten, 5 up (`ffb:10.3`: 84 is 80, 85 is 90)."""
    return (points + 5) // 10 * 10


def half_down(points: int) -> int:
    """To the nearest ten, 5 down."""
    return (points + 4) // 10 * 10


def _lower_side_up(raw: Points, attack: int, limit: int) -> Points:
    """5 down; where both end in 6 the smaller side alone goes up (Bulgarian)."""
    marks = [half_down(points) for points in raw]
    if raw[0] % 10 == raw[1] % 10 == 6:
        marks[raw.index(max(raw))] -= 10
    return tuple(marks)


def _complement(raw: Points, attack: int, limit: int) -> Points:
    """The attack is rounded, 5 down; the defence gets what is left of the rounded sum."""
    mine = half_down(raw[attack])
    return by_attack(attack, mine, half_down(sum(raw)) - mine)


def _by_contract(raw: Points, attack: int, limit: int) -> Points:
    """Up above the last digit that is the limit of the contract, down below it; at the limit the
    side with less goes up, and of equals the attack, whose points then wait
    (`bulgaria:rounding`)."""

    def lifted(side: int) -> bool:
        digit, mine, theirs = raw[side] % 10, raw[side], raw[side ^ 1]
        goes_up = mine < theirs or (mine == theirs and side == attack)
        return digit > limit or (digit == limit and goes_up)

    return tuple(points // 10 * 10 + 10 * lifted(side) for side, points in enumerate(raw))


def _higher_rest(raw: Points, attack: int, limit: int) -> Points:
    """Down, but for the side with the larger last digit, or of equal ones with more: it gets what
    the last digits of both make, if that is ten or more (`pilotta:rounding`)."""
    down = [points // 10 * 10 for points in raw]
    up = max(range(len(raw)), key=lambda side: (raw[side] % 10, raw[side]))
    left = sum(raw) // 10 * 10 - sum(down)
    return tuple(points + left * (side == up) for side, points in enumerate(down))


_ROUNDINGS: Final[dict[str, Callable[[Points, int, int], Points]]] = {
    "none": lambda raw, _, __: raw,
    "half_up": lambda raw, _, __: tuple(map(half_up, raw)),
    "half_down": lambda raw, _, __: tuple(map(half_down, raw)),
    "lower_side_up": _lower_side_up,
    "complement": _complement,
    "by_contract": _by_contract,
    "higher_rest": _higher_rest,
}


def rounded_points(
    raw: Points, attack: int, rules: ScoringRules, limit: int = SUIT_LIMIT
) -> Points:
    """Points rounded to tens, as the table agreed; `limit` of the contract (`Tally.limit`)."""
    return _ROUNDINGS[rules.rounding](raw, attack, limit)


def rounded_marks(raw: Points, attack: int, rules: ScoringRules, limit: int = SUIT_LIMIT) -> Points:
    """As written on the sheet: rounded, and in units (`flemish:61` writes tens)."""
    return tuple(points // rules.unit for points in rounded_points(raw, attack, rules, limit))


def round_points(points: int, rules: ScoringRules, limit: int = SUIT_LIMIT) -> int:
    """Points that wait are held as they would be written (`reading:held`)."""
    if rules.rounding == "none":
        return points
    if rules.rounding == "by_contract":
        return (points + 10 - limit) // 10 * 10 // rules.unit
    rounded = half_up(points) if rules.rounding == "half_up" else half_down(points)
    return rounded // rules.unit


def _rounded(raw: Points, marks: Points) -> list[Line]:
    changed = (side for side, points in enumerate(raw) if points != marks[side])
    return [Line("rounded", side, marks[side], "french:25 flemish:61") for side in changed]
