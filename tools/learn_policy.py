"""Training of the kernel's policies: deals played out for every legal card, weights learnt.

What is learnt is the policy network, or with `--linear` the linear policy of the rollouts without
trumps and in all trumps, from where it stands (`tools/learn_habits.py` learns the rest of it).

The program in `tools/policy` plays and learns; this one hands it the laws of play, which no Rust
file states. Stopped at any time, the same command goes on where it was, to the same weights, on any
number of threads:

    .venv/bin/python tools/learn_policy.py build/policy
    .venv/bin/python tools/learn_policy.py build/policy --store
    .venv/bin/python tools/learn_policy.py build/linear --linear --steps 12000
    .venv/bin/python tools/learn_policy.py build/linear --linear --store
    make setup
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import learn_habits
import numpy as np

from rebelote.rules import presets
from rebelote.rules.cards import SUIT_TRUMPS, Trump, strength_table
from rebelote.rules.tallies import LAST_TRICK

PROGRAM: Final = Path(__file__).parent / "policy"
STORED: Final = Path(__file__).parent.parent / "src" / "rebelote" / "bots" / "policy.txt"
"""The weights that bots play by: text, which a page without a network loads as well."""
WIDTH: Final = 100
CONTRACTS: Final = (
    (0, "french", SUIT_TRUMPS),
    (1, "ffb-contree-2016", (Trump.NONE,)),
    (1, "bulgarian", (Trump.NONE,)),
    (2, "ffb-contree-2016", (Trump.ALL,)),
    (2, "bulgarian", (Trump.ALL,)),
)
"""The rule set and trumps from which each kind of contract is learnt."""
STEPS: Final = 36_000


def laws() -> Iterator[str]:
    """Yield a line for each contract: kind, trump, last trick, duties, strengths and points."""
    for kind, preset, trumps in CONTRACTS:
        for trump in trumps:
            law = presets.rules(preset).law(trump)
            tables = (*law.duties, *strength_table(trump), *law.points)
            numbers = (kind, trump.code, LAST_TRICK, *tables)
            yield " ".join(map(str, numbers))


def train(
    what: str, folder: Path, steps: int, until: int, seed: int, threads: int, deals: int
) -> None:
    """Train up to a step; `deals` of each kind are compared with the kernel's linear policy now and
    then."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise SystemExit("There is no cargo here, which compiles the program that learns.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "laws.txt").write_text("\n".join(laws()) + "\n", encoding="utf-8")
    if what == "linear":
        learnt = re.findall(r"-?\d+", learn_habits.FILE.read_text(encoding="utf-8"))
        (folder / "linear.txt").write_text("\n".join(learnt) + "\n", encoding="utf-8")
    numbers = map(str, (steps, until, seed, threads, deals))
    manifest = PROGRAM / "Cargo.toml"
    command = [cargo, "run", "--release", "--quiet", "--manifest-path", str(manifest), "--"]
    flags = {"RUSTFLAGS": "-C target-cpu=native", "CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run([*command, what, str(folder), *numbers], check=True, env={**os.environ, **flags})


def store(what: str, folder: Path) -> None:
    """Let the bots play by what was learnt."""
    if what == "linear":
        units = np.array((folder / "weights.bin").read_text(encoding="ascii").split(), float)
        learn_habits.write(units / learn_habits.UNIT)
        return
    text = base64.b64encode((folder / "weights.bin").read_bytes()).decode("ascii")
    lines = [text[begin : begin + WIDTH] for begin in range(0, len(text), WIDTH)]
    STORED.write_text("\n".join(lines) + "\n", encoding="ascii")


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where training.bin and weights.bin are kept")
    parser.add_argument("--steps", type=int, default=STEPS, help="all steps, of 256 deals each")
    parser.add_argument("--until", type=int, help="the step to stop at; all of them if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--deals", type=int, default=4000, help="deals to compare")
    parser.add_argument("--linear", action="store_true", help="learn the linear policy instead")
    parser.add_argument("--store", action="store_true", help="take what was learnt for the bots")
    want = parser.parse_args(given)
    what = "linear" if want.linear else "network"
    if want.store:
        store(what, want.folder)
        return
    until = want.until or want.steps
    train(what, want.folder, want.steps, until, want.seed, want.threads, want.deals)


if __name__ == "__main__":
    main()
