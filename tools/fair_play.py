"""Power and false alarms of the detectors of `rebelote.fairplay`, by simulation.

`play` has two pairs of one kind play deals, and writes the scores of both, a JSON line for each
pair and deal. `curves` draws pairs from such files: as many deals for each, at random and with
repetition. Honest pairs are drawn from all honest files and compared with these, so that the shares
above a threshold say how the sums are spread; how far each honest file lies from all of them, and
with which error, is printed beside it. Cheats are compared with the honest files, too, by the test
that is meant for them, since the others would add the error of a small file.

    .venv/bin/python tools/fair_play.py play honest --levels beginner --deals 600 --to honest.jsonl
    .venv/bin/python tools/fair_play.py play seeing --share 0.2 --deals 200 --to seeing-20.jsonl
    .venv/bin/python tools/fair_play.py curves --honest honest.jsonl --cheats sight=seeing-20.jsonl
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from rebelote.arena import spreading
from rebelote.arena.playing import settings
from rebelote.fairplay.evidence import DETECTORS, TWO_SIDED, Scores
from rebelote.fairplay.simulation import Kind, Pair, simulated
from rebelote.fairplay.totals import KNOWING, SIGHT, TESTS, THRESHOLD
from rebelote.rules import presets

DEALS: Final = (50, 100, 200, 300, 500, 1000)
"""The lengths at which the curves are printed."""
PAIRS: Final = 20_000
"""Honest pairs that are drawn at each length."""
CHEATS: Final = 2000
"""Cheats that are drawn at each length."""
CHUNK: Final = 500
"""Pairs that are drawn at once."""
_BOTH: Final = np.array([name in TWO_SIDED for name in TESTS])
Scored = NDArray[np.float64]
"""A score by deal and detector."""


def read(path: Path) -> Scored:
    """Read the scores of a file."""
    lines = path.read_text("utf-8").splitlines()
    rows = [msgspec.json.decode(line, type=Scores) for line in lines]
    return np.array([[row.get(name, 0.0) for name in DETECTORS] for row in rows])


def tested(means: Scored, deals: int, reference: Scored) -> Scored:
    """Return the z-values of means over so many deals beside a reference, which counts as exact."""
    z = (means - reference.mean(0)) / reference.std(0, ddof=1) * np.sqrt(deals)
    each = dict(zip(DETECTORS, z.T, strict=True))
    each[SIGHT] = (each["cards"] + each["calls"]) / np.sqrt(2)
    return np.stack([each[name] for name in TESTS], axis=1)


def by_test(pool: Scored, deals: int, pairs: int, reference: Scored, seed: int) -> Scored:
    """Return each test's z-value of so many pairs of a pool, without its sign if both count."""
    chance, result = np.random.default_rng(seed), []
    for first in range(0, pairs, CHUNK):
        drawn = chance.integers(len(pool), size=(min(CHUNK, pairs - first), deals))
        z = tested(pool[drawn].mean(1), deals, reference)
        result.append(np.where(_BOTH, np.abs(z), z))
    return np.concatenate(result)


def curves(
    honest: Mapping[str, Scored], cheats: Mapping[str, tuple[str, Scored]], seed: int
) -> Iterator[str]:
    """Yield the tables, as Markdown; for cheats with the test that is meant for them."""
    reference = np.concatenate([*honest.values()])
    yield f"| honest pairs | above {THRESHOLD:.2f} | z of 1 in 1,000 | of 1 in 10,000 |"
    yield "|---|---|---|---|"
    for deals in DEALS:
        most = by_test(reference, deals, PAIRS, reference, seed).max(1)
        limits = " | ".join(f"{np.quantile(most, 1 - share):.2f}" for share in (1e-3, 1e-4))
        yield f"| {deals} deals | {(most >= THRESHOLD).sum()} of {PAIRS:,} | {limits} |"
    yield ""
    yield f"| honest, z in 300 deals | pair-deals | {' | '.join(TESTS)} |"
    yield "|---|---|" + "---|" * len(TESTS)
    for name, pool in honest.items():
        z = tested(pool.mean(0)[None], 300, reference)[0]
        error = np.sqrt(300 / len(pool))
        values = " | ".join(f"{value:+.1f}" for value in z)
        yield f"| {name} | {len(pool)}, ± {error:.1f} | {values} |"
    yield ""
    yield f"| cheats | pair-deals | test | z in 300 deals | {' | '.join(map(str, DEALS))} |"
    yield "|---|---|---|---|" + "---|" * len(DEALS)
    for name, (test, pool) in cheats.items():
        columns = [TESTS.index(name) for name in (KNOWING if test == SIGHT else (test,))]
        z = tested(pool.mean(0)[None], 300, reference)[0, columns[0]]
        drawn = (
            by_test(pool, deals, CHEATS, reference, seed)[:, columns].max(1) for deals in DEALS
        )
        shares = " | ".join(f"{100 * (values >= THRESHOLD).mean():.0f} %" for values in drawn)
        error = np.sqrt(300 / len(pool))
        yield f"| {name} | {len(pool)} | {test} | {z:+.1f} ± {error:.1f} | {shares} |"


def play(given: argparse.Namespace) -> None:
    """Play deals and write their scores."""
    levels = (given.levels.split(",") * 2)[:2]
    pair = Pair((levels[0], levels[1]), given.kind, given.share)
    rules = presets.rules(given.rules, signals=given.signals, shuffle="each_deal_full")
    tasks = list(settings(rules, given.deals, given.seed))
    work = partial(simulated, rules, (pair, pair))
    with given.to.open("w", encoding="utf-8") as to:
        for deal in spreading.spread(work, tasks, given.jobs, given.cluster):
            for scores in deal.scores:
                to.write(msgspec.json.encode(scores).decode() + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("kind", choices=get_args(Kind))
    playing.add_argument("--levels", default="beginner", help="of a pair, such as club,regular")
    playing.add_argument("--share", type=float, default=0.0)
    playing.add_argument("--rules", default="french")
    playing.add_argument("--signals", default="none", help="the agreed convention")
    playing.add_argument("--deals", type=int, default=100)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--jobs", type=int)
    playing.add_argument("--cluster")
    playing.add_argument("--to", type=Path, required=True)
    drawing = commands.add_parser("curves")
    drawing.add_argument("--honest", type=Path, nargs="+", required=True)
    drawing.add_argument("--cheats", nargs="*", default=[], metavar="TEST=FILE")
    drawing.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "play":
        play(given)
        return
    honest = {path.stem: read(path) for path in given.honest}
    split = (each.partition("=") for each in given.cheats)
    cheats = {Path(path).stem: (test, read(Path(path))) for test, _, path in split}
    print("\n".join(curves(honest, cheats, given.seed)))


if __name__ == "__main__":
    main()
