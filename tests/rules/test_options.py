"""The options of the rules: declared once, nested inside, flat outside."""

from __future__ import annotations

import ast
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from drawn_matches import drawn_rules

import rebelote
from rebelote.rules import presets
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.options import OPTIONS, Rules

PACKAGE = Path(rebelote.__file__).parent
THROWAWAY = '''"""A preset for a test."""

from rebelote.rules.options import Rules

RULES = Rules(preset="throwaway", target=77, undertrump="free")
'''


def test_every_option_is_declared_once() -> None:
    declared: Counter[str] = Counter()
    for path in (PACKAGE / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and "Switch(" in ast.unparse(node.annotation):
                declared[ast.unparse(node.target)] += 1
    assert declared == dict.fromkeys(OPTIONS, 1)


def test_every_condition_of_an_option_names_another() -> None:
    for option in OPTIONS.values():
        for condition in option.switch.only.split():
            assert condition.partition("=")[0].removesuffix("!") in OPTIONS


def test_rules_come_back_from_their_flat_form() -> None:
    chance = Random(4)
    for _ in range(100):
        rules = drawn_rules(chance)
        written = msgspec.json.encode(rules, enc_hook=encode_hook)
        assert list(msgspec.json.decode(written)) == ["preset", *OPTIONS]
        read = msgspec.json.decode(written, type=Rules, dec_hook=decode_hook)
        for again in (read, Rules.of(rules.flat()), pickle.loads(pickle.dumps(rules))):
            assert (again, hash(again)) == (rules, hash(rules))


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError):
        Rules().preset = "bga"
    with pytest.raises(AttributeError):
        Rules().ending.target = 5  # type: ignore[misc]


def test_a_preset_is_one_file(tmp_path: Path) -> None:
    """In a copy of the package, where it is discovered, played by and described to the client."""
    copy = tmp_path / "rebelote"
    left_out = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(PACKAGE, copy, ignore=left_out)
    (copy / "rules" / "presets" / "throwaway.py").write_text(THROWAWAY, encoding="utf-8")
    code = (
        "from rebelote.rules import presets; from rebelote.server.main import typescript;"
        "print(presets.rules('throwaway').ending.target, 'throwaway' in typescript.constants())"
    )
    asked = [sys.executable, "-c", code]
    received = subprocess.run(
        asked, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert received.stdout == "77 True\n", received.stderr
    assert "throwaway" not in presets.PRESETS
