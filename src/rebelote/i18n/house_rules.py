"""House rules: every option of the rules as a person may choose it, with its values in words.

What is shown comes from the declarations of the options, so that a new one is there by itself; what
cannot be agreed together is asked of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Final, Literal, cast, get_args, get_origin

import msgspec

from rebelote.i18n import Words, rule_words, rulecard
from rebelote.rules import auctions, presets, settlements, trick_melds
from rebelote.rules.cards import SCALES
from rebelote.rules.melds import CONTESTS, SQUARES
from rebelote.rules.options import (
    OPTIONS,
    PARTS,
    RuleConflictError,
    Rules,
    applies,
    checked_value,
    first_part,
    option,
    own_options,
)

FIXED: Final = ("auction_kind", "settlement")
"""Options that make a rule set what it is: shown, but never offered for change."""
NAMED: Final[Mapping[str, Mapping[str, object]]] = {
    "auction_kind": auctions.KINDS,
    "settlement": settlements.KINDS,
    "no_suit_points": SCALES,
    "trick_melds": trick_melds.KINDS,
    "squares": SQUARES,
    "meld_contest": CONTESTS,
}
"""Every option whose values are names that games from outside add to, with those there are."""
BEFORE_BIDS: Final = ((3, 3, 2), (3, 2, 3), (2, 3, 3), (4, 4), (8,), (3, 3))
"""The packets to choose among where no card is turned up: all eight cards, or six of them."""
Kind = Literal["choice", "number", "numbers", "pairs"]
"""The control of an option: one of its values, a number, several numbers, or packets of cards."""


class RuleValue(msgspec.Struct, frozen=True):
    """A value that an option may have, in words."""

    value: Any
    sentence: str


class RuleOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option with its value and the values that may be chosen.

    `usual`: the value in the rule set. `applies`: whether it means anything among the others now;
    `offered`: whether it would with another value.
    """

    key: str
    section: str
    title: str
    kind: Kind
    value: Any
    usual: Any
    sentence: str
    usual_sentence: str
    applies: bool
    offered: bool
    values: tuple[RuleValue, ...] = ()


class RuleProblem(msgspec.Struct, frozen=True):
    """A conflict of options: its sentence and the options in it."""

    sentence: str
    options: tuple[str, ...] = ()


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rules/{preset}: every option, what differs from the rule set, and what cannot be.

    `first`: what people argue about first. `points`: in how many points it differs, a table without
    help aside. `sections`: their titles in the order of a deal. `link`: the address of the card.
    """

    preset: str
    first: tuple[str, ...]
    sections: dict[str, str]
    options: tuple[RuleOption, ...]
    differs: dict[str, Any]
    points: int
    link: str
    problem: RuleProblem | None = None


def house_rules(preset: str, asked: Mapping[str, str], language: str) -> HouseRules:
    """Return the house rules of these choices; ValueError for an unknown rule set, option or value.

    Values that cannot be agreed together are no error: one option is changed after the other.
    """
    base = presets.rules(preset).flat()
    values = {**base, **_checked(preset, asked), "preset": preset}
    differs = {key: value for key, value in values.items() if value != base[key]}
    say = rule_words(language, preset)
    return HouseRules(
        preset=preset,
        first=auctions.KINDS[cast(str, values["auction_kind"])].debated,
        sections={name: say(f"section.{name}") for name in rulecard.SECTIONS},
        options=tuple(_options(values, base, say, preset)),
        differs=differs,
        points=rulecard.points(differs),
        link=rulecard.address(preset, differs),
        problem=problem_of(values, say),
    )


def _checked(preset: str, asked: Mapping[str, str]) -> dict[str, object]:
    """Return the options, each checked by its type but not together."""
    values: dict[str, object] = {}
    own = own_options(preset)
    for key, text in asked.items():
        if key in own:
            values[key] = checked_value(key, rulecard.value_of(key, text))
            continue
        if key not in OPTIONS:
            raise ValueError(f"{key} is not an option of the rules")
        part = msgspec.convert({key: rulecard.value_of(key, text)}, PARTS[OPTIONS[key].part])
        values[key] = getattr(part, key)
        if key in NAMED and values[key] not in NAMED[key]:
            raise ValueError(f"{key}: {text} is no value of it")
    return values


def problem_of(values: Mapping[str, object], say: Words) -> RuleProblem | None:
    """Return the conflict among these values, or None."""
    try:
        Rules.of(values).agree({})
    except RuleConflictError as error:
        return RuleProblem(say(f"conflict.{error.code}", **error.values), error.options)
    return None


def _options(
    values: Mapping[str, object], base: Mapping[str, object], say: Words, preset: str
) -> Iterator[RuleOption]:
    """Yield every option in the order of a deal."""
    for section, options in rulecard.sections(preset).items():
        for key in options:
            yield _option(key, section, values, base, say)


def _option(
    key: str,
    section: str,
    values: Mapping[str, object],
    base: Mapping[str, object],
    say: Words,
) -> RuleOption:
    kind, choices = _kind(key, values)
    value, usual, switch = values[key], base[key], option(key).switch
    offered = not (key in FIXED or switch.of_records)
    return RuleOption(
        key=key,
        section=section,
        title=say(f"title.{key}"),
        kind=kind,
        value=value,
        usual=usual,
        sentence=rulecard.sentence(key, value, say),
        usual_sentence=rulecard.sentence(key, usual, say),
        applies=applies(key, values),
        offered=offered and (value != usual or _offered(key, choices, values)),
        values=tuple(_values(key, kind, choices, say)),
    )


def _offered(key: str, choices: tuple[object, ...], values: Mapping[str, object]) -> bool:
    """Return whether the option would mean something with one of its values."""
    return any(applies(key, {**values, key: value}) for value in (*choices, values[key], 1))


def _values(key: str, kind: Kind, choices: tuple[object, ...], say: Words) -> Iterator[RuleValue]:
    for value in choices:
        shown = "-".join(map(str, value)) if isinstance(value, tuple) and kind == "pairs" else None
        yield RuleValue(value, shown or rulecard.sentence(key, value, say))


def _kind(key: str, values: Mapping[str, object]) -> tuple[Kind, tuple[object, ...]]:
    """Return an option's kind of choice and its values, by its type."""
    declared = option(key).type
    if key in NAMED:
        return "choice", tuple(NAMED[key])
    if declared is bool:
        return "choice", (True, False)
    if get_origin(declared) is tuple:
        return _tuple_kind(get_args(declared), values)
    if declared is int or int in get_args(declared):
        return "number", (None,) if NoneType in get_args(declared) else ()
    return "choice", tuple(_literals(declared))


def _tuple_kind(
    items: tuple[Any, ...], values: Mapping[str, object]
) -> tuple[Kind, tuple[object, ...]]:
    """Return a tuple's kind and values: packets of the first deal, subsets of words, numbers."""
    if get_origin(items[0]) is tuple:
        return "pairs", tuple(_packets(values))
    if get_origin(items[0]) is Literal:
        return "choice", tuple(_subsets(get_args(items[0])))
    return "numbers", ()


def _packets(values: Mapping[str, object]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to deal before the auction: two packets where a card is turned up."""
    auction = auctions.KINDS.get(cast(str, values["auction_kind"]))
    if auction is not None and not auction.turns_up:
        yield from BEFORE_BIDS
        return
    cards = first_part(cast(int, values["players"]))
    for first in range(cards - 1, 0, -1):
        yield first, cards - first


def _subsets(words: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """Yield every selection of words, all of them first."""
    for mask in range((1 << len(words)) - 1, -1, -1):
        yield tuple(word for place, word in enumerate(words) if mask >> place & 1)


def _literals(declared: object) -> Iterator[object]:
    """Yield the values of a `Literal`, or of a union of one with None."""
    for one in get_args(declared):
        if get_origin(one) is Literal:
            yield from get_args(one)
        else:
            yield None if one is NoneType else one
