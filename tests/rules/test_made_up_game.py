"""A game that only its own file knows, through everything that plays, writes and tells games."""

from __future__ import annotations

import json
from random import Random

import made_up_game
import pytest
from needs import needs_kernel
from offline_play import NONCE, Player
from strategies import play_match

from rebelote import Record, bots
from rebelote.bots import calling, payoffs
from rebelote.engine import Engine
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import Teller, why
from rebelote.rules import auctions, events, match, notation, presets, settlements
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.fairness import commitment
from rebelote.rules.options import Rules
from rebelote.rules.view import view, views
from rebelote.server.tables.table import Table
from rebelote.terminal import parsing


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """The rules of the made-up game, which is known for this test."""
    monkeypatch.setitem(auctions.KINDS, made_up_game.NAME, made_up_game.Forehand())
    monkeypatch.setitem(settlements.KINDS, "difference", made_up_game.by_difference)
    monkeypatch.setitem(calling.KINDS, made_up_game.NAME, made_up_game.ForehandCalling())
    monkeypatch.setitem(payoffs.SPREADS, "difference", payoffs.SPREADS["majority"])
    rules = made_up_game.rules()
    monkeypatch.setitem(presets.PRESETS, made_up_game.NAME, rules)
    return rules


def test_it_is_played_recorded_and_told_to_its_end(game: Rules) -> None:
    doubled = 0
    for seed in range(5):
        states, record = play_match(game, seed)
        assert states[-1].winner is not None
        assert Record.parse(str(record)).replay() == states[-1]
        for step in record.steps():
            told = events.narrate(step.before, step.seat, step.action, step.after)
            for language in LANGUAGES:
                teller = Teller(words(language), 0, ("Anna", "Margot", "Lucien", "Odette"))
                assert all(map(teller.event, told))
        for state in states:
            hands = state.deal.hands or (CardSet(),) * 4
            assert tuple(seen.hand for seen in views(state)) == hands
            if isinstance(state.deal, PlayedOut) and state.settlement:
                won = tally(state.deal)
                lead = won.total(0) - won.total(1)
                stake = state.deal.contract.stake
                by_defence = (lead > 0) != (won.attack == 0)
                due = (abs(lead) * (stake if by_defence else 1) + 5) // 10 * 10
                assert sorted(state.settlement.marks) == [0, due]
                doubled += stake > 1
    assert doubled


@needs_kernel
@pytest.mark.parametrize("level", ["random", "beginner", "club"])
def test_bots_of_each_kind_play_it(game: Rules, level: str) -> None:
    chance, players = Random(3), [bots.make(level, seat) for seat in range(4)]
    state = match.start(game, match.first_pack(game, chance), 0)
    while state.to_act is not None:
        seen = view(state, state.to_act)
        thought = players[seen.seat].think(seen)
        assert why(words("en"), thought)
        state = match.apply(state, seen.seat, thought.action)
    assert state.settlement is not None


def test_the_engine_answers_for_it(game: Rules) -> None:
    engine = Engine()

    def ask(op: str, **fields: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(
            engine.answer(json.dumps({"id": 1, "op": op, **fields}).encode())
        )
        assert answer["ok"], answer
        return answer

    settled = ask(
        "settle",
        rules="forehand",
        contract="S",
        attacker=0,
        points=[60, 102],
        tricks=[3, 5],
        stake=2,
    )
    assert settled["marks"] == [0, 80]
    begun = ask("new", rules="forehand", seed=1, bots={"1": "random", "2": "random", "3": "random"})
    assert begun["view"]


def test_a_table_plays_it_from_messages_to_a_log(game: Rules) -> None:
    player = Player(made_up_game.NAME, 300)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    while player.next_message() is not None:
        pass
    table = Table.restore("local", player.log, lambda _: "Ann")
    assert table.match == player.table.table.match and table.match.winner is not None


def test_the_terminal_reads_and_tells_it(game: Rules) -> None:
    names = ("Anna", "Margot", "Lucien", "Odette")
    state = match.start(game, match.first_pack(game, Random(4)), 3)
    for typed, word in (("", "16"), ("hearts", "H"), ("x", "double")):
        seen = view(state, state.to_act or 0)
        action = parsing.read(typed, seen, words("en"), names)
        assert notation.word(action, game) == word and parsing.question(seen, words("en"))
        state = match.apply(state, seen.seat, action)
    assert state.deal.contract is not None and state.deal.contract.stake == 2
