"""Records: read by people, streamed by programs, and checked for both."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from drawn_matches import drawn_rules, play_match

from rebelote import Record, RecordError, i18n
from rebelote.rules import deck, match, presets
from rebelote.rules.match import legal_actions
from rebelote.rules.records import letters
from rebelote.rules.records.record import (
    Bounds,
    Recorded,
    RecordSizeError,
    header_of,
    read_many,
    with_names,
)
from rebelote.rules.refusals import IllegalActionError

FRENCH = presets.rules("french", target=300)


def some_record(seed: int = 1, preset: str = "french") -> Record:
    return play_match(presets.rules(preset, target=60), seed)[1]


def test_many_records_are_read_of_a_file_a_text_or_lines(tmp_path: Path) -> None:
    text = example() + example()
    path = tmp_path / "records.txt"
    path.write_text("\ufeff" + text, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        result = [list(read_many(source)) for source in (file, text, text.splitlines(True))]
    assert result == [[Record.parse(example())] * 2] * 3


def test_records_in_json_are_read_among_others_of_a_file() -> None:
    one, two = some_record(1), some_record(2)
    text = f"{one.json()}\n\n{two}\n{two.json()}\n{one}"
    assert list(read_many(text)) == [one, two, two, one]
    errors: list[RecordError] = []
    assert list(read_many(f'{one}\n{{"no": 1}}\n{two}', errors.append)) == [one, two]
    assert [error.line for error in errors] == [len(f"{one}\n".splitlines()) + 1]


@pytest.mark.parametrize("tag", ['[Event "Club"]', '[Deal "N:KJ9.KQ8..AT 8.T9.A987.J"]'])
def test_a_file_of_bridge_programs_is_refused_by_its_name(tag: str) -> None:
    with pytest.raises(RecordError, match="PBN"):
        Record.parse(f"{tag}\n")


def test_what_is_announced_with_a_card_may_be_more_than_one_thing_in_other_letters() -> None:
    own = "pack JS KH TD AC 7S 8S 9S\n\n1. 7S(run4 run3) 8S(square100 run3) 9S TD\n"
    french = "pack VP RC 10K AT 7P 8P 9P\n\n1. 7P(run4 run3) 8P(square100 run3) 9P 10K\n"
    assert letters.in_english(french) == own


def test_a_record_from_before_belote_was_said_once_in_bitola_is_read_as_it_was_played() -> None:
    """Until then it was said with both cards, and one of which one card was said was lost."""
    rules = presets.rules("bela-bitola", belote_said="twice").as_in_real_life()
    line, said = '[Option belote_said "twice"]\n', set[str]()
    for seed in range(60):
        record = play_match(rules, seed, deals=2)[1]
        text = str(record)
        assert line in text
        earlier = Record.parse(text.replace(line, ""))
        assert (earlier.deals, earlier.replay().scores) == (record.deals, record.replay().scores)
        said.add(earlier.rules.belote.belote_said)
    assert said == {"twice", "once"}, "once where it makes no difference"


def test_the_record_of_a_game_that_is_not_loaded_says_how_to_load_it() -> None:
    text = str(some_record()).replace("[Rules french]", "[Rules schieber]")
    with pytest.raises(RecordError, match=r"'schieber' is not a rule set; .* --game NAME"):
        Record.parse(text)


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


def test_a_broken_record_among_many_is_left_out_where_that_is_asked_for() -> None:
    texts = [str(some_record(seed)) for seed in range(3)]
    texts[1] = texts[1].replace("1. ", "1. 7S ", 1)
    errors: list[RecordError] = []
    result = list(read_many("".join(texts).splitlines(keepends=True), errors.append))
    assert result == [some_record(0), some_record(2)]
    assert len(errors) == 1


def test_an_impossible_card_is_reported_with_the_state_before_it() -> None:
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


# --- lenient reading, strict writing --------------------------------------------------------------

NAMES = ("Zoé", "Боб", "سلمى", "Ann")


def example() -> str:
    """Return the record of `docs/notation.md`."""
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    return page.split("```record\n")[1].split("```")[0]


def test_names_are_written_as_they_are_and_read_with_or_without_escapes() -> None:
    record = play_match(FRENCH, 3, NAMES)[1]
    text = str(record)
    assert '[Seat 0 "Zoé"]' in text and '[Seat 1 "Боб"]' in text
    escaped = with_names(text, {})
    for seat, name in enumerate(NAMES):
        escaped = escaped.replace(f'"{name}"', json.dumps(name))
        assert header_of(escaped).names[seat] == name
    assert "\\u00e9" in escaped, "as earlier releases wrote it"
    assert str(Record.parse(escaped)) == str(Record.parse(text)) == text
    assert Record.parse(text).names == NAMES


@pytest.mark.parametrize(
    ("what", "changed"),
    [
        ("a byte order mark", lambda text: f"\ufeff{text}"),
        ("tabs", lambda text: text.replace(" ", "\t")),
        ("lower case", lambda text: re.sub(r"[789TJQKA][SHDC]", lambda it: it[0].lower(), text)),
        ("ten", lambda text: re.sub(r"\bT([SHDC])", r"10\1", text)),
        ("signs for suits", lambda text: re.sub(r"\b([789TJQKA])([SHDC])", sign, text)),
        ("signs in colour", lambda text: re.sub(r"\b([789TJQKA])([SHDC])", coloured, text)),
        ("other line ends", lambda text: text.replace("\n", "\r\n")),
        ("a call in lower case", lambda text: text.replace("pass C\n", "PASS c\n")),
        ("a call with a sign", lambda text: text.replace("pass C\n", "pass ♣\n")),
    ],
)
def test_what_is_typed_in_another_form_is_read(what: str, changed: Callable[[str], str]) -> None:
    text = changed(example())
    assert text != example(), what
    assert str(Record.parse(text)) == example(), what
    assert [str(record) for record in read_many((text + text).splitlines(True))] == [example()] * 2


@pytest.mark.parametrize("ranks", letters.RANKS)
@pytest.mark.parametrize("suits", letters.SUITS)
def test_a_record_in_letters_of_any_language_is_read(ranks: str, suits: str) -> None:
    """The cards reveal the letters; a call in suit signs does not."""

    def card(result: re.Match[str]) -> str:
        return forms(letters.RANKS[ranks], result[1]) + suit(result[2])

    def forms(letters: Mapping[str, str], letter: str) -> str:
        return letters.get(letter, letter).split()[0]

    def suit(letter: str) -> str:
        return forms(letters.SUITS[suits], letter)

    text = example()
    typed = re.sub(r"\b([789TJQKA])([SHDC])\b", card, text)
    typed = typed.replace("pass C\n", f"pass {suit('C')}\n")
    in_english = letters.RANKS[ranks] == letters.RANKS["en"] and suits == "en"
    assert (typed == text) == in_english
    small = re.sub(r"(?m)^[^\[\n].*", lambda line: line[0].lower(), typed)
    assert str(Record.parse(typed)) == str(Record.parse(small)) == text


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_record_may_be_typed_in_the_letters_of_the_page(language: str) -> None:
    say = i18n.catalogue(language)
    ranks = letters.RANKS["en" if language in ("bg", "el", "ar", "hy") else language]
    for letter in "JQKA":
        assert say[f"index.{letter}"].upper() in ranks[letter].split()
    for letter in "SHDC":
        assert say[f"suit.letter.{letter}"] in letters.SUITS[language][letter].split()


def test_letters_that_could_be_several_languages_are_not_guessed() -> None:
    for text in ("pack RX", "pack 7K 8K", "pack RP RP", "1. VS"):
        assert letters.in_english(text) == text


def sign(result: re.Match[str]) -> str:
    return result[1] + "♠♥♦♣"["SHDC".index(result[2])]


def coloured(result: re.Match[str]) -> str:
    return f"{sign(result)}\ufe0f"


def test_bids_are_read_in_lower_case_and_with_signs() -> None:
    record = play_match(presets.rules("ffb-contree-2016", target=60), 4)[1]
    text = str(record)
    signs = re.sub(r"(?m)^call .*", lambda it: re.sub(r"(\d+|capot)([SHDC])\b", sign, it[0]), text)
    assert signs != text
    for typed in (signs, re.sub(r"(?m)^call .*", lambda it: it[0].lower(), text)):
        assert str(Record.parse(typed)) == text


@pytest.mark.parametrize(
    ("line", "said"),
    [("pack ZZ", "'ZZ'"), ("call pass Hurtz", "'Hurtz'"), ("1. ZZ", "'ZZ'"), ("Crad JS", "'Crad'")],
)
def test_an_error_quotes_what_was_written_in_its_own_case(line: str, said: str) -> None:
    first, _, _ = example().partition("call ")
    with pytest.raises(RecordError, match=said):
        Record.parse(f"{first}{line}\n")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('[Seat 4 "Eva"]', "seats 0 to 3"),
        ('[Seat 0 {"b": 1}]', "a name is text"),
        ("[Seat 0 [1, 2]]", "a name is text"),
        ("[Seat 0 null]", "a name is text"),
        ("[Seat 0 17]", "a name is text"),
        ('[Seat 0 ""]', "1 to 64"),
        ('[Seat 0 "   "]', "1 to 64"),
        (f'[Seat 0 "{"x" * 65}"]', "1 to 64"),
        ('[Seat 0 "\\ud800"]', "line 4"),
        ('[Seat 0 "\ud800"]', "line 4"),
        ('[Seat 0 "a\\u202eb"]', "control"),
        ('[Seat 0 "a\\nb"]', "control"),
        ('[Seat 1 "Eva"]', "has a name already"),
        ("[Seat 0 Ann]", "line 4"),
        ('[Option "\\ud800" 1]', "line"),
        ("[Option preset 3]", "preset"),
        ("[Option target [[[[", "line"),
    ],
)
def test_headers_that_no_match_has_are_refused(wrong: str, right: str) -> None:
    text = example().replace('[Seat 0 "Ann"]', wrong, 1)
    with pytest.raises(RecordError, match=right):
        Record.parse(text)


@pytest.mark.parametrize("names", [["Ann"], [1, 2, 3, 4], ["A", "B", "C", "\u202eD"], [""] * 4])
def test_names_in_json_are_checked_as_well(names: list[object]) -> None:
    record = json.loads(some_record().json())
    with pytest.raises(RecordError):
        Record.from_json(json.dumps({**record, "names": names}))


def test_a_fault_says_line_deal_action_and_rule() -> None:
    text = example().replace("3. QD AD KD TD", "3. QD AD TD KD")
    line = text.splitlines().index("3. QD AD TD KD") + 1
    with pytest.raises(RecordError, match=rf"^line {line}: deal 1, action \d+ \(TD\)") as error:
        Record.parse(text)
    result = error.value
    assert (result.line, result.deal, result.code) == (line, 1, "not-your-card")
    assert result.action is not None and result.match is not None
    with pytest.raises(RecordError, match=rf"^line {line + example().count(chr(10))}:"):
        list(read_many((example() + text).splitlines(True)))


def test_more_deals_or_remarks_than_the_bounds_are_not_read() -> None:
    text = example()
    few = Bounds(deals=1, remarks=3)
    Record.parse(text + "; one\n; two\n; three\n", bounds=few)
    for more in ("; one\n" * 4, "[Deal\t2]\n", "\ufeff[Deal 2]\n"):
        with pytest.raises(RecordSizeError):
            Record.parse(text + more, bounds=few)
    assert len(Record.parse(text + ";\n" * 1000).deals[0].comments) == 1000


def test_a_match_that_was_given_up_says_so_in_its_last_deal() -> None:
    chance = Random(4)
    begun = match.start(FRENCH, deck.shuffled(chance, FRENCH.pack), 0)
    at = Recorded.begin(begun).act(3, legal_actions(begun)[0])
    ended = at.give_up(1)
    assert (ended.match.winner, ended.match.over, ended.match.to_act) == (0, True, None)
    assert legal_actions(ended.match) == []
    text = str(ended.record)
    assert text.endswith("\nsurrender 1\n\n[Result 0 0]\n")
    read = Record.parse(text)
    assert read == ended.record == Record.from_json(read.json())
    assert read.replay() == ended.match
    for refused in ("surrender 2", "surrender x"):
        with pytest.raises(RecordError):
            Record.parse(text.replace("surrender 1", refused))
    with pytest.raises(IllegalActionError):
        ended.give_up(0)
    assert "given_up" not in at.record.json()
