"""A shared replay as its lines make it: variations that were tried, a tree, and comments.

Each line is known by its number, from 1. What is taken back is deleted, by the line that says so
(`Withdrawn`), and so is what earlier ones of these left: a node that finds numbers missing after
the last one known reads all lines again.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.protocol.schemas import Message


class NewSharedReplay(Message, frozen=True):
    """POST /api/shared-replays: a match that has ended or a record, to be looked at together."""

    match: Annotated[str, msgspec.Meta(max_length=32)] = ""
    record: str = ""


class OpenedReplay(Message, frozen=True):
    """The answer: the id of the shared replay, `#/together/ID`."""

    replay: str


MOST_MOVES: Final = limit(
    200, "moves tried in a shared replay", per="shared replay", beyond="replay-lines-full"
)
MOST_DEPTH: Final = limit(64, "of these, one after the other", per="variation", beyond="too-large")
MOST_COMMENTS: Final = limit(
    100, "comments in a shared replay", per="shared replay", beyond="replay-lines-full"
)
OPENER_PLACES: Final = limit(
    20,
    "moves, and comments, of these that are kept for the host",
    per="shared replay",
    beyond="replay-lines-full",
)
LINES_EACH: Final = limit(
    50,
    "moves and comments by one person who is not the host",
    per="shared replay",
    beyond="your-lines-full",
)


class _Line(msgspec.Struct, frozen=True, tag_field="line", omit_defaults=True):
    pass


class Tried(_Line, frozen=True, tag="tried"):
    """A call or card that was not played, in the word of a record.

    `parent`: the number of the move it follows; 0 where it departs from the match, after so many
    steps of a deal.
    """

    word: str
    parent: int = 0
    deal: int = 0
    step: int = 0


class Commented(_Line, frozen=True, tag="commented"):
    """Something said of a position: after `move`, or where that is 0 of one of the match."""

    text: str
    move: int = 0
    deal: int = 0
    step: int = 0


class Withdrawn(_Line, frozen=True, tag="withdrawn"):
    """A comment, or a move with all that follows it, is taken back."""

    number: int


Line = Tried | Commented | Withdrawn
FORM: Final[EntryForm[Line]] = EntryForm(msgspec.json.Decoder(Line))


class Path(msgspec.Struct, frozen=True):
    """A position: after so many steps of a deal, and then these words."""

    deal: int
    step: int
    words: tuple[str, ...] = ()


class Tree:
    """The tree of moves and comments that the lines so far build."""

    def __init__(self, opener: str = "") -> None:
        self.opener = opener
        """The person who opened the shared replay."""
        self.moves: dict[int, tuple[str, Tried]] = {}
        """The moves by number, each with the person who tried it."""
        self.comments: dict[int, tuple[str, Commented]] = {}
        self.obsolete: set[int] = set()
        """Numbers of lines that have no effect any more, and may still be stored."""

    def add(self, number: int, person: str, line: Line) -> set[int]:
        """Add a line, and return the numbers of the moves and comments that it takes back."""
        gone: set[int] = set()
        match line:
            case Tried():
                self.moves[number] = person, line
            case Commented():
                self.comments[number] = person, line
            case Withdrawn():
                gone = self.with_all_that_follows(line.number)
                self._remove(gone)
                self.obsolete |= gone | {number}
        return gone

    def _remove(self, numbers: set[int]) -> None:
        for number in numbers:
            self.moves.pop(number, None)
            self.comments.pop(number, None)

    def with_all_that_follows(self, number: int) -> set[int]:
        """Return this move or comment and all that follows from it; empty if it is withdrawn."""
        if number in self.comments:
            return {number}
        following = {number} & self.moves.keys()
        for later, (_, move) in self.moves.items():  # a parent has a lower number
            if move.parent in following:
                following.add(later)
        return following | {
            n for n, (_, comment) in self.comments.items() if comment.move in following
        }

    def path(self, move: int) -> Path:
        """Return the position after a move. IllegalActionError `no-such-step`."""
        words: list[str] = []
        while True:
            if move not in self.moves:
                raise IllegalActionError("no-such-step")
            _, tried = self.moves[move]
            words.append(tried.word)
            if not tried.parent:
                return Path(tried.deal, tried.step, tuple(reversed(words)))
            move = tried.parent

    def tried_already(self, line: Tried) -> int | None:
        """Return the number of the same move."""
        return next((number for number, (_, one) in self.moves.items() if one == line), None)

    def author(self, number: int) -> str:
        """Return the author of a move or a comment. IllegalActionError `no-such-step`."""
        for written in (self.moves, self.comments):
            if number in written:
                return written[number][0]
        raise IllegalActionError("no-such-step")

    def takes(self, line: Line, person: str) -> bool:
        """Return whether a person's line adds something; IllegalActionError if it cannot follow.

        `no-such-step`: what it is about was taken back. `replay-lines-full`, `your-lines-full`:
        there are so many of its kind, or by that person.
        """
        match line:
            case Tried(parent=about) | Commented(move=about) if about:
                self.path(about)
            case Withdrawn():
                self.author(line.number)
                return True
        if isinstance(line, Tried) and self.tried_already(line) is not None:
            return False
        self._check_room(line, person)
        return True

    def _check_room(self, line: Line, person: str) -> None:
        tried = isinstance(line, Tried)
        count, most = (
            (len(self.moves), MOST_MOVES) if tried else (len(self.comments), MOST_COMMENTS)
        )
        opened = person == self.opener
        if count >= (most if opened else most - OPENER_PLACES):
            raise IllegalActionError("replay-lines-full")
        if not opened and self._lines_of(person) >= LINES_EACH:
            raise IllegalActionError("your-lines-full")

    def _lines_of(self, person: str) -> int:
        written = (*self.moves.values(), *self.comments.values())
        return sum(by == person for by, _ in written)
