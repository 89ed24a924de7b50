"""The packages for programs in JavaScript, installed from their archives."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import npm_packages
import pytest
import wasm
from needs import needs_kernel
from npm_programs import EXPECTED, program
from volume import volume

import rebelote
from rebelote.kernel import solver
from rebelote.rules import play, presets
from rebelote.rules.cards import CARDS, CardSet, Trump

POSITIONS = volume(2, 20)
"""The number of them in each contract of each rule set."""
MOST_BYTES = {"kernel": 160_000, "rules": 30_000}
"""The sizes of the archives."""
BIN = wasm.HOME / ".venv" / "bin"
STRICT = ("--strict", "--noEmit", "--types", "", "--target", "es2022", "--module", "nodenext")

Question = dict[str, Any]

pytestmark = [
    pytest.mark.full,
    needs_kernel,
    pytest.mark.skipif(not wasm.can_compile(), reason="Rust cannot compile for the page here"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which both packages are installed, without a network."""
    folder = tmp_path_factory.mktemp("npm")
    archives = npm_packages.build(folder / "built")
    for name, archive in zip(npm_packages.NAMES, archives, strict=True):
        assert archive.name == f"rebelote-{name}-{rebelote.__version__}.tgz"
        assert archive.stat().st_size <= MOST_BYTES[name]
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    how = ("install", "--offline", "--no-audit", "--no-fund", "--loglevel=error")
    run("npm", *how, *map(str, archives), folder=folder)
    for name in npm_packages.NAMES:
        (folder / f"{name}.mts").write_text(program(name), encoding="utf-8")
        (folder / f"{name}.mjs").write_text(program(name), encoding="utf-8")
    return folder


def run(name: str, *words: str, folder: Path, given: str = "") -> str:
    """Run a program of Node; return what it prints."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(BIN / name), *words],
        cwd=folder,
        env=os.environ | {"PATH": path},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def in_node(folder: Path, questions: Sequence[Question]) -> list[dict[str, Any]]:
    """Return the answers of the packages to these questions."""
    asking = str(wasm.HOME / "tests" / "support" / "npm_answers.mjs")
    given = "".join(json.dumps(question) + "\n" for question in questions)
    return [*map(json.loads, run("node", asking, folder=folder, given=given).splitlines())]


@pytest.mark.parametrize("name", npm_packages.NAMES)
def test_the_program_on_a_page_says_what_python_says(installed: Path, name: str) -> None:
    said = run("node", f"{name}.mjs", folder=installed).splitlines()
    assert sorted(said) == sorted(EXPECTED[name]())


def test_the_types_of_both_packages_are_those_of_the_programs(installed: Path) -> None:
    compiler = wasm.HOME / "web" / "node_modules" / ".bin" / "tsc"
    run(str(compiler), *STRICT, "kernel.mts", "rules.mts", folder=installed)
    wrong = program("kernel").replace("leader: 0", "leader: 'first'")
    (installed / "wrong.mts").write_text(wrong, encoding="utf-8")
    with pytest.raises(AssertionError, match=r"wrong\.mts.*string.*number"):
        run(str(compiler), *STRICT, "wrong.mts", folder=installed)


def test_every_law_answers_as_python_does(installed: Path) -> None:
    asked = [*questions(Random(57))]
    assert len(asked) > 2_000
    answers = in_node(installed, [question for question, _ in asked])
    for (question, expected), found in zip(asked, answers, strict=True):
        assert found == {"answer": json.loads(json.dumps(expected))}, question


def test_what_makes_no_sense_is_refused_in_the_words_of_python(installed: Path) -> None:
    law = solver.kernel_law(presets.rules("french").law(Trump.HEARTS))
    hands = [0xFF, 0xFF00, 0xFF0000, 0xFF000000]
    wrong: list[tuple[Question, Callable[[], object]]] = [
        ({"of": "legal", "hand": 1 << 32, "trick": []}, lambda: law.legal(1 << 32, [])),
        ({"of": "legal", "hand": 1, "trick": [0]}, lambda: law.legal(1, [0])),
        ({"of": "legal", "hand": 1, "trick": [32]}, lambda: law.legal(1, [32])),
        ({"of": "winner", "trick": []}, lambda: law.winner([])),
        ({"of": "winner", "trick": [1, 1]}, lambda: law.winner([1, 1])),
        (solving(hands[:2], 0), lambda: law.solve(hands[:2], 0, [])),
        (solving(hands, 4), lambda: law.solve(hands, 4, [])),
        (solving(hands, -1), lambda: law.solve(hands, -1, [])),
        (solving(hands, 0, maximisers=256), lambda: law.solve(hands, 0, [], 256)),
    ]
    at: Question = {"rules": "french", "contract": "H"}
    found = in_node(installed, [at | question for question, _ in wrong])
    for (question, ask), answer in zip(wrong, found, strict=True):
        with pytest.raises(ValueError, match=r"\w") as refused:
            ask()
        assert answer == {"refused": str(refused.value)}, question


def solving(hands: Sequence[int], leader: int, **aim: int) -> Question:
    return {"of": "solve", "position": {"hands": hands, "leader": leader}, "aim": aim}


def questions(chance: Random) -> Iterator[tuple[Question, object]]:
    """Yield questions about random positions under each law, with the answers of Python."""
    for name, rules in presets.PRESETS.items():
        for trump in rules.bidding.outcomes(rules.auction).trumps:
            for closed in {False, name.startswith("baloot")}:
                asked = {"rules": name, "contract": trump.value, "closed": closed}
                law = rules.law(trump, closed)
                for _ in range(POSITIONS):
                    for question, answer in about(law, rules.players, chance):
                        yield asked | question, answer


def about(law: play.Law, players: int, chance: Random) -> Iterator[tuple[Question, object]]:
    """Yield the questions about one random trick, one random ending and one random world."""
    kernel = solver.kernel_law(law)
    cards = chance.sample(CARDS, 8)
    hand, trick = CardSet.of(cards[:5]), cards[5 : 5 + chance.randint(1, players - 1)]
    card, table = cards[0].index, [card.index for card in trick]
    at_trick = {"trick": table, "hand": hand.mask, "card": card}
    yield {"of": "legal", **at_trick}, play.legal(hand, trick, law).mask
    yield {"of": "legal", **at_trick, "trick": []}, play.legal(hand, (), law).mask
    yield {"of": "winner", **at_trick}, play.winner(trick, law.trump)
    yield {"of": "excluded", **at_trick}, kernel.excluded(card, table)

    size, leader = chance.randint(1, 3), chance.randrange(players)
    dealt = chance.sample(CARDS, size * players)
    hands = [CardSet.of(dealt[seat::players]).mask for seat in range(players)]
    position = {"hands": hands, "leader": leader}
    depth, sweep = size * players, chance.choice((0, 90)) if players == 4 else 0
    taken = (8 - size, 0) if sweep else (0, 0)
    count = kernel.perft(hands, leader, [], depth)
    yield {"of": "perft", "position": position, "depth": depth}, count
    value, left, values, line = kernel.solve(hands, leader, [], 5, sweep, taken, True, True)
    result = {"points": [value, left - value], "values": values, "line": line}
    aim = {"sweep": sweep, "taken": taken}
    yield {"of": "solve", "position": position, "aim": aim}, result

    pool, seed = CardSet.of(dealt).mask, chance.getrandbits(63)
    hidden = {"sizes": [size] * players, "mayHold": [pool] * players}
    total, drawn = solver.worlds([size] * players, [pool] * players, 2, seed)
    expected = {"total": total, "drawn": drawn}
    yield {"of": "worlds", "hidden": hidden, "count": 2, "seed": str(seed)}, expected
