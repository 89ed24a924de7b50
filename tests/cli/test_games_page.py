"""The game of `docs/games.md` is written as the page says, and does what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from forked import run
from needs import needs_kernel

PAGE = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
TUTORIAL = PAGE.partition("## Klaverjas, step by step")[2].partition("\n## ")[0]
FILES = dict(re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE))
COMMANDS = re.findall(r"^rebelote (.+)$", TUTORIAL, re.MULTILINE)
SAID = {
    "game": "words in en: complete",
    "arena": "card points a deal",
    "rules": "The player after the dealer speaks first. [Dutch klaverjas union]",
}


@needs_kernel
def test_the_game_of_the_page_is_what_the_page_says(tmp_path: Path) -> None:
    assert len(FILES) == 4
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [command.split()[0] for command in COMMANDS] == list(SAID)
    for command in COMMANDS:
        done = run(*shlex.split(command), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert SAID[command.split()[0]] in done.stdout, done.stdout
        if command.startswith("game"):
            assert "words in nl: said in English are source.nku, preset.klaverjas" in done.stdout
            assert "klaverjas: played with speaks_first = forehand, too" in done.stdout
