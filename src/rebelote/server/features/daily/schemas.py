"""HTTP schemas of the deals and puzzles of the day: requests and responses."""

from __future__ import annotations

from rebelote.analysis.puzzles import Kind as PuzzleKind
from rebelote.analysis.report import Decision
from rebelote.analysis.themes import Theme
from rebelote.rules.actions import Call, Value
from rebelote.server.base.protocol.schemas import Message, Rated
from rebelote.server.features.study.schemas import PracticePosition


class PuzzleAnswered(Message, frozen=True, kw_only=True):
    """One's answer to a puzzle, and the review of the decision in which a player erred.

    `calls`: what the words mean by which it names calls. `answers`: how many answered on its day,
    and the `share` of them that was right; null while they are few. `own`: the decision as the
    answer makes it, null where that is not known. `record`: the whole deal.
    """

    choice: str
    right: bool
    decision: Decision
    calls: dict[str, Call]
    answers: int
    share: float | None = None
    own: Decision | None = None
    record: str = ""


class PuzzleOfTheDay(Message, frozen=True, kw_only=True):
    """GET /api/puzzle: the puzzle of a day, as one of the `kind`s.

    `preset`: the game it is of, and `presets`: the games of which there is one every day.
    `rating`: the puzzle's, and `mine` among puzzles; null before the first answer, and of other
    days. `streak`: days in a row on which one answered, of any game, one missed day forgiven.
    `theme` and `answered`: null until one has answered. `turns`: whether the contract depends on
    it.
    """

    day: str
    kind: PuzzleKind
    preset: str
    presets: tuple[str, ...]
    position: PracticePosition
    rating: Rated
    mine: Rated | None = None
    streak: int = 0
    theme: Theme | None = None
    answered: PuzzleAnswered | None = None
    turns: bool = False


class PuzzlePast(Message, frozen=True):
    """The puzzle of a day: whether one answered it rightly, null before one has answered.

    `theme`: what it trains; null for today's before one has answered.
    """

    day: str
    kind: PuzzleKind
    theme: Theme | None
    right: bool | None


class PuzzleArchive(Message, frozen=True):
    """GET /api/puzzles: the puzzles of the last days of the game `preset`, the latest first."""

    preset: str
    days: tuple[PuzzlePast, ...]


class Drill(Message, frozen=True):
    """GET /api/drills: the puzzles of a drill, by their identifiers, the dearest mistakes first."""

    preset: str
    puzzles: tuple[str, ...]


class Drilled(Message, frozen=True, kw_only=True):
    """GET and POST /api/drills/{puzzle}: a puzzle of a drill, and with an answer its verdict.

    `theme` and `answered`: null before an answer.
    """

    kind: PuzzleKind
    preset: str
    position: PracticePosition
    rating: Rated
    theme: Theme | None = None
    answered: PuzzleAnswered | None = None
    turns: bool = False


class DailyLine(Message, frozen=True, kw_only=True):
    """One's play of the day's deal: marks of both sides, taker, contract and outcome.

    `value` is what was bid, where bids name points; `stake` is more than 1 once doubled. `taker`:
    the seat that took, oneself being 0; null in results of earlier releases, and where all passed.
    """

    marks: int
    others: int
    contract: str
    took: bool
    outcome: str
    value: Value | None = None
    stake: int = 1
    taker: int | None = None


class DailyShare(Message, frozen=True, kw_only=True):
    """The part of the field that did the same, and its results.

    `made`: at how many of their tables those who took made it; `lead`: how many marks more than the
    others one had, in the mean. `mine`: one did so oneself.
    """

    times: int
    made: int
    lead: float
    mine: bool


class DailyField(DailyShare, frozen=True):
    """A line of the field."""

    line: DailyLine


class DailyOpening(DailyShare, frozen=True):
    """The first card that was played of one's hand, null where it is not known, and the lines that
    followed, the best first.
    """

    card: str | None
    lines: tuple[DailyField, ...]


class DailyContract(DailyShare, frozen=True, kw_only=True):
    """A contract of the field, as in `DailyLine`, with the first cards played."""

    contract: str
    took: bool
    value: Value | None
    stake: int
    taker: int | None
    openings: tuple[DailyOpening, ...]


class DailyPlayed(Message, frozen=True):
    """A line, and the cards of one's hand in the order in which they were played."""

    line: DailyLine
    cards: tuple[str, ...]


class DailyBot(Message, frozen=True):
    """The result of a bot of a level in one's seat."""

    level: str
    line: DailyLine


class DailyBots(Message, frozen=True):
    """The results of each level of bots in the deal, the weakest first.

    `perfect`: by how many marks one is ahead if nobody errs, all cards seen.
    """

    levels: tuple[DailyBot, ...]
    perfect: int


class Daily(Message, frozen=True, kw_only=True):
    """GET /api/daily: the deal of the day of one game, one of `presets`.

    `mine` is null until one has played it, with one's `cards` in the order in which they were
    played; then the field is sent too, as a tree, and the best line of it (null where its cards are
    not known). `rank`: among `played`; who has as many marks more than the others shares it.
    `counts`: one's line is in the field, or will be, for one had an account before the day began.
    `tricks`: by trick whether one's side won it. `bots`: what bots made of the deal; null where it
    is not known, or yet to come (`bots_due`).
    """

    date: str
    preset: str
    level: str
    table: str | None
    mine: DailyLine | None
    better_than: float | None
    played: int
    text: str
    cards: tuple[str, ...] = ()
    field: tuple[DailyContract, ...] = ()
    best: DailyPlayed | None = None
    rank: int | None = None
    counts: bool = False
    presets: tuple[str, ...] = ()
    tricks: tuple[bool, ...] = ()
    bots: DailyBots | None = None
    bots_due: bool = False


class TodayDeal(Message, frozen=True, kw_only=True):
    """Today's deal of a game: the table where one has begun it, and one's result.

    `played`, `rank` and `better_than` as in `Daily`.
    """

    preset: str
    table: str | None
    mine: DailyLine | None
    played: int
    rank: int | None
    better_than: float | None


class TodayPuzzle(Message, frozen=True):
    """Today's puzzle: the game, the kind of question, and whether one was right (null before an
    answer)."""

    preset: str
    kind: PuzzleKind
    right: bool | None


class TodayMark(Message, frozen=True):
    """One's results of a day: the lead in marks in its deal, and whether the answer to its puzzle
    was right; null where one did not play.

    Of several games, the best.
    """

    day: str
    lead: int | None
    right: bool | None


class TodayFriend(Message, frozen=True):
    """A friend's result in today's deal of a game; `line`: null until one has played it."""

    id: str
    name: str
    preset: str
    line: DailyLine | None


class Today(Message, frozen=True, kw_only=True):
    """GET /api/today: the deals and the puzzle of the day, and one's results.

    `deal_streak` and `puzzle_streak`: days in a row, of any game, one missed day forgiven. `days`:
    the last ones, today the last.
    """

    date: str
    deals: tuple[TodayDeal, ...]
    deal_streak: int
    puzzle: TodayPuzzle
    puzzle_streak: int
    days: tuple[TodayMark, ...]
    friends: tuple[TodayFriend, ...]
