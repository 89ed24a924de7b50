"""Lessons as they are sent: courses, the guided deal and deals to count in.

Apart from what makes them, so that a server loads that with the first lesson that is requested.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

COUNTING_LEVELS: Final = (1, 2, 3, 4)


class Choice(msgspec.Struct, frozen=True):
    """A possible answer (a card, a call or a word), and the comment on it."""

    value: str
    text: str
    right: bool
    because: str


class SaidCall(msgspec.Struct, frozen=True):
    """A call of a seat."""

    seat: int
    text: str


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The table as seat 0 sees it: the trick in order from its leader, the turned card.

    `calls`: what was said so far, where the step is a call.
    """

    trump: str
    leader: int
    trick: tuple[str, ...]
    hand: tuple[str, ...]
    turned: str = ""
    calls: tuple[SaidCall, ...] = ()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A position with a question, answered by a card of the hand or of the trick, or a choice."""

    name: str
    text: str
    of: Literal["hand", "trick", "choice"]
    at: Position
    choices: tuple[Choice, ...]


class Taught(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson: a title and its questions; `direction`: which way the turn goes.

    `stored`: the names under which it is remembered as done, that of today first.
    """

    name: str
    title: str
    direction: str
    questions: tuple[Question, ...]
    stored: tuple[str, ...]


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/learn/{preset}: every lesson by the law of a rule set, and the words of the pages.

    `direction`: which way the turn goes. `deal`: the names under which the guided deal is
    remembered. `offered`: the rule sets whose courses everybody may choose.
    """

    preset: str
    direction: str
    lessons: tuple[Taught, ...]
    words: dict[str, str]
    deal: tuple[str, ...]
    offered: tuple[str, ...]


class TrickEnded(msgspec.Struct, frozen=True, kw_only=True):
    """The last trick, and the comment on it.

    `instead`: what the learner's card cost, where another was advised; empty otherwise. `lost`: the
    points that it cost, 0 where they are too few to mention.
    """

    leader: int
    cards: tuple[str, ...]
    winner: int
    text: str
    instead: str = ""
    lost: int = 0


class CostlyCard(msgspec.Struct, frozen=True):
    """The learner's card that cost most, and the number of choices before it."""

    trick: str
    text: str
    before: int


class DealOver(msgspec.Struct, frozen=True, kw_only=True):
    """The end of the guided deal: its winner, and the points to remember.

    `points`: of both sides, with what was announced; None for a deal that was passed out.
    `written`: the score, in a sentence. `best`: the trick that brought the learner's side most,
    where it took one. `praise`: what is said where no card cost anything to speak of.
    """

    title: str
    won: bool
    points: tuple[int, int] | None = None
    written: str = ""
    best: TrickEnded | None = None
    costly: CostlyCard | None = None
    praise: str = ""


class GuidedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/learn/{preset}/deal: the state of the deal, and the legal choices.

    `ended`: the trick that the learner's last card was in. `choices` are empty once the deal is
    over; `because` of one that is refused is the reason. `text`: the advice, or how it ended.
    `advised`: the choice that the advice names. `doubts`: what is asked before a call against the
    advice is made, by its value. `over`: once it has ended.
    """

    direction: str
    at: Position
    text: str
    advised: str
    choices: tuple[Choice, ...]
    tricks: tuple[int, int]
    points: tuple[int, int]
    ended: TrickEnded | None = None
    doubts: dict[str, str] = {}
    over: DealOver | None = None


class CountedTrick(msgspec.Struct, frozen=True):
    """A trick as it was played."""

    leader: int
    cards: tuple[str, ...]
    winner: int


class CountQuestion(msgspec.Struct, frozen=True):
    """A question about the cards played, asked after so many tricks."""

    after: int
    text: str
    choices: tuple[Choice, ...]


class CountDeal(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/learn/{preset}/count: a deal to look at, and the questions about it.

    `at`: the learner's hand before the first trick.
    """

    direction: str
    level: int
    at: Position
    tricks: tuple[CountedTrick, ...]
    questions: tuple[CountQuestion, ...]
