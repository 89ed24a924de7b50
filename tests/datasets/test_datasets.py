"""Tables of deals and decisions: what they hold, that they can be read, and that a run resumes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from strategies import play_match
from waiting import until

from rebelote import Action, Card, CardSet, Pass, Record, View, data
from rebelote.data import DealRow, DecisionRow, Plan, deal_rows, decision_rows
from rebelote.data.rows import columns
from rebelote.rules import notation, presets
from rebelote.rules.cards import CARDS
from rebelote.rules.deal import PlayedOut, tally

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


def test_no_row_of_a_decision_has_another_seats_cards() -> None:
    assert not {name for name in DecisionRow.__struct_fields__ if name.startswith("hand_")}


def test_the_page_says_what_every_column_holds() -> None:
    text = PAGE.read_text("utf-8")
    for row in (DealRow, DecisionRow):
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
    for kind, row in (("deals", DealRow), ("decisions", DecisionRow)):
        for name in ("rows.parquet", "rows.jsonl"):
            done = rebelote("export", recorded, "--rows", kind, "--to", tmp_path / name)
            assert done.returncode == 0, done.stderr
        lines = read_lines(tmp_path / "rows.jsonl")
        table = parquet.read_table(tmp_path / "rows.parquet")
        assert table.to_pylist() == lines
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
    """An agent that passes whenever it is asked."""
    return Pass()


def test_the_file_of_another_run_is_refused(tmp_path: Path) -> None:
    list(data.play(plan(2), tmp_path / "kept"))
    with pytest.raises(ValueError, match="other rules, levels or another seed"):
        list(data.play(plan(2, seed=9), tmp_path / "kept"))
    for levels, said in (((), "one level"), (("beginner",) * 3, "4 seats"), (("x",), "not a bot")):
        with pytest.raises(ValueError, match=said):
            Plan(presets.rules("french"), levels, 1)
