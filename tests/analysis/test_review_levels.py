"""The table of what each level loses: its matches come again, and a run that was ended goes on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import review_levels
from needs import needs_kernel
from review_levels import Task

from rebelote import bots
from rebelote.analysis import review

pytestmark = needs_kernel


def test_a_match_has_its_deals_and_comes_again() -> None:
    task = Task("beginner", 2)
    record = review_levels.played(task)
    assert len(review.finished_deals(record)) == review_levels.DEALS
    assert record == review_levels.played(task)


@pytest.mark.parametrize("number", range(3))
def test_every_level_begins_from_the_same_pack(number: int) -> None:
    packs = {
        review_levels.played(Task(level, number)).deals[0].pack for level in bots.WITHOUT_KERNEL
    }
    assert len(packs) == 1


def test_what_is_kept_is_read_again_and_a_line_cut_off_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task, file = Task("beginner", 0), tmp_path / "levels.jsonl"
    reports = [review.review_deal(review_levels.played(task), 1)]
    line = msgspec.json.encode(review_levels.summed(task, reports))
    for level in bots.LEVELS[1:]:
        line += b"\n" + line.split(b"\n")[0].replace(b'"beginner"', f'"{level}"'.encode())
    file.write_bytes(line + b'\n{"level": "mas')
    kept = review_levels.kept(file)
    assert [each.level for each in kept] == list(bots.LEVELS)
    assert file.read_bytes() == line + b"\n"
    assert review_levels.main(["--matches", "1", "--file", str(file)]) == 0
    received = capsys.readouterr().out
    assert [row.split()[1] for row in received.splitlines()[2:]] == list(bots.LEVELS)
    decided = [each for each in reports[0].decisions if not each.forced and not each.call]
    assert f"of {len(decided)} (" in received.splitlines()[2]
