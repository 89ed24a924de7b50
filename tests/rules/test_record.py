"""Records: read by people, streamed by programs, and checked for both."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from strategies import drawn_rules, play_match

from rebelote import Record, RecordError
from rebelote.rules import presets
from rebelote.rules.record import read_many

FRENCH = presets.rules("french", target=300)


def some_record(seed: int = 1, preset: str = "french") -> Record:
    return play_match(presets.rules(preset, target=60), seed)[1]


def test_json_gives_the_same_record_back() -> None:
    chance = Random(2)
    for seed in range(60):
        record = play_match(drawn_rules(chance), seed, deals=4)[1]
        assert Record.from_json(record.json()) == record


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"rules": 3}', "[" * 10_000])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_json(text)


def test_remarks_are_kept_where_they_were_made() -> None:
    states, record = play_match(FRENCH, 3)
    lines = str(record).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    lines.insert(at + 1, "; a brave lead")
    lines.insert(at, "; the whole café looks on")
    lines.insert(2, "; an evening in Aalst")
    text = "\n".join(lines) + "\n"
    read = Record.parse(text)
    assert read.comments == ("an evening in Aalst",)
    assert [comment.text for comment in read.deals[0].comments][:2] == [
        "the whole café looks on",
        "a brave lead",
    ]
    assert str(Record.parse(str(read))) == str(read)
    assert read.replay() == states[-1]


def test_a_remark_may_be_made_while_playing() -> None:
    record = some_record().comment("so far\nso good")
    assert "; so far so good" in str(record)
    assert Record.parse(str(record)) == record


def test_many_records_are_read_one_at_a_time() -> None:
    """The generator takes no more of its source than the record it gives."""
    taken = 0

    def lines() -> object:
        nonlocal taken
        for seed in range(200):
            for line in str(some_record(seed)).splitlines(keepends=True):
                taken += 1
                yield line

    first = list(islice(read_many(lines()), 3))  # type: ignore[arg-type]
    assert first == [some_record(seed) for seed in range(3)]
    assert taken < 1_000


def test_an_error_in_a_file_of_many_names_the_line_of_the_file() -> None:
    good = str(some_record(1))
    bad = str(some_record(2)).replace("1. ", "1. 7S ", 1)
    wrong = (
        good.count("\n")
        + 1
        + bad.splitlines().index(next(line for line in bad.splitlines() if line.startswith("1. ")))
    )
    records = read_many((good + bad).splitlines(keepends=True))
    assert next(records) == some_record(1)
    with pytest.raises(RecordError) as error:
        next(records)
    assert error.value.line in (wrong, None)


def test_an_impossible_card_is_told_with_the_state_before_it() -> None:
    record = some_record(4)
    text = str(record)
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    words = first.split()
    twice = first.replace(words[2], words[1].partition("(")[0], 1)
    with pytest.raises(RecordError, match="not in your hand") as error:
        Record.parse(text.replace(first, twice, 1))
    assert error.value.match is not None
    assert error.value.match.deal.trick


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("[Colour red]", "there is no header"),
        ("bogus line", "a line does not begin"),
        ("cut x", "is not a number of cards"),
        ("then sleep", "does not end a deal"),
        ("1. JS(poker)", "is not an announcement"),
        ("x" * 20_000, "at most"),
    ],
)
def test_what_is_no_line_of_a_record_is_said(wrong: str, right: str) -> None:
    text = str(some_record()).replace("[Deal 1]", f"[Deal 1]\n{wrong}", 1)
    with pytest.raises(RecordError, match=right):
        Record.parse(text)
