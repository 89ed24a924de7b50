"""Records: a match written down, so that it can be read and replayed.

The text holds what was decided (pack, cuts, calls, cards, announcements) and what came of it
(marks, scores). Reading checks all of it: the match is replayed and written again, and the first
line that differs is the error. The grammar stands in `docs/notation.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, Literal, NamedTuple

import msgspec

from rebelote.rules import match as matches
from rebelote.rules import notation, presets
from rebelote.rules.actions import OUT_OF_TURN, Action, Play
from rebelote.rules.cards import parse_cards
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.notation import Deed, OutOfTurn
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalAction

VERSION: Final = "1"
MOST_CHARACTERS: Final = 10_000
"""Of one line; a longer one is no line of a record."""


class RecordError(ValueError):
    """A text that is no record, or a record that cannot be played; `line` counts from 1.

    `match` is the state before the action at fault, where there is one.
    """

    def __init__(self, message: str, line: int | None = None, match: Match | None = None) -> None:
        self.line, self.match = line, match
        super().__init__(message if line is None else f"line {line}: {message}")


TimeUp = Literal["", "during", "after"]
"""When the time of a match was up, seen from one of its deals."""


class Comment(msgspec.Struct, frozen=True):
    """A remark, made after so many deeds of its deal."""

    after: int
    text: str


class DealRecord(msgspec.Struct, frozen=True):
    """What was decided in one deal. `pack` is None where the gathered pack was dealt on.

    `seal` and `secret`, in hexadecimal digits, prove that the pack was fixed before the cut
    (`docs/fairness.md`); empty where nobody sealed it. `commitments` and `nonces`: by seat what
    players added to it, empty for a seat that did not; none where nobody did. `time`: that of the
    match was up during this deal, or after it.
    """

    pack: Pack | None
    actions: tuple[Deed, ...] = ()
    comments: tuple[Comment, ...] = ()
    seal: str = ""
    secret: str = ""
    commitments: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()
    time: TimeUp = ""


class Step(msgspec.Struct, frozen=True):
    """One action of a replay: the match before it, who did what, and the match after it."""

    before: Match
    seat: int
    action: Action
    after: Match


class Record(msgspec.Struct, frozen=True):
    """A match as a list of what was decided; `names` by seat, or none."""

    rules: Rules
    dealer: int
    deals: tuple[DealRecord, ...]
    names: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    @classmethod
    def begin(cls, match: Match, names: tuple[str, ...] = ()) -> Record:
        """The record of a match that has just been started."""
        deal = match.deal
        return cls(match.rules, deal.dealer, (DealRecord(deal.pack),), names)

    def act(self, action: Action, seat: int | None = None) -> Record:
        """The record with one more action in its last deal; `seat` where it was not its turn."""
        last = self.deals[-1]
        deed = action if seat is None else OutOfTurn(seat, action)
        return self._with_last(msgspec.structs.replace(last, actions=(*last.actions, deed)))

    def comment(self, text: str) -> Record:
        """The record with a remark at its end, on one line."""
        last = self.deals[-1]
        remark = Comment(len(last.actions), " ".join(text.split()))
        return self._with_last(msgspec.structs.replace(last, comments=(*last.comments, remark)))

    def _with_last(self, deal: DealRecord) -> Record:
        return msgspec.structs.replace(self, deals=(*self.deals[:-1], deal))

    def next_deal(self, pack: Pack | None = None) -> Record:
        """The record with one more deal; `pack` as given to `match.next_deal`."""
        return msgspec.structs.replace(self, deals=(*self.deals, DealRecord(pack)))

    def time_up(self, when: TimeUp) -> Record:
        """The record in whose last deal, or after it, time was up."""
        return self._with_last(msgspec.structs.replace(self.deals[-1], time=when))

    def history(self) -> list[list[Match]]:
        """The states of each deal, from before its first action to after its last. RecordError."""
        history: list[list[Match]] = []
        for recorded in self.deals:
            first = _begin(self, recorded, history[-1][-1] if history else None)
            states = _states(_timed(first, recorded, "during"), recorded.actions)
            history.append([*states[:-1], _timed(states[-1], recorded, "after")])
        return history

    def replay(self) -> Match:
        """The match as it stands after everything recorded."""
        return self.history()[-1][-1]

    def after_each_deal(self) -> list[Match]:
        """The match as it stood after each deal."""
        return [states[-1] for states in self.history()]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names by seat; the seats' numbers where there are none."""
        return self.names or tuple(str(seat) for seat in range(self.rules.players))

    def steps(self) -> Iterator[Step]:
        """Every action with the match before and after it."""
        for recorded, states in zip(self.deals, self.history(), strict=True):
            for deed, before, after in zip(recorded.actions, states, states[1:], strict=False):
                yield Step(before, *whose(deed, before), after)

    def __str__(self) -> str:
        """The text; `Record.parse` gives the same record back, and its text is the same again."""
        history = self.history()
        blocks = [_header(self)]
        blocks += [_deal_lines(d, s) for d, s in zip(self.deals, history, strict=True)]
        blocks += [_result(history[-1][-1])] if history[-1][-1].winner is not None else []
        return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"

    def json(self) -> str:
        """The same in JSON, every option of the rules spelled out."""
        return msgspec.json.encode(self, enc_hook=encode_hook).decode()

    @classmethod
    def parse(cls, text: str, first_line: int = 1) -> Record:
        """The record of that text, whose first line has this number; RecordError names a line."""
        record = _read(text, first_line)
        _compare(text, str(record), first_line)
        return record

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """The record of that JSON, played through; RecordError for what is none."""
        try:
            record = msgspec.json.decode(text, type=cls, dec_hook=decode_hook)
        except (ValueError, RecursionError) as error:
            raise RecordError(str(error)) from None
        record.replay()
        return record


class Recorded(NamedTuple):
    """A match and its record, which go on together."""

    match: Match
    record: Record

    @classmethod
    def begin(cls, match: Match, names: tuple[str, ...] = ()) -> Recorded:
        """A match that has just been started."""
        return cls(match, Record.begin(match, names))

    def act(self, seat: int, action: Action) -> Recorded:
        """Both after an action; IllegalAction as `match.apply` says."""
        after = matches.apply(self.match, seat, action)
        in_turn = seat == self.match.to_act and not isinstance(action, OUT_OF_TURN)
        return Recorded(after, self.record.act(action, None if in_turn else seat))

    def time_up(self) -> Recorded:
        """Both once the time of the match is up."""
        when: TimeUp = "after" if self.match.written else "during"
        return Recorded(matches.time_up(self.match), self.record.time_up(when))

    def next_deal(self, pack: Pack | None = None) -> Recorded:
        """Both with one more deal; `pack` as given to `match.next_deal`."""
        return Recorded(matches.next_deal(self.match, pack), self.record.next_deal(pack))


def read_many(lines: Iterable[str]) -> Iterator[Record]:
    """The records of a file with many, one at a time: each begins with its `[Record` line."""
    block: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if line.startswith("[Record ") and any(held.strip() for held in block):
            yield Record.parse("".join(block), first)
            block, first = [], number
        block.append(line if line.endswith("\n") else f"{line}\n")
    if any(line.strip() for line in block):
        yield Record.parse("".join(block), first)


# --- playing it again -----------------------------------------------------------------------------


def _timed(match: Match, recorded: DealRecord, when: TimeUp) -> Match:
    """The match as time is up then, or is not."""
    try:
        return matches.time_up(match) if recorded.time == when else match
    except ValueError as error:
        raise RecordError(f"deal {match.number}: {error}", match=match) from None


def _begin(record: Record, recorded: DealRecord, last: Match | None) -> Match:
    try:
        if last is None:
            return matches.start(record.rules, recorded.pack or (), record.dealer)
        return matches.next_deal(last, recorded.pack)
    except (IllegalAction, ValueError) as error:
        number = 1 if last is None else last.number + 1
        raise RecordError(f"deal {number} cannot begin: {error}", match=last) from None


def _states(match: Match, deeds: tuple[Deed, ...]) -> list[Match]:
    states = [match]
    for number, deed in enumerate(deeds, 1):
        states.append(_apply(states[-1], deed, number))
    return states


def whose(deed: Deed, match: Match) -> tuple[int, Action]:
    """Who did it, and what; RecordError where it was nobody's turn."""
    if isinstance(deed, OutOfTurn):
        return deed.seat, deed.action
    if match.to_act is None:
        raise RecordError("the deal is over", match=match)
    return match.to_act, deed


def _apply(match: Match, deed: Deed, number: int) -> Match:
    try:
        return matches.apply(match, *whose(deed, match))
    except (IllegalAction, RecordError) as error:
        said = notation.word(deed, match.rules)
        where = f"deal {match.number}, action {number} ({said})"
        raise RecordError(f"{where}: {error}", match=match) from None


# --- writing --------------------------------------------------------------------------------------


def _header(record: Record) -> list[str]:
    base = presets.PRESETS[record.rules.preset]
    options = record.rules.differs(base).items()
    return [
        f"[Record {VERSION}]",
        f"[Rules {record.rules.preset}]",
        *(f"[Option {key} {json.dumps(value)}]" for key, value in options),
        *(_seat(seat, name) for seat, name in enumerate(record.names)),
        f"[Dealer {record.dealer}]",
        *(f"; {comment}" for comment in record.comments),
    ]


_SEAT: Final = re.compile(r"^\[Seat (\d+) .*\]$", re.MULTILINE)


def _seat(seat: int, name: str) -> str:
    return f"[Seat {seat} {json.dumps(name)}]"


def with_names(text: str, names: Mapping[int, str]) -> str:
    """A record as text, in which these sit in these seats; nothing is played again.

    >>> with_names('[Seat 0 "0"]\\n[Seat 1 "Bot"]\\n[Dealer 0]', {0: "Ann"})
    '[Seat 0 "Ann"]\\n[Seat 1 "Bot"]\\n[Dealer 0]'
    """

    def line(found: re.Match[str]) -> str:
        seat = int(found[1])
        return _seat(seat, names[seat]) if seat in names else found[0]

    return _SEAT.sub(line, text)


def without_names(text: str) -> str:
    """A record as text, in which every seat goes by its number.

    >>> without_names('[Seat 0 "Ann"]\\n [Seat 1 "Bea"]\\n[Dealer 0]')
    '[Seat 0 "0"]\\n[Seat 1 "1"]\\n[Dealer 0]'
    """
    found = ((line, _SEAT.match(line.strip())) for line in text.splitlines())
    return "\n".join(_seat(int(seat[1]), seat[1]) if seat else line for line, seat in found)


class Header(NamedTuple):
    """The headers of a record: rule set, names by seat, the scores of a match that ended."""

    preset: str
    names: tuple[str, ...]
    scores: tuple[int, ...]


_HEADER: Final = re.compile(r"^\[(Rules|Seat \d+|Result) (.*)\]$", re.MULTILINE)


def header_of(text: str) -> Header:
    """The headers of a record as text; nothing is played again.

    >>> header_of('[Rules french]\\n[Seat 0 "Ann"]\\n[Seat 1 "Bea"]\\n[Result 1010 640]')
    Header(preset='french', names=('Ann', 'Bea'), scores=(1010, 640))
    """
    found = dict(_HEADER.findall(text))
    names = tuple(json.loads(name) for key, name in found.items() if key.startswith("Seat"))
    return Header(found.get("Rules", ""), names, tuple(map(int, found.get("Result", "").split())))


class _Line(msgspec.Struct):
    """A line under way: its first word, its words, and the deeds written up to its end."""

    head: str
    words: list[str]
    deeds: int
    cards: int = 0

    def __str__(self) -> str:
        return f"{self.head} {' '.join(self.words)}"


def _deal_lines(recorded: DealRecord, states: list[Match]) -> list[str]:
    after = states[-1]
    pack = [f"pack {' '.join(map(str, recorded.pack))}"] if recorded.pack else []
    sealed = _sealed_lines(recorded)
    decided = _with_comments(_lines_of(recorded, after.rules), recorded.comments)
    came_of_it = [_marks(after.sheet[-1])] if after.written else []
    time = [f"time {recorded.time}"] if recorded.time else []
    secret = [f"secret {recorded.secret}"] if recorded.secret else []
    return [f"[Deal {after.number}]", *sealed, *pack, *decided, *came_of_it, *time, *secret]


def _sealed_lines(recorded: DealRecord) -> list[str]:
    """The seal, and by seat what players committed to and revealed."""
    seal = [f"seal {recorded.seal}"] if recorded.seal else []
    by_seat = {"commitments": recorded.commitments, "nonces": recorded.nonces}
    added = (f"{head} {' '.join(it or '-' for it in its)}" for head, its in by_seat.items() if its)
    return [*seal, *added]


def _lines_of(recorded: DealRecord, rules: Rules) -> list[_Line]:
    """What was decided, line by line: the cut, the calls, each trick."""
    lines: list[_Line] = []
    tricks = 0
    for number, deed in enumerate(recorded.actions, 1):
        head = notation.head(deed)
        full = head == "play" and bool(lines) and lines[-1].cards == rules.players
        if not lines or full or _kind_of(lines[-1]) != head:
            tricks += head == "play"
            lines.append(_Line(f"{tricks}." if head == "play" else head, [], number))
        lines[-1].words.append(notation.word(deed, rules))
        lines[-1].deeds = number
        lines[-1].cards += isinstance(deed, Play)
    return lines


def _kind_of(line: _Line) -> str:
    return "play" if line.head.endswith(".") else line.head


def _with_comments(lines: list[_Line], comments: tuple[Comment, ...]) -> list[str]:
    """Each remark after the line with the last deed before it."""
    left = list(comments)
    written: list[str] = []
    for start, line in zip((0, *(line.deeds for line in lines)), lines, strict=False):
        while left and left[0].after <= start:
            written.append(f"; {left.pop(0).text}")
        written.append(str(line))
    return [*written, *(f"; {comment.text}" for comment in left)]


def _marks(row: SheetRow) -> str:
    if row.outcome is None:
        return "dead"
    held = f" held {row.held}" if row.held else ""
    return f"{row.outcome} {' '.join(map(str, row.marks))}{held}"


def _result(match: Match) -> list[str]:
    return [f"[Result {' '.join(map(str, match.scores))}]"]


# --- reading --------------------------------------------------------------------------------------

_RESULTS: Final = ("made", "failed", "tie", "dead", "false_play", "misdeal")
_KEPT: Final = ("Record", "Rules", "Option", "Seat", "Dealer", "Deal", "Result")


class _Reader:
    """Takes the lines one by one; each says by its first word what it is."""

    def __init__(self) -> None:
        self.preset = "french"
        self.options: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.dealer = 0
        self.comments: list[str] = []
        self.deals: list[DealRecord] = []
        self._rules: Rules | None = None

    def header(self, word: str, rest: str) -> None:
        """A line in brackets."""
        if word not in _KEPT:
            raise ValueError(f"there is no header {word!r}; there are: {', '.join(_KEPT)}")
        if word == "Record" and rest != VERSION:
            raise ValueError(f"notation {rest} is not known, only {VERSION}")
        if word == "Rules":
            self.preset = rest
        if word == "Option":
            key, value = rest.split(" ", 1)
            self.options[key] = json.loads(value)
        if word == "Seat":
            seat, name = rest.split(" ", 1)
            self.names[int(seat)] = json.loads(name)
        if word == "Dealer":
            self.dealer = int(rest)
        if word == "Deal":
            self.deals.append(DealRecord(None))

    def line(self, text: str) -> None:
        """Any line that is not empty."""
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"a line has at most {MOST_CHARACTERS} characters")
        if text.startswith("["):
            word, _, rest = text[1:].removesuffix("]").partition(" ")
            return self.header(word, rest)
        if text.startswith(";"):
            return self.comment(text[1:].strip())
        if not self.deals:
            raise ValueError("the first deal begins with [Deal 1]")
        return self.decided(*text.partition(" ")[::2])

    def decided(self, head: str, rest: str) -> None:
        """A line of a deal."""
        last = self.deals[-1]
        line = "play" if re.fullmatch(r"\d+\.", head) else head
        if head == "pack":
            self._change(pack=parse_cards(rest))
        elif head in ("seal", "secret"):
            self._change(**{head: rest})
        elif head == "time":
            self._change(time=msgspec.convert(rest, TimeUp))
        elif head in ("commitments", "nonces"):
            self._change(**{head: tuple("" if it == "-" else it for it in rest.split())})
        elif line in notation.READERS:
            read = (notation.read(line, word, self.rules) for word in notation.words(rest))
            self._change(actions=(*last.actions, *read))
        elif head not in _RESULTS:
            raise ValueError(f"a line does not begin with {head!r}")

    def comment(self, text: str) -> None:
        """A remark; before the first deal it belongs to the match."""
        if not self.deals:
            self.comments.append(text)
        else:
            last = self.deals[-1]
            self._change(comments=(*last.comments, Comment(len(last.actions), text)))

    def _change(self, **what: Any) -> None:
        self.deals[-1] = msgspec.structs.replace(self.deals[-1], **what)

    @property
    def rules(self) -> Rules:
        """The rules of the header, once the first deal has begun."""
        if self._rules is None:
            self._rules = presets.rules(self.preset, **self.options)
        return self._rules

    def record(self) -> Record:
        """What was read."""
        names = tuple(self.names[seat] for seat in sorted(self.names))
        return Record(self.rules, self.dealer, tuple(self.deals), names, tuple(self.comments))


def _read(text: str, first_line: int) -> Record:
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), first_line):
        try:
            if line.strip():
                reader.line(line.strip())
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RecordError(str(error), number) from None
    if not reader.deals:
        raise RecordError("this record contains no deal")
    try:
        return reader.record()
    except ValueError as error:
        raise RecordError(str(error)) from None


def _compare(text: str, written: str, first_line: int) -> None:
    """The first line (blanks and remarks aside) that is not what the replay writes is the error."""
    given, due = _lines(text, first_line), _lines(written, 1)
    end = (first_line + text.count("\n"), "")
    for (number, line), (_, right) in zip_longest(given, due, fillvalue=end):
        if line != right:
            raise RecordError(f"it says {line!r}, but the replay says {right!r}", number)


def _lines(text: str, first_line: int) -> list[tuple[int, str]]:
    """The lines that are played, numbered, with single spaces."""
    numbered = ((n, " ".join(line.split())) for n, line in enumerate(text.splitlines(), first_line))
    return [pair for pair in numbered if pair[1] and not pair[1].startswith(";")]
