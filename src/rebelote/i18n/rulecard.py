"""What are the rules of a table, in words? The rule card: what differs, and everything else.

Each option's sentence stands in `i18n/rules`, its source and the function that decides it here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, get_args, get_type_hints
from urllib.parse import quote

import msgspec

from rebelote.i18n import Words, rule_words, sources, words
from rebelote.rules import presets
from rebelote.rules.options import Rules


class _Told(NamedTuple):
    """Where an option comes from and where it is decided."""

    source: str
    function: str


class RuleLine(msgspec.Struct, frozen=True):
    """One rule of a table, in words; `differs` from the preset, whose own sentence is `usual`."""

    key: str
    section: str
    value: Any
    sentence: str
    source: str
    function: str
    differs: bool = False
    usual: str = ""


SECTIONS: Final[dict[str, dict[str, _Told]]] = {
    "table": {
        "players": _Told("flemish:1,74 bga:5-6", "rules.options.Rules.sides"),
        "direction": _Told("flemish:9 bga:25 french:7", "rules.view.rule_card"),
        "first_dealer": _Told("french:6 ffb:3.1", "rules.match.draw_dealer"),
    },
    "deal": {
        "shuffle": _Told("flemish:37 french:4", "rules.match.making"),
        "pile_join": _Told("french:17", "rules.match.may_lie_on_top"),
        "cut_min": _Told("flemish:37 french:5", "rules.deal.cut_range"),
        "packets": _Told("flemish:9,74 bga:7 french:8", "rules.deal.legal_actions"),
        "misdeal": _Told("french:11", "rules.match.next_dealer"),
    },
    "auction": {
        "round2_turned_suit": _Told("flemish:9 bga:10 french:9", "rules.deal.trumps_on_offer"),
        "round3": _Told("bga:49", "rules.options.Rules.rounds"),
        "dead_deals_per_dealer": _Told("flemish:9 bga:50 french:9", "rules.match.next_dealer"),
    },
    "play": {
        "rise_trump_led": _Told("flemish:33 french:1", "rules.play.must_rise"),
        "rise_all_trump": _Told("question:4 ffb-coinche:11.3", "rules.play.must_rise"),
        "rise_plain": _Told("croatia", "rules.play.must_rise"),
        "cut_when_void": _Told("flemish:33-34 bga:55-56 french:1", "rules.play.duty"),
        "partner_exempts": _Told("flemish:34 bga:56-57 ffb:5.2", "rules.play.exempt"),
        "voluntary_trump": _Told("ffb-contree:5.2", "rules.play.duty"),
        "undertrump": _Told("flemish:35 bga:57 ffb:5.2", "rules.play.duty"),
        "last_trick_view": _Told("flemish:65 french:19 ffb:5.1", "rules.view.last_trick"),
        "signals": _Told("french:38-40", "bots.signals.called"),
    },
    "belote": {
        "belote_order": _Told("flemish:59 bga:63 ffb:7", "rules.play.Law.withheld"),
        "belote_order_violation": _Told("flemish:59", "rules.deal.belote_counts"),
        "belote_discard_ok": _Told("bulgaria", "rules.deal.belote_counts"),
        "belote_safe_on_fail": _Told("flemish:61 bga:63 french:24", "rules.scoring.after_failing"),
    },
    "melds": {
        "melds": _Told("flemish:39 french:28", "rules.deal.Deal.melds_offered"),
        "run_points": _Told("flemish:41-46 ffb-coinche:8", "rules.melds.run_meld"),
        "meld_card_reuse": _Told("flemish:53 ffb-coinche:8", "rules.melds.disjoint_sets"),
        "split_runs": _Told("reading:choosing", "rules.melds.disjoint_sets"),
        "run_length_rank_cap": _Told("flemish:39-46 cardweb", "rules.melds.run_meld"),
        "carre_beats_run": _Told("flemish:39-49 ffb-coinche:8.1", "rules.melds.strength"),
        "carre_order": _Told("flemish:51 ffb-coinche:8.3", "rules.melds.height"),
        "low_carre_points": _Told("flemish:51", "rules.melds.MeldRules.square_points"),
        "low_carre_rank": _Told("question:31", "rules.melds.strength"),
        "meld_show_trick": _Told("flemish:51 french:30", "rules.deal.Deal.may_show"),
        "meld_show_on_demand": _Told("french:30", "rules.deal.Deal.must_show"),
        "meld_fallback_trick": _Told("flemish:51", "rules.deal.Deal.may_show"),
        "meld_tie": _Told("flemish:51 french:32", "rules.melds.claim"),
        "meld_tie_order": _Told("flemish:51", "rules.moves.contest_of"),
    },
    "score": {
        "contract_goal": _Told("flemish:61 french:22", "rules.scoring.outcome"),
        "contract_counts": _Told("flemish:61 french:22", "rules.scoring.compared"),
        "failed_melds": _Told("ffb-coinche:10.1.2 flemish:74", "rules.scoring.after_failing"),
        "fail_base": _Told("flemish:61 bga:67 french:24", "rules.scoring.fail_base"),
        "swept_attack_pays": _Told("flemish:63 bga:62 french:21", "rules.scoring.fail_base"),
        "swept_melds": _Told("question:24 ffb-coinche:10.1.1", "rules.scoring.without_tricks"),
        "three_beaten_to": _Told("flemish:74", "rules.scoring.heirs_of"),
        "rounding": _Told("flemish:61 french:25", "rules.scoring.rounded_marks"),
        "unit": _Told("flemish:61", "rules.scoring.rounded_marks"),
    },
    "tie": {
        "tie_rule": _Told("flemish:73-74 bga:68-70", "rules.scoring.outcome"),
        "tie_belote_held": _Told("bga:71", "rules.scoring.tied"),
        "held_at_end": _Told("question:25", "rules.match.ended"),
    },
    "end": {
        "target": _Told("flemish:61 bga:24 french:26", "rules.match.winner"),
        "target_strict": _Told("reading:end bga-coinche", "rules.match.winner"),
        "end_rule": _Told("french:27", "rules.match.winner"),
        "end_deals": _Told("ffb:10.4.1", "rules.match.deals_left"),
        "no_win_on_belote_only": _Told("ffb-coinche:10.3", "rules.match.barred"),
        "no_win_on_sweep": _Told("bulgaria", "rules.match.barred"),
        "booms": _Told("flemish:61", "rules.match.match_winner"),
        "excess": _Told("flemish:61", "rules.match.match_winner"),
    },
    "manners": {
        "assistance": _Told("reading:irregularities", "rules.view.offered"),
        "revoke_policy": _Told("flemish:67", "rules.options.Rules.revocable"),
        "meld_show_mode": _Told("flemish:51 french:30", "rules.options.Rules.shown_by_hand"),
        "belote_announce": _Told("flemish:59 bga:27 ffb:7", "rules.options.Rules.belote_by_mouth"),
        "false_play_award": _Told("flemish:67", "rules.scoring.award"),
        "bots_remember": _Told("french:4,17", "rules.match.remembered"),
    },
}
"""Every option of the rules in the order of a deal, and the function that is its rule.

The function reads the option itself and its own answer changes with it
(`tests/rules/test_where.py`).
"""

QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    "who deals first, and next": ("first_dealer", "dead_deals_per_dealer"),
    "the cut": ("cut_min", "rules.deck.cut"),
    "how the cards are dealt": ("packets", "rules.deck.deal_first", "rules.deck.deal_rest"),
    "how the pack is made: shuffled, riffled or gathered": (
        "shuffle",
        "pile_join",
        "rules.deck.gather_tricks",
        "rules.deck.gather_dead",
    ),
    "what is left of it in the memory of who saw the tricks": (
        "bots_remember",
        "knowledge.memory.dealings",
    ),
    "what may be bid": ("round2_turned_suit", "round3"),
    "what may be played: follow, ruff, overruff, undertrump": (
        "cut_when_void",
        "voluntary_trump",
        "undertrump",
    ),
    "who must rise": ("rise_trump_led", "rise_all_trump", "rise_plain"),
    "whom a winning partner exempts": ("partner_exempts",),
    "who wins the trick": ("rules.play.winner",),
    "what a card counts": ("rules.cards.point_table",),
    "looking at the last trick": ("last_trick_view",),
    "belote and rebelote": (
        "rules.play.belote_pairs",
        "belote_order",
        "belote_order_violation",
        "belote_discard_ok",
    ),
    "which announcements a hand holds": (
        "melds",
        "meld_card_reuse",
        "split_runs",
        "rules.melds.best_melds",
    ),
    "what a run or a square counts": ("run_points", "run_length_rank_cap", "low_carre_points"),
    "which announcement is stronger": (
        "carre_beats_run",
        "low_carre_rank",
        "carre_order",
        "meld_tie",
    ),
    "whose announcements count": ("meld_tie_order", "rules.melds.contest"),
    "showing announcements, in time or not": (
        "meld_show_trick",
        "meld_fallback_trick",
        "meld_show_on_demand",
    ),
    "made, failed or tied": ("contract_goal", "tie_rule", "contract_counts"),
    "what each side writes": ("rules.scoring.settle",),
    "what a failed attack keeps, and what it pays": (
        "belote_safe_on_fail",
        "failed_melds",
        "fail_base",
        "swept_attack_pays",
    ),
    "the announcements of who took no trick": ("swept_melds",),
    "who takes the points of a beaten attacker among three": ("three_beaten_to",),
    "points that wait after a tie": ("tie_belote_held", "held_at_end"),
    "rounding, and what one mark is worth": ("rounding", "unit"),
    "false play, and what it costs": (
        "revoke_policy",
        "rules.play.first_offence",
        "false_play_award",
    ),
    "a misdeal, and what it costs": ("misdeal", "rules.scoring.penalty"),
    "who has won a game": ("target", "target_strict", "end_rule", "end_deals"),
    "who may not win with this deal": ("no_win_on_belote_only", "no_win_on_sweep"),
    "who has won a match of several games": ("booms", "excess"),
    "what a seat may know": ("rules.view.view",),
    "what a seat is offered, with help or without": (
        "assistance",
        "meld_show_mode",
        "belote_announce",
    ),
    "what a table may agree on": ("players", "rules.options.Rules"),
    "a rule in words, with its source and function": ("i18n.rulecard.SECTIONS",),
    "what a thrown card says, where signals are agreed on": ("signals",),
    "every refusal": ("rules.refusals.REFUSALS",),
}
"""Where is the rule of ...? By question options, of which `SECTIONS` knows the rule, or names."""

WORDS: Final[dict[str, str]] = {
    "dealer": "dead_deals_per_dealer",
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
"""The words of the glossary that have an option, whose rule stands beside them."""


def function_of(name: str) -> str:
    """The function that is the rule of an option; any other name stands for itself."""
    told = (options[name] for options in SECTIONS.values() if name in options)
    return next((where.function for where in told), name)


_Applies = Callable[[Rules], bool]


def _with_melds(rules: Rules) -> bool:
    return rules.melds == "full"


def _in_pairs(rules: Rules) -> bool:
    return rules.players == 4


def _unaided(rules: Rules) -> bool:
    return rules.assistance == "none"


_APPLIES: Final[dict[str, _Applies]] = {
    **dict.fromkeys(list(SECTIONS["melds"])[1:], _with_melds),
    **dict.fromkeys(("failed_melds", "swept_melds"), _with_melds),
    "pile_join": lambda r: r.shuffle != "each_deal_full",
    "misdeal": lambda r: r.misdeal != "none",
    "rise_all_trump": lambda r: r.round3 != "none",
    "rise_plain": lambda r: r.rise_plain,
    "partner_exempts": _in_pairs,
    "voluntary_trump": _in_pairs,
    "belote_order_violation": lambda r: r.belote_order == "king_first",
    "belote_discard_ok": lambda r: r.round3 != "none",
    "low_carre_rank": lambda r: _with_melds(r) and r.low_carre_points > 0,
    "meld_tie_order": lambda r: _with_melds(r) and r.meld_tie == "earliest",
    "meld_fallback_trick": lambda r: _with_melds(r) and r.meld_fallback_trick is not None,
    "split_runs": lambda r: _with_melds(r) and r.split_runs,
    "contract_counts": lambda r: r.contract_goal == "beat_opponents",
    **dict.fromkeys(("fail_base", "swept_attack_pays", "signals"), _in_pairs),
    "three_beaten_to": lambda r: r.players == 3,
    "tie_rule": lambda r: r.contract_goal == "beat_opponents",
    "tie_belote_held": lambda r: r.tie_rule == "hold",
    "held_at_end": lambda r: r.tie_rule == "hold",
    "target": lambda r: r.end_deals is None,
    "target_strict": lambda r: r.target_strict,
    "end_rule": lambda r: r.end_deals is None,
    "end_deals": lambda r: r.end_deals is not None,
    "no_win_on_belote_only": lambda r: r.no_win_on_belote_only,
    "no_win_on_sweep": lambda r: r.no_win_on_sweep,
    "booms": lambda r: r.booms > 1,
    "excess": lambda r: r.booms > 1,
    **dict.fromkeys(("revoke_policy", "meld_show_mode", "belote_announce"), _unaided),
    "false_play_award": lambda r: r.revocable,
    "bots_remember": lambda r: r.shuffle == "first_only",
}
"""Which options mean anything under which others; one that is not named here always does."""


def applies(key: str, rules: Rules) -> bool:
    """Whether an option means anything under these rules."""
    return key not in _APPLIES or _APPLIES[key](rules)


def sentence(key: str, value: Any, say: Words) -> str:
    """An option's value in words; ValueError where it has none."""
    for name in (f"rule.{key}.{_name(value)}", f"rule.{key}"):
        try:
            return say(name, value=_shown(value))
        except KeyError:
            continue
    if isinstance(value, str) and "(" in value:
        return say(f"rule.{key}.{value.partition('(')[0]}", value=value.strip(")").split("(")[1])
    raise ValueError(f"{key} = {value!r} has no words")


def _name(value: Any) -> str:
    """How a value stands in the keys of the catalogue."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "+".join(sorted(map(str, value))) or "none"
    return str(value)


def _shown(value: Any) -> str:
    """How a value stands in a sentence: 3-2, 2-3; 20, 50, 100 ..."""
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join("-".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)


def lines(rules: Rules, language: str) -> Iterator[RuleLine]:
    """Every rule of a table that means anything there, in the order of a deal."""
    say, base = rule_words(language), presets.PRESETS[rules.preset]
    for section, options in SECTIONS.items():
        for key, told in options.items():
            value, usual = getattr(rules, key), getattr(base, key)
            if applies(key, rules) or value != usual:
                said = sentence(key, value, say)
                other = sentence(key, usual, say) if value != usual else ""
                yield RuleLine(key, section, value, said, *told, value != usual, other)


def differing(rules: Rules, language: str) -> list[RuleLine]:
    """What differs from the preset."""
    return [line for line in lines(rules, language) if line.differs]


def text(rules: Rules, language: str, everything: bool = True) -> str:
    """The rule card as text: what differs first, then all rules by section."""
    say = rule_words(language)
    name = say(f"preset.{rules.preset}")
    parts = [say("card.title", name=f"{name} ({say(f'preset.{rules.preset}.where')})")]
    different = differing(rules, language)
    parts += ["", say("card.differs" if different else "card.as_written", name=name)]
    for line in different:
        parts.append(f"  * {line.sentence} ({say('card.usual', sentence=line.usual)})")
    return "\n".join([*parts, *(_sections(rules, language) if everything else [])])


def _sections(rules: Rules, language: str) -> Iterator[str]:
    say, plain, section = rule_words(language), words(language), ""
    for line in lines(rules, language):
        if line.section != section:
            section = line.section
            yield from ("", say(f"section.{section}"))
        yield f"  - {line.sentence} [{sources.labels(line.source, plain)}]"


def as_json(rules: Rules, language: str) -> str:
    """The rule card as JSON: preset, options, and each rule with its words and source."""
    card = {
        "preset": rules.preset,
        "options": msgspec.to_builtins(rules),
        "differs": rules.differs(presets.PRESETS[rules.preset]),
        "rules": msgspec.to_builtins(list(lines(rules, language))),
    }
    return json.dumps(card, ensure_ascii=False, indent=2)


def link(rules: Rules) -> str:
    """The path of a table's rule card: what differs stands in it."""
    differs = rules.differs(presets.PRESETS[rules.preset])
    options = "&".join(f"{key}={_quoted(value)}" for key, value in differs.items())
    return f"/rules/{rules.preset}" + (f"?{options}" if options else "")


def _quoted(value: Any) -> str:
    """A value as it stands in an address; commas, of which lists have many, as they are."""
    text_ = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return quote(text_, safe=",")


def rules_from(preset: str, options: Mapping[str, str]) -> Rules:
    """The rules of a link or a command line; ValueError says which option or value is not known."""
    rules = presets.rules(preset)
    return rules.agree({key: _value(rules, key, text_) for key, text_ in options.items()})


def _value(rules: Rules, key: str, text_: str) -> Any:
    """What was typed: a word where the option knows it, else a number, a list, true, false."""
    try:
        value = json.loads(text_)
    except ValueError:
        return text_
    known = get_type_hints(Rules).get(key)
    return text_ if text_ in get_args(known) else value
