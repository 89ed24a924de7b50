"""The twelve lessons as data: positions of the game, each with one question.

Seat 0 learns; seat 2 is the partner. What is right is not said here but for the best card, which
takes a solver to find: `answers` asks the law. The sentences are in the catalogues of `i18n/learn`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rebelote.rules.cards import Card, CardSet, Trump, parse_cards

TURNED: Final = ("french", "flemish")
"""Of these the rule sets in which a card is turned up and taken."""
BULGARIAN: Final = ("bulgarian",)
PRESETS: Final = (*TURNED, *BULGARIAN)
"""The rule sets whose law is taught."""
PARTNER: Final = 2
"""The partner's seat; the learner's is 0."""
BEFORE: Final = 3
"""The seat of who calls before the learner."""


class Goal(Enum):
    """What is asked, and so which answers are right."""

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
    """Take or pass; bid or pass."""
    CHOICE = "choice"
    """One of a few numbers or words; `Step.measure` says of what."""


class Step(NamedTuple):
    """One position and its question; `name` leads to its sentences.

    `hands`: those of the seats after the learner, where the answer hangs on them; `best`: the cards
    that are then right. `calls`: how many
    have passed before. `measure` and `options`: what a choice asks, and between what. `taken`: by
    side the points in tricks of a deal that is over, the learner's side having taken. `presets`:
    the rule sets in which the question arises.
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
    bid: Trump | None = None
    measure: str = ""
    options: tuple[str, ...] = ()
    taken: tuple[int, int] = (0, 0)
    presets: tuple[str, ...] = PRESETS

    @property
    def leader(self) -> int:
        """Who led: the learner plays next, or has ended the trick."""
        return -len(self.trick) % 4


class Lesson(NamedTuple):
    """A few steps on one subject."""

    name: str
    steps: tuple[Step, ...]


HEARTS: Final = Trump.HEARTS


def _asked(
    name: str,
    goal: Goal,
    trump: Trump | None,
    trick: str,
    hand: str = "",
) -> Step:
    """A step about cards."""
    return Step(name, goal, trump, parse_cards(trick), CardSet.parse(hand))


def _best(name: str, hand: str, best: str, *hands: str) -> Step:
    """A step about the best lead, all hands open; hearts are trumps."""
    others = tuple(map(CardSet.parse, hands))
    return Step(name, Goal.BEST, HEARTS, (), CardSet.parse(hand), others, CardSet.parse(best))


def _call(name: str, hand: str, turned: str, calls: int) -> Step:
    """A step about taking."""
    card = Card(turned)
    return Step(name, Goal.CALL, hand=CardSet.parse(hand), turned=card, calls=calls, presets=TURNED)


def _bid(name: str, hand: str, options: str) -> Step:
    """A step about the bid with which an auction is opened."""
    offered = tuple(options.split())
    return Step(name, Goal.CALL, hand=CardSet.parse(hand), options=offered, presets=BULGARIAN)


def _of(step: Step, presets: tuple[str, ...]) -> Step:
    """The step where one plays by these rule sets alone."""
    return step._replace(presets=presets)


def _choice(
    name: str, measure: str, options: str, trick: str = "", hand: str = "", *hands: str
) -> Step:
    """A step with one right choice among several."""
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


def _scored(name: str, measure: str, ours: int, theirs: int, hand: str = "") -> Step:
    """A step about a deal that is over."""
    made = ("yes", "no") if measure == "made" else ("us", "them")
    return Step(
        name,
        Goal.CHOICE,
        HEARTS,
        hand=CardSet.parse(hand),
        measure=measure,
        options=made,
        taken=(ours, theirs),
    )


LESSONS: Final = (
    Lesson(
        "trick",
        (
            _asked("order", Goal.WINNER, None, "8C TC AC 7C"),
            _asked("win", Goal.WIN, None, "9D KD 8D", "TD QD 7D"),
            _choice("points", "points", "15 19 25", "AS KS TS 7S"),
        ),
    ),
    Lesson(
        "follow",
        (
            _asked("suit", Goal.LEGAL, HEARTS, "KC", "QC 8C AS 9D"),
            _asked("void", Goal.SAVE, HEARTS, "AD 7D 8D", "KS TC 9C"),
        ),
    ),
    Lesson(
        "trumps",
        (
            _asked("beat", Goal.WINNER, HEARTS, "KC AC 7H 8C"),
            _asked("order", Goal.WINNER, HEARTS, "AH 9H TH 8H"),
            _asked("rise", Goal.LEGAL, HEARTS, "TH", "9H 8H AS KC"),
            _asked("partner", Goal.LEGAL, HEARTS, "TH 7H", "AH 8H KC 9D"),
        ),
    ),
    Lesson(
        "ruff",
        (
            _asked("ruff", Goal.LEGAL, HEARTS, "AC", "8H 7H AS TD"),
            _asked("over", Goal.LEGAL, HEARTS, "AC 7C 9H", "JH 8H TS"),
            _of(_asked("under", Goal.LEGAL, HEARTS, "KC 9C JH", "8H AS KD"), TURNED),
            _of(_asked("free", Goal.SAVE, HEARTS, "KC 9C JH", "QH 7S KD"), BULGARIAN),
        ),
    ),
    Lesson(
        "partner",
        (
            _asked("give", Goal.GIVE, HEARTS, "AD 9D", "TD 8D KS"),
            _asked("free", Goal.GIVE, HEARTS, "AS 8S", "7H TC 9D"),
            _of(_asked("save", Goal.SAVE, HEARTS, "AD", "TD 7D QC"), TURNED),
        ),
    ),
    Lesson(
        "taking",
        (
            _call("strong", "9H AH 8H AS 7C", "JH", 0),
            _call("weak", "7S 9S QC 8H KC", "8D", 0),
            _call("second", "JS 9S AS KH 8D", "7C", 4),
            _bid("suit", "JH 9H 8H AS 7C", "pass H all"),
            Step(
                "higher",
                Goal.CHOICE,
                bid=HEARTS,
                measure="higher",
                options=("C", "D", "S"),
                presets=BULGARIAN,
            ),
            _bid("none", "AS AC TC KD 8H", "pass C none"),
            _bid("all", "JS 9S JD AC 7H", "pass S all"),
        ),
    ),
    Lesson(
        "contract",
        (
            _scored("made", "made", 92, 70),
            _scored("failed", "written", 76, 86),
            _of(_scored("tie", "written", 81, 81), BULGARIAN),
        ),
    ),
    Lesson(
        "belote",
        (
            _asked("pair", Goal.PAIR, HEARTS, "", "KH QH 7C"),
            _scored("counts", "made", 74, 88, "KH QH"),
        ),
    ),
    Lesson(
        "announce",
        (
            _choice("tierce", "melds", "0 20 50", "", "KD QD JD 9S 7S AC 8C 7H"),
            _choice("better", "contest", "us them", "", "KD QD JD 9S", "TC 9C 8C 7C"),
        ),
    ),
    Lesson(
        "last",
        (
            _choice("ten", "last", "14 24 34", "TD 8D KS 7D"),
            _best("keep", "7H 8C", "8C", "AC TS", "QS 9D", "KC JD"),
        ),
    ),
    Lesson(
        "count",
        (
            _choice("out", "out", "1 2 3", "KH 7H 8H 9H", "JH AH"),
            _choice("void", "out", "2 3 4", "7H 8H QD JH", "9H AH"),
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
)
"""The lessons in the order in which they are taught."""
