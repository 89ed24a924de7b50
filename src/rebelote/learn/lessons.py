"""The lessons as data: positions of the game, each with one question, for every rule set.

Seat 0 learns; seat 2 is the partner. A step is taught where the law of a rule set makes its
question one: where the position owes the duty that the step names, and where the game has what it
is about. What is right is not said here but for the best card, which takes a solver to find:
`answers` asks the law. The sentences are in the catalogues of `i18n/learn`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from rebelote.rules import presets
from rebelote.rules.cards import Card, CardSet, Trump, parse_cards
from rebelote.rules.options import Rules
from rebelote.rules.play import Duty, duty, duty_table, situation
from rebelote.rules.switch import ALL_TRUMPS, NO_TRUMPS, holds

COURSES: Final = (
    "french",
    "flemish",
    "ffb-contree-2016",
    "bulgarian",
    "klaverjas-rotterdam-nku",
    "bela",
    "pilotta",
    "baloot",
    "bazar-blot",
)
"""The rule sets whose courses are offered to everybody, one for each game."""
PRESETS: Final = tuple(name for name in presets.PRESETS if presets.rules(name).players == 4)
"""The rule sets that have a course."""


class Goal(Enum):
    """The question of a step, which decides the right answers."""

    LEGAL = "legal"
    """A card that may be played."""
    WINNER = "winner"
    """The card of a whole trick that wins it."""
    WIN = "win"
    """A card that wins the trick as it lies."""
    GIVE = "give"
    """The legal card that brings most points, in a trick of one's own side."""
    SAVE = "save"
    """The legal card that gives fewest points away."""
    PAIR = "pair"
    """A card of belote that may be played."""
    BEST = "best"
    """The card that brings most with best play by all: `Step.best`, which a test finds again."""
    CALL = "call"
    """Take or pass."""
    CHOICE = "choice"
    """One of a few numbers or words; `Step.measure` says of what."""


class Step(NamedTuple):
    """One position and its question; `name` leads to its sentences.

    `hands`: those of the seats after the learner, where the answer hangs on them; `best`: the cards
    that are then right. `calls`: how many have passed before. `measure` and `options`: what a
    choice asks, and between which words; numbers are made up around the right one. `taken` and
    `tricks`: by side what was won in a deal that is over, the learner's side having taken, with a
    bid of `value` where points are bid. `owed`: the duty that the law must make of the position.
    `where`: a condition on the rules, by name. `found`: what a position is searched for.
    """

    name: str
    goal: Goal
    trump: Trump | None = None
    trick: tuple[Card, ...] = ()
    hand: CardSet = CardSet()
    hands: tuple[CardSet, ...] = ()
    best: CardSet = CardSet()
    turned: Card | None = None
    calls: int = 0
    measure: str = ""
    options: tuple[str, ...] = ()
    taken: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (4, 4)
    value: int = 0
    owed: Duty | None = None
    where: str = ""
    found: str = ""

    @property
    def leader(self) -> int:
        """The seat that led; the learner plays next, or has ended the trick."""
        return -len(self.trick) % 4


class Lesson(NamedTuple):
    """A few steps on one subject."""

    name: str
    steps: tuple[Step, ...]


HEARTS: Final = Trump.HEARTS
_YES_OR_NO: Final = ("yes", "no")


def _card(
    name: str,
    goal: Goal,
    trick: str,
    hand: str = "",
    owed: Duty | None = None,
    trump: Trump | None = HEARTS,
) -> Step:
    """Return a step about cards; hearts are trumps where nothing else is said."""
    return Step(name, goal, trump, parse_cards(trick), CardSet.parse(hand), owed=owed)


def _best(name: str, hand: str, best: str, *hands: str) -> Step:
    """Return a step about the best lead, all hands open."""
    others = tuple(map(CardSet.parse, hands))
    return Step(name, Goal.BEST, HEARTS, (), CardSet.parse(hand), others, CardSet.parse(best))


def _call(name: str, hand: str, turned: str, calls: int) -> Step:
    """Return a step about taking a card turned up."""
    card = Card(turned)
    return Step(name, Goal.CALL, hand=CardSet.parse(hand), turned=card, calls=calls)


def _choice(
    name: str, measure: str, trick: str = "", hand: str = "", *hands: str, options: str = ""
) -> Step:
    """Return a step with one right choice among several."""
    return Step(
        name,
        Goal.CHOICE,
        HEARTS,
        parse_cards(trick),
        CardSet.parse(hand),
        tuple(map(CardSet.parse, hands)),
        measure=measure,
        options=tuple(options.split()),
    )


def _scored(name: str, measure: str, ours: int, theirs: int, value: int, hand: str = "") -> Step:
    """Return a step about a deal that is over."""
    asked = {"made": _YES_OR_NO, "written": ("us", "them")}.get(measure, ())
    step = _choice(name, measure, "", hand)
    return step._replace(options=asked, taken=(ours, theirs), value=value)


def _search(
    name: str, goal: Goal, *, measure: str = "", where: str = "", owed: Duty | None = None
) -> Step:
    """Return a step whose position is searched for in deals of the rule set."""
    return Step(name, goal, measure=measure, where=where, owed=owed, found=name)


LESSONS: Final = (
    Lesson(
        "trick",
        (
            _card("order", Goal.WINNER, "8C TC AC 7C", trump=None),
            _card("win", Goal.WIN, "9D KD 8D", "TD QD 7D", trump=None),
            _choice("points", "points", "AS KS TS 7S"),
        ),
    ),
    Lesson(
        "follow",
        (
            _card("suit", Goal.LEGAL, "KC", "QC 8C AS 9D"),
            _card("rise", Goal.LEGAL, "KC", "AC 8C AS 9D", Duty.RISE),
            _card("void", Goal.SAVE, "AD 7D 8D", "KS TC 9C"),
        ),
    ),
    Lesson(
        "trumps",
        (
            _card("beat", Goal.WINNER, "KC AC 7H 8C"),
            _card("order", Goal.WINNER, "AH 9H TH 8H"),
            _card("rise", Goal.LEGAL, "TH", "9H 8H AS KC", Duty.RISE),
            _card("partner", Goal.LEGAL, "TH 7H", "AH 8H KC 9D", Duty.RISE),
            _card("beneath", Goal.LEGAL, "TH 7H", "AH 8H KC 9D", Duty.FOLLOW),
        ),
    ),
    Lesson(
        "ruff",
        (
            _card("ruff", Goal.LEGAL, "AC", "8H 7H AS TD", Duty.RUFF),
            _card("over", Goal.LEGAL, "AC 7C 9H", "JH 8H TS", Duty.OVERRUFF),
            _card("under", Goal.LEGAL, "KC 9C JH", "8H AS KD", Duty.RUFF),
            _card("free", Goal.SAVE, "KC 9C JH", "QH 7S KD", Duty.ANY),
            _card("below", Goal.LEGAL, "KC 9C JH", "8H AS KD", Duty.DISCARD),
        ),
    ),
    Lesson(
        "partner",
        (
            _card("give", Goal.GIVE, "AD 9D", "TD 8D KS", Duty.FOLLOW),
            _card("free", Goal.GIVE, "AS 8S", "7H TC 9D", Duty.ANY),
            _card("must", Goal.LEGAL, "AS 8S", "7H TC 9D", Duty.RUFF),
            _card("over", Goal.LEGAL, "KC 9H 7C", "8H KD QS", Duty.OVERRUFF_OR_DISCARD),
            _card("save", Goal.SAVE, "AD", "TD 7D QC", Duty.FOLLOW),
        ),
    ),
    Lesson(
        "taking",
        (
            _call("strong", "9H AH 8H AS 7C", "JH", 0)._replace(where="turned"),
            _call("weak", "7S 9S QC 8H KC", "8D", 0)._replace(where="turned"),
            _call("second", "JS 9S AS KH 8D", "7C", 4)._replace(where="turned"),
        ),
    ),
    Lesson(
        "contract",
        (
            _scored("made", "made", 92, 70, 90),
            _scored("failed", "written", 76, 86, 80),
            _scored("tie", "written", 81, 81, 90)._replace(where="unbid"),
            _scored("sweep", "marks", 162, 0, 90)._replace(tricks=(8, 0)),
        ),
    ),
    Lesson(
        "belote",
        (
            _card("pair", Goal.PAIR, "", "KH QH 7C")._replace(where="belote"),
            _scored("counts", "made", 74, 88, 90, "KH QH")._replace(where="belote_helps"),
            _scored("apart", "made", 74, 88, 90, "KH QH")._replace(where="belote_apart"),
        ),
    ),
    Lesson(
        "announce",
        (
            _choice("tierce", "melds", "", "KD QD JD 9S 7S AC 8C 7H")._replace(where="melds"),
            _choice("square", "square", "", "9S 9H 9D 9C")._replace(where="melds"),
            _choice(
                "better", "contest", "", "KD QD JD 9S", "TC 9C 8C 7C", options="us them"
            )._replace(where="melds"),
            _choice(
                "equal", "contest", "", "KD QD JD 9S", "KS QS JS 7C", options="us them nobody"
            )._replace(where="melds"),
        ),
    ),
    Lesson(
        "roem",
        (
            _search("fallen", Goal.CHOICE, measure="points", where="roem"),
            _search("pair", Goal.CHOICE, measure="points", where="roem"),
        ),
    ),
    Lesson(
        "without",
        (
            _search("none", Goal.WINNER, where="no_trumps"),
            _choice("ace", "card", "", "AH")._replace(trump=Trump.NONE, where="no_trumps"),
        ),
    ),
    Lesson(
        "every",
        (
            _search("all", Goal.WINNER, where="all_trumps"),
            _choice("jack", "card", "", "JH")._replace(trump=Trump.ALL, where="all_trumps"),
        ),
    ),
    Lesson(
        "last",
        (
            _choice("ten", "last", "TD 8D KS 7D"),
            _best("keep", "7H 8C", "8C", "AC TS", "QS 9D", "KC JD"),
        ),
    ),
    Lesson(
        "count",
        (
            _choice("out", "out", "KH 7H 8H 9H", "JH AH"),
            _choice("void", "out", "7H 8H QD JH", "9H AH"),
        ),
    ),
    Lesson(
        "draw",
        (
            _best(
                "first",
                "JH 9H AS TS",
                "JH 9H",
                "AH 7C 8C 9C",
                "KS QS 9S 8S",
                "8H 7D 8D 9D",
            ),
            _best("stop", "9H 7C", "7C", "AC KD", "TH QD", "TC 9D"),
        ),
    ),
    Lesson(
        "practice",
        (
            _search("follow", Goal.LEGAL, owed=Duty.FOLLOW),
            _search("rise", Goal.LEGAL, owed=Duty.RISE),
            _search("ruff", Goal.LEGAL, owed=Duty.RUFF),
            _search("over", Goal.LEGAL, owed=Duty.OVERRUFF),
            _search("below", Goal.LEGAL, owed=Duty.DISCARD),
        ),
    ),
)
"""The lessons in the order in which they are taught."""
AUCTION: Final = "auction"
"""The lesson on the auction, where no card is taken: see `auctions`."""
FIRST_OF_PLAY: Final = "contract"
"""The lesson before which that on the auction stands."""


# --- where a step is taught -----------------------------------------------------------------------


def _allows(bids: str) -> Callable[[Rules], bool]:
    """Return whether these trumps may be bid, as `switch` says it."""
    return lambda rules: holds(bids, rules.flat())


def _takes_turned(rules: Rules) -> bool:
    """Return whether a turned card is taken, and no stake raised."""
    return rules.bidding.turns_up and rules.bidding.outcomes(rules.auction).stakes == (1,)


def _has_belote(rules: Rules) -> bool:
    return rules.belote.belote != "none"


def _belote_helps(rules: Rules) -> bool:
    return _has_belote(rules) and "belote" in rules.scoring.contract_counts


WHERE: Final[dict[str, Callable[[Rules], bool]]] = {
    "": lambda rules: True,
    "turned": _takes_turned,
    "unbid": lambda rules: not rules.settling.needs_bids,
    "belote": _has_belote,
    "belote_helps": _belote_helps,
    "belote_apart": lambda rules: _has_belote(rules) and not _belote_helps(rules),
    "melds": lambda rules: rules.melds.announced,
    "roem": lambda rules: rules.melds.trick_melds != "none",
    "no_trumps": _allows(NO_TRUMPS),
    "all_trumps": _allows(ALL_TRUMPS),
}
"""The conditions on a rule set under which a step is taught."""


def taught(rules: Rules) -> tuple[Lesson, ...]:
    """Return the lessons of a rule set, each with the steps that its law makes questions of."""
    kept = (
        Lesson(lesson.name, tuple(step for step in lesson.steps if _arises(step, rules)))
        for lesson in LESSONS
    )
    return tuple(lesson for lesson in kept if lesson.steps)


def _arises(step: Step, rules: Rules) -> bool:
    if not WHERE[step.where](rules):
        return False
    if step.owed is None:
        return True
    law = rules.law(step.trump or Trump.NONE)
    if step.found:
        return step.owed in duty_table(law.obligations)
    return duty(law.obligations, situation(step.hand, step.trick, law)) is step.owed


def names(preset: str) -> tuple[str, ...]:
    """Return the names of the lessons of a course in their order, that on the auction with them."""
    known = [lesson.name for lesson in taught(presets.rules(preset))]
    if "taking" not in known:
        known.insert(known.index(FIRST_OF_PLAY), AUCTION)
    return tuple(known)


# --- what is remembered ---------------------------------------------------------------------------

GUIDED: Final = "deal"
"""The guided deal, which ends a course."""
_FIRST_TAUGHT: Final = ("french", "flemish", "bulgarian")
"""The rule sets whose lessons were remembered by their names alone, before there were others."""
_FIRST_AUCTIONS: Final = {
    "ffb-contree-2016": "contree",
    "bulgarian": "bulgarian",
    "klaverjas-rotterdam-nku": "klaverjas",
    "bela": "bela",
    "baloot": "baloot",
    "bazar-blot": "bazar-blot",
}
"""The names by which lessons on auctions were remembered then."""


def stored_names(preset: str, lesson: str) -> tuple[str, ...]:
    """Return the names under which a lesson is remembered as done, that of today first."""
    if lesson == AUCTION:
        old = (_FIRST_AUCTIONS[preset],) if preset in _FIRST_AUCTIONS else ()
    else:
        old = (lesson,) if preset in _FIRST_TAUGHT else ()
    return (f"{preset}/{lesson}", *old)


def all_stored_names(preset: str) -> tuple[tuple[str, ...], ...]:
    """Return the names under which each lesson of a course is stored, then the guided deal."""
    return tuple(stored_names(preset, lesson) for lesson in (*names(preset), GUIDED))
