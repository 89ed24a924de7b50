"""Properties of every match, whatever the rules and whatever is played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest
import strategies
from drawn_matches import play_match
from hypothesis import given, settings
from hypothesis import strategies as st
from volume import volume

from rebelote import (
    REFUSALS,
    Cut,
    IllegalActionError,
    Match,
    Packets,
    Pass,
    Phase,
    Play,
    Record,
    Take,
    apply,
    legal_actions,
    start,
    views,
)
from rebelote.rules import auctions, match, play, settlements
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, Card, CardSet, Suit, Trump
from rebelote.rules.deal import Deal, Over, PlayedOut, gathered, tally
from rebelote.rules.melds import Kind
from rebelote.rules.options import OPTIONS, Option, Rules
from rebelote.rules.scoring import Line
from rebelote.rules.tallies import LAST_TRICK

FEW = settings(max_examples=volume(8, 25))


def whereabouts(deal: Deal) -> list[Card]:
    """Return every card of a deal, wherever it is: stock, hands, table, gathered tricks."""
    if not deal.dealt:
        return list(deal.pack)
    gathered_tricks = [c for trick in deal.tricks for c in trick.cards]
    stock = deal.pack[sum(map(len, deal.dealt)) :]
    return [*stock, *(c for hand in deal.hands for c in hand), *deal.trick, *gathered_tricks]


@FEW
@given(strategies.rule_sets, strategies.seeds)
def test_in_every_state_of_every_match(rules: Rules, seed: int) -> None:
    states, record = play_match(rules, seed)
    for state in states:
        pack = rules.pack
        cards = whereabouts(state.deal)
        assert len(cards) == len(pack)
        assert CardSet.of(cards) == pack
        assert bool(legal_actions(state.deal)) == (state.to_act is not None)
        if isinstance(state.deal, PlayedOut):
            won = tally(state.deal)
            assert sum(won.points) == won.cards + LAST_TRICK * (not won.one_without)
            assert sum(won.tricks) == rules.hand_size
        assert isinstance(state.deal, Over) == (state.to_act is None)
        if isinstance(state.deal, Over):
            assert sorted(gathered(state.deal, 0)) == sorted(pack)
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert record.replay() == states[-1]


@FEW
@given(strategies.seeds)
def test_the_lines_of_a_score_add_up(seed: int) -> None:
    states, _ = play_match(Rules(target=500), seed)
    for state in states:
        if state.settlement is None:
            continue
        lines = state.settlement.lines
        for side in (0, 1):
            parts = ("cards", "last-trick", "sweep", "melds", "belote")
            assert said(lines, side, *parts) == said(lines, side, "total")
            assert said(lines, side, "marks") == state.settlement.marks[side]
        assert all(line.rule for line in lines)


def said(lines: tuple[Line, ...], side: int, *codes: str) -> int:
    return sum(line.points for line in lines if line.side == side and line.code in codes)


# --- symmetry -------------------------------------------------------------------------------------


def rotated(match_: Match, seats: int, actions: list[object]) -> Match:
    """Play the match again with all players some seats further."""
    first = start(match_.rules, match_.deal.pack, (match_.deal.dealer + seats) % 4)
    for action in actions:
        assert first.to_act is not None
        first = apply(first, first.to_act, action)  # type: ignore[arg-type]
    return first


@FEW
@given(strategies.seeds, st.integers(1, 3))
def test_turning_the_table_changes_nothing(seed: int, seats: int) -> None:
    _, record = play_match(Rules(target=1), seed)
    first = record.deals[0]
    assert first.pack is not None
    begun = start(record.rules, first.pack, record.dealer)
    here = rotated(begun, 0, list(first.actions))
    there = rotated(begun, seats, list(first.actions))
    marks = here.sheet[-1].marks
    assert there.sheet[-1].marks == (marks if seats % 2 == 0 else marks[::-1])


def swapped(card: Card, suits: tuple[Suit, Suit]) -> Card:
    one, other = suits
    new = {one: other, other: one}.get(card.suit, card.suit)
    return CARDS[new * 8 + card.rank]


@given(strategies.positions(), st.permutations([s for s in Suit if s]))
def test_plain_suits_are_alike(
    position: tuple[CardSet, tuple[Card, ...]], plain: list[Suit]
) -> None:
    hand, trick = position
    suits = (plain[0], plain[1])
    law = play.Law(trump=Trump.SPADES)
    mapped = CardSet.of(swapped(c, suits) for c in play.legal(hand, trick, law))
    other = play.legal(
        CardSet.of(swapped(c, suits) for c in hand), [swapped(c, suits) for c in trick], law
    )
    assert mapped == other


# --- what a seat may know -------------------------------------------------------------------------


@FEW
@given(strategies.seeds, st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_hidden_cards(seed: int, chance: object) -> None:
    states, _ = play_match(Rules(target=1), seed)
    for state in states[::5]:
        deal = state.deal
        if deal.phase is not Phase.PLAY:
            continue
        hidden = [c for hand in deal.hands[1:] for c in hand]
        chance.shuffle(hidden)  # type: ignore[attr-defined]
        hands, rest = [deal.hands[0]], list(hidden)
        for hand in deal.hands[1:]:
            hands.append(CardSet.of(rest[: len(hand)]))
            rest = rest[len(hand) :]
        other = msgspec.structs.replace(deal, hands=tuple(hands), belotes=())
        mine = msgspec.structs.replace(deal, belotes=())
        assert views_of(state, other)[0] == views_of(state, mine)[0]


def views_of(state: Match, deal: Deal) -> tuple[object, ...]:
    return views(msgspec.structs.replace(state, deal=deal))


# --- refusals -------------------------------------------------------------------------------------

ANYTHING = st.one_of(
    st.builds(Cut, st.integers(-5, 40)),
    st.builds(Packets, st.tuples(st.integers(0, 5), st.integers(0, 5))),
    st.just(Pass()),
    st.builds(Take, st.sampled_from(list(Trump))),
    st.builds(
        Play,
        st.sampled_from(CARDS),
        st.sampled_from([(), (Kind("run", 3, 20),), (Kind("square", 4, 200),)]),
    ),
)


@FEW
@given(strategies.seeds, st.data())
def test_what_is_not_offered_is_refused_and_changes_nothing(seed: int, data: st.DataObject) -> None:
    states, _ = play_match(Rules(target=1), seed)
    for state in states[:: max(1, len(states) // 12)]:
        action, seat = data.draw(ANYTHING), data.draw(st.integers(0, 3))
        offered = legal_actions(state.deal)
        quiet = [msgspec.structs.replace(a, announce=()) for a in offered if isinstance(a, Play)]
        if seat == state.to_act and (action in offered or action in quiet):
            continue
        if isinstance(action, Play) and action.announce:
            continue
        with pytest.raises(IllegalActionError) as refused:
            apply(state, seat, action)
        assert refused.value.refusal.code in REFUSALS
        assert refused.value.refusal.rule in str(refused.value)


def test_a_contract_names_a_suit_on_offer() -> None:
    state = start(Rules(), CARDS, 3)
    state = apply(apply(state, 2, Cut(16)), 3, Packets((3, 2)))
    turned = state.deal.turned
    assert turned is not None
    for trump in set(Trump) - {SUIT_TRUMPS[turned.suit]}:
        with pytest.raises(IllegalActionError, match="wrong-suit"):
            apply(state, 0, Take(trump))


@pytest.mark.parametrize(
    "options",
    [
        {"undertrump": "sometimes"},
        {"cut_min": 0},
        {"cut_min": 17},
        {"target": 0},
        {"packets": [[4, 2]]},
        {"players": 3},
        {"unit": 10, "rounding": "none"},
        {"meld_fallback_trick": 4},
        {"end_deals": 3, "booms": 2},
        {"nonsense": 1},
        {"preset": "french"},
        {"run_length_rank_cap": 9},
        {"dead_deals_per_dealer": 0},
    ],
)
def test_rules_that_cannot_be_played_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\w+"):
        Rules().agree(options)


def test_the_pack_is_shuffled_once_and_then_gathered() -> None:
    states, record = play_match(Rules(), 3)
    assert [deal.pack is not None for deal in record.deals] == [
        number == 0 for number in range(len(record.deals))
    ]
    for before, after in pairwise(states):
        if after.number > before.number:
            assert isinstance(before.deal, Over)
            assert after.deal.pack == gathered(before.deal, match.next_dealer(before) % 2)


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_the_pack_is_shuffled_after_so_many_dead_deals_in_a_row(needed: int) -> None:
    """The count begins anew after the shuffle, and after a deal that was played."""
    rules = Rules(dead_deals_shuffle=needed, bots_remember=True)
    chance = Random(needed)
    now = match.start(rules, match.first_pack(rules, chance), 0)
    in_a_row = 0
    for taken in (False, True, *[False] * (2 * needed), True):
        now = dealt_out(now, taken)
        in_a_row = 0 if taken else in_a_row + 1
        due = in_a_row > 0 and in_a_row % needed == 0
        pack = match.new_pack(now, chance)
        assert (pack is not None) is due is now.needs_pack
        assert isinstance(now.deal, Over)
        on = gathered(now.deal, match.next_dealer(now) % 2)
        now = match.next_deal(now, pack)
        assert (now.deal.pack == on) is not due
        assert not (due and now.past)


def dealt_out(now: match.Match, taken: bool) -> match.Match:
    """Play a deal that the first to speak takes, or that all pass."""
    while (seat := now.to_act) is not None:
        calls = match.legal_actions(now)
        takes = taken and isinstance(calls[0], Pass)
        now = match.apply(now, seat, calls[1 if takes else 0])
    return now


KINDS = {"auction_kind": {*auctions.KINDS}, "settlement": {*settlements.KINDS}}
"""The values of options that name a kind, which a game from outside may add to."""


def test_conditions_are_written_with_options_and_values_that_there_are() -> None:
    """Else an option would be shown never, or always."""
    checked = 0
    for name, option in OPTIONS.items():
        for condition in option.switch.only.replace("|", " ").split():
            other, _, value = condition.partition("=")
            there = OPTIONS[other.removesuffix("!")]
            plain = {"true": True, "false": False, "none": None}.get(value, value)
            if kinds := KINDS.get(other.removesuffix("!")):
                assert value in kinds, f"{name}: {condition}"
            else:
                number = int(value) if value.isdigit() else plain
                assert any(fits(there, one) for one in (plain, number, value)), (
                    f"{name}: {condition}"
                )
            checked += 1
    assert checked > 100


def fits(option: Option, value: object) -> bool:
    try:
        msgspec.convert(value, option.type)
    except msgspec.ValidationError:
        return False
    return True
