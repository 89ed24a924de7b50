"""The client's TypeScript: types from `messages`, and constants from where they are defined.

They are messages.ts, constants.ts and tableWords.ts in web/src/net, and sentences.ts in
web/src/i18n; `make generated` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from rebelote import bots
from rebelote.analysis import playing_on, statistics
from rebelote.analysis.themes import THEMES
from rebelote.i18n import (
    FIRST_OF_THEIR_KIND,
    LANGUAGES,
    RIGHT_TO_LEFT,
    SPOKEN,
    STORED_LANGUAGE,
    TABLE_WORDS,
    USUAL_PRESETS,
    VARIANTS,
    VARIANTS_AT_TABLES,
    at_tables,
    catalogue,
    guest_names,
    rulecard,
    speech,
)
from rebelote.rules import auctions, melds, presets, scoring, tallies
from rebelote.rules.actions import VALUE_PATTERN, Action
from rebelote.rules.cards import PLAIN_ORDER, TRUMP_ORDER, Card, CardSet
from rebelote.rules.deal import CLAIM_FAILED
from rebelote.rules.events import Event
from rebelote.rules.options import OF_THE_PLACE, OPTIONS, REAL_LIFE, SEATINGS
from rebelote.server.base.protocol import chat, messages, table_settings
from rebelote.server.base.protocol.email_address import LONGEST as ADDRESS_LENGTH
from rebelote.server.base.protocol.names import LONGEST as NAME_LENGTH
from rebelote.server.base.protocol.rule_sets import card_points, roem_points, summary_of
from rebelote.server.base.protocol.schemas import Problem, StatisticsPart
from rebelote.server.features.friends import schemas as friends_schemas
from rebelote.server.features.history.schemas import NOTE_LENGTH
from rebelote.server.people import schemas as people_schemas
from rebelote.server.people.accounts import PORTRAITS
from rebelote.server.web.feature import features
from rebelote.tournament.formats import (
    COUNT_KINDS,
    MOST_AWARDS,
    MOST_CENTS,
    MOST_DEALS,
    MOST_POINTS,
)
from rebelote.tournament.roles import GIVEN

FOLDER: Final = Path(__file__).parents[4] / "web" / "src" / "net"
_HEAD: Final = """\
// Written by `make generated` from the server's messages; do not edit.

/** A card's text: rank 789TJQKA, then suit SHDC. */
export type Card = string;
"""
_UNIONS: Final[dict[str, object]] = {
    "Action": Action,
    "Event": Event,
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
}
_SIMPLE: Final[dict[type, str]] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _custom(kind: type) -> str:
    return {Card: "Card", CardSet: "Card[]", object: "unknown"}[kind]


def _union(parts: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def _array(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def name_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.LiteralType() | inspect.EnumType():
            values = kind.values if isinstance(kind, inspect.LiteralType) else kind.cls
            return _union(json.dumps(getattr(v, "value", v)) for v in values)
        case inspect.StrType(pattern=pattern) if pattern == VALUE_PATTERN:
            return '"capot" | "generale" | `${number}capot`'
        case inspect.UnionType():
            return _union(name_of(part) for part in kind.types)
        case inspect.VarTupleType() | inspect.ListType():
            return _array(name_of(kind.item_type))
        case inspect.TupleType():
            return f"[{', '.join(name_of(item) for item in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {name_of(kind.value_type)}>"
        case inspect.CustomType():
            return _custom(kind.cls)
    return _SIMPLE[type(kind)]


def _structs(kind: inspect.Type, structs: dict[str, inspect.StructType]) -> None:
    """Collect every struct that a type speaks of, each before what it is part of.

    TypeError where two of them have one name: only one would be there for the client.
    """
    if isinstance(kind, inspect.StructType):
        known = structs.get(kind.cls.__name__)
        if known is not None and known.cls is not kind.cls:
            raise TypeError(f"two messages are called {kind.cls.__name__}")
        if known is not None:
            return
        structs[kind.cls.__name__] = kind  # known from here on: one may be part of itself
        for field in kind.fields:
            _structs(field.type, structs)
        structs[kind.cls.__name__] = structs.pop(kind.cls.__name__)
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        _structs(part, structs)
    for name in ("item_type", "value_type"):
        if hasattr(kind, name):
            _structs(getattr(kind, name), structs)


def _optional(field: inspect.Field, may_leave_out: bool) -> bool:
    """Return whether a field may be missing: one left unset, or a default in a sent message."""
    unset = field.default is field.default_factory is NODEFAULT
    return not field.required and (may_leave_out or unset)


def _interface(kind: inspect.StructType, may_leave_out: bool) -> str:
    first = " ".join((kind.cls.__doc__ or "").split("\n\n")[0].split())
    tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
    fields = (
        f"  {f.encode_name}{'?' if _optional(f, may_leave_out) else ''}: {name_of(f.type)};"
        for f in kind.fields
    )
    return "\n".join(
        [f"/** {first} */", f"export interface {kind.cls.__name__} {{", *tag, *fields, "}"]
    )


def requests_and_responses() -> tuple[list[object], list[object]]:
    """Return the bodies that handlers of all features take, and those that they return."""
    requests: list[object] = []
    responses: list[object] = [Problem]
    for feature in features():
        for handler in feature.routes:
            hints = get_type_hints(handler.fn)
            requests += [hints["data"]] if "data" in hints else []
            responses += _bodies(hints["return"])
        responses += feature.schemas
    return requests, responses


def _bodies(returned: object) -> Iterator[object]:
    """Yield the structs that a handler's return type speaks of."""
    if isinstance(returned, type) and issubclass(returned, Struct):
        yield returned
    for part in get_args(returned):
        yield from _bodies(part)


def typescript() -> str:
    """Return the whole file."""
    sent: dict[str, inspect.StructType] = {}
    result: dict[str, inspect.StructType] = {}
    requests, responses = requests_and_responses()
    for kind in (messages.FromClient, *requests):
        _structs(inspect.type_info(kind), sent)
    for kind in (*_UNIONS.values(), *requests, *responses):
        _structs(inspect.type_info(kind), result)
    blocks = [
        _interface(kind, name in sent or kind.cls.__struct_config__.omit_defaults)
        for name, kind in result.items()
    ]
    for name, union in _UNIONS.items():
        blocks.append(f"export type {name} = {name_of(inspect.type_info(union))};")
    return "\n\n".join([_HEAD.rstrip(), *blocks]) + "\n"


# --- constants ------------------------------------------------------------------------------------

_CONSTANTS_HEAD: Final = "// Written by `make generated` from the server's own; do not edit."


def _preset_names() -> list[str]:
    """Return the rule sets as they are offered: by kind of auction, each kind's usual first."""
    kinds = list(auctions.KINDS)
    first = dict.fromkeys(FIRST_OF_THEIR_KIND)
    names = [*first, *(name for name in presets.PRESETS if name not in first)]
    return sorted(names, key=lambda name: kinds.index(presets.rules(name).auction.auction_kind))


def _choices(struct: type, field: str) -> Sequence[object]:
    """Return the values that a field of a message may have."""
    return get_args(get_type_hints(struct)[field])


def _overruled() -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """Yield the words that tables of a rule set have of their own, by language."""
    for name in dict.fromkeys(TABLE_WORDS.values()):
        said = {language: at_tables(name, language) for language in SPOKEN}
        yield name, {language: own for language, own in said.items() if own}


def _constants() -> Iterator[tuple[str, str, object]]:
    """Yield each constant's name, description and value."""
    yield "PRESETS", "The rule sets, the usual one first.", _preset_names()
    details = {name: to_builtins(summary_of(presets.PRESETS[name])) for name in _preset_names()}
    yield "CLAIM_FAILED", "The code of a verdict on a claim that failed.", CLAIM_FAILED
    yield "PRESET_SUMMARIES", "What a page asks of each rule set.", details
    usual = "The rule set that is offered at first, by language."
    yield "USUAL_PRESETS", usual, USUAL_PRESETS
    yield "REAL_LIFE", "The options of a table without any help.", REAL_LIFE
    place = "Options of a place for strangers, in which no rule differs."
    yield "OF_THE_PLACE", place, OF_THE_PLACE
    recorded = tuple(name for name, option in OPTIONS.items() if option.switch.of_records)
    yield "OF_RECORDS", "Options that mean something only in records.", recorded
    sides = {str(players): seating.sides for players, seating in SEATINGS.items()}
    yield "SIDES", "The side of each seat, by how many play.", sides
    yield "LEVELS", "The levels of bots, from weak to strong.", bots.LEVELS
    yield "ANSWERERS", "The answerers where a deal is played on.", playing_on.ANSWERERS
    yield "MOST_AWARDS", "The most prizes of a tournament besides those by place.", MOST_AWARDS
    yield "MOST_CENTS", "The greatest amount of money, in cents.", MOST_CENTS
    yield "MOST_POINTS", "The greatest total of a game of a tournament.", MOST_POINTS
    yield "MOST_DEALS", "The most deals of a game of a tournament.", MOST_DEALS
    counted = "What a tournament counts beside the totals: `ui.club.count.<kind>`."
    yield "COUNT_KINDS", counted, COUNT_KINDS
    yield "GIVEN_ROLES", "The roles that an owner gives: `ui.clubs.role.<role>`.", GIVEN
    yield "THEMES", "The themes of puzzles: `puzzle.theme.<theme>`.", THEMES
    kernel = "The levels that play without a network: the others need the native module."
    yield "OFFLINE_LEVELS", kernel, bots.WITHOUT_KERNEL
    yield "PACES", "The paces of a table.", tuple(table_settings.PACES)[::-1]
    quick = _choices(messages.Seek, "pace")[::-1]
    yield "QUICK_PACES", "The paces of the quick match.", quick
    yield "LANGUAGES", "The languages that are spoken here.", LANGUAGES
    yield "RIGHT_TO_LEFT", "The languages whose lines run from right to left.", RIGHT_TO_LEFT
    variants = "Variants of a language, which say some sentences otherwise, by their tag."
    yield "VARIANTS", variants, VARIANTS
    names = {language: catalogue(language)["language.name"] for language in SPOKEN}
    yield "LANGUAGE_NAMES", "What each language calls itself.", names
    yield "GUEST_NAMES", "The name of guests without one, by language.", guest_names()
    stored = "The language in which the names of guests without one are stored."
    yield "STORED_LANGUAGE", stored, STORED_LANGUAGE
    yield "TRUMP_ORDER", "The ranks in trumps, from high to low.", TRUMP_ORDER[::-1]
    yield "PLAIN_ORDER", "The ranks in other suits, from high to low.", PLAIN_ORDER[::-1]
    counts = "What each rank counts, from high to low, in each kind of suit and contract."
    yield "CARD_POINTS", counts, card_points()
    squares = "What squares are worth by name and contract, `none` without trumps, by rank."
    yield "SQUARES", squares, melds.SQUARES
    yield "ROEM", "What falls in one trick counts, by kind of roem.", roem_points()
    bonuses = {"belote": tallies.BELOTE, "last": tallies.LAST_TRICK}
    yield "BONUSES", "What a belote and the last trick count.", bonuses
    yield "PHRASES", "What can be said at any time: `phrase.<name>`.", chat.PHRASES
    yield "REACTIONS", "What can be shown at any time: `reaction.<name>`.", chat.REACTIONS
    yield "TEXT_LENGTH", "Characters of a text that is said.", chat.TEXT_LENGTH
    length = "Characters of a report, or of the reason of a sanction."
    yield "REPORT_LENGTH", length, chat.REPORT_LENGTH
    noted = "Characters of a note that one keeps of a match."
    yield "NOTE_LENGTH", noted, NOTE_LENGTH
    parts = "The parts of somebody's statistics: `ui.statistics.part.<part>`."
    yield "STATISTICS_PARTS", parts, get_args(StatisticsPart)
    yield "FEW_VALUES", "Values below which a figure is said to rest on few.", statistics.FEW
    yield "NAME_LENGTH", "Characters of a name.", NAME_LENGTH
    named = "Characters of the name of a set of rules."
    yield "RULES_NAME_LONGEST", named, table_settings.RULES_NAME_LONGEST
    yield "PORTRAIT_COUNT", "How many portraits there are to choose from.", PORTRAITS
    yield "ADDRESS_LENGTH", "Characters of an e-mail address.", ADDRESS_LENGTH
    kinds = _choices(people_schemas.NewSanction, "kind")
    yield "SANCTIONS", "The kinds of sanction: `ui.moderation.kind.<kind>`.", kinds
    known = _choices(friends_schemas.NewKnown, "kind")
    yield "RELATIONS", "What somebody can be to me: `ui.<kind>`.", known
    reasons = _choices(people_schemas.Report, "reason")
    yield "REPORT_REASONS", "Why somebody is reported: `ui.report.<reason>`.", reasons
    refused = "The line of the rule card by which something is refused."
    yield "REFUSED_BY", refused, rulecard.REFUSED_BY
    fatal = "Refusals without an id after which a page does not connect to the table again."
    yield "FATAL_CODES", fatal, messages.FATAL_CODES
    retry = "Refusals of a connection after which a page tries again later, and says why."
    yield "RETRY_CODES", retry, messages.RETRY_CODES


def _table_words() -> Iterator[tuple[str, str, object]]:
    """Yield the constants that only a table needs."""
    own = "The words of their own that tables of a rule set have, by their name."
    yield "TABLE_WORDS", own, TABLE_WORDS
    yield "OVERRULED", "These words, by name and language.", dict(_overruled())
    other = "The variant that is spoken there for a language, by their name."
    yield "VARIANTS_AT_TABLES", other, VARIANTS_AT_TABLES


def _sentences() -> Iterator[tuple[str, str, object]]:
    """Yield the constants from which sentences on events and reasons are made."""
    forms = "How a field of an event is put in words."
    yield "FORMS", forms, get_args(speech.Form)
    values = "By event, the values of its sentence: form and field, none for the whole event."
    yield "EVENT_VALUES", values, speech.EVENT_VALUES
    yield "SEAL_DIGITS", "Digits of a seal that are shown.", speech.SEAL_DIGITS
    names = "The values of a reason that are cards, trumps or calls."
    yield "REASON_NAMES", names, speech.REASON_NAMES
    figures = "Values of a reason with a sentence of their own."
    yield "REASON_FIGURES", figures, speech.REASON_FIGURES
    choices = "Calls with a word of their own where they are compared with others."
    yield "CHOICES", choices, speech.CHOICES
    steps = "The codes of a derivation in the order in which its rows stand."
    yield "STEPS", steps, scoring.STEPS
    even = "Points that are too few to call one choice better than another."
    yield "EVEN", even, speech.EVEN
    yield "FEW", "Points that are too few to be given as a number.", speech.FEW


def constants() -> str:
    return _file_of(_constants())


def table_words() -> str:
    """Return the file of what tables of some rule sets say in words of their own."""
    return _file_of(_table_words())


def _file_of(values: Iterable[tuple[str, str, object]]) -> str:
    blocks = (
        f"/** {doc} */\nexport const {name} = {_literal(value)};" for name, doc, value in values
    )
    return "\n\n".join([_CONSTANTS_HEAD, *blocks]) + "\n"


def _literal(value: object) -> str:
    if isinstance(value, Mapping):
        rows = (f"  {json.dumps(key)}: {_json(inner)},\n" for key, inner in value.items())
        return f"{{\n{''.join(rows)}}} as const"
    return _json(value) if isinstance(value, int | float) else f"{_json(value)} as const"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def files() -> Iterator[tuple[Path, str]]:
    """Yield every file, and its text."""
    yield FOLDER / "messages.ts", typescript()
    yield FOLDER / "constants.ts", constants()
    yield FOLDER / "tableWords.ts", table_words()
    yield FOLDER.parent / "i18n" / "sentences.ts", _file_of(_sentences())
