"""Notation of one action in a record: one vocabulary for writing and reading.

The grammar is in `docs/notation.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

from rebelote.rules.actions import (
    Action,
    Announce,
    Bid,
    Call,
    Challenge,
    Cut,
    Demand,
    Double,
    Misdeal,
    NamedCall,
    Packets,
    Pass,
    Play,
    Redeal,
    Redouble,
    Refuse,
    Show,
    Take,
    Value,
)
from rebelote.rules.cards import Card, Trump
from rebelote.rules.melds import Kind
from rebelote.rules.options import Rules


class OutOfTurn(msgspec.Struct, frozen=True, tag_field="do", tag="out_of_turn"):
    """An action that `seat` did although it was another's turn."""

    seat: int
    action: Action


Deed = Action | OutOfTurn
"""A deed in a record: an action of the seat whose turn it is, or another's."""

_BARE: Final = "bid"
"""The prefix of a bid that has no value."""
HEADS: Final[dict[type, str]] = {
    Cut: "cut",
    Packets: "deal",
    Pass: "call",
    Take: "call",
    Bid: "call",
    Double: "call",
    Redouble: "call",
    Redeal: "call",
    NamedCall: "call",
    Misdeal: "then",
    Challenge: "then",
}
"""The first word of the line of an action; all others are in the line of their trick."""


def head(deed: Deed) -> str:
    """Return the first word of the line of a deed."""
    action = deed.action if isinstance(deed, OutOfTurn) else deed
    return HEADS.get(type(action), "play")


def word(deed: Deed, rules: Rules) -> str:
    """Write a deed in the notation."""
    match deed:
        case OutOfTurn():
            return f"{deed.seat}:{word(deed.action, rules)}"
        case Cut():
            return str(deed.depth)
        case Packets():
            return "-".join(map(str, deed.packets))
        case Show() | Misdeal():
            return type(deed).__name__.lower()
        case Demand() | Challenge() | Refuse():
            return f"{type(deed).__name__.lower()}({deed.seat})"
        case Play():
            return _card(deed, rules)
        case Announce():
            return f"announce({_kinds(deed.announce, rules)})"
    return call_word(deed)


def call_word(call: Call) -> str:
    """Write a call in the notation: `pass`, `S`, `90H`, `bidS`, `double`, `say(three)`."""
    match call:
        case Take():
            return call.trump.value
        case Bid():
            return f"{call.value or _BARE}{call.trump.value}"
        case NamedCall():
            return f"say({call.name}{f':{call.trump.value}' if call.trump else ''})"
    return type(call).__name__.lower()


def call_text(call: Call) -> str:
    """Write a call for programs: `pass`, `take S`, `90 H`, `bid S`, `double`."""
    match call:
        case Take():
            return f"take {call.trump.value}"
        case Bid():
            return f"{call.value or _BARE} {call.trump.value}"
    return call_word(call)


def _card(play: Play, rules: Rules) -> str:
    said = f"({_kinds(play.announce, rules)})" if play.announce else ""
    return f"{play.card}{'!' * play.belote}{said}"


def _kinds(kinds: tuple[Kind, ...], rules: Rules) -> str:
    return " ".join(kind_word(kind, rules) for kind in kinds)


def kind_word(kind: Kind, rules: Rules) -> str:
    """Write a kind as `run3` or `square150`; points are added to a run of unusual worth."""
    if kind.shape == "square":
        return f"square{kind.points}"
    usual = kind.points in (0, rules.melds.run_points[kind.length - 3])
    return f"run{kind.length}" + ("" if usual else f"/{kind.points}")


# --- reading --------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    """Return the words of a line; a bracket belongs to the word before it."""
    return re.findall(r"[^\s(]+(?:\([^)]*\))?", text)


def read(line: str, text: str, rules: Rules) -> Deed:
    """Return the deed of a word in a line of that head; ValueError for what is none."""
    seat, colon, rest = text.partition(":")
    if colon and "(" in seat:
        seat, colon = "", ""
    action = READERS[line](rest if colon else text, rules)
    return OutOfTurn(_number(seat, "a seat"), action) if colon else action


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise ValueError(f"{text!r} is not {what}")
    return int(text)


def _read_cut(text: str, rules: Rules) -> Action:
    return Cut(_number(text, "a number of cards"))


def _read_packets(text: str, rules: Rules) -> Action:
    return Packets(tuple(_number(size, "a packet") for size in text.split("-")))


_SAID: Final[dict[str, Call]] = {
    "pass": Pass(),
    "double": Double(),
    "redouble": Redouble(),
    "redeal": Redeal(),
}
_NAMED: Final[dict[str, Value | None]] = {"capot": "capot", "generale": "generale", _BARE: None}


def _read_call(text: str, rules: Rules) -> Action:
    return read_call(text)


def read_call(text: str) -> Call:
    """Read a call: `pass`, `S`, `90H`, `capotS`, `bidS`, `double`; ValueError for another word."""
    if text in _SAID:
        return _SAID[text]
    if said := re.fullmatch(r"say\(([a-z0-9-]+)(?::(\w+))?\)", text):
        return NamedCall(said[1], Trump(said[2]) if said[2] else None)
    parts = re.fullmatch(r"(\d{2,4}capot|\d{1,4}|capot|generale|bid)(\w+)", text)
    if not parts:
        return Take(Trump(text))
    worth = parts[1]
    value = _NAMED.get(worth, int(worth) if worth.isdecimal() else worth)
    return Bid(Trump(parts[2]), value)


_ASKED: Final[dict[str, Callable[[int], Action]]] = {"demand": Demand, "refuse": Refuse}


def _read_play(text: str, rules: Rules) -> Action:
    if text == "show":
        return Show()
    name, _, said = text.partition("(")
    if name in ("demand", "refuse"):
        return _ASKED[name](_number(said.strip(")"), "a seat"))
    kinds = tuple(read_kind(kind, rules) for kind in said.strip(")").split())
    if name == "announce":
        return Announce(kinds)
    return Play(Card(name.removesuffix("!")), kinds, name.endswith("!"))


def _read_then(text: str, rules: Rules) -> Action:
    name, _, asked = text.partition("(")
    if name == "misdeal":
        return Misdeal()
    if name != "challenge":
        raise ValueError(f"{text!r} does not end a deal: misdeal, or challenge(2)")
    return Challenge(_number(asked.strip(")"), "a seat"))


def read_kind(text: str, rules: Rules) -> Kind:
    """Return the announcement of a word; ValueError for what is none."""
    parts = re.fullmatch(r"(run|square)(\d{1,3})(?:/(\d{1,4}))?", text)
    if not parts:
        raise ValueError(f"{text!r} is not an announcement: run3, square100 ...")
    number = int(parts[2])
    if parts[1] == "square":
        return Kind("square", 4, number)
    if not 3 <= number <= 8:
        raise ValueError(f"{text!r}: a run has 3 to 8 cards")
    return Kind("run", number, int(parts[3] or rules.melds.run_points[number - 3]))


READERS: Final[dict[str, Callable[[str, Rules], Action]]] = {
    "cut": _read_cut,
    "deal": _read_packets,
    "call": _read_call,
    "play": _read_play,
    "then": _read_then,
}
