"""Memory of the gathered pack: true, complete, and from what the seat saw."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import fmean

import msgspec
import pytest
from drawn_matches import play_match
from listening import named_in
from needs import needs_kernel
from volume import volume

from rebelote import Match, bots
from rebelote.i18n import rulecard
from rebelote.knowledge import memory
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Action, Pass
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import Deal, Phase
from rebelote.rules.options import Rules
from rebelote.rules.view import View, for_a_person, rule_card, seen_by, spectator, view
from rebelote.server.base.protocol import messages, schemas
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import seating
from rebelote.server.table.model.table import Table

GATHERED = {"shuffle": "first_only", "bots_remember": True, "target": 10**6}
FRENCH = presets.rules("french").agree(GATHERED)
REAL_LIFE = {"assistance": "none", "revoke_policy": "challenge", "misdeal": "next_dealer"}
DEALS = volume(20, 60)
TURNING = [name for name, rules in presets.PRESETS.items() if rules.bidding.turns_up]
HOUSE_RULES: tuple[Mapping[str, object], ...] = ({}, {"pile_join": "random"}, REAL_LIFE)
RULES = [
    pytest.param(
        presets.rules(preset).agree({**GATHERED, **options}),
        marks=() if (number - which) % 3 == 2 else pytest.mark.full,
    )
    for number, preset in enumerate(TURNING)
    for which, options in enumerate(HOUSE_RULES)
]
"""Each rule set with these house rules, and for a quick test with one of them in turn."""


def remembering(rules: Rules, seed: int) -> list[tuple[Match, View]]:
    """Return each seat's view at every call and card of a match in which anything may happen."""
    states, _ = play_match(rules, seed, deals=DEALS)
    asked = [s for s in states if s.deal.phase in (Phase.BIDDING, Phase.PLAY)]
    return [(s, view(s, seat)) for s in asked for seat in range(rules.players)]


# --- what is remembered is true -------------------------------------------------------------------


def known_of(deal: Deal, seat: int) -> CardSet:
    """Return the cards that a seat saw in a deal that is over."""
    played = [card for trick in deal.tricks for card in trick.cards]
    turned = [deal.turned] if deal.turned is not None else []
    return CardSet.of((*deal.dealt[seat], *played, *deal.trick, *turned))


def named(rules: Rules) -> str:
    return f"{rules.preset}-{rules.deal.pile_join}-{rules.conduct.assistance}"


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_the_true_hands_are_among_those_that_may_be(rules: Rules) -> None:
    """After deals played out, dead, stopped by a challenge or misdealt; and hardly any others.

    No card is remembered that the seat did not see.
    """
    counts, after_others, hidden = [], 0, 0
    for state, seen in remembering(rules, 2):
        result = memory.worlds(seen)
        assert bool(result) == bool(seen.remembered)
        assert not result or state.deal.hands in result
        counts += [len(result)] if result else []
        after_others += len(seen.remembered) > 1
        for past, received in zip(state.past, seen.remembered, strict=True):
            known = known_of(past, seen.seat)
            assert named_in(schemas.encode(received)) <= known
            hidden += known != rules.pack
    assert len(counts) > DEALS * 33 and after_others > volume(10, 50)
    assert fmean(counts) < 1.02
    assert hidden > 50


@pytest.mark.parametrize("preset", ["pagat-coinche", "stephanoise-1996"])
def test_the_true_hands_are_known_without_a_turned_card(preset: str) -> None:
    states, _ = play_match(presets.rules(preset).agree(GATHERED), 1, deals=5)
    looks = [view(s, 1) for s in states if s.deal.phase in (Phase.BIDDING, Phase.PLAY)]
    hands = [s.deal.hands for s in states if s.deal.phase in (Phase.BIDDING, Phase.PLAY)]
    known = [(memory.worlds(seen), true) for seen, true in zip(looks, hands, strict=True)]
    remembered = [(result, true) for result, true in known if result]
    assert len(remembered) == sum(bool(seen.remembered) for seen in looks) > 50
    assert all(result == [true] for result, true in remembered)


def test_the_whole_deal_is_known_before_anybody_takes() -> None:
    for state, seen in remembering(FRENCH, 2):
        if state.deal.phase is Phase.BIDDING and seen.remembered:
            [dealing] = memory.dealings(seen)
            assert (dealing.pack, dealing.dealt) == (state.deal.pack, state.deal.dealt)
            assert state.deal.turned is not None
            for taker in range(4):
                hands = memory.full_hands(dealing, taker)
                assert CardSet.of(c for hand in hands for c in hand) == FRENCH.pack
                assert state.deal.turned in hands[taker]


def test_nothing_is_remembered_of_a_match_that_has_just_begun() -> None:
    """No seat saw where the cards lay in the first deal, or in deals thrown in after it."""
    state = match.start(FRENCH, deck.shuffled(Random(1)), 3)
    for _ in range(3):
        while (seat := state.to_act) is not None:
            seen = view(state, seat)
            assert not seen.remembered and not memory.dealings(seen)
            passes = state.deal.phase is Phase.BIDDING
            action: Action = Pass() if passes else bots.make("random").choose(seen)
            state = match.apply(state, seat, action)
        state = match.next_deal(state)


def test_people_are_sent_nothing_to_remember() -> None:
    for state, seen in remembering(FRENCH, 4)[-40:]:
        assert seen.remembered
        assert for_a_person(seen).remembered == spectator(state).remembered == ()
        sent = seen_by(spectator(state), state, seen.seat, remembers=False)
        assert sent.remembered == () and sent.hand == seen.hand


# --- who remembers --------------------------------------------------------------------------------


def play(rules: Rules, deals: int, forget: bool = False) -> tuple[list[Action], Match]:
    """Play deals with regular players; with `forget`, they are shown no earlier deal."""
    state = match.start(rules, deck.shuffled(Random(5)), 0)
    players = [bots.make("regular", seat) for seat in range(4)]
    done: list[Action] = []
    while state.number <= deals:
        if (seat := state.to_act) is None:
            state = match.next_deal(state)
            continue
        seen = view(state, seat)
        if forget:
            card = rule_card(rules.agree({"bots_remember": False}))
            seen = msgspec.structs.replace(seen, rules=card, remembered=())
        done.append(players[seat].choose(seen))
        state = match.apply(state, seat, done[-1])
    return done, state


@needs_kernel
def test_where_bots_do_not_remember_all_is_as_it_was() -> None:
    without, state = play(FRENCH.agree({"bots_remember": False}), 2)
    assert without == play(FRENCH, 2, forget=True)[0] != play(FRENCH, 2)[0]
    assert state.past == () and all(not view(state, seat).remembered for seat in range(4))


@needs_kernel
def test_a_bot_that_remembers_says_so() -> None:
    state = play(FRENCH, 1)[1]
    while state.deal.phase is not Phase.PLAY:
        seat = state.to_act or 0
        state = match.apply(state, seat, bots.make("club").choose(view(state, seat)))
    seen = view(state, state.to_act or 0)
    for level in ("regular", "club", "master"):
        assert bots.make(level).think(seen).code == "remembered"
    assert bots.make("beginner").think(seen).code != "remembered"


def test_the_table_hands_it_to_bots_alone_and_the_rule_card_says_so() -> None:
    table = Table("remembered")
    seats = seating.filled((Occupant(name="Ann", bot=None, person="ann"), *(FREE,) * 3), "beginner")
    table.commit(table.agree(FRENCH, Terms(), seats))
    table.commit(table.start(bytes(32)))
    while table.match.number < 4 or table.match.deal.phase is not Phase.PLAY:
        if (seat := table.match.to_act) is None:
            ready = messages.Ready(f"{table.version}", table.version)
            change = table.by_itself(bytes(32)) or table.receive(0, ready, bytes(32))
            assert not isinstance(change, messages.Ack)
            table.commit(change)
            continue
        if asked := table.bot_to_act():
            assert bool(asked[2].remembered) == bool(table.match.past)
        table.commit(table.act(seat, bots.make("beginner").choose(view(table.match, seat))))
        assert seen_from_seat_0(table).remembered == ()
    assert table.match.past
    differs = seen_from_seat_0(table).rules.differs
    assert differs["bots_remember"] is True
    assert "Bots remember" in rulecard.text(FRENCH, "en", everything=False)


def seen_from_seat_0(table: Table) -> View:
    seen = table.seen_from(table.public(), 0)
    assert seen is not None
    return seen


def test_a_shuffled_pack_leaves_nothing_to_remember() -> None:
    for preset in ("flemish", "flemish3", "bga"):
        with pytest.raises(ValueError, match="nothing to remember"):
            presets.rules(preset, bots_remember=True)
