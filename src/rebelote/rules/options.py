"""The options of a table: every difference between rule sets, nested by the parts that use it.

An option is declared once, with type, default, source and function. The options are those of
`reading:options`; a value that is not in an option's type cannot be played yet and is refused.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    Unpack,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from rebelote.rules import auctions, settlements, trick_melds
from rebelote.rules.arguments import ArgumentError, wrong_kind
from rebelote.rules.auctions.state import Auction, AuctionRules
from rebelote.rules.cards import FULL_PACK, SCALES, TRUMPS, CardSet, Trump, point_table
from rebelote.rules.contract import Contract
from rebelote.rules.melds import CONTESTS, SQUARES, MeldRules
from rebelote.rules.option_types import Options
from rebelote.rules.own_options import NONE, Own, OwnOption
from rebelote.rules.play import Law, Obligations
from rebelote.rules.rounding import ROUNDED_BY_PAIRS
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements import SettlementKind
from rebelote.rules.switch import ALL_TRUMPS, WITH_BELOTE, Switch
from rebelote.rules.tallies import CARD_POINTS, Points

_Part = TypeVar("_Part", bound=msgspec.Struct)
Shuffle = Literal[
    "first_only", "each_deal_full", "limited(1)", "limited(2)", "limited(3)", "limited(4)"
]
Signals = Literal["none", "direct", "inverted"]
BLACK_SEVENS: Final = CardSet.parse("7S 7C")
"""The cards that three players leave out (`flemish:74`)."""


class Seating(NamedTuple):
    """The seating for a number of players: the side of each seat, and the use of the pack.

    `cards`: those of each hand once trump is settled, `first`: those of each hand before a card is
    turned up, `left_out`: those that are not in the pack at all. The cards left over stay in the
    stock.
    """

    sides: tuple[int, ...]
    cards: int
    first: int
    left_out: CardSet = CardSet()

    @property
    def paired(self) -> bool:
        """Whether some play together; else each plays alone."""
        return len(set(self.sides)) < len(self.sides)


SEATINGS: Final = {
    2: Seating((0, 1), 9, 6),
    3: Seating((0, 1, 2), 10, 6, BLACK_SEVENS),
    4: Seating((0, 1, 0, 1), 8, 5),
}
"""The seatings there are, by how many play."""
REAL_LIFE: Final = {
    "assistance": "none",
    "revoke_policy": "challenge",
    "meld_show_mode": "manual",
    "belote_announce": "manual",
}
"""A table without any help: say, show and watch for yourselves (`flemish:51,59,67`)."""
OF_THE_PLACE: Final = {"shuffle": "each_deal_full"}
"""Options of a place where strangers play, in which no rule differs: with a pack that is only
gathered a program knows every hand."""


class TableRules(msgspec.Struct, frozen=True):
    """The options of seating, and of the first dealer."""

    players: Annotated[
        Literal[2, 3, 4], Switch("flemish:1,74 bga:5-6", "rules.options.TableRules.sides")
    ] = 4
    """The number of players: 4 in two partnerships (`french:22`, `flemish:1`), 3 each alone
    (`flemish:74`), 2 against each other (no text of ours)."""
    direction: Annotated[
        Literal["cw", "ccw"], Switch("flemish:9 bga:25 french:7", "rules.view.rule_card")
    ] = "ccw"
    """The direction of the turn; presentation only (`french:7` counter-clockwise, `flemish:9`
    clockwise)."""
    first_dealer: Annotated[
        Literal["random", "high_card", "low_card"],
        Switch("french:6 ffb:3.1", "rules.match.draw_dealer"),
    ] = "random"
    """The first dealer: a player is designated (`french:6`), or cards are drawn (`blijf-jong`,
    `ffb:3.1`)."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat: partners sit opposite; three play alone (`flemish:74`)."""
        return SEATINGS[self.players].sides


class DealRules(msgspec.Struct, frozen=True, kw_only=True):
    """The options of making, cutting and dealing the pack."""

    shuffle: Annotated[Shuffle, Switch("flemish:37 french:4", "rules.match.making")] = "first_only"
    """Once, before the first deal (`french:4`), afresh before each, or riffled a little
    (`flemish:37`)."""
    dead_deals_shuffle: Annotated[
        int,
        Switch("question:95", "rules.match.shuffles_after", only="shuffle!=each_deal_full"),
    ] = 0
    """Dead deals in a row after which the pack is shuffled as before the first deal; 0: never
    (a house rule of clubs, `question:95`)."""
    pile_join: Annotated[
        Literal["next_dealer_side_on_top", "random"],
        Switch("french:17", "rules.match.may_lie_on_top", only="shuffle!=each_deal_full"),
    ] = "next_dealer_side_on_top"
    """The order of the piles in the next pack (silent; `question:22`)."""
    cut_min: Annotated[int | None, Switch("flemish:37 french:5", "rules.deal.cut_range")] = 2
    """The least cards in either packet of the cut (`french:5`; `ffb:3.3` 3, `flemish:37` 10); None:
    no cut."""
    packets: Annotated[
        tuple[tuple[int, ...], ...],
        Switch(
            "flemish:9,74 bga:7 french:8 contree:deal bulgaria:deal", "rules.deal.legal_actions"
        ),
    ] = ((3, 2), (2, 3))
    """The packets in which the cards before the auction may be dealt (`french:8`, `flemish:9,74`;
    `contree:deal` all eight)."""
    misdeal: Annotated[
        Literal["none", "redeal", "next_dealer", "penalty_162"],
        Switch("french:11", "rules.match.next_dealer", of_records=True),
    ] = "none"
    """The effect of a misdeal found before the first card (`french:11`; `contree-org`, `contest`,
    `blijf-jong`)."""


class ConductRules(msgspec.Struct, frozen=True, kw_only=True):
    """The options of conduct: the help given to players, or withheld as in real life."""

    last_trick_view: Annotated[
        Literal["last", "never", "last_not_before_play"],
        Switch("flemish:65 french:19 ffb:5.1", "rules.view.last_trick", section="play"),
    ] = "last"
    """Whether the last trick may be looked at: at any time (`french:19`), never (`flemish:65`), or
    once played (`ffb:5.1`)."""
    signals: Annotated[
        Signals, Switch("french:38-40", "bots.signals.called", section="play", only="players=4")
    ] = "none"
    """The suit called by a low card on partner's trick, by agreement: its suit, or another of its
    colour (*appel*, `french:38-40`); the law of play is the same."""
    akka: Annotated[
        bool,
        Switch(
            "baloot:akka question:78",
            "rules.deal.Playing.is_akka",
            section="play",
            only="auction_kind=purchase",
        ),
    ] = False
    """Whether it is said of a plain card that is led, no ace, that it is the highest left of its
    suit (`baloot:akka`)."""
    assistance: Annotated[
        Literal["full", "none"], Switch("reading:irregularities", "rules.view.offered")
    ] = "full"
    """`full`: only legal cards, nothing is forgotten; `none`: the three switches below hold."""
    revoke_policy: Annotated[
        Literal["prevented", "challenge"],
        Switch("flemish:67", "rules.options.Rules.revocable", only="assistance=none"),
    ] = "prevented"
    """Whether an illegal card can be played, and be challenged (`flemish:67`)."""
    early_double: Annotated[
        Literal["prevented", "doubled_chooses"],
        Switch(
            "cannes question:45",
            "rules.options.Rules.early_doubles",
            only="assistance=none auction_kind=rising double=in_turn",
        ),
    ] = "prevented"
    """Whether a bid can be doubled out of turn, and its bidder then plays on or has the cards dealt
    again (`cannes`)."""
    meld_show_mode: Annotated[
        Literal["auto", "manual"],
        Switch(
            "flemish:51 french:30",
            "rules.options.Rules.shown_by_hand",
            only="assistance=none meld_show_trick!=end",
        ),
    ] = "manual"
    """Whether announcements must be shown by oneself, or are lost (`flemish:51`)."""
    belote_announce: Annotated[
        Literal["auto", "manual"],
        Switch(
            "flemish:59 bga:27 ffb:7",
            "rules.options.Rules.belote_by_mouth",
            only=f"assistance=none {WITH_BELOTE}",
        ),
    ] = "manual"
    """Whether belote and rebelote must be said by oneself, or are lost (`ffb:7`, `flemish:59`)."""
    failed_claim: Annotated[
        Literal["plays_on", "loses_deal"],
        Switch(
            "baloot:sawa question:78",
            "rules.options.Rules.claims_are_risked",
            section="manners",
            only="assistance=none auction_kind=purchase",
        ),
    ] = "plays_on"
    """The cost of a refused claim of the rest that loses a trick: nothing, or the deal
    (`baloot:sawa`)."""
    bots_remember: Annotated[
        bool, Switch("french:4,17", "rules.match.remembered", only="shuffle=first_only")
    ] = False
    """Whether bots remember the deal from which the pack was gathered (`french:4,17`)."""


class BeloteRules(msgspec.Struct, frozen=True, kw_only=True):
    """The options of belote (king and queen of trump), and of its count."""

    belote: Annotated[
        Literal["counts", "none"],
        Switch("french:21 flemish:59", "rules.play.Law.belotes", only="belote=none"),
    ] = "counts"
    """Whether there is a belote (`french:21`); none in games that do not know it."""
    belote_order: Annotated[
        Literal["any", "king_first"],
        Switch("flemish:59 bga:63 ffb:7", "rules.play.Law.withheld", only=WITH_BELOTE),
    ] = "any"
    """The first of king and queen to be played (`ffb:7`; `flemish:59` the king)."""
    belote_order_violation: Annotated[
        Literal["illegal", "forfeits_20"],
        Switch(
            "flemish:59", "rules.deal.belote_counts", only=f"{WITH_BELOTE} belote_order=king_first"
        ),
    ] = "illegal"
    """The status of the queen before the king: an illegal card, or the twenty are lost
    (`question:26`)."""
    belote_all_trumps: Annotated[
        bool,
        Switch(
            "bga:64 ffb-coinche:11.3 bulgaria:belote bga-coinche question:37",
            "rules.play.Law.belotes",
            only=f"{WITH_BELOTE} {ALL_TRUMPS}",
        ),
    ] = True
    """Whether king and queen of a suit count in all trumps (`bga:64`; no: `bga-coinche`)."""
    belote_discard_ok: Annotated[
        bool,
        Switch(
            "bulgaria:belote",
            "rules.deal.Contracted.lost_belote",
            only=f"{WITH_BELOTE} {ALL_TRUMPS} belote_all_trumps=true",
        ),
    ] = True
    """Whether a belote begun by a discard counts (no: `bulgaria:belote`; only in all trumps)."""
    belote_blocked: Annotated[
        bool,
        Switch(
            "baloot:blocked question:77",
            "rules.deal.Contracted.lost_belote",
            only=f"{WITH_BELOTE} auction_kind=purchase",
        ),
    ] = False
    """Whether a belote counts nothing whose cards both serve in an announced hundred
    (`baloot:blocked`)."""
    belote_said: Annotated[
        Literal["twice", "once", "second"],
        Switch(
            "ffb:7 bulgaria:belote baloot:projects",
            "rules.deal.Playing.may_say",
            only=WITH_BELOTE,
        ),
    ] = "twice"
    """Whether belote is said with both cards, with the first alone (`bulgaria:belote`, in Bitola
    `bela:announcements`), or with the second alone (`baloot:projects`)."""


class EndRules(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the end of a match, and of its winner."""

    target: Annotated[
        int,
        Switch(
            "flemish:61 bga:24 french:26 contree-2016:10.4 bulgaria:end",
            "rules.match.winner",
            only="end_deals=none",
        ),
    ] = 1000
    """The total that ends a match (`french:26`)."""
    target_strict: Annotated[
        bool, Switch("reading:end bga-coinche", "rules.match.winner", only="target_strict=true")
    ] = False
    """Whether it must be passed and not only reached (`reading:end`)."""
    end_rule: Annotated[
        Literal["higher_then_extra_deal", "attack_first", "enough"],
        Switch("french:27 bela:dosta question:64", "rules.match.winner", only="end_deals=none"),
    ] = "higher_then_extra_deal"
    """Both past it: the higher wins, equal: one more deal (`french:27`); or the attack
    (`question:17`); or the defence, which has said that it has enough (`bela:dosta`)."""
    end_level: Annotated[
        Literal["extra_deal", "attack", "draw"],
        Switch(
            "french:27 bela:end klaverjas-nku:draw",
            "rules.match.level_at_the_end",
            only="end_level!=extra_deal",
        ),
    ] = "extra_deal"
    """Level at the end: one more deal (`french:27`), the attack wins (`bela:end`), or a draw
    (`klaverjas-nku:draw`)."""
    end_deals: Annotated[
        int | None, Switch("ffb:10.4.1", "rules.match.deals_left", only="end_deals!=none")
    ] = None
    """A fixed number of played deals instead of the target (`ffb:10.4.1`)."""
    time_limit: Annotated[
        int | None, Switch("cannes question:41", "rules.match.time_up", only="time_limit!=none")
    ] = None
    """Minutes after which no deal is begun any more: the one in play then is the last
    (`cannes`)."""
    no_win_on_belote_only: Annotated[
        bool,
        Switch(
            "ffb-coinche:10.3",
            "rules.match.barred",
            only=f"no_win_on_belote_only=true {WITH_BELOTE}",
        ),
    ] = False
    """Whether a side that failed and got there by its belote must play on (`ffb-coinche:10.3`)."""
    no_win_on_sweep: Annotated[
        bool, Switch("bulgaria:end", "rules.match.barred", only="no_win_on_sweep=true")
    ] = False
    """Whether a match does not end on a sweep (capot): none is won on its deal (`bulgaria:end`)."""
    after_sweep: Annotated[
        Literal["next_deal", "bar_rises", "winner_writes"],
        Switch("bulgaria:end question:47", "rules.match.held_back", only="no_win_on_sweep=true"),
    ] = "next_deal"
    """The end of a match that a sweep could not end: the next deal, more than the leader's, or a
    deal in which the winner writes something (`question:47`)."""
    booms: Annotated[int, Switch("flemish:61", "rules.match.match_winner", only="booms!=1")] = 1
    """The number of games to the target in a match: a *grote kaarting* has several
    (`flemish:61`)."""
    excess: Annotated[
        Literal["tally", "carry", "ignore"],
        Switch("flemish:61", "rules.match.match_winner", only="booms!=1"),
    ] = "tally"
    """The points above the target: counted beside, carried into the next game, or dropped
    (`question:19`)."""


PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "table": TableRules,
    "deal": DealRules,
    "auction": AuctionRules,
    "play": Obligations,
    "conduct": ConductRules,
    "belote": BeloteRules,
    "melds": MeldRules,
    "scoring": ScoringRules,
    "ending": EndRules,
}
"""The parts of the rules, in the order of the flat form."""
LONGEST_LIMIT: Final = 600
"""Minutes to which a match may be limited."""
_OF_DEAD_DEALS: Final = ("dead_deals_per_dealer", "dead_deals_shuffle")
"""Options that mean something only where all may pass."""
_AFTER: Final = {
    "belote_safe_on_fail": "belote_discard_ok",
    "false_play_award": "belote_announce",
}
"""Options that the flat form has elsewhere than their part: each after which other one."""


class RuleConflictError(ValueError):
    """Options that cannot be agreed together, with a sentence, its `code` and `values`."""

    def __init__(
        self, code: str, sentence: str, options: tuple[str, ...], values: Mapping[str, object]
    ) -> None:
        super().__init__(code, sentence, options, values)
        self.code, self.sentence, self.options, self.values = code, sentence, options, values

    def __str__(self) -> str:
        return self.sentence


def first_part(players: int) -> int:
    """Return the cards of each before one is turned up, by number of players
    (`french:8`, `flemish:9,74`)."""
    return SEATINGS[players].first


def _counts_whole(scale: str) -> bool:
    """Return whether the cards of every contract are worth as many points as those of a suit."""
    return all(sum(point_table(trump, scale)) == CARD_POINTS for trump in TRUMPS)


def _conflict(
    wrong: bool, code: str, sentence: str, *options: str, **values: object
) -> tuple[bool, RuleConflictError]:
    """Return whether something cannot be played, and what is said then."""
    return wrong, RuleConflictError(code, sentence, options, values)


class Option(NamedTuple):
    """An option as it is declared: in which part, with which type, and what is known of it.

    `presets`: of a game's own option the rule sets that have it.
    """

    part: str
    type: object
    switch: Switch
    presets: frozenset[str] = frozenset()
    default: object = None


def _options() -> dict[str, Option]:
    """Return every option in the order of the flat form."""
    result = {
        name: Option(part, *get_args(hint))
        for part, kind in PARTS.items()
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if get_origin(hint) is Annotated
    }
    names = [name for name in result if name not in _AFTER]
    for name, before in _AFTER.items():
        names.insert(names.index(before) + 1, name)
    return {name: result[name] for name in names}


OPTIONS: Final = _options()
"""Every option by the name it has outside: in addresses, records, logs and messages."""
OWN_OPTIONS: Final[dict[str, Option]] = {}
"""The options of games from outside (`rebelote.games`)."""


def own_option(declared: OwnOption, presets: Iterable[str]) -> Option:
    """Build an option of a game's own in the form of the package's options."""
    switch = Switch(declared.source, "", declared.section, declared.only)
    return Option("own", declared.kind, switch, frozenset(presets), declared.default)


def option(name: str) -> Option:
    """Return an option by its name: of the package, or of a game's own. KeyError for no option."""
    return OPTIONS[name] if name in OPTIONS else OWN_OPTIONS[name]


def own_options(preset: str) -> dict[str, Option]:
    """Return the options of its own that a rule set has, beside those of the package."""
    return {name: own for name, own in OWN_OPTIONS.items() if preset in own.presets}


def checked_value(name: str, value: object) -> object:
    """Check a value of an option of a game's own, and return it; ValueError if it is none."""
    try:
        return msgspec.convert(value, OWN_OPTIONS[name].type)
    except msgspec.ValidationError as error:
        raise ValueError(_wrong_value(f"{error} - at `$.{name}`", {name: value})) from None


def applies(name: str, agreed: Mapping[str, object]) -> bool:
    """Return whether an option means anything among these values of all options."""
    if name in _OF_DEAD_DEALS and option(name).switch.applies(agreed):
        sides = _part(TableRules, agreed).sides
        own = {
            name: agreed[name] for name in own_options(str(agreed.get("preset"))) if name in agreed
        }
        auction = msgspec.structs.replace(_part(AuctionRules, agreed), own=Own(own))
        return auctions.may_die(auction, sides)
    return option(name).switch.applies(agreed)


class Rules:
    """The rules of a table, nested by part; the defaults are the French game (`french`).

    They are made from flat options, `Rules(target=500)`, and stand outside as one flat object:
    `flat` and `of` are the way there and back. They never change; `agree` makes others.
    """

    __slots__ = (
        "_hash",
        "_laws",
        "left_in_stock",
        "own",
        "pack",
        "players",
        "preset",
        "sides",
        *PARTS,
    )

    preset: str
    """The rule set these rules began as (a file in `presets`)."""
    table: TableRules
    deal: DealRules
    auction: AuctionRules
    play: Obligations
    conduct: ConductRules
    belote: BeloteRules
    melds: MeldRules
    scoring: ScoringRules
    ending: EndRules
    own: Own
    """The options of a game's own."""
    players: Literal[2, 3, 4]
    """The number of players."""
    sides: tuple[int, ...]
    """The side of each seat."""
    pack: CardSet
    """The cards played with: 32, or 30 without two black sevens (`flemish:1,74`)."""
    left_in_stock: int
    """The number of cards that are never dealt in a deal that is played."""
    _hash: int
    _laws: dict[tuple[Trump, bool], Law]

    def __init__(self, /, preset: str = "french", **options: Unpack[Options]) -> None:
        """Refuse what is no option, no value of it, or what no deal could be played with."""
        if not isinstance(preset, str):
            raise wrong_kind("Rules: preset", preset, "str")
        declared = own_options(preset)
        for unknown in sorted(options.keys() - OPTIONS.keys() - declared.keys()):
            raise ValueError(f"{unknown} is not an option of the rules{did_you_mean(unknown)}")
        self._set("preset", preset)
        flat: Mapping[str, object] = options
        own = {
            name: checked_value(name, flat.get(name, of.default)) for name, of in declared.items()
        }
        self._set("own", Own(own) if own else NONE)
        for part, kind in PARTS.items():
            made = _part(kind, options)
            known = bool(own) and "own" in kind.__struct_fields__
            self._set(part, msgspec.structs.replace(made, own=self.own) if known else made)
        self._set("players", self.table.players)
        self._set("sides", self.table.sides)
        self._set("pack", FULL_PACK - self.seating.left_out)
        self._set("left_in_stock", len(self.pack) - self.players * self.hand_size)
        self._set("_laws", {})
        self._set("_hash", hash((preset, self.own, *self._parts())))
        for wrong, conflict in self._conflicts():
            if wrong:
                raise conflict

    @classmethod
    def of(cls, flat: Mapping[str, object]) -> Rules:
        """Return the rules of a flat form; ValueError for what is none."""
        if not isinstance(flat, Mapping):
            raise wrong_kind("Rules.of: flat", flat, "Mapping")
        options = dict(flat)
        preset = options.pop("preset", "french")
        if not isinstance(preset, str):
            raise ValueError("preset is the name of a rule set")
        return cls(preset, **cast("Options", options))

    def flat(self) -> dict[str, object]:
        """Return every option by its name, and the preset: how rules are written and sent."""
        values = {name: getattr(getattr(self, of.part), name) for name, of in OPTIONS.items()}
        return {"preset": self.preset, **values, **self.own}

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rules do not change: agree makes others")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("rules do not change: agree makes others")

    def _parts(self) -> tuple[msgspec.Struct, ...]:
        return tuple(getattr(self, part) for part in PARTS)

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Rules):
            return self is other
        same = self.preset == other.preset and self.own == other.own
        return same and self._parts() == other._parts()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Rules.of, (self.flat(),)

    def __repr__(self) -> str:
        said = (f", {name}={value!r}" for name, value in self.differs(Rules(self.preset)).items())
        return f"Rules({self.preset!r}{''.join(said)})"

    def _conflicts(self) -> Iterator[tuple[bool, RuleConflictError]]:
        """Yield every option or combination that cannot be played, with the reason."""
        yield from self._bad_kinds()
        yield from self._bad_stock()
        yield from self._bad_deals()
        yield from self._bad_melds()
        yield from self._bad_scores()
        yield from self._bad_ends()

    def _bad_kinds(self) -> Iterator[tuple[bool, RuleConflictError]]:
        kind, written = self.auction.auction_kind, self.scoring.settlement
        unknown = kind not in auctions.KINDS
        sentence = f"auction_kind: {kind!r} is no kind of auction"
        yield _conflict(unknown, "auction-kind", sentence, "auction_kind", kind=kind)
        sentence = f"settlement: {written!r} is no way to settle a deal"
        unknown = written not in settlements.KINDS
        yield _conflict(unknown, "settlement-kind", sentence, "settlement", kind=written)
        unbid = self.settling.needs_bids and not self.bidding.names_values
        sentence = f"settlement {written} needs an auction in which points are bid"
        yield _conflict(unbid, "settlement-unbid", sentence, "settlement", "auction_kind")
        alone = self.settling.needs_pairs and self.side_count > 2
        sentence = f"settlement {written} needs two sides"
        yield _conflict(alone, "settlement-sides", sentence, "settlement", "players")

    def _bad_deals(self) -> Iterator[tuple[bool, RuleConflictError]]:
        cards, deal = len(self.pack), self.deal
        thin = deal.cut_min is not None and not 1 <= deal.cut_min <= cards // 2
        sentence = f"cut_min: both packets come from {cards} cards, so 1 to {cards // 2}"
        yield _conflict(thin, "cut-min", sentence, "cut_min", most=cards // 2)
        yield from self._bad_packets()
        yield from self._bad_bids()
        shuffled = self.conduct.bots_remember and deal.shuffle != "first_only"
        sentence = "bots_remember: of a pack that is shuffled there is nothing to remember"
        yield _conflict(shuffled, "remember-shuffled", sentence, "bots_remember", "shuffle")
        dead, name = self.auction.dead_deals_per_dealer, "dead_deals_per_dealer"
        yield _conflict(not 1 <= dead <= 10, "dead-deals", f"{name} is 1 to 10", name)
        far, name = not 0 <= deal.dead_deals_shuffle <= 10, "dead_deals_shuffle"
        yield _conflict(far, "dead-deals-shuffle", f"{name} is 0 to 10", name)

    def _bad_stock(self) -> Iterator[tuple[bool, RuleConflictError]]:
        """Yield the options that need every card of the pack, in conflict with a stock."""
        left, scoring = self.left_in_stock, self.scoring
        whole_pack = {
            "settlement": self.settling.needs_whole_pack,
            "bots_remember": self.conduct.bots_remember,
            "contract_goal": scoring.contract_goal == "fixed_82_tricks",
        }
        for option, whole in whole_pack.items():
            sentence = f"{option} needs the whole pack dealt, and {left} cards stay behind"
            wrong = whole and left > 0
            yield _conflict(wrong, "stock", sentence, option, "players", count=left)

    def _bad_tables_of_few(self) -> Iterator[tuple[bool, RuleConflictError]]:
        """Yield the games that no source has for two or three players.

        They could be agreed on once, and their records stay readable.
        """
        by_four = {
            "auction_kind": self.bidding.by_four,
            "eight_of_suit": self.melds.eight_of_suit == "wins_game",
        }
        for option, only_four in by_four.items():
            wrong = only_four and self.players < 4
            yield _conflict(wrong, "for-four", f"{option} is for four players", option, "players")

    def _bad_packets(self) -> Iterator[tuple[bool, RuleConflictError]]:
        """Check packets: before a turned card five each, or six of ten; else eight, or fewer."""
        packets, turns_up = self.deal.packets, self.bidding.turns_up
        first = first_part(self.players) if turns_up else 8
        fits = {first} if turns_up else {first, 6, 5, self.hand_size}
        bad = not packets or any(min(p, default=0) < 1 for p in packets)
        bad = bad or {sum(p) for p in packets} not in [{size} for size in fits]
        such = f"3-{first - 3}" if turns_up else "3-3-2"
        sentence = f"packets are numbers that make {first}, such as {such}"
        named = ("packets", "players")
        yield _conflict(bad, "packets", sentence, *named, cards=first, first=such)

    def _bad_bids(self) -> Iterator[tuple[bool, RuleConflictError]]:
        highest, most = self.auction.highest_bid, 1000
        off = highest % 10 != 0 or not 90 <= highest <= most
        sentence = f"highest_bid is in tens, 90 to {most}"
        yield _conflict(off, "highest-bid", sentence, "highest_bid", most=most)
        for name in ("capot_value", "generale_value"):
            far = not 0 <= getattr(self.scoring, name) <= 10_000
            yield _conflict(far, "bid-worth", f"{name} is 0 to 10000 points", name)

    def _bad_melds(self) -> Iterator[tuple[bool, RuleConflictError]]:
        melds, cap = self.melds, "run_length_rank_cap"
        length = not 3 <= melds.run_length_rank_cap <= 8
        yield _conflict(length, "run-cap", f"{cap} is a length, 3 to 8", cap)
        worth = not all(0 < p <= 1000 for p in melds.run_points)
        yield _conflict(worth, "run-points", "run_points are 1 to 1000 each", "run_points")
        unknown = melds.squares not in SQUARES
        sentence = f"squares: {melds.squares!r} is no table of what squares are worth"
        yield _conflict(unknown, "squares-kind", sentence, "squares", kind=melds.squares)
        how = melds.meld_contest
        sentence = f"meld_contest: {how!r} is no way to compare announcements"
        yield _conflict(how not in CONTESTS, "contest-kind", sentence, "meld_contest", kind=how)
        late = melds.meld_fallback_trick not in (None, self.show_trick + 1)
        named = ("meld_fallback_trick", "meld_show_trick")
        sentence = "meld_fallback_trick is the trick after meld_show_trick, or none"
        yield _conflict(late, "fallback-trick", sentence, *named)
        kind = melds.trick_melds
        unknown = kind not in trick_melds.KINDS
        sentence = f"trick_melds: {kind!r} is nothing that counts in tricks"
        yield _conflict(unknown, "trick-melds-kind", sentence, "trick_melds", kind=kind)
        few = kind != "none" and self.players < 4
        sentence = "trick_melds are for four players"
        yield _conflict(few, "trick-melds-players", sentence, "trick_melds", "players")

    def _bad_scores(self) -> Iterator[tuple[bool, RuleConflictError]]:
        scoring, solo = self.scoring, self.side_count > 2
        coarse = scoring.unit == 10 and scoring.rounding == "none"
        sentence = "unit 10 writes tens, so rounding cannot be none"
        yield _conflict(coarse, "unit-rounding", sentence, "unit", "rounding")
        pairs = solo and scoring.rounding in ROUNDED_BY_PAIRS
        sentence = f"rounding {scoring.rounding} needs two sides, and three play alone"
        yield _conflict(pairs, "rounding-sides", sentence, "rounding", "players")
        whole = self.settling.counts_whole_deals
        scale = scoring.no_suit_points
        unknown = scale not in SCALES
        sentence = f"no_suit_points: {scale!r} is no scale of points"
        yield _conflict(unknown, "scale-kind", sentence, "no_suit_points", kind=scale)
        as_they_are = whole and not unknown and not _counts_whole(scale)
        sentence = f"settlement {scoring.settlement} counts 162 points a deal: cards must be scaled"
        named = ("no_suit_points", "settlement")
        yield _conflict(as_they_are, "scale-settlement", sentence, *named)
        fixed = solo and scoring.contract_goal == "fixed_82_tricks"
        sentence = "contract_goal fixed_82_tricks needs two sides"
        yield _conflict(fixed, "goal-sides", sentence, "contract_goal", "players")
        yield from self._bad_sweeps()

    def _bad_sweeps(self) -> Iterator[tuple[bool, RuleConflictError]]:
        """Yield the conflicts in the winnings of a sweep, and in the side that gets them."""
        scoring, solo = self.scoring, self.side_count > 2
        for name in ("swept_melds", "swept_belote"):
            won = solo and getattr(scoring, name) == "to_winner"
            yield _conflict(
                won, "melds-sides", f"{name} to_winner needs two sides", name, "players"
            )
        far, name = not 0 <= scoring.sweep_points <= 1000, "sweep_points"
        yield _conflict(far, "sweep-points", f"{name} is 0 to 1000 points", name)

    def _bad_ends(self) -> Iterator[tuple[bool, RuleConflictError]]:
        end, deals = self.ending, self.ending.end_deals
        far = not 1 <= end.target <= 10**9
        yield _conflict(far, "target", "target is 1 to 1000000000 marks", "target")
        yield _conflict(not 1 <= end.booms <= 20, "booms", "booms is 1 to 20 games", "booms")
        long = not 1 <= (deals or 1) <= 100
        yield _conflict(long, "end-deals", "end_deals is 1 to 100 deals", "end_deals")
        both = bool(deals) and end.booms > 1
        sentence = "end_deals and booms both set the length"
        yield _conflict(both, "two-lengths", sentence, "end_deals", "booms")
        odd = not 1 <= (end.time_limit or 1) <= LONGEST_LIMIT
        sentence = f"time_limit is 1 to {LONGEST_LIMIT} minutes"
        yield _conflict(odd, "time-limit", sentence, "time_limit", most=LONGEST_LIMIT)
        drawn = end.end_level == "draw" and end.booms > 1
        sentence = "a match of several games cannot end in a draw"
        yield _conflict(drawn, "draw-of-games", sentence, "end_level", "booms")
        games = end.time_limit is not None and end.booms > 1
        sentence = "time_limit ends one game, and booms asks for several"
        yield _conflict(games, "time-of-games", sentence, "time_limit", "booms")

    @property
    def side_count(self) -> int:
        """The number of sides: 2, or 3 single players."""
        return max(self.sides) + 1

    @property
    def seating(self) -> Seating:
        """The seating for its number of players."""
        return SEATINGS[self.players]

    def partner(self, seat: int) -> int | None:
        """Return the other seat of one's side; None where each plays alone."""
        side = self.sides[seat]
        own = (other for other, of in enumerate(self.sides) if of == side and other != seat)
        return next(own, None)

    def by_side(self, by_seat: Sequence[int]) -> Points:
        """Sum the points of seats by side."""
        points = [0] * self.side_count
        for side, mine in zip(self.sides, by_seat, strict=True):
            points[side] += mine
        return tuple(points)

    @property
    def hand_size(self) -> int:
        """Cards each once trump is settled, and so tricks a deal (`french:11-12`, `flemish:74`)."""
        return self.seating.cards

    @property
    def part_dealt(self) -> int | None:
        """The size of a hand where cards stay in the stock; else None."""
        return self.hand_size if self.left_in_stock else None

    @property
    def first_part(self) -> int:
        """Cards each before the auction (`french:8`, `flemish:9,74`, `contree:deal`)."""
        return sum(self.deal.packets[0])

    @property
    def bidding(self) -> Auction:
        """The kind of auction (`french:9`, `contree:auction`)."""
        return auctions.KINDS[self.auction.auction_kind]

    @property
    def settling(self) -> SettlementKind:
        """The kind of settlement (`french:22-24`, `contree:made`)."""
        return settlements.KINDS[self.scoring.settlement]

    @property
    def riffles(self) -> int | None:
        """The number of riffles of the gathered pack; None for another shuffle."""
        times = self.deal.shuffle.removeprefix("limited(").removesuffix(")")
        return int(times) if times.isdigit() else None

    @property
    def revocable(self) -> bool:
        """Whether an illegal card can be played, and challenged (`flemish:67`)."""
        return self.conduct.assistance == "none" and self.conduct.revoke_policy == "challenge"

    @property
    def claims_are_risked(self) -> bool:
        """Whether a claim that is refused loses the deal with a trick (`baloot:sawa`)."""
        return self.conduct.assistance == "none" and self.conduct.failed_claim == "loses_deal"

    @property
    def early_doubles(self) -> bool:
        """Whether a double out of turn can be said, for the other side to choose what follows
        (`cannes`)."""
        chosen = self.conduct.assistance == "none" and self.auction.double == "in_turn"
        return chosen and self.conduct.early_double == "doubled_chooses"

    @property
    def shown_by_hand(self) -> bool:
        """Whether announcements are shown by the player, or lost (`flemish:51`)."""
        shown = self.conduct.assistance == "none" and self.conduct.meld_show_mode == "manual"
        return shown and self.melds.meld_show_trick != "end"

    @property
    def show_trick(self) -> int:
        """The trick in which announcements are shown, from 1; after the last, one more."""
        trick = self.melds.meld_show_trick
        return self.hand_size + 1 if trick == "end" else trick

    @property
    def belote_by_mouth(self) -> bool:
        """Whether belote is said by the player, or lost (`ffb:7`)."""
        return self.conduct.assistance == "none" and self.conduct.belote_announce == "manual"

    @property
    def belote_order_forfeits(self) -> bool:
        """Whether a belote begun with the queen is lost, but may be begun so (`flemish:59`)."""
        return (
            self.belote.belote_order == "king_first"
            and self.belote.belote_order_violation == "forfeits_20"
        )

    def belote_is_sure(self, trump: Trump) -> bool:
        """Return whether in this contract no way to play the cards loses a belote (`ffb:7`)."""
        return not self.law(trump).belotes or (
            not self.belote_order_forfeits
            and not self.belote.belote_blocked
            and (self.belote.belote_discard_ok or trump is not Trump.ALL)
        )

    def as_in_real_life(self) -> Rules:
        """Return these rules without any help."""
        return self.agree(REAL_LIFE)

    def agree(self, options: Mapping[str, object]) -> Rules:
        """Return these rules with other options; ValueError names an unknown option or value."""
        if not isinstance(options, Mapping):
            raise wrong_kind("Rules.agree: options", options, "Mapping")
        if "preset" in options:
            raise ValueError("preset is not an option of the rules")
        agreed = Rules.of({**self.flat(), **options})
        for wrong, conflict in agreed._bad_tables_of_few():
            if wrong:
                raise conflict
        return agreed

    def differs(self, base: Rules) -> dict[str, object]:
        """Return the options that differ from `base`, with their values here."""
        mine, theirs = self.flat(), base.flat()
        return {key: value for key, value in mine.items() if value != theirs.get(key)}

    def eldest(self, dealer: int) -> int:
        """Return the seat after the dealer, who is dealt to, speaks first and leads first
        (`french:7,14`)."""
        return (dealer + 1) % self.players

    def law_of(self, contract: Contract) -> Law:
        """Return the law of play of this contract."""
        return self.law(contract.trump, bool(contract.closed))

    def law(self, trump: Trump, closed: bool = False) -> Law:
        """Return the law of play of one contract, made at its first use.

        `closed`: trumps may not be led by who holds other cards (`baloot:closed`).
        """
        if (law := self._laws.get((trump, closed))) is None:
            if not isinstance(trump, Trump):
                raise ArgumentError(f"{trump!r} is no trump, such as Trump.SPADES")
            law = self._laws[trump, closed] = Law(
                trump=trump,
                obligations=self.play.under(trump),
                partners=self.seating.paired,
                king_first=self.belote.belote_order == "king_first"
                and self.belote.belote_order_violation == "illegal",
                scale=self.scoring.no_suit_points,
                not_led=trump.cards if closed else CardSet(),
                bonuses=self.melds.bonuses(trump),
                belote_all_trumps=self.belote.belote_all_trumps,
                belote=self.belote.belote != "none",
            )
        return law


def _part(kind: type[_Part], options: Mapping[str, object]) -> _Part:
    """Build the part of these flat options; ValueError names an option with an unknown value."""
    mine = {
        name: options[name]
        for name in kind.__struct_fields__
        if name in options and name in OPTIONS
    }
    try:
        return msgspec.convert(mine, kind)
    except msgspec.ValidationError as error:
        raise ValueError(_wrong_value(str(error), mine)) from None


def _wrong_value(problem: str, options: Mapping[str, object]) -> str:
    """Name the option with a wrong value, and its values."""
    expected, _, path = problem.partition(" - at `$.")
    name = re.split(r"\W", path)[0]
    values = list(listed_values(option(name).type))
    if not values:
        return f"{name}: {expected[0].lower()}{expected[1:]}"
    return f"{name} is not {options[name]!r}; its values are {', '.join(map(repr, values))}"


def listed_values(kind: object) -> Iterator[object]:
    """Yield the values of a type that lists them."""
    if get_origin(kind) in (Union, UnionType):
        parts = [list(listed_values(part)) for part in get_args(kind)]
        if all(parts):
            yield from itertools.chain.from_iterable(parts)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif kind is NoneType:
        yield None


def did_you_mean(name: str) -> str:
    """Return the option whose name is nearest to this one, as the end of a sentence."""
    import difflib

    near = difflib.get_close_matches(name, [*OPTIONS, *OWN_OPTIONS], 1)
    return f"; did you mean {near[0]}?" if near else ""
