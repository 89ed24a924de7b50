"""The rule card: the rules of a table in words, what differs and everything else.

Each option's sentence is in `i18n/rules`; its source and the function that decides it, where it
is declared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, get_args
from urllib.parse import quote

import msgspec

from rebelote.i18n import Words, rule_words, sources, words
from rebelote.i18n.rule_numbers import numbers_of
from rebelote.rules import presets
from rebelote.rules.options import (
    OF_THE_PLACE,
    OPTIONS,
    OWN_OPTIONS,
    REAL_LIFE,
    Rules,
    applies,
    option,
    own_options,
)
from rebelote.rules.settlements import KINDS
from rebelote.rules.switch import ALL_TRUMPS, holds
from rebelote.rules.tallies import SWEEP


class _Row(NamedTuple):
    """Where an option comes from and where it is decided."""

    source: str
    function: str


class RuleLine(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of a table, in words; `differs` from the preset, whose own sentence is `usual`."""

    key: str
    section: str
    value: object
    sentence: str
    source: str
    function: str
    differs: bool = False
    usual: str = ""


_SECTION: Final = {"conduct": "manners", "scoring": "score", "ending": "end"}
"""The section of a part's options, where it is not called like the part."""
_ORDER: Final = (
    "table",
    "deal",
    "auction",
    "play",
    "belote",
    "melds",
    "score",
    "tie",
    "end",
    "manners",
)


def _sections_of_options() -> dict[str, dict[str, _Row]]:
    result: dict[str, dict[str, _Row]] = {section: {} for section in _ORDER}
    for name, (part, _, switch, *_) in OPTIONS.items():
        section = switch.section or _SECTION.get(part, part)
        result[section][name] = _Row(switch.source, switch.rule)
    return result


SECTIONS: Final = _sections_of_options()
"""Every option of the rules in the order of a deal, and the function that is its rule.

The function reads the option itself and its own answer changes with it
(`tests/rules/test_where.py`).
"""

CITED: Final[dict[tuple[str, str], str]] = {}
"""The citations of a rule set of a game from outside for an option, where they are its own."""


def sections(preset: str) -> dict[str, dict[str, _Row]]:
    """Return the options of a rule set by section, with those of its own game."""
    result = {section: dict(rows) for section, rows in SECTIONS.items()}
    for name, (_, _, switch, *_) in own_options(preset).items():
        result[switch.section][name] = _Row(switch.source, switch.rule)
    for (of, name), source in CITED.items():
        if of == preset:
            section = next(section for section, rows in result.items() if name in rows)
            result[section][name] = result[section][name]._replace(source=source)
    return result


REFUSED_BY: Final = {
    "must-follow": "section-play",
    "must-rise": "rise_trump_led",
    "must-trump": "cut_when_void",
    "must-overtrump": "cut_when_void",
    "must-undertrump": "undertrump",
    "no-undertrump": "undertrump",
    "king-before-queen": "belote_order",
    "no-lead": "section-play",
    "cut-too-thin": "cut_min",
    "packets-unknown": "packets",
    "wrong-suit": "round2_turned_suit",
    "bid-too-low": "auction_kind",
    "no-such-bid": "highest_bid",
    "same-suit": "raise_oneself",
    "doubled": "overbid_double",
    "no-double": "double",
    "sun-past-100": "sun_double",
    "sun-from-100": "sun_double",
    "no-redeal": "kawesh",
    "redeal-bought": "kawesh_bought",
    "not-held": "section-melds",
    "too-late-to-announce": "meld_show_trick",
    "announce-first": "meld_said",
    "no-belote": "section-belote",
    "no-akka": "akka",
    "nothing-to-show": "meld_show_trick",
    "nothing-to-demand": "meld_show_on_demand",
    "no-challenge": "revoke_policy",
    "not-an-opponent": "revoke_policy",
    "nothing-played": "revoke_policy",
}
"""The line of the rule card, or its section, by which something is refused: "why?"."""

QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    "who deals first, and next": ("first_dealer", "dead_deals_per_dealer"),
    "the cut": ("cut_min", "rules.deck.cut"),
    "how the cards are dealt": ("packets", "rules.deck.deal_first", "rules.deck.deal_rest"),
    "how the pack is made: shuffled, riffled or gathered": (
        "shuffle",
        "dead_deals_shuffle",
        "pile_join",
        "rules.deck.gather_tricks",
        "rules.deck.gather_dead",
    ),
    "what players remember of the previous pack": (
        "bots_remember",
        "knowledge.memory.dealings",
    ),
    "who speaks, and when the auction is over": (
        "auction_kind",
        "first_speaker",
        "must_name",
        "named_doubles",
        "after_double",
        "raise_oneself",
        "capot_ends",
    ),
    "what may be named at a turned card": ("round2_turned_suit", "round3"),
    "what may be bought, and how it is raised (baloot)": (
        "hokum_waits",
        "ashkal",
        "ashkal_round2",
        "gablak",
        "sun_double",
        "kawesh",
        "kawesh_bought",
        "closed_play",
    ),
    "which trumps may be bid, and in which order": ("rules.auctions.ranked.ORDER",),
    "what may be bid": ("least_bid", "highest_bid", "all_tricks_bid", "no_suit_bids"),
    "who may double and redouble (contrer, coincher), and bid over it": (
        "double",
        "double_from",
        "early_double",
        "redouble",
        "overbid_double",
    ),
    "what may be played: follow, ruff, overruff (overtrump), undertrump": (
        "cut_when_void",
        "voluntary_trump",
        "undertrump",
    ),
    "who must play higher (overtrump)": ("rise_trump_led", "rise_all_trump", "rise_plain"),
    "whom a winning partner exempts": ("partner_exempts",),
    "who leads to the first trick": ("first_lead",),
    "who wins the trick": ("rules.play.winner",),
    "what a card counts": ("rules.cards.point_table", "no_suit_points"),
    "looking at the last trick": ("last_trick_view",),
    "belote and rebelote": (
        "belote",
        "rules.play.Law.belotes",
        "belote_order",
        "belote_order_violation",
        "belote_all_trumps",
        "belote_discard_ok",
        "belote_blocked",
        "belote_said",
    ),
    "which announcements a hand holds": (
        "melds",
        "no_trumps_melds",
        "meld_card_reuse",
        "split_runs",
        "short_runs",
        "rules.melds.best_melds",
    ),
    "what a run (tierce) or a square (carré, four of a kind) counts": (
        "run_points",
        "run_length_rank_cap",
        "squares",
        "low_carre_points",
    ),
    "which announcement is stronger": (
        "carre_beats_run",
        "equal_hundreds",
        "low_carre_rank",
        "carre_order",
        "meld_tie",
    ),
    "whose announcements count": (
        "meld_contest",
        "meld_tie_order",
        "trump_run_first",
    ),
    "a hand that wins the game before a card is played": ("eight_of_suit",),
    "what counts when it falls in one trick (roem)": ("trick_melds", "rules.trick_melds.roem"),
    "when announcements are said": ("meld_said",),
    "showing announcements, in time or not": (
        "meld_show_trick",
        "meld_fallback_trick",
        "meld_show_on_demand",
    ),
    "made, failed (dedans) or tied (litige)": ("contract_goal", "tie_rule", "contract_counts"),
    "made or failed (dedans) by the bid": (
        "beat_defence",
        "eighty_needs",
        "bids_need",
    ),
    "what each side writes": ("settlement",),
    "what is written where points are equal or doubled (hanging)": (
        "rules.settlements.hanging.hanging",
    ),
    "what is written in marks of a hokum or a sun (baloot)": (
        "rules.settlements.marks.by_marks",
        "marks_compare",
        "marks_level",
    ),
    "what a bid brings, made or failed": (
        "made_pays",
        "failed_pays",
        "eighty_two_writes",
        "no_trumps_twice",
        "no_trumps_stake",
        "defence_belote",
    ),
    "what a double multiplies, and what it leaves the defence": ("multiplied", "doubled_defence"),
    "every trick, bid (capot, générale) or not": (
        "capot_value",
        "generale_value",
        "capot_points",
        "failed_capot_base",
        "unbid_sweep",
    ),
    "what a failed attack (dedans) keeps, and what it pays": (
        "belote_safe_on_fail",
        "failed_belote",
        "failed_melds",
        "fail_base",
        "swept_attack_pays",
    ),
    "the announcements and belote of who took no trick (capot)": ("swept_melds", "swept_belote"),
    "what every trick adds (capot)": ("sweep_points",),
    "who takes the points of a beaten attacker among three": ("three_beaten_to",),
    "points that wait after a tie (litige)": ("tie_belote_held", "held_at_end"),
    "rounding, and what one mark is worth": ("rounding", "unit", "last_deal_exact"),
    "false play (revoke), and what it costs": (
        "revoke_policy",
        "rules.play.first_offence",
        "false_play_award",
    ),
    "a misdeal, and what it costs": ("misdeal", "rules.scoring.penalty"),
    "who has won a game": (
        "target",
        "target_strict",
        "end_rule",
        "end_level",
        "end_deals",
        "time_limit",
    ),
    "who may not win with this deal": (
        "no_win_on_belote_only",
        "no_win_on_sweep",
        "after_sweep",
    ),
    "who has won a match of several games": ("booms", "excess"),
    "what a seat may know": ("rules.view.view",),
    "what a seat is offered, with help or without": (
        "assistance",
        "meld_show_mode",
        "belote_announce",
    ),
    "what a table may agree on": ("players", "rules.options.Rules"),
    "a rule in words, with its source and function": ("i18n.rulecard.SECTIONS",),
    "what a claim of the rest costs that fails": ("failed_claim",),
    "what a thrown or a led card says, where that is agreed on": ("signals", "akka"),
    "every refusal": ("rules.refusals.REFUSALS",),
}
"""The options or names by which `SECTIONS` finds a rule, by the question asked about it."""

WORDS: Final[dict[str, str]] = {
    "dealer": "dead_deals_per_dealer",
    "to double": "double",
    "to redouble": "redouble",
    "to bid over a double": "overbid_double",
    "capot, every trick as a bid": "highest_bid",
    "générale, every trick by oneself": "all_tricks_bid",
    "settlement by the bid": "settlement",
    "all trumps": "round2_turned_suit",
    "no trumps": "round2_turned_suit",
    "to follow suit": "undertrump",
    "to ruff": "cut_when_void",
    "to overruff, to rise": "rise_trump_led",
    "to undertrump": "undertrump",
    "signal": "signals",
    "run of three": "run_points",
    "run of four": "run_points",
    "run of five": "run_points",
    "made": "contract_goal",
    "failed": "contract_goal",
    "tie, held points": "tie_belote_held",
    "all points to the other side": "false_play_award",
    "several games, the excess noted": "excess",
}
"""The words of the glossary that have an option, whose rule is given beside them."""


def answers(question: str) -> tuple[str, ...]:
    """Return the options and names of a question; others that its functions decide."""
    names = QUESTIONS[question]
    named = {name for of in QUESTIONS.values() for name in of}
    functions = {function_of(name) for name in names}
    others = (key for key, option in OPTIONS.items() if option.switch.rule in functions)
    return (*names, *(key for key in others if key not in named and key != "direction"))


def function_of(name: str) -> str:
    """Return the function that is the rule of an option; any other name stands for itself."""
    rows = (options[name] for options in SECTIONS.values() if name in options)
    return next((where.function for where in rows), name)


def sentence(key: str, value: object, say: Words) -> str:
    """Return an option's value in words; ValueError where it has none."""
    filled = {"value": _shown(value), **numbers_of(key, str(value))}
    for name in (f"rule.{key}.{_name(value)}", f"rule.{key}"):
        try:
            return say(name, **filled)
        except KeyError:
            continue
    if isinstance(value, str) and "(" in value:
        name, _, number = value.strip(")").partition("(")
        return say(f"rule.{key}.{name}", value=int(number))
    raise ValueError(f"there is no sentence for {key} = {value!r}")


SCALED: Final = ("scaled", "pagat", "unscaled")
"""Scales of the package, each of which says what cards count in all trumps too."""


def _existing(key: str, value: object, agreed: Mapping[str, object]) -> object:
    """Return a value without the parts that these rules do not have."""
    if key == "contract_counts" and isinstance(value, tuple):
        return tuple(bonus for bonus in value if agreed[bonus] != "none")
    if (key, value, agreed["belote"]) == ("doubled_defence", "belote", "none"):
        return "belote_over"
    if (key, value) == ("false_play_award", "contract") and _needs_bids(agreed):
        return "contract_failed"
    if key == "no_suit_points" and value in SCALED and not holds(ALL_TRUMPS, agreed):
        return f"{value}_no_trumps"
    if (key, value) == ("swept_attack_pays", 252) and agreed["sweep_points"] != SWEEP:
        return "sweep"
    return value


def _needs_bids(agreed: Mapping[str, object]) -> bool:
    return KINDS[str(agreed["settlement"])].needs_bids


def _name(value: object) -> str:
    """Return a value as part of the keys of the catalogue."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "+".join(sorted(map(str, value))) or "none"
    return str(value)


def _shown(value: object) -> object:
    """Return a value as part of a sentence: a number, which a plural needs, or 3-2, 2-3."""
    if not isinstance(value, tuple):
        return value
    return ", ".join("-".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)


def lines(rules: Rules, language: str) -> Iterator[RuleLine]:
    """Yield every rule that applies at a table, in the order of a deal."""
    say = rule_words(language, rules.preset)
    values, base = rules.flat(), presets.PRESETS[rules.preset].flat()
    for section, options in sections(rules.preset).items():
        for key, row in options.items():
            value, usual = values[key], base[key]
            differs = value != usual and not option(key).switch.of_records
            if applies(key, values) or differs:
                said = sentence(key, _existing(key, value, values), say)
                other = sentence(key, _existing(key, usual, base), say) if value != usual else ""
                yield RuleLine(
                    key=key,
                    section=section,
                    value=value,
                    sentence=said,
                    source=row.source,
                    function=row.function,
                    differs=value != usual,
                    usual=other,
                )


def differing(rules: Rules, language: str) -> list[RuleLine]:
    """Return the lines that differ from the preset."""
    return [line for line in lines(rules, language) if line.differs]


def text(rules: Rules, language: str, everything: bool = True) -> str:
    """Return the rule card as text: what differs first, then all rules by section."""
    say = rule_words(language, rules.preset)
    name = say(f"preset.{rules.preset}")
    parts = [say("card.title", name=f"{name} ({say(f'preset.{rules.preset}.where')})")]
    different = differing(rules, language)
    parts += ["", points_text(rules, language)]
    for line in different:
        parts.append(f"  * {line.sentence} ({say('card.usual', sentence=line.usual)})")
    return "\n".join([*parts, *(_sections(rules, language) if everything else [])])


def points_text(rules: Rules, language: str) -> str:
    """Describe the number of points in which a table differs, or that only help is left out."""
    say, differs = rule_words(language, rules.preset), rules.differs(presets.PRESETS[rules.preset])
    name, count = say(f"preset.{rules.preset}"), points(differs)
    if not count:
        helps = not any(REAL_LIFE.get(key) == value for key, value in differs.items())
        return say("card.as_written", name=name) if helps else say("section.manners")
    return say("card.points", name=name, count=count)


def _sections(rules: Rules, language: str) -> Iterator[str]:
    preset = rules.preset
    say, plain, section = rule_words(language, preset), words(language, preset), ""
    for line in lines(rules, language):
        if line.section != section:
            section = line.section
            yield from ("", say(f"section.{section}"))
        yield f"  - {line.sentence} [{sources.labels(line.source, plain)}]"


def as_json(rules: Rules, language: str) -> str:
    """Return the rule card as JSON: preset, options, and each rule with its words and source."""
    card = {
        "preset": rules.preset,
        "options": rules.flat(),
        "differs": rules.differs(presets.PRESETS[rules.preset]),
        "rules": msgspec.to_builtins(list(lines(rules, language))),
    }
    return json.dumps(card, ensure_ascii=False, indent=2)


def link(rules: Rules) -> str:
    """Return the path of a table's rule card, which contains the differences."""
    return address(rules.preset, rules.differs(presets.PRESETS[rules.preset]))


def address(preset: str, differs: Mapping[str, object]) -> str:
    """Return the path of a rule card: a rule set and its differences."""
    options = "&".join(f"{key}={_quoted(value)}" for key, value in differs.items())
    return f"/rules/{preset}" + (f"?{options}" if options else "")


def points(differs: Mapping[str, object]) -> int:
    """Count the points in which rules differ: neither the help of a table, nor its shuffling."""
    return sum(
        (key, value) not in (*REAL_LIFE.items(), *OF_THE_PLACE.items())
        and not option(key).switch.of_records
        for key, value in differs.items()
    )


def _quoted(value: object) -> str:
    """Quote a value for an address; commas, of which lists have many, stay as they are."""
    text_ = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return quote(text_, safe=",")


def rules_from(preset: str, options: Mapping[str, str]) -> Rules:
    """Read the rules of a link or a command line; ValueError for an unknown option or value."""
    rules = presets.rules(preset)
    return rules.agree({key: value_of(key, text_) for key, text_ in options.items()})


def value_of(key: str, text_: str) -> object:
    """Read a typed value: a word where the option knows it, else a number, a list, true, false."""
    try:
        value = json.loads(text_)
    except ValueError:
        return text_
    declared = OPTIONS.get(key) or OWN_OPTIONS.get(key)
    known = declared.type if declared else None
    return text_ if text_ in get_args(known) else value
