"""Announcements: those of a hand, those best named together, and those that count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from rebelote.rules import trick_melds
from rebelote.rules.cards import TRUMP_ORDER, Card, CardSet, Rank, Suit, Trump, card
from rebelote.rules.switch import NO_TRUMPS, Switch
from rebelote.rules.trick_melds import Bonuses

Shape = Literal["run", "square"]
SuitsInTrump = Literal["suit", "all", "none"]
"""The kind of trump: a suit, all suits or none."""
SquarePoints = Mapping[SuitsInTrump, Mapping[str, int]]
"""The points of four of a rank, by kind of trump; in other contracts as in a suit."""

LOW: Final = (Rank.SEVEN, Rank.EIGHT)
_TRUMPS: Final[dict[Trump, SuitsInTrump]] = {Trump.ALL: "all", Trump.NONE: "none"}
_USUAL: Final = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}
SQUARES: Final[dict[str, SquarePoints]] = {
    "usual": {"suit": _USUAL},
    "baloot": {
        "suit": dict.fromkeys("AKQJT", 100),
        "none": {**dict.fromkeys("KQJT", 100), "A": 200},
    },
    "bazar-blot": {
        "suit": {**_USUAL, "9": 140, "A": 110},
        "none": {**dict.fromkeys("KQJT", 100), "A": 190},
    },
}
"""The points of squares by name, as in the option `squares` (`flemish:47-49`,
`baloot:projects`, `bazar-blot:announcements`)."""


class Kind(msgspec.Struct, frozen=True, gc=False, order=True, rename={"shape": "kind"}):
    """The kind said in the first trick: a run's length or a square's points (`french:30`).

    Points 0 mean what such an announcement is usually worth.
    """

    shape: Shape
    length: int = 4
    points: int = 0


class Meld(msgspec.Struct, frozen=True, gc=False):
    """An announcement with its cards, high to low; `top` is the first of them."""

    kind: Kind
    top: Card
    cards: tuple[Card, ...]

    @property
    def card_set(self) -> CardSet:
        """Its cards as a set."""
        return CardSet.of(self.cards)


class MeldRules(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True):
    """The options of announcements (`reading:announcements`)."""

    melds: Annotated[
        Literal["full", "none"], Switch("flemish:39 french:28", "rules.deal.Playing.melds_offered")
    ] = "full"
    """Whether announcements are played (`french:28-33`)."""
    run_points: Annotated[
        tuple[int, int, int, int, int, int],
        Switch("flemish:41-46 ffb-coinche:8", "rules.melds.run_meld", only="melds=full"),
    ] = (20, 50, 100, 100, 100, 100)
    """Points of runs of 3, 4, 5, 6, 7 and 8 cards (`ffb-coinche:8`)."""
    run_length_rank_cap: Annotated[
        int, Switch("flemish:39-46 cardweb", "rules.melds.run_meld", only="melds=full")
    ] = 5
    """The length above which a longer run is no stronger (`question:29`)."""
    squares: Annotated[
        str,
        Switch(
            "flemish:47-49 baloot:projects bazar-blot:announcements",
            "rules.melds.MeldRules.square_points",
            only="melds=full squares!=usual",
        ),
    ] = "usual"
    """The points of squares, by a table of `rules.melds.SQUARES` (`baloot:projects`,
    `bazar-blot:announcements`)."""
    low_carre_points: Annotated[
        Literal[0, 50],
        Switch(
            "flemish:51", "rules.melds.MeldRules.square_points", only="melds=full squares=usual"
        ),
    ] = 0
    """The points of four sevens or eights (`flemish:51` by agreement 50)."""
    low_carre_rank: Annotated[
        Literal["by_points", "as_carre"],
        Switch(
            "question:31",
            "rules.melds.strength",
            only="melds=full squares=usual low_carre_points!=0",
        ),
    ] = "by_points"
    """Where they rank: between runs of four and five, or above every run (`question:31`)."""
    carre_beats_run: Annotated[
        bool, Switch("flemish:39-49 ffb-coinche:8.1", "rules.melds.strength", only="melds=full")
    ] = True
    """Whether a square of 100 beats a run of 100 (`ffb-coinche:8.1`), or is its equal
    (`belotegame`, `question:27`)."""
    equal_hundreds: Annotated[
        Literal["order", "run", "height"],
        Switch(
            "question:71",
            "rules.melds.claim",
            only="melds=full carre_beats_run=false",
        ),
    ] = "order"
    """The order of a square and a run of 100 that are equals: neither is higher
    (`belotegame`), the run is, or the higher top card (`question:71`)."""
    meld_card_reuse: Annotated[
        bool, Switch("flemish:53 ffb-coinche:8", "rules.melds.disjoint_sets", only="melds=full")
    ] = False
    """Whether a card may serve in two announcements (no: `flemish:53`, `ffb-coinche:8`; yes:
    `cardweb`)."""
    split_runs: Annotated[
        bool,
        Switch("reading:choosing", "rules.melds.disjoint_sets", only="melds=full split_runs=true"),
    ] = False
    """Whether an uninterrupted run may be named as two (`reading:choosing`)."""
    short_runs: Annotated[
        bool,
        Switch(
            "flemish:53 bela:bitola",
            "rules.melds.disjoint_sets",
            only="melds=full short_runs=false",
        ),
    ] = True
    """Whether a run may be named shorter than it is held (`flemish:53`); else it falls whole where
    one of its cards is in another announcement (`bela:bitola`)."""
    eight_of_suit: Annotated[
        Literal["run", "wins_game"],
        Switch("bela:eight", "rules.deal.whole_suit", only="melds=full eight_of_suit=wins_game"),
    ] = "run"
    """The worth of all eight cards of a suit in one hand: that of a run, or the game, won before a
    card is played (`bela:eight`)."""
    carre_order: Annotated[
        Literal["natural", "trump"],
        Switch("flemish:51 ffb-coinche:8.3", "rules.melds.height", only="melds=full"),
    ] = "natural"
    """The order of squares worth 100: A K Q 10, or A 10 K Q (`question:28`)."""
    meld_said: Annotated[
        Literal["first_card", "before_play"],
        Switch(
            "french:30 bela:announcements question:94",
            "rules.deal.Playing.announcer",
            only="melds=full",
        ),
    ] = "first_card"
    """Saying announcements: with one's first card (`french:30`), or all in turn before the first
    lead (`bela:announcements`)."""
    meld_show_trick: Annotated[
        Literal[2, 3, "end"],
        Switch(
            "flemish:51 french:30 bulgaria:announcements",
            "rules.options.Rules.show_trick",
            only="melds=full",
        ),
    ] = 2
    """Showing announcements: in the second trick (`french:30`), in the third (`flemish:51`), or
    after the last (`bulgaria:announcements`)."""
    meld_fallback_trick: Annotated[
        Literal[3, 4] | None,
        Switch(
            "flemish:51",
            "rules.deal.Playing.may_show",
            only="melds=full meld_fallback_trick!=none meld_show_trick!=end",
        ),
    ] = None
    """The trick in which a lesser one may be shown when the best was forgotten (`flemish:51`)."""
    meld_show_on_demand: Annotated[
        bool,
        Switch("french:30", "rules.deal.Playing.must_show", only="melds=full meld_show_trick!=end"),
    ] = True
    """Whether they are shown only when asked (`french:30`); an assisted table always asks."""
    meld_tie: Annotated[
        Literal["none", "earliest"],
        Switch("flemish:51 french:32", "rules.melds.claim", only="melds=full"),
    ] = "none"
    """The winner of equal announcements: neither (`french:32`), or the earlier speaker
    (`flemish:51`)."""
    meld_tie_order: Annotated[
        Literal["first_trick", "show_trick"],
        Switch("flemish:51", "rules.moves.contest_of", only="melds=full meld_tie=earliest"),
    ] = "first_trick"
    """In which trick "earlier" is decided: where they are said, or where shown (`question:14`)."""

    meld_contest: Annotated[
        str,
        Switch("bulgaria:announcements", "rules.melds.contest", only="melds=full"),
    ] = "together"
    """The contest of announcements, by a name of `rules.melds.CONTESTS`: one decides about all,
    or runs and squares apart (`bulgaria:announcements`)."""
    trump_run_first: Annotated[
        bool, Switch("french:31 bulgaria:announcements", "rules.melds.claim", only="melds=full")
    ] = True
    """Whether of two equal runs the one in trumps is higher (`french:31`)."""
    no_trumps_melds: Annotated[
        bool,
        Switch(
            "bulgaria:announcements",
            "rules.melds.MeldRules.announced_in",
            only="melds=full " + NO_TRUMPS,
        ),
    ] = True
    """Whether there are announcements in no trumps (no: `bulgaria:announcements`)."""
    trick_melds: Annotated[
        str,
        Switch(
            "klaverjas:roem",
            "rules.melds.MeldRules.bonuses",
            only="players=4 trick_melds!=none",
        ),
    ] = "none"
    """The melds that count in one trick, for its winner: nothing, or *roem*
    (`klaverjas:roem`)."""

    trumps: SuitsInTrump = "suit"
    """The contract that these rules are of (`under`); no option."""

    def under(self, trump: Trump) -> MeldRules:
        """Return these rules in one contract, which may value squares differently."""
        if len(SQUARES[self.squares]) == 1:
            return self
        return msgspec.structs.replace(self, trumps=_TRUMPS.get(trump, "suit"))

    @property
    def announced(self) -> bool:
        """Whether announcements are played."""
        return self.melds == "full"

    def announced_in(self, trump: Trump) -> bool:
        """Return whether announcements are played in a contract."""
        return self.announced and (self.no_trumps_melds or trump is not Trump.NONE)

    def bonuses(self, trump: Trump) -> Bonuses:
        """Return the bonuses in a trick of a contract with this trump (`klaverjas:roem`)."""
        return trick_melds.KINDS[self.trick_melds](trump)

    def square_points(self, rank: Rank) -> int:
        """Return the points of a carré (four of a kind); 0: not an announcement (`flemish:47-51`,
        `ffb-coinche:8`)."""
        if self.squares == "usual" and rank in LOW:
            return self.low_carre_points
        table = SQUARES[self.squares]
        return table.get(self.trumps, table["suit"]).get(rank.letter, 0)


SHAPES: Final[tuple[Shape, ...]] = ("run", "square")
DecidedBy = Literal["alone", "kind", "height", "trump", "order", "nobody"]


class Contest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The side whose announcements count, and the deciding criterion; side None: neither.

    `squares`: the same of squares, where each is contested; the rest is then about runs.
    """

    side: int | None
    by: DecidedBy
    squares: Contest | None = None

    def winner(self, shape: Shape) -> int | None:
        """Return the side whose announcements of this shape count."""
        separate = self.squares if shape == "square" else None
        return (separate or self).side

    def counting(self, named: Melds, side: int) -> Melds:
        """Return those of a side's announcements that count."""
        return tuple(meld for meld in named if self.winner(meld.kind.shape) == side)


Melds = tuple[Meld, ...]


def runs(hand: CardSet) -> Iterator[tuple[Card, ...]]:
    """Yield the longest runs in each suit (tierce, cinquante, cent), each from high to low."""
    for suit in Suit:
        ranks = [c.rank for c in hand & suit.cards]
        for _, group in groupby(enumerate(ranks), lambda pair: pair[1] - pair[0]):
            run = tuple(card(suit, rank) for _, rank in group)[::-1]
            if len(run) >= 3:
                yield run


def squares(hand: CardSet, rules: MeldRules) -> Iterator[Meld]:
    """Yield the carrés (four of a kind) that count."""
    held = _of_a_rank(hand)
    for rank in Rank:
        if held >> rank & 1 and rules.square_points(rank):
            four = tuple(card(suit, rank) for suit in Suit)
            yield Meld(Kind("square", 4, rules.square_points(rank)), four[0], four)


def run_meld(cards: tuple[Card, ...], rules: MeldRules) -> Meld:
    said = min(len(cards), rules.run_length_rank_cap)
    return Meld(Kind("run", said, rules.run_points[len(cards) - 3]), cards[0], cards)


def _cuts(run: tuple[Card, ...], rules: MeldRules) -> list[Meld]:
    """Return a run and all its shorter parts: a player may shorten one (`flemish:53`)."""
    spans = combinations(range(len(run) + 1), 2)
    return [run_meld(run[i:j], rules) for i, j in spans if j - i >= 3]


def kinds_said(rules: MeldRules) -> tuple[Kind, ...]:
    """Return the kinds of announcement under these rules: runs by length, squares by points."""
    lengths = range(3, rules.run_length_rank_cap + 1)
    points = sorted({rules.square_points(rank) for rank in Rank} - {0})
    runs_ = (Kind("run", length, rules.run_points[length - 3]) for length in lengths)
    return (*runs_, *(Kind("square", 4, worth) for worth in points))


def disjoint_sets(hand: CardSet, rules: MeldRules) -> Iterator[Melds]:
    """Yield every set of announcements this hand may name together: no card twice (`flemish:53`,
    `ffb-coinche:8`)."""
    fours = list(squares(hand, rules))
    for chosen in _subsets(fours):
        used = (
            CardSet() if rules.meld_card_reuse else CardSet.of(c for m in chosen for c in m.cards)
        )
        if rules.short_runs:
            options = [_cuts(run, rules) for run in runs(hand - used)]
        else:
            whole = (run for run in runs(hand) if not CardSet.of(run) & used)
            options = [[run_meld(run, rules)] for run in whole]
        for picked in _one_of_each(options, rules.split_runs):
            yield chosen + picked


def _subsets(melds: Sequence[Meld]) -> Iterator[Melds]:
    if not melds:
        yield ()
        return
    for rest in _subsets(melds[1:]):
        yield rest
        yield (melds[0], *rest)


def _one_of_each(options: Sequence[list[Meld]], split: bool) -> Iterator[Melds]:
    """Yield choices of at most one part a run, or of disjoint parts where runs may be split."""
    if not options:
        yield ()
        return
    parts = _disjoint(options[0]) if split else iter([(), *((meld,) for meld in options[0])])
    for first in parts:
        for rest in _one_of_each(options[1:], split):
            yield first + rest


def _disjoint(parts: Sequence[Meld]) -> Iterator[Melds]:
    """Yield every choice of these parts in which no card is used twice."""
    if not parts:
        yield ()
        return
    first, rest = parts[0], parts[1:]
    yield from _disjoint(rest)
    separate = [part for part in rest if not part.card_set & first.card_set]
    for others in _disjoint(separate):
        yield (first, *others)


def strength(meld: Meld, rules: MeldRules) -> int:
    """Return the strength of its kind (`reading:strength`): any square that counts beats any run
    (`ffb-coinche:8.1`, `question:27`), since its points are more than twice a length."""
    if meld.kind.shape == "run":
        return 2 * (meld.kind.length - 2)
    if meld.top.rank in LOW and rules.low_carre_rank == "by_points":
        return 5
    if meld.kind.points == 100 and not rules.carre_beats_run:
        return 2 * (rules.run_length_rank_cap - 2)
    return meld.kind.points


def worth(melds: Melds, rules: MeldRules) -> tuple[int, ...]:
    """Return a key of preference: most points, then the strongest best kind, then the fewest, then
    the highest (`reading:choosing`)."""
    points = sum(meld.kind.points for meld in melds)
    best = max((strength(meld, rules) for meld in melds), default=0)
    heights = sorted((len(meld.cards) * 8 + meld.top.rank for meld in melds), reverse=True)
    return (points, best, -len(melds), *heights)


def in_order(melds: Melds, rules: MeldRules) -> Melds:
    """Return the announcements as they are named: the strongest first."""
    return tuple(sorted(melds, key=lambda m: (-strength(m, rules), -m.top.rank, m.top.suit)))


@lru_cache(maxsize=1024)
def best_melds(hand: CardSet, rules: MeldRules) -> Melds:
    """Return the announcements that score most together, strongest first."""
    if not can_hold_any(hand):
        return ()
    return in_order(max(disjoint_sets(hand, rules), key=lambda m: worth(m, rules)), rules)


def can_hold_any(hand: CardSet) -> bool:
    """Return whether there are three cards in a row, or four of a rank: most hands have neither."""
    cards = hand.mask
    return bool(cards & cards >> 1 & cards >> 2 & 0x3F3F3F3F or _of_a_rank(hand))


def _of_a_rank(hand: CardSet) -> int:
    """Return the ranks of which the hand has all four, a bit each."""
    cards = hand.mask
    return cards & cards >> 8 & cards >> 16 & cards >> 24


def named(hand: CardSet, kinds: Sequence[Kind], rules: MeldRules) -> Melds | None:
    """Return the hand's strongest announcements of exactly these kinds; None if it has none."""
    said = sorted(_with_points(kind, hand, rules) for kind in kinds)
    fitting = [m for m in disjoint_sets(hand, rules) if sorted(meld.kind for meld in m) == said]
    if not fitting:
        return None
    return in_order(max(fitting, key=lambda m: worth(m, rules)), rules)


def _with_points(kind: Kind, hand: CardSet, rules: MeldRules) -> Kind:
    """Return the kind with its points, where they were left out."""
    if kind.points or not 3 <= kind.length <= 8:
        return kind
    if kind.shape == "run":
        return Kind("run", kind.length, rules.run_points[kind.length - 3])
    fours = [square.kind for square in squares(hand, rules)]
    return max(fours) if fours else kind


def of_cards(cards: CardSet, rules: MeldRules) -> Meld | None:
    """Return the announcement that these cards form together; None where they form none."""
    melds = [*squares(cards, rules), *(run_meld(run, rules) for run in runs(cards))]
    return next((meld for meld in melds if meld.card_set == cards), None)


def height(meld: Meld, rules: MeldRules) -> int:
    """Return its height in its kind: by its top card, squares perhaps in trump order (`bulgaria`,
    `question:28`)."""
    by_trump_order = rules.carre_order == "trump" and meld.kind.shape == "square"
    return TRUMP_ORDER.index(meld.top.rank.letter) if by_trump_order else int(meld.top.rank)


class Claim(NamedTuple):
    """The criteria of a comparison, in order of precedence (`french:31-32`, `flemish:51`)."""

    kind: int
    height: int
    trump: bool
    order: int
    shape: str


def claim(meld: Meld, turn: int, trump: Trump, rules: MeldRules) -> Claim:
    """Return the claim of a meld whose holder is `turn` seats after the first to speak."""
    run = meld.kind.shape == "run" and rules.trump_run_first
    in_trump = run and meld.top.suit == trump.suit
    order = -turn if rules.meld_tie == "earliest" else 0
    shape = "" if rules.equal_hundreds == "height" else meld.kind.shape
    return Claim(_standing(meld, rules), height(meld, rules), in_trump, order, shape)


def _standing(meld: Meld, rules: MeldRules) -> int:
    """Return the strength in a contest, in which a run may beat a square of equal strength
    (`question:71`)."""
    twice = 2 * strength(meld, rules)
    equals = not rules.carre_beats_run and rules.equal_hundreds == "run"
    return twice - (equals and meld.kind.shape == "square")


Contesting = Callable[[Mapping[int, Melds], Trump, MeldRules, Sequence[int], int], Contest]
"""The announcements by seat, trump, the rules, the side of each seat, the first seat."""
_COMPARED: Final[tuple[DecidedBy, ...]] = ("kind", "height", "trump", "order")


def contest(
    melds: Mapping[int, Melds], trump: Trump, rules: MeldRules, sides: Sequence[int], first: int
) -> Contest:
    """Decide whose announcements count. `melds` by seat, `sides`: the side of each seat in order.

    `first` is the seat from which "the earlier player" is counted: eldest, or the leader of the
    trick in which announcements are shown (`question:14`).
    """
    return CONTESTS[rules.meld_contest](melds, trump, rules, sides, first)


def separate(
    melds: Mapping[int, Melds], trump: Trump, rules: MeldRules, sides: Sequence[int], first: int
) -> Contest:
    """Compare runs and squares separately (`bulgaria:announcements`)."""
    of_runs, of_squares = (
        together(of_shape(melds, shape), trump, rules, sides, first) for shape in SHAPES
    )
    return msgspec.structs.replace(of_runs, squares=of_squares)


def of_shape(melds: Mapping[int, Melds], shape: Shape) -> dict[int, Melds]:
    """Return only the runs, or only the squares, by seat."""
    return {
        seat: tuple(meld for meld in held if meld.kind.shape == shape)
        for seat, held in melds.items()
    }


def together(
    melds: Mapping[int, Melds], trump: Trump, rules: MeldRules, sides: Sequence[int], first: int
) -> Contest:
    """Compare all announcements: the best decides for both sides (`french:31-32`)."""
    best: dict[int, Claim] = {}
    for seat, held in melds.items():
        turn = (seat - first) % len(sides)
        claims = [claim(meld, turn, trump, rules) for meld in held]
        if claims:
            best[sides[seat]] = max([*claims, *filter(None, [best.get(sides[seat])])])
    return _decide(best)


CONTESTS: Final[dict[str, Contesting]] = {"together": together, "apart": separate}
"""The contests of announcements, by name, as in the option `meld_contest`."""


def _decide(best: Mapping[int, Claim]) -> Contest:
    ranked = sorted(best, key=lambda side: best[side], reverse=True)
    if not ranked:
        return Contest(None, "nobody")
    if len(ranked) == 1:
        return Contest(ranked[0], "alone")
    by, ahead = _compare(best[ranked[0]], best[ranked[1]])
    return Contest(ranked[0 if ahead else 1], by) if by != "nobody" else Contest(None, by)


def _compare(first: Claim, second: Claim) -> tuple[DecidedBy, bool]:
    """Compare two claims: return the deciding criterion, and whether the first is ahead.

    "nobody": equal announcements (two tierces of one height, neither in trump).

    A run and a square that are equal in kind have no common height (`belotegame`).
    """
    for by in _COMPARED:
        mine, theirs = getattr(first, by), getattr(second, by)
        if mine != theirs and (by != "height" or first.shape == second.shape):
            return by, mine > theirs
    return "nobody", False


MeldAnswer = Literal["top", "higher", "lower", "equal"]


def exchange(
    melds: Mapping[int, Melds], rules: MeldRules, sides: Sequence[int], first: int
) -> Iterator[tuple[int, MeldAnswer, Rank]]:
    """Yield the answers about the best announcements where both have the same kind (`flemish:51`).

    In order of turn: the first names the height of its own, each later opponent says higher,
    lower or equal. Empty where the kinds decide.
    """
    best: tuple[int, int] | None = None
    for seat, high, rank in _best_by_kind(melds, rules, sides, first):
        if best is None:
            best = seat, high
            yield seat, "top", rank
        elif sides[seat] != sides[best[0]]:
            yield seat, _answer(high, best[1]), rank
            best = (seat, high) if high > best[1] else best


def _answer(high: int, best: int) -> MeldAnswer:
    if high == best:
        return "equal"
    return "higher" if high > best else "lower"


def _best_by_kind(
    melds: Mapping[int, Melds], rules: MeldRules, sides: Sequence[int], first: int
) -> list[tuple[int, int, Rank]]:
    """Return the seats that hold the best kind, in order of turn, with its height and rank.

    Empty where only one side does, or where a run meets a square: they have no common height.
    """
    every = [(strength(m, rules), seat, m) for seat, held in melds.items() for m in held]
    best = max((kind for kind, _, _ in every), default=None)
    tops: dict[int, Meld] = {}
    for kind, seat, meld in every:
        if kind == best:
            known = tops.setdefault(seat, meld)
            tops[seat] = max(known, meld, key=lambda m: height(m, rules))
    mixed = len({meld.kind.shape for meld in tops.values()}) > 1
    if mixed or len({sides[seat] for seat in tops}) < 2:
        return []
    heights = [(seat, height(meld, rules), meld.top.rank) for seat, meld in tops.items()]
    return sorted(heights, key=lambda top: (top[0] - first) % len(sides))
