"""What may a table agree on? Every difference between rule sets, as one frozen record.

The options have the names of RULES section 13. A value that is not in an option's type cannot be
played yet and is refused when the rules are made.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from rebelote.cards import Trump
from rebelote.melds import MeldRules
from rebelote.play import Law, Obligations
from rebelote.scoring import ScoringRules

_Part = TypeVar("_Part", bound=msgspec.Struct)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a table; the defaults are the French game of source text 2."""

    preset: str = "french"
    """The rule set these rules began as (a file in `variants`)."""

    # --- the table and the pack
    players: Literal[4] = 4
    """How many sit down; 4 in two partnerships (`2:L22`, `0:L1`)."""
    direction: Literal["cw", "ccw"] = "ccw"
    """Which way the turn goes; presentation only (`2:L7` counter-clockwise, `0:L9` clockwise)."""
    first_dealer: Literal["random"] = "random"
    """Who deals first: one player is designated (`2:L6`)."""
    shuffle: Literal["first_only", "each_deal_full"] = "first_only"
    """The pack is shuffled once, before the first deal (`2:L4`), or afresh before each."""
    pile_join: Literal["next_dealer_side_on_top"] = "next_dealer_side_on_top"
    """How the two piles become one pack again (silent; RULES Q22)."""
    cut_min: int = 2
    """The least cards in either packet of the cut (`2:L5`; FFB 3, `0:L37` 10)."""
    packets: tuple[tuple[int, int], ...] = ((3, 2), (2, 3))
    """How the dealer may deal the first five cards (`2:L8`)."""

    # --- the auction
    round2_turned_suit: bool = True
    """Whether the turned suit may be named in round 2 (`2:L9` "any suit", Q10)."""
    round3: Literal["none"] = "none"
    """A third round for all trumps or no trumps (`1:L49`); none in the French game."""
    dead_deals_per_dealer: int = 1
    """Dead deals before the deal passes on (`2:L9` one; `0:L9` two)."""

    # --- the play (RULES 6.2)
    rise_trump_led: Literal["always", "vs_opponents", "never"] = "always"
    """On a trump lead, whether a higher trump is owed (`2:L1`; `0:L33` against opponents only)."""
    rise_all_trump: Literal["always", "vs_opponents", "never"] = "always"
    """The same in all trumps (Q4)."""
    rise_plain: bool = False
    """Whether plain suits are risen in too (Croatian Bela)."""
    cut_when_void: Literal["always", "never"] = "always"
    """Whether a void player ruffs while opponents are winning (`2:L1`, `0:L34`)."""
    partner_exempts: Literal["any", "trump_only", "none"] = "any"
    """Which winning card of partner's frees from ruffing (FFB-B 5.2, Q3)."""
    voluntary_trump: Literal["free", "must_rise"] = "free"
    """Whether one who need not ruff partner's trump may undertrump it (FFB-K 5.2)."""
    undertrump: Literal["forced", "free", "forbidden"] = "forced"
    """What is owed by one who cannot overruff: *pisser* (FFB-B 5.2, `0:L35`, Q2)."""
    last_trick_view: Literal["last", "never"] = "last"
    """Which turned tricks may be looked at: the last, at any time (`2:L19`)."""
    revoke_policy: Literal["prevented"] = "prevented"
    """An illegal card cannot be played."""

    # --- belote and announcements
    belote_order: Literal["any", "king_first"] = "any"
    """Which of king and queen is played first (FFB-B 7; `0:L59` the king)."""
    belote_safe_on_fail: bool = True
    """Whether a failed attack keeps its belote (`2:L24`)."""
    melds: Literal["full", "none"] = "full"
    """Whether announcements are played (`2:L28-33`)."""
    run_points: tuple[int, int, int, int, int, int] = (20, 50, 100, 100, 100, 100)
    """Points of runs of 3, 4, 5, 6, 7 and 8 cards (FFB-C 8)."""
    run_length_rank_cap: int = 5
    """The length above which a longer run is no stronger (Q29)."""
    low_carre_points: Literal[0, 50] = 0
    """What four sevens or eights are worth (`0:L51` by agreement 50)."""
    meld_card_reuse: Literal[False] = False
    """Whether a card may serve in two announcements (no: `0:L53`, FFB-C 8)."""
    split_runs: bool = False
    """Whether an uninterrupted run may be named as two (RULES 8.2)."""
    carre_order: Literal["natural", "trump"] = "natural"
    """How squares worth 100 compare: A K Q 10, or A 10 K Q (Q28)."""
    meld_show_trick: Literal[2] = 2
    """The trick in which announcements are shown (`2:L30`)."""
    meld_fallback_trick: None = None
    """The trick in which a lesser one may be shown when the best was forgotten (`0:L51`)."""
    meld_show_on_demand: bool = True
    """Whether they are shown only when asked (`2:L30`); an assisted table always asks."""
    meld_tie: Literal["none", "earliest"] = "none"
    """Whose equal announcement counts: nobody's (`2:L32`) or the earlier speaker's (`0:L51`)."""

    # --- writing (RULES 9)
    point_tables: Literal["suit"] = "suit"
    """Which contracts are played, with their points (RULES 2.3)."""
    contract_counts: tuple[Literal["belote", "melds"], ...] = ("belote", "melds")
    """Which bonuses count towards making the contract (`2:L22`)."""
    failed_melds: Literal["to_defence", "void", "kept"] = "to_defence"
    """Where a failed attack's announcements go (FFB-C, Q9)."""
    fail_base: Literal[162] = 162
    """What the defence writes when the attack fails, bonuses aside (`2:L24`)."""
    swept_attack_pays: Literal[252, 162] = 252
    """The same when the attack took no trick (`2:L21`, Q23)."""
    tie_rule: Literal["hold", "failed", "made"] = "hold"
    """What a tie is: *litige*, failed or made (FFB-B 10.1.3, Q8)."""
    tie_belote_held: bool = True
    """Whether the attack's belote waits with its points in a tie (Q7)."""
    held_at_end: Literal["lapse"] = "lapse"
    """What becomes of held points when the match ends (Q25)."""
    rounding: Literal["none", "half_up", "half_down", "lower_side_up", "complement"] = "half_up"
    """How marks become tens (`2:L25`, FFB-B 10.3; RULES 9.5)."""
    unit: Literal[1] = 1
    """What one mark is worth in points (`0:L61` writes tens)."""

    # --- the end
    target: int = 1000
    """The total that ends a match (`2:L26`)."""
    target_strict: bool = False
    """Whether it must be passed and not only reached (RULES 10)."""
    end_rule: Literal["higher_then_extra_deal"] = "higher_then_extra_deal"
    """Both past the target: the higher total wins, equal: one more deal (`2:L27`)."""

    def __post_init__(self) -> None:
        """Refuse numbers that no deal could be played with; types are checked by `agree`."""
        if not 1 <= self.cut_min <= 16:
            raise ValueError(
                f"cut_min is {self.cut_min}, but both packets come from 32 cards: 1 to 16"
            )
        if self.target < 1:
            raise ValueError(f"target is {self.target}, but a match is played to at least 1 point")
        if self.dead_deals_per_dealer < 1:
            raise ValueError("dead_deals_per_dealer is at least 1")
        if not self.packets or any(sum(p) != 5 or min(p) < 1 for p in self.packets):
            raise ValueError("packets are pairs of numbers that make five: 3-2 or 2-3")
        if not 3 <= self.run_length_rank_cap <= 8:
            raise ValueError("run_length_rank_cap is the length of a run, 3 to 8")

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(seat % 2 for seat in range(self.players))

    def agree(self, options: dict[str, Any]) -> Rules:
        """These rules with other options; ValueError says which option or value is not known."""
        unknown = sorted(options.keys() - set(self.__struct_fields__) | options.keys() & {"preset"})
        if unknown:
            raise ValueError(f"{unknown[0]} is not an option of the rules")
        try:
            return msgspec.convert({**msgspec.to_builtins(self), **options}, Rules)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None

    def differs(self, base: Rules) -> dict[str, Any]:
        """The options that differ from `base`, with their values here."""
        mine, theirs = msgspec.to_builtins(self), msgspec.to_builtins(base)
        return {key: value for key, value in mine.items() if value != theirs[key]}

    def law(self, trump: Trump) -> Law:
        """The law of play of one contract."""
        return Law(
            trump,
            Obligations(
                rise=self.rise_all_trump if trump is Trump.ALL else self.rise_trump_led,
                rise_plain=self.rise_plain,
                cut_when_void=self.cut_when_void,
                partner_exempts=self.partner_exempts,
                voluntary_trump=self.voluntary_trump,
                undertrump=self.undertrump,
            ),
            partners=self.players == 4,
            king_first=self.belote_order == "king_first",
        )

    @property
    def meld_rules(self) -> MeldRules:
        """The part that announcements ask."""
        return self._part(MeldRules)

    @property
    def scoring(self) -> ScoringRules:
        """The part that writing asks."""
        return self._part(ScoringRules)

    def _part(self, kind: type[_Part]) -> _Part:
        return kind(**{name: getattr(self, name) for name in kind.__struct_fields__})
