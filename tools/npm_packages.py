"""Builds `@rebelote/kernel` and `@rebelote/rules`, the packages for programs in JavaScript.

`make npm` writes them to `build/npm`, each as a folder and as the archive that `npm publish` takes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import wasm

import rebelote
from rebelote.i18n import LANGUAGES, words
from rebelote.rules.actions import NamedCall
from rebelote.rules.cards import CARDS, TRUMPS
from rebelote.rules.law_tables import LawTables, law_tables
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS

HOME: Final = wasm.HOME
SOURCES: Final = HOME / "web" / "packages"
BUILT: Final = HOME / "build" / "npm"
NAMES: Final = ("kernel", "rules")
NO_KERNEL: Final = f"Rust cannot compile for {wasm.TARGET} here, so there is no kernel to pack."

Tables = dict[str, Any]


def tables() -> Tables:
    """Return every rule set as tables; equal laws are there once, and named by their place."""
    laws: dict[LawTables, int] = {}
    rule_sets = {name: _rule_set(rules, laws) for name, rules in PRESETS.items()}
    return {
        "version": rebelote.__version__,
        "cards": [card.text for card in CARDS],
        "laws": [msgspec.to_builtins(law) for law in laws],
        "rule_sets": rule_sets,
    }


def _rule_set(rules: Rules, laws: dict[LawTables, int]) -> Tables:
    def place(closed: bool) -> dict[str, int]:
        every = ((trump, law_tables(rules.law(trump, closed))) for trump in contracts)
        return {trump.value: laws.setdefault(law, len(laws)) for trump, law in every}

    possible = rules.bidding.outcomes(rules.auction).trumps
    contracts = [trump for trump in TRUMPS if trump in possible]
    may_close = NamedCall("closed-double") in rules.bidding.calls(rules.auction)
    return {
        "names": {one: words(one)(f"preset.{rules.preset}") for one in LANGUAGES},
        "players": rules.players,
        "direction": rules.table.direction,
        "sides": rules.sides,
        "pack": [card.text for card in rules.pack],
        "hand": rules.seating.cards,
        "contracts": [trump.value for trump in contracts],
        "options": msgspec.to_builtins(rules.flat()),
        "laws": place(closed=False),
        "closed": place(closed=True) if may_close else {},
    }


def build(folder: Path = BUILT) -> list[Path]:
    """Build the packages in a folder; return their archives. SystemExit without the kernel."""
    if not wasm.KERNEL.exists():
        sys.exit(NO_KERNEL)
    shutil.rmtree(folder, ignore_errors=True)
    compiler = HOME / "web" / "node_modules" / ".bin" / "tsc"
    _run(str(compiler), "--project", str(SOURCES), "--outDir", str(folder))
    for name in NAMES:
        _copy(name, folder / name)
    shutil.copy(wasm.KERNEL, folder / "kernel" / "kernel.wasm")
    _write_tables(folder / "rules")
    return [_pack(folder / name) for name in NAMES]


def _copy(name: str, folder: Path) -> None:
    """Copy what is not compiled; the version is that of the project."""
    for path in (*(SOURCES / name).glob("*.d.ts"), SOURCES / name / "README.md", HOME / "LICENSE"):
        shutil.copy(path, folder)
    manifest = (SOURCES / name / "package.json").read_text("utf-8")
    manifest = manifest.replace('"0.0.0"', f'"{rebelote.__version__}"')
    (folder / "package.json").write_text(manifest, encoding="utf-8")


def _write_tables(folder: Path) -> None:
    """Write the tables for programs in any language, and as a module that every browser imports."""
    text = json.dumps(tables(), ensure_ascii=False, separators=(",", ":"))
    (folder / "tables.json").write_text(text, encoding="utf-8")
    (folder / "tables.js").write_text(f"export default {text}\n", encoding="utf-8")


def _pack(package: Path) -> Path:
    npm = str(HOME / ".venv" / "bin" / "npm")
    how = ("pack", "--json", "--offline", "--pack-destination", str(package.parent))
    (packed,) = json.loads(_run(npm, *how, folder=package))
    return package.parent / str(packed["filename"])


def _run(*command: str, folder: Path = HOME) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


if __name__ == "__main__":
    for archive in build():
        print(f"{archive.relative_to(HOME)}: {archive.stat().st_size:,} bytes")
