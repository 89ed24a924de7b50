"""A game that only its own file knows, through all that plays, writes and describes games."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import made_up_game
import pytest
from drawn_matches import play_match
from minimax import Minimax
from needs import needs_kernel
from offline_play import played_out
from outside_games import known, refused

from rebelote import Record, bots, games
from rebelote.arena import compare
from rebelote.engine import Engine
from rebelote.i18n import LANGUAGES, house_rules, rule_words, rulecard, words
from rebelote.i18n.speech import Teller, why
from rebelote.kernel import solver
from rebelote.rules import events, match, presets, settlements
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, CardSet
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.tallies import Tally
from rebelote.rules.view import view, views
from rebelote.server.table.model.table import Table
from rebelote.terminal import parsing


@pytest.fixture
def unloaded() -> Iterator[None]:
    """Unload the games that a test loads."""
    with known():
        yield


@pytest.fixture
def game(unloaded: None) -> Rules:
    """Return the rules of the made-up game, which is known for this test."""
    games.load(("made_up_game", "made_up_game"))
    assert games.loaded() == ("made_up_game",)
    return presets.rules("forehand")


def test_it_is_played_recorded_and_described_to_its_end(game: Rules) -> None:
    doubled = 0
    for seed in range(5):
        states, record = play_match(game, seed)
        assert states[-1].winner is not None
        assert Record.parse(str(record)).replay() == states[-1]
        for step in record.steps():
            received = events.narrate(step.before, step.seat, step.action, step.after)
            for language in LANGUAGES:
                teller = Teller(words(language), 0, ("Anna", "Margot", "Lucien", "Odette"))
                assert all(map(teller.event, received))
        for state in states:
            hands = state.deal.hands or (CardSet(),) * 4
            assert tuple(seen.hand for seen in views(state)) == hands
            if isinstance(state.deal, PlayedOut) and state.settlement:
                won = tally(state.deal)
                lead = won.total(0) - won.total(1)
                stake = state.deal.contract.stake
                by_defence = (lead > 0) != (won.attack == 0)
                expected = (abs(lead) * (stake if by_defence else 1) + 5) // 10 * 10
                assert sorted(state.settlement.marks) == [0, expected]
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
        assert why(words("en"), thought) or not thought.code
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
        points=[70, 124],
        tricks=[3, 5],
        stake=3,
    )
    assert settled["marks"] == [0, 160]
    hands = ["JS 9D", "7S AH", "8S 7D", "9S 8D"]
    solved = ask("solve", rules="forehand", contract="S", leader=0, hands=hands)
    half = 30 // 2  # of jack and nine in one trick
    assert solved["points"] == [40 + 14 + 15 + 10 + half, -half]
    begun = ask("new", rules="forehand", seed=1, bots={"1": "random", "2": "random", "3": "random"})
    assert begun["view"]


@needs_kernel
def test_the_solver_counts_its_cards_as_minimax_does(game: Rules) -> None:
    chance = Random(7)
    for _ in range(12):
        law = game.law(chance.choice(SUIT_TRUMPS))
        cards = [*law.bonuses[0][0], *chance.sample(CARDS, 12)]
        cards = chance.sample(list(dict.fromkeys(cards))[:12], 12)
        hands = tuple(CardSet.of(cards[seat : seat + 3]) for seat in range(0, 12, 3))
        result = solver.solve(hands, 0, (), law)
        assert result.points[0] == Minimax(law, frozenset({0, 2})).value(hands, 0, ())
    assert sum(law.points) == 184


def test_a_table_plays_it_from_messages_to_a_log(game: Rules) -> None:
    player = played_out(game.preset, 300)
    table = Table.restore("local", player.log, lambda _: "Ann")
    assert table.match == player.table.table.match and table.match.winner is not None


def test_the_terminal_reads_and_prints_it(game: Rules) -> None:
    names = ("Anna", "Margot", "Lucien", "Odette")
    state = match.start(game, match.first_pack(game, Random(4)), 3)
    assert {len(hand) for hand in state.deal.hands} <= {5}
    for typed, word in (("", "16"), ("hearts", "H"), ("x", "double"), ("x", "redouble")):
        seen = view(state, state.to_act or 0)
        action = parsing.read(typed, seen, words("en"), names)
        assert notation.word(action, game) == word and parsing.question(seen, words("en"))
        state = match.apply(state, seen.seat, action)
        if word != "16":
            assert {len(hand) for hand in state.deal.hands} == {8}
    assert state.deal.contract is not None and state.deal.contract.stake == 5


@needs_kernel
def test_the_arena_plays_it_in_processes_of_its_own(game: Rules) -> None:
    result = compare("beginner", "random", rules=game, deals=2, seed=1, jobs=2)
    assert result.deals == 2


def test_its_words_are_its_own_and_english_where_it_has_no_others(game: Rules) -> None:
    assert words("fr")("preset.forehand") == "Premier en main"
    assert words("nl")("preset.forehand") == words("en")("preset.forehand") == "Forehand"
    for language in LANGUAGES:
        assert rule_words(language)("rule.settlement.difference")
        assert rulecard.text(game, language)
        assert house_rules.house_rules("forehand", {}, language).problem is None


def test_it_has_options_sources_and_words_of_its_own(game: Rules) -> None:
    assert game.flat()["pit"] == 0 and "pit" not in presets.rules("french").flat()
    agreed = game.agree({"pit": 100})
    assert agreed != game and agreed.differs(game) == {"pit": 100}
    assert Rules.of(agreed.flat()) == agreed and hash(Rules.of(agreed.flat())) == hash(agreed)
    assert rulecard.rules_from("forehand", {"pit": "100"}) == agreed
    for wrong in ({"pit": 501}, {"pit": "x"}, {"draw": "dealer"}, {"pat": 1}):
        with pytest.raises(ValueError, match=r"pit|draw|pat"):
            game.agree(wrong)
    with pytest.raises(ValueError, match="pit is not an option of the rules"):
        presets.rules("french").agree({"pit": 1})
    lines = {line.key: line for line in rulecard.lines(agreed, "fr")}
    assert lines["pit"].sentence == "Tous les plis valent 100 de plus."
    assert lines["pit"].source == "village:pit" and lines["auction_kind"].source == "village"
    assert "draw" not in {line.key for line in rulecard.lines(game, "en")}
    assert "[The village]" in rulecard.text(agreed, "en")
    assert "Manners in the village" in rulecard.text(agreed, "en")
    assert "Manners in the village" not in rulecard.text(presets.rules("french"), "en")
    result = {
        one.key: one for one in house_rules.house_rules("forehand", {"pit": "5"}, "en").options
    }
    assert (result["pit"].kind, result["pit"].value, result["draw"].offered) == ("number", 5, True)
    assert words("en", "forehand")("ask.bid") == "Name the trump" != words("en")("ask.bid")
    assert words("fr", "forehand")("ask.bid") == "Nommez l’atout"
    swept = Tally(attack=0, points=(162, 0), tricks=(8, 0), melds=(0, 0), belote=(0, 0), cards=152)
    marks = [settlements.settle(swept, 0, rules.scoring).marks for rules in (game, agreed)]
    assert marks[1][0] - marks[0][0] == 100
    _, record = play_match(agreed, 1)
    assert Record.parse(str(record)).rules == agreed and "[Option pit 100]" in str(record)


# --- what cannot be loaded ------------------------------------------------------------------------

OWN = (
    "from rebelote.rules.own_options import OwnOption\n"
    "from made_up_game import GAME\nGAME = GAME._replace(options={{**GAME.options, {}}})"
)
OF_IT = (
    "from made_up_game import GAME, SUIT_TRUMPS, SettlementKind, jack_and_nine\n"
    "GAME = GAME._replace({})"
)
WORDS = json.loads((made_up_game.GAME.words / "en.json").read_text(encoding="utf-8"))
BROKEN = {
    "GAME = 'forehand'": "it has no GAME that is a rebelote.games.Game",
    "import made_up_game.nowhere": "ModuleNotFoundError: .*nowhere.* [(].*broken_game.py:1[)]",
    "\n1 / 0": "ZeroDivisionError: division by zero [(].*broken_game.py:2[)]",
    OF_IT.format("presets={}"): "it has no rule set",
    OF_IT.format("presets={'french': {}}"): "french is there already",
    OF_IT.format("presets={'a b': {}}"): "'a b' is no name",
    OF_IT.format("presets={'b': {'packets': [[9]]}}"): "rule set b: packets are numbers",
    OF_IT.format("presets={'b': {'auction_kind': 'c'}}"): "rule set b: auction_kind: 'c'",
    OF_IT.format("callings={}"): "forehand needs an auction and a calling of that name",
    OF_IT.format("settlements={'b': print}"): "the settlement b is .*, not a SettlementKind",
    OF_IT.format(
        "scales={'tall': {'ace': {}}}"
    ): "the scale tall has 'ace', which is none of trump",
    OF_IT.format(
        "scales={'tall': {'all': {'10': 1}}}"
    ): "the scale tall has '10': 1, which no card",
    OF_IT.format("scales={'tall': {'all': {'7': 1}}}"): "the scale tall counts a card of all less",
    OF_IT.format("scales={'tall': {'all': {'J': 200}}}"): "the scale tall counts 800 points",
    OF_IT.format("scales={'scaled': {}}"): "scaled is there already",
    OF_IT.format(
        "trick_melds={'trio': lambda trump: ((trump.cards, 20),)}"
    ): "trio counts .* are of",
    OF_IT.format(
        "trick_melds={'odd': lambda _: ((jack_and_nine(SUIT_TRUMPS[0])[0][0], 5),)}"
    ): "odd counts 5: points are even",
    OF_IT.format("presets={'b': {'trick_melds': 'c'}}"): "rule set b: trick_melds: 'c'",
    OF_IT.format("presets={'b': {'no_suit_points': 'c'}}"): "rule set b: no_suit_points: 'c'",
    OF_IT.format("presets={'b': {'no_suit_points': 'tall'}}"): "rule set b: settlement majority co",
    OF_IT.format("settlements={'bid': SettlementKind(print)}"): "bid is there already",
    OWN.format("'target': OwnOption(int, 1, 'village')"): "target is an option of every game",
    OWN.format("'Pit': OwnOption(int, 1, 'village')"): "'Pit' is no name",
    OWN.format("'pot': OwnOption(str, '', 'village')"): "the option pot is a bool, an int or",
    OWN.format("'pot': OwnOption(int, 1, 'village', 'fun')"): "the option pot is in no section",
    OWN.format(
        "'pot': OwnOption(int, 1, 'village', only='pat=1')"
    ): "the option pot depends on pat=1",
    OWN.format("'pot': OwnOption(int, 'a', 'village')"): "rule set forehand: pot: expected",
    OWN.format("'pot': OwnOption(int, 1, 'village:9')"): "it cites village:9, which is a place of",
    OWN.format("'pot': OwnOption(int, 1, 'town')"): "it cites town, which is a place of no source",
    OF_IT.format("cites={'pot': 'village'}"): "it cites village for pot, which is no option",
}
MISSPOKEN: dict[tuple[str, str], str] = {
    ("en.json", "{}"): "its English words lack preset.forehand .*en.json",
    ("en.json", "no JSON"): "en.json: JSON is malformed",
    ("en.json", json.dumps({**WORDS, "ask.bid": "Go {on}"})): "ask.bid has {on}, which it is not",
    ("tr.json", "{}"): "in 'tr', which the table does not speak; it speaks fr, nl",
    ("rules/de.json", "{}"): "in 'de', which the table does not speak",
    ("en.json", json.dumps({**WORDS, "own": "{count, plural"})): "en.json: own: ",
    ("fr.json", json.dumps({**WORDS, "own": "à moi"})): "own has no English .*fr.json",
    ("rules/en.json", json.dumps(WORDS)): r"its English words lack preset.forehand(-two)?.where",
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_game_is_refused_in_a_sentence(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = refused(tmp_path, code, monkeypatch)
    assert re.fullmatch(f"the game 'broken_game' cannot be loaded: {BROKEN[code]}.*", why), why


@pytest.mark.parametrize(("file", "text"), MISSPOKEN)
def test_words_that_lack_something_or_say_too_much_are_refused(
    file: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(str(made_up_game.GAME.words)), tmp_path / "words")
    (tmp_path / "words" / file).write_text(text, encoding="utf-8")
    where = "import pathlib\n" + OF_IT.format("words=pathlib.Path(__file__).parent / 'words'")
    why = refused(tmp_path, where, monkeypatch)
    assert re.search(MISSPOKEN[file, text], why), why


@pytest.mark.parametrize("name", ["nowhere", "made_up_game.nowhere", "../made_up_game", ""])
def test_a_game_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"there is no game {name!r}: no module of that name"):
        games.load((name,))


def test_an_installed_game_is_loaded_by_the_name_of_its_entry_point(
    unloaded: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "made_up-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[rebelote.games]\nmade-up = made_up_game:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    games.load(("made-up",))
    assert presets.rules("forehand").preset == "forehand"
    with pytest.raises(ValueError, match="there are: made-up"):
        games.load(("nowhere",))
