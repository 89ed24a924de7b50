"""What may a table agree on? Every difference between rule sets, as one frozen record.

The options are those of `reading:options`. A value that is not in an option's type cannot be
played yet and is refused when the rules are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

import msgspec

from rebelote.rules.cards import FULL_PACK, CardSet, Trump
from rebelote.rules.melds import MeldRules
from rebelote.rules.play import Law, Obligations
from rebelote.rules.scoring import Points, ScoringRules

_Part = TypeVar("_Part", bound=msgspec.Struct)
Shuffle = Literal[
    "first_only", "each_deal_full", "limited(1)", "limited(2)", "limited(3)", "limited(4)"
]
Signals = Literal["none", "direct", "inverted"]
BLACK_SEVENS: Final = CardSet.parse("7S 7C")
"""What three players leave out (`flemish:74`)."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The rules of a table; the defaults are the French game (`french`)."""

    preset: str = "french"
    """The rule set these rules began as (a file in `variants`)."""

    # --- the table and the pack
    players: Literal[3, 4] = 4
    """How many sit down: 4 in two partnerships (`french:22`, `flemish:1`), 3 each alone
    (`flemish:74`)."""
    direction: Literal["cw", "ccw"] = "ccw"
    """Which way the turn goes; presentation only (`french:7` counter-clockwise, `flemish:9`
    clockwise)."""
    first_dealer: Literal["random", "high_card", "low_card"] = "random"
    """Who deals first: a player is designated (`french:6`), or cards are drawn (`blijf-jong`,
    `ffb:3.1`)."""
    shuffle: Shuffle = "first_only"
    """Once, before the first deal (`french:4`), afresh before each, or riffled a little
    (`flemish:37`)."""
    pile_join: Literal["next_dealer_side_on_top", "random"] = "next_dealer_side_on_top"
    """How the piles become one pack again (silent; `question:22`)."""
    cut_min: int | None = 2
    """The least cards in either packet of the cut (`french:5`; `ffb:3.3` 3, `flemish:37` 10); None:
    no cut."""
    packets: tuple[tuple[int, int], ...] = ((3, 2), (2, 3))
    """How the dealer may deal the cards before the auction (`french:8`, `flemish:9,74`)."""
    misdeal: Literal["none", "redeal", "next_dealer", "penalty_162"] = "none"
    """What a misdeal found before the first card leads to (`french:11`; `contree-org`, `contest`,
    `blijf-jong`)."""

    # --- the auction
    round2_turned_suit: bool = True
    """Whether the turned suit may be named in round 2 (`french:9` "any suit", `question:10`)."""
    round3: Literal["none", "all_or_no_trump"] = "none"
    """A third round for all trumps or no trumps (`bga:49`, `question:21`)."""
    dead_deals_per_dealer: int = 1
    """Dead deals before the deal passes on (`french:9` one; `flemish:9` two)."""

    # --- the play (`reading:obligations`)
    rise_trump_led: Literal["always", "vs_opponents", "never"] = "always"
    """On a trump lead, whether a higher trump is owed (`french:1`; `flemish:33` against opponents
    only)."""
    rise_all_trump: Literal["always", "vs_opponents", "never"] = "always"
    """The same in all trumps (`question:4`)."""
    rise_plain: bool = False
    """Whether plain suits are risen in too (Croatian Bela)."""
    cut_when_void: Literal["always", "never"] = "always"
    """Whether a void player ruffs while opponents are winning (`french:1`, `flemish:34`)."""
    partner_exempts: Literal["any", "trump_only", "none"] = "any"
    """Which winning card of partner's frees from ruffing (`ffb:5.2`, `question:3`)."""
    voluntary_trump: Literal["free", "must_rise"] = "free"
    """Whether one who need not ruff partner's trump may undertrump it (`ffb-contree:5.2`)."""
    undertrump: Literal["forced", "free", "forbidden"] = "forced"
    """What is owed by one who cannot overruff: *pisser* (`ffb:5.2`, `flemish:35`, `question:2`)."""
    last_trick_view: Literal["last", "never", "last_not_before_play"] = "last"
    """Whether the last trick may be looked at: at any time (`french:19`), never (`flemish:65`), or
    once played (`ffb:5.1`)."""
    signals: Signals = "none"
    """What a low card thrown on partner's trick calls by agreement: its suit, or another of its
    colour (*appel*, `french:38-40`); the law of play is the same."""

    # --- as in real life
    assistance: Literal["full", "none"] = "full"
    """`full`: only legal cards, nothing is forgotten; `none`: the three switches below hold."""
    revoke_policy: Literal["prevented", "challenge"] = "prevented"
    """Whether an illegal card can be played, and be challenged (`flemish:67`)."""
    meld_show_mode: Literal["auto", "manual"] = "manual"
    """Whether announcements must be shown by oneself, or are lost (`flemish:51`)."""
    belote_announce: Literal["auto", "manual"] = "manual"
    """Whether belote and rebelote must be said by oneself, or are lost (`ffb:7`, `flemish:59`)."""
    false_play_award: Literal["162_and_bonuses", "162", "252"] = "162_and_bonuses"
    """What "all points" are after false play or a false accusation (`flemish:67`,
    `question:20`)."""
    bots_remember: bool = False
    """Whether bots remember the deal from which the pack was gathered (`french:4,17`)."""

    # --- belote and announcements
    belote_order: Literal["any", "king_first"] = "any"
    """Which of king and queen is played first (`ffb:7`; `flemish:59` the king)."""
    belote_order_violation: Literal["illegal", "forfeits_20"] = "illegal"
    """What the queen before the king is: an illegal card, or the twenty are lost
    (`question:26`)."""
    belote_discard_ok: bool = True
    """Whether a belote begun by a discard counts (no: `bulgaria`; only in all trumps)."""
    belote_safe_on_fail: bool = True
    """Whether a failed attack keeps its belote (`french:24`)."""
    melds: Literal["full", "none"] = "full"
    """Whether announcements are played (`french:28-33`)."""
    run_points: tuple[int, int, int, int, int, int] = (20, 50, 100, 100, 100, 100)
    """Points of runs of 3, 4, 5, 6, 7 and 8 cards (`ffb-coinche:8`)."""
    run_length_rank_cap: int = 5
    """The length above which a longer run is no stronger (`question:29`)."""
    low_carre_points: Literal[0, 50] = 0
    """What four sevens or eights are worth (`flemish:51` by agreement 50)."""
    low_carre_rank: Literal["by_points", "as_carre"] = "by_points"
    """Where they stand: between runs of four and five, or above every run (`question:31`)."""
    carre_beats_run: bool = True
    """Whether a square of 100 beats a run of 100 (`ffb-coinche:8.1`), or is its equal
    (`belotegame`, `question:27`)."""
    meld_card_reuse: bool = False
    """Whether a card may serve in two announcements (no: `flemish:53`, `ffb-coinche:8`; yes:
    `cardweb`)."""
    split_runs: bool = False
    """Whether an uninterrupted run may be named as two (`reading:choosing`)."""
    carre_order: Literal["natural", "trump"] = "natural"
    """How squares worth 100 compare: A K Q 10, or A 10 K Q (`question:28`)."""
    meld_show_trick: Literal[2, 3] = 2
    """The trick in which announcements are shown (`french:30` second, `flemish:51` third)."""
    meld_fallback_trick: Literal[3, 4] | None = None
    """The trick in which a lesser one may be shown when the best was forgotten (`flemish:51`)."""
    meld_show_on_demand: bool = True
    """Whether they are shown only when asked (`french:30`); an assisted table always asks."""
    meld_tie: Literal["none", "earliest"] = "none"
    """Whose equal announcement counts: nobody's (`french:32`) or the earlier speaker's
    (`flemish:51`)."""
    meld_tie_order: Literal["first_trick", "show_trick"] = "first_trick"
    """In which trick "earlier" is told: where they are said, or where shown (`question:14`)."""

    # --- writing (`reading:writing`)
    contract_counts: tuple[Literal["belote", "melds"], ...] = ("belote", "melds")
    """Which bonuses count towards making the contract (`french:22`)."""
    contract_goal: Literal["beat_opponents", "fixed_82_tricks"] = "beat_opponents"
    """What makes the contract: more than the others (`french:22`), or 82 trick points
    (`reading:success`)."""
    failed_melds: Literal["to_defence", "void", "kept"] = "to_defence"
    """Where a failed attack's announcements go (`ffb-coinche:10.1.2`, `question:9`)."""
    fail_base: Literal["162", "everything"] = "162"
    """What a failed attack loses in tricks: 162 (`french:24`), or all, its sweep too
    (`flemish:61`)."""
    swept_attack_pays: Literal[252, 162] = 252
    """What the defence writes for the tricks of an attack that took none (`french:21`,
    `question:23`)."""
    swept_melds: Literal["kept", "void", "to_winner"] = "kept"
    """Where the announcements of a side without a trick go (`question:24`)."""
    tie_rule: Literal["hold", "failed", "made"] = "hold"
    """What a tie is: *litige*, failed or made (`ffb:10.1.3`, `question:8`)."""
    tie_belote_held: bool = True
    """Whether the attack's belote waits with its points in a tie (`question:7`)."""
    held_at_end: Literal["lapse", "paid", "play_on"] = "lapse"
    """Held points at the end: lost, paid to the side that was tied, or one more deal
    (`question:25`)."""
    three_beaten_to: Literal["highest", "split", "each"] = "highest"
    """Who takes the points of an attacker whom both others beat (`flemish:74`, `question:18`)."""
    rounding: Literal["none", "half_up", "half_down", "lower_side_up", "complement"] = "half_up"
    """How marks become tens (`french:25`, `ffb:10.3`; `reading:rounding`)."""
    unit: Literal[1, 10] = 1
    """What one mark is worth in points (`flemish:61` writes tens)."""

    # --- the end
    target: int = 1000
    """The total that ends a match (`french:26`)."""
    target_strict: bool = False
    """Whether it must be passed and not only reached (`reading:end`)."""
    end_rule: Literal["higher_then_extra_deal", "attack_first"] = "higher_then_extra_deal"
    """Both past it: the higher wins, equal: one more deal (`french:27`); or the attack
    (`question:17`)."""
    end_deals: int | None = None
    """A fixed number of played deals instead of the target (`ffb:10.4.1`)."""
    no_win_on_belote_only: bool = False
    """Whether a side that failed and got there by its belote must play on (`ffb-coinche:10.3`)."""
    no_win_on_sweep: bool = False
    """Whether no match is won on the deal of a sweep (`bulgaria`)."""
    booms: int = 1
    """How many games to the target make the match: a *grote kaarting* has several
    (`flemish:61`)."""
    excess: Literal["tally", "carry", "ignore"] = "tally"
    """What is above the target: counted beside, carried into the next game, or dropped
    (`question:19`)."""

    def __post_init__(self) -> None:
        """Refuse what no deal could be played with; single types are checked by `agree`."""
        for wrong, sentence in self._conflicts():
            if wrong:
                raise ValueError(sentence)

    def _conflicts(self) -> Iterator[tuple[bool, str]]:
        """Every combination that cannot be played, with the reason."""
        cards, first, solo = len(self.pack), self.first_part, self.players == 3
        thin = self.cut_min is not None and not 1 <= self.cut_min <= cards // 2
        yield thin, f"cut_min: both packets come from {cards} cards, so 1 to {cards // 2}"
        bad_packets = not self.packets or any(sum(p) != first or min(p) < 1 for p in self.packets)
        yield bad_packets, f"packets are pairs of numbers that make {first}, such as 3-{first - 3}"
        shuffled = self.bots_remember and self.shuffle != "first_only"
        yield shuffled, "bots_remember: of a pack that is shuffled there is nothing to remember"
        yield not 1 <= self.dead_deals_per_dealer <= 10, "dead_deals_per_dealer is 1 to 10"
        yield not 3 <= self.run_length_rank_cap <= 8, "run_length_rank_cap is a length, 3 to 8"
        yield not all(0 < p <= 1000 for p in self.run_points), "run_points are 1 to 1000 each"
        yield not 1 <= self.target <= 10**9, "target is 1 to 1000000000 marks"
        yield not 1 <= self.booms <= 20, "booms is 1 to 20 games"
        yield not 1 <= (self.end_deals or 1) <= 100, "end_deals is 1 to 100 deals"
        yield bool(self.end_deals) and self.booms > 1, "end_deals and booms both set the length"
        fallback = self.meld_fallback_trick or self.meld_show_trick + 1
        late = fallback != self.meld_show_trick + 1
        yield late, "meld_fallback_trick is the trick after meld_show_trick, or none"
        coarse = self.unit == 10 and self.rounding == "none"
        yield coarse, "unit 10 writes tens, so rounding cannot be none"
        pairs = self.rounding in ("lower_side_up", "complement")
        yield solo and pairs, f"rounding {self.rounding} needs two sides, and three play alone"
        fixed = self.contract_goal == "fixed_82_tricks"
        yield solo and fixed, "contract_goal fixed_82_tricks needs two sides"
        yield solo and self.swept_melds == "to_winner", "swept_melds to_winner needs two sides"

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat: partners sit opposite; three play alone (`flemish:74`)."""
        return (0, 1, 0, 1) if self.players == 4 else (0, 1, 2)

    @property
    def side_count(self) -> int:
        """How many sides there are: 2, or 3 players."""
        return max(self.sides) + 1

    def by_side(self, by_seat: Sequence[int]) -> Points:
        """What seats have, added up by side."""
        points = [0] * self.side_count
        for side, mine in zip(self.sides, by_seat, strict=True):
            points[side] += mine
        return tuple(points)

    @property
    def pack(self) -> CardSet:
        """The cards played with: 32, or 30 without two black sevens (`flemish:1,74`)."""
        return FULL_PACK if self.players == 4 else FULL_PACK - BLACK_SEVENS

    @property
    def hand_size(self) -> int:
        """Cards each once trump is settled, and so tricks a deal (`french:11-12`, `flemish:74`)."""
        return 8 if self.players == 4 else 10

    @property
    def first_part(self) -> int:
        """Cards each before the auction (`french:8`, `flemish:9,74`)."""
        return 5 if self.players == 4 else 6

    @property
    def rounds(self) -> int:
        """How often everybody is asked in the auction."""
        return 2 if self.round3 == "none" else 3

    @property
    def riffles(self) -> int | None:
        """How often the gathered pack is riffled; None where the shuffle is another."""
        found = self.shuffle.removeprefix("limited(").removesuffix(")")
        return int(found) if found.isdigit() else None

    @property
    def revocable(self) -> bool:
        """Whether an illegal card can be played, and challenged (`flemish:67`)."""
        return self.assistance == "none" and self.revoke_policy == "challenge"

    @property
    def shown_by_hand(self) -> bool:
        """Whether announcements are shown by the player, or lost (`flemish:51`)."""
        return self.assistance == "none" and self.meld_show_mode == "manual"

    @property
    def belote_by_mouth(self) -> bool:
        """Whether belote is said by the player, or lost (`ffb:7`)."""
        return self.assistance == "none" and self.belote_announce == "manual"

    @property
    def belote_order_forfeits(self) -> bool:
        """Whether a belote begun with the queen is lost, but may be begun so (`flemish:59`)."""
        return self.belote_order == "king_first" and self.belote_order_violation == "forfeits_20"

    def belote_is_sure(self, trump: Trump) -> bool:
        """Whether in this contract no way to play the cards loses a belote (`ffb:7`)."""
        return not self.belote_order_forfeits and (self.belote_discard_ok or trump is not Trump.ALL)

    def as_in_real_life(self) -> Rules:
        """These rules without any help: say, show and watch for yourselves (`flemish:51,59,67`)."""
        manual = {"meld_show_mode": "manual", "belote_announce": "manual"}
        return self.agree({"assistance": "none", "revoke_policy": "challenge", **manual})

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
            king_first=self.belote_order == "king_first"
            and self.belote_order_violation == "illegal",
        )

    @cached_property
    def meld_rules(self) -> MeldRules:
        """The part that announcements ask."""
        return self._part(MeldRules)

    @cached_property
    def scoring(self) -> ScoringRules:
        """The part that writing asks."""
        return self._part(ScoringRules)

    def _part(self, kind: type[_Part]) -> _Part:
        return kind(**{name: getattr(self, name) for name in kind.__struct_fields__})
