"""Games from outside (plugins): rule sets, auctions, settlements and words that a module brings.

A game is loaded by its name when a command starts (`--game`), once and for good; nothing that a
player sends loads one. The name is that of an entry point in the group `rebelote.games`, or of a
module with a `GAME`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, get_args

import msgspec

from rebelote import i18n
from rebelote.i18n import rulecard, sources
from rebelote.i18n.messages import parsed
from rebelote.i18n.sources import Source
from rebelote.rules import auctions, options, presets, refusals, settlements, trick_melds
from rebelote.rules.actions import CALL_NAMES
from rebelote.rules.auctions import Auction
from rebelote.rules.cards import (
    ORDERS,
    POINTS,
    SCALES,
    TRUMPS,
    Rank,
    RankPoints,
    SuitKind,
    Trump,
    point_table,
)
from rebelote.rules.melds import CONTESTS, SQUARES, Contesting, SquarePoints, SuitsInTrump
from rebelote.rules.options import Rules
from rebelote.rules.own_options import OwnOption
from rebelote.rules.refusals import Refusal
from rebelote.rules.settlements import SettlementKind
from rebelote.rules.trick_melds import Bonuses

if TYPE_CHECKING:
    from rebelote.bots.calling import Calling

GROUP: Final = "rebelote.games"
"""The group of entry points by which an installed package offers its games."""
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""The form of names of rule sets and kinds: they stand in addresses, records and logs."""
_OPTION: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
"""The form of names of options."""
_HOLE: Final = re.compile(r"\{(\w+)")
"""The name of a placeholder."""
_RULES: Final = "rules"
"""The folder of the sentences for rule cards, within that of the words."""

_RAISED: Final = "contract.raised."
"""The beginning of the names of stakes, which are said at the tables of the game alone.
"""

MOST_POINTS: Final = 500
"""The most that all cards of a contract may count: the solver adds ten for the last trick."""
MOST_SQUARE: Final = 1000
"""The most that four of a rank may count."""
_TOGETHER: Final = range(2, 5)
"""The most cards of a trick that can count together."""
_LETTERS: Final = {rank.letter for rank in Rank}

_Part = TypeVar("_Part")


class Game(NamedTuple):
    """A game: its rule sets, and the parts that they name."""

    presets: Mapping[str, Mapping[str, object]]
    """The rule sets by name, each as its options."""
    words: Traversable
    """A folder with a file for each language, `en.json` at least, and the same for rule cards in
    its folder `rules`. A sentence of the table is said in the game's words at its tables."""
    auctions: Mapping[str, Auction] = {}
    """The kinds of auction by name."""
    callings: Mapping[str, Calling] = {}
    """The bots' way of calling in each of the auctions."""
    settlements: Mapping[str, SettlementKind] = {}
    """The kinds of settlement by name."""
    scales: Mapping[str, Mapping[SuitKind, RankPoints]] = {}
    """The points of cards by kind of suit and rank, where they are not as usual."""
    trick_melds: Mapping[str, Callable[[Trump], Bonuses]] = {}
    """The cards that count when they fall in one trick, by what is trump."""
    options: Mapping[str, OwnOption] = {}
    """The options of its own, which all its rule sets have."""
    sources: Mapping[str, Source] = {}
    """The texts that it cites."""
    cites: Mapping[str, str] = {}
    """The citations of its rule sets by option, where they are not those of the option."""
    squares: Mapping[str, SquarePoints] = {}
    """The points of four cards of a rank, by what is trump."""
    contests: Mapping[str, Contesting] = {}
    """The ways to decide whose announcements count."""
    calls: Sequence[str] = ()
    """The names of calls of its own (`NamedCall`)."""
    refusals: Sequence[Refusal] = ()
    """The reasons to refuse a call, beyond those there are."""


_LOADED: Final[dict[str, Game]] = {}
_REHEARSED: Final[dict[int, Game]] = {}
"""The games of which deals have been played in this process, by identity."""


def loaded() -> tuple[str, ...]:
    """Return the names of the loaded games in order; another process has to load the same."""
    return tuple(_LOADED)


def named(name: str) -> Game:
    """Return the loaded game of this name. ValueError for an unknown one."""
    if name not in _LOADED:
        raise ValueError(f"the game {name!r} is not loaded")
    return _LOADED[name]


def languages(game: Game) -> tuple[str, ...]:
    """Return the languages of the table that a game speaks itself."""
    return tuple(name for name in i18n.LANGUAGES if game.words.joinpath(f"{name}.json").is_file())


def unsaid(game: Game, language: str) -> list[str]:
    """Return a game's own sentences that a language lacks; they appear in English."""
    missing: list[str] = []
    for part in ("", _RULES):
        folder = game.words.joinpath(part) if part else game.words
        missing += sorted(
            i18n.ADDED.get(f"{part}/en" if part else "en", {}).keys()
            & _sentences(folder, "en").keys() - _sentences(folder, language).keys()
        )
    return missing


def own_presets() -> tuple[Rules, ...]:
    """Return the rule sets that came with them."""
    return tuple(presets.PRESETS[name] for game in _LOADED.values() for name in game.presets)


def own_scales() -> tuple[str, ...]:
    """Return the scales that came with them."""
    return tuple(name for game in _LOADED.values() for name in game.scales)


def load(names: Iterable[str], trusted: bool = False) -> None:
    """Load these games, where they are not loaded already; ValueError says what is wrong with one.

    A game that is refused leaves nothing behind. `trusted`: another process has played it already.
    """
    for name in names:
        if name not in _LOADED:
            with _all_or_nothing(), _load_errors(name):
                _add(name, game := _game_named(name))
                if not trusted and id(game) not in _REHEARSED:
                    from rebelote import rehearsal

                    for preset in game.presets:
                        rehearsal.rehearse(presets.PRESETS[preset])
                    _REHEARSED[id(game)] = game


# --- finding one ----------------------------------------------------------------------------------


def _game_named(name: str) -> Game:
    """Return the game of this name: an installed one, or one in a module."""
    installed = {point.name: point for point in entry_points(group=GROUP)}
    if name in installed:
        game = installed[name].load()
    elif not all(part.isidentifier() for part in name.split(".")):
        raise _MissingGameError(name, installed)
    else:
        game = getattr(_module(name, installed), "GAME", None)
    if not isinstance(game, Game):
        raise ValueError("it has no GAME that is a rebelote.games.Game")
    return game


def _module(name: str, installed: Iterable[str]) -> object:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise _MissingGameError(name, installed) from None
        raise


class _MissingGameError(ValueError):
    """No game of that name."""

    def __init__(self, name: str, installed: Iterable[str]) -> None:
        there = ", ".join(sorted(installed)) or "none"
        super().__init__(
            f"there is no game {name!r}: no module of that name is found, and of the installed "
            f"games ({GROUP}) there are: {there}"
        )


@contextmanager
def _load_errors(name: str) -> Iterator[None]:
    """Say in one sentence which game cannot be loaded, why, and where in its code that was seen."""
    try:
        yield
    except _MissingGameError:
        raise
    except ValueError as error:
        raise ValueError(f"the game {name!r} cannot be loaded: {error}") from error
    except Exception as error:
        from rebelote import rehearsal

        what = rehearsal.located(error)
        raise ValueError(f"the game {name!r} cannot be loaded: {what}") from error


# --- adding it ------------------------------------------------------------------------------------


def _add(name: str, game: Game) -> None:
    """Make its parts known, and its rule sets of them; its words last, which must name them all."""
    from rebelote.bots import calling

    _check_parts(game)
    _join(auctions.KINDS, game.auctions)
    _join(calling.KINDS, game.callings)
    _join(settlements.KINDS, game.settlements)
    _join(SCALES, game.scales)
    for scale in game.scales:
        _check_total(scale)
    _join(trick_melds.KINDS, game.trick_melds)
    _join(SQUARES, game.squares)
    _join(CONTESTS, game.contests)
    _join(CALL_NAMES, dict.fromkeys(game.calls))
    _join(options.OWN_OPTIONS, _declared(game), _OPTION)
    _join(sources.ADDED, game.sources)
    sources.forget()
    _join(refusals.REFUSALS, {refusal.code: refusal for refusal in game.refusals})
    _join(presets.PRESETS, {name: _rules(name, game.presets[name]) for name in game.presets})
    rulecard.CITED.update(_cited(game))
    _speak(game)
    _LOADED[name] = game


def _check_parts(game: Game) -> None:
    """Raise ValueError where a rule set is missing, or an auction has no calling."""
    from rebelote import rehearsal
    from rebelote.bots.calling import Calling

    if not game.presets:
        raise ValueError("it has no rule set")
    if silent := sorted(game.auctions.keys() ^ game.callings.keys()):
        raise ValueError(f"{silent[0]} needs an auction and a calling of that name")
    for name, auction in game.auctions.items():
        rehearsal.check_members(f"the auction {name}", auction, Auction)
        rehearsal.check_members(f"the calling {name}", game.callings[name], Calling)
    for name, settlement in game.settlements.items():
        if not isinstance(settlement, SettlementKind):
            raise ValueError(f"the settlement {name} is {settlement!r}, not a SettlementKind")
    for name, scale in game.scales.items():
        _check_scale(name, scale)
    for name, bonuses in game.trick_melds.items():
        _check_trick_melds(name, bonuses)
    for name, squares in game.squares.items():
        _check_squares(name, squares)


def _check_scale(name: str, scale: Mapping[SuitKind, RankPoints]) -> None:
    """Raise ValueError for an unknown kind of suit or rank, or for impossible points."""
    for kind, points in scale.items():
        if kind not in POINTS:
            raise ValueError(f"the scale {name} has {kind!r}, which is none of {', '.join(POINTS)}")
        for rank, worth in points.items():
            if rank not in _LETTERS or not 0 <= worth <= MOST_POINTS // 2:
                raise ValueError(f"the scale {name} has {rank!r}: {worth!r}, which no card counts")
        if any(points.get(low, 0) > points.get(high, 0) for low, high in pairwise(ORDERS[kind])):
            raise ValueError(f"the scale {name} counts a card of {kind} less than a weaker one")


def _check_trick_melds(name: str, bonuses: Callable[[Trump], Bonuses]) -> None:
    """Raise ValueError for a combination no trick can hold, or points that cannot be halved."""
    for cards, points in (bonus for trump in TRUMPS for bonus in bonuses(trump)):
        if len(cards) not in _TOGETHER:
            raise ValueError(f"{name} counts {cards}: combinations are of two to four cards")
        if points % 2 or not 0 < points <= MOST_POINTS:
            raise ValueError(f"{name} counts {points}: points are even, and at most {MOST_POINTS}")


def _check_squares(name: str, squares: SquarePoints) -> None:
    """Raise ValueError for an unknown contract or rank, or for impossible points."""
    if "suit" not in squares or squares.keys() - get_args(SuitsInTrump):
        raise ValueError(f"the squares {name} are by suit, and perhaps by all and none")
    for rank, worth in (pair for table in squares.values() for pair in table.items()):
        if rank not in _LETTERS or not 0 <= worth <= MOST_SQUARE:
            raise ValueError(f"the squares {name} have {rank!r}: {worth!r}, which no four count")


def _check_total(name: str) -> None:
    """Raise ValueError where the cards of a contract count more than the solver can hold."""
    most = max(sum(point_table(trump, name)) for trump in TRUMPS)
    if most > MOST_POINTS:
        raise ValueError(f"the scale {name} counts {most} points, and at most {MOST_POINTS} can be")


def _declared(game: Game) -> dict[str, options.Option]:
    """Return its own options; ValueError for one that exists already or cannot be read."""
    for name, own in game.options.items():
        if name in options.OPTIONS:
            raise ValueError(f"{name} is an option of every game")
        if own.section not in rulecard.SECTIONS:
            raise ValueError(f"the option {name} is in no section {own.section!r}")
        values = list(values_of(own))
        if not values and own.kind is not int and int not in get_args(own.kind):
            raise ValueError(f"the option {name} is a bool, an int or a Literal")
    result = {name: options.own_option(own, game.presets) for name, own in game.options.items()}
    known = {**options.OPTIONS, **options.OWN_OPTIONS, **result}
    for name, own in game.options.items():
        for condition in own.only.replace("|", " ").split():
            if condition.partition("=")[0].removesuffix("!") not in known:
                raise ValueError(f"the option {name} depends on {condition}, which is none")
    return result


def values_of(own: OwnOption) -> Iterator[object]:
    """Yield the values of an option of a game's own; none where it is a number."""
    yield from (True, False) if own.kind is bool else options.listed_values(own.kind)


def _cited(game: Game) -> dict[tuple[str, str], str]:
    """Return the sources of its options, by preset and option; ValueError for an unknown one."""
    cited = {**game.cites, **{name: own.source for name, own in game.options.items()}}
    for name, source in cited.items():
        if name not in options.OPTIONS and name not in game.options:
            raise ValueError(f"it cites {source} for {name}, which is no option")
        for one in source.split():
            known = list(sources.citations(one))
            if not known or not all(map(sources.resolves, known)):
                raise ValueError(f"it cites {one}, which is a place of no source")
    return {(preset, name): source for preset in game.presets for name, source in cited.items()}


def _join(
    registry: dict[str, _Part], result: Mapping[str, _Part], shape: re.Pattern[str] = _NAME
) -> None:
    """Add the parts of a plugin; ValueError for a name that is taken, or is none."""
    for name, part in result.items():
        if name in registry:
            raise ValueError(f"{name} is there already")
        if not shape.fullmatch(name):
            raise ValueError(f"{name!r} is no name: write it as {shape.pattern}")
        registry[name] = part


def _rules(name: str, given: Mapping[str, object]) -> Rules:
    """Build a rule set from its options; ValueError for one that cannot be played."""
    try:
        return Rules.of({**given, "preset": name})
    except ValueError as error:
        raise ValueError(f"rule set {name}: {error}") from error


# --- its words ------------------------------------------------------------------------------------


def _speak(game: Game) -> None:
    """Add its sentences; where it does not speak a language, and the table does, it is English.

    What is a sentence of the table already is said so at tables of its rule sets alone.
    """
    for part, needed in (("", _needed(game)), (_RULES, _needed_by_rules(game))):
        folder = game.words.joinpath(part) if part else game.words
        _check_languages(folder)
        table = i18n.sentences(part, "en").keys()
        own = {language: _sentences(folder, language) for language in i18n.LANGUAGES}
        english, raised = own["en"], _starting(own["en"], _RAISED)
        new = english.keys() - table - raised.keys()
        if missing := sorted(needed - english.keys()):
            raise ValueError(f"its English words lack {missing[0]} ({folder}/en.json)")
        for language, said in own.items():
            if more := sorted(said.keys() - english.keys() - table):
                raise ValueError(f"{more[0]} has no English ({folder}/{language}.json)")
            i18n.add(part, language, {key: said.get(key, english[key]) for key in new})
            if other := raised | {key: one for key, one in said.items() if key not in new}:
                _check_holes(other, i18n.sentences(part, language), folder, language)
                for preset in game.presets:
                    i18n.overrule(preset, part, language, other)


def _starting(sentences: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {key: said for key, said in sentences.items() if key.startswith(prefix)}


def _check_holes(
    own: Mapping[str, str], table: Mapping[str, str], folder: Traversable, language: str
) -> None:
    """Raise ValueError for a placeholder that the table's sentence does not have."""
    for key, said in own.items():
        if more := set(_HOLE.findall(said)) - set(_HOLE.findall(table.get(key, ""))):
            raise ValueError(
                f"{key} has {{{sorted(more)[0]}}}, which it is not given ({folder}/{language}.json)"
            )


def _check_languages(folder: Traversable) -> None:
    """Raise ValueError for a language of its words that the table does not speak."""
    for file in folder.iterdir() if folder.is_dir() else ():
        language, dot, kind = file.name.partition(".")
        if dot and kind == "json" and language not in i18n.LANGUAGES:
            spoken = ", ".join(i18n.LANGUAGES)
            raise ValueError(
                f"its words are in {language!r}, which the table does not speak; "
                f"it speaks {spoken} ({file})"
            )


def _needed(game: Game) -> set[str]:
    """Return the sentences that a table of this game says."""
    named = {f"preset.{name}{end}" for name in game.presets for end in ("", ".hint")}
    called = {f"call.{name}" for name in game.calls} | {f"source.{one}" for one in game.sources}
    return named | called | {f"refusal.{refusal.code}" for refusal in game.refusals}


def _needed_by_rules(game: Game) -> set[str]:
    """Return the sentences of its rule cards."""
    return {
        *(f"preset.{name}{end}" for name in game.presets for end in ("", ".where")),
        *(f"rule.auction_kind.{name}" for name in game.auctions),
        *(f"rule.settlement.{name}" for name in game.settlements),
        *(f"rule.no_suit_points.{name}" for name in game.scales),
        *(f"rule.trick_melds.{name}" for name in game.trick_melds),
        *(f"title.{name}" for name in game.options),
        *(key for name, own in game.options.items() for key in _of_option(name, own)),
        *(f"rule.squares.{name}" for name in game.squares),
        *(f"rule.meld_contest.{name}" for name in game.contests),
    }


def _of_option(name: str, own: OwnOption) -> Iterator[str]:
    """Yield the sentences of an option of its own: one for each value, or one for every number."""
    for value in values_of(own):
        yield f"rule.{name}.{str(value).lower() if isinstance(value, bool) else value}"
    if not any(True for _ in values_of(own)):
        yield f"rule.{name}"


def _sentences(folder: Traversable, language: str) -> dict[str, str]:
    """Read the sentences of a file; none without the file. ValueError for an unreadable one."""
    file = folder.joinpath(f"{language}.json")
    if not file.is_file():
        return {}
    try:
        result = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    for key, sentence in result.items():
        try:
            parsed(sentence)
        except SyntaxError as error:
            raise ValueError(f"{file}: {key}: {error}") from error
    return result


# --- all or nothing -------------------------------------------------------------------------------


def registries() -> tuple[dict[str, object], ...]:
    """Return every registry that loading a game adds to."""
    from rebelote.bots import calling

    return (  # type: ignore[return-value]
        auctions.KINDS,
        calling.KINDS,
        settlements.KINDS,
        SCALES,
        trick_melds.KINDS,
        SQUARES,
        CONTESTS,
        CALL_NAMES,
        refusals.REFUSALS,
        presets.PRESETS,
        i18n.ADDED,
        i18n.OVERRULED,
        options.OWN_OPTIONS,
        sources.ADDED,
        rulecard.CITED,
        _LOADED,
    )


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    """Leave everything as it was where a game is refused."""
    before = [dict(registry) for registry in registries()]
    try:
        yield
    except BaseException:
        restore(before)
        raise


def restore(before: Sequence[Mapping[str, object]]) -> None:
    """Have the registries hold what they held before."""
    for registry, held in zip(registries(), before, strict=True):
        registry.clear()
        registry.update(held)
    i18n.forget()
    sources.forget()
    point_table.cache_clear()
