"""The command line: results where they are possible, one sentence where not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import run
from needs import needs_kernel
from server_process import free_port

from rebelote import Record, __version__
from rebelote.cli import COMMANDS

NAMES = sorted(name for names in COMMANDS.values() for name in names)


def test_help_names_every_command() -> None:
    said = run("--help")
    assert said.returncode == 0
    listed = said.stdout.partition("Commands:")[2]
    assert re.findall(r"^  (\w+) ", listed, re.MULTILINE) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str) -> None:
    said = run(name, "--help")
    assert said.returncode == 0
    assert re.search(rf"Example: .*\brebelote {name}\b", said.stdout)


@pytest.mark.parametrize("language", ["fr", "nl", "sv", "bg", "hr", "el", "ar", "hy", "en"])
def test_a_match_is_played_saved_and_replayed(tmp_path: Path, language: str) -> None:
    file = tmp_path / "match.txt"
    # Nonsense first; then whatever is asked, some of these answers it.
    typed = "help\nsheet\nlast\nnonsense\n" + "\n3-2\nt\n1\n2\n3\n4\n5\n6\n7\n8\n" * 300
    where = (
        "--level",
        "beginner",
        "--seed",
        "4",
        "--target",
        "150",
        "--save",
        str(file),
        "--language",
        language,
    )
    played = run("play", *where, typed=typed)
    assert played.returncode == 0, played.stderr
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert record.replay().winner is not None
    assert str(record) == file.read_text(encoding="utf-8")
    received = run("replay", str(file), "--language", language)
    assert received.returncode == 0, received.stderr
    assert str(record.replay().scores[0]) in received.stdout


@needs_kernel
def test_a_record_is_reviewed_in_words_and_as_json() -> None:
    file = str(Path(__file__).parent.parent / "games" / "ties-are-held.txt")
    received = run("review", file, "--deal", "4", "--language", "fr")
    assert received.returncode == 0, received.stderr
    assert received.stdout.startswith("Donne 4")
    lost = run("review", file, "--deal", "4", "--cluster", f"127.0.0.1:{free_port()}")
    assert lost.returncode == 2 and "there is no cluster at" in lost.stderr
    lines = run("review", file, "--deal", "4", "--jobs", "2", "--json").stdout.splitlines()
    report = json.loads(lines[0])
    assert (len(lines), report["match"], report["number"]) == (1, 1, 4)
    parts = sum(share["known"] + share["chance"] for share in report["shares"])
    assert report["worth"] + parts == report["marks"][0] - report["marks"][1]


def test_the_hands_of_recorded_deals_are_counted() -> None:
    file = str(Path(__file__).parent.parent / "games" / "fresh-packs.txt")
    report = json.loads(run("fairness", file, file, "--json").stdout)
    assert report["deals"] == report["repeated"] > 0
    received = run("fairness", file)
    assert received.returncode == 0, received.stderr
    assert f"{report['deals']} deals, 0 more repeat a pack" in received.stdout


def test_the_end_of_input_stops_the_match_and_saves_it(tmp_path: Path) -> None:
    file = tmp_path / "begun.txt"
    played = run("play", "--seed", "1", "--save", str(file), typed="\n")
    assert played.returncode == 0
    assert "The match stops here." in played.stdout
    assert Record.parse(file.read_text(encoding="utf-8")).replay().winner is None


def test_a_file_that_cannot_be_written_is_said_before_the_first_card(tmp_path: Path) -> None:
    said = run("play", "--save", str(tmp_path / "nowhere" / "match.txt"), typed="\n")
    assert said.returncode == 1
    assert "No such file" in said.stderr and not said.stdout


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "rebelote", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert said.stdout.strip() == __version__


def test_an_arena_is_one_json_line() -> None:
    said = run("arena", "regular", "random", "--deals", "20", "--json")
    assert said.returncode == 0
    assert said.stdout.count("\n") == 1 and '"points"' in said.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("replay", "nowhere.txt"), "No such file"),
        (("replay", "-"), "no deal"),
        (("arena", "nobody", "random"), "is not a bot"),
        (("arena", "--deals", "0"), "at least 1"),
        (("play", "--language", "xx"), "is not a supported language"),
        (("play", "--target", "0"), "target is 1 to"),
    ],
)
def test_mistakes_are_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    said = run(*arguments)
    assert said.returncode == 1
    assert sentence in said.stderr
    assert said.stderr.count("\n") == 1


def test_an_unknown_command_is_no_traceback() -> None:
    said = run("frobnicate")
    assert said.returncode != 0
    assert "Traceback" not in said.stderr + said.stdout


def test_a_record_that_lies_is_refused_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    run(
        "play",
        "--seed",
        "4",
        "--target",
        "1",
        "--save",
        str(file),
        typed="\n3-2\nt\n1\n2\n3\n4\n5\n6\n7\n8\n" * 60,
    )
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.split(" ")[0] in ("made", "failed"))
    lines[number - 1] += " held 7770"
    said = run("replay", "-", typed="\n".join(lines))
    assert said.returncode == 1
    assert f"line {number}:" in said.stderr


EXAMPLE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
RECORD = EXAMPLE.split("```record\n")[1].split("```")[0]


def test_the_seals_of_several_records_are_verified() -> None:
    one, two = run("verify", "-", typed=RECORD), run("verify", "-", typed=RECORD + RECORD)
    assert one.stdout == "deal 1: not sealed\n"
    assert (two.returncode, two.stdout) == (0, f"{one.stdout}match 2\n{one.stdout}")
    broken = run("verify", "-", typed=RECORD + RECORD.replace("cut 4", "cut 5"))
    assert (broken.returncode, broken.stderr.count("\n")) == (1, 1)
    middle = run("verify", "-", typed=RECORD + RECORD.replace("cut 4", "cut 5") + RECORD)
    assert (middle.returncode, middle.stdout) == (1, two.stdout)
    none = run("verify", "-")
    assert (none.returncode, none.stderr) == (1, "rebelote: this record contains no deal\n")


def test_a_record_with_a_name_for_no_seat_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(RECORD.replace("[Dealer", '[Seat 4 "Eva"]\n[Dealer'), encoding="utf-8-sig")
    said = run("replay", str(file))
    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert "seats 0 to 3" in said.stderr
    file.write_text(RECORD.replace("Ann", "Zoé"), encoding="utf-8-sig")
    assert "Zoé" in run("replay", str(file), "--language", "fr").stdout
