"""Environments in Python: numbers of actions, what is observed, seeds, PettingZoo."""

from __future__ import annotations

import random
import warnings
from itertools import islice

import msgspec
import numpy as np
import pytest
from outside_games import known
from volume import volume

import rebelote
from rebelote.env import Batch, Env, actions, observation
from rebelote.env.chance import Stream
from rebelote.rules import presets
from rebelote.rules.actions import (
    Action,
    Bid,
    Cut,
    Double,
    NamedCall,
    Pass,
    Play,
    Redeal,
    Redouble,
    Show,
    Take,
)
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.deal import Bidding, Deal, Playing
from rebelote.rules.match import Match
from rebelote.rules.view import view

DEALS = volume(4, 60)


def played(env: Env, chance: random.Random) -> None:
    """Play a deal; passes are likely, so that auctions end early too."""
    while not env.over:
        env.step(likely(env, chance))


def likely(env: Env, chance: random.Random) -> int:
    """Return a legal action; in the auction mostly the first one, a pass."""
    calm = isinstance(env.match.deal, Bidding) and chance.random() < 0.6
    return env.legal[0] if calm else chance.choice(env.legal)


# --- actions --------------------------------------------------------------------------------------


def test_the_rows_lie_one_after_the_other() -> None:
    assert [row.first for row in actions.ROWS[1:]] == [row.last + 1 for row in actions.ROWS[:-1]]
    assert len({actions.text(number) for number in range(actions.SIZE)}) == actions.SIZE


@pytest.mark.parametrize("preset", rebelote.PRESETS)
def test_every_action_of_every_rule_set_has_a_number(preset: str) -> None:
    """Whatever the rules offer is offered by number, and done by it."""
    env, chance = Env(preset, seed=2), random.Random(2)
    for _ in range(DEALS):
        while not env.over:
            listed = rebelote.legal_actions(env.match)
            assert sorted(map(actions.number, listed)) == env.legal
            assert [i for i, legal in enumerate(env.mask) if legal] == env.legal
            before, number = env.match, likely(env, chance)
            env.step(number)
            assert env.match == rebelote.apply(
                before, before.to_act or 0, next(a for a in listed if actions.number(a) == number)
            )
        env.reset()


def test_a_number_is_the_same_in_all_rule_sets() -> None:
    """Results and weights depend on them: they never change."""
    trump = rebelote.Trump.HEARTS
    received: dict[Action, int] = {
        Play(rebelote.Card("JH")): 12,
        Pass(): 64,
        Take(trump): 66,
        Double(): 71,
        Redouble(): 72,
        Redeal(): 73,
        Show(): 74,
        Bid(trump): 76,
        Bid(trump, "capot"): 82,
        Bid(trump, "generale"): 88,
        Bid(trump, 80): 94,
        Bid(trump, 82): 100,
        Bid(trump, 90): 106,
        Bid(trump, 160): 148,
        Bid(trump, 1000): 652,
    }
    assert {action: actions.number(action) for action in received} == received
    assert [actions.text(number) for number in (12, 44, 66, 82, 106)] == [
        "JH",
        "JH silent",
        "take H",
        "capot H",
        "90 H",
    ]


def test_calls_of_a_game_from_outside_have_numbers_above_all_others() -> None:
    with known("closed_game"):
        calls = [NamedCall("gift"), NamedCall("gift", Trump.SPADES), NamedCall("close")]
        assert [actions.number(call) - actions.SIZE for call in calls] == [0, 1, 7]
        texts = [actions.text(actions.number(call)) for call in calls]
        assert texts == ["say gift", "say gift S", "say close"]
        assert actions.size(presets.rules("french")) == actions.SHOW.last + 1
        chance, taken = random.Random(1), set[int]()
        env = Env("closed", seed=1)
        for _ in range(30):
            while not env.over:
                assert env.mask.sum() == len(env.legal) and env.observe().size == 560
                env.step(chance.choice(env.legal))
            taken |= {action for _, action in env.history}
            env.reset()
        assert max(taken) >= actions.SIZE
    with pytest.raises(ValueError, match="has no number"):
        actions.number(NamedCall("gift"))


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70])
def test_a_seed_that_would_deal_as_another_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=r"a seed is 0 to 2\*\*64 - 1, not"):
        Env("french", seed=seed)
    with pytest.raises(ValueError, match=r"a seed is 0 to 2\*\*64 - 1, not"):
        Batch("french", tables=1, seed=seed)


def test_an_environment_says_what_it_is_and_that_it_is_over() -> None:
    env, batch = Env("flemish", seed=1), Batch("flemish", tables=3, seed=1, threads=1)
    assert repr(env) == f"<Env flemish: 0 actions, seat={env.seat}>"
    assert repr(batch) == "<Batch flemish: 3 tables>"
    while not env.over:
        env.step(env.legal[0])
    assert repr(env).endswith(f", returns={env.returns}>")
    with pytest.raises(ValueError, match="the deal is over: nobody is to act; name a seat"):
        env.observe()
    assert env.observe(0).size == 560


def test_what_is_no_decision_of_a_seat_in_turn_has_no_number() -> None:
    with pytest.raises(ValueError, match="has no number"):
        actions.number(Cut(5))


def test_a_card_may_be_played_without_its_announcements() -> None:
    env = Env("french", seed=1, silence=True)
    while not (isinstance(env.match.deal, Playing) and any(32 <= n < 64 for n in env.legal)):
        env.step(env.legal[1] if isinstance(env.match.deal, Bidding) else env.legal[0])
        if env.over:
            env.reset()
    silent = next(number for number in env.legal if 32 <= number < 64)
    loud, seat = env.copy(), env.seat or 0
    loud.step(silent - 32)
    env.step(silent)
    assert loud.match.deal.announced[seat] and not env.match.deal.announced[seat]


def test_an_illegal_action_changes_nothing() -> None:
    env = Env("french", seed=1)
    before = env.match
    with pytest.raises(ValueError, match="action 3 is not legal; legal are"):
        env.step(3)
    assert env.match is before


# --- observations ---------------------------------------------------------------------------------


def test_the_parts_fill_an_observation() -> None:
    assert sum(part.width for part in observation.PARTS) == observation.SIZE == 560
    assert observation.slice_of("turned") == slice(32, 64)


def reshuffled(deal: Deal, seat: int, chance: random.Random) -> Deal:
    """Return the same deal for this seat: cards that it has not seen are elsewhere.

    Others keep what they may have shown to hold: kings and queens, and what they announced.
    """
    others = [other for other in range(deal.rules.players) if other != seat]
    received = CardSet.of(
        card for named in getattr(deal, "announced", ()) for meld in named for card in meld.cards
    )
    fixed = received | CardSet.of(c for c in rebelote.rules.cards.CARDS if c.rank.letter in "KQ")
    free = [card for other in others for card in deal.hands[other] - fixed]
    chance.shuffle(free)
    left, hands = iter(free), list(deal.hands)
    for other in others:
        kept = deal.hands[other] & fixed
        hands[other] = kept | CardSet.of(islice(left, len(deal.hands[other]) - len(kept)))
    return msgspec.structs.replace(deal, hands=tuple(hands))


@pytest.mark.parametrize("preset", rebelote.PRESETS)
def test_an_observation_depends_on_nothing_that_is_hidden(preset: str) -> None:
    env, chance, differed = Env(preset, seed=5), random.Random(5), 0
    for _ in range(DEALS):
        while not env.over:
            for seat in range(env.rules.players):
                other = reshuffled(env.match.deal, seat, chance)
                differed += other.hands != env.match.deal.hands
                twin = env.copy()
                twin.match = msgspec.structs.replace(env.match, deal=other)
                assert np.array_equal(env.observe(seat), twin.observe(seat))
            env.step(likely(env, chance))
        env.reset()
    assert differed > 20 * DEALS


def test_an_observation_holds_what_is_known() -> None:
    env, chance = Env("ffb-contree-2016", seed=3), random.Random(3)
    while len(env.match.deal.tricks) < 3:
        env.step(likely(env, chance))
        if env.over:
            env.reset()
    deal, seat = env.match.deal, env.seat or 0
    seen = env.observe()
    assert (
        CardSet.of(
            card for card in rebelote.rules.cards.CARDS if seen[observation.slice_of("hand")][card]
        )
        == deal.hands[seat]
    )
    by_seat = seen[observation.slice_of("played")].reshape(4, 32)
    for number, trick in enumerate(deal.tricks, 1):
        for turn, card in enumerate(trick.cards):
            assert by_seat[(trick.leader + turn - seat) % 4][card] == number
    assert deal.contract is not None
    value = deal.contract.value
    assert seen[observation.slice_of("value")] == observation.value_code(value)
    assert sum(seen[observation.slice_of("tricks")]) == 3


def test_an_observation_is_of_the_view_alone() -> None:
    env = Env("french", seed=4)
    for seat in range(4):
        received = observation.encode(view(env.match, seat))
        assert bytes(env.observe(seat)) == received
    with pytest.raises(ValueError, match="a seat is 0 to 3, not 4"):
        env.observe(4)


# --- returns and seeds ----------------------------------------------------------------------------


@pytest.mark.parametrize("preset", rebelote.PRESETS)
def test_the_returns_are_the_marks_of_the_deal(preset: str) -> None:
    env, chance = Env(preset, seed=8), random.Random(8)
    for _ in range(DEALS):
        assert env.returns == (0,) * env.rules.players
        played(env, chance)
        written = env.match.settlement
        if written is None:
            assert not any(env.returns)
        elif not env.rules.scoring.last_deal_exact:
            assert env.returns == tuple(written.marks[side] for side in env.rules.sides)
        env.reset()


def test_a_seed_deals_the_same_again() -> None:
    def deals(env: Env) -> list[Match]:
        result = []
        for _ in range(3):
            result.append(env.match)
            env.reset()
        return result

    env = Env("french", seed=1)
    first = deals(env)
    env.reset(1)
    assert deals(env) == first == deals(Env("french", seed=1))
    assert deals(Env("french", seed=1, table=1)) != first != deals(Env("french", seed=2))


def test_a_copy_goes_its_own_way_with_the_same_deals_to_come() -> None:
    env = Env("french", seed=1)
    twin = env.copy()
    twin.step(twin.legal[1])
    assert not env.history and len(twin.history) == 1
    env.reset()
    twin.reset()
    assert env.match == twin.match


def test_chance_is_what_it_always_was() -> None:
    """Seeds that were written down deal the same in the next release."""
    assert Stream(0).next() == 0xE220_A839_7B1D_CDAF
    stream = Stream.of_table(1, 3)
    assert [stream.randrange(100) for _ in range(4)] == [24, 75, 20, 85]


# --- PettingZoo -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", rebelote.PRESETS)
def test_pettingzoo_accepts_the_environment(preset: str) -> None:
    pytest.importorskip("pettingzoo", reason="the extra rebelote[learn] is not installed")
    from pettingzoo.test import api_test, seed_test

    from rebelote.env.aec import env

    with warnings.catch_warnings():  # it would rather have no dictionary as observation
        warnings.filterwarnings("ignore", "Observation")
        api_test(env(preset), num_cycles=200)
        seed_test(lambda: env(preset), num_cycles=60)


def test_pettingzoo_pays_marks_and_draws_text() -> None:
    pytest.importorskip("pettingzoo", reason="the extra rebelote[learn] is not installed")
    from rebelote.env.aec import env

    table = env("french", render_mode="ansi")
    table.reset(seed=3)
    paid: dict[str, float] = {}
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        paid[agent] = paid.get(agent, 0) + reward
        legal_now = np.flatnonzero(seen["action_mask"])
        table.step(None if over else int(legal_now[-1]))
    assert paid == {f"seat_{s}": m for s, m in enumerate(table.unwrapped.table.returns)}
    assert any(paid.values()) and "french" in table.render()


def test_pettingzoo_gives_a_critic_every_hand_and_refuses_an_illegal_action() -> None:
    pytest.importorskip("pettingzoo", reason="the extra rebelote[learn] is not installed")
    from rebelote.env.aec import env

    table = env("french")
    table.reset(seed=3)
    single, state = table.unwrapped.table, table.state()
    assert table.unwrapped.state_space.contains(state)
    assert [seat.tobytes() for seat in state] == [single.observe(s).tobytes() for s in range(4)]
    assert len({seat.tobytes() for seat in state}) == 4
    barred = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="is not legal"):
        table.step(barred)
    assert np.array_equal(table.state(), state) and not table.terminations["seat_0"]
