"""The arena: fair seating, signs and counts, and the same figures for the same seed."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import command
import pytest
from command import Ended
from half_sent import has_stopped, send_result
from volume import volume
from waiting import until

from rebelote import arena, workers
from rebelote.arena import confidence, playing, ratings
from rebelote.arena.playing import Task, TaskResult
from rebelote.bots import random_bot
from rebelote.rules import presets

COMMAND = [sys.executable, "-m", "rebelote.cli", "arena"]
FILE = "run.jsonl"
FULL = pytest.mark.full
DIFFERENT = [
    pytest.param(
        name, marks=() if name in {"french", "flemish3", "bulgarian"} else pytest.mark.full
    )
    for name in presets.PRESETS
]
"""Three rule sets that differ much, and for the full tests all."""


def said(*arguments: str, folder: Path | None = None, code: int = 0) -> Ended:
    """Run the command and check its status; it never prints a traceback."""
    outcome = command.run("arena", *arguments, folder=folder)
    assert outcome.returncode == code, outcome.stderr
    assert "Traceback" not in outcome.stdout + outcome.stderr
    return outcome


def measured(*arguments: str, folder: Path | None = None) -> dict[str, Any]:
    """Return the JSON line of the command."""
    outcome: dict[str, Any] = json.loads(said(*arguments, "--json", folder=folder).stdout)
    return outcome


def without_times(outcome: Any) -> Any:
    """Return everything of a measure that the same seed gives again."""
    if isinstance(outcome, list):
        return [without_times(each) for each in outcome]
    if isinstance(outcome, dict):
        return {
            key: without_times(each) for key, each in outcome.items() if not key.endswith("_ms")
        }
    return outcome


# --- single deals ---------------------------------------------------------------------------------


def test_a_bot_gains_nothing_on_itself() -> None:
    """With sides swapped the same play is on both sides: every pair of deals cancels."""
    result = arena.compare("regular", "regular", deals=4, seed=4)
    assert result.points == result.points_interval == 0
    assert result.marks == result.marks_interval == 0
    assert 0 < result.taken <= 0.5


def test_what_one_gains_the_other_loses() -> None:
    one = arena.compare("regular", "random", deals=6, seed=6)
    other = arena.compare("random", "regular", deals=6, seed=6)
    assert (one.first, one.second, one.deals) == ("regular", "random", 6)
    assert one.points == pytest.approx(-other.points)
    assert one.marks == pytest.approx(-other.marks)
    assert one.points_interval == pytest.approx(other.points_interval)
    assert one.taken + other.taken <= 1


def test_the_same_seed_gives_the_same_deals() -> None:
    one, same, another = (
        arena.compare("regular", "random", deals=4, seed=seed) for seed in (1, 1, 2)
    )
    assert (one.points, one.marks, one.made) == (same.points, same.marks, same.made)
    assert one.points != another.points


def test_points_and_shares_stay_within_the_game() -> None:
    """162 points lie in a deal; a share is a share."""
    result = arena.compare("random", "random", deals=30, seed=3)
    assert abs(result.points) <= 162
    assert 0 <= result.made <= 1


def test_three_players_and_every_rule_set_are_measured() -> None:
    for preset in presets.PRESETS:
        rules = presets.rules(preset, shuffle="each_deal_full")
        result = arena.compare("beginner", "random", rules, deals=8, seed=3)
        assert (result.rules, result.deals) == (preset, 8)
        assert result.points > 0


# --- whole matches --------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", DIFFERENT)
def test_whole_matches_are_played_by_every_rule_set(preset: str) -> None:
    """The better bot wins more than its share; a match is of several deals, in every seating."""
    outcome = measured("beginner", "random", "--rules", preset, "--matches", "6", "--seed", "3")
    seatings = presets.rules(preset).side_count
    assert outcome["matches"] == 6 and outcome["deals"] > 6 * seatings
    assert 1 / seatings < outcome["won"] <= 1
    assert 0 <= outcome["won_from"] <= outcome["won"] <= outcome["won_to"] <= 1
    assert outcome["marks"] > 0


def test_a_bot_wins_half_of_the_matches_against_itself() -> None:
    result = arena.compare("beginner", "beginner", matches=4, seed=2)
    assert result.won == result.won_from == result.won_to == 0.5
    assert result.marks == result.marks_interval == 0


def test_every_seating_of_a_match_is_given_the_same_packs() -> None:
    """Rules that shuffle each pack afresh; a gathered pack follows the play."""
    rules = presets.rules("bga")
    setting = next(playing.settings(rules, 1, 7))
    task = Task(("beginner", "random"), setting)
    first, second = (
        [
            end.deal.pack
            for end in playing.SeatedPair(rules, task, side, playing.DecisionTimer()).deals(True)
        ]
        for side in (0, 1)
    )
    both = min(len(first), len(second))
    assert both > 3 and first[:both] == second[:both]
    assert len(set(first)) == len(first)


def test_a_gathered_pack_is_neither_shuffled_nor_forgotten() -> None:
    """French: the next pack is the gathered one, so it depends on the play and on nothing else."""
    rules = presets.rules("french")
    task = Task(("beginner", "beginner"), next(playing.settings(rules, 1, 7)))
    ends = list(playing.SeatedPair(rules, task, 0, playing.DecisionTimer()).deals(True))
    again = list(playing.SeatedPair(rules, task, 1, playing.DecisionTimer()).deals(True))
    assert len(ends) > 3 and ends == again
    assert ends[-1].winner is not None and not any(end.needs_pack for end in ends)


# --- intervals ------------------------------------------------------------------------------------


def test_a_share_of_single_wins_has_wilsons_interval() -> None:
    """Eight of ten: 0.490 to 0.943; everything won is not known for certain."""
    assert confidence.share([1] * 8 + [0] * 2) == pytest.approx((0.8, 0.490, 0.943), abs=0.001)
    won, low, high = confidence.share([1.0] * 10)
    assert won == high == 1 and low == pytest.approx(0.722, abs=0.001)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Shares of matches whose seatings were both won, both lost or divided."""
    chance, held = Random(11), 0
    for _ in range(2000):
        luck = [chance.choices((1.0, 0.5, 0.0), (0.3, 0.6, 0.1))[0] for _ in range(40)]
        _, low, high = confidence.share(luck)
        held += low <= 0.6 <= high
    assert 0.93 <= held / 2000 <= 0.97


# --- pools ----------------------------------------------------------------------------------------


def lots(strengths: dict[str, float], count: int, seed: int) -> list[TaskResult]:
    """Simulate games of bots whose ratings are known."""
    chance = Random(seed)
    outcome = []
    for number in range(count):
        for one, other in combinations(strengths, 2):
            odds = 10 ** ((strengths[one] - strengths[other]) / 400)
            lead = 1.0 if chance.random() < odds / (1 + odds) else -1.0
            pair = one, other
            outcome.append(
                TaskResult(
                    pair=pair,
                    number=number,
                    marks=lead,
                    points=lead,
                    won=None,
                    seatings=2,
                    deals=2,
                    taken=1,
                    made=1,
                    seconds=0.0,
                    decisions=1,
                    longest=0.0,
                )
            )
    return outcome


def test_ratings_find_the_strengths_that_were_put_in() -> None:
    """Order and distances; about 95 in 100 intervals hold the truth, and none is empty."""
    strengths = {"a": 1000.0, "b": 1060.0, "c": 1150.0, "d": 1300.0}
    held = []
    for seed in range(volume(8, 30)):
        rated = ratings.rated(strengths, lots(strengths, 400, seed), "a")
        assert rated[0].bot == "d" and rated[-1].bot == "a"
        for outcome in rated[:-1]:
            assert 10 < outcome.interval < 60
            held.append(abs(outcome.rating - strengths[outcome.bot]) <= outcome.interval)
    assert 0.9 <= sum(held) / len(held) <= 1


def test_draws_alone_make_equals() -> None:
    drawn = [
        TaskResult(
            pair=("a", "b"),
            number=n,
            marks=0.0,
            points=0.0,
            won=None,
            seatings=2,
            deals=2,
            taken=0,
            made=0,
            seconds=0.0,
            decisions=1,
            longest=0.0,
        )
        for n in range(200)
    ]
    rated = ratings.rated("ab", drawn, "b")
    assert [each.rating for each in rated] == pytest.approx([1000, 1000])
    assert sorted(each.interval > 0 for each in rated) == [False, True]


def test_a_match_of_three_is_led_by_the_winner_of_more_than_a_third() -> None:
    won = [
        TaskResult(
            pair=("a", "b"),
            number=0,
            marks=0.0,
            points=0.0,
            won=n / 3,
            seatings=3,
            deals=30,
            taken=9,
            made=5,
            seconds=0.0,
            decisions=1,
            longest=0.0,
        ).lead
        for n in range(4)
    ]
    assert won[0] < 0 and math.isclose(won[1], 0, abs_tol=1e-12) and 0 < won[2] < won[3]


def test_a_pool_rates_everybody_and_shows_every_pair(tmp_path: Path) -> None:
    """Beginner stays at 1000; each pair is as it would be alone; the table says it too."""
    names = ("random", "beginner", "regular")
    outcome = measured("pool", *names, "--deals", "12", "--save", FILE, folder=tmp_path)
    assert [each["bot"] for each in outcome["ratings"]] == ["regular", "beginner", "random"]
    assert {"bot": "beginner", "rating": 1000.0, "interval": 0.0} in outcome["ratings"]
    alone = measured("random", "beginner", "--deals", "12")
    assert without_times(alone) in without_times(outcome["pairs"])
    table = said("pool", *names, "--deals", "12", "--save", FILE, folder=tmp_path).stdout
    assert "beginner  1000    fixed" in table
    assert f"{alone['points']:+.1f} ± {alone['points_interval']:.1f}" in table


def test_a_pool_of_matches_goes_on_from_what_pairs_have_played(tmp_path: Path) -> None:
    names = ("beginner", "random", f"{random_bot.__name__}:simplest")
    how = ("--rules", "bga", "--matches", "2", "--save", FILE)
    measured(*names[:2], *how, folder=tmp_path)
    lines = (tmp_path / FILE).read_text().splitlines()
    pool = measured("pool", *names, *how, folder=tmp_path)
    after = (tmp_path / FILE).read_text().splitlines()
    assert after[: len(lines)] == lines and len(after) == 1 + 3 * 2
    whole = measured("pool", *names, *how[:4])
    assert without_times(pool) == without_times(whole)


# --- going on, and sharing the work ---------------------------------------------------------------


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    """A run that stopped goes on, also after a line that was cut off; another run is refused."""
    file = tmp_path / FILE
    whole = arena.compare("beginner", "random", deals=12, seed=5)
    arena.compare("beginner", "random", deals=5, seed=5, saved=file)
    with file.open("ab") as lines:
        lines.write(b'{"number": 5, "ma')
    resumed = arena.compare("beginner", "random", deals=12, seed=5, saved=file)
    assert (resumed.marks, resumed.points) == (whole.marks, whole.points)
    assert len(file.read_text().splitlines()) == 1 + 12
    with pytest.raises(ValueError, match="another seed"):
        arena.compare("beginner", "random", deals=12, seed=6, saved=file)
    with pytest.raises(ValueError, match="another seed"):
        arena.compare("beginner", "random", matches=12, seed=5, saved=file)


def test_a_file_that_is_no_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE
    for content in (b"", b"\xff\xfe\n", b"a shopping list\n"):
        file.write_bytes(content)
        refused = said("beginner", "random", "--save", FILE, folder=tmp_path, code=1)
        assert "holds no arena run" in refused.stderr
        assert file.read_bytes() == content
    file.unlink()
    said("beginner", "random", "--deals", "2", "--save", FILE, folder=tmp_path)
    with file.open("ab") as lines:
        lines.write(b"{}\n")
    refused = said("beginner", "random", "--deals", "2", "--save", FILE, folder=tmp_path, code=1)
    assert f"{FILE}, line 4" in refused.stderr


@pytest.mark.parametrize("play", ["--deals", "--matches"])
def test_two_processes_find_the_same(play: str) -> None:
    one, two = (measured("beginner", "random", play, "8", "--jobs", jobs) for jobs in ("1", "2"))
    assert without_times(one) == without_times(two)


def _as_in_a_terminal() -> None:
    """A run in the background of a script has Ctrl-C ignored, and would hand that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=FULL), "2"])
def test_an_interrupted_run_says_so_and_goes_on(tmp_path: Path, jobs: str) -> None:
    """Ctrl-C reaches every process of the terminal; nothing that was played is lost."""
    file = tmp_path / FILE
    how = ("beginner", "random", "--seed", "3", "--save", FILE)
    run = subprocess.Popen(
        [*COMMAND, *how, "--deals", "100000", "--jobs", jobs],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_as_in_a_terminal,
    )
    try:
        until(lambda: file.exists() and file.read_bytes().count(b"\n") > 6)
        os.killpg(run.pid, signal.SIGINT)
        output, errors = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode == 1 and not output
    assert (
        errors.strip() == f"rebelote: stopped; {FILE} holds what was played: run it again to resume"
    )
    kept = file.read_text().splitlines()
    resumed = measured(*how, "--deals", "8", folder=tmp_path)
    assert file.read_text().splitlines()[: len(kept) - 1] == kept[:-1] and len(kept) > 6
    assert without_times(resumed) == without_times(measured(*how[:4], "--deals", "8"))


def test_a_stopped_run_waits_for_no_result_that_is_half_sent() -> None:
    others = set(multiprocessing.active_children())
    results: Any = workers.in_processes(send_result, [False, True], 1)
    assert next(results) == bytes(1)
    (worker,) = set(multiprocessing.active_children()) - others
    until(lambda: has_stopped(worker))
    stopping = threading.Thread(target=results.close, daemon=True)
    stopping.start()
    stopping.join(60)
    assert not stopping.is_alive() and not worker.is_alive()


def test_a_bar_shows_progress_where_there_is_a_terminal() -> None:
    """On standard error, if that is a terminal; standard output stays what was asked for."""
    looking, terminal = pty.openpty()
    asked = [*COMMAND, "beginner", "random", "--deals", "12", "--json"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    run = subprocess.run(
        asked, stdout=subprocess.PIPE, stderr=terminal, timeout=60, env=environment
    )
    os.close(terminal)
    shown = os.read(looking, 100_000).decode()
    os.close(looking)
    assert run.returncode == 0 and json.loads(run.stdout)["deals"] == 12
    assert "deals" in shown and "12/12" in shown
    assert not said("beginner", "random", "--deals", "12").stderr


# --- a cluster ------------------------------------------------------------------------------------


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make test-long does")
def test_a_cluster_finds_the_same(tmp_path: Path) -> None:
    """One of two processors on this machine, which ends with the run."""
    how = ("beginner", "random", "--matches", "4")
    there = measured(*how, "--cluster", "local", "--jobs", "2", "--save", FILE, folder=tmp_path)
    assert without_times(there) == without_times(measured(*how))
    assert len((tmp_path / FILE).read_text().splitlines()) == 1 + 4


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make test-long does")
def test_a_cluster_reviews_the_same() -> None:
    file = Path(__file__).parent.parent / "games" / "ties-are-held.txt"
    here, there = (
        command.run("review", str(file), "--json", *how).stdout
        for how in (["--jobs", "2"], ["--jobs", "2", "--cluster", "local"])
    )
    assert here == there != ""


def test_without_its_cluster_a_run_loses_nothing(tmp_path: Path) -> None:
    """One sentence and code 2; a run that is complete needs no cluster at all."""
    how = ("beginner", "random", "--save", FILE)
    said(*how, "--deals", "4", folder=tmp_path)
    kept = (tmp_path / FILE).read_bytes()
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{deaf.getsockname()[1]}"
        for address in (place, f"ray://{place}"):
            lost = said(*how, "--deals", "6", "--cluster", address, folder=tmp_path, code=2)
            assert lost.stderr.count("\n") == 1
            assert f"no cluster at {address}" in lost.stderr and FILE in lost.stderr
            assert (tmp_path / FILE).read_bytes() == kept
        assert said(*how, "--deals", "4", "--cluster", place, folder=tmp_path).stdout
    for address in ("somewhere", "ray://somewhere:port", ":"):
        lost = said(*how, "--deals", "6", "--cluster", address, folder=tmp_path, code=2)
        assert "write it as HOST:PORT" in lost.stderr


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("regular random --deals 0", "play at least 1 deal, not 0"),
        ("regular random --deals -3", "play at least 1"),
        ("regular random --matches 0", "play at least 1 match, not 0"),
        ("regular random --deals 5 --matches 5", "use either --deals or --matches"),
        ("regular random --jobs 0", "--jobs is at least 1"),
        ("regular nobody --deals 4", "'nobody' is not a bot"),
        ("regular random --rules whist", "is not a rule set"),
        ("pool regular", "two or more different bots"),
        ("pool", "two or more different bots"),
        ("pool regular regular random", "two or more different bots"),
        ("pool regular nobody", "'nobody' is not a bot"),
        ("regular random --deals 4 --save no/where.jsonl", "No such file"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, arguments: str, sentence: str) -> None:
    refused = said(*arguments.split(), folder=tmp_path, code=1)
    assert sentence in refused.stderr and refused.stderr.count("\n") == 1


def test_an_extra_that_is_missing_is_named(tmp_path: Path) -> None:
    """The library stands aside for a file of its name that cannot be imported."""
    (tmp_path / "ray.py").write_text("raise ImportError")
    asked = "beginner random --deals 4 --cluster local"
    refused = subprocess.run(
        [*COMMAND, *asked.split()], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert refused.returncode == 1 and "Traceback" not in refused.stderr
    assert "pip install 'rebelote[cluster]'" in refused.stderr
