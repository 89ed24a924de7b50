"""The audit of play: what counts as foolish, that it is found, and what each level may do of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from random import Random

import msgspec
import pytest
from command import run
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.arena import audit, auditing
from rebelote.bots import Thought, principles
from rebelote.bots.heuristics import Observation
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, play, presets
from rebelote.rules.cards import Card, CardSet, Trump, parse_cards
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding, Playing, Trick
from rebelote.rules.view import CardsOnTable, Legal, View, view

RULES = presets.rules("french", shuffle="each_deal_full")


def seen(taker: int, hand: str, table: str = "", before: str = "", trump: str = "S") -> View:
    """Seat 0 is to play; the tricks before are written from their leader on."""
    law = RULES.law(Trump(trump))
    tricks: list[Trick] = []
    for text in before.split("|") if before else ():
        first, cards = int(text.split()[0]), parse_cards(text.strip()[1:])
        tricks.append(Trick(first, cards, (first + play.winner(cards, law.trump)) % 4))
    held, cards = CardSet.parse(hand), parse_cards(table)
    leader = -len(cards) % 4
    winning = (leader + play.winner(cards, law.trump)) % 4 if cards else None
    return msgspec.structs.replace(
        view(match.start(RULES, deck.shuffled(Random(0)), 3), 0),
        phase="play",
        to_act=0,
        hand=held,
        contract=Contract(taker, law.trump),
        trick=CardsOnTable(leader, cards, winning),
        tricks=tuple(tricks),
        legal=Legal(actions=("play",), cards=tuple(play.legal(held, cards, law))),
    )


BROKEN: dict[str, tuple[Callable[[Observation, Card], CardSet], View, str, str]] = {
    "the king under an ace, though the eight loses as well": (
        principles.no_donation,
        seen(0, "KC 8C AH", "JC AC"),
        "KC",
        "8C",
    ),
    "the king of two in third seat": (
        principles.no_donation,
        seen(0, "KH TH 9S", "9H AH"),
        "TH",
        "KH",
    ),
    "a nought on partner's trick": (
        principles.feed_partner,
        seen(0, "7H TD 8C", "7C AC 9C", trump="S"),
        "8C",
        "",
    ),
    "a nought thrown on partner's trick": (
        principles.feed_partner,
        seen(0, "7H TD 8H", "7C AC 9C", trump="S"),
        "8H",
        "TD",
    ),
    "a ruff of partner's ace": (
        principles.no_ruff_of_partner,
        seen(0, "9S 8H 7D", "7C AC 9C"),
        "9S",
        "7D 8H",
    ),
    "an ace thrown on a lost trick": (
        principles.keep_masters,
        seen(0, "AH 7D 8D", "7C QC AC"),
        "AH",
        "7D 8D",
    ),
    "the taker leads a plain card and holds the jack": (
        principles.draw_trumps,
        seen(0, "JS 7S AH 8D"),
        "AH",
        "7S JS",
    ),
    "a defender leads a small trump": (
        principles.no_trump_for_the_taker,
        seen(1, "7S AH 8D"),
        "7S",
        "AH 8D",
    ),
    "the suit that partner threw away": (
        principles.not_what_partner_threw,
        seen(1, "7H 8D QC", before="1 AC 7D KC 9C"),
        "8D",
        "7H QC",
    ),
}
"""Principles by name: each with a position, a card, and the cards that keep to it there."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_principle_says_what_would_keep_to_it(name: str) -> None:
    principle, now, chosen, instead = BROKEN[name]
    at = Observation(now, fair(now))
    assert Card(chosen) in at.legal
    assert principle(at, Card(chosen)) == CardSet.parse(instead)
    for card in CardSet.parse(instead):
        assert not principle(at, card)


def test_the_taker_draws_no_trumps_that_only_partner_can_hold() -> None:
    """Both opponents have shown that they have none."""
    gone = "0 JS 7D 8S 8D|0 9S 9D TS QD"
    now = seen(0, "AS AH 8C", before=gone)
    assert not principles.draw_trumps(Observation(now, fair(now)), Card("AH"))


def test_a_bid_is_read_by_its_jack_or_nine() -> None:
    held = CardSet.parse("AS TS KS QS 9H JD")
    assert not principles.readable(held, Trump.SPADES)
    assert principles.readable(held, Trump.HEARTS) and principles.readable(held, Trump.ALL)


# --- counting -------------------------------------------------------------------------------------


@cache
def audited(level: str, deals: int, preset: str = "french", jobs: int = 1) -> audit.Audit:
    rules = presets.rules(preset, shuffle="each_deal_full")
    return auditing.run(level, rules, deals, seed=11, jobs=jobs)


@needs_kernel
def test_who_plays_at_random_breaks_every_principle_and_pays_for_it() -> None:
    result = audited("random", volume(30, 60))
    assert all(0 < row.findings <= row.chances for row in result.rows)
    assert result.row("donation").per_thousand > 50 and result.row("trumps_not_drawn").share > 0.5
    assert (
        result.row("late_donation").decisions + result.row("donation").decisions == result.decisions
    )
    cost = result.row("donation").cost
    assert cost is not None and cost > 1


GATES: dict[str, float] = {
    "donation": 0.001,
    "late_donation": 0.002,
    "nought_fed": 0.03,
    "partner_ruffed": 0.003,
    "unreadable_take": 0.08,
    "trumps_not_drawn": 0.2,
}
"""The share of free choices in which a level may break a principle without a clear gain."""
COUNTED: dict[str, float] = {"trumps_not_drawn": 0.5, "partner_ruffed": 0.25}
"""The same with all that is counted, however clearly it led: what a partner notices."""
ASKED = {
    "beginner": volume(15, 120),
    "regular": volume(15, 60),
    "club": volume(4, 25),
    "expert": volume(2, 12),
    "master": volume(2, 8),
}
"""Free choices of each kind that a level is asked about; the slower it is, the fewer."""


def decisions() -> Iterator[tuple[Playing | Bidding, View, Thought]]:
    """Yield every call and card of the quickest level, in one deal after the other: the first by
    each rule set in turn, and so on."""
    for seed, preset in enumerate(cycle(presets.PRESETS)):
        rules = presets.rules(preset, shuffle="each_deal_full")
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % rules.players)
        players = [bots.make("beginner", seed) for _ in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            thought = players[seat].think(now)
            if isinstance(state.deal, Playing | Bidding):
                yield state.deal, now, thought
            state = match.apply(state, seat, thought.action)


def free_choices(decision: audit.Decision) -> list[str]:
    """Return the gates that this decision is a free choice for."""
    judged = audit.judged(0, [decision], decision.deal, made=False)
    return [kind for kind in judged.chances if kind in GATES]


@needs_kernel
@pytest.mark.parametrize("level", ASKED)
def test_a_level_plays_as_a_partner_expects(level: str) -> None:
    """Each principle is kept, but where a card leads by more than the interval of its lead."""
    left = dict.fromkeys(GATES, ASKED[level])
    asked: list[audit.Decision] = []
    for deal, now, thought in decisions():
        expected = [kind for kind in free_choices(audit.Decision(deal, now, thought)) if left[kind]]
        if expected:
            asked.append(audit.Decision(deal, now, bots.make(level, 1 + len(asked)).think(now)))
            left |= {kind: left[kind] - 1 for kind in expected}
        if not any(left.values()):
            break
    result = audit.judged(0, asked, asked[-1].deal, made=False)
    for kind, most in GATES.items():
        broken = [each for each in result.findings if each.kind == kind and not each.meant]
        assert result.chances[kind] >= ASKED[level] / 2
        assert len(broken) <= most * result.chances[kind], (kind, len(broken))
    for kind, most in COUNTED.items():
        noticed = sum(each.kind == kind for each in result.findings)
        assert noticed <= most * result.chances[kind] + 1, (kind, noticed)


@needs_kernel
def test_a_level_that_breaks_a_principle_knows_by_how_much_it_gains() -> None:
    result = [each for each in audited("regular", volume(10, 30)).findings if each.kind in GATES]
    known = [each for each in result if each.kind != "unreadable_take"]
    assert known and all(each.meant and each.lead is not None and each.lead >= 2 for each in known)


@needs_kernel
def test_three_players_have_no_partner_to_feed() -> None:
    result = audited("random", 20, "flemish3")
    assert not result.row("nought_fed").chances and result.row("donation").findings
    assert result.row("donation").cost is None


def said(*arguments: str, code: int = 0) -> str:
    result = run("audit", *arguments)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout + result.stderr


@needs_kernel
def test_the_command_counts_and_shows_the_positions() -> None:
    shown = said("random", "--deals", "5", "--show", "donation")
    assert "points given away, tricks 1 to 3 (donation)" in shown
    assert ", trick 1, seat " in shown and ", cost " in shown
    result = msgspec.convert(json.loads(said("random", "--deals", "5", "--json")), audit.Audit)
    assert f"{result.row('donation').per_thousand:.1f}" in shown


def test_the_command_refuses_in_a_sentence_what_it_cannot_count() -> None:
    assert "'sabotage' is not counted; there are: donation" in said("--show", "sabotage", code=1)
    assert "there is at least 1 deal" in said("random", "--deals", "0", code=1)
    assert "is not a bot" in said("nobody", code=1)
