"""How is a match written down, so that it can be read and played again?

The text holds what was decided (pack, cuts, calls, cards, announcements) and what came of it
(marks, scores). Reading checks all of it: the match is replayed and written again, and the first
line that differs is the error. The grammar stands in `docs/notation.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, Final

import msgspec

from rebelote import match as matches
from rebelote import variants
from rebelote.cards import Card, Trump, parse_cards
from rebelote.deal import Action, Cut, Packets, Pass, Play, Take
from rebelote.deck import Pack
from rebelote.match import Match, SheetRow
from rebelote.melds import Kind
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules

VERSION: Final = "1"


class RecordError(ValueError):
    """A text that is no record, or a record that cannot be played; `line` counts from 1.

    `match` is the state before the action at fault, where there is one.
    """

    def __init__(self, message: str, line: int | None = None, match: Match | None = None) -> None:
        self.line, self.match = line, match
        super().__init__(message if line is None else f"line {line}: {message}")


class DealRecord(msgspec.Struct, frozen=True):
    """What was decided in one deal. `pack` is None where the gathered pack was dealt on."""

    pack: Pack | None
    actions: tuple[Action, ...] = ()


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

    @classmethod
    def begin(cls, match: Match, names: tuple[str, ...] = ()) -> Record:
        """The record of a match that has just been started."""
        return cls(match.rules, match.deal.dealer, (DealRecord(match.deal.pack),), names)

    def act(self, action: Action) -> Record:
        """The record with one more action in its last deal."""
        last = self.deals[-1]
        grown = DealRecord(last.pack, (*last.actions, action))
        return msgspec.structs.replace(self, deals=(*self.deals[:-1], grown))

    def next_deal(self, pack: Pack | None = None) -> Record:
        """The record with one more deal; `pack` as given to `match.next_deal`."""
        return msgspec.structs.replace(self, deals=(*self.deals, DealRecord(pack)))

    def replay(self) -> Match:
        """The match as it stands after everything recorded."""
        return _history(self)[-1][-1]

    def steps(self) -> Iterator[Step]:
        """Every action with the match before and after it."""
        for recorded, states in zip(self.deals, _history(self), strict=True):
            for action, before, after in zip(recorded.actions, states, states[1:], strict=False):
                assert before.to_act is not None
                yield Step(before, before.to_act, action, after)

    def __str__(self) -> str:
        """The text; `Record.parse` gives the same record back, and its text is the same again."""
        history = _history(self)
        blocks = [_header(self)]
        blocks += [_deal_lines(d, s) for d, s in zip(self.deals, history, strict=True)]
        blocks += [_result(history[-1][-1])] if history[-1][-1].winner is not None else []
        return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record of that text; RecordError names the line that is wrong."""
        record = _read(text)
        _compare(text, str(record))
        return record


# --- playing it again -----------------------------------------------------------------------------


def _history(record: Record) -> list[list[Match]]:
    """The states of each deal, from before its first action to after its last."""
    history: list[list[Match]] = []
    for recorded in record.deals:
        first = _begin(record, recorded, history[-1][-1] if history else None)
        history.append(_states(first, recorded.actions))
    return history


def _begin(record: Record, recorded: DealRecord, last: Match | None) -> Match:
    try:
        if last is None:
            return matches.start(record.rules, recorded.pack or (), record.dealer)
        return matches.next_deal(last, recorded.pack)
    except (IllegalAction, ValueError) as error:
        number = 1 if last is None else last.number + 1
        raise RecordError(f"deal {number} cannot begin: {error}", match=last) from None


def _states(match: Match, actions: tuple[Action, ...]) -> list[Match]:
    states = [match]
    for number, action in enumerate(actions, 1):
        states.append(_apply(states[-1], action, number))
    return states


def _apply(match: Match, action: Action, number: int) -> Match:
    where = f"deal {match.number}, action {number} ({_word(action, match.rules)})"
    if match.to_act is None:
        raise RecordError(f"{where}: the deal is over", match=match)
    try:
        return matches.apply(match, match.to_act, action)
    except IllegalAction as error:
        raise RecordError(f"{where}: {error}", match=match) from None


# --- writing --------------------------------------------------------------------------------------


def _header(record: Record) -> list[str]:
    base = variants.PRESETS[record.rules.preset]
    options = record.rules.differs(base).items()
    return [
        f"[Record {VERSION}]",
        f"[Rules {record.rules.preset}]",
        *(f"[Option {key} {json.dumps(value)}]" for key, value in options),
        *(f"[Seat {seat} {json.dumps(name)}]" for seat, name in enumerate(record.names)),
        f"[Dealer {record.dealer}]",
    ]


def _deal_lines(recorded: DealRecord, states: list[Match]) -> list[str]:
    after = states[-1]
    words: dict[str, list[str]] = {"cut": [], "deal": [], "call": [], "play": []}
    for action in recorded.actions:
        words[_HEADS[type(action)]].append(_word(action, after.rules))
    pack = [f"pack {' '.join(map(str, recorded.pack))}"] if recorded.pack else []
    decided = [f"{head} {' '.join(words[head])}" for head in ("cut", "deal", "call") if words[head]]
    over = len(after.sheet) == after.number
    came_of_it = [_marks(after.sheet[-1])] if over else []
    return [f"[Deal {after.number}]", *pack, *decided, *_tricks(words["play"]), *came_of_it]


def _tricks(cards: list[str]) -> list[str]:
    return [f"{i // 4 + 1}. {' '.join(cards[i : i + 4])}" for i in range(0, len(cards), 4)]


def _marks(row: SheetRow) -> str:
    if row.outcome is None:
        return "dead"
    held = f" held {row.held}" if row.held else ""
    return f"{row.outcome} {row.marks[0]} {row.marks[1]}{held}"


def _result(match: Match) -> list[str]:
    return [f"[Result {match.scores[0]} {match.scores[1]}]"]


_HEADS: Final[dict[type, str]] = {
    Cut: "cut",
    Packets: "deal",
    Pass: "call",
    Take: "call",
    Play: "play",
}


def _word(action: Action, rules: Rules) -> str:
    """One action in the notation."""
    if isinstance(action, Cut):
        return str(action.depth)
    if isinstance(action, Packets):
        return f"{action.packets[0]}-{action.packets[1]}"
    if isinstance(action, Pass):
        return "pass"
    if isinstance(action, Take):
        return action.contract.value
    said = f"({' '.join(_kind(k, rules) for k in action.announce)})" if action.announce else ""
    return f"{action.card}{said}"


def _kind(kind: Kind, rules: Rules) -> str:
    """`run3`, `square150`; a run's points are added where they are not its length's."""
    if kind.shape == "square":
        return f"square{kind.points}"
    usual = kind.points == rules.run_points[kind.length - 3]
    return f"run{kind.length}" + ("" if usual else f"/{kind.points}")


# --- reading --------------------------------------------------------------------------------------


class _Reader:
    """Takes the lines one by one; each says by its first word what it is."""

    def __init__(self) -> None:
        self.preset = "french"
        self.options: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.dealer = 0
        self.packs: list[Pack | None] = []
        self.actions: list[list[Action]] = []

    def header(self, word: str, rest: str) -> None:
        """A line in brackets."""
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
            self.packs.append(None)
            self.actions.append([])

    def line(self, text: str) -> None:
        """Any line that is not empty."""
        if text.startswith("["):
            word, _, rest = text.strip("[]").partition(" ")
            return self.header(word, rest)
        if not self.actions:
            raise ValueError("the first deal begins with [Deal 1]")
        head, _, rest = text.partition(" ")
        if head == "pack":
            self.packs[-1] = parse_cards(rest)
        elif reader := _READERS.get("play" if re.fullmatch(r"\d+\.", head) else head):
            self.actions[-1] += [reader(word, self) for word in _words(rest)]
        elif head not in ("made", "failed", "tie", "dead"):
            raise ValueError(f"a line does not begin with {head!r}")
        return None

    @property
    def rules(self) -> Rules:
        """The rules of the header."""
        return variants.rules(self.preset, **self.options)

    def record(self) -> Record:
        """What was read."""
        names = tuple(self.names[seat] for seat in sorted(self.names))
        deals = zip(self.packs, self.actions, strict=True)
        return Record(
            self.rules, self.dealer, tuple(DealRecord(p, tuple(a)) for p, a in deals), names
        )


def _words(text: str) -> list[str]:
    """The words of a line; a bracket belongs to the card before it."""
    return re.findall(r"[^\s(]+(?:\([^)]*\))?", text)


def _read_packets(word: str, reader: _Reader) -> Action:
    first, second = word.split("-")
    return Packets((int(first), int(second)))


def _read_call(word: str, reader: _Reader) -> Action:
    return Pass() if word == "pass" else Take(Trump(word))


def _read_play(word: str, reader: _Reader) -> Action:
    name, _, said = word.partition("(")
    kinds = tuple(_read_kind(kind, reader.rules) for kind in said.strip(")").split())
    return Play(Card(name), kinds)


def _read_kind(word: str, rules: Rules) -> Kind:
    found = re.fullmatch(r"(run|square)(\d+)(?:/(\d+))?", word)
    if not found:
        raise ValueError(f"{word!r} is not an announcement: run3, square100 ...")
    number = int(found[2])
    if found[1] == "square":
        return Kind("square", 4, number)
    if not 3 <= number <= 8:
        raise ValueError(f"{word!r}: a run has 3 to 8 cards")
    return Kind("run", number, int(found[3] or rules.run_points[number - 3]))


_READERS: Final[dict[str, Callable[[str, _Reader], Action]]] = {
    "cut": lambda word, _: Cut(int(word)),
    "deal": _read_packets,
    "call": _read_call,
    "play": _read_play,
}


def _read(text: str) -> Record:
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                reader.line(line.strip())
        except (ValueError, KeyError) as error:
            raise RecordError(str(error), number) from None
    if not reader.actions:
        raise RecordError("there is no deal in this record")
    try:
        return reader.record()
    except ValueError as error:
        raise RecordError(str(error)) from None


def _compare(text: str, written: str) -> None:
    """The first line (blanks aside) that is not what the replay writes is the error."""
    given, due = _lines(text), _lines(written)
    end = (text.count("\n"), "")
    for (number, line), (_, right) in zip_longest(given, due, fillvalue=end):
        if line != right:
            raise RecordError(f"it says {line!r}, but the replay says {right!r}", number)


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, numbered from 1, with single spaces."""
    numbered = ((n, " ".join(line.split())) for n, line in enumerate(text.splitlines(), 1))
    return [pair for pair in numbered if pair[1]]
