"""A kit for authors of games: a starter folder, and a check of all possible faults at a table."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Final

from rebelote import games, i18n, rehearsal
from rebelote.env import Env, observation
from rebelote.rules.presets import PRESETS
from rebelote.rules.view import view

TEMPLATE: Final = "game_template"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
THOROUGH: Final = rehearsal.Volume(random=200, called=40, searched=10)
"""The deals of each rule set that a check plays."""


def create(name: str, folder: Path) -> list[Path]:
    """Write a game that plays at once, in a folder of its own.

    Args:
        name: of the game and its rule set, such as `jass` or `my-belote`.
        folder: where its folder is made.

    Returns:
        The files that were written.

    Raises:
        ValueError: for a name that is none, is taken, or whose folder is there already.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name: small letters and digits, with hyphens between")
    if name in PRESETS:
        raise ValueError(f"{name} is a rule set already")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or module in {*sys.stdlib_module_names, "rebelote"}:
        raise ValueError(f"{module} has a meaning in Python: its module could not be imported")
    home = folder / module
    if home.exists():
        raise ValueError(f"{home} is there already")
    values = {"NAME": name, "MODULE": module, "TITLE": name.replace("-", " ").capitalize()}
    return [_written(file, home / path, values) for path, file in _files(_template())]


def _template() -> Traversable:
    return files("rebelote") / TEMPLATE


def _files(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files of a folder with their paths below it."""
    for entry in folder.iterdir():
        below = f"{path}{entry.name}"
        if entry.is_dir():
            yield from _files(entry, f"{below}/")
        elif below.endswith(".txt"):
            yield below.removesuffix(".txt"), entry


def _written(template: Traversable, path: Path, values: dict[str, str]) -> Path:
    text = template.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def check(name: str) -> Iterator[str]:
    """Try out all that could fail at a table of a loaded game, and say what was tried.

    Loading has compared its parts with their protocols; deals of each rule set are played by random
    actions, by bots that call by the hand and by bots that search, each is settled in many
    ways, and its record is read back; a deal is played in `rebelote.env`. What lacks words in a
    language that the game speaks is listed, and mypy checks its code where it is installed.

    Raises:
        ValueError: with the first thing that is wrong, and where it is.
    """
    game = games.named(name)
    yield f"{name}: loaded, with the rule sets {', '.join(game.presets)}"
    for preset in game.presets:
        codes = rehearsal.rehearse(PRESETS[preset], THOROUGH)
        yield (
            f"{preset}: {THOROUGH.random} random deals, {THOROUGH.called} called by hand, "
            f"{THOROUGH.searched} searched; records read back"
        )
        for language in i18n.LANGUAGES:
            silent = sorted(code for code in codes if code not in i18n.catalogue(language))
            if silent:
                raise ValueError(f"{preset}: its words in {language} lack {', '.join(silent)}")
        yield f"{preset}: {_learnt(preset)} actions of a deal in rebelote.env"
        yield from _house_rules(game, preset)
    yield from _words(game)
    yield _typed(name)


def _learnt(preset: str) -> int:
    """Play a deal in the environment for learning, and return how many actions it took."""
    env, chance = Env(preset, seed=1), Random(1)
    while (seat := env.seat) is not None:
        observation.encode(view(env.match, seat))
        env.step(chance.choice(env.legal))
    return len(env.history)


def _words(game: games.Game) -> Iterator[str]:
    """Yield the languages with all sentences, and the sentences that the others lack."""
    for language in games.languages(game):
        if missing := games.unsaid(game, language):
            yield f"words in {language}: said in English are {', '.join(missing)}"
        else:
            yield f"words in {language}: complete"


def _house_rules(game: games.Game, preset: str) -> Iterator[str]:
    """Play by each value of each option of the game's own."""
    usual = PRESETS[preset]
    for name, own in game.options.items():
        others = [value for value in games.values_of(own) if value != usual.own[name]]
        for value in others:
            rehearsal.rehearse(usual.agree({name: value}))
        if others:
            yield f"{preset}: played with {name} = {', '.join(map(str, others))}, too"


def _typed(name: str) -> str:
    """Check the game's code with mypy. ValueError where it finds a mistake."""
    mypy = shutil.which("mypy", path=str(Path(sys.executable).parent)) or shutil.which("mypy")
    result = importlib.util.find_spec(name.partition(":")[0]) if mypy else None
    if mypy is None or result is None or result.origin is None:
        return "types: not checked (mypy is not installed)"
    done = subprocess.run(
        [mypy, "--strict", "--no-error-summary", result.origin], capture_output=True, text=True
    )
    if done.returncode:
        raise ValueError(f"mypy --strict finds:\n{done.stdout.strip()}")
    return "types: mypy --strict finds no mistake"
