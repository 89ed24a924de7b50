"""A shared replay as its lines make it: variations that were tried, a tree, and comments.

Lines are only added. Each is known by its number, from 1; the newest says how things stand.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalAction

MOST_LINES: Final = 500
"""Lines of a shared replay: moves, comments, and what takes them back."""
MOST_MOVES: Final = 200
"""Moves that are tried in a shared replay."""
MOST_DEPTH: Final = 64
"""Moves of one variation, one after the other."""
MOST_COMMENTS: Final = 100
"""Comments in a shared replay."""


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
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def decode(line: str) -> Line:
    """A line as it was written."""
    return _decoder.decode(line)


def encode(line: Line) -> str:
    """A line as it is written."""
    return msgspec.json.encode(line).decode()


class Path(msgspec.Struct, frozen=True):
    """A position: after so many steps of a deal, and then these words."""

    deal: int
    step: int
    words: tuple[str, ...] = ()


class Tree:
    """What the lines so far come to."""

    def __init__(self) -> None:
        self.last = 0
        """The number of the last line."""
        self.moves: dict[int, tuple[str, Tried]] = {}
        """By number who tried it, and what."""
        self.comments: dict[int, tuple[str, Commented]] = {}

    def add(self, number: int, person: str, line: Line) -> None:
        """Take over a line."""
        self.last = number
        match line:
            case Tried():
                self.moves[number] = person, line
            case Commented():
                self.comments[number] = person, line
            case Withdrawn():
                self._withdraw(line.number)

    def _withdraw(self, number: int) -> None:
        self.comments.pop(number, None)
        if self.moves.pop(number, None) is None:
            return
        for comment in [n for n, (_, one) in self.comments.items() if one.move == number]:
            del self.comments[comment]
        for child in [n for n, (_, one) in self.moves.items() if one.parent == number]:
            self._withdraw(child)

    def path(self, move: int) -> Path:
        """The position after a move. IllegalAction `no-such-step` where there is none."""
        words: list[str] = []
        while True:
            if move not in self.moves:
                raise IllegalAction("no-such-step")
            _, tried = self.moves[move]
            words.append(tried.word)
            if not tried.parent:
                return Path(tried.deal, tried.step, tuple(reversed(words)))
            move = tried.parent

    def tried_already(self, line: Tried) -> int | None:
        """The number of the same move."""
        return next((number for number, (_, one) in self.moves.items() if one == line), None)

    def author(self, number: int) -> str:
        """Who wrote a move or a comment. IllegalAction `no-such-step` where there is none."""
        for written in (self.moves, self.comments):
            if number in written:
                return written[number][0]
        raise IllegalAction("no-such-step")

    def takes(self, line: Line) -> bool:
        """Whether a line adds something; IllegalAction where it cannot follow.

        `no-such-step`: what it is about was taken back. `too-large`: there are so many of its kind.
        """
        match line:
            case Tried(parent=about) | Commented(move=about) if about:
                self.path(about)
            case Withdrawn():
                self.author(line.number)
        if isinstance(line, Tried) and self.tried_already(line) is not None:
            return False
        self._check_room(line)
        return True

    def _check_room(self, line: Line) -> None:
        full = self.last >= MOST_LINES
        if isinstance(line, Tried):
            full = full or len(self.moves) >= MOST_MOVES
        if isinstance(line, Commented):
            full = full or len(self.comments) >= MOST_COMMENTS
        if full:
            raise IllegalAction("too-large")
