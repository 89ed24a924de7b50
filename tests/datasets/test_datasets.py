"""Tables of deals and decisions: what they hold, that they can be read, and that a run resumes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drawn_matches import play_match
from waiting import until

from rebelote import Action, Card, CardSet, Pass, Record, View, __version__, data
from rebelote.data import TABLES, Plan, deal_rows, decision_rows, observation_rows
from rebelote.data.rows import columns
from rebelote.env import Env, actions
from rebelote.rules import presets
from rebelote.rules.cards import CARDS
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.records import notation

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def rebelote(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rebelote.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def matches(preset: str) -> list[Record]:
    rules = presets.rules(preset)
    return [play_match(rules, seed, deals=3)[1] for seed in range(6)]


def read_lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_deal_is_a_row_with_what_the_rules_made_of_it(preset: str) -> None:
    for number, record in enumerate(matches(preset)):
        rows = list(deal_rows(record, number))
        ended = [state for state in record.after_each_deal() if state.written]
        assert len(rows) == len(ended)
        for row, state in zip(rows, ended, strict=True):
            result = {name: getattr(row, name) for name in row.__struct_fields__}
            written, deal = state.sheet[-1], state.deal
            assert (row.record, row.deal, row.rules) == (number, written.number, preset)
            sides = range(state.rules.side_count)
            assert tuple(result[f"marks_{side}"] for side in sides) == written.marks
            hands = [CardSet(result[f"hand_{seat}"]) for seat in range(row.players)]
            assert hands == [CardSet.of(hand) for hand in deal.dealt]
            played = [Card(word) for word in row.cards.split()]
            if isinstance(deal, PlayedOut):
                won = tally(deal)
                assert CardSet.of(played) == CardSet.of(card for hand in hands for card in hand)
                assert tuple(result[f"points_{side}"] for side in sides) == won.points
                assert tuple(result[f"belote_{side}"] for side in sides) == won.belote
                assert (row.attacker, row.trump) == (
                    deal.contract.attacker,
                    deal.contract.trump.value,
                )
            assert (row.outcome == "passed") is (written.outcome is None)


@pytest.mark.parametrize("preset", ["french", "flemish3", "ffb-contree-2016", "bulgarian"])
def test_a_decision_is_a_row_with_what_its_seat_knew(preset: str) -> None:
    for record in matches(preset):
        steps = [
            step
            for step in record.steps()
            if step.seat == step.before.to_act and notation.head(step.action) in ("call", "play")
        ]
        rows = list(decision_rows(record))
        assert len(rows) >= len(rows) == sum(row.kind in ("call", "card") for row in rows)
        for row in rows:
            hand, legal = CardSet(row.hand), CardSet(row.legal_cards or 0)
            if row.kind == "card":
                assert row.card is not None
                assert legal <= hand and not hand & CardSet(row.played)
                assert row.action.startswith(str(CARDS[row.card]))
            else:
                assert row.action in row.legal_calls.split() and row.legal_cards is None
        done = [(step.before.number, notation.word(step.action, record.rules)) for step in steps]
        assert [(row.deal, row.action) for row in rows] == done


@pytest.mark.parametrize("preset", ["french", "flemish3", "ffb-contree-2016", "baloot"])
def test_an_observation_is_that_of_the_environment(preset: str) -> None:
    env = Env(preset, silence=True)
    record = play_match(presets.rules(preset), 5, deals=2)[1]
    rows = list(observation_rows(record))
    assert len(rows) == len(list(decision_rows(record)))
    decisions = [
        step
        for step in record.steps()
        if step.seat == step.before.to_act and notation.head(step.action) in ("call", "play")
    ]
    for row, step in zip(rows, decisions, strict=True):
        env.match = step.before
        assert (row.seat, row.observation) == (step.seat, env.observe().tobytes())
        offered = actions.offered(step.before.deal, silence=True)
        assert offered[row.action] == step.action
        assert [number for number, legal in enumerate(row.mask) if legal] == sorted(offered)
        assert len(row.mask) == env.action_count


def test_rows_say_by_which_options_at_what_score_and_between_whom() -> None:
    rules = presets.rules("french", undertrump="free")
    record = play_match(rules, 1, deals=3)[1]
    agents = ("club", "mine:Bot", "club", "mine:Bot")
    rows = list(deal_rows(record, 0, agents))
    totals = [0, 0]
    for row in rows:
        assert json.loads(row.options)["undertrump"] == "free"
        assert [row.score_0, row.score_1, row.score_2] == [*totals, None]
        assert (row.agent_0, row.agent_1, row.agent_3) == ("club", "mine:Bot", "mine:Bot")
        totals = [totals[0] + row.marks_0, totals[1] + row.marks_1]
    before = {row.deal: (row.score_0, row.score_1) for row in rows}
    for decision in decision_rows(record, 0, agents):
        assert decision.agent == agents[decision.seat] and "free" in decision.options
        assert (decision.score_0, decision.score_1) == before[decision.deal]
    assert next(deal_rows(record)).agent_0 == ""


def test_a_parquet_file_says_what_made_it(tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason="make test-full installs it")
    file = tmp_path / "deals.parquet"
    call = ("selfplay", "--level", "beginner", "--deals", "2", "--set", "undertrump=free")
    done = rebelote(*call, "--seed", "7", "--to", file)
    assert done.returncode == 0, done.stderr
    about = {
        name.decode(): value.decode() for name, value in parquet.read_schema(file).metadata.items()
    }
    assert (about["rules"], about["seed"], about["levels"]) == ("french", "7", '["beginner"]')
    assert about["version"] == __version__ and about["command"].startswith("rebelote selfplay ")
    assert json.loads(about["options"])["undertrump"] == "free"


def test_no_row_of_a_decision_has_another_seats_cards() -> None:
    fields = TABLES["decisions"][0].__struct_fields__
    assert not {name for name in fields if name.startswith("hand_")}


def test_the_page_says_what_every_column_holds() -> None:
    text = PAGE.read_text("utf-8")
    for row, _ in TABLES.values():
        for column in columns(row):
            assert f"| `{column.name}` | {column.description} |" in text, column.name


# --- files ----------------------------------------------------------------------------------------


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    file = tmp_path / "matches.txt"
    file.write_text("\n".join(map(str, matches("french")[:2])), encoding="utf-8")
    return file


def test_json_lines_and_csv_hold_the_same_rows(recorded: Path, tmp_path: Path) -> None:
    for name in ("deals.csv", "deals.jsonl"):
        assert rebelote("export", recorded, "--to", tmp_path / name).returncode == 0
    lines = read_lines(tmp_path / "deals.jsonl")
    table = list(csv.DictReader((tmp_path / "deals.csv").read_text("utf-8").splitlines()))
    assert len(lines) == len(table) >= 4
    for one, other in zip(lines, table, strict=True):
        assert {name: "" if value is None else str(value) for name, value in one.items()} == other


def test_parquet_holds_the_same_rows(recorded: Path, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason="make test-full installs it")
    for kind, (row, _) in TABLES.items():
        for name in ("rows.parquet", "rows.jsonl"):
            done = rebelote("export", recorded, "--rows", kind, "--to", tmp_path / name)
            assert done.returncode == 0, done.stderr
        lines = read_lines(tmp_path / "rows.jsonl")
        table = parquet.read_table(tmp_path / "rows.parquet")
        assert msgspec.to_builtins(table.to_pylist()) == lines
        assert str(table.schema.field("deal").type) == "int32"
        described = {field.name: field.metadata[b"description"] for field in table.schema}
        assert described == {one.name: one.description.encode() for one in columns(row)}


@pytest.mark.parametrize(
    ("to", "said"), [("deals.xls", "its name ends in .parquet"), ("no/deals.csv", "no folder")]
)
def test_what_cannot_be_written_is_said_before_anything_is_played(
    recorded: Path, tmp_path: Path, to: str, said: str
) -> None:
    for words in (["export", recorded], ["selfplay", "--deals", 9**9]):
        done = rebelote(*words, "--to", tmp_path / to)
        assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_a_broken_record_is_reported_and_the_others_are_rows(
    recorded: Path, tmp_path: Path
) -> None:
    text = recorded.read_text("utf-8")
    recorded.write_text('[Record "4"]\nnonsense\n\n' + text, encoding="utf-8")
    done = rebelote("export", recorded, "--to", tmp_path / "deals.csv")
    assert done.returncode == 1 and "line" in done.stderr
    assert len((tmp_path / "deals.csv").read_text("utf-8").splitlines()) >= 5


# --- deals that bots play -------------------------------------------------------------------------


def plan(deals: int = 12, **more: Any) -> Plan:
    rules = presets.rules("french", shuffle="each_deal_full")
    return Plan(rules, ("beginner",), deals, **more)


def test_a_plan_is_played_the_same_by_any_number_of_processes(tmp_path: Path) -> None:
    alone = list(data.play(plan(), tmp_path / "a"))
    assert list(data.play(plan(), tmp_path / "b", jobs=2)) == alone
    assert list(data.play(plan(5), tmp_path / "c")) == alone[:5]
    assert next(iter(data.play(plan(seed=2), tmp_path / "d"))) != alone[0]


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    whole = list(data.play(plan(), kept))
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:5]) + lines[5][: len(lines[5]) // 2])
    shown: list[int] = []

    def bar(each: Any, done: int) -> Any:
        shown.append(done)
        return each

    assert list(data.play(plan(), kept, bar=bar)) == whole and shown == [4]


def test_a_command_that_is_killed_goes_on(tmp_path: Path) -> None:
    to, words = tmp_path / "deals.csv", ["selfplay", "--level", "beginner", "--deals", "60"]
    command = [sys.executable, "-m", "rebelote.cli", *words, "--to", str(to)]
    kept = tmp_path / "deals.csv.played"
    with subprocess.Popen([*command, "--jobs", "2"], stdout=subprocess.PIPE) as running:
        until(lambda: kept.exists() and kept.stat().st_size > 5_000)
        running.kill()
        running.communicate(timeout=60)  # the pipe ends once the workers have ended, too
    assert list(tmp_path.iterdir()) == [kept]
    assert rebelote(*words, "--to", to).returncode == 0
    assert not kept.exists()
    other = tmp_path / "again.csv"
    assert rebelote(*words, "--to", other).returncode == 0
    assert other.read_bytes() == to.read_bytes()


def test_any_agent_plays(tmp_path: Path) -> None:
    rules = presets.rules("french", shuffle="each_deal_full")
    own = Plan(rules, ("examples.own_bot:Careful", "beginner") * 2, 3)
    assert [len(list(deal_rows(record))) for record in data.play(own, tmp_path / "a")] == [1] * 3
    for agent, why in ((f"{__name__}:illegal", "You cannot do that"), ("cmd:true", "has ended")):
        with pytest.raises(ValueError, match=f"deal 1: {agent}: .*{why}"):
            list(data.play(Plan(rules, (agent,), 3), tmp_path / agent.partition(":")[0]))


def illegal(_: View) -> Action:
    return Pass()


def test_the_file_of_another_run_is_refused(tmp_path: Path) -> None:
    list(data.play(plan(2), tmp_path / "kept"))
    with pytest.raises(ValueError, match="other rules, levels or another seed"):
        list(data.play(plan(2, seed=9), tmp_path / "kept"))
    for levels, said in (((), "one level"), (("beginner",) * 3, "4 seats"), (("x",), "not a bot")):
        with pytest.raises(ValueError, match=said):
            Plan(presets.rules("french"), levels, 1)
