"""`rebelote game new` and `game check`: from nothing to a game that is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from forked import run
from needs import needs_kernel

from rebelote import game_kit


def test_a_new_game_is_written_once(tmp_path: Path) -> None:
    made = run("game", "new", "my-jass", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert {"my_jass/__init__.py", "my_jass/words/en.json", "my_jass/test_game.py"} <= files
    again = run("game", "new", "my-jass", folder=tmp_path)
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)


@pytest.mark.full
@needs_kernel
def test_a_new_game_is_checked_and_played(tmp_path: Path) -> None:
    game_kit.create("my-jass", tmp_path)
    checked = run("game", "check", "my_jass", folder=tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert "my-jass: 200 random deals" in checked.stdout
    assert "words in en: complete" in checked.stdout
    played = run(
        "arena",
        "--game",
        "my_jass",
        "--rules",
        "my-jass",
        "beginner",
        "--deals",
        "2",
        folder=tmp_path,
    )
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize("name", ["French", "a b", "", "-x", "../x"])
def test_what_is_no_name_is_refused_and_writes_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        game_kit.create(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["class", "json", "rebelote"])
def test_what_python_could_not_import_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="has a meaning in Python"):
        game_kit.create(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_rule_set_is_taken(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is a rule set already"):
        game_kit.create("flemish", tmp_path)


@needs_kernel
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (("tally.attack if lead > 0", "tally.atack if lead > 0"), "AttributeError"),
        (("Line(outcome,", 'Line("unheard",'), "its English words lack score.unheard"),
    ],
)
def test_what_would_fail_at_a_table_is_found(
    tmp_path: Path, fault: tuple[str, str], sentence: str
) -> None:
    game_kit.create("jass", tmp_path)
    module = tmp_path / "jass" / "__init__.py"
    module.write_text(module.read_text("utf-8").replace(*fault), encoding="utf-8")
    checked = run("game", "check", "jass", folder=tmp_path)
    assert checked.returncode == 1
    assert sentence in checked.stderr


@needs_kernel
def test_words_that_a_language_lacks_are_listed(tmp_path: Path) -> None:
    """A key without English is refused as the game is loaded; the others are in every language."""
    game_kit.create("jass", tmp_path)
    words = {"preset.jass": "Jass", "preset.jass.more": "?"}
    (tmp_path / "jass" / "words" / "fr.json").write_text(json.dumps(words), encoding="utf-8")
    checked = run("game", "check", "jass", folder=tmp_path)
    assert checked.returncode == 1 and "has no English" in checked.stderr
