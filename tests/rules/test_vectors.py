"""Worked examples of the rules as vectors: one file a rule set, one format.

Each vector names its source line and asks one question, such as winner, legal, melds or settle.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dealing import dealt
from msgspec import structs

from rebelote import (
    Cut,
    IllegalActionError,
    Match,
    Packets,
    Pass,
    Phase,
    Play,
    Take,
    apply,
    legal_actions,
    next_deal,
    start,
)
from rebelote.i18n.sources import citations
from rebelote.rules import (
    deck,
    match,
    melds,
    play,
    presets,
    rounding,
    scoring,
    scoring_rules,
    settlements,
    tallies,
)
from rebelote.rules.actions import Bid
from rebelote.rules.cards import CARDS, Card, CardSet, Trump, parse_cards
from rebelote.rules.contract import Contract
from rebelote.rules.deal import HandsDealt, LaidDown, Playing, begin, cut_range
from rebelote.rules.melds import Kind
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.records.notation import OutOfTurn

Vector = dict[str, Any]
FILES = sorted((Path(__file__).parents[1] / "vectors").glob("*.json"))
VECTORS: list[tuple[str, Vector]] = [
    (file.stem, vector) for file in FILES for vector in json.loads(file.read_text("utf-8"))
]


def kind_text(kind: Kind) -> str:
    """Write a kind as text: `run3`, `square150`."""
    return f"run{kind.length}" if kind.shape == "run" else f"square{kind.points}"


def law_of(vector: Vector, rules: Rules) -> play.Law:
    """Return the law of the contract, perhaps with cards that may not be led."""
    not_led = CardSet.parse(vector.get("not_led", ""))
    return structs.replace(rules.law(Trump(vector["trump"])), not_led=not_led)


def ask_winner(vector: Vector, rules: Rules) -> Vector:
    trick, trump = parse_cards(vector["trick"]), Trump(vector["trump"])
    points = play.trick_points(trick, rules.law(trump))
    return {"index": play.winner(trick, trump), "points": points}


def ask_legal(vector: Vector, rules: Rules) -> Vector:
    law = law_of(vector, rules)
    matched = play.legal(CardSet.parse(vector["hand"]), parse_cards(vector["trick"]), law)
    assert matched == CardSet.parse(vector["cards"])
    return {}


def ask_belotes(vector: Vector, rules: Rules) -> Vector:
    hand, law = CardSet.parse(vector["hand"]), rules.law(Trump(vector["trump"]))
    return {"belotes": [str(pair) for pair in law.belotes if pair <= hand]}


def ask_duty(vector: Vector, rules: Rules) -> Vector:
    """Return the facts that hold, by name."""
    at = play.Situation(**{name: name in vector["facts"] for name in play.Situation._fields})
    law = rules.law(Trump(vector["trump"]))
    matched = play.duty(law.obligations, at)
    assert len(law.duties) == 128
    assert law.duties[sum(fact << bit for bit, fact in enumerate(at))] == matched
    return {"duty": matched.name}


def ask_situation(vector: Vector, rules: Rules) -> Vector:
    """Return the facts that hold for a hand and a trick."""
    law = rules.law(Trump(vector["trump"]))
    at = play.situation(CardSet.parse(vector["hand"]), parse_cards(vector["trick"]), law)
    return {"facts": [name for name, holds in zip(at._fields, at, strict=True) if holds]}


def ask_refusal(vector: Vector, rules: Rules) -> Vector:
    law, refused = law_of(vector, rules), Card(vector["card"])
    hand, trick = CardSet.parse(vector["hand"]), parse_cards(vector["trick"])
    assert refused in hand - play.legal(hand, trick, law)
    return {"code": play.refusal(refused, hand, trick, law)}


def ask_offence(vector: Vector, rules: Rules) -> Vector:
    """Find the first offence in one player's cards, given the tricks and the cards left."""
    plays = [(parse_cards(trick), Card(played)) for trick, played in vector["plays"]]
    law = rules.law(Trump(vector["trump"]))
    matched = play.first_offence(plays, CardSet.parse(vector["held"]), law)
    return {"offence": None if matched is None else [matched[0], matched[1].text, matched[2]]}


def ask_discard(vector: Vector, rules: Rules) -> Vector:
    """Return whether a player's first card of a pair was a discard."""
    plays = [(parse_cards(before), Card(played)) for before, played in vector["plays"]]
    pair, trump = CardSet.parse(vector["pair"]), Trump(vector["trump"])
    return {"thrown": play.begun_by_discard(plays, pair, trump)}


def ask_plays(vector: Vector, rules: Rules) -> Vector:
    """Return a seat's plays to tricks that are given as their leader and their cards."""
    tricks = [(leader, parse_cards(cards)) for leader, cards in vector["tricks"]]
    matched = play.plays_of(vector["seat"], rules.players, tricks)
    return {"plays": [[" ".join(map(str, before)), str(played)] for before, played in matched]}


def ask_melds(vector: Vector, rules: Rules) -> Vector:
    agreed = rules.melds.under(Trump(vector.get("trump", "S")))
    matched = melds.best_melds(CardSet.parse(vector["hand"]), agreed)
    return {
        "melds": [kind_text(meld.kind) for meld in matched],
        "points": sum(meld.kind.points for meld in matched),
        "shown": [card_text(meld) for meld in matched],
    }


def card_text(meld: melds.Meld) -> str:
    """Write cards as text, high to low."""
    assert meld.top is meld.cards[0]
    return " ".join(map(str, meld.cards))


def ask_named(vector: Vector, rules: Rules) -> Vector:
    """Return the cards that a saying means; a kind may be said without its points."""
    said = [kind_of(word) for word in vector["said"]]
    matched = melds.named(CardSet.parse(vector["hand"]), said, rules.melds)
    return {"shown": None if matched is None else [card_text(meld) for meld in matched]}


def kind_of(word: str) -> Kind:
    """Read a kind: `run3`, `square150`, or `square` where its points are left out."""
    if word.startswith("run"):
        return Kind("run", int(word.removeprefix("run")))
    return Kind("square", points=int(word.removeprefix("square") or 0))


def ask_kinds(vector: Vector, rules: Rules) -> Vector:
    """Return all kinds that can be said, with their worth."""
    kinds = melds.kinds_said(rules.melds)
    assert {(k.shape, k.length) for k in kinds if k.shape != "run"} == {("square", 4)}
    return {"kinds": [kind_text(k) for k in kinds], "worth": [k.points for k in kinds]}


def ask_announced(vector: Vector, rules: Rules) -> Vector:
    return {"announced": rules.melds.announced_in(Trump(vector["trump"]))}


def ask_meld(vector: Vector, rules: Rules) -> Vector:
    """Return whether these cards are one announcement, and which."""
    matched = melds.of_cards(CardSet.parse(vector["cards"]), rules.melds)
    return {"kind": None if matched is None else kind_text(matched.kind)}


def ask_exchange(vector: Vector, rules: Rules) -> Vector:
    """Return the announcements in order of turn, where both sides have the same kind."""
    held = {
        seat: tuple(of_cards(cards, rules) for cards in named)
        for seat, named in enumerate(vector["melds"])
    }
    received = melds.exchange(held, rules.melds, rules.sides, vector.get("eldest", 0))
    return {"told": [[seat, answer, rank.letter] for seat, answer, rank in received]}


def ask_contest(vector: Vector, rules: Rules) -> Vector:
    """Settle announcements by seat, given as cards or as hands with the words said of them."""
    held: dict[int, melds.Melds] = {}
    if "melds" in vector:
        for seat, named in enumerate(vector["melds"]):
            held[seat] = tuple(of_cards(cards, rules) for cards in named)
    for seat, (hand, said) in enumerate(
        zip(vector.get("hands", ()), vector.get("said", ()), strict=True)
    ):
        every = melds.best_melds(CardSet.parse(hand), rules.melds)
        held[seat] = tuple(meld for meld in every if kind_text(meld.kind) in said)
        assert [kind_text(meld.kind) for meld in held[seat]] == said
    trump, first = Trump(vector["trump"]), vector.get("eldest", 0)
    matched = melds.contest(held, trump, rules.melds, rules.sides, first)
    counted = (matched.counting(named, rules.sides[seat]) for seat, named in held.items())
    points = sum(meld.kind.points for named in counted for meld in named)
    separate = None if matched.squares is None else [matched.squares.side, matched.squares.by]
    return {"side": matched.side, "points": points, "by": matched.by, "squares": separate}


def ask_show(vector: Vector, rules: Rules) -> Vector:
    """Return the trick in which each seat shows its announcements, as these cards are played.

    `may` and `must` as in real life, where nobody has asked; `open`: where the table helps.
    """
    by_hand = list(played_out(dealt(rules.as_in_real_life(), vector["hands"]), vector["cards"]))
    helped = list(played_out(dealt(rules, vector["hands"]), vector["cards"]))
    return {
        "may": in_trick(by_hand, Playing.may_show),
        "must": in_trick(by_hand, Playing.must_show),
        "open": in_trick(helped, lambda deal, seat: bool(deal.shown(seat))),
    }


def played_out(state: Match, cards: str) -> Iterator[Playing]:
    """Yield the deal before each of these cards and after the last; everybody says what it has."""
    for card in parse_cards(cards):
        assert isinstance(state.deal, Playing)
        yield state.deal
        seat = state.deal.to_act
        kinds = tuple(meld.kind for meld in state.deal.melds_offered(seat))
        state = apply(state, seat, Play(card, kinds))
    assert isinstance(state.deal, Playing)
    yield state.deal


def in_trick(deals: list[Playing], holds: Callable[[Playing, int], bool]) -> list[int | None]:
    """Return by seat the first trick in which something holds, None where it never does."""
    return [
        next((len(deal.tricks) + 1 for deal in deals if holds(deal, seat)), None)
        for seat in range(4)
    ]


def of_cards(cards: str, rules: Rules) -> melds.Meld:
    matched = melds.of_cards(CardSet.parse(cards), rules.melds)
    assert matched is not None
    return matched


def ask_total(vector: Vector, rules: Rules) -> Vector:
    cards = play.trick_points(list(rules.pack), rules.law(Trump(vector["trump"])))
    return {"cards": cards, "deal": cards + tallies.LAST_TRICK}


def ask_cut(vector: Vector, rules: Rules) -> Vector:
    depths, pack = cut_range(rules), tuple(rules.pack)
    assert deck.cut(pack, 10) == (*pack[10:], *pack[:10])
    return {"least": depths[0], "most": depths[-1]}


def ask_deal(vector: Vector, rules: Rules) -> Vector:
    """Return each seat's cards as indices in the pack; the dealer is the last seat."""
    pack = tuple(rules.pack)
    first = deck.deal_first(pack, vector["packets"], rules.players, eldest=0)
    full = deck.deal_rest(pack, first, 0, rules.hand_size, vector["attacker"])
    return {
        "first": [[pack.index(card) for card in hand] for hand in first],
        "turned": pack.index(deck.turned_card(pack, rules.players, vector["packets"])),
        "rest": [[pack.index(c) for c in hand[rules.first_part :]] for hand in full],
    }


def ask_dead(vector: Vector, rules: Rules) -> Vector:
    """Return the dealers while nobody ever takes, deal after deal."""
    chance = Random(1)
    state = start(rules, deck.shuffled(chance, rules.pack), vector["dealers"][0])
    dealers = [state.deal.dealer]
    while len(dealers) < len(vector["dealers"]):
        while (seat := state.to_act) is not None:
            passes = state.deal.phase is Phase.BIDDING
            state = apply(state, seat, Pass() if passes else legal_actions(state.deal)[0])
        state = next_deal(state, match.new_pack(state, chance))
        dealers.append(state.deal.dealer)
    return {"dealers": dealers}


def ask_chain(vector: Vector, rules: Rules) -> Vector:
    """Settle deals one after the other: the attack and the points of its tricks."""
    totals, held, waiting = [0, 0], [], 0
    for attack, points in vector["deals"]:
        tally = tallies.Tally(
            attack=attack, points=tuple(points), tricks=(4, 4), melds=(0, 0), belote=(0, 0)
        )
        matched = settlements.settle(tally, waiting, rules.scoring)
        totals = [t + m for t, m in zip(totals, matched.marks, strict=True)]
        waiting = matched.held
        held.append(waiting)
    return {"totals": totals, "held": held}


def ask_settle(vector: Vector, rules: Rules) -> Vector:
    """Settle a deal; side 0 attacks if no other does, and points include the last ten.

    `part`: an example that adds up fewer cards than a deal has. `dealt`: how many cards each had
    where others stayed in the stock, `cards`: what those in play count.
    """
    points = tuple(vector["points"])
    nothing, usual = (0,) * len(points), (4, 4) if len(points) == 2 else (4, 3, 3)
    tally = tallies.Tally(
        attack=vector.get("attack", 0),
        points=points,
        tricks=tuple(vector.get("tricks", usual)),
        melds=tuple(vector.get("melds", nothing)),
        belote=tuple(vector.get("belote", nothing)),
        last_trick=vector.get("last_trick"),
        alone=vector.get("alone", False),
        trick_melds=tuple(vector.get("trick_melds", ())),
        dealt=vector.get("dealt"),
        **terms(vector, rules)._asdict(),
    )
    held = vector.get("held_before", 0)
    if vector.get("part"):
        result = rules.settling.settle(tally, rules.scoring)
        outcome, payment = result.outcome, result.payment
        written = scoring.written(
            outcome, payment, held, tally.attack, result.lines, rules.scoring, False, tally.limit
        )
        return settlement(written)
    return settlement(settlements.settle(tally, held, rules.scoring))


def terms(vector: Vector, rules: Rules) -> tallies.ContractTerms:
    """Return the terms of a contract in hearts if no other trump is named."""
    trump, bid, stake = Trump(vector.get("trump", "H")), vector.get("bid"), vector.get("stake", 1)
    matched = tallies.ContractTerms.of(Contract(0, trump, bid, stake), rules.law(trump))
    said = {name: vector[name] for name in ("cards", "no_trumps") if name in vector}
    return matched._replace(**said)


def ask_auction(vector: Vector, rules: Rules) -> Vector:
    """Make calls from seat 0 on, those out of turn with their seat; return the result."""
    state = start(rules, deck.shuffled(Random(1), rules.pack), 3)
    while state.deal.phase is not Phase.BIDDING:
        assert state.to_act is not None
        state = apply(state, state.to_act, legal_actions(state.deal)[0])
    so_far = None
    for word in vector["calls"].split():
        deed = notation.read("call", word, rules)
        seat = deed.seat if isinstance(deed, OutOfTurn) else state.to_act
        assert seat is not None
        try:
            state = apply(state, seat, deed.action if isinstance(deed, OutOfTurn) else deed)
        except IllegalActionError as refused:
            return {"refused": refused.refusal.code}
        assert isinstance(state.deal, HandsDealt)
        so_far = state.deal.auction
    assert so_far is not None
    made, over = rules.bidding.contract(so_far), rules.bidding.over(so_far)
    assert over is (state.deal.phase is not Phase.BIDDING)
    if made is None:
        return {"contract": None, "over": over}
    named = notation.word(Bid(made.trump, made.value), rules)
    return {"contract": named, "by": made.attacker, "stake": made.stake, "over": over}


def ask_laid_down(vector: Vector, rules: Rules) -> Vector:
    """Name a suit by a seat, the dealer the last; return the side whose hand wins at once."""
    hands = [parse_cards(hand) for hand in vector["hands"]]
    state = start(rules, deck.pack_of(hands, rules.deal.packets[0], 0), 3)
    while (cutter := state.to_act) is not None and state.deal.phase is not Phase.BIDDING:
        uncut = deck.cut(state.deal.pack, len(state.deal.pack) // 2)
        state = structs.replace(state, deal=structs.replace(state.deal, pack=uncut))
        state = apply(state, cutter, Cut(len(uncut) // 2))
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        call = Take(Trump(vector["trump"])) if seat == vector["by"] else Pass()
        state = apply(state, seat, call)
    holder = state.deal.holder if isinstance(state.deal, LaidDown) else None
    row = state.sheet[-1] if state.sheet else None
    assert state.over is (holder is not None)
    marks = None if row is None else list(row.marks)
    return {"holder": holder, "winner": state.winner, "marks": marks}


def settlement(matched: scoring.Settlement) -> Vector:
    """Return the settlement, with its derivation line by line."""
    assert all(list(citations(line.rule)) for line in matched.lines)
    return {
        "marks": list(matched.marks),
        "outcome": matched.outcome,
        "held": matched.held,
        "sweep": matched.sweep,
        "lines": [[line.code, line.side, line.points] for line in matched.lines],
    }


def ask_waiting(vector: Vector, rules: Rules) -> Vector:
    """Return the points held where so many wait."""
    limit = terms(vector, rules).limit
    return {"held": rounding.round_points(vector["points"], rules.scoring, limit)}


def ask_recount(vector: Vector, rules: Rules) -> Vector:
    """Return whether these can be the points and tricks of one deal, and the error if not."""
    points, nothing = tuple(vector["points"]), [0] * len(vector["points"])
    tally = tallies.Tally(
        attack=0,
        points=points,
        tricks=tuple(vector["tricks"]),
        melds=tuple(vector.get("melds", nothing)),
        belote=tuple(vector.get("belote", nothing)),
    )
    try:
        settlements.settle(tally, 0, rules.scoring)
    except ValueError as error:
        return {"wrong": str(error)}
    return {"wrong": None}


def ask_award(vector: Vector, rules: Rules) -> Vector:
    """Give all points to one side after false play, or after a claim that failed."""
    melds, belote = tuple(vector["melds"]), tuple(vector["belote"])
    held, attack = vector.get("held_before", 0), vector.get("attack", 0)
    on, of_claim = terms(vector, rules), vector.get("of_claim", False)
    penalty = scoring.Penalty(vector["to"], attack, melds, belote, on, of_claim)
    return settlement(settlements.award(penalty, held, rules.scoring))


def ask_penalty(vector: Vector, rules: Rules) -> Vector:
    sides = len(set(rules.sides))
    held = vector.get("held_before", 0)
    return settlement(scoring.penalty(vector["dealer"], sides, held, rules.scoring))


def ask_end(vector: Vector, rules: Rules) -> Vector:
    totals = tuple(vector["totals"])
    return {
        "winner": match.winner(totals, rules, vector.get("attack")),
        "excess": list(match.excess(totals, rules)),
    }


def ask_ending(vector: Vector, rules: Rules) -> Vector:
    """Return the winner after these deals and the scores before them."""
    start_row = match.SheetRow(
        number=1,
        dealer=0,
        contract=None,
        outcome="made",
        sweep=False,
        marks=(0, 0),
        held=0,
        totals=tuple(vector["start"]),
    )
    state = Match(
        rules=rules, deal=begin(rules, 0, tuple(rules.pack)), number=2, sheet=(start_row,)
    )
    row = start_row
    for marks, *how in ((deal[:2], *deal[2:]) for deal in vector["deals"]):
        assert row.boom_winner is None
        totals = tuple(map(sum, zip(row.totals, marks, strict=True)))
        dead = "dead" in how
        outcome: scoring.Outcome | None = None if dead else "made"
        row = match.SheetRow(
            number=state.number,
            dealer=0,
            contract=None,
            outcome=outcome,
            sweep="sweep" in how,
            marks=tuple(marks),
            held=0,
            totals=totals,
        )
        row = row if dead else match.ended(state, row)
        state = structs.replace(state, number=state.number + 1, sheet=(*state.sheet, row))
    return {"winner": row.boom_winner, "totals": list(row.totals), "drawn": bool(row.drawn)}


ASK: dict[str, Callable[[Vector, Rules], Vector]] = {
    "winner": ask_winner,
    "legal": ask_legal,
    "belotes": ask_belotes,
    "duty": ask_duty,
    "situation": ask_situation,
    "refusal": ask_refusal,
    "offence": ask_offence,
    "discard": ask_discard,
    "plays": ask_plays,
    "melds": ask_melds,
    "named": ask_named,
    "announced": ask_announced,
    "kinds": ask_kinds,
    "meld": ask_meld,
    "contest": ask_contest,
    "show": ask_show,
    "exchange": ask_exchange,
    "settle": ask_settle,
    "auction": ask_auction,
    "laid_down": ask_laid_down,
    "waiting": ask_waiting,
    "recount": ask_recount,
    "award": ask_award,
    "penalty": ask_penalty,
    "end": ask_end,
    "ending": ask_ending,
    "total": ask_total,
    "cut": ask_cut,
    "deal": ask_deal,
    "dead": ask_dead,
    "chain": ask_chain,
}


@pytest.mark.parametrize(
    ("preset", "vector"), VECTORS, ids=[f"{preset} {vector['id']}" for preset, vector in VECTORS]
)
def test_vector(preset: str, vector: Vector) -> None:
    assert vector["source"]
    rules = presets.rules(preset, **vector.get("options", {}))
    matched = ASK[vector["ask"]](vector, rules)
    expected = {key: value for key, value in vector.items() if key in matched}
    assert {key: matched[key] for key in expected} == expected
    assert vector["ask"] == "legal" or expected


def test_the_turned_suit_may_be_named_again_in_round_two() -> None:
    state = start(Rules(), deck.shuffled(Random(1)), 3)
    state = apply(apply(state, 2, Cut(10)), 3, Packets((3, 2)))
    for seat in range(4):
        state = apply(state, seat, Pass())
    turned = state.deal.turned
    assert turned is not None
    state = apply(state, 0, Take(Trump(turned.suit.letter)))
    assert turned in state.deal.hands[0] and len(state.deal.hands[0]) == 8


def test_what_is_not_agreed_is_as_in_the_french_game() -> None:
    french = Rules()
    assert play.Law(trump=Trump.SPADES) == french.law(Trump.SPADES)
    assert melds.MeldRules() == french.melds
    assert scoring_rules.ScoringRules() == french.scoring
    spades = tallies.ContractTerms.of(Contract(0, Trump.SPADES), french.law(Trump.SPADES))
    assert spades == tallies.IN_A_SUIT


def test_duties_have_the_numbers_that_the_kernel_knows() -> None:
    names = "ANY FOLLOW RISE RUFF OVERRUFF DISCARD OVERRUFF_OR_DISCARD"
    assert {name: int(duty) for name, duty in play.Duty.__members__.items()} == {
        name: number for number, name in enumerate(names.split())
    }


def test_three_cards_can_be_announced_where_they_are_a_run() -> None:
    """Most hands are distinguished by this alone, without looking for what they hold."""
    for cards in itertools.combinations(CARDS, 3):
        hand = CardSet.of(cards)
        assert melds.can_hold_any(hand) == any(melds.runs(hand)), cards


def test_every_example_is_here() -> None:
    """V35 and V36 are played out in test_real_life; those after V61 are of other games."""
    ids = {vector["id"].split()[0].rstrip("abcd") for _, vector in VECTORS}
    assert {f"V{n}" for n in range(1, 62)} - {"V35", "V36"} <= ids
