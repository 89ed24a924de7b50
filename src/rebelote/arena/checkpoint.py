"""Checkpoint of a run: a file from which any run of the same rules and seed continues.

Its first line says which packs were played, each further one what a pair of bots did with one of
them; so a pool goes on from what pairs have played.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from rebelote.arena.playing import Pair, TaskResult
from rebelote.rules.options import Rules


def head(rules: Rules, whole: bool, seed: int) -> str:
    """Return the first line, which decides the packs."""
    each = "match" if whole else "deal"
    return json.dumps({"each": each, "rules": rules.flat(), "seed": seed})


class Checkpoint:
    """The file of a run; without a path nothing was played before, and nothing is kept."""

    def __init__(self, path: Path | None, first_line: str) -> None:
        self.path = path
        self.known: dict[tuple[Pair, int], TaskResult] = {}
        if path is None:
            return
        if path.exists():
            self._read(path, first_line)
        else:
            path.write_text(first_line + "\n", encoding="utf-8")

    def _read(self, path: Path, first_line: str) -> None:
        """Everything but a last line that was cut off; ValueError where it was another run."""
        begun, *lines = path.read_bytes().split(b"\n")
        if begun != first_line.encode():
            raise ValueError(f"{path} holds no arena run, or one with other rules or another seed")
        cut_off = lines.pop() if lines else b""
        for number, line in enumerate(lines, 2):
            try:
                played = msgspec.json.decode(line, type=TaskResult)
            except msgspec.MsgspecError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
            self.known[played.key] = played
        if cut_off or not lines:
            path.write_bytes(b"\n".join([begun, *lines, b""]))

    def add(self, played: TaskResult) -> None:
        """Append a line, and write it to disk before the next."""
        self.known[played.key] = played
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")
