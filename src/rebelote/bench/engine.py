"""Benchmark of the engine: its start, and answers through its pipes."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Final

Figures = dict[str, object]

LEGAL: Final = (
    b'{"op": "legal", "rules": "french", "contract": "H", "trick": "7H JH",'
    b' "hand": "9H AH TS 7C 8C KD QD AS"}\n'
)
SETTLE: Final = (
    b'{"op": "settle", "rules": "flemish", "contract": "S", "attacker": 0, "points": [100, 62],'
    b' "tricks": [5, 3], "belote": [20, 0]}\n'
)


def engine_figures(quick: bool) -> Figures:
    """Start to the first answer, and answers a second, each request sent after the last answer."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "rebelote.cli", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        _ask(engine, b'{"op": "hello"}\n')
        start = time.perf_counter() - began
        rates = [_rate(engine, request, 0.5 if quick else 3.0) for request in (LEGAL, SETTLE)]
    return {
        "time from start to first response, seconds": round(start, 2),
        "legal, responses per second": round(rates[0]),
        "settle, responses per second": round(rates[1]),
    }


def _rate(engine: subprocess.Popen[bytes], request: bytes, seconds: float) -> float:
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        _ask(engine, request)
        done += 1
    return done / (time.perf_counter() - began)


def _ask(engine: subprocess.Popen[bytes], request: bytes) -> None:
    assert engine.stdin is not None and engine.stdout is not None
    engine.stdin.write(request)
    engine.stdin.flush()
    if b'"ok":true' not in engine.stdout.readline():
        raise RuntimeError("the engine did not answer")
