"""The library against a slow, literal reading of the French rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle
from drawn_matches import clumped_hands, play_match
from volume import volume

from rebelote import Cut, Packets, Pass, Play, Take
from rebelote.rules import play, presets, settlements, tallies
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, CardSet
from rebelote.rules.melds import Kind, MeldRules, best_melds, contest, named
from rebelote.rules.records.record import DealRecord

FRENCH = presets.rules("french")
POSITIONS = volume(6_000, 40_000)
HANDS = volume(4_000, 20_000)
MATCHES = volume(40, 300)


def situation_name(hand: list[str], trick: list[str], trump: str) -> str:
    """Return the row of the truth table of `reading:situations` that a position belongs to."""
    if not trick:
        return "S1"
    best, led = trick[oracle.winner(trick, trump)], trick[0][1]
    partner = oracle.winner(trick, trump) == len(trick) - 2
    trumps = [card for card in hand if card[1] == trump]
    beaten = best[1] == trump and not any(oracle.beats(card, best, trump) for card in trumps)
    if any(card[1] == led for card in hand):
        if led != trump:
            return "S3" if best[1] == trump else "S2"
        return "S5" if partner else "S4"
    if led == trump or not trumps:
        return "S6" if led == trump else "S7"
    if best[1] != trump:
        return "S9" if partner else "S8"
    if partner:
        return "S13"
    return ("S12" if len(trumps) == len(hand) else "S11") if beaten else "S10"


def test_legal_cards_and_winners() -> None:
    chance, rows = Random(5), Counter[str]()
    for number in range(POSITIONS):
        trump = SUIT_TRUMPS[number % 4]
        cards = chance.sample(CARDS, chance.randint(1, 8) + (laid := chance.randint(0, 3)))
        hand, trick = cards[laid:], cards[:laid]
        texts, on_table = [c.text for c in hand], [c.text for c in trick]
        rows[situation_name(texts, on_table, trump.value)] += 1
        result = play.legal(CardSet.of(hand), trick, FRENCH.law(trump))
        assert {c.text for c in result} == oracle.legal(texts, on_table, trump.value)
        if trick:
            assert play.winner(trick, trump) == oracle.winner(on_table, trump.value)
            points = oracle.points(on_table, trump.value)
            assert play.trick_points(trick, FRENCH.law(trump)) == points
    assert {f"S{n}" for n in range(1, 14)} == rows.keys()
    assert min(rows.values()) >= volume(5, 20), rows


def test_announcements_worth_most() -> None:
    chance, rules, worth = Random(6), MeldRules(), Counter[int]()
    for _ in range(HANDS // 4):
        for hand in clumped_hands(chance):
            melds = best_melds(hand, rules)
            points = sum(meld.kind.points for meld in melds)
            assert points == oracle.most_points([c.text for c in hand]), hand
            assert named(hand, [meld.kind for meld in melds], rules) == melds
            assert len(CardSet.of(c for m in melds for c in m.cards)) == sum(
                len(m.cards) for m in melds
            )
            worth[points] += 1
    assert {0, 20, 40, 50, 70, 100, 120, 150} <= worth.keys()


def test_whose_announcements_count() -> None:
    chance, rules, verdicts = Random(7), MeldRules(), Counter[object]()
    for number in range(HANDS // 4):
        trump = SUIT_TRUMPS[number % 4]
        melds = {seat: best_melds(hand, rules) for seat, hand in enumerate(clumped_hands(chance))}
        texts = [[tuple(c.text for c in m.cards) for m in melds[seat]] for seat in range(4)]
        result = contest(melds, trump, rules, FRENCH.sides, chance.randrange(4))
        assert result.side == oracle.side_that_counts(texts, trump.value)
        verdicts[result.by] += 1
    assert {"alone", "kind", "height", "trump", "nobody"} <= verdicts.keys(), verdicts


def test_what_is_written() -> None:
    chance, outcomes = Random(8), Counter[str]()
    for _ in range(HANDS):
        attack, swept = chance.randrange(2), chance.random() < 0.1
        cards = (
            chance.choice([0, 152]) if swept else chance.choice([71, 81, chance.randint(2, 150)])
        )
        first = (8 if cards else 0) if swept else chance.randint(1, 7)
        last = (0 if cards else 1) if swept else chance.randrange(2)
        bonus = [chance.choice([0, 0, 20, 50, 100]), 0]
        chance.shuffle(bonus)
        belote = [chance.choice([0, 0, 20]), 0]
        chance.shuffle(belote)
        held = chance.choice([0, 0, 80, 90])
        points = [cards, 152 - cards]
        points[last] += 10
        deal = tallies.Tally(
            attack=attack,
            points=tuple(points),
            tricks=(first, 8 - first),
            melds=tuple(bonus),
            belote=tuple(belote),
            last_trick=last,
        )
        result = settlements.settle(deal, held, FRENCH.scoring)
        won = (first, 8 - first)
        marks, left = oracle.written(
            attack, won, (points[0], points[1]), (bonus[0], bonus[1]), (belote[0], belote[1]), held
        )
        assert (list(result.marks), result.held) == (marks, left), deal
        outcomes[result.outcome] += 1
    assert min(outcomes[name] for name in ("made", "failed", "tie")) >= 100


def by_the_book(
    recorded: DealRecord, pack: list[str], dealer: int, held: int
) -> tuple[list[str], list[int], int]:
    """Return the oracle's result of a recorded deal: the next pack, the marks, the points held."""
    depths = [a.depth for a in recorded.actions if isinstance(a, Cut)]
    packets = [a.packets for a in recorded.actions if isinstance(a, Packets)]
    calls = [a for a in recorded.actions if isinstance(a, Pass | Take)]
    plays = [a for a in recorded.actions if isinstance(a, Play)]
    stock = pack[depths[0] :] + pack[: depths[0]]
    hands = oracle.deal_five(stock, packets[0], dealer)
    taken = calls[-1]
    if isinstance(taken, Pass):
        assert len(calls) == 8
        return oracle.regroup(stock, hands, dealer), [0, 0], held
    trump, attacker = taken.trump.value, (dealer + len(calls)) % 4
    assert len(calls) > 4 or trump == stock[0][1]
    oracle.deal_three(stock, hands, attacker, dealer)
    tricks = oracle.play_tricks(hands, [a.card.text for a in plays], trump, (dealer + 1) % 4)
    words: list[list[str]] = [[], [], [], []]
    for turn, action in enumerate(plays[:4]):
        words[(dealer + 1 + turn) % 4] = [kind_text(kind) for kind in action.announce]
    marks, left = oracle.deal_is_worth(hands, words, tricks, trump, attacker, held)
    return oracle.gather(tricks, (dealer + 1) % 4), marks, left


def kind_text(kind: Kind) -> str:
    return f"run{kind.length}" if kind.shape == "run" else f"square{kind.points}"


def test_whole_matches_from_the_first_pack() -> None:
    """The oracle cuts, deals, plays, counts and gathers from nothing but the record."""
    deals = 0
    for seed in range(MATCHES):
        states, record = play_match(FRENCH, seed)
        pack, dealer, held = [c.text for c in record.deals[0].pack or ()], record.dealer, 0
        totals = [0, 0]
        for recorded, row in zip(record.deals, states[-1].sheet, strict=True):
            assert row.dealer == dealer
            pack, marks, held = by_the_book(recorded, pack, dealer, held)
            assert (list(row.marks), row.held) == (marks, held), (seed, row)
            assert sorted(pack) == sorted(card.text for card in CARDS)
            totals = [totals[0] + marks[0], totals[1] + marks[1]]
            goes_on = max(totals) < 1000 or totals[0] == totals[1]
            assert goes_on == (row is not states[-1].sheet[-1])
            dealer, deals = (dealer + 1) % 4, deals + 1
        assert states[-1].winner == totals.index(max(totals))
    assert deals > MATCHES * 8
