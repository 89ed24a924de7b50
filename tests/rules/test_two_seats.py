"""Two seats: nine cards each, fourteen in the stock, through all that plays and describes games.

No rule set of ours has them; the made-up game of `made_up_game` has one, and any table that settles
by majority can agree on them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from drawn_matches import FOR_TWO, play_match
from msgspec.structs import replace
from needs import needs_kernel
from offline_play import played_out
from outside_games import known

from rebelote import Record, bots
from rebelote.engine import Engine
from rebelote.i18n import LANGUAGES, rule_words, rulebook, rulecard, words
from rebelote.i18n.speech import Teller, why
from rebelote.kernel import solver
from rebelote.knowledge import worlds
from rebelote.rules import deck, events, match, play, presets
from rebelote.rules.cards import CARDS, TRUMPS, Card, CardSet
from rebelote.rules.deal import PlayedOut, Playing, gathered, stock, tally
from rebelote.rules.options import RuleConflictError, Rules
from rebelote.rules.play import Law
from rebelote.rules.tallies import LAST_TRICK
from rebelote.rules.view import view, views
from rebelote.server.table.model.table import Table

NAMES = ("Anna", "Margot")


@pytest.fixture(params=["forehand-two", "french"])
def rules(request: pytest.FixtureRequest) -> Iterator[Rules]:
    """Yield rules for two: those of a game from outside, where forehand names trump, and those in
    which a card is turned up."""
    with known("made_up_game"):
        yield FOR_TWO if request.param == "french" else presets.rules(request.param)


def test_two_are_dealt_nine_cards_each_and_the_rest_goes_into_the_next_pack(rules: Rules) -> None:
    """Whole matches: dealt, written, described, replayed; the stock lies under the next pack."""
    played = 0
    for seed in range(8):
        states, record = play_match(rules, seed, NAMES)
        assert states[-1].winner is not None
        assert Record.parse(str(record)).replay() == states[-1]
        for step in record.steps():
            received = events.narrate(step.before, step.seat, step.action, step.after)
            for language in LANGUAGES:
                assert all(map(Teller(words(language), 0, NAMES).event, received))
        for state, after in zip(states, [*states[1:], None], strict=True):
            deal = state.deal
            if not isinstance(deal, PlayedOut):
                continue
            played += 1
            left, won = stock(deal), tally(deal)
            assert [len(hand) for hand in deal.dealt] == [9, 9] and len(left) == 14
            laid = [card for trick in deal.tricks for card in trick.cards]
            assert won.cards == sum(deal.law.points[card] for card in laid)
            assert sum(won.points) == won.cards + LAST_TRICK and sum(won.tricks) == 9
            assert gathered(deal, 0)[-14:] == left
            if after is not None:
                assert CardSet.of(after.deal.pack) == rules.pack
                assert after.deal.pack[-14:] == left
    assert played > 30


def test_a_view_says_how_many_cards_nobody_holds_and_never_which(rules: Rules) -> None:
    """However the hidden cards lie, in the other hand or in the stock, a seat sees the same."""
    states, _ = play_match(rules.agree({"melds": "none"}), 3)
    chance, looked_at = Random(1), 0
    for state in states:
        deal = state.deal
        for seat, seen in enumerate(views(state)):
            assert (seen.rules.players, seen.rules.stock, seen.rules.hand_size) == (2, 14, 9)
            if not isinstance(deal, Playing) or seat != deal.to_act:
                continue
            hidden = [*deal.hands[1 - seat], *stock(deal)]
            chance.shuffle(hidden)
            other, left = hidden[: len(deal.hands[1 - seat])], hidden[-14:]
            hands = [deal.hands[seat]] * 2
            hands[1 - seat] = CardSet.of(other)
            lies = (*deal.pack[:-14], *left)
            stirred = replace(deal, hands=tuple(hands), pack=lies, belotes=())
            plain = view(replace(state, deal=replace(deal, belotes=())), seat)
            assert view(replace(state, deal=stirred), seat) == plain
            looked_at += 1
    assert looked_at > 30


@needs_kernel
def test_what_a_seat_has_not_seen_lies_in_the_other_hand_or_in_the_stock(rules: Rules) -> None:
    states, _ = play_match(rules, 5)
    looked_at = 0
    for state in states:
        deal = state.deal
        if not isinstance(deal, Playing) or not deal.tricks:
            continue
        seat = deal.to_act
        known = worlds.hidden(view(state, seat))
        other = deal.hands[1 - seat]
        assert known.stock == 14 and other <= known.may_hold[1 - seat]
        assert CardSet.of(stock(deal)) <= known.may_lie
        drawn = worlds.sample(known, 30, Random(1))
        assert all(len(world) == 2 and len(world[1 - seat]) == len(other) for world in drawn)
        looked_at += 1
    assert looked_at > 30


@needs_kernel
@pytest.mark.parametrize("level", ["random", *bots.LEVELS])
def test_bots_of_every_level_play_it(rules: Rules, level: str) -> None:
    chance, players = Random(3), [bots.make(level, seat) for seat in range(2)]
    state = match.start(rules, match.first_pack(rules, chance), 0)
    while state.to_act is not None:
        thought = players[state.to_act].think(view(state, state.to_act))
        assert why(words("en"), thought) or not thought.code
        state = match.apply(state, state.to_act, thought.action)
    assert state.settlement is not None and len(state.deal.tricks) == 9


@needs_kernel
def test_the_solver_plays_two_hands_as_a_literal_search_does(rules: Rules) -> None:
    chance = Random(7)
    for number in range(18):
        law = rules.law(TRUMPS[number % len(TRUMPS)])
        cards = chance.sample(CARDS, 10)
        hands = (CardSet.of(cards[:5]), CardSet.of(cards[5:]))
        result = solver.solve(hands, number % 2, (), law, values=True)
        assert result.points[0] == best(hands, (), number % 2, law)
        assert sum(result.points) == sum(law.points[card] for card in cards) + LAST_TRICK
        assert result.values and max(result.values.values()) == result.points[number % 2]
        assert solver.perft(hands, 0, (), law, 3) > 0


def best(hands: tuple[CardSet, ...], trick: tuple[Card, ...], leader: int, law: Law) -> int:
    """Return the points that seat 0 makes, every card tried."""
    if len(trick) == 2:
        taker = (leader + play.winner(trick, law.trump)) % 2
        won = sum(law.points[card] for card in trick) + (0 if any(hands) else LAST_TRICK)
        return won * (taker == 0) + best(hands, (), taker, law)
    if not any(hands):
        return 0
    seat = (leader + len(trick)) % 2
    values = []
    for card in play.legal(hands[seat], trick, law):
        rest = tuple(hand.without(card) for hand in hands)
        values.append(best(rest, (*trick, card), leader, law))
    return max(values) if seat == 0 else min(values)


@needs_kernel
def test_a_sweep_of_two_is_one_of_nine_tricks(rules: Rules) -> None:
    hands = [CardSet.parse("AS TS"), CardSet.parse("7H 8H")]
    law = rules.law(TRUMPS[0])
    result = solver.solve(hands, 0, (), law, sweep=90, taken=(7, 0))
    assert result.points == (sum(law.points[card] for card in hands[0]) + LAST_TRICK + 90, 0)
    with pytest.raises(ValueError, match="7 tricks are gathered, but 6 and 0 were taken"):
        solver.solve(hands, 0, (), law, sweep=90, taken=(6, 0))


def test_the_engine_answers_for_two(rules: Rules) -> None:
    engine, flat = Engine(), rules.differs(presets.rules(rules.preset))

    def ask(op: str, **fields: object) -> dict[str, object]:
        asked = {"id": 1, "op": op, "rules": {"base": rules.preset, **flat}, **fields}
        answer: dict[str, object] = json.loads(engine.answer(json.dumps(asked).encode()))
        assert answer["ok"], answer
        return answer

    begun = ask("new", seed=1, bots={"1": "random"})
    assert begun["view"]["rules"]["stock"] == 14  # type: ignore[index]
    pack = [card.text for card in deck.shuffled(Random(1), rules.pack)]
    shared = ask("deal", deck=pack, dealer=0, attacker=1)
    assert [len(hand) for hand in shared["full"]] == [9, 9]  # type: ignore[attr-defined]
    hands = ["JS 9D", "7S AH"]
    solved = ask("solve", contract="S", leader=0, hands=hands)
    assert sum(solved["points"]) > 0  # type: ignore[call-overload]
    legal = ask("legal", contract="S", hand="7H AS", trick="8D", players=2)
    assert legal["cards"] == ["AS"]
    settled = ask("settle", contract="S", attacker=0, points=[70, 40], tricks=[5, 4])
    assert settled["marks"] in ([70, 40], [30, 0])


@pytest.mark.parametrize("rules", ["forehand-two"], indirect=True)
def test_a_table_plays_it_from_messages_to_a_log(rules: Rules) -> None:
    player = played_out(rules.preset, 300)
    table = Table.restore("local", player.log, lambda _: "Ann")
    assert table.match == player.table.table.match and table.match.winner is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_rule_card_says_how_many_play(rules: Rules, language: str) -> None:
    say = rule_words(language)
    assert say("rule.players.2") in rulecard.text(rules, language)
    counted = [said.sentence for said in rulebook.openings("score", rules, say)]
    assert say("basics.total.stock") in counted and "162" not in " ".join(counted)


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("ffb-contree-2016", {}),
        ("bulgarian", {}),
        ("french", {"contract_goal": "fixed_82_tricks"}),
        ("french", {"bots_remember": True}),
    ],
)
def test_what_counts_on_the_whole_pack_is_refused(preset: str, options: dict[str, object]) -> None:
    with pytest.raises(RuleConflictError, match="14 cards stay behind") as received:
        presets.rules(preset).agree({"players": 2, **options})
    assert received.value.code == "stock" and "players" in received.value.options


@pytest.mark.parametrize("preset", presets.PRESETS)
@pytest.mark.parametrize("players", [2, 3])
def test_only_a_game_with_a_turned_card_is_played_by_fewer(preset: str, players: int) -> None:
    """Only the Flemish text has fewer than four, and Klabberjass turns a card."""
    base = presets.PRESETS[preset]
    packets = {2: [[3, 3]], 3: [[3, 3]]}[players]
    try:
        base.agree({"players": players, "packets": packets, "shuffle": "each_deal_full"})
    except RuleConflictError as refused:
        assert "players" in refused.options
    else:
        assert base.auction.auction_kind == "turned" and base.melds.eight_of_suit != "wins_game"


def test_what_was_played_by_two_before_that_was_refused_stays_readable() -> None:
    bela = Rules.of({**presets.PRESETS["bela"].flat(), "players": 2})
    record = play_match(bela, 1, deals=1)[1]
    assert Record.parse(str(record)).rules == Rules.of(bela.flat()) == bela
    with pytest.raises(RuleConflictError, match="four players"):
        presets.rules("bela", players=2)
