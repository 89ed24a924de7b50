"""Parsing of typed input: the question, the possible answers, and the action of each."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from rebelote.i18n import Words, coded
from rebelote.i18n.speech import said_call
from rebelote.rules.actions import (
    Action,
    Announce,
    Bid,
    Challenge,
    Cut,
    Demand,
    Double,
    NamedCall,
    Packets,
    Pass,
    Play,
    Redeal,
    Redouble,
    Show,
    Take,
    Value,
    points_bid,
)
from rebelote.rules.cards import Card, Rank, Suit, Trump
from rebelote.rules.melds import Kind
from rebelote.rules.records import notation
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import Legal, View, auction_of, rules_of
from rebelote.terminal.screen import ordered

SHORT: Final = {"a": Trump.ALL.value, "n": Trump.NONE.value, "nt": Trump.NONE.value}
"""All trumps and no trumps as they are written in short."""
CALLED: Final = ("pass", "take", "double", "redouble", "redeal")
"""Calls that have a word of their own in each language."""


def question(now: View, say: Words) -> str:
    """Return the question to the player."""
    if now.phase == "bidding":
        return _call_question(now, say)
    if now.phase == "play":
        return say("ask.play" if now.trick.cards else "ask.lead")
    return say("ask.ready" if now.legal is None else f"ask.{now.phase}")


def _call_question(now: View, say: Words) -> str:
    """Return the question for a call: by the game's sentence for its auction, or by the round."""
    rules, trumps = rules_of(now), now.legal.trumps if now.legal else ()
    if now.standing is not None and now.legal is not None and Redeal() in now.legal.calls:
        return say("ask.bid.early")
    key = f"ask.auction.{rules.auction.auction_kind}"
    if now.standing is not None and not trumps and (own := coded(say, f"{key}.raise", "")):
        return own
    if own := coded(say, key, ""):
        return own
    if now.turned is None or not trumps:
        doubled = now.standing is not None and now.standing.stake > 1
        return say("ask.bid.doubled" if doubled else "ask.bid")
    if len(trumps) == 1:
        suit = trumps[0].suit
        return say("ask.round1", suit=say(f"suit.{suit.letter if suit else trumps[0].value}"))
    at_round = auction_of(now, rules).round
    beyond = all(trump.suit is None for trump in trumps)
    return say(f"ask.round{at_round}" if at_round == 2 or (at_round == 3 and beyond) else "ask.bid")


def choices(now: View, unit: int = 1) -> str:
    """List the possible answers in short; the one that Enter takes comes first.

    `unit`: the points that one of a bid stands for, as the table says them (`value.unit`).
    """
    legal = now.legal or Legal(actions=())
    if now.phase == "cut":
        return f"{legal.cut_min}..{legal.cut_max}"
    if now.phase == "packets":
        return ", ".join("-".join(map(str, packets)) for packets in legal.packets)
    if now.phase == "bidding":
        several = [trump.value for trump in legal.trumps] if len(legal.trumps) > 1 else ["t"]
        takes = several if legal.trumps else []
        doubles = ["x"] if {"double", "redouble"} & set(legal.actions) else []
        again = ["redeal"] if "redeal" in legal.actions else []
        again += [call_word(call) for call in legal.calls if isinstance(call, NamedCall)]
        passes = ["p"] if "pass" in legal.actions else []
        return ", ".join([*passes, *takes, *doubles, *again, *_bids(legal, unit)])
    cards = " ".join(str(n) for n, card in enumerate(ordered(now), 1) if card in legal.cards)
    return ", ".join(filter(None, [cards, *_besides(now, legal)]))


def _bids(legal: Legal, unit: int) -> list[str]:
    """Return the lowest and the highest bids on offer, as they are typed."""
    bids = [call for call in legal.calls if isinstance(call, Bid)]
    if not bids:
        return []
    trumps = "/".join(dict.fromkeys(bid.trump.value for bid in bids))
    values = list(dict.fromkeys(_as_typed(bid.value, unit) for bid in bids))
    return [f"{value}{trumps}" for value in dict.fromkeys((values[0], values[-1]))]


def _as_typed(value: Value | None, unit: int) -> str:
    """Return a value as it is typed: `90`, `capot`, `25capot`; nothing for a trump alone."""
    points = points_bid(value)
    said = str(value or "")
    return said if points is None else said.replace(str(points), str(points // unit))


def _besides(now: View, legal: Legal) -> list[str]:
    """List the actions other than playing a card, under rules of real life."""
    show = ["show"] if "show" in legal.actions else []
    asked = {"demand": now.may.demand, "challenge": now.may.challenge}
    return [
        *show,
        *(f"{verb} {'/'.join(map(str, seats))}" for verb, seats in asked.items() if seats),
    ]


def read(answer: str, now: View, say: Words, names: tuple[str, ...]) -> Action:
    """Read a typed action; ValueError for an unreadable one."""
    legal = now.legal or Legal(actions=())
    verb, _, rest = answer.partition(" ")
    if verb.lower() in ("demand", "challenge"):
        seat = _read_seat(rest.strip(), names)
        return Demand(seat) if verb.lower() == "demand" else Challenge(seat)
    if now.phase == "cut":
        return Cut(int(answer) if answer else (legal.cut_min + legal.cut_max) // 2)
    if now.phase == "packets":
        return Packets(tuple(map(int, answer.split("-"))) if answer else legal.packets[0])
    if now.phase == "bidding":
        return _read_call(answer, legal, say)
    if "announce" in legal.actions:
        return _read_announcement(answer, now, legal)
    return Show() if verb.lower() == "show" else _read_play(answer, now, legal, say)


def _read_seat(text: str, names: tuple[str, ...]) -> int:
    """Read a seat by its number, or by the beginning of its name."""
    if text.isdecimal():
        return int(text)
    result = [seat for seat, name in enumerate(names) if name.lower().startswith(text.lower())]
    if not text or len(result) != 1:
        raise ValueError(text)
    return result[0]


def _suits_as_letters(answer: str) -> str:
    for suit in Suit:
        answer = answer.replace(suit.sign, suit.letter)
    return answer.upper()


def _named_trump(typed: str, say: Words) -> str:
    """Return the only trump whose name begins like this, in notation; else an empty text."""
    if typed in SHORT:
        return SHORT[typed]
    named = [one.value for one in Trump if _plain(say(f"suit.{one.value}")).startswith(typed)]
    return named[0] if len(typed) > 1 and len(named) == 1 else ""


def _plain(text: str) -> str:
    """Strip capitals, accents and spaces from words: `coeur` for `Cœur`."""
    spelt = unicodedata.normalize("NFKD", "".join(text.casefold().replace("œ", "oe").split()))
    return "".join(letter for letter in spelt if not unicodedata.combining(letter))


def _read_call(answer: str, legal: Legal, say: Words) -> Action:
    """Read a call: a pass, `t` or a suit to take, `90H` or `90 hearts` to bid, `hearts` where only
    trumps are bid, `x` to double or redouble, `redeal` after a double out of turn."""
    typed = _plain(answer)
    called = {name: _plain(say(f"action.{name}")) for name in CALLED}
    if typed in ("", "p", "pass", called["pass"]):
        return Pass()
    if typed in ("x", "double", "redouble", called["double"], called["redouble"]):
        return Redouble() if "redouble" in legal.actions else Double()
    if typed in ("redeal", called["redeal"]):
        return Redeal()
    if typed in ("t", "take", called["take"]) and len(legal.trumps) == 1:
        return Take(legal.trumps[0])
    for call in legal.calls:
        if isinstance(call, NamedCall) and typed in map(_plain, _said_as(call, say)):
            return call
    for name in ("capot", "generale"):
        typed = re.sub(rf"^(\d*){_plain(say(f'value.{name}'))}", rf"\1{name}", typed)
    return _read_bid(answer, typed, legal, say)


def _said_as(call: NamedCall, say: Words) -> tuple[str, str, str]:
    """Return the spellings of a named call: as in records, by its name, and in words."""
    return call_word(call), call.name, said_call(say, call.name, call.trump)


def _read_bid(answer: str, typed: str, legal: Legal, say: Words) -> Action:
    """Read a trump, with its value where there is one."""
    result = re.fullmatch(r"(\d+capot|\d+|capot|generale|bid|)(.+)", typed)
    alone = any(isinstance(call, Bid) and call.value is None for call in legal.calls)
    if not result or not (result[1] or alone or legal.trumps):
        raise ValueError(answer)
    trump = _named_trump(result[2], say) or _suits_as_letters(result[2])
    letter = trump if trump in "SHDC" else trump.lower()
    value = result[1] or ("bid" if alone else "")
    if digits := re.match(r"\d+", value):
        value = value.replace(digits[0], str(int(digits[0]) * int(say("value.unit"))))
    return notation.read_call(f"{value}{letter}")


def _read_play(answer: str, now: View, legal: Legal, say: Words) -> Action:
    """Read a card with its announcements: `KH! run3`; an assisted table adds them itself."""
    name, _, said = answer.partition(" ")
    aloud = name.endswith("!")
    card = _read_card(_suits_as_letters(name.removesuffix("!")), now, legal, say)
    if now.rules.assisted and not said:
        return Play(card, tuple(meld.kind for meld in legal.announce), aloud)
    return Play(card, _read_kinds(said, now), aloud)


def _read_announcement(answer: str, now: View, legal: Legal) -> Action:
    """Read what is announced before the first card: all there is, `-` for nothing, or kinds."""
    if not answer:
        return Announce(tuple(meld.kind for meld in legal.announce))
    return Announce(() if answer == "-" else _read_kinds(answer, now))


def _read_kinds(said: str, now: View) -> tuple[Kind, ...]:
    return tuple(notation.read_kind(word, rules_of(now)) for word in said.lower().split())


def _read_card(answer: str, now: View, legal: Legal, say: Words) -> Card:
    """Read a card by its number, by its letters in this language, or by its English letters."""
    hand = ordered(now)
    if not answer and len(legal.cards) == 1:
        return legal.cards[0]
    if answer.isdigit() and 1 <= int(answer) <= len(hand):
        return hand[int(answer) - 1]
    corners = {say(f"index.{rank.letter}").upper(): rank.letter for rank in Rank}
    rank, suit = answer[:-1], answer[-1:]
    return Card(corners.get(rank, rank) + _suits_by_initial(say).get(suit, suit))


def _suits_by_initial(say: Words) -> dict[str, str]:
    """Return the suits by their initials, where one means no other suit here or in English."""
    initials = [(say(f"suit.{suit.letter}")[0].upper(), suit.letter) for suit in Suit]
    letters = [suit.letter for suit in Suit] + [initial for initial, _ in initials]
    return {initial: suit for initial, suit in initials if letters.count(initial) == 1}
