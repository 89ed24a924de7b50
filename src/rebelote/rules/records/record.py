"""Records: a match written down, so that it can be read and replayed.

The text holds what was decided (pack, cuts, calls, cards, announcements) and what came of it
(marks, scores). Reading checks all of it: the match is replayed and written again, and the first
line that differs is the error. The grammar is in `docs/notation.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec

from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.actions import OUT_OF_TURN, Action, Play
from rebelote.rules.cards import parse_cards
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.records.letters import in_english
from rebelote.rules.records.lines import canonical, checked_name, seat_line
from rebelote.rules.records.notation import Deed, OutOfTurn
from rebelote.rules.refusals import IllegalActionError

VERSION: Final = "1"
NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})
MOST_CHARACTERS: Final = 10_000
"""The most characters in a line of a record."""


class RecordError(ValueError):
    """A text that is no record, or a record that cannot be played.

    `line`, `deal` and `action` count from 1, where they are known; `code`: of the rule by which
    the action is illegal; `match`: the state before it.
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        match: Match | None = None,
        deal: int | None = None,
        action: int | None = None,
        code: str = "",
    ) -> None:
        self.message, self.line, self.match = message, line, match
        self.deal, self.action, self.code = deal, action, code
        super().__init__(message if line is None else f"line {line}: {message}")

    def at(self, line: int | None) -> RecordError:
        """Return this error at a line."""
        return RecordError(self.message, line, self.match, self.deal, self.action, self.code)


class RecordSizeError(RecordError):
    """A record with more deals or remarks than are read here."""


class Bounds(NamedTuple):
    """The most deals and remarks that are read of a record."""

    deals: int
    remarks: int


TimeUp = Literal["", "during", "after"]
"""The moment at which the time of a match was up, seen from one of its deals."""


class Comment(msgspec.Struct, frozen=True):
    """A remark, made after so many deeds of its deal."""

    after: int
    text: str


class DealRecord(msgspec.Struct, frozen=True):
    """The decisions of one deal. `pack` is None where the gathered pack was dealt on.

    `seal` and `secret`, in hexadecimal digits, prove that the pack was fixed before the cut
    (`docs/fairness.md`); empty where nobody sealed it. `commitments` and `nonces`: by seat what
    players added to it, empty for a seat that did not; none where nobody did. `time`: that of the
    match was up during this deal, or after it. `given_up`: the side that gave up the match then.
    """

    pack: Pack | None
    actions: tuple[Deed, ...] = ()
    comments: tuple[Comment, ...] = ()
    seal: str = ""
    secret: str = ""
    commitments: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()
    time: TimeUp = ""
    given_up: int | msgspec.UnsetType = msgspec.UNSET


class Step(msgspec.Struct, frozen=True):
    """One action of a replay: the match before it, the seat, the action, and the match after it."""

    before: Match
    seat: int
    action: Action
    after: Match


class Record(msgspec.Struct, frozen=True, tag_field="record", tag=VERSION):
    """A match as a list of what was decided; `names` by seat, or none."""

    rules: Rules
    dealer: int
    deals: tuple[DealRecord, ...]
    names: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    @classmethod
    def begin(cls, match: Match, names: tuple[str, ...] = ()) -> Record:
        """Return the record of a match that has just been started."""
        deal = match.deal
        return cls(match.rules, deal.dealer, (DealRecord(deal.pack),), names)

    def act(self, action: Action, seat: int | None = None) -> Record:
        """Return the record with one more action in its last deal; `seat` if out of turn."""
        last = self.deals[-1]
        deed = action if seat is None else OutOfTurn(seat, action)
        return self._with_last(msgspec.structs.replace(last, actions=(*last.actions, deed)))

    def comment(self, text: str) -> Record:
        """Return the record with a remark at its end, on one line."""
        last = self.deals[-1]
        remark = Comment(len(last.actions), " ".join(text.split()))
        return self._with_last(msgspec.structs.replace(last, comments=(*last.comments, remark)))

    def _with_last(self, deal: DealRecord) -> Record:
        return msgspec.structs.replace(self, deals=(*self.deals[:-1], deal))

    def next_deal(self, pack: Pack | None = None) -> Record:
        """Return the record with one more deal; `pack` as given to `match.next_deal`."""
        return msgspec.structs.replace(self, deals=(*self.deals, DealRecord(pack)))

    def time_up(self, when: TimeUp) -> Record:
        """Return the record in whose last deal, or after it, time was up."""
        return self._with_last(msgspec.structs.replace(self.deals[-1], time=when))

    def give_up(self, side: int) -> Record:
        """Return the record of a match that a side gave up in its last deal, or after it."""
        return self._with_last(msgspec.structs.replace(self.deals[-1], given_up=side))

    def history(self) -> list[list[Match]]:
        """Return the states of each deal, from its beginning to its last action. RecordError."""
        history: list[list[Match]] = []
        for recorded in self.deals:
            first = _begin(self, recorded, history[-1][-1] if history else None)
            states = _states(_timed(first, recorded, "during"), recorded.actions)
            last = _given_up(_timed(states[-1], recorded, "after"), recorded)
            history.append([*states[:-1], last])
        return history

    def replay(self) -> Match:
        """Return the match after everything recorded."""
        return self.history()[-1][-1]

    def after_each_deal(self) -> list[Match]:
        """Return the match as it stood after each deal."""
        return [states[-1] for states in self.history()]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names by seat; the seats' numbers where there are none."""
        return self.names or tuple(str(seat) for seat in range(self.rules.players))

    def steps(self) -> Iterator[Step]:
        """Yield every action with the match before and after it."""
        for recorded, states in zip(self.deals, self.history(), strict=True):
            for deed, before, after in zip(recorded.actions, states, states[1:], strict=False):
                yield Step(before, *whose(deed, before), after)

    def __str__(self) -> str:
        """Return the text, which `Record.parse` reads back into an equal record."""
        history = self.history()
        blocks = [_header(self)]
        blocks += [_deal_lines(d, s) for d, s in zip(self.deals, history, strict=True)]
        blocks += [_result(history[-1][-1])] if history[-1][-1].over else []
        return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"

    def json(self) -> str:
        """Return the record in JSON, with every option of the rules."""
        return msgspec.json.encode(self, enc_hook=encode_hook).decode()

    @classmethod
    def parse(cls, text: str, first_line: int = 1, bounds: Bounds | None = None) -> Record:
        """Read a record, whose first line has this number; RecordError names a line.

        RecordSizeError beyond the bounds, where there are any.
        """
        text = in_english(text)
        try:
            return _played(text, first_line, bounds)
        except RecordError:
            if meant := _meant_before(text):
                with suppress(RecordError):
                    return _played(text, first_line, bounds, meant)
            raise

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Return the record of that JSON, played through; RecordError for what is none."""
        try:
            record = msgspec.json.decode(text, type=cls, dec_hook=decode_hook)
            _check_names(dict(enumerate(record.names)), record.rules)
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
        """Return the record and state of a match that has just been started."""
        return cls(match, Record.begin(match, names))

    def act(self, seat: int, action: Action) -> Recorded:
        """Return both after an action; IllegalActionError as `match.apply` says."""
        after = matches.apply(self.match, seat, action)
        in_turn = seat == self.match.to_act and not isinstance(action, OUT_OF_TURN)
        return Recorded(after, self.record.act(action, None if in_turn else seat))

    def time_up(self) -> Recorded:
        """Return both once the time of the match is up."""
        when: TimeUp = "after" if self.match.written else "during"
        return Recorded(matches.time_up(self.match), self.record.time_up(when))

    def give_up(self, side: int) -> Recorded:
        """Return both once a side has given up; IllegalActionError as `match.give_up` says."""
        return Recorded(matches.give_up(self.match, side), self.record.give_up(side))

    def next_deal(self, pack: Pack | None = None) -> Recorded:
        """Return both with one more deal; `pack` as given to `match.next_deal`."""
        return Recorded(matches.next_deal(self.match, pack), self.record.next_deal(pack))


def read_many(
    lines: Iterable[str], broken: Callable[[RecordError], None] | None = None
) -> Iterator[Record]:
    """Yield the records of a file with many: each begins with its `[Record` line, or is JSON.

    A record in JSON, as `Record.json` writes it, is one line.

    Args:
        lines: of the file, such as an open file; or its whole text.
        broken: called with the error of each record that cannot be read, which is left out; where
            it is None the first one is raised.

    Raises:
        RecordError: with the line of the file.
    """
    for first, text in _texts(lines.splitlines() if isinstance(lines, str) else lines):
        try:
            yield _of_text(text, first)
        except RecordError as error:
            if broken is None:
                raise
            broken(error)


def _is_json(line: str) -> bool:
    return line.lstrip("\ufeff \t").startswith("{")


def _of_text(text: str, first: int) -> Record:
    if not _is_json(text):
        return Record.parse(text, first)
    try:
        return Record.from_json(text.lstrip("\ufeff"))
    except RecordError as error:
        raise error.at(first) from None


def _texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each record, and the number of its first line."""
    block: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        begins = _is_json(line) or canonical(line).startswith("[Record ")
        if (begins or _is_json("".join(block[:1]))) and any(held.strip() for held in block):
            yield first, "".join(block)
            block, first = [], number
        block.append(line if line.endswith("\n") else f"{line}\n")
    if any(line.strip() for line in block):
        yield first, "".join(block)


# --- playing it again -----------------------------------------------------------------------------


def _timed(match: Match, recorded: DealRecord, when: TimeUp) -> Match:
    """Return the match as time is up then, or is not."""
    try:
        return matches.time_up(match) if recorded.time == when else match
    except ValueError as error:
        raise RecordError(f"deal {match.number}: {error}", match=match, deal=match.number) from None


def _given_up(match: Match, recorded: DealRecord) -> Match:
    """Return the match as a side gave it up at the end of what was recorded, or did not."""
    side = recorded.given_up
    try:
        return match if side is msgspec.UNSET else matches.give_up(match, side)
    except IllegalActionError as error:
        raise RecordError(f"deal {match.number}: {error}", match=match, deal=match.number) from None


def _begin(record: Record, recorded: DealRecord, last: Match | None) -> Match:
    try:
        if last is None:
            return matches.start(record.rules, recorded.pack or (), record.dealer)
        return matches.next_deal(last, recorded.pack)
    except (IllegalActionError, ValueError) as error:
        number = 1 if last is None else last.number + 1
        raise RecordError(f"deal {number} cannot begin: {error}", match=last, deal=number) from None


def _states(match: Match, deeds: tuple[Deed, ...]) -> list[Match]:
    states = [match]
    for number, deed in enumerate(deeds, 1):
        states.append(_apply(states[-1], deed, number))
    return states


def whose(deed: Deed, match: Match) -> tuple[int, Action]:
    """Return the seat that acted, and its action; RecordError where the deal is over."""
    if isinstance(deed, OutOfTurn):
        return deed.seat, deed.action
    if match.to_act is None:
        raise RecordError("the deal is over", match=match)
    return match.to_act, deed


def _apply(match: Match, deed: Deed, number: int) -> Match:
    try:
        return matches.apply(match, *whose(deed, match))
    except (IllegalActionError, RecordError) as error:
        said = notation.word(deed, match.rules)
        message = f"deal {match.number}, action {number} ({said}): {error}"
        code = error.refusal.code if isinstance(error, IllegalActionError) else ""
        raise RecordError(message, None, match, match.number, number, code) from None


# --- writing --------------------------------------------------------------------------------------


def _header(record: Record) -> list[str]:
    base = presets.PRESETS[record.rules.preset]
    options = record.rules.differs(base).items()
    return [
        f"[Record {VERSION}]",
        f"[Rules {record.rules.preset}]",
        *(f"[Option {key} {json.dumps(value)}]" for key, value in options),
        *(seat_line(seat, name) for seat, name in enumerate(record.names)),
        f"[Dealer {record.dealer}]",
        *(f"; {comment}" for comment in record.comments),
    ]


_SEAT: Final = re.compile(r"^\[Seat (\d+) .*\]$", re.MULTILINE)


def with_names(text: str, names: Mapping[int, str]) -> str:
    """Put other names in the seats of a record as text; nothing is played again.

    >>> with_names('[Seat 0 "0"]\\n[Seat 1 "Bot"]\\n[Dealer 0]', {0: "Ann"})
    '[Seat 0 "Ann"]\\n[Seat 1 "Bot"]\\n[Dealer 0]'
    """

    def line(match: re.Match[str]) -> str:
        seat = int(match[1])
        return seat_line(seat, names[seat]) if seat in names else match[0]

    return _SEAT.sub(line, text)


class Header(NamedTuple):
    """The headers of a record: rule set, names by seat, the scores of a match that ended."""

    preset: str
    names: tuple[str, ...]
    scores: tuple[int, ...]


_HEADER: Final = re.compile(r"^\[(Rules|Seat \d+|Result) (.*)\]$", re.MULTILINE)


def header_of(text: str) -> Header:
    """Return the headers of a record as text; nothing is played again.

    >>> header_of('[Rules french]\\n[Seat 0 "Ann"]\\n[Seat 1 "Bea"]\\n[Result 1010 640]')
    Header(preset='french', names=('Ann', 'Bea'), scores=(1010, 640))
    """
    result = dict(_HEADER.findall(text))
    names = tuple(json.loads(name) for key, name in result.items() if key.startswith("Seat"))
    return Header(result.get("Rules", ""), names, tuple(map(int, result.get("Result", "").split())))


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
    gave_up = [] if recorded.given_up is msgspec.UNSET else [f"surrender {recorded.given_up}"]
    secret = [f"secret {recorded.secret}"] if recorded.secret else []
    outcome = [*came_of_it, *time, *gave_up, *secret]
    return [f"[Deal {after.number}]", *sealed, *pack, *decided, *outcome]


def _sealed_lines(recorded: DealRecord) -> list[str]:
    """Return the seal, and by seat what players committed to and revealed."""
    seal = [f"seal {recorded.seal}"] if recorded.seal else []
    by_seat = {"commitments": recorded.commitments, "nonces": recorded.nonces}
    added = (f"{head} {' '.join(it or '-' for it in its)}" for head, its in by_seat.items() if its)
    return [*seal, *added]


def _lines_of(recorded: DealRecord, rules: Rules) -> list[_Line]:
    """Build the lines of a deal: the cut, the calls, each trick."""
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
    """Put each remark after the line with the last deed before it."""
    done, written = 0, list[str]()
    for start, line in zip((0, *(line.deeds for line in lines)), lines, strict=False):
        while done < len(comments) and comments[done].after <= start:
            written.append(f"; {comments[done].text}")
            done += 1
        written.append(str(line))
    return [*written, *(f"; {comment.text}" for comment in comments[done:])]


def _marks(row: SheetRow) -> str:
    if row.outcome is None:
        return "dead"
    held = f" held {row.held}" if row.held else ""
    return f"{row.outcome} {' '.join(map(str, row.marks))}{held}"


def _result(match: Match) -> list[str]:
    return [f"[Result {' '.join(map(str, match.scores))}]"]


# --- reading --------------------------------------------------------------------------------------

_RESULTS: Final = ("made", "failed", "tie", "dead", "false_play", "misdeal", "eight")
_PBN: Final = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Vulnerable")
"""Tags with which a file of bridge programs begins."""
_KEPT: Final = ("Record", "Rules", "Option", "Seat", "Dealer", "Deal", "Result")


class _Deal:
    """A deal as far as it is read; `lines`: where it begins, and where each of its deeds is."""

    def __init__(self, line: int) -> None:
        self.headers: dict[str, Any] = {}
        self.actions: list[Deed] = []
        self.comments: list[Comment] = []
        self.lines = [line]

    def record(self) -> DealRecord:
        """Return the deal read."""
        details = {"pack": None, **self.headers}
        return DealRecord(actions=tuple(self.actions), comments=tuple(self.comments), **details)


class _Reader:
    """Takes the lines one by one; each says by its first word what it is."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.bounds = bounds
        self.preset = "french"
        self.options: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.dealer = 0
        self.comments: list[str] = []
        self.deals: list[_Deal] = []
        self.number = 0
        self._remarks = 0
        self._rules: Rules | None = None

    def header(self, word: str, rest: str) -> None:
        """Read a line in brackets."""
        if word in _PBN or (word == "Deal" and rest.startswith('"')):
            raise ValueError(
                "this is a file in PBN (Portable Bridge Notation), not a record; "
                "`rebelote solve` reads the deal of its tag Deal"
            )
        if word not in _KEPT:
            raise ValueError(f"there is no header {word!r}; there are: {', '.join(_KEPT)}")
        if word == "Record" and rest != VERSION:
            raise ValueError(f"notation {rest} is not known, only {VERSION}")
        if word == "Rules":
            self.preset = rest
        if word == "Option":
            key, value = rest.split(" ", 1)
            self.options[key] = msgspec.json.decode(value)
        if word == "Seat":
            self._sit(*rest.split(" ", 1))
        if word == "Dealer":
            self.dealer = int(rest)
        if word == "Deal":
            self.deals.append(_Deal(self.number))
            self._check_size()

    def _sit(self, seat: str, name: str) -> None:
        if int(seat) in self.names:
            raise ValueError(f"seat {int(seat)} has a name already")
        self.names[int(seat)] = checked_name(msgspec.json.decode(name))

    def _check_size(self) -> None:
        if self.bounds is None:
            return
        for what, many, most in (
            ("deals", len(self.deals), self.bounds.deals),
            ("remarks", self._remarks, self.bounds.remarks),
        ):
            if many > most:
                raise RecordSizeError(f"more than {most} {what} are not read here", self.number)

    def line(self, number: int, text: str, original: str) -> None:
        """Read a line that is not empty, in canonical form, and as it was written."""
        self.number = number
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"a line has at most {MOST_CHARACTERS} characters")
        if text.startswith("["):
            word, _, rest = text[1:].removesuffix("]").partition(" ")
            return self.header(word, rest)
        if text.startswith(";"):
            return self.comment(text[1:].strip())
        if not self.deals:
            raise ValueError("the first deal begins with [Deal 1]")
        return self.decided(*text.partition(" ")[::2], original.split()[0])

    def decided(self, head: str, rest: str, original: str) -> None:
        """Read a line of a deal."""
        last = self.deals[-1]
        line = "play" if re.fullmatch(r"\d+\.", head) else head
        if head == "pack":
            last.headers[head] = parse_cards(rest)
        elif head in ("seal", "secret"):
            last.headers[head] = rest
        elif head == "time":
            last.headers[head] = msgspec.convert(rest, TimeUp)
        elif head == "surrender":
            last.headers["given_up"] = int(rest)
        elif head in ("commitments", "nonces"):
            last.headers[head] = tuple("" if it == "-" else it for it in rest.split())
        elif line in notation.READERS:
            for word in notation.words(rest):
                last.actions.append(notation.read(line, word, self.rules))
                last.lines.append(self.number)
        elif head not in _RESULTS:
            raise ValueError(f"a line does not begin with {original!r}")

    def comment(self, text: str) -> None:
        """Add a remark; before the first deal it belongs to the match."""
        self._remarks += 1
        self._check_size()
        if not self.deals:
            self.comments.append(text)
        else:
            last = self.deals[-1]
            last.comments.append(Comment(len(last.actions), text))

    @property
    def rules(self) -> Rules:
        """The rules of the header, once the first deal has begun."""
        if self._rules is None:
            base = presets.rules(self.preset)
            self._rules = Rules.of({**base.flat(), **self.options})
        return self._rules

    def record(self) -> Record:
        """Return the record read. RecordError."""
        if not self.deals:
            raise RecordError("this record contains no deal")
        try:
            _check_names(self.names, self.rules)
        except _NO_LINE as error:
            raise RecordError(str(error)) from None
        names = tuple(self.names[seat] for seat in sorted(self.names))
        deals = tuple(deal.record() for deal in self.deals)
        return Record(self.rules, self.dealer, deals, names, tuple(self.comments))

    def line_of(self, error: RecordError) -> int | None:
        """Return the line of what cannot be played."""
        if error.deal is None or error.deal > len(self.deals):
            return error.line
        return self.deals[error.deal - 1].lines[error.action or 0]


_NO_LINE: Final = (ValueError, KeyError, TypeError, RecursionError)
"""The errors on reading a line that is no line of a record."""


def _check_names(names: Mapping[int, str], rules: Rules) -> None:
    """Raise ValueError unless each seat has a name, or none has."""
    if names and sorted(names) != list(range(rules.players)):
        raise ValueError(f"names are given for all of the seats 0 to {rules.players - 1}, or none")
    for name in names.values():
        checked_name(name)


def _read(
    text: str, first_line: int, bounds: Bounds | None, options: Mapping[str, object]
) -> _Reader:
    reader = _Reader(bounds)
    reader.options.update(options)
    for number, line in enumerate(text.splitlines(), first_line):
        try:
            line.encode()
            if plain := canonical(line):
                reader.line(number, plain, line)
        except RecordError:
            raise
        except _NO_LINE as error:
            raise RecordError(str(error), number) from None
    return reader


_MEANT_BEFORE: Final[Mapping[re.Pattern[str], tuple[str, object]]] = {
    re.compile(r"^false_play ", re.MULTILINE): ("false_play_award", "162_and_bonuses"),
    re.compile(r"^\[Rules bela-bitola\]", re.MULTILINE): ("belote_said", "twice"),
}
"""Options that a record of an earlier release does not name, for its rule set had this value: by
what is in such a record."""


def _meant_before(text: str) -> dict[str, object]:
    """Return the options that a record of an earlier release may leave out."""
    return dict(option for mark, option in _MEANT_BEFORE.items() if mark.search(text))


def _played(
    text: str, first_line: int, bounds: Bounds | None, unnamed: Mapping[str, object] = NO_OPTIONS
) -> Record:
    """Read a record, play it again and compare; `unnamed`: options that its header leaves out."""
    reader = _read(text, first_line, bounds, unnamed)
    record = reader.record()
    try:
        written = str(record)
    except RecordError as error:
        raise error.at(reader.line_of(error)) from None
    for option in unnamed:
        written = re.sub(rf"^\[Option {option} .*\n", "", written, flags=re.MULTILINE)
    _compare(text, written, first_line)
    return record


def _compare(text: str, replayed: str, first_line: int) -> None:
    """Refuse the first line, blanks and remarks aside, that differs from the replay."""
    lines, expected = _lines(text, first_line), _lines(replayed, 1)
    end = (first_line + text.count("\n"), "")
    for (number, line), (_, right) in zip_longest(lines, expected, fillvalue=end):
        if line != right:
            raise RecordError(f"it says {line!r}, but the replay says {right!r}", number)


def _lines(text: str, first_line: int) -> list[tuple[int, str]]:
    """Return the lines that are played, numbered, in canonical form."""
    numbered = ((n, canonical(line)) for n, line in enumerate(text.splitlines(), first_line))
    return [pair for pair in numbered if pair[1] and not pair[1].startswith(";")]
