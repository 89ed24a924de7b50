"""The kernel of the page, as `make setup` builds it."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import offline_levels
import pytest
import wasm
from pytest import MonkeyPatch

MOST_BYTES = 100_000
"""The size of the kernel as browsers receive it, by brotli."""
OFFLINE = wasm.HOME / "src" / "rebelote" / "server" / "static" / "assets" / "offline"
KERNELS = [*OFFLINE.glob("kernel-*.wasm")]


@pytest.mark.skipif(not wasm.can_compile(), reason="Rust cannot compile for the page here")
@pytest.mark.skipif(not OFFLINE.is_dir(), reason="the client has no offline play here")
def test_where_rust_can_compile_for_it_the_page_has_the_kernel() -> None:
    (kernel,) = KERNELS
    assert kernel.read_bytes() == wasm.KERNEL.read_bytes()
    assert kernel.with_suffix(".wasm.br").stat().st_size <= MOST_BYTES


def test_without_the_target_nothing_is_left_of_an_earlier_kernel(
    tmp_path: Path, monkeypatch: MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page must not play by a kernel of older sources; the setup says so, and goes on."""
    kernel = tmp_path / "_kernel.wasm"
    kernel.touch()
    monkeypatch.setattr(wasm, "KERNEL", kernel)
    monkeypatch.setenv("PATH", str(tmp_path))
    wasm.main()
    assert not kernel.exists()
    assert "so the page has no solver" in capsys.readouterr().err


@pytest.mark.parametrize("batch", ["few", pytest.param("all", marks=pytest.mark.full)])
@pytest.mark.skipif(not KERNELS, reason="the kernel of the page could not be built here")
def test_levels_and_reviews_in_the_page_are_those_of_the_server(batch: str) -> None:
    """The same seed gives the same calls, cards, worths, reviews and puzzles."""
    program = Path(offline_levels.__file__)
    node = wasm.HOME / ".venv" / "bin" / "node"
    command = [str(part) for part in (node, program.with_name("pyodide.mjs"), program, batch)]
    seen = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert seen.returncode == 0, seen.stderr[-2000:]
    in_the_page = [json.loads(line) for line in seen.stdout.splitlines()]
    here = list(offline_levels.everything(offline_levels.BATCHES[batch]))
    assert len(here) > 60
    for theirs, ours in zip(in_the_page, here, strict=True):
        assert equal(theirs, ours), (theirs, ours)


def equal(one: object, other: object) -> bool:
    """Return whether two values of JSON are equal, numbers to nine digits: in the last ones the
    logarithms and powers of two machines differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return one == other
